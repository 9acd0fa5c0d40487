#!/usr/bin/perl
# lags.pl PORT: a referee that never reads. Prints "hears" after the earlier keys. After a
# line on standard input it reads the waiting bytes, and prints "dropped" if the station
# has closed the connection.
use strict;
use warnings;
use IO::Socket::INET;

my $socket = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $ARGV[0])
    or die "connect: $!\n";
$| = 1;
print $socket "LP1 referee - - 0 0 -\n";
$socket->flush;
while (<$socket>) { last if /^live$/ }
print "hears\n";
<STDIN>;
1 while sysread $socket, my $bytes, 65536;
print "dropped\n";
