#!/usr/bin/perl
# Answers without a Return.
use strict;
use warnings;

$| = 1;
my $n = 0;
while (my $line = <STDIN>) {
    print 'Answer ', ++$n if $line =~ /^$/;
}
