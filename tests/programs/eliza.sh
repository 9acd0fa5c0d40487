#!/bin/sh
# The ELIZA of Debian's libchatbot-eliza-perl, in one line.
# With the same SEED eliza.sh always chooses the same answers, which lie in a hash.
[ $# = 0 ] || export PERL_HASH_SEED=0
exec perl -MChatbot::Eliza -e '$| = 1; $e = Chatbot::Eliza->new; srand shift if @ARGV; while (<STDIN>) { chomp; print $e->transform($_), "\n" }' "$@"
