/* Any name: an accepted key can be written again unchanged, unless its number has 19
 * digits; and it fits into the size of a name. */
#include "common/lpp/lppname.h"
#include "tests/fuzz/fuzz.h"

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
