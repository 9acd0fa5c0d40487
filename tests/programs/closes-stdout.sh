#!/bin/sh
# After a question it closes its standard output, and keeps reading.
IFS= read -r line
exec >&-
while IFS= read -r line; do
    :
done
