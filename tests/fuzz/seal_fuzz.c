/*
 * Any bytes to an end of a sealed link: in its handshake, in place of some of its
 * records, and as the messages of a peer with the key. Without the key a peer is
 * refused and gets no other answer; the received text is a beginning of the sent one,
 * or one whole line a record.
 */
#include <errno.h>
#include <sodium.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "tests/support/seal_ends.h"

#define REFUSAL "LP1 refuse key\n"
#define OPEN "LP1 refuse open\n"

static bool is_text(const struct bytes *b, const char *text)
{
    return b->length == strlen(text) && memcmp(b->at, text, b->length) == 0;
}

/* To an end that has received nothing yet. */
static void shake_hands(enum seal_role role, const uint8_t *data, size_t size)
{
    struct secret key = seal_known_key();
    struct end e;

    end_begin(&e, &key, role);
    bytes_drop(&e.said, e.said.length);
    end_hear(&e, (const char *)data, size);
    if (role == SEAL_STATION)
        check(e.heard.length == 0 && (e.said.length == 0 || is_text(&e.said, REFUSAL)));
    else
        check(
            e.said.length == 0 && (e.heard.length == 0 || is_text(&e.heard, REFUSAL) ||
                                      is_text(&e.heard, OPEN)));
    end_free(&e);
}

/* Checks that the received text is a beginning of the sent one. */
static void check_beginning(const struct bytes *heard, const char *const lines[])
{
    struct bytes all = {0};

    for (size_t i = 0; i < SEAL_LINES; i++)
        bytes_add(&all, lines[i], strlen(lines[i]));
    check(heard->length <= all.length &&
          (heard->length == 0 || memcmp(heard->at, all.at, heard->length) == 0));
    bytes_free(&all);
}

/* Four bytes give the place, kind and size of a change in the judge's records. */
static void edit(struct bytes *said, const uint8_t data[static 4])
{
    size_t at = (size_t)(data[0] << 8 | data[1]) % (said->length + 1);
    size_t some = data[2] < said->length - at ? data[2] : said->length - at;
    struct bytes edited = {0};

    bytes_add(&edited, said->at, at);
    if (data[3] % 3 == 0) /* leave out */
        bytes_add(&edited, said->at + at + some, said->length - at - some);
    else if (data[3] % 3 == 1) { /* say twice */
        bytes_add(&edited, said->at + at, some);
        bytes_add(&edited, said->at + at, said->length - at);
    } else { /* alter */
        bytes_add(&edited, said->at + at, said->length - at);
        for (size_t i = 0; i < some; i++)
            edited.at[at + i] = (char)((unsigned char)edited.at[at + i] ^ data[3]);
    }
    bytes_free(said);
    *said = edited;
}

static void tamper(const uint8_t *data, size_t size)
{
    struct pair p;

    pair_begin_sealed(&p);
    end_say_rest(&p.judge, seal_to_station, 1);
    for (; size >= 4 && p.judge.said.length > 0; data += 4, size -= 4)
        edit(&p.judge.said, data);
    if (p.judge.said.length > 0)
        end_hear(&p.station, p.judge.said.at, p.judge.said.length);
    check_beginning(&p.station.heard, seal_to_station);
    pair_free(&p);
}

/* From a peer with the key: a tag and the content of the record, repeatedly. */
static void confide(const uint8_t *data, size_t size)
{
    struct pair p;
    size_t good = 0;

    pair_begin_sealed(&p);
    bytes_drop(&p.station.heard, p.station.heard.length);
    for (; size > 0 && p.station.error == 0; good++) {
        unsigned char tag = data[0] % 4;
        char plain[WIRE_LINE_MAX] = "", record[SEAL_RECORD];
        size_t length = size - 1 < sizeof(plain) ? size - 1 : sizeof(plain);
        size_t before = p.station.heard.length, line;

        memcpy(plain, data + 1, length);
        data += 1 + length;
        size -= 1 + length;
        crypto_secretstream_xchacha20poly1305_push(
            (crypto_secretstream_xchacha20poly1305_state *)(void *)
                p.judge.seal.inside.out.state,
            (unsigned char *)record, NULL, (const unsigned char *)plain, sizeof(plain),
            NULL, 0, tag);
        end_hear(&p.station, record, sizeof(record));
        line = p.station.heard.length - before;
        check(line == 0 ? p.station.error == EPROTO
                        : p.station.error == 0 && tag == 0 && plain[line - 1] == '\n' &&
                              memcmp(p.station.heard.at + before, plain, line) == 0);
        check(line == 0 || memchr(plain, '\n', line) == plain + line - 1);
        for (size_t i = line; line > 0 && i < sizeof(plain); i++)
            check(plain[i] == '\0');
    }
    pair_free(&p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool drawn;

    if (!drawn)
        check(seal_draw_known() == 0);
    drawn = true;
    if (size == 0)
        return 0;
    switch (data[0] % 4) {
    case 0:
    case 1:
        shake_hands(data[0] % 4 == 0 ? SEAL_STATION : SEAL_JUDGE, data + 1, size - 1);
        break;
    case 2:
        tamper(data + 1, size - 1);
        break;
    default:
        confide(data + 1, size - 1);
    }
    return 0;
}
