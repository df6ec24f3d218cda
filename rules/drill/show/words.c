/*
 * words.c - what the rows of actions.def leave to say of an action in plain words.
 * SPDX-License-Identifier: MIT
 */
#include "rules/drill/law/drill.h"

static void say_order(const gg_telling *it)
{
    gg_put(it->out, drill_order_words[it->action->item]);
}

/* DR-7: who has the initiative acts first, and then the other. */
static void say_end(const gg_telling *it)
{
    const gg_state *view = it->view;
    if (view->phase != PHASE_ACT) return;
    if (view->side != view->initiative) gg_put(it->out, " and the round");
    else gg_put_words(it->out, "; %s is next", gg_side_name(gg_other(view->side)));
}

#define PLACED(view, who) (view)->companies[who].at
#include "core/sentences.def"
