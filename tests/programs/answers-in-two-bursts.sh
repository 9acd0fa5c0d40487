#!/bin/sh
# Says half of an answer, and the other half when there is a file named $1; then makes
# a file named $1.said.
while IFS= read -r line; do
    echo "The first half of $line."
    until [ -e "$1" ]; do
        sleep 0.02
    done
    echo "The second half of $line."
    : >"$1.said"
done
