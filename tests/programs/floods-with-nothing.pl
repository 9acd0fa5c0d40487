#!/usr/bin/perl
# After a question it prints invisible characters without end.
use strict;
use warnings;

$| = 1;
<STDIN>;
print "\0" x 4096 while 1;
