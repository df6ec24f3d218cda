/*
 * card.c - a Brigade's, General's or scouting marker's card and how the battle is won, row by row:
 * what decides its dice (T4, T5, T7, T14), who commands it and what that would roll (T2), what it
 * may still do.  Of a hidden Brigade a card has what stands on the table (CW-R96).
 * SPDX-License-Identifier: MIT
 */
#include "core/question.h"
#include "rules/clausewitz/show/show.h"

static const char *const special_words[SPECIALS] = {
#define SPECIAL(id, word, words, points, clause) words,
#include "rules/clausewitz/law/specials.def"
#undef SPECIAL
};

/* ---- The units of a Brigade: neighbours that are alike share a row. ---- */

static bool are_alike(const cw_unit *a, const cw_unit *b)
{
    return a->type == b->type && a->formation == b->formation && a->weapon == b->weapon
           && a->steady == b->steady && a->foot == b->foot && a->horse == b->horse
           && a->specials == b->specials;
}

static void add_units(const gg_state *s, unsigned b, int first, int end, gg_facts *card)
{
    const cw_unit *u = &s->units[b][first];
    gg_text out = gg_facts_add(card, "units", cw_unit_defs[u->type].clause, "%d of %s", end - first,
                               cw_unit_defs[u->type].words);
    if (u->formation != FORM_NONE)
        gg_put_words(&out, cw_is_guns(u) ? ", %s" : " in %s", cw_form_defs[u->formation].words);
    gg_put(&out, ", combat dice");
    for (int slot = first; slot < end; slot++) {
        const cw_unit *it = &s->units[b][slot];
        gg_put_words(&out, slot > first ? ", %d" : " %d", it->dice);
        if (it->dice != it->dice_start) gg_put_words(&out, " of %d", it->dice_start);
    }
}

static void add_arms(const gg_state *s, const cw_unit *u, gg_facts *card)
{
    gg_text out = gg_facts_add(card, "arms", cw_weapon_defs[u->weapon].clause,
                               cw_weapon_defs[u->weapon].words);
    if (u->weapon != WEAPON_NONE)
        gg_put_words(&out, ", effective to %t cm, long to %t cm, steady on %d+",
                     cw_reach(s, (cw_weapon)u->weapon, false),
                     cw_reach(s, (cw_weapon)u->weapon, true), u->steady);
    gg_put_words(&out, "; melee: foot on %d+, horse on %d+", u->foot, u->horse);
    if ((u->specials & (unsigned)~SPECIAL_MARKER) == 0) return;
    out = gg_facts_add(card, "rules", CW_5_3, "");
    gg_put_bits(&out, u->specials, special_words, SPECIALS);
}

static void add_all_units(const gg_state *s, unsigned b, gg_facts *card)
{
    for (int slot = 0, end; slot < cw_count(s, b); slot = end) {
        for (end = slot + 1; end < cw_count(s, b); end++)
            if (!are_alike(&s->units[b][slot], &s->units[b][end])) break;
        add_units(s, b, slot, end, card);
        add_arms(s, &s->units[b][slot], card);
    }
}

/* ---- What it needs and what it may do. ---- */

/* The sum behind the number: CW-T14. */
static void add_morale(const gg_state *s, unsigned b, gg_facts *card)
{
    const cw_brigade *brigade = &s->brigades[b];
    const cw_morale_query query = cw_morale_of(s, b, NOBODY, false);
    gg_text out = gg_facts_add(
        card, "morale", CW_5_5, "needs %d+ on two dice: %d hit%p against a reserve of %d",
        query.needed, brigade->hits, s->options[OPT_morale_per_unit] * brigade->reserve);
    if (query.cavalry == 0) return;
    gg_put_words(&out, "; enemy horse near takes %d off",
                 query.weaker ? query.cavalry - 1 : query.cavalry);
}

static void add_actions(const gg_state *s, unsigned b, gg_facts *card)
{
    const unsigned did = s->bodies[b].did, actions = s->brigades[b].actions;
    const bool is_acting = s->active == b + 1;
    gg_text out =
        gg_facts_add(card, "actions", is_acting ? CW_11_1 : CW_11_3, "%d action%p%s", actions,
                     is_acting     ? " left"
                     : actions > 0 ? " kept to react with"
                                   : "");
    gg_put_more(&out, true, did & DID_ORDERED ? "ordered this turn" : "not ordered yet");
    gg_put_more(&out, (did & DID_LIMITED) != 0, "withdrew: only defensive fire and withdrawals");
    gg_put_more(&out, (did & DID_SPENT) != 0, "ran this turn: no reactions");
    gg_put_more(&out, (did & DID_BRAVE) != 0, "its bravery is used up");
}

static void add_state(const gg_state *s, unsigned b, gg_facts *card)
{
    gg_text out = gg_facts_add(card, "state", CW_12_1, "");
    gg_put_more(&out, cw_is_fleeing(s, b), "fleeing");
    gg_put_more(&out, cw_in_zone(s, b),
                "in an enemy Zone of Control: it tests before every action");
    gg_put_more(&out, s->options[OPT_fog] && !(s->bodies[b].did & DID_REVEALED),
                "not revealed to the enemy");
    gg_put_else(&out, "outside every enemy Zone of Control");
}

static void add_stance(const gg_state *s, unsigned b, gg_clause clause, gg_facts *card)
{
    gg_facts_add(card, "formation", clause, "%d wide, facing %s", s->bodies[b].formation,
                 gg_wind_name(s->bodies[b].facing));
}

/* ---- Who commands it, and what the command roll would be (CW-T2). ---- */

/* The General of its Division if he has his ADC, else the CinC; -1: nobody. */
static int general_of(const gg_state *s, unsigned b)
{
    const gt_body *body = &s->bodies[b];
    int found = -1;
    for (int g = 0; g < GENERALS_MAX; g++) {
        const cw_general *his = &s->generals[body->side][g];
        if (his->health == HEALTH_NONE || !cw_is_in_play(his)) continue;
        if (his->rank == RANK_CINC && found < 0) found = g;
        if (body->division != 0 && his->division == body->division && his->activated) return g;
    }
    return found;
}

static void add_command(const gg_state *s, unsigned b, gg_facts *card)
{
    const gt_body *body = &s->bodies[b];
    const int g = general_of(s, b);
    gg_text out = gg_facts_add(card, "objective", CW_3_9, "");
    if (cw_objective_of(s, b) == 0)
        gg_put(&out, "none yet: it scores nothing until an ADC brings one");
    else cw_write_objective(s, cw_objective_of(s, b), &out);
    out = gg_facts_add(card, "commander", CW_8_8, "");
    if (g < 0) {
        gg_put(&out, "nobody");
        return;
    }
    const unsigned unit = FIRST_GENERAL + body->side * (unsigned)GENERALS_MAX + (unsigned)g;
    const cw_command_query query = cw_command_of(s, unit, b);
    const int32_t far = cw_point_distance(s, s->generals[body->side][g].at, b);
    const int fewer = far / cw_number(s, N_order_step);
    cw_write_unit(s, (gg_unit)unit, &out);
    gg_put_words(&out, " rolls %d+ for all its actions",
                 query.general + query.brigade - query.light - query.is_drilled);
    if (fewer > 0) gg_put_words(&out, ", %d fewer for %t cm", fewer, far / CM * CM);
}

/* ---- Generals and markers. ---- */

static void describe_general(const gg_state *s, unsigned unit, gg_facts *card)
{
    static const char *const healths[HEALTHS] = {"",
                                                 "well",
                                                 "wounded: rolls again next turn",
                                                 "dead",
                                                 "carried off",
                                                 "a captive",
                                                 "not on the table yet"};
    const cw_general *his = cw_general_at(s, unit);
    const gg_side side = cw_general_side(unit);
    if (his->health == HEALTH_NONE) return;
    gg_facts_add(card, "type", CW_2_1,
                 his->rank == RANK_CINC ? "Commander-in-Chief" : "General of Division");
    gg_facts_add(card, "rating", CW_8_13, "%d, lower is better", his->rating);
    gg_facts_add(card, "state", CW_9_4, healths[his->health]);
    if (!cw_is_in_play(his)) return;
    gg_text out = gg_facts_add(card, "actions", CW_7_5, "%d action%p left", his->actions);
    gg_put_more(&out, !his->activated, "not activated: he needs an ADC of the Commander-in-Chief");
    out = gg_facts_add(card, "objective", CW_8_4, "");
    if (s->division_objective[side][his->division] == 0) gg_put(&out, "none yet");
    else cw_write_objective(s, s->division_objective[side][his->division], &out);
    gg_facts_add(card, "reach", CW_8_10, "an action less for every %t cm to the Brigade he orders",
                 cw_number(s, N_order_step));
}

static void describe_marker(const gg_state *s, unsigned unit, gg_facts *card)
{
    const unsigned nth = unit - FIRST_MARKER;
    const cw_marker *it = &s->markers[nth / MARKERS_MAX][nth % MARKERS_MAX];
    if (!it->exists) return;
    gg_facts_add(card, "type", CW_10_2, "scouting marker");
    gg_facts_add(card, "state", CW_10_3, it->locked ? "locked: it stays" : "moves up to %t cm",
                 cw_number(s, N_scout_move));
    gg_facts_add(card, "reach", CW_10_5, "ends within %t cm of %s or a friendly marker",
                 cw_number(s, N_scout_link),
                 s->options[OPT_scout_edges] ? "an edge" : "its own edge, a side edge");
    gg_facts_add(card, "locks", CW_10_6, "with every enemy marker within %t cm",
                 cw_number(s, N_scout_lock));
}

static void describe_hidden(const gg_state *s, unsigned b, gg_facts *card)
{
    gg_facts_add(card, "type", CW_27_1, "face down: %d base%p, of what kind is not known",
                 cw_count(s, b));
    if (s->bodies[b].removed != GONE_NOT) return;
    add_stance(s, b, CW_R76, card);
    gg_facts_add(card, "revealed", CW_27_2,
                 "within %t cm of a Brigade of the other side, or when it fires",
                 cw_number(s, N_fog_reveal));
    if (cw_is_fleeing(s, b)) gg_facts_add(card, "state", CW_12_7, "fleeing");
}

void cw_describe(const gg_state *s, gg_unit who, gg_facts *card)
{
    static const char *const gone[GONES] = {"",
                                            "destroyed",
                                            "dispersed",
                                            "surrendered",
                                            "left the table",
                                            "takes no part",
                                            "not on the table yet",
                                            "rejoined its Brigade"};
    if (who >= NAMES) return;
    if (who >= FIRST_MARKER) {
        describe_marker(s, who, card);
        return;
    }
    if (cw_is_general(who)) {
        describe_general(s, who, card);
        return;
    }
    if (who >= s->body_count) return;
    if (s->units[who][0].type == TYPE_HIDDEN && cw_count(s, who) > 0) {
        describe_hidden(s, who, card);
        return;
    }
    if (s->bodies[who].removed != GONE_NOT)
        gg_facts_add(card, "state", CW_R45, gone[s->bodies[who].removed]);
    add_all_units(s, who, card);
    if (s->bodies[who].removed != GONE_NOT) return;
    add_stance(s, who, CW_13_6, card);
    add_morale(s, who, card);
    add_actions(s, who, card);
    add_command(s, who, card);
    add_state(s, who, card);
}

/* ---- Victory. ---- */

static void add_points(const gg_state *s, gg_side side, gg_facts *terms)
{
    const int own = s->score[side], its = s->score[gg_other(side)];
    int now = 0;
    for (unsigned i = 0; i < OBJECTIVES_MAX; i++) now += cw_points_now(s, i, side);
    const int needed = own > its ? own : its + 1; /* who leads has what it takes */
    gg_facts_term(terms, side, CW_R85, own, needed,
                  "%s wins with more points than %s: %d to %d, and %d more if the turn ended now",
                  gg_side_name(side), gg_side_name(gg_other(side)), own, its, now);
}

/* Is somebody there of whom nobody can tell whether an ADC's word reached him? */
static bool is_hidden_about(const gg_state *s, unsigned i, gg_side side)
{
    const gt_table t = cw_table(s);
    for (unsigned b = 0; b < s->body_count; b++)
        if (cw_stands(s, b) && s->bodies[b].side == side && s->units[b][0].type == TYPE_HIDDEN
            && gt_point_is_within(&t, s->objectives[i].at, b, s->options[OPT_hold_radius_tk]))
            return true;
    return false;
}

/* Who holds it, or what is missing: one who stands there, an ADC's word, or nobody else there. */
static void add_objective(const gg_state *s, unsigned i, gg_facts *terms)
{
    const int blue = cw_points_now(s, i, GG_BLUE), red = cw_points_now(s, i, GG_RED);
    const gg_side holder = blue > 0 ? GG_BLUE : red > 0 ? GG_RED : GG_NOBODY;
    const uint64_t about = cw_about(s, i);
    const bool has_blue = cw_holds(s, i, GG_BLUE, false, about);
    const bool has_red = cw_holds(s, i, GG_RED, false, about);
    gg_text out = gg_facts_term(terms, holder, CW_R83, 0, 0, "");
    cw_write_objective(s, s->objectives[i].number, &out);
    gg_put(&out, ": ");
    const gg_side there = has_blue ? GG_BLUE : GG_RED;
    if (holder != GG_NOBODY)
        gg_put_words(&out, "%s holds it, %d point%p a turn", gg_side_name(holder), blue + red);
    else if (has_blue && has_red) gg_put(&out, "contested");
    else if (!has_blue && !has_red) gg_put(&out, "nobody is there");
    else
        gg_put_words(&out, "%s is there%s", gg_side_name(there),
                     is_hidden_about(s, i, there) ? ", face down" : " without the word of an ADC");
}

static void add_annihilation(const gg_state *s, gg_side side, gg_facts *terms)
{
    const gg_side enemy = gg_other(side);
    int gone = 0, all = 0;
    for (unsigned b = 0; b < s->body_count; b++) {
        const int why = s->bodies[b].removed;
        if (s->bodies[b].side != enemy || why == GONE_NOT_DEPLOYED || why == GONE_ATTACHED)
            continue;
        all++;
        gone += why != GONE_NOT && why != GONE_WAITING;
    }
    gg_facts_term(terms, side, CW_R85, gone, all,
                  "%s wins at the end of a turn in which %s has no Brigade left: %d of %d gone",
                  gg_side_name(side), gg_side_name(enemy), gone, all);
}

void cw_terms(const gg_state *s, gg_facts *terms)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) add_points(s, side, terms);
    for (unsigned i = 0; i < OBJECTIVES_MAX; i++)
        if (s->objectives[i].number != 0) add_objective(s, i, terms);
    for (gg_side side = GG_BLUE; side <= GG_RED && s->options[OPT_annihilation_win]; side++)
        add_annihilation(s, side, terms);
    gg_facts_term(terms, GG_NOBODY, CW_7_1, s->turn, s->options[OPT_turns],
                  "the battle ends after turn %d", s->options[OPT_turns]);
}
