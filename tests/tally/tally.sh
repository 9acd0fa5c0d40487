#!/bin/sh
# Whole contests, one of each book, through `referee tally`: text as it is printed,
# CSV and JSON as Python reads them, remarks about ballots, and refused arguments.
#
#   sh tally.sh PROGRAMS
#
# PROGRAMS is the directory of the built programs. Each failure is one line.
set -u

if [ $# -ne 1 ]; then
    echo "usage: tally.sh PROGRAMS" >&2
    exit 64
fi
cases=$(cd "$(dirname "$0")" && pwd) && referee=$(cd "$1" && pwd)/referee ||
    exit 66
work=$(mktemp -d) || exit 73
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 66
mistakes=0

mistake() {
    echo "tally: $*"
    mistakes=$((mistakes + 1))
}

# run CODE ARGUMENT...: tally must end with that code.
run() {
    code=$1
    shift
    "$referee" tally "$@" >out 2>err </dev/null
    got=$?
    [ "$got" -eq "$code" ] || mistake "tally $*: exit status $got in place of $code: $(head -1 err)"
}

# says FILE TEXT: a line of out or err has that text.
says() {
    grep -qF -- "$2" "$1" || mistake "no '$2' in: $(head -3 "$1")"
}

# one_line: the error is one line.
one_line() {
    [ "$(wc -l <err)" -eq 1 ] || mistake "the error is not one line: $(cat err)"
    [ -s out ] && mistake "standard output is not empty: $(head -1 out)"
}

# json EXPRESSION: it is true in Python, with the object on out as r.
json() {
    python3 -c "import json, sys; r = json.load(sys.stdin); sys.exit(not ($1))" <out ||
        mistake "false: $1"
}

# Each book.

for book in 1996 2003 2004 2009 wager; do
    run 0 "$cases/$book.ini" "$cases/$book.csv"
    diff "$cases/$book.txt" out || mistake "$book: the text differs"
    [ -s err ] && mistake "$book: $(cat err)"
    run 0 --csv "$cases/$book.ini" "$cases/$book.csv"
    python3 -c '
import csv, sys
rows = list(csv.DictReader(sys.stdin, strict=True))
sys.exit(not rows or any(None in row or None in row.values() for row in rows))
' <out || mistake "$book: the CSV is malformed"
    run 0 --json "$cases/$book.ini" "$cases/$book.csv"
    json "r['book'] == '$book' and not r['provisional'] and r['remarks'] == []"
done

run 0 --json "$cases/2003.ini" "$cases/2003.csv"
json "r['outcome'] == 'open' and r['tied'] == ['E1', 'E2'] and r['winner'] is None"
json "[p['name'] for p in r['players']][1] == 'Élise'"
run 0 --json "$cases/2004.ini" "$cases/2004.csv"
json "(r['winner'], r['medal'], r['clause']) == ('E4', 'silver', 'scoring 4')"
json "[s['left'] for s in r['steps']] == [2, 2, 1]"
run 0 --json "$cases/wager.ini" "$cases/wager.csv"
json "[t['determination'] + 2 * t['rank_order'] for t in r['tests']] == [3, 0, 1]"

# One trial is not a session of the wager, however it ends.
grep -v '^[23] = ' "$cases/wager.ini" >one-trial.ini
head -7 "$cases/wager.csv" >one-trial.csv
run 75 --json one-trial.ini one-trial.csv
json "r['outcome'] == 'passed' and [m['fault'] for m in r['remarks']] == ['missing']"

# Several files, with repeated rows, and the default file.

head -12 "$cases/2009.csv" >a.csv
{ head -1 "$cases/2009.csv" && tail -n +9 "$cases/2009.csv"; } >b.csv
run 0 "$cases/2009.ini" a.csv b.csv a.csv
diff "$cases/2009.txt" out || mistake "two files and one give different results"
cp "$cases/2009.csv" BALLOTS.CSV
run 0 "$cases/2009.ini"
diff "$cases/2009.txt" out || mistake "BALLOTS.CSV is not the default"
rm BALLOTS.CSV
run 66 "$cases/2009.ini"
one_line

# Missing and contradictory ballots.

run 75 "$cases/2004.ini" a.csv
says out "PROVISIONAL"
says out "a.csv:2: the ballot's book is 2009, the contest's 2004"
says out "J1E1C1 (round 1): no ballot"
sed '2d' "$cases/2004.csv" >missing.csv
run 75 "$cases/2004.ini" missing.csv
says out "J1E1C1 (round 1): no ballot"
says out "would win"
run 75 --csv "$cases/2004.ini" missing.csv
says err "referee: provisional: J1E1C1 (round 1): no ballot"
run 75 --json "$cases/2004.ini" missing.csv
json "r['provisional'] and [m['fault'] for m in r['remarks']] == ['missing']"
sed -n '2s/10:25:10\(.*\)45 55/10:26:10\155 45/p;2s/10:25:10\(.*\)55 45/10:26:10\145 55/p' \
    "$cases/2004.csv" >second.row
[ -s second.row ] || mistake "the test has no second ballot"
cat "$cases/2004.csv" second.row >second.csv
run 75 "$cases/2004.ini" second.csv
says out "J1E1C1 (round 1): second.csv:2 and second.csv:18 contradict each other"
run 0 --later "$cases/2004.ini" second.csv
says out "E1 Watkins wins (2004, scoring 1)."
printf '2026/11/20 10:25:10,2004,1,01,bal' >torn.row
cat "$cases/2004.csv" torn.row >torn.csv
run 75 "$cases/2004.ini" torn.csv
says out "torn.csv:18: "
says out "E4 Precedo would win"

# The only entry receives its medal with any ballots (2003, 3).

sed '/^E[23]/d' "$cases/2003.ini" >alone.ini
head -1 "$cases/2003.csv" >none.csv
run 75 alone.ini none.csv
says out "E1 Jabber is the only entry, and wins without a contest (2003, 3)."
says out "The winner receives the Bronze Medal (2003, 3)."
grep -q "By the ballots so far" out && mistake "the win of the only entry is provisional"

# A number and its sign stay on one line, where the line breaks between them.

sed '2,$s/,[0-9. ]*,,,,$/,4 4 4 4 4,,,,/' "$cases/2003.csv" >five.csv
run 0 "$cases/2003.ini" five.csv
says out "cannot tell this from chance; it is more often than Turing's"
grep -q '^ *%' out && mistake "a line begins with %"

# The coin of 2003.

run 64 --toss "$cases/2004.ini" "$cases/2004.csv"
one_line
sed 2d "$cases/2003.csv" >four.csv
run 64 --toss "$cases/2003.ini" four.csv
one_line
run 0 --toss "$cases/2003.ini" "$cases/2003.csv"
says out "wins by the coin tossed just now (2003, 50)."
decision=$(sed -n "s/.*write '\(decision = E[12]\)' under.*/\1/p" err)
[ -n "$decision" ] || mistake "the line for the contest file is missing: $(cat err)"
sed "s/^book = 2003/&\\n$decision/" "$cases/2003.ini" >decided.ini
run 0 --json decided.ini "$cases/2003.csv"
json "r['winner'] == '${decision#decision = }' and r['clause'] == '50'"
for side in E1 E2; do
    tries=0
    until "$referee" tally --toss "$cases/2003.ini" "$cases/2003.csv" 2>&1 |
        grep -q "coin says $side"; do
        tries=$((tries + 1))
        if [ "$tries" -gt 60 ]; then
            mistake "60 tosses never give $side"
            break
        fi
    done
done
sed 's/^book = 2004/&\ndecision = E2/' "$cases/2004.ini" >needless.ini
run 0 needless.ini "$cases/2004.csv"
says out "E4 Precedo wins (2004, scoring 4)."
says out "decision is not used"

# A name of wide characters takes two columns each, and its row stays in line.

sed 's/Élise/図書/' "$cases/2003.ini" >wide.ini
run 0 wide.ini "$cases/2003.csv"
python3 -c '
import sys, unicodedata
columns = {sum(1 + (unicodedata.east_asian_width(c) == "W") for c in line[:line.index(".12")])
           for line in sys.stdin if ".12 " in line and "E" in line[:9]}
sys.exit(len(columns) != 1)
' <out || mistake "wide characters move the columns of a row"

# The places after the winner (2003, 58): the judges choose one of three tied entries, and
# the other two stay tied; then one is disqualified, and there is no third place.

sed 's/^book = 2003/&\ndecision = E1/' "$cases/2003.ini" >tied-won.ini
run 0 tied-won.ini five.csv
says out "Second to the winner, tied: E2 Élise and E3 Parry; the judges or a coin"
grep -q "^Third" out && mistake "a third place after two tied second places"
run 0 tied-won.ini "$cases/2003.csv"
says out "Second to the winner: E2 Élise (2003, 58)."
says out "Third to the winner: E3 Parry (2003, 58)."
sed 's/^book = 2003/&\ndisqualified = E2/' tied-won.ini >two-left.ini
run 0 two-left.ini "$cases/2003.csv"
says out "Second to the winner: E3 Parry (2003, 58)."
grep -q "^Third" out && mistake "a disqualified entry has the third place"
run 0 "$cases/2003.ini" "$cases/2003.csv"
grep -q "^Second" out && mistake "a second place without a winner"

# The prize of an open source program (2003, 60 and 61).

run 0 --json "$cases/2003.ini" "$cases/2003.csv"
json "r['prize_to'] is None and r['prize_clause'] is None"
sed 's/^book = 2003/&\nopen-source = E1 E3/' "$cases/2003.ini" >open.ini
run 0 open.ini "$cases/2003.csv"
says out "E1 Jabber is an open source program"
says out "(2003, 60)."
[ "$(grep -c 'is an open source' out)" -eq 1 ] || mistake "the prize of E3, which cannot win, is printed"
sed 's/^book = 2003/&\ndecision = E1/' open.ini >open-won.ini
run 0 open-won.ini "$cases/2003.csv"
says out "The winner has earned the Bronze Medal (2003, 48)."
run 0 --json open-won.ini "$cases/2003.csv"
json "(r['winner'], r['medal'], r['medal_clause']) == ('E1', None, None)"
json "(r['prize_to'], r['prize_clause']) == ('next year', '60')"
run 0 --csv open-won.ini "$cases/2003.csv"
grep -q '^E1,.*,won,,' out || mistake "the CSV has a medal that is not awarded"
sed 's/^book = 2003/&\ndecision = E2/' open.ini >other-won.ini
run 0 --json other-won.ini "$cases/2003.csv"
json "(r['winner'], r['medal'], r['prize_to']) == ('E2', 'bronze', 'winner')"

# The finalists, from the preliminary round.

for round in tied open screened; do
    wanted=0
    [ "$round" = screened ] && wanted=75
    run "$wanted" --preliminary "$cases/$round.ini"
    diff "$cases/$round.txt" out || mistake "$round: the finalists differ"
    [ -s err ] && mistake "$round: $(cat err)"
    run "$wanted" --preliminary --csv "$cases/$round.ini"
    python3 -c '
import csv, sys
rows = list(csv.DictReader(sys.stdin, strict=True))
sys.exit(not rows or any(None in row or None in row.values() for row in rows))
' <out || mistake "$round: the CSV is malformed"
done
says err "referee: provisional: E6: no score of the preliminary round (2004, 8.4)"
run 0 --preliminary --json "$cases/tied.ini"
json "r['tied'] == ['E8', 'E9'] and r['tie_clause'] == '37' and r['open_places'] == 1"
json "r['players'][4]['given'] == [None, 4, 3, 5] and not r['provisional']"
json "r['players'][1]['name'] == 'Élise' and r['players'][1]['mean'] == 7 / 3"
sed 's/^book = 2003/&\nfinalists = E9/' "$cases/tied.ini" >panel.ini
run 0 --preliminary --json panel.ini
json "r['finalists'][7] == 'E9' and r['reserve'] == ['E8'] and r['chosen']"
run 0 --preliminary panel.ini
says out "the panel's decision (2003, 37)."
run 75 --preliminary --json "$cases/screened.ini"
json "[m['fault'] for m in r['remarks']] == ['contradictory', 'missing']"
run 0 --preliminary "$cases/2004.ini"
says out "without a preliminary round"
says out "(2004, 8.3)."
run 0 --preliminary --help
for book in 1996 wager; do
    run 64 --preliminary "$cases/$book.ini"
    one_line
done
run 64 --preliminary "$cases/2004.ini" "$cases/2004.csv"
one_line
run 64 --preliminary --toss "$cases/2003.ini"
one_line
run 64 --preliminary --later "$cases/2003.ini"
one_line
"$referee" tally --preliminary "$cases/tied.ini" >/dev/full 2>err
[ $? -eq 74 ] || mistake "a full disk is not reported"
says err "cannot be written"

# Options stand anywhere; an argument with a leading dash can be a file.

run 0 "$cases/2004.ini" --json "$cases/2004.csv"
json "r['winner'] == 'E4'"
cp "$cases/2004.csv" ./--json
run 0 "$cases/2004.ini" -- --json
diff "$cases/2004.txt" out || mistake "-- does not end the options"
run 0 --help
says out "usage: referee tally"

# Refused input, in one line each.

run 64
one_line
run 64 --
one_line
run 64 --xml "$cases/2004.ini"
one_line
run 66 nowhere.ini
one_line
run 66 "$cases/2004.ini" nowhere.csv
one_line
run 66 "$cases/2004.ini" .
one_line
mkfifo pipe
run 66 "$cases/2004.ini" pipe
one_line
run 65 "$cases/2004.ini" "$referee"
one_line
truncate -s 1T nothing.csv
run 65 "$cases/2004.ini" nothing.csv
one_line
run 65 "$cases/2004.ini" "$cases/2004.ini"
one_line
"$referee" tally "$cases/2004.ini" "$cases/2004.csv" >/dev/full 2>err
[ $? -eq 74 ] || mistake "a full disk is not reported"
says err "cannot be written"

# A long line in a valid file is one bad row; the rows after it count.

{ cat "$cases/2004.csv" && head -c 300000 /dev/zero | tr '\0' x && echo; } >long.csv
sed -n 2p "$cases/2004.csv" >>long.csv
run 75 "$cases/2004.ini" long.csv
says out "long.csv:18: longer than a ballot can be"
[ "$(grep -c 'long.csv' out)" -eq 1 ] || mistake "the long line has more than one remark"

# A million rows take no more memory than sixteen. Sanitizers have their own limit.

awk 'NR == 1 { print; next } { row[NR] = $0 }
    END { for (i = 0; i < 62500; i++) for (k = 2; k <= NR; k++) print row[k] }' \
    "$cases/2004.csv" >million.csv
if [ -z "${TALLY_UNBOUNDED:-}" ]; then
    # shellcheck disable=SC3045 # every sh of Debian has it
    (ulimit -v 32768 && exec "$referee" tally "$cases/2004.ini" million.csv) >out
else
    "$referee" tally "$cases/2004.ini" million.csv >out
fi
diff "$cases/2004.txt" out || mistake "a million rows give a different result"

if [ "$mistakes" -gt 0 ]; then
    echo "tally: $mistakes in all"
    exit 1
fi
