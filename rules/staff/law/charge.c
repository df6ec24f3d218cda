/*
 * charge.c - who may charge whom and where it ends (ST-4.7, ST-R45, ST-R46), the order of events
 * in a
 * charge (ST-R48) and the contacts it makes (ST-R71).  The answers to it are in respond.c.
 * SPDX-License-Identifier: MIT
 */
#include "charge.h"
#include "combat.h"
#include "shoot.h"

/* ---- Who may charge whom (ST-R45). ---- */

static bool may_charge_at_all(const gg_state *s, unsigned u)
{
    const staff_unit *it = &s->units[u];
    return staff_drills[it->formation].charges && !staff_is_disordered(it)
           && !staff_is_shaken(s, u);
}

gg_verdict staff_may_be_sent(const gg_state *s, unsigned u, unsigned target)
{
    if (target >= UNITS_MAX || !staff_is_here(s, target)
        || s->units[target].side == s->units[u].side)
        return staff_refuse(R_NOT_AN_ENEMY);
    const staff_unit *it = &s->units[u], *its = &s->units[target];
    if (staff_is_of_broken(s, u)) return staff_refuse(R_BROKEN_BRIGADE);
    if (!may_charge_at_all(s, u)) return staff_refuse(R_CANNOT_CHARGE);
    if (it->formation == FORM_SKIRM && its->formation != FORM_SKIRM && !staff_is_guns(its)
        && its->formation != FORM_MCOL)
        return staff_refuse(R_NOT_BY_SKIRMISH);
    return staff_legal;
}

gg_verdict staff_may_charge(const gg_state *s, unsigned u, unsigned target)
{
    const gg_verdict sent = staff_may_be_sent(s, u, target);
    if (sent.reason != R_LEGAL) return sent;
    const staff_unit *it = &s->units[u], *its = &s->units[target];
    if (staff_is_horse(it) && (its->formation == FORM_GARRISON || s->notes.stands[target].in_wood))
        return staff_refuse(R_NOT_BY_HORSE);
    return staff_legal;
}

/* ---- Where it ends (ST-R46 b, c). ---- */

gg_pose staff_charge_pose(const gg_state *s, gg_pose target, gg_box box, gg_zone face,
                          int32_t shift)
{
    (void)s;
    const int32_t middle = (box.front + box.rear) / 2;
    gg_point local = {0, 0};
    int32_t turn = 0;
    switch (face) {
    case GG_ZONE_FRONT: local = (gg_point){shift, 0}, turn = GG_HALF_TURN; break;
    case GG_ZONE_REAR: local = (gg_point){shift, box.rear}, turn = 0; break;
    case GG_ZONE_LEFT: local = (gg_point){-box.half, middle + shift}, turn = GG_QUARTER; break;
    case GG_ZONE_RIGHT:
        local = (gg_point){box.half, middle + shift}, turn = GG_HALF_TURN + GG_QUARTER;
        break;
    }
    return (gg_pose){gg_to_world(target, local), gg_facing(target.facing + turn)};
}

static int32_t most_shift(const gg_state *s, unsigned u, gg_box its, gg_zone face)
{
    const bool is_end = face == GG_ZONE_FRONT || face == GG_ZONE_REAR;
    const int32_t length = is_end ? 2 * its.half : -its.rear;
    return (length + 2 * staff_own_box(s, u).half) / 2 - staff_number(s, N_charge_overlap);
}

static gg_verdict keeps_shift(const gg_state *s, unsigned u, unsigned target, gg_zone face,
                              int32_t shift)
{
    const int32_t most = most_shift(s, u, staff_own_box(s, target), face);
    const int32_t by = gg_size_of(shift);
    if (by > most) return staff_refuse_by(R_SHIFT_TOO_FAR, (by + 9) / 10, most / 10);
    return staff_legal;
}

/* ST-R46 (b) to (g): from where the charger stands to where the target does. */
static gg_verdict reaches(staff_mover *m, unsigned target, int32_t shift, bool hasty,
                          staff_charge *out)
{
    const gg_state *s = m->s;
    const unsigned u = m->unit;
    const gg_pose pose = m->was;
    const gg_zone face = staff_arc(s, target, pose.at);
    const gg_verdict along = keeps_shift(s, u, target, face, shift);
    if (along.reason != R_LEGAL) return along;
    const gg_pose end =
        staff_charge_pose(s, staff_pose(s, target), staff_own_box(s, target), face, shift);
    *out = (staff_charge){.from = pose.at,
                          .to = end.at,
                          .shift = shift,
                          .from_facing = s->units[u].facing,
                          .facing = (int16_t)(end.facing / 10),
                          .charger = (uint8_t)(u + 1),
                          .target = (uint8_t)(target + 1),
                          .face = (uint8_t)face};
    const gg_point by = gg_to_local(pose, end.at);
    if (by.y < gg_size_of(by.x)) return staff_refuse(R_CHARGE_ASIDE);
    if (s->units[u].formation == FORM_SQUARE) return staff_refuse(R_CANNOT_CHARGE);
    if (!hasty) return staff_may_go_as(m, end, target, true);
    return staff_can_go(m, end, target, true) ? staff_legal : staff_refuse(R_TOO_FAR);
}

static gg_verdict charge_at(const gg_state *s, unsigned u, unsigned target, int32_t shift,
                            staff_charge *out)
{
    *out = (staff_charge){.shift = 0};
    const gg_verdict may = staff_may_charge(s, u, target);
    if (may.reason != R_LEGAL) return may;
    /* No battle comes near to so many contacts; one more charge is in nobody's way but ours. */
    if (s->contact_count + 8 > CONTACTS_MAX) return staff_refuse(R_IN_THE_WAY);
    if (!staff_sees(s, u, target)) return staff_refuse(R_NOT_SEEN);
    staff_mover m;
    staff_find_mover(s, u, &m);
    return reaches(&m, target, shift, false, out);
}

/* The nth shift that is tried: 0, +step, -step, +2 step ... */
static int32_t nth_shift(int n, int32_t step)
{
    const int32_t by = (n + 1) / 2 * step;
    return n % 2 == 1 ? by : -by;
}

/* Wherever it would meet the target, that is too far: by no more than half its front it ends
 * beside it. */
static bool is_beyond_reach(const gg_state *s, unsigned u, unsigned target)
{
    const gg_convex place = gg_dot(s->units[u].at), its = staff_shape(s, target);
    return !gg_is_within(&place, &its, staff_rate(s, u) + staff_own_box(s, u).half + TOUCH);
}

/* The first shift with which the charger, from where it stands, reaches the target (ST-R49). */
static bool find_reach(staff_mover *m, unsigned target, staff_charge *out)
{
    const gg_state *s = m->s;
    const gg_zone face = staff_arc(s, target, m->was.at);
    const int32_t step = staff_number(s, N_charge_stride);
    const int32_t most = most_shift(s, m->unit, staff_own_box(s, target), face);
    for (int n = 0; nth_shift(n, step) <= most; n++)
        if (reaches(m, target, nth_shift(n, step), true, out).reason == R_LEGAL) return true;
    return false;
}

bool staff_reaches(staff_mover *m, unsigned target, staff_charge *out)
{
    m->lane = m->bodies;
    return !is_beyond_reach(m->s, m->unit, target) && staff_sees(m->s, m->unit, target)
           && find_reach(m, target, out);
}

static bool find_charge_as(staff_mover *m, unsigned target, staff_charge *out)
{
    const gg_state *s = m->s;
    return staff_may_charge(s, m->unit, target).reason == R_LEGAL
           && s->contact_count + 8 <= CONTACTS_MAX && staff_reaches(m, target, out);
}

bool staff_find_charge(const gg_state *s, unsigned u, unsigned target, staff_charge *out)
{
    staff_mover m;
    if (staff_may_charge(s, u, target).reason != R_LEGAL || is_beyond_reach(s, u, target))
        return false;
    staff_find_mover(s, u, &m);
    return find_charge_as(&m, target, out);
}

/* ST-R49: after an evade it may be caught, seen or not. */
bool staff_catches(const gg_state *s, unsigned u, unsigned target, staff_charge *out)
{
    staff_mover m;
    if (staff_may_charge(s, u, target).reason != R_LEGAL) return false;
    staff_find_mover(s, u, &m);
    return find_reach(&m, target, out);
}

/* ST-R51: the path and the end alone (c, f, g), the face afresh; the first shift that fits. */
bool staff_meets(const gg_state *s, unsigned u, unsigned target, gg_pose pose, gg_box box,
                 unsigned formation, staff_charge *out)
{
    gg_state changed = *s;
    const staff_place place = {pose, (uint8_t)formation, s->more[target].inside};
    gg_assert(staff_box(s, target, formation).half == box.half);
    staff_put(&changed, target, &place, NULL);
    const gg_zone face = staff_arc(&changed, target, s->units[u].at);
    const int32_t step = staff_number(s, N_charge_stride), most = most_shift(s, u, box, face);
    for (int n = 0; nth_shift(n, step) <= most; n++) {
        const int32_t shift = nth_shift(n, step);
        const gg_pose end = staff_charge_pose(s, pose, box, face, shift);
        const staff_reason why = staff_may_go(&changed, u, end, target, true).reason;
        if (why != R_LEGAL && why != R_TOO_FAR && why != R_NO_PACE) continue;
        *out = s->charge;
        out->to = end.at;
        out->facing = (int16_t)(end.facing / 10);
        out->face = (uint8_t)face;
        out->shift = shift;
        return true;
    }
    return false;
}

/* ---- The step. ---- */

gg_verdict staff_charge_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const gg_verdict may = staff_may_step(s, side, action, NULL);
    if (may.reason != R_LEGAL) return may;
    if (action->args[0] < -GG_SPACE_MAX || action->args[0] > GG_SPACE_MAX)
        return staff_refuse(R_SHIFT_TOO_FAR);
    staff_charge charge;
    return charge_at(s, action->who, action->whom, action->args[0], &charge);
}

void staff_charge_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                        gg_log *log)
{
    (void)side, (void)dice;
    staff_charge charge;
    const staff_phase back = (staff_phase)s->phase;
    charge_at(s, action->who, action->whom, action->args[0], &charge);
    staff_step_done(s, action->who, true);
    staff_begin_charge(s, &charge, back, log);
}

void staff_begin_charge(gg_state *s, const staff_charge *charge, staff_phase back, gg_log *log)
{
    s->charge = *charge;
    s->charge.back = (uint8_t)back;
    s->phase = PHASE_RESPOND;
    const staff_saying saying = charge->face == GG_ZONE_FRONT  ? S_CHARGES
                                : charge->face == GG_ZONE_REAR ? S_CHARGES_REAR
                                                               : S_CHARGES_FLANK;
    staff_say_move(log, saying, (gg_unit)(charge->charger - 1), (gg_unit)(charge->target - 1),
                   charge->from, charge->to);
}

/* ---- Contacts. ---- */

static void add_contact(gg_state *s, unsigned a, gg_zone face_a, unsigned b, gg_zone face_b,
                        staff_cover cover, unsigned flags)
{
    gg_assert(s->contact_count < CONTACTS_MAX);
    s->contacts[s->contact_count++] = (staff_contact){.a = (uint8_t)(a + 1),
                                                      .face_a = (uint8_t)face_a,
                                                      .b = (uint8_t)(b + 1),
                                                      .face_b = (uint8_t)face_b,
                                                      .cover = (uint8_t)cover,
                                                      .flags = (uint8_t)flags};
    staff_note_contacts(s);
}

static void no_longer_engaged(gg_state *s, unsigned u)
{
    if (!staff_is_engaged(s, u)) s->units[u].status &= (uint8_t) ~(STATUS_FRESH | STATUS_WON);
}

void staff_end_contacts(gg_state *s, unsigned u)
{
    uint64_t others = gt_bit(u);
    unsigned kept = 0;
    for (unsigned i = 0; i < s->contact_count; i++) {
        const staff_contact it = s->contacts[i];
        if (it.a == u + 1 || it.b == u + 1) others |= gt_bit(it.a - 1u) | gt_bit(it.b - 1u);
        else s->contacts[kept++] = it;
    }
    for (unsigned i = kept; i < s->contact_count; i++) s->contacts[i] = (staff_contact){.a = 0};
    s->contact_count = (uint8_t)kept;
    staff_note_contacts(s);
    for (unsigned other = gt_take(&others); other != NOBODY; other = gt_take(&others))
        no_longer_engaged(s, other);
}

/* ST-R61: what the charger got over on its way, near the one it meets; a garrison's walls. */
static staff_cover cover_from(const gg_state *s, unsigned target)
{
    if (s->units[target].formation == FORM_GARRISON) return COVER_HARD;
    const gg_convex its = staff_shape(s, target);
    staff_cover cover = COVER_NONE;
    for (unsigned i = 0; i < s->stretch_count; i++) {
        const gt_line *line = &s->lines[i];
        const staff_cover gives = line->type == LINE_WALL    ? COVER_HARD
                                  : line->type == LINE_HEDGE ? COVER_SOFT
                                                             : COVER_NONE;
        const gg_convex segment = gg_segment(line->from, line->to);
        if (gives > cover && gg_crosses(s->charge.from, s->charge.to, line->from, line->to)
            && gg_is_within(&segment, &its, staff_number(s, N_cover_within)))
            cover = gives;
    }
    return cover;
}

static bool is_touching(const gg_state *s, unsigned a, unsigned b)
{
    for (int i = 0; i < s->contact_count; i++)
        if ((s->contacts[i].a == a + 1 && s->contacts[i].b == b + 1)
            || (s->contacts[i].a == b + 1 && s->contacts[i].b == a + 1))
            return true;
    return false;
}

/* ST-R46, ST-R71: every other enemy that the end pose touches. */
static void touch_others(gg_state *s, unsigned u, unsigned flags)
{
    uint64_t enemies = staff_side(s, gg_other(s->units[u].side));
    for (unsigned e = gt_take(&enemies); e != NOBODY; e = gt_take(&enemies)) {
        const unsigned other = (unsigned)e;
        if (is_touching(s, u, other) || !staff_is_within(s, u, other, TOUCH)) continue;
        if (s->contact_count == CONTACTS_MAX) return;
        add_contact(s, u, staff_arc(s, u, staff_centre(s, other)), other,
                    staff_arc(s, other, staff_centre(s, u)), cover_from(s, other), flags);
    }
}

/* It has not been driven off; that it fell back in a turn of its own says nothing here. */
static bool is_charger_there(const gg_state *s)
{
    const unsigned u = s->charge.charger - 1u;
    return staff_is_here(s, u) && s->units[u].at.x == s->charge.to.x
           && s->units[u].at.y == s->charge.to.y;
}

static void make_contact(gg_state *s, gg_log *log)
{
    const unsigned u = s->charge.charger - 1u, target = s->charge.target - 1u;
    const unsigned flags = s->charge.back == PHASE_VICTOR ? CONTACT_WAITS : 0;
    const staff_cover cover = cover_from(s, target);
    add_contact(s, u, GG_ZONE_FRONT, target, (gg_zone)s->charge.face, cover, flags);
    touch_others(s, u, flags);
    if (cover == COVER_NONE) s->units[u].status |= STATUS_FRESH;
    if (cover == COVER_NONE && s->charge.response == RESPONSE_COUNTER)
        s->units[target].status |= STATUS_FRESH;
    staff_say(log, GG_STATUS, S_CONTACT, (gg_unit)u, (gg_unit)target);
}

static void finish_charge(gg_state *s, gg_log *log)
{
    const staff_phase back = (staff_phase)s->charge.back;
    const unsigned target = s->charge.target - 1u;
    if (is_charger_there(s) && !s->charge.got_away && staff_is_here(s, target))
        make_contact(s, log);
    s->charge = (staff_charge){.shift = 0};
    s->phase = (uint8_t)back;
}

/* Traversing fire is over: closing fire, or contact. */
void staff_go_on_with_charge(gg_state *s, gg_log *log)
{
    if (is_charger_there(s) && s->charge.response == RESPONSE_FIRE
        && staff_is_here(s, s->charge.target - 1u))
        s->phase = PHASE_CLOSING;
    else finish_charge(s, log);
}

void staff_closing_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                         gg_log *log)
{
    (void)side, (void)action;
    const unsigned u = s->charge.charger - 1u, target = s->charge.target - 1u;
    const staff_shot shot = staff_shot_at(s, target, 0, u, staff_pose(s, u), FIRE_CLOSING);
    s->units[target].did |= DID_REACT;
    staff_fire_shot(s, &shot, dice, log);
    finish_charge(s, log);
}
