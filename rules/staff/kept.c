/*
 * kept.c - what was worked out for the offers of an earlier state and still holds: whom a unit may
 * shoot at, and which ways are open to it.  Whoever stands otherwise than he did then drops what
 * lies about his old place and his new one; nothing else decides, whatever the states have in
 * common.
 */
#include "staff.h"

/* The ground, the options and the numbers. */
static bool is_same_table(staff_kept *k, const gg_state *s)
{
    const staff_kept_sizes sizes = {.width = s->width,
                                    .height = s->height,
                                    .reach = s->notes.reach,
                                    .unit_count = s->unit_count,
                                    .area_count = s->area_count,
                                    .stretch_count = s->stretch_count};
    const gt_part parts[] = {
        {&k->sizes, &sizes, sizeof sizes},     {k->areas, s->areas, sizeof k->areas},
        {k->lines, s->lines, sizeof k->lines}, {k->options, s->options, sizeof k->options},
        {k->house, s->house, sizeof k->house},
    };
    return gt_are_kept(parts, sizeof parts / sizeof *parts, &k->is_made);
}

static staff_pose_row row_of(const gg_state *s, unsigned u)
{
    const staff_unit *it = &s->units[u];
    return (staff_pose_row){.at = it->at,
                            .facing = it->facing,
                            .type = it->type,
                            .size = it->quality,
                            .formation = it->formation,
                            .inside = s->more[u].inside,
                            .is_here = it->removed == 0,
                            .flags = (uint8_t)(it->side | (unsigned)staff_is_engaged(s, u) << 1
                                               | (unsigned)staff_is_in_proximity(s, u) << 2)};
}

static void forget(staff_kept *k, unsigned u)
{
    k->has_shots &= ~gt_bit(u);
    k->way_counts[u] = k->change_counts[u] = k->charge_counts[u] = 0;
}

static void begin_anew(staff_kept *k, const gg_state *s)
{
    for (unsigned u = 0; u < UNITS_MAX; u++) forget(k, u);
    for (unsigned u = 0; u < s->unit_count; u++) {
        k->rows[u] = row_of(s, u);
        k->bounds[u] = s->notes.stands[u].bounds;
    }
}

static inline bool bounds_meet(const gg_bounds *a, const gg_bounds *b)
{
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y
           && b->low.y <= a->high.y;
}

/* What lies about there holds no longer. */
static void drop_about(staff_kept *k, gg_bounds place)
{
    for (uint64_t rest = k->has_shots; rest != 0;) {
        const uint64_t bit = rest & (0 - rest);
        if (bounds_meet(&k->shots[gg_next_bit(&rest)].about, &place)) k->has_shots &= ~bit;
    }
    for (unsigned u = 0; u < k->sizes.unit_count; u++) {
        for (int i = 0; i < k->charge_counts[u]; i++)
            if (bounds_meet(&k->charges[u][i].about, &place)) k->charges[u][i].is_known = 0;
        for (int i = 0; i < k->change_counts[u]; i++)
            if (bounds_meet(&k->changes[u][i].about, &place)) k->changes[u][i].is_known = 0;
        if (k->way_counts[u] == 0 || !bounds_meet(&k->abouts[u], &place)) continue;
        for (int i = 0; i < k->way_counts[u]; i++)
            if (bounds_meet(&k->ways[u][i].about, &place)) k->ways[u][i].known = 0;
    }
}

void staff_look_again(staff_kept *k, const gg_state *s)
{
    if (!is_same_table(k, s)) {
        begin_anew(k, s);
        return;
    }
    for (unsigned u = 0; u < s->unit_count; u++) {
        const staff_pose_row now = row_of(s, u);
        if (gt_is_kept(&k->rows[u], &now, sizeof now)) continue;
        drop_about(k, k->bounds[u]);
        drop_about(k, s->notes.stands[u].bounds);
        k->bounds[u] = s->notes.stands[u].bounds;
        forget(k, u);
    }
}

/* ---- Ways. ---- */

staff_kept_way *staff_keep_way(staff_kept *k, unsigned u, unsigned kind, int32_t bearing,
                               int32_t facing, int32_t most)
{
    const int count = k->way_counts[u];
    for (int i = 0; i < count; i++) {
        staff_kept_way *it = &k->ways[u][i];
        if (it->bearing == bearing && it->facing == facing && it->most == most && it->kind == kind)
            return it;
    }
    if (count == KEPT_WAYS) return NULL;
    staff_kept_way *it = &k->ways[u][count];
    *it = (staff_kept_way){.bearing = (int16_t)bearing,
                           .facing = (int16_t)facing,
                           .kind = (uint8_t)kind,
                           .most = most};
    k->way_counts[u]++;
    return it;
}

void staff_way_is_about(staff_kept *k, unsigned u, staff_kept_way *way, gg_bounds about)
{
    gg_bounds *all = &k->abouts[u];
    way->about = about;
    if (k->way_counts[u] == 1) *all = about;
    if (about.low.x < all->low.x) all->low.x = about.low.x;
    if (about.low.y < all->low.y) all->low.y = about.low.y;
    if (about.high.x > all->high.x) all->high.x = about.high.x;
    if (about.high.y > all->high.y) all->high.y = about.high.y;
}

/* ---- What turns or forms, and charges. ---- */

staff_kept_change *staff_keep_change(staff_kept *k, const gg_action *action)
{
    const unsigned u = action->who;
    const int count = k->change_counts[u];
    for (int i = 0; i < count; i++) {
        staff_kept_change *it = &k->changes[u][i];
        if (it->kind == action->kind && it->item == action->item && it->by == action->args[0])
            return it;
    }
    if (count == KEPT_CHANGES || action->item > UINT8_MAX) return NULL;
    k->changes[u][count] = (staff_kept_change){
        .by = (int16_t)action->args[0], .kind = action->kind, .item = (uint8_t)action->item};
    return &k->changes[u][k->change_counts[u]++];
}

staff_kept_charge *staff_keep_charge(staff_kept *k, unsigned u, unsigned target)
{
    const int count = k->charge_counts[u];
    for (int i = 0; i < count; i++)
        if (k->charges[u][i].target == target) return &k->charges[u][i];
    if (count == KEPT_CHARGES) return NULL;
    k->charges[u][count] = (staff_kept_charge){.target = (uint8_t)target};
    return &k->charges[u][k->charge_counts[u]++];
}
