#!/usr/bin/env python3
"""screens.py - draw doc/screens.svg anew: both terminals of a real conversation.

    python3 doc/screens.py BIN_DIR [FILE]

BIN_DIR has judge and confederate. Both run in tmux windows of 80 by 24, joined over
the loopback; a conversation is typed into them, and their screens become FILE
(doc/screens.svg). Needs tmux 3 and Python 3. The same programs draw the same file.
"""
import html
import os
import re
import socket
import subprocess
import sys
import tempfile
import time

COLUMNS, ROWS = 80, 24
CELL_WIDTH, CELL_HEIGHT, FONT = 8.43, 17, 14
MARGIN, TITLE = 14, 30
PATIENCE_S = 20

LIGHT, DARK, FRAME = "#e6e6e6", "#16181d", "#3a3f4b"

# Keys by terminal, and the text that its own screen, or the other one's, has to show
# before the next keys are typed.
SCRIPT = [
    ("judge", None, "Your turn"),
    ("judge", ["@@04", "Enter", "Enter"], None),
    ("confederate", None, "F2 greets"),
    ("confederate", ["F2", "Enter"], None),
    ("judge", None, "Your turn"),
    ("judge", ["Good morning. Did you have to come", "Enter", "far to be here today?",
               "Enter", "Enter"], None),
    ("confederate", None, "Your turn"),
    ("confederate", ["Two trams and a long queue for", "Enter",
                     "coffee. The queue was longer.", "Enter", "Enter"], None),
    ("judge", None, "Your turn"),
    ("judge", ["What did you think about while", "Enter", "you stood in it?", "Enter",
               "Enter"], None),
    ("confederate", None, "Your turn"),
    ("confederate", ["Whether tea would have been q"], None),
    ("judge", None, "have been q"),
    ("judge", None, "The other is replying"),
]


class Stage:
    """A tmux server of its own with one session for each program."""

    def __init__(self, directory):
        self.socket = os.path.join(directory, "tmux")

    def tmux(self, *arguments):
        environment = {k: v for k, v in os.environ.items() if k != "TMUX"}
        return subprocess.run(["tmux", "-S", self.socket, "-f", "/dev/null", *arguments],
                              check=True, text=True, stdout=subprocess.PIPE,
                              env=environment).stdout

    def run(self, name, *command):
        self.tmux("new-session", "-d", "-s", name, "-x", str(COLUMNS), "-y", str(ROWS),
                  *command, ";", "set", "-g", "status", "off", ";", "set", "-g",
                  "escape-time", "0", ";", "resize-window", "-t", name, "-x",
                  str(COLUMNS), "-y", str(ROWS))

    def type(self, name, keys):
        for key in keys:
            literal = [] if key in ("Enter", "F2") else ["-l"]
            self.tmux("send-keys", "-t", name, *literal, key)

    def screen(self, name):
        return self.tmux("capture-pane", "-p", "-e", "-N", "-t", name).split("\n")[:ROWS]

    def wait(self, name, text):
        deadline = time.monotonic() + PATIENCE_S
        while not re.search(text, "\n".join(self.screen(name))):
            if time.monotonic() > deadline:
                sys.exit(f"screens.py: {name} never shows '{text}':\n"
                         + "\n".join(self.screen(name)))
            time.sleep(0.02)

    def cursor(self, name):
        place = self.tmux("display-message", "-p", "-t", name, "#{cursor_x} #{cursor_y}")
        return tuple(map(int, place.split()))

    def close(self):
        self.tmux("kill-server")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def play(programs, directory):
    """Hold the conversation. Returns the screen and cursor of each terminal."""
    port = free_port()
    stage = Stage(directory)
    try:
        stage.run("confederate", f"{programs}/confederate", "-b", "127.0.0.1", "-p",
                  str(port), "-l", directory, "--label", "terminal-A")
        stage.wait("confederate", "Waiting for a judge")
        stage.run("judge", f"{programs}/judge", "-l", directory, f"127.0.0.1:{port}")
        for name, keys, text in SCRIPT:
            if keys is not None:
                stage.type(name, keys)
            if text is not None:
                stage.wait(name, text)
        return {name: (stage.screen(name), stage.cursor(name))
                for name in ("judge", "confederate")}
    finally:
        stage.close()


def spans(row):
    """The runs of a row as (column, text, reversed, bold)."""
    column, is_reverse, is_bold, found = 0, False, False, []
    for part in re.split(r"(\x1b\[[0-9;]*m|\x0e|\x0f)", row):
        if part.startswith("\x1b["):
            for code in part[2:-1].split(";"):
                code = int(code or 0)
                is_reverse = (is_reverse or code == 7) and code not in (0, 27)
                is_bold = (is_bold or code == 1) and code not in (0, 22)
        elif part not in ("", "\x0e", "\x0f"):
            found.append((column, part, is_reverse, is_bold))
            column += len(part)
    return found


def draw_row(row, top):
    out = []
    for column, text, is_reverse, is_bold in spans(row):
        x = column * CELL_WIDTH
        if is_reverse:
            out.append(f'<rect x="{x:.1f}" y="{top}" width="{len(text) * CELL_WIDTH:.1f}" '
                       f'height="{CELL_HEIGHT}" fill="{LIGHT}"/>')
        if text.strip() == "":
            continue
        weight = ' font-weight="bold"' if is_bold else ""
        out.append(f'<text x="{x:.1f}" y="{top + 13}" textLength="'
                   f'{len(text) * CELL_WIDTH:.1f}" fill="{DARK if is_reverse else LIGHT}"'
                   f'{weight}>{html.escape(text)}</text>')
    return out


def draw_terminal(title, rows, cursor, top):
    width, height = COLUMNS * CELL_WIDTH, ROWS * CELL_HEIGHT
    out = [f'<text x="{MARGIN}" y="{top + 20}" class="title">{html.escape(title)}</text>',
           f'<g transform="translate({MARGIN} {top + TITLE})">',
           f'<rect x="-8" y="-6" width="{width + 16:.1f}" height="{height + 12}" rx="6" '
           f'fill="{DARK}" stroke="{FRAME}"/>',
           f'<rect x="{cursor[0] * CELL_WIDTH:.1f}" y="{cursor[1] * CELL_HEIGHT}" '
           f'width="{CELL_WIDTH}" height="{CELL_HEIGHT}" fill="{LIGHT}"/>']
    for number, row in enumerate(rows):
        out += draw_row(row, number * CELL_HEIGHT)
    return out + ["</g>"]


def draw(screens):
    each = TITLE + ROWS * CELL_HEIGHT + 18
    width, height = COLUMNS * CELL_WIDTH + 2 * MARGIN, 2 * each
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.1f} {height}" '
           f'width="{width:.1f}" height="{height}" font-family="monospace" '
           f'font-size="{FONT}" xml:space="preserve">',
           '<!-- Made by doc/screens.py. -->',
           '<style>.title { font-family: sans-serif; fill: #7d8590 }</style>']
    out += draw_terminal("The judge's terminal: judge", *screens["judge"], 0)
    out += draw_terminal("In the hidden room: confederate", *screens["confederate"], each)
    return "\n".join(out + ["</svg>", ""])


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: screens.py BIN_DIR [FILE]")
    file = sys.argv[2] if len(sys.argv) == 3 else os.path.join(
        os.path.dirname(os.path.abspath(__file__)), "screens.svg")
    with tempfile.TemporaryDirectory() as directory:
        picture = draw(play(os.path.abspath(sys.argv[1]), directory))
    with open(file, "w", encoding="utf-8") as out:
        out.write(picture)


if __name__ == "__main__":
    main()
