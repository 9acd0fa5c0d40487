#!/usr/bin/perl
# Talks to a terminal only; sets it as it likes.
use strict;
use warnings;

unless (-t STDIN && -t STDOUT) {
    print "Not a terminal.\n\n";
    exit 1;
}
system 'stty', 'cooked', '-echo';
print "Terminal: $_" while <STDIN>;
