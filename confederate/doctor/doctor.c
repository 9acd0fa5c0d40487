#include "confederate/doctor/doctor.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "confederate/doctor/doctor_script.h"

enum {
    WORD_MAX = 40, /* letters of a word that are read */
    WORDS_MAX = 600,
    CLAUSES_MAX = 64,
    ROOM = 4 * DOCTOR_TEXT_MAX, /* "1+" is the worst: it becomes "1" and "plus" */
    CATCHES_MAX = 8,
    QUOTE_MAX = 60, /* characters of a quotation; longer ones sound like a parrot */
    MEMORY_MIN_WORDS = 4,
    MEMORY_REST = 2,   /* turns before a statement is brought up again */
    REPEAT_WORDS = 2,  /* shorter turns may be said twice in a row */
    EARLIER_WORDS = 4, /* shorter turns may be said again later */
    RANK_WEIGHT = 16,
    QUESTION_WEIGHT = 24, /* a question is worth one rank and a half */
};

/* Words first to end - 1. */
struct span {
    size_t first;
    size_t end;
};

struct clause {
    struct span words;
    bool question;
};

/* A turn of the judge's, taken apart. */
struct turn {
    size_t used;
    size_t count; /* words */
    size_t clauses;
    size_t open;     /* the first word of the unfinished clause */
    size_t sentence; /* the first clause of the unfinished sentence */
    bool shouted;    /* all in capitals: they mean nothing then */
    bool asked;      /* a question mark was seen */
    const char *word[WORDS_MAX];
    struct clause clause[CLAUSES_MAX];
    char room[ROOM];
};

/* An answer being filled in; full: a piece did not fit, or was missing. */
struct doctor_draft {
    bool full;
    size_t length;
    char text[DOCTOR_ANSWER_MAX + 1];
};

/* A clause, and the words that the elements of a pattern have matched. */
struct doctor_match {
    const struct doctor *doctor;
    const struct turn *turn;
    const struct clause *clause;
    size_t catches;
    struct span caught[CATCHES_MAX];
};

struct doctor_choice {
    int score; /* -1 until there is one */
    size_t rule;
    size_t answer;
    struct doctor_draft draft;
};

static char to_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static char to_upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static bool is_letter(char c)
{
    return to_lower(c) != to_upper(c);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Whether word is the length characters at text, in any case of letters. */
static bool is_word(const char *word, const char *text, size_t length)
{
    size_t i = 0;

    while (i < length && word[i] != '\0' && to_lower(word[i]) == text[i])
        i++;
    return i == length && word[i] == '\0';
}

/* The place of word in a list of words separated by `apart`, or -1. */
static int find_in_list(const char *list, size_t length, char apart, const char *word)
{
    const char *end = list + length;

    for (int place = 0; list < end; place++) {
        const char *stop = memchr(list, apart, (size_t)(end - list));
        if (stop == NULL)
            stop = end;
        if (is_word(word, list, (size_t)(stop - list)))
            return place;
        list = stop + 1;
    }
    return -1;
}

/* The place of word in a class, or -1. */
static int find_in_class(const char *name, size_t length, const char *word)
{
    for (const struct doctor_class *class = doctor_classes; class->name != NULL;
         class ++)
        if (is_word(class->name, name, length))
            return find_in_list(class->words, strlen(class->words), ' ', word);
    return -1;
}

static bool in_class(const char *name, const char *word)
{
    return find_in_class(name, strlen(name), word) >= 0;
}

/* The value of a word that is a number of up to five digits, or -1. */
static int number_value(const char *word)
{
    size_t length = strlen(word);
    int value = 0;

    for (size_t i = 0; i < length; i++) {
        if (!is_digit(word[i]) || length > 5)
            return find_in_class("number", strlen("number"), word);
        value = value * 10 + (word[i] - '0');
    }
    return value;
}

static void close_clause(struct turn *t)
{
    while (t->count - t->open > 1 && in_class("filler", t->word[t->open]))
        t->open++;
    if (t->count > t->open && t->clauses < CLAUSES_MAX) {
        struct clause *clause = &t->clause[t->clauses++];
        clause->words = (struct span){t->open, t->count};
        clause->question = in_class("asking", t->word[t->open]);
    }
    t->open = t->count;
}

/* A question mark belongs to the whole sentence: "How are you, my friend?" */
static void close_sentence(struct turn *t, bool asked)
{
    close_clause(t);
    for (size_t i = t->sentence; asked && i < t->clauses; i++)
        t->clause[i].question = true;
    t->sentence = t->clauses;
    t->asked = t->asked || asked;
}

/* Close the clause if word begins another: "I am ill | because ...", "... and | I". */
static void part_before(struct turn *t, const char *word)
{
    if (t->count - t->open < 2)
        return;
    if (in_class("joint", word)) {
        close_clause(t);
    } else if (in_class("pronoun", word) && strcmp(t->word[t->count - 1], "and") == 0) {
        t->count--;
        close_clause(t);
    }
}

static void put_word(struct turn *t, const char *word, size_t length)
{
    if (t->count == WORDS_MAX || t->used + length + 1 > ROOM)
        return;

    char *copy = t->room + t->used;
    memcpy(copy, word, length);
    copy[length] = '\0';
    part_before(t, copy);
    /* A capital that only begins the sentence would look odd within an answer. */
    bool begins = t->open == t->count && t->sentence == t->clauses;
    if (t->shouted || (begins && to_lower(copy[1]) == copy[1]))
        for (size_t i = 0; i < length; i++)
            copy[i] = to_lower(copy[i]);
    t->word[t->count++] = copy;
    t->used += length + 1;
}

static void put_words(struct turn *t, const char *words)
{
    for (;;) {
        size_t length = strcspn(words, " ");
        put_word(t, words, length);
        if (words[length] == '\0')
            return;
        words += length + 1;
    }
}

static void put_spelled(struct turn *t, const char *word)
{
    const struct doctor_pair *pair = doctor_spellings;

    while (pair->from != NULL && !is_word(word, pair->from, strlen(pair->from)))
        pair++;
    put_words(t, pair->from == NULL ? word : pair->to);
}

/* After a number a sign means a word; elsewhere a bare dash ends a clause. */
static void put_sign(struct turn *t, char sign, bool bare)
{
    if (t->count > t->open && number_value(t->word[t->count - 1]) >= 0)
        put_spelled(t, (const char[]){sign, '\0'});
    else if (sign == '-' && bare)
        close_clause(t);
}

/* Whether text[at] is part of a word: don't, well-known, 3.5, 34,957. */
static bool in_word(const char *text, size_t at)
{
    char c = text[at];

    if (is_letter(c) || is_digit(c))
        return true;
    if (at == 0 || c == '\0')
        return false;
    if (is_letter(text[at - 1]) && is_letter(text[at + 1]))
        return c == '\'' || c == '-';
    if (is_digit(text[at - 1]) && is_digit(text[at + 1]))
        return c == '.' || c == ',';
    return false;
}

/* Put the word at text[at] and return where it ends. */
static size_t read_word(struct turn *t, const char *text, size_t at)
{
    char word[WORD_MAX + 1];
    size_t length = 0;

    for (; in_word(text, at); at++)
        if (length < WORD_MAX && text[at] != ',')
            word[length++] = text[at];
    word[length] = '\0';
    put_spelled(t, word);
    return at;
}

static void read_mark(struct turn *t, char mark, char next)
{
    if (strchr(".?!", mark) != NULL)
        close_sentence(t, mark == '?');
    else if (strchr(",;:()", mark) != NULL)
        close_clause(t);
    else if (strchr("+-*/", mark) != NULL)
        put_sign(t, mark, strchr(" -\n", next) != NULL);
}

static void read_turn(struct turn *t, const char *text)
{
    char kept[DOCTOR_TEXT_MAX + 1];

    memset(t, 0, sizeof(*t));
    snprintf(kept, sizeof(kept), "%s", text);
    t->shouted = strpbrk(kept, "abcdefghijklmnopqrstuvwxyz") == NULL;
    for (size_t at = 0; kept[at] != '\0';) {
        if (kept[at] == '@') {
            at += strcspn(kept + at, " \n");
        } else if (in_word(kept, at)) {
            at = read_word(t, kept, at);
        } else {
            read_mark(t, kept[at], kept[at + 1]);
            at++;
        }
    }
    close_sentence(t, false);
}

/* Make the turn a single word that cannot be typed. */
static void replace_turn(struct turn *t, const char *word)
{
    bool question = t->clauses > 0 && t->clause[t->clauses - 1].question;

    t->word[0] = word;
    t->count = 1;
    t->clause[0] = (struct clause){{0, 1}, question};
    t->clauses = 1;
}

static bool match_from(const char *pattern, struct doctor_match *s, size_t at);

/* Match the rest of the pattern behind a numbered element with these words. */
static bool match_caught(const char *rest, struct doctor_match *s, struct span span)
{
    size_t catches = s->catches;

    if (catches == CATCHES_MAX)
        return false;
    s->caught[s->catches++] = span;
    if (match_from(rest, s, span.end))
        return true;
    s->catches = catches;
    return false;
}

static bool match_run(const char *rest, struct doctor_match *s, size_t at, size_t least)
{
    for (size_t end = at + least; end <= s->clause->words.end; end++)
        if (match_caught(rest, s, (struct span){at, end}))
            return true;
    return false;
}

/* Whether an element for one word matches a word. */
static bool match_word(const char *element, size_t length, const char *word)
{
    size_t letters = strlen(word);

    switch (element[0]) {
    case '=':
        return find_in_class(element + 1, length - 1, word) >= 0;
    case '~':
        return letters >= length &&
               is_word(word + letters - (length - 1), element + 1, length - 1);
    case '#':
        return number_value(word) >= 0;
    default:
        return find_in_list(element, length, '|', word) >= 0;
    }
}

/* Whether the pattern matches the clause's words from at on. */
static bool match_from(const char *pattern, struct doctor_match *s, size_t at)
{
    size_t length = strcspn(pattern, " ");
    const char *rest = pattern + length + strspn(pattern + length, " ");

    if (length == 0)
        return at == s->clause->words.end;
    if (pattern[0] == '?')
        return s->clause->question && match_from(rest, s, at);
    if (pattern[0] == '*' || pattern[0] == '+')
        return match_run(rest, s, at, pattern[0] == '+');
    if (at == s->clause->words.end || !match_word(pattern, length, s->turn->word[at]))
        return false;
    if (strchr("=~#", pattern[0]) != NULL)
        return match_caught(rest, s, (struct span){at, at + 1});
    return match_from(rest, s, at + 1);
}

static bool match_clause(const char *pattern, struct doctor_match *s)
{
    s->catches = 0;
    return match_from(pattern, s, s->clause->words.first);
}

/* Whether one of the patterns, up to NULL, matches the clause. */
static bool match_any(const char *const *patterns, struct doctor_match *s)
{
    while (*patterns != NULL && !match_clause(*patterns, s))
        patterns++;
    return *patterns != NULL;
}

static void add_text(struct doctor_draft *draft, const char *text)
{
    size_t length = strlen(text);

    if (draft->length + length > DOCTOR_ANSWER_MAX) {
        draft->full = true;
        return;
    }
    memcpy(draft->text + draft->length, text, length + 1);
    draft->length += length;
}

/* Number of words of the turn, from `at` on, that are the phrase; 0: it is not there.
 */
static size_t phrase_words(
    const char *phrase, const struct turn *t, size_t at, size_t end)
{
    for (size_t count = 0; at + count < end; count++) {
        size_t length = strcspn(phrase, " ");
        if (!is_word(t->word[at + count], phrase, length))
            return 0;
        if (phrase[length] == '\0')
            return count + 1;
        phrase += length + 1;
    }
    return 0;
}

/* "you" is "me" at the end of a clause, and after "to", "with" and their like. */
static bool is_object(const struct doctor_match *s, size_t at)
{
    return at > s->clause->words.first &&
           (at + 1 == s->clause->words.end ||
               in_class("toward", s->turn->word[at - 1]));
}

/* Add one or more words, from `at` on, as the other side says them. Returns their
 * number.
 */
static size_t add_reflected(
    struct doctor_draft *draft, const struct doctor_match *s, size_t at, size_t end)
{
    for (const struct doctor_pair *pair = doctor_reflections; pair->from; pair++) {
        size_t count = phrase_words(pair->from, s->turn, at, end);
        if (count > 0) {
            bool object = strcmp(pair->from, "you") == 0 && is_object(s, at);
            add_text(draft, object ? "me" : pair->to);
            return count;
        }
    }
    add_text(draft, s->turn->word[at]);
    return 1;
}

static void add_span(
    struct doctor_draft *draft, const struct doctor_match *s, struct span span)
{
    size_t start = draft->length;

    for (size_t at = span.first; at < span.end;) {
        if (at > span.first)
            add_text(draft, " ");
        at += add_reflected(draft, s, at, span.end);
    }
    if (span.first == span.end || draft->length - start > QUOTE_MAX)
        draft->full = true;
}

/* Add a sum that a person can work out: up to three digits, and the times tables. */
static void add_sum(struct doctor_draft *draft, const struct doctor_match *s)
{
    const char *const *word = s->turn->word;
    int a = number_value(word[s->caught[1].first]);
    int b = number_value(word[s->caught[3].first]);
    bool plus = strcmp(word[s->caught[2].first], "plus") == 0;
    bool minus = strcmp(word[s->caught[2].first], "minus") == 0;
    int limit = plus || minus ? 999 : 12;
    char result[16];

    snprintf(result, sizeof(result), "%d", plus ? a + b : minus ? a - b : a * b);
    add_text(draft, result);
    draft->full = draft->full || a > limit || b > limit;
}

/* Add the replacement of '$' and a character. */
static void add_insert(
    struct doctor_draft *draft, const struct doctor_match *s, char which)
{
    const struct doctor *d = s->doctor;

    if (which >= '1' && which - '1' < (int)s->catches)
        add_span(draft, s, s->caught[which - '1']);
    else if (which == 'm' && d->memories > 0 &&
             d->memory[0].turn + MEMORY_REST <= d->turns)
        add_text(draft, d->memory[0].text);
    else if (which == 'n' && d->name[0] != '\0')
        add_text(draft, d->name);
    else if (which == 's' && s->catches > 3)
        add_sum(draft, s);
    else
        draft->full = true;
}

/* Fill in an answer. Returns whether each replacement was there and fitted. */
static bool fill_in(
    struct doctor_draft *draft, const struct doctor_match *s, const char *answer)
{
    *draft = (struct doctor_draft){0};
    for (; *answer != '\0' && !draft->full; answer++) {
        if (*answer == '$')
            add_insert(draft, s, *++answer);
        else
            add_text(draft, (const char[]){*answer, '\0'});
    }
    draft->text[0] = to_upper(draft->text[0]);
    return !draft->full;
}

/* Whether a ring has a value. */
static bool is_recent(const uint32_t ring[static DOCTOR_RECENT], uint32_t value)
{
    size_t i = 0;

    while (i < DOCTOR_RECENT && ring[i] != value)
        i++;
    return i < DOCTOR_RECENT;
}

/* Choose the answer of a matching rule that was used longest ago, or not yet; a fresh
 * one was not used in the last DOCTOR_RECENT turns. */
static void choose_answer(struct doctor_choice *choice, const struct doctor_match *s,
    size_t rule, int score, bool fresh)
{
    const char *const *answers = doctor_rules[rule].answers;
    const unsigned *used = s->doctor->used[rule];

    for (size_t i = 0; i < DOCTOR_ANSWERS_MAX && answers[i] != NULL; i++) {
        bool recent = used[i] > 0 && s->doctor->turns - used[i] < DOCTOR_RECENT;
        struct doctor_draft draft;
        if ((fresh && recent) ||
            (choice->score == score && used[i] >= used[choice->answer]))
            continue;
        if (fill_in(&draft, s, answers[i]))
            *choice = (struct doctor_choice){score, rule, i, draft};
    }
}

/* Later clauses come first: the last one wants an answer. */
static void choose_rule(struct doctor_choice *choice, const struct doctor *d,
    const struct turn *t, bool fresh)
{
    choice->score = -1;
    for (size_t i = t->clauses; i-- > 0;) {
        struct doctor_match s = {.doctor = d, .turn = t, .clause = &t->clause[i]};
        for (size_t rule = 0; doctor_rules[rule].pattern != NULL; rule++) {
            int score = (int)doctor_rules[rule].rank * RANK_WEIGHT;
            if (s.clause->question)
                score += QUESTION_WEIGHT;
            if (score > choice->score && match_clause(doctor_rules[rule].pattern, &s))
                choose_answer(choice, &s, rule, score, fresh);
        }
    }
}

static uint32_t fingerprint(const struct turn *t)
{
    uint32_t hash = UINT32_C(2166136261); /* FNV-1a */

    for (size_t i = 0; i < t->used; i++)
        hash = (hash ^ (uint8_t)to_lower(t->room[i])) * UINT32_C(16777619);
    return hash;
}

/* Replace a turn without words, or a repeated one. */
static void notice_repeat(struct doctor *d, struct turn *t)
{
    uint32_t print = fingerprint(t);
    uint32_t last = d->turns > 0 ? d->heard[(d->turns - 1) % DOCTOR_RECENT] : 0;

    if (t->count == 0 && t->asked)
        replace_turn(t, "(puzzled)");
    else if (t->count == 0)
        replace_turn(t, d->turns == 0 ? "(start)" : "(nothing)");
    else if (t->count >= REPEAT_WORDS && print == last)
        replace_turn(t, "(again)");
    else if (t->count >= EARLIER_WORDS && is_recent(d->heard, print))
        replace_turn(t, "(before)");
    d->heard[d->turns % DOCTOR_RECENT] = print;
}

/* Keep the judge's name: the first word of the last element. */
static void keep_name(struct doctor *d, const struct doctor_match *s)
{
    const char *name = s->turn->word[s->caught[s->catches - 1].first];
    size_t length = strlen(name);

    if (length >= DOCTOR_NAME_SIZE || !is_letter(name[0]) || in_class("noname", name))
        return;
    memcpy(d->name, name, length + 1);
    d->name[0] = to_upper(d->name[0]);
}

static void forget_oldest(struct doctor *d)
{
    d->memories--;
    memmove(d->memory, d->memory + 1, d->memories * sizeof(d->memory[0]));
}

static void keep_memory(struct doctor *d, const struct doctor_match *s)
{
    struct doctor_draft draft = {0};

    add_span(&draft, s, s->clause->words);
    if (draft.full || draft.length >= DOCTOR_MEMORY_SIZE)
        return;
    if (d->memories == DOCTOR_MEMORIES)
        forget_oldest(d);
    struct doctor_memory *memory = &d->memory[d->memories++];
    memcpy(memory->text, draft.text, draft.length + 1);
    memory->turn = d->turns;
}

static void keep_facts(struct doctor *d, const struct turn *t)
{
    for (size_t i = 0; i < t->clauses; i++) {
        struct doctor_match s = {.doctor = d, .turn = t, .clause = &t->clause[i]};
        size_t words = s.clause->words.end - s.clause->words.first;
        if (match_any(doctor_names, &s))
            keep_name(d, &s);
        else if (!s.clause->question && words >= MEMORY_MIN_WORDS &&
                 match_any(doctor_memorable, &s))
            keep_memory(d, &s);
    }
}

static void keep_choice(struct doctor *d, const struct doctor_choice *choice)
{
    const char *answer = doctor_rules[choice->rule].answers[choice->answer];

    if (strstr(answer, "$m") != NULL)
        forget_oldest(d);
    d->used[choice->rule][choice->answer] = d->turns + 1;
}

/* Return the greeting of a first turn that begins with "Hello, ...". */
static void return_greeting(
    const struct doctor *d, const struct turn *t, struct doctor_draft *draft)
{
    struct doctor_draft greeted = {0};

    if (d->turns > 0 || !in_class("hello", t->word[t->clause[0].words.first]) ||
        strncmp(draft->text, "Hello", 5) == 0)
        return;
    add_text(&greeted, "Hello. ");
    add_text(&greeted, draft->text);
    if (!greeted.full)
        *draft = greeted;
}

/*
 * Turn blanks into ends of lines. The line before the last is kept short enough that
 * the last is more than a word or two.
 */
static void break_lines(char *text)
{
    for (size_t length; (length = strlen(text)) > DOCTOR_COLUMNS;) {
        size_t end = length / 2 + DOCTOR_COLUMNS / 5;
        if (end > DOCTOR_COLUMNS)
            end = DOCTOR_COLUMNS;
        while (end > 0 && text[end] != ' ')
            end--;
        if (end == 0)
            return;
        text[end] = '\n';
        text += end + 1;
    }
}

void doctor_init(struct doctor *d)
{
    memset(d, 0, sizeof(*d));
}

void doctor_answer(
    struct doctor *d, const char *text, char reply[static DOCTOR_REPLY_SIZE])
{
    struct turn turn;
    struct doctor_choice choice;

    read_turn(&turn, text);
    notice_repeat(d, &turn);
    keep_facts(d, &turn);
    choose_rule(&choice, d, &turn, true);
    if (choice.score < 0) /* all answers that fit are recent */
        choose_rule(&choice, d, &turn, false);

    keep_choice(d, &choice);
    return_greeting(d, &turn, &choice.draft);
    memcpy(reply, choice.draft.text, choice.draft.length + 1);
    break_lines(reply);
    d->turns++;
}
