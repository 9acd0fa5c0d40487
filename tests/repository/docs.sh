#!/bin/sh
# Tests the documents: the man pages are clean and have the options of the programs,
# doc/rules.md names modules and tests that exist, and doc/architecture.md names every
# source file.
#
#   sh docs.sh SOURCE PROGRAMS BUILD
#
# are the root of the source, the directory of the built programs, and the build
# directory whose tests count. Every mistake is one line. Exits with 77 (skipped) if
# all else is well and mandoc is missing.
set -u

if [ $# -ne 3 ]; then
    echo "usage: docs.sh SOURCE PROGRAMS BUILD" >&2
    exit 64
fi
root=$(cd "$1" && pwd) && programs=$(cd "$2" && pwd) && build=$(cd "$3" && pwd) ||
    exit 66
work=$(mktemp -d) || exit 73
trap 'rm -rf "$work"' EXIT
mistakes=0
skipped=0

mistake() {
    echo "docs: $*"
    mistakes=$((mistakes + 1))
}

# each FILE MESSAGE: every line of FILE is a mistake; MESSAGE has a % for it.
each() {
    while IFS= read -r line; do
        mistake "${2%%%*}$line${2#*%}"
    done <"$1"
}

# only_first A B, only_second A B: lines that the other, sorted, file lacks.
only_first() { LC_ALL=C comm -23 "$1" "$2" >"$work/only"; }
only_second() { LC_ALL=C comm -13 "$1" "$2" >"$work/only"; }

# Man pages

# mandoc looks for referenced pages in the current directory.
check_lint() {
    if ! command -v mandoc >/dev/null; then
        skipped=1
        return
    fi
    (cd "$root/doc" && mandoc -T lint ./*.[1-9]) >"$work/lint" 2>&1
    each "$work/lint" "%"
}

# "-j --judge NN", "--plain": an option as --help has it, and as the page has it.
options_of_help() {
    "$programs/$1" --help |
        sed -n 's/^ *\(-[A-Za-z], \)\{0,1\}\(--[a-z-]*\)\( [A-Z][A-Z]*\)\{0,1\} .*/\1\2\3/p' |
        tr -d , | LC_ALL=C sort
}

options_of_page() {
    sed -n '/^\.Sh OPTIONS/,/^\.Sh [^O]/s/^\.It Fl \(.*\)/\1/p' "$root/doc/$1.1" |
        sed -e 's/^-/--/' -e 's/^\([A-Za-z]\) .*, Fl -/-\1 --/' \
            -e 's/^\([A-Za-z]\) , Fl -/-\1 --/' -e 's/ Ar / /' | LC_ALL=C sort
}

# The same for a verb of referee, whose options have a part of the page.
check_verb() {
    "$programs/referee" "$1" --help |
        sed -n 's/^ *\(-[A-Za-z], \)\{0,1\}\(--[a-z-]*\)\( [A-Z][A-Z]*\)\{0,1\} .*/\1\2\3/p' |
        tr -d , | LC_ALL=C sort >"$work/help"
    sed -n "/^\.Ss Options of $1/,/^\.S[sh] [^O]/s/^\.It Fl \(.*\)/\1/p" \
        "$root/doc/referee.1" | sed -e 's/^-/--/' -e 's/^\([A-Za-z]\) , Fl -/-\1 --/' \
        -e 's/ Ar / /' | LC_ALL=C sort >"$work/page"
    [ -s "$work/help" ] || mistake "referee $1 --help lists no options"
    only_first "$work/help" "$work/page"
    each "$work/only" "referee.1: $1 lacks '%', which its --help has"
    only_second "$work/help" "$work/page"
    each "$work/only" "referee.1: $1 has '%', which its --help has not"
}

check_options() {
    options_of_help "$1" >"$work/help"
    options_of_page "$1" >"$work/page"
    [ -s "$work/help" ] || mistake "$1 --help lists no options"
    only_first "$work/help" "$work/page"
    each "$work/only" "$1.1: OPTIONS lacks '%', which $1 --help has"
    only_second "$work/help" "$work/page"
    each "$work/only" "$1.1: OPTIONS has '%', which $1 --help has not"
}

# rules.md: tables with a heading for each column in their first row.

# column TITLE: the rows' cells under that title, one a line.
column() {
    awk -F'|' -v title=" $1 " '
        !/^\|/ { inside = 0; next }
        /^\|-/ { next }
        !inside { for (at = NF; at > 0 && $at != title; at--) continue }
        { if (inside && at) print $at }
        { inside = 1 }' "$root/doc/rules.md"
}

# quoted: the words in backquotes.
quoted() {
    # shellcheck disable=SC2016 # no expression
    grep -o '`[^`]*`' | tr -d '`' | LC_ALL=C sort -u
}

check_clauses() {
    for clause in 7 8 11 1a 1b 1c 1d 1e 2a 2b 2c 2d 2e; do
        column clause | grep -q "^ [*]*${clause}[*]* " ||
            mistake "rules.md: no row for clause $clause"
    done
    for title in "carried out by" "checked by"; do
        column "$title" | grep -v '`' >"$work/rows" && mistake "rules.md: a row says" \
            "nothing under '$title'"
    done
}

check_modules() {
    column "carried out by" | quoted >"$work/modules"
    [ -s "$work/modules" ] || mistake "rules.md: names no modules"
    while IFS= read -r module; do
        [ -f "$root/$module" ] || mistake "rules.md: there is no module $module"
    done <"$work/modules"
}

check_tests() {
    column "checked by" | quoted >"$work/named"
    [ -s "$work/named" ] || mistake "rules.md: names no tests"
    ctest --test-dir "$build" -N |
        sed -n 's/^ *Test *#[0-9]*: *\([^ ]*\).*/\1/p' | LC_ALL=C sort -u >"$work/tests"
    [ -s "$work/tests" ] || mistake "$build: ctest lists no tests"
    only_first "$work/named" "$work/tests"
    each "$work/only" "rules.md: there is no test %"
}

# architecture.md: a table for each folder, a row for each module.

check_map() {
    for path in "$root"/"$1"/*.[ch]; do
        name=${path##*/}
        echo "${name%.?}"
    done | LC_ALL=C sort -u >"$work/files"
    # shellcheck disable=SC2016 # no expression
    awk -v heading="### $1" '
        /^#/ { inside = $0 == heading }
        inside && /^\| `/ { print }' "$root/doc/architecture.md" |
        sed 's/^| `\([^`]*\)`.*/\1/' | LC_ALL=C sort -u >"$work/mapped"
    only_first "$work/files" "$work/mapped"
    each "$work/only" "architecture.md: $1 lacks %"
    only_second "$work/files" "$work/mapped"
    each "$work/only" "architecture.md: $1 has %, and there is no such file"
}

check_lint
for program in judge referee confederate entry; do
    check_options "$program"
done
check_verb schedule
check_clauses
check_modules
check_tests
(cd "$root" && find common judge confederate -name '*.c' | sed 's|/[^/]*$||') |
    LC_ALL=C sort -u >"$work/folders"
while IFS= read -r folder; do
    check_map "$folder"
done <"$work/folders"

if [ "$mistakes" -gt 0 ]; then
    echo "docs: $mistakes in all"
    exit 1
fi
if [ "$skipped" -gt 0 ]; then
    echo "docs: no mandoc here, so the man pages were not proof-read; all else is well"
    exit 77
fi
