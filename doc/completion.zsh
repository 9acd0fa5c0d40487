#compdef judge confederate entry referee
# Completion of judge, confederate, entry and referee for zsh. It asks the programs
# themselves: their --help lists every option, what it takes, and referee's verbs.
#
# `cmake --install` puts it where zsh looks for it, as _double_return.

# _double_return_help PROGRAM [VERB]: "-r --rules BOOK", an option a line.
_double_return_help() {
    command "$@" --help 2>/dev/null |
        sed -n 's/^ *\(-[A-Za-z]\), \(--[a-z-]*\) *\([A-Z][A-Z:]*\)\{0,1\} .*/\1 \2 \3/p
            s/^ *\(--[a-z-]*\) *\([A-Z][A-Z:]*\)\{0,1\} .*/\1 \1 \2/p'
}

# _double_return_forms PROGRAM VERB: what --to takes, a form a line.
_double_return_forms() {
    command "$@" --help 2>/dev/null | sed -n '/^forms:/,/^$/s/^  \([a-z0-9]*\) .*/\1/p'
}

# _double_return_value OPTION COMMAND...: what may follow an option that takes a value.
# Returns 1 if it takes none.
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
