#!/bin/sh
# After a question it kills its process group, itself included.
IFS= read -r line
kill -9 0
