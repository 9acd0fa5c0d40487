/*
 * prompt_test.c - play key scripts on the prompt and compare its events, state and
 * page.
 *
 *   book 1996           start with a book (the default is 1996)
 *   J "Hello\r"         keys of the judge; O "...": of the other side. \r Return,
 *                       \b BackSpace, \t Tab, \e Escape, \xHH, \uHHHH; 1000 "x" is
 *                       a thousand keys
 *   > echo "Hello"      all events of these keys; optional. The others are:
 *   > line judge "Hello"   erase "olleH" (in the order of the keys), no-judge,
 *                       judge 04, turn other (the turn is now the other's), stop,
 *                       refused turn|full|nothing|alphabet "keys", none
 *   turn judge          the side that has the turn
 *   judge 04            the judge at the terminal
 *   typed "Hel"         the unfinished line of the side that has the turn
 *   typed other "Hel"   the unfinished line of a side
 *   self other          change to an empty page of the other side (the default is the
 *                       judge's page)
 *   stop yes            whether the judge has asked for the end of the turn
 *   names 4 "@@04"      the judge that a text names: 0 to 99, wrong, or nobody
 *   allows unicode "x"  each character is in the alphabet
 *   denies unicode "x"  no character may begin a line
 *   end                 the conversation is over
 *   screen 20           the page, 20 columns wide (80 without a number), a row in
 *   |>Hello_            each line that begins with '|'; '_' is the cursor
 *
 * Usage: prompt_test FILE...
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/conversation/page.h"
#include "common/text/utf8.h"
#include "tests/support/helper.h"

enum { TEXT_MAX = 4096, MANY = 100 };

/* Characters of keys or of a text. */
struct text {
    size_t length;
    uint32_t code[TEXT_MAX];
};

struct play {
    const char *file;
    size_t number; /* of the line with the command */
    struct prompt prompt;
    const struct rulebook *book;
    struct page page;
    struct bytes seen;   /* events, a line each */
    const char *running; /* the event of a run of characters */
    struct text run;
    bool compare; /* the command writes lines to compare */
    int failures;
};

static void fail(struct play *play, const char *what)
{
    printf("%s:%zu: %s\n", play->file, play->number, what);
    play->failures++;
}

/* Texts in quotes */

static const struct {
    char letter;
    uint32_t code;
    size_t digits;
} escapes[] = {
    {'r', K_RETURN, 0},
    {'b', K_BACKSPACE, 0},
    {'t', K_TAB, 0},
    {'e', K_ESCAPE, 0},
    {'"', '"', 0},
    {'\\', '\\', 0},
    {'x', 0, 2},
    {'u', 0, 4},
    {'U', 0, 8},
};

/* Read one character, which may be an escape, and move *at past it. */
static bool read_character(const char **at, uint32_t *code)
{
    char digits[9] = "";

    if (**at != '\\') {
        *code = (unsigned char)*(*at)++;
        return true;
    }
    for (size_t i = 0; i < COUNT(escapes); i++) {
        if ((*at)[1] != escapes[i].letter)
            continue;
        *at += 2;
        *code = escapes[i].code;
        if (escapes[i].digits == 0)
            return true;
        snprintf(digits, escapes[i].digits + 1, "%s", *at);
        *code = (uint32_t)strtoul(digits, NULL, 16);
        *at += strlen(digits);
        return strlen(digits) == escapes[i].digits;
    }
    return false;
}

/* Read [COUNT] "text". */
static bool read_text(const char *at, struct text *text)
{
    struct text once = {0};
    char *end;
    unsigned long times = strtoul(at, &end, 10);

    text->length = 0;
    times = end == at ? 1 : times;
    at = end + strspn(end, " ");
    if (*at++ != '"')
        return false;
    while (*at != '"' && *at != '\0' && once.length < TEXT_MAX)
        if (!read_character(&at, &once.code[once.length++]))
            return false;
    if (strcmp(at, "\"") != 0 || once.length * times > TEXT_MAX)
        return false;
    for (size_t i = 0; i < once.length * times; i++)
        text->code[text->length++] = once.code[i % once.length];
    return true;
}

static void add_string(struct bytes *to, const char *string)
{
    bytes_add(to, string, strlen(string));
}

/* Write a text as read_text() reads it; MANY of the same character with their number.
 */
static void add_text(struct bytes *to, const uint32_t *code, size_t length)
{
    size_t same = 0;
    char one[32];

    while (same < length && code[same] == code[0])
        same++;
    if (same == length && length >= MANY) {
        snprintf(one, sizeof(one), "%zu ", length);
        add_string(to, one);
        length = 1;
    }
    add_string(to, "\"");
    for (size_t i = 0; i < length; i++) {
        const char *form = code[i] > 0xffff                    ? "\\U%08X"
                           : code[i] > 0xff                    ? "\\u%04X"
                           : code[i] < ' ' || code[i] > '~'    ? "\\x%02X"
                           : code[i] == '"' || code[i] == '\\' ? "\\%c"
                                                               : "%c";
        snprintf(one, sizeof(one), form, (unsigned)code[i]);
        add_string(to, one);
    }
    add_string(to, "\"");
}

/* Events as text */

static const char *const refusals[] = {
    [REFUSED_TURN] = "refused turn",
    [REFUSED_FULL] = "refused full",
    [REFUSED_NOTHING] = "refused nothing",
    [REFUSED_ALPHABET] = "refused alphabet",
};

/* Write the event of a finished run of characters. */
static void end_run(struct play *play)
{
    if (play->running == NULL)
        return;
    add_string(&play->seen, play->running);
    add_string(&play->seen, " ");
    add_text(&play->seen, play->run.code, play->run.length);
    add_string(&play->seen, "\n");
    play->running = NULL;
}

static void see_character(struct play *play, const char *kind, uint32_t code)
{
    if (play->running == NULL || strcmp(play->running, kind) != 0) {
        end_run(play);
        play->running = kind;
        play->run.length = 0;
    }
    play->run.code[play->run.length++] = code;
}

static void see_line(struct play *play, const struct event *event)
{
    add_string(&play->seen, "line ");
    add_string(&play->seen, side_name(event->side));
    add_string(&play->seen, " ");
    add_text(&play->seen, event->text, event->length);
    add_string(&play->seen, "\n");
}

static void see_word(struct play *play, const char *form, const char *word)
{
    char line[64];

    snprintf(line, sizeof(line), form, word);
    add_string(&play->seen, line);
    add_string(&play->seen, "\n");
}

static void see(struct play *play, const struct event *event)
{
    char number[16];

    switch (event->kind) {
    case EV_ECHO:
        see_character(play, "echo", event->code);
        return;
    case EV_ERASE:
        see_character(play, "erase", event->code);
        return;
    case EV_REFUSED:
        see_character(play, refusals[event->why], event->code);
        return;
    default:
        end_run(play);
    }
    if (event->kind == EV_LINE)
        see_line(play, event);
    else if (event->kind == EV_NO_JUDGE)
        see_word(play, "%s", "no-judge");
    else if (event->kind == EV_TURN)
        see_word(play, "turn %s", side_name(side_other(event->side)));
    else if (event->kind == EV_STOP)
        see_word(play, "%s", "stop");
    else if (event->kind == EV_JUDGE) {
        snprintf(number, sizeof(number), "%02u", event->judge);
        see_word(play, "judge %s", number);
    }
}

/* Commands: each returns false if it cannot be read. */

static void feed(struct play *play, const struct key *key)
{
    struct event events[PROMPT_EVENTS_MAX];
    struct prompt before;
    int count;

    memcpy(&before, &play->prompt, sizeof(before));
    count = prompt_feed(&play->prompt, key, events);
    if (count < 0 || count > PROMPT_EVENTS_MAX) {
        fail(play, "the number of events is out of range");
        return;
    }
    for (int i = 0; i < count; i++) {
        if (events[i].side != key->side)
            fail(play, "an event is of the side that did not make the key");
        if (events[i].kind == EV_REFUSED &&
            (count != 1 || memcmp(&before, &play->prompt, sizeof(before)) != 0))
            fail(play, "a refused key changed the prompt");
        if (page_feed(&play->page, &events[i]) < 0)
            fail(play, "out of memory");
        see(play, &events[i]);
    }
}

static bool do_keys(struct play *play, enum side side, const char *rest)
{
    struct text keys;

    if (!read_text(rest, &keys))
        return false;
    for (size_t i = 0; i < keys.length; i++)
        feed(play, &(struct key){i, keys.code[i], side});
    end_run(play);
    if (play->seen.length == 0)
        add_string(&play->seen, "none\n");
    return true;
}

static bool do_judge_keys(struct play *play, const char *rest)
{
    return do_keys(play, SIDE_JUDGE, rest);
}

static bool do_other_keys(struct play *play, const char *rest)
{
    return do_keys(play, SIDE_OTHER, rest);
}

static bool do_book(struct play *play, const char *rest)
{
    const struct rulebook *book = rulebook_find(rest);

    if (book == NULL)
        return false;
    prompt_init(&play->prompt, book);
    page_free(&play->page);
    play->book = book;
    return page_init(&play->page, book, SIDE_JUDGE) == 0;
}

/* Read the name of a side at the beginning of *rest, if there is one. */
static bool read_side(const char **rest, enum side *side)
{
    for (enum side s = SIDE_JUDGE; s <= SIDE_OTHER; s++) {
        size_t length = strlen(side_name(s));
        if (strncmp(*rest, side_name(s), length) != 0)
            continue;
        *side = s;
        *rest += length + strspn(*rest + length, " ");
        return true;
    }
    return false;
}

static bool do_self(struct play *play, const char *rest)
{
    enum side self;

    if (!read_side(&rest, &self) || rest[0] != '\0')
        return false;
    page_clear(&play->page, play->book, self);
    return true;
}

/* Compare a statement with the state. */
static void state(struct play *play, const char *expected, const char *found)
{
    char line[TEXT_MAX * 2];

    if (strcmp(expected, found) == 0)
        return;
    snprintf(line, sizeof(line), "it is: %s", found);
    fail(play, line);
}

static bool do_turn(struct play *play, const char *rest)
{
    state(play, rest, side_name(play->prompt.turn));
    return true;
}

static bool do_judge(struct play *play, const char *rest)
{
    char number[16];

    snprintf(number, sizeof(number), "%02u", play->prompt.judge);
    state(play, rest, number);
    return true;
}

static bool do_stop(struct play *play, const char *rest)
{
    state(play, rest, play->prompt.stop ? "yes" : "no");
    return true;
}

static bool do_typed(struct play *play, const char *rest)
{
    struct bytes line = {0};
    enum side side = play->prompt.turn;

    read_side(&rest, &side);
    add_text(&line, play->prompt.line[side].text, play->prompt.line[side].length);
    state(play, rest, line.at);
    bytes_free(&line);
    return true;
}

static bool do_names(struct play *play, const char *rest)
{
    const char *quote = strchr(rest, '"');
    struct text text;
    char found[TEXT_MAX];
    int names;

    if (quote == NULL || !read_text(quote, &text))
        return false;
    names = prompt_names_judge(text.code, text.length);
    if (names >= 0)
        snprintf(found, sizeof(found), "%d %s", names, quote);
    else
        snprintf(found, sizeof(found), "%s %s",
            names == -1   ? "wrong"
            : names == -2 ? "nobody"
                          : "?",
            quote);
    state(play, rest, found);
    return true;
}

static bool do_alphabet(struct play *play, const char *rest, bool allowed)
{
    enum alphabet alphabet = ALPHABET_ASCII;
    struct text text;

    if (strncmp(rest, "unicode ", 8) == 0)
        alphabet = ALPHABET_UNICODE;
    else if (strncmp(rest, "ascii ", 6) != 0)
        return false;
    if (!read_text(strchr(rest, ' ') + 1, &text))
        return false;
    for (size_t i = 0; i < text.length; i++)
        if (prompt_allows(alphabet, text.code, allowed ? i : 0, text.code[i]) !=
            allowed)
            fail(play, "one of these characters is not so");
    return true;
}

static bool do_allows(struct play *play, const char *rest)
{
    return do_alphabet(play, rest, true);
}

static bool do_denies(struct play *play, const char *rest)
{
    return do_alphabet(play, rest, false);
}

static bool do_end(struct play *play, const char *rest)
{
    struct event events[PROMPT_ENDS_MAX];
    int count = prompt_end(&play->prompt, events);

    for (int i = 0; i < count; i++) {
        see(play, &events[i]);
        if (play->prompt.line[events[i].side].length != 0)
            fail(play, "the line is still there");
    }
    if (count == 0)
        add_string(&play->seen, "none\n");
    return rest[0] == '\0' && page_end(&play->page) == 0;
}

/* Write a row without the blanks at its end. */
static void see_row(struct play *play, struct page_place place, size_t width, bool last)
{
    size_t length;
    size_t start = page_row(&play->page, place, width, &length);
    const uint32_t *text = page_text(&play->page, place.line) + start;
    struct bytes row = {0};

    for (size_t i = 0; i < length; i++) {
        char bytes[UTF8_MAX];
        bytes_add(&row, bytes, utf8_encode(text[i], bytes));
    }
    if (last)
        add_string(&row, "_");
    while (row.length > 0 && row.at[row.length - 1] == ' ')
        row.length--;
    bytes_add(&play->seen, row.at, row.length);
    add_string(&play->seen, "\n");
    bytes_free(&row);
}

static bool do_screen(struct play *play, const char *rest)
{
    size_t width = rest[0] == '\0' ? 80 : strtoul(rest, NULL, 10);

    if (width == 0)
        return false;
    for (size_t line = 0; line < play->page.count; line++) {
        size_t rows = page_rows(&play->page, line, width);
        for (size_t row = 0; row < rows; row++)
            see_row(play, (struct page_place){line, row}, width,
                line == play->page.count - 1 && row == rows - 1);
    }
    play->compare = true;
    return true;
}

static const struct {
    const char *name;
    bool (*run)(struct play *play, const char *rest);
} commands[] = {
    {"J", do_judge_keys},
    {"O", do_other_keys},
    {"allows", do_allows},
    {"book", do_book},
    {"denies", do_denies},
    {"end", do_end},
    {"judge", do_judge},
    {"names", do_names},
    {"screen", do_screen},
    {"self", do_self},
    {"stop", do_stop},
    {"turn", do_turn},
    {"typed", do_typed},
};

/* Scripts */

static void run_command(struct play *play, const char *line)
{
    size_t length = strcspn(line, " ");
    const char *rest = line + length + strspn(line + length, " ");

    play->seen.length = 0;
    play->compare = false;
    for (size_t i = 0; i < COUNT(commands); i++)
        if (strlen(commands[i].name) == length &&
            memcmp(commands[i].name, line, length) == 0) {
            if (!commands[i].run(play, rest))
                fail(play, "this command cannot be read");
            return;
        }
    fail(play, "there is no such command");
}

static void compare(struct play *play, const struct bytes *expected)
{
    if (!play->compare && expected->length == 0)
        return;
    bytes_add(&play->seen, "", 0);
    if (expected->length == play->seen.length &&
        memcmp(expected->at, play->seen.at, expected->length) == 0)
        return;
    fail(play, "expected:");
    printf("%s  came:\n%s", expected->length > 0 ? expected->at : "", play->seen.at);
}

/* Split off the first line; the blanks at its end are cut off. */
static char *next_line(char **rest)
{
    char *line = strsep(rest, "\n");

    for (size_t end = strlen(line); end > 0 && line[end - 1] == ' '; end--)
        line[end - 1] = '\0';
    return line;
}

static void run_script(struct play *play, char *script)
{
    struct bytes expected = {0};

    for (size_t number = 1; script != NULL; number++) {
        const char *line = next_line(&script);

        if (line[0] == '>' || line[0] == '|') {
            add_string(&expected, line[0] == '|' ? line + 1 : line + strlen("> "));
            add_string(&expected, "\n");
        } else if (line[0] != '\0' && line[0] != '#') {
            compare(play, &expected);
            expected.length = 0;
            play->number = number;
            run_command(play, line);
        }
    }
    compare(play, &expected);
    bytes_free(&expected);
}

static int play_file(const char *file)
{
    static struct play play;
    struct bytes script = {0};

    play = (struct play){.file = file};
    if (bytes_read(&script, file) < 0 || script.length == 0 || !do_book(&play, "1996"))
        fail(&play, "cannot be read");
    else
        run_script(&play, script.at);
    bytes_free(&script);
    bytes_free(&play.seen);
    page_free(&play.page);
    return play.failures;
}

int main(int argc, char **argv)
{
    int failures = argc < 2 ? 1 : 0;

    if (argc < 2)
        fprintf(stderr, "usage: prompt_test FILE...\n");
    for (int i = 1; i < argc; i++)
        failures += play_file(argv[i]);
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
