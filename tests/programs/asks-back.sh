#!/bin/sh
# Asks a question before it answers, at the end of a line, and waits there.
while IFS= read -r question; do
    IFS= read -r nothing
    printf 'What do you mean, %s ' "$question"
    IFS= read -r more
    IFS= read -r nothing
    printf 'Ah, %s\n\n' "$more"
done
