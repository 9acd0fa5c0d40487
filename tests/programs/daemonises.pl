#!/usr/bin/perl
# Becomes a daemon, as servers do, and answers from the background after a while.
use strict;
use warnings;
use POSIX;

$| = 1;
exit if fork;
POSIX::setsid();
exit if fork;
while (my $line = <STDIN>) {
    next if $line =~ /\S/;
    select undef, undef, undef, 1;
    print "From the background.\n\n";
}
sleep 1000 while 1;
