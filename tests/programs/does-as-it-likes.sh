#!/bin/sh
# does-as-it-likes.sh FILE HOST PORT - an entry that writes a file, runs other programs
# and calls another host by TCP, and prints each result.
while IFS= read -r line; do
    [ -n "$line" ] || continue
    (echo "from a child: $line") >"$1" && mkdir "$1.d" && rmdir "$1.d"
    echo "Writing: $?"
    echo "Running: $(printf %s well | tr w W)"
    perl -MIO::Socket::INET -e \
        'print "Calling: ", IO::Socket::INET->new("$ARGV[0]:$ARGV[1]") ? "well" : $!, "\n"' \
        "$2" "$3"
    grep -E 'NoNewPrivs|Seccomp:' /proc/self/status | tr '\t' ' '
    echo
done
