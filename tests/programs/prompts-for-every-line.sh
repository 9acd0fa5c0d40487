#!/bin/sh
# Prints its prompt "> " for each line that it reads, as a program by rule 1b of 1996
# does, and answers a turn at its empty line.
printf '> '
turn=
while IFS= read -r line; do
    if [ -n "$line" ]; then
        turn="$turn $line"
        printf '> '
    else
        echo "You said:$turn."
        turn=
        printf '> '
    fi
done
