#!/bin/sh
# The 2009 protocol with an entry and a judge program written from the rule book alone,
# and with the variants of earlier contests' programs, one by one.
#
#   sh lpp_variants.sh PROGRAMS SOURCE
#
# Each variant has its own directory, and all run at once; the transcripts must be the
# same for all variants. Exits with 77 (skipped) without python3.
set -u

programs=${1:?usage: lpp_variants.sh PROGRAMS SOURCE}
peers=${2:?usage: lpp_variants.sh PROGRAMS SOURCE}/tests/peers
command -v python3 >/dev/null || { echo "no python3 here"; exit 77; }
work=$(mktemp -d) || exit 73
trap '[ -z "$started" ] || kill $started; rm -rf "$work"' EXIT
started=
failures=0
cd "$work" || exit 73

# Every character of ASCII, in three lines.
cat >said <<'END'
The quick brown fox {jumps} over [the] (lazy) "dog"; it's <5> & ~60 percent of #1!
ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789
a\b|c/d`e'f"g@h$i^j*k=l_m+n-o,p.q:r?
END

variants="none digits=1 digits=10 digits=12 digits=19 seconds count seconds,digits=1 cr
tab quotedble x11 blank shift fake deletes leftovers=300 litter"

# The lines of the transcript at $1, without times.
spoken() {
    sed -n 's/^\([A-Z0-9]\{1,\}\)\[[0-9:]*\]/\1 /p' "$1"
}

# wait_for FILE WORD: until the file contains the word.
wait_for() {
    tries=0
    until grep -q "$2" "$1" 2>/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -lt 600 ] || return 1
        sleep 0.05
    done
}

# The judge's console and an entry program with the variant $1.
against_entry() {
    mkdir -p "$1/left"
    # shellcheck disable=SC2046 # a word for each
    python3 "$peers/lpp-entry.py" "$1/left" $(echo "$1" | tr , ' ') \
        >"$1/entry.out" 2>"$1/entry.slow" &
    entry=$!
    wait_for "$1/entry.out" ready
    "$programs/judge" --plain -l "$1" "lpp:$1/left" <said >"$1/out" 2>"$1/err"
    kill "$entry"
    wait "$entry" 2>"$1/entry.err"
}

# The confederate's console and a judge program.
against_judge() {
    mkdir -p "$1/right" "$1/log"
    # shellcheck disable=SC2046
    python3 "$peers/lpp-judge.py" "$1/right" "$(tr '\n' '%' <said)" \
        end=% $(echo "$1" | tr , ' ') >"$1/judge.out" 2>"$1/judge.slow" &
    judge=$!
    wait_for "$1/judge.out" typed
    echo 'I heard you, "judge"; all of it.' |
        "$programs/confederate" --plain -l "$1/log" --lpp "$1/right" >"$1/out2" 2>&1
    wait_for "$1/judge.out" answer
    kill "$judge"
    wait "$judge" 2>"$1/judge.err"
}

while IFS= read -r line; do
    printf 'JUDGE00 %s\nPROGRAM You said: %s\n' "$line" "$line"
done <said >expected
sed 's/^/JUDGE00 /' said >expected2
echo 'PROGRAM I heard you, "judge"; all of it.' >>expected2

# same EXPECTED LOG NAME: compare the transcript in LOG; print the difference.
same() {
    spoken "$2/LP-01.TXT" >"$2/spoken"
    cmp -s "$1" "$2/spoken" && return
    echo "$3:"
    diff "$1" "$2/spoken"
    return 1
}

check() {
    good=0
    same expected "$1" "an entry with $1" || good=1
    same expected2 "$1/log" "a judge with $1" || good=1
    grep -qFx 'answer: I heard you, "judge"; all of it.' "$1/judge.out" || {
        echo "a judge with $1 has not had the answer"
        good=1
    }
    if [ -n "$(cd "$1" && find outside -mindepth 1 2>/dev/null)" ]; then
        echo "$1: something came to be outside"
        good=1
    fi
    return "$good"
}

# All of the variants given, side by side.
play() {
    started=
    for variant; do
        mkdir "$variant"
        against_entry "$variant" &
        started="$started $!"
        against_judge "$variant" &
        started="$started $!"
    done
    # shellcheck disable=SC2086
    wait $started
    started=
}

# Keys in the wrong order can be sorted only if they are made within a moment: on a
# machine too slow for that, try once more.
play_alone() {
    for _ in 1 2 3 4 5; do
        play "$1"
        check "$1" && return
        grep -q slow "$1/entry.slow" "$1/judge.slow" || break
        rm -rf "$1"
    done
    if [ -d "$1" ]; then
        failures=$((failures + 1))
    else
        echo "skipped: this machine is too busy for $1"
    fi
}

# shellcheck disable=SC2086
play $variants
for variant in $variants; do
    check "$variant" || failures=$((failures + 1))
done
for variant in backwards cr,seconds,blank,shift,backwards,fake,quotedble,litter; do
    play_alone "$variant"
done
echo "$failures failures"
[ "$failures" -eq 0 ]
