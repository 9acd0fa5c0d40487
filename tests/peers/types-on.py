#!/usr/bin/env python3
"""types-on.py PORT BOOK: a station that ignores the judge's farewell.

It serves one judge, types a key every tenth of a second from the judge's first on, and
continues after the judge's bye, which it does not answer. Exit status: 0, "cut off"
printed, if the judge hangs up within ten seconds of its bye; else 1.
"""
import os
import select
import socket
import sys
import time

NONE = "0" * 18
PATIENCE = 10 * float(os.environ.get("STAGE_PATIENCE", "1"))  # seconds


def receive(line):
    """The received bytes; empty at the end, also while keys of ours were unread."""
    try:
        return line.recv(4096)
    except ConnectionResetError:
        return b""


def main(port, book):
    server = socket.create_server(("127.0.0.1", port))
    print("waiting", flush=True)
    line, _ = server.accept()
    begun, bye, heard = False, None, b""
    while bye is None or time.monotonic() < bye + PATIENCE:
        words = "ping -"
        if begun:
            words = f"{time.time_ns() // 10**6:018}.x.other"
        if select.select([line], [], [], 0.1)[0]:
            got = receive(line)
            if not got:
                break
            *lines, heard = (heard + got).split(b"\n")
            for said in lines:
                if said.startswith(b"LP1 judge"):
                    words = f"LP1 other room {'5' * 32} {NONE} {NONE} {book}\nlive"
                begun = begun or said.endswith(b".judge")
                if said == b"bye":
                    bye = time.monotonic()
        try:
            line.sendall((words + "\n").encode())
        except OSError:
            break
    else:
        sys.exit("still heard")
    print("cut off" if bye is not None else "left before bye", flush=True)


main(int(sys.argv[1]), sys.argv[2])
