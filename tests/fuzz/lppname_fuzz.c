/* Any name: a key that is read can be written, unless its number is of 19 digits, and
 * is then the same; nothing that is read is longer than a name has room for. */
#include "fuzz.h"
#include "lppname.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lppname name, again;
    enum lppname_kind kind = lppname_read((const char *)data, size, &name);
    char text[KEY_TEXT_SIZE];
    size_t length;

    if (kind == LPPNAME_FOREIGN)
        return 0;
    check(size < LPPNAME_SIZE && name.number <= INT64_MAX);
    if (kind == LPPNAME_UNKNOWN)
        return 0;
    length = lppname_write(&(struct key){name.number, name.code, name.side}, text);
    check((length == 0) == (name.number > KEY_TIME_MAX));
    if (length == 0)
        return 0;
    check(lppname_read(text, length, &again) == LPPNAME_KEY);
    check(again.number == name.number && again.code == name.code &&
          again.side == name.side);
    return 0;
}
