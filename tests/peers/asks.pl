#!/usr/bin/perl
# asks.pl COUNT [garbage]: search for stations on this machine COUNT times, as fast as
# possible, and count the answers; or first send COUNT datagrams of garbage. Prints
# "answers N" for the last question, which follows all others.
use strict;
use warnings;
use Socket;

my ($count, $garbage) = @ARGV;
socket(my $udp, PF_INET, SOCK_DGRAM, 0) or die "socket: $!\n";
setsockopt($udp, SOL_SOCKET, SO_BROADCAST, 1) or die "setsockopt: $!\n";
my $all = sockaddr_in(1950, inet_aton('127.255.255.255'));
my $nonce = '0123456789abcdef' x 2;
my @spoilt = (
    '', "\n", "\0" x 500, "LP1 who\n", "LP1 who $nonce", "LP1 who $nonce\n\n",
    "LP1 who \U$nonce\E\n", "LP1  who $nonce\n", "LP1 ask $nonce $nonce\n",
    "LP1 here $nonce 0123456789abcdef 1950 free A\n", "LP1 tell $nonce\n",
    "LP2 who $nonce\n", "LP1 who $nonce " . 'x' x 1400, "\xff" x 9000);
for my $n (1 .. $count) {
    my $line = $garbage ? $spoilt[$n % @spoilt] : "LP1 who $nonce\n";
    send($udp, $line, 0, $all);
    recv($udp, my $answer, 512, MSG_DONTWAIT);
}
my $last = 'fedcba9876543210' x 2;
my $answers = 0;
for (1 .. 50) {
    send($udp, "LP1 who $last\n", 0, $all);
    my $ready = '';
    vec($ready, fileno $udp, 1) = 1;
    while (select(my $read = $ready, undef, undef, 0.1)) {
        recv($udp, my $answer, 512, 0);
        $answers++ if $answer =~ /^LP1 here $last /;
    }
    last if $answers;
}
print "answers $answers\n";
