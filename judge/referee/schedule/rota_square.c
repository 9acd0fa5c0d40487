#include "judge/referee/schedule/rota_square.h"

#include <stddef.h>

/*
 * Finite fields of p^k elements, up to ROTA_MOST. An element is a number; its k digits
 * to the base p are the coefficients of a polynomial. The irreducible polynomial is
 * given as the value of x^k, coded the same way.
 */
static const struct field {
    int size, p;
    int power; /* x^k; 0 in a prime field, where 2 stands for x */
} fields[] = {{3, 3, 0}, {4, 2, 3}, {5, 5, 0}, {7, 7, 0}, {8, 2, 3}, {9, 3, 2},
    {11, 11, 0}, {13, 13, 0}, {16, 2, 3}, {17, 17, 0}, {19, 19, 0}, {23, 23, 0},
    {25, 5, 3}, {27, 3, 5}, {29, 29, 0}};

enum { FIELDS = sizeof(fields) / sizeof(fields[0]) };

static int add_elements(const struct field *f, int a, int b)
{
    int sum = 0;

    for (int unit = 1; unit < f->size; unit *= f->p)
        sum += (a / unit % f->p + b / unit % f->p) % f->p * unit;
    return sum;
}

/* x times a: shift the digits; the digit that overflows is a multiple of x^k. */
static int times_x(const struct field *f, int a)
{
    int top = f->size / f->p;
    int product = f->power == 0 ? add_elements(f, a, a) : a % top * f->p;

    if (f->power > 0)
        for (int i = a / top; i > 0; i--)
            product = add_elements(f, product, f->power);
    return product;
}

/* The largest field with a size that divides n and is prime to the quotient; or NULL.
 */
static const struct field *find_factor(int n)
{
    for (int i = FIELDS - 1; i >= 0; i--) {
        const struct field *f = &fields[i];
        if (n % f->size == 0 && n / f->size % f->p != 0)
            return f;
    }
    return NULL;
}

/*
 * One cell of two orthogonal squares of order n, a product of fields: the digits of j
 * and e are elements of these fields, and in each field j + e is one square and x j + e
 * the other. No pair of values comes twice, because neither x nor x - 1 is zero.
 * Returns false if n is no such product: 2, 6, 10 and all other odd numbers doubled.
 */
static bool make_cell(int n, int j, int e, int *confederate, int *round)
{
    int unit = 1;

    *confederate = *round = 0;
    while (n > 1) {
        const struct field *f = find_factor(n);
        int a, b;
        if (f == NULL)
            return false;
        a = j / unit % f->size;
        b = e / unit % f->size;
        *confederate += unit * add_elements(f, a, b);
        *round += unit * add_elements(f, times_x(f, a), b);
        unit *= f->size;
        n /= f->size;
    }
    return true;
}

bool rota_square_fill(struct rota *r)
{
    int n = r->judges > r->entries ? r->judges : r->entries;

    if (r->confederates != n)
        return false;
    for (int j = 0; j < r->judges; j++)
        for (int e = 0; e < r->entries; e++) {
            int confederate, round;
            if (!make_cell(n, j, e, &confederate, &round))
                return false;
            r->confederate[j][e] = (int16_t)confederate;
            r->round[j][e] = (int16_t)round;
        }
    r->rounds = n;
    return true;
}
