#!/bin/sh
# Answers each question with how many of its variables, arguments of its own and open
# files have anything to do with the file $1.
key=$(cat "$1")
while read -r line; do
    [ -n "$line" ] || continue
    files=$(ls -l /proc/$$/fd | grep -c "$1")
    echo "$(env | grep -c "$key"), $(env | grep -c 'KEY') and $files"
    echo
done
