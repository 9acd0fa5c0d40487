#!/usr/bin/env python3
"""lpp-judge.py DIRECTORY LINE [VARIANT...]: a judge program of the 2009 contest.

It types LINE ("|" is the end of a line, or C with the variant end=C) and prints each line
of the answers, until it is stopped. The variants are those of lpp_program.py.
"""
import sys
import time

from lpp_program import Program


def main():
    program = Program(sys.argv[1], "judge", "other", sys.argv[3:])
    program.lay_out()
    end = program.variants.get("end", "|")
    program.type(sys.argv[2].replace(end, "\n"))
    print("typed", flush=True)
    while True:
        for line in program.lines():
            print("answer:", line, flush=True)
        time.sleep(0.005)


if __name__ == "__main__":
    main()
