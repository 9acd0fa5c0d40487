#!/usr/bin/env python3
"""The sealed link and discovery, written from sections 12, 13 and 15 of doc/protocol.md
alone, in pure Python, around the judge and the station of examples/lp1.py.

    sealed.py judge KEY HOST:PORT < FILE   judges a sealed conversation
    sealed.py serve KEY PORT [CHANGE N]    a sealed station; it alters one bit of record N
                                           (from 1) of each connection, repeats it or
                                           leaves it out: flip, repeat or skip
    sealed.py offer KEY|- PORT             a station, sealed or not, that can be found
    sealed.py find KEY|- ADDRESS           asks once, and prints address, port, state and
                                           label of each answer of the next second
    sealed.py vectors PAGE                 computes section 15 of the page anew

KEY is a file, or - without one. Exit status: 0, or 1 with a line of the error.
"""
import asyncio, contextlib, hashlib, pathlib, re, secrets, socket, struct, sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "examples"))
import lp1

FIND_PORT, RECORD = 1950, 145

# ---- the primitives of section 13 ----


def blake(size, key, *parts):
    return hashlib.blake2b(b"".join(parts), digest_size=size, key=key).digest()


def x25519(private, public):
    """RFC 7748."""
    p, a24 = 2**255 - 19, 121665
    scalar = int.from_bytes(private, "little") & (2**254 - 8) | 2**254
    u = int.from_bytes(public, "little") & (2**255 - 1)
    x2, z2, x3, z3 = 1, 0, u, 1
    for bit in range(254, -1, -1):
        swap = scalar >> bit & 1
        if swap:
            x2, z2, x3, z3 = x3, z3, x2, z2
        a, b, c, d = x2 + z2, x2 - z2, x3 + z3, x3 - z3
        aa, bb, da, cb = a * a % p, b * b % p, d * a % p, c * b % p
        e = aa - bb
        x3, z3 = (da + cb) ** 2 % p, u * (da - cb) ** 2 % p
        x2, z2 = aa * bb % p, e * (aa + a24 * e) % p
        if swap:
            x2, z2, x3, z3 = x3, z3, x2, z2
    return (x2 * pow(z2, p - 2, p) % p).to_bytes(32, "little")


def rounds(key, rest):
    """The 16 words of ChaCha20's state, before and after its 20 rounds (RFC 8439)."""
    state = struct.unpack("<16I", b"expand 32-byte k" + key + rest)
    x = list(state)
    columns = [(i, i + 4, i + 8, i + 12) for i in range(4)]
    diagonals = [(i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12) for i in range(4)]
    for _ in range(10):
        for a, b, c, d in columns + diagonals:
            for one, two, three, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                x[one] = x[one] + x[two] & 0xFFFFFFFF
                turned = x[three] ^ x[one]
                x[three] = (turned << by | turned >> 32 - by) & 0xFFFFFFFF
    return state, x


def hchacha20(key, nonce):
    _, x = rounds(key, nonce)
    return struct.pack("<8I", *x[:4], *x[12:])


def chacha20(key, nonce, blocks):
    """The given number of blocks of 64 bytes of the key stream, from block 0 on; a nonce
    of 12 bytes."""
    stream = b""
    for block in range(blocks):
        state, x = rounds(key, struct.pack("<I", block) + nonce)
        stream += struct.pack("<16I", *((a + b) & 0xFFFFFFFF for a, b in zip(state, x)))
    return stream


def poly1305(key, text):
    r = int.from_bytes(key[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    total = 0
    for at in range(0, len(text), 16):
        total = (total + int.from_bytes(text[at:at + 16] + b"\1", "little")) * r % (2**130 - 5)
    return ((total + int.from_bytes(key[16:], "little")) % 2**128).to_bytes(16, "little")


def xor(one, two):
    return bytes(a ^ b for a, b in zip(one, two))


class Stream:
    """One direction of a sealed link."""

    def __init__(self, key, header):
        self.k, self.i, self.c = hchacha20(key, header[:16]), header[16:], 1

    def turn(self, message=None, record=None):
        """Makes a record of a message of 128 bytes, or a message of a record."""
        stream = chacha20(self.k, struct.pack("<I", self.c) + self.i, 4)
        t = stream[64:128]
        m = xor(message, stream[128:]) if message else record[1:129]
        tag = poly1305(stream[:32], t + m + bytes(8) + b"\xc0" + bytes(7))
        made = t[:1] + m + tag
        if record not in (None, made):
            raise ValueError("a record does not prove true")
        self.i, self.c = xor(self.i, tag[:8]), self.c + 1
        return xor(m, stream[128:]) if record else made


def pad(line, size):
    return line.encode() + b"\n" + bytes(size - 1 - len(line))


# ---- the handshake and the records ----


class Reader:
    """The input of lp1: the lines of the records."""

    def __init__(self, reader, key):
        self.reader, self.key, self.stream = reader, key, None

    async def readuntil(self, _):
        if self.stream is None:
            self.stream = Stream(self.key, await self.reader.readexactly(24))
        plain = self.stream.turn(record=await self.reader.readexactly(RECORD))
        line, end, rest = plain.partition(b"\n")
        if not end or 0 in line or any(rest):
            raise ValueError("a record that is not one line")
        return line + end


class Writer:
    """The output of lp1: a record for each line."""

    def __init__(self, writer, key, spoil=None):
        header = secrets.token_bytes(24)
        self.writer, self.stream, self.spoil, self.count = writer, Stream(key, header), spoil, 0
        self.close = writer.close
        writer.write(header)

    def write(self, lines):
        for line in lines.decode().splitlines():
            record, self.count = self.stream.turn(pad(line, 128)), self.count + 1
            what = self.spoil[0] if self.spoil and int(self.spoil[1]) == self.count else None
            if what == "flip":
                at = secrets.randbelow(RECORD)
                record = record[:at] + bytes([record[at] ^ 1 << secrets.randbelow(8)]) + record[at + 1:]
            self.writer.write({"repeat": record * 2, "skip": b""}.get(what, record))


def judge_proof(key, share):
    return blake(16, key, b"LP1 judge", share)


def secret(key, private, share, judge_share, station_share):
    """S, or None if D is zeros only."""
    d = x25519(private, share)
    return blake(32, key, b"LP1 secret", d, judge_share, station_share) if any(d) else None


def station_proof(s):
    return blake(16, s, b"LP1 station")


def seal_line(share, proof):
    return f"LP1 seal {share.hex()} {proof.hex()}\n".encode()


def pair():
    private = secrets.token_bytes(32)
    return private, x25519(private, (9).to_bytes(32, "little"))


async def connect(key, host, port):
    """A judge's side: a reader and a writer for lp1, after the station's proof."""
    reader, writer = await asyncio.open_connection(host, port, limit=127)
    private, share = pair()
    writer.write(seal_line(share, judge_proof(key, share)))
    match await lp1.read(reader, 3):
        case ["LP1", "seal", e, proof]:
            s = secret(key, private, bytes.fromhex(e), share, bytes.fromhex(e))
            if s is None or station_proof(s).hex() != proof:
                raise ValueError("the station does not prove true")
        case ["LP1", "refuse", "key" | "open" as word]:
            raise ValueError(f"refused: {word}")
        case _:
            raise ValueError("that is no station with a key")
    return Reader(reader, blake(32, s, b"LP1 to judge")), Writer(writer, blake(32, s, b"LP1 to station"))


async def accept(key, reader, writer, spoil):
    """A station's side: the same, or None for a refused caller."""
    words = await lp1.read(reader, 3)
    private, share = pair()
    s = None
    if words[:2] == ["LP1", "seal"]:
        theirs = bytes.fromhex(words[2])
        if judge_proof(key, theirs).hex() == words[3]:
            s = secret(key, private, theirs, theirs, share)
    if s is None:
        writer.write(b"LP1 refuse key\n")
        return None
    writer.write(seal_line(share, station_proof(s)))
    return (Reader(reader, blake(32, s, b"LP1 to station")),
            Writer(writer, blake(32, s, b"LP1 to judge"), spoil))


# ---- discovery (section 12) ----

HERE = re.compile(r"LP1 here ([\da-f]{32}) [\da-f]{16} ([1-9]\d{0,4}) (free|busy) ([A-Za-z\d-]{1,16})\n")


def ask_proof(key, nonce):
    return blake(16, key, b"LP1 ask", nonce)


def tell_key(key):
    return blake(32, key, b"LP1 tell")


def aead(key, nonce, data, text):
    """XChaCha20-Poly1305: the output for text, and its tag as plain text and as sealed
    text."""
    def tag(sealed):
        fill = [part + bytes(-len(part) % 16) for part in (data, sealed)]
        return poly1305(stream[:32], b"".join(fill) + struct.pack("<QQ", len(data), len(sealed)))

    stream = chacha20(hchacha20(key, nonce[:16]), bytes(4) + nonce[16:], 1 + -(-len(text) // 64))
    other = xor(text, stream[64:])
    return other, tag(other), tag(text)


def tell(key, question, nonce, here):
    sealed, tag, _ = aead(tell_key(key), nonce, question, here + bytes(96 - len(here)))
    return b"LP1 tell " + (nonce + sealed + tag).hex().encode() + b"\n"


def untell(key, question, line):
    """The received line, or an empty one."""
    told = re.fullmatch(rb"LP1 tell ([\da-f]{272})\n", line)
    raw = bytes.fromhex(told[1].decode()) if told else bytes(136)
    plain, _, tag = aead(tell_key(key), raw[:24], question, raw[24:120])
    here, end, rest = plain.partition(b"\n")
    return here + end if tag == raw[120:] and not any(rest) else b""


class Beacon(asyncio.DatagramProtocol):
    """Answers searches. state() is free or busy."""

    def __init__(self, key, port, state):
        self.key, self.port, self.state, self.id = key, port, state, secrets.token_hex(8)

    def connection_made(self, transport):
        self.transport = transport

    def datagram_received(self, line, address):
        words = line[:-1].decode("ascii", "replace").split(" ")
        if not re.fullmatch(rb"LP1 (who [\da-f]{32}|ask [\da-f]{32} [\da-f]{32})\n", line):
            return
        here = f"LP1 here {words[2]} {self.id} {self.port} {self.state()} terminal-{self.port}\n".encode()
        nonce = bytes.fromhex(words[2])
        if self.key is None and words[1] == "who":
            self.transport.sendto(here, address)
        if self.key and words[1] == "ask" and ask_proof(self.key, nonce).hex() == words[3]:
            self.transport.sendto(tell(self.key, nonce, secrets.token_bytes(24), here), address)


class Finder(asyncio.DatagramProtocol):
    """Asks, and prints each valid answer."""

    def __init__(self, key):
        self.key, self.nonce = key, secrets.token_bytes(16)

    def question(self):
        if self.key is None:
            return f"LP1 who {self.nonce.hex()}\n".encode()
        return f"LP1 ask {self.nonce.hex()} {ask_proof(self.key, self.nonce).hex()}\n".encode()

    def datagram_received(self, line, address):
        if self.key:
            line = untell(self.key, self.nonce, line)
        here = HERE.fullmatch(line.decode("ascii", "replace"))
        if here and here[1] == self.nonce.hex() and int(here[2]) < 65536:
            print(address[0], *here.groups()[1:], flush=True)


# ---- section 15 ----


def vectors(page):
    """Computes it from its random parts. Returns the differences and the number of
    values."""
    text = pathlib.Path(page).read_text().split("\n## 15.")[1]
    blocks = re.findall(r"^```(\w+)\n(.*?)^```", text, re.M | re.S)
    given = {name: re.sub(r"\s", "", value) for kind, block in blocks if kind == "vectors"
             for name, value in re.findall(r"^(\S+) += ((?:[\da-f]+\s*)+)$", block, re.M)}
    lines = {kind: block.splitlines() for kind, block in blocks if kind != "vectors"}
    v = {name: bytes.fromhex(value) for name, value in given.items()}
    key, base = v["K"], (9).to_bytes(32, "little")
    judge, station = (x25519(v[f"{side}.private"], base) for side in ("judge", "station"))
    s = secret(key, v["judge.private"], station, judge, station)
    made = {
        "judge.E": judge, "judge.proof": judge_proof(key, judge), "station.E": station, "S": s,
        "D": x25519(v["station.private"], judge), "station.proof": station_proof(s),
        "to-station.key": blake(32, s, b"LP1 to station"),
        "to-judge.key": blake(32, s, b"LP1 to judge"),
        "ask.proof": ask_proof(key, v["ask.nonce"]), "tell.key": tell_key(key),
    }
    streams = {way: Stream(made[f"{way}.key"], v[f"{way}.header"]) for way in ("to-station", "to-judge")}
    for name, line in (line.split(" ", 1) for line in lines["sealed"]):
        made[name] = streams[name.split(".")[0]].turn(pad(line, 128))
    here = lines["datagrams"][1].encode() + b"\n"
    told = tell(key, v["ask.nonce"], v["tell.nonce"], here)
    made["tell.hex"] = bytes.fromhex(told[9:-1].decode())
    asked = f"LP1 ask {given['ask.nonce']} {made['ask.proof'].hex()}"
    clear = [seal_line(judge, made["judge.proof"]), seal_line(station, made["station.proof"])]
    wrong = [name for name in made if made[name] != v.get(name)]
    wrong += ["clear"] * (lines["clear"] != [line.decode().strip() for line in clear])
    wrong += ["datagrams"] * (lines["datagrams"][2] != asked or untell(key, v["ask.nonce"], told) != here)
    random = {"K", "judge.private", "station.private", "to-station.header", "to-judge.header",
              "ask.nonce", "tell.nonce"}
    wrong += sorted(given.keys() - made.keys() - random)
    return wrong, len(made)


# ---- the program ----


def read_key(path):
    if path == "-":
        return None
    text = pathlib.Path(path).read_text()
    if not re.fullmatch(r"[\da-f]{64}\n", text):
        sys.exit(f"{path}: that is no key")
    return bytes.fromhex(text)


async def judge(key, place):
    await lp1.judge(place, lambda host, port: connect(key, host, port))


async def serve(key, port, *spoil, end=None):
    end, label = end or lp1.End("other", lp1.say_back), f"terminal-{port}"

    async def serve_one(reader, writer):
        if key is None:
            return await end.serve(label, reader, writer)
        with contextlib.closing(writer), contextlib.suppress(OSError, EOFError, ValueError):
            if sealed := await asyncio.wait_for(accept(key, reader, writer, spoil), 3):
                await end.serve(label, *sealed)

    server = await asyncio.start_server(serve_one, "0.0.0.0", port, limit=127)
    print("ready", file=sys.stderr, flush=True)
    await asyncio.gather(server.serve_forever(), end.type())


async def offer(key, port):
    end = lp1.End("other", lp1.say_back)

    def state():
        beginner = ["LP1", "judge", "00", "-", "0", "0", "1996"]
        return "busy" if end.verdict(beginner) == "busy" else "free"

    udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    udp.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    udp.bind(("", FIND_PORT))
    await asyncio.get_running_loop().create_datagram_endpoint(
        lambda: Beacon(key, port, state), sock=udp)
    await serve(key, port, end=end)


async def find(key, address):
    finder = Finder(key)
    transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(
        lambda: finder, local_addr=("0.0.0.0", 0), allow_broadcast=True)
    transport.sendto(finder.question(), (address, FIND_PORT))
    await asyncio.sleep(1)


VERBS = {"judge": judge, "serve": serve, "offer": offer, "find": find}


def main(verb, first, *more):
    if verb == "vectors":
        wrong, count = vectors(first)
        print(*(f"{name}: the page has another value" for name in wrong), f"{count} values", sep="\n")
        return 1 if wrong else 0
    try:
        asyncio.run(VERBS[verb](read_key(first), *more))
    except KeyboardInterrupt:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
