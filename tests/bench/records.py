"""The measurements of records.sh."""
import os
import pty
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

KEYS, TRANSCRIPTS, WATCHED, SECONDS = 1000000, 10000, 64, 20
FIRST = 1763648340000
TEXT = "Only if Newt succeeds in developing a more tolerant image, would he win."
NAMES = {" ": "space", ",": "comma", ".": "period", "\r": "Return"}

# The parse that a check begins with, as a text tool does it.
MAWK_KEYS = r"""
/^#/ { next }
NF == 6 && length($2) == 18 && length($3) == 18 && ($4 == "local" || $4 == "remote") {
    if ($3 <= last[$4]) bad++
    last[$4] = $3; n++; next
}
FNR > 2 { bad++ }
END { print n, bad + 0 }"""
MAWK_LINES = r"""
FNR <= 3 || /^\*\*\* JUDGE[0-9][0-9] \*\*\*$/ { next }
/^[A-Z0-9]+\[[0-9][0-9]:[0-9][0-9]:[0-9][0-9]\]./ { n++; next }
{ bad++ }
END { print n, bad + 0 }"""


def heading(stem):
    return ("(c)2025 Cambridge Center For Behavioral Studies all rights reserved\n"
            f"Keystrokes of {stem}.TXT\n# session {hash_of(stem)}\n# role entry\n"
            "# book 1996\n# station terminal-1950\n# address *:1950\n# continues -\n")


def hash_of(stem):
    return "".join(f"{ord(c):02x}" for c in stem).ljust(32, "0")[:32]


def record(moment, mine, key):
    who = "remote" if mine else "local"
    name = NAMES.get(key, key)
    return f"J0 {moment:018d} {moment - (0 if mine else 2):018d} {who} left {name}\n"


def make_log(path):
    dice = random.Random(1)
    moment, keys, mine = FIRST, 0, False
    with open(path, "w", encoding="ascii") as log:
        log.write(heading(os.path.basename(path)[:-4]))
        while keys < KEYS:
            for key in TEXT[:dice.randint(5, len(TEXT))] + "\r\r":
                moment += dice.randint(40, 200)
                log.write(record(moment, mine, key))
                keys += 1
            mine = not mine
        log.write("# end\n")


def make_old_log(path):
    """In the form of 2007: seconds and microseconds, CR for Return."""
    dice = random.Random(2)
    moment, mine = 11929736140000000, False
    with open(path, "w", encoding="ascii") as log:
        log.write("A contest\nTranscripts of program P3\n"
                  "starting round 1 left= Human right = Program 3\n")
        for number in range(KEYS):
            key = (TEXT + "\r")[number % (len(TEXT) + 1)]
            moment += dice.randint(40, 200) * 1000
            moment += 9000000 if moment // 1000000 % 10 else 0  # a second has begun
            log.write(f"J3 {moment + 900:018d} {moment:018d} "
                      f"{'remote' if mine else 'local'} left "
                      f"{'CR' if key == chr(13) else NAMES.get(key, key)}\n")
            mine ^= key == "\r"


def make_ballots(directory):
    """A contest file, and a ballot that is repeated often, each time of a new session."""
    contest, ballots = (os.path.join(directory, n) for n in ("c.ini", "BALLOTS.CSV"))
    with open(contest, "w", encoding="ascii") as file:
        file.write("[contest]\ntitle = T\nbook = 1996\n[judges]\nJ1 = A\n[entries]\nE1 = B\n"
                   "[confederates]\nC1 = C\n[stations]\nE1 = 10.0.0.1\nC1 = 10.0.0.2\n")
    with open(ballots, "w", encoding="ascii") as file:
        file.write("confirmed,book,round,judge,kind,stations,labels,sessions,scores,"
                   "confidence,reason,draw,nonce\n")
        for number in range(KEYS):
            file.write("2026/11/20 14:30:00,1996,,01,ballot,10.0.0.1,room-a,"
                       f"{number:032x},73,,,,\n")
    return contest, ballots


def make_transcripts(directory):
    paths = []
    for number in range(TRANSCRIPTS):
        path = os.path.join(directory, f"{number:05d}.TXT")
        with open(path, "w", encoding="ascii") as text:
            text.write("(c)2025 Cambridge Center For Behavioral Studies all rights "
                       "reserved\n[Program Name] [Contestant Name]\n"
                       "Start at: [2025/11/20 14:00:00]\n*** JUDGE04 ***\n")
            for line in range(60):
                who = "JUDGE04" if line % 3 else "PROGRAM"
                text.write(f"{who}[14:{line:02d}:12]{TEXT[:20 + line % 40]}\n")
        paths.append(path)
    return paths


def seconds(command):
    """Of the processor: other work on the machine changes them least."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                         check=False)
    if run.returncode not in (0, 75):  # a provisional result is one
        sys.exit(f"records: {command[0]} ended with {run.returncode}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare(title, commands, rounds):
    if len(sys.argv) > 3 and sys.argv[3]:
        ours = [name for name in commands if name.startswith("referee ")]
        for name in ours:
            commands[name + ", other build"] = [sys.argv[3] + "/referee"] + commands[name][1:]
    for name in [n for n in commands if not shutil.which(commands[n][0])]:
        print(f"\n{name}: not installed, skipped")
        del commands[name]
    times = {name: [] for name in commands}
    for turn in range(rounds + 1):
        for name, command in commands.items():
            took = seconds(command)
            if turn > 0:
                times[name].append(took)
    base = times["wc -l"]
    print(f"\n| {title} | ms | ÷ wc -l |\n|---|---:|---:|")
    for name, took in times.items():
        ratio = statistics.median(a / b for a, b in zip(took, base))
        print(f"| `{name}` | {1000 * statistics.median(took):.1f} | {ratio:.2f} |")
    sys.stdout.flush()


def works_within(command, kilobytes):
    limit = ["sh", "-c", 'ulimit -v "$0"; exec "$@"', str(kilobytes)]
    return subprocess.run(limit + command, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, check=False).returncode == 0


def least_memory(what, command):
    """The least address space, libraries included, in which a command works."""
    too_little, enough = 0, 1 << 18
    while enough - too_little > 256:
        middle = (too_little + enough) // 2
        if works_within(command, middle):
            enough = middle
        else:
            too_little = middle
    print(f"| {what} | {enough / 1024:.1f} |")
    sys.stdout.flush()


def reading(referee, directory, rounds):
    log = os.path.join(directory, "LP-01.KEY")
    make_log(log)
    compare(f"a key log of {KEYS} records, {os.path.getsize(log) >> 20} MB", {
        "wc -l": ["wc", "-l", log],
        "grep -c": ["grep", "-c", "^J", log],
        "mawk, the same parse": ["mawk", MAWK_KEYS, log],
        "referee check": [referee, "check", log],
    }, rounds)
    old = os.path.join(directory, "2007.log")
    make_old_log(old)
    compare(f"{KEYS} records of 2007, {os.path.getsize(old) >> 20} MB", {
        "wc -l": ["wc", "-l", old],
        "grep -c": ["grep", "-c", "^J", old],
        "referee check": [referee, "check", old],
    }, rounds)
    contest, ballots = make_ballots(directory)
    compare(f"{KEYS} ballots, {os.path.getsize(ballots) >> 20} MB", {
        "wc -l": ["wc", "-l", ballots],
        "mawk, a column's sum": ["mawk", "-F,", "{ sum += $9 } END { print sum }", ballots],
        "referee tally": [referee, "tally", contest, ballots],
        "referee check": [referee, "check", ballots],
    }, rounds)
    paths = make_transcripts(directory)
    compare(f"{TRANSCRIPTS} transcripts of 64 lines", {
        "wc -l": ["wc", "-l"] + paths,
        "grep -c": ["grep", "-c", "^J"] + paths,
        "mawk, the same parse": ["mawk", MAWK_LINES] + paths,
        "referee check": [referee, "check"] + paths,
    }, rounds)
    print("\n| `referee check` works within | MB |\n|---|---:|")
    least_memory("to print its version", [referee, "--version"])
    least_memory("a transcript", [referee, "check", paths[0]])
    least_memory(f"{TRANSCRIPTS} transcripts", [referee, "check"] + paths)
    least_memory(f"{KEYS} records", [referee, "check", log])
    least_memory(f"{KEYS} ballots", [referee, "check", ballots])


def processor_ms(pid):
    """User and system time that a process has had so far."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return sum(int(f) for f in fields[11:13]) * 1000 / os.sysconf("SC_CLK_TCK")


def drain(fd):
    try:
        while os.read(fd, 65536):
            pass
    except OSError:
        pass


def watch(referee, directory, plain):
    logs = []
    for number in range(WATCHED):
        log = open(os.path.join(directory, f"W-{number:02d}.KEY"), "a",
                   encoding="ascii", buffering=1 << 16)
        log.write(heading(f"W-{number:02d}"))
        log.flush()
        logs.append(log)
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(directory)
        os.environ.update(TERM="xterm-256color", LINES="43", COLUMNS="132")
        os.execv(referee, [referee, "watch"] + (["--plain"] if plain else []))
    os.set_blocking(terminal, False)
    time.sleep(1)
    before, begun, key = processor_ms(pid), time.monotonic(), 0
    while time.monotonic() - begun < SECONDS:
        for number, log in enumerate(logs):  # each at a moment of its own
            log.write(record(FIRST + 100 * key, key // 40 % 2 == 1,
                             (TEXT[:38] + "\r\r")[key % 40]))
            log.flush()
            drain(terminal)
            due = begun + 0.1 * (key + (number + 1) / WATCHED)
            time.sleep(max(0, due - time.monotonic()))
        key += 1
    took = time.monotonic() - begun
    used = processor_ms(pid) - before
    os.kill(pid, 15)
    while True:
        drain(terminal)
        if os.waitpid(pid, os.WNOHANG)[0] != 0:
            break
        time.sleep(0.01)
    os.close(terminal)
    for log in logs:
        log.close()
        os.unlink(log.name)
    print(f"| {'lines, --plain' if plain else 'a wall, 132 by 43'} | "
          f"{WATCHED * key / took:.0f} | {100 * used / (1000 * took):.1f} % |")
    sys.stdout.flush()


def main():
    referee = sys.argv[1] + "/referee"
    directory = tempfile.mkdtemp(dir=".")
    try:
        reading(referee, directory, int(sys.argv[2]))
        shutil.rmtree(directory)
        os.mkdir(directory)
        print(f"\n| watching {WATCHED} key logs | keys/s | of one core |\n|---|---:|---:|")
        for plain in (False, True):
            watch(referee, directory, plain)
    finally:
        shutil.rmtree(directory)


if __name__ == "__main__":
    main()
