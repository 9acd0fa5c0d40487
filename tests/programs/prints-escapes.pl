#!/usr/bin/perl
# Colours, bold, underline, cursor keys, a window's title, a bell, tabs, form feeds:
# controls that a terminal obeys and the judge must not see.
use strict;
use warnings;

$| = 1;
while (<STDIN>) {
    next if /\S/;
    print "\e[31mRed\e[0m and \e[1;4mbold\e[m.\e[K\n";
    print "\e]0;owned\a\e]2;owned\e\\A title.\n";
    print "\ePq#0;2;0;0;0\e\\Sixels. \e[2J\e[H\e[?1049h\e[?25lHome.\n";
    print "\e(B\e[mReset as tput says it.\e7\e8\e=\e>\ec\n";
    print "A\tB\a\f\x0b\0 and typp\bo\b \be\x7f it.\n";
    print "\n";
}
