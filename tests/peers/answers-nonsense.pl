#!/usr/bin/perl
# answers-nonsense.pl PORT: a station that begins a conversation and closes the connection
# at the first key. It sends an invalid answer to each next caller, and then resumes the
# conversation. After an invalid answer it does not listen until it reads a line.
use strict;
use warnings;
use IO::Socket::INET;

my $never = '0' x 18;
my $mine = "LP1 other terminal-9 " . '0123456789abcdef' x 2 . " $never $never 1996\nlive\n";
my @nonsense = (
    "220 mail ready\n",
    "LP1 refuse record\n",
    "LP1 other terminal-9 " . 'f' x 32 . " $never $never 1996\nlive\n",
);
my $server;

sub open_door {
    $server = IO::Socket::INET->new(
        LocalAddr => '127.0.0.1', LocalPort => $ARGV[0], Listen => 5, ReuseAddr => 1)
        or die "listen: $!\n";
}

sub answer {
    my ($words) = @_;
    my $judge = $server->accept;
    <$judge>;
    print $judge $words;
    return $judge;
}

sub converse_until {
    my ($judge, $end) = @_;
    while (<$judge>) {
        last if /$end/;
        print $judge "ping -\n" if /^ping/;
    }
}

open_door();
$| = 1;
print "ready\n";
converse_until(answer($mine), qr/\.judge$/);
for (@nonsense) {
    answer($_);
    close $server;
    <STDIN>;
    open_door();
}
converse_until(answer($mine), qr/^bye$/);
