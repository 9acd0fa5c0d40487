#!/usr/bin/perl
# Prints the same text in UTF-8, in Latin-1 and in bytes that are neither.
use strict;
use warnings;

$| = 1;
while (<STDIN>) {
    next if /\S/;
    print "UTF-8: caf\xc3\xa9 \xe2\x80\x9cna\xc3\xafve\xe2\x80\x9d \xe2\x80\x93 \xe4\xbd\xa0\xe2\x80\xa6\n";
    print "Latin-1: caf\xe9 na\xefve\n";
    print "Neither: \xff\xfe\xc3 \xf4\x90\x80\x80 \xed\xa0\x80.\n";
    print "\n";
}
