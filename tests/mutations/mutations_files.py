"""Mutations of contest files and of records of earlier contests, and those that break no
rule. Part of mutations.py."""
import json
import os
import re

from mutations_batch import other_byte, try_together

RECORD = re.compile(rb"J\d* \d")
# The parts of a heading that are checked against the records; the rest is free text.
MEANT = re.compile(rb"^These transcripts |^Transcripts of |^\*\*?Starting \w+ |"
                   rb"^starting round |(?<=judge J)\d+|(?<=judge )\d+|left ?=|left is |^Left ?=")


def times_of(line):
    return [w for w in line.split() if len(w) == 18 and w.isdigit()]


def neighbour(lines, number, step):
    """Return the last time of the previous or next record, or None."""
    number += step
    while 0 <= number < len(lines) and not RECORD.match(lines[number]):
        number += step
    return times_of(lines[number])[-1] if 0 <= number < len(lines) else None


def keeps_order(lines, number, column):
    """Any time between the previous and the next is valid."""
    line = lines[number]
    now = times_of(line[:column] + other_byte(line[column]) + line[column + 1:])
    before, after = neighbour(lines, number, -1), neighbour(lines, number, 1)
    # 11 digits of seconds and 7 of microseconds: digits 1 and 12 are zeros.
    return (all(t[0:1] == b"0" and t[11:12] == b"0" for t in now) and
            (before is None or before < now[-1]) and (after is None or now[-1] < after))


def record_allowed(lines, what, number, column):
    if what == "dropped":
        return True  # these logs have no count of records
    if what == "doubled":
        return False
    if what == "swapped":
        return not RECORD.match(lines[number + 1])
    fields = list(re.finditer(rb"\S+", lines[number]))
    at = next((i for i, f in enumerate(fields) if f.start() <= column < f.end()), None)
    if at is not None and fields[at].group().isdigit() and at in (1, 2):
        return keeps_order(lines, number, column)
    # Another key: only a second record of the conversation would show it.
    return at == len(fields) - 1 and len(fields[at].group()) == 1


def heading_allowed(lines, what, number, column):
    line = lines[number]
    says_sides = re.search(rb"left ?=|left is |^Left ?=", line)
    if what == "dropped":
        return not says_sides
    if what == "swapped":
        return not says_sides or not RECORD.match(lines[number + 1])
    if what == "doubled" or number == 0:
        return True
    if line.startswith(b"**") and column > line.index(b"round"):
        return True  # the heading of the round has it
    return not any(m.start() <= column < m.end() for m in MEANT.finditer(line))


def historic_allowed(lines, what, number, column):
    if RECORD.match(lines[number]):
        return record_allowed(lines, what, number, column)
    return heading_allowed(lines, what, number, column)


def section_of(lines, number):
    return next((line.strip() for line in reversed(lines[:number + 1])
                 if line.startswith(b"[")), b"")


def is_idle(line):
    """Whether a line is a comment or blank."""
    return line.startswith(b";") or not line.strip()


def row_allowed(lines, what, number):
    line, section = lines[number], section_of(lines, number)
    if what == "swapped":
        # Rows of a section may have any order, rounds too.
        after = lines[number + 1]
        return is_idle(after) or b"[" not in line[:1] + after[:1]
    if what == "doubled":
        return line.startswith(b"[")  # the same section continues
    # Optional rows: minutes, addresses, excused participants.
    return line.startswith((b"title", b"minutes")) or (
        section in (b"[stations]", b"[excused]", b"[preliminary]") and b"=" in line)


def contest_allowed(lines, what, number, column):
    line, section = lines[number], section_of(lines, number)
    if is_idle(line):
        return True
    if what != "byte":
        return row_allowed(lines, what, number)
    if column == len(line) - 1 and line.startswith(b"["):
        return row_allowed(lines, "dropped", number + 1)  # the first row is lost
    if column == len(line) - 1:
        return is_idle(b"".join(lines[number + 1:number + 2]))
    value = line.index(b"=") + 1 if b"=" in line else len(line)
    # Names, addresses, minutes and preliminary numbers are free; so are the numbers of
    # rounds, unless participants are excused.
    if section == b"[rounds]" and b"[excused]\n" not in lines:
        return column < value - 1
    return column >= value and (line.startswith((b"title", b"minutes")) or section in (
        b"[judges]", b"[entries]", b"[confederates]", b"[stations]", b"[preliminary]"))


def is_message(line):
    """Whether Python reads a line as a message of LPP v2."""
    try:
        pairs = json.loads(line.decode(), object_pairs_hook=list)
        message = dict(pairs)
        names = [message[end].lower() for end in ("id", "to")]
        "".join(names + [message["secret"], message["content"]]).encode()
    except (KeyError, TypeError, ValueError):
        return False
    judges = [name.startswith("judge") for name in names]
    return len(message) == len(pairs) and not message["secret"] and sum(judges) == 1


def message_allowed(lines, what, number, column):
    """The messages of a round have no number and no order, and may have any text, sender
    and receiver."""
    line = lines[number]
    if what != "byte":
        return True
    return column < len(line) - 1 and is_message(
        line[:column] + other_byte(line[column]) + line[column + 1:])


def try_files(sources, programs, work, tally, step):
    for name in ("2007.txt", "2009.txt", "unfit.log", "2013.log"):
        try_together(programs, os.path.join(sources, "tests/records", name), work, [],
                     historic_allowed, tally, step)
    try_together(programs, os.path.join(sources, "tests/records/Round1"), work, [],
                 message_allowed, tally, step)
    for name in ("2004.ini", "2009.ini", "2003.ini", "wager.ini"):
        try_together(programs, os.path.join(sources, "examples/contests", name), work,
                     [], contest_allowed, tally, step)
