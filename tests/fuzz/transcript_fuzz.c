/* Any line: its text lies in the line, its time in a day, its judge is 00 to 99. */
#include "common/record/transcript.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *line = (const char *)data;
    struct transcript_line read;

    if (transcript_read(line, size, &read) < 0)
        return 0;
    if (read.judge >= PROMPT_JUDGES || read.second < 0 || read.second > 86400)
        abort();
    if (read.kind == TRANSCRIPT_LINE && read.text + read.length != line + size)
        abort();
    return 0;
}
