/*
 * show.h - what people read and see: names, notation, the scene.
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMANDERS_SHOW_H
#define COMMANDERS_SHOW_H

#include "rules/commanders/law/combat.h"

/* ---- names.c ---- */
extern const char *const commanders_place_names[PLACES + 1], *const commanders_ground_names[];
extern const char *const commanders_type_words[TYPES];
gg_unit commanders_find_unit(const gg_state *, gg_side, const char *); /* by its label */
extern const char commanders_expected_side[], commanders_expected_sector[],
    commanders_expected_ground[], commanders_expected_zone[], commanders_expected_units[];
void commanders_put_zone(gg_text *, int id);
bool commanders_scan_zone(gg_scan *, int *id);
bool commanders_scan_place(gg_scan *, int *place, int limit); /* one of the first `limit` places */
bool commanders_scan_type(gg_scan *, int *type);
/* bI3: the parts of the name; false if none stands here. */
bool commanders_scan_label(gg_scan *, int *side, int *type, int *number);
int commanders_unit_of(const gg_state *, int side, int type, int number); /* -1: nobody */
/* Both; GG_NO_UNIT: nobody has that name. */
bool commanders_scan_name(gg_scan *, const gg_state *, gg_unit *who);

/* ---- notation.c ---- */
enum { COMMANDERS_LINES = 27 };

/* ---- actions.c, words.c ---- */
/* How many units of a division go to zone `rank` and are like its unit i, if that is the first of
 * them; else 0.  `zones` as in the action: three bits a unit. */
int commanders_alike(const gg_state *, const division *, uint32_t zones, int rank, int i);
/* A zone for people: "between b1 and b2". */
void commanders_write_zone(const gg_state *, int64_t id, gg_text *);

/* ---- draw.c ---- */
gg_mark *commanders_draw_place(gg_scene *, gg_role, int place); /* its area */
/* As the n-th unit of its side in its place. */
gg_mark *commanders_draw_unit(const gg_state *, gg_unit, int n, gg_scene *);
/* Where draw() puts it now; NULL: it is off the board, or there is no room. */
gg_mark *commanders_draw_standing(const gg_state *, gg_unit, gg_scene *);
/* As on an order sheet, without the steps that are done. */
void commanders_draw_order(gg_scene *, gg_side, const order *, int done, uint16_t flags);
gg_point commanders_middle_of(int place);
gg_point commanders_space_at(const zone *, gg_side, int space);

/* ---- sketch.c ---- */
/* The sectors and reserves where the offers of this unit end: by bit. */
uint16_t commanders_reach(const gg_state *, gg_side, gg_unit who);

#endif
