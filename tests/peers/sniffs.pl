#!/usr/bin/perl
# sniffs.pl: print each packet that enters this machine, or leaves it, from port 1950:
#
#   tcp|udp HOPS CLASS BYTES FLAGS PAYLOAD
#
# the hops left, the traffic class, the size, the flags of the IP header (IPv4; 0 for
# IPv6), and for UDP the payload, '\n' as '$'.
use strict;
use warnings;
use Socket;

use constant {ETH_P_IP => 0x0800, ETH_P_IPV6 => 0x86dd, TCP => 6, UDP => 17};

sub show {
    my ($protocol, $hops, $class, $flags, $segment) = @_;
    my ($port) = unpack 'n', $segment;
    return unless $port == 1950 && ($protocol == TCP || $protocol == UDP);
    my $said = $protocol == UDP ? substr $segment, 8 : '';
    $said =~ tr/\n/$/;
    printf "%s %d %d %d %d %s\n", $protocol == TCP ? 'tcp' : 'udp', $hops, $class,
        length $segment, $flags, $said;
}

# All kinds of frames (ETH_P_ALL), without their link-layer headers (SOCK_DGRAM).
socket(my $tap, 17, SOCK_DGRAM, unpack('S', pack 'n', 3)) or die "socket: $!\n";
$| = 1;
print "ready\n";
while (defined(my $from = recv($tap, my $packet, 65536, 0))) {
    my $kind = unpack 'x2 n', $from;
    if ($kind == ETH_P_IP) {
        my ($first, $class, $length, undef, $flags, $hops, $protocol) =
            unpack 'C C n n n C C', $packet;
        my $head = ($first & 15) * 4;
        show($protocol, $hops, $class, $flags, substr $packet, $head, $length - $head);
    } elsif ($kind == ETH_P_IPV6) {
        my ($word, $length, $protocol, $hops) = unpack 'N n C C', $packet;
        show($protocol, $hops, $word >> 20 & 255, 0, substr $packet, 40, $length);
    }
}
