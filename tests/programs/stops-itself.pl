#!/usr/bin/perl
# Stops, as ^Z stops a program, when it is asked, and does not go on.
use strict;
use warnings;

<STDIN>;
kill 'STOP', $$;
