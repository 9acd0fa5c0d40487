/*
 * stage_script.c - the text of a play: lines, words, and values of $NAME.
 */
#include "tests/stage/stage_script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *copied(const char *string)
{
    char *copy = strdup(string);

    if (copy == NULL)
        abort();
    return copy;
}

void names_set(struct names *names, const char *name, const char *value)
{
    for (size_t i = 0; i < names->count; i++) {
        if (strcmp(names->entry[i].name, name) == 0) {
            free(names->entry[i].value);
            names->entry[i].value = copied(value);
            return;
        }
    }
    names->entry = reallocarray(names->entry, names->count + 1, sizeof *names->entry);
    if (names->entry == NULL)
        abort();
    names->entry[names->count].name = copied(name);
    names->entry[names->count++].value = copied(value);
}

void names_free(struct names *names)
{
    for (size_t i = 0; i < names->count; i++) {
        free(names->entry[i].name);
        free(names->entry[i].value);
    }
    free(names->entry);
    *names = (struct names){0};
}

static const char *names_get(const struct names *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++) {
        if (strcmp(names->entry[i].name, name) == 0)
            return names->entry[i].value;
    }
    return getenv(name);
}

/* A line during parsing: position, variables, error. */
struct reading {
    const char *at, *end;
    const struct names *names;
    struct text *why;
};

static const char blanks[] = " \t\r";

static const char letters[] =
    "_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/* How many of the next characters are of this set. */
static size_t run_of(const struct reading *r, const char *set)
{
    size_t length = 0;

    while (r->at + length < r->end && r->at[length] != '\0' &&
           strchr(set, r->at[length]) != NULL)
        length++;
    return length;
}

static bool fault(struct reading *r, const char *what)
{
    text_say(r->why, "%s", what);
    return false;
}

/* At a '$': add the value of the name after it, or the '$' without a name. */
static bool read_name(struct reading *r, struct text *out)
{
    bool braced = r->at + 1 < r->end && r->at[1] == '{';
    struct text name = {0};
    const char *value = NULL;
    size_t length;

    r->at += braced ? 2 : 1;
    length = run_of(r, letters);
    if (!braced && (length == 0 || (*r->at >= '0' && *r->at <= '9'))) {
        text_put(out, '$');
        return true;
    }
    text_add(&name, r->at, length);
    r->at += length;
    if (!braced || (r->at < r->end && *r->at == '}'))
        value = names_get(r->names, text_string(&name));
    if (value == NULL) {
        text_say(r->why, "$%s has no value", text_string(&name));
    } else {
        text_add(out, value, strlen(value));
        r->at += braced ? 1 : 0;
    }
    text_free(&name);
    return value != NULL;
}

static const char escapes[] = "r\rn\nt\te\033b\b\\\\\"\"$$";

/* At a '\' within quotes. */
static bool read_escape(struct reading *r, struct text *out)
{
    unsigned code;
    int length = 0;

    r->at++;
    if (r->at < r->end && *r->at == 'x') {
        if (sscanf(r->at, "x%2x%n", &code, &length) != 1 || length != 3)
            return fault(r, "\\x needs two hexadecimal digits");
        text_put(out, (char)code);
        r->at += length;
        return true;
    }
    for (const char *e = escapes; r->at < r->end && *e != '\0'; e += 2) {
        if (*e == *r->at) {
            text_put(out, e[1]);
            r->at++;
            return true;
        }
    }
    return fault(r, "no such escape in quotes");
}

/* At the '"' that opens a quotation. */
static bool read_quoted(struct reading *r, struct text *out)
{
    r->at++;
    while (r->at < r->end && *r->at != '"') {
        bool plain = *r->at != '\\' && *r->at != '$';

        if (plain)
            text_put(out, *r->at++);
        else if (!(*r->at == '$' ? read_name(r, out) : read_escape(r, out)))
            return false;
    }
    if (r->at == r->end)
        return fault(r, "no closing quote");
    r->at++;
    return true;
}

static bool read_word(struct reading *r, struct text *out)
{
    text_add(out, "", 0);
    while (r->at < r->end && run_of(r, blanks) == 0) {
        bool good = true;

        if (*r->at == '"')
            good = read_quoted(r, out);
        else if (*r->at == '$')
            good = read_name(r, out);
        else
            text_put(out, *r->at++);
        if (!good)
            return false;
    }
    return true;
}

static bool read_words(struct reading *r, struct line *line)
{
    for (r->at += run_of(r, blanks); r->at < r->end; r->at += run_of(r, blanks)) {
        line->word = reallocarray(line->word, line->count + 1, sizeof *line->word);
        if (line->word == NULL)
            abort();
        line->word[line->count] = (struct text){0};
        if (!read_word(r, &line->word[line->count++]))
            return false;
    }
    return true;
}

/* A line of a block: names are replaced, all else stands for itself. */
static bool read_row(struct reading *r, struct line *line)
{
    struct text row = {0};
    bool good = !line->block.unfinished;

    if (!good)
        fault(r, "a block ends with its '\\' line");
    line->block.unfinished = *r->at++ == '\\';
    while (good && r->at < r->end) {
        if (*r->at == '$')
            good = read_name(r, &row);
        else
            text_put(&row, *r->at++);
    }
    if (good)
        rows_add(&line->block, text_string(&row), row.length);
    text_free(&row);
    return good;
}

/* Take the next line of the source; false at its end. */
static bool script_line(struct script *script, struct reading *r)
{
    const char *source = text_string(&script->source);
    const char *newline;

    if (script->at >= script->source.length)
        return false;
    r->at = source + script->at;
    r->end = source + script->source.length;
    newline = memchr(r->at, '\n', (size_t)(r->end - r->at));
    r->end = newline == NULL ? r->end : newline;
    script->at = (size_t)(r->end - source) + 1;
    script->number++;
    r->at += run_of(r, blanks);
    return true;
}

static bool starts_with(const struct reading *r, const char *set)
{
    return run_of(r, set) > 0;
}

static bool read_block(struct script *script, struct reading *r, struct line *line)
{
    struct script ahead = *script;

    while (script_line(&ahead, r) && starts_with(r, "|\\")) {
        *script = ahead;
        if (!read_row(r, line)) {
            line->number = script->number;
            return false;
        }
    }
    return true;
}

int script_next(struct script *script, const struct names *names, struct line *line,
    struct text *why)
{
    struct reading r = {.names = names, .why = why};

    line_free(line);
    do {
        if (!script_line(script, &r))
            return 0;
    } while (r.at == r.end || *r.at == '#');
    line->number = script->number;
    if (starts_with(&r, "|\\")) {
        text_say(why, "a line of a block without its command");
        return -1;
    }
    return read_words(&r, line) && read_block(script, &r, line) ? 1 : -1;
}

const char *line_word(const struct line *line, size_t i)
{
    return text_string(&line->word[i]);
}

void line_free(struct line *line)
{
    for (size_t i = 0; i < line->count; i++)
        text_free(&line->word[i]);
    free(line->word);
    rows_free(&line->block);
    *line = (struct line){0};
}
