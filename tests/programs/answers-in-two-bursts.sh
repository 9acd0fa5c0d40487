#!/bin/sh
# Prints half of an answer, and the other half once a file named $1 exists; then makes a
# file named $1.said.
while IFS= read -r line; do
    echo "The first half of $line."
    until [ -e "$1" ]; do
        sleep 0.02
    done
    echo "The second half of $line."
    : >"$1.said"
done
