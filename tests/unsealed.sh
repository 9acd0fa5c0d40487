#!/bin/sh
# The programs in a build without libsodium: sh unsealed.sh SOURCE
#
# They are built so, hold a conversation, and say in one line that they have no keys.
set -eu
source=${1:?usage: unsealed.sh SOURCE}
place=$(mktemp -d)
station=
clean_up() {
    [ -z "$station" ] || kill "$station" 2>/dev/null || :
    rm -rf "$place"
}
trap clean_up EXIT
trap 'exit 1' HUP INT TERM

fail() {
    echo "unsealed.sh: $*" >&2
    exit 1
}

cmake -S "$source" -B "$place/build" -DSODIUM=OFF -DTESTS=OFF -DWERROR=ON \
    -DCMAKE_BUILD_TYPE=Debug >"$place/made" 2>&1 &&
    cmake --build "$place/build" -j 2 >>"$place/made" 2>&1 || {
    cat "$place/made" >&2
    fail "it cannot be built"
}
cd "$place"
if ldd build/judge | grep -i sodium; then
    fail "judge needs libsodium all the same"
fi

# refuses WORDS COMMAND...: ends with 69, and says one line with these words.
refuses() {
    words=$1
    shift
    status=0
    "$@" >out 2>err || status=$?
    [ "$status" = 69 ] || fail "$* ends with $status"
    [ "$(wc -l <err)" = 1 ] || fail "$* says more than a line"
    grep -q "$words" err || fail "$* says: $(cat err)"
}
refuses "no keys without libsodium" build/referee key new
[ ! -e new ] || fail "a key was made"
echo "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff" >key
chmod 600 key
refuses "key: no keys without libsodium" build/judge --key key localhost
refuses "key: no keys without libsodium" build/confederate --key key
refuses "key: no keys without libsodium" build/entry --key key --doctor

mkfifo said
build/entry --doctor --plain --pace raw -b 127.0.0.1 </dev/null >/dev/null 2>said &
station=$!
exec 3<said
read -r line <&3
printf '@@04\r\rHello.\r\r' | build/judge --plain "127.0.0.1:${line##* }" >out
grep -q "Welcome judge 4" out || fail "the judge was not welcomed"
