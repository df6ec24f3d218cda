/*
 * question.c - what the rules of staff make of the questions at the table (table/ask.h): ranges and
 * command, sight by its own lines (ST-R11), arms, and where a unit may go.
 * SPDX-License-Identifier: MIT
 */
#include "rules/staff/show/show.h"
#include "table/ask.h"

/* ---- How far? ---- */

/* The range (ST-R7): from where it shoots, of skirmishers from the nearest figure. */
static int32_t range_to(const gg_state *s, unsigned u, const gt_thing *whom)
{
    const int figures = s->units[u].formation == FORM_SKIRM ? GT_FIGURES : 1;
    const gg_point middle = whom->is_body ? staff_centre(s, whom->unit) : whom->at;
    int32_t nearest = INT32_MAX;
    for (int i = 0; i < figures; i++) {
        const gg_convex eye = gg_dot(staff_shooting_point(s, u, i, middle));
        const int32_t range = gg_distance_between(&eye, &whom->shapes.at[0]);
        if (range < nearest) nearest = range;
    }
    return nearest;
}

static void put_limits(const gg_state *s, const gt_thing *who, const gt_thing *whom, int32_t ticks,
                       gg_text *out)
{
    const gt_table table = staff_table(s), *t = &table;
    const bool is_enemy = who->side != whom->side && whom->unit != GG_NO_UNIT;
    if (!who->is_body && who->unit != GG_NO_UNIT && whom->is_body && !is_enemy) {
        gt_put_limit(out, t, "one step of his command", staff_number(s, N_cmd_step), ticks, ST_R30);
    } else if (who->is_body && (is_enemy || whom->unit == GG_NO_UNIT)) {
        const int32_t range = staff_weapon_number(s, who->unit, WEAPON_RANGE);
        if (is_enemy)
            gt_put_limit(out, t, "proximity", staff_number(s, N_proximity), ticks, ST_1_1);
        if (range > 0)
            gt_put_limit(out, t, "its range", range, range_to(s, who->unit, whom), ST_T12);
        gt_put_limit(out, t, "a move", staff_rate(s, who->unit), ticks, ST_R12);
    }
}

/* ---- Arms. ---- */

static bool is_all_round(const gt_table *t, unsigned u)
{
    const unsigned form = t->bodies[u].formation;
    return form == FORM_SKIRM || form == FORM_SQUARE || form == FORM_GARRISON;
}

static bool has_no_flanks(const gt_table *t, unsigned u)
{
    return !staff_drills[t->bodies[u].formation].has_flanks;
}

static void arms_of(const gt_table *t, unsigned u, gt_arms *out)
{
    const gg_state *s = t->state;
    const staff_unit *it = &t->bodies[u];
    out->all_round = is_all_round(t, u);
    if (staff_shooting_dice(s, u) == 0) {
        out->silent = it->formation == FORM_MCOL || it->formation == FORM_LIMBERED
                          ? "on the march it does not shoot"
                          : "it has no shooting dice";
        out->clause = ST_R70;
    } else {
        const int32_t close = staff_number(s, N_close_range);
        out->bands[out->band_count++] = staff_weapon_number(s, u, WEAPON_RANGE);
        if (staff_is_guns(it)) {
            out->bands[out->band_count++] = staff_weapon_number(s, u, WEAPON_HALF);
            out->bands[out->band_count++] = staff_weapon_number(s, u, WEAPON_SHORT);
        }
        if (close < out->bands[out->band_count - 1]) out->bands[out->band_count++] = close;
        out->clause = ST_T12;
    }
    if (!staff_drills[it->formation].charges || staff_is_disordered(it) || staff_is_shaken(s, u)
        || staff_is_engaged(s, u) || staff_is_of_broken(s, u)) /* ST-R45 */
        return;
    out->charge = staff_rate(s, u);
    out->charge_clause = ST_R46;
}

static int32_t charge_way(const gt_table *t, unsigned u, int32_t facing)
{
    (void)facing;
    return staff_rate(t->state, u);
}

/* ---- What can be seen (ST-R11): the figures of a unit, or a place, from where one shoots. ---- */

typedef struct view {
    gg_point eye, to; /* to: what is seen first, or the middle */
    int figure;       /* of skirmishers: the one that looks; GG_NEVER */
    int seen, ahead;  /* how many, and of them in the front arc */
    staff_line_of_sight block;
} view;

static unsigned unit_of(const gt_thing *it) { return it->is_body ? it->unit : (unsigned)NOBODY; }

static gg_point middle_of(const gg_state *s, const gt_thing *it)
{
    return it->is_body ? staff_centre(s, it->unit) : it->at;
}

static view view_from(const gg_state *s, const gt_thing *who, int figure, const gt_thing *whom)
{
    const gg_point middle = middle_of(s, whom);
    view it = {.to = middle, .figure = figure, .block = {.unit = GG_NEVER, .area = GG_NEVER}};
    gg_point points[GT_FIGURES] = {middle};
    it.eye = who->is_body ? staff_shooting_point(s, who->unit, figure, middle) : who->at;
    if (whom->is_body) gt_figures(staff_pose(s, whom->unit), staff_own_box(s, whom->unit), points);
    for (int i = 0; i < (whom->is_body ? GT_FIGURES : 1); i++) {
        const staff_line_of_sight line =
            staff_look(s, unit_of(who), it.eye, unit_of(whom), points[i]);
        if (line.blocked) {
            it.block = line;
            continue;
        }
        if (it.seen++ == 0) it.to = points[i];
        if (who->is_body) it.ahead += staff_arc(s, who->unit, points[i]) == GG_ZONE_FRONT;
    }
    return it;
}

/* Skirmishers look from the figure that sees most (ST-7.3). */
static view best_view(const gg_state *s, const gt_thing *who, const gt_thing *whom)
{
    if (!who->is_body || s->units[who->unit].formation != FORM_SKIRM)
        return view_from(s, who, GG_NEVER, whom);
    view best = view_from(s, who, 0, whom);
    for (int figure = 1; figure < GT_FIGURES; figure++) {
        const view other = view_from(s, who, figure, whom);
        if (other.seen > best.seen) best = other;
    }
    return best;
}

static void put_in_the_way(const gg_state *s, const staff_line_of_sight *block, gg_text *words)
{
    if (block->unit == GG_NEVER && block->area == GG_NEVER) return;
    gg_put(words, ", ");
    if (block->unit != GG_NEVER) staff_write_unit(s, (gg_unit)block->unit, words);
    else gg_put(words, staff_game.grounds[s->areas[block->area].type].words);
    gg_put(words, " is in the way");
}

/* It is seen, but where its front arc is not. */
static void put_not_ahead(const gt_table *t, const gt_thing *who, const view *it, gg_text *words)
{
    if (it->seen == 0 || it->ahead > 0 || !who->is_body || is_all_round(t, who->unit)
        || staff_shooting_dice(t->state, who->unit) == 0)
        return;
    gg_put(words, ", but not in front: it could not fire there");
    gt_put_cited(words, t, staff_is_guns(&t->bodies[who->unit]) ? ST_7_5 : ST_7_2);
}

static void tell_seen(const gt_table *t, const gt_thing *who, const gt_thing *whom,
                      gg_answer *answer, gg_text *words, gg_scene *scene)
{
    const gg_state *s = t->state;
    const view it = best_view(s, who, whom);
    answer->yes = it.seen > 0;
    answer->clause = ST_R11;
    answer->from = it.eye;
    answer->to = it.to;
    answer->ticks = gt_shapes_distance(&who->shapes, &whom->shapes);
    if (!answer->yes) answer->verdict = staff_refuse(R_NOT_SEEN);
    if (!answer->yes && it.block.unit != GG_NEVER) answer->unit = (gg_unit)it.block.unit;
    gg_lay_sight(scene, it.eye, answer->yes ? it.to : it.eye, it.to);
    gt_put_thing(words, t, who);
    gg_put(words, answer->yes ? " sees " : " does not see ");
    gt_put_thing(words, t, whom);
    if (whom->is_body) gg_put_words(words, ": %d of 16 figures", it.seen);
    if (answer->yes && it.figure != GG_NEVER) gg_put_words(words, " from figure %d", it.figure);
    put_in_the_way(s, &it.block, words);
    gt_put_cited(words, t, ST_R11);
    put_not_ahead(t, who, &it, words);
    gg_put(words, ".");
}

/* ---- What would it meet (ST-R15)?  It may leave what it stands in (ST-R16). ---- */

static void closed_to(const gt_table *t, unsigned u, gt_closed *out)
{
    const gg_state *s = t->state;
    const gg_convex own = staff_shape(s, u);
    out->areas = staff_barred_to(s, u);
    out->lines = staff_lines_barred_to(s, u);
    for (uint64_t rest = out->areas; rest != 0;) {
        const unsigned area = (unsigned)gg_next_bit(&rest);
        if (gt_area_overlaps(t, area, &own)) out->areas &= ~gt_bit(area);
    }
}

/* ---- Where may it go? ---- */

typedef struct going {
    const gg_state *s;
    unsigned who;
    gg_side side;
} going;

static bool may_end(void *with, gg_point at) { return staff_can_end(with, at); }

static void ask_unit_reach(const gt_table *t, gg_side side, const gt_thing *who, gg_answer *answer,
                           gg_text *words, gg_scene *scene)
{
    const gg_state *s = t->state;
    const unsigned u = who->unit;
    side = who->side;
    const int32_t rate = staff_rate(s, u), facing = s->units[u].facing;
    gg_action ahead = gg_action_on(
        s->units[u].formation == FORM_DEPLOYED ? ACTION_HANDLE : ACTION_GO, (gg_unit)u, GG_NO_UNIT);
    int32_t best = 0;
    gg_verdict why = staff_legal;
    bool now = false;
    ahead.args[0] = facing;
    for (int32_t length = rate; length >= 0 && best == 0; length -= INCH / 4) {
        ahead.at = gg_along(s->units[u].at, facing * 10, length);
        const gg_verdict may = staff_judge(s, side, &ahead);
        if (may.reason == R_LEGAL && length > 0) best = length, now = true;
        else if (length == rate || why.reason == R_LEGAL) why = may;
    }
    if (best == rate) {
        ahead.at = gg_along(s->units[u].at, facing * 10, rate + 1);
        why = staff_judge(s, side, &ahead);
    }
    answer->yes = now;
    answer->from = s->units[u].at;
    answer->ticks = best;
    answer->to = gg_along(s->units[u].at, facing * 10, best);
    staff_goer goer;
    staff_begin_going(s, side, u, now, &goer);
    gg_trace(scene, GG_ROLE_reach, gt_around(t, s->units[u].at, rate), GG_TRACE_CELLS, may_end,
             &goer);
    if (now) {
        gt_put_thing(words, t, who);
        gg_put(words, " may go ");
        gt_put_ticks(words, t, best);
        gg_put(words, " straight ahead. Beyond: ");
    }
    gt_tell_refused(answer, t, why, words);
}

static bool may_ride(void *with, gg_point at)
{
    const going *it = with;
    gg_action ride = gg_action_on(ACTION_CMOVE, (gg_unit)(UNITS_MAX + it->who), GG_NO_UNIT);
    ride.at = at;
    return staff_cmove_legal(it->s, it->side, &ride).reason == R_LEGAL;
}

static void ask_ride(const gt_table *t, const gt_thing *who, gg_answer *answer, gg_text *words,
                     gg_scene *scene)
{
    const gg_state *s = t->state;
    const unsigned row = who->unit - (unsigned)UNITS_MAX;
    const gg_action stay = gg_action_on(ACTION_CSTAY, who->unit, GG_NO_UNIT);
    gg_state would = *s;
    would.commander = (uint8_t)(row + 1);
    going it = {.s = &would, .who = row, .side = who->side};
    const gt_ride ride = {
        .most = staff_number(s, s->commanders[row].mounted ? N_rate_commander_horse
                                                           : N_rate_commander_foot),
        .clause = ST_3_5,
        .now = staff_judge(s, who->side, &stay),
        .may_end = may_ride,
        .with = &it,
    };
    gt_tell_ride(t, &ride, who, answer, words, scene);
    gg_put(words, ".");
}

static const gt_asks asks = {
    .measure = ST_R4,
    .sight = ST_R11,
    .zones = ST_R5,
    .contact = ST_R10,
    .flank = ST_R46,
    .not_here = R_NO_SUCH_UNIT,
    .zone_depth = 6 * INCH,
    .contact_most = 54 * INCH,
    .limits = put_limits,
    .sees = tell_seen,
    .no_flanks = has_no_flanks,
    .arms = arms_of,
    .charge_way = charge_way,
    .barred = "ground that is closed to it",
    .closed = closed_to,
    .reach = ask_unit_reach,
    .ride = ask_ride,
};

/* Nothing is hidden, and measuring is free. */
void staff_ask(const gg_state *s, gg_side side, const gg_question *question, gg_answer *answer,
               gg_scene *scene)
{
    const gt_table t = staff_table(s);
    gt_ask(&t, &asks, side, question, answer, scene);
}
