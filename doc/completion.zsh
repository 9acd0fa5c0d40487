#compdef judge confederate entry referee
# Completion of judge, confederate, entry and referee for zsh. Options, their values and
# the verbs of referee are read from --help.
#
# `cmake --install` installs it as _double_return in zsh's directory of completions.

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

# _double_return_value OPTION COMMAND...: completes the value of an option. Returns 1 if
# the option has no value.
_double_return_value() {
    local option=$1 line
    local -a parts
    shift
    for line in "${(@f)$(_double_return_help "$@")}"; do
        parts=("${(@s: :)line}")
        [[ $option = $parts[1] || $option = $parts[2] ]] || continue
        case "$parts[2] $parts[3]" in
        *" ") return 1 ;;
        "--pace "*) compadd -- raw line turn ;;
        "--turn "*) compadd -- empty-line line ;;
        "--pane "*) compadd -- left right ;;
        *" FORM") compadd -- ${(f)"$(_double_return_forms "$@")"} ;;
        *" BOOK") compadd -- 1996 2003 2004 2009 wager ;;
        *" FILE") _files ;;
        *" DIR") _files -/ ;;
        esac
        return 0
    done
    return 1
}

_double_return() {
    local program=$words[1] word=$words[CURRENT] before=$words[CURRENT-1]
    local -a asked
    asked=($program)

    if [[ ${program:t} = referee && $CURRENT -gt 2 ]]; then
        asked+=($words[2])
    fi
    if [[ $word = --*=* ]] && compset -P '*='; then
        _double_return_value "${word%%=*}" $asked
        return
    fi
    if [[ $CURRENT -gt 2 && $before = -* ]] && _double_return_value "$before" $asked; then
        return
    fi
    if [[ $word = -* ]]; then
        compadd -- ${(u)=${(f)"$(_double_return_help $asked | cut -d ' ' -f 1,2)"}}
    elif [[ ${program:t} = referee && $CURRENT -eq 2 ]]; then
        compadd -- ${(f)"$(command $program --help 2>/dev/null |
            sed -n 's/^  \([a-z][a-z]*\) .*/\1/p')"}
    else
        _files
    fi
}

_double_return "$@"
