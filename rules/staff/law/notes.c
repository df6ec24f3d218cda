/*
 * notes.c - what follows from the rest of the state and is worked out once: how each unit stands,
 * who is there, who is engaged and who is in proximity to whom (ST-R3, ST-R6, ST-R8, ST-R11).  It
 * decides nothing: whatever moves, forms, removes or engages a unit says so here.
 * SPDX-License-Identifier: MIT
 */
#include "move.h"

static bool is_half_on(const gt_table *t, uint64_t areas, staff_ground kind, gg_pose pose,
                       gg_box box)
{
    while (areas != 0) {
        const unsigned i = (unsigned)gg_next_bit(&areas);
        if (t->areas[i].type == kind && gt_figures_on(t, i, pose, box) >= GT_FIGURES / 2)
            return true;
    }
    return false;
}

static staff_stand stand_of(const gg_state *s, unsigned u)
{
    const gt_table t = staff_table(s);
    const gg_pose pose = staff_pose(s, u);
    const gg_box box = staff_box(s, u, s->units[u].formation);
    const gg_convex shape = gg_rectangle(pose, box);
    staff_stand it = {.bounds = gg_bounds_of(&shape),
                      .centre = staff_centre_at(pose, box),
                      .box = box,
                      .outer = (int32_t)gt_circles_of(box).outer};
    for (int i = 0; i < 4; i++) it.corners[i] = shape.at[i];
    const uint64_t areas = gt_areas_about(&t, it.bounds);
    if (areas == 0) return it;
    it.level = (uint8_t)staff_level(s, it.centre);
    it.in_wood = is_half_on(&t, areas, GROUND_WOOD, pose, box);
    it.in_crops = is_half_on(&t, areas, GROUND_CROPS, pose, box);
    return it;
}

static void look_whom_it_is_near(gg_state *s, unsigned u)
{
    const gt_table t = staff_table(s);
    const staff_stand *its = &s->notes.stands[u];
    const int32_t limit = staff_number(s, N_proximity);
    const gg_bounds about = {{its->bounds.low.x - limit, its->bounds.low.y - limit},
                             {its->bounds.high.x + limit, its->bounds.high.y + limit}};
    uint64_t close = 0;
    for (uint64_t rest = staff_side(s, gg_other(s->units[u].side)); rest != 0;) {
        const unsigned e = (unsigned)gg_next_bit(&rest);
        const gg_bounds *at = &s->notes.stands[e].bounds;
        const bool is_far = at->low.x > about.high.x || at->high.x < about.low.x
                            || at->low.y > about.high.y || at->high.y < about.low.y;
        if (!is_far && gt_is_within(&t, u, e, limit)) close |= gt_bit(e);
    }
    s->notes.close[u] = close;
}

void staff_note_stand(gg_state *s, unsigned u) { s->notes.stands[u] = stand_of(s, u); }

void staff_note_unit(gg_state *s, unsigned u)
{
    staff_notes *notes = &s->notes;
    const uint64_t bit = gt_bit(u), was = notes->close[u];
    const gg_side side = s->units[u].side;
    notes->stands[u] = stand_of(s, u);
    notes->here[side] &= ~bit;
    notes->close[u] = 0;
    if (staff_is_here(s, u)) {
        notes->here[side] |= bit;
        look_whom_it_is_near(s, u);
    }
    for (uint64_t rest = was & ~notes->close[u]; rest != 0;)
        notes->close[gg_next_bit(&rest)] &= ~bit;
    for (uint64_t rest = notes->close[u] & ~was; rest != 0;)
        notes->close[gg_next_bit(&rest)] |= bit;
}

void staff_note_contacts(gg_state *s)
{
    uint64_t engaged = 0;
    for (int i = 0; i < s->contact_count; i++) { /* half a contact is no position: audit says so */
        if (s->contacts[i].a != 0) engaged |= gt_bit(s->contacts[i].a - 1u);
        if (s->contacts[i].b != 0) engaged |= gt_bit(s->contacts[i].b - 1u);
    }
    s->notes.engaged = engaged;
}

/* However anybody forms, and whatever building he holds. */
static int32_t reach_of_all(const gg_state *s)
{
    int64_t most = 0;
    for (unsigned u = 0; u < s->unit_count; u++)
        for (unsigned formation = 0; formation < FORM_GARRISON; formation++) {
            const int64_t outer = gt_circles_of(staff_box(s, u, formation)).outer;
            if (outer > most) most = outer;
        }
    for (unsigned i = 0; i < s->area_count; i++) {
        if (s->areas[i].type != GROUND_BUILDING) continue;
        const int64_t outer = gt_circles_of(staff_building_box(s, i)).outer;
        if (outer > most) most = outer;
    }
    return (int32_t)(most < REACH_MAX ? most : REACH_MAX);
}

void staff_make_notes(gg_state *s)
{
    s->notes = (staff_notes){.reach = reach_of_all(s)};
    for (unsigned u = 0; u < s->unit_count; u++) {
        s->notes.stands[u] = stand_of(s, u);
        if (staff_is_here(s, u)) s->notes.here[s->units[u].side] |= gt_bit(u);
    }
    for (unsigned u = 0; u < s->unit_count; u++)
        if (staff_is_here(s, u)) look_whom_it_is_near(s, u);
    staff_note_contacts(s);
}

/* ---- What follows from the rest. ---- */

static const char *settle_unit(gg_state *s, unsigned u)
{
    staff_unit *it = &s->units[u];
    if (it->type == TYPE_BN_GUN) s->more[u].size = SIZE_TINY;
    if (s->more[u].elite != 0) s->more[u].rules |= RULE_ELITE;
    if (staff_is_guns(it) && it->formation == FORM_LINE) it->formation = FORM_DEPLOYED;
    if (it->removed) {
        staff_strike_out(s, u);
        return NULL;
    }
    if (s->more[u].inside != 0) {
        const unsigned area = staff_building(s, s->more[u].inside);
        if (area == NOBODY) return "there is no such house";
        const gg_pose held = staff_building_pose(s, area);
        it->formation = FORM_GARRISON;
        it->at = held.at;
        it->facing = (int16_t)(held.facing / 10);
    }
    if (it->at.x == NOWHERE) return "a unit needs a place: inches east,north";
    return NULL;
}

static const char *settle_commander(gg_state *s, unsigned row)
{
    staff_commander *his = &s->commanders[row];
    if (his->there != THERE) {
        his->at = (gg_point){0, 0};
        his->joined = 0;
        return NULL;
    }
    if (his->joined != 0) his->at = s->units[his->joined - 1].at;
    if (his->at.x == NOWHERE) return "a commander needs a place: inches east,north, or with UNIT";
    return NULL;
}

const char *staff_settle(gg_state *s, const int32_t *options)
{
    (void)options; /* a scenario begins with the step of the phase it says */
    s->grid.cell = gt_cell(s->width, s->height);
    for (unsigned u = 0; u < s->unit_count; u++) {
        const char *broken = settle_unit(s, u);
        if (broken != NULL) return broken;
        staff_commander *his = &s->commanders[staff_commander_row(&s->units[u])];
        if (his->rating == 0) his->rating = 8; /* of a brigade that has none: it may break */
    }
    for (unsigned row = 0; row < COMMANDERS_MAX; row++) {
        const char *broken = settle_commander(s, row);
        if (broken != NULL) return broken;
    }
    for (unsigned u = 0; u < s->unit_count; u++)
        if (staff_is_here(s, u)) gt_grid_put(s->grid.strips, 1, s->grid.cell, u, s->units[u].at);
    if (s->ended != ENDED_NOT) s->phase = PHASE_OVER;
    staff_make_notes(s);
    if (s->phase == PHASE_PICK && s->commander == 0) staff_play_on(s, NULL); /* ST-R93 */
    return NULL;
}
