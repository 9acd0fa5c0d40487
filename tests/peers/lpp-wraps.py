#!/usr/bin/env python3
"""lpp-wraps.py DIRECTORY PROMPT COMMAND [ARG...]: a program that reads lines and prints
answers, as an entry of the 2009 contest.

COMMAND has a terminal without echo. Each of the judge's lines goes to it as a line; its
output up to PROMPT, or one line of it if PROMPT is empty, is typed key by key. Output
before the first prompt is dropped. It prints "ready" on standard output when it watches
the directory.
"""
import os
import pty
import sys
import termios
import time

from lpp_program import Program


def start(command):
    """Run it; return the other end of its terminal."""
    pid, terminal = pty.fork()
    if pid == 0:
        modes = termios.tcgetattr(0)
        modes[3] &= ~termios.ECHO
        termios.tcsetattr(0, termios.TCSANOW, modes)
        os.execvp(command[0], command)
    return terminal


def read_until(terminal, end):
    """Its output before that end."""
    said = b""
    while not said.endswith(end):
        said += os.read(terminal, 1)
    return said[: -len(end)].replace(b"\r\n", b"\n").decode()


def main():
    directory, prompt, *command = sys.argv[1:]
    program = Program(directory, "other", "judge", [])
    terminal = start(command)
    end = prompt.encode() or b"\r\n"
    if prompt:
        read_until(terminal, end)
    print("ready", flush=True)
    while True:
        for line in program.lines():
            os.write(terminal, line.encode() + b"\n")
            program.type(read_until(terminal, end).rstrip("\n") + "\n")
        time.sleep(0.005)


if __name__ == "__main__":
    main()
