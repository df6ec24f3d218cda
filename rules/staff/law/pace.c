/*
 * pace.c - how far a unit goes in one move, and what ground does to it (ST-T7, ST-T13, ST-R16).
 * SPDX-License-Identifier: MIT
 */
#include "way.h"

/* ---- Rates and ground. ---- */

int32_t staff_rate(const gg_state *s, unsigned u)
{
    const staff_unit *it = &s->units[u];
    const bool is_deployed = it->formation == FORM_DEPLOYED;
    switch (staff_class_of(it)) {
    case CLASS_INF:
        return staff_number(s, it->formation == FORM_SQUARE ? N_rate_square : N_rate_foot);
    case CLASS_CAV: return staff_number(s, N_rate_horse);
    case CLASS_ART:
    case CLASSES: break;
    }
    if (it->type == TYPE_BN_GUN)
        return staff_number(s, is_deployed ? N_rate_bn_handled : N_rate_bn_limbered);
    if (is_deployed) return staff_number(s, N_rate_handled);
    return staff_number(s, it->type == TYPE_HORSE_ART ? N_rate_horse_limbered : N_rate_limbered);
}

int staff_mover_kind(const staff_unit *it, unsigned formation)
{
    switch (staff_class_of(it)) {
    case CLASS_INF: return formation == FORM_SKIRM ? MOVER_SKIRMISH : MOVER_FORMED;
    case CLASS_CAV: return MOVER_HORSE;
    case CLASS_ART:
    case CLASSES: break;
    }
    return MOVER_GUNS;
}

staff_pace staff_pace_on(const gg_state *s, int mover, unsigned ground)
{
    return (staff_pace)staff_number(s, N_WOOD_formed + MOVERS * (int)ground + mover);
}

staff_pace staff_pace_over(const gg_state *s, int mover, unsigned line)
{
    return (staff_pace)staff_number(s, N_line_HEDGE_formed + MOVERS * (int)line + mover);
}

/* The areas that are so for this mover, and the kinds of line. */
uint64_t staff_areas_that(const gg_state *s, int mover, staff_pace pace)
{
    uint64_t set = 0;
    for (unsigned i = 0; i < s->area_count; i++)
        if (staff_pace_on(s, mover, s->areas[i].type) == pace) set |= gt_bit(i);
    return set;
}

uint64_t staff_barred_to(const gg_state *s, unsigned u)
{
    return staff_areas_that(s, staff_mover_kind(&s->units[u], s->units[u].formation), PACE_BARRED);
}

uint32_t staff_lines_that(const gg_state *s, int mover, staff_pace pace)
{
    uint32_t set = 0;
    for (unsigned kind = 0; kind < LINES; kind++)
        if (staff_pace_over(s, mover, kind) == pace) set |= 1u << kind;
    return set;
}

uint32_t staff_lines_barred_to(const gg_state *s, unsigned u)
{
    return staff_lines_that(s, staff_mover_kind(&s->units[u], s->units[u].formation), PACE_BARRED);
}

static bool is_by_line(const gg_state *s, unsigned stretch, gg_point at, int32_t within)
{
    const gg_convex line = gg_segment(s->lines[stretch].from, s->lines[stretch].to);
    const gg_convex dot = gg_dot(at);
    return gg_is_within(&dot, &line, within);
}

/* ST-R16: front and rear middle by one and the same road. */
bool staff_is_on_road(const gg_state *s, gg_pose pose, gg_box box)
{
    const gg_point rear = gt_edge_middle(pose, box, GG_ZONE_REAR);
    const int32_t within = staff_number(s, N_road_within);
    for (unsigned i = 0; i < s->stretch_count; i++) {
        if (s->lines[i].type != LINE_ROAD || !is_by_line(s, i, pose.at, within)) continue;
        for (unsigned j = 0; j < s->stretch_count; j++)
            if (s->lines[j].type == LINE_ROAD && s->lines[j].chain == s->lines[i].chain
                && is_by_line(s, j, rear, within))
                return true;
    }
    return false;
}
