#!/usr/bin/env python3
"""The speed of `referee export` and the punctuality of `referee replay`.

    python3 reading.py BUILD SAMPLE [--lines N] [--rounds N] [--keys N] [--beside OTHER]

BUILD is the directory of the built programs, OTHER that of another build to compare
with, SAMPLE a text to be typed.
A key log of a million lines (--lines) is made of it, and a transcript of as many. Then
`wc -l`, `grep -c`, a `mawk` script that parses the same fields and `referee export` read
each once a round (--rounds, 15); no program writes to a disk. A ratio is taken within
its round, to the time of `wc -l`; the table has their medians and quartiles. Times are
processor time, which other work on the machine changes little. All write into a pipe,
and once more to /dev/null; the difference is the cost of the pipe.

The replay is of --keys keys (200), 20 to 150 ms apart, on a terminal of 80 by 24; the
lateness of a key is counted from the most punctual one. A program that only sleeps until
the same moments, on the same processor at the same time, shows the machine's part of it.

Prints markdown. Exit status: 0; 1 if something did not work.
"""

import argparse
import os
import pty
import random
import resource
import select
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

NAMES = {" ": "space", ".": "period", ",": "comma", "?": "question", "!": "exclam",
         "'": "quoteright", "-": "minus", "\n": "Return", '"': "quotedbl",
         ";": "semicolon", ":": "colon", "(": "parenleft", ")": "parenright"}
START = 1337084330
PARSE = '/^J/ { judge = substr($1, 2) + 0; posted = $2 + 0; made = $3 + 0; side = $4; ' \
        'pane = $5; key = $6; n++ } END { print n }'
TRANSCRIPT = '{ at = index($0, "["); who = substr($0, 1, at - 1); ' \
             'clock = substr($0, at + 1, 8); text = substr($0, at + 10); n++ } END { print n }'
SLEEPER = """import os, sys, time
start = float(input())
for i, us in enumerate(sys.argv[1:]):
    time.sleep(max(0, start + int(us) / 1e6 - time.monotonic()))
    os.write(1, b"wvz"[i % 3:i % 3 + 1])
input()
"""


def stamp(us):
    return "%011d%07d" % (START + us // 1000000, us % 1000000)


def make_log(path, sample, lines):
    keys = [NAMES.get(c, c) for c in sample if c in NAMES or c.isascii() and c.isalnum()]
    dice, us, side = random.Random(1), 0, 0
    with open(path, "w") as log:
        log.write("Log\n*Starting round 1 program P human H judge J4 left is P right is "
                  "Human\n")
        for i in range(lines):
            us += dice.randrange(40000, 300000)
            key = keys[i % len(keys)]
            log.write("J4 %s %s %s left %s\n" % (
                stamp(us), stamp(us - 900), ("local", "remote")[side], key))
            side ^= key == "Return"


def make_transcript(path, sample, lines):
    words = [line.strip() for line in sample.split("\n") if line.strip()]
    with open(path, "w") as text:
        text.write("(c)1996 nobody\n[A] [B]\nStart at: [1996/12/11 14:12:20]\n")
        for i in range(lines):
            text.write("%s[14:%02d:%02d]%s\n" % (("JUDGE04", "PROGRAM")[i % 2],
                       i // 60 % 60, i % 60, words[i % len(words)]))


def processor(command, away):
    """Seconds of processor time; the output goes to a pipe that is read, or to /dev/null."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    to = subprocess.DEVNULL if away else subprocess.PIPE
    with subprocess.Popen(command, stdout=to) as child:
        while not away and child.stdout.read(1 << 20):
            pass
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if child.returncode != 0:
        sys.exit("reading.py: %s: exit status %d" % (command[0], child.returncode))
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def table(title, commands, rounds):
    took = {name: [] for name in commands}
    alone = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            took[name].append(processor(command, False))
            alone[name].append(processor(command, True))
    print("| %s | ms | ÷ `wc -l` | to /dev/null |\n|---|---:|---:|---:|" % title)
    for name in commands:
        ratios = [a / b for a, b in zip(took[name], took["wc -l"])]
        low, middle, high = statistics.quantiles(ratios, n=4)
        print("| `%s` | %.0f | %.1f (%.1f–%.1f) | %.1f |" % (
            name, 1000 * statistics.median(took[name]), middle, low, high,
            statistics.median(a / b for a, b in zip(alone[name], took["wc -l"]))))
    print(flush=True)


def beside(path, parse, referee, other, forms):
    commands = {"wc -l": ["wc", "-l", path], "grep -c J": ["grep", "-c", "J", path],
                "cat": ["cat", path]}
    if shutil.which("mawk"):
        commands["mawk"] = ["mawk", parse, path]
    for form in forms:
        commands["referee export --to=" + form] = [referee, "export", "--to=" + form, path]
        if other is not None:
            commands["referee export --to=%s, other build" % form] = [
                os.path.join(other, "referee"), "export", "--to=" + form, path]
    return commands


def peak(command):
    """The most memory that a program has taken, in kB, as it was on the way."""
    most = 0
    with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
        while child.stdout.read(1 << 16):
            with open("/proc/%d/status" % child.pid) as status:
                for line in status:
                    if line.startswith("VmHWM:"):
                        most = max(most, int(line.split()[1]))
    return most


class Player:
    """A program on a terminal of its own, and when each of its keys came there."""

    def __init__(self, command):
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.environ.update(TERM="xterm", LINES="24", COLUMNS="80")
            os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
            os.execvp(command[0], command)
        self.came = []

    def take(self):
        data = os.read(self.terminal, 65536)
        # Nothing else on the screen has these letters.
        self.came += [time.monotonic()] * sum(data.count(c) for c in (b"w", b"v", b"z"))

    def lateness(self, made):
        """Milliseconds of each key behind the most punctual one."""
        behind = [came - us / 1e6 for came, us in zip(self.came, made)]
        return [1000 * (b - min(behind)) for b in behind]

    def end(self):
        os.write(self.terminal, b"q\n")
        os.waitpid(self.child, 0)


def play(replay, sleeper, keys):
    """Let both make their keys, the sleeper's from the replay's first on."""
    while min(len(replay.came), len(sleeper.came)) < keys:
        ready = select.select([replay.terminal, sleeper.terminal], [], [], 10)[0]
        if not ready:
            sys.exit("reading.py: no more than %d and %d of %d keys came" % (
                len(replay.came), len(sleeper.came), keys))
        for player in replay, sleeper:
            if player.terminal in ready:
                begun = len(replay.came) > 0
                player.take()
                if len(replay.came) > 0 and not begun:
                    os.write(sleeper.terminal, b"%.6f\n" % replay.came[0])
    replay.end()
    sleeper.end()


def punctuality(referee, work, keys):
    dice, us, made = random.Random(2), 0, []
    path = os.path.join(work, "replay.log")
    with open(path, "w") as log:
        log.write("Left =program \n")
        for i in range(keys):
            made.append(us)
            log.write("J2 %s judge left %s\n" % (stamp(us), "wvz"[i % 3]))
            us += dice.randrange(20000, 150000)
    program = os.path.join(work, "sleeper.py")
    with open(program, "w") as text:
        text.write(SLEEPER)
    sleeper = Player([sys.executable, program] + [str(us) for us in made])
    replay = Player([referee, "replay", path])
    play(replay, sleeper, keys)
    print("| %d keys at 1x | p50 ms | p99 ms | latest ms | later than 5 ms |" % keys)
    print("|---|---:|---:|---:|---:|")
    for name, player in (("referee replay", replay),
                         ("a program that sleeps and writes", sleeper)):
        late = sorted(player.lateness(made))
        print("| %s | %.2f | %.2f | %.2f | %d |" % (
            name, late[keys // 2], late[keys * 99 // 100], late[-1],
            sum(l > 5 for l in late)))
    print("\nMore than 5 ms behind the sleeper: %d." % sum(
        ours > bare + 5
        for ours, bare in zip(replay.lateness(made), sleeper.lateness(made))))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("sample")
    parser.add_argument("--lines", type=int, default=1000000)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--keys", type=int, default=200)
    parser.add_argument("--beside", default=None)
    asked = parser.parse_args()
    referee = os.path.join(asked.build, "referee")
    with open(asked.sample) as sample, tempfile.TemporaryDirectory() as work:
        text = sample.read()
        log, said = os.path.join(work, "log"), os.path.join(work, "said")
        make_log(log, text, asked.lines)
        make_transcript(said, text, asked.lines)
        table("a key log of %d lines, %d MB" % (asked.lines, os.path.getsize(log) >> 20),
              beside(log, PARSE, referee, asked.beside, ["2009", "2007", "2012", "csv", "jsonl",
                                                   "text", "transcript", "cast"]),
              asked.rounds)
        table("a transcript of %d lines, %d MB" % (
            asked.lines, os.path.getsize(said) >> 20),
              beside(said, TRANSCRIPT, referee, asked.beside, ["transcript", "csv", "jsonl", "text"]),
              asked.rounds)
        print("At most %d kB of memory for the key log, %d with a phrase deleted.\n" % (
            peak([referee, "export", "--to=csv", log]),
            peak([referee, "export", "--to=csv", "--delete", "no such phrase", log])))
        punctuality(referee, work, asked.keys)


main()
