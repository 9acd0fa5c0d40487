#!/bin/sh
# Machines without a cable, as network namespaces, for plays:
#
#   unshare -n sh machines.sh NAME...
#
# Each has its loopback up, and its process number in NAME.pid in the current directory:
# at.sh runs commands there. Prints "made"; all namespaces vanish at the end of standard
# input.
set -eu

machines=
# shellcheck disable=SC2086 # several numbers
trap 'kill $machines; wait' EXIT
trap 'exit 1' HUP INT TERM
for name in "$@"; do
    unshare -n sh -c 'ip link set lo up && echo $$ >"$1.new" && mv "$1.new" "$1.pid" &&
        exec sleep 86400' sh "$name" &
    machines="$machines $!"
    until [ -s "$name.pid" ]; do :; done
done
echo made
while read -r _; do :; done
