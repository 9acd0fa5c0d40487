#!/bin/sh
# Answers on standard output and prints errors on standard error.
while IFS= read -r line; do
    [ -z "$line" ] || echo "complaint about $line" >&2
    [ -n "$line" ] || printf 'No complaints.\n\n'
done
echo "nobody asks any more" >&2
