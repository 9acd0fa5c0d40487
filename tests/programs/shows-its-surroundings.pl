#!/usr/bin/perl
# Prints the open files beyond those listed in the file $1, the ignored (perl itself
# ignores SIGFPE) and blocked signals, and whether it has a terminal. Without the file it
# writes the list.
use strict;
use warnings;

$| = 1;
my @open = grep { -e "/proc/self/fd/$_" } 0 .. 99;
unless (-e $ARGV[0]) {
    open my $list, '>', $ARGV[0] or die;
    print $list map { "$_\n" } @open;
    exit;
}
open my $list, '<', $ARGV[0] or die;
chomp(my @known = <$list>);
close $list;
my %known = map { $_ => 1 } @known;
my $more = grep { !$known{$_} } @open;
open my $status, '<', '/proc/self/status' or die;
my %status = map { /^(\w+):\s*(.*)/ } <$status>;
while (<STDIN>) {
    next if /\S/;
    print "$more more files\n";
    print "ignored $status{SigIgn}\n";
    print "blocked $status{SigBlk}\n";
    print -t STDIN ? "a terminal\n" : "no terminal\n";
    print "\n";
}
