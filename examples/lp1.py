#!/usr/bin/env python3
"""Both ends of a conversation, written from doc/protocol.md alone.

    lp1.py judge HOST[:PORT] < FILE    asks; an empty line ends each turn of FILE
    lp1.py serve [PORT]                repeats each turn to the judge

It needs Python 3.10 and nothing else. The names are those of section 14 of that page, with
the reasons; tests/peers/sealed.py is a sealed link around it.
"""
import asyncio, contextlib, functools, itertools, re, secrets, socket, string, sys, time

SIGNS = """space exclam quotedbl numbersign dollar percent ampersand quoteright parenleft
    parenright asterisk plus comma minus period slash colon semicolon less equal greater
    question at bracketleft backslash bracketright asciicircum underscore quoteleft
    braceleft bar braceright asciitilde""".split()
CHARS = {c: c for c in string.ascii_letters + string.digits}
CHARS |= dict(zip(SIGNS, " " + string.punctuation))
KEYS = {char: key for key, char in CHARS.items()} | {"\n": "Return"}
CHARS["Tab"] = " "
OTHERS = r"BackSpace|Return|Escape|U(?!00[0-7]|D[89A-F]..\.)(?:[1-9A-F]|10|)[\dA-F]{4}"
LINE = re.compile("|".join((
    r"LP1 (?:judge \d\d|other [A-Za-z\d-]{1,16}) (?:-|[\da-f]{32})(?: \d{18}){2} [a-z\d]{1,8}",
    r"LP1 referee - - 0 0 -", r"LP1 refuse [a-z]{1,16}", r"LP1 seal [\da-f]{64} [\da-f]{32}",
    rf"00\d{{16}}\.(?:{'|'.join(CHARS)}|{OTHERS})\.(?:judge|other)",
    "live", "bye", r"ping (?:-|locked|0|[1-9]\d{0,18})")))
LATEST, KEYS_MAX, FAR = 9999999913600000, 700000, {"judge": "other", "other": "judge"}
PACE, HOLD = 0.04, 60  # seconds: between keys, and until a lost end is given up
now = time.monotonic


async def read(reader, seconds):
    """Returns the words of the next line. Raises on silence, end of file, or a bad line."""
    try:
        line = (await asyncio.wait_for(reader.readuntil(b"\n"), seconds))[:-1].decode("ascii")
    except asyncio.LimitOverrunError:
        raise ValueError("too long a line")
    if not LINE.fullmatch(line) or line[:6] == "ping 9" and int(line[5:]) >= 2**63:
        raise ValueError("no line of the protocol")
    return re.split("[ .]", line)


class End:
    """One end, as in section 14. answer(lines) gets the lines of the far side's last turn, and
    returns the text of this side's next turn, or None to leave."""

    def __init__(self, side, answer):
        self.side, self.far, self.answer = side, FAR[side], answer
        self.start()

    def start(self):
        self.session, self.keys, self.held = "-", [], {"judge": 0, "other": 0}
        self.turn, self.line, self.lines, self.returned = "judge", "", [], False
        self.writer = self.left_at = None
        self.lost_at = self.bye_sent = self.bye_got = 0
        self.begin_turn()

    def begin_turn(self):
        if self.turn == self.side:
            text = self.answer(self.lines)
            self.left_at = now() if text is None else None
            self.todo = [KEYS[char] for char in text or "" if char in KEYS]
        self.lines = []

    def feed(self, side, key):
        """Feed a key to the prompt (section 4); False if it is refused."""
        if key == "Escape" and side == "judge":
            if self.turn == "other":  # drop the reply after the current line
                self.todo = [*itertools.takewhile("Return".__ne__, self.todo)] if self.line else []
        elif side != self.turn:
            return False
        elif key == "Return":
            ends = self.returned and not self.line.strip()
            if side == "judge" or not ends:
                print((">" if side == "judge" else "") + self.line, flush=True)
            self.lines, self.line, self.returned = self.lines + [self.line], "", not ends
            if ends:
                self.turn = FAR[side]
                self.begin_turn()
        elif key == "BackSpace" and self.line:
            self.line = self.line[:-1]
        elif key in CHARS and len(self.line) < 1000:
            self.line += CHARS[key]
        else:
            return False
        return True

    def append(self, when, key, side):
        self.keys.append((when, key, side))
        self.held[side] = when

    async def type(self):
        """Types this side's keys on schedule, also while the link is lost."""
        while True:
            await asyncio.sleep(PACE)
            if self.turn == self.side and self.session != "-" and self.left_at is None:
                key = self.todo.pop(0) if self.todo else "Return"
                when = max(time.time_ns() // 10**6, 1 + max(self.held.values()))
                if self.feed(self.side, key):
                    self.append(when, key, self.side)
            if self.writer:
                self.say()

    def times(self):
        return f"{self.held[self.far]:018} {self.held[self.side]:018}"

    def believes(self, got, made):
        return int(got) <= self.held[self.side] and max(int(got), int(made)) <= LATEST

    def hear(self, words):
        match words:
            case [when, key, self.far] if int(when) <= LATEST and len(self.keys) < KEYS_MAX:
                if int(when) > self.held[self.far]:
                    self.append(int(when), key, self.far)
                    self.peer[self.far] = max(self.peer[self.far], int(when))
                    self.feed(self.far, key)
            case ["live"] if not self.live_got:
                self.live_got = True
            case ["bye"]:
                self.bye_got = True
            case ["ping", _]:
                pass
            case _:
                raise ValueError("a line in the wrong place")

    def say(self):
        lines = [f"{when:018}.{key}.{side}" for when, key, side in self.keys[self.next:]
                 if when > self.peer[side]] + ["live"] * (not self.live_sent)
        self.next, self.live_sent = len(self.keys), True
        if not self.bye_sent and (self.bye_got or self.left_at and self.live_got):
            lines.append("bye")
            self.bye_sent = True
        if lines or now() >= self.spoke + 1:
            self.writer.write(("\n".join(lines or ["ping -"]) + "\n").encode())
            self.spoke = now()

    def over(self):
        return self.bye_sent and self.bye_got or self.left_at and now() >= self.left_at + HOLD

    async def link(self, reader, writer, got, made):
        """Runs a connection after the greetings. Raises if the link is lost or taken over."""
        self.writer, self.peer = writer, {self.side: int(got), self.far: int(made)}
        self.next = self.spoke = self.live_sent = self.live_got = 0
        self.bye_sent = self.bye_got = False
        try:
            self.say()
            while not self.over():
                words = await read(reader, 3)
                if self.writer is not writer:
                    raise ConnectionError("taken over")
                self.hear(words)
                self.say()
        finally:
            if self.writer is writer:
                self.writer, self.lost_at = None, now()

    def verdict(self, words):
        """Returns the word with which a station refuses a greeting (section 6), or None."""
        match words:
            case ["LP1", "judge", _, _, _, _, book] if book != "1996":
                return "book"
            case ["LP1", "judge", _, "-", got, made, _]:
                kept = self.writer or self.keys and now() < self.lost_at + HOLD
                if self.session != "-" and kept:
                    return "busy"
                return "greeting" if int(got) or int(made) else None
            case ["LP1", "judge", _, session, got, made, _]:
                if session != self.session:
                    return "unknown"
                return None if self.believes(got, made) else "greeting"
        return "open" if words[:2] == ["LP1", "seal"] else "greeting"

    async def serve(self, label, reader, writer):
        """Serves one connection, at a station."""
        with contextlib.closing(writer), contextlib.suppress(OSError, EOFError, ValueError):
            words = await read(reader, 3)
            if word := self.verdict(words):
                return writer.write(f"LP1 refuse {word}\n".encode())
            if words[3] == "-":
                self.start()
                self.session = secrets.token_hex(16)
            if self.writer:
                self.writer.close()
            writer.write(f"LP1 other {label} {self.session} {self.times()} 1996\n".encode())
            await self.link(reader, writer, *words[4:6])
            self.start()

    async def call(self, connect):
        """Makes one connection, as a judge."""
        begun = self.session != "-"
        reader, writer = await asyncio.wait_for(connect(), 1 if begun else 10)
        with contextlib.closing(writer):
            writer.write(f"LP1 judge 00 {self.session} {self.times()} 1996\n".encode())
            match await read(reader, 1.5 if begun else 10):
                case ["LP1", "refuse", "busy"]:
                    return
                case ["LP1", "refuse", "unknown"]:
                    sys.exit(0 if self.left_at else "the station has no record of this conversation")
                case ["LP1", "refuse", word]:
                    raise ValueError(f"refused: {word}")
                case ["LP1", "other", _, session, got, made, "1996"] if (self.believes(got, made)
                        and session != "-" and self.session in ("-", session)):
                    self.session = session
                    await self.link(reader, writer, got, made)
                case _:
                    raise ValueError("that is no station")

    async def keep_calling(self, connect):
        """Calls every second until the conversation is over; less often after a bad line."""
        typing, gap = asyncio.create_task(self.type()), 1
        while not self.over():
            try:
                began, pause = now(), 1
                await self.call(connect)
            except (OSError, EOFError, ValueError) as error:
                if self.session == "-":
                    sys.exit(f"no conversation: {str(error) or 'no answer'}")
                print(f"link lost: {str(error) or 'silence'}", file=sys.stderr, flush=True)
                if isinstance(error, ValueError):
                    began, pause = now(), gap if now() < began + 30 else 1
                    gap = min(2 * pause, 30)
            await asyncio.sleep(0 if self.over() else began + pause - now())
        typing.cancel()


async def judge(place, connect=functools.partial(asyncio.open_connection, limit=127)):
    host, port = re.fullmatch(r"\[?(.*?)\]?(?::(\d+))?", place).groups("1950")
    turns = iter(re.split(r"\n[ \t]*\n", sys.stdin.read().rstrip("\n")))
    end = End("judge", lambda heard: next(turns, None))
    await end.keep_calling(lambda: connect(host, port))
    if end.left_at is None:
        sys.exit("the station ended the conversation before all was said")


def say_back(heard):
    return "\n".join(["You said:", *filter(str.strip, heard)])


async def serve(port="1950"):
    end = End("other", say_back)
    server = await asyncio.start_server(
        lambda reader, writer: end.serve(f"terminal-{port}", reader, writer),
        "0.0.0.0", port, limit=127, start_serving=False)
    server.sockets[0].setsockopt(socket.IPPROTO_IP, socket.IP_TTL, 1)  # the own network only
    await asyncio.gather(server.serve_forever(), end.type())


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["judge", place]:
            main = judge(place)
        case ["serve", *port] if len(port) < 2:
            main = serve(*port)
        case _:
            sys.exit(__doc__)
    try:
        asyncio.run(main)
    except (OSError, OverflowError) as error:
        sys.exit(f"lp1.py: {error}")
    except KeyboardInterrupt:
        pass
