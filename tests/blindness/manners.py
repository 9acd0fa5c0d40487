#!/usr/bin/env python3
"""manners.py STEADY [SITUATION...]: in every situation of the table below, over an open
and over a sealed link, the station of a person and those of programs of several kinds act
alike: every byte, its moment, its send(), each closed connection and the kind of its
close; and their sockets have the same options.

STEADY is the folder with the stations on the test's clock and dice: the comparison leaves
out only the random part of a sealed link's handshake, and compares the content of its
records instead of their bytes. The stations pace by turns. Exit status: 0, or 1 with the
first difference.
"""
import multiprocessing
import os
import subprocess
import sys

import conductor
import scene
import situations

HERE = os.path.dirname(os.path.abspath(__file__))
SEED = 20061


# ---- stations ----


def by_hand(stage, words):
    for key in words + '\r\r':
        stage.wait(170)
        stage.station.press(key)
        stage.receive()


def at_once(stage, words):
    stage.station.hear()
    stage.wait(20)
    stage.station.say(words.replace('\r', '\n') + '\n\n')
    stage.receive()


def in_bursts(stage, words):
    """Line by line, slowly; with the line ends of another system."""
    stage.station.hear()
    stage.wait(9000)
    for line in words.split('\r'):
        stage.station.say(line + ' \r\n')
        stage.receive()
        stage.wait(500)
    stage.station.say('\r\n')
    stage.receive()


def program(name):
    return ['--', os.path.join(HERE, '../programs', name)]


def can_isolate():
    try:
        return subprocess.run(['unshare', '-Un', 'true'], check=False,
                              stderr=subprocess.DEVNULL).returncode == 0
    except FileNotFoundError:
        return False


ISOLATED = 'a program without a network'
PERSON = scene.Kind(None, by_hand)
PROGRAMS = {
    'a quick program': scene.Kind(conductor.RELAY, at_once),
    'a slow program': scene.Kind(conductor.RELAY, in_bursts),
    'the doctor': scene.Kind(['--doctor']),
    'a program that reads nothing': scene.Kind(program('reads-nothing.pl')),
    ISOLATED: scene.Kind(['--isolated', *program('answers-nothing.sh')]),
}


def play(situation, kind, is_sealed):
    """The capture, or the error as one."""
    stage = scene.Scene(sys.argv[1], kind, is_sealed, SEED)
    try:
        situation(stage)
    except (conductor.Hidden, OSError) as error:
        stage.note('WRONG', str(error))
    finally:
        stage.close()
    return stage.capture


def compare(person, other):
    """The difference between the two, or an empty text."""
    for ours, theirs in zip(person + [None], other + [None]):
        if ours != theirs:
            return 'a person has %s, but %s' % (ours, theirs)
    return ''


def check_person(person, expected):
    """A missing event, or an empty text."""
    for line in expected:
        if not any(line in more for _, what, more in person if what != 'sends'):
            return 'nowhere %r' % line
    return next((more for _, what, more in person if what == 'WRONG'), '')


def try_one(task):
    """Returns the differences, line by line, and the number of captures compared."""
    situation, is_sealed, expected = task
    where = '%s, %s: ' % (situation.__name__, 'sealed' if is_sealed else 'open')
    person = play(situation, PERSON, is_sealed)
    wrong, count = [(check_person(person, expected), 'anybody')], 0
    for name, kind in PROGRAMS.items():
        if situation in situations.SPOKEN and kind.answers is None:
            continue
        wrong.append((compare(person, play(situation, kind, is_sealed)), name))
        count += 1
    if ('own', situations.UNSEEN) in [(what, more) for _, what, more in person]:
        print('skipped: %s%s' % (where, situations.UNSEEN), flush=True)
    return [where + line + ': ' + name for line, name in wrong if line], count


def main():
    if not can_isolate():
        print('skipped: no user namespaces can be made here: no program in one')
        del PROGRAMS[ISOLATED]
    tasks = [(situation, is_sealed, expected)
             for situation, expected in {**situations.SILENT, **situations.SPOKEN}.items()
             for is_sealed in (False, True)
             if len(sys.argv) == 2 or situation.__name__ in sys.argv[2:]]
    with multiprocessing.Pool() as pool:
        results = pool.map(try_one, tasks, chunksize=1)
    wrong = [line for lines, _ in results for line in lines]
    for line in wrong:
        print(line)
    print('%d situations, %d comparisons of a program with a person.'
          % (len(tasks), sum(count for _, count in results)))
    return int(bool(wrong))


if __name__ == '__main__':
    sys.exit(main())
