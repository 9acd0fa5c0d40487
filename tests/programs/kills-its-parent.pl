#!/usr/bin/perl
# Leaves a process behind, answers one question, and at the second kills its parent.
use strict;
use warnings;
use POSIX;

$| = 1;
unless (fork) {
    POSIX::setsid();
    sleep 1000 while 1;
}
my $questions = 0;
while (my $line = <STDIN>) {
    next if $line =~ /\S/;
    if (++$questions > 1) {
        kill 'KILL', getppid;
        sleep 1;
    }
    print "Question $questions.\n\n";
}
