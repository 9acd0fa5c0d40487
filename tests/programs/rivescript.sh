#!/bin/sh
# rivescript.sh SEED: the interpreter and the example brain of Debian's
# librivescript-perl, unchanged, with the same choice of answers each time.
program=$(command -v rivescript) || exit 127
export PERL_HASH_SEED=0
exec perl -e 'srand shift; $program = shift; do $program or die $@ || $!' "$1" "$program" \
    /usr/share/doc/librivescript-perl/examples/demo
