"""One side of a communications directory of the 2009 contest, from its rules alone: the
base of lpp-entry.py and lpp-judge.py.

VARIANTs are deviations of earlier programs:

  digits=N      times have at least N digits, not 18
  seconds       11 digits of seconds and 7 of microseconds
  count         the time is a counter from 1
  cr            CR in place of Return
  tab           tab in place of Tab
  quotedble     quotedble in place of quotedbl, and so with quotedl
  x11           apostrophe and grave
  blank         a literal blank in place of space
  shift         unknown keys go in between: Shift_L, Caps_Lock
  fake          every fourth key is mistyped first, and erased with BackSpace
  no-return     lines are not ended
  backwards     each pair of keys is made in the wrong order
  deletes       everything in the directory is removed when a line has been read
  leftovers=N   N keys of its own have lain there for an hour
  litter        files, links, full and foreign directories lie there too
  gap=MS        MS milliseconds from key to key, not 2
"""
import os
import re
import sys
import time

NAMES = {
    "{": "braceleft", "}": "braceright", "[": "bracketleft", "]": "bracketright",
    "(": "parenleft", ")": "parenright", " ": "space", ",": "comma", ".": "period",
    ">": "greater", "<": "less", "/": "slash", "\\": "backslash", "|": "bar",
    '"': "quotedbl", "'": "quoteright", "\t": "Tab", "=": "equal", "_": "underscore",
    "+": "plus", "-": "minus", "!": "exclam", "@": "at", "#": "numbersign",
    "$": "dollar", "%": "percent", "*": "asterisk", "^": "asciicircum",
    "~": "asciitilde", "`": "quoteleft", "&": "ampersand", "\n": "Return",
    ":": "colon", ";": "semicolon", "?": "question", "\b": "BackSpace",
}
KEYS = {name: key for key, name in NAMES.items()}
STRANGE = ["Shift_L", "Caps_Lock", "Up", "\u00e9", "eacute"]


class Program:
    """One side of a communications directory."""

    def __init__(self, directory, own, other, variants):
        self.directory = directory
        self.own = own
        self.other = other
        self.variants = dict(v.partition("=")[::2] for v in variants)
        self.last = 0
        self.made = 0
        self.held = None
        self.line = ""

    def has(self, variant):
        return variant in self.variants

    def number(self, variant, otherwise):
        return int(self.variants.get(variant) or otherwise)

    def stamp(self):
        """The next time: from the clock, and higher than the last."""
        now = time.time()
        if self.has("count"):
            moment = self.last + 1
        elif self.has("seconds"):
            moment = int(now) * 10**7 + int(now % 1 * 10**6)
        else:
            moment = int(now * 1000)
        self.last = max(moment, self.last + 1)
        return str(self.last).zfill(self.number("digits", 18))

    def name_of(self, key):
        if self.has("cr") and key == "\n":
            return "CR"
        if self.has("tab") and key == "\t":
            return "tab"
        if self.has("quotedble") and key == '"':
            return "quotedble" if self.made % 2 else "quotedl"
        if self.has("x11") and key in "'`":
            return {"'": "apostrophe", "`": "grave"}[key]
        if self.has("blank") and key == " ":
            return " "
        return NAMES.get(key, key)

    def make(self, name):
        os.mkdir(os.path.join(self.directory, name))

    def press(self, key):
        """Simulate one key press."""
        if self.has("shift") and self.made % 3 == 0:
            strange = STRANGE[self.made // 3 % len(STRANGE)]
            self.make(f"{self.stamp()}.{strange}.{self.own}")
        name = f"{self.stamp()}.{self.name_of(key)}.{self.own}"
        self.made += 1
        if not self.has("backwards"):
            self.make(name)
        elif self.held is None and key != "\n":
            self.held = name
        else:
            began = time.monotonic()
            self.make(name)
            self.make_held()
            if time.monotonic() - began > 0.01:
                print("slow: two keys were not made in a moment", file=sys.stderr)
        time.sleep(self.number("gap", 2) / 1000)

    def make_held(self):
        if self.held is not None:
            self.make(self.held)
        self.held = None

    def type(self, text):
        for at, key in enumerate(text):
            if self.has("fake") and at % 4 == 3 and key != "\n":
                self.press("x")
                self.press("\b")
            if key != "\n" or not self.has("no-return"):
                self.press(key)
        self.make_held()

    def clean(self):
        """The whole contents, as some programs do."""
        for name in os.listdir(self.directory):
            try:
                os.rmdir(os.path.join(self.directory, name))
            except OSError:
                pass

    def names(self):
        """The names of the other side's keys that are there, in order."""
        return sorted(
            name
            for name in os.listdir(self.directory)
            if re.fullmatch(r"\d{18}\.\w+\." + self.other, name)
        )

    def keys(self):
        """The present keys, in order; their directories are removed.

        While a directory is being listed keys may be made of which the list gets the
        later and not the earlier: a second list has all up to the last of the first.
        """
        found = []
        last = max(self.names(), default="")
        for name in self.names() if last else []:
            if name > last:
                break
            parts = name.split(".")
            try:
                os.rmdir(os.path.join(self.directory, name))
            except OSError:
                continue
            found.append(KEYS.get(parts[1], parts[1]))
        return found

    def lines(self):
        """The lines that have ended since the last call."""
        ended = []
        for key in self.keys():
            if key == "\n":
                ended.append(self.line)
                self.line = ""
                if self.has("deletes"):
                    self.clean()
            elif key == "\b":
                self.line = self.line[:-1]
            else:
                self.line += key
        return ended

    def lay_out(self):
        """The foreign entries of the directory."""
        for n in range(self.number("leftovers", 0)):
            name = f"{n + 1:018d}.{'ab'[n % 2]}.{self.own}"
            self.make(name)
            hour_ago = time.time() - 3600
            os.utime(os.path.join(self.directory, name), (hour_ago, hour_ago))
        if not self.has("litter"):
            return
        path = os.path.join(self.directory, "")
        outside = path + "../outside"
        os.makedirs(outside, exist_ok=True)
        open(path + f"000000000000000001.f.{self.own}", "w").close()
        os.symlink("../outside", path + f"000000000000000002.l.{self.own}")
        os.makedirs(path + f"000000000000000003.n.{self.own}/inside")
        self.make("not.a.key")
        self.make("000000000000000004.judge.other.webcast")
        self.make(f"99999999999999999999.a.{self.own}")
        self.make(f"\u00fc.a.{self.own}")
