#!/usr/bin/perl
# Answers with a line of 600 words, then with one word of 2500 letters, then with 2000
# blanks before a word.
use strict;
use warnings;

$| = 1;
while (<STDIN>) {
    next if /\S/;
    print join(' ', map { sprintf 'w%03d', $_ } 1 .. 600), "\n";
    print 'x' x 2500, "\n";
    print ' ' x 2000, "far\n";
    print "near\n\n";
}
