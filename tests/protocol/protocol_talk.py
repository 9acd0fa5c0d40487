"""Plays an example conversation of doc/protocol.md: one side of it is a real program;
this script sends the other side's lines and checks the answers.

Sessions, and the times of the program's keys, differ each time. Each new value stands for
the document's value from then on, in both directions.
"""
import os
import re
import signal
import socket
import subprocess
import tempfile
from collections import namedtuple

PATIENCE_S = 120  # for a slow machine; all waits are shorter normally
BEAT_S = 0.5      # a waiting side sends a ping at this interval

# sender, receiver and line; garbage is no line of the wire; without a line the sender
# closes
Row = namedtuple("Row", "who whom text garbage")

TOKEN = re.compile(r"\b(?:\d{18}|[0-9a-f]{32})\b")
KEY = re.compile(r"(\d{18})\.\w+\.(?:judge|other)$")
NONE = "0" * 18


class Mistake(Exception):
    """The program did not behave like the document."""


def parse(line):
    found = re.fullmatch(r"([JSRX])(>|x)([JSRX])(!?)(?: (.*))?", line)
    if found is None or (found[2] == "x") != (found[5] is None):
        raise ValueError(f"not a line of an example: {line}")
    return Row(found[1], found[3], found[5], found[4] == "!")


class Line:
    """A connection to the program."""

    def __init__(self, connection):
        self.connection = connection
        self.connection.settimeout(BEAT_S)
        self.read = b""
        self.greeted = False

    def send(self, text):
        self.greeted |= text.startswith(("LP1 judge", "LP1 other"))
        self.connection.sendall(text.encode() + b"\n")

    def hear(self, meanwhile):
        """The next line, or None at the end."""
        for _ in range(int(PATIENCE_S / BEAT_S)):
            if b"\n" in self.read:
                line, self.read = self.read.split(b"\n", 1)
                return line.decode("ascii", "replace")
            try:
                more = self.connection.recv(4096)
            except socket.timeout:
                meanwhile()
                continue
            except ConnectionError:
                more = b""
            if more == b"":
                return None
            self.read += more
        raise Mistake("nothing was heard")


class Names:
    """The document's sessions and times, and this run's values."""

    def __init__(self):
        self.real = {NONE: NONE}
        self.keys = set()
        self.latest = self.latest_real = NONE

    def note_key(self, text, real):
        """Keys are later than every earlier key, unless they are repeated."""
        key, key_now = KEY.match(text), KEY.match(real)
        if key is None or key[1] in self.keys:
            return
        if key[1] <= self.latest:
            raise Mistake(f"{text}: not later than {self.latest}")
        self.keys.add(key[1])
        self.latest = key[1]
        self.latest_real = max(self.latest_real, key_now[1])

    def to_say(self, text):
        said = TOKEN.sub(lambda t: self.real.setdefault(t[0], t[0]), text)
        self.note_key(text, said)
        return said

    def check_heard(self, text, heard):
        tokens, now = TOKEN.findall(text), TOKEN.findall(heard)
        if TOKEN.sub("", text) != TOKEN.sub("", heard) or len(tokens) != len(now):
            raise Mistake(f"'{text}' was to come, and '{heard}' came")
        fresh = KEY.match(text) is not None and tokens[0] not in self.real
        if fresh and now[0] <= self.latest_real:
            raise Mistake(f"{heard}: not later than {self.latest_real}")
        for token, real in zip(tokens, now):
            if self.real.setdefault(token, real) != real:
                raise Mistake(f"'{heard}': {real} differs from the earlier {token}")
        self.note_key(text, heard)


class Talk:
    """An example, and the program of one of its sides."""

    def __init__(self, command, build, directory):
        self.part = "J" if "judge --plain" in command else "S"
        self.lines = {}
        self.names = Names()
        if self.part == "J":
            self.server = socket.create_server(("127.0.0.1", 0))
            self.server.settimeout(PATIENCE_S)
            command = command.replace(":1950", f":{self.server.getsockname()[1]}")
        # The program has its own group, so that its children end with it.
        self.program = subprocess.Popen(
            ["sh", "-c", command], cwd=directory, start_new_session=True,
            env={**os.environ, "PATH": f"{build}:{os.environ['PATH']}"},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        if self.part == "S":
            said = self.program.stderr.readline().decode()
            self.port = re.search(r"on port (\d+)", said)
            if self.port is None:
                self.end()
                raise Mistake(f"the station said '{said.strip()}'")

    def end(self):
        try:
            os.killpg(self.program.pid, signal.SIGTERM)
        except ProcessLookupError:
            pass
        said = self.program.communicate()[1].decode()
        for line in self.lines.values():
            line.connection.close()
        if "ERROR: " in said or "runtime error: " in said:
            raise Mistake(said)

    def line(self, peer):
        if peer not in self.lines:
            if self.part == "J":
                connection = self.server.accept()[0]
            else:
                connection = socket.create_connection(("127.0.0.1", self.port[1]))
            self.lines[peer] = Line(connection)
        return self.lines[peer]

    def beat(self):
        for line in self.lines.values():
            if line.greeted:
                line.send("ping -")

    def hear(self, peer, ping=False):
        while True:
            heard = self.line(peer).hear(self.beat)
            if heard != "ping -" or ping:
                return heard

    def step(self, row):
        peer = row.whom if row.who == self.part else row.who
        if row.text is not None and row.who == self.part:
            heard = self.hear(peer, row.text == "ping -")
            if heard is None:
                raise Mistake(f"'{row.text}' was to come, and the connection was closed")
            self.names.check_heard(row.text, heard)
        elif row.text is not None:
            self.line(peer).send(
                row.text if row.garbage else self.names.to_say(row.text))
        else:
            if row.who == self.part and (heard := self.hear(peer)) is not None:
                raise Mistake(f"the end was to come, and '{heard}' came")
            self.lines.pop(peer).connection.close()


def play(block, build):
    """The errors in an example: a command and its output."""
    command = block[0].removeprefix("$ ")
    with tempfile.TemporaryDirectory() as directory:
        try:
            talk = Talk(command, build, directory)
            try:
                for line in block[1:]:
                    talk.step(parse(line))
            finally:
                talk.end()
        except (Mistake, OSError) as mistake:
            return [f"$ {command}: {line if 'line' in locals() else ''}: {mistake}"]
    return []
