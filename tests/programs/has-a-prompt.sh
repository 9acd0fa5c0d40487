#!/bin/sh
# Prints the prompt "? " and, in its answers, an empty line and text like a prompt.
echo "Prompter 1.0"
echo
printf '? '
while IFS= read -r line; do
    echo "Is that so? $line"
    echo
    echo "? is a question mark, as is this ? "
    printf '? '
done
