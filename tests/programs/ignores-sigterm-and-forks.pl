#!/usr/bin/perl
# Ignores requests to end, like the three processes that it leaves behind, each in its own
# session and the child of the one before. Answers every line that is not empty.
use strict;
use warnings;
use POSIX;

$| = 1;
$SIG{$_} = 'IGNORE' for qw(TERM HUP INT PIPE);
pipe my $ready, my $tell or die;
for my $generation (1 .. 3) {
    my $pid = fork;
    die unless defined $pid;
    if ($pid) {
        last if $generation == 1;
        sleep 1000 while 1;
    }
    POSIX::setsid();
    open STDIN, '<', '/dev/null';
    next if $generation < 3;
    syswrite $tell, "all there";
    sleep 1000 while 1;
}
sysread $ready, my $said, 9;
while (my $line = <STDIN>) {
    chomp $line;
    print "I stay, $line.\n\n" if $line ne '';
}
sleep 1000 while 1;
