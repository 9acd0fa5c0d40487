#include "plain.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "glyph.h"
#include "status.h"
#include "typing.h"
#include "utf8.h"

void plain_open(struct plain *p, const char *name)
{
    struct termios raw;

    *p = (struct plain){.name = name, .to_terminal = isatty(STDOUT_FILENO)};
    if (!isatty(STDIN_FILENO) || tcgetattr(STDIN_FILENO, &p->before) < 0)
        return;
    raw = p->before;
    raw.c_iflag &= ~(tcflag_t)(IXON | IXOFF | ICRNL | INLCR | IGNCR);
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG | IEXTEN);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    p->raw = tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0;
}

static void put(const uint32_t *text, size_t length)
{
    char bytes[UTF8_MAX];

    for (size_t i = 0; i < length; i++)
        fwrite(bytes, 1, utf8_encode(text[i], bytes), stdout);
}

void plain_show(struct plain *p, const uint32_t *text, size_t length)
{
    size_t same = 0;

    while (same < length && same < p->length && p->shown[same] == text[same])
        same++;
    /* A mark goes with what bears it. */
    while (same > 0 && ((same < p->length && glyph_width(p->shown[same]) == 0) ||
                           (same < length && glyph_width(text[same]) == 0)))
        same--;
    if (p->to_terminal)
        for (size_t i = glyph_columns(p->shown + same, p->length - same); i > 0; i--)
            fputs("\b \b", stdout);
    put(text + same, length - same);
    memcpy(p->shown, text, length * sizeof(text[0]));
    p->length = length;
}

static void next_line(struct plain *p)
{
    fputc('\n', stdout);
    p->length = 0;
}

void plain_break(struct plain *p)
{
    if (p->length > 0)
        next_line(p);
}

void plain_print(struct plain *p, const uint32_t *text, size_t length)
{
    if (p->length > length || memcmp(p->shown, text, p->length * sizeof(text[0])) != 0)
        plain_break(p);
    plain_show(p, text, length);
    next_line(p);
}

static size_t add_text(uint32_t *line, size_t at, const uint32_t *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        line[at + i] = text[i] == K_RETURN ? '|' : text[i];
    return at + length;
}

/* Put what the judge does not see yet behind the length characters of a line: of a long
 * draft the end, of what is being released the beginning. Returns the new length. */
static size_t add_unseen(const struct console *c, uint32_t *line, size_t length)
{
    enum { ROOM = PLAIN_DRAFT_MAX / 2 - 2 };
    size_t waits, drafted = c->draft.length;
    const uint32_t *waiting = pace_waiting(&c->pace, &waits);
    const uint32_t *draft = c->draft.text;

    if (!typing_is_drafted(c) || waits + drafted == 0)
        return length;
    line[length++] = '[';
    length = add_text(line, length, waiting, waits < ROOM ? waits : ROOM);
    if (drafted > ROOM) {
        draft += drafted - ROOM;
        drafted = ROOM;
    }
    length = add_text(line, length, draft, drafted);
    line[length++] = ']';
    return length;
}

size_t plain_unfinished(
    const struct console *c, uint32_t line[static PLAIN_SHOWN_MAX], size_t length)
{
    const struct page *page = &c->page;
    size_t last = page->count - 1, more = page->lines[last].length;

    memcpy(line + length, page_text(page, last), more * sizeof(line[0]));
    return add_unseen(c, line, length + more);
}

static void draw_page(struct plain *p, const struct console *c)
{
    const struct page *page = &c->page;
    size_t finished = page->count - page->unfinished;
    uint32_t line[PLAIN_SHOWN_MAX];

    /* There is one line to type on: the far side's is shown when it is finished. */
    for (; p->line < finished; p->line++) {
        plain_show(p, page_text(page, p->line), page->lines[p->line].length);
        next_line(p);
    }
    if (p->to_terminal)
        plain_show(p, line, plain_unfinished(c, line, 0));
}

/* The line that is interrupted is then shown again. */
void plain_say(struct plain *p, const char *message)
{
    plain_break(p);
    fflush(stdout);
    fprintf(stderr, "%s: %s\n", p->name, message);
}

/* What an operator is to know of a program: its news, and its last error lines. */
static void say_aside(struct plain *p, const struct aside *a)
{
    unsigned long fresh = a->count - p->complaints;
    char line[ASIDE_TEXT_SIZE + 16];

    if (a->news[0] != '\0' && strcmp(a->news, p->news) != 0)
        plain_say(p, a->news);
    memcpy(p->news, a->news, sizeof(p->news));
    if (fresh > ASIDE_LINES) {
        snprintf(line, sizeof(line), "program: (%lu lines)", fresh - ASIDE_LINES);
        plain_say(p, line);
        fresh = ASIDE_LINES;
    }
    while (fresh-- > 0) {
        snprintf(line, sizeof(line), "program: %s", aside_line(a, fresh));
        plain_say(p, line);
    }
    p->complaints = a->count;
}

void plain_draw(struct plain *p, const struct console *c)
{
    char message[CONSOLE_TEXT_SIZE];

    if (p->conversation != c->conversations) {
        plain_break(p);
        p->line = 0;
        p->conversation = c->conversations;
    }
    status_message(c, message);
    if (p->lost && c->line == LINE_UP)
        plain_say(p, "The link is back");
    p->lost = c->line == LINE_LOST;
    if (message[0] != '\0' && strcmp(message, p->message) != 0)
        plain_say(p, message);
    memcpy(p->message, message, sizeof(p->message));
    if (c->aside != NULL)
        say_aside(p, c->aside);
    if (console_has_page(c))
        draw_page(p, c);
    if (p->raw && p->to_terminal && p->bells != c->bells)
        fputc('\a', stdout);
    p->bells = c->bells;
    fflush(stdout);
}

void plain_close(struct plain *p)
{
    plain_break(p);
    fflush(stdout);
    if (p->raw)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &p->before);
    p->raw = false;
}
