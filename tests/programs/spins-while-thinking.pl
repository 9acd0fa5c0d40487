#!/usr/bin/perl
# Shows a spinner and a percentage before its answer, and erases them.
use strict;
use warnings;

$| = 1;
my $n = 0;
while (my $line = <STDIN>) {
    next if $line =~ /\S/;
    print "Thinking $_\r" for qw(| / - \\);
    print ' ' x 10, "\r";
    printf "%3d%%\b\b\b\b", $_ for 1 .. 100;
    print "\e[KThought ", ++$n, ".\n\n";
}
