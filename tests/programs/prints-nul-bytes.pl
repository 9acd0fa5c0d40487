#!/usr/bin/perl
# Prints a NUL after each character, as UTF-16 has it.
use strict;
use warnings;

$| = 1;
while (my $line = <STDIN>) {
    print join("\0", split //, "Two bytes each.\n\n") if $line =~ /^$/;
}
