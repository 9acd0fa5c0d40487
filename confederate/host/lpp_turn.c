#include "confederate/host/lpp_turn.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory/array.h"

/* The queue of keys */

void lpp_keys_add(struct lpp_keys *k, uint32_t code)
{
    uint32_t *codes =
        array_reserve(k->codes, &k->capacity, k->count, 1, sizeof(codes[0]));

    if (codes == NULL)
        return;
    k->codes = codes;
    k->codes[k->count++] = code;
}

bool lpp_keys_take(struct lpp_keys *k, uint32_t *code)
{
    if (k->count == 0)
        return false;
    *code = k->codes[0];
    k->count--;
    memmove(k->codes, k->codes + 1, k->count * sizeof(k->codes[0]));
    return true;
}

void lpp_keys_forget(struct lpp_keys *k)
{
    free(k->codes);
    *k = (struct lpp_keys){0};
}

/* The turn */

void lpp_turn_forget(struct lpp_turn *t)
{
    lpp_keys_forget(&t->keys);
    *t = (struct lpp_turn){.no_judges = t->no_judges};
}

void lpp_turn_skip(struct lpp_turn *t)
{
    lpp_keys_forget(&t->keys);
}

static bool is_digit(uint32_t code)
{
    return code >= '0' && code <= '9';
}

/* Whether a line may still become @@nn: blanks, and the beginning of the number. */
static bool may_name_judge(const uint32_t *text, size_t length)
{
    size_t at = 0, read = 0;

    while (at < length && text[at] == ' ')
        at++;
    for (; at < length && read < 4; at++, read++)
        if (read < 2 ? text[at] != '@' : !is_digit(text[at]))
            return false;
    for (; at < length; at++)
        if (text[at] != ' ')
            return false;
    return true;
}

static void send_key(struct lpp_turn *t, uint32_t code)
{
    lpp_keys_add(&t->keys, code);
    t->there++;
}

static void send_erasure(struct lpp_turn *t)
{
    lpp_keys_add(&t->keys, K_BACKSPACE);
    t->there--;
}

/* One blank after the judge's prompt belongs to the prompt. */
static size_t prompt_blank(const struct lpp_turn *t)
{
    return t->length > 0 && t->line[0] == ' ' ? 1 : 0;
}

/* Send the rest of the line, with a blank between it and the line before. */
static void send_line(struct lpp_turn *t)
{
    if (t->sent == 0) {
        if (t->there > 0)
            send_key(t, ' ');
        t->sent = prompt_blank(t);
    }
    while (t->sent < t->length)
        send_key(t, t->line[t->sent++]);
}

static void begin_line(struct lpp_turn *t)
{
    t->length = t->sent = 0;
    t->named = false;
}

static void hear_character(struct lpp_turn *t, uint32_t code)
{
    if (t->named) { /* the turn goes on, so that line was text */
        send_line(t);
        begin_line(t);
    }
    t->line[t->length++] = code;
    if (t->no_judges || !may_name_judge(t->line, t->length))
        send_line(t);
}

static void hear_erasure(struct lpp_turn *t)
{
    size_t blank = prompt_blank(t);

    t->length--;
    if (t->sent <= t->length)
        return;
    t->sent = t->length;
    if (t->length >= blank)
        send_erasure(t);
}

/* A Return: the turn may go on. */
static void hear_line(struct lpp_turn *t, const struct event *event)
{
    if (prompt_is_blank(event->text, event->length)) {
        if (!t->named)
            begin_line(t);
        return;
    }
    t->named = !t->no_judges && prompt_names_judge(event->text, event->length) >= 0;
    if (t->named)
        return;
    send_line(t);
    begin_line(t);
}

/* The turn was a judge's number: nothing of it is for the entry. */
static void hear_judge(struct lpp_turn *t)
{
    while (t->there > 0)
        send_erasure(t);
}

static void hear_turn(struct lpp_turn *t)
{
    if (t->there > 0)
        lpp_keys_add(&t->keys, K_RETURN);
    t->there = 0;
    begin_line(t);
}

void lpp_turn_hear(struct lpp_turn *t, const struct event *event)
{
    switch (event->kind) {
    case EV_ECHO:
        hear_character(t, event->code);
        break;
    case EV_ERASE:
        hear_erasure(t);
        break;
    case EV_LINE:
        hear_line(t, event);
        break;
    case EV_JUDGE:
        hear_judge(t);
        break;
    case EV_TURN:
        hear_turn(t);
        break;
    default:
        break;
    }
}
