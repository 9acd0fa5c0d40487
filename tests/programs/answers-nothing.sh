#!/bin/sh
# Reads its input and prints nothing.
while IFS= read -r line; do
    :
done
