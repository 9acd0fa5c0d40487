#!/usr/bin/perl
# Answers normally, and prints errors without end in the background.
use strict;
use warnings;

$| = 1;
unless (fork) {
    print STDERR "Everything is wrong, I tell you, everything.\n" while 1;
}
while (my $line = <STDIN>) {
    print "All is well.\n\n" if $line =~ /^$/;
}
