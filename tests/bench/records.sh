#!/bin/sh
# records.sh - how fast records are read, beside other text tools, and what it costs to
# watch: prints markdown.
#
#   sh records.sh PROGRAMS [ROUNDS]
#
# PROGRAMS has the built programs. In a directory of its own it makes a key log of a
# million records, one in the form of 2007, a million ballots and ten thousand
# transcripts, and lets everybody read them in turn, ROUNDS times (21) after one round
# that does not count, so that all see the same noise of the machine. Times are of the
# processor, and a ratio is the median, over the rounds, of a time to that of wc -l in
# the same round. Then 64 key logs grow by ten keys a second each for 20 seconds, and
# `referee watch` follows them: its processor time.
set -eu

programs=$(cd "${1:?usage: records.sh PROGRAMS [ROUNDS]}" && pwd)
source=$(cd "$(dirname "$0")" && pwd)
exec python3 -B "$source/records.py" "$programs" "${2:-21}"
