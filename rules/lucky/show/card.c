/*
 * card.c - a unit's or commander's card and how the battle is won, row by row: what decides its
 * dice (quality, nation, formation, strength, markers), who commands it, what it has done.
 * SPDX-License-Identifier: MIT
 */
#include "core/question.h"
#include "rules/lucky/show/show.h"

const lg_words lg_says = {
#define TYPE(id, name, words, ...) .types[TYPE_##id] = words,
#define FORMATION(id, name, words, ...) .formations[FORM_##id] = words,
#define FLAG(id, name, words, ...) .flags[FLAG_ROW_##id] = words,
#include "rules/lucky/law/units.def"
#undef TYPE
#undef FORMATION
#undef FLAG
};

static void add_kind(const lg_unit *it, gg_facts *card)
{
    gg_text out = gg_facts_add(card, "type", LG_3_9, lg_says.types[it->type]);
    gg_put_bits(&out, it->flags, lg_says.flags, FLAGS);
}

static void add_strength(const gg_state *s, const lg_unit *it, gg_facts *card)
{
    gg_text out =
        gg_facts_add(card, "strength", LG_10_9, "%d of %d base%p", it->strength, it->start);
    gg_put_more(&out, lg_is_fatigued(s, it), "fatigued");
    out = gg_facts_add(card, "markers", LG_10_1, it->shaken > 0 ? "%d of %d shaken" : "",
                       it->shaken, lg_shaken_limit(s, it));
    gg_put_more(&out, (it->status & STATUS_DISORDERED) != 0, "disordered");
    gg_put_more(&out, lg_is_routing(it), "routing");
    gg_put_more(&out, (it->status & STATUS_PREPARED) != 0, "prepared in its building");
    gg_put_else(&out, "none");
}

static void add_command(const gg_state *s, unsigned u, gg_facts *card)
{
    const lg_unit *it = &s->units[u];
    if (it->division >= s->commander_count) {
        gg_facts_add(card, "commander", LG_1_7, "nobody");
        return;
    }
    const lg_commander *his = &s->commanders[it->division];
    gg_text out = gg_facts_add(card, "commander", LG_1_7, "");
    lg_write_unit(s, (gg_unit)(UNITS_MAX + it->division), &out);
    gg_put_words(&out, " (%s), %s", lg_commander_quality_names[his->quality],
                 !lg_is_present(his)                    ? "away"
                 : lg_is_in_command(s, it->division, u) ? "in reach"
                                                        : "out of reach");
    out = gg_facts_add(card, "orders", LG_1_11, "%d order%p on it", it->orders);
    gg_put_more(&out, lg_has_reserve(s, u), "one in reserve with its commander");
}

static void add_deeds(const lg_unit *it, gg_facts *card)
{
    static const char *const words[] = {
        "acted",  "moved",          "charged",           "may not fire", "fired",
        "evaded", "tried a square", "answered a charge", "unlimbered"};
    gg_text out = gg_facts_add(card, "this turn", LG_1_11, "");
    gg_put_bits(&out, it->did, words, sizeof words / sizeof *words);
    gg_put_else(&out, "nothing yet");
}

static void describe_commander(const gg_state *s, unsigned c, gg_facts *card)
{
    static const char *const levels[LEVELS] = {"commander in chief", "corps commander",
                                               "division commander"};
    if (c >= s->commander_count) return;
    const lg_commander *his = &s->commanders[c];
    gg_facts_add(card, "type", LG_1_3, levels[his->level]);
    gg_facts_add(card, "quality", LG_2_8, lg_commander_quality_names[his->quality]);
    if (!lg_is_present(his)) {
        gg_facts_add(card, "state", LG_R116, "away from the table");
        return;
    }
    gg_facts_add(card, "orders", LG_1_4, "%d order%p left to give", his->held + his->pool);
    gg_text out = gg_facts_add(card, "reach", LG_1_7, "");
    gg_put_length(&out, &lucky_rules, lg_command_range(s, (lg_level)his->level) / HUNDREDTH);
    if (his->superior < s->commander_count) {
        out = gg_facts_add(card, "commander", LG_1_4, "");
        lg_write_unit(s, (gg_unit)(UNITS_MAX + his->superior), &out);
    }
    if (his->attached < s->unit_count) {
        out = gg_facts_add(card, "with", LG_R43, "");
        lg_write_unit(s, his->attached, &out);
    }
}

void lg_describe(const gg_state *s, gg_unit who, gg_facts *card)
{
    static const char *const qualities[QUALITIES] = {"poor", "average", "veteran", "elite"};
    if (who >= UNITS_MAX) {
        describe_commander(s, who - (unsigned)UNITS_MAX, card);
        return;
    }
    if (who >= s->unit_count) return;
    const lg_unit *it = &s->units[who];
    gg_facts_add(card, "nation", LG_11_1, lg_nations[it->nation].name);
    if (!lg_is_on_table(s, who)) {
        gg_facts_add(card, "state", LG_R131,
                     it->removed == REMOVED_LEFT ? "left the table" : "destroyed");
        return;
    }
    gg_facts_add(card, "quality", LG_R125, qualities[lg_quality_of(s, who)]);
    add_kind(it, card);
    gg_facts_add(card, "formation", LG_R45, "%s, facing %s",
                 it->formation == FORM_RIDING ? "in line of squadrons"
                                              : lg_says.formations[it->formation],
                 gg_wind_name(it->facing * 10));
    add_strength(s, it, card);
    add_command(s, who, card);
    add_deeds(it, card);
}

/* ---- Victory. ---- */

static void add_break(const gg_state *s, gg_side side, gg_facts *terms)
{
    const gg_side enemy = gg_other(side);
    const int lost = lg_lost_units(s, enemy), start = s->start_units[enemy];
    const int needed = lg_breaks_at(s, enemy) * start / 100 + 1;
    gg_facts_term(terms, side, LG_12_1, lost, needed,
                  "%s wins when %s has lost %d of %d unit%p: %d so far", gg_side_name(side),
                  gg_side_name(enemy), needed, start, lost);
}

void lg_terms(const gg_state *s, gg_facts *terms)
{
    for (gg_side side = GG_BLUE; side <= GG_RED && !s->practice; side++) add_break(s, side, terms);
    gg_facts_term(terms, GG_NOBODY, LG_R134, s->turn, s->turns,
                  "after turn %d points decide, a lead of %d wins: blue %d, red %d", s->turns,
                  s->options[OPT_vp_margin], lg_points(s, GG_BLUE), lg_points(s, GG_RED));
}
