#!/usr/bin/perl
# Begins to set a title and does not end it; the second time, a picture.
use strict;
use warnings;

$| = 1;
my $n = 0;
while (my $line = <STDIN>) {
    next if $line =~ /\S/;
    print $n++ % 2 ? "A picture. \ePq and all this is lost\n" : "\e]0;A title\nText.\n";
}
