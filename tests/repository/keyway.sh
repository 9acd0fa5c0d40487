#!/bin/sh
# keyway.sh - the way of a key in doc/architecture.md is the way in the source.
#
#   sh keyway.sh SOURCE
#
# SOURCE is the root of the source. Each line of the blocks below the heading "The way of
# one keystroke" names a function, FILE.c:FUNCTION, and is indented below its caller.
# With "by POINTER" behind it the caller uses that function pointer, and some file takes
# the function's address. A function that its file does not define, a caller that does
# not call it, and a file that two functions of a block enter are one line each on
# standard output; the exit status is then 1.
set -eu

root=$(cd "${1:?usage: keyway.sh SOURCE}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# listed ROOT: "BLOCK FILE FUNCTION CALLER-FILE CALLER POINTER" for each line of the
# blocks; - stands for no caller and for no pointer.
listed() {
    awk '/^## / { inside = /^## The way of one keystroke$/ }
        inside && /^```/ { fences++; depth = 0 }
        inside && match($0, /[a-z][a-z0-9_\/]*\.c:[a-z0-9_]+/) {
            split(substr($0, RSTART, RLENGTH), pair, ":")
            while (depth > 0 && at[depth] >= RSTART)
                depth--
            column = RSTART
            pointer = match($0, / by [a-z_]+$/) ? substr($0, RSTART + 4) : "-"
            from = depth > 0 ? file[depth] " " name[depth] : "- -"
            print (fences + 1) / 2, pair[1], pair[2], from, pointer
            at[++depth] = column
            file[depth] = pair[1]
            name[depth] = pair[2]
        }' "$1/doc/architecture.md"
}

# body FILE FUNCTION: the body of a function, or failure.
body() {
    [ -f "$1" ] && awk -v name="$2" '
        !inside && $0 ~ "^[a-z].*[ *]" name "\\(" { head = 1 }
        head && /;$/ { head = 0 }
        head && /^\{/ { inside = 1; head = 0; next }
        inside && /^\}/ { found = 1; exit }
        inside { gsub(/\/\*.*\*\//, ""); print }
        END { exit !found }' "$1"
}

# check ROOT: every mistake as one line.
check() {
    listed "$1" >"$work/listed"
    [ -s "$work/listed" ] || echo "keyway: doc/architecture.md names no function"
    while read -r block file name from caller pointer; do
        body "$1/$file" "$name" >/dev/null ||
            echo "keyway: $file does not define $name()"
        [ "$caller" = - ] && continue
        body "$1/$from" "$caller" >"$work/body" || continue
        if [ "$pointer" = - ]; then
            grep -qE "(^|[^a-z0-9_])$name\\(" "$work/body" ||
                echo "keyway: $from: $caller() does not call $name()"
        else
            grep -qE "(^|[^a-z0-9_])$pointer\\(" "$work/body" ||
                echo "keyway: $from: $caller() does not call by $pointer"
            grep -rqE --include='*.c' "[^a-z0-9_]$name([^a-z0-9_(]|\$)" "$1" ||
                echo "keyway: $name() is no function pointer anywhere"
        fi
    done <"$work/listed"
    awk '$2 != $4 && !seen[$1 " " $2 " " $5]++ && ++count[$1 " " $2] == 2 {
            print "keyway: block " $1 " enters " $2 " twice" }' "$work/listed"
}

# The check refuses each of these, or it proves nothing.
mkdir -p "$work/wrong/doc"
cat >"$work/wrong/a.c" <<'END'
void a_press(int key);

void a_press(int key)
{
    b_type(key); /* and not c_draw() */
    on_key(key);
}
END
cat >"$work/wrong/b.c" <<'END'
static void b_type(int key)
{
    a_press(key);
}
END
cat >"$work/wrong/doc/architecture.md" <<'END'
## The way of one keystroke

```
a.c:a_press
  b.c:b_type
    a.c:a_press
  b.c:b_gone
  c.c:c_draw
  b.c:b_type      by on_key
  b.c:b_type      by on_line
a.c:c_draw
```
END
check "$work/wrong" >"$work/said"
for words in 'b.c does not define b_gone' 'c.c does not define c_draw' \
    'a_press() does not call c_draw' 'does not call by on_line' \
    'b_type() is no function pointer' 'enters a.c twice' \
    'a.c does not define c_draw'; do
    grep -qF "$words" "$work/said" || {
        echo "keyway: not refused: $words"
        exit 1
    }
done
if grep -q 'define a_press\|call b_type\|by on_key' "$work/said"; then
    echo "keyway: refused a line that is right:"
    cat "$work/said"
    exit 1
fi

check "$root" >"$work/said"
cat "$work/said"
[ ! -s "$work/said" ]
