#!/usr/bin/perl
# Prints text in Windows-1252.
use strict;
use warnings;

$| = 1;
while (my $line = <STDIN>) {
    print "\x93It\x92s na\xefve\x94 \x97 \x8010\x85 \xa9 Fran\xe7ois\n\n"
        if $line =~ /^$/;
}
