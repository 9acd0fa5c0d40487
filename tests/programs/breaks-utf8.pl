#!/usr/bin/perl
# Splits characters in two, and stops in the middle of its last one.
use strict;
use warnings;

$| = 1;
while (my $line = <STDIN>) {
    next if $line =~ /\S/;
    print "one \xe2\x80 two \xf0\x9f\x98 three \xed\xa0\x80 caf\xc3";
    select undef, undef, undef, 0.01;
    print "\xa9 caf\xe9";
}
