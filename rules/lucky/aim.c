/*
 * aim.c - what a hand means that picks a unit up and puts it down: at a place, or on another unit.
 *
 * The paths tried for a place are those a player would think of: straight ahead with a side step,
 * a wheel towards the place, a wheel with the side step that saves way (LG-R20), the widest wheel
 * that does not halve the move (LG-R18), and a way round in two legs.  A square forms column first
 * (LG-R47).  Turns are whole degrees and lengths whole hundredths (LG-R1), so the place is met to a
 * hundredth of an inch.
 */
#include "lucky.h"

enum { SIDE_STEP = BASE_WIDTH / HUNDREDTH, WIDEST = 89 };

/* ---- Paths. ---- */

typedef struct hand {
    const gg_state *s;
    unsigned unit;
    lg_mode mode;
    lg_path begun;  /* the legs that are laid down already, and where they end */
    gg_pose start;
    gg_point to;
    int32_t facing; /* whole degrees, or -1 */
    lg_path path;   /* the first that is legal, else the first of all */
    gg_verdict verdict;
    bool tried;
} hand;

static int32_t size_of(int32_t n)
{
    return n < 0 ? -n : n;
}

/* The turn from one facing to another, -180..179, in degrees. */
static int32_t turn_to(int32_t from, int32_t to)
{
    return (to - from + 900) % 360 - 180;
}

/* One more leg with this turn, so that it ends at the place; false if no leg does. */
static bool add_leg(lg_path *path, gg_pose *pose, int32_t turn, gg_point to)
{
    if (path->legs == LEGS_MAX) return false;
    gg_pose turned = {pose->at, gg_facing(pose->facing + turn * 10)};
    gg_point local = gg_to_local(turned, to);
    int32_t ahead = (int32_t)gg_rdiv(local.y, HUNDREDTH);
    int32_t shift = (int32_t)gg_rdiv(local.x, HUNDREDTH);
    if (ahead < 0 || size_of(shift) > ahead || size_of(shift) > SIDE_STEP) return false;
    int leg = path->legs++;
    path->turn[leg] = turn;
    path->ahead[leg] = ahead;
    path->shift[leg] = shift;
    *pose = lg_leg_end(*pose, path, leg);
    return true;
}

int lg_first_form(const lg_unit *unit, lg_mode mode)
{
    return unit->formation == FORM_SQUARE && mode == MODE_MOVE ? FORM_COLUMN + 1 : 0;
}

/* Tries the path with its last turn; true when it is legal. */
static bool try_path(hand *h, lg_path path, gg_pose pose, int32_t facing)
{
    lg_end end;
    path.turn_end = facing < 0 ? 0 : turn_to(pose.facing / 10, facing);
    if (h->begun.legs == 0) path.form_start = lg_first_form(&h->s->units[h->unit], h->mode);
    gg_verdict verdict = lg_path_legal(h->s, h->unit, &path, h->mode, &end);
    if (h->tried && verdict.reason != R_LEGAL) return false;
    h->tried = true;
    h->path = path;
    h->verdict = verdict;
    return verdict.reason == R_LEGAL;
}

static bool try_leg(hand *h, int32_t turn, int32_t facing)
{
    lg_path path = h->begun;
    gg_pose pose = h->start;
    return add_leg(&path, &pose, turn, h->to) && try_path(h, path, pose, facing);
}

/* The turn after which the place lies as far to the right (or left) as a side step goes. */
static bool stepped_turn(const hand *h, int32_t straight, int32_t sign, int32_t *out)
{
    int64_t distance = gg_distance(h->start.at, h->to), step = BASE_WIDTH;
    if (distance * distance < 2 * step * step) return false;
    gg_point local = {BASE_WIDTH,
                      (int32_t)gg_root_down((uint64_t)(distance * distance - step * step))};
    int32_t less = lg_direction((gg_point){0, 0}, local);
    *out = straight - sign * less;
    gg_pose turned = {h->start.at, gg_facing(h->start.facing + *out * 10)};
    /* whole degrees may put it beyond the step */
    if (size_of(gg_to_local(turned, h->to).x) > BASE_WIDTH + HUNDREDTH / 2) *out += sign;
    return *out >= -180 && *out <= 180;
}

/* Round something: by a place beside the middle of the way. */
static bool try_round(hand *h, int32_t aside)
{
    gg_pose pose = h->start;
    int32_t straight = lg_direction(pose.at, h->to) * 10;
    gg_point middle = {(pose.at.x + h->to.x) / 2, (pose.at.y + h->to.y) / 2};
    gg_point by = gg_along(middle, gg_facing(straight + (aside < 0 ? -GG_QUARTER : GG_QUARTER)),
                           size_of(aside));
    lg_path path = h->begun;
    if (!add_leg(&path, &pose, turn_to(pose.facing / 10, lg_direction(pose.at, by)), by))
        return false;
    if (!add_leg(&path, &pose, turn_to(pose.facing / 10, lg_direction(pose.at, h->to)), h->to))
        return false;
    return try_path(h, path, pose, h->facing);
}

/* Something is in the way that a detour may avoid. */
static bool may_go_round(const hand *h)
{
    static const uint8_t avoidable[] = {
        R_TOO_NEAR_ENEMY, R_THROUGH_ENEMY,  R_FRIEND_IN_WAY,
        R_DEEP,           R_RESERVE_GROUND, R_RESERVE_TOO_NEAR};
    if (h->verdict.reason == R_TOO_FAR_DIFFICULT) /* in the open, too? */
        return h->verdict.had <= lg_allowance(h->s, h->unit, &h->path, h->mode, false);
    for (unsigned i = 0; i < sizeof avoidable; i++)
        if (h->verdict.reason == avoidable[i]) return true;
    return false;
}

static bool try_turns(hand *h, int32_t facing)
{
    const int32_t now = h->start.facing / 10;
    int32_t straight = turn_to(now, lg_direction(h->start.at, h->to)), turn;
    int32_t sign = straight < 0 ? -1 : 1;
    if (try_leg(h, 0, facing) || try_leg(h, straight, facing)) return true;
    if (facing >= 0 && try_leg(h, turn_to(now, facing), facing)) return true;
    if (size_of(straight) > WIDEST && try_leg(h, sign * WIDEST, facing)) return true;
    /* a step to the side of the turn makes the turn smaller */
    if (stepped_turn(h, straight, sign, &turn) && try_leg(h, turn, facing)) return true;
    return stepped_turn(h, straight, -sign, &turn) && try_leg(h, turn, facing);
}

/* On from the end of these legs, of which there may be none; one more must be possible. */
static gg_verdict path_on(const gg_state *s, unsigned u, lg_mode mode, const lg_path *begun,
                          gg_point to, int32_t facing, lg_path *out)
{
    static const int32_t asides[] = {2 * INCH, -2 * INCH, 4 * INCH, -4 * INCH};
    int32_t wanted = facing < 0 ? -1 : gg_facing(facing + 5) / 10;
    hand h = {.s = s, .unit = u, .mode = mode, .begun = *begun, .to = to, .facing = wanted};
    h.start = lg_pose(&s->units[u]);
    for (int leg = 0; leg < begun->legs; leg++)
        h.start = lg_leg_end(h.start, begun, leg);
    bool found = try_turns(&h, wanted);
    if (!found && wanted < 0 && h.verdict.reason != R_TOO_FAR)
        found = try_turns(&h, h.start.facing / 10); /* facing as it does now */
    for (unsigned i = 0; !found && i < sizeof asides / sizeof *asides && may_go_round(&h); i++)
        found = try_round(&h, asides[i]);
    if (!h.tried) { /* so far away that a whole degree misses it by more than a side step */
        h.path = *begun;
        const int leg = h.path.legs++;
        h.path.turn[leg] = turn_to(h.start.facing / 10, lg_direction(h.start.at, to));
        h.path.ahead[leg] = (int32_t)gg_rdiv(gg_distance(h.start.at, to), HUNDREDTH);
        h.path.shift[leg] = 0;
        try_path(&h, h.path, h.start, -1);
    }
    *out = h.path;
    return h.verdict;
}

gg_verdict lg_path_to(const gg_state *s, unsigned u, lg_mode mode, gg_point to, int32_t facing,
                      lg_path *out)
{
    return path_on(s, u, mode, &(lg_path){.legs = 0}, to, facing, out);
}

/* ---- Where a unit is put down. ---- */

static gg_action action_of(lg_action kind, gg_unit who, gg_unit whom)
{
    gg_action action = {.kind = (uint8_t)kind, .who = who, .whom = whom};
    return action;
}

static lg_mode mode_of(lg_action kind)
{
    if (kind == ACTION_RESERVE) return MODE_RESERVE;
    return kind == ACTION_ADVANCE ? MODE_ADVANCE : MODE_MOVE;
}

static gg_action path_action(const gg_state *s, lg_action kind, unsigned u, gg_point at,
                             int32_t facing)
{
    gg_action action = action_of(kind, (gg_unit)u, 0);
    lg_path path;
    lg_path_to(s, u, mode_of(kind), at, facing, &path);
    lg_path_pack(&path, &action);
    return action;
}

/* Straight behind it, so near to its middle line, it falls back (LG-R22). */
static bool aims_back(const gg_state *s, unsigned u, gg_point at, int32_t facing, int32_t near,
                      gg_action *out)
{
    const lg_unit *unit = &s->units[u];
    gg_point local = gg_to_local(lg_pose(unit), at);
    bool turns = facing >= 0 && gg_facing(facing + 5) / 10 != unit->facing;
    if (turns || local.y >= 0 || size_of(local.x) > near) return false;
    *out = action_of(ACTION_BACK, (gg_unit)u, 0);
    out->args[0] = (int32_t)gg_rdiv(-local.y, HUNDREDTH);
    return true;
}

/* Where it stands, infantry that may not move forms as it is, in column or in line (LG-R46). */
static bool aims_to_form(const gg_state *s, gg_side side, unsigned u, gg_point at, int32_t facing,
                         gg_action *out)
{
    const lg_unit *unit = &s->units[u];
    const uint8_t forms[] = {unit->formation, FORM_COLUMN, FORM_LINE};
    if (!lg_is_foot(unit) || gg_distance(unit->at, at) > HUNDREDTH) return false;
    for (int i = 0; i < 3; i++) {
        *out = action_of(ACTION_FORM, (gg_unit)u, 0);
        out->item = forms[i];
        if (facing >= 0) out->at.x = turn_to(unit->facing, gg_facing(facing + 5) / 10);
        if (lg_judge(s, side, out).reason == R_LEGAL) return true;
    }
    return false;
}

/* Where infantry must be in line, a way there means to form at its end (LG-R52). */
static bool forms_there(const gg_state *s, gg_side side, const gg_action *way, gg_action *out)
{
    lg_path path = lg_path_of(way);
    if (lg_judge(s, side, way).reason != R_MUST_FORM_LINE || path.form_end != 0) return false;
    *out = *way;
    path.form_end = FORM_LINE + 1;
    lg_path_pack(&path, out);
    return lg_judge(s, side, out).reason == R_LEGAL;
}

static void aim_move(const gg_state *s, gg_side side, unsigned u, gg_point at, int32_t facing,
                     gg_action *out)
{
    if (aims_back(s, u, at, facing, INCH / 4, out) && lg_judge(s, side, out).reason == R_LEGAL)
        return;
    *out = path_action(s, ACTION_MOVE, u, at, facing);
    if (lg_judge(s, side, out).reason == R_LEGAL) return;
    gg_action other = path_action(s, ACTION_RESERVE, u, at, facing);
    bool legal = lg_judge(s, side, &other).reason == R_LEGAL;
    if (!legal && aims_back(s, u, at, facing, INCH / 2, &other))
        legal = lg_judge(s, side, &other).reason == R_LEGAL;
    if (!legal) legal = aims_to_form(s, side, u, at, facing, &other);
    if (!legal) legal = forms_there(s, side, out, &other);
    if (legal) *out = other;
}

static gg_action ride_to(const gg_state *s, gg_unit who, gg_unit whom, gg_point at)
{
    gg_action action = action_of(ACTION_RIDE, who, GG_NO_UNIT);
    action.item = GG_NO_UNIT;
    bool joins = whom < UNITS_MAX && lg_is_on_table(s, whom);
    if (joins) {
        action.whom = whom;
        at = s->units[whom].at;
    }
    action.at = lg_grained(at);
    return action;
}

/* ---- On an enemy. ---- */

/* Straight at it if that is legal, else by the nearest facing that is (LG-R55). */
static gg_action charge_at(const gg_state *s, gg_side side, lg_action kind, gg_unit who,
                           gg_unit whom, int32_t facing)
{
    gg_action action = action_of(kind, who, whom);
    int32_t straight = lg_direction(s->units[who].at, s->units[whom].at);
    action.item = (uint16_t)straight;
    lg_aim aim;
    if (facing >= 0 || lg_judge(s, side, &action).reason == R_LEGAL) {
        if (facing >= 0) action.item = (uint16_t)(gg_facing(facing + 5) / 10);
        return action;
    }
    for (int32_t i = 0; i < 180; i++) {
        int32_t other = (straight + (i % 2 ? i / 2 + 1 : 359 - i / 2)) % 360;
        if (lg_aim_legal(s, who, whom, other, &aim).reason != R_LEGAL) continue;
        action.item = (uint16_t)other;
        return action;
    }
    return action;
}

static bool is_firing(lg_phase phase)
{
    return phase == PHASE_F1 || phase == PHASE_F2 || phase == PHASE_X3;
}

static bool is_answering(lg_phase phase)
{
    return phase == PHASE_M2 || phase == PHASE_X1;
}

static gg_action aim_enemy(const gg_state *s, gg_side side, gg_unit who, gg_unit whom,
                           int32_t facing)
{
    if (is_answering((lg_phase)s->phase)) return action_of(ACTION_COUNTER, who, whom);
    bool fires = is_firing((lg_phase)s->phase) || lg_is_guns(&s->units[who]);
    if (fires) return action_of(ACTION_FIRE, who, whom);
    return charge_at(s, side, s->phase == PHASE_K6 ? ACTION_BREAK : ACTION_CHARGE, who, whom,
                     facing);
}

/* ---- Hands. ---- */

static gg_side side_of(const gg_state *s, gg_unit unit)
{
    return unit < UNITS_MAX ? s->units[unit].side : s->commanders[unit - UNITS_MAX].side;
}

static bool is_here(const gg_state *s, gg_unit unit)
{
    if (unit < UNITS_MAX) return lg_is_on_table(s, unit);
    return unit - UNITS_MAX < s->commander_count && lg_is_present(&s->commanders[unit - UNITS_MAX]);
}

/* A commander on a commander hands an order on; on a unit, in the step for that, he gives it one,
 * and else rides to it. */
static bool aim_commander(const gg_state *s, gg_unit who, gg_unit whom, gg_point at, gg_action *out)
{
    bool friend = whom != GG_NO_UNIT && whom != who && side_of(s, whom) == side_of(s, who);
    if (friend && whom >= UNITS_MAX && s->phase < PHASE_M1) {
        *out = action_of(ACTION_GIVE, who, whom);
        out->item = 1;
    } else if (friend && whom < UNITS_MAX && s->phase < PHASE_M1) {
        *out = action_of(ACTION_ASSIGN, whom, 0);
        out->item = 1;
    } else {
        *out = ride_to(s, who, friend ? whom : GG_NO_UNIT, at);
    }
    return true;
}

/* On itself: what it can do where it stands. */
static bool aim_self(const gg_state *s, gg_unit who, gg_action *out)
{
    if (is_answering((lg_phase)s->phase) && lg_is_foot(&s->units[who]))
        *out = action_of(ACTION_SQUARE, who, 0);
    else if (s->phase == PHASE_K5 || s->phase == PHASE_K6)
        *out = action_of(ACTION_STAY, who, 0);
    else if (s->phase == PHASE_F4A)
        *out = action_of(ACTION_ABORT, who, 0);
    else
        return false;
    return true;
}

static void aim_place(const gg_state *s, gg_side side, gg_unit who, gg_point at, int32_t facing,
                      gg_action *out)
{
    if (is_answering((lg_phase)s->phase)) {
        *out = action_of(ACTION_EVADE, who, 0);
    } else if (s->phase == PHASE_K3) {
        *out = action_of(ACTION_RETIRE, who, 0);
        out->args[0] = (int32_t)gg_rdiv(gg_distance(s->units[who].at, at), HUNDREDTH);
    } else if (s->phase == PHASE_K5) {
        *out = action_of(ACTION_OCCUPY, who, 0);
    } else if (s->phase == PHASE_K6) {
        *out = path_action(s, ACTION_ADVANCE, who, at, facing);
    } else {
        aim_move(s, side, who, at, facing, out);
    }
}

static gg_point place_of(const gg_state *s, gg_unit unit)
{
    return unit < UNITS_MAX ? s->units[unit].at : s->commanders[unit - UNITS_MAX].at;
}

enum { FAR = 200 * INCH };

static bool is_in_the_world(gg_point at, int32_t facing)
{
    return at.x >= -FAR && at.x <= FAR && at.y >= -FAR && at.y <= FAR && facing < GG_TURN;
}

bool lg_aim_hand(const gg_state *s, gg_side side, gg_unit who, gg_unit whom, gg_point at,
                 int32_t facing, gg_action *out)
{
    if (!is_here(s, who) || (whom != GG_NO_UNIT && !is_here(s, whom))) return false;
    if (whom != GG_NO_UNIT) at = place_of(s, whom);
    if (!is_in_the_world(at, facing)) return false;
    if (who >= UNITS_MAX) return aim_commander(s, who, whom, at, out);
    if (whom != GG_NO_UNIT && whom < UNITS_MAX && side_of(s, whom) != side_of(s, who)) {
        *out = aim_enemy(s, side, who, whom, facing);
        return true;
    }
    if (whom == who && facing < 0) return aim_self(s, who, out);
    aim_place(s, side, who, at, facing, out);
    return true;
}

bool lg_go_on(const gg_state *s, gg_side side, const gg_action *begun, gg_point at, int32_t facing,
              gg_action *out)
{
    (void)side;
    const lg_action kind = (lg_action)begun->kind;
    if (kind != ACTION_MOVE && kind != ACTION_RESERVE && kind != ACTION_ADVANCE) return false;
    if (begun->who >= UNITS_MAX || !is_here(s, begun->who) || !is_in_the_world(at, facing))
        return false;
    lg_path path = lg_path_of(begun);
    if (path.legs == LEGS_MAX) return false;
    path.turn_end = 0; /* the last turn is the next leg's wheel */
    *out = *begun;
    path_on(s, begun->who, mode_of(kind), &path, at, facing, &path);
    lg_path_pack(&path, out);
    return true;
}
