/*
 * notes.c - copies of what answers come from, and prospects of pairs of bodies.
 * SPDX-License-Identifier: MIT
 */
#include "table/notes.h"

bool gt_are_noted(const gt_part *parts, int count, uint32_t *is_made)
{
    bool same = *is_made;
    for (int i = 0; i < count && same; i++)
        same = memcmp(parts[i].copy, parts[i].now, parts[i].bytes) == 0;
    if (same) return true;
    for (int i = 0; i < count; i++) memcpy(parts[i].copy, parts[i].now, parts[i].bytes);
    *is_made = true;
    return false;
}

static bool has(uint64_t set, unsigned u) { return (set >> u & 1) != 0; }

static bool has_nearest(uint64_t set, gt_outlook of)
{
    return of.nearest != GT_NOBODY && has(set, of.nearest);
}

static gt_outlook best_of(const gt_prospect *of, uint64_t enemies)
{
    gt_outlook best = gt_no_outlook;
    while (enemies != 0) {
        const unsigned e = (unsigned)gg_next_bit(&enemies);
        gt_take_in(&best, e, of[e]);
    }
    return best;
}

/* Was he the best for it in anything, and is no longer as good? */
static bool is_less(const gt_outlook *best, unsigned e, gt_prospect was, gt_prospect is)
{
    return (best->nearest == e && is.far > was.far)
           || (best->fire == was.fire && is.fire < was.fire)
           || (best->charge == was.charge && is.charge < was.charge);
}

/* These enemies have changed, or are gone; all others are as they were. */
static gt_outlook look_at_some(gt_pairs *w, gt_outlook best, const gt_news *news, unsigned u,
                               uint64_t others)
{
    const uint64_t enemies = news->here[1 - news->bodies[u].side];
    const gt_prospect gone = {.far = GT_FAR_OFF};
    bool again = false;
    while (others != 0) {
        const unsigned e = (unsigned)gg_next_bit(&others);
        const gt_prospect was = has(w->here, e) ? w->of[u][e] : gone;
        gt_prospect *is = &w->of[u][e];
        *is = has(enemies, e) ? news->of(news->state, news->with, u, e) : gone;
        again = again || is_less(&best, e, was, *is);
        gt_take_in(&best, e, *is);
    }
    return again ? best_of(w->of[u], enemies) : best;
}

static gt_outlook look_at_all(gt_pairs *w, const gt_news *news, unsigned u)
{
    gt_outlook best = gt_no_outlook;
    for (uint64_t rest = news->here[1 - news->bodies[u].side]; rest != 0;) {
        const unsigned e = (unsigned)gg_next_bit(&rest);
        w->of[u][e] = news->of(news->state, news->with, u, e);
        gt_take_in(&best, e, w->of[u][e]);
    }
    return best;
}

uint64_t gt_note_pairs(gt_pairs *w, gt_outlook best[GT_PAIRED_MAX], const gt_news *news)
{
    uint64_t of_side[2] = {0, 0}, seen_otherwise = news->changed;
    if (news->changed == 0) return 0;
    for (uint64_t rest = news->changed; rest != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&rest);
        of_side[news->bodies[u].side] |= gt_bit(u);
    }
    for (uint64_t rest = news->here[GG_BLUE] | news->here[GG_RED]; rest != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&rest);
        const uint64_t others = of_side[1 - news->bodies[u].side];
        if (has(news->changed, u)) {
            best[u] = look_at_all(w, news, u);
        } else if (others != 0) {
            const gt_outlook was = best[u];
            best[u] = look_at_some(w, was, news, u, others);
            if (has_nearest(others, was) || has_nearest(others, best[u]))
                seen_otherwise |= gt_bit(u);
        }
    }
    w->here = news->here[GG_BLUE] | news->here[GG_RED];
    return seen_otherwise;
}
