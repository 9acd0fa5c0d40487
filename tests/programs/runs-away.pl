#!/usr/bin/perl
# Leaves a process that is never the same: it forks and ends, over and over. Answers
# every question.
use strict;
use warnings;
use POSIX;

$| = 1;
unless (fork) {
    POSIX::setsid();
    while (1) {
        my $child = fork;
        POSIX::_exit(0) if $child;
    }
}
while (my $line = <STDIN>) {
    print "Catch me.\n\n" if $line =~ /^$/;
}
