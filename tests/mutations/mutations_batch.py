"""Make mutated files and run `referee check` on them. Part of mutations.py."""
import os
import subprocess
import sys

AT_ONCE = 400  # files of one call


def lines_of(data):
    return data.splitlines(keepends=True)


def other_byte(byte):
    return b"5" if byte != ord("5") else b"6"


def changed(data, step):
    """Yield (mutation, mutated bytes, line number from 0, column or None), for every
    step-th byte."""
    lines = lines_of(data)
    offset = 0
    for number, line in enumerate(lines):
        for column, byte in enumerate(line):
            if (offset + column) % step == 0:
                at = offset + column
                yield ("byte", data[:at] + other_byte(byte) + data[at + 1:], number,
                       column)
        offset += len(line)
        before, after = lines[:number], lines[number + 1:]
        yield "dropped", b"".join(before + after), number, None
        yield "doubled", b"".join(before + [line, line] + after), number, None
        if after and after[0] != line:
            yield "swapped", b"".join(before + [after[0], line] + after[1:]), number, None


class Tally:
    """Counts of mutated files and their results."""

    def __init__(self):
        self.tried = self.missed = self.let_go = 0

    def count(self, good, allowed, name, what, line, column):
        """Count one mutated file: good (no fault reported), and whether that is allowed."""
        self.tried += 1
        if not good:
            return
        if allowed:
            self.let_go += 1
            return
        self.missed += 1
        print(f"mutations: no fault reported: {name}: {what} at {column}: {line!r}")

    def report(self, of):
        print(f"{of}: {self.tried} mutated files: {self.tried - self.missed - self.let_go} "
              f"caught, {self.let_go} break no rule, {self.missed} missed")


def check(programs, paths):
    """Return the names of the files with faults."""
    run = subprocess.run([programs + "/referee", "check", "-q"] + paths,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                         errors="replace")
    if run.returncode not in (0, 65):
        sys.exit(f"mutations: check ended with {run.returncode}: {run.stderr}")
    told = run.stdout + run.stderr.replace("referee: ", "")
    if (run.returncode == 65) != bool(told):
        sys.exit("mutations: exit status 65 without a reported fault")
    return {line.split(":", 1)[0] for line in told.splitlines()}


def try_alone(programs, path, beside, allowed, tally, step):
    """Check each mutated file in its own call, with the files beside it."""
    name = os.path.basename(path)
    with open(path, "rb") as file:
        good = file.read()
    lines = lines_of(good)
    for what, spoilt, number, column in changed(good, step):
        with open(path, "wb") as file:
            file.write(spoilt)
        tally.count(not check(programs, [path] + beside),
                    allowed(lines, what, number, column), name, what, lines[number],
                    column)
    with open(path, "wb") as file:
        file.write(good)


def try_together(programs, source, work, beside, allowed, tally, step):
    """Check many mutated files in one call; each must have its own fault."""
    name = os.path.basename(source)
    with open(source, "rb") as file:
        good = file.read()
    if check(programs, [source] + beside):
        sys.exit(f"mutations: the unchanged {name} has faults")
    lines, waiting = lines_of(good), list(changed(good, step))
    while waiting:
        batch, waiting = waiting[:AT_ONCE], waiting[AT_ONCE:]
        paths = [os.path.join(work, f"{i}-{name}") for i in range(len(batch))]
        for path, (_, spoilt, _, _) in zip(paths, batch):
            with open(path, "wb") as file:
                file.write(spoilt)
        faulty = check(programs, paths + beside)
        for path, (what, spoilt, number, column) in zip(paths, batch):
            tally.count(path not in faulty,
                        allowed(lines, what, number, column), name, what,
                        lines[number], column)
            os.unlink(path)
