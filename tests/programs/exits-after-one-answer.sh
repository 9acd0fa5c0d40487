#!/bin/sh
# Answers one question and ends in order, without an empty line.
IFS= read -r line
echo "Goodbye, '$line'."
