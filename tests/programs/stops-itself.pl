#!/usr/bin/perl
# Stops at a question, as after ^Z, and does not continue.
use strict;
use warnings;

<STDIN>;
kill 'STOP', $$;
