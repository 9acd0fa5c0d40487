#!/bin/sh
# After a question it prints without end.
IFS= read -r line
exec yes "$line and so on"
