/*
 * card.c - a unit's or commander's card and how the battle is won, row by row (ST-T10, ST-T20,
 * ST-R84 to ST-R87).
 * SPDX-License-Identifier: MIT
 */
#include "core/question.h"
#include "rules/staff/show/show.h"

const staff_words staff_says = {
#define TYPE(id, name, words, ...) .types[TYPE_##id] = words,
#define SIZE(id, name, words, ...) .sizes[SIZE_##id] = words,
#define FORMATION(id, name, words, ...) .formations[FORM_##id] = words,
#define RULE(id, name, words, ...) .rules[RULE_ROW_##id] = words,
#define TRAIT(id, name, words, ...) .traits[TRAIT_##id] = words,
#define NATION(id, name, words, ...) .nations[NATION_##id] = words,
#define ORDER(id, name, words, ...) .orders[ORDER_##id] = words,
#include "rules/staff/law/units.def"
#undef TYPE
#undef SIZE
#undef FORMATION
#undef RULE
#undef TRAIT
#undef NATION
#undef ORDER
    .orders[ORDER_NONE] = "nothing",
};

static void add_rules(const gg_state *s, unsigned u, gg_facts *card)
{
    gg_text out = gg_facts_add(card, "quality", ST_T20_1, "");
    for (unsigned i = 0; i < RULES; i++)
        gg_put_more(&out, staff_has_rule(s, u, 1u << i), staff_says.rules[i]);
    gg_put_else(&out, "regular");
}

static void add_dice(const gg_state *s, unsigned u, gg_facts *card)
{
    gg_facts_add(card, "dice", ST_T10_1, "%d in combat, %d shooting, saves on %d",
                 staff_combat_dice(s, u), staff_shooting_dice(s, u), staff_stat(s, u, STAT_SAVE));
    gg_text out = gg_facts_add(card, "casualties", ST_R62, "%d of %d", s->more[u].casualties,
                               staff_stamina(s, u));
    gg_put_more(&out, staff_is_shaken(s, u), "shaken");
    gg_put_more(&out, staff_is_disordered(&s->units[u]), "disordered");
    gg_put_more(&out, staff_is_engaged(s, u), "in combat");
}

static void add_command(const gg_state *s, unsigned u, gg_facts *card)
{
    const unsigned row = staff_commander_row(&s->units[u]);
    const staff_commander *his = &s->commanders[row];
    gg_text out = gg_facts_add(card, "commander", ST_2_1, "");
    if (his->there != THERE) {
        gg_put(&out, "nobody");
        return;
    }
    staff_write_unit(s, (gg_unit)(UNITS_MAX + row), &out);
    gg_put_words(&out, ", rating %d, ", his->rating);
    gg_put_length(&out, &staff_rules, (staff_command_distance(s, row, u) + 9) / 10);
    gg_put(&out, " away");
    gg_put_more(&out, his->broken != 0, "brigade broken");
}

static void add_deeds(const gg_state *s, unsigned u, gg_facts *card)
{
    const staff_unit *it = &s->units[u];
    gg_text out = gg_facts_add(card, "this turn", ST_3_1, "");
    gg_put_more(&out, (it->did & DID_INITIATIVE) != 0, "moved on initiative");
    gg_put_more(&out, (it->did & DID_ORDER) != 0, "was ordered");
    gg_put_more(&out, (it->did & DID_HANDLE) != 0, "guns manhandled");
    gg_put_more(&out, (it->did & DID_SQUARE) != 0, "went in square");
    gg_put_more(&out, (it->did & DID_SHOOT) != 0, "shot");
    gg_put_more(&out, (it->did & DID_REACT) != 0, "fired in reaction");
    gg_put_else(&out, "nothing yet");
    if (s->turn < s->more[u].hold_until)
        gg_facts_add(card, "held", ST_R24, "until turn %d", s->more[u].hold_until);
}

static void describe_commander(const gg_state *s, unsigned row, gg_facts *card)
{
    if (row >= COMMANDERS_MAX || s->commanders[row].there != THERE) return;
    const staff_commander *his = &s->commanders[row];
    gg_facts_add(card, "type", ST_2_1,
                 row % BRIGADES_MAX == 0 ? "army commander" : "brigade commander");
    gg_facts_add(card, "rating", ST_2_3, "%d", his->rating);
    gg_facts_add(card, "trait", ST_T21_1, staff_says.traits[his->trait]);
    if (his->nation != NATION_NONE)
        gg_facts_add(card, "nation", ST_T22_1, staff_says.nations[his->nation]);
    gg_text out = gg_facts_add(card, "this turn", ST_2_1, his->given > 0 ? "%d order%p given" : "",
                               his->given);
    gg_put_more(&out, (his->did & CDID_ACT) != 0, "has spoken");
    gg_put_more(&out, (his->did & CDID_MOVE) != 0, "has ridden");
    gg_put_else(&out, "nothing yet");
    if (his->joined == 0) return;
    out = gg_facts_add(card, "with", ST_3_4, "");
    staff_write_unit(s, (gg_unit)(his->joined - 1), &out);
}

void staff_describe(const gg_state *s, gg_unit who, gg_facts *card)
{
    if (who >= UNITS_MAX) {
        describe_commander(s, who - (unsigned)UNITS_MAX, card);
        return;
    }
    if (who >= s->unit_count) return;
    const staff_unit *it = &s->units[who];
    const uint8_t nation = s->commanders[staff_commander_row(it)].nation;
    if (nation != NATION_NONE) gg_facts_add(card, "nation", ST_T22_1, staff_says.nations[nation]);
    gg_text out = gg_facts_add(card, "type", ST_T10_1, staff_says.types[it->type]);
    gg_put_more(&out, s->more[who].size != SIZE_STANDARD, staff_says.sizes[s->more[who].size]);
    if (it->removed) {
        gg_facts_add(card, "state", ST_R87, "destroyed");
        return;
    }
    add_rules(s, who, card);
    gg_facts_add(card, "formation", ST_T9_1, "%s, facing %s", staff_says.formations[it->formation],
                 gg_wind_name(it->facing * 10));
    add_dice(s, who, card);
    add_command(s, who, card);
    add_deeds(s, who, card);
}

/* ---- Victory. ---- */

static void add_break(const gg_state *s, gg_side side, gg_facts *terms)
{
    const gg_side enemy = gg_other(side);
    int brigades = 0, broken = 0, gone;
    for (unsigned row = enemy * (unsigned)BRIGADES_MAX + 1; row % BRIGADES_MAX != 0; row++) {
        if (staff_brigade_strength(s, row, &gone) == 0) continue;
        brigades++;
        broken += s->commanders[row].broken;
    }
    const int needed = (s->options[OPT_army_break] * brigades + 99) / 100;
    gg_facts_term(terms, side, ST_R87, broken, needed,
                  "%s wins when %d of %s's %d brigade%p %s broken: %d so far", gg_side_name(side),
                  needed, gg_side_name(enemy), brigades, needed == 1 ? "is" : "are", broken);
}

void staff_terms(const gg_state *s, gg_facts *terms)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) add_break(s, side, terms);
    gg_facts_term(terms, GG_NOBODY, ST_T26_1, s->turn, s->options[OPT_turn_limit],
                  "after turn %d points decide: blue %d, red %d", s->options[OPT_turn_limit],
                  staff_points(s, GG_BLUE), staff_points(s, GG_RED));
}
