#include "reply.h"

#include <string.h>

#include "prompt.h"

/* What programs like to print beyond ASCII, and how a person would type it. */
static const struct {
    uint32_t from, to;
    const char *typed;
} beyond_ascii[] = {
    {0x00a0, 0x00a0, " "},
    {0x00ab, 0x00ab, "\""},
    {0x00bb, 0x00bb, "\""},
    {0x00c0, 0x00c5, "A"},
    {0x00c6, 0x00c6, "AE"},
    {0x00c7, 0x00c7, "C"},
    {0x00c8, 0x00cb, "E"},
    {0x00cc, 0x00cf, "I"},
    {0x00d1, 0x00d1, "N"},
    {0x00d2, 0x00d6, "O"},
    {0x00d8, 0x00d8, "O"},
    {0x00d9, 0x00dc, "U"},
    {0x00dd, 0x00dd, "Y"},
    {0x00df, 0x00df, "ss"},
    {0x00e0, 0x00e5, "a"},
    {0x00e6, 0x00e6, "ae"},
    {0x00e7, 0x00e7, "c"},
    {0x00e8, 0x00eb, "e"},
    {0x00ec, 0x00ef, "i"},
    {0x00f1, 0x00f1, "n"},
    {0x00f2, 0x00f6, "o"},
    {0x00f8, 0x00f8, "o"},
    {0x00f9, 0x00fc, "u"},
    {0x00fd, 0x00ff, "y"},
    {0x2000, 0x200a, " "},
    {0x200b, 0x200f, ""},
    {0x2010, 0x2015, "-"},
    {0x2018, 0x201b, "'"},
    {0x201c, 0x201f, "\""},
    {0x2022, 0x2022, "*"},
    {0x2026, 0x2026, "..."},
    {0xfeff, 0xfeff, ""},
};

enum { BEYOND = sizeof(beyond_ascii) / sizeof(beyond_ascii[0]) };

void reply_init(struct reply *r, const char *prompt, int64_t idle_ms)
{
    *r = (struct reply){.prompt = prompt, .idle_ms = idle_ms};
}

static void add(struct reply *r, char c)
{
    if (r->length < REPLY_MAX)
        r->text[r->length++] = c;
    else
        r->flooded = true;
}

static void add_beyond_ascii(struct reply *r, uint32_t code)
{
    const char *typed = "?";

    for (int i = 0; i < BEYOND; i++)
        if (code >= beyond_ascii[i].from && code <= beyond_ascii[i].to)
            typed = beyond_ascii[i].typed;
    while (*typed != '\0')
        add(r, *typed++);
}

/* ESC, perhaps some of ' ' to '/', and one more: a sequence that is none of a
 * keyboard's. Returns whether the code is part of one. */
static bool is_escape(struct reply *r, uint32_t code)
{
    bool within = r->escaped && code >= ' ';

    r->escaped = code == K_ESCAPE || (within && code <= '/');
    return within || code == K_ESCAPE;
}

static void add_code(struct reply *r, uint32_t code)
{
    if (is_escape(r, code))
        return;
    if (code == K_RETURN)
        add(r, '\n');
    else if (code == K_TAB)
        add(r, ' ');
    else if (code == K_BACKSPACE && r->length > r->head &&
             r->text[r->length - 1] != '\n')
        r->length--;
    else if (code >= ' ' && code <= '~')
        add(r, (char)code);
    else if (code >= 0xa0 && code < COMMAND_FIRST)
        add_beyond_ascii(r, code);
}

void reply_feed(struct reply *r, const char *bytes, size_t count, int64_t tick)
{
    uint32_t codes[KEYBOARD_OUT_MAX];

    for (size_t i = 0; i < count; i++) {
        int made = keyboard_feed(&r->bytes, (unsigned char)bytes[i], codes);
        for (int j = 0; j < made; j++)
            add_code(r, codes[j]);
    }
    /* What shows nothing is no reply, and may go on for ever as well. */
    r->printed += count;
    if (r->printed > REPLY_MAX)
        r->flooded = true;
    r->answered = true;
    r->heard = tick;
}

/* Whether the text from start on ends with the program's prompt, on a line of its
 * own. */
static bool ends_with_prompt(const struct reply *r, size_t start)
{
    size_t length = r->prompt != NULL ? strlen(r->prompt) : 0;

    if (length == 0 || r->length < start + length)
        return false;
    if (memcmp(r->text + r->length - length, r->prompt, length) != 0)
        return false;
    return r->length == length || r->text[r->length - length - 1] == '\n';
}

bool reply_is_ready(const struct reply *r)
{
    return r->prompt == NULL || r->prompted || ends_with_prompt(r, 0);
}

void reply_drop(struct reply *r)
{
    r->prompted = r->prompted || ends_with_prompt(r, 0);
    r->length = r->head = 0;
}

void reply_begin(struct reply *r, int64_t tick)
{
    if (ends_with_prompt(r, 0))
        r->length -= strlen(r->prompt);
    r->head = r->length;
    r->asked = r->heard = tick;
    r->answered = r->flooded = r->prompted = false;
    r->printed = 0;
    /* A sequence without an end is not to swallow this reply too. */
    r->bytes = (struct keyboard){.after_cr = r->bytes.after_cr};
    r->escaped = false;
}

/* The characters up to the empty line that ends the reply, or SIZE_MAX: one after
 * some text, both printed since the turn began. */
static size_t find_empty_line(const struct reply *r)
{
    bool text = false, blank = true;

    for (size_t i = 0; i < r->length; i++) {
        if (r->text[i] != '\n') {
            blank = blank && r->text[i] == ' ';
            continue;
        }
        if (blank && text && i >= r->head)
            return i + 1;
        text = text || (!blank && i >= r->head);
        blank = true;
    }
    return SIZE_MAX;
}

enum reply_state reply_state(const struct reply *r, int64_t tick)
{
    bool ended = r->prompt != NULL ? ends_with_prompt(r, r->head)
                                   : find_empty_line(r) != SIZE_MAX;

    if (ended)
        return REPLY_DONE;
    if (r->flooded)
        return REPLY_FLOOD;
    if (tick < reply_due(r))
        return REPLY_WAITING;
    return r->answered ? REPLY_DONE : REPLY_HUNG;
}

int64_t reply_due(const struct reply *r)
{
    bool by_silence = r->answered && r->prompt == NULL;

    return r->heard + (by_silence ? r->idle_ms : REPLY_HUNG_MS);
}

/* How much of a line goes into one that the prompt takes: all, or up to a blank. */
static size_t piece_of(const char *line, size_t length)
{
    size_t piece = PROMPT_LINE_MAX;

    if (length <= PROMPT_LINE_MAX)
        return length;
    while (piece > 0 && line[piece] != ' ')
        piece--;
    return piece > 0 ? piece : PROMPT_LINE_MAX;
}

/* One line of a reply, without the blanks at its end and where it is broken. */
static size_t take_line(const char *line, size_t length, char *keys)
{
    size_t made = 0;

    while (length > 0) {
        size_t piece = piece_of(line, length);
        size_t kept = piece;
        while (kept > 0 && line[kept - 1] == ' ')
            kept--;
        memcpy(keys + made, line, kept);
        made += kept;
        if (kept > 0)
            keys[made++] = '\r';
        while (piece < length && line[piece] == ' ')
            piece++;
        line += piece;
        length -= piece;
    }
    return made;
}

size_t reply_take(struct reply *r, char keys[static 2 * REPLY_MAX])
{
    size_t end = r->prompt != NULL ? SIZE_MAX : find_empty_line(r);
    size_t start = 0, made = 0;

    if (ends_with_prompt(r, r->head)) {
        r->length -= strlen(r->prompt);
        r->prompted = true;
    }
    if (end > r->length)
        end = r->length;
    while (start < end) {
        const char *newline = memchr(r->text + start, '\n', end - start);
        size_t stop = newline != NULL ? (size_t)(newline - r->text) : end;
        made += take_line(r->text + start, stop - start, keys + made);
        start = stop + 1;
    }
    r->length -= end;
    memmove(r->text, r->text + end, r->length);
    r->head = r->length;
    return made;
}
