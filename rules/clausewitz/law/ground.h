/*
 * ground.h - terrain, where a Brigade may stand, and what it sees.
 * SPDX-License-Identifier: MIT
 */
#ifndef CLAUSEWITZ_GROUND_H
#define CLAUSEWITZ_GROUND_H

#include "rules/clausewitz/law/army.h"

/* ---- ground.c ---- */
cw_class cw_class_of(unsigned ground);
/* Where a Brigade would stand: is every corner on the table (as far as it may be, CW-R18), does it
 * overlap anybody but those in `but`, does it touch impassable ground that it may not enter? */
static inline bool cw_is_on_table_place(const gg_state *s, gg_point at)
{
    return at.x >= 0 && at.y >= 0 && at.x <= s->width && at.y <= s->height;
}
bool cw_is_on_table(const gg_state *, unsigned b, const gt_shapes *);
int cw_overlaps(const gg_state *, unsigned b, const gt_shapes *, uint64_t but); /* whom; -1 */
bool cw_touches(const gg_state *, const gt_shapes *, cw_class least); /* nine points, CW-R15 */
bool cw_pose_is_legal(const gg_state *, unsigned b, gg_pose, int wide, gg_verdict *);
bool cw_may_enter_impassable(const gg_state *, unsigned b); /* CW-4.6 */
uint64_t cw_areas_from(const gg_state *, cw_class least);   /* areas of this class or worse */
cw_class cw_worst_among(const gg_state *, const gt_shapes *, uint64_t areas);
bool cw_all_on_road(const gg_state *, const gt_shapes *);
int cw_level(const gg_state *, gg_point);    /* CW-R16 */
int cw_hill_row(const gg_state *, gg_point); /* CW-R99: what the highest there adds; or N_NONE */
bool cw_in_ground(const gg_state *, gg_point, cw_ground);
bool cw_in_class(const gg_state *, gg_point, cw_class);
int cw_save_at(const gg_state *, gg_point); /* 0: none */
/* CW-R12 to CW-R14: what a front unit sees straight ahead. */
typedef struct cw_seen {
    uint8_t brigade, slot;
    int32_t range;
} cw_seen;
enum { SEEN_MAX = 64 };
/* Enemy bases that the slot may aim at, each once with its least range, sorted by range, Brigade,
 * slot; up to this far.  Troops and ground block as the rules have it. */
int cw_sees(const gg_state *, unsigned b, int slot, int32_t far, cw_seen out[SEEN_MAX]);
/* The first base of anybody on one of the front row's lines is this enemy, level ignored, within
 * a range; sees_ground: CW-R14 is asked too (CHARGE). */
bool cw_is_ahead(const gg_state *, unsigned b, unsigned enemy, int32_t far, bool sees_ground);
/* The same of any enemy that stands or flees. */
bool cw_any_ahead(const gg_state *, unsigned b, int32_t far);

#endif
