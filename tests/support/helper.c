#include "tests/support/helper.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Sanitizers, too, shall give NULL for more memory than there can be. */
const char *__asan_default_options(void);
const char *__tsan_default_options(void);

const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

const char *__tsan_default_options(void)
{
    return "allocator_may_return_null=1";
}

void bytes_add(struct bytes *bytes, const char *more, size_t length)
{
    size_t needed = bytes->length + length + 1;

    if (needed > bytes->capacity) {
        bytes->capacity = needed * 2;
        bytes->at = realloc(bytes->at, bytes->capacity);
        if (bytes->at == NULL)
            abort();
    }
    if (length > 0)
        memcpy(bytes->at + bytes->length, more, length);
    bytes->length += length;
    bytes->at[bytes->length] = '\0';
}

void bytes_drop(struct bytes *bytes, size_t length)
{
    bytes->length -= length;
    if (length > 0)
        memmove(bytes->at, bytes->at + length, bytes->length + 1);
}

void bytes_free(struct bytes *bytes)
{
    free(bytes->at);
    *bytes = (struct bytes){0};
}

int bytes_read(struct bytes *bytes, const char *file)
{
    FILE *stream = fopen(file, "rb");
    char some[4096];
    size_t count;
    int result;

    if (stream == NULL)
        return -1;
    while ((count = fread(some, 1, sizeof(some), stream)) > 0)
        bytes_add(bytes, some, count);
    result = ferror(stream) != 0 ? -1 : 0;
    fclose(stream);
    return result;
}

void each_real_log(void (*read)(const char *file))
{
    const char *place = getenv("LOGS") != NULL ? getenv("LOGS") : SRC "/../shared/logs";
    DIR *logs = opendir(place);
    struct dirent *entry;
    char file[PATH_MAX];
    size_t count = 0;

    if (logs == NULL) {
        print_message("no logs in %s\n", place);
        skip();
        return;
    }
    while ((entry = readdir(logs)) != NULL) {
        if (strstr(entry->d_name, ".log") == NULL)
            continue;
        snprintf(file, sizeof(file), "%s/%s", place, entry->d_name);
        read(file);
        count++;
    }
    closedir(logs);
    assert_true(count > 0);
}

char *exact_copy(const char *from, size_t length)
{
    char *copy = malloc(length);

    if (copy == NULL && length > 0)
        abort();
    if (length > 0)
        memcpy(copy, from, length);
    return copy;
}

/* splitmix64 */
uint32_t dice_roll(struct dice *dice, uint32_t sides)
{
    uint64_t z = dice->state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((z ^ (z >> 31)) >> 32) % sides;
}

struct tm day_time(int hour, int minute, int second)
{
    return (struct tm){.tm_year = 126,
        .tm_mon = 10,
        .tm_mday = 20,
        .tm_hour = hour,
        .tm_min = minute,
        .tm_sec = second};
}

void type_keys(struct prompt *prompt, const struct typed *typed,
    void (*see)(void *context, const struct event *event), void *context)
{
    for (const char *c = typed->keys; *c != '\0'; c++) {
        struct event events[PROMPT_EVENTS_MAX];
        struct key key = {1, (unsigned char)*c, typed->side};
        int count = prompt_feed(prompt, &key, events);

        for (int i = 0; i < count; i++)
            see(context, &events[i]);
    }
}
