#!/usr/bin/perl
# echoes-by-itself.pl PROMPT [SECONDS] - edits its lines itself, as Node's readline and
# GNU readline do: it puts its terminal into raw mode, prints its prompt and the keys that
# it reads, and answers each line after SECONDS seconds.
use strict;
use warnings;
use POSIX ();
$| = 1;
my ($prompt, $seconds) = @ARGV;
my $mode = POSIX::Termios->new;
$mode->getattr(0);
$mode->setiflag($mode->getiflag & ~POSIX::ICRNL());
$mode->setattr(0, POSIX::TCSANOW());
print $prompt;
my $line = '';
while (sysread STDIN, my $keys, 1) {
    if ($keys ne "\n") {
        print $keys;
        $line .= $keys;
        next;
    }
    print "\r\n";
    select undef, undef, undef, $seconds if $seconds;
    print "You typed: $line.\r\n" if $line ne '';
    print "\e[1G\e[0J$prompt\e[" . (1 + length $prompt) . 'G';
    $line = '';
}
