"""Tests doc/protocol.md against the programs.

    python3 protocol.py SOURCE BUILD LINES

are the root of the source, the directory of the built programs and the program
protocol_lines. Every line of the wire in the document is given to the programs' decoder,
every example is played with the programs (protocol_talk.py), every table of names and
numbers is compared with the code, and every test vector is computed. Every mistake is one
line. Exits with 77 (skipped) if all else passes and libsodium cannot be loaded for the
vectors.
"""
import ctypes
import hashlib
import re
import subprocess
import sys
from pathlib import Path

import protocol_talk

SODIUM = "libsodium.so.23"


def read_blocks(text):
    """The blocks of code, as lists of lines by their kind: 'wire', 'bad', 'talk', ..."""
    blocks = {}
    for kind, body in re.findall(r"^```(\w+)\n(.*?)^```$", text, re.M | re.S):
        blocks.setdefault(kind, []).append(body.splitlines())
    return blocks


def flat(blocks, kind):
    return [line for block in blocks[kind] for line in block]


# Lines and tables


def check_lines(blocks, program):
    """Good lines are read by the programs' decoder, and bad ones are not."""
    said = [protocol_talk.parse(row) for talk in blocks["talk"] for row in talk[1:]]
    expected = [(line, "good") for line in flat(blocks, "wire")]
    expected += [(line, "bad") for line in flat(blocks, "bad")]
    expected += [(line.split(" ", 1)[1], "good") for line in flat(blocks, "sealed")]
    expected += [(row.text, "bad" if row.garbage else "good")
                 for row in said if row.text is not None]
    given = "".join(line + "\n" for line, _ in expected)
    verdicts = subprocess.run([program], input=given, capture_output=True, check=True,
                              text=True).stdout.split()
    assert len(verdicts) == len(expected)
    for (line, good), verdict in zip(expected, verdicts):
        if verdict != good:
            yield f"the decoder finds this {verdict}: {line}"


def check_bytes(blocks):
    for block in blocks["bytes"]:
        line = bytes.fromhex(" ".join(block)).decode()
        if line != blocks["wire"][0][0] + "\n":
            yield f"the bytes are no line but {line!r}"


def check_names(blocks, program):
    """The table of keys has every name that the programs write, and no other."""
    shown = {"SP": " ", "HT": "\t", "CR": "\r", "BS": "\b", "ESC": "\x1b"}
    words = " ".join(flat(blocks, "keys")).split()
    listed = subprocess.run([program, "names"], capture_output=True, check=True,
                            text=True).stdout.splitlines()
    triples = list(zip(words[::3], words[1::3], words[2::3]))
    table = [f"{name} {code}" for name, code, _ in triples]
    for name in sorted(set(table) ^ set(listed)):
        yield f"a key is in the table or in the code only: {name}"
    for name, code, character in triples:
        if ord(shown.get(character, character)) != int(code, 16):
            yield f"{name} types no {character}"


def check_limits(text, source):
    """The numbers of the table of limits are those of the headers."""
    rows = re.findall(r"^\|[^|]*\|([^|]*)\| `([A-Z_]+)` \|$", text, re.M)
    headers = "".join(p.read_text() for d in ("common", "judge", "confederate")
                      for p in sorted((source / d).rglob("*.h")))
    if not rows:
        yield "there is no table of limits"
    for value, name in rows:
        found = re.search(rf"\b{name} = (\d+)\b", headers)
        number = re.search(r"[\d,]+", value).group().replace(",", "")
        if found is None or found.group(1) != number:
            yield f"{name} is not {number}"


# Vectors


def blake2b(size, key, *parts):
    return hashlib.blake2b(b"".join(parts), key=key, digest_size=size).digest()


class Sodium:
    """The functions of libsodium for the vectors; raises OSError without the library."""

    def __init__(self):
        self.library = ctypes.CDLL(SODIUM)
        self.library.sodium_init()

    def call(self, size, function, *arguments):
        out = ctypes.create_string_buffer(size)
        if getattr(self.library, "crypto_" + function)(out, *arguments) != 0:
            raise ValueError(function)
        return out.raw

    def public(self, private):
        return self.call(32, "scalarmult_base", private)

    def shared(self, private, public):
        return self.call(32, "scalarmult", private, public)

    def records(self, key, header, lines):
        """With a given header, a stream to write begins like one to read."""
        name = "secretstream_xchacha20poly1305_"
        state = ctypes.create_string_buffer(
            getattr(self.library, "crypto_" + name + "statebytes")())
        getattr(self.library, "crypto_" + name + "init_pull")(state, header, key)
        push = getattr(self.library, "crypto_" + name + "push")
        for line in lines:
            record = ctypes.create_string_buffer(145)
            push(state, record, None, line.ljust(128, b"\0"), ctypes.c_ulonglong(128),
                 None, ctypes.c_ulonglong(0), ctypes.c_ubyte(0))
            yield record.raw

    def tell(self, key, nonce, question, line):
        return nonce + self.call(
            112, "aead_xchacha20poly1305_ietf_encrypt", None, line.ljust(96, b"\0"),
            ctypes.c_ulonglong(96), question, ctypes.c_ulonglong(len(question)), None,
            nonce, key)


def read_vectors(blocks):
    body = "\n".join(flat(blocks, "vectors"))
    return {name: bytes.fromhex(value) for name, value in
            re.findall(r"^([\w.-]+) *= ([0-9a-f]+(?:\n +[0-9a-f]+)*)$", body, re.M)}


def compute_link(sodium, v, lines):
    """Sections 13 and 15: all values derived from K, private keys and headers."""
    k, judge, station = v["K"], v["judge.E"], v["station.E"]
    shared = sodium.shared(v["station.private"], judge)
    secret = blake2b(32, k, b"LP1 secret", shared, judge, station)
    computed = {
        "judge.E": sodium.public(v["judge.private"]),
        "judge.proof": blake2b(16, k, b"LP1 judge", judge),
        "station.E": sodium.public(v["station.private"]),
        "D": sodium.shared(v["judge.private"], station),
        "S": secret,
        "station.proof": blake2b(16, secret, b"LP1 station"),
    }
    for to in ("station", "judge"):
        key = computed[f"to-{to}.key"] = blake2b(32, secret, f"LP1 to {to}".encode())
        names = [name for name in lines if name.startswith("to-" + to)]
        records = sodium.records(key, v[f"to-{to}.header"], [lines[n] for n in names])
        computed.update(zip(names, records))
    return computed


def compute_finding(sodium, v, here):
    key = blake2b(32, v["K"], b"LP1 tell")
    return {
        "ask.proof": blake2b(16, v["K"], b"LP1 ask", v["ask.nonce"]),
        "tell.key": key,
        "tell.hex": sodium.tell(key, v["tell.nonce"], v["ask.nonce"], here.encode()),
    }


def check_vectors(blocks, sodium):
    v = read_vectors(blocks)
    lines = {name: (line + "\n").encode() for name, line in
             (row.split(" ", 1) for row in flat(blocks, "sealed"))}
    who, here, ask, tell = flat(blocks, "datagrams")
    nonce = v["ask.nonce"].hex()
    computed = compute_link(sodium, v, lines)
    computed.update(compute_finding(sodium, v, here + "\n"))
    given = {"K", "judge.private", "station.private", "to-station.header",
             "to-judge.header", "ask.nonce", "tell.nonce"}
    for name in sorted(set(v) ^ (set(computed) | given)):
        yield f"a vector that is not given, or not computed: {name}"
    for name, value in computed.items():
        if v.get(name) != value:
            yield f"the vector {name} is {value.hex()}"
    clear = [f"LP1 seal {v[e + '.E'].hex()} {v[e + '.proof'].hex()}"
             for e in ("judge", "station")]
    if flat(blocks, "clear") != clear:
        yield "the lines in the clear are not those of the vectors"
    if (who, ask, tell) != (f"LP1 who {nonce}",
                            f"LP1 ask {nonce} {v['ask.proof'].hex()}",
                            "LP1 tell tell.hex") or nonce not in here:
        yield "the lines of the finding are not those of the vectors"


def main(source, build, lines):
    source = Path(source)
    text = (source / "doc" / "protocol.md").read_text()
    blocks = read_blocks(text)
    mistakes = list(check_lines(blocks, lines)) + list(check_bytes(blocks))
    mistakes += check_names(blocks, lines)
    mistakes += check_limits(text, source)
    for talk in blocks["talk"]:
        mistakes += protocol_talk.play(talk, build)
    try:
        sodium = Sodium()
    except OSError:
        sodium = None
    else:
        mistakes += check_vectors(blocks, sodium)
    for mistake in mistakes:
        print("protocol.md:", mistake)
    if not mistakes and sodium is None:
        print(f"no {SODIUM} here: the vectors were not computed; all else is well")
        return 77
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
