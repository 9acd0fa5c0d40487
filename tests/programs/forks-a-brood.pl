#!/usr/bin/perl
# Forks forty children, each with a child of its own, before it answers.
use strict;
use warnings;

$| = 1;
while (my $line = <STDIN>) {
    next if $line =~ /\S/;
    for (1 .. 40) {
        next if fork;
        fork;
        sleep 1000 while 1;
    }
    print "All mine.\n\n";
}
