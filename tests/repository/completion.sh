#!/bin/sh
# Tests that every option in --help, and every verb, is completed: sh completion.sh SOURCE
# PROGRAMS. The expected words are read from --help in another way. Exits with 77
# (skipped) if bash passes, and there is no zsh.
set -u
source=$(cd "$1" && pwd) && programs=$(cd "$2" && pwd) || exit 66
PATH=$programs:$PATH
export PATH
work=$(mktemp -d) || exit 73
trap 'rm -rf "$work"' EXIT
mistakes=0

# All words with a leading hyphen in front of the text of an option's line.
cat >"$work/options.awk" <<'END'
/^ *-/ {
    for (i = 1; i <= NF && $i ~ /^-/; i++) {
        sub(/,$/, "", $i)
        print $i
    }
}
END

# In bash and zsh: complete WORD... prints the completions of the last word.
cat >"$work/ask.bash" <<'END'
. "$1/doc/completion.bash"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_double_return
printf '%s\n' "${COMPREPLY[@]}"
END
cat >"$work/ask.zsh" <<'END'
compadd() { shift; print -l -- "$@" }
compset() { true }
_files() { print -l -- *(N) }
file=$1/doc/completion.zsh
shift
words=("$@")
CURRENT=$#
source $file
END

ask() {
    "$shell" "$work/ask.$shell" "$source" "$@"
}

# has TEXT WORD...: TEXT is among the completions of these words.
has() {
    what=$1
    shift
    ask "$@" | grep -Fqx -e "$what" && return
    echo "completion: $shell: '$*' does not give $what"
    mistakes=$((mistakes + 1))
}

# options COMMAND...: all of them are completed.
options() {
    "$@" --help | awk -f "$work/options.awk" >"$work/options"
    if ! [ -s "$work/options" ]; then
        echo "completion: $* --help lists no options"
        mistakes=$((mistakes + 1))
    fi
    ask "$@" - >"$work/completed"
    while read -r option; do
        grep -Fqx -e "$option" "$work/completed" && continue
        echo "completion: $shell: $* does not complete $option"
        mistakes=$((mistakes + 1))
    done <"$work/options"
}

check() {
    shell=$1
    for program in judge confederate entry referee; do
        options "$program"
    done
    referee --help | awk '/^  [a-z]/ { print $1 }' >"$work/verbs"
    while read -r verb; do
        has "$verb" referee ""
        options referee "$verb"
        has --help referee "$verb" -
    done <"$work/verbs"
    has wager judge -r ""
    has 2004 confederate --rules ""
    has turn confederate --pace ""
    has empty-line entry --turn ""
    for form in cast jsonl csv text transcript 2007 2009 2012; do
        has "$form" referee export --to ""
    done
    has left referee export --pane ""
    cd "$work" && : >contest.ini && mkdir -p logs
    has contest.ini referee schedule ""
    has contest.ini judge --key ""
    has logs judge --log ""
}

check bash
if command -v zsh >/dev/null; then
    check zsh
    skipped=0
else
    echo "completion: no zsh here, so only bash was tried"
    skipped=77
fi
[ "$mistakes" = 0 ] || exit 1
exit "$skipped"
