#!/usr/bin/env python3
"""What `referee check` calls good is good: the four files of a real conversation, each
of their bytes changed and each of their lines dropped, doubled and swapped.

    mutations.py PROGRAMS

PROGRAMS is the directory of the built programs. A conversation is held over the
loopback; both ends' files are good. Then one file is spoilt at a time, and the check of
all four must say so, but where no rule is broken (allowed() says where that is, and
why). Prints each spoilt file that was called good. Exit status: 0; 1 if there was one.
"""
import os
import socket
import subprocess
import sys
import tempfile


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


def lines_of(data):
    return data.splitlines(keepends=True)


def changed(data):
    """(what was done, what became of it, the line, the column or None)."""
    lines = lines_of(data)
    offset = 0
    for number, line in enumerate(lines):
        for column, byte in enumerate(line):
            other = b"5" if byte != ord("5") else b"6"
            spoilt = data[:offset + column] + other + data[offset + column + 1:]
            yield "byte", spoilt, line, column
        offset += len(line)
        before, after = b"".join(lines[:number]), b"".join(lines[number + 1:])
        yield "dropped", before + after, line, None
        yield "doubled", before + line + line + after, line, None
        if after:
            rest = b"".join(lines[number + 2:])
            yield "swapped", before + lines[number + 1] + line + rest, line, None


def swaps_nothing(line, data):
    """Two neighbours that are alike may change places."""
    lines = lines_of(data)
    at = lines.index(line)
    return at + 1 < len(lines) and lines[at + 1] == line


def allowed(name, what, line, column, data):
    """Where no rule is broken, and nothing else in the four files tells."""
    text = line.decode()
    if what == "swapped":
        return swaps_nothing(line, data)
    if name.endswith(".KEY"):
        if what == "dropped":
            # Without it the conversation goes on, or was cut short.
            return text == "# end\n"
        if text.startswith("# ") and column is not None:
            # A session is any 32 digits, a label any word, an address any place.
            value = text.index(" ", 2)
            return column > value and text.startswith(
                ("# session", "# station", "# address"))
        if text.startswith("J") and column is not None:
            # When a key was posted is the writer's clock alone; that of a Return is
            # in the transcript, to the second.
            start = text.index(" ") + 1
            return start <= column < start + 18
        return False
    # Names, and when the conversation began: any name, any earlier moment.
    return what == "byte" and (text.startswith("[") or text.startswith("Start at"))


def check(programs, directory, names):
    run = subprocess.run([programs + "/referee", "check", "-q"] +
                         [os.path.join(directory, n) for n in names],
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if run.returncode not in (0, 65):
        sys.exit(f"mutations: check ended with {run.returncode}: {run.stderr}")
    if run.returncode == 65 and not run.stdout + run.stderr:
        sys.exit("mutations: a fault that nobody was told of")
    return run.returncode == 0


def main():
    programs = os.path.abspath(sys.argv[1])
    tried = missed = let_go = 0
    with tempfile.TemporaryDirectory() as directory:
        names = converse(programs, directory)
        if len(names) != 4 or not check(programs, directory, names):
            sys.exit("mutations: the consoles' own files are not called good")
        for name in names:
            path = os.path.join(directory, name)
            with open(path, "rb") as file:
                good = file.read()
            for what, spoilt, line, column in changed(good):
                with open(path, "wb") as file:
                    file.write(spoilt)
                tried += 1
                if not check(programs, directory, names):
                    continue
                if allowed(name, what, line, column, good):
                    let_go += 1
                    continue
                missed += 1
                print(f"mutations: called good: {name}: {what} at {column}: {line!r}")
            with open(path, "wb") as file:
                file.write(good)
    print(f"{tried} spoilt files: {tried - missed - let_go} caught, {let_go} break no "
          f"rule, {missed} missed")
    return 1 if missed or tried < 1000 else 0


if __name__ == "__main__":
    sys.exit(main())
