#!/bin/sh
# Closes its standard input before the first question, reports it on standard error, and
# keeps running.
exec <&-
echo "closed" >&2
while :; do
    sleep 1000
done
