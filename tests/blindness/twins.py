#!/usr/bin/env python3
"""twins.py STEADY: the same words from a person at `confederate` and from a program
behind `entry`, at --pace turn and from the same seed, are the same on the wire: every
byte, its moment and its send(). Also when the judge stops the reply, before it begins and
in mid line. STEADY is the folder with the stations on the test's clock. Exit status: 0,
or 1 with the first difference."""
import os
import random
import sys

import conductor
import people

SEEDS = range(12)
WORDS = ('Good morning.', 'I think so, but\rI am not at all sure.', 'No, never.',
         'That is a long story that nobody will ever want to hear to its end.')
# The moment of the judge's stop: never, before the reply begins, or after this much of
# it.
STOPS = (None, 30000, None, 'mid line')


def turn_of(words, dice):
    """The words with slips, blanks at the ends of lines, and the gaps of a person."""
    keys = dice.choice(('', '\r'))
    for character in words + '\r':
        slip = character not in ' \r' and dice.random() < 0.1
        keys += ('x\b' if slip else '') + (' \t' if character == '\r' else '') + character
    return people.Turn(2000, [(people.gap_from_published(dice), key) for key in keys])


def stop(judge, when):
    if when == 'mid line':
        while judge.line < 10:
            judge.wait(50)
    else:
        judge.wait(when)
    judge.key('Escape')


def talk(folder, seed, by_person):
    """All received bytes, with their times."""
    dice = random.Random(seed)
    station = conductor.Station(
        os.path.join(folder, 'confederate' if by_person else 'entry'),
        ['--pace', 'turn'], seed, None if by_person else conductor.RELAY)
    try:
        judge = conductor.Judge(station, random.Random(seed))
        other = (conductor.Person(station, judge, dice) if by_person else
                 conductor.Program(station, judge, dice, {'thinks': (1, 20000)}))
        for words, when in zip(WORDS, STOPS):
            judge.type_turn()
            asked = station.now
            other.answer(turn_of(words, dice))
            if when is not None:
                stop(judge, when if when == 'mid line' else asked + when - station.now)
            judge.wait(20 * 60 * 1000)
            if not judge.over:
                raise conductor.Hidden('the turn does not end')
        return judge.capture
    finally:
        station.close()


def main():
    for seed in SEEDS:
        person, program = (talk(sys.argv[1], seed, kind) for kind in (True, False))
        for ours, theirs in zip(person.messages, program.messages):
            if ours != theirs:
                print('seed %d: a person has %s, a program %s' % (seed, ours, theirs))
                return 1
        if person.sends != program.sends or len(person.messages) < 200:
            print('seed %d: %d and %d sends'
                  % (seed, len(person.sends), len(program.sends)))
            return 1
    print('%d pairs of conversations are alike.' % len(SEEDS))
    return 0


if __name__ == '__main__':
    sys.exit(main())
