#include "passing.h"

#include <stdlib.h>
#include <string.h>

void passing_add(struct passing_keys *keys, uint32_t code)
{
    size_t larger = keys->capacity == 0 ? 256 : 2 * keys->capacity;
    uint32_t *codes = keys->codes;

    if (keys->first > 0 && keys->first + keys->count == keys->capacity) {
        memmove(codes, codes + keys->first, keys->count * sizeof(codes[0]));
        keys->first = 0;
    }
    if (keys->count == keys->capacity) {
        codes = realloc(codes, larger * sizeof(codes[0]));
        if (codes == NULL)
            return;
        keys->codes = codes;
        keys->capacity = larger;
    }
    keys->codes[keys->first + keys->count++] = code;
}

bool passing_take(struct passing_keys *keys, uint32_t *code)
{
    if (keys->count == 0)
        return false;
    *code = keys->codes[keys->first++];
    keys->count--;
    return true;
}

void passing_forget(struct passing_keys *keys)
{
    free(keys->codes);
    *keys = (struct passing_keys){0};
}

void passing_reset(struct passing *p)
{
    passing_forget(&p->keys);
    *p = (struct passing){.no_judges = p->no_judges};
}

void passing_skip(struct passing *p)
{
    passing_forget(&p->keys);
}

static bool is_digit(uint32_t code)
{
    return code >= '0' && code <= '9';
}

/* Whether a line may yet become @@nn: blanks, and what there is of it. */
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

static void pass(struct passing *p, uint32_t code)
{
    passing_add(&p->keys, code);
    p->there++;
}

/* One blank after the judge's prompt belongs to the prompt. */
static size_t prompt_blank(const struct passing *p)
{
    return p->length > 0 && p->line[0] == ' ' ? 1 : 0;
}

/* Pass what has not been passed of the line; a blank parts it from the one before. */
static void pass_line(struct passing *p)
{
    if (p->sent == 0) {
        if (p->there > 0)
            pass(p, ' ');
        p->sent = prompt_blank(p);
    }
    while (p->sent < p->length)
        pass(p, p->line[p->sent++]);
}

static void begin_line(struct passing *p)
{
    p->length = p->sent = 0;
    p->named = false;
}

static void hear_character(struct passing *p, uint32_t code)
{
    if (p->named) { /* it was text: more of the turn has come behind it */
        pass_line(p);
        begin_line(p);
    }
    p->line[p->length++] = code;
    if (p->no_judges || !may_name_judge(p->line, p->length))
        pass_line(p);
}

static void pass_erasure(struct passing *p)
{
    passing_add(&p->keys, K_BACKSPACE);
    p->there--;
}

static void hear_erasure(struct passing *p)
{
    size_t blank = prompt_blank(p);

    p->length--;
    if (p->sent <= p->length)
        return;
    p->sent = p->length;
    if (p->length >= blank)
        pass_erasure(p);
}

/* A Return: whether the turn goes on is not known yet. */
static void hear_line(struct passing *p, const struct event *event)
{
    if (prompt_is_blank(event->text, event->length)) {
        if (!p->named)
            begin_line(p);
        return;
    }
    p->named = !p->no_judges && prompt_names_judge(event->text, event->length) >= 0;
    if (p->named)
        return;
    pass_line(p);
    begin_line(p);
}

/* The turn has named a judge: nothing of it is for the entry. */
static void hear_judge(struct passing *p)
{
    while (p->there > 0)
        pass_erasure(p);
}

static void hear_turn(struct passing *p)
{
    if (p->there > 0)
        passing_add(&p->keys, K_RETURN);
    p->there = 0;
    begin_line(p);
}

void passing_hear(struct passing *p, const struct event *event)
{
    switch (event->kind) {
    case EV_ECHO:
        hear_character(p, event->code);
        break;
    case EV_ERASE:
        hear_erasure(p);
        break;
    case EV_LINE:
        hear_line(p, event);
        break;
    case EV_JUDGE:
        hear_judge(p);
        break;
    case EV_TURN:
        hear_turn(p);
        break;
    default:
        break;
    }
}
