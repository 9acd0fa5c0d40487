#!/bin/sh
# Once asked it closes its standard output, and goes on reading.
IFS= read -r line
exec >&-
while IFS= read -r line; do
    :
done
