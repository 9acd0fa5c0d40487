#include "common/record/log_note.h"

#include <errno.h>
#include <string.h>

#include "common/conversation/key.h"

static const char *const names[] = {
    [LOG_NOTE_SESSION] = "session",
    [LOG_NOTE_ROLE] = "role",
    [LOG_NOTE_BOOK] = "book",
    [LOG_NOTE_STATION] = "station",
    [LOG_NOTE_ADDRESS] = "address",
    [LOG_NOTE_BEGAN] = "began",
    [LOG_NOTE_PANE] = "pane",
    [LOG_NOTE_DRAW] = "draw",
    [LOG_NOTE_ABANDONS] = "abandons",
    [LOG_NOTE_CONTINUES] = "continues",
    [LOG_NOTE_CLOCK] = "clock",
    [LOG_NOTE_NONCE] = "nonce",
    [LOG_NOTE_PRESSED] = "pressed",
    [LOG_NOTE_PAUSED] = "paused",
    [LOG_NOTE_RESUMED] = "resumed",
    [LOG_NOTE_ISOLATED] = "isolated",
};

const char *log_note_name(enum log_note_kind kind)
{
    return names[kind];
}

struct log_note log_note_read(const char *line, size_t length)
{
    struct log_note note = {.kind = LOG_NOTE_UNKNOWN, .value = line};
    const char *name = line + 2, *blank;
    size_t size;

    if (length < 2 || memcmp(line, "# ", 2) != 0)
        return note;
    length -= 2;
    blank = memchr(name, ' ', length);
    size = blank != NULL ? (size_t)(blank - name) : length;
    for (int i = 0; i < LOG_NOTE_UNKNOWN; i++)
        if (strlen(names[i]) == size && memcmp(names[i], name, size) == 0) {
            note.kind = (enum log_note_kind)i;
            note.has_value = blank != NULL;
            note.value = blank != NULL ? blank + 1 : name + size;
            note.length = blank != NULL ? length - size - 1 : 0;
        }
    return note;
}

bool log_note_copy(const struct log_note *note, char *to, size_t size)
{
    size_t length = note->length < size ? note->length : size - 1;

    memcpy(to, note->value, length);
    to[length] = '\0';
    return length == note->length;
}

static bool is_word(const char *text, size_t length, const char *word)
{
    return length == strlen(word) && memcmp(text, word, length) == 0;
}

int log_clock_read(const char *value, size_t length, struct log_clock *clock)
{
    static const char review[] = "review ";
    size_t skip = sizeof(review) - 1;
    struct log_clock read = {LOG_CLOCK_TALK, .limited = true};

    if (is_word(value, length, "thanks")) {
        *clock = (struct log_clock){.phase = LOG_CLOCK_THANKS};
        return 0;
    }
    if (length > skip && memcmp(value, review, skip) == 0) {
        read.phase = LOG_CLOCK_REVIEW;
        value += skip;
        length -= skip;
    }
    if (is_word(value, length, "-"))
        read.limited = false;
    else if (key_time(value, length, &read.left_ms) < 0)
        return -1;
    *clock = read;
    return 0;
}
