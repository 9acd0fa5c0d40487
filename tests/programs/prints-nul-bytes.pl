#!/usr/bin/perl
# Puts a NUL after each character, as one who takes UTF-16 for text does.
use strict;
use warnings;

$| = 1;
while (my $line = <STDIN>) {
    print join("\0", split //, "Two bytes each.\n\n") if $line =~ /^$/;
}
