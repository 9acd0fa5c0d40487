#!/bin/sh
# words.sh - how often the comments of the product use four words where a noun is better.
#
#   sh words.sh SOURCE
#
# SOURCE is the root of the source. Counts the words of all C comments of common/, judge/
# and confederate/ and prints, for each of the four, its number in a thousand words. A
# number above the limit makes the exit status 1. Well-kept programs of this kind
# stay below 0.5 "what" in a thousand.
set -eu

limit=1.5

root=$(cd "${1:?usage: words.sh SOURCE}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# comments ROOT: the text of the comments of all C files.
comments() {
    (cd "$1" && find common judge confederate -name '*.[ch]' -exec cat {} +) | awk '
        {
            line = $0
            while (line != "") {
                if (!inside) {
                    gsub(/"([^"\\]|\\.)*"|\047([^\047\\]|\\.)*\047/, "", line)
                    start = match(line, /\/[*\/]/)
                    if (start == 0)
                        break
                    inside = 1
                    to_end = substr(line, start, 2) == "//"
                    line = substr(line, start + 2)
                }
                end = index(line, "*/")
                if (end == 0 || to_end) {
                    print line
                    inside = !to_end
                    break
                }
                print substr(line, 1, end - 1)
                line = substr(line, end + 2)
                inside = 0
            }
        }'
}

# count ROOT LIMIT: a line for each of the words. Fails if one is above the limit.
count() {
    comments "$1" | tr 'A-Z' 'a-z' | tr -cs "a-z'" '\n' | awk -v limit="$2" '
        BEGIN {
            names["what"] = "what"
            names["who"] = names["whom"] = "who, whom"
            names["nobody"] = names["somebody"] = "nobody, somebody"
            names["none"] = "none"
            order = split("what|who, whom|nobody, somebody|none", shown, "|")
        }
        /[a-z]/ { words++ }
        $0 in names { counts[names[$0]]++ }
        END {
            if (words == 0)
                exit 1
            for (i = 1; i <= order; i++) {
                rate = 1000 * counts[shown[i]] / words
                printf "%-17s%6.1f in a thousand of %d words%s\n", shown[i], rate,
                    words, (rate > limit ? ": more than " limit : "")
                above += (rate > limit)
            }
            exit (above > 0)
        }'
}

# The counter sees comments only, and refuses. Four words of twenty: 200 in a thousand.
mkdir -p "$work/common" "$work/judge" "$work/confederate"
cat >"$work/common/example.c" <<'EOF'
/* what Who is nobody */ static const char *what = "/* none */"; // none of it
/*
 * a b c d
 * e f g h i
 */
int what; /* j k l */ int who; /* m */
EOF
if count "$work" 49 >"$work/found" || ! count "$work" 51 >/dev/null ||
    [ "$(grep -c ' 50.0 in a thousand of 20 words: more than 49$' "$work/found")" != 4 ]; then
    echo "words: the counter itself does not work:" >&2
    cat "$work/found" >&2
    exit 1
fi

count "$root" "$limit"
