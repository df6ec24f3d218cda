/*
 * notes.h - what was found out in an earlier position and still holds, for who asks about position
 * after position in which one or two bodies stand otherwise: scores and offers.
 *
 * A game keeps copies of what its answers come from.  What two bodies could do to each other holds
 * while both stand as they did, so it is noted for each pair, and beside it the best of each body
 * and who is nearest to it.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_TABLE_NOTES_H
#define GG_TABLE_NOTES_H

#include <string.h>

#include "table/table.h"

/* ---- Copies. ---- */

/* Is the copy as it is now?  It is afterwards. */
static inline bool gt_is_noted(void *copy, const void *now, size_t bytes)
{
    if (memcmp(copy, now, bytes) == 0) return true;
    memcpy(copy, now, bytes);
    return false;
}
/* The same of all these parts of a state; no copy is looked at before all were made. */
typedef struct gt_part {
    void *copy;
    const void *now;
    size_t bytes;
} gt_part;
bool gt_are_noted(const gt_part *, int count, uint32_t *is_made);

/* ---- Prospects. ---- */
enum {
    GT_PAIRED_MAX = 64, /* bodies; a set of them is one word */
    GT_FAR_OFF = 255,
};
/* What one could do to another, in the game's own worth. */
typedef struct gt_prospect {
    int16_t fire, charge; /* 0: nothing */
    uint8_t far;          /* in inches or so; GT_FAR_OFF: it is nobody's nearest enemy */
    uint8_t zero;
} gt_prospect;
/* The best that it could do to any, and who is nearest to it: the lowest on ties. */
typedef struct gt_outlook {
    int16_t fire, charge;
    uint8_t near, nearest; /* GT_FAR_OFF, GT_NOBODY: there is none */
    uint8_t zero[2];
} gt_outlook;
static const gt_outlook gt_no_outlook = {.near = GT_FAR_OFF, .nearest = GT_NOBODY};
static inline void gt_take_in(gt_outlook *all, unsigned enemy, gt_prospect it)
{
    if (it.far < all->near || (it.far == all->near && enemy < all->nearest && it.far < GT_FAR_OFF))
        all->near = it.far, all->nearest = (uint8_t)enemy;
    if (it.fire > all->fire) all->fire = it.fire;
    if (it.charge > all->charge) all->charge = it.charge;
}
typedef struct gt_pairs {
    uint64_t here; /* who was, at the last look */
    gt_prospect of[GT_PAIRED_MAX][GT_PAIRED_MAX];
} gt_pairs;
/* Who is on the table of each side, and who stands otherwise than before, or no longer: all of
 * them if nothing was noted.  `of` is asked of pairs in which one does. */
typedef struct gt_news {
    const gg_state *state;
    const gt_body *bodies;
    uint64_t here[2], changed;
    gt_prospect (*of)(const gg_state *, void *with, unsigned body, unsigned enemy);
    void *with;
} gt_news;
/* Brings the outlooks up to date.  Gives those that changed, or whose nearest enemy did or is
 * another. */
uint64_t gt_note_pairs(gt_pairs *, gt_outlook best[GT_PAIRED_MAX], const gt_news *);

#endif
