#!/bin/sh
# relay_program.sh: a program whose words come from the test that runs it, by FIFOs:
# what it is told goes to $PROGRAM_DIR/told, and what it says comes from .../says.
exec 3<&0
cat <&3 >"$PROGRAM_DIR/told" & # whose own standard input would be /dev/null
exec cat "$PROGRAM_DIR/says"
