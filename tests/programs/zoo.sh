#!/bin/sh
# zoo.sh - misbehaving programs, each behind an entry: the judge's screen, and no process
# of the program left afterwards.
#
#   sh zoo.sh PROGRAMS SOURCE [NAME...]
#
# are the directory of the built programs, the root of the source, and the sections to
# play, by default all of zoo.txt (which describes its form). Each is played twice: the
# first entry is ended by SIGTERM in the middle of the conversation, the second killed by
# SIGKILL. After that no descendant of it may live, in any session: a variable in their
# environment marks them. The entry's memory stays below ZOO_MEMORY_KB, if that is set.
set -u

if [ $# -lt 2 ]; then
    echo "usage: zoo.sh PROGRAMS SOURCE [NAME...]" >&2
    exit 64
fi
bin=$(cd "$1" && pwd) && src=$(cd "$2" && pwd) || exit 66
shift 2
names="$*"
workers=4
first_port=$((30000 + $$ % 900 * 2)) # above those of plays, below those of the system
patience=${STAGE_PATIENCE:-1}
work=$(mktemp -d) || exit 73
trap 'rm -rf "$work"' EXIT

# soon COMMAND...: whether it succeeds within twenty seconds, times the patience.
soon() {
    tries=0
    until "$@"; do
        tries=$((tries + 1))
        [ "$tries" -lt $((400 * patience)) ] || return 1
        sleep 0.05
    done
}

# The processes with a mark in their environment.
marked() { grep -lsaF "ZOO=$1" /proc/[0-9]*/environ | cut -d/ -f3; }
none_marked() { [ -z "$(marked "$1")" ]; }

# Whether the file grows to which short-lived processes write.
grows() {
    [ -e running ] || return 1
    before=$(wc -c <running)
    sleep 0.2
    [ "$(wc -c <running)" != "$before" ]
}
says_port() { grep -q 'on port' entry.err; }

# Whether n keys of the judge have arrived, and after them a turn of the program; all
# lines are as expected except the last, the prompt: it appears at the end of the
# conversation.
seen_all() {
    [ "$(grep -c ' local ' LP-01.KEY)" = "$1" ] &&
        [ "$(tail -n 2 LP-01.KEY | grep -c ' remote left Return$')" = 2 ] &&
        sed '$d' seen.expected | cmp -s - seen
} 2>/dev/null

# say TEXT: this play has failed.
say() {
    echo "zoo: $program, $ending: $*"
    failed=1
}

# play PROGRAM FAST OPTIONS ENDING PORT: here; seen.expected is the judge's screen.
play() {
    program=$1 ending=$4 port=$5 failed=0 from=$bin
    mark=$$-$program-$ending
    [ "$2" = no ] || from=$bin/faulty
    mkfifo keys
    : >entry.err
    exec 9<>keys
    env >surroundings
    echo "ZOO=$mark" >>surroundings
    [ "$2" = no ] || echo "FAULTS_FAST=20" >>surroundings
    eval "set -- $3"
    own=
    for word; do # words after -- are arguments of the program
        shift
        if [ "$word" = -- ]; then
            own=yes
            set -- "$@" -- "$src/tests/programs/$program"
        else
            set -- "$@" "$word"
        fi
    done
    [ -n "$own" ] || set -- "$@" -- "$src/tests/programs/$program"
    (
        [ "$from" = "$bin" ] || export FAULTS_FAST=20
        export ZOO="$mark"
        exec "$from/entry" --plain --pace raw -b 127.0.0.1 -p "$port" --log-prefix E "$@"
    ) </dev/null >entry.out 2>entry.err 9<&- &
    entry=$!
    soon says_port || say "entry does not listen: $(cat entry.err)"
    (
        [ "$from" = "$bin" ] || export FAULTS_FAST=20
        exec "$from/judge" --plain "127.0.0.1:$port"
    ) <keys >seen 2>judge.err 9<&- &
    judge=$!
    sed -n '$!s/^>//p' seen.expected | tr '\n' '\r' >typed
    cat typed >&9
    soon seen_all "$(wc -c <typed)" || say "the judge sees: $(diff seen.expected seen)"
    memory=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/$entry/status")
    [ "${memory:-0}" -le "${ZOO_MEMORY_KB:-1000000}" ] || say "entry took $memory KB"
    marked "$mark" | grep -qx "$entry" || say "entry does not bear the mark"
    [ ! -e running ] || grows || say "the program does not run away"
    kill "-$ending" "$entry"
    wait "$entry" 2>/dev/null
    status=$?
    [ "$ending" = KILL ] || [ "$status" = 0 ] || say "entry ended with $status"
    soon none_marked "$mark" || say "left: $(marked "$mark" | xargs ps -fp)"
    ! grows || say "left: a process that is never the same"
    # Left processes must not disturb the next test.
    for pid in $(marked "$mark"); do kill -KILL "-$(ps -o pgid= -p "$pid" | tr -d ' ')"; done
    exec 9<&-
    if [ "$ending" = KILL ]; then
        kill "$judge"
    else
        wait "$judge"
        cmp -s seen.expected seen || say "the judge saw at last: $(diff seen.expected seen)"
    fi
    wait "$judge" 2>/dev/null
    [ "$(cat E-*.ERR | wc -c)" -lt 1200000 ] || say "the .ERR file is too large"
    ! LC_ALL=C grep -q '[^ -~]' E-*.TXT E-*.KEY LP-*.TXT || say "a record is no ASCII"
    [ "$failed" = 0 ] || cat entry.err judge.err | sed 's/^/| /' | tail -n 20
    return "$failed"
}

# One directory for each section, with its screen and its command line.
awk -v work="$work" '
/^===? / {
    number++
    fast = $1 == "===" ? "yes" : "no"
    name = $2
    sub(/:$/, "", name)
    options = $0
    sub(/^=*[^:]*: */, "", options)
    directory = sprintf("%s/%03d", work, number)
    system("mkdir -p " directory "/TERM " directory "/KILL")
    print name "\t" fast "\t" options >directory "/run"
    close(directory "/run")
    next
}
number { print >directory "/seen" }' "$src/tests/programs/zoo.txt"

# worker NUMBER: one section for each round of the workers, from that number on.
worker() {
    failures=0 at=0
    for section in "$work"/[0-9]*; do
        at=$((at + 1))
        [ $((at % workers)) = "$1" ] || continue
        name=$(cut -f1 "$section/run")
        case " $names " in
        "  " | *" $name "*) ;;
        *) continue ;;
        esac
        for how in TERM KILL; do
            cp "$section/seen" "$section/$how/seen.expected"
            (cd "$section/$how" && play "$name" "$(cut -f2 "$section/run")" \
                "$(cut -f3- "$section/run")" "$how" $((first_port + 2 * at))) || failures=$((failures + 1))
        done
    done
    return "$((failures != 0))"
}

bad=0
pids=
n=0
while [ "$n" -lt "$workers" ]; do
    worker "$n" &
    pids="$pids $!"
    n=$((n + 1))
done
for pid in $pids; do
    wait "$pid" || bad=1
done
set -- "$work"/[0-9]*
echo "zoo: $# programs"
exit "$bad"
