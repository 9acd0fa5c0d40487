#include "common/link/seal.h"

#include <errno.h>
#include <sodium.h>
#include <string.h>

typedef crypto_secretstream_xchacha20poly1305_state stream_state;

/* seal.h has these sizes without <sodium.h>. */
_Static_assert(sizeof(stream_state) == SEAL_STREAM && _Alignof(stream_state) == 1, "");
_Static_assert(
    (int)SEAL_HEADER == (int)crypto_secretstream_xchacha20poly1305_HEADERBYTES, "");
_Static_assert((int)SEAL_RECORD ==
                   WIRE_LINE_MAX + (int)crypto_secretstream_xchacha20poly1305_ABYTES,
    "");
_Static_assert((int)SEAL_SHARE == (int)crypto_scalarmult_BYTES &&
                   (int)SEAL_SHARE == (int)crypto_scalarmult_SCALARBYTES,
    "");

/* Bytes to send */

static void queue_bytes(struct seal_inside *in, const void *bytes, size_t length)
{
    memcpy(in->say + in->says, bytes, length);
    in->says += length;
}

static void queue_share(
    struct seal_inside *in, const unsigned char proof[static SECRET_PROOF_SIZE])
{
    struct wire_message m = {.kind = WIRE_SEAL};
    char line[WIRE_LINE_MAX];

    secret_to_hex(in->share, sizeof(in->share), m.share);
    secret_to_hex(proof, SECRET_PROOF_SIZE, m.proof);
    queue_bytes(in, line, wire_encode(&m, line));
}

static void queue_refusal(struct seal_inside *in)
{
    const struct wire_message m = {.kind = WIRE_REFUSE, .word = "key"};
    char line[WIRE_LINE_MAX];

    queue_bytes(in, line, wire_encode(&m, line));
}

size_t seal_say(struct seal *s, char bytes[static SEAL_SAY_MAX])
{
    size_t length = s->inside.says;

    memcpy(bytes, s->inside.say, length);
    s->inside.says = 0;
    return length;
}

/* Beginning and end */

/* A key pair for this connection only. */
static void draw_share(struct seal_inside *in)
{
    randombytes_buf(in->key, sizeof(in->key));
    crypto_scalarmult_base(in->share, in->key);
}

static void prove_judge(const struct secret *secret,
    const unsigned char share[static SEAL_SHARE],
    unsigned char proof[static SECRET_PROOF_SIZE])
{
    secret_hash(secret, "LP1 judge", share, SEAL_SHARE, proof, SECRET_PROOF_SIZE);
}

void seal_start(struct seal *s, const struct secret *secret, enum seal_role role)
{
    unsigned char proof[SECRET_PROOF_SIZE];

    *s = (struct seal){.state = SEAL_AWAITS_LINE, .role = role, .secret = secret};
    /* A station draws its key pair after the judge's proof. */
    if (role == SEAL_STATION)
        return;
    draw_share(&s->inside);
    prove_judge(secret, s->inside.share, proof);
    queue_share(&s->inside, proof);
}

void seal_end(struct seal *s)
{
    secret_wipe(&s->inside, sizeof(s->inside));
    if (s->state != SEAL_NONE)
        s->state = SEAL_BROKEN;
}

static int break_seal(struct seal *s, int error)
{
    s->state = SEAL_BROKEN;
    errno = error;
    return -1;
}

/* Streams */

static stream_state *state_of(struct seal_stream *stream)
{
    return (stream_state *)(void *)stream->state;
}

static void derive_key(
    const struct secret *common, bool to_station, unsigned char key[static SECRET_SIZE])
{
    secret_hash(common, to_station ? "LP1 to station" : "LP1 to judge", NULL, 0, key,
        SECRET_SIZE);
}

/* Encrypt a line; without a stream (on is false) copy it. Returns the length. */
static size_t write_line(struct seal_stream *stream, const char *line, size_t length,
    char record[static SEAL_RECORD])
{
    char plain[WIRE_LINE_MAX];

    if (!stream->on) {
        memcpy(record, line, length);
        return length;
    }
    secret_pad(line, length, plain, sizeof(plain));
    crypto_secretstream_xchacha20poly1305_push(state_of(stream),
        (unsigned char *)record, NULL, (const unsigned char *)plain, sizeof(plain),
        NULL, 0, crypto_secretstream_xchacha20poly1305_TAG_MESSAGE);
    return SEAL_RECORD;
}

/* Begin the outgoing stream. */
static void begin_stream(struct seal *s, const struct secret *common)
{
    struct seal_inside *in = &s->inside;
    unsigned char header[SEAL_HEADER], key[SECRET_SIZE];
    char record[SEAL_RECORD];

    derive_key(common, s->role == SEAL_JUDGE, key);
    crypto_secretstream_xchacha20poly1305_init_push(state_of(&in->out), header, key);
    in->out.on = true;
    queue_bytes(in, header, sizeof(header));
    /* Keep the key of the incoming stream until its header arrives. */
    derive_key(common, s->role == SEAL_STATION, key);
    memcpy(in->key, key, sizeof(in->key));
    secret_wipe(key, sizeof(key));
    s->state = SEAL_AWAITS_HEADER;
    if (in->waits > 0)
        queue_bytes(in, record, write_line(&in->out, in->line, in->waits, record));
    in->waits = 0;
}

bool seal_has_room(const struct seal *s)
{
    return s->state == SEAL_NONE || s->inside.out.on ||
           (s->state == SEAL_AWAITS_LINE && s->role == SEAL_JUDGE &&
               s->inside.waits == 0);
}

bool seal_holds_line(const struct seal *s)
{
    return s->inside.waits > 0;
}

size_t seal_write(
    struct seal *s, const char *line, size_t length, char record[static SEAL_RECORD])
{
    if (s->state == SEAL_NONE || s->inside.out.on)
        return write_line(&s->inside.out, line, length, record);
    memcpy(s->inside.line, line, length);
    s->inside.waits = length;
    return 0;
}

/* The line in the clear */

/*
 * Compute S of seal.h. Returns 0; or -1 if the other share is a point of small order (D
 * is all zeros).
 */
static int agree_on_secret(const struct seal *s,
    const unsigned char other[static SEAL_SHARE], struct secret *common)
{
    bool judge = s->role == SEAL_JUDGE;
    unsigned char all[3 * SEAL_SHARE];
    int result = crypto_scalarmult(all, s->inside.key, other);

    memcpy(all + SEAL_SHARE, judge ? s->inside.share : other, SEAL_SHARE);
    memcpy(all + 2 * SEAL_SHARE, judge ? other : s->inside.share, SEAL_SHARE);
    secret_hash(s->secret, "LP1 secret", all, sizeof(all), common->key, SECRET_SIZE);
    secret_wipe(all, sizeof(all));
    return result;
}

static void prove_station(
    const struct secret *common, unsigned char proof[static SECRET_PROOF_SIZE])
{
    secret_hash(common, "LP1 station", NULL, 0, proof, SECRET_PROOF_SIZE);
}

/* Take the judge's share. Returns 0; or -1 if its key is another one. */
static int take_judges_share(struct seal *s,
    const unsigned char share[static SEAL_SHARE],
    const unsigned char proof[static SECRET_PROOF_SIZE])
{
    unsigned char expected[SECRET_PROOF_SIZE];
    struct secret common;
    int result;

    prove_judge(s->secret, share, expected);
    if (!secret_same(proof, expected, sizeof(expected)))
        return -1;
    draw_share(&s->inside);
    result = agree_on_secret(s, share, &common);
    if (result == 0) {
        prove_station(&common, expected);
        queue_share(&s->inside, expected);
        begin_stream(s, &common);
    }
    secret_wipe(&common, sizeof(common));
    return result;
}

/* Take the station's share. Returns 0; or -1 if its key is another one. */
static int take_stations_share(struct seal *s,
    const unsigned char share[static SEAL_SHARE],
    const unsigned char proof[static SECRET_PROOF_SIZE])
{
    unsigned char expected[SECRET_PROOF_SIZE];
    struct secret common;
    int result = agree_on_secret(s, share, &common);

    prove_station(&common, expected);
    if (result == 0 && secret_same(proof, expected, sizeof(expected)))
        begin_stream(s, &common);
    else
        result = -1;
    secret_wipe(&common, sizeof(common));
    return result;
}

static int take_share(struct seal *s, const struct wire_message *m)
{
    unsigned char share[SEAL_SHARE], proof[SECRET_PROOF_SIZE];

    if (!secret_from_hex(m->share, share, sizeof(share)) ||
        !secret_from_hex(m->proof, proof, sizeof(proof)))
        return -1;
    return s->role == SEAL_STATION ? take_judges_share(s, share, proof)
                                   : take_stations_share(s, share, proof);
}

/* Take a message in the clear that is not a share. A station refuses it; a judge
 * accepts a refusal. */
static int take_clear(struct seal *s, const struct wire_message *m,
    char line[static WIRE_LINE_MAX], size_t *length)
{
    if (s->role == SEAL_STATION) {
        queue_refusal(&s->inside);
        return break_seal(s, ENOKEY);
    }
    *length = wire_encode(m, line);
    if (m->kind == WIRE_REFUSE &&
        (strcmp(m->word, "key") == 0 || strcmp(m->word, "open") == 0)) {
        s->state = SEAL_BROKEN;
        return 1;
    }
    /* For link_offence(). */
    s->reader.length = *length;
    return break_seal(s, EPROTO);
}

static int read_clear(struct seal *s, const char **bytes, size_t *count,
    char line[static WIRE_LINE_MAX], size_t *length)
{
    struct wire_message m;
    int result = wire_read(&s->reader, bytes, count, &m);

    if (result < 0)
        return break_seal(s, EPROTO);
    if (result == 0)
        return 0;
    if (m.kind != WIRE_SEAL)
        return take_clear(s, &m, line, length);
    if (take_share(s, &m) == 0)
        return 0;
    if (s->role == SEAL_STATION)
        queue_refusal(&s->inside);
    return break_seal(s, EKEYREJECTED);
}

/* The header and the records */

/* Collect bytes of a piece. Returns whether all wanted ones are there. */
static bool collect_piece(
    struct seal_inside *in, const char **bytes, size_t *count, size_t wanted)
{
    size_t some = wanted - in->got < *count ? wanted - in->got : *count;

    memcpy(in->piece + in->got, *bytes, some);
    *bytes += some;
    *count -= some;
    in->got += some;
    if (in->got < wanted)
        return false;
    in->got = 0;
    return true;
}

static int take_header(struct seal *s)
{
    struct seal_inside *in = &s->inside;

    crypto_secretstream_xchacha20poly1305_init_pull(
        state_of(&in->in), (const unsigned char *)in->piece, in->key);
    secret_wipe(in->key, sizeof(in->key));
    in->in.on = true;
    s->state = SEAL_AWAITS_RECORD;
    return 0;
}

static int open_record(struct seal *s, char line[static WIRE_LINE_MAX], size_t *length)
{
    unsigned char tag;

    if (crypto_secretstream_xchacha20poly1305_pull(state_of(&s->inside.in),
            (unsigned char *)line, NULL, &tag, (const unsigned char *)s->inside.piece,
            SEAL_RECORD, NULL, 0) < 0 ||
        tag != crypto_secretstream_xchacha20poly1305_TAG_MESSAGE)
        return break_seal(s, EPROTO);
    *length = secret_unpad(line, WIRE_LINE_MAX);
    return *length > 0 ? 1 : break_seal(s, EPROTO);
}

int seal_read(struct seal *s, const char **bytes, size_t *count,
    char line[static WIRE_LINE_MAX], size_t *length)
{
    int result = 0;

    while (result == 0) {
        if (s->state == SEAL_BROKEN || s->state == SEAL_NONE)
            return break_seal(s, EPROTO);
        if (s->state == SEAL_AWAITS_LINE && *count > 0)
            result = read_clear(s, bytes, count, line, length);
        else if (s->state == SEAL_AWAITS_HEADER &&
                 collect_piece(&s->inside, bytes, count, SEAL_HEADER))
            result = take_header(s);
        else if (s->state == SEAL_AWAITS_RECORD &&
                 collect_piece(&s->inside, bytes, count, SEAL_RECORD))
            result = open_record(s, line, length);
        if (*count == 0)
            break;
    }
    return result;
}
