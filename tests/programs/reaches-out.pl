#!/usr/bin/perl
# Tries to reach this machine's port $1, an address elsewhere and the abstract socket
# $2, and to bring the loopback interface up, and prints each result.
use strict;
use warnings;
use Socket qw(:DEFAULT inet_pton);

$| = 1;
my ($port, $abstract) = @ARGV;

sub reach {
    my ($family, $type, $address) = @_;
    socket my $socket, $family, $type, 0 or return 'no such socket';
    return connect($socket, $address) ? 'reached' : "$!";
}
while (my $line = <STDIN>) {
    next if $line =~ /\S/;
    my $here = reach(AF_INET, SOCK_STREAM, pack_sockaddr_in($port, INADDR_LOOPBACK));
    print "This machine: $here.\n";
    print 'Another: ',
        reach(AF_INET, SOCK_DGRAM, pack_sockaddr_in(53, inet_aton('192.0.2.1'))), ".\n";
    print 'By six: ',
        reach(AF_INET6, SOCK_STREAM, pack_sockaddr_in6($port, inet_pton(AF_INET6, '::1'))), ".\n";
    print 'A neighbour: ', reach(AF_UNIX, SOCK_STREAM, pack_sockaddr_un("\0$abstract")),
        ".\n";
    # Without isolation the loopback is up, and is left alone.
    my $failed = $here eq 'reached' || system 'ip link set lo up 2>/dev/null';
    print 'Loopback: ', ($failed ? 'as it was' : 'put up'), ".\n\n";
}
