#!/usr/bin/perl
# calls.pl PORT KIND COUNT: COUNT callers of a kind connect to the station on that port at
# once. Prints "hung up on all" when the station has closed all connections; the kind
# "hammer" then starts again, without end.
use strict;
use warnings;
use IO::Socket::INET;
use IO::Select;

my ($port, $kind, $count) = @ARGV;
my %says = (
    silent => '',
    hammer => '',
    slow => 'LP1 judge 01 - 0000000',
    endless => 'x' x 20000,
    garbage => join('', map { chr(($_ * 7919) % 256) } 1 .. 400),
    http => "GET / HTTP/1.1\r\nHost: station\r\n\r\n",
    tls => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" . "\x5a" x 500,
    key => "000001763648340121.H.judge\n",
    answer => 'LP1 other x ' . '0' x 32 . ' ' . '0' x 18 . ' ' . '0' x 18 . " 1996\n",
    false => 'LP1 judge 01 - ' . '0' x 17 . '1 ' . '0' x 18 . " 1996\n",
);
$SIG{PIPE} = 'IGNORE';
$| = 1;

sub call {
    my $socket = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $port)
        or die "connect: $!\n";
    $socket->blocking(0);
    return $socket;
}

# Byte by byte, all callers in turn, or each at once.
sub talk {
    my (@sockets) = @_;
    my @parts = $kind eq 'slow' ? split(//, $says{slow}) : ($says{$kind});
    for my $part (@parts) {
        syswrite $_, $part for @sockets;
    }
}

do {
    my @sockets = map { call() } 1 .. $count;
    if ($kind eq 'scanner') {
        close $_ for @sockets;
        @sockets = ();
    } else {
        talk(@sockets);
    }
    my $left = IO::Select->new($kind eq 'hammer' ? () : @sockets);
    while ($left->count) {
        for my $socket ($left->can_read) {
            $left->remove($socket) unless sysread $socket, my $bytes, 4096;
        }
    }
    print "hung up on all\n";
} while ($kind eq 'hammer');
