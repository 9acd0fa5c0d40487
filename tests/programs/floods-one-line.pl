#!/usr/bin/perl
# Once asked it prints one line that has no end.
use strict;
use warnings;

<STDIN>;
print 'x' x 4096 while 1;
