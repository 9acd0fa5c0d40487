#!/usr/bin/env python3
"""Append typed keys to a key log: a key each 100 ms from 14:19:00 UTC on 20 November
2025.

    log.py FILE WORD...

WORD is judge:TEXT or other:TEXT, in which \\r is a Return, or end, the log's last line.
A new file begins with a heading, its session made from its name.
"""
import hashlib
import os
import sys

FIRST = 1763648340000
NAMES = {" ": "space", ".": "period", ",": "comma", "?": "question", "@": "at",
         "\r": "Return", "'": "quoteright", "!": "exclam"}


def heading(path):
    stem = os.path.basename(path)[:-4]
    session = hashlib.md5(stem.encode()).hexdigest()
    return ("(c)2025 Cambridge Center For Behavioral Studies all rights reserved\n"
            f"Keystrokes of {stem}.TXT\n# session {session}\n# role entry\n"
            "# book 1996\n# station terminal-1950\n# address *:1950\n# continues -\n")


def main():
    path = sys.argv[1]
    keys = returns = 0
    judge = 0
    named = ""
    if not os.path.exists(path):
        with open(path, "w", encoding="ascii") as log:
            log.write(heading(path))
    with open(path, encoding="ascii") as log:
        for line in log:
            if line.startswith("J"):
                keys += 1
                judge = int(line[1:line.index(" ")])
    with open(path, "a", encoding="ascii") as log:
        for word in sys.argv[2:]:
            if word == "end":
                log.write("# end\n")
                continue
            side, text = word.replace("\\r", "\r").split(":", 1)
            who = "local" if side == "judge" else "remote"
            for key in text:
                time = FIRST + 100 * keys
                name = key if key.isalnum() else NAMES[key]
                log.write(f"J{judge} {time:018d} {time:018d} {who} left {name}\n")
                keys += 1
                returns = returns + 1 if key == "\r" else 0
                named = named + key if key != "\r" else named
                if returns == 2 and named.startswith("@@"):
                    judge = int(named[2:])
                if returns == 2 or (returns == 0 and key == "\r"):
                    named = ""


if __name__ == "__main__":
    main()
