#!/bin/sh
# Prints who made it before anybody has asked, and an empty line within it; it hears
# nothing meanwhile.
echo 'ALICE 3.0'
echo
sleep 0.1
echo '(c) A Company'
while IFS= read -r line; do
    [ -n "$line" ] || printf 'Hi.\n\n'
done
