#!/bin/sh
# Answers each line of a question before it has read the others.
while IFS= read -r line; do
    [ -z "$line" ] || printf 'Heard %s\n\n' "$line"
done
