#!/usr/bin/perl
# Uses a terminal only, and sets its modes.
use strict;
use warnings;

unless (-t STDIN && -t STDOUT) {
    print "Not a terminal.\n\n";
    exit 1;
}
system 'stty', 'cooked', '-echo';
print "Terminal: $_" while <STDIN>;
