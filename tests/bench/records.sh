#!/bin/sh
# records.sh - the speed of `referee check` and `tally` beside text tools, and the cost
# of `referee watch`: prints markdown.
#
#   sh records.sh PROGRAMS [ROUNDS [OTHER]]
#
# PROGRAMS has the built programs, OTHER those of another build to compare with. In a
# directory of its own it makes a key log of a million records, one in the form of 2007,
# a million ballots and ten thousand transcripts. All programs read them by turns, ROUNDS
# times (21) after a first round that does not count, so that all see the same noise of
# the machine. Times are processor time; a ratio is the median, over the rounds, of a time
# to that of wc -l in the same round. Then 64 key logs grow by ten keys a second each for
# 20 seconds, and `referee watch` follows them: its processor time.
set -eu

programs=$(cd "${1:?usage: records.sh PROGRAMS [ROUNDS [OTHER]]}" && pwd)
source=$(cd "$(dirname "$0")" && pwd)
exec python3 -B "$source/records.py" "$programs" "${2:-21}" "${3:-}"
