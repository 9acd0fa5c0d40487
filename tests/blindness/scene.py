"""A station on the test's clock, its callers, and the capture of the whole wire, for the
comparison of a person's station and a program's."""
import os
import select
import signal
import tempfile

import callers
import conductor

KEY_NAMES = {' ': 'space', '.': 'period', ',': 'comma', '\r': 'Return', '?': 'question'}
CLOSE = 0  # as the size of a send()
READY_MS = 20000  # long before the drawn moment of a reply


class Kind:
    """A party in the hidden room. program: the options of `entry`, or None for a person;
    answers(scene, words): types the words of a turn at the station, or None if the test
    has no control of it."""

    def __init__(self, program, answers=None):
        self.program, self.answers = program, answers


class Scene:
    """capture: the events, each with its time: ('sends', sizes), with 0 for a connection
    that the station has closed, and (name of a caller, line)."""

    def __init__(self, folder, kind, is_sealed, seed):
        arguments = ['--pace', 'turn']
        self.kind, self.is_sealed = kind, is_sealed
        self.callers, self.capture = [], []
        self.hung_up = 0  # closed callers unknown to the station so far
        self.ended = False
        if is_sealed:
            self.key = tempfile.NamedTemporaryFile('w', prefix='blind.', suffix='.key')
            self.key.write(callers.KEY.hex() + '\n')
            self.key.flush()
            arguments += ['--key', self.key.name]
        self.station = conductor.Station(
            os.path.join(folder, 'confederate' if kind.program is None else 'entry'),
            arguments, seed, kind.program)
        self.station.is_asked = True

    def close(self):
        for caller in self.callers:
            caller.socket.close()
        self.station.close()
        if self.is_sealed:
            self.key.close()

    # ---- input ----

    def note(self, what, more):
        self.capture.append((self.station.now, what, more))

    def settle(self):
        """Wait until the station waits, or has ended, and take its output."""
        try:
            self.station.settle()
        except conductor.Ended:
            self.drain()
        else:
            self.receive()

    def receive(self):
        sizes, self.station.sent = self.station.sent, []
        if sizes:
            self.note('sends', sizes)
        closes = sizes.count(CLOSE)
        known = min(closes, self.hung_up)
        self.hung_up -= known
        self.take(sum(sizes), closes - known)

    def take(self, size, closes):
        """This number of bytes, and ends of connections, are on their way."""
        lines = {caller: [] for caller in self.callers}
        while size > 0 or closes > 0:
            ready = select.select([c.socket for c in self.callers], [], [],
                                  conductor.PATIENCE_S)[0]
            if not ready:
                raise conductor.Hidden('what was sent does not come')
            for caller in [c for c in self.callers if c.socket in ready]:
                got, more = caller.receive()
                lines[caller] += more
                size -= got
                if got == 0:
                    closes -= 1
                    self.callers.remove(caller)
                    caller.socket.close()
        for caller, found in lines.items():
            for line in found:
                self.note(caller.name, line)

    def drain(self):
        """The station has ended, and each connection with it."""
        while self.callers:
            caller = self.callers.pop(0)
            got, lines = caller.receive()
            while got > 0:
                got, more = caller.receive()
                lines += more
            caller.socket.close()
            for line in lines:
                self.note(caller.name, line)
        self.ended = True
        self.note('station', 'ENDED')

    # ---- events ----

    def add(self, caller):
        self.callers.append(caller)
        self.settle()

    def remove(self, caller):
        """A caller that has hung up."""
        self.callers.remove(caller)
        self.hung_up += 1
        self.settle()

    def judge(self, name='judge', before=None, **greeting):
        """A caller connects, proves itself where it must, and greets."""
        caller = callers.Caller(self, name, before)
        caller.greet(**greeting)
        return caller

    def wait(self, milliseconds):
        until = self.station.now + milliseconds
        while self.station.now < until and not self.ended:
            due = [c.spoke + conductor.PING_MS for c in self.callers if c.pings]
            if self.station.until is not None:
                due.append(self.station.until)
            self.station.set_clock(max(min(due + [until]), self.station.now))
            if (self.station.until is not None
                    and self.station.until <= self.station.now):
                self.settle()
            for caller in list(self.callers):
                if caller.pings and caller.spoke + conductor.PING_MS <= self.station.now:
                    caller.send('ping -')

    def wait_until(self, condition):
        """Step by step; ten minutes at most."""
        for _ in range(12000):
            if condition():
                return
            self.wait(50)
        raise conductor.Hidden('what was waited for does not happen')

    def ask(self, caller, words):
        """The judge's turn, as one send() a key."""
        for character in words + '\r\r':
            self.wait(150)
            caller.type(KEY_NAMES.get(character, character))

    def answer(self, words):
        """Within READY_MS; then time advances to READY_MS for every station."""
        until = self.station.now + READY_MS
        self.kind.answers(self, words)
        self.wait(until - self.station.now)

    def tell_to_end(self):
        """By a signal, which the station may receive a moment later."""
        known = len(self.capture)
        os.kill(self.station.process.pid, signal.SIGTERM)
        for _ in range(1000):
            self.settle()
            if len(self.capture) > known:
                return
        raise conductor.Hidden('a signal does nothing')
