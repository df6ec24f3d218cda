/*
 * forced.c - moves that nobody chooses: straight ahead (ST-R20) and falling back (ST-R21).
 * SPDX-License-Identifier: MIT
 */
#include "shoot.h"
#include "way.h"

/* ---- Forced moves. ---- */

static gt_set set_of(uint64_t units)
{
    gt_set set = {.words = 1};
    set.bits[0] = units;
    return set;
}

int32_t staff_advance_straight(const gg_state *s, unsigned u, int32_t bearing, int32_t length,
                               unsigned but, gg_pose *end)
{
    const gt_table t = staff_table(s);
    const staff_unit *it = &s->units[u];
    const gg_pose pose = staff_pose(s, u);
    staff_mover m;
    staff_find_mover(s, u, &m);
    uint64_t ignored;
    const int32_t left = staff_length_left(
        &m, (gg_pose){gg_along(pose.at, bearing, length), pose.facing}, length, &ignored);
    const uint64_t left_out = but == NOBODY ? 0 : gt_bit(but);
    const uint64_t enemies = staff_side(s, gg_other(it->side)) & ~left_out;
    uint64_t friends = staff_side(s, it->side) & ~gt_bit(u);
    for (uint64_t rest = friends; rest != 0;) {
        const unsigned other = (unsigned)gg_next_bit(&rest);
        if (staff_may_pass(s, u, other)) friends &= ~gt_bit(other);
    }
    *end = pose;
    const gt_going going = {.body = u,
                            .pose = pose,
                            .formation = it->formation,
                            .direction = bearing,
                            .length = left,
                            .step = staff_number(s, N_stride),
                            .barred = staff_areas_that(s, m.kind, PACE_BARRED) & ~ignored,
                            .barred_lines = staff_lines_that(s, m.kind, PACE_BARRED),
                            .stop = set_of(enemies | friends),
                            .minded = set_of(enemies),
                            .met = set_of(0),
                            .gap = staff_number(s, N_gap),
                            .slack = TOUCH,
                            .contact = -1};
    if (going.length <= 0) return 0;
    gt_gone gone;
    gt_go(&t, &going, &gone);
    if (gone.free <= 0) return 0;
    *end = gt_gone_to(&going, gone.free);
    return gone.free;
}

int32_t staff_fall_back_to(const gg_state *s, unsigned u, gg_zone face, int32_t length,
                           gg_pose *end, uint64_t *passed)
{
    static const int16_t tries[] = {0, 150, -150, 300, -300, 450, -450};
    const gt_table t = staff_table(s);
    const staff_unit *it = &s->units[u];
    const gg_pose pose = staff_pose(s, u);
    const uint64_t enemies = staff_side(s, gg_other(it->side));
    uint64_t barred = 0;
    for (unsigned i = 0; i < s->area_count; i++)
        if (s->areas[i].type == GROUND_WATER || s->areas[i].type == GROUND_BUILDING)
            barred |= gt_bit(i);
    int32_t most = 0;
    *end = pose;
    *passed = 0;
    for (int i = 0; i < 7 && length > 0; i++) {
        const gt_going going = {.body = u,
                                .pose = pose,
                                .formation = it->formation,
                                .direction =
                                    gg_facing(gt_away(pose.facing, face) + tries[i] + GG_TURN),
                                .length = length,
                                .step = staff_number(s, N_stride),
                                .barred = barred,
                                .barred_lines = 1u << LINE_RIVER,
                                .stop = set_of(enemies),
                                .minded = set_of(enemies),
                                .met = set_of(0),
                                .gap = staff_number(s, N_gap),
                                .slack = TOUCH,
                                .contact = -1};
        gt_gone gone;
        gt_go(&t, &going, &gone);
        if (gone.free <= most) continue;
        most = gone.free;
        *end = gt_gone_to(&going, most);
        *passed = gone.passed.bits[0] & staff_side(s, it->side);
        if (most == length) break;
    }
    return most;
}

int32_t staff_fall_back(gg_state *s, unsigned u, gg_zone face, int32_t length, int32_t least,
                        gg_log *log)
{
    const staff_place from = staff_place_now(s, u);
    staff_place place = from;
    uint64_t passed;
    const int32_t gone = staff_fall_back_to(s, u, face, length, &place.pose, &passed);
    if (gone == 0 || gone < least) return 0;
    staff_put(s, u, &place, log);
    staff_say_step(s, u, S_FALLS_BACK, &from, log);
    for (unsigned other = gt_take(&passed); other != NOBODY; other = gt_take(&passed))
        if (!staff_may_pass(s, u, other)) staff_disorder(s, other, log);
    return gone;
}
