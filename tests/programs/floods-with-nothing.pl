#!/usr/bin/perl
# Once asked it prints without end, but nothing that can be seen.
use strict;
use warnings;

$| = 1;
<STDIN>;
print "\0" x 4096 while 1;
