#!/bin/sh
# Two machines and a hub, as network namespaces: for plays that pull the cable.
#
#   unshare -n sh campaign_cable.sh
#
# is the hub. The machines are room with 10.19.96.1 and judge with 10.19.96.2. Their
# process numbers are in room.pid and judge.pid in the current directory, so that
#
#   nsenter -n/proc/$(cat room.pid)/ns/net COMMAND
#
# runs there. Prints "made", obeys commands on standard input, and answers each with "ok"
# and the command. All namespaces vanish at the end of the input.
#
#   pull MACHINE          unplug its cable from the hub
#   plug MACHINE          and put it back
#   deafen MACHINE        drop the packets to it silently
#   gag MACHINE           drop the packets from it silently
#   free MACHINE          drop no more packets
#   mend                  plug both and free both
#   move MACHINE ADDRESS  give it another address
#   replace MACHINE       give it a new network card, with the same address
set -eu

at() {
    machine=$1
    shift
    nsenter -n"/proc/$(cat "$machine.pid")/ns/net" "$@"
}

# card MACHINE ADDRESS: a cable from its new card to the hub.
card() {
    ip link add "to-$1" type veth peer name card netns "$(cat "$1.pid")"
    ip link set "to-$1" master hub up
    at "$1" ip address add "$2/24" dev card
    at "$1" ip link set card up
}

# machine NAME ADDRESS
machine() {
    unshare -n sh -c 'echo $$ >"$1.new" && mv "$1.new" "$1.pid" && exec sleep 86400' \
        sh "$1" &
    machines="$machines $!"
    until [ -s "$1.pid" ]; do :; done
    at "$1" ip link set lo up
    echo "$2" >"$1.address"
    card "$1" "$2"
}

drop() {
    at "$1" nft add table inet cable
    at "$1" nft add chain inet cable cut "{ type filter hook $2 priority 0; }"
    at "$1" nft add rule inet cable cut drop
}

obey() {
    case $1 in
    pull) ip link set "to-$2" down ;;
    plug) ip link set "to-$2" up ;;
    deafen) drop "$2" input ;;
    gag) drop "$2" output ;;
    free) at "$2" nft delete table inet cable ;;
    mend)
        for machine in room judge; do
            ip link set "to-$machine" up
            at "$machine" nft flush ruleset
        done
        ;;
    move)
        echo "$3" >"$2.address"
        at "$2" ip address flush dev card
        at "$2" ip address add "$3/24" dev card
        ;;
    replace)
        ip link delete "to-$2"
        card "$2" "$(cat "$2.address")"
        ;;
    *) return 1 ;;
    esac
}

machines=
trap 'kill $machines; wait' EXIT
trap 'exit 1' HUP INT TERM
ip link add hub type bridge
ip link set hub up
machine room 10.19.96.1
machine judge 10.19.96.2
echo made
while read -r command who address; do
    if obey "$command" "$who" "$address"; then
        echo "ok $command $who"
    else
        echo "? $command $who"
    fi
done
