#!/usr/bin/perl
# Answers one question. At the second it prints half a sentence and dies of a signal.
use strict;
use warnings;

$| = 1;
my $questions = 0;
while (<STDIN>) {
    next if /\S/;
    if (++$questions > 1) {
        print "Half of this sen";
        kill 'SEGV', $$;
    }
    print "Question $questions was good.\n\n";
}
