#!/bin/sh
# Hears the question and ends in order, without a word.
IFS= read -r line
exit 0
