/*
 * Any text as a slip: a refused one has one error line; an accepted one is the same
 * after a write and a read.
 */
#include <string.h>

#include "judge/contest/inifile.h"
#include "judge/contest/slip.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct inirow_error error = {0};
    struct slip s, again;
    char text[SLIP_SIZE];
    size_t length;

    if (inifile_parse((const char *)data, size, &slip_reader, &s, &error) < 0) {
        check(error.why[0] != '\0' && strchr(error.why, '\n') == NULL);
        return 0;
    }
    length = slip_write(&s, text);
    check(length < SLIP_SIZE && strlen(text) == length);
    check(inifile_parse(text, length, &slip_reader, &again, &error) == 0);
    check(strcmp(again.title, s.title) == 0 && again.book == s.book &&
          again.judge == s.judge && again.round == s.round &&
          again.minutes == s.minutes && again.station_count == s.station_count);
    for (int i = 0; i < s.station_count; i++)
        check(strcmp(again.stations[i], s.stations[i]) == 0);
    return 0;
}
