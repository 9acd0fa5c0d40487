#!/usr/bin/perl
# Prints without end, before the first question.
use strict;
use warnings;

$SIG{PIPE} = 'DEFAULT';
print "I talk and talk and talk.\n" while 1;
