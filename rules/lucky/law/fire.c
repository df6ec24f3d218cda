/*
 * fire.c - firing (chapter 5, LG-R70 to LG-R83).
 * SPDX-License-Identifier: MIT
 */
#include "core/roll.h"
#include "fight.h"

/* ---- The two rolls. ---- */

typedef struct shot {
    uint8_t prepared, square, disordered, guns, foot_guns, horse_guns, embedded, line, grand,
        cossack;
    uint8_t shaken, weak, quality, cover, target_form;
    uint8_t is_far, is_close, in_volley; /* by range */
    uint8_t skirmishing, nation_guns, nation_foot;
} shot;

#define ROLL fire
#define QUERY shot
#define ROWS "rules/lucky/law/fire.def"
#include "core/modifiers.def"
#define ROLL target
#define QUERY shot
#define ROWS "rules/lucky/law/target.def"
#include "core/modifiers.def"

const gg_check lg_fire_check = {
    .name = "fire",
    .clause = LG_5_1,
    GG_SIXES(GG_SUM, gg_one_die, lg_numbers),
    GG_MODS(fire_mods),
    .rule = "One die each. Firer's total {fire_shakes} more than the target's: shaken (LG-5.30); "
            "{fire_costs} or more: shaken and {fire_loss} strength (LG-5.31); else no effect "
            "(LG-5.29). Artillery that rolls a {ammunition_face} loses {ammunition_loss} strength "
            "(LG-5.35).",
};
const gg_check lg_target_check = {
    .name = "target",
    .clause = LG_5_1,
    GG_SIXES(GG_SUM, gg_one_die, lg_numbers),
    GG_MODS(target_mods),
    .rule = "One die; against the firer's total.",
};

int32_t lg_fire_range(const gg_state *s, const lg_unit *unit)
{
    return lg_length(s, lg_is_guns(unit)           ? N_gun_range
                        : unit->flags & FLAG_SKIRM ? N_musket_range
                                                   : N_volley_range);
}

/* ---- Who may fire at whom: having moved does not matter (LG-3.16, LG-R53). ---- */

static gg_verdict breakthrough_fire_legal(const gg_state *s, unsigned u)
{
    if (s->charges[s->fight.breaker].target != u) return lg_refuse(R_ONLY_CHARGED_FIRES);
    return s->fight.breaker_fired_at ? lg_refuse(R_HAS_FIRED) : lg_legal;
}

static gg_verdict may_fire(const gg_state *s, gg_side side, unsigned u)
{
    if (!lg_is_on_table(s, u)) return lg_refuse(R_NOT_ON_TABLE);
    const lg_unit *unit = &s->units[u];
    if (unit->side != side) return lg_refuse(R_NOT_YOUR_UNIT);
    if (lg_is_horse(unit)) return lg_refuse(R_CAVALRY_NEVER_FIRES);
    if (unit->formation == FORM_LIMB) return lg_refuse(R_LIMBERED);
    if (lg_is_routing(unit)) return lg_refuse(R_ROUTING);
    if (unit->did & DID_CHARGE) return lg_refuse(R_CHARGED_NO_FIRE); /* LG-3.17 */
    if (unit->did & DID_SQUARE) return lg_refuse(R_SQUARE_NO_FIRE);  /* LG-4.15 */
    if (unit->did & DID_NO_FIRE) return lg_refuse(R_EVADED_NO_FIRE);
    if (s->phase == PHASE_X3) return breakthrough_fire_legal(s, u);
    return unit->did & DID_FIRE ? lg_refuse(R_HAS_FIRED) : lg_legal;
}

/* From where and how far round a unit sees that fires. */
typedef struct lookout {
    unsigned u;
    bool round; /* LG-R8 */
    gg_pose pose;
    gg_box box;
    gg_point eye;
} lookout;

static lookout lookout_of(const gt_table *t, unsigned u)
{
    const lg_unit *unit = &t->bodies[u];
    lookout from = {.u = u, .pose = lg_pose(unit), .box = gt_box(t, u), .eye = unit->at};
    from.round = lg_is_foot(unit)
                 && (unit->formation == FORM_SQUARE || gt_building_at(t, unit->at) != NOBODY);
    if (!from.round) from.eye = gg_to_world(from.pose, (gg_point){0, from.box.front});
    return from;
}

static bool is_in_arc(const lookout *from, gg_point point)
{
    return from->round || gg_zone_of_point(from->pose, from->box, point) == GG_ZONE_FRONT;
}

static gg_verdict sight_legal(const gt_table *t, const lookout *from, unsigned target)
{
    gg_point points[5] = {t->bodies[target].at}; /* which decides as a rule */
    bool in_arc = false;
    gt_sight sight;
    for (int i = 0; i < 5; i++) {
        if (i == 1) gt_test_points(t, target, points);
        if (!is_in_arc(from, points[i])) continue;
        if (!in_arc) gt_sight_between(t, from->u, from->eye, target, false, &sight);
        in_arc = true;
        sight.first = gt_in_the_way(t, &sight, points[i]); /* likely to hide the next one too */
        if (sight.first == GG_NEVER) return lg_legal;
    }
    return lg_refuse(in_arc ? R_OUT_OF_SIGHT : R_OUT_OF_ARC);
}

static gg_verdict range_legal(const gg_state *s, unsigned u, unsigned target)
{
    const lg_unit *unit = &s->units[u];
    int32_t most = lg_length(s, lg_is_guns(unit) ? N_gun_range : N_musket_range);
    if (lg_is_within(s, u, target, lg_fire_range(s, unit))) return lg_legal;
    const gt_table t = lg_table(s);
    int32_t range = gt_distance(&t, u, target);
    if (range > most)
        return lg_refuse_by(lg_is_guns(unit) ? R_OUT_OF_GUN_RANGE : R_OUT_OF_RANGE,
                            (range + 9) / 10, most / 10);
    return lg_refuse_by(R_NEEDS_SKIRMISHERS, (range + 9) / 10,
                        lg_number(s, N_volley_range)); /* LG-5.3 */
}

static gg_verdict target_legal(const gg_state *s, unsigned u, unsigned target)
{
    if (!lg_is_on_table(s, target)) return lg_refuse(R_NOT_ON_TABLE);
    if (s->units[target].side == s->units[u].side) return lg_refuse(R_NOT_AN_ENEMY);
    if (s->phase == PHASE_X3 && target != s->fight.breaker) return lg_refuse(R_ONLY_AT_CHARGER);
    if (s->notes.phase == s->phase + 1 && (s->notes.can[u] >> target & 1)) return lg_legal;
    gt_table t = lg_table(s);
    gg_verdict verdict = range_legal(s, u, target);
    const lookout from = lookout_of(&t, u);
    return verdict.reason == R_LEGAL ? sight_legal(&t, &from, target) : verdict;
}

/* The same as a plain yes or no, of an enemy. */
static bool can_fire_at(const gt_table *t, unsigned u, unsigned target)
{
    const gg_state *s = t->state;
    if (s->units[target].side == s->units[u].side
        || !gt_is_within(t, u, target, lg_fire_range(s, &s->units[u])))
        return false;
    const lookout from = lookout_of(t, u);
    return sight_legal(t, &from, target).reason == R_LEGAL;
}

/* Whom a side may have for targets, and those that may be in range of a unit by their centres,
 * the nearest first. */
typedef struct foe_list {
    int count;
    int32_t reaches; /* two units are nearer than their centres by no more than this */
    uint8_t unit[UNITS_MAX];
    gg_point at[UNITS_MAX];
} foe_list;

static foe_list foes_of(const gg_state *s, gg_side side)
{
    foe_list foes;
    foes.count = 0;
    foes.reaches = 2 * s->notes.reach;
    for (uint64_t enemies = s->notes.here[gg_other(side)]; enemies != 0;) {
        const unsigned u = gt_take(&enemies);
        if (s->phase == PHASE_X3 && u != s->fight.breaker) continue;
        foes.unit[foes.count] = (uint8_t)u;
        foes.at[foes.count++] = s->units[u].at;
    }
    return foes;
}

typedef struct in_range {
    int count;
    uint8_t unit[UNITS_MAX];
    int64_t square[UNITS_MAX]; /* of the way from centre to centre */
} in_range;

static void find_in_range(gg_point own, const foe_list *foes, int32_t most, in_range *out)
{
    out->count = 0;
    for (int i = 0; i < foes->count; i++) {
        int32_t x = foes->at[i].x - own.x, y = foes->at[i].y - own.y;
        if (gt_is_beyond(x, most) || gt_is_beyond(y, most)) continue;
        int64_t square = (int64_t)x * x + (int64_t)y * y;
        if (square > (int64_t)most * most) continue;
        int place = out->count++;
        for (; place > 0 && out->square[place - 1] > square; place--) {
            out->square[place] = out->square[place - 1];
            out->unit[place] = out->unit[place - 1];
        }
        out->square[place] = square;
        out->unit[place] = foes->unit[i];
    }
}

/* ---- Notes: nothing but the firing itself happens in most steps of fire. ---- */

static bool is_fire_step(lg_phase phase)
{
    return phase == PHASE_F1 || phase == PHASE_F2 || phase == PHASE_X3;
}

/* The same table with no more to hide anything than lies so near to the place. */
static gt_table table_about(const gt_table *t, gg_point at, int32_t reach)
{
    const gg_bounds about = {{at.x - reach, at.y - reach}, {at.x + reach, at.y + reach}};
    gt_table near = *t;
    near.hiding = gt_areas_among(t, t->hiding, about);
    return near;
}

static uint64_t targets_of(const gt_table *t, unsigned u, const foe_list *foes)
{
    const gg_point own = t->bodies[u].at;
    const int64_t range = lg_fire_range(t->state, &t->bodies[u]);
    in_range near;
    find_in_range(own, foes, (int32_t)range + foes->reaches, &near);
    if (near.count == 0) return 0;
    const gt_table about = table_about(t, own, (int32_t)range + 2 * foes->reaches);
    const lookout from = lookout_of(&about, u);
    uint64_t can = 0;
    for (int i = 0, found = 0; i < near.count && found < TARGETS_NOTED; i++) {
        const unsigned target = near.unit[i];
        if (near.square[i] > range * range && !gt_is_within(t, u, target, (int32_t)range)) continue;
        if (sight_legal(&about, &from, target).reason != R_LEGAL) continue;
        can |= gt_bit(target);
        found++;
    }
    return can;
}

static void forget_fire(lg_notes *notes)
{
    while (notes->firers != 0) notes->can[gg_next_bit(&notes->firers)] = 0;
    notes->phase = notes->stale = 0;
}

void lg_note_fire(gg_state *s)
{
    lg_notes *notes = &s->notes;
    forget_fire(notes);
    if (!is_fire_step((lg_phase)s->phase)) return;
    const gg_side side = lg_decider(s);
    foe_list foes = foes_of(s, side);
    gt_table t = lg_table(s);
    gt_survey(&t);
    for (uint64_t own = notes->here[side]; own != 0;) {
        const unsigned u = gt_take(&own);
        if (may_fire(s, side, u).reason != R_LEGAL) continue;
        notes->can[u] = targets_of(&t, u, &foes);
        if (notes->can[u] != 0) notes->firers |= gt_bit(u);
    }
    notes->phase = (uint8_t)(s->phase + 1);
}

void lg_make_notes(gg_state *s)
{
    s->notes = (lg_notes){.phase = 0};
    const gt_table t = lg_table(s);
    s->notes.reach = gt_find_reach(&t);
    for (unsigned u = 0; u < s->unit_count; u++) {
        if (lg_is_on_table(s, u)) s->notes.here[s->units[u].side] |= gt_bit(u);
        lg_note_health(s, u);
    }
    lg_note_fire(s);
}

void lg_keep_notes(gg_state *s)
{
    const bool fires = is_fire_step((lg_phase)s->phase);
    if (fires ? s->notes.stale || s->notes.phase != s->phase + 1 : s->notes.phase != 0) {
        lg_note_fire(s);
        return;
    }
    s->notes.stale = 0;
    if (!fires) return;
    const gg_side side = lg_decider(s);
    uint64_t rest = s->notes.firers;
    for (unsigned u = gt_take(&rest); u != NOBODY; u = gt_take(&rest)) {
        if (may_fire(s, side, u).reason == R_LEGAL) continue;
        s->notes.can[u] = 0;
        s->notes.firers &= ~gt_bit(u);
    }
}

/* ---- Grand batteries (LG-R78). ---- */

uint64_t lg_fire_helpers(const gg_action *action)
{
    return (uint64_t)(uint32_t)action->args[0] | (uint64_t)(uint32_t)action->args[1] << 32;
}

/* Are these so few that it can fire at no others? */
static bool is_whole(uint64_t noted)
{
    for (int i = 1; i < TARGETS_NOTED; i++) noted &= noted - (noted != 0);
    return noted == 0;
}

/* What the notes tell need not be found out again. */
lg_shots lg_shots_of(const gg_state *s)
{
    lg_shots shots; /* what is not known is not set */
    shots.t = lg_table(s);
    shots.batteries = shots.known = 0;
    for (uint64_t firers = s->notes.firers; firers != 0;) {
        const unsigned u = gt_take(&firers);
        if (s->units[u].type != TYPE_FOOT) continue;
        shots.batteries |= gt_bit(u);
        shots.asked[u] = shots.can[u] = s->notes.can[u];
        if (is_whole(shots.can[u])) shots.asked[u] = UINT64_MAX;
    }
    return shots;
}

static bool can_fire(lg_shots *shots, unsigned u, unsigned target)
{
    if (!(shots->asked[u] & gt_bit(target))) {
        shots->asked[u] |= gt_bit(target);
        if (!shots->t.surveyed) gt_survey(&shots->t);
        if (can_fire_at(&shots->t, u, target)) shots->can[u] |= gt_bit(target);
    }
    return (shots->can[u] & gt_bit(target)) != 0;
}

static uint64_t batteries_beside(lg_shots *shots, const gg_state *s, unsigned u)
{
    if (shots->known & gt_bit(u)) return shots->beside[u];
    uint64_t rest = shots->batteries & ~gt_bit(u);
    shots->beside[u] = 0;
    for (unsigned other = gt_take(&rest); other != NOBODY; other = gt_take(&rest))
        if (s->units[other].nation == s->units[u].nation
            && lg_is_within(s, u, other, lg_length(s, N_battery_gap)))
            shots->beside[u] |= gt_bit(other);
    shots->known |= gt_bit(u);
    return shots->beside[u];
}

uint64_t lg_grand_battery(lg_shots *shots, const gg_state *s, unsigned lead, unsigned target)
{
    if (s->phase == PHASE_X3 || !(shots->batteries & gt_bit(lead))
        || !lg_nations[s->units[lead].nation].battery)
        return 0;
    uint64_t later = ~(gt_bit(lead) | (gt_bit(lead) - 1)), helpers = 0, fresh = gt_bit(lead);
    int count = 1;
    while (fresh != 0) {
        uint64_t rest = batteries_beside(shots, s, gt_take(&fresh)) & later & ~helpers;
        for (unsigned u = gt_take(&rest); u != NOBODY; u = gt_take(&rest)) {
            if (!can_fire(shots, u, target)) continue;
            helpers |= gt_bit(u);
            fresh |= gt_bit(u);
            count++;
        }
    }
    return count >= s->options[OPT_grand_battery_min] ? helpers : 0;
}

/* Is every battery of the set reached from the lead by steps of the gap? */
static bool is_linked(const gg_state *s, unsigned lead, uint64_t helpers)
{
    uint64_t reached = gt_bit(lead), fresh = reached;
    while (fresh != 0 && helpers != 0) {
        const unsigned from = gt_take(&fresh);
        uint64_t rest = helpers;
        for (unsigned u = gt_take(&rest); u != NOBODY; u = gt_take(&rest)) {
            if (!lg_is_within(s, from, u, lg_length(s, N_battery_gap))) continue;
            helpers &= ~gt_bit(u);
            fresh |= gt_bit(u);
        }
    }
    return helpers == 0;
}

static gg_verdict helpers_legal(const gg_state *s, const gg_action *action)
{
    uint64_t helpers = lg_fire_helpers(action), rest = helpers;
    const lg_unit *lead = &s->units[action->who];
    if (helpers == 0) return lg_legal;
    if (s->phase == PHASE_X3) return lg_refuse(R_ONLY_CHARGED_FIRES);
    if (lead->type != TYPE_FOOT || !lg_nations[lead->nation].battery)
        return lg_refuse(R_NO_GRAND_BATTERY);
    int count = 1;
    for (unsigned u = gt_take(&rest); u != NOBODY; u = gt_take(&rest), count++) {
        gg_verdict verdict = may_fire(s, lead->side, u);
        if (verdict.reason == R_LEGAL) verdict = target_legal(s, u, action->whom);
        if (verdict.reason != R_LEGAL) return verdict;
        const lg_unit *unit = &s->units[u];
        if (u == action->who || unit->type != TYPE_FOOT || unit->nation != lead->nation)
            return lg_refuse(R_NO_GRAND_BATTERY);
    }
    if (count < s->options[OPT_grand_battery_min])
        return lg_refuse_by(R_FEW_BATTERIES, count, s->options[OPT_grand_battery_min]);
    return is_linked(s, action->who, helpers) ? lg_legal : lg_refuse(R_BATTERIES_APART);
}

gg_verdict lg_fire_legal(const gg_state *s, const gg_action *action)
{
    gg_verdict verdict = may_fire(s, s->units[action->who].side, action->who);
    if (verdict.reason == R_LEGAL) verdict = target_legal(s, action->who, action->whom);
    return verdict.reason == R_LEGAL ? helpers_legal(s, action) : verdict;
}

/* ---- The shot. ---- */

/* Is the target no farther than this number?  Circles mostly tell, and no distance is measured. */
static bool is_by(const gg_state *s, const gg_action *action, int row)
{
    return lg_is_within(s, action->who, action->whom, lg_length(s, row));
}

static shot shot_of(const gg_state *s, const gg_action *action)
{
    const lg_unit *unit = &s->units[action->who], *its = &s->units[action->whom];
    const bool volley = is_by(s, action, N_volley_range);
    return (shot){
        .prepared = (unit->status & STATUS_PREPARED) != 0,
        .square = unit->formation == FORM_SQUARE,
        .disordered = (unit->status & STATUS_DISORDERED) != 0,
        .guns = lg_is_guns(unit),
        .foot_guns = unit->type == TYPE_FOOT,
        .horse_guns = unit->type == TYPE_HORSE,
        /* LG-R74: a word about infantry; guns gain nothing by it */
        .embedded = lg_is_foot(unit) && (unit->flags & FLAG_MIXED) && !(unit->did & DID_MOVE),
        .line = unit->formation == FORM_LINE,
        .grand = lg_fire_helpers(action) != 0,
        .cossack = (its->flags & FLAG_COSSACK) != 0,
        .shaken = unit->shaken,
        .weak = unit->strength <= lg_number(s, N_weak_strength),
        .quality = (uint8_t)lg_quality_of(s, action->who),
        .cover = (uint8_t)lg_cover_of(lg_ground_at(s, its->at)), /* LG-R76 */
        .target_form = its->formation,
        /* LG-5.9: French skirmishers have no penalty. */
        .skirmishing = lg_is_foot(unit) && !volley && lg_nations[unit->nation].penalty,
        .is_far = !is_by(s, action, N_long_range),
        .is_close = is_by(s, action, unit->type == TYPE_FOOT ? N_foot_close : N_horse_close),
        .in_volley = volley,
        .nation_guns = lg_nations[unit->nation].guns,
        .nation_foot = lg_nations[unit->nation].foot,
    };
}

/* LG-5.32 to LG-5.34, LG-R81. */
static void may_set_alight(gg_state *s, unsigned u, unsigned target, int face, int its_face,
                           gg_dice *dice, gg_log *log)
{
    gt_here here = lg_ground_at(s, s->units[target].at);
    const int alight = lg_number(s, N_alight_face), out = lg_number(s, N_flames_out);
    if (face != alight || here.building == NOBODY) return;
    gt_area *area = &s->areas[here.building];
    if (area->type != GROUND_BUA || area->burning) return;
    if (s->options[OPT_alight_mode] == 1) {
        if (its_face != alight) return;
    } else {
        int die = gg_roll_die(dice, "alight", (gg_unit)u, (gg_unit)target);
        lg_tell(log, GG_ROLL, die == alight ? S_ALIGHT : S_NOT_ALIGHT, u,
                (lg_told){.die = (uint8_t)die, .whom = lg_whom(target)});
        if (die != alight) return;
    }
    int die = gg_roll_die(dice, "flames", (gg_unit)target, GG_NO_UNIT);
    lg_tell(log, GG_ROLL, S_FLAMES, target, (lg_told){.die = (uint8_t)die});
    lg_tell(log, GG_STATUS, die >= out ? S_FLAMES_OUT : S_BURNING, target, lg_plain);
    if (die >= out) return;
    area->burning = 1;
    s->units[target].status |= STATUS_MUST_LEAVE;
}

static void mark_fired(gg_state *s, const gg_action *action)
{
    if (s->phase == PHASE_X3) s->fight.breaker_fired_at = 1;
    uint64_t all = lg_fire_helpers(action) | gt_bit(action->who);
    for (unsigned u = gt_take(&all); u != NOBODY; u = gt_take(&all)) s->units[u].did |= DID_FIRE;
}

void lg_fire_apply(gg_state *s, const gg_action *action, gg_dice *dice, gg_log *log)
{
    unsigned u = action->who, target = action->whom;
    shot query = shot_of(s, action);
    int face, its_face;
    int total = gg_roll_total(&lg_fire_check, CHECK_FIRE, s->house, &query, (gg_unit)u,
                              (gg_unit)target, dice, log, &face);
    int its = gg_roll_total(&lg_target_check, CHECK_TARGET, s->house, &query, (gg_unit)target,
                            GG_NO_UNIT, dice, log, &its_face);
    mark_fired(s, action);
    bool shakes = total - its >= lg_number(s, N_fire_shakes),
         costs = total - its >= lg_number(s, N_fire_costs);
    lg_tell(log, GG_NOTE, shakes || costs ? S_FIRE_TELLS : S_FIRE_NOTHING, u,
            (lg_told){.whom = lg_whom(target), .amount = total, .had = its});
    if (shakes) lg_shake(s, target, costs ? LG_5_31 : LG_5_30, log);
    if (costs && lg_is_on_table(s, target)) lg_lose(s, target, lg_number(s, N_fire_loss), log);
    if (!lg_is_guns(&s->units[u])) return;
    if (lg_is_on_table(s, target)) may_set_alight(s, u, target, face, its_face, dice, log);
    if (face != lg_number(s, N_ammunition_face)) return;
    lg_tell(log, GG_NOTE, S_AMMUNITION, u, lg_plain);
    lg_lose(s, u, lg_number(s, N_ammunition_loss), log); /* LG-5.35, LG-R83 */
}
