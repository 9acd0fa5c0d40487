#!/bin/sh
# The ELIZA of Debian's libchatbot-eliza-perl, which nobody here wrote, in one line.
# eliza.sh SEED always chooses the same of its answers, which lie in a hash.
[ $# = 0 ] || export PERL_HASH_SEED=0
exec perl -MChatbot::Eliza -e '$| = 1; $e = Chatbot::Eliza->new; srand shift if @ARGV; while (<STDIN>) { chomp; print $e->transform($_), "\n" }' "$@"
