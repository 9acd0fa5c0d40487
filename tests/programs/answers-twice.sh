#!/bin/sh
# Prints two answers to each question, with an empty line after each.
while IFS= read -r line; do
    [ -n "$line" ] || printf 'Yes.\n\nNo.\n\n'
done
