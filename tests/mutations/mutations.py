#!/usr/bin/env python3
"""Mutations: `referee check` must find a fault in each good file with one byte changed, or
one line dropped, doubled or swapped.

    mutations.py PROGRAMS SOURCES [STEP]

PROGRAMS is the directory of the built programs, SOURCES that of the suite. The files
are those of a conversation of 1996 over the loopback, of a round of 2004 and one of 2009
at a terminal, the contest files of examples/contests, key logs in the forms of 2007 to
2013, and a round of 2017. One file is mutated at a time and checked with the others.
Mutations that break no rule are listed, with the reason, in the functions ..._allowed().
Every STEP-th byte is changed (1). Prints each mutated file without a reported fault.
Exit status: 0; 1 if there was such a file.
"""
import os
import socket
import subprocess
import sys
import tempfile

from mutations_batch import Tally, check, try_alone
from mutations_files import try_files
from mutations_round import try_round


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def converse(programs, directory):
    """Hold a conversation. Returns the names of its files."""
    port = str(free_port())
    entry = subprocess.Popen(
        [programs + "/entry", "--pace", "1000", "--plain", "-p", port, "-b",
         "127.0.0.1", "--greeting", "Hi %d", "-l", directory, "--turn=line", "--", "cat"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        text=True)
    for line in entry.stderr:
        if "Waiting for a judge" in line:
            break
    subprocess.run([programs + "/judge", "--plain", "-l", directory,
                    "127.0.0.1:" + port], input="@@04\r\rBy\be?\r\r", text=True,
                   stdout=subprocess.DEVNULL, check=True)
    entry.terminate()
    entry.wait()
    entry.stderr.close()
    return sorted(n for n in os.listdir(directory) if not n.endswith(".ERR"))


def key_allowed(lines, what, number, column):
    """Mutations of a key log that break no rule and match the other files."""
    text = lines[number].decode()
    if what == "dropped":
        # Without it the conversation is in progress, or was interrupted.
        return text == "# end\n" or text.startswith("# began")  # absent in older logs
    if text.startswith("# ") and column is not None:
        # Any 32 digits are a session, any word a label, any place an address.
        # The transcript has the start to the second only.
        if text.startswith("# began"):
            return len(text) - 4 <= column < len(text) - 1
        value = text.find(" ", 2)
        return 0 < value < column and text.startswith(
            ("# session", "# station", "# address"))
    if text.startswith("J") and column is not None:
        # The time posted is in this log only; for a Return the transcript has it too, to
        # the second.
        start = text.index(" ") + 1
        return start <= column < start + 18
    return False


def line_allowed(lines, what, number, column):
    """Mutations of a transcript that break no rule: any name."""
    return what == "byte" and lines[number].startswith(b"[")


def try_1996(programs, directory, tally, step):
    names = converse(programs, directory)
    paths = [os.path.join(directory, name) for name in names]
    if len(names) != 4 or check(programs, paths):
        sys.exit("mutations: the unchanged files of the consoles have faults")
    for name, path in zip(names, paths):
        try_alone(programs, path, [p for p in paths if p != path],
                  key_allowed if name.endswith(".KEY") else line_allowed, tally, step)


def main():
    programs, sources = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    step = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    tallies = []
    for of, tries in (
            ("a conversation of 1996", try_1996),
            ("a round of 2004", lambda *rest: try_round("2004", free_port, *rest)),
            ("a round of 2009", lambda *rest: try_round("2009", free_port, *rest)),
            ("contest files and earlier records", lambda *rest: try_files(sources, *rest))):
        tally = Tally()
        with tempfile.TemporaryDirectory() as directory:
            tries(programs, directory, tally, step)
        tally.report(of)
        tallies.append(tally)
    return 1 if any(t.missed or t.tried < 500 / step for t in tallies) else 0


if __name__ == "__main__":
    sys.exit(main())
