#!/bin/sh
# sh at.sh NAME COMMAND...: run a command on a machine of machines.sh. Own commands:
#
#   cable NAME CARD            a cable between the cards of that name of both machines
#   settled CARD               the card's addresses can be used now
#   no-six                     this machine has no IPv6, before its cables or after
set -eu

machine=$1
shift
at() { nsenter -n"/proc/$(cat "$1.pid")/ns/net" sh -c "$2"; }
case $1 in
cable)
    at "$machine" "ip link add $3 type veth peer name $3 netns $(cat "$2.pid")"
    at "$machine" "ip link set $3 up"
    at "$2" "ip link set $3 up"
    ;;
settled)
    until at "$machine" "ip -6 -o address show dev $2 scope link -tentative" | grep -q fe80; do
        sleep 0.02
    done
    ;;
no-six)
    at "$machine" 'for each in all default; do
        echo 1 >/proc/sys/net/ipv6/conf/$each/disable_ipv6; done'
    ;;
*)
    exec nsenter -n"/proc/$(cat "$machine.pid")/ns/net" "$@"
    ;;
esac
