#!/usr/bin/perl
# taps.pl PORT TARGET NAME: connect one caller of the first port to the second, and record
# the traffic: NAME.up and NAME.down, byte for byte, and in NAME.sizes a line for each
# piece as received, "up 145". Prints "taps" when it accepts calls and "hung up" at the
# end.
use strict;
use warnings;
use IO::Select;
use IO::Socket::INET;

my ($port, $target, $name) = @ARGV;
my $server = IO::Socket::INET->new(
    LocalAddr => '127.0.0.1', LocalPort => $port, Listen => 1, ReuseAddr => 1)
    or die "listen: $!\n";
$| = 1;
print "taps\n";
my $near = $server->accept or die "accept: $!\n";
my $far = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $target)
    or die "connect: $!\n";
my %file;
for my $end (qw(up down sizes)) {
    open $file{$end}, '>:raw', "$name.$end" or die "$name.$end: $!\n";
    $file{$end}->autoflush;
}

sub pass {
    my ($way, $from, $to) = @_;
    sysread $from, my $bytes, 65536 or return 0;
    print { $file{$way} } $bytes;
    print { $file{sizes} } "$way ", length $bytes, "\n";
    return syswrite $to, $bytes;
}

my $both = IO::Select->new($near, $far);
my $joined = 1;
while ($joined) {
    for my $end ($both->can_read) {
        $joined &&= $end == $near ? pass('up', $near, $far) : pass('down', $far, $near);
    }
}
print "hung up\n";
