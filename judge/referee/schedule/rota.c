#include "judge/referee/schedule/rota.h"

#include <string.h>

void rota_init(struct rota *r, int judges, int entries, int confederates)
{
    memset(r, 0, sizeof(*r));
    r->judges = judges;
    r->entries = entries;
    r->confederates = confederates;
    for (int j = 0; j < judges; j++)
        for (int e = 0; e < entries; e++)
            r->wanted[j][e] = true;
}

bool rota_is_plain(const struct rota *r)
{
    for (int j = 0; j < r->judges; j++)
        for (int e = 0; e < r->entries; e++)
            if (!r->wanted[j][e])
                return false;
    for (int c = 0; c < r->confederates; c++) {
        for (int j = 0; j < r->judges; j++)
            if (r->judge_met[j][c] > 0)
                return false;
        for (int e = 0; e < r->entries; e++)
            if (r->entry_met[e][c] > 0)
                return false;
    }
    return !r->fixed;
}

static void raise_to(int *most, int number)
{
    if (number > *most)
        *most = number;
}

int rota_busiest(const struct rota *r)
{
    int of_judge[ROTA_MOST] = {0}, of_entry[ROTA_MOST] = {0};
    int of_confederate[ROTA_MOST] = {0}, sessions = 0, most = 0;

    for (int j = 0; j < r->judges; j++)
        for (int e = 0; e < r->entries; e++)
            if (r->wanted[j][e]) {
                sessions++;
                raise_to(&most, ++of_judge[j]);
                raise_to(&most, ++of_entry[e]);
                if (r->fixed)
                    raise_to(&most, ++of_confederate[r->confederate[j][e]]);
            }
    raise_to(&most, (sessions + r->confederates - 1) / r->confederates);
    return most;
}
