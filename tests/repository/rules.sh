#!/bin/sh
# Tests that doc/rules.md has every clause of the five rule books, and that an existing
# test checks each of them, or that it is for people only.
#
#   sh rules.sh SOURCE BUILD
#
# are the root of the source and the build directory whose tests count. A clause is a
# number in asterisks in the first cell of a row of a table under a heading that begins
# with its book; the row names a test in backquotes, or says `people`. Every mistake is
# one line.
set -u

if [ $# -ne 2 ]; then
    echo "usage: rules.sh SOURCE BUILD" >&2
    exit 64
fi
root=$(cd "$1" && pwd) && build=$(cd "$2" && pwd) || exit 66
work=$(mktemp -d) || exit 73
trap 'rm -rf "$work"' EXIT
mistakes=0

mistake() {
    echo "rules: $*"
    mistakes=$((mistakes + 1))
}

# count FIRST LAST [PREFIX]: numbers with a prefix.
count() {
    at=$1
    while [ "$at" -le "$2" ]; do
        echo "${3-}$at"
        at=$((at + 1))
    done
}

# The clauses as the books number them. Paragraphs without numbers are counted: 2009 has
# four sections, the third of them twice (its second one is 3s), and an appendix; the
# wager has definitions and a procedure.
clauses() {
    case $1 in
    1996)
        count 1 18
        printf '%s\n' 1a 1b 1c 1d 1e 2a 2b 2c 2d 2e
        ;;
    2003) count 1 61 ;;
    2004)
        count 1 15
        count 1 5 8.
        count 1 3 9.
        printf '%s\n' squares
        count 1 5 scoring-
        ;;
    2009)
        count 1 15 1.
        count 1 11 2.
        count 1 7 3.
        count 1 11 3s.
        count 1 8 4.
        echo appendix
        ;;
    wager)
        count 1 6 I.
        count 1 16 II.
        ;;
    esac
}

# table BOOK: a line for each clause in a row of that book: the clause, a tab, the row
# behind its first cell.
table() {
    awk -F'|' -v book="## $1" '
        /^## / { inside = index($0, book) == 1 }
        !inside || !/^\|/ || /^\|-/ { next }
        {
            rest = substr($0, length($2) + 3)
            for (cell = $2; match(cell, /\*\*[^* ][^*]*\*\*/); ) {
                print substr(cell, RSTART + 2, RLENGTH - 4) "\t" rest
                cell = substr(cell, RSTART + RLENGTH)
            }
        }' "$root/doc/rules.md"
}

ctest --test-dir "$build" -N |
    sed -n 's/^ *Test *#[0-9]*: *\([^ ]*\).*/\1/p' >"$work/tests"
[ -s "$work/tests" ] || mistake "$build: ctest lists no tests"

# A row that says people, or names a test.
is_checked() {
    if printf '%s\n' "$1" | grep -qw people; then
        return 0
    fi
    # shellcheck disable=SC2016 # no expression
    printf '%s\n' "$1" | grep -o '`[^`]*`' | tr -d '`' >"$work/named"
    grep -qxFf "$work/named" "$work/tests"
}

for book in 1996 2003 2004 2009 wager; do
    table "$book" >"$work/rows"
    clauses "$book" >"$work/clauses"
    while IFS= read -r clause; do
        grep -q "^$clause	" "$work/rows" || mistake "$book, $clause: it is missing"
    done <"$work/clauses"
    while IFS='	' read -r clause row; do
        grep -qx "$clause" "$work/clauses" || mistake "$book, $clause: the book has none"
        is_checked "$row" || mistake "$book, $clause: no existing test, nor people"
    done <"$work/rows"
done

# Bad input to a ballot or a round: every row names a test.
table "Bad input" >"$work/rows"
[ "$(wc -l <"$work/rows")" -ge 18 ] || mistake "bad input: rows are missing"
while IFS='	' read -r what row; do
    is_checked "$row" || mistake "bad input, $what: no existing test"
done <"$work/rows"

if [ "$mistakes" -gt 0 ]; then
    echo "rules: $mistakes in all"
    exit 1
fi
