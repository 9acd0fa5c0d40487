#!/usr/bin/perl
# listens.pl PORT COUNT: COUNT referees listen to the station on that port. Prints "all
# listen" when each has the earlier keys; they connect a few at a time, since a station
# has few places before the greeting. For each KEYLOG on a line of standard input they
# listen until each has as many keys as the file; "all heard KEYLOG" means that the keys
# are equal and follow an LP1 other line with its session. They listen all the time; any
# other message is an error.
use strict;
use warnings;
use IO::Select;
use IO::Socket::INET;

use constant AT_ONCE => 16;

my ($port, $count) = @ARGV;
my $select = IO::Select->new(\*STDIN);
my (%listener, $asked);
$| = 1;

sub hear {
    my ($l, $line) = @_;
    if ($line =~ /^LP1 other [\w-]+ ([0-9a-f]{32}|-) \d{18} \d{18} \w+$/) {
        ($l->{session}, $l->{live}) = ($1, 0);
    } elsif ($line =~ /^\d{18}\.\w+\.(judge|other)$/) {
        push @{$l->{heard}{$l->{session}}}, $line;
    } elsif ($line eq 'live') {
        $l->{live}++ and die "live twice\n";
    } elsif ($line ne 'ping -' || !$l->{live}) {
        die "out of place: '$line'\n";
    }
}

sub read_some {
    my ($handle) = @_;
    if ($handle == \*STDIN) {
        sysread STDIN, $asked, 4096, length($asked // '') or exit;
        return;
    }
    my $l = $listener{fileno $handle};
    sysread $handle, $l->{rest}, 65536, length $l->{rest} or die "hung up on\n";
}

sub listen_until {
    my ($enough) = @_;
    until ($enough->()) {
        read_some($_) for $select->can_read;
    }
}

# The input is parsed only on demand, so that reading keeps up.
sub heard {
    my ($l) = @_;
    hear($l, $1) while $l->{rest} =~ s/^([^\n]*)\n//;
    return $l;
}

# The session of a key log, and its keys in their form on the wire.
sub keys_of {
    my ($file, $session, @keys) = @_;
    open my $log, '<', $file or die "$file: $!\n";
    while (<$log>) {
        $session = $1 if /^# .*\b([0-9a-f]{32})\b/;
        push @keys, "$1.$3." . ($2 eq 'local' ? 'judge' : 'other')
            if /^J\d+ \d+ (\d+) (local|remote) left (\S+)$/;
    }
    return $session, @keys;
}

sub waiting {
    return grep { !heard($_)->{live} } values %listener;
}

for (1 .. $count) {
    listen_until(sub { waiting() < AT_ONCE });
    my $socket = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $port)
        or die "connect: $!\n";
    $listener{fileno $socket} = {rest => '', heard => {}, session => '', live => 0};
    syswrite $socket, "LP1 referee - - 0 0 -\n";
    $select->add($socket);
}
listen_until(sub { !waiting() });
print "all listen\n";
while (1) {
    listen_until(sub { ($asked // '') =~ /\n/ });
    $asked =~ s/^(.*)\n//;
    my $file = $1;
    my ($session, @keys) = keys_of($file);
    listen_until(sub {
        !grep { @{heard($_)->{heard}{$session} // []} < @keys } values %listener;
    });
    for my $l (values %listener) {
        "@{$l->{heard}{$session}}" eq "@keys" or die "not the keys of $file\n";
    }
    print "all heard $file\n";
}
