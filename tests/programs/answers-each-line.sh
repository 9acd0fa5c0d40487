#!/bin/sh
# Answers every line it reads, an empty one too, with one line.
while IFS= read -r line; do
    echo "You said '$line'."
done
