/*
 * balance.c - is a scenario even?  See balance.h.
 * SPDX-License-Identifier: MIT
 */
#include "core/balance.h"
#include "core/numbers.h"

#include <string.h>

const gg_balance *gg_balance_of(const gg_ruleset *rules, const char *scenario)
{
    for (const gg_balance *row = rules->balances; row->scenario != NULL; row++)
        if (strcmp(row->scenario, scenario) == 0) return row;
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

/* ---- A variant, "limit_winner=2 max_rounds=13", in people's words. ---- */

/* "who wins at the limit: 0 fewer losses, 2 red": of 2 "who wins at the limit: red".  False: the
 * text has no name for the value. */
static bool put_named_value(gg_text *out, const char *text, int32_t value)
{
    const char *colon = strchr(text, ':');
    for (const char *at = colon; at != NULL; at = strpbrk(at + 1, ",;")) {
        gg_scan scan = gg_scan_over(at + 1);
        int64_t number;
        gg_scan_spaces(&scan);
        if (!gg_scan_int(&scan, INT16_MIN, INT16_MAX, &number) || number != value) continue;
        gg_put_bytes(out, text, (uint32_t)(colon - text) + 1);
        gg_put_bytes(out, scan.text + scan.at, (uint32_t)strcspn(scan.text + scan.at, ",;"));
        return true;
    }
    return false;
}

static void put_change(gg_text *out, const char *text, const char *unit, int32_t value,
                       int32_t standard)
{
    if (put_named_value(out, text, value)) return;
    gg_put_words(out, "%s: %d", text, value);
    if (unit[0] != '\0') gg_put_words(out, " %s", unit);
    gg_put_words(out, " instead of %d", standard);
}

static void put_choice(gg_text *out, const gg_ruleset *rules, const char *name, int32_t value)
{
    for (uint32_t i = 0; i < rules->option_count; i++) {
        const gg_option *option = &rules->options[i];
        if (strcmp(option->name, name) != 0) continue;
        put_change(out, option->text, "", value, option->standard);
        return;
    }
    const int32_t row = gg_find_number(rules, name);
    gg_assert(row >= 0); /* a row of balances names what the game does not have */
    const gg_number *number = &rules->numbers[row];
    put_change(out, number->text, number->unit, value, number->standard);
}

enum { VARIANT_NAME_MAX = 64 };

static void put_variant(gg_text *out, const gg_ruleset *rules, const char *variant)
{
    gg_scan scan = gg_scan_over(variant);
    for (const char *between = ""; !gg_scan_line_ends(&scan); between = "; ") {
        char name[VARIANT_NAME_MAX];
        int64_t value = 0;
        const bool read = gg_scan_word(&scan, name, sizeof name) && gg_scan_char(&scan, '=')
                          && gg_scan_int(&scan, INT16_MIN, INT16_MAX, &value);
        gg_assert(read);
        gg_scan_spaces(&scan);
        gg_put(out, between);
        put_choice(out, rules, name, (int32_t)value);
    }
}

void gg_put_balance(gg_text *out, const gg_ruleset *rules, const gg_balance *it)
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
    gg_put(out, " More even so: ");
    put_variant(out, rules, it->variant);
    gg_put(out, ". Then ");
    put_battles(out, &it->varied);
    gg_put_char(out, '.');
}
