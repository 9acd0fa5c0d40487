#!/bin/sh
# Introduces itself before the first question, with empty lines in between.
printf '\nELIZA 9000\n\nTell me your problem.\n\n'
: >"$1"
while IFS= read -r line; do
    [ -n "$line" ] || printf 'Go on.\n\n'
done
