#!/bin/sh
# relay_program.sh: a program with its words from the test, by FIFOs: its input goes to
# $PROGRAM_DIR/told, and its output comes from .../says.
exec 3<&0
cat <&3 >"$PROGRAM_DIR/told" & # whose own standard input would be /dev/null
exec cat "$PROGRAM_DIR/says"
