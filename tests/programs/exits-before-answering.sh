#!/bin/sh
# Reads the question and ends in order, without output.
IFS= read -r line
exit 0
