#!/bin/sh
# Tests the files that `cmake --install` installs: sh install.sh BUILD-DIRECTORY
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cmake --install "$1" --prefix "$place" >/dev/null
for program in judge referee confederate entry; do
    "$place/bin/$program" --version
    test -s "$place/share/man/man1/$program.1"
    bash -c '. "$1" && complete -p "$2"' - \
        "$place/share/bash-completion/completions/$program" "$program" >/dev/null
done
test -s "$place/share/man/man5/lp-transcript.5"
test -s "$place/share/zsh/site-functions/_double_return"
