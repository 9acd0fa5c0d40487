#!/usr/bin/env python3
"""`referee export --delete`: the phrase must not appear in any form of the export.

    published.py REFEREE

REFEREE is the program. Records of every form of a contest are drawn at random, over few
letters so that a phrase comes up often: typed straight, with corrections, over the end of
a line, and in the names of programs, people and stations. Each is exported in every form,
and read back here key by key, line by line or screen by screen: the phrase must not show
at any moment, nor stand in the bytes. The same exports without --delete must show it, or
the test proves nothing. Prints each mistake. Exit status: 0; 1 if there was one.
"""
import csv
import io
import json
import os
import random
import re
import subprocess
import sys
import tempfile

PHRASES = ("qzk", "z kq")
FORMS = ("2007", "2009", "2012", "jsonl", "csv", "text", "transcript", "cast")
ROUNDS = 12


# Records

def draw_keys(dice, panes):
    """Keys as (pane, side, name), of two people in each pane."""
    names = ["q", "z", "k", "q", "z", "K", "Q", "space", "x", "BackSpace", "BackSpace",
             "Return", "Shift_L", "x-qzk", "U00E9", "U00E9"]
    whole = ["q", "z", "k"]
    keys = []
    for _ in range(dice.randint(20, 120)):
        voice = dice.choice(panes), dice.choice(("judge", "other"))
        drawn = whole if dice.random() < 0.1 else [dice.choice(names)]
        keys += [voice + (name,) for name in drawn]
    return keys


def write_six(keys, heading, to_name=lambda name: name, ending=""):
    lines = list(heading)
    for i, (pane, side, name) in enumerate(keys):
        time = 13370843310089157 + 1300000 * i // 10000000 * 10000000
        lines.append("J2 %018d %018d %s %s %s%s" % (
            time, time, "local" if side == "judge" else "remote", pane, to_name(name),
            ending))
    return "\n".join(lines) + "\n"


def write_2007(keys):
    return write_six(keys, [
        "Loebner Prize 2007 October 21 New York City",
        "These transcripts are in the public domain", "Transcripts of program qzk7",
        "starting round 1 left= Human right = Program 3"],
        lambda name: "CR" if name == "Return" else name)


def write_2009(keys):
    return write_six(keys, [
        "*Starting round 1 program P-qzk human Hqzk judge J2 left is P-qzk right is Human",
        "**Starting subround 1 program P-qzk human Hqzk judge J2 other is P-qzk"],
        ending=" ")


def write_2012(keys):
    lines = ["The QZK Prize 2012", "These transcripts are in the public domain",
             "Transcripts of judge 2 program a-qzk-9 round 1", "Left =program "]
    for i, (pane, side, name) in enumerate(keys):
        lines.append("J2 %018d %s %s %s" % (
            13370843310089157 + i, "judge" if side == "judge" else "a-qzk-9", pane, name))
    return "\r\n".join(lines) + "\r\n"


def write_ours(keys):
    lines = ["(c)2026 The Qzk Center", "Keystrokes of LP-01.TXT",
             "# session d257196289c82bee16b4b9c626440f0b", "# role judge", "# book 2009",
             "# station qzk-1"]
    for i, (pane, side, name) in enumerate(keys):
        time = 1763648340121 + 130 * i
        lines.append("J4 %018d %018d %s %s %s" % (
            time, time, "local" if side == "judge" else "remote", pane, name))
    return "\n".join(lines) + "\n# end\n"


def write_1998(keys):
    """The text of those keys, a line for each Return of either party."""
    lines = ["(c)1998 The QZK Center", "[Qzk v8][A. Nobody]",
             "Start at: [1998/01/11 14:12:20]", "*** JUDGE02 ***"]
    text = ""
    for _, side, name in keys:
        text += {"space": " ", "Return": "\n"}.get(name, name if len(name) == 1 else "")
        if text.endswith("\n"):
            lines.append(("JUDGE02" if side == "judge" else "QZK") + "[14:12:44]" +
                         text[:-1])
            text = ""
    return "\n".join(lines) + "\n"


def write_lpp2(keys):
    """The same as messages of two judges, each with two partners; BackSpace becomes the
    end of a line in one."""
    lines, texts = [], {}
    for i, (pane, side, name) in enumerate(keys):
        judge, partner = (("judge1", "Qzk"), ("judgeqzk2", "ai-qzk"))[i // 40 % 2]
        partner = partner if pane == "left" else "human_QZK"
        voice = (judge, partner) if side == "judge" else (partner, judge)
        if name == "Return":
            lines.append(json.dumps({"id": voice[0], "secret": "", "to": voice[1],
                                     "content": texts.pop(voice, "")}))
            continue
        texts[voice] = texts.get(voice, "") + {"space": " ", "BackSpace": "\n"}.get(
            name, name if len(name) == 1 else "")
    return "\n".join(lines) + "\n"


WRITERS = (write_2007, write_2009, write_2012, write_ours, write_1998, write_lpp2)
KEYLESS = (write_1998, write_lpp2)


# The texts that a reader of an export sees, without the phrase in any of them

def type_out(keys):
    """The screen of each voice after each of its keys."""
    finished, line = {}, {}
    for voice, name in keys:
        text = line.get(voice, "")
        if name in ("Return", "CR"):
            finished[voice] = finished.get(voice, "") + text + "\n"
            text = ""
        elif name == "BackSpace":
            text = text[:-1]
        elif name == "space" or len(name) == 1:
            text += " " if name == "space" else name
        line[voice] = text
        yield finished.get(voice, "")[-100:] + text


def read_log(text):
    keys = []
    for fields in (line.split() for line in text.splitlines()):
        if fields[:1] and re.fullmatch("J[0-9]*", fields[0]):
            # A 2012 log has one time, and names of its own for the other side.
            who = fields[3 if fields[2].isdigit() else 2]
            side = "judge" if who in ("judge", "local") else "other"
            keys.append(((fields[-2], side), fields[-1]))
    return type_out(keys)


def say(lines):
    """Lines as (voice, text): each voice's, one after the other."""
    said = {}
    for voice, text in lines:
        said[voice] = said.get(voice, "") + text + "\n"
    return said.values()


def read_rows(rows):
    keys = [((row["pane"], row["side"]), row["key"]) for row in rows if row.get("key")]
    lines = [((row["judge"] if row.get("pane") else None, row.get("pane"), row["side"]),
              row["text"]) for row in rows if not row.get("key")]
    return list(type_out(keys)) + list(say(lines))


def read_jsonl(text):
    rows = [json.loads(line) for line in text.splitlines()]
    return read_rows([row for row in rows if row["kind"] in ("key", "line")])


def read_csv(text):
    return read_rows(list(csv.DictReader(io.StringIO(text))))


def read_text(text):
    return [said for pair in re.split(r"^-- .* left ", text, flags=re.M)
            for said in say(re.findall(
                r"^\[[-0-9:]+\] ((?:left |right )?(?:judge|other)): (.*)$", pair, re.M))]


def read_transcript(text):
    return say(re.findall(r"^([A-Z0-9]+)\[[0-9:]+\](.*)$", text, re.M))


def read_cast(text):
    cells = [[" "] * 80 for _ in range(24)]
    row = column = 0
    for line in text.splitlines()[1:]:
        for move, clear, letter in re.findall(r"\x1b\[([0-9;]*)H|\x1b\[(2J)|(.)",
                                              json.loads(line)[2]):
            if letter:
                cells[row][column] = letter
                column += 1
            elif not clear:
                row, column = (int(n) - 1 for n in (move or "1;1").split(";"))
        # Two lines of a screen may be of two parties.
        for shown in cells:
            yield from "".join(shown).split("|")


READERS = {"2007": read_log, "2009": read_log, "2012": read_log, "jsonl": read_jsonl,
           "csv": read_csv, "text": read_text, "transcript": read_transcript,
           "cast": read_cast}


def shows(form, text):
    """Where a phrase can be read in an export, or ''."""
    for seen in READERS[form](text):
        plain = " ".join(seen.lower().split())
        if any(phrase in plain for phrase in PHRASES):
            return repr(seen)
    return ""


def names(text):
    """Where the first phrase stands in the bytes, line by line."""
    for line in text.splitlines():
        if PHRASES[0] in line.lower():
            return repr(line)
    return ""


# Exports

def export(referee, form, path, *options):
    command = [referee, "export", "--to", form, *options, path]
    done = subprocess.run(command, capture_output=True, check=False,
                          env=dict(os.environ, TZ="UTC0"))
    return done.returncode, done.stdout.decode()


def tell_round(referee, path):
    """The headings of a log's first round, except the names in it."""
    text = export(referee, "jsonl", path)[1]
    rounds = [row for row in map(json.loads, text.splitlines()) if row["kind"] == "round"]
    return {key: rounds[0][key] for key in ("round", "left", "right")} if rounds else {}


def try_record(referee, path, writer, panes, proved):
    """Export one record in every form; returns the mistakes."""
    mistakes = 0
    options = [o for phrase in PHRASES for o in ("--delete", phrase)]
    pane = ["--pane", "left"] if len(panes) == 2 else []
    for form in FORMS:
        only = pane if form == "transcript" else []
        code, raw = export(referee, form, path, *only)
        if code == 65 and writer in KEYLESS:
            continue # it has no keys
        edited, text = export(referee, form, path, *only, *options)
        wrong = shows(form, text) or names(text)
        if code != 0 or edited != 0 or wrong:
            print("%s --to=%s: exit %d, %d: %s" % (path, form, code, edited, wrong))
            mistakes += 1
        if form in ("2009", "2012") and writer in (write_2007, write_2009, write_2012):
            # Names are removed; sides and round remain.
            with open(path + ".log", "w", newline="") as out:
                out.write(text)
            told = tell_round(referee, path), tell_round(referee, path + ".log")
            if told[0] != told[1]:
                print("%s --to=%s: %s became %s" % (path, form, *told))
                mistakes += 1
        proved[writer.__name__, form, "shows"] |= shows(form, raw) != ""
        proved[writer.__name__, form, "names"] |= names(raw) != ""
    return mistakes


def main(referee):
    dice = random.Random(20031017)
    proved = {(writer.__name__, form, what): False for writer in WRITERS
              for form in FORMS for what in ("shows", "names")}
    mistakes = 0
    with tempfile.TemporaryDirectory() as work:
        for number in range(ROUNDS):
            for writer in WRITERS:
                panes = ("left", "right")[:dice.randint(1, 2)]
                path = os.path.join(work, "%d-%s" % (number, writer.__name__))
                with open(path, "w", newline="") as out:
                    out.write(writer(draw_keys(dice, panes)))
                if writer is write_1998:
                    panes = ("left",)
                mistakes += try_record(referee, path, writer, panes, proved)
    # Some have no keys or times for these forms; and not every form has names.
    for (writer, form, what), seen in proved.items():
        keyless = (writer in ("write_1998", "write_lpp2") and form in
                   ("2007", "2009", "2012", "cast") or
                   writer == "write_lpp2" and form == "transcript")
        nameless = what == "names" and (
            form in ("cast", "csv") or writer == "write_ours" and form == "jsonl")
        if not (seen or keyless or nameless):
            print("%s --to=%s: nothing is proved: no phrase %s" % (writer, form, what))
            mistakes += 1
    return 1 if mistakes else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
