"""One conversation with a station on the test's clock (steady.c): a judge by TCP, and at
the other side a person at the keyboard, or a program. Keeps the bytes of the wire with
their time of arrival and their send()."""
import fcntl
import mmap
import os
import pty
import random
import select
import socket
import struct
import subprocess
import tempfile
import termios

PING_MS = 1000
# Of the real clock: a program that is silent for longer hangs.
PATIENCE_S = 30 * float(os.environ.get('STAGE_PATIENCE', '1'))
BEGIN_MS = 1763648340000


# Options of `entry` for a program with its words from the test.
RELAY = ('--', os.path.join(os.path.dirname(os.path.abspath(__file__)),
                            'relay_program.sh'))


class Hidden(Exception):
    """The station has not behaved as expected."""


class Ended(Hidden):
    """The station has ended."""


class Capture:
    """The measurements of a judge's console. messages: (time of arrival, number of the
    send() that it ended in, line); sends: (time, bytes); turns: (end of the judge's turn,
    end of the station's). Invisible to a judge is handed: the moments at which replies
    were ready."""

    def __init__(self):
        self.messages, self.sends, self.turns, self.handed = [], [], [], []


class Station:
    """A station's process, its clock, and the test's ends. program: the options of
    `entry`, or None for a person."""

    def __init__(self, binary, arguments, seed, program):
        self.folder = tempfile.TemporaryDirectory(prefix='blind.')
        self.now, self.until = BEGIN_MS, None
        self.sent = []  # sizes of its last sends; 0: it has closed a connection
        self.is_asked, self.asked, self.woken = False, 0, 0
        self.terminal = self.says = self.told = None
        self.open_clock()
        self.port, self.claim = claim_port()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.control = ours
        environment = dict(os.environ, STEADY_CLOCK=self.path('clock'), TERM='dumb',
                           STEADY_FD=str(theirs.fileno()), STEADY_SEED=str(seed),
                           PROGRAM_DIR=self.folder.name)
        command = [binary, '-p', str(self.port), '-b', '127.0.0.1', '--plain',
                   '--label', 'hidden', '-l', self.folder.name] + arguments
        if program is not None:
            os.mkfifo(self.path('told'))
            os.mkfifo(self.path('says'))
            command += program
            stdin = stdout = subprocess.DEVNULL
        else:
            self.terminal, side = pty.openpty()
            fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack('4H', 24, 80, 0, 0))
            os.set_blocking(self.terminal, False)
            stdin = stdout = side
        self.process = subprocess.Popen(
            command, stdin=stdin, stdout=stdout, stderr=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()], env=environment, start_new_session=True)
        theirs.close()
        if program is None:
            os.close(side)
        self.settle()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def open_clock(self):
        with open(self.path('clock'), 'wb') as file:
            file.write(struct.pack('q', self.now))
        with open(self.path('clock'), 'r+b') as file:
            self.hands = mmap.mmap(file.fileno(), 8)

    def settle(self):
        """Wait until the station waits: after the last action, or, on request, for
        certain. A program that ends or prints also wakes it, at its own moment."""
        if self.is_asked:
            self.ask()
        self.take_report()
        while (self.is_asked and self.woken < self.asked
               or select.select([self.control], [], [], 0)[0]):
            self.take_report()
        self.drain()

    def settle_later(self):
        """The same, for bytes that reach the station by way of another process."""
        if self.is_asked:
            self.take_report()
        self.settle()

    def ask(self):
        """Request one more report."""
        try:
            self.control.send(b'.')
        except BrokenPipeError:
            raise Ended('the station has ended') from None
        self.asked += 1

    def take_report(self):
        if not select.select([self.control], [], [], PATIENCE_S)[0]:
            raise Hidden('the station does not come to rest')
        try:
            words = self.control.recv(8192).split()
        except ConnectionResetError:
            words = []
        if not words:
            raise Ended('the station has ended')
        self.until = None if words[0] == b'-1' else int(words[0])
        self.woken = int(words[1])
        self.sent += [int(word) for word in words[2:]]

    def drain(self):
        try:
            while self.terminal is not None and os.read(self.terminal, 65536):
                pass
        except BlockingIOError:
            pass

    def set_clock(self, now):
        self.now = now
        self.hands[:] = struct.pack('q', now)

    def wake(self):
        self.ask()
        self.settle()

    def press(self, key):
        os.write(self.terminal, key.encode())
        self.settle_later()

    def say(self, text):
        """The program prints; the FIFO's reader is there as soon as it has started."""
        if self.says is None:
            self.says = os.open(self.path('says'), os.O_WRONLY)
        os.write(self.says, text.encode())
        self.settle_later()

    def hear(self):
        """Wait until the program has received a turn. This takes no time of the test's
        clock."""
        if self.told is None:
            self.told = os.open(self.path('told'), os.O_RDONLY)
        heard = b''
        while not heard.endswith(b'\n\n'):
            if not select.select([self.told], [], [], PATIENCE_S)[0]:
                raise Hidden('the program was not told the turn')
            heard += os.read(self.told, 65536)

    def close(self):
        self.process.kill()
        self.process.wait()
        for fd in (self.terminal, self.says, self.told):
            if fd is not None:
                os.close(fd)
        self.control.close()
        self.claim.close()
        self.hands.close()
        self.folder.cleanup()


def claim_port():
    """A port that the system gives to no other program, and a socket that keeps it from
    other tests until it is closed (stage.c)."""
    for port in random.SystemRandom().sample(range(20000, 30000), 1000):
        claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            claim.bind('\0stage port %d' % port)
            with socket.socket() as s:
                s.bind(('127.0.0.1', port))
            return port, claim
        except OSError:
            claim.close()
    raise Hidden('there is no free port')


class Judge:
    """The judge's end: it types with its own seeded rhythm, the same for both kinds of
    station, and keeps the received bytes."""

    def __init__(self, station, random):
        self.station, self.random = station, random
        self.capture = Capture()
        self.rest = b''
        self.line = self.returned = 0
        self.over = False
        self.spoke = self.last = station.now
        self.socket = socket.create_connection(('127.0.0.1', station.port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.station.settle()
        self.send('LP1 judge 00 - %018d %018d 1996' % (0, 0))
        self.send('live')

    def send(self, line):
        self.socket.sendall(line.encode() + b'\n')
        self.spoke = self.station.now
        self.station.settle()
        self.receive()

    def receive(self):
        sizes, self.station.sent = self.station.sent, []
        for size in sizes:
            if size == 0:
                raise Hidden('the station has hung up')
            got = b''
            while len(got) < size:
                more = self.socket.recv(size - len(got))
                if not more:
                    raise Hidden('the station has hung up')
                got += more
            self.capture.sends.append((self.station.now, size))
            self.rest += got
            *lines, self.rest = self.rest.split(b'\n')
            for line in lines:
                self.take(line.decode())

    def take(self, line):
        self.capture.messages.append(
            (self.station.now, len(self.capture.sends), line))
        if line.endswith('.other'):
            self.last = max(self.last, int(line.split('.')[0]))
            self.follow(line.split('.')[1])

    def follow(self, key):
        """Two Returns in a row end the station's turn."""
        if key == 'Return':
            self.over = self.line == 0 and self.returned
            self.line, self.returned = 0, True
        else:
            self.line += -1 if key == 'BackSpace' else 1

    def key(self, name):
        self.last = max(self.station.now, self.last + 1)
        self.send('%018d.%s.judge' % (self.last, name))

    def due(self):
        return self.spoke + PING_MS

    def advance(self, until):
        """Let time pass until that moment, or until the station's turn is over."""
        while self.station.now < until and not self.over:
            next_at = min(until, self.due())
            if self.station.until is not None:
                next_at = min(next_at, self.station.until)
            self.station.set_clock(max(next_at, self.station.now))
            if self.station.until is not None and self.station.until <= self.station.now:
                self.station.wake()
                self.receive()
            if self.due() <= self.station.now:
                self.send('ping -')

    def type_turn(self):
        self.over = self.returned = False
        self.line = 0
        for _ in range(self.random.randrange(15, 90)):
            self.wait(self.random.lognormvariate(5.14, 0.65))
            self.key('e')
        for _ in range(2):
            self.wait(self.random.lognormvariate(6, 0.6))
            self.key('Return')

    def wait(self, milliseconds):
        self.advance(self.station.now + max(1, int(milliseconds)))


class Person:
    """A person at the keyboard, with the rhythm of a turn from a log."""

    def __init__(self, station, judge, random):
        self.station, self.judge, self.random = station, judge, random

    def answer(self, turn):
        self.judge.wait(turn.wait)
        for gap, key in turn.keys:
            if gap > 0:
                self.judge.wait(gap)
            self.press(key)
        self.judge.wait(self.random.lognormvariate(6, 0.6))
        self.judge.capture.handed.append(self.station.now)
        self.press('\r')

    def press(self, key):
        if not self.judge.over:
            self.station.press(key)
            self.judge.receive()


class Program:
    """A program that prints the text of a turn, in its own manner."""

    def __init__(self, station, judge, random, manner):
        self.station, self.judge, self.random = station, judge, random
        self.manner = manner

    def answer(self, turn):
        self.station.hear()
        self.judge.wait(self.random.uniform(*self.manner['thinks']))
        for i, line in enumerate(turn.text):
            if i > 0 and 'bursts' in self.manner:
                self.judge.wait(self.random.uniform(*self.manner['bursts']))
            self.say(line + self.manner.get('blanks', '') + '\n')
        self.judge.capture.handed.append(self.station.now)
        if self.manner.get('ends', True):
            self.say('\n')

    def say(self, text):
        self.station.say(text)
        self.judge.receive()


MANNERS = (
    {'thinks': (3, 60)},  # a pattern matcher
    {'thinks': (800, 9000), 'bursts': (100, 1500)},  # a language model, line by line
    {'thinks': (10, 400), 'ends': False},  # its silence ends the reply
    {'thinks': (5000, 25000), 'blanks': '  \r'},  # a slow one, of another system
)


def converse(folder, pace, turns, random, manner=None):
    """Hold a conversation of that number of turns with a person, or with a program of
    that manner. Returns the capture."""
    name = 'confederate' if manner is None else 'entry'
    station = Station(os.path.join(folder, name), ['--pace', pace],
                      random.getrandbits(63), None if manner is None else RELAY)
    try:
        judge = Judge(station, random)
        other = (Person(station, judge, random) if manner is None
                 else Program(station, judge, random, manner))
        judge.wait(2000)
        for turn in turns:
            judge.type_turn()
            asked = station.now
            judge.over = False
            other.answer(turn)
            judge.wait(20 * 60 * 1000)
            if not judge.over:
                raise Hidden('the turn does not end')
            judge.capture.turns.append((asked, station.now))
            judge.over = False
            judge.wait(random.uniform(500, 4000))
        judge.socket.close()
        return judge.capture
    finally:
        station.close()
