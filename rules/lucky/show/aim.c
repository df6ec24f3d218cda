/*
 * aim.c - what a hand means that picks a unit up and puts it down: at a place, or on another unit.
 *
 * The paths tried for a place are those a player would think of: straight ahead with a side step,
 * a wheel towards the place, a wheel with the side step that saves way (LG-R20), the widest wheel
 * that does not halve the move (LG-R18), and a way round in two legs.  A square forms column first
 * (LG-R47).  Turns are whole degrees and lengths whole hundredths (LG-R1), so the place is met to a
 * hundredth of an inch.
 * SPDX-License-Identifier: MIT
 */
#include "rules/lucky/show/show.h"

#include <string.h>

enum { WIDEST = 89 };

/* ---- Paths. ---- */

/* The turns tried for a place, in this order. */
typedef enum turn_tried {
    TURN_NONE,
    TURN_STRAIGHT,
    TURN_FACING,
    TURN_WIDEST,
    TURN_STEPPED,
    TURN_STEPPED_MORE,
    TURNS
} turn_tried;
enum { NO_TURN = 1000 };

typedef enum told_state { TOLD_UNKNOWN, TOLD_NOT, TOLD } told_state;
typedef enum leg_state { LEG_UNKNOWN, LEG_NONE, LEG_TOO_FAR, LEG_FITS } leg_state;

/* A path and what the judge said of it. */
typedef struct judged {
    lg_path path;
    gg_verdict verdict;
    bool is_one;
} judged;

typedef struct hand {
    const gg_state *s;
    unsigned unit;
    lg_mover *mover;
    lg_mode mode;
    lg_path begun; /* the legs that are laid down already, and where they end */
    gg_pose start;
    gg_point to;
    int32_t direction, straight; /* from there to the place, in degrees; the turn to it */
    int32_t facing;              /* whole degrees, or -1 */
    judged best;                 /* the first that is legal, else the first of all */
    turn_tried failed;           /* what was tried before all others, or TURNS */
    judged failed_judged;
    bool only_first; /* the first way alone is looked for */
    unsigned tried;  /* bit n: turn n was tried in its turn, and is not legal */
    unsigned astray; /* bit n: nor is it however the unit turns when it has come there */
    /* worked out when first asked for: */
    int32_t stepped[2]; /* the last two turns */
    bool stepped_known;
    bool back_known, back_is_shut; /* the place, to one that faces there as it does now */
    uint8_t legs_known[TURNS];     /* leg_state */
    lg_path legs[TURNS];           /* with one leg by this turn */
    uint8_t told_known[TURNS];     /* told_state: of that */
    gg_verdict told[TURNS];
} hand;

/* gg_rdiv by a number the compiler knows. */
static int32_t in_hundredths(int32_t ticks)
{
    return (ticks + (ticks < 0 ? -HUNDREDTH / 2 : HUNDREDTH / 2)) / HUNDREDTH;
}

/* One more leg with this turn, so that it ends at the place; false if no leg does. */
static bool add_leg(const hand *h, lg_path *path, gg_pose pose, int32_t turn, gg_point to)
{
    if (path->legs == LEGS_MAX) return false;
    pose.facing = gg_facing(pose.facing + turn * 10);
    gg_point local = gg_to_local(pose, to);
    int32_t ahead = in_hundredths(local.y), shift = in_hundredths(local.x);
    if (ahead < 0 || gg_size_of(shift) > ahead || gg_size_of(shift) > lg_number(h->s, N_base_width))
        return false;
    int leg = path->legs++;
    path->turn[leg] = turn;
    path->ahead[leg] = ahead;
    path->shift[leg] = shift;
    return true;
}

/* Somebody stands there, however it comes, if it faces there as it does now. */
static bool is_back_shut(hand *h)
{
    const lg_formation formation = lg_end_formation(&h->s->units[h->unit], &h->begun);
    if (!h->back_known)
        h->back_is_shut = lg_is_shut_facing(h->mover, (gg_pose){h->to, h->start.facing}, formation);
    h->back_known = true;
    return h->back_is_shut;
}

/* Why it is surely not legal, as far as that is found out cheaply: good enough for all but the
 * first, whose verdict is the one that is told. */
static gg_reason quick_reason(hand *h, const lg_path *path, gg_point from, int32_t facing)
{
    if (lg_is_too_far(h->mover, path, h->mode)) return R_TOO_FAR;
    const gg_pose arrives = {h->to, gg_facing((facing - path->turn_end) * 10)};
    if (lg_is_off_table(h->mover, arrives)) return R_OFF_TABLE;
    if (lg_is_stopped(h->mover, from, arrives)) return R_TOO_NEAR_ENEMY;
    const bool shut = facing * 10 == h->start.facing
                          ? is_back_shut(h)
                          : lg_is_shut_facing(h->mover, (gg_pose){h->to, facing * 10},
                                              lg_end_formation(&h->s->units[h->unit], path));
    return shut ? R_OCCUPIED : R_LEGAL;
}

static gg_reason take_verdict(hand *h, const lg_path *path, gg_verdict verdict)
{
    if (!h->best.is_one || verdict.reason == R_LEGAL) h->best = (judged){*path, verdict, true};
    return verdict.reason;
}

static gg_reason judge_path(hand *h, const lg_path *path, gg_point from, int32_t facing)
{
    lg_end end;
    const gg_reason quick = h->best.is_one ? quick_reason(h, path, from, facing) : R_LEGAL;
    if (quick != R_LEGAL) return quick;
    return take_verdict(h, path, lg_way_legal(h->mover, path, h->mode, &end));
}

/* Tries the path, whose legs end with this facing, with its last turn; true when it is legal. */
static bool try_path(hand *h, lg_path *path, gg_point from, int32_t arrives, int32_t facing)
{
    path->turn_end = facing < 0 ? 0 : lg_turn_from(arrives, facing);
    return judge_path(h, path, from, facing < 0 ? arrives : facing) == R_LEGAL;
}

/* The turn after which the place lies as far to the right (or left) as a side step goes, which is
 * `less` than the one straight to it. */
static int32_t stepped_turn(const hand *h, int32_t less)
{
    int32_t turn = h->straight - less;
    gg_pose turned = {h->start.at, gg_facing(h->start.facing + turn * 10)};
    /* whole degrees may put it beyond the step */
    if (gg_size_of(gg_to_local(turned, h->to).x) > lg_length(h->s, N_base_width) + HUNDREDTH / 2)
        turn += less < 0 ? -1 : 1;
    return turn >= -180 && turn <= 180 ? turn : NO_TURN;
}

/* A step to the side of the turn makes the turn smaller. */
static void find_stepped_turns(hand *h)
{
    int64_t distance = gg_distance(h->start.at, h->to), step = lg_length(h->s, N_base_width);
    h->stepped_known = true;
    h->stepped[0] = h->stepped[1] = NO_TURN;
    if (distance * distance < 2 * step * step) return;
    gg_point local = {(int32_t)step,
                      (int32_t)gg_root_down((uint64_t)(distance * distance - step * step))};
    int32_t less = lg_direction((gg_point){0, 0}, local);
    h->stepped[0] = stepped_turn(h, h->straight < 0 ? -less : less);
    h->stepped[1] = stepped_turn(h, h->straight < 0 ? less : -less);
}

/* Both legs together are at least as long as the straight ways they stand for, and turn at least
 * as much as the way straight there, but for what is rounded. */
static bool is_round_too_far(const hand *h, int32_t aside)
{
    enum { ROUNDED = 4 * HUNDREDTH, TURN_ROUNDED = 2 };
    lg_path path = h->begun;
    path.turn_end = gg_size_of(h->straight) - TURN_ROUNDED;
    if (path.turn_end < 0) path.turn_end = 0;
    const int64_t most = lg_allowance(h->s, h->unit, &path, h->mode, false) * HUNDREDTH + ROUNDED;
    const int64_t x = h->to.x - h->start.at.x, y = h->to.y - h->start.at.y;
    return x * x + y * y + 4 * (int64_t)aside * aside > most * most;
}

/* Round something: by a place beside the middle of the way. */
static bool try_round(hand *h, int32_t aside)
{
    if (is_round_too_far(h, aside)) return false;
    gg_pose pose = h->start;
    int32_t across = h->direction * 10 + (aside < 0 ? -GG_QUARTER : GG_QUARTER);
    gg_point middle = {(pose.at.x + h->to.x) / 2, (pose.at.y + h->to.y) / 2};
    gg_point by = gg_along(middle, gg_facing(across), gg_size_of(aside));
    lg_path path = h->begun;
    if (!add_leg(h, &path, pose, lg_turn_from(pose.facing / 10, lg_direction(pose.at, by)), by))
        return false;
    pose = lg_leg_end(pose, &path, path.legs - 1);
    if (path.legs == 1 && lg_leg_is_stopped(h->mover, &path, h->mode, pose)) return false;
    int32_t arrives = lg_direction(pose.at, h->to);
    if (!add_leg(h, &path, pose, lg_turn_from(pose.facing / 10, arrives), h->to)) return false;
    return try_path(h, &path, pose.at, arrives, h->facing);
}

/* Something is in the way that a detour may avoid. */
static bool may_go_round(const hand *h)
{
    static const uint8_t avoidable[] = {R_TOO_NEAR_ENEMY, R_THROUGH_ENEMY,  R_FRIEND_IN_WAY,
                                        R_DEEP,           R_RESERVE_GROUND, R_RESERVE_TOO_NEAR};
    const gg_verdict verdict = h->best.verdict;
    if (verdict.reason == R_TOO_FAR_DIFFICULT) /* in the open, too? */
        return verdict.had <= lg_allowance(h->s, h->unit, &h->best.path, h->mode, false);
    for (unsigned i = 0; i < sizeof avoidable; i++)
        if (verdict.reason == avoidable[i]) return true;
    return false;
}

static int32_t turn_of(hand *h, turn_tried which)
{
    switch (which) {
    case TURN_NONE: return 0;
    case TURN_STRAIGHT: return h->straight;
    case TURN_FACING:
        return h->facing < 0 ? NO_TURN : lg_turn_from(h->start.facing / 10, h->facing);
    case TURN_WIDEST:
        if (gg_size_of(h->straight) <= WIDEST) return NO_TURN;
        return h->straight < 0 ? -WIDEST : WIDEST;
    case TURN_STEPPED:
    case TURN_STEPPED_MORE:
        if (!h->stepped_known) find_stepped_turns(h);
        return h->stepped[which - TURN_STEPPED];
    case TURNS: break;
    }
    return NO_TURN;
}

static leg_state find_leg(hand *h, turn_tried which)
{
    lg_path *path = &h->legs[which];
    int32_t turn = turn_of(h, which);
    *path = h->begun;
    if (turn == NO_TURN || !add_leg(h, path, h->start, turn, h->to)) return LEG_NONE;
    return lg_is_too_far(h->mover, path, h->mode) ? LEG_TOO_FAR : LEG_FITS;
}

static leg_state leg_of(hand *h, turn_tried which)
{
    if (h->legs_known[which] == LEG_UNKNOWN) h->legs_known[which] = (uint8_t)find_leg(h, which);
    return (leg_state)h->legs_known[which];
}

/* Of a turn that goes there and does not turn again, as far as that is known at little cost. */
static bool is_told(hand *h, turn_tried which)
{
    if (h->told_known[which] == TOLD_UNKNOWN) {
        lg_path *path = &h->legs[which];
        path->turn_end = 0;
        h->told_known[which] =
            lg_rows_tell(h->mover, path, h->mode, &h->told[which]) ? TOLD : TOLD_NOT;
    }
    return h->told_known[which] == TOLD;
}

static gg_reason judge_turn(hand *h, turn_tried which, int32_t facing)
{
    const leg_state state = leg_of(h, which);
    if (state == LEG_NONE || (state == LEG_TOO_FAR && h->best.is_one)) return R_TOO_FAR;
    lg_path *path = &h->legs[which];
    int32_t arrives = gg_facing(h->start.facing + path->turn[path->legs - 1] * 10) / 10;
    path->turn_end = facing < 0 ? 0 : lg_turn_from(arrives, facing);
    if (facing < 0 && is_told(h, which)) return take_verdict(h, path, h->told[which]);
    gg_verdict verdict;
    if (facing >= 0 && lg_rows_tell(h->mover, path, h->mode, &verdict))
        return take_verdict(h, path, verdict);
    return judge_path(h, path, h->start.at, facing < 0 ? arrives : facing);
}

/* Only room, and enemies that it must be in line for, may be otherwise for one that turns when it
 * has come there; who forms there stands otherwise than it went. */
static bool try_turn(hand *h, turn_tried which, int32_t facing)
{
    const gg_reason reason = judge_turn(h, which, facing);
    if (facing < 0 && reason != R_OCCUPIED && reason != R_MUST_FORM_LINE && h->begun.form_end == 0)
        h->astray |= 1u << which;
    return reason == R_LEGAL;
}

/* Is one of the turns legal that are judged at little cost? */
static bool try_told(hand *h, int *found)
{
    for (*found = 0; *found < TURNS; ++*found)
        if (*found != (int)h->failed && leg_of(h, (turn_tried)*found) == LEG_FITS
            && is_told(h, (turn_tried)*found) && h->told[*found].reason == R_LEGAL)
            return true;
    return false;
}

/* Before all others, so that it need not be tried again in its turn. */
static bool try_likely(hand *h, turn_tried which)
{
    if (try_turn(h, which, h->facing)) return true;
    h->failed = which;
    h->failed_judged = h->best;
    h->best.is_one = false;
    return false;
}

static bool try_turns(hand *h, int32_t facing, int *found)
{
    for (*found = 0; *found < TURNS; ++*found) {
        if (h->tried >> *found & 1) continue;
        if (*found != (int)h->failed && try_turn(h, (turn_tried)*found, facing)) return true;
        if (*found == (int)h->failed && !h->best.is_one) h->best = h->failed_judged;
        h->tried |= 1u << *found;
        if (h->only_first && h->best.is_one) return false;
    }
    return false;
}

/* The same, facing at the end as it does now: to which going without a turn adds nothing new. */
static bool try_turn_back(hand *h, turn_tried which)
{
    return which != TURN_NONE && which != TURN_FACING && !(h->astray >> which & 1)
           && !is_back_shut(h) && try_turn(h, which, h->start.facing / 10);
}

static const int32_t asides[] = {2 * INCH, -2 * INCH, 4 * INCH, -4 * INCH};
enum { ASIDES = sizeof asides / sizeof *asides, WAYS = 2 * TURNS + ASIDES };

/* May one of these be meant, after what the first way met?  Turns that go back to how it faces,
 * from TURNS on, and then ways round. */
static bool may_be_meant(const hand *h, int way)
{
    if (way < 2 * TURNS)
        return h->facing < 0 && !(h->best.is_one && h->best.verdict.reason == R_TOO_FAR);
    return h->best.is_one && may_go_round(h);
}

static bool try_way(hand *h, int way)
{
    return way < 2 * TURNS ? try_turn_back(h, (turn_tried)(way - TURNS))
                           : try_round(h, asides[way - 2 * TURNS]);
}

static void hand_begin(hand *h, lg_mover *mover, lg_mode mode, const lg_path *begun, gg_point to,
                       int32_t facing)
{
    h->s = mover->s;
    h->unit = mover->on.unit;
    h->mover = mover;
    h->mode = mode;
    h->begun = *begun;
    h->start = lg_pose(&h->s->units[h->unit]);
    for (int leg = 0; leg < begun->legs; leg++) h->start = lg_leg_end(h->start, begun, leg);
    if (begun->legs == 0) h->begun.form_start = lg_first_form(&h->s->units[h->unit], mode);
    h->to = to;
    h->direction = lg_direction(h->start.at, to);
    h->straight = lg_turn_from(h->start.facing / 10, h->direction);
    h->facing = facing;
    h->best.is_one = false;
    h->failed = TURNS;
    h->stepped_known = h->back_known = h->only_first = false;
    h->tried = h->astray = 0;
    memset(h->legs_known, LEG_UNKNOWN, sizeof h->legs_known);
    memset(h->told_known, TOLD_UNKNOWN, sizeof h->told_known);
}

/* All that is tried for a place; `found` gets which of the turns, or of the ways after them, or
 * WAYS. */
static bool try_all(hand *h, int *found)
{
    if (try_turns(h, h->facing, found)) return true;
    for (*found = TURNS; *found < WAYS; ++*found)
        if (may_be_meant(h, *found) && try_way(h, *found)) return true;
    return false;
}

/* What was found for the place before, after the first way, which must be known: it says what may
 * be meant at all. */
static bool try_late(hand *h, int likely, int *found)
{
    h->only_first = true;
    const bool is_first = try_turns(h, h->facing, found);
    h->only_first = false;
    if (is_first) return true;
    *found = likely;
    return may_be_meant(h, likely) && try_way(h, likely);
}

/* On from the end of these legs, of which there may be none; one more must be possible. */
static gg_verdict path_on(const gg_state *s, unsigned u, lg_mode mode, const lg_path *begun,
                          gg_point to, int32_t facing, lg_path *out)
{
    int32_t wanted = facing < 0 ? -1 : gg_facing(facing + 5) / 10;
    lg_mover mover;
    lg_mover_begin(&mover, s, s->units[u].side);
    lg_mover_take(&mover, u);
    hand h;
    int turn;
    hand_begin(&h, &mover, mode, begun, to, wanted);
    try_all(&h, &turn);
    if (!h.best.is_one) { /* so far away that a whole degree misses it by more than a side step */
        lg_path path = h.begun;
        const int leg = path.legs++;
        path.turn[leg] = h.straight;
        path.ahead[leg] = (int32_t)gg_rdiv(gg_distance(h.start.at, to), HUNDREDTH);
        path.shift[leg] = 0;
        try_path(&h, &path, h.start.at, h.start.facing / 10, -1);
    }
    *out = h.best.path;
    return h.best.verdict;
}

gg_verdict lg_path_to(const gg_state *s, unsigned u, lg_mode mode, gg_point to, int32_t facing,
                      lg_path *out)
{
    return path_on(s, u, mode, &(lg_path){.legs = 0}, to, facing, out);
}

/* Where infantry must be in line (LG-R52), or only a line has room, a way there means to form at
 * its end.  False: that would not help. */
static bool forms_there(const gg_state *s, unsigned u, gg_verdict why_not, lg_path *path)
{
    const lg_unit *unit = &s->units[u];
    const bool helps = why_not.reason == R_MUST_FORM_LINE || why_not.reason == R_OCCUPIED;
    if (!helps || !lg_is_foot(unit) || unit->formation == FORM_LINE) return false;
    if (path->form_start != 0 || path->form_end != 0) return false;
    path->form_end = FORM_LINE + 1;
    return true;
}

bool lg_may_end(lg_mover *mover, lg_mode mode, gg_point to, lg_last_try *guess)
{
    hand h;
    int found;
    bool passed = guess->passed; /* the place before: this one will, too */
    guess->passed = false;
    if (!passed && lg_is_shut(mover, mode, to)) return false;
    if (mover->on.turns != NULL) gt_look_at(&mover->on, to);
    hand_begin(&h, mover, mode, &(lg_path){.legs = 0}, to, -1);
    guess->passed = passed && try_likely(&h, (turn_tried)guess->turn);
    if (guess->passed) return true;
    if (passed && lg_is_shut(mover, mode, to)) return false;
    guess->passed = (guess->late != 0 && try_late(&h, guess->late, &found))
                    || (mover->on.turns != NULL && mover->plain && try_told(&h, &found))
                    || try_all(&h, &found);
    if (guess->passed) {
        if (found < TURNS) guess->turn = found; /* what comes after the turns has conditions */
        guess->late = found < TURNS ? 0 : found;
        return true;
    }
    lg_end end; /* in line, as a hand means it there */
    return h.best.is_one && mode == MODE_MOVE
           && forms_there(mover->s, mover->on.unit, h.best.verdict, &h.best.path)
           && lg_way_legal(mover, &h.best.path, mode, &end).reason == R_LEGAL;
}

/* ---- Where a unit is put down. ---- */

static gg_action path_action(const gg_state *s, lg_action_kind kind, unsigned u, gg_point at,
                             int32_t facing)
{
    gg_action action = gg_action_on(kind, (gg_unit)u, GG_NO_UNIT);
    lg_path path;
    lg_path_to(s, u, lg_mode_of(kind), at, facing, &path);
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
    if (turns || local.y >= 0 || gg_size_of(local.x) > near) return false;
    *out = gg_action_on(ACTION_BACK, (gg_unit)u, GG_NO_UNIT);
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
        *out = gg_action_on(ACTION_FORM, (gg_unit)u, GG_NO_UNIT);
        out->item = forms[i];
        if (facing >= 0) out->at.x = lg_turn_from(unit->facing, gg_facing(facing + 5) / 10);
        if (lg_judge(s, side, out).reason == R_LEGAL) return true;
    }
    return false;
}

/* Any of the ways there, forming line at its end: what stops the first way as it is need not be
 * what stops the others. */
static bool aims_in_line(const gg_state *s, gg_side side, unsigned u, gg_point at, int32_t facing,
                         gg_action *out)
{
    const lg_unit *unit = &s->units[u];
    lg_path path;
    if (!lg_is_foot(unit) || unit->formation == FORM_LINE || lg_first_form(unit, MODE_MOVE) != 0)
        return false;
    path_on(s, u, MODE_MOVE, &(lg_path){.form_end = FORM_LINE + 1}, at, facing, &path);
    *out = gg_action_on(ACTION_MOVE, (gg_unit)u, GG_NO_UNIT);
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
    if (!legal) legal = aims_in_line(s, side, u, at, facing, &other);
    if (legal) *out = other;
}

static gg_action ride_to(const gg_state *s, gg_unit who, gg_unit whom, gg_point at)
{
    bool joins = whom < UNITS_MAX && lg_is_on_table(s, whom);
    gg_action action =
        lg_ride_of(who - (unsigned)UNITS_MAX, lg_grained(joins ? s->units[whom].at : at));
    if (joins) action.whom = whom;
    return action;
}

/* ---- On an enemy. ---- */

/* Straight at it if that is legal, else by the nearest facing that is (LG-R55). */
static gg_action charge_at(const gg_state *s, gg_side side, lg_action_kind kind, gg_unit who,
                           gg_unit whom, int32_t facing)
{
    gg_action action = gg_action_on(kind, who, whom);
    int32_t straight = lg_direction(s->units[who].at, s->units[whom].at);
    action.item = (uint16_t)straight;
    lg_aimed aim;
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

static bool is_answering(lg_phase phase) { return phase == PHASE_M2 || phase == PHASE_X1; }

static gg_action aim_enemy(const gg_state *s, gg_side side, gg_unit who, gg_unit whom,
                           int32_t facing)
{
    if (is_answering((lg_phase)s->phase)) return gg_action_on(ACTION_COUNTER, who, whom);
    bool fires = is_firing((lg_phase)s->phase) || lg_is_guns(&s->units[who]);
    if (fires) return gg_action_on(ACTION_FIRE, who, whom);
    return charge_at(s, side, s->phase == PHASE_K6 ? ACTION_BREAK : ACTION_CHARGE, who, whom,
                     facing);
}

/* ---- Hands. ---- */

/* A commander on a commander hands an order on; on a unit, in the step for that, he gives it one,
 * and else rides to it. */
static bool aim_commander(const gg_state *s, gg_unit who, gg_unit whom, gg_point at, gg_action *out)
{
    bool friend = whom != GG_NO_UNIT && whom != who && lg_side_of(s, whom) == lg_side_of(s, who);
    if (friend && whom >= UNITS_MAX && s->phase < PHASE_M1) {
        *out = gg_action_on(ACTION_GIVE, who, whom);
        out->item = 1;
    } else if (friend && whom < UNITS_MAX && s->phase < PHASE_M1) {
        *out = gg_action_on(ACTION_ASSIGN, whom, GG_NO_UNIT);
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
        *out = gg_action_on(ACTION_SQUARE, who, GG_NO_UNIT);
    else if (s->phase == PHASE_K5 || s->phase == PHASE_K6)
        *out = gg_action_on(ACTION_STAY, who, GG_NO_UNIT);
    else if (s->phase == PHASE_F4A) *out = gg_action_on(ACTION_ABORT, who, GG_NO_UNIT);
    else return false;
    return true;
}

/* As far as that; or, if it would come there only because it is stopped or has to go on, as far as
 * it may choose (LG-R100). */
static gg_action retire_to(const gg_state *s, unsigned who, gg_point at)
{
    gg_action action = gg_action_on(ACTION_RETIRE, who, GG_NO_UNIT);
    int32_t low, high, asked = (int32_t)gg_rdiv(gg_distance(s->units[who].at, at), HUNDREDTH);
    action.args[0] = asked;
    if (who != lg_asked(s)) return action;
    lg_retire_range(s, who, &low, &high);
    if (asked >= low && asked <= high) return action;
    gg_state would = *s;
    lg_retire(&would, who, asked < low ? low : high, NULL);
    if (lg_is_on_table(&would, who) && !gg_is_farther(would.units[who].at, at, HUNDREDTH))
        action.args[0] = asked < low ? low : high;
    return action;
}

static void aim_place(const gg_state *s, gg_side side, gg_unit who, gg_point at, int32_t facing,
                      gg_action *out)
{
    if (is_answering((lg_phase)s->phase)) {
        *out = gg_action_on(ACTION_EVADE, who, GG_NO_UNIT);
    } else if (s->phase == PHASE_K3) {
        *out = retire_to(s, who, at);
    } else if (s->phase == PHASE_K5) {
        *out = gg_action_on(ACTION_OCCUPY, who, GG_NO_UNIT);
    } else if (s->phase == PHASE_K6) {
        *out = path_action(s, ACTION_ADVANCE, who, at, facing);
    } else {
        aim_move(s, side, who, at, facing, out);
    }
}

enum { FAR = 200 * INCH };

static bool is_in_the_world(gg_point at, int32_t facing)
{
    return at.x >= -FAR && at.x <= FAR && at.y >= -FAR && at.y <= FAR && facing < GG_TURN;
}

bool lg_aim(const gg_state *s, gg_side side, gg_unit who, gg_unit whom, gg_point at, int32_t facing,
            gg_action *out)
{
    if (!lg_is_here(s, who) || (whom != GG_NO_UNIT && !lg_is_here(s, whom))) return false;
    if (whom != GG_NO_UNIT) at = lg_place_of(s, whom);
    if (!is_in_the_world(at, facing)) return false;
    if (who >= UNITS_MAX) return aim_commander(s, who, whom, at, out);
    if (whom != GG_NO_UNIT && whom < UNITS_MAX && lg_side_of(s, whom) != lg_side_of(s, who)) {
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
    const lg_action_kind kind = (lg_action_kind)begun->kind;
    if (kind != ACTION_MOVE && kind != ACTION_RESERVE && kind != ACTION_ADVANCE) return false;
    if (begun->who >= UNITS_MAX || !lg_is_here(s, begun->who) || !is_in_the_world(at, facing))
        return false;
    lg_path path = lg_path_of(begun);
    if (path.legs == LEGS_MAX) return false;
    path.turn_end = 0; /* the last turn is the next leg's wheel */
    *out = *begun;
    path_on(s, begun->who, lg_mode_of(kind), &path, at, facing, &path);
    lg_path_pack(&path, out);
    return true;
}
