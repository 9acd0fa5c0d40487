#include "check_heading.h"

#include <string.h>

#include "keylog.h"

#define FORM "lp-transcript(5)"

/* Headings of ours */

static bool is_hexadecimal(const char *text, size_t length, size_t digits)
{
    return length == digits && strspn(text, "0123456789abcdef") >= digits;
}

static bool take_session(struct check_keylog *k, const char *value, size_t length)
{
    check_keep(k->session, sizeof(k->session), value, length);
    return is_hexadecimal(value, length, WIRE_SESSION_SIZE);
}

static bool take_role(struct check_keylog *k, const char *value, size_t length)
{
    check_keep(k->role, sizeof(k->role), value, length);
    k->own = strcmp(k->role, "judge") == 0 ? SIDE_JUDGE : SIDE_OTHER;
    return k->own == SIDE_JUDGE || strcmp(k->role, "confederate") == 0 ||
           strcmp(k->role, "entry") == 0;
}

static bool take_book(struct check_keylog *k, const char *value, size_t length)
{
    char name[WIRE_BOOK_MAX + 1];

    check_keep(name, sizeof(name), value, length);
    k->book = length < sizeof(name) ? rulebook_find(name) : NULL;
    return k->book != NULL;
}

static bool take_label(struct check_keylog *k, const char *value, size_t length)
{
    char label[WIRE_LABEL_MAX + 2];

    check_keep(label, sizeof(label), value, length);
    check_keep(k->station, sizeof(k->station), value, length);
    return length <= WIRE_LABEL_MAX && wire_is_label(label);
}

/* HOST:PORT, or lpp:DIRECTORY. */
static bool take_address(struct check_keylog *k, const char *value, size_t length)
{
    (void)k;
    return memchr(value, ':', length) != NULL;
}

static bool is_time(const char *text, size_t length)
{
    uint64_t time;

    return length == KEY_TIME_DIGITS && key_time(text, length, &time) == 0;
}

static bool take_began(struct check_keylog *k, const char *value, size_t length)
{
    (void)k;
    return is_time(value, length);
}

static bool take_abandons(struct check_keylog *k, const char *value, size_t length)
{
    (void)k;
    return is_hexadecimal(value, length, WIRE_SESSION_SIZE);
}

static bool take_pane(struct check_keylog *k, const char *value, size_t length)
{
    check_keep(k->pane, sizeof(k->pane), value, length);
    return strcmp(k->pane, "left") == 0 || strcmp(k->pane, "right") == 0;
}

static bool take_draw(struct check_keylog *k, const char *value, size_t length)
{
    check_keep(k->draw, sizeof(k->draw), value, length);
    return is_hexadecimal(value, length, CHECK_DRAW_SIZE);
}

static bool take_continues(struct check_keylog *k, const char *value, size_t length)
{
    (void)k;
    return check_begins(value, length, "-")
               ? length == 1
               : length > 4 && check_begins(value + length - 4, 4, ".KEY");
}

/* In the order in which they stand. */
static const struct {
    const char *name;
    bool needed;
    bool (*take)(struct check_keylog *k, const char *value, size_t length);
    const char *wanted;
} notes[] = {
    {"# session ", true, take_session, "32 digits and letters from a to f"},
    {"# role ", true, take_role, "judge, confederate or entry"},
    {"# book ", true, take_book, "the name of a rule book"},
    {"# station ", true, take_label, "a station's label"},
    {"# address ", true, take_address, "HOST:PORT"},
    {"# began ", false, take_began, "18 digits"}, /* not in the first logs of ours */
    {"# pane ", false, take_pane, "left or right"},
    {"# draw ", false, take_draw, "64 digits and letters from a to f"},
    {"# abandons ", false, take_abandons, "32 digits and letters from a to f"},
    {"# continues ", true, take_continues, "a key log's name, or -"},
};

enum { NOTES = sizeof(notes) / sizeof(notes[0]) };

/* Notes that are needed and do not stand between two others. */
static void tell_missing(struct check_keylog *k, int after, int before)
{
    for (int i = after + 1; i < before; i++)
        if (notes[i].needed)
            check_tell(
                k->check, k->line, FORM, "no line '%s...' before this", notes[i].name);
}

void check_heading_line(struct check_keylog *k, const char *line, size_t length)
{
    char shown[CHECK_TEXT_SIZE / 2];

    for (int i = 0; i < NOTES; i++) {
        size_t skip = strlen(notes[i].name);
        if (!check_begins(line, length, notes[i].name))
            continue;
        if (i <= k->note)
            check_tell(
                k->check, k->line, FORM, "'%s...' again or too late", notes[i].name);
        tell_missing(k, k->note, i);
        k->note = i > k->note ? i : k->note;
        if (!notes[i].take(k, line + skip, length - skip))
            check_tell(k->check, k->line, FORM, "'%s...' is to be followed by %s",
                notes[i].name, notes[i].wanted);
        return;
    }
    check_show(line, length, shown);
    check_tell(k->check, k->line, FORM, "'%s' is no line of a heading", shown);
}

void check_heading_title(struct check_keylog *k, const char *line, size_t length)
{
    size_t skip = sizeof("Keystrokes of ") - 1;

    check_keep(k->title, sizeof(k->title), line + skip, length - skip);
    if (length < skip + 5 || !check_begins(line + length - 4, 4, ".TXT"))
        check_tell(k->check, k->line, FORM,
            "the second line is to name a transcript, as .TXT");
}

/* Notes among the records of ours. */

static bool is_pressed(const char *line, size_t length)
{
    enum {
        TIME_AT = sizeof("# pressed ") - 1,
        NAME_AT = TIME_AT + KEY_TIME_DIGITS + 1
    };
    uint32_t code;

    return check_begins(line, length, "# pressed ") && length > NAME_AT &&
           is_time(line + TIME_AT, KEY_TIME_DIGITS) && line[NAME_AT - 1] == ' ' &&
           key_code(line + NAME_AT, length - NAME_AT, &code) == 0;
}

/* The judge's clock, that is kept over a restart: milliseconds left, of the
 * conversation or of the time to review. */
static bool is_clock(const char *line, size_t length)
{
    size_t skip = sizeof("# clock ") - 1;
    bool review;
    uint64_t left;

    if (!check_begins(line, length, "# clock "))
        return false;
    review = check_begins(line + skip, length - skip, "review ");
    skip += review ? sizeof("review ") - 1 : 0;
    if (length - skip == 6 && check_begins(line + skip, 6, "thanks"))
        return !review;
    return (length - skip == 1 && line[skip] == '-') ||
           key_time(line + skip, length - skip, &left) == 0;
}

/* What the draw of sides was committed to with, once it is no secret any more. */
static bool take_nonce(struct check_keylog *k, const char *line, size_t length)
{
    enum { SKIP = sizeof("# nonce ") - 1, DIGITS = CHECK_NONCE_SIZE - 1 };

    if (!check_begins(line, length, "# nonce ") ||
        !is_hexadecimal(line + SKIP, length - SKIP, DIGITS))
        return false;
    check_keep(k->nonce, sizeof(k->nonce), line + SKIP, length - SKIP);
    return true;
}

static bool is_pause(const char *line, size_t length, const char *word)
{
    size_t size = strlen(word);

    return check_begins(line, length, word) &&
           (length == size ||
               (line[size] == ' ' && is_time(line + size + 1, length - size - 1)));
}

void check_keylog_note(struct check_keylog *k, const char *line, size_t length)
{
    char shown[CHECK_TEXT_SIZE / 2];

    if (is_pressed(line, length) || is_clock(line, length) ||
        take_nonce(k, line, length) || is_pause(line, length, "# paused") ||
        is_pause(line, length, "# resumed") || is_pause(line, length, "# isolated"))
        return;
    check_show(line, length, shown);
    check_tell(k->check, k->line, FORM, "'%s' is no line of a key log", shown);
}

void check_heading_end(struct check_keylog *k)
{
    tell_missing(k, k->note, NOTES);
}

bool check_heading_is_whole(const struct check_keylog *k)
{
    return k->note == NOTES - 1;
}
