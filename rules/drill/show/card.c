/*
 * card.c - a company's card and what wins the game, row by row: what the page and the terminal
 * show of it, each with its clause.
 * SPDX-License-Identifier: MIT
 */
#include "rules/drill/law/drill.h"

void drill_describe(const gg_state *view, gg_unit who, gg_facts *card)
{
    if (who >= UNITS || view->companies[who].files == 0) return;
    const company *it = &view->companies[who];
    gg_facts_add(card, "strength", DR_2, "%d file%p", it->files);
    if (it->order != ORDER_NONE) gg_facts_add(card, "order", DR_4, drill_order_words[it->order]);
    gg_facts_add(card, "state", DR_16, it->is_shaken ? "shaken" : "steady");
    gg_facts_add(card, "musket", DR_11, it->has_fired ? "fired" : "loaded");
    for (drill_ground ground = GROUND_WOOD; ground < GROUNDS; ground++)
        if (drill_is_in(view, it->at, ground))
            gg_facts_add(card, "ground", DR_3, drill_ground_words[ground]);
    if (view->phase == PHASE_ACT && drill_side_of(who) == view->side)
        gg_facts_add(card, "this turn", DR_7, it->has_acted ? "has acted" : "nothing yet");
}

void drill_terms(const gg_state *view, gg_facts *terms)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        const int own = drill_files_of(view, side);
        const int its = drill_files_of(view, gg_other(side));
        gg_facts_term(terms, side, DR_17, own, its + 1,
                      "%s wins after round %d with more files: %d against %d", gg_side_name(side),
                      view->options[OPT_rounds], own, its);
    }
    gg_facts_term(terms, GG_NOBODY, DR_17, 0, 0, "who has no company left has lost");
}
