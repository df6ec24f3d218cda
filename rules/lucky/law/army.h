/*
 * army.h - commanders and their orders (chapter 2), what units are and how they change (chapters 9
 * to 11), and who has won (chapter 12).
 * SPDX-License-Identifier: MIT
 */
#ifndef LUCKY_ARMY_H
#define LUCKY_ARMY_H

#include "rules/lucky/law/ground.h"

/* ---- command.c ---- */
static inline bool lg_is_present(const lg_commander *his) { return his->gone == 0; }
/* Of a unit or a commander by its name: is it on the table, whose is it, where? */
bool lg_is_here(const gg_state *, gg_unit);
static inline gg_side lg_side_of(const gg_state *s, gg_unit n)
{
    return n < UNITS_MAX ? s->units[n].side : s->commanders[n - UNITS_MAX].side;
}
static inline gg_point lg_place_of(const gg_state *s, gg_unit n)
{
    return n < UNITS_MAX ? s->units[n].at : s->commanders[n - UNITS_MAX].at;
}
int lg_holding_limit(const gg_state *, const lg_commander *);
int32_t lg_command_range(const gg_state *, lg_level);
/* The nearest place that may be named (LG-R1). */
static inline gg_point lg_grained(gg_point at)
{
    return (gg_point){(int32_t)gg_rdiv(at.x, HUNDREDTH) * HUNDREDTH,
                      (int32_t)gg_rdiv(at.y, HUNDREDTH) * HUNDREDTH};
}
/* He rides there: he joins nobody, and rallies nobody. */
static inline gg_action lg_ride_of(unsigned commander, gg_point at)
{
    gg_action action = gg_action_on(ACTION_RIDE, UNITS_MAX + commander, GG_NO_UNIT);
    action.item = GG_NO_UNIT;
    action.at = at;
    return action;
}
/* Has the unit's division commander an order in reserve for it, in range (LG-R38)? */
gg_verdict lg_reserve_legal(const gg_state *, unsigned unit);
/* The range and all else aside. */
static inline bool lg_has_reserve(const gg_state *s, unsigned u)
{
    const unsigned division = s->units[u].division;
    return division != NOBODY && s->commanders[division].held > 0;
}
int lg_most_to_give(const gg_state *, unsigned from, unsigned to); /* as things stand */
void lg_reserve_spend(gg_state *, unsigned unit, gg_log *);
bool lg_is_in_command(const gg_state *, unsigned commander, unsigned unit);
bool lg_has_give(const gg_state *, lg_level);
uint64_t lg_active_at(const gg_state *, lg_level); /* commanders of the active side */
bool lg_cinc_rolls(const gg_state *);              /* has it a CinC who may? */
bool lg_corps_roll(const gg_state *);              /* has a corps commander been given orders? */
bool lg_has_assign(const gg_state *);
void lg_turn_begins(gg_state *, gg_log *); /* H0 */

/* ---- status.c: units change: poses, markers, losses, rallies; nations and quality. ---- */
int32_t lg_rate(const gg_state *, const lg_unit *); /* its move in hundredths (T4) */
int32_t lg_rate_in(const gg_state *, lg_type, lg_formation);
lg_quality lg_quality_of(const gg_state *, unsigned unit); /* landwehr beside regulars (LG-R127) */
bool lg_line_binds(const gg_state *, const lg_unit *);     /* LG-R52 */
int lg_shaken_limit(const gg_state *, const lg_unit *);
bool lg_may_mass(const lg_unit *);
bool lg_skirmish_default(const gg_state *, const lg_unit *);
/* What an event tells beyond who: whom + 1 (lg_whom), the face of a plain die, a clause that is
 * better than the saying's own. */
typedef struct lg_told {
    int amount, had, total;
    gg_point at, to;
    gg_clause clause;
    uint16_t whom;
    uint8_t die;
} lg_told;
static const lg_told lg_plain = {0};
static inline uint16_t lg_whom(unsigned unit) { return (uint16_t)(unit + 1); }
void lg_tell(gg_log *, gg_event_kind, lg_saying, unsigned who, lg_told);
/* A new place and facing, with its commander; no rule is asked. */
void lg_put(gg_state *, unsigned unit, gg_point, int32_t facing);
/* The same as the end of a move that is told, with the commanders it rides down (LG-R43). */
void lg_move_to(gg_state *, unsigned unit, gg_point, int32_t facing, lg_saying, gg_log *);
/* A turn that is told, after which the unit still goes on (LG-R142). */
void lg_turn_to(gg_state *, unsigned unit, int32_t facing, gg_log *);
void lg_set_formation(gg_state *, unsigned unit, lg_formation);
void lg_remove(gg_state *, unsigned unit, lg_removed, gg_log *);
void lg_lose(gg_state *, unsigned unit, int amount, gg_log *);
void lg_shake(gg_state *, unsigned unit, gg_clause, gg_log *);
void lg_disorder(gg_state *, unsigned unit, gg_clause, gg_log *);
void lg_rout(gg_state *, unsigned unit, gg_clause, gg_log *); /* it runs when all is known */
gt_forced lg_run(gg_state *, unsigned unit, int32_t facing, lg_saying, gg_log *);
void lg_rout_ends(gg_state *, unsigned unit, gt_forced_end, gg_log *);
void lg_rout_home(gg_state *, unsigned unit, gg_log *);               /* LG-R121 */
void lg_commander_resettle(gg_state *, unsigned commander, gg_log *); /* LG-R43 */
void lg_commander_lost(gg_state *, unsigned commander, lg_saying, gg_log *);
void lg_note_health(gg_state *, unsigned unit); /* whoever changes that tells it here */
bool lg_has_rally(const gg_state *, gg_side);

/* ---- review.c ---- */
int lg_lost_units(const gg_state *, gg_side); /* LG-R131 */
bool lg_counts_as_lost(const gg_state *, const lg_unit *);
int lg_breaks_at(const gg_state *, gg_side); /* per cent of its units (LG-12.1) */
int lg_points(const gg_state *, gg_side);    /* LG-R134 */
void lg_hold_objectives(gg_state *, gg_log *);
void lg_review(gg_state *, gg_log *);
void lg_prepare(gg_state *);

lg_unit lg_new_unit(gg_side, int number); /* of which nothing was said yet */
int lg_count_units(const gg_state *, gg_side);

#endif
