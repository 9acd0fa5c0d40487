#!/usr/bin/env python3
"""lpp-entry.py DIRECTORY [VARIANT...]: an entry of the 2009 contest.

It waits for the judge, and answers each of the judge's lines with "You said: " and that
line, key by key. It prints "ready" on standard output when it watches the directory.
Besides the variants of lpp_program.py:

  early         it types before the judge
  story=N       it answers with N numbered words, ten on a line
"""
import sys
import time

from lpp_program import Program


def answer(program, line):
    if program.has("story"):
        for n in range(program.number("story", 1)):
            program.type(f"{n}" + ("\n" if n % 10 == 9 else " "))
    else:
        program.type(f"You said: {line}\n")


def main():
    program = Program(sys.argv[1], "other", "judge", sys.argv[2:])
    program.lay_out()
    if program.has("early"):
        program.type("Too early\n")
    print("ready", flush=True)
    while True:
        for line in program.lines():
            answer(program, line)
        time.sleep(0.005)


if __name__ == "__main__":
    main()
