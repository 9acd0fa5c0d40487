#!/bin/sh
# sh readme.sh COMMAND: run a command of doc/guide-contest.md, which must contain it word
# for word, and note in ./ran that it was run. Stations listen on $PORT, the test's own,
# instead of 1950. Without COMMAND: print all commands.
set -eu

commands() {
    sed -n 's/^    //p' "$SRC/doc/guide-contest.md"
}

if [ $# -eq 0 ]; then
    commands
    exit
fi
commands | grep -qxF -e "$1" || {
    echo "readme.sh: doc/guide-contest.md has no such command: $1" >&2
    exit 1
}
echo "$1" >>ran
command=$(echo "$1" | sed -e "s/-b [0-9.]*/& -p $PORT/" \
    -e "/^referee watch/s/127[0-9.]*/&:$PORT/g")
exec sh -c "$command"
