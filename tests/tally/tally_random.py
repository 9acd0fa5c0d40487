#!/usr/bin/env python3
"""Random contests, counted by `referee tally --json` and by this file, which is written
from the rule books alone and shares no line with it.

    tally_random.py REFEREE [CONTESTS [SEED]]

Ballots are left out, doubled, shuffled, spread over files and contradicted; entries are
disqualified. The winner, ties, the medal, places, sums and means, the wager's tests, and
the provisional state of the result must be the same.
"""
import json
import os
import random
import subprocess
import sys
import tempfile
from fractions import Fraction
from statistics import median

HEADER = ("confirmed,book,round,judge,kind,stations,labels,sessions,scores,confidence,"
          "reason,draw,nonce")
BOOKS = ("1996", "2003", "2004", "2009", "wager")


class Contest:
    """A contest, its judges' ballots, and the ones that still count."""

    def __init__(self, dice, book):
        self.dice, self.book = dice, book
        self.pairs = book in ("2004", "2009")
        self.trials = dice.randint(1, 3) if book == "wager" else 1
        self.judges = 3 if book == "wager" else dice.randint(1, 6)
        self.entries = [f"E{i + 1}" for i in range(dice.randint(1, 5))]
        self.foils = [f"C{i + 1}" for i in range(dice.randint(1, 4))]
        if book == "wager":
            self.entries, self.foils = ["E1"], ["C1", "C2", "C3"]
        if self.pairs:
            while len(self.foils) < max(len(self.entries), self.judges):
                self.foils.append(f"C{len(self.foils) + 1}")
        self.out = [e for e in self.entries if book != "wager" and dice.random() < 0.1]
        self.preliminary = {e: dice.randint(0, 3) / 2 for e in self.entries
                            if dice.random() < 0.8}
        self.open = [e for e in self.entries if dice.random() < 0.2]
        self.decision = dice.choice(self.entries) if dice.random() < 0.2 else None
        self.said, self.ranked = {}, {}
        self.rows, self.rounds = [], []
        self.bad = book == "wager" and self.trials < 3  # "at least three" trials
        self.lost = dice.choice((0, 0, 0, 0.05))  # most contests are whole
        for trial in range(self.trials):
            for judge in range(self.judges):
                self.judge(trial, judge)

    def station(self, who):
        return f"{who.lower()}.hall:19{int(who[1:]) + 50}"

    def score(self):
        roll = self.dice.random
        if self.book == "1996":
            return self.dice.choice(("0", "20", "50", "51", "100"))
        if self.book == "2003":
            return self.dice.choice(("0", "1", "2.5", "3", "3.25", "4.1", "5"))
        if self.book == "2009":
            return "1" if roll() < 0.4 else "0"
        if self.book == "wager":
            return "human" if roll() < 0.5 else "machine"
        return self.dice.choice(("0", "30", "49", "51", "52", "100"))

    def other(self, score):
        """A contradicting ballot, in a pair for both sides alike."""
        if self.book == "2004":
            return str(100 - int(score))
        return {"1996": "17", "2003": "1.7", "0": "1", "1": "0", "human": "machine",
                "machine": "human"}[score if self.book in ("2009", "wager")
                                    else self.book]

    def row(self, judge, kind, who, scores, rnd):
        marks = " ".join("-" * len(who))
        self.rows.append(f"2026/11/20 14:12:20,{self.book},{rnd},{judge + 1:02d},{kind},"
                         f"{' '.join(map(self.station, who))},{marks},{marks},"
                         f"{' '.join(scores)},,,,")

    def value(self, text):
        return Fraction({"human": 1, "machine": 0}.get(text, text))

    def judge(self, trial, judge):
        players = self.entries if self.pairs else self.entries + self.foils
        for at, player in enumerate(players):
            rnd = ""
            who, scores = [player], [self.score()]
            if self.pairs:
                beside = self.foils[(judge + at) % len(self.foils)]
                who.append(beside)
                scores.append(str((1 if self.book == "2009" else 100) - int(scores[0])))
            if self.book == "wager":
                rnd = trial * 12 + judge * 4 + at + 1
                self.rounds.append(f"{rnd} = J{judge + 1}{player}")
            fate = self.dice.random()
            if fate < self.lost and player not in self.out:
                self.bad = True
            if fate < self.lost:
                continue
            if self.dice.random() < 0.5:
                who.reverse()
                scores.reverse()
            self.row(judge, "ballot", who, scores, rnd)
            if fate < 2 * self.lost:
                again = [self.other(score) for score in scores]
                self.row(judge, "ballot", who, again, rnd)
                self.bad = True
                continue
            for one, score in zip(who, scores):
                self.said[trial, judge, one] = self.value(score)
        if self.book in ("2009", "wager"):
            self.rank(trial, judge)

    def rank(self, trial, judge):
        everybody = self.entries + self.foils
        who = everybody if self.book == "wager" else [
            p for p in everybody if self.said.get((trial, judge, p)) == 0]
        if not who or self.dice.random() < self.lost:
            self.bad = True
            return
        ranks = list(range(1, len(who) + 1))
        self.dice.shuffle(ranks)
        rnd = trial * 12 + judge * 4 + 1 if self.book == "wager" else ""
        self.row(judge, "ranks", who, map(str, ranks), rnd)
        for one, rank in zip(who, ranks):
            self.ranked[trial, judge, one] = Fraction(rank)

    def write(self, directory):
        lines = ["[contest]", "title = Drawn", f"book = {self.book}"]
        if self.out:
            lines.append("disqualified = " + " ".join(self.out))
        if self.open:
            lines.append("open-source = " + " ".join(self.open))
        if self.decision:
            lines.append(f"decision = {self.decision}")
        lines += ["[judges]"] + [f"J{i + 1} = Judge" for i in range(self.judges)]
        lines += ["[entries]"] + [f"{e} = Entry" for e in self.entries]
        lines += ["[confederates]"] + [f"{c} = Foil" for c in self.foils]
        lines += ["[stations]"]
        lines += [f"{p} = {self.station(p)}" for p in self.entries + self.foils]
        lines += ["[preliminary]"] + [f"{e} = {s}" for e, s in self.preliminary.items()]
        if self.rounds:
            lines += ["[rounds]"] + self.rounds
        files = [[HEADER], [HEADER]]
        rows = self.rows + [r for r in self.rows if self.dice.random() < 0.2]
        self.dice.shuffle(rows)
        for row in rows:
            self.dice.choice(files).append(row)
        names = ["contest.ini", "a.csv", "b.csv"]
        for name, content in zip(names, [lines] + files):
            with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
                file.write("\n".join(content) + "\n")
        return names

    # The rules.

    def of(self, player, table=None):
        table = self.said if table is None else table
        return [v for (_, _, p), v in sorted(table.items()) if p == player]

    def taken(self, player):
        least = {"1996": Fraction(51), "2003": Fraction(3) + Fraction(1, 10 ** 6),
                 "2004": Fraction(51)}.get(self.book, Fraction(1))
        return sum(v >= least for v in self.of(player))

    def mean(self, player, table=None):
        values = self.of(player, table)
        return sum(values) / len(values) if values else None

    def keys(self, player):
        """The values that the clauses compare, in order; None without any."""
        if self.book in ("1996", "2003"):
            return [self.mean(player)]
        if self.book == "2004":
            return [self.taken(player), sum(self.of(player)),
                    self.preliminary.get(player)]
        ranks = [v for (t, j, p), v in self.ranked.items()
                 if p == player and self.said.get((t, j, p)) != 1]
        return [self.taken(player), sum(ranks) / Fraction(len(ranks)) if ranks else None]

    def best(self, players):
        """The entries that the clauses leave, and the number of clauses used."""
        left, at = list(players), 0
        while len(left) > 1 and at < len(self.keys(left[0])):
            keys = {p: self.keys(p)[at] for p in left}
            if None in keys.values():
                break
            left = [p for p in left if keys[p] == max(keys.values())]
            at += 1
        return left

    def result(self):
        if self.book == "wager":
            return self.wager()
        if len(self.entries) == 1 and self.book != "2009" and not self.out:
            return "won", "E1", [], self.awarded("E1", "bronze")
        standing = [e for e in self.entries if e not in self.out]
        judged = [e for e in standing if self.of(e)]
        if not standing:
            return "no entry", None, [], None
        if not judged:
            return "no ballot", None, [], None
        left = self.best(judged)
        foils = [self.mean(c) for c in self.foils if self.of(c)]
        silver = {"2003": foils and self.mean(left[0]) >= max(foils),
                  "2004": self.taken(left[0]) >= 2}.get(self.book)
        medal = "silver" if silver else "bronze"
        if len(left) == 1:
            return "won", left[0], [], self.awarded(left[0], medal)
        if self.book != "2003":
            return "undecided by the rules", None, left, medal
        if self.decision in left:
            return "won", self.decision, [], self.awarded(self.decision, medal)
        return "open", None, left, medal

    def awarded(self, winner, medal):
        """2003, 60: no Bronze Medal for an open source program."""
        if self.book == "2003" and medal == "bronze" and winner in self.open:
            return None
        return medal

    def tests(self):
        for trial in range(self.trials):
            fooled = sum(self.said.get((trial, j, "E1")) == 1 for j in range(3))
            held = any((trial, j, "E1") in self.said for j in range(3))
            middle = {p: [self.ranked[trial, j, p] for j in range(3)
                          if (trial, j, p) in self.ranked]
                      for p in self.entries + self.foils}
            middle = {p: median(v) for p, v in middle.items() if v}
            foils = sum(middle[c] <= middle["E1"] for c in self.foils if c in middle) \
                if "E1" in middle else 0
            yield held, fooled >= 2, foils >= 2

    def wager(self):
        tests = list(self.tests())
        held = sum(t[0] for t in tests)
        passed = sum(t[1] and t[2] for t in tests)
        if held == 0:
            return "no ballot", None, [], None
        if passed == 0:
            return "not passed", None, [], None
        return "passed" if passed == held else "undecided by the rules", None, [], None


def near(a, b):
    return (a is None) == (b is None) and (a is None or abs(a - b) < 1e-9)


def compare(contest, got):
    """The differences, as text; empty if there are none."""
    result = (got["outcome"], got["winner"], got["tied"], got["medal"])
    if result != contest.result():
        return f"{result} and not {contest.result()}"
    if got["provisional"] != contest.bad:
        return f"provisional: {got['provisional']}: {got['remarks']}"
    for player in got["players"]:
        name = player["player"]
        if player["taken"] != contest.taken(name) or \
                player["judged"] != len(contest.of(name)) or \
                not near(player["mean"], contest.mean(name)):
            return f"{player}, and not {contest.taken(name)} {contest.mean(name)}"
    tests = [(t["determination"], t["rank_order"]) for t in got["tests"]]
    if contest.book == "wager" and tests != [t[1:] for t in contest.tests()]:
        return f"{tests}"
    return None


def main():
    referee = os.path.abspath(sys.argv[1])
    contests = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 7
    seen = {}
    for number in range(contests):
        book = BOOKS[number % len(BOOKS)]
        contest = Contest(random.Random(f"{seed} {number}"), book)
        with tempfile.TemporaryDirectory() as directory:
            names = contest.write(directory)
            done = subprocess.run([referee, "tally", "--json"] + names, cwd=directory,
                                  stdout=subprocess.PIPE, check=False)
            if done.returncode != (75 if contest.bad else 0):
                sys.exit(f"contest {number}, {book}: code {done.returncode}")
            wrong = compare(contest, json.loads(done.stdout))
            if wrong:
                sys.exit(f"contest {number}, {book}: {wrong}")
        outcome = book, contest.result()[0], contest.result()[3]
        seen[outcome] = seen.get(outcome, 0) + 1
    for outcome, count in sorted(seen.items(), key=str):
        print(count, *outcome)


main()
