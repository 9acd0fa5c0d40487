"""Callers of a station on the test's clock (conductor.py): each has a connection, open or
sealed, and records the station's visible behaviour."""
import os
import socket
import struct
import sys

import conductor

sys.path.insert(0, os.path.abspath(os.path.join(os.path.dirname(__file__), '../peers')))
import sealed  # noqa: E402  (it is in the folder of the previous line)

NOBODY = '-'
KEY = bytes(range(32))
HEADER = 24  # bytes at the start of either direction of a sealed link


class Open:
    """A link with lines in the clear."""

    def __init__(self):
        self.rest = b''

    def wrap(self, lines):
        return ''.join(line + '\n' for line in lines).encode()

    def unwrap(self, got):
        """The whole lines so far."""
        *lines, self.rest = (self.rest + got).split(b'\n')
        return [line.decode() for line in lines]


class Sealed:
    """A judge's side of a sealed link (doc/protocol.md, section 13). The random part of
    the station's handshake is left out of its line."""

    def __init__(self):
        self.private, self.share = sealed.pair()
        self.rest, self.hears, self.says, self.header = b'', None, None, b''
        self.key = None

    def hello(self):
        return sealed.seal_line(self.share, sealed.judge_proof(KEY, self.share))

    def wrap(self, lines):
        if self.says is None:
            raise conductor.Hidden('the station has not proved itself')
        header, self.header = self.header, b''
        return header + b''.join(self.says.turn(sealed.pad(line, 128)) for line in lines)

    def unwrap(self, got):
        self.rest += got
        lines = []
        if self.says is None and b'\n' in self.rest:
            line, self.rest = self.rest.split(b'\n', 1)
            lines.append(self.take_hello(line.decode()))
        if self.key is not None and self.hears is None and len(self.rest) >= HEADER:
            self.hears = sealed.Stream(self.key, self.rest[:HEADER])
            self.rest = self.rest[HEADER:]
        while self.hears is not None and len(self.rest) >= sealed.RECORD:
            record, self.rest = self.rest[:sealed.RECORD], self.rest[sealed.RECORD:]
            text, _, zeros = self.hears.turn(record=record).partition(b'\n')
            lines.append(text.decode() + ('' if not any(zeros) else ' and what not'))
        return lines

    def take_hello(self, line):
        words = line.split(' ')
        if words[:2] != ['LP1', 'seal']:
            return line
        secret = sealed.secret(KEY, self.private, bytes.fromhex(words[2]), self.share,
                               bytes.fromhex(words[2]))
        if words[3] != sealed.station_proof(secret).hex():
            return 'a station without our key'
        self.header = os.urandom(HEADER)
        self.key = sealed.blake(32, secret, b'LP1 to judge')
        self.says = sealed.Stream(sealed.blake(32, secret, b'LP1 to station'), self.header)
        return 'LP1 seal SHARE PROOF'


class Caller:
    """One connection, and after the greeting its judge. It keeps the same state of its
    conversation as a judge's console."""

    def __init__(self, scene, name, before=None):
        """before: the judge's earlier connection, of the conversation to resume."""
        self.scene, self.name = scene, name
        self.link = Sealed() if scene.is_sealed else Open()
        self.session = before.session if before else NOBODY
        self.mine = before.mine if before else 0  # time of the last key
        self.theirs = before.theirs if before else 0
        self.heard = before.heard if before else []  # the station's keys
        self.spoke, self.pings = 0, False
        self.socket = socket.create_connection(('127.0.0.1', scene.station.port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        scene.add(self)

    def raw(self, data):
        self.spoke = self.scene.station.now
        self.socket.sendall(data)
        self.scene.settle()

    def prove(self):
        """The handshake of a sealed link; no-op on an open one."""
        if isinstance(self.link, Sealed) and self.link.says is None:
            self.raw(self.link.hello())

    def send(self, *lines):
        """With one send() of the test."""
        self.prove()
        self.raw(self.link.wrap(lines))

    def greet(self, book='1996', got=None):
        self.send('LP1 judge 00 %s %018d %018d %s' % (
            self.session, self.theirs if got is None else got, self.mine, book))
        if self in self.scene.callers:
            self.send('live')
            self.pings = True

    def type(self, *names):
        for name in names:
            self.mine = max(self.scene.station.now, self.mine + 1, self.theirs + 1)
            self.send('%018d.%s.judge' % (self.mine, name))

    def close(self, abruptly=False):
        """Close the connection; abruptly, like the kernel for a killed program."""
        if abruptly:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER,
                                   struct.pack('ii', 1, 0))
        self.socket.close()
        self.scene.remove(self)

    def receive(self):
        """Returns the number of received bytes and the whole lines; at the end zero bytes
        and the kind of close."""
        try:
            got = self.socket.recv(65536)
        except ConnectionResetError:
            return 0, ['RESET']
        if not got:
            return 0, ['CLOSED with %d bytes of a line' % len(self.link.rest)
                       if self.link.rest else 'CLOSED']
        lines = self.link.unwrap(got)
        for line in lines:
            self.understand(line)
        return len(got), lines

    def understand(self, line):
        if line.startswith('LP1 other'):
            self.session = line.split(' ')[3]
        elif line.endswith('.other'):
            time, key, _ = line.split('.')
            self.theirs = int(time)
            self.heard.append(key)
