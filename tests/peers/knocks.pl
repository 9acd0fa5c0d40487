#!/usr/bin/perl
# knocks.pl PORT COUNT NAME: COUNT wrong handshakes with a sealed station, fifty at a
# time: shares with a wrong proof, greetings and keys in the clear, and the recorded
# handshake of a real judge, from NAME.up (taps.pl). The station must refuse each and send
# no more; it answers the recorded proof as before, without effect. Prints "all refused".
use strict;
use warnings;
use IO::Select;
use IO::Socket::INET;

my ($port, $count, $name) = @ARGV;
my $never = '0' x 18;
my $refusal = qr/^LP1 refuse key\n$/;
my $answer = qr/^LP1 seal [0-9a-f]{64} [0-9a-f]{32}\n.{24}$/s;
open my $file, '<:raw', "$name.up" or die "$name.up: $!\n";
my $recording = do { local $/; <$file> };
my ($said) = $recording =~ /^(LP1 seal [0-9a-f]{64} [0-9a-f]{32}\n)/ or die "no recording\n";
my $altered = $said;
substr($altered, 9, 1) =~ tr/0-9a-f/1-9a-f0/;
$SIG{PIPE} = 'IGNORE';
$| = 1;

sub digits { return join '', map { sprintf '%x', int rand 16 } 1 .. $_[0] }

my @knocks = (
    sub { 'LP1 seal ' . digits(64) . ' ' . digits(32) . "\n", $refusal },
    sub { "LP1 judge 00 - $never $never 1996\n", $refusal },
    sub { "LP1 referee - - 0 0 -\n", $refusal },
    sub { "000001763648340121.H.judge\n", $refusal },
    sub { $altered, $refusal },
    sub { $recording, $answer },
    sub { $said . 'x' x 24 . 'y' x 145, $answer },
);

sub knock {
    my ($select, $heard, $number) = @_;
    my $socket = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $port)
        or die "connect: $!\n";
    my ($words, $wanted) = $knocks[$number % @knocks]->();
    syswrite $socket, $words;
    $heard->{$socket} = {bytes => '', wanted => $wanted, number => $number};
    $select->add($socket);
}

# A reset is only a fast end: the station has not read all bytes.
sub hear {
    my ($select, $heard, $socket) = @_;
    my $h = $heard->{$socket};
    return if sysread $socket, $h->{bytes}, 4096, length $h->{bytes};
    $h->{bytes} =~ $h->{wanted} || ($h->{bytes} eq '' && $!{ECONNRESET})
        or die "knock $h->{number} is told '$h->{bytes}'\n";
    $select->remove($socket);
    delete $heard->{$socket};
}

my ($select, %heard) = (IO::Select->new);
for (my $begun = 0; $begun < $count || %heard;) {
    knock($select, \%heard, $begun++) while $begun < $count && keys %heard < 50;
    hear($select, \%heard, $_) for $select->can_read;
}
print "all refused\n";
