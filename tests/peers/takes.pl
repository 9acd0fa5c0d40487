#!/usr/bin/perl
# takes.pl: open UDP port 1950 exclusively, and print "ready".
use strict;
use warnings;
use Socket;

socket(my $four, PF_INET, SOCK_DGRAM, 0) or die "socket: $!\n";
bind($four, sockaddr_in(1950, INADDR_ANY)) or die "bind: $!\n";
socket(my $six, PF_INET6, SOCK_DGRAM, 0) or die "socket: $!\n";
setsockopt($six, 41, 26, 1) or die "setsockopt: $!\n"; # IPV6_V6ONLY
bind($six, pack_sockaddr_in6(1950, Socket::IN6ADDR_ANY)) or die "bind: $!\n";
$| = 1;
print "ready\n";
sleep 1000;
