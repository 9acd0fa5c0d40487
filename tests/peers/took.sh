#!/bin/sh
# sh took.sh WORD MOST FILE: print "WORD in N ms", counted from the time in FILE (date
# +%s%3N), and fail if that is more than MOST times the environment's STAGE_PATIENCE.
set -eu

took=$(($(date +%s%3N) - $(cat "$3")))
echo "$1 in $took ms"
[ "$took" -le $(($2 * ${STAGE_PATIENCE:-1})) ]
