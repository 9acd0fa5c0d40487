#!/usr/bin/env python3
"""seal_vectors.py - the expected values of seal_test.c and secret_test.c, computed
independently.

X25519, ChaCha20, Poly1305 and the secret stream are written here from their published
descriptions (RFC 7748, RFC 8439, libsodium's documentation), in Python alone; BLAKE2b is
Python's own. libsodium is not used.

    python3 seal_vectors.py         print seal_vectors.h
    python3 seal_vectors.py FILE    compare FILE with the printed form
"""
import hashlib
import struct
import sys

P = 2**255 - 19
MASK = 0xFFFFFFFF


def x25519(private, public):
    k = bytearray(private)
    k[0] &= 248
    k[31] = k[31] & 127 | 64
    k = int.from_bytes(k, "little")
    u = int.from_bytes(public, "little") & (2**255 - 1)
    x2, z2, x3, z3, swap = 1, 0, u, 1, 0
    for t in reversed(range(255)):
        bit = k >> t & 1
        if swap ^ bit:
            x2, x3, z2, z3 = x3, x2, z3, z2
        swap = bit
        a, b, c, d = x2 + z2, x2 - z2, x3 + z3, x3 - z3
        da, cb, aa, bb = d * a, c * b, a * a, b * b
        x3, z3 = (da + cb) ** 2 % P, u * (da - cb) ** 2 % P
        x2, z2 = aa * bb % P, (aa - bb) * (aa + 121665 * (aa - bb)) % P
    if swap:
        x2, z2 = x3, z3
    return (x2 * pow(z2, P - 2, P) % P).to_bytes(32, "little")


def rounds(state):
    s = list(state)

    def quarter(a, b, c, d):
        for x, y, z, r in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            s[x] = s[x] + s[y] & MASK
            s[z] ^= s[x]
            s[z] = (s[z] << r | s[z] >> 32 - r) & MASK

    for _ in range(10):
        for i in range(4):
            quarter(i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return s


def start(key, rest):
    return struct.unpack("<16I", b"expand 32-byte k" + key + rest)


def chacha20(key, nonce, block, data):
    out = b""
    for i in range(0, len(data), 64):
        state = start(key, struct.pack("<I", block + i // 64) + nonce)
        words = (a + b & MASK for a, b in zip(state, rounds(state)))
        stream = struct.pack("<16I", *words)
        out += bytes(a ^ b for a, b in zip(data[i : i + 64], stream))
    return out


def hchacha20(key, nonce):
    s = rounds(start(key, nonce))
    return struct.pack("<8I", *s[:4], *s[12:])


def poly1305(key, data):
    r = int.from_bytes(key[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    total = 0
    for i in range(0, len(data), 16):
        total = (total + int.from_bytes(data[i : i + 16] + b"\1", "little")) * r
        total %= 2**130 - 5
    total += int.from_bytes(key[16:], "little")
    return (total % 2**128).to_bytes(16, "little")


def padded(data):
    return data + bytes(-len(data) % 16)


def sealed_answer(key, nonce, extra, plain):
    key, nonce = hchacha20(key, nonce[:16]), bytes(4) + nonce[16:]
    sealed = chacha20(key, nonce, 1, plain)
    lengths = struct.pack("<QQ", len(extra), len(plain))
    one_time = chacha20(key, nonce, 0, bytes(32))
    return sealed + poly1305(one_time, padded(extra) + padded(sealed) + lengths)


class Stream:
    """libsodium's secretstream, for messages without additional data."""

    def __init__(self, key, header):
        self.key = hchacha20(key, header[:16])
        self.nonce = header[16:]
        self.counter = 1

    def push(self, plain):
        nonce = struct.pack("<I", self.counter) + self.nonce
        block = chacha20(self.key, nonce, 1, bytes(64))  # the tag MESSAGE is 0
        sealed = chacha20(self.key, nonce, 2, plain)
        lengths = struct.pack("<QQ", 0, len(block) + len(plain))
        proof = poly1305(chacha20(self.key, nonce, 0, bytes(32)), block + sealed + lengths)
        self.nonce = bytes(a ^ b for a, b in zip(self.nonce, proof))
        self.counter += 1
        return block[:1] + sealed + proof


def blake(key, size, *pieces):
    return hashlib.blake2b(b"".join(pieces), key=key, digest_size=size).digest()


def record(stream, line):
    return stream.push(line + bytes(128 - len(line)))


KEY = bytes(range(0x40, 0x60))
JUDGE_PRIVATE = bytes(7 * i % 256 for i in range(32))
STATION_PRIVATE = bytes(11 * i + 5 & 255 for i in range(32))
JUDGE_HEADER = bytes(range(0x10, 0x28))
STATION_HEADER = bytes(range(0x80, 0x98))
NONCE = bytes(range(0xA0, 0xB0))
ANSWER_NONCE = bytes(range(0xC0, 0xD8))
BASE = bytes([9]) + bytes(31)
NEVER = b"0" * 18
SESSION = b"0123456789abcdef" * 2

ANSWER = b"LP1 here %s 0011223344556677 1950 free terminal-1950\n" % NONCE.hex().encode()
TO_STATION = (
    b"LP1 judge 04 - %s %s 1996\n" % (NEVER, NEVER),
    b"live\n",
    b"000001763648340121.H.judge\n",
    b"000001763648340122.bracketleft.judge\n",
    b"ping -\n",
    b"bye\n",
)
TO_JUDGE = (
    b"LP1 other terminal-1950 %s %s %s 1996\n" % (SESSION, NEVER, NEVER),
    b"live\n",
    b"000001763648340123.Return.other\n",
    b"bye\n",
)


def handshake():
    judge = x25519(JUDGE_PRIVATE, BASE)
    station = x25519(STATION_PRIVATE, BASE)
    common = x25519(JUDGE_PRIVATE, station)
    assert common == x25519(STATION_PRIVATE, judge)
    secret = blake(KEY, 32, b"LP1 secret", common, judge, station)
    proofs = blake(KEY, 16, b"LP1 judge", judge), blake(secret, 16, b"LP1 station")
    lines = [
        "LP1 seal %s %s" % (public.hex(), proof.hex())
        for public, proof in zip((judge, station), proofs)
    ]
    return lines, blake(secret, 32, b"LP1 to station"), blake(secret, 32, b"LP1 to judge")


def conversation():
    """A handshake and its records, as bytes, in each direction."""
    (judge, station), to_station, to_judge = handshake()
    up, down = Stream(to_station, JUDGE_HEADER), Stream(to_judge, STATION_HEADER)
    return (
        judge.encode() + b"\n" + JUDGE_HEADER + b"".join(record(up, l) for l in TO_STATION),
        station.encode() + b"\n" + STATION_HEADER + b"".join(record(down, l) for l in TO_JUDGE),
    )


def in_c(data):
    rows = (data[i : i + 14] for i in range(0, len(data), 14))
    return ",\n".join("    " + ", ".join("0x%02x" % b for b in row) for row in rows)


def array(name, data):
    return "static const unsigned char %s[] = {\n%s};\n" % (name, in_c(data))


def lines_in_c(name, lines):
    rows = ('    "%s\\n"' % line.decode().rstrip("\n") for line in lines)
    return "static const char *const %s[] = {\n%s};\n" % (name, ",\n".join(rows))


def header():
    answer = sealed_answer(blake(KEY, 32, b"LP1 tell"), ANSWER_NONCE, NONCE,
        ANSWER + bytes(96 - len(ANSWER)))
    up, down = conversation()
    return "\n".join((
        "/* Made by seal_vectors.py: known answers for the shared key and the sealed link. */",
        "/* clang-format off */",
        array("vector_key", KEY),
        "static const char vector_nonce[] = \"%s\";\n" % NONCE.hex(),
        "static const char vector_ask_proof[] = \"%s\";\n"
        % blake(KEY, 16, b"LP1 ask", NONCE).hex(),
        "static const char vector_answer[] = \"%s\\n\";\n" % ANSWER.decode().rstrip("\n"),
        array("vector_answer_nonce", ANSWER_NONCE),
        array("vector_tell", ANSWER_NONCE + answer),
        array("vector_judge_private", JUDGE_PRIVATE),
        array("vector_station_private", STATION_PRIVATE),
        array("vector_judge_header", JUDGE_HEADER),
        array("vector_station_header", STATION_HEADER),
        lines_in_c("vector_lines_to_station", TO_STATION),
        lines_in_c("vector_lines_to_judge", TO_JUDGE),
        "/* All that each side sends. */",
        array("vector_to_station", up),
        array("vector_to_judge", down),
    ))


def check_myself():
    """The examples of RFC 7748 and RFC 8439."""
    scalar = bytes.fromhex("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4")
    point = bytes.fromhex("e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c")
    assert x25519(scalar, point).hex() == (
        "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552")
    key = bytes.fromhex("85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b")
    assert poly1305(key, b"Cryptographic Forum Research Group").hex() == (
        "a8061dc1305136c6c22b8baf0c0127a9")
    key = bytes(range(32))
    nonce = bytes.fromhex("000000090000004a00000000")
    assert chacha20(key, nonce, 1, bytes(16)).hex() == "10f1e7e4d13b5915500fdd1fa32071c4"


check_myself()
if len(sys.argv) < 2:
    print(header(), end="")
elif open(sys.argv[1]).read() != header():
    sys.exit("%s differs from the output of seal_vectors.py" % sys.argv[1])
