#!/usr/bin/perl
# floods.pl PORT: a referee that sends keys and farewells until the socket is full. Prints
# "floods" then. For each line of standard input it tries again, waits for a ping, and
# prints "listens".
use strict;
use warnings;
use IO::Socket::INET;

my $socket = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $ARGV[0])
    or die "connect: $!\n";
my $nonsense = "bye\nlive\n900000000000000000.Return.judge\nLP1 judge 01 - - - 1996\n" x 500;
$| = 1;
$SIG{PIPE} = 'IGNORE';

sub flood {
    $socket->blocking(0);
    1 while syswrite $socket, $nonsense;
    die "hung up on\n" unless $!{EAGAIN};
    $socket->blocking(1);
}

syswrite $socket, "LP1 referee - - 0 0 -\n";
flood();
print "floods\n";
while (<STDIN>) {
    flood();
    do { defined($_ = <$socket>) or die "hung up on\n" } until /^ping -$/;
    print "listens\n";
}
