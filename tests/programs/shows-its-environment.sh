#!/bin/sh
# Answers each question with the number of its variables, its own arguments and open files
# that refer to the file $1.
key=$(cat "$1")
while read -r line; do
    [ -n "$line" ] || continue
    files=$(ls -l /proc/$$/fd | grep -c "$1")
    echo "$(env | grep -c "$key"), $(env | grep -c 'KEY') and $files"
    echo
done
