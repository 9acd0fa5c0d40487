#!/usr/bin/env python3
"""blindness.py STEADY [--conversations N] [--turns N] [--seed N] [--strict]

Does the wire tell a person from a program? STEADY is the folder with the stations whose
clock is ours (build/steady). For each --pace it holds N conversations with a person at
`confederate`, who types as people did in the logs, and N with a program behind `entry`,
in several manners, which says such texts; trains a classifier on these, and tests it on
as many others (at turn on twice as many), whose turns are from other logs. Prints tables.

The logs are in the directory LOGS of the environment, or beside the repository; without
them people type by the published quantiles, which is said aloud. Exit status: 0 if the
classifier is no feeble one (AUC 0.9 at raw) and at turn its interval holds 0.5; with
--strict, and at least 64 test conversations a class, that interval must also lie within
0.4 to 0.6, and people who are late at turn must be found out (AUC 0.9). 1 if not.
"""
import argparse
import os
import random
import sys

import classifier
import conductor
import features
import people

PACES = ('raw', 'line', 'turn')
# People who are not ready when they should begin: --pace turn cannot help them. They take
# so many milliseconds longer.
DAWDLE = (60000, 180000)


def read_arguments():
    parser = argparse.ArgumentParser(description='see the head of this file')
    parser.add_argument('steady')
    parser.add_argument('--conversations', type=int, default=128)
    parser.add_argument('--turns', type=int, default=8)
    parser.add_argument('--seed', type=int, default=1991)
    parser.add_argument('--strict', action='store_true')
    return parser.parse_args()


def find_people(dice):
    here = os.path.dirname(os.path.abspath(__file__))
    place = os.environ.get('LOGS', os.path.join(here, '../../../shared/logs'))
    found = people.from_logs(place)
    if found:
        print('People: %d turns of the human sides of %d logs.'
              % (sum(map(len, found.values())), len(found)))
        return found
    print('NO LOGS in %s: people type by the published quantiles.' % place)
    return people.from_published(dice)


def halves(found):
    """Logs for training and logs for testing."""
    names = sorted(found)
    return [[found[name] for name in names[i::2]] for i in range(2)]


class Tally:
    """For the tables beside the classifier's: the gaps within lines that were released,
    and how many people's turns were ready only after the moment drawn for them."""

    def __init__(self):
        self.gaps, self.turns, self.late = {pace: [] for pace in PACES}, 0, 0

    def add(self, pace, capture, manner):
        if manner is not None:
            return
        keys = features.keys_of(capture)
        self.gaps[pace] += [now[2] - before[2] for before, now in zip(keys, keys[1:])
                            if before[3] != 'R']
        if pace != 'turn':
            return
        for (asked, _), handed in zip(capture.turns, capture.handed):
            first = min(key[0] for key in keys if key[0] > asked)
            self.turns += 1
            self.late += first <= handed + 1

    def show(self, recorded):
        shares = (0.05, 0.25, 0.50, 0.75, 0.95)
        print('\n| gap before a key | %s |' % ' | '.join('%d %%' % (100 * s) for s in shares))
        print('|---' * (len(shares) + 1) + '|')
        rows = [('published, judges of 2012', dict(people.PUBLISHED))]
        for name, gaps in [('typed by these people', recorded)] + [
                ('released at ' + pace, self.gaps[pace]) for pace in PACES]:
            rows.append((name, {s: features.quantile(gaps, s) for s in shares}))
        for name, row in rows:
            print('| %s | %s |' % (name, ' | '.join(
                '%d' % row[s] if s in row else '-' for s in shares)))
        print('\nPeople were ready after the drawn moment in %d of %d turns (%.1f %%).'
              % (self.late, self.turns, 100 * self.late / max(1, self.turns)))


def hold(options, pace, logs, manner, dawdle, dice):
    """One conversation: all of it with one of these people, or with texts of theirs."""
    turns = dice.choices(dice.choice(logs), k=options.turns)
    if dawdle is not None:
        turns = [people.Turn(turn.wait + dice.uniform(*dawdle), turn.keys)
                 for turn in turns]
    capture = conductor.converse(options.steady, pace, turns, dice, manner)
    if dawdle is None:
        options.tally.add(pace, capture, manner)
    return features.features_of(capture)


def collect(options, pace, logs, dawdle, count, dice):
    """Features and labels (0 for people) of so many conversations of each class."""
    found, labels = [], []
    for number in range(count):
        manner = conductor.MANNERS[number % len(conductor.MANNERS)]
        found.append(hold(options, pace, logs, None, dawdle, dice))
        found.append(hold(options, pace, logs, manner, None, dice))
        labels += [0, 1]
    return found, labels


def judge(options, what, pace, dawdle, train, test):
    """The AUC of both classifiers together, and its interval."""
    dice = random.Random('%s %d' % (what, options.seed))
    count = options.conversations
    machine = classifier.Classifier(*collect(options, pace, train, dawdle, count, dice))
    # Where there is little to be found the interval has to be narrow.
    count *= 2 if what == 'turn' else 1
    found, labels = collect(options, pace, test, dawdle, count, dice)
    scores = [machine.scores(f) for f in found]
    aucs = []
    for part in range(3):
        classes = [[s[part] for s, label in zip(scores, labels) if label == kind]
                   for kind in range(2)]
        aucs.append(classifier.auc(*classes))
    low, high = classifier.interval(*classes, dice)
    print('| %s | %.3f | %.3f | %.3f | %.3f to %.3f | %s |'
          % (what, *aucs, low, high, ', '.join(machine.looks_at(3))), flush=True)
    return aucs[2], low, high


def main():
    options = read_arguments()
    options.tally = Tally()
    found = find_people(random.Random(options.seed))
    train, test = halves(found)
    print('Trained on %d conversations of %d turns of each class; seed %d.\n'
          % (options.conversations, options.turns, options.seed))
    print('| --pace | regression | stumps | both | 95 % of it | looked at first |')
    print('|---|---|---|---|---|---|', flush=True)
    result = {pace: judge(options, pace, pace, None, train, test)
              for pace in PACES}
    _, low, high = result['turn']
    good = result['raw'][0] >= 0.9 and low <= 0.5 <= high
    if options.strict:
        late = judge(options, 'turn, late people', 'turn', DAWDLE, train, test)
        good = (good and options.conversations >= 64 and low >= 0.4 and high <= 0.6
                and late[0] >= 0.9)
    options.tally.show([gap for turns in found.values() for turn in turns
                        for (gap, _), before in zip(turn.keys[1:], turn.keys)
                        if before[1] != '\r'])
    print('\n%s' % ('As it should be.' if good else 'NOT as it should be.'))
    return 0 if good else 1


if __name__ == '__main__':
    sys.exit(main())
