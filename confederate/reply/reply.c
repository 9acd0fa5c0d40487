#include "confederate/reply/reply.h"

#include <string.h>

#include "common/conversation/prompt.h"
#include "common/text/glyph.h"

void reply_init(struct reply *r, struct reply_manner manner)
{
    memset(r, 0, sizeof(*r)); /* a compound literal would be too large for the stack */
    r->manner = manner;
    r->paper.unicode = manner.unicode;
}

void reply_feed(struct reply *r, const char *bytes, size_t count, int64_t tick)
{
    for (size_t i = 0; i < count; i++)
        teletype_feed(&r->paper, (unsigned char)bytes[i]);
    /* Bytes count, not characters: output without any character can be endless too. */
    r->printed += count;
    r->flooded = r->flooded || r->paper.full || r->printed > REPLY_MAX;
    r->answered = true;
    r->heard = tick;
}

static size_t prompt_length(const struct reply *r)
{
    return r->manner.prompt != NULL ? strlen(r->manner.prompt) : 0;
}

/* Whether the prompt stands at a place of the text. */
static bool has_prompt_at(const struct reply *r, size_t at)
{
    size_t length = prompt_length(r);

    if (length == 0 || at + length > r->paper.length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (r->paper.text[at + i] != (unsigned char)r->manner.prompt[i])
            return false;
    return true;
}

/* Whether the text from start on ends with the prompt, on a line of its own. */
static bool ends_with_prompt(const struct reply *r, size_t start)
{
    size_t end = r->paper.length, length = prompt_length(r);

    return end >= start + length && has_prompt_at(r, end - length) &&
           (end == start + length || r->paper.text[end - length - 1] == '\n');
}

/* Preface */

struct preface {
    size_t end;    /* place of the first character behind it */
    bool prompted; /* it has a prompt */
};

/* Place behind a line of the turn that is echoed at a place of the text, or 0. Blanks
 * before it are where the cursor was moved to. */
static size_t find_echo_end(
    const struct reply *r, size_t at, const char *line, const char *end)
{
    const struct teletype *t = &r->paper;
    struct utf8 utf8 = {0};
    uint32_t codes[2];

    if (!r->manner.terminal || line == end)
        return 0;
    while (at < t->length && t->text[at] == ' ')
        at++;
    line += strspn(line, " ");
    for (; line < end; line++)
        for (int i = 0, n = utf8_decode(&utf8, (unsigned char)*line, codes); i < n; i++)
            if (at >= t->length || t->text[at++] != codes[i])
                return 0;
    return at;
}

static size_t count_lines(const char *text, size_t length)
{
    size_t lines = 0;

    for (size_t i = 0; i < length; i++)
        lines += text[i] == '\n';
    return lines;
}

/* A prompt for each line of the turn but the last, and the echo of each line, which may
 * have the prompt before it once more. */
static struct preface find_preface(const struct reply *r)
{
    struct preface found = {.end = r->head};
    const char *line = r->turn, *end = line + r->turn_length;
    size_t prompts = count_lines(line, r->turn_length);

    for (;;) {
        const char *next = line < end ? strchr(line, '\n') + 1 : line;
        size_t at = found.end, echo = find_echo_end(r, at, line, next);
        bool prompted = false;

        if (echo == 0) {
            while (at < r->paper.length && r->paper.text[at] == '\n')
                at++;
            prompted = has_prompt_at(r, at);
            at += prompted ? prompt_length(r) : 0;
            echo = prompted ? find_echo_end(r, at, line, next) : 0;
        }
        if (echo == 0 && !(prompted && prompts > 1))
            return found;
        prompts -= prompted && prompts > 0;
        found = (struct preface){echo > 0 ? echo : at, echo == 0};
        line = echo > 0 ? next : line;
    }
}

/* Whether the banner that is skipped may still come. */
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

/* Remove the prompt that the text ends with. */
static void remove_prompt(struct reply *r)
{
    size_t length = prompt_length(r);

    teletype_remove(&r->paper, r->paper.length - length, length);
}

static void drop_all(struct reply *r)
{
    teletype_remove(&r->paper, 0, r->paper.length);
    r->head = 0;
}

void reply_drop(struct reply *r)
{
    r->unwanted = true;
}

void reply_begin(struct reply *r, const char *turn, size_t length, int64_t tick)
{
    teletype_settle(&r->paper);
    if (ends_with_prompt(r, 0))
        remove_prompt(r);
    if (r->unwanted || (r->manner.skip_banner && !r->begun))
        drop_all(r);
    /* An unfinished escape sequence must not swallow this reply. */
    teletype_part(&r->paper);
    r->turn = turn;
    r->turn_length = length;
    r->head = r->paper.length;
    r->asked = r->heard = tick;
    r->answered = r->flooded = r->prompted = r->unwanted = false;
    r->begun = true;
    r->printed = 0;
}

void reply_expect_echo(struct reply *r, bool echoes)
{
    r->echoes = echoes;
}

void reply_allow_none(struct reply *r)
{
    r->answered = true;
}

void reply_set_idle(struct reply *r, int64_t idle_ms)
{
    r->manner.idle_ms = idle_ms;
}

/* Whether there is more than a preface. A program that is not known to echo may have
 * answered with the judge's own words. */
static bool has_answer(const struct reply *r, struct preface preface)
{
    if (r->paper.length > preface.end || preface.end == r->head)
        return r->answered;
    return !preface.prompted && !r->echoes;
}

bool reply_is_answered(const struct reply *r)
{
    return has_answer(r, find_preface(r));
}

/* Number of characters up to the empty line that ends the reply, that included, or
 * SIZE_MAX. An empty line ends it behind some text that, as the empty line itself, has
 * come since start. Lines that may still be typed one over the other do not count. */
static size_t find_empty_line(const struct reply *r, size_t start)
{
    const struct teletype *t = &r->paper;
    size_t length = t->loose != 0 ? t->loose - 1 : t->length;
    bool text = false, blank = true;

    for (size_t i = 0; i < length; i++) {
        if (t->text[i] != '\n') {
            blank = blank && t->text[i] == ' ';
            continue;
        }
        if (blank && text && i >= start)
            return i + 1;
        text = text || (!blank && i >= start);
        blank = true;
    }
    return SIZE_MAX;
}

enum reply_state reply_state(const struct reply *r, int64_t tick)
{
    struct preface preface = find_preface(r);
    bool ended = r->manner.prompt != NULL ? ends_with_prompt(r, preface.end)
                                          : find_empty_line(r, preface.end) != SIZE_MAX;

    if (ended)
        return REPLY_DONE;
    if (r->flooded)
        return REPLY_FLOOD;
    if (tick < reply_due(r))
        return REPLY_WAITING;
    return preface.prompted || has_answer(r, preface) ? REPLY_DONE : REPLY_HUNG;
}

int64_t reply_due(const struct reply *r)
{
    bool by_silence = r->manner.prompt == NULL && reply_is_answered(r);

    return r->heard + (by_silence ? r->manner.idle_ms : REPLY_HUNG_MS);
}

/* Length of the piece of a line that the prompt takes: all of it, or up to a blank. */
static size_t find_piece(const uint32_t *line, size_t length)
{
    size_t piece = PROMPT_LINE_MAX;

    if (length <= PROMPT_LINE_MAX)
        return length;
    while (piece > 0 && line[piece] != ' ')
        piece--;
    return piece > 0 ? piece : PROMPT_LINE_MAX;
}

/* Write characters in UTF-8, without combining marks that the prompt refuses, and then
 * without blanks at the end. */
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
        size_t piece = find_piece(line, length);
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

/* Take the preface away, unless it is all that the program has answered. */
static void remove_preface(struct reply *r)
{
    struct preface preface = find_preface(r);

    r->prompted = ends_with_prompt(r, preface.end);
    if (r->prompted)
        remove_prompt(r);
    if (r->paper.length > preface.end || !has_answer(r, preface)) {
        r->prompted =
            r->prompted || (preface.prompted && r->paper.length == preface.end);
        teletype_remove(&r->paper, r->head, preface.end - r->head);
    }
}

size_t reply_take(struct reply *r, char keys[static REPLY_KEYS_SIZE])
{
    size_t end, start = 0, made = 0;
    const uint32_t *text = r->paper.text;

    teletype_settle(&r->paper);
    remove_preface(r);
    end = r->manner.prompt != NULL ? SIZE_MAX : find_empty_line(r, r->head);
    if (end > r->paper.length)
        end = r->paper.length;
    while (start < end) {
        size_t stop = start;
        while (stop < end && text[stop] != '\n')
            stop++;
        made += take_line(text + start, stop - start, keys + made);
        start = stop + 1;
    }
    teletype_remove(&r->paper, 0, end);
    r->head = r->paper.length;
    r->turn_length = 0;
    return made;
}
