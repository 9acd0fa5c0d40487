#!/usr/bin/perl
# Answers every line through a buffer, as a C program does: output to a pipe stays in
# the buffer.
use strict;
use warnings;

while (my $line = <STDIN>) {
    chomp $line;
    print "Buffered: $line\n";
}
