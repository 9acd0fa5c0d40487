#!/usr/bin/perl
# crowd.pl COUNT: answer searches on this machine as COUNT stations. Number N has the
# label station-N; every third is in use.
use strict;
use warnings;
use Socket;

my $count = shift // die "usage: crowd.pl COUNT\n";
socket(my $udp, PF_INET, SOCK_DGRAM, 0) or die "socket: $!\n";
setsockopt($udp, SOL_SOCKET, SO_REUSEADDR, 1) or die "setsockopt: $!\n";
bind($udp, sockaddr_in(1950, INADDR_ANY)) or die "bind: $!\n";
$| = 1;
print "ready\n";
while (my $from = recv($udp, my $line, 512, 0)) {
    my ($nonce) = $line =~ /^LP1 who ([0-9a-f]{32})\n\z/ or next;
    for my $n (1 .. $count) {
        my $answer = sprintf "LP1 here %s %016x %d %s station-%d\n", $nonce, $n,
            1950 + $n, $n % 3 ? 'free' : 'busy', $n;
        send($udp, $answer, 0, $from);
    }
}
