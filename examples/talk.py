#!/usr/bin/env python3
"""The smallest judge and the smallest station: doc/protocol.md.

    talk.py judge HOST PORT < FILE    asks; each line of FILE is a turn
    talk.py serve PORT                answers one judge by repeating each turn

It checks little and does not reconnect: see lp1.py.
"""
import secrets, socket, sys, time

NAMES = dict(zip(""" !"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~""", """space exclam quotedbl numbersign
    dollar percent ampersand quoteright parenleft parenright asterisk plus comma minus period
    slash colon semicolon less equal greater question at bracketleft backslash bracketright
    asciicircum underscore quoteleft braceleft bar braceright asciitilde""".split()))
CHARS = {name: char for char, name in NAMES.items()}
NOTHING_YET = "0" * 18


class Line:
    """A connection of whole lines, with pings during silence."""

    def __init__(self, sock, side):
        self.sock, self.side, self.text, self.last = sock, side, b"", 0
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.settimeout(1)

    def say(self, line):
        self.sock.sendall(line.encode() + b"\n")

    def hear(self):
        """Returns the words of the next line, without pings."""
        silent = 0
        while b"\n" not in self.text:
            try:
                some = self.sock.recv(4096)
            except TimeoutError:
                self.say("ping -")
                some, silent = b"", silent + 1
            if silent == 3 or not some and not silent:
                sys.exit("the line is lost")
            self.text += some
        line, self.text = self.text.split(b"\n", 1)
        words = line.decode().replace(".", " ").split(" ")
        return self.hear() if words[0] == "ping" else words

    def type(self, text):
        """Types a turn: its characters, then Return twice."""
        keys = [NAMES.get(char, char) for char in text if char.isascii() and char.isprintable()]
        for key in keys + ["Return", "Return"]:
            self.last = max(self.last + 1, time.time_ns() // 10**6)
            self.say(f"{self.last:018}.{key}.{self.side}")

    def turn(self):
        """Returns the text of the far side's turn, or None at the end."""
        lines, returned = [""], False
        while True:
            match self.hear():
                case [when, "Return", _]:
                    if returned and not lines[-1].strip():
                        self.last = max(self.last, int(when))
                        return "\n".join(lines).rstrip("\n")
                    lines, returned = lines + [""], True
                case [_, "BackSpace", _]:
                    lines[-1] = lines[-1][:-1]
                case [_, key, _]:
                    lines[-1] += CHARS.get(key, key)
                case ["bye"]:
                    self.say("bye")
                    return None
                case ["live"]:
                    pass


def judge(host, port):
    line = Line(socket.create_connection((host, int(port))), "judge")
    line.say(f"LP1 judge 00 - {NOTHING_YET} {NOTHING_YET} 1996")
    if line.hear()[1] != "other":
        sys.exit("the station refuses")
    line.say("live")
    for asked in sys.stdin.read().splitlines():
        line.type(asked)
        print(f">{asked}\n{line.turn()}")
    line.say("bye")
    line.hear()


def serve(port):
    server = socket.create_server(("127.0.0.1", int(port)))
    print("serving", flush=True)
    line = Line(server.accept()[0], "other")
    session = secrets.token_hex(16)
    line.hear()  # the judge's greeting
    line.say(f"LP1 other talk-py {session} {NOTHING_YET} {NOTHING_YET} 1996")
    line.say("live")
    while (heard := line.turn()) is not None:
        print(">" + heard, flush=True)
        line.type("You said: " + heard.replace("\n", " "))


if __name__ == "__main__":
    {"judge": judge, "serve": serve}[sys.argv[1]](*sys.argv[2:])
