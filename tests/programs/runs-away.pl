#!/usr/bin/perl
# Leaves a process with a changing number: it forks and ends, over and over, each with a
# byte more in the file "running". Answers every question.
use strict;
use warnings;
use POSIX;

$| = 1;
unless (fork) {
    POSIX::setsid();
    open my $running, '>>', 'running' or die;
    while (1) {
        syswrite $running, '.';
        my $child = fork;
        POSIX::_exit(0) if $child;
    }
}
while (my $line = <STDIN>) {
    print "Catch me.\n\n" if $line =~ /^$/;
}
