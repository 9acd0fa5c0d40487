#!/usr/bin/env python3
"""keeps-time.py PORT BOOK: a judge with a clock set by standard input.

Each line of standard input is a value of the clock (milliseconds, which pass twenty
times too fast, locked or -), sent at once and then with every ping; a keystroke for the wire
(TIME.KEY.judge); gone, which drops the link; back, which calls again; or bye. Prints the
names of received keys, and "linked" after each call.
"""
import os
import select
import socket
import sys
import time

NONE = "0" * 18
RATE = 20  # as in the programs under quick/


class Judge:
    def __init__(self, port, book):
        self.port, self.book = port, book
        self.session, self.left, self.since = "-", "-", 0.0
        self.got = self.made = NONE
        self.call()

    def call(self):
        self.line = socket.create_connection(("127.0.0.1", self.port))
        self.rest = b""
        self.say(f"LP1 judge 04 {self.session} {self.got} {self.made} {self.book}")

    def say(self, words):
        if self.line is not None:
            self.line.sendall((words + "\n").encode())

    def ping(self):
        left = self.left
        if left.isdigit():
            gone = int((time.monotonic() - self.since) * 1000 * RATE)
            left = str(max(0, int(left) - gone))
        self.say("ping " + left)

    def hear(self):
        try:
            got = self.line.recv(4096)
        except ConnectionResetError:  # a ping of ours was still unread
            got = b""
        if not got:
            sys.exit(0)
        *lines, self.rest = (self.rest + got).split(b"\n")
        for line in lines:
            self.take(line.decode())

    def take(self, words):
        if words.startswith("LP1 other"):
            self.session = words.split()[3]
            self.say("live")
            print("linked", flush=True)
        elif words.endswith(".other"):
            self.got, key, _ = words.split(".")
            print(key, flush=True)

    def obey(self, command):
        if command == "gone":
            self.line.close()
            self.line = None
        elif command == "back":
            self.call()
        elif command == "bye":
            self.say("bye")
        elif "." in command:
            self.made = command.split(".")[0]
            self.say(command)
        else:
            self.left, self.since = command, time.monotonic()
            self.ping()


def main():
    judge = Judge(int(sys.argv[1]), sys.argv[2])
    commands, due = b"", time.monotonic() + 1
    while True:
        wait = max(0, due - time.monotonic())
        lines = [0] if judge.line is None else [0, judge.line]
        ready, _, _ = select.select(lines, [], [], wait)
        if judge.line in ready:
            judge.hear()
        if 0 in ready:
            got = os.read(0, 4096)
            *whole, commands = (commands + got).split(b"\n")
            for command in whole:
                judge.obey(command.decode())
            if not got:
                return
        if time.monotonic() >= due:
            judge.ping()
            due = time.monotonic() + 1


main()
