#!/usr/bin/perl
# Leaves two processes for each question, each in its own session, without a parent, with
# all signals ignored and the program's streams open.
use strict;
use warnings;
use POSIX;

$| = 1;
while (my $line = <STDIN>) {
    next if $line =~ /\S/;
    for (1, 2) {
        next if fork;
        POSIX::setsid();
        exit if fork;
        $SIG{$_} = 'IGNORE' for qw(TERM HUP INT PIPE);
        sleep 1000 while 1;
    }
    print "Nobody saw that.\n\n";
}
