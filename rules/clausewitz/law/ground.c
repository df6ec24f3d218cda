/*
 * ground.c - terrain (chapter 4): where a Brigade may stand, what the ground does to it, and what a
 * unit sees straight ahead (CW-R12 to CW-R18).
 * SPDX-License-Identifier: MIT
 */
#include "ground.h"

static const uint8_t classes[GROUNDS] = {
#define GROUND(id, name, words, class, flags, depth, role, clause) [GROUND_##id] = class,
#include "ground.def"
#undef GROUND
};
static const uint8_t hides[GROUNDS] = {
#define GROUND(id, name, words, class, flags, depth, role, clause) [GROUND_##id] = depth,
#include "ground.def"
#undef GROUND
};

cw_class cw_class_of(unsigned ground) { return (cw_class)classes[ground]; }

/* ---- Where a Brigade may stand. ---- */

static int32_t outside_by(const gg_state *s, const gt_shapes *shapes)
{
    int32_t most = 0;
    for (int i = 0; i < shapes->count; i++) {
        const gg_bounds box = gg_bounds_of(&shapes->at[i]);
        const int32_t by[] = {-box.low.x, -box.low.y, box.high.x - s->width,
                              box.high.y - s->height};
        for (int side = 0; side < 4; side++)
            if (by[side] > most) most = by[side];
    }
    return most;
}

/* CW-R18: no farther outside than it is already, where a flight has left it there. */
bool cw_is_on_table(const gg_state *s, unsigned b, const gt_shapes *shapes)
{
    const int32_t out = outside_by(s, shapes);
    if (out <= TOLERANCE) return true;
    if (!cw_is_here(s, b)) return false;
    const gt_table t = cw_table(s);
    const gt_shapes now = gt_shapes_of(&t, b);
    return out <= outside_by(s, &now);
}

int cw_overlaps(const gg_state *s, unsigned b, const gt_shapes *shapes, uint64_t but)
{
    const gt_table t = cw_table(s);
    gt_set near;
    gt_near(&t, gt_shapes_bounds(shapes), 0, &near);
    uint64_t rest = near.bits[0] & ~but & ~gt_bit(b);
    while (rest != 0) {
        const int other = gg_next_bit(&rest);
        const gt_shapes its = gt_shapes_of(&t, (unsigned)other);
        if (gt_shapes_overlap(shapes, &its, TOLERANCE)) return other;
    }
    return -1;
}

uint64_t cw_areas_from(const gg_state *s, cw_class least)
{
    uint64_t set = 0;
    for (unsigned i = 0; i < s->area_count; i++)
        if (classes[s->areas[i].type] >= least) set |= gt_bit(i);
    return set;
}

static bool touches_among(const gg_state *s, const gt_shapes *shapes, uint64_t areas)
{
    const gt_table t = cw_table(s);
    if (areas == 0) return false;
    for (int i = 0; i < shapes->count; i++) {
        uint64_t near = gt_areas_among(&t, areas, gg_bounds_of(&shapes->at[i]));
        while (near != 0)
            if (gt_nine_in(&t, (unsigned)gg_next_bit(&near), &shapes->at[i]) > 0) return true;
    }
    return false;
}

bool cw_touches(const gg_state *s, const gt_shapes *shapes, cw_class least)
{
    return touches_among(s, shapes, cw_areas_from(s, least));
}

cw_class cw_worst_among(const gg_state *s, const gt_shapes *shapes, uint64_t areas)
{
    for (int class = IMPASSABLE; class > OPEN && areas != 0; class --) {
        uint64_t such = 0;
        for (uint64_t rest = areas; rest != 0;) {
            const unsigned i = (unsigned)gg_next_bit(&rest);
            if (classes[s->areas[i].type] == class) such |= gt_bit(i);
        }
        areas &= ~such;
        if (touches_among(s, shapes, such)) return (cw_class) class;
    }
    return OPEN;
}

bool cw_all_on_road(const gg_state *s, const gt_shapes *shapes)
{
    const gt_table t = cw_table(s);
    if (s->line_count == 0) return false;
    for (int i = 0; i < shapes->count; i++)
        if (!gt_is_on_line(&t, 0, &shapes->at[i], 0)) return false;
    return true;
}

bool cw_may_enter_impassable(const gg_state *s, unsigned b)
{
    return cw_all_special(s, b, SPECIAL_ELBRUC); /* CW-4.6 */
}

bool cw_pose_is_legal(const gg_state *s, unsigned b, gg_pose pose, int wide, gg_verdict *why)
{
    const gt_table t = cw_table(s);
    const gt_shapes shapes = gt_shapes_at(&t, b, pose, (unsigned)wide);
    *why = cw_legal;
    if (!cw_is_on_table(s, b, &shapes)) *why = cw_refuse(R_OFF_TABLE);
    else if (!cw_may_enter_impassable(s, b) && cw_touches(s, &shapes, IMPASSABLE))
        *why = cw_refuse(R_IMPASSABLE);
    else if (cw_overlaps(s, b, &shapes, 0) >= 0) *why = cw_refuse(R_OVERLAPS);
    return cw_is_legal(*why);
}

/* ---- The ground under a unit's centre (CW-R15, CW-R16). ---- */

int cw_level(const gg_state *s, gg_point at)
{
    const gt_table t = cw_table(s);
    return gt_level_at(&t, at);
}

int cw_hill_row(const gg_state *s, gg_point at)
{
    const gt_table t = cw_table(s);
    int level = 0, row = N_NONE;
    for (unsigned i = 0; i < s->area_count; i++) {
        const gt_area *area = &s->areas[i];
        const bool steep = area->type == GROUND_STEEP;
        if ((!steep && area->type != GROUND_HILL) || !gt_holds(&t, i, at)) continue;
        const int its = steep ? N_steep_bonus : N_gentle_bonus;
        if (area->level > level
            || (area->level == level && (row == N_NONE || cw_number(s, its) > cw_number(s, row))))
            row = its;
        if (area->level > level) level = area->level;
    }
    return row;
}

bool cw_in_ground(const gg_state *s, gg_point at, cw_ground ground)
{
    const gt_table t = cw_table(s);
    return gt_ground_at(&t, at).types >> ground & 1;
}

bool cw_in_class(const gg_state *s, gg_point at, cw_class class)
{
    const gt_table t = cw_table(s);
    for (unsigned i = 0; i < s->area_count; i++)
        if (classes[s->areas[i].type] == class && gt_holds(&t, i, at)) return true;
    return false;
}

/* CW-4.7, CW-4.9: the best save. */
int cw_save_at(const gg_state *s, gg_point at)
{
    const int wood = cw_in_ground(s, at, GROUND_WOOD) ? s->options[OPT_woods_save] : 0;
    const int village = cw_in_ground(s, at, GROUND_VILLAGE) ? cw_number(s, N_village_save) : 0;
    if (wood == 0 || village == 0) return wood + village;
    return wood < village ? wood : village;
}

/* ---- Straight ahead (CW-R12 to CW-R14). ---- */

enum { SIGHT_LINES = 5, SIGHT_GRAIN = 500 };
static const int16_t asides[SIGHT_LINES] = {-1600, -800, 0, 800, 1600};

typedef struct met {
    int32_t range;
    uint8_t friend, brigade, slot;
} met;

/* Ties: enemies before friends, lower Brigade, lower slot. */
static bool is_before(const met *a, const met *b)
{
    if (a->range != b->range) return a->range < b->range;
    if (a->friend != b->friend) return a->friend < b->friend;
    if (a->brigade != b->brigade) return a->brigade < b->brigade;
    return a->slot < b->slot;
}

static gg_pose front_of(const gg_state *s, unsigned b, int slot)
{
    gg_point middle = gt_base_centre(cw_game.base, cw_count(s, b), s->bodies[b].formation, slot);
    middle.y += BASE_DEPTH / 2;
    return (gg_pose){gg_to_world(cw_pose(s, b), middle), s->bodies[b].facing};
}

/* Who may stand on the lines of this slot, up to this far. */
static uint64_t about_lines(const gg_state *s, gg_pose front, int32_t far)
{
    const gt_table t = cw_table(s);
    const gg_box box = {BASE_WIDTH / 2, far, 0};
    const gg_convex lane = gg_rectangle(front, box);
    const gt_frame frame = gt_frame_of(front, box);
    gt_set near;
    gt_near(&t, gg_bounds_of(&lane), 0, &near);
    uint64_t among = near.bits[0];
    for (uint64_t rest = among; rest != 0;) {
        const unsigned b = (unsigned)gg_next_bit(&rest);
        const gt_frame its = gt_frame_of(cw_pose(s, b), cw_box(s, b));
        if (gt_frames_apart(&frame, &its, 0)) among &= ~gt_bit(b);
    }
    return among;
}

/* All bases on one line, sorted. */
static int on_line(const gg_state *s, unsigned b, int slot, gg_pose front, int32_t aside,
                   int32_t far, uint64_t among, met *out)
{
    int count = 0;
    while (among != 0) {
        const unsigned other = (unsigned)gg_next_bit(&among);
        for (int its = 0; its < cw_count(s, other); its++) {
            if (other == b && its == slot) continue;
            const gg_convex base = cw_base(s, other, its);
            const int32_t range = gt_straight_ahead(front, aside, &base);
            if (range == GG_NEVER || range > far || count == SEEN_MAX) continue;
            const met one = {range, s->bodies[other].side == s->bodies[b].side, (uint8_t)other,
                             (uint8_t)its};
            int at = count++;
            for (; at > 0 && is_before(&one, &out[at - 1]); at--) out[at] = out[at - 1];
            out[at] = one;
        }
    }
    return count;
}

/* CW-R14: points 250, 750, ... on the way; woods and villages by depth, hills by level. */
static bool ground_blocks(const gg_state *s, gg_pose front, int32_t aside, int32_t range, int own,
                          int its)
{
    const gt_table t = cw_table(s);
    int deep = 0;
    if (s->area_count == 0) return false;
    for (int32_t y = SIGHT_GRAIN / 2; y < range; y += SIGHT_GRAIN) {
        const gg_point at = gg_to_world(front, (gg_point){aside, y});
        bool inside = false;
        for (unsigned i = 0; i < s->area_count; i++) {
            const gt_area *area = &s->areas[i];
            const bool hill = (t.game->grounds[area->type].flags & GT_HILL) != 0;
            if ((!hill && !hides[area->type]) || !gt_holds(&t, i, at)) continue;
            if (hill && area->level > own && area->level > its) return true;
            inside |= hides[area->type];
        }
        deep += inside;
    }
    return deep > s->options[OPT_sight_block_tk] / SIGHT_GRAIN;
}

static void add_seen(cw_seen *out, int *count, const met *one)
{
    int at = 0;
    while (at < *count && (out[at].brigade != one->brigade || out[at].slot != one->slot)) at++;
    if (at < *count) {
        if (one->range < out[at].range) out[at].range = one->range;
    } else if (*count < SEEN_MAX) {
        out[(*count)++] = (cw_seen){one->brigade, one->slot, one->range};
    }
}

static void sort_seen(cw_seen *out, int count)
{
    for (int i = 1; i < count; i++) {
        const cw_seen one = out[i];
        const met mine = {one.range, 0, one.brigade, one.slot};
        int at = i;
        for (; at > 0; at--) {
            const met other = {out[at - 1].range, 0, out[at - 1].brigade, out[at - 1].slot};
            if (!is_before(&mine, &other)) break;
            out[at] = out[at - 1];
        }
        out[at] = one;
    }
}

int cw_sees(const gg_state *s, unsigned b, int slot, int32_t far, cw_seen out[SEEN_MAX])
{
    const gg_pose front = front_of(s, b, slot);
    const uint64_t among = about_lines(s, front, far);
    const int own = cw_level(s, cw_base_middle(s, b, slot));
    int count = 0;
    for (int line = 0; line < SIGHT_LINES; line++) {
        met met_here[SEEN_MAX];
        const int many = on_line(s, b, slot, front, asides[line], far, among, met_here);
        for (int i = 0; i < many; i++) {
            const met *one = &met_here[i];
            const int its = cw_level(s, cw_base_middle(s, one->brigade, one->slot));
            if (!one->friend && !ground_blocks(s, front, asides[line], one->range, own, its))
                add_seen(out, &count, one);
            if (own <= its) break; /* CW-16.3, CW-R13: not over it */
        }
    }
    sort_seen(out, count);
    return count;
}

/* The first base on any line of the front row, level ignored. */
static bool first_ahead(const gg_state *s, unsigned b, int32_t far, bool sees_ground, int whom)
{
    const int front_row = gt_abreast(cw_count(s, b), s->bodies[b].formation, 0);
    for (int slot = 0; slot < front_row; slot++) {
        const gg_pose front = front_of(s, b, slot);
        const uint64_t among = about_lines(s, front, far);
        const int own = cw_level(s, cw_base_middle(s, b, slot));
        for (int line = 0; line < SIGHT_LINES; line++) {
            met met_here[SEEN_MAX];
            const int many = on_line(s, b, slot, front, asides[line], far, among, met_here);
            if (many == 0 || met_here[0].friend) continue;
            const met *one = &met_here[0];
            if (whom >= 0 && one->brigade != whom) continue;
            const int its = cw_level(s, cw_base_middle(s, one->brigade, one->slot));
            if (!sees_ground || !ground_blocks(s, front, asides[line], one->range, own, its))
                return true;
        }
    }
    return false;
}

bool cw_is_ahead(const gg_state *s, unsigned b, unsigned enemy, int32_t far, bool sees_ground)
{
    return first_ahead(s, b, far, sees_ground, (int)enemy);
}

bool cw_any_ahead(const gg_state *s, unsigned b, int32_t far)
{
    return first_ahead(s, b, far, false, -1);
}
