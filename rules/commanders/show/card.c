/*
 * card.c - a unit's card and how the battle is won, row by row (chapters 2, 12, 14 and 16).
 * SPDX-License-Identifier: MIT
 */
#include "rules/commanders/law/board.h"
#include "rules/commanders/law/scoring.h"
#include "rules/commanders/law/sequence.h"
#include "rules/commanders/show/show.h"

static void add_state(const unit *u, gg_facts *card)
{
    gg_text out = gg_facts_add(card, "state", CMD_2_1, is_routed(u) ? "routed" : "in order");
    gg_put_more(&out, is_spent(u), "spent until the round ends");
    gg_put_more(&out, (u->status & SQUARE) != 0, "in square");
    gg_put_more(&out, is_inside(u), "inside the building");
}

/* Its side's plan is its side's secret: a view of the other holds none. */
static void add_order(const gg_state *state, gg_unit who, gg_facts *card)
{
    const unit *u = &state->units[who];
    gg_facts_add(card, "actions", CMD_3_4, "%d of %d action%p used this round", u->actions,
                 moves_of(state, u->type));
    if (u->order == 0 || u->order > PLAN_MAX) return;
    const order *line = &state->plan[side_of(who)][u->order - 1];
    gg_text out =
        gg_facts_add(card, "order", CMD_3_1, "to %s", commanders_place_names[line->step1]);
    if (line->step2 != 0) gg_put_words(&out, " and %s", commanders_place_names[line->step2 - 1]);
}

void commanders_describe(const gg_state *state, gg_unit who, gg_facts *card)
{
    if (who >= ALL_UNITS || state->units[who].number == 0) return;
    const unit *u = &state->units[who];
    const type of = (type)u->type;
    gg_facts_add(card, "type", CMD_2_1, commanders_type_words[u->type]);
    if (!is_on_board(u)) {
        gg_facts_add(card, "state", CMD_12_2, "off the board");
        return;
    }
    gg_text out = gg_facts_add(card, "dice", CMD_2_1,
                               commanders_attacks_at_range(of) ? "%d at range" : "none at range",
                               commanders_type_dice(state, of));
    gg_put(&out, commanders_attacks_in_melee(of) ? ", 1 in melee" : ", attacks nobody in melee");
    add_state(u, card);
    add_order(state, who, card);
    gg_facts_add(card, "worth", CMD_12_2, "%d point%p to who captures it",
                 commanders_type_points(state, of));
}

/* ---- Victory. ---- */

static void add_points(const gg_state *state, gg_side side, gg_facts *terms)
{
    const bool morale = state->options[OPT_morale] != 0;
    const int victory = state->options[OPT_victory], points = state->points[side];
    if (morale)
        gg_facts_term(terms, side, CMD_16_1, 0, 0, "%s loses without points: has %d",
                      gg_side_name(side), points);
    else
        gg_facts_term(terms, side, CMD_12_5, points, victory,
                      "%s wins with %d point%p and more than the enemy: has %d", gg_side_name(side),
                      victory, points);
}

/* What holding a sector brings, where anybody can get something by it. */
static void add_sectors(const gg_state *state, gg_side side, gg_facts *terms)
{
    gg_text out = {0};
    for (int sector = 0; sector < SECTORS; sector++) {
        const int points = commanders_sector_points(state, side, sector);
        if (points == 0) continue;
        if (out.bytes == NULL) {
            out = gg_facts_term(terms, side, state->options[OPT_objectives] ? CMD_14_5 : CMD_12_3,
                                0, 0, "%s scores each round for holding ", gg_side_name(side));
        } else {
            gg_put(&out, ", ");
        }
        gg_put_words(&out, "%s: %d", commanders_place_names[sector], points);
    }
}

void commanders_terms(const gg_state *state, gg_facts *terms)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) add_points(state, side, terms);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) add_sectors(state, side, terms);
    gg_text out =
        gg_facts_term(terms, GG_NOBODY, CMD_12_6, state->round, state->options[OPT_rounds],
                      "after round %d more points win", state->options[OPT_rounds]);
    if (state->tie != 0)
        gg_put_words(&out, "; if they are equal %s", gg_side_name((gg_side)(state->tie - 1)));
}
