#include "square.h"

#include <stddef.h>

/*
 * Fields of p^k elements, as far as a rota reaches. An element is a number whose k
 * digits to the base p are the coefficients of a polynomial; x^k is what the rest of an
 * irreducible polynomial says, its coefficients as such a number.
 */
static const struct field {
    int size, p;
    int power; /* x^k; in a prime field 0, where 2 stands for x */
} fields[] = {{3, 3, 0}, {4, 2, 3}, {5, 5, 0}, {7, 7, 0}, {8, 2, 3}, {9, 3, 2},
    {11, 11, 0}, {13, 13, 0}, {16, 2, 3}, {17, 17, 0}, {19, 19, 0}, {23, 23, 0},
    {25, 5, 3}, {27, 3, 5}, {29, 29, 0}};

enum { FIELDS = sizeof(fields) / sizeof(fields[0]) };

static int add(const struct field *f, int a, int b)
{
    int sum = 0;

    for (int unit = 1; unit < f->size; unit *= f->p)
        sum += (a / unit % f->p + b / unit % f->p) % f->p * unit;
    return sum;
}

/* x a: every digit goes up by one, and the one that falls out comes back as x^k. */
static int times_x(const struct field *f, int a)
{
    int top = f->size / f->p;
    int product = f->power == 0 ? add(f, a, a) : a % top * f->p;

    if (f->power > 0)
        for (int i = a / top; i > 0; i--)
            product = add(f, product, f->power);
    return product;
}

/* The largest field whose size divides n and leaves a rest without it; NULL: none. */
static const struct field *factor(int n)
{
    for (int i = FIELDS - 1; i >= 0; i--) {
        const struct field *f = &fields[i];
        if (n % f->size == 0 && n / f->size % f->p != 0)
            return f;
    }
    return NULL;
}

/*
 * j and e as numbers whose digits are elements of the fields that n is a product of: in
 * each of them j + e is one square and x j + e another, and no pair of their values
 * comes twice, since neither x nor x - 1 is zero. Returns whether n is such a product.
 */
static bool make_cell(int n, int j, int e, int *confederate, int *round)
{
    int unit = 1;

    *confederate = *round = 0;
    while (n > 1) {
        const struct field *f = factor(n);
        int a, b;
        if (f == NULL)
            return false;
        a = j / unit % f->size;
        b = e / unit % f->size;
        *confederate += unit * add(f, a, b);
        *round += unit * add(f, times_x(f, a), b);
        unit *= f->size;
        n /= f->size;
    }
    return true;
}

static bool fill_product(struct rota *r, int n)
{
    for (int j = 0; j < r->judges; j++)
        for (int e = 0; e < r->entries; e++) {
            int confederate, round;
            if (!make_cell(n, j, e, &confederate, &round))
                return false;
            r->confederate[j][e] = (int16_t)confederate;
            r->round[j][e] = (int16_t)round;
        }
    return true;
}

/*
 * Orders that are twice an odd number have no such product, and yet from 10 on squares
 * (Bose, Shrikhande and Parker, 1960). These are made of differences, as Parker's of
 * 10: a column stands for a judge, an entry, a confederate and a round. All its
 * rotations count, and to each any number modulo n - 3 is added. A blank stands for one
 * of the three who are left, a blank of its own in each column. Together with the
 * column of zeros any two places of the columns have each difference once, so that any
 * two of judge, entry, confederate and round meet once. These columns were found by
 * trying.
 */
enum { BLANK = -1, PLACES = 4, COLUMNS = 8, REST = 3 };

static const struct differences {
    int order, count;                /* of columns, the zeros apart */
    int8_t columns[COLUMNS][PLACES]; /* those with a blank first */
} differences[] = {
    {10, 3, {{BLANK, 0, 4, 3}, {BLANK, 0, 5, 6}, {BLANK, 0, 2, 5}}},
    {14, 4, {{BLANK, 0, 10, 8}, {BLANK, 0, 3, 9}, {BLANK, 0, 4, 5}, {0, 5, 1, 9}}},
    {18, 5,
        {{BLANK, 0, 8, 12}, {BLANK, 0, 6, 13}, {BLANK, 0, 2, 5}, {0, 12, 11, 5},
            {0, 13, 14, 4}}},
    {22, 6,
        {{BLANK, 0, 15, 7}, {BLANK, 0, 14, 18}, {BLANK, 0, 12, 13}, {0, 9, 3, 1},
            {0, 5, 15, 3}, {0, 6, 9, 11}}},
    {26, 7,
        {{BLANK, 0, 19, 11}, {BLANK, 0, 10, 5}, {BLANK, 0, 2, 7}, {0, 9, 13, 1},
            {0, 1, 17, 2}, {0, 3, 20, 17}, {0, 12, 2, 16}}},
    {30, 8,
        {{BLANK, 0, 23, 10}, {BLANK, 0, 20, 26}, {BLANK, 0, 11, 18}, {0, 4, 25, 24},
            {0, 16, 14, 22}, {0, 24, 19, 9}, {0, 12, 22, 8}, {0, 15, 16, 18}}},
};

static void put(struct rota *r, const int *quadruple)
{
    int j = quadruple[0], e = quadruple[1];

    if (j >= r->judges || e >= r->entries)
        return;
    r->confederate[j][e] = (int16_t)quadruple[2];
    r->round[j][e] = (int16_t)quadruple[3];
}

/* One column, turned, with every number modulo n added. */
static void put_column(struct rota *r, const int8_t *column, int turn, int n, int blank)
{
    for (int added = 0; added < n; added++) {
        int quadruple[PLACES];

        for (int i = 0; i < PLACES; i++) {
            int at = column[(i + turn) % PLACES];
            quadruple[i] = at == BLANK ? n + blank : (at + added) % n;
        }
        put(r, quadruple);
    }
}

/* The three who are left, among themselves. */
static void put_rest(struct rota *r, int n)
{
    for (int a = 0; a < REST; a++)
        for (int b = 0; b < REST; b++) {
            int quadruple[PLACES] = {
                n + a, n + b, n + (a + b) % REST, n + (2 * a + b) % REST};
            put(r, quadruple);
        }
}

static const struct differences *find_differences(int order)
{
    for (size_t i = 0; i < sizeof(differences) / sizeof(differences[0]); i++)
        if (differences[i].order == order)
            return &differences[i];
    return NULL;
}

static bool fill_differences(struct rota *r, int n)
{
    static const int8_t zeros[PLACES] = {0};
    const struct differences *d = find_differences(n);

    if (d == NULL)
        return false;
    n -= REST;
    put_column(r, zeros, 0, n, 0);
    for (int i = 0; i < d->count; i++)
        for (int turn = 0; turn < PLACES; turn++)
            put_column(r, d->columns[i], turn, n, i);
    put_rest(r, n);
    return true;
}

/* With a half, a third and so on of the confederates that a square has, each of them
 * can stand for two, three and so on, who come one after another; as evenly only where
 * everybody of the square is there. */
static bool can_fold(const struct rota *r, int n)
{
    return r->confederates == n ||
           (r->judges == r->entries && r->confederates < n && n % r->confederates == 0);
}

static void fold(struct rota *r, int n)
{
    for (int j = 0; j < n; j++)
        for (int e = 0; e < n; e++) {
            int of_square = r->confederate[j][e];
            r->confederate[j][e] = (int16_t)(of_square % r->confederates);
            r->round[j][e] =
                (int16_t)(r->round[j][e] + of_square / r->confederates * n);
        }
    r->rounds = n / r->confederates * n;
}

static bool fill_square(struct rota *r)
{
    int n = r->judges > r->entries ? r->judges : r->entries;

    if (!can_fold(r, n) || (!fill_product(r, n) && !fill_differences(r, n)))
        return false;
    r->rounds = n;
    if (r->confederates < n)
        fold(r, n);
    return true;
}

/*
 * Tables that a search seldom meets: they were found by a SAT solver, or by many starts
 * of the search. tests/rota_test.c looks at them as at all others. A word a
 * judge, two digits an entry: the confederate and the round; behind 9 comes a colon, as
 * in ASCII.
 */
static const struct table {
    int judges, entries, confederates, rounds;
    const char *cells;
} tables[] = {
    {3, 5, 3, 5, "3132232415 1425123321 2213351134"},
    {4, 5, 4, 5, "3142132435 1425324123 4334211512 2211453344"},
    {4, 6, 4, 6, "414233342516 363544431221 242315114632 131426223145"},
    {4, 6, 5, 6, "142633214552 533241551624 314456122335 225115433446"},
    {5, 6, 5, 6, "512253143546 335421264215 253634411352 124316552431 441145325623"},
    {5, 7, 5, 7,
        "31524324251637 53153632412714 47332211564455 12461745345123 26215457133542"},
    {6, 6, 6, 7,
        "112233445566 344317652652 563561124724 451654216237 635725361441 "
        "276446533115"},
    {6, 7, 6, 7,
        "41226314455637 24473566611253 32641157264325 67155442332116 55514623173462 "
        "13362731526544"},
    {6, 8, 6, 8,
        "1122331425466758 3836172312615445 2418423557532166 6255264164374813 "
        "5644516843153227 4763655231281634"},
    {6, 8, 7, 8,
        "4324364755627118 2637445361781225 1142586674152733 3456657217233841 "
        "5263771428314576 6875132132465457"},
    {7, 8, 7, 8,
        "4172335415266778 7466573528134251 2714451256713863 3658112362477534 "
        "5243647731681625 1837226173552446 6521764844325317"},
    {8, 8, 7, 10,
        "7224364:51697813 2832415366741927 3943546277162135 5655687114223749 "
        "446775182:334652 6379122538475:64 311:293442586576 15263:1759617348"},
};

/* Judges and entries may change places. */
static bool fill_table(struct rota *r, const struct table *t)
{
    bool straight = r->judges == t->judges && r->entries == t->entries;
    bool turned = r->judges == t->entries && r->entries == t->judges;

    if (r->confederates != t->confederates || (!straight && !turned))
        return false;
    for (int a = 0; a < t->judges; a++)
        for (int b = 0; b < t->entries; b++) {
            const char *cell = t->cells + a * (2 * t->entries + 1) + 2 * b;
            int j = straight ? a : b, e = straight ? b : a;
            r->confederate[j][e] = (int16_t)(cell[0] - '1');
            r->round[j][e] = (int16_t)(cell[1] - '1');
        }
    r->rounds = t->rounds;
    return true;
}

bool square_fill(struct rota *r)
{
    for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
        if (fill_table(r, &tables[i]))
            return true;
    return fill_square(r);
}

/* Of 6 there is no pair of orthogonal squares (Tarry, 1901). That the others have none
 * with fewer rounds tests/rota_test.c finds by trying all. */
int square_least(int judges, int entries, int confederates)
{
    static const int known[][4] = {{2, 2, 2, 4}, {2, 2, 3, 3}, {2, 3, 2, 4},
        {3, 3, 4, 4}, {3, 3, 5, 4}, {3, 4, 3, 5}, {6, 6, 6, 7}};
    int few = judges < entries ? judges : entries;
    int many = judges < entries ? entries : judges;

    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        if (known[i][0] == few && known[i][1] == many && known[i][2] == confederates)
            return known[i][3];
    return 0;
}
