"""Mutations of the ballot and the key logs of a round with a pair, held at a terminal, and
those that break no rule. Part of mutations.py."""
import os
import pty
import re
import select
import subprocess
import sys
import time

from mutations_batch import check, try_alone, try_together

PATIENCE = 30 * float(os.environ.get('STAGE_PATIENCE', '1'))  # seconds
STEP = 11  # every STEP-th byte of a log: each needs its own call
BALLOTS = {"2004": b"60\r40\r", "2009": b"left\r70\rSaid, \"nothing\".\r"}


class Seat:
    """A judge's console on a pseudo-terminal, twenty times as fast."""

    def __init__(self, command):
        self.seen = b""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm", LINES="24", COLUMNS="80")
            os.execv(command[0], command)

    def await_text(self, text):
        """Wait for a text after the previous one."""
        end = time.monotonic() + PATIENCE
        while text not in self.seen:
            if not select.select([self.fd], [], [], max(0, end - time.monotonic()))[0]:
                sys.exit(f"mutations: {text} did not come: {self.seen[-300:]}")
            try:
                self.seen += os.read(self.fd, 65536)
            except OSError:
                sys.exit(f"mutations: the judge's console ended before {text}")
        self.seen = self.seen[self.seen.index(text) + len(text):]

    def type(self, keys):
        os.write(self.fd, keys)

    def leave(self):
        while True:
            try:
                if not os.read(self.fd, 65536):
                    break
            except OSError:
                break
        if os.waitpid(self.pid, 0)[1] != 0:
            sys.exit("mutations: the judge's console has failed")


def start_station(programs, directory, book, label, port):
    """An entry that repeats its input."""
    entry = subprocess.Popen(
        [programs + "/quick/entry", "-r", book, "--pace", "1000", "--plain", "-p", port,
         "-b", "127.0.0.1", "-n", "Ann", "--label", label, "-l", directory, "--turn=line",
         "--", "cat"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        text=True)
    for line in entry.stderr:
        if "Waiting for a judge" in line:
            return entry
    return sys.exit("mutations: a station has not begun")


def play_judge(programs, directory, book, ports):
    seat = Seat([programs + "/quick/judge", "-j", "04", "-r", book, "-t", "1", "-l",
                 directory] + ["127.0.0.1:" + port for port in ports])
    seat.await_text(b"any key")
    seat.type(b" ")
    seat.await_text(b"You begin" if book == "2009" else b"like: Return")
    seat.type(b"Hi\r" if book == "2009" else b"Hi\r\tHo\r")
    if book == "2009":
        seat.await_text(b"talk to RIGHT")
        seat.type(b"Ho\r")
    seat.await_text(b"Read on")
    seat.type(b"\r")
    seat.await_text(b"human" if book == "2009" else b"Share")
    seat.type(BALLOTS[book])
    seat.await_text(b"this is my")
    seat.type(b"y")
    seat.await_text(b"Thank")
    seat.type(b" ")
    seat.leave()


def hold_round(programs, directory, book, free_port):
    ports = [str(free_port()), str(free_port())]
    stations = [start_station(programs, directory, book, label, port)
                for label, port in zip(("room-a", "room-b"), ports)]
    os.mkdir(os.path.join(directory, "judge"))
    play_judge(programs, os.path.join(directory, "judge"), book, ports)
    for station in stations:
        station.terminate()
        station.wait()
        station.stderr.close()


def field_of(row, column):
    """Return the column of a CSV row in which a byte is, from 0."""
    return len(re.findall(rb'(?:^|,)(?:"(?:[^"]|"")*"|[^,]*)', row[:column + 1])) - 1


def row_allowed(lines, what, number, column):
    if what == "dropped":
        return number > 0  # only the contest file lists the judges
    # Any time, round, confidence and reason is valid.
    return what == "byte" and number > 0 and column < len(lines[1]) - 1 and (
        lines[1][column:column + 1] not in b',"' and
        field_of(lines[1], column) in (0, 2, 9, 10))


def log_allowed(lines, what, number, column):
    line = lines[number]
    after = b"".join(lines[number + 1:number + 2])
    note = line.startswith((b"# clock", b"# nonce"))
    if what == "dropped":
        # Clock notes may be repeated; older logs have no start.
        return note or line == b"# end\n" or line.startswith(b"# began")
    if what == "doubled":
        return note
    if what == "swapped":
        # Both sides may type at once: the order of their keys has no rule.
        return (note or line[:1] == b"J") and (
            after.startswith((b"# clock", b"# nonce")) or
            (after[:1] == b"J" and (note or line.split()[3] != after.split()[3])))
    if column == len(line) - 1:
        return False
    if line[:1] == b"J":
        start = line.index(b" ") + 1
        return start <= column < start + 18  # the time posted
    value = re.match(rb"# address |# began \d{15}|# clock (review )?", line)
    return value is not None and column >= value.end()


def try_round(book, free_port, programs, directory, tally, step):
    hold_round(programs, directory, book, free_port)
    judges = os.path.join(directory, "judge")
    logs = [os.path.join(d, n) for d in (judges, directory) for n in sorted(os.listdir(d))
            if n.endswith(".KEY")]
    ballots = os.path.join(judges, "BALLOTS.CSV")
    texts = [log[:-3] + "TXT" for log in logs]
    if len(logs) != 4 or check(programs, logs + texts + [ballots]):
        sys.exit("mutations: a round's own files are not called good")
    try_together(programs, ballots, directory, logs, row_allowed, tally, step)
    for log in logs[:2]:
        beside = [p for p in logs + texts if p != log] + [ballots]
        try_alone(programs, log, beside, log_allowed, tally, STEP * step)
