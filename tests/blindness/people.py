"""Typing rhythms of people: the turns of the human sides of earlier contests' keystroke
logs.

A log's form is in doc/lp-transcript.5, its variants of 2012 in read_log(). Without logs,
turns are made from the published quantiles of the 2012 judges' gaps.
"""
import glob
import math
import os

CHARACTERS = {
    'space': ' ', 'period': '.', 'comma': ',', 'question': '?', 'exclam': '!',
    'quoteright': "'", 'quoteleft': '`', 'colon': ':', 'semicolon': ';',
    'minus': '-', 'parenleft': '(', 'parenright': ')', 'quotedbl': '"',
    'slash': '/', 'at': '@', 'numbersign': '#', 'dollar': '$', 'percent': '%',
    'ampersand': '&', 'asterisk': '*', 'plus': '+', 'equal': '=',
    'underscore': '_', 'bracketleft': '[', 'bracketright': ']', 'less': '<',
    'greater': '>', 'BackSpace': '\b', 'Return': '\r',
}
# Of the judges of the 2012 contest: share of the gaps, and milliseconds.
PUBLISHED = ((0.25, 112), (0.50, 171), (0.75, 261), (0.95, 680))


class Turn:
    """One person's typing after a judge's Return: wait and gaps in milliseconds, keys as
    bytes, and the resulting text, each line ended by a Return."""

    def __init__(self, wait, keys):
        self.wait = wait
        self.keys = keys  # (gap before it, character)
        self.text = self.read_text()

    def read_text(self):
        lines = ['']
        for _, key in self.keys:
            if key == '\b':
                lines[-1] = lines[-1][:-1]
            elif key == '\r':
                lines.append('')
            else:
                lines[-1] += key
        return [line.rstrip() for line in lines if line.strip()]

    def spent(self):
        return self.wait + sum(gap for gap, _ in self.keys)


def read_log(path):
    """The records of the human's pane: (seconds, whether the judge's, key)."""
    human, records = None, []
    for line in open(path, encoding='latin1'):
        if line.startswith('Left'):
            human = 'left' if 'human' in line else 'right'
        words = line.split()
        if len(words) == 4:
            words.append('space')
        if len(words) != 5 or words[0][0] != 'J' or len(words[1]) != 18:
            continue
        if words[1].isdigit() and words[3] == human:
            stamp = int(words[1][:11]) + int(words[1][11:]) / 1e6
            records.append((stamp, words[2] == 'judge', words[4]))
    return records


def turn_from(heard, keys):
    """The keys are (seconds, character)."""
    gaps = [(1000 * (now - before), key)
            for (before, _), (now, key) in zip(keys, keys[1:])]
    return Turn(1000 * (keys[0][0] - heard), [(0, keys[0][1])] + gaps)


def turns_of(records):
    """Each is the human's typing after a judge's Return, until the judge's next key; or
    to the end of the line, if that key came in the middle of it: in 2012 both could type
    at once, and a fast judge overtook a slow human."""
    turns, heard, keys, overtaken = [], None, [], False
    for stamp, by_judge, name in records:
        key = name if len(name) == 1 else CHARACTERS.get(name)
        ends_line = bool(keys) and keys[-1][1] == '\r'
        if by_judge and ends_line:
            turns.append(turn_from(heard, keys))
            keys = []
        if by_judge:
            overtaken = bool(keys)
            if not keys:
                heard = stamp if key == '\r' else None
        elif heard is not None and key is not None:
            keys.append((stamp, key))
            if overtaken and key == '\r':
                turns.append(turn_from(heard, keys))
                heard, keys, overtaken = None, [], False
    return [turn for turn in turns if turn.text]


def from_logs(place):
    """Turns by log, for the logs with a human in a conversation of some length."""
    found = {}
    for path in sorted(glob.glob(os.path.join(place, '*.log'))):
        turns = turns_of(read_log(path))
        if len(turns) >= 6:
            found[os.path.basename(path)] = turns
    return found


def gap_from_published(random):
    """The logarithm of the gap is drawn evenly between the quantiles."""
    points = ((0.0, 40),) + PUBLISHED + ((1.0, 3000),)
    share = random.random()
    for (a, low), (b, high) in zip(points, points[1:]):
        if share <= b:
            part = (share - a) / (b - a)
            return math.exp(math.log(low) + part * math.log(high / low))
    return points[-1][1]


def from_published(random):
    """The same without logs: meaningless texts, typed by ten people with slips."""
    found = {}
    for person in range(10):
        speed, turns = random.uniform(0.8, 1.3), []
        for _ in range(20):
            keys = []
            for _ in range(random.randrange(2, 14)):
                word = ''.join(random.choice('etaoinshrdlu')
                               for _ in range(random.randrange(1, 9)))
                slip = random.random() < 0.1
                keys += word + ('x\b' if slip else '') + ' '
            keys = [(speed * gap_from_published(random), key) for key in keys + ['\r']]
            turns.append(Turn(random.lognormvariate(math.log(8000), 0.6), keys))
        found['person %d' % person] = turns
    return found
