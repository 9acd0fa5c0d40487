# Completion of judge, confederate, entry and referee for bash. Options, their values and
# the verbs of referee are read from --help.
#
# `cmake --install` installs it in bash's directory of completions. To load it by hand:
# . doc/completion.bash

# _double_return_help PROGRAM [VERB]: prints a line "-r --rules BOOK" for each option.
_double_return_help() {
    command "$@" --help 2>/dev/null |
        sed -n 's/^ *\(-[A-Za-z]\), \(--[a-z-]*\) *\([A-Z][A-Z:]*\)\{0,1\} .*/\1 \2 \3/p
            s/^ *\(--[a-z-]*\) *\([A-Z][A-Z:]*\)\{0,1\} .*/\1 \1 \2/p'
}

# _double_return_forms PROGRAM VERB: prints the forms of --to, one on each line.
_double_return_forms() {
    command "$@" --help 2>/dev/null | sed -n '/^forms:/,/^$/s/^  \([a-z0-9]*\) .*/\1/p'
}

# _double_return_value OPTION WORD COMMAND...: completes the value of an option. Returns 1
# if the option has no value.
_double_return_value() {
    local option=$1 word=$2 short long value
    shift 2
    while read -r short long value; do
        [ "$option" = "$short" ] || [ "$option" = "$long" ] || continue
        case "$long $value" in
        *" ") return 1 ;;
        "--pace "*) COMPREPLY=($(compgen -W 'raw line turn' -- "$word")) ;;
        "--turn "*) COMPREPLY=($(compgen -W 'empty-line line' -- "$word")) ;;
        "--pane "*) COMPREPLY=($(compgen -W 'left right' -- "$word")) ;;
        *" FORM") COMPREPLY=($(compgen -W "$(_double_return_forms "$@")" -- "$word")) ;;
        *" BOOK") COMPREPLY=($(compgen -W '1996 2003 2004 2009 wager' -- "$word")) ;;
        *" FILE") COMPREPLY=($(compgen -f -- "$word")) ;;
        *" DIR") COMPREPLY=($(compgen -d -- "$word")) ;;
        esac
        return 0
    done < <(_double_return_help "$@")
    return 1
}

_double_return() {
    local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]}
    local before=${COMP_WORDS[COMP_CWORD - 1]} asked=("${COMP_WORDS[0]}")

    COMPREPLY=()
    if [ "${program##*/}" = referee ] && [ "$COMP_CWORD" -gt 1 ]; then
        asked+=("${COMP_WORDS[1]}")
    fi
    # bash splits --rules=2004 into three words.
    if [ "$word" = "=" ]; then
        word=
    elif [ "$before" = "=" ] && [ "$COMP_CWORD" -gt 2 ]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    case "$before" in
    -*) _double_return_value "$before" "$word" "${asked[@]}" && return ;;
    esac
    case "$word" in
    -*)
        COMPREPLY=($(compgen -W \
            "$(_double_return_help "${asked[@]}" | cut -d ' ' -f 1,2)" -- "$word"))
        ;;
    *)
        if [ "${program##*/}" = referee ] && [ "$COMP_CWORD" = 1 ]; then
            COMPREPLY=($(compgen -W "$(command "$program" --help 2>/dev/null |
                sed -n 's/^  \([a-z][a-z]*\) .*/\1/p')" -- "$word"))
        else
            COMPREPLY=($(compgen -f -- "$word"))
        fi
        ;;
    esac
}

complete -o filenames -F _double_return judge confederate entry referee
