#!/usr/bin/env python3
"""blindness.py STEADY [--conversations N] [--turns N] [--seed N] [--jobs N]
             [--strict]

Does the wire tell a person from a program? STEADY is the folder with the stations on the
test's clock (build/steady). For each --pace it holds N conversations with a person at
`confederate`, who types like the people in the logs, and N with a program behind `entry`,
in several manners, with the same texts; trains a classifier on these, and tests it on as
many others (at turn on twice as many) with turns from other logs. Prints tables.

The logs are in the directory LOGS of the environment, or beside the repository; without
them people type by the published quantiles, and a line says so. Exit status: 0 if the
classifier works (AUC 0.9 at raw) and at turn its interval holds 0.5; with --strict, and
at least 64 test conversations a class, that interval must also lie within 0.4 to 0.6, and
the classifier must detect late people at turn (AUC 0.9). 1 otherwise.
"""
import argparse
import multiprocessing
import os
import random
import sys
import typing

import classifier
import conductor
import features
import people

PACES = ('raw', 'line', 'turn')
# People who are late for their reply: --pace turn cannot help them. They take this many
# milliseconds longer.
DAWDLE = (60000, 180000)


def read_arguments():
    parser = argparse.ArgumentParser(description='see the head of this file')
    parser.add_argument('steady')
    parser.add_argument('--conversations', type=int, default=128)
    parser.add_argument('--turns', type=int, default=8)
    parser.add_argument('--seed', type=int, default=1991)
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
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
    """For the tables beside the classifier's: the gaps within released lines, and the
    number of people's turns that were ready only after the drawn moment."""

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

    def take(self, other):
        for pace in PACES:
            self.gaps[pace] += other.gaps[pace]
        self.turns += other.turns
        self.late += other.late

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


def hold(task, turns, manner, dice, tally):
    """One conversation, of a person or of a program in some manner."""
    if manner is None and task.dawdle is not None:
        turns = [people.Turn(turn.wait + dice.uniform(*task.dawdle), turn.keys)
                 for turn in turns]
    capture = conductor.converse(task.steady, task.pace, turns, dice, manner)
    tally.add(task.pace, capture, manner)
    return features.features_of(capture)


class Task(typing.NamedTuple):
    """The conversations of one row of the table, training or testing."""
    what: str
    pace: str
    dawdle: tuple
    steady: str
    logs: list
    count: int
    turns: int
    seed: str


def collect(task):
    """The features of people's and of programs' conversations, in pairs with the same
    texts: the pairs differ only in their origin."""
    dice, tally, found = random.Random(task.seed), Tally(), ([], [])
    for number in range(task.count):
        turns = dice.choices(dice.choice(task.logs), k=task.turns)
        manner = conductor.MANNERS[number % len(conductor.MANNERS)]
        for kind in range(2):
            found[kind].append(
                hold(task, turns, manner if kind else None, dice, tally))
    return found, tally


def judge(what, seed, train, test):
    """A row of the table, and of both classifiers together the AUC and its interval."""
    dice = random.Random(seed)
    labels = [0] * len(train[0]) + [1] * len(train[1])
    machine = classifier.Classifier(train[0] + train[1], labels)
    scores = [[machine.scores(f) for f in found] for found in test]
    for part in range(3):
        classes = [[score[part] for score in found] for found in scores]
        yield classifier.auc(*classes)
    low, high = classifier.interval(*classes, dice)
    yield from (low, high, ', '.join(machine.looks_at(3)))


def judge_row(row):
    return list(judge(*row))


def make_tasks(options, train, test):
    """For each row: training and testing."""
    rows = [(pace, pace, None) for pace in PACES]
    if options.strict:
        rows.append(('turn, late people', 'turn', DAWDLE))
    tasks = []
    for what, pace, dawdle in rows:
        for half, logs in enumerate((train, test)):
            # Where little can be detected the interval has to be narrow.
            count = options.conversations * (2 if half == 1 and what == 'turn' else 1)
            seed = '%s %d %d' % (what, half, options.seed)
            tasks.append(Task(what, pace, dawdle, options.steady, logs, count,
                              options.turns, seed))
    return tasks


def print_table(tasks, rows):
    print('| --pace | regression | stumps | both | 95 % of it | looked at first |')
    print('|---|---|---|---|---|---|')
    for task, row in zip(tasks[::2], rows):
        print('| %s | %.3f | %.3f | %.3f | %.3f to %.3f | %s |' % (task.what, *row))


def is_good(options, rows):
    both, low, high = range(2, 5)
    raw, turn = rows[0], rows[2]
    good = raw[both] >= 0.9 and turn[low] <= 0.5 <= turn[high]
    if not options.strict:
        return good
    return (good and options.conversations >= 64 and turn[low] >= 0.4
            and turn[high] <= 0.6 and rows[3][both] >= 0.9)


def main():
    options = read_arguments()
    found = find_people(random.Random(options.seed))
    tasks = make_tasks(options, *halves(found))
    print('Trained on %d conversations of %d turns of each class; seed %d.\n'
          % (options.conversations, options.turns, options.seed), flush=True)
    with multiprocessing.Pool(options.jobs) as pool:
        held = pool.map(collect, tasks, chunksize=1)
        rows = pool.map(judge_row, [
            (task.what, task.seed, train[0], test[0])
            for task, train, test in zip(tasks[::2], held[::2], held[1::2])])
    print_table(tasks, rows)
    tally = Tally()
    for task, (_, more) in zip(tasks, held):
        if task.dawdle is None:
            tally.take(more)
    tally.show([gap for turns in found.values() for turn in turns
                for (gap, _), before in zip(turn.keys[1:], turn.keys)
                if before[1] != '\r'])
    good = is_good(options, rows)
    print('\n%s' % ('As it should be.' if good else 'NOT as it should be.'))
    return 0 if good else 1


if __name__ == '__main__':
    sys.exit(main())
