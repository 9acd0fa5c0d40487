#!/usr/bin/env python3
"""twenty.py BUILD [--long] [--keep DIR] [NAME...]: twenty turns with independent programs
behind `entry`, in every way to run one.

Each program is asked the same questions twice: by itself, through pipes, and by a judge.
Its answers must be equal, and each end must have recorded exactly these: every key once,
in its order, and the same lines. Both programs choose among their answers at random; here
they always choose the same.

In the table of ways FAST is the speed of time (BUILD/faulty), and TURNS the number of
questions; with --long the real programs answer all of them in real time, which takes half
an hour at --pace turn. NAMEs are the cases to play, such as "eliza turn". All of them are
played side by side; DIR gets their records. Exit status: 0; 1 with the errors; 77 if no
case can be played here. Skipped cases are listed.
"""
import argparse
import collections
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading

TESTS = pathlib.Path(__file__).resolve().parents[1]
PATIENCE = float(os.environ.get('STAGE_PATIENCE', '1'))
SEED = '1996'
GREETING = 'Welcome judge 4'

# A turn of two lines reaches the program as one.
QUESTIONS = (
    'Hello.', 'I am unhappy.', 'My mother hates me.', 'Why do you ask?',
    'I dreamed of a train\rlast night.', 'Are you a computer?',
    'You are not very nice.', 'I remember my school.', 'Everybody laughs at me.',
    'Because I am slow.', 'Can you help me?', 'I need some sleep.', 'What should I do?',
    'I am sorry.', 'Do you like music?', 'Yes.', 'No.', 'My dog is ill.', 'I think so.',
    'Goodbye now, doctor.')

# A program: its command; options of entry for it; its prompt, or ''; its farewell; a
# command that succeeds where it is installed, and the package to install.
Program = collections.namedtuple(
    'Program', 'command options prompt farewell test package')
PROGRAMS = {
    'eliza': Program(
        [str(TESTS / 'programs/eliza.sh'), SEED], ['--turn=line', '--idle', '100'],
        '', '', ['perl', '-MChatbot::Eliza', '-e', '1'], 'libchatbot-eliza-perl'),
    'rivescript': Program(
        [str(TESTS / 'programs/rivescript.sh'), SEED],
        ['--turn=line', '--pty', '--prompt=You> ', '--skip-banner'],
        'You> ', '/quit\n', ['sh', '-c', 'command -v rivescript'], 'librivescript-perl'),
}

# name: (options of entry, FAST, TURNS). With lpp the program is a 2009 entry.
WAYS = {
    'raw': (['--pace', 'raw'], 1, 20),
    'line': (['--pace', 'line'], 20, 20),
    'turn': (['--pace', 'turn'], 20, 6),
    'isolated': (['--pace', 'raw', '--isolated'], 1, 20),
    'lpp': (['--pace', 'raw', '--idle', '1000'], 1, 20),
}


class Wrong(Exception):
    """A result that differs from the expected one."""


def succeeds(*command):
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, check=False,
                              stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode == 0
    except FileNotFoundError:
        return False


def free_port(number):
    """A port between those of the zoo and those that the system assigns, another one for
    each play."""
    for attempt in range(200):
        port = 32000 + (os.getpid() * 16 + number + attempt * 16) % 700
        with socket.socket() as s:
            try:
                s.bind(('127.0.0.1', port))
                return port
            except OSError:
                pass
    raise Wrong('there is no free port')


def ask_alone(program, questions):
    """The program's answers, each a list of lines."""
    command, prompt = PROGRAMS[program].command, PROGRAMS[program].prompt
    asked = ''.join(q.replace('\r', ' ') + '\n' for q in questions)
    said = subprocess.run(
        command, input=asked + PROGRAMS[program].farewell, stdout=subprocess.PIPE,
        text=True, check=True, timeout=60 * PATIENCE).stdout
    answers = said.split(prompt)[1:-1] if prompt else said.splitlines()
    if len(answers) != len(questions) or not said.isascii():
        raise Wrong('by itself it gives %d answers' % len(answers))
    return [[line.rstrip() for line in answer.splitlines() if line.strip()]
            for answer in answers]


class Actors:
    """Processes, all of which end with this program."""

    def __init__(self, folder, fast):
        self.folder, self.running = folder, []
        self.environment = dict(os.environ)
        if fast > 1:
            self.environment['FAULTS_FAST'] = str(fast)

    def start(self, command, errors, **streams):
        with open(os.path.join(self.folder, errors), 'w', encoding='ascii') as file:
            process = subprocess.Popen(command, cwd=self.folder, env=self.environment,
                                       text=True, stderr=file, **streams)
        self.running.append(process)
        return process

    def end(self, process):
        """Returns its status."""
        process.terminate()
        try:
            return process.wait(30 * PATIENCE)
        except subprocess.TimeoutExpired:
            raise Wrong('%s does not end' % process.args[0]) from None

    def close(self):
        for process in self.running:
            if process.poll() is None:
                process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    stream.close()


def start_station(actors, folder, binary, program, way):
    """Returns entry, which listens, and its address."""
    command, options, prompt = PROGRAMS[program][:3]
    if way == 'lpp':
        os.mkdir(os.path.join(folder, 'left'))
        wrapped = actors.start(
            [sys.executable, '-B', str(TESTS / 'peers/lpp-wraps.py'), 'left', prompt]
            + command, 'wrapped.err', stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        if wrapped.stdout.readline() != 'ready\n':
            raise Wrong('the 2009 entry does not start')
        options, command = [], ['--lpp', 'left']
    else:
        command = ['--'] + command
    port = free_port(list(WAYS).index(way) + len(WAYS) * list(PROGRAMS).index(program))
    entry = actors.start(
        [binary, '--plain', '-p', str(port), '-b', '127.0.0.1', '--log-prefix', 'E']
        + options + WAYS[way][0] + command, 'entry.err',
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    wait_for(lambda: 'on port %d' % port in read(folder, 'entry.err'), entry)
    return entry, '127.0.0.1:%d' % port


def wait_for(condition, process):
    tick = threading.Event()
    for _ in range(int(400 * PATIENCE)):
        if condition():
            return
        if process.poll() is not None:
            break
        tick.wait(0.05)
    raise Wrong('entry does not listen')


def read(folder, name):
    return pathlib.Path(folder, name).read_text(encoding='ascii')


# ---- checks of the records ----


def expected_screen(questions, answers):
    rows = ['>@@04', '>', GREETING]
    for question, answer in zip(questions, answers):
        rows += ['>' + line for line in question.split('\r')] + ['>'] + answer
    return rows + ['>']


def expected_lines(questions, answers):
    lines = ['PROGRAM ' + GREETING]
    for question, answer in zip(questions, answers):
        lines += ['JUDGE04 ' + line for line in question.split('\r')]
        lines += ['PROGRAM ' + line for line in answer]
    return lines


def expected_keys(questions, answers):
    """Text of each side, turn by turn."""
    turns = ['@@04', GREETING]
    for question, answer in zip(questions, answers):
        turns += [question, '\r'.join(answer)]
    return [text + '\r\r' if text else '\r\r' for text in turns]


CHARACTERS = {'Return': '\r', 'space': ' ', 'period': '.', 'comma': ',', 'at': '@',
              'question': '?', 'quoteright': "'", 'greater': '>', 'minus': '-',
              'exclam': '!', 'BackSpace': '\b', 'colon': ':', 'semicolon': ';',
              'quotedbl': '"', 'parenleft': '(', 'parenright': ')'}


def lines_of(transcript):
    """The lines below the header, without their times."""
    return [re.sub(r'\[\d\d:\d\d:\d\d\]', ' ', line, count=1)
            for line in transcript.splitlines()[3:] if not line.startswith('*')]


def keys_of(log):
    """(time, side, key) of each keystroke; the log's numbers are judge, time posted, time
    released."""
    return [(m[1], m[2], m[3]) for m in re.finditer(
        r'^J\d+ \d{18} (\d{18}) (local|remote) left (\S+)$', log, re.M)]


def typed(keys):
    """The text, divided where the side changes."""
    turns, before = [], None
    for _, side, key in keys:
        if side != before:
            turns.append('')
        turns[-1] += CHARACTERS.get(key, key)
        before = side
    return turns


def compare(what, expected, found):
    if expected == found:
        return
    at = next((i for i, (one, other) in enumerate(zip(expected, found)) if one != other),
              min(len(expected), len(found)))
    raise Wrong('%s, at %d: %r, not %r' % (
        what, at + 1, found[at:at + 2], expected[at:at + 2]))


def check(folder, way, questions, answers, screen):
    compare('the judge saw', expected_screen(questions, answers), screen.splitlines())
    for end in ('E', 'J'):
        compare('the lines of %s-01.TXT' % end, expected_lines(questions, answers),
                lines_of(read(folder, end + '-01.TXT')))
        compare('the keys of %s-01.KEY' % end, expected_keys(questions, answers),
                typed(keys_of(read(folder, end + '-01.KEY'))))
    compare('the keystrokes of both ends', *(
        keys_of(read(folder, end + '-01.KEY')) for end in ('E', 'J')))
    if (way == 'isolated') != ('# isolated\n' in read(folder, 'E-01.KEY')):
        raise Wrong('the key log does not say whether it was isolated')


# ---- the plays ----


def play(build, program, way, is_long, keep):
    """Returns the number of turns."""
    _, fast, count = WAYS[way]
    if is_long:
        fast, count = 1, len(QUESTIONS)
    questions = QUESTIONS[:count]
    answers = ask_alone(program, questions)
    programs = os.path.join(build, 'faulty') if fast > 1 else build
    with tempfile.TemporaryDirectory(prefix='twenty.') as folder:
        actors = Actors(folder, fast)
        try:
            entry, where = start_station(
                actors, folder, os.path.join(programs, 'entry'), program, way)
            judge = actors.start(
                [os.path.join(programs, 'judge'), '--plain', '-j', '04',
                 '--log-prefix', 'J', where], 'judge.err',
                stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            try:
                screen, _ = judge.communicate(
                    ''.join(q + '\r\r' for q in questions),
                    3600 if is_long else 90 * PATIENCE)
            except subprocess.TimeoutExpired:
                raise Wrong('the judge waits: ' + read(folder, 'entry.err')) from None
            if judge.returncode != 0 or actors.end(entry) != 0:
                raise Wrong('judge: %sentry: %s' % (read(folder, 'judge.err'),
                                                    read(folder, 'entry.err')))
            if keep is not None:
                shutil.copytree(folder, os.path.join(keep, program + '-' + way))
            check(folder, way, questions, answers, screen)
        finally:
            actors.close()
    return count


def can_play(program, way, why):
    if not succeeds(*PROGRAMS[program].test):
        why.append('%s is not installed: apt-get install %s'
                   % (program, PROGRAMS[program].package))
    elif way == 'isolated' and not succeeds('unshare', '-Un', 'true'):
        why.append('no user namespaces can be made here: no isolated programs')
    else:
        return True
    return False


def main():
    parser = argparse.ArgumentParser(description='Twenty turns with real programs.')
    parser.add_argument('build')
    parser.add_argument('names', nargs='*', metavar='NAME')
    parser.add_argument('--long', action='store_true', help='in real time, all turns')
    parser.add_argument('--keep', metavar='DIR', help='leave the records there')
    given = parser.parse_args()
    build, why, outcome = os.path.abspath(given.build), [], {}
    plays = [(program, way) for program in PROGRAMS for way in WAYS
             if (not given.names or '%s %s' % (program, way) in given.names)
             and can_play(program, way, why)]
    for line in sorted(set(why)):
        print('skipped: ' + line)

    def run(program, way):
        try:
            outcome[program, way] = play(
                build, program, way, given.long, given.keep)
        except (Wrong, OSError, subprocess.SubprocessError) as error:
            outcome[program, way] = error

    threads = [threading.Thread(target=run, args=pair) for pair in plays]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for pair in plays:
        good = isinstance(outcome.get(pair), int)
        print('%s %s: %s' % (*pair, '%d turns' % outcome[pair] if good
                             else 'WRONG: %s' % outcome.get(pair)))
    if not plays:
        return 77
    return int(not all(isinstance(outcome.get(pair), int) for pair in plays))


if __name__ == '__main__':
    sys.exit(main())
