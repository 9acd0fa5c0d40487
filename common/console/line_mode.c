#include "common/console/line_mode.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/console/status.h"
#include "common/text/glyph.h"
#include "common/text/utf8.h"

void line_mode_open(struct line_mode *p, const char *name)
{
    struct termios raw;

    *p = (struct line_mode){.name = name, .to_terminal = isatty(STDOUT_FILENO)};
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

void line_mode_show(struct line_mode *p, const uint32_t *text, size_t length)
{
    size_t same = 0;

    while (same < length && same < p->length && p->shown[same] == text[same])
        same++;
    /* A combining mark is redrawn together with its character. */
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

static void next_line(struct line_mode *p)
{
    fputc('\n', stdout);
    p->length = 0;
}

void line_mode_break(struct line_mode *p)
{
    if (p->length > 0)
        next_line(p);
}

void line_mode_print(struct line_mode *p, const uint32_t *text, size_t length)
{
    if (p->length > length || memcmp(p->shown, text, p->length * sizeof(text[0])) != 0)
        line_mode_break(p);
    line_mode_show(p, text, length);
    next_line(p);
}

static size_t add_text(uint32_t *line, size_t at, const uint32_t *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        line[at + i] = text[i] == K_RETURN ? '|' : text[i];
    return at + length;
}

/* Append the draft in brackets to the length characters of a line: the beginning of the
 * keys being released, the end of a long draft. Returns the new length. */
static size_t add_unseen(const struct console *c, uint32_t *line, size_t length)
{
    enum { ROOM = LINE_MODE_DRAFT_MAX / 2 - 2 };
    size_t waits, drafted = c->typing.draft.length;
    const uint32_t *waiting = pace_waiting(&c->typing.pace, &waits);
    const uint32_t *draft = c->typing.draft.text;

    if (!typing_is_drafted(&c->typing) || waits + drafted == 0)
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

size_t line_mode_unfinished(
    const struct console *c, uint32_t line[static LINE_MODE_SHOWN_MAX], size_t length)
{
    const struct page *page = &c->session.page;
    size_t last = page->count - 1, more = page->lines[last].length;

    memcpy(line + length, page_text(page, last), more * sizeof(line[0]));
    return add_unseen(c, line, length + more);
}

static void draw_page(struct line_mode *p, const struct console *c)
{
    const struct page *page = &c->session.page;
    size_t finished = page->count - page->unfinished;
    uint32_t line[LINE_MODE_SHOWN_MAX];

    /* The cursor's line is this side's; lines of the far side appear when finished. */
    for (; p->line < finished; p->line++) {
        line_mode_show(p, page_text(page, p->line), page->lines[p->line].length);
        next_line(p);
    }
    if (p->to_terminal)
        line_mode_show(p, line, line_mode_unfinished(c, line, 0));
}

void line_mode_say(struct line_mode *p, const char *message)
{
    if (message[0] == '\0')
        return;
    line_mode_break(p);
    fflush(stdout);
    fprintf(stderr, "%s: %s\n", p->name, message);
}

void line_mode_tell(struct line_mode *p, const char *message)
{
    if (strcmp(message, p->message) != 0)
        line_mode_say(p, message);
    snprintf(p->message, sizeof(p->message), "%s", message);
}

void line_mode_end(struct line_mode *p, unsigned bells)
{
    if (p->raw && p->to_terminal && p->bells != bells)
        fputc('\a', stdout);
    p->bells = bells;
    fflush(stdout);
}

/* Print an entry program's news and its new error lines. */
static void say_aside(struct line_mode *p, const struct program_status *a)
{
    unsigned long fresh = a->count - p->complaints;
    char line[PROGRAM_STATUS_TEXT_SIZE + 16];

    if (strcmp(a->news, p->news) != 0)
        line_mode_say(p, a->news);
    memcpy(p->news, a->news, sizeof(p->news));
    if (fresh > PROGRAM_STATUS_LINES) {
        snprintf(
            line, sizeof(line), "program: (%lu lines)", fresh - PROGRAM_STATUS_LINES);
        line_mode_say(p, line);
        fresh = PROGRAM_STATUS_LINES;
    }
    while (fresh-- > 0) {
        snprintf(line, sizeof(line), "program: %s", program_status_line(a, fresh));
        line_mode_say(p, line);
    }
    p->complaints = a->count;
}

void line_mode_draw(struct line_mode *p, const struct console *c)
{
    char message[CONSOLE_TEXT_SIZE];

    if (p->conversation != c->session.conversations) {
        line_mode_break(p);
        p->line = 0;
        p->conversation = c->session.conversations;
    }
    status_message(c, message);
    if (p->lost && c->line == LINE_UP)
        line_mode_say(p, "The link is back");
    p->lost = c->line == LINE_LOST;
    line_mode_tell(p, message);
    if (c->program != NULL)
        say_aside(p, c->program);
    if (console_has_page(c))
        draw_page(p, c);
    line_mode_end(p, c->bells);
}

void line_mode_close(struct line_mode *p)
{
    line_mode_break(p);
    fflush(stdout);
    if (p->raw)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &p->before);
    p->raw = false;
}
