/*
 * shoot.c - shooting (ST-7.1 to ST-12.4, ST-R54 to ST-R70): who shoots at whom, how clear the
 * target is, dice, hits, saves, and what comes of them.
 * SPDX-License-Identifier: MIT
 */
#include "core/roll.h"
#include "charge.h"
#include "combat.h"
#include "shoot.h"

enum { ONE = 1u << 0, SIX = 1u << 5 }; /* faces, as sets */

/* ---- The two rolls. ---- */

#define ROLL shoot
#define QUERY staff_shot
#define ROWS "rules/staff/law/shoot.def"
#include "core/modifiers.def"
#define ROLL save
#define QUERY staff_save
#define ROWS "rules/staff/law/save.def"
#include "core/modifiers.def"

static int shot_dice(const void *query) { return ((const staff_shot *)query)->dice; }
static int shot_needs(const void *query) { return ((const staff_shot *)query)->needs; }
static int save_dice(const void *query) { return ((const staff_save *)query)->dice; }
static int save_needs(const void *query) { return ((const staff_save *)query)->least; }
static uint32_t the_six(const void *query) { return (void)query, SIX; }
static uint32_t the_one(const void *query) { return (void)query, ONE; }
static uint32_t six_if_agreed(const void *query)
{
    return ((const staff_save *)query)->six_passes ? SIX : 0;
}

const gg_check staff_shoot_check = {
    .name = "shooting",
    .verb = "shoots at",
    .clause = ST_9_3,
    GG_SIXES(GG_EACH, shot_dice, staff_numbers),
    .needs = shot_needs,
    .always = the_six,
    .never = the_one,
    GG_MODS(shoot_mods),
    .what = "hit",
    .rule = "Each die that comes to {to_hit} hits; a natural 6 always does and disorders the "
            "target, a natural 1 never does.",
};
/* Natural ones and sixes: ST-9.4, ST-9.6. */
const gg_check staff_save_check = {
    .name = "saves",
    .verb = "saves",
    .clause = ST_9_7,
    GG_SIXES(GG_EACH, save_dice, staff_numbers),
    .needs = save_needs,
    .always = six_if_agreed,
    .never = the_one,
    GG_MODS(save_mods),
    .what = "save",
    .rule = "One die for each hit; it saves if it comes to the unit's morale save. A natural 1 "
            "never does; each save that fails is a casualty.",
};

/* ---- Where it shoots from, and with what. ---- */

static bool shoots_all_round(const staff_unit *it) /* ST-7.3, not ST-7.5; T9.4, T9.8 */
{
    return it->formation == FORM_SKIRM || it->formation == FORM_SQUARE
           || it->formation == FORM_GARRISON;
}

/* SP of ST-R7 (ST-7.1, ST-7.4). */
gg_point staff_shooting_point(const gg_state *s, unsigned u, int figure, gg_point target_centre)
{
    const gg_pose pose = staff_pose(s, u);
    const gg_box box = staff_own_box(s, u);
    switch ((staff_formation)s->units[u].formation) {
    case FORM_DEPLOYED: return staff_centre_at(pose, box);
    case FORM_SKIRM: return gt_figure(pose, box, figure);
    case FORM_SQUARE:
    case FORM_GARRISON:
        return gt_edge_middle(pose, box, gg_zone_of_point(pose, box, target_centre));
    case FORM_LINE:
    case FORM_ACOL:
    case FORM_MCOL:
    case FORM_LIMBERED:
    case FORMATIONS: break;
    }
    return pose.at;
}

static staff_band band_at(const gg_state *s, unsigned u, int32_t range)
{
    if (!staff_is_guns(&s->units[u])) return BAND_NONE;
    if (range <= staff_weapon_number(s, u, WEAPON_SHORT)) return BAND_SHORT;
    return range <= staff_weapon_number(s, u, WEAPON_HALF) ? BAND_MEDIUM : BAND_LONG;
}

/* ST-R58 (ST-9.1, ST-9.2): the score or the band's dice, the formation's cap, one less in woods. */
static int dice_in(const gg_state *s, unsigned u, staff_band band)
{
    const staff_unit *it = &s->units[u];
    int dice = band == BAND_NONE
                   ? staff_stat(s, u, STAT_SHOOT)
                   : staff_weapon_number(s, u, WEAPON_DICE + (int)band - (int)BAND_SHORT);
    const int cap = staff_number(s, N_LINE_cap_shoot + 2 * it->formation);
    if (dice > cap) dice = cap;
    if (dice > 1 && s->notes.stands[u].in_wood) {
        dice -= staff_number(s, N_wood_dice);
        if (dice < 1) dice = 1;
    }
    return dice;
}

int staff_shooting_dice(const gg_state *s, unsigned u)
{
    const staff_unit *it = &s->units[u];
    if (staff_weapon_number(s, u, WEAPON_RANGE) == 0) return 0;
    if (!staff_is_guns(it)) return dice_in(s, u, BAND_NONE);
    int most = 0;
    for (staff_band band = BAND_SHORT; band <= BAND_LONG; band++) {
        const int dice = dice_in(s, u, band);
        if (dice > most) most = dice;
    }
    return most;
}

/* ---- The target: cover and sight. ---- */

/* ST-R61: hedges and walls between, close before the target. */
static staff_cover cover_behind(const gg_state *s, gg_point eye, gg_point centre,
                                const gg_convex *target)
{
    staff_cover best = COVER_NONE;
    for (int i = 0; i < s->stretch_count; i++) {
        const gt_line *line = &s->lines[i];
        if (line->type != LINE_HEDGE && line->type != LINE_WALL) continue;
        const staff_cover cover = line->type == LINE_WALL ? COVER_HARD : COVER_SOFT;
        if (cover <= best || !gg_crosses(eye, centre, line->from, line->to)) continue;
        const gg_convex stretch = gg_segment(line->from, line->to);
        if (gg_is_within(&stretch, target, staff_number(s, N_cover_within))) best = cover;
    }
    return best;
}

static int count_of(uint32_t set)
{
    int count = 0;
    for (; set != 0; set &= set - 1) count++;
    return count;
}

/* Which figures are in arc, and of them in sight; who hides them (ST-R56, R11, ST-R90). */
static void look_at_figures(const gg_state *s, staff_shot *shot, const gg_point figures[GT_FIGURES])
{
    const unsigned u = shot->shooter;
    const bool round = shoots_all_round(&s->units[u]);
    const uint32_t arc = round ? (1u << GT_FIGURES) - 1 : staff_figures_ahead(s, u, figures);
    shot->arc = (uint8_t)count_of(arc);
    if (!round && shot->arc <= GT_FIGURES / 2) shot->unclear |= UNCLEAR_ARC;
    if (arc == 0) return;
    const staff_figures seen =
        staff_look_at_all(s, u, shot->eye, shot->target, shot->target_pose, figures, arc);
    shot->seen = (uint8_t)count_of(arc & ~seen.blocked);
    if (seen.by_friend != 0) shot->unclear |= UNCLEAR_FRIENDS;
    if (seen.by_ground != 0) shot->unclear |= UNCLEAR_GROUND;
    if (seen.over_friends != 0 && shot->is_guns) shot->over_friends = true;
}

/* ST-R65 (ST-10.1 to ST-10.4): who (ST-10.1), guns at short range (ST-10.2), square to the facing
 * (ST-10.3) and straight through (ST-10.4). */
static bool is_enfilade(const gg_state *s, const staff_shot *shot, gg_box its)
{
    const staff_unit *it = &s->units[shot->shooter], *target = &s->units[shot->target];
    if (target->formation != FORM_LINE && target->formation != FORM_ACOL) return false;
    if (shot->is_guns) {
        if (shot->band != BAND_SHORT) return false;
    } else {
        if (it->formation != FORM_LINE && it->formation != FORM_ACOL) return false;
        if (s->options[OPT_enfilade_musket_close_only]
            && shot->range > staff_number(s, N_close_range))
            return false;
    }
    return gt_enfilades(shot->eye, shot->target_pose, its);
}

static bool is_mass(const staff_unit *it) /* T14.2 */
{
    return it->formation == FORM_ACOL || it->formation == FORM_MCOL
           || it->formation == FORM_LIMBERED || it->formation == FORM_SQUARE;
}

/* What the target's own state and ground say. */
static void look_at_ground(const gg_state *s, staff_shot *shot, gg_box its)
{
    const staff_unit *target = &s->units[shot->target];
    const staff_stand *stand = &s->notes.stands[shot->target];
    const gg_pose pose = shot->target_pose, own = staff_pose(s, shot->target);
    const bool is_there = gg_is_same_place(pose.at, own.at) && pose.facing == own.facing;
    const bool in_wood = is_there ? stand->in_wood : staff_is_on(s, pose, its, GROUND_WOOD);
    if (target->formation == FORM_SKIRM) shot->unclear |= UNCLEAR_SKIRMISHER;
    if (in_wood || (is_there ? stand->in_crops : staff_is_on(s, pose, its, GROUND_CROPS)))
        shot->unclear |= UNCLEAR_TERRAIN;
    if (in_wood && shot->cover < COVER_SOFT) shot->cover = COVER_SOFT;
}

/* What makes it unclear or covers it, whoever sees it. */
static void look_before(const gg_state *s, staff_shot *shot, const gg_convex *shape, gg_box its)
{
    const staff_unit *target = &s->units[shot->target];
    if (shot->band == BAND_LONG) shot->unclear |= UNCLEAR_HALF_RANGE;
    if (target->formation == FORM_DEPLOYED) shot->unclear |= UNCLEAR_GUNS;
    const staff_cover behind =
        target->formation == FORM_GARRISON
            ? COVER_HARD
            : cover_behind(s, shot->eye, staff_centre_at(shot->target_pose, its), shape);
    if (behind != COVER_NONE) shot->unclear |= UNCLEAR_COVER;
    if (behind > shot->cover) shot->cover = (uint8_t)behind;
}

/* What only a shot over a distance has: range to the nearest point (ST-7.6), not closing fire
 * (ST-R66, ST-11.2). */
static void look_over(const gg_state *s, staff_shot *shot, gg_box its)
{
    const gg_convex shape = gg_rectangle(shot->target_pose, its), eye = gg_dot(shot->eye);
    shot->range = gg_distance_between(&eye, &shape);
    shot->band = (uint8_t)band_at(s, shot->shooter, shot->range);
    shot->is_in_range = shot->range <= staff_weapon_number(s, shot->shooter, WEAPON_RANGE);
    if (!shot->is_in_range) return;
    gg_point figures[GT_FIGURES];
    gt_figures(shot->target_pose, its, figures);
    look_at_figures(s, shot, figures);
    look_before(s, shot, &shape, its);
    shot->is_enfilade = is_enfilade(s, shot, its);
}

staff_shot staff_shot_at(const gg_state *s, unsigned u, int figure, unsigned target, gg_pose pose,
                         staff_fire fire)
{
    const staff_unit *it = &s->units[u];
    const gg_box its = staff_own_box(s, target);
    staff_shot shot = {
        .target_pose = pose,
        .eye = staff_shooting_point(s, u, figure, staff_centre_at(pose, its)),
        .shooter = (uint8_t)u,
        .target = (uint8_t)target,
        .fire = (uint8_t)fire,
        .figure = (uint8_t)figure,
        .needs = (uint8_t)staff_number(s, N_to_hit),
        .is_guns = staff_is_guns(it),
        .is_skirmisher = it->formation == FORM_SKIRM,
        .is_weak = staff_is_disordered(it) || staff_is_shaken(s, u),
        .is_mass = is_mass(&s->units[target]),
        .is_first_fire = staff_has_rule(s, u, RULE_FIRST_FIRE) && !(it->status & STATUS_FIRST_USED),
    };
    if (fire == FIRE_CLOSING) {
        shot.arc = shot.seen = GT_FIGURES;
        shot.is_in_range = true;
        shot.band = shot.is_guns ? BAND_SHORT : BAND_NONE;
    } else {
        look_over(s, &shot, its);
        if (shot.seen == 0) return shot;
    }
    look_at_ground(s, &shot, its);
    shot.is_close = fire == FIRE_CLOSING || shot.range <= staff_number(s, N_close_range);
    shot.dice = (uint8_t)dice_in(s, u, (staff_band)shot.band);
    return shot;
}

/* ---- Who may be shot at (ST-7.7 to ST-7.10, ST-R55); commanders are no units (ST-7.9), and
 * enemies in the way hide nothing from the rules (ST-R57). ---- */

/* Enemies within range that are not in combat, nearest first: only the nearer ones have to be
 * looked at to know whether one may be shot at. */
typedef struct targets {
    int count;
    uint8_t unit[UNITS_MAX];
    int32_t range[UNITS_MAX];
} targets;

static int32_t range_to(const gg_state *s, unsigned u, int figure, unsigned target)
{
    const gg_convex shape = staff_shape(s, target);
    const gg_convex eye = gg_dot(staff_shooting_point(s, u, figure, staff_centre(s, target)));
    return gg_distance_between(&eye, &shape);
}

static void find_targets(const gg_state *s, unsigned u, int figure, int32_t most, targets *out)
{
    uint64_t near = staff_near(s, s->notes.stands[u].bounds, most)
                    & staff_side(s, gg_other(s->units[u].side)) & ~s->notes.engaged; /* ST-7.8 */
    out->count = 0;
    for (unsigned other = gt_take(&near); other != NOBODY; other = gt_take(&near)) {
        const int32_t range = range_to(s, u, figure, other);
        if (range > most) continue;
        int place = out->count++;
        for (; place > 0 && out->range[place - 1] > range; place--) {
            out->range[place] = out->range[place - 1];
            out->unit[place] = out->unit[place - 1];
        }
        out->range[place] = range;
        out->unit[place] = (uint8_t)other;
    }
}

static const gg_point *aimed_at(const gg_state *s, staff_aims *aims, unsigned target)
{
    if (!(aims->known >> target & 1))
        gt_figures(staff_pose(s, target), staff_own_box(s, target), aims->figures[target]);
    aims->known |= gt_bit(target);
    return aims->figures[target];
}

/* Has the volley at one within range a figure in sight, and is it clear?  The shot itself, without
 * what does not matter to that. */
static bool is_seen(const gg_state *s, unsigned u, int figure, unsigned target, int32_t range,
                    staff_aims *aims, bool *is_clear)
{
    const gg_box its = staff_own_box(s, target);
    const gg_convex shape = staff_shape(s, target);
    staff_shot shot = {.target_pose = staff_pose(s, target),
                       .eye = staff_shooting_point(s, u, figure, staff_centre(s, target)),
                       .shooter = (uint8_t)u,
                       .target = (uint8_t)target,
                       .range = range,
                       .band = (uint8_t)band_at(s, u, range),
                       .is_guns = staff_is_guns(&s->units[u])};
    look_before(s, &shot, &shape, its);
    look_at_ground(s, &shot, its);
    look_at_figures(s, &shot, aimed_at(s, aims, target));
    *is_clear = shot.unclear == 0;
    return shot.seen > 0;
}

uint64_t staff_targets(const gg_state *s, unsigned u, int figure, uint64_t known, staff_aims *aims)
{
    targets all;
    find_targets(s, u, figure, staff_weapon_number(s, u, WEAPON_RANGE), &all);
    uint64_t found = 0;
    int last = all.count; /* behind the last that is not known */
    while (last > 0 && (known >> all.unit[last - 1] & 1)) last--;
    int32_t nearest = INT32_MAX; /* of the clear ones */
    for (int i = 0; i < last && all.range[i] <= nearest; i++) {
        const unsigned target = all.unit[i];
        bool is_clear;
        if (!is_seen(s, u, figure, target, all.range[i], aims, &is_clear)) continue;
        if (is_clear) nearest = all.range[i];
        found |= gt_bit(target);
    }
    return found;
}

gg_verdict staff_may_shoot(const gg_state *s, gg_side side, unsigned u)
{
    if (!staff_is_here(s, u) || s->units[u].side != side) return staff_refuse(R_NO_SUCH_UNIT);
    const staff_unit *it = &s->units[u];
    if (it->did & DID_SHOOT) return staff_refuse(R_HAS_SHOT);
    if (staff_is_engaged(s, u)) return staff_refuse(R_ENGAGED_SHOOTS_NOT);
    if (s->more[u].moves > s->options[OPT_max_moves_then_shoot])
        return staff_refuse_by(R_MOVED_TOO_MUCH, s->more[u].moves,
                               s->options[OPT_max_moves_then_shoot]);
    return staff_shooting_dice(s, u) > 0 ? staff_legal : staff_refuse(R_NO_DICE);
}

static gg_verdict target_legal(const gg_state *s, unsigned u, int figure, unsigned target)
{
    if (!staff_is_here(s, target) || s->units[target].side == s->units[u].side)
        return staff_refuse(R_NO_SUCH_TARGET);
    if (staff_is_engaged(s, target)) return staff_refuse(R_TARGET_ENGAGED);
    const staff_shot shot = staff_shot_at(s, u, figure, target, staff_pose(s, target), FIRE_VOLLEY);
    if (!shot.is_in_range)
        return staff_refuse_by(R_OUT_OF_RANGE, (shot.range + 9) / 10,
                               staff_weapon_number(s, u, WEAPON_RANGE) / 10);
    if (shot.arc == 0) return staff_refuse(R_OUT_OF_ARC);
    if (shot.seen == 0) return staff_refuse(R_OUT_OF_SIGHT);
    targets all;
    staff_aims aims;
    aims.known = 0;
    find_targets(s, u, figure, shot.range, &all);
    for (int i = 0; i < all.count && all.range[i] < shot.range; i++) {
        const unsigned other = all.unit[i];
        bool is_clear;
        if (is_seen(s, u, figure, other, all.range[i], &aims, &is_clear) && is_clear)
            return staff_refuse_by(R_NOT_CLOSEST, (shot.range + 9) / 10, (all.range[i] + 9) / 10);
    }
    return staff_legal;
}

gg_verdict staff_shoot_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const gg_verdict verdict = staff_may_shoot(s, side, action->who);
    if (verdict.reason != R_LEGAL) return verdict;
    const int figure = action->args[0];
    if (figure < 0 || figure >= GT_FIGURES
        || (figure != 0 && s->units[action->who].formation != FORM_SKIRM))
        return staff_refuse(R_NO_FIGURE);
    return target_legal(s, action->who, figure, action->whom);
}

/* ---- SHOT, as the turn machine has it. ---- */

/* Each of the reasons (T6) is a line; beyond half range the roll says itself. */
static void say_unclear(const staff_shot *shot, gg_log *log)
{
    static const struct {
        unsigned why;
        staff_saying saying;
    } rows[] = {
        {UNCLEAR_SKIRMISHER, S_UNCLEAR_SKIRMISHERS},
        {UNCLEAR_ARC, S_UNCLEAR_ARC},
        {UNCLEAR_TERRAIN, S_UNCLEAR_TERRAIN},
        {UNCLEAR_GUNS, S_UNCLEAR_GUNS},
        {UNCLEAR_COVER, S_UNCLEAR_COVER},
        {UNCLEAR_FRIENDS, S_UNCLEAR_FRIENDS},
        {UNCLEAR_GROUND, S_UNCLEAR_GROUND},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if ((shot->unclear & rows[i].why) != 0)
            staff_say(log, GG_NOTE, rows[i].saying, shot->shooter, shot->target);
}

static int roll_to_hit(const gg_state *s, const staff_shot *shot, staff_saying why, int *sixes,
                       gg_dice *dice, gg_log *log)
{
    gg_event *event = gg_roll_event(&staff_shoot_check, CHECK_SHOOT, shot->shooter, shot->target,
                                    dice, log, NULL);
    if (event != NULL) {
        event->saying = (uint16_t)why;
        event->amount = (int16_t)((shot->range + 9) / 10);
    }
    int found;
    const int hits =
        gg_check_roll_marked(&staff_shoot_check, s->house, shot, dice, event, SIX, &found);
    *sixes += found;
    return hits;
}

/* Hits after re-rolls: all misses in enfilade (ST-10.5), else one of sharpshooters (ST-R69). */
static int hits_of(const gg_state *s, const staff_shot *shot, int *sixes, gg_dice *dice,
                   gg_log *log)
{
    *sixes = 0;
    say_unclear(shot, log);
    const staff_saying how = shot->fire == FIRE_CLOSING ? S_CLOSING_SHOT : S_SHOT;
    const int hits = roll_to_hit(s, shot, how, sixes, dice, log);
    staff_shot again = *shot;
    again.dice = (uint8_t)(shot->dice - hits);
    if (again.dice == 0) return hits;
    if (shot->is_enfilade) return hits + roll_to_hit(s, &again, S_ENFILADE, sixes, dice, log);
    if (!shot->is_skirmisher || !staff_has_rule(s, shot->shooter, RULE_SHARPSHOOTER)) return hits;
    again.dice = 1;
    return hits + roll_to_hit(s, &again, S_SHARPSHOOTERS, sixes, dice, log);
}

int staff_roll_saves(const gg_state *s, unsigned u, const staff_save *save, staff_saying why,
                     gg_dice *dice, gg_log *log)
{
    gg_event *event =
        gg_roll_event(&staff_save_check, CHECK_SAVE, (gg_unit)u, GG_NO_UNIT, dice, log, NULL);
    if (event != NULL) event->saying = (uint16_t)why;
    return gg_check_roll(&staff_save_check, s->house, save, dice, event);
}

staff_save staff_save_of(const gg_state *s, unsigned u, int hits)
{
    const staff_unit *it = &s->units[u];
    return (staff_save){
        .dice = hits,
        .least = staff_stat(s, u, STAT_SAVE),
        .is_attack_column = it->formation == FORM_ACOL,
        .is_marching = it->formation == FORM_MCOL || it->formation == FORM_LIMBERED,
        .six_passes = s->options[OPT_save_six_passes] != 0,
    };
}

/* Failed saves of one shooting, the stubborn one rolled again (ST-R69). */
static int casualties_of(const gg_state *s, const staff_shot *shot, int hits, gg_dice *dice,
                         gg_log *log)
{
    if (hits == 0) return 0;
    staff_save save = staff_save_of(s, shot->target, hits);
    save.cover = shot->cover;
    save.band = shot->band;
    int failed = hits - staff_roll_saves(s, shot->target, &save, S_NONE, dice, log);
    if (failed > 0 && staff_has_rule(s, shot->target, RULE_STUBBORN)) {
        save.dice = 1;
        failed -= staff_roll_saves(s, shot->target, &save, S_STUBBORN, dice, log);
    }
    return failed;
}

/* ST-R63: is a test due (ST-9.10, ST-9.11)? */
static bool calls_a_test(const gg_state *s, const staff_shot *shot, int failed)
{
    if (staff_excess(s, shot->target) > 0) return true;
    if (!shot->is_guns || failed == 0) return false;
    return s->options[OPT_art_casualty_tests_always] || staff_is_shaken(s, shot->target);
}

void staff_fire_shot(gg_state *s, const staff_shot *shot, gg_dice *dice, gg_log *log)
{
    const unsigned target = shot->target;
    int sixes;
    const int hits = hits_of(s, shot, &sixes, dice, log);
    if (staff_has_rule(s, shot->shooter, RULE_FIRST_FIRE))
        s->units[shot->shooter].status |= STATUS_FIRST_USED;
    if (sixes > 0) staff_disorder(s, target, log); /* ST-9.5, ST-R60: before any save */
    const int failed = casualties_of(s, shot, hits, dice, log);
    staff_suffer(s, target, failed, log);
    if (failed > 0) staff_risk_commanders(s, target, dice, log);
    if (!calls_a_test(s, shot, failed)) return;
    const staff_test test = {.excess = staff_excess(s, target),
                             .unit_class = staff_class_of(&s->units[target]),
                             .is_disordered = staff_is_disordered(&s->units[target]),
                             .is_by_guns = shot->is_guns && failed > 0};
    const staff_outcome outcome = staff_break_test(s, target, &test, dice, log);
    staff_cap_casualties(s, target);
    const bool behind = staff_arc(s, target, shot->eye) == GG_ZONE_REAR; /* ST-R64 */
    staff_carry_out(s, target, outcome, behind ? GG_ZONE_REAR : GG_ZONE_FRONT, log);
}

void staff_shoot_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                       gg_log *log)
{
    (void)side;
    const unsigned target = action->whom;
    const staff_shot shot =
        staff_shot_at(s, action->who, action->args[0], target, staff_pose(s, target), FIRE_VOLLEY);
    gg_assert(shot.seen > 0);
    s->units[action->who].did |= DID_SHOOT;
    staff_fire_shot(s, &shot, dice, log);
}

void staff_shootdone_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                           gg_log *log)
{
    (void)side, (void)action, (void)dice;
    staff_begin_combat(s, log);
}

const gg_check *staff_shoot_preview(const gg_state *s, const gg_action *action, void *query)
{
    staff_shot *shot = query;
    if (action->kind == ACTION_TRAVERSE) {
        gg_pose pose;
        if (s->crossing.mover == 0 || !staff_virtual_target(s, &s->crossing, action->who, &pose))
            return NULL;
        *shot = staff_shot_at(s, action->who, action->args[0], s->crossing.mover - 1u, pose,
                              FIRE_TRAVERSING);
    } else {
        *shot = staff_shot_at(s, action->who, action->args[0], action->whom,
                              staff_pose(s, action->whom), FIRE_VOLLEY);
    }
    return &staff_shoot_check;
}
