#!/usr/bin/env perl
# greets.pl PORT TIMES: greet a station as a judge TIMES times, and hang up after each
# answer. The last line of output is the last answer.
use strict;
use warnings;
use IO::Socket::INET;

my ($port, $times) = @ARGV;
my $answer = '';
for (1 .. $times) {
    my $socket = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $port)
        or die "no station: $!";
    print $socket 'LP1 judge 00 - ' . '0' x 18 . ' ' . '0' x 18 . " 1996\n";
    $answer = <$socket> // '';
    close $socket;
}
print "answered $answer";
