#!/bin/sh
# Prints a banner with an empty line in it before its first turn, and does not read
# meanwhile.
echo 'ALICE 3.0'
echo
sleep 0.1
echo '(c) A Company'
while IFS= read -r line; do
    [ -n "$line" ] || printf 'Hi.\n\n'
done
