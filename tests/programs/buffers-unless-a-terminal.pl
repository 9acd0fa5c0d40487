#!/usr/bin/perl
# Answers every line, by way of the buffer that a C program has too: what is printed
# to a pipe stays in it.
use strict;
use warnings;

while (my $line = <STDIN>) {
    chomp $line;
    print "Buffered: $line\n";
}
