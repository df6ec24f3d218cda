/*
 * lapse.h - what a side leaves undone when it ends a step.
 *
 * Rows of actions say which of them end something; what is still offered beside them is what
 * lapses.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_LAPSE_H
#define GG_LAPSE_H

#include "core/seat.h"

enum { GG_LAPSE_WORDS_MAX = 1024 };

/*
 * "Still possible: move or charge (a1, a2 and a5).", or false and nothing written: the action
 * ends nothing, nothing else is offered, or the side is content (where orders are
 * written, most units get none).  `offers` is room for
 * rules->actions_max actions.
 */
bool gg_put_lapses(gg_text *out, const gg_seat *, const gg_action *, gg_action *offers);
/*
 * Where an action was refused because something else is due: "Now: divisions put orders on units:
 * assign (a1, a2 and 3 more) (LG-1.7)."  False, and nothing written: it was refused for another
 * reason, or the side has nothing to decide.
 */
bool gg_put_due(gg_text *out, const gg_seat *, gg_verdict, gg_action *offers);

#endif
