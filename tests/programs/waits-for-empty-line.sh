#!/bin/sh
# Reads lines up to an empty one, answers them all at once, ends with an empty line.
count=0
while IFS= read -r line; do
    if [ -n "$line" ]; then
        count=$((count + 1))
        last=$line
        continue
    fi
    echo "I read $count lines."
    [ "$count" = 0 ] || echo "The last was '$last'."
    echo
    count=0
done
