#!/usr/bin/env python3
"""What `referee check` calls good is good: each byte of good files changed, and each of
their lines dropped, doubled and swapped.

    mutations.py PROGRAMS SOURCES [STEP]

PROGRAMS is the directory of the built programs, SOURCES that of the suite. A
conversation of 1996 is held over the loopback, and a round of 2004 and one of 2009 at a
terminal; then one of the files that they leave is spoilt at a time, and the check of all
of them must say so. So must the check of each spoilt contest file of examples/contests,
of key logs in the forms of 2007 to 2013, and of a round of 2017. Where no rule is broken the functions
named ..._allowed() say so, and why. Of the bytes each STEP-th is changed (1). Prints each
spoilt file that was called good. Exit status: 0; 1 if there was one.
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
    """Hold the conversation; returns the files' names."""
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
    """Where no rule is broken in a key log of ours, and no other file tells."""
    text = lines[number].decode()
    if what == "dropped":
        # Without it the conversation goes on, or was cut short.
        return text == "# end\n" or text.startswith("# began")  # as older logs
    if text.startswith("# ") and column is not None:
        # A session is any 32 digits, a label any word, an address any place.
        # What a transcript has of a beginning is the second.
        if text.startswith("# began"):
            return len(text) - 4 <= column < len(text) - 1
        value = text.find(" ", 2)
        return 0 < value < column and text.startswith(
            ("# session", "# station", "# address"))
    if text.startswith("J") and column is not None:
        # When a key was posted is the writer's clock alone; that of a Return is in the
        # transcript, to the second.
        start = text.index(" ") + 1
        return start <= column < start + 18
    return False


def line_allowed(lines, what, number, column):
    """The same in a transcript: any name."""
    return what == "byte" and lines[number].startswith(b"[")


def try_1996(programs, directory, tally, step):
    names = converse(programs, directory)
    paths = [os.path.join(directory, name) for name in names]
    if len(names) != 4 or check(programs, paths):
        sys.exit("mutations: the consoles' own files are not called good")
    for name, path in zip(names, paths):
        try_alone(programs, path, [p for p in paths if p != path],
                  key_allowed if name.endswith(".KEY") else line_allowed, tally, step)


def is_sealed(programs):
    """Whether there is libsodium, by which a pair is drawn."""
    told = subprocess.run([programs + "/judge", "--version", "--verbose"],
                          stdout=subprocess.PIPE, text=True, check=True).stdout
    return "\nlibsodium" in told


def main():
    programs, sources = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    step = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    tallies = []
    for of, tries in (
            ("a conversation of 1996", try_1996),
            ("a round of 2004", lambda *rest: try_round("2004", free_port, *rest)),
            ("a round of 2009", lambda *rest: try_round("2009", free_port, *rest)),
            ("contest files and earlier records", lambda *rest: try_files(sources, *rest))):
        if of.startswith("a round") and not is_sealed(programs):
            print(f"{of}: skipped: a pair is drawn with libsodium")
            continue
        tally = Tally()
        with tempfile.TemporaryDirectory() as directory:
            tries(programs, directory, tally, step)
        tally.report(of)
        tallies.append(tally)
    return 1 if any(t.missed or t.tried < 500 / step for t in tallies) else 0


if __name__ == "__main__":
    sys.exit(main())
