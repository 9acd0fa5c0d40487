#!/bin/sh
# forms.sh - `referee export` of records of every form, handmade (records/) and real: an
# export to the same form is equal byte for byte, and an export to another form and back
# keeps the keys.
#
#   sh forms.sh REFEREE RECORDS [LOGS]
#
# REFEREE is the program, RECORDS and LOGS are directories of records. Exit status: 0; 1
# after one line for each mistake; 64.
set -u

if [ $# -lt 2 ]; then
    echo "usage: forms.sh REFEREE RECORDS [LOGS]" >&2
    exit 64
fi
referee=$1 records=$2 logs=${3-}
work=$(mktemp -d) || exit 73
trap 'rm -rf "$work"' EXIT
export TZ=UTC0
mistakes=0

mistake() {
    echo "forms: $*"
    mistakes=$((mistakes + 1))
}

# same FORM FILE: an export to the same form is equal.
same() {
    "$referee" export --to="$1" "$2" >"$work/out" 2>"$work/err" || mistake "$2: failed"
    cmp -s "$work/out" "$2" || mistake "$2: not the same as --to=$1"
}

# keys FILE: print the fields of its keys that all forms have: judge, side, pane, key, second.
keys() {
    "$referee" export --to=csv "$1" 2>"$work/err" |
        awk -F, 'NR > 1 { print $2, substr($3, 1, 19), $5, $7, $8 }'
}

# through FORM FILE: an export to the form has the same keys, and is equal when exported again.
through() {
    "$referee" export --to="$1" "$2" >"$work/through" 2>"$work/err" ||
        mistake "$2: failed to --to=$1"
    keys "$2" >"$work/before"
    keys "$work/through" >"$work/after"
    [ -s "$work/before" ] || mistake "$2: has no keys"
    cmp -s "$work/before" "$work/after" || mistake "$2: is another by way of --to=$1"
    same "$1" "$work/through"
}

# every FORM FILE: all tests of a key log in that form.
every() {
    same "$1" "$2"
    for form in 2007 2009 2012; do
        through "$form" "$2"
    done
    for form in jsonl csv text cast; do
        "$referee" export --to="$form" "$2" >"$work/out" 2>"$work/err" &&
            [ -s "$work/out" ] || mistake "$2: failed to --to=$form"
    done
}

# lines SIDES FILE: all tests of a transcript, which has no keys.
lines() {
    same transcript "$2"
    "$referee" export --to=csv "$2" | tail -n +2 | cut -d, -f5 >"$work/sides"
    printf '%s\n' $1 | cmp -s - "$work/sides" || mistake "$2: other speakers"
    "$referee" export --to=2009 "$2" >"$work/out" 2>"$work/err"
    [ $? -eq 65 ] && [ ! -s "$work/out" ] && [ "$(wc -l <"$work/err")" -eq 1 ] ||
        mistake "$2: keys were made of a transcript"
}

every 2007 "$records/2007.txt"
every 2009 "$records/2009.txt"
for file in 2012.log 2012.restart.log 2012-cut.log 2013.log; do
    every 2012 "$records/$file"
done
for form in 2007 2009 2012; do
    through "$form" "$records/LP-01.KEY"
    "$referee" check "$work/through" >"$work/out" || mistake "$form of LP-01.KEY: $(cat "$work/out")"
done
# In forms with one time, times are unique even for keys of one millisecond; times of
# earlier contests are unchanged.
sed -n '/^#/p; 1,2p' "$records/LP-01.KEY" | sed '/^# end/d' >"$work/burst"
printf 'J4 000001763648341000 00000176364834000%s remote left a\n' 1 2 3 4 >>"$work/burst"
"$referee" export --to=2012 "$work/burst" >"$work/once" 2>"$work/err"
[ "$(awk '/^J/ { print $2 }' "$work/once" | sort -u | wc -l)" -eq 4 ] ||
    mistake "keys of one millisecond have one time in 2012"
through 2012 "$work/burst"

lines "other judge other" "$records/1996.txt"
lines "judge other" "$records/1998.txt"
lines "other judge" "$records/2002.txt"

# A round of LPP v2: Python reads the same messages from it and from its export.
for form in jsonl csv; do
    "$referee" export --to="$form" "$records/Round1" >"$work/$form" 2>"$work/err" &&
        [ ! -s "$work/err" ] || mistake "Round1: failed to --to=$form"
done
cat >"$work/same.py" <<'END'
import csv, json, sys
said, jsonl, table = (open(name, newline="", encoding="utf-8") for name in sys.argv[1:])
said = sorted((m["id"], m["content"]) for m in map(json.loads, said))
jsonl = sorted((m["who"], m["text"]) for m in map(json.loads, jsonl) if "who" in m)
table = sorted((m["who"], m["text"]) for m in csv.DictReader(table))
sys.exit(len(said) != 10 or said != jsonl or said != table)
END
python3 -B "$work/same.py" "$records/Round1" "$work/jsonl" "$work/csv" ||
    mistake "Round1: other messages"

# A judge's line names the judge too.
sed '/^\*/d' "$records/1998.txt" >"$work/unsaid"
[ "$("$referee" export --to=csv "$work/unsaid" | cut -d, -f2 | tr '\n' ' ')" = "judge 2 2 " ] ||
    mistake "1998.txt without its change of judges: another judge"

# A judge and a round without numbers stay so; a transcript must number the judge, and one
# line reports it.
"$referee" export --to=2007 "$records/2012.restart.log" >"$work/six" &&
    grep -q '^starting round  left= Human right = Program$' "$work/six" &&
    ! grep -q '^J[0-9]' "$work/six" || mistake "2007 invents a round or a judge"
"$referee" export --to=2009 "$records/2012.restart.log" >"$work/six" &&
    grep -q '^\*Starting round  program a-nobody human H judge J left is Human right is a-nobody$' "$work/six" &&
    ! grep -q 'J[0-9]' "$work/six" || mistake "2009 invents a round or a judge"
"$referee" export --to=jsonl "$work/six" | grep -q '"round":"","program":"a-nobody"' ||
    mistake "a 2009 log without a round's number is misread"
"$referee" export --to=transcript --pane right "$records/2012.restart.log" >"$work/out" 2>"$work/err"
[ $? -eq 0 ] && [ "$(wc -l <"$work/err")" -eq 1 ] && grep -q JUDGE00 "$work/err" ||
    mistake "a transcript invents a judge without a word"

# Counters in place of times, as in some programs, are unchanged.
head -n 4 "$records/2012.log" >"$work/counted"
printf 'J2 %s left H\r\n' '0000000001 judge' '0000000012 a-nobody' >>"$work/counted"
every 2012 "$work/counted"

# One entry of 2012 never ended its lines: the export has all of its text, beyond the
# longest line of the prompt. A transcript may contain any characters.
{ head -n 4 "$records/2012.log"
  awk 'BEGIN { for (i = 0; i < 2500; i++) printf "J2 %018d a-nobody left %c\r\n", 13370843310089157 + i, 97 + i % 26
               for (i = 0; i < 3; i++) printf "J2 %018d judge left Z\r\n", 13370843310099157 + i }'
} >"$work/endless"
for how in 'export --to=text' 'export --to=transcript' 'replay --plain --speed=max'; do
    "$referee" $how "$work/endless" >"$work/out"
    [ "$(sed -n 's/.*\(other: \|PROGRAM.*\]\)//p' "$work/out" | tr -d '\n' | wc -c)" -eq 2500 ] ||
        mistake "$how: not all of a line without an end"
done
printf 'x\n[a] [b]\nStart at: [2026/11/20 14:12:20]\nPROGRAM[14:12:25]\303\251\n' >"$work/accent"
"$referee" replay --plain --speed=max "$work/accent" | grep -q "$(printf '\303\251')\$" ||
    mistake "a transcript loses its accents"

# Terminal controls are not shown, neither in a line nor in a key.
printf 'x\n[a\033c] [b]\nStart at: [2026/11/20 14:12:20]\nPROGRAM[14:12:25]%b\n' \
    'a\033[2Jb\0302\0233c\0342\0200\0256d\0351e caf\0303\0251 \0303' >"$work/bytes"
"$referee" export --to=text "$work/bytes" >"$work/out"
printf 'x\n[a?c] [b]\nStart at: [2026/11/20 14:12:20]\n[14:12:25] other: %b\n' \
    'a?[2Jb?c?d?e caf\0303\0251 ?' | cmp -s - "$work/out" || mistake "text obeys: $(cat -v "$work/out")"
{ head -n 4 "$records/2012.log"; printf 'J2 %s judge left %s\r\n' 013370843310089157 U009B \
    013370843310089158 U202E 013370843310089159 U00E9 013370843310089160 space; } >"$work/keys"
[ "$("$referee" export --to=csv "$work/keys" | tail -n +2 | cut -d, -f8- | tr '\n' ';')" = \
    "U009B,;U202E,;U00E9,$(printf '\303\251');space, ;" ] || mistake "csv obeys"

# A cast may have more keys than a replay: 4.3 million, which change no screen but the last.
{ head -n 4 "$records/2012.log"
  yes 'J2 013370843310089157 judge left Shift_L' | head -n 4300000
  echo 'J2 013370843310089158 judge left H'; } >"$work/long"
[ "$("$referee" export --to=cast "$work/long" | wc -l)" -eq 4 ] ||
    mistake "a cast of 4.3 million keys is not whole"
rm "$work/long"

# A record counts only with its newline: wherever a log is cut, the others stay. Four
# lines are its heading, as one is the table's.
size=$(wc -c <"$records/2012.log")
while [ "$size" -gt 900 ]; do
    size=$((size - 1))
    head -c "$size" "$records/2012.log" >"$work/cut"
    same 2012 "$work/cut"
    "$referee" export --to=csv "$work/cut" >"$work/out" 2>"$work/err"
    [ "$(wc -l <"$work/out")" -eq "$(($(wc -l <"$work/cut") - 3))" ] ||
        mistake "cut to $size bytes: not its whole records"
done

if [ -n "$logs" ] && [ -d "$logs" ]; then
    for file in "$logs"/*.log; do
        every 2012 "$file"
    done
else
    echo "forms: no real logs here"
fi
[ "$mistakes" -eq 0 ]
