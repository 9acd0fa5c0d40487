#!/bin/sh
# A first conversation in this terminal: installs missing packages, builds, starts a
# station with the built-in partner in the background and a judge's console here.
#
#   sh examples/try.sh                 you are the judge
#   sh examples/try.sh --script FILE   plays a judge's lines and prints the conversation
#
# The judge's record is LP-nn.TXT and LP-nn.KEY in the current directory, the station's
# in hidden-room/ beside it.
set -eu

usage() {
    echo "usage: sh examples/try.sh [--script FILE]" >&2
    exit 64
}

script=
case "$#:${1-}" in
0:) ;;
2:--script) script=$2 ;;
*) usage ;;
esac
if [ -n "$script" ] && [ ! -r "$script" ]; then
    echo "try.sh: $script: no such file: name a file with a judge's lines," \
        "such as examples/first-questions.txt" >&2
    exit 66
fi

root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/examples/install.sh"
install_packages cmake make gcc libc6-dev libncurses-dev libseccomp-dev libsodium-dev \
    libinih-dev libjansson-dev pkg-config

build=$root/build/try
work=$(mktemp -d)
station=
clean_up() {
    if [ -n "$station" ]; then
        kill "$station" 2>/dev/null || :
        wait "$station" 2>/dev/null || :
    fi
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

[ -x "$build/bin/judge" ] || echo "Building the programs: about half a minute" >&2
if ! { cmake -S "$root" -B "$build" -DTESTS=OFF &&
    cmake --build "$build" -j "$(nproc)" --target judge entry; } \
    >"$work/build.log" 2>&1; then
    cat "$work/build.log" >&2
    exit 70
fi

# The partner types eight keys a second for a person, and without delay for a script.
pace=8
[ -z "$script" ] || pace=raw
mkdir -p hidden-room
mkfifo "$work/said"
"$build/bin/entry" --doctor --plain --pace "$pace" --bind 127.0.0.1 --log hidden-room \
    --label partner </dev/null >/dev/null 2>"$work/said" &
station=$!
exec 3<"$work/said"
# Other messages may precede the one with the port.
port=
while [ -z "$port" ] && read -r said <&3; do
    case "$said" in
    *" on port "*) port=${said##* } ;;
    *) echo "$said" >&2 ;;
    esac
done
[ -n "$port" ] || exit 69

status=0
if [ -n "$script" ]; then
    "$build/bin/judge" --plain "127.0.0.1:$port" <"$script" 3<&- || status=$?
else
    "$build/bin/judge" "127.0.0.1:$port" 3<&- || status=$?
fi
# At a terminal the judge's console prints the name of the transcript itself.
newest=$(ls -t LP-*.TXT 2>/dev/null | head -n 1)
[ -z "$script" ] || [ "$status" != 0 ] || echo "The transcript is $PWD/$newest"
echo "The station's own record is in $PWD/hidden-room"
exit "$status"
