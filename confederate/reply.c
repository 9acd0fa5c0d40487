#include "reply.h"

#include <string.h>

#include "glyph.h"
#include "prompt.h"

void reply_init(struct reply *r, struct reply_manner manner)
{
    memset(r, 0, sizeof(*r)); /* as a copy it would be too much for the stack */
    r->manner = manner;
    r->paper.unicode = manner.unicode;
}

void reply_feed(struct reply *r, const char *bytes, size_t count, int64_t tick)
{
    for (size_t i = 0; i < count; i++)
        teletype_feed(&r->paper, (unsigned char)bytes[i]);
    /* What shows nothing is no reply, and may go on for ever as well. */
    r->printed += count;
    r->flooded = r->flooded || r->paper.full || r->printed > REPLY_MAX;
    r->answered = true;
    r->heard = tick;
}

/* Whether the text from start on ends with the program's prompt, on a line of its
 * own. */
static bool ends_with_prompt(const struct reply *r, size_t start)
{
    const char *prompt = r->manner.prompt;
    size_t length = prompt != NULL ? strlen(prompt) : 0;
    size_t end = r->paper.length;

    if (length == 0 || end < start + length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (r->paper.text[end - length + i] != (unsigned char)prompt[i])
            return false;
    return end == length || r->paper.text[end - length - 1] == '\n';
}

/* Whether there is a banner to be waited for. */
static bool awaits_banner(const struct reply *r)
{
    return r->manner.skip_banner && r->manner.prompt == NULL && !r->begun;
}

bool reply_is_ready(const struct reply *r, int64_t tick)
{
    if (awaits_banner(r))
        return r->answered && tick >= reply_ready_due(r);
    return r->manner.prompt == NULL || r->prompted || ends_with_prompt(r, 0);
}

int64_t reply_ready_due(const struct reply *r)
{
    return awaits_banner(r) && r->answered ? r->heard + r->manner.idle_ms : INT64_MAX;
}

static void drop_all(struct reply *r)
{
    teletype_drop(&r->paper, r->paper.length);
    r->head = 0;
}

void reply_drop(struct reply *r)
{
    r->prompted = r->prompted || ends_with_prompt(r, 0);
    drop_all(r);
}

void reply_begin(struct reply *r, int64_t tick)
{
    teletype_settle(&r->paper);
    if (ends_with_prompt(r, 0))
        teletype_cut(&r->paper, strlen(r->manner.prompt));
    if (r->manner.skip_banner && !r->begun)
        drop_all(r);
    /* A sequence without an end is not to swallow this reply too. */
    teletype_part(&r->paper);
    r->head = r->paper.length;
    r->asked = r->heard = tick;
    r->answered = r->flooded = r->prompted = false;
    r->begun = true;
    r->printed = 0;
}

/* The characters up to the empty line that ends the reply, or SIZE_MAX: one after
 * some text, both printed since the turn began. Lines of which it is not known yet
 * whether they are typed one over the other have none. */
static size_t find_empty_line(const struct reply *r)
{
    const struct teletype *t = &r->paper;
    size_t length = t->loose != 0 ? t->loose - 1 : t->length;
    bool text = false, blank = true;

    for (size_t i = 0; i < length; i++) {
        if (t->text[i] != '\n') {
            blank = blank && t->text[i] == ' ';
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
    bool ended = r->manner.prompt != NULL ? ends_with_prompt(r, r->head)
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
    bool by_silence = r->answered && r->manner.prompt == NULL;

    return r->heard + (by_silence ? r->manner.idle_ms : REPLY_HUNG_MS);
}

/* How much of a line goes into one that the prompt takes: all, or up to a blank. */
static size_t piece_of(const uint32_t *line, size_t length)
{
    size_t piece = PROMPT_LINE_MAX;

    if (length <= PROMPT_LINE_MAX)
        return length;
    while (piece > 0 && line[piece] != ' ')
        piece--;
    return piece > 0 ? piece : PROMPT_LINE_MAX;
}

/* Characters in UTF-8, without marks that nothing would bear, which the prompt refuses,
 * and the blanks that are then at the end. */
static size_t write_keys(const uint32_t *text, size_t length, char *keys)
{
    size_t made = 0;

    for (size_t i = 0; i < length; i++)
        if (glyph_may_follow(text, i, text[i]))
            made += utf8_encode(text[i], keys + made);
    while (made > 0 && keys[made - 1] == ' ')
        made--;
    return made;
}

/* One line of a reply, without the blanks at its end and where it is broken. */
static size_t take_line(const uint32_t *line, size_t length, char *keys)
{
    size_t made = 0;

    while (length > 0) {
        size_t piece = piece_of(line, length);
        size_t kept = write_keys(line, piece, keys + made);
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

size_t reply_take(struct reply *r, char keys[static REPLY_KEYS_SIZE])
{
    size_t end, start = 0, made = 0;
    const uint32_t *text = r->paper.text;

    teletype_settle(&r->paper);
    end = r->manner.prompt != NULL ? SIZE_MAX : find_empty_line(r);
    if (ends_with_prompt(r, r->head)) {
        teletype_cut(&r->paper, strlen(r->manner.prompt));
        r->prompted = true;
    }
    if (end > r->paper.length)
        end = r->paper.length;
    while (start < end) {
        size_t stop = start;
        while (stop < end && text[stop] != '\n')
            stop++;
        made += take_line(text + start, stop - start, keys + made);
        start = stop + 1;
    }
    teletype_drop(&r->paper, end);
    r->head = r->paper.length;
    return made;
}
