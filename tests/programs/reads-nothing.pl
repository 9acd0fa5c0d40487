#!/usr/bin/perl
# Neither reads nor answers.
use strict;
use warnings;

sleep 1000 while 1;
