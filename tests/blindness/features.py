"""The measurable features of a capture (conductor.py) besides the characters: of these
only the class counts, Return, BackSpace or any other key."""
import math


def log(milliseconds):
    return math.log(max(milliseconds, 0.5))


def mean(values):
    return sum(values) / len(values) if values else 0.0


def spread(values):
    middle = mean(values)
    return math.sqrt(mean([(value - middle) ** 2 for value in values]))


def quantile(values, share):
    ordered = sorted(values)
    return ordered[int(share * (len(ordered) - 1))] if ordered else 0.0


def correlation(first, second):
    a, b = mean(first), mean(second)
    over = mean([(x - a) * (y - b) for x, y in zip(first, second)])
    return over / ((spread(first) * spread(second)) or 1.0)


def summary(name, values):
    """Level, width, ends and quantiles of a list of values."""
    found = {name + ' mean': mean(values), name + ' spread': spread(values),
             name + ' least': min(values, default=0.0),
             name + ' most': max(values, default=0.0)}
    for percent in (10, 25, 50, 75, 90):
        found['%s %d%%' % (name, percent)] = quantile(values, percent / 100)
    return found


def keys_of(capture):
    """The station's keys: (arrival, send(), released, R or B or x)."""
    kinds = {'Return': 'R', 'BackSpace': 'B'}
    return [(at, send, int(line.split('.')[0]), kinds.get(line.split('.')[1], 'x'))
            for at, send, line in capture.messages if line.endswith('.other')]


def turn_features(capture, keys):
    waits, late, spans, rates, lines, blanks, sizes = [], [], [], [], [], [], []
    for asked, over in capture.turns:
        turn = [key for key in keys if asked < key[0] <= over]
        text = ''.join(key[3] for key in turn)
        size = max(1, text.count('x') - text.count('B'))
        wait = turn[0][0] - asked
        waits.append(log(wait))
        late.append(wait / 1000 - 0.5 * size)
        spans.append(log(turn[-1][0] - turn[0][0]))
        rates.append(log((turn[-1][0] - turn[0][0]) / len(turn)))
        lines.append(len([line for line in text.split('R') if line]))
        blanks.append(text.count('RR') - 1)
        sizes.append(log(size))
    found = {}
    for name, values in (('wait', waits), ('wait beyond the words', late),
                         ('turn', spans), ('turn per key', rates)):
        found.update(summary(name, values))
    found.update({'lines': mean(lines), 'blank lines': mean(blanks),
                  'keys and wait': correlation(sizes, waits),
                  'keys and turn': correlation(sizes, rates)})
    return found


def gap_features(keys):
    inside, before_return, after_return, at_end, around_erased = [], [], [], [], []
    for (_, _, before, first), (_, _, now, kind) in zip(keys, keys[1:]):
        if first == 'R' and kind == 'R':
            at_end.append(log(now - before))
        elif kind == 'R':
            before_return.append(log(now - before))
        elif first == 'R':
            after_return.append(log(now - before))
        elif 'B' in (first, kind):
            around_erased.append(log(now - before))
        else:
            inside.append(log(now - before))
    found = {}
    for name, values in (('gap', inside), ('gap before Return', before_return),
                         ('gap after Return', after_return), ('last gap', at_end),
                         ('gap at BackSpace', around_erased)):
        found.update(summary(name, values))
    found['gap follows gap'] = correlation(inside, inside[1:])
    found['short gaps'] = mean([gap < math.log(30) for gap in inside])
    found['long gaps'] = mean([gap > math.log(1000) for gap in inside])
    found['equal gaps'] = mean([a == b for a, b in zip(inside, inside[1:])])
    found['BackSpaces'] = mean([key[3] == 'B' for key in keys])
    return found


def burst_features(capture, keys):
    by_send, run, runs = {}, 1, []
    for key in keys:
        by_send[key[1]] = by_send.get(key[1], 0) + 1
    for before, now in zip(keys, keys[1:]):
        if now[0] - before[0] < 60:
            run += 1
        else:
            runs.append(run)
            run = 1
    found = summary('segment', [float(size) for _, size in capture.sends])
    found.update(summary('burst', [float(size) for size in runs]))
    found['keys per segment'] = mean(list(by_send.values()))
    return found


def beat_features(capture):
    """Heartbeats, and their relation to the previous message."""
    pings, phases, last = [], [], None
    for at, _, line in capture.messages:
        if line.startswith('ping') and last is not None:
            phases.append(float(at - last))
            pings.append(at)
        last = at
    begin, end = capture.messages[0][0], capture.messages[-1][0]
    found = summary('heartbeat', phases)
    found['heartbeats a second'] = 1000 * len(pings) / max(1, end - begin)
    return found


def clock_features(keys):
    """Digits of the stamps, and their distance from the moment of arrival."""
    found = summary('delay', [float(at - released) for at, _, released, _ in keys])
    for base in (2, 5, 10, 16):
        counts = [0] * base
        for _, _, released, _ in keys:
            counts[released % base] += 1
        even = len(keys) / base
        found['digits by %d' % base] = sum((n - even) ** 2 / even for n in counts)
        found['zero by %d' % base] = counts[0] / len(keys)
    return found


def features_of(capture):
    """A name and a number each."""
    keys = keys_of(capture)
    found = turn_features(capture, keys)
    found.update(gap_features(keys))
    found.update(burst_features(capture, keys))
    found.update(beat_features(capture))
    found.update(clock_features(keys))
    return found
