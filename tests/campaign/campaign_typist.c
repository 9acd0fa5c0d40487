#include "tests/campaign/campaign_typist.h"

enum {
    BURST = 48,       /* keys typed at once, at most */
    WIDTH_LEAST = 20, /* of a line: most are as wide as a screen, */
    WIDTH_MORE = 60,  /* */
    WIDTH_MOST = 990, /* and one in a while is nearly as long as can be */
    LONG_LINES = 40,  /* one line in this number */
    JUDGES = 6,       /* one turn in this number names a judge */
    EMPTY_TURNS = 20, /* one turn in this number is empty */
    OUT_OF_TURN = 60, /* one look at the screen in this number, out of turn, */
    ESCAPES = 60,     /* and of the judge's */
    PERCENT = 100,
};

bool typist_is_idle(const struct typist *t)
{
    return t->state == TYPIST_TYPES;
}

void typist_forget(struct typist *t)
{
    t->state = TYPIST_TYPES;
    t->begun = false;
}

static void type(struct typist *t, struct seat *self, uint32_t code)
{
    seat_type(self, code);
    t->typed++;
}

/* ---- in turn ---- */

static const struct prompt_line *line_of(const struct seat *self)
{
    return &self->ahead.line[self->side];
}

static bool is_blank(const struct seat *self)
{
    const struct prompt_line *line = line_of(self);

    return prompt_is_blank(line->text, line->length);
}

/* Whether a Return would end the turn. */
static bool is_at_the_end(const struct seat *self)
{
    return self->ahead.returned && is_blank(self);
}

static void begin_turn(struct typist *t)
{
    t->begun = true;
    t->left = t->turn_least + dice_roll(t->dice, t->turn_most - t->turn_least + 1);
    if (dice_roll(t->dice, EMPTY_TURNS) == 0)
        t->left = 0;
}

static void begin_line(struct typist *t)
{
    t->width = WIDTH_LEAST + dice_roll(t->dice, WIDTH_MORE);
    if (dice_roll(t->dice, LONG_LINES) == 0)
        t->width = dice_roll(t->dice, WIDTH_MOST);
}

static void name_judge(struct typist *t, struct seat *self)
{
    type(t, self, '@');
    type(t, self, '@');
    type(t, self, '0' + dice_roll(t->dice, 10));
    type(t, self, '0' + dice_roll(t->dice, 10));
}

static void end_turn(struct typist *t, struct seat *self)
{
    if (!is_blank(self))
        type(t, self, K_RETURN);
    if (self->side == SIDE_JUDGE && dice_roll(t->dice, JUDGES) == 0 &&
        line_of(self)->length == 0)
        name_judge(t, self);
    while (self->ahead.turn == self->side)
        type(t, self, K_RETURN);
    t->begun = false;
    t->turns++;
}

/* ^U: one byte, a BackSpace for each character of the line. */
static void erase_line(struct typist *t, struct seat *self)
{
    size_t length = line_of(self)->length;

    if (length > SEAT_OWED_MOST / 8)
        return;
    seat_press(self, "\x15");
    t->typed += length;
    for (; length > 0; length--)
        seat_owe(self, K_BACKSPACE);
}

static void type_key(struct typist *t, struct seat *self)
{
    uint32_t roll = dice_roll(t->dice, 2 * PERCENT);

    if (line_of(self)->length >= t->width && !is_at_the_end(self)) {
        type(t, self, K_RETURN);
        begin_line(t);
    } else if (roll < 8 && line_of(self)->length > 0)
        type(t, self, K_BACKSPACE);
    else if (roll == 8 && line_of(self)->length > 0)
        erase_line(t, self);
    else if (roll == 9)
        type(t, self, K_TAB);
    else if (roll < 40)
        type(t, self, ' ');
    else if (roll < 60)
        type(t, self, '!' + dice_roll(t->dice, '~' - '!' + 1));
    else
        type(t, self, 'a' + dice_roll(t->dice, 26));
}

static void type_burst(
    struct typist *t, struct seat *self, const struct typist *other, uint64_t most)
{
    uint32_t count = 1 + dice_roll(t->dice, BURST);

    if (!t->begun)
        begin_turn(t);
    if (count > most)
        count = (uint32_t)most;
    for (; count > 0 && t->left > 0; count--) {
        type_key(t, self);
        t->left--;
    }
    if (t->left == 0 && typist_is_idle(other))
        end_turn(t, self);
}

/* ---- out of turn ---- */

/* The other side has the turn, and has not typed anything that ends it. */
static bool is_out_of_turn(const struct seat *self, const struct seat *far)
{
    return seat_is_ready(self) && self->takes_keys && far->by_hand &&
           self->ahead.turn == far->side && self->log.prompt.turn == far->side &&
           far->ahead.turn == far->side && seat_is_settled(self);
}

static void interrupt(struct typist *t, struct seat *self)
{
    t->bells = self->bells;
    if (dice_roll(t->dice, OUT_OF_TURN) == 0) {
        seat_press(self, "x");
        t->state = TYPIST_REFUSED;
    } else if (self->side == SIDE_JUDGE && dice_roll(t->dice, ESCAPES) == 0) {
        seat_press(self, "\x1b");
        t->state = TYPIST_ASKED;
    }
}

static void answer(struct typist *t, struct seat *self)
{
    bool yes = dice_roll(t->dice, 2) == 0;

    seat_press(self, yes ? "y" : "n");
    if (yes)
        seat_owe(self, K_ESCAPE);
    t->typed += yes;
    t->state = TYPIST_ANSWERS;
}

static void go_on_waiting(struct typist *t, struct seat *self)
{
    bool asked = seat_says(self, "Stop this reply?");

    if (t->state == TYPIST_REFUSED && self->bells != t->bells) {
        t->refused++;
        t->state = TYPIST_TYPES;
    } else if (t->state == TYPIST_ASKED && asked)
        answer(t, self);
    else if (t->state == TYPIST_ANSWERS && !asked && seat_is_settled(self)) {
        t->escapes++;
        t->state = TYPIST_TYPES;
    }
}

void typist_step(struct typist *t, struct seat *self, const struct typist *other,
    const struct seat *far, uint64_t most)
{
    if (!self->by_hand)
        return;
    if (!typist_is_idle(t))
        go_on_waiting(t, self);
    else if (seat_may_type(self) && most > 0)
        type_burst(t, self, other, most);
    else if (is_out_of_turn(self, far))
        interrupt(t, self);
}
