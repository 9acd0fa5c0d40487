#include "common/input/keyboard.h"

#include <string.h>

enum state {
    TEXT,
    ESCAPED,   /* ESC */
    CSI,       /* ESC [ */
    CSI_LINUX, /* ESC [ [, the Linux console's function keys */
    SS3,       /* ESC O */
    STRING,    /* ESC followed by one of ]P_^X, up to BEL or ESC \ */
    STRING_ESCAPED,
};

enum {
    FOREIGN = 1000, /* a parameter that no key of the tables has */
    CONTROLLED = 5, /* the second parameter of a key with Control */
};

struct binding {
    int sent;
    uint32_t code;
};

#define CONTROL(letter) ((letter)&0x1f)

/* ^C ^Q ^S ^Z ^\ and all other controls do nothing. */
static const struct binding controls[] = {
    {0x08, K_BACKSPACE},
    {0x09, K_TAB},
    {0x7f, K_BACKSPACE},
    {CONTROL('D'), COMMAND_LEAVE},
    {CONTROL('L'), COMMAND_REDRAW},
    {CONTROL('U'), COMMAND_ERASE_LINE},
    {CONTROL('W'), COMMAND_ERASE_WORD},
};

/* ESC [ letter, ESC O letter */
static const struct binding letters[] = {
    {'A', COMMAND_LINE_UP},
    {'B', COMMAND_LINE_DOWN},
    {'C', COMMAND_RIGHT},
    {'D', COMMAND_LEFT},
    {'F', COMMAND_NEWEST},
    {'H', COMMAND_OLDEST},
    {'Q', COMMAND_GREET},
};

/* ESC [ 1 ; 5 letter: a key with Control in xterm. */
static const struct binding controlled[] = {
    {'C', COMMAND_RIGHT},
    {'D', COMMAND_LEFT},
};

/* ESC O letter: a key with Control in rxvt. (The Linux console sends the same with and
 * without Control.) */
static const struct binding controlled_rxvt[] = {
    {'c', COMMAND_RIGHT},
    {'d', COMMAND_LEFT},
};

/* ESC [ number ~ */
static const struct binding numbers[] = {
    {1, COMMAND_OLDEST},
    {4, COMMAND_NEWEST},
    {5, COMMAND_PAGE_UP},
    {6, COMMAND_PAGE_DOWN},
    {7, COMMAND_OLDEST},
    {8, COMMAND_NEWEST},
    {12, COMMAND_GREET},
    {20, COMMAND_PAUSE},
    {21, COMMAND_LEAVE},
};

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static int look_up(const struct binding *table, size_t count, int sent, uint32_t *out)
{
    for (size_t i = 0; i < count; i++)
        if (table[i].sent == sent) {
            *out = table[i].code;
            return 1;
        }
    return 0;
}

static int feed_text(struct keyboard *k, unsigned char byte, uint32_t *out)
{
    bool second_half = byte == '\n' && k->after_cr;

    k->after_cr = byte == '\r';
    if (second_half)
        return 0;
    if (byte == '\r' || byte == '\n') {
        *out = K_RETURN;
        return 1;
    }
    if (byte < ' ' || byte == 0x7f)
        return look_up(controls, COUNT(controls), byte, out);
    *out = byte;
    return 1;
}

/* A byte outside any sequence: it may end an incomplete UTF-8 character before it. */
static int feed_byte(struct keyboard *k, unsigned char byte, uint32_t *out)
{
    uint32_t codes[2];
    int count = utf8_decode(&k->utf8, byte, codes);
    int made = 0;

    for (int i = 0; i < count; i++) {
        if (codes[i] == K_ESCAPE) {
            k->state = ESCAPED;
            k->after_cr = false;
        } else if (codes[i] < 0x80)
            made += feed_text(k, (unsigned char)codes[i], out + made);
        else {
            k->after_cr = false;
            out[made++] = codes[i];
        }
    }
    return made;
}

/* The byte after an ESC: it starts a sequence, or the Escape was a key. */
static int feed_escaped(struct keyboard *k, unsigned char byte, uint32_t *out)
{
    k->parameter = k->modifiers = 0;
    k->second = false;
    k->state = TEXT;
    if (byte == '[')
        k->state = CSI;
    else if (byte == 'O')
        k->state = SS3;
    else if (byte != '\0' && strchr("]P_^X", byte) != NULL)
        k->state = STRING;
    if (k->state != TEXT)
        return 0;
    *out = K_ESCAPE;
    return 1 + feed_byte(k, byte, out + 1);
}

/* Read a byte of a sequence's parameters; false for a byte that ends the sequence. Only
 * one number, or 1 and CONTROLLED, can be a key of the tables. */
static bool feed_parameter(struct keyboard *k, unsigned char byte)
{
    int *number = k->second ? &k->modifiers : &k->parameter;

    if (byte >= '0' && byte <= '9' && *number < FOREIGN)
        *number = *number * 10 + (byte - '0');
    else if (byte == ';' && !k->second)
        k->second = true;
    else if (byte >= ' ' && byte < '@')
        *number = FOREIGN;
    return byte >= ' ' && byte < '@';
}

static int feed_csi(struct keyboard *k, unsigned char byte, uint32_t *out)
{
    if (byte == '[' && k->parameter == 0 && !k->second) {
        k->state = CSI_LINUX;
        return 0;
    }
    if (feed_parameter(k, byte))
        return 0;
    k->state = TEXT;
    if (byte < ' ')
        return feed_byte(k, byte, out);
    if (k->second)
        return k->parameter == 1 && k->modifiers == CONTROLLED
                   ? look_up(controlled, COUNT(controlled), byte, out)
                   : 0;
    if (byte == '~')
        return look_up(numbers, COUNT(numbers), k->parameter, out);
    return k->parameter == 0 ? look_up(letters, COUNT(letters), byte, out) : 0;
}

static int feed_ss3(struct keyboard *k, unsigned char byte, uint32_t *out)
{
    if (feed_parameter(k, byte))
        return 0;
    k->state = TEXT;
    if (byte < ' ')
        return feed_byte(k, byte, out);
    if (k->parameter != 0 || k->second)
        return 0;
    return look_up(letters, COUNT(letters), byte, out) +
           look_up(controlled_rxvt, COUNT(controlled_rxvt), byte, out);
}

static int feed_linux(struct keyboard *k, unsigned char byte, uint32_t *out)
{
    k->state = TEXT;
    if (byte < ' ')
        return feed_byte(k, byte, out);
    *out = COMMAND_GREET;
    return byte == 'B';
}

static int feed_string(struct keyboard *k, unsigned char byte)
{
    if (byte == '\a' || (k->state == STRING_ESCAPED && byte == '\\'))
        k->state = TEXT;
    else
        k->state = byte == K_ESCAPE ? STRING_ESCAPED : STRING;
    return 0;
}

int keyboard_feed(
    struct keyboard *k, unsigned char byte, uint32_t out[static KEYBOARD_OUT_MAX])
{
    switch ((enum state)k->state) {
    case TEXT:
        return feed_byte(k, byte, out);
    case ESCAPED:
        return feed_escaped(k, byte, out);
    case CSI:
        return feed_csi(k, byte, out);
    case CSI_LINUX:
        return feed_linux(k, byte, out);
    case SS3:
        return feed_ss3(k, byte, out);
    case STRING:
    case STRING_ESCAPED:
        return feed_string(k, byte);
    }
    return 0;
}

bool keyboard_waiting(const struct keyboard *k)
{
    return k->state != TEXT;
}

int keyboard_silence(struct keyboard *k, uint32_t out[static KEYBOARD_OUT_MAX])
{
    bool alone = k->state == ESCAPED;

    k->state = TEXT;
    *out = K_ESCAPE;
    return alone;
}
