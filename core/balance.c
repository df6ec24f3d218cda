/*
 * balance.c - is a scenario even?  See balance.h.
 */
#include "core/balance.h"

#include <string.h>

static const gg_balance rows[] = {
#define BALANCE(game, scenario, blue, red, drawn, variant, varied_blue, varied_red, varied_drawn)  \
    {game, scenario, {blue, red, drawn}, variant, {varied_blue, varied_red, varied_drawn}},
#include "core/balance.def"
#undef BALANCE
};

const gg_balance *gg_balance_of(const char *game, const char *scenario)
{
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].game, game) == 0 && strcmp(rows[i].scenario, scenario) == 0)
            return &rows[i];
    return NULL;
}

static int all_of(const gg_battles *it) { return it->blue + it->red + it->drawn; }

int gg_blue_share(const gg_battles *it)
{
    const int all = all_of(it);
    return all == 0 ? 50 : (100 * (2 * it->blue + it->drawn) + all) / (2 * all);
}

bool gg_is_lopsided(const gg_battles *it)
{
    const int share = gg_blue_share(it);
    return share >= 67 || share <= 33;
}

static void put_battles(gg_text *out, const gg_battles *it)
{
    gg_put_words(out, "blue wins %d of %d battles, red %d", it->blue, all_of(it), it->red);
}

void gg_put_balance(gg_text *out, const gg_balance *it)
{
    const gg_battles *battles = &it->battles;
    if (2 * battles->drawn >= all_of(battles)) {
        gg_put_words(out, "Between two greedy computer players %d of %d battles are drawn.",
                     battles->drawn, all_of(battles));
    } else if (gg_is_lopsided(battles)) {
        gg_put(out, "Lopsided: between two greedy computer players ");
        put_battles(out, battles);
        gg_put_char(out, '.');
    } else return;
    if (it->variant[0] == 0) return;
    gg_put_words(out, " More even with %s: ", it->variant);
    put_battles(out, &it->varied);
    gg_put_char(out, '.');
}
