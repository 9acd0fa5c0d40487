#!/bin/sh
# Interrupt a judge's conversation and start three consoles at once beside it, ROUNDS
# times: one resumes it, and the others find the station busy.
#
#   unshare -n sh race.sh PROGRAMS ROUNDS
#
# in an empty directory. Exits with 1, and a line, on another result.
set -u
programs=$1

fail() {
    echo "race: round $round: $*"
    exit 1
}

# judge NAME OPTION...: start a judge without a key yet.
judge() {
    said=$round/$1
    shift
    "$programs/judge" --plain "$@" -l "$round" --log-prefix JU 127.0.0.1 \
        <"$round/keys" >/dev/null 2>"$said" &
}

ip link set lo up
round=0
while [ "$round" -lt "$2" ]; do
    round=$((round + 1))
    mkdir "$round" || exit 1
    mkfifo "$round/keys"
    exec 3<>"$round/keys"
    "$programs/entry" --doctor -l "$round" </dev/null >/dev/null 2>"$round/station" &
    station=$!
    until grep -qs Waiting "$round/station"; do
        kill -0 "$station" || fail "the station has ended"
    done
    judge first
    printf 'Hello' >&3
    until grep -qs ' o$' "$round/LP-01.KEY"; do
        kill -0 $! || fail "the judge has ended"
    done
    kill -9 $!
    wait $! 2>/dev/null
    pids=
    for name in a b c; do
        judge "$name" --resume
        pids="$pids $!"
    done
    until [ "$(cat "$round"/[abc] | grep -c Busy)" -eq 2 ]; do
        for pid in $pids; do
            kill -0 "$pid" || fail "a judge has ended"
        done
    done
    # shellcheck disable=SC2086 # words
    kill $pids "$station"
    wait
    exec 3>&-
    [ "$(grep -l 'continues JU-01' "$round"/JU-*.KEY | wc -l)" -eq 1 ] ||
        fail "not one goes on with it"
done
