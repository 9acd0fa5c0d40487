"""Separates two classes of conversations by their features: logistic regression and
boosted stumps, both written out, and the mean of their scores. Also measures their
accuracy."""
import math

STUMPS, SHRINKAGE, LEVELS = 150, 0.15, 12
STEPS, RATE, RIDGE = 300, 0.3, 0.02


def logistic(score):
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))


class Scale:
    """Scales every feature to mean 0 and spread 1 of the training set."""

    def __init__(self, rows):
        columns = list(zip(*rows))
        self.middle = [sum(column) / len(column) for column in columns]
        self.width = [math.sqrt(sum((v - m) ** 2 for v in column) / len(column)) or 1.0
                      for column, m in zip(columns, self.middle)]

    def row(self, row):
        return [max(-4.0, min(4.0, (v - m) / w))
                for v, m, w in zip(row, self.middle, self.width)]


class Regression:
    """Logistic regression with a ridge, by gradient descent."""

    def __init__(self, rows, labels):
        self.weights, self.bias = [0.0] * len(rows[0]), 0.0
        step = RATE / math.sqrt(len(rows[0]))
        for _ in range(STEPS):
            errors = [label - logistic(self.score(row))
                      for row, label in zip(rows, labels)]
            self.bias += step * sum(errors) / len(rows)
            for i, column in enumerate(zip(*rows)):
                slope = sum(e * v for e, v in zip(errors, column)) / len(rows)
                self.weights[i] += step * (slope - RIDGE * self.weights[i])

    def score(self, row):
        return self.bias + sum(w * v for w, v in zip(self.weights, row))


class Stumps:
    """Each uses one feature and one threshold; the next fits the residue."""

    def __init__(self, rows, labels):
        self.stumps = []
        columns = list(zip(*rows))
        cuts = [self.cuts(column) for column in columns]
        scores = [0.0] * len(rows)
        for _ in range(STUMPS):
            left = [label - logistic(score) for label, score in zip(labels, scores)]
            stump = self.best(columns, cuts, left)
            if stump is None:
                break
            self.stumps.append(stump)
            scores = [score + self.vote(stump, row) for score, row in zip(scores, rows)]

    @staticmethod
    def cuts(column):
        ordered = sorted(column)
        return sorted({ordered[len(ordered) * i // LEVELS] for i in range(1, LEVELS)})

    @staticmethod
    def best(columns, cuts, left):
        """Least squares: the stump whose two means explain most of the residue."""
        total, best, gain = sum(left), None, 1e-9
        for feature, column in enumerate(columns):
            for cut in cuts[feature]:
                below = [l for l, v in zip(left, column) if v < cut]
                n, sum_below = len(below), sum(below)
                m = len(left) - n
                if n < 3 or m < 3:
                    continue
                here = (sum_below ** 2 / n + (total - sum_below) ** 2 / m
                        - total ** 2 / len(left))
                if here > gain:
                    gain = here
                    best = (feature, cut, 4 * SHRINKAGE * sum_below / n,
                            4 * SHRINKAGE * (total - sum_below) / m)
        return best

    @staticmethod
    def vote(stump, row):
        feature, cut, below, above = stump
        return below if row[feature] < cut else above

    def score(self, row):
        return sum(self.vote(stump, row) for stump in self.stumps)


class Classifier:
    def __init__(self, features, labels):
        """features: a dict of names and numbers for each conversation."""
        self.names = sorted(features[0])
        rows = [[f[name] for name in self.names] for f in features]
        self.scale = Scale(rows)
        rows = [self.scale.row(row) for row in rows]
        self.parts = [Regression(rows, labels), Stumps(rows, labels)]

    def scores(self, features):
        """The AUC of the regression, the stumps, and both."""
        row = self.scale.row([features[name] for name in self.names])
        found = [part.score(row) for part in self.parts]
        return found + [sum(logistic(score) for score in found)]

    def looks_at(self, count):
        """The features with the largest gain in the stumps."""
        weight = {}
        for feature, _, below, above in self.parts[1].stumps:
            weight[feature] = weight.get(feature, 0) + abs(above - below)
        best = sorted(weight, key=weight.get, reverse=True)[:count]
        return [self.names[feature] for feature in best]


def auc(zeros, ones):
    """The chance that one of the ones scores above one of the zeros."""
    ordered = sorted([(score, 0) for score in zeros] + [(score, 1) for score in ones])
    ranks, i = 0.0, 0
    while i < len(ordered):
        j = i
        while j < len(ordered) and ordered[j][0] == ordered[i][0]:
            j += 1
        ranks += sum(label for _, label in ordered[i:j]) * (i + j + 1) / 2
        i = j
    return (ranks - len(ones) * (len(ones) + 1) / 2) / (len(ones) * len(zeros))


def interval(zeros, ones, random, times=1000):
    """95 % of the AUCs of samples drawn from these pairs, with replacement."""
    found = []
    for _ in range(times):
        drawn = random.choices(range(len(zeros)), k=len(zeros))
        found.append(auc([zeros[i] for i in drawn], [ones[i] for i in drawn]))
    found.sort()
    return found[int(0.025 * times)], found[int(0.975 * times) - 1]
