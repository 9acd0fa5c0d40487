#!/bin/sh
# A whole round of a book through the real programs, their clocks twenty times as fast:
# with people at confederate and with programs at entry, on terminals of each size, all
# at the same time.
#
#   sh rounds.sh STAGE BOOK SIZE...
#
# plays BOOK.play, which is in the same directory, with these variables:
#
#   WHO        people or programs
#   SIZE       such as 80x24
#   STATION    the program of the hidden room
#   BEHIND     the words behind its options: the program of an entry
#   PICTURES   the judge's expected screens. There is one file for each book and size:
#              people and programs with the same text look the same to a judge
#   HIDDEN_ROOM the stations' expected screens: one file for each book
#
# Exit status: 0 passed, 1 failed, 77 skipped.
set -u

if [ $# -lt 3 ]; then
    echo "usage: rounds.sh STAGE BOOK SIZE..." >&2
    exit 64
fi
stage=$1 book=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd) || exit 66
work=$(mktemp -d) || exit 73
trap 'rm -rf "$work"' EXIT

# play WHO SIZE, whose words and status go to files.
play() {
    station=confederate behind=
    if [ "$1" = programs ]; then
        station=entry
        behind="-- sed -u -e 's/^..*/You said: &/'"
    fi
    WHO=$1 SIZE=$2 BEHIND=$behind PICTURES=$here/$book-$2.screens \
        HIDDEN_ROOM=$here/$book-hidden-room.screens \
        STATION="$STAGE_BIN/quick/$station --pace raw" \
        "$stage" "$here/$book.play" >"$work/$1.$2" 2>&1
    echo $? >"$work/$1.$2.status"
}

for size; do
    for who in people programs; do
        play "$who" "$size" &
    done
done
wait

result=0
for size; do
    for who in people programs; do
        status=$(cat "$work/$who.$size.status")
        [ "$status" = 0 ] && continue
        echo "$book, $who, $size:"
        cat "$work/$who.$size"
        if [ "$status" != 77 ]; then
            result=1
        elif [ "$result" = 0 ]; then
            result=77
        fi
    done
done
exit "$result"
