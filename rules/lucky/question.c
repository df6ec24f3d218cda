/*
 * question.c - what a player asks at the table: how far, what can be seen, where may it go, what
 * lies before it, what would it meet.  Measuring is free, and every answer cites its clause.
 */
#include "core/question.h"
#include "lucky.h"

/* ---- Things: a unit, a commander or a place. ---- */

typedef struct thing {
    gg_unit unit; /* GG_NO_UNIT: a place */
    gg_point at;
    gg_convex shape;
} thing;

static bool is_commander(const gg_state *s, gg_unit n)
{
    return n != GG_NO_UNIT && n >= UNITS_MAX && n - UNITS_MAX < s->commander_count;
}

/* False: it is not on the table. */
static bool find_thing(const gg_state *s, gg_unit n, gg_point place, thing *out)
{
    *out = (thing){.unit = n, .at = place};
    if (is_commander(s, n)) {
        if (!lg_is_present(&s->commanders[n - UNITS_MAX])) return false;
        out->at = s->commanders[n - UNITS_MAX].at;
    } else if (n != GG_NO_UNIT) {
        if (n >= UNITS_MAX || !lg_is_on_table(s, n)) return false;
        out->at = s->units[n].at;
        out->shape = lg_shape(s, n);
        return true;
    }
    enum { FAR = 400 * INCH };
    if (out->at.x < -FAR || out->at.x > FAR || out->at.y < -FAR || out->at.y > FAR) return false;
    out->shape = gg_dot(out->at);
    return true;
}

static bool is_body(const thing *it)
{
    return it->unit < UNITS_MAX;
}

static gg_side side_of(const gg_state *s, const thing *it)
{
    if (it->unit == GG_NO_UNIT) return GG_NOBODY;
    return is_body(it) ? s->units[it->unit].side : s->commanders[it->unit - UNITS_MAX].side;
}

/* ---- Words. ---- */

static void put_thing(gg_text *out, const gg_state *s, const thing *it)
{
    if (it->unit != GG_NO_UNIT)
        lg_write_unit(s, it->unit, out);
    else
        lg_write_place(it->at, out);
}

static void put_ticks(gg_text *out, int32_t ticks)
{
    gg_put_ticks(out, &lucky_rules, ticks);
}

static void put_cited(gg_text *out, gg_clause clause)
{
    gg_put(out, " (");
    gg_put(out, gg_clause_number(&lucky_rules, clause));
    gg_put(out, ")");
}

static void answer_refused(gg_answer *answer, gg_verdict verdict)
{
    answer->verdict = verdict;
    answer->clause = lucky_rules.reasons[verdict.reason].clause;
}

static void refuse(gg_answer *answer, gg_text *words, lg_reason why)
{
    answer_refused(answer, lg_refuse(why, 0, 0));
    gg_put_verdict(words, &lucky_rules, answer->verdict);
}

/* ---- How far? ---- */

/* The distances that matter between these two, and whether it is within them. */
static void put_limit(gg_text *out, const char *what, int32_t limit, int32_t ticks,
                      gg_clause clause)
{
    gg_put(out, ticks <= limit ? " Within " : " Beyond ");
    gg_put(out, what);
    gg_put(out, ", ");
    put_ticks(out, limit);
    put_cited(out, clause);
    gg_put(out, ".");
}

static void put_fire_limits(gg_text *out, const lg_unit *unit, int32_t ticks)
{
    if (lg_is_guns(unit)) {
        put_limit(out, "artillery range", 24 * INCH, ticks, LG_5_4);
    } else if (lg_is_foot(unit)) {
        put_limit(out, "musket range", 3 * INCH, ticks, LG_5_3);
        if (unit->flags & FLAG_SKIRM)
            put_limit(out, "its skirmishers' range", 6 * INCH, ticks, LG_5_2);
    }
}

/* Divisions put orders on units, the others hand them on to commanders (LG-1.4 to LG-1.7). */
static bool hands_orders_to(const gg_state *s, const thing *who, const thing *whom)
{
    return (s->commanders[who->unit - UNITS_MAX].level == LEVEL_DIVISION) == is_body(whom);
}

static void put_limits(gg_text *out, const gg_state *s, const thing *who, const thing *whom,
                       int32_t ticks)
{
    bool enemies = side_of(s, who) != side_of(s, whom) || whom->unit == GG_NO_UNIT;
    if (is_commander(s, who->unit) && !enemies && hands_orders_to(s, who, whom)) {
        const lg_commander *his = &s->commanders[who->unit - UNITS_MAX];
        static const uint16_t clauses[LEVELS] = {LG_2_14, LG_2_15, LG_2_16};
        put_limit(out, "his command", lg_command_range((lg_level)his->level), ticks,
                  (gg_clause)clauses[his->level]);
    } else if (is_commander(s, who->unit)) {
        put_limit(out, "his ride", 18 * INCH, ticks, LG_3_1);
    } else if (is_body(who) && enemies) {
        const lg_unit *unit = &s->units[who->unit];
        put_fire_limits(out, unit, ticks);
        if (!lg_is_guns(unit) && unit->formation != FORM_SQUARE)
            put_limit(out, whom->unit == GG_NO_UNIT ? "its move" : "its charge",
                      lg_rate(unit->type, unit->formation).rate * HUNDREDTH, ticks, LG_R56);
    }
}

static void ask_measure(const gg_state *s, const thing *who, const thing *whom, gg_answer *answer,
                        gg_text *words, gg_scene *scene)
{
    gg_ruler ruler = gg_nearest(&who->shape, &whom->shape);
    answer->ticks = gg_distance_between(&who->shape, &whom->shape);
    answer->yes = true;
    answer->clause = LG_R5;
    answer->from = ruler.from;
    answer->to = ruler.to;
    gg_lay_ruler(scene, &lucky_rules, ruler, answer->ticks);
    gg_put(words, "From ");
    put_thing(words, s, who);
    gg_put(words, " to ");
    put_thing(words, s, whom);
    gg_put(words, " it is ");
    put_ticks(words, answer->ticks);
    put_cited(words, LG_R5);
    gg_put(words, ".");
    put_limits(words, s, who, whom, answer->ticks);
}

/* ---- What can be seen? (LG-R14) ---- */

/* Infantry in square or in buildings looks from its centre, others from the front edge. */
static gg_point eye_of(const gg_state *s, const thing *who)
{
    if (!is_body(who)) return who->at;
    const lg_unit *unit = &s->units[who->unit];
    if (lg_is_foot(unit) && lg_has_no_flanks(s, who->unit)) return unit->at;
    gg_box box = lg_box(s, unit->type, unit->formation);
    return gg_to_world(lg_pose(unit), (gg_point){0, box.front});
}

static int32_t reach_of(const gg_state *s, const thing *it)
{
    if (!is_body(it)) return 0;
    gg_box box = lg_box(s, s->units[it->unit].type, s->units[it->unit].formation);
    return box.half + box.front;
}

static lg_sight sight_of(const gg_state *s, const thing *who, const thing *whom)
{
    int32_t reach = reach_of(s, who) + reach_of(s, whom);
    lg_sight sight = lg_sight_over(s, who->at, whom->at, eye_of(s, who), reach, false);
    if (is_body(who)) sight.units &= ~lg_bit(who->unit);
    if (is_body(whom)) sight.units &= ~lg_bit(whom->unit);
    /* with a commander, or at a place, is nobody's way of standing in it */
    uint64_t rest = sight.units;
    for (int u = lg_next(&rest); u != GG_NEVER; u = lg_next(&rest)) {
        gg_convex shape = lg_shape(s, (unsigned)u);
        bool there = (!is_body(who) && gg_holds(&shape, who->at))
                     || (!is_body(whom) && gg_holds(&shape, whom->at));
        if (there) sight.units &= ~lg_bit((unsigned)u);
    }
    return sight;
}

typedef struct blocking {
    gg_unit unit; /* or GG_NO_UNIT and the area */
    int area;
    gg_point cut;
} blocking;

static void take_cut(const lg_sight *sight, gg_point to, const gg_convex *shape, gg_unit unit,
                     int area, blocking *first)
{
    gg_part enter, leave;
    if (!gg_passes_through(sight->eye, to, shape)
        || !gg_clip(sight->eye, to, shape, &enter, &leave))
        return;
    gg_point cut = gg_part_of_way(sight->eye, to, enter);
    if ((first->area >= 0 || first->unit != GG_NO_UNIT)
        && gg_distance(sight->eye, cut) >= gg_distance(sight->eye, first->cut))
        return;
    *first = (blocking){.unit = unit, .area = area, .cut = cut};
}

/* What is in the way first. */
static blocking first_block(const gg_state *s, const lg_sight *sight, gg_point to)
{
    blocking first = {.unit = GG_NO_UNIT, .area = -1, .cut = to};
    for (int i = 0; i < s->area_count; i++) {
        if (!(sight->areas >> i & 1)) continue;
        gg_convex shape = lg_area_shape(&s->areas[i]);
        take_cut(sight, to, &shape, GG_NO_UNIT, i, &first);
    }
    uint64_t rest = sight->units;
    for (int u = lg_next(&rest); u != GG_NEVER; u = lg_next(&rest)) {
        gg_convex shape = lg_shape(s, (unsigned)u);
        if (!lg_is_routing(&s->units[u]) && lg_ground_at(s, s->units[u].at).level + 1 > sight->top)
            take_cut(sight, to, &shape, (gg_unit)u, -1, &first);
    }
    return first;
}

static void put_block(gg_text *out, const gg_state *s, const blocking *by)
{
    if (by->unit != GG_NO_UNIT) {
        lg_write_unit(s, by->unit, out);
    } else {
        gg_put(out, "a ");
        gg_put(out, s->areas[by->area].type == GROUND_BUA
                        ? "built-up area"
                        : lg_ground_names[s->areas[by->area].type]);
    }
    gg_put(out, " is in the way at ");
    lg_write_place(by->cut, out);
}

/* The sight line that counts: the first clear one, those in front before others (LG-R71). */
static bool clear_line(const gg_state *s, const thing *who, const thing *whom,
                       const lg_sight *sight, gg_point *out, bool *in_front)
{
    gg_point points[5] = {whom->at};
    int count = is_body(whom) ? lg_test_points(s, whom->unit, points) : 1;
    bool all_round =
        !is_body(who) || (lg_is_foot(&s->units[who->unit]) && lg_has_no_flanks(s, who->unit));
    bool found = false;
    *out = whom->at;
    *in_front = false;
    for (int i = 0; i < count && !*in_front; i++) {
        if (!lg_sees(s, sight, points[i])) continue;
        *in_front = all_round || lg_is_in_front(s, who->unit, points[i]);
        if (!found || *in_front) *out = points[i];
        found = true;
    }
    return found;
}

static void ask_sight(const gg_state *s, const thing *who, const thing *whom, gg_answer *answer,
                      gg_text *words, gg_scene *scene)
{
    bool in_front;
    lg_sight sight = sight_of(s, who, whom);
    gg_point to;
    answer->yes = clear_line(s, who, whom, &sight, &to, &in_front);
    answer->clause = LG_R14;
    answer->ticks = gg_distance_between(&who->shape, &whom->shape);
    answer->from = sight.eye;
    put_thing(words, s, who);
    gg_put(words, answer->yes ? " sees " : " cannot see ");
    put_thing(words, s, whom);
    if (answer->yes) {
        answer->to = to;
        put_cited(words, LG_R14);
        if (!in_front && !lg_is_horse(&s->units[who->unit])) { /* which never fires */
            gg_put(words, ", but not in front: it could not fire there");
            put_cited(words, LG_R71);
        }
        gg_put(words, ".");
        gg_lay_sight(scene, sight.eye, to, to);
        return;
    }
    blocking first = first_block(s, &sight, whom->at);
    answer_refused(answer, lg_refuse(R_OUT_OF_SIGHT, 0, 0));
    answer->unit = first.unit;
    answer->to = first.cut;
    gg_put(words, ": ");
    put_block(words, s, &first);
    put_cited(words, LG_R14);
    gg_put(words, ".");
    gg_lay_sight(scene, sight.eye, first.cut, whom->at);
}

/* ---- What lies before, beside, behind; how far does it shoot and charge? ---- */

static void lay_band(gg_scene *scene, const gg_state *s, unsigned u, bool all_round, int32_t range)
{
    const lg_unit *unit = &s->units[u];
    gg_box box = lg_box(s, unit->type, unit->formation);
    char label[GG_NAME_MAX];
    gg_text out = gg_text_over(label, sizeof label);
    put_ticks(&out, range);
    gg_lay_range(scene, GG_ROLE_range, lg_table(s), lg_pose(unit), box, all_round, range);
    gg_point tip = gg_to_world(lg_pose(unit), (gg_point){0, box.front + range});
    if (tip.x >= 0 && tip.y >= 0 && tip.x <= s->width && tip.y <= s->height)
        gg_lay_words(scene, GG_ROLE_range, tip, label);
}

/* LG-5.2 to LG-5.4, and where the modifiers change (LG-5.14, LG-5.17, LG-5.18). */
static int32_t lay_ranges(gg_scene *scene, const gg_state *s, unsigned u)
{
    const lg_unit *unit = &s->units[u];
    bool all_round = lg_is_foot(unit) && lg_has_no_flanks(s, u);
    if (lg_is_horse(unit) || unit->formation == FORM_LIMB || lg_is_routing(unit)) return 0;
    int32_t far = lg_is_guns(unit) ? 24 * INCH : unit->flags & FLAG_SKIRM ? 6 * INCH : 3 * INCH;
    lay_band(scene, s, u, all_round, far);
    if (lg_is_guns(unit)) lay_band(scene, s, u, all_round, 12 * INCH);
    int32_t close = unit->type == TYPE_FOOT ? 6 * INCH : 3 * INCH;
    if (close < far) lay_band(scene, s, u, all_round, close);
    return far;
}

typedef struct charging {
    const gg_state *s;
    unsigned unit;
    int32_t facing;
} charging;

static bool is_too_far(void *with, int32_t k)
{
    const charging *it = with;
    return k > lg_charge_allowance(it->s, it->unit, it->facing, k);
}

/* How far it comes in a direction, charging straight (LG-R55, LG-R56). */
static int32_t charge_way(const gg_state *s, unsigned u, int32_t facing)
{
    const lg_unit *unit = &s->units[u];
    gg_pose pose = {unit->at, facing * 10};
    if (lg_pose_legal(s, u, pose, unit->formation).reason != R_LEGAL) return 0;
    charging it = {s, u, facing};
    int32_t k = gg_bisect(0, CONTACT_MAX, is_too_far, &it) - 1;
    gg_convex shape = lg_shape_at(s, u, pose, unit->formation);
    gg_course course = gg_course_of(&shape, pose.facing);
    int32_t blocked = lg_blocked_at(s, &course, u, NOBODY, 0, k);
    return blocked == GG_NEVER ? k : blocked;
}

static int32_t lay_charge(gg_scene *scene, const gg_state *s, unsigned u)
{
    enum { STEP = 3, POINTS = 360 / STEP };
    const lg_unit *unit = &s->units[u];
    if (lg_is_guns(unit) || unit->formation == FORM_SQUARE || lg_is_routing(unit)
        || unit->shaken > 0 || lg_is_fatigued(unit))
        return 0;
    gg_box box = lg_box(s, unit->type, unit->formation);
    gg_point outline[POINTS];
    for (int i = 0; scene != NULL && i < POINTS; i++)
        outline[i] = gg_along(unit->at, i * STEP * 10, box.front + charge_way(s, u, i * STEP));
    if (scene != NULL) gg_lay_area(scene, GG_ROLE_plan_charge, lg_table(s), outline, POINTS);
    return lg_charge_allowance(s, u, unit->facing, 0);
}

static void ask_arcs(const gg_state *s, const thing *who, gg_answer *answer, gg_text *words,
                     gg_scene *scene)
{
    if (!is_body(who)) {
        gg_put(words, "Only units have a front.");
        return;
    }
    const lg_unit *unit = &s->units[who->unit];
    gg_box box = lg_box(s, unit->type, unit->formation);
    bool round = lg_has_no_flanks(s, who->unit);
    answer->yes = true;
    answer->clause = LG_R8;
    answer->from = answer->to = unit->at;
    for (int zone = GG_ZONE_FRONT; scene != NULL && !round && zone <= GG_ZONE_RIGHT; zone++)
        gg_lay_zone(scene, lg_table(s), lg_pose(unit), box, (gg_zone)zone, 4 * INCH);
    int32_t range = lay_ranges(scene, s, who->unit), charge = lay_charge(scene, s, who->unit);
    answer->ticks = range;
    put_thing(words, s, who);
    gg_put(words, round ? " has no flank and no rear"
                        : " has front, flanks and rear: lines at 45 degrees from its corners");
    put_cited(words, LG_R8);
    if (range > 0) {
        gg_put(words, "; it fires to ");
        put_ticks(words, range);
        put_cited(words, lg_is_guns(unit) ? LG_5_4 : range == 6 * INCH ? LG_5_2 : LG_5_3);
    } else {
        gg_put(words, lg_is_horse(unit)               ? "; cavalry does not fire"
                      : unit->formation == FORM_LIMB ? "; limbered it does not fire"
                                                     : "; routing it does not fire");
        put_cited(words, lg_is_horse(unit)               ? LG_R70
                         : unit->formation == FORM_LIMB ? LG_R49
                                                        : LG_R120);
    }
    if (charge > 0) {
        gg_put(words, "; it charges up to ");
        put_ticks(words, charge);
        put_cited(words, LG_R56);
    }
    gg_put(words, ".");
}

/* ---- What would it meet? ---- */

typedef struct meeting {
    int32_t k;
    gg_unit unit; /* GG_NO_UNIT: deep water, or the edge */
    bool edge;
} meeting;

static meeting first_meeting(const gg_state *s, unsigned u, const gg_course *course, int32_t to)
{
    meeting first = {.k = GG_NEVER, .unit = GG_NO_UNIT};
    for (unsigned other = 0; other < s->unit_count; other++) {
        if (other == u || !lg_is_on_table(s, other)) continue;
        gg_convex its = lg_shape(s, other);
        int32_t k = s->units[other].side == s->units[u].side
                        ? gg_course_overlaps(course, &its, TOLERANCE, 0, to)
                        : gg_course_touches(course, &its, 0, to);
        if (k != GG_NEVER && (first.k == GG_NEVER || k < first.k))
            first = (meeting){.k = k, .unit = (gg_unit)other};
    }
    int32_t end = first.k != GG_NEVER ? first.k : to;
    for (int i = 0; i < s->area_count; i++) {
        if (s->areas[i].type != GROUND_DEEP) continue;
        gg_convex deep = lg_area_shape(&s->areas[i]);
        int32_t k = gg_course_overlaps(course, &deep, TOLERANCE, 0, end);
        if (k != GG_NEVER && k < end) first = (meeting){.k = end = k, .unit = GG_NO_UNIT};
    }
    int32_t k = gg_course_leaves(course, lg_table(s), 0, end);
    if (k != GG_NEVER && k < end) first = (meeting){.k = k, .unit = GG_NO_UNIT, .edge = true};
    return first;
}

static void put_meeting(gg_text *words, const gg_state *s, const thing *who, const meeting *met)
{
    gg_put(words, " comes on ");
    if (met->unit != GG_NO_UNIT)
        lg_write_unit(s, met->unit, words);
    else
        gg_put(words, met->edge ? "the edge of the table" : "deep water");
    gg_put(words, " after ");
    put_ticks(words, met->k);
    if (met->unit == GG_NO_UNIT || s->units[met->unit].side == s->units[who->unit].side) return;
    bool flank = !lg_has_no_flanks(s, met->unit) && !lg_is_in_front(s, met->unit, who->at);
    gg_put(words, flank ? ", in flank or rear" : ", in front");
    put_cited(words, LG_R55);
}

static void ask_contact(const gg_state *s, const thing *who, const thing *whom, gg_answer *answer,
                        gg_text *words, gg_scene *scene)
{
    if (!is_body(who)) {
        gg_put(words, "Only units come into contact.");
        return;
    }
    const lg_unit *unit = &s->units[who->unit];
    gg_pose pose = {who->at, lg_direction(who->at, whom->at) * 10};
    gg_convex shape = lg_shape_at(s, who->unit, pose, unit->formation);
    gg_course course = gg_course_of(&shape, pose.facing);
    /* to a place no further than the place */
    int32_t to = whom->unit == GG_NO_UNIT ? gg_distance(who->at, whom->at) : 2 * CONTACT_MAX;
    meeting met = first_meeting(s, who->unit, &course, to);
    answer->yes = met.k != GG_NEVER;
    answer->clause = LG_R9;
    answer->ticks = met.k;
    answer->unit = met.unit;
    answer->from = who->at;
    answer->to = answer->yes ? gg_along(who->at, pose.facing, met.k) : whom->at;
    put_thing(words, s, who);
    gg_put(words, ", going straight towards ");
    put_thing(words, s, whom);
    gg_put(words, ",");
    if (answer->yes)
        put_meeting(words, s, who, &met);
    else
        gg_put(words, " meets nothing");
    put_cited(words, LG_R9);
    gg_put(words, ".");
    if (scene == NULL) return;
    gg_lay_line(scene, GG_ROLE_plan, answer->from, answer->to);
    gg_convex there = gg_course_at(&course, answer->yes ? met.k : to);
    gg_lay_area(scene, GG_ROLE_plan_charge, lg_table(s), there.at, there.count);
}

/* ---- Where may it go? ---- */

typedef struct going {
    const gg_state *s; /* as it would be with an order, where it has none */
    unsigned who;
    lg_mode mode;
    int32_t most; /* ticks: farther than this it never gets */
    lg_mover *mover;
    lg_guess guess;
} going;

static bool may_end(void *with, gg_point at)
{
    going *it = with;
    return !lg_is_farther(it->s->units[it->who].at, at, it->most)
           && lg_may_end(it->mover, it->mode, at, &it->guess);
}

static bool may_ride(void *with, gg_point at)
{
    const going *it = with;
    gg_action ride = {
        .kind = ACTION_RIDE,
        .who = (gg_unit)(UNITS_MAX + it->who),
        .whom = GG_NO_UNIT,
        .item = GG_NO_UNIT,
        .at = lg_grained(at),
    };
    return lg_ride_legal(it->s, it->s->commanders[it->who].side, &ride).reason == R_LEGAL;
}

static int32_t clamp(int32_t n, int32_t low, int32_t high)
{
    return n < low ? low : n > high ? high : n;
}

/* Around a place, as far as it may get and no farther than the table goes. */
static gg_bounds around(const gg_state *s, gg_point at, int32_t most)
{
    most += INCH / 2;
    return (gg_bounds){
        {clamp(at.x - most, -INCH, s->width), clamp(at.y - most, -INCH, s->height)},
        {clamp(at.x + most, 0, s->width + INCH), clamp(at.y + most, 0, s->height + INCH)}};
}

/* Whole hundredths straight ahead: the farthest that is legal, -1 if none is, and why not more. */
static int32_t farthest_ahead(const going *it, gg_verdict *beyond)
{
    lg_path path = {.legs = 1, .form_start = lg_first_form(&it->s->units[it->who], it->mode)};
    lg_end end;
    lg_mover mover;
    lg_mover_begin(&mover, it->s, it->s->units[it->who].side);
    lg_mover_take(&mover, it->who);
    mover.plainly = true;
    path.ahead[0] = lg_allowance(it->s, it->who, &path, it->mode, false) + 1;
    while (path.ahead[0] >= 0
           && lg_way_legal(&mover, &path, it->mode, &end).reason != R_LEGAL)
        path.ahead[0]--;
    int32_t farthest = path.ahead[0]++;
    mover.plainly = false;
    *beyond = lg_way_legal(&mover, &path, it->mode, &end);
    return farthest;
}

static int32_t farthest_back(const gg_state *s, unsigned u)
{
    lg_end end;
    lg_path path = {.legs = 1};
    int32_t h = lg_allowance(s, u, &path, MODE_BACK, false);
    while (h > 0 && lg_back_legal(s, u, h, &end).reason != R_LEGAL)
        h--;
    return h * HUNDREDTH;
}

static int32_t most_of(const going *it)
{
    lg_path path = {.legs = 1, .form_start = lg_first_form(&it->s->units[it->who], it->mode)};
    int64_t way = lg_allowance(it->s, it->who, &path, it->mode, false) * HUNDREDTH;
    return (int32_t)gg_root_up((uint64_t)(way * way + (int64_t)BASE_WIDTH * BASE_WIDTH))
           + HUNDREDTH;
}

/* May it do that now?  A move of nothing asks about phase, order and unit alone. */
static gg_verdict now_legal(const gg_state *s, unsigned u)
{
    gg_action action = {.kind = s->phase == PHASE_K6 ? ACTION_ADVANCE : ACTION_MOVE,
                        .who = (gg_unit)u};
    lg_path path = {.legs = 1};
    if (s->phase != PHASE_K6) path.form_start = lg_first_form(&s->units[u], MODE_MOVE);
    lg_path_pack(&path, &action);
    return lg_judge(s, s->units[u].side, &action);
}

static void lay_reach(going *it, gg_role role, gg_scene *scene)
{
    lg_mover mover;
    lg_mover_begin(&mover, it->s, it->s->units[it->who].side);
    lg_mover_take(&mover, it->who);
    mover.plainly = true;
    it->mover = &mover;
    it->guess = (lg_guess){0};
    it->most = most_of(it);
    gg_bounds bounds = around(it->s, it->s->units[it->who].at, it->most);
    mover.around = bounds;
    mover.difficult_around = lg_areas_about(it->s, bounds) & mover.difficult;
    gg_trace(scene, role, bounds, GG_TRACE_CELLS, may_end, it);
}

/* Beside the march: falling back (LG-R22), and the reserve move (LG-R51). */
static void tell_other_ways(const going *it, bool now, gg_text *words, gg_scene *scene)
{
    const lg_unit *unit = &it->s->units[it->who];
    gg_verdict why;
    if (it->mode != MODE_MOVE || unit->formation == FORM_SQUARE) return;
    int32_t back = farthest_back(it->s, it->who);
    if (back > 0) {
        gg_lay_line(scene, GG_ROLE_reach, unit->at,
                    gg_along(unit->at, gg_facing(unit->facing * 10 + GG_HALF_TURN), back));
        gg_put(words, now ? " It may fall back " : " It could fall back ");
        put_ticks(words, back);
        put_cited(words, LG_R22);
        gg_put(words, ".");
    }
    going reserve = *it;
    reserve.mode = MODE_RESERVE;
    int32_t ahead = farthest_ahead(&reserve, &why);
    if (ahead < 0) return;
    lay_reach(&reserve, GG_ROLE_reserve, scene);
    gg_put(words, " Reserve move: ");
    put_ticks(words, ahead * HUNDREDTH);
    gg_put(words, " ahead");
    put_cited(words, LG_R51);
    gg_put(words, ".");
}

static void ask_unit_reach(const gg_state *s, const thing *who, gg_answer *answer, gg_text *words,
                           gg_scene *scene)
{
    const lg_unit *unit = &s->units[who->unit];
    going it = {.s = s, .who = who->unit, .mode = s->phase == PHASE_K6 ? MODE_ADVANCE : MODE_MOVE};
    gg_verdict now = now_legal(s, who->unit), beyond = lg_legal;
    answer->yes = now.reason == R_LEGAL;
    answer->from = unit->at;
    if (!answer->yes) {
        answer_refused(answer, now);
        gg_put_verdict(words, &lucky_rules, now);
        gg_put_char(words, ' ');
    }
    if (lg_is_routing(unit)) return;
    int32_t ahead = farthest_ahead(&it, &beyond);
    lay_reach(&it, GG_ROLE_reach, scene);
    if (answer->yes) answer_refused(answer, beyond);
    if (ahead < 0) return;
    answer->ticks = ahead * HUNDREDTH;
    answer->to = gg_along(unit->at, unit->facing * 10, answer->ticks);
    put_thing(words, s, who);
    gg_put(words, answer->yes ? " may go " : " could go ");
    put_ticks(words, answer->ticks);
    gg_put(words, " straight ahead");
    if (unit->formation == FORM_SQUARE) gg_put(words, ", forming column first");
    gg_put(words, answer->yes ? "" : " with an order");
    gg_put(words, ". Beyond: ");
    gg_put_verdict(words, &lucky_rules, beyond);
    tell_other_ways(&it, answer->yes, words, scene);
}

static void ask_commander_reach(const gg_state *s, const thing *who, gg_answer *answer,
                                gg_text *words, gg_scene *scene)
{
    enum { RIDE = 18 * INCH }; /* LG-3.1 */
    gg_state would = *s;
    const unsigned c = who->unit - (unsigned)UNITS_MAX;
    gg_action stay = {.kind = ACTION_RIDE, .who = who->unit, .whom = GG_NO_UNIT};
    stay.item = GG_NO_UNIT;
    stay.at = lg_grained(who->at);
    gg_verdict now = lg_judge(s, s->commanders[c].side, &stay);
    if (now.reason == R_RIDES_INTO_ENEMY) now = lg_legal; /* he may ride away */
    would.phase = PHASE_M1;
    would.commanders[c].moved = 0;
    going it = {.s = &would, .who = c, .most = RIDE};
    gg_trace(scene, GG_ROLE_reach, around(s, who->at, RIDE), GG_TRACE_CELLS, may_ride, &it);
    answer->yes = now.reason == R_LEGAL;
    answer->ticks = RIDE;
    answer->clause = LG_3_1;
    answer->from = answer->to = who->at;
    if (!answer->yes) {
        answer_refused(answer, now);
        gg_put_verdict(words, &lucky_rules, now);
        gg_put_char(words, ' ');
    }
    put_thing(words, s, who);
    gg_put(words, answer->yes ? " may ride " : " could ride ");
    put_ticks(words, RIDE);
    put_cited(words, LG_3_1);
    gg_put(words, ", more than an inch from every enemy unless he joins a unit");
    put_cited(words, LG_R42);
    gg_put(words, ".");
}

/* ---- All of them. ---- */

void lg_ask(const gg_state *s, gg_side side, const gg_question *question, gg_answer *answer,
            gg_scene *scene)
{
    (void)side; /* nothing is hidden, and measuring is free */
    thing who, whom;
    *answer = gg_no_answer();
    gg_text words = gg_text_over(answer->words, sizeof answer->words);
    const bool alone = question->kind == GG_ASK_REACH || question->kind == GG_ASK_ARCS;
    if (!find_thing(s, question->who, question->from, &who)
        || (!alone && !find_thing(s, question->whom, question->to, &whom))) {
        refuse(answer, &words, R_NOT_ON_TABLE);
        return;
    }
    if (alone && who.unit == GG_NO_UNIT) {
        gg_put(&words, "A place has no reach and no front; ask about a unit.");
        return;
    }
    switch ((gg_question_kind)question->kind) {
    case GG_ASK_REACH:
        if (is_body(&who))
            ask_unit_reach(s, &who, answer, &words, scene);
        else
            ask_commander_reach(s, &who, answer, &words, scene);
        return;
    case GG_ASK_SIGHT: ask_sight(s, &who, &whom, answer, &words, scene); return;
    case GG_ASK_MEASURE: ask_measure(s, &who, &whom, answer, &words, scene); return;
    case GG_ASK_ARCS: ask_arcs(s, &who, answer, &words, scene); return;
    case GG_ASK_CONTACT: ask_contact(s, &who, &whom, answer, &words, scene); return;
    }
    gg_put(&words, "There is no such question.");
}
