"""Events at a station: each situation is a function of the scene (scene.py), and the
tables at the end have the expected output of any station."""
import callers
import conductor
import sockets

SECOND = 1000
HOLD = 60 * SECOND  # how long a station keeps a conversation for a lost judge
LATE = 9999999913600000  # the latest time that a key may have (doc/protocol.md)
QUESTION, ANSWER = 'Why, then?', 'I really do not know.\rDo you?'
UNSEEN = 'a process may not look at the sockets of another here'


def another_book(stage):
    stage.judge(book='2003')


def busy(stage):
    stage.judge()
    stage.judge('second')
    stage.wait(2 * SECOND)
    stage.judge('third')


def unknown(stage):
    stranger = callers.Caller(stage, 'stranger')
    stranger.session = '0' * 32
    stranger.greet()
    stage.judge().type('H')
    stranger = callers.Caller(stage, 'stranger')
    stranger.session = 'f' * 32
    stranger.greet()


def keys_never_made(stage):
    judge = stage.judge()
    judge.type('H')
    stage.judge('impostor', judge, got=LATE - 1)
    stage.judge('impostor', judge, got=LATE + 1)
    stage.wait(SECOND)


def no_greeting(stage):
    for line in ('live', 'ping -', 'bye', '000001795183940312.H.judge', 'LP1 refuse busy',
                 'LP1 other terminal-1950 %s %018d %018d 1996' % ('0' * 32, 0, 0)):
        callers.Caller(stage, 'stranger').send(line)


def no_line(stage):
    for data in (b'GET / HTTP/1.1\r\n\r\n', b'\0\n', b'x' * 128, b'x' * 127 + b'\n',
                 b'LP1 judge 0\n', b'\n'):
        callers.Caller(stage, 'stranger').raw(data)


def too_slow(stage):
    callers.Caller(stage, 'silent')
    callers.Caller(stage, 'slow').raw(b'LP1 judge 00 -')
    callers.Caller(stage, 'sealing').prove()
    stage.wait(5 * SECOND)


def hangs_up_at_once(stage):
    callers.Caller(stage, 'shy').close()
    callers.Caller(stage, 'killed').close(abruptly=True)
    half = callers.Caller(stage, 'half')
    half.raw(b'LP1 ju')
    half.close()


def the_other_seal(stage):
    """A seal at an open station, no seal at a sealed one, or a wrong seal."""
    callers.Caller(stage, 'sealing').raw(b'LP1 seal ' + b'5' * 64 + b' ' + b'a' * 32 + b'\n')
    callers.Caller(stage, 'open').raw(
        b'LP1 judge 00 - 000000000000000000 000000000000000000 1996\nlive\n')
    stage.wait(4 * SECOND)


def garbled(stage):
    """Invalid or misplaced lines, in a conversation that then resumes."""
    judge = stage.judge()
    stage.ask(judge, 'Hm')
    for line in ('nonsense', 'live', 'LP1 referee - - 0 0 -',
                 '%018d.H.judge' % (LATE + 1)):
        judge.send(line)
        stage.wait(2 * SECOND)
        judge = stage.judge(before=judge)
        stage.wait(1500)


def altered_bytes(stage):
    judge = stage.judge()
    judge.type('H')
    judge.raw(b'\xff' * 145)
    stage.wait(SECOND)
    stage.judge(before=judge)
    stage.wait(SECOND)


def heartbeats(stage):
    judge = stage.judge()
    stage.wait(10 * SECOND)
    judge.type('H')
    stage.wait(2300)
    judge.type('i')
    stage.wait(5 * SECOND)


def killed_link(stage):
    """Reset, or closed, in the judge's turn; once right after the greeting."""
    judge = stage.judge()
    for abruptly in (True, False, True):
        judge.type('H', 'o')
        judge.close(abruptly)
        stage.wait(7 * SECOND)
        judge = stage.judge(before=judge)
    judge.close(abruptly=True)
    stage.judge(before=judge).type('Return')
    stage.wait(2 * SECOND)


def killed_judge(stage):
    """Its machine stops, and it returns before the station detects the dead
    connection."""
    judge = stage.judge()
    judge.type('H')
    judge.pings = False
    stage.wait(1700)
    back = stage.judge('back', judge)
    stage.wait(2 * SECOND)
    back.type('i')
    stage.wait(2 * SECOND)


def lost_keys(stage):
    """The judge has a key that the station has never received."""
    judge = stage.judge()
    judge.type('H')
    judge.close(abruptly=True)
    judge.mine += 5
    stage.wait(SECOND)
    back = stage.judge(before=judge)
    back.send('%018d.i.judge' % judge.mine)
    stage.wait(2 * SECOND)


def silent_link(stage):
    """Three seconds of silence, and the time for which a conversation is then kept."""
    judge = stage.judge()
    judge.type('H')
    judge.pings = False
    stage.wait(4 * SECOND)
    stage.judge('newcomer')
    stage.wait(HOLD - 2 * SECOND)
    stage.judge('newcomer')
    stage.wait(2 * SECOND)
    stage.judge('newcomer')
    stage.judge('too late', judge)
    stage.wait(2 * SECOND)


def silent_at_first(stage):
    """Without a key the conversation is not kept."""
    stage.judge().pings = False
    stage.wait(4 * SECOND)
    stage.judge('newcomer')
    stage.wait(SECOND)


def silent_and_back(stage):
    judge = stage.judge()
    judge.type('H')
    judge.pings = False
    stage.wait(30 * SECOND)
    stage.judge(before=judge).type('i')
    stage.wait(SECOND)


def the_judge_ends(stage):
    judge = stage.judge()
    stage.ask(judge, 'Bye')
    judge.send('bye')
    stage.wait(2 * SECOND)
    stage.judge('next')
    stage.wait(2 * SECOND)


def back_to_end(stage):
    """From a lost link, to send bye and no more; then the conversation cannot be
    resumed."""
    judge = stage.judge()
    judge.type('H')
    judge.close(abruptly=True)
    judge = stage.judge(before=judge)
    judge.send('bye')
    stage.wait(HOLD + SECOND)
    stage.judge('late', judge)


def the_station_ends(stage):
    judge = stage.judge()
    judge.type('H')
    stage.tell_to_end()
    stage.wait(1500)
    stage.judge('newcomer')
    judge.send('bye')


def the_station_ends_unanswered(stage):
    """The judge sends no bye."""
    judge = stage.judge()
    judge.type('H')
    stage.tell_to_end()
    stage.wait(HOLD + SECOND)


def the_station_ends_alone(stage):
    judge = stage.judge()
    judge.type('H')
    judge.close(abruptly=True)
    stage.wait(2 * SECOND)
    stage.tell_to_end()
    stage.wait(HOLD + SECOND)


def listeners(stage):
    callers.Caller(stage, 'early listener').send('LP1 referee - - 0 0 -')
    judge = stage.judge()
    stage.ask(judge, 'Hm')
    callers.Caller(stage, 'late listener').send('LP1 referee - - 0 0 -')
    stage.wait(3 * SECOND)
    judge.send('bye')
    stage.wait(SECOND)
    stage.judge('next')


def a_reply(stage):
    judge = stage.judge()
    stage.ask(judge, QUESTION)
    stage.answer(ANSWER)
    wait_for_turn(stage, judge)


def wait_for_turn(stage, judge):
    stage.wait_until(lambda: judge.heard[-2:] == ['Return', 'Return'])
    stage.wait(2 * SECOND)


def wait_for_keys(stage, judge, count):
    stage.wait_until(lambda: len(judge.heard) >= count)


def cut_before_the_reply(stage):
    judge = stage.judge()
    stage.ask(judge, QUESTION)
    stage.answer(ANSWER)
    judge.close(abruptly=True)
    stage.wait(5 * SECOND)
    judge = stage.judge(before=judge)
    wait_for_turn(stage, judge)


def cut_in_the_reply(stage):
    """It continues while the link is lost; the missed keys come first."""
    judge = stage.judge()
    stage.ask(judge, QUESTION)
    stage.answer(ANSWER)
    for count in (5, 15):
        wait_for_keys(stage, judge, count)
        judge.close(abruptly=True)
        stage.wait(1300)
        judge = stage.judge(before=judge)
    wait_for_turn(stage, judge)


def over_before_the_link_is_back(stage):
    judge = stage.judge()
    stage.ask(judge, QUESTION)
    stage.answer(ANSWER)
    judge.pings = False
    stage.wait(5 * SECOND)
    stage.judge('second')
    stage.wait(4 * HOLD)
    judge = stage.judge(before=judge)
    wait_for_turn(stage, judge)


def garbled_in_the_reply(stage):
    judge = stage.judge()
    stage.ask(judge, QUESTION)
    stage.answer(ANSWER)
    wait_for_keys(stage, judge, 7)
    judge.send('live')
    stage.wait(900)
    judge = stage.judge(before=judge)
    wait_for_turn(stage, judge)


def ended_in_the_reply(stage):
    judge = stage.judge()
    stage.ask(judge, QUESTION)
    stage.answer(ANSWER)
    wait_for_keys(stage, judge, 7)
    judge.send('bye')
    stage.wait(SECOND)
    stage.judge('next')
    stage.wait(SECOND)


def the_station_ends_in_the_reply(stage):
    judge = stage.judge()
    stage.ask(judge, QUESTION)
    stage.answer(ANSWER)
    wait_for_keys(stage, judge, 7)
    stage.tell_to_end()
    stage.wait(1500)
    judge.send('bye')


def typed_out_of_turn(stage):
    """The judge's keys in the station's turn: refused, and reported to a listener."""
    judge = stage.judge()
    stage.ask(judge, QUESTION)
    stage.answer(ANSWER)
    judge.type('x', 'Escape', 'y')
    wait_for_turn(stage, judge)


def sockets_alike(stage):
    judge = stage.judge()
    stage.note('seen', sockets.seen_from(judge.socket))
    try:
        own = sockets.borrow(stage.station.process.pid, judge.socket.getsockname())
    except PermissionError:
        stage.note('own', UNSEEN)
        return
    with own:
        options = sockets.options_of(own)
    stage.note('own', options)
    if dict(options)['TCP_NODELAY'] != '01000000':
        raise conductor.Hidden('a station whose small segments wait')

# Situations without an answer, with the expected lines,
SILENT = {
    another_book: ('LP1 refuse book', 'CLOSED'),
    busy: ('live', 'LP1 refuse busy'),
    unknown: ('LP1 refuse unknown', 'CLOSED'),
    keys_never_made: ('LP1 refuse greeting', 'CLOSED'),
    no_greeting: ('LP1 refuse greeting', 'CLOSED'),
    no_line: ('CLOSED',),
    too_slow: ('CLOSED',),
    hangs_up_at_once: (),
    the_other_seal: ('LP1 refuse ', 'CLOSED'),
    garbled: ('CLOSED', 'live'),
    altered_bytes: ('CLOSED', 'live'),
    heartbeats: ('ping -',),
    killed_link: ('live',),
    killed_judge: ('CLOSED', 'live'),
    lost_keys: ('live',),
    silent_link: ('CLOSED', 'LP1 refuse busy', 'LP1 refuse unknown'),
    silent_at_first: ('CLOSED', 'live'),
    silent_and_back: ('CLOSED', 'live'),
    the_judge_ends: ('bye', 'CLOSED', 'live'),
    back_to_end: ('bye', 'CLOSED', 'LP1 refuse unknown'),
    the_station_ends: ('bye', 'LP1 refuse busy', 'ENDED'),
    the_station_ends_unanswered: ('bye', 'ENDED'),
    the_station_ends_alone: ('ENDED',),
    listeners: ('.m.judge', 'bye'),
    sockets_alike: (),
}
# and situations with one.
SPOKEN = {
    a_reply: ('.Return.other',),
    cut_before_the_reply: ('.question.other', 'live'),
    cut_in_the_reply: ('.question.other', 'live'),
    over_before_the_link_is_back: ('CLOSED', 'LP1 refuse busy', '.question.other'),
    garbled_in_the_reply: ('CLOSED', '.question.other'),
    ended_in_the_reply: ('.I.other', 'bye'),
    the_station_ends_in_the_reply: ('.I.other', 'bye', 'ENDED'),
    typed_out_of_turn: ('.Return.other',),
}
