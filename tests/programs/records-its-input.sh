#!/bin/sh
# Writes every line it reads to the file $1, between brackets, and answers each with a
# line and each empty one with an empty line too. Begins with "(begin)".
echo "(begin)" >>"$1"
while IFS= read -r line; do
    echo "[$line]" >>"$1"
    echo "noted"
    [ -n "$line" ] || echo
done
