/*
 * guess.c - a guess at what a side does not know of the enemy: the plan that was seen in part.
 * SPDX-License-Identifier: MIT
 */
#include "rules/commanders/law/board.h"
#include "rules/commanders/law/planning.h"
#include "rules/commanders/law/sequence.h"
#include "rules/commanders/play/play.h"

#include <string.h>

/* ---- What has been seen of a plan. ---- */

static void add_line(gg_state *out, gg_side side, gg_unit who, int from, int step1, int step2)
{
    gg_assert(out->plan_count[side] < PLAN_MAX);
    out->plan[side][out->plan_count[side]++] = (order){.count = 1,
                                                       .type = out->units[who].type,
                                                       .from = (uint8_t)from,
                                                       .step1 = (uint8_t)step1,
                                                       .step2 = (uint8_t)step2};
    out->units[who].order = out->plan_count[side];
}

/* The sector next to `from` on the way to a goal: batteries may have fired over two. */
static int towards(int from, int goal)
{
    for (int next = 0; next < GROUNDS; next++)
        if (commanders_is_adjacent(from, next)
            && (next == goal || commanders_ahead(from, next) == goal))
            return next;
    return NO_SECTOR;
}

/* What has been seen of a unit's order tells where it began and where it went first. */
static void guess_seen(gg_state *out, gg_side side, gg_unit who)
{
    const unit *u = &out->units[who];
    if (!is_on_board(u)) return;
    int first = u->tried[0] - 1, second = u->tried[1] - 1;
    int from = NO_SECTOR;
    if (u->from != 0 && u->done > 0 && u->actions == 1) from = u->from - 1;
    else if (u->done == 0) from = u->place;
    for (int near = 0; near < GROUNDS && from == NO_SECTOR; near++)
        if (commanders_is_adjacent(near, first) && near != reserve_of(enemy_of(side))) from = near;
    if (from == NO_SECTOR || from == first) return;
    int step1 = towards(from, first);
    if (step1 == NO_SECTOR) return;
    bool turned = u->actions == 2 && second != first;
    add_line(out, side, who, from, step1,
             turned && commanders_is_adjacent(step1, second) ? second + 1 : 0);
}

/* ---- What its owner is likely to have written: what promises most, a little in doubt. ---- */

enum {
    LIKELY = 12, /* lines that are looked at again after each that is written */
    DOUBT = 6,   /* a line may seem better by a sixth to a whole of half its worth */
};

typedef struct liked {
    gg_action line;
    int worth;
} liked;

/* Nobody knows of any order of it: it has done nothing yet. */
static bool is_unseen(const unit *u)
{
    return is_on_board(u) && (u->status & (ROUTED | SPENT | INSIDE)) == 0 && u->order == 0
           && u->actions == 0 && u->from == 0 && u->goal == 0;
}

static int gain_of(const gg_state *draft, gg_side side, const gg_action *line, int before)
{
    gg_state after = *draft;
    commanders_order_apply(&after, side, line, NULL, NULL);
    return commanders_plan_worth(&after, side) - before;
}

/* The best lines as things stand, best first. */
static int list_liked(const gg_state *draft, gg_side side, gg_dice *dice, liked list[LIKELY])
{
    gg_action offers[ACTIONS_MAX];
    const uint32_t count = commanders_plan_offer(draft, side, offers, ACTIONS_MAX);
    const int before = commanders_plan_worth(draft, side);
    int listed = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (offers[i].kind != ACTION_ORDER) continue;
        int worth = gain_of(draft, side, &offers[i], before);
        if (worth <= 0) continue;
        worth += worth * gg_roll(dice, DOUBT) / (2 * DOUBT);
        if (listed == LIKELY && list[LIKELY - 1].worth >= worth) continue;
        int at = listed < LIKELY ? listed++ : LIKELY - 1;
        for (; at > 0 && list[at - 1].worth < worth; at--) list[at] = list[at - 1];
        list[at] = (liked){offers[i], worth};
    }
    return listed;
}

/* A copy in which it is the step of planning, and only who may have an order that was not seen can
 * get one. */
static gg_state draft_of(const gg_state *from, gg_side side)
{
    gg_state draft = *from;
    draft.stage = PHASE_PLAN;
    for (gg_unit i = first_of(side); i < first_of(side) + UNITS; i++)
        if (draft.units[i].order == 0 && !is_unseen(&draft.units[i]))
            draft.units[i].status |= ROUTED;
    commanders_note_plan(&draft);
    return draft;
}

static void guess_unseen(gg_state *out, gg_side side, gg_dice *dice)
{
    gg_state draft = draft_of(out, side);
    liked list[LIKELY];
    const int listed = list_liked(&draft, side, dice, list);
    while (draft.plan_count[side] < PLAN_MAX) {
        const int before = commanders_plan_worth(&draft, side);
        int best = -1, most = 0;
        for (int i = 0; i < listed; i++) {
            if (commanders_order_legal(&draft, side, &list[i].line).reason != R_LEGAL) continue;
            int worth = gain_of(&draft, side, &list[i].line, before);
            worth += worth * gg_roll(dice, DOUBT) / (2 * DOUBT);
            if (worth > most) most = worth, best = i;
        }
        if (best < 0) break;
        commanders_order_apply(&draft, side, &list[best].line, NULL, NULL);
    }
    memcpy(out->plan[side], draft.plan[side], sizeof out->plan[side]);
    out->plan_count[side] = draft.plan_count[side];
    for (gg_unit i = first_of(side); i < first_of(side) + UNITS; i++)
        out->units[i].order = draft.units[i].order;
}

static void guess_plan(gg_state *out, gg_side side, gg_dice *dice)
{
    for (gg_unit i = first_of(side); i < first_of(side) + UNITS; i++)
        if (out->units[i].number != 0 && out->units[i].actions > 0
            && commanders_orders_left(out, side, NO_SECTOR) > 0)
            guess_seen(out, side, i);
    guess_unseen(out, side, dice);
}

/* A state that may be so: what it adds is exactly what a view hides.  The other side is taken to
 * have chosen nothing yet in the present step; so it can still do whatever it likes. */
void commanders_guess(const gg_state *view, gg_side side, gg_dice *dice, gg_state *out)
{
    *out = *view;
    if (view->stage == PHASE_DEPLOY || view->stage == PHASE_SCORING || view->stage == PHASE_OVER)
        return;
    if (view->stage == PHASE_ORDER_DICE) return;
    for (gg_side other = GG_BLUE; other <= GG_RED; other++)
        if (other != side) guess_plan(out, other, dice);
    commanders_note_plan(out);
}
