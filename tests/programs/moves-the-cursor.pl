#!/usr/bin/perl
# Writes its lines from right to left, in columns, and on top of each other.
use strict;
use warnings;

$| = 1;
while (my $line = <STDIN>) {
    next if $line =~ /\S/;
    print "\e[7Gworld\e[1GHello,\n";
    print "one\ttwo\tthree\n";
    print "12345\e[3D\e[1Px\e[5C6\e[1\@7\n";
    print "N\bNA\bAM\bME\bE\n";
    print "up\e[Aand\e[Bdown\e[10;10H.\n\n";
}
