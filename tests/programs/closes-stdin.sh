#!/bin/sh
# Closes its standard input before anybody has asked, says so on standard error, and
# stays.
exec <&-
echo "closed" >&2
while :; do
    sleep 1000
done
