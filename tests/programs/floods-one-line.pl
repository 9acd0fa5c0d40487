#!/usr/bin/perl
# After a question it prints one endless line.
use strict;
use warnings;

<STDIN>;
print 'x' x 4096 while 1;
