#!/bin/sh
# Reads what it is told and says nothing; every 15 seconds a line on standard error.
exec 3<&0
cat <&3 >/dev/null &
thoughts=0
while sleep 15; do
    thoughts=$((thoughts + 1))
    echo "thought $thoughts" >&2
done
