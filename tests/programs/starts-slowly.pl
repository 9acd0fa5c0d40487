#!/usr/bin/perl
# Starts slowly, and drops the input from before it was ready.
use strict;
use warnings;
use Fcntl;

$| = 1;
print "Loading";
for (1 .. 5) {
    select undef, undef, undef, 0.1;
    print '.';
}
fcntl STDIN, F_SETFL, O_NONBLOCK;
1 while sysread STDIN, my $lost, 4096;
fcntl STDIN, F_SETFL, 0;
print "\nReady.\nask> ";
while (my $line = <STDIN>) {
    chomp $line;
    print "You asked $line\nask> " if $line ne '';
}
