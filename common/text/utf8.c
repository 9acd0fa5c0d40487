#include "common/text/utf8.h"

size_t utf8_encode(uint32_t code, char out[static UTF8_MAX])
{
    static const unsigned char lead[] = {0, 0x00, 0xc0, 0xe0, 0xf0};
    size_t count = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;

    for (size_t i = count - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (code & 0x3f));
        code >>= 6;
    }
    out[0] = (char)(lead[count] | code);
    return count;
}

size_t utf8_encode_all(const uint32_t *codes, size_t count, char *out)
{
    size_t length = 0;

    for (size_t i = 0; i < count; i++)
        length += utf8_encode(codes[i], out + length);
    return length;
}

/* Decode the first byte of a character. Returns the number of complete characters. */
static int decode_first(struct utf8 *u, unsigned char byte, uint32_t *out)
{
    if (byte < 0x80) {
        *out = byte;
        return 1;
    }
    if (byte >= 0xc2 && byte <= 0xdf)
        *u = (struct utf8){byte & 0x1f, 0x80, 1};
    else if (byte >= 0xe0 && byte <= 0xef)
        *u = (struct utf8){byte & 0x0f, 0x800, 2};
    else if (byte >= 0xf0 && byte <= 0xf4)
        *u = (struct utf8){byte & 0x07, 0x10000, 3};
    else {
        *out = UTF8_BROKEN;
        return 1;
    }
    return 0;
}

int utf8_decode(struct utf8 *u, unsigned char byte, uint32_t out[static 2])
{
    if (u->missing == 0)
        return decode_first(u, byte, out);
    if ((byte & 0xc0) != 0x80) {
        u->missing = 0;
        out[0] = UTF8_BROKEN;
        return 1 + decode_first(u, byte, out + 1);
    }
    u->code = u->code << 6 | (byte & 0x3f);
    if (--u->missing > 0)
        return 0;
    out[0] = u->code;
    if (u->code < u->least || u->code > 0x10ffff ||
        (u->code >= 0xd800 && u->code <= 0xdfff))
        out[0] = UTF8_BROKEN;
    return 1;
}

bool utf8_is_valid(const char *text, size_t length)
{
    struct utf8 u = {0};
    uint32_t codes[2];

    for (size_t i = 0; i < length; i++) {
        int count = utf8_decode(&u, (unsigned char)text[i], codes);
        for (int k = 0; k < count; k++)
            if (codes[k] == UTF8_BROKEN)
                return false;
    }
    return u.missing == 0;
}
