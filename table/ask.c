/*
 * ask.c - measuring, sight, arcs, contact; every answer cites its clause.  See ask.h.
 * SPDX-License-Identifier: MIT
 */
#include "table/ask.h"

/* ---- Things. ---- */

/* False: it is not on the table. */
static bool find_thing(const gt_table *t, gg_unit n, gg_point place, gt_thing *out)
{
    enum { FAR = 400000 };
    gt_spot spot = {place, GG_NOBODY};
    if (n != GG_NO_UNIT && !gt_find(t, n, &spot)) return false;
    *out = (gt_thing){.unit = n, .is_body = n < t->body_count, .side = spot.side, .at = spot.at};
    if (out->is_body) {
        out->shapes = gt_shapes_of(t, n);
        return true;
    }
    if (out->at.x < -FAR || out->at.x > FAR || out->at.y < -FAR || out->at.y > FAR) return false;
    out->shapes = (gt_shapes){.count = 1, .at = {gg_dot(out->at)}};
    return true;
}

/* ---- Words. ---- */

void gt_put_thing(gg_text *out, const gt_table *t, const gt_thing *it)
{
    if (it->unit != GG_NO_UNIT) t->game->rules->write_unit(t->state, it->unit, out);
    else t->game->rules->write_place(it->at, out);
}

void gt_put_ticks(gg_text *out, const gt_table *t, int32_t ticks)
{
    gg_put_ticks(out, t->game->rules, ticks);
}

void gt_put_cited(gg_text *out, const gt_table *t, gg_clause clause)
{
    gg_put_cited(out, t->game->rules, clause);
}

void gt_put_limit(gg_text *out, const gt_table *t, const char *what, int32_t limit, int32_t ticks,
                  gg_clause clause)
{
    gg_put_words(out, "%s%s, ", ticks <= limit ? " Within " : " Beyond ", what);
    gt_put_ticks(out, t, limit);
    gt_put_cited(out, t, clause);
    gg_put(out, ".");
}

void gt_refused(gg_answer *answer, const gt_table *t, gg_verdict verdict)
{
    answer->verdict = verdict;
    answer->clause = t->game->rules->reasons[verdict.reason].clause;
}

void gt_tell_refused(gg_answer *answer, const gt_table *t, gg_verdict verdict, gg_text *words)
{
    gt_refused(answer, t, verdict);
    gg_put_verdict(words, t->game->rules, verdict);
}

void gt_tell_now(gg_answer *answer, const gt_table *t, gg_verdict now, gg_text *words)
{
    answer->yes = now.reason == 0;
    if (answer->yes) return;
    gt_tell_refused(answer, t, now, words);
    gg_put_char(words, ' ');
}

void gt_tell_ride(const gt_table *t, const gt_ride *ride, const gt_thing *who, gg_answer *answer,
                  gg_text *words, gg_scene *scene)
{
    if (ride->now.reason == 0) /* a place in reach is one that a click takes him to */
        gg_trace(scene, GG_ROLE_reach, gt_around(t, who->at, ride->most), GG_TRACE_CELLS,
                 ride->may_end, ride->with);
    answer->ticks = ride->most;
    answer->clause = ride->clause;
    answer->from = answer->to = who->at;
    gt_tell_now(answer, t, ride->now, words);
    gt_put_thing(words, t, who);
    gg_put(words, answer->yes ? " may ride " : " could ride ");
    gt_put_ticks(words, t, ride->most);
    gt_put_cited(words, t, ride->clause);
}

gg_bounds gt_around(const gt_table *t, gg_point at, int32_t most)
{
    enum { RIM = 1000 };
    const gg_point low = {at.x - most - RIM / 2, at.y - most - RIM / 2},
                   high = {at.x + most + RIM / 2, at.y + most + RIM / 2};
    gg_bounds it = {low, high};
    if (it.low.x < -RIM) it.low.x = -RIM;
    if (it.low.y < -RIM) it.low.y = -RIM;
    if (it.low.x > t->width) it.low.x = t->width;
    if (it.low.y > t->height) it.low.y = t->height;
    if (it.high.x < 0) it.high.x = 0;
    if (it.high.y < 0) it.high.y = 0;
    if (it.high.x > t->width + RIM) it.high.x = t->width + RIM;
    if (it.high.y > t->height + RIM) it.high.y = t->height + RIM;
    return it;
}

/* ---- How far? ---- */

/* The nearest pair of bases. */
static gg_ruler ruler_between(const gt_thing *who, const gt_thing *whom, int32_t *ticks)
{
    gg_ruler best = {who->at, whom->at};
    *ticks = GG_NEVER;
    for (int i = 0; i < who->shapes.count; i++)
        for (int j = 0; j < whom->shapes.count; j++) {
            const gg_convex *a = &who->shapes.at[i], *b = &whom->shapes.at[j];
            const int32_t distance = gg_distance_between(a, b);
            if (*ticks != GG_NEVER && distance >= *ticks) continue;
            *ticks = distance;
            best = gg_nearest(a, b);
        }
    return best;
}

static void ask_measure(const gt_table *t, const gt_asks *asks, const gt_thing *who,
                        const gt_thing *whom, gg_answer *answer, gg_text *words, gg_scene *scene)
{
    const gg_ruler ruler = ruler_between(who, whom, &answer->ticks);
    answer->yes = true;
    answer->clause = asks->measure;
    answer->from = ruler.from;
    answer->to = ruler.to;
    gg_lay_ruler(scene, t->game->rules, ruler, answer->ticks);
    gg_put(words, "From ");
    gt_put_thing(words, t, who);
    gg_put(words, " to ");
    gt_put_thing(words, t, whom);
    gg_put(words, " it is ");
    gt_put_ticks(words, t, answer->ticks);
    gt_put_cited(words, t, asks->measure);
    gg_put(words, ".");
    asks->limits(t->state, who, whom, answer->ticks, words);
}

/* ---- What can be seen? ---- */

static int32_t reach_of(const gt_table *t, const gt_thing *it)
{
    if (!it->is_body) return 0;
    const gg_box box = gt_box(t, it->unit);
    return box.half + (box.front > -box.rear ? box.front : -box.rear);
}

static bool stands_there(const gt_shapes *shapes, const gt_thing *it)
{
    for (int i = 0; i < shapes->count && !it->is_body; i++)
        if (gg_holds(&shapes->at[i], it->at)) return true;
    return false;
}

static void sight_of(const gt_table *t, const gt_asks *asks, const gt_thing *who,
                     const gt_thing *whom, gt_sight *out)
{
    const gg_point eye = who->is_body ? asks->eye(t, who->unit) : who->at;
    gt_sight_over(t, who->at, whom->at, eye, reach_of(t, who) + reach_of(t, whom), false, out);
    if (who->is_body) gt_drop(&out->bodies, who->unit);
    if (whom->is_body) gt_drop(&out->bodies, whom->unit);
    /* with a marker, or at a place, is nobody's way of standing in it */
    gt_set rest = out->bodies;
    for (int u = gt_next(&rest); u != GG_NEVER; u = gt_next(&rest)) {
        const gt_shapes shapes = gt_shapes_of(t, (unsigned)u);
        if (stands_there(&shapes, who) || stands_there(&shapes, whom))
            gt_drop(&out->bodies, (unsigned)u);
    }
}

static void put_block(gg_text *out, const gt_table *t, const gt_block *by)
{
    if (by->body != GG_NEVER) t->game->rules->write_unit(t->state, (gg_unit)by->body, out);
    else gg_put(out, t->game->grounds[t->areas[by->area].type].words);
    gg_put(out, " is in the way at ");
    t->game->rules->write_place(by->cut, out);
}

/* The sight line that counts: the first clear one, those in front before others. */
static bool clear_line(const gt_table *t, const gt_asks *asks, const gt_thing *who,
                       const gt_thing *whom, const gt_sight *sight, gg_point *out, bool *in_front)
{
    gg_point points[5] = {whom->at};
    const int count = whom->is_body ? gt_test_points(t, whom->unit, points) : 1;
    const bool all_round = !who->is_body || asks->all_round(t, who->unit);
    bool found = false;
    *out = whom->at;
    *in_front = false;
    for (int i = 0; i < count && !*in_front; i++) {
        if (gt_in_the_way(t, sight, points[i]) != GG_NEVER) continue;
        *in_front = all_round
                    || gg_zone_of_point(gt_pose(t, who->unit), gt_box(t, who->unit), points[i])
                           == GG_ZONE_FRONT;
        if (!found || *in_front) *out = points[i];
        found = true;
    }
    return found;
}

static void tell_seen(const gt_table *t, const gt_asks *asks, const gt_thing *who, bool in_front,
                      gg_text *words)
{
    gt_put_cited(words, t, asks->sight);
    const gg_clause ahead = in_front ? 0 : asks->fires_ahead(t, who->unit);
    if (ahead != 0) {
        gg_put(words, ", but not in front: it could not fire there");
        gt_put_cited(words, t, ahead);
    }
    gg_put(words, ".");
}

static void ask_sight(const gt_table *t, const gt_asks *asks, const gt_thing *who,
                      const gt_thing *whom, gg_answer *answer, gg_text *words, gg_scene *scene)
{
    bool in_front;
    gt_sight sight;
    gg_point to;
    sight_of(t, asks, who, whom, &sight);
    answer->yes = clear_line(t, asks, who, whom, &sight, &to, &in_front);
    answer->clause = asks->sight;
    answer->ticks = gt_shapes_distance(&who->shapes, &whom->shapes);
    answer->from = sight.eye;
    gt_put_thing(words, t, who);
    gg_put(words, answer->yes ? " sees " : " cannot see ");
    gt_put_thing(words, t, whom);
    if (answer->yes) {
        answer->to = to;
        tell_seen(t, asks, who, in_front, words);
        gg_lay_sight(scene, sight.eye, to, to);
        return;
    }
    const gt_block first = gt_first_block(t, &sight, whom->at);
    gt_refused(answer, t, (gg_verdict){asks->out_of_sight, 0, 0});
    answer->unit = first.body == GG_NEVER ? GG_NO_UNIT : (gg_unit)first.body;
    answer->to = first.cut;
    gg_put(words, ": ");
    put_block(words, t, &first);
    gt_put_cited(words, t, asks->sight);
    gg_put(words, ".");
    gg_lay_sight(scene, sight.eye, first.cut, whom->at);
}

/* ---- What lies before, beside, behind; how far does it shoot and charge? ---- */

static void lay_band(gg_scene *scene, const gt_table *t, unsigned u, bool all_round, int32_t range)
{
    const gg_box box = gt_box(t, u);
    char label[GG_NAME_MAX];
    gg_text out = gg_text_over(label, sizeof label);
    gt_put_ticks(&out, t, range);
    gg_lay_range(scene, GG_ROLE_range, gt_bounds(t), gt_pose(t, u), box, all_round, range);
    const gg_point tip = gg_to_world(gt_pose(t, u), (gg_point){0, box.front + range});
    if (!gt_is_outside(t, tip)) gg_lay_words(scene, GG_ROLE_range, tip, label);
}

static void lay_charge(gg_scene *scene, const gt_table *t, const gt_asks *asks, unsigned u)
{
    enum { STEP = 30, POINTS = GG_TURN / STEP };
    const gg_box box = gt_box(t, u);
    gg_point outline[POINTS];
    if (scene == NULL) return;
    for (int i = 0; i < POINTS; i++)
        outline[i] =
            gg_along(t->bodies[u].at, i * STEP, box.front + asks->charge_way(t, u, i * STEP));
    gg_lay_area(scene, GG_ROLE_plan_charge, gt_bounds(t), outline, POINTS);
}

static void lay_arcs(gg_scene *scene, const gt_table *t, const gt_asks *asks, unsigned u,
                     const gt_arms *arms, bool round)
{
    for (int zone = GG_ZONE_FRONT; scene != NULL && !round && zone <= GG_ZONE_RIGHT; zone++)
        gg_lay_zone(scene, gt_bounds(t), gt_pose(t, u), gt_box(t, u), (gg_zone)zone,
                    asks->zone_depth);
    for (int i = 0; i < arms->band_count; i++)
        lay_band(scene, t, u, arms->all_round, arms->bands[i]);
    if (arms->charge > 0) lay_charge(scene, t, asks, u);
}

static void ask_arcs(const gt_table *t, const gt_asks *asks, const gt_thing *who, gg_answer *answer,
                     gg_text *words, gg_scene *scene)
{
    if (!who->is_body) {
        gg_put(words, "Only units have a front.");
        return;
    }
    const bool round = asks->no_flanks(t, who->unit);
    gt_arms arms = {.band_count = 0};
    asks->arms(t, who->unit, &arms);
    answer->yes = true;
    answer->clause = asks->zones;
    answer->from = answer->to = who->at;
    answer->ticks = arms.band_count > 0 ? arms.bands[0] : 0;
    lay_arcs(scene, t, asks, who->unit, &arms, round);
    gt_put_thing(words, t, who);
    gg_put(words, round ? " has no flank and no rear"
                        : " has front, flanks and rear: lines at 45 degrees from its corners");
    gt_put_cited(words, t, asks->zones);
    gg_put(words, "; ");
    if (arms.band_count > 0) {
        gg_put(words, "it fires to ");
        gt_put_ticks(words, t, arms.bands[0]);
    } else {
        gg_put(words, arms.silent);
    }
    gt_put_cited(words, t, arms.clause);
    if (arms.charge > 0) {
        gg_put(words, "; it charges up to ");
        gt_put_ticks(words, t, arms.charge);
        gt_put_cited(words, t, arms.charge_clause);
    }
    gg_put(words, ".");
}

/* ---- What would it meet? ---- */

static void put_meeting(gg_text *words, const gt_table *t, const gt_asks *asks, const gt_thing *who,
                        const gt_meeting *met)
{
    gg_put(words, " comes on ");
    if (met->body != GG_NEVER) t->game->rules->write_unit(t->state, (gg_unit)met->body, words);
    else gg_put(words, met->edge ? "the edge of the table" : asks->barred);
    gg_put(words, " after ");
    gt_put_ticks(words, t, met->k);
    if (met->body == GG_NEVER || t->bodies[met->body].side == who->side) return;
    const unsigned its = (unsigned)met->body;
    const bool flank =
        !asks->no_flanks(t, its)
        && gg_zone_of_point(gt_pose(t, its), gt_box(t, its), who->at) != GG_ZONE_FRONT;
    gg_put(words, flank ? ", in flank or rear" : ", in front");
    gt_put_cited(words, t, asks->flank);
}

static void ask_contact(const gt_table *t, const gt_asks *asks, const gt_thing *who,
                        const gt_thing *whom, gg_answer *answer, gg_text *words, gg_scene *scene)
{
    if (!who->is_body) {
        gg_put(words, "Only units come into contact.");
        return;
    }
    const gg_pose pose = {who->at, gt_direction(t, who->at, whom->at) * t->game->step};
    const gg_convex shape = gt_shape_at(t, who->unit, pose, t->bodies[who->unit].formation);
    const gg_course course = gg_course_of(&shape, pose.facing);
    /* to a place no further than the place */
    const int32_t to =
        whom->unit == GG_NO_UNIT ? gg_distance(who->at, whom->at) : asks->contact_most;
    gt_closed closed = {.areas = gt_areas_with(t, gt_everywhere(t), GT_BARRED)};
    if (asks->closed != NULL) asks->closed(t, who->unit, &closed);
    const gt_meeting met = gt_first_meeting(t, who->unit, &course, to, &closed);
    answer->yes = met.k != GG_NEVER;
    answer->clause = asks->contact;
    answer->ticks = met.k;
    answer->unit = met.body == GG_NEVER ? GG_NO_UNIT : (gg_unit)met.body;
    answer->from = who->at;
    answer->to = answer->yes ? gg_along(who->at, pose.facing, met.k) : whom->at;
    gt_put_thing(words, t, who);
    gg_put(words, ", going straight towards ");
    gt_put_thing(words, t, whom);
    gg_put(words, ",");
    if (answer->yes) put_meeting(words, t, asks, who, &met);
    else gg_put(words, " meets nothing");
    gt_put_cited(words, t, asks->contact);
    gg_put(words, ".");
    if (scene == NULL) return;
    gg_lay_line(scene, GG_ROLE_plan, answer->from, answer->to);
    const gg_convex there = gg_course_at(&course, answer->yes ? met.k : to);
    gg_lay_area(scene, GG_ROLE_plan_charge, gt_bounds(t), there.at, there.count);
}

/* ---- All of them. ---- */

bool gt_never(const gt_table *t, unsigned u)
{
    (void)t, (void)u;
    return false;
}

void gt_ask(const gt_table *t, const gt_asks *asks, gg_side side, const gg_question *question,
            gg_answer *answer, gg_scene *scene)
{
    gt_thing who, whom;
    *answer = gg_no_answer();
    gg_text words = gg_text_over(answer->words, sizeof answer->words);
    const bool alone = question->kind == GG_ASK_REACH || question->kind == GG_ASK_ARCS;
    if (!find_thing(t, question->who, question->from, &who)
        || (!alone && !find_thing(t, question->whom, question->to, &whom))) {
        gt_tell_refused(answer, t, (gg_verdict){asks->not_here, 0, 0}, &words);
        return;
    }
    if (alone && who.unit == GG_NO_UNIT) {
        gg_put(&words, "A place has no reach and no front; ask about a unit.");
        return;
    }
    switch ((gg_question_kind)question->kind) {
    case GG_ASK_REACH:
        if (!who.is_body && asks->ride != NULL) asks->ride(t, &who, answer, &words, scene);
        else asks->reach(t, side, &who, answer, &words, scene);
        return;
    case GG_ASK_SIGHT:
        if (asks->sees != NULL) asks->sees(t, &who, &whom, answer, &words, scene);
        else ask_sight(t, asks, &who, &whom, answer, &words, scene);
        return;
    case GG_ASK_MEASURE: ask_measure(t, asks, &who, &whom, answer, &words, scene); return;
    case GG_ASK_ARCS: ask_arcs(t, asks, &who, answer, &words, scene); return;
    case GG_ASK_CONTACT: ask_contact(t, asks, &who, &whom, answer, &words, scene); return;
    }
    gg_put(&words, "There is no such question.");
}
