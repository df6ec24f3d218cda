/*
 * aim.c - the action a hand means that picks up a unit or a commander and puts it down somewhere.
 *  Units
 * are held by the middle of their front.
 */
#include "staff.h"

enum { FAR = 200 * INCH };

static bool is_here(const gg_state *s, gg_unit n)
{
    if (n < UNITS_MAX) return staff_is_here(s, n);
    return n < NAMES && s->commanders[n - UNITS_MAX].there == THERE;
}

static bool is_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    return staff_judge(s, side, action).reason == R_LEGAL;
}

static bool aim_commander(const gg_state *s, gg_unit who, gg_unit whom, gg_point at, gg_action *out)
{
    const bool is_own =
        whom < UNITS_MAX && s->units[whom].side == (who - (unsigned)UNITS_MAX) / BRIGADES_MAX;
    if (s->phase == PHASE_PICK) {
        *out = staff_action_of(ACTION_COMMAND, who, GG_NO_UNIT);
    } else if (is_own) {
        *out = staff_action_of(ACTION_CJOIN, who, whom);
    } else {
        *out = staff_action_of(ACTION_CMOVE, who, GG_NO_UNIT);
        out->at = at;
    }
    return true;
}

/* An enemy: to be shot at, or charged, along its face where that can be. */
static void aim_enemy(const gg_state *s, gg_side side, gg_unit who, gg_unit whom, gg_action *out)
{
    if (s->phase == PHASE_SHOOT) {
        *out = staff_action_of(ACTION_SHOOT, who, whom);
        const bool is_screen = s->units[who].formation == FORM_SKIRM;
        while (is_screen && out->args[0] < GT_FIGURES - 1 && !is_legal(s, side, out))
            out->args[0]++;
        if (is_screen && !is_legal(s, side, out)) out->args[0] = 0;
        return;
    }
    staff_charge charge;
    *out = staff_action_of(ACTION_CHARGE, who, whom);
    if (staff_find_charge(s, who, whom, &charge)) out->args[0] = charge.shift;
}

/* The empty building under a place, by its number; 0: none. */
static unsigned house_at(const gg_state *s, gg_point at)
{
    const gt_table t = staff_table(s);
    const unsigned area = gt_building_at(&t, at);
    return area == NOBODY ? 0 : staff_building_number(s, area);
}

static bool aim_place(const gg_state *s, gg_side side, gg_unit who, gg_point at, int32_t facing,
                      gg_action *out)
{
    const staff_unit *it = &s->units[who];
    const unsigned house = house_at(s, at);
    if (staff_is_foot(it) && it->formation != FORM_GARRISON && house != 0) {
        *out = staff_action_of(ACTION_ENTER, who, GG_NO_UNIT);
        out->item = (gg_unit)house;
        return true;
    }
    const staff_action kind = it->formation == FORM_GARRISON   ? ACTION_LEAVE
                              : it->formation == FORM_DEPLOYED ? ACTION_HANDLE
                                                               : ACTION_GO;
    *out = staff_action_of(kind, who, GG_NO_UNIT);
    out->at = at;
    out->args[0] = facing < 0 ? it->facing : (facing + 5) / 10 % 360;
    if (kind == ACTION_LEAVE) out->item = FORM_LINE;
    if (facing >= 0 || is_legal(s, side, out)) return true;
    gg_action towards = *out; /* as it comes: it may have to look where it goes */
    const gg_point by = {at.x - it->at.x, at.y - it->at.y};
    towards.args[0] = gg_bearing(by, 10) / 10;
    if (is_legal(s, side, &towards)) *out = towards;
    return true;
}

/* Put down where it stands, on itself: what it can only do there. */
static bool aim_self(const gg_state *s, gg_unit who, gg_action *out)
{
    const uint8_t kinds[PHASES] = {[PHASE_EXECUTE] = ACTION_HALT,
                                   [PHASE_VICTOR] = ACTION_STAY,
                                   [PHASE_COMBAT] = ACTION_FIGHT,
                                   [PHASE_COMMAND] = ACTION_RALLY,
                                   [PHASE_TRAVERSE] = ACTION_NOFIRE};
    if (kinds[s->phase] == 0) return false;
    *out = staff_action_of((staff_action)kinds[s->phase], who, GG_NO_UNIT);
    return true;
}

bool staff_aim(const gg_state *s, gg_side side, gg_unit who, gg_unit whom, gg_point at,
               int32_t facing, gg_action *out)
{
    if (!is_here(s, who) || (whom != GG_NO_UNIT && !is_here(s, whom))) return false;
    if (at.x < -FAR || at.x > FAR || at.y < -FAR || at.y > FAR || facing >= GG_TURN) return false;
    if (whom != GG_NO_UNIT)
        at = whom < UNITS_MAX ? s->units[whom].at : s->commanders[whom - UNITS_MAX].at;
    if (who >= UNITS_MAX) return aim_commander(s, who, whom, at, out);
    if (whom < UNITS_MAX && s->units[whom].side != s->units[who].side) {
        if (s->phase == PHASE_TRAVERSE) {
            *out = staff_action_of(ACTION_TRAVERSE, who, GG_NO_UNIT);
            return true;
        }
        aim_enemy(s, side, who, whom, out);
        return true;
    }
    if (whom == who && facing < 0) return aim_self(s, who, out);
    if (whom == who) {
        *out = staff_action_of(ACTION_TURN, who, GG_NO_UNIT);
        out->args[0] = (facing + 5) / 10 % 360;
        return true;
    }
    return aim_place(s, side, who, at, facing, out);
}
