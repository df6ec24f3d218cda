/*
 * army.h - what a Brigade is, who leads it (command.c), its drill, and where it stands before the
 * battle and after it (scout.c, deal.c, ending.c); what fog hides (secrets.c).
 * SPDX-License-Identifier: MIT
 */
#ifndef CLAUSEWITZ_ARMY_H
#define CLAUSEWITZ_ARMY_H

#include "rules/clausewitz/law/clausewitz.h"

/* ---- brigade.c: what a Brigade is. ---- */
extern const gt_game cw_game;
gg_mark *cw_draw_thing(const gg_state *, gg_unit, gg_scene *); /* show/draw.c: of any kind */
gt_table cw_table(const gg_state *);
typedef struct cw_unit_def {
    const char *code, *words;
    uint8_t mounted, command, skirmish, role;
    uint16_t specials;
    gg_clause clause;
} cw_unit_def;
extern const cw_unit_def cw_unit_defs[]; /* by cw_type */
typedef struct cw_weapon_def {
    const char *code, *words;
    bool is_gun;
    gg_clause clause;
} cw_weapon_def;
extern const cw_weapon_def cw_weapon_defs[];
typedef struct cw_form_def {
    char letter;
    const char *words;
    bool fires, quarter, rerolls_steady, rerolls_fire, quick, moves;
    gg_clause clause;
} cw_form_def;
extern const cw_form_def cw_form_defs[];
extern const char *const cw_special_words[]; /* in notation, ended by NULL */
static inline bool cw_is_here(const gg_state *s, unsigned b)
{
    return b < s->body_count && s->bodies[b].removed == GONE_NOT;
}
static inline bool cw_is_fleeing(const gg_state *s, unsigned b)
{
    return (s->bodies[b].status & STATUS_FLEEING) != 0;
}
static inline bool cw_stands(const gg_state *s, unsigned b) /* has a Zone of Control */
{
    return cw_is_here(s, b) && !cw_is_fleeing(s, b);
}
static inline int cw_count(const gg_state *s, unsigned b) { return s->bodies[b].strength; }
static inline bool cw_is_infantry(const cw_unit *u)
{
    return u->type == TYPE_LI || u->type == TYPE_LT || u->type == TYPE_SK;
}
static inline bool cw_is_mounted(const cw_unit *u) { return cw_unit_defs[u->type].mounted != 0; }
static inline bool cw_is_cavalry(const cw_unit *u)
{
    return u->type == TYPE_HC || u->type == TYPE_NC || u->type == TYPE_LC;
}
static inline bool cw_is_guns(const cw_unit *u) { return u->type == TYPE_FA || u->type == TYPE_HA; }
bool cw_any(const gg_state *, unsigned b, bool (*is)(const cw_unit *));
bool cw_all(const gg_state *, unsigned b, bool (*is)(const cw_unit *));
bool cw_any_form(const gg_state *, unsigned b, cw_form);
bool cw_any_special(const gg_state *, unsigned b, unsigned special);
bool cw_all_special(const gg_state *, unsigned b, unsigned special);
static inline bool cw_is_horse(const gg_state *s, unsigned b)
{
    return cw_all(s, b, cw_is_mounted);
}
int32_t cw_reach(const gg_state *, cw_weapon, bool far); /* T5 */
/* A new unit as T4 has it. */
cw_unit cw_unit_of(const gg_state *, cw_type, cw_weapon, int men);
int cw_dice_of_men(const gg_state *, cw_type, int men); /* CW-R35 */
int cw_men_of_dice(const gg_state *, cw_type, int dice);
int cw_points(const gg_state *, const cw_unit *); /* T16 */
int cw_rating(const gg_state *, unsigned b);      /* CW-R34 */
/* No more than are kept count. */
void cw_add_losses(cw_brigade *, int hits, int lost);
/* Its own, else its Division's (CW-R32); it binds nothing but the score (CW-R107). */
int cw_objective_of(const gg_state *, unsigned b);
gg_convex cw_base(const gg_state *, unsigned b, int slot);
gg_point cw_base_middle(const gg_state *, unsigned b, int slot);
gg_point cw_middle(const gg_state *, unsigned b);
/* Brigades of the other side that stand within a length of this one; and whether any does. */
uint64_t cw_enemies_within(const gg_state *, unsigned b, int32_t limit);
bool cw_in_zone(const gg_state *, unsigned b); /* of an enemy: CW-12.1 */
/* The nearest enemy base of the Brigades in the set: least distance, lower id, lower slot. */
typedef struct cw_nearest {
    int brigade, slot;
    int32_t distance;
} cw_nearest; /* -1: none */
cw_nearest cw_nearest_base(const gg_state *, unsigned b, uint64_t among);
uint64_t cw_side_set(const gg_state *, gg_side, bool standing_only);
gg_zone cw_zone_of(const gg_state *, unsigned b, unsigned other, int slot); /* CW-R8 */
/* CW-R5 between a point and a Brigade. */
int32_t cw_point_distance(const gg_state *, gg_point, unsigned b);
gg_pose cw_pose(const gg_state *, unsigned b);
gg_box cw_box(const gg_state *, unsigned b);
/* The slot is taken out and the rest closes up; with nobody left it is gone for this reason. */
void cw_take_unit(gg_state *, unsigned b, int slot);

/* ---- command.c ---- */
static inline cw_general *cw_general_of(gg_state *s, unsigned unit)
{
    return &s->generals[(unit - FIRST_GENERAL) / GENERALS_MAX]
                       [(unit - FIRST_GENERAL) % GENERALS_MAX];
}
static inline const cw_general *cw_general_at(const gg_state *s, unsigned unit)
{
    return &s->generals[(unit - FIRST_GENERAL) / GENERALS_MAX]
                       [(unit - FIRST_GENERAL) % GENERALS_MAX];
}
static inline bool cw_is_general(unsigned unit)
{
    return unit >= FIRST_GENERAL && unit < FIRST_MARKER;
}
static inline const cw_marker *cw_scout_at(const gg_state *s, unsigned unit)
{
    return &s->markers[(unit - FIRST_MARKER) / MARKERS_MAX][(unit - FIRST_MARKER) % MARKERS_MAX];
}
/* Of a Brigade, a General or a scouting marker. */
static inline gg_point cw_place_of(const gg_state *s, unsigned unit)
{
    if (unit < BRIGADES_MAX) return s->bodies[unit].at;
    return cw_is_general(unit) ? cw_general_at(s, unit)->at : cw_scout_at(s, unit)->at;
}
static inline gg_side cw_general_side(unsigned unit)
{
    return (gg_side)((unit - FIRST_GENERAL) / GENERALS_MAX);
}
void cw_free(gg_state *, unsigned general, gg_point at, gg_log *); /* CW-R92 */
bool cw_is_in_play(const cw_general *);                            /* well or wounded */
gg_verdict cw_general_may_act(const gg_state *, gg_side, unsigned general);
bool cw_has_general_with_actions(const gg_state *, gg_side);
void cw_ride_adcs(gg_state *, gg_side, gg_log *);
void cw_lose_adcs(gg_state *, unsigned to, gg_log *); /* CW-R31: this addressee is gone */
/* CW-R31: an enemy Brigade so placed takes the ADCs it touches. */
void cw_catch_adcs(gg_state *, unsigned b, const gt_shapes *, gg_log *);
cw_command_query cw_command_of(const gg_state *, unsigned general, unsigned b);
void cw_fill_bag(gg_state *);
void cw_succeed(gg_state *, gg_log *); /* CW-R80 */
gg_verdict cw_general_may_end(const gg_state *, gg_side, gg_point from, gg_point to, int32_t most);

/* ---- drillbook.c ---- */
int cw_usual_width(const gg_state *, unsigned b);
void cw_forget_loan(gg_state *, unsigned skirmishers); /* no unit has a die there any more */
/* Packed in a number of an action: formations of the slots (3 bits each, form + 1, 0: no more), and
 * an order of the slots (3 bits each, the old slot, XOR the slots as they stand). */
static inline int cw_packed_form(int32_t packed, int slot)
{
    return (packed >> (3 * slot) & 7) - 1;
}
static inline int cw_packed_slot(int32_t packed, int slot)
{
    return (packed >> (3 * slot) & 7) ^ slot;
}

/* ---- scout.c, ending.c ---- */
void cw_begin_setup(gg_state *);        /* a scenario as it is played: scouting, objectives */
void cw_setup_on(gg_state *, gg_log *); /* after each choice of setup, scout and deploy */
gg_point cw_scout_end(const gg_state *, gg_side, gg_point from, gg_point to);
bool cw_is_order(int32_t packed, int count);
bool cw_may_form(const cw_unit *, int form);
void cw_reorder(gg_state *, unsigned b, int32_t packed);
int cw_objectives_each(const gg_state *);                               /* T13 */
int cw_objective_points(const gg_state *, unsigned objective, gg_side); /* CW-R83: its worth */
int cw_points_now(const gg_state *, unsigned objective, gg_side); /* CW-R83, as it stands now */
/* Brigades of either side that stand near enough to hold it; does one of this side, one that was
 * told to or any; and what it brings then, to who has asked. */
uint64_t cw_about(const gg_state *, unsigned objective);
bool cw_holds(const gg_state *, unsigned objective, gg_side, bool assigned, uint64_t about);
int cw_points_by(const gg_state *, unsigned objective, gg_side, uint64_t about);
void cw_end_turn(gg_state *, gg_log *); /* points; over, or the next turn begins */
void cw_finish(gg_state *, cw_ended, gg_side winner, gg_log *);

/* ---- secrets.c: fog (CW-1.6). ---- */
bool cw_is_hidden(const gg_state *, unsigned b, gg_side from); /* fog: not revealed to that side */
bool cw_is_face_down(const gg_state *, unsigned b);
bool cw_is_secret(const gg_state *); /* what is chosen now is not for the other side's eyes */
void cw_reveal(gg_state *, unsigned b, gg_log *);
uint64_t cw_hidden_set(const gg_state *); /* who is not revealed */
void cw_hide_events(const gg_state *, uint64_t hidden, gg_log *, uint32_t first);

#endif
