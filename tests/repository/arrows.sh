#!/bin/sh
# arrows.sh - the includes between folders are those of doc/architecture.md, and no files
# include each other in a circle.
#
#   sh arrows.sh SOURCE
#
# SOURCE is the root of the source. The list is the block of doc/architecture.md below the
# heading "Arrows", a line a folder: "common/record: common/conversation common/system".
# An include without a line there, a line without an include, and a circle of modules
# (a module is X.c and X.h) are one line each on standard output; the exit status is then 1.
set -eu

root=$(cd "${1:?usage: arrows.sh SOURCE}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# includes ROOT: "FROM TO" for each include of another module, as paths without ending.
includes() {
    (cd "$1" && find common judge confederate -name '*.[ch]' | while IFS= read -r file; do
        sed -n "s|^#include \"\\(.*\\)\\.h\"\$|${file%.?} \\1|p" "$file"
    done | awk '$1 != $2' | LC_ALL=C sort -u)
}

# listed ROOT: "FROM TO" for each arrow of the list.
listed() {
    awk '/^#/ { inside = /^## Arrows$/ }
        inside && /^[a-z\/]+:/ {
            sub(/:/, "")
            for (i = 2; i <= NF; i++)
                print $1, $i
        }' "$1/doc/architecture.md" | LC_ALL=C sort -u
}

# folders: the same pairs as folders, without those inside one.
folders() {
    sed 's|/[^/ ]*\( \)|\1|; s|/[^/]*$||' | awk '$1 != $2' | LC_ALL=C sort -u
}

# check ROOT: every mistake as one line.
check() {
    includes "$1" >"$work/includes"
    folders <"$work/includes" >"$work/are"
    listed "$1" >"$work/may"
    LC_ALL=C comm -23 "$work/are" "$work/may" | while read -r from to; do
        echo "arrows: $from includes $to, and doc/architecture.md has no such arrow"
    done
    LC_ALL=C comm -13 "$work/are" "$work/may" | while read -r from to; do
        echo "arrows: doc/architecture.md has $from to $to, and no file includes it"
    done
    tsort <"$work/includes" 2>&1 >/dev/null | sed -n 's/^tsort: \([a-z].*\/.*\)/arrows: in a circle: \1/p'
    tsort <"$work/may" 2>&1 >/dev/null | sed -n 's/^tsort: \([a-z].*\/.*\)/arrows: in a circle: \1/p'
}

# The check refuses each of these, or it proves nothing.
mkdir -p "$work/wrong/common/low" "$work/wrong/judge/high" "$work/wrong/confederate" \
    "$work/wrong/doc"
echo '#include "judge/high/b.h"' >"$work/wrong/common/low/a.c"
echo '#include "common/low/c.h"' >"$work/wrong/common/low/a.h"
echo '#include "common/low/a.h"' >"$work/wrong/common/low/c.c"
printf '## Arrows\n\njudge/high: common/low\n' >"$work/wrong/doc/architecture.md"
check "$work/wrong" >"$work/said"
for words in 'common/low includes judge/high' 'has judge/high to common/low' \
    'in a circle: common/low/a'; do
    grep -qF "$words" "$work/said" || {
        echo "arrows: not refused: $words"
        exit 1
    }
done

check "$root" >"$work/said"
cat "$work/said"
[ ! -s "$work/said" ]
