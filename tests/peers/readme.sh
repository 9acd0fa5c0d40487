#!/bin/sh
# sh readme.sh COMMAND: run a command of the README's "Running a contest", which must
# stand there word for word, and note in ./ran that it was run. Stations listen on $PORT,
# which nobody else has, and not on 1950.
set -eu

section() {
    sed -n '/^## Running a contest/,/^## [^R]/s/^    //p' "$SRC/README.md"
}

if [ $# -eq 0 ]; then # all of them, for who wants to see that each was run
    section
    exit
fi
section | grep -qxF -e "$1" || {
    echo "readme.sh: README.md has no such command: $1" >&2
    exit 1
}
echo "$1" >>ran
command=$(echo "$1" | sed -e "s/-b [0-9.]*/& -p $PORT/" \
    -e "/^referee watch/s/127[0-9.]*/&:$PORT/g")
exec sh -c "$command"
