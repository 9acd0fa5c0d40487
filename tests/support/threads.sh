#!/bin/sh
# threads.sh PID COUNT SECCOMP - whether a process has COUNT threads, each without new
# privileges and with system call filters in this mode (0 none, 2 filter), as the kernel
# reports. Waits for a thread that is just starting.
set -eu
until set -- "$1" "$2" "$3" /proc/"$1"/task/* && [ $(($# - 3)) = "$2" ]; do
    kill -0 "$1"
done
pid=$1 mode=$3
shift 3
for task; do
    grep -Eqx 'NoNewPrivs:[[:space:]]1' "$task/status" || {
        echo "$pid: $task may gain privileges"
        exit 1
    }
    grep -Eqx "Seccomp:[[:space:]]$mode" "$task/status" || {
        echo "$pid: $task has $(grep Seccomp: "$task/status")"
        exit 1
    }
done
