#!/bin/sh
# Answers every turn with five lines, numbered through all its answers.
turn=0
while IFS= read -r line; do
    [ -z "$line" ] || continue
    turn=$((turn + 1))
    for n in 1 2 3 4 5; do
        echo "Line $n of answer $turn."
    done
    echo
done
