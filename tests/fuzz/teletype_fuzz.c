/* Any output of a program, cut anywhere: the screen has lines of printable ASCII, and
 * the cursor stays on the last of them. */
#include "confederate/reply/teletype.h"
#include "tests/fuzz/fuzz.h"

static void check_paper(const struct teletype *t)
{
    check(t->length <= TELETYPE_MAX && t->line <= t->length && t->floor <= t->length);
    check(t->cursor >= t->line && t->cursor >= t->floor);
    for (size_t i = 0; i < t->length; i++)
        check(t->text[i] == '\n' || (t->text[i] >= ' ' && t->text[i] <= '~'));
    for (size_t i = t->line; i < t->length; i++)
        check(t->text[i] != '\n');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct teletype t;

    t = (struct teletype){0};
    for (size_t i = 0; i < size; i++) {
        teletype_feed(&t, data[i]);
        if (data[i] == 0xf8 && i % 2 == 0)
            teletype_part(&t);
        else if (data[i] == 0xf8)
            teletype_remove(&t, 0, t.length / 2);
        else if (data[i] == 0xf9)
            teletype_settle(&t);
        check_paper(&t);
    }
    return 0;
}
