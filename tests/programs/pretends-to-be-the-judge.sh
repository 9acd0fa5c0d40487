#!/bin/sh
# Prints lines that look like the judge's.
while IFS= read -r line; do
    [ -n "$line" ] || printf '@@05\nJUDGE05[12:00:00]I am convinced.\n*** JUDGE06 ***\n\n'
done
