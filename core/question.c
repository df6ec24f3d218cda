/*
 * question.c - answers to a player's questions on a measured table: names, words, the ruler,
 * sight, zones and ranges as marks.  Tracing an outline is in trace.c.
 * SPDX-License-Identifier: MIT
 */
#include "core/question.h"

#include <string.h>

/* ---- Names and words. ---- */

static char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static bool same_word(const char *one, const char *other)
{
    while (*one != '\0' && lower(*one) == lower(*other)) one++, other++;
    return *one == '\0' && *other == '\0';
}

/* The exact name goes before one in another case: a game may use both. */
gg_unit gg_find_unit(const gg_ruleset *rules, const gg_state *state, gg_side side, const char *text)
{
    gg_unit found = GG_NO_UNIT;
    for (gg_unit unit = 0; unit < rules->unit_count; unit++) {
        char name[GG_NAME_MAX];
        gg_text out = gg_text_over(name, sizeof name);
        rules->write_unit(state, unit, &out);
        if (name[0] == '?') continue; /* ?7: there is no such unit */
        if (strcmp(name, text) == 0) return unit;
        if (found == GG_NO_UNIT && same_word(name, text)) found = unit;
    }
    return found != GG_NO_UNIT ? found : rules->names->find_unit(state, side, text);
}

static int32_t hundredths_of(int32_t ticks) { return (ticks + 9) / 10; }

void gg_put_ticks(gg_text *out, const gg_ruleset *rules, int32_t ticks)
{
    gg_put_length(out, rules, hundredths_of(ticks));
}

void gg_put_course(gg_text *out, const gg_ruleset *rules, gg_point from, gg_point to)
{
    if (from.x == to.x && from.y == to.y) {
        gg_put(out, "on the spot");
        return;
    }
    gg_put_ticks(out, rules, gg_distance(from, to));
    gg_put_char(out, ' ');
    gg_put(out, gg_wind_name(gg_bearing_to(from, to, 450)));
}

void gg_put_exact_course(gg_text *out, const gg_ruleset *rules, gg_point from, gg_point to)
{
    const int32_t x = to.x - from.x, y = to.y - from.y;
    if (x == 0 || y == 0 || gg_size_of(x) == gg_size_of(y)) {
        gg_put_course(out, rules, from, to);
        return;
    }
    gg_put_ticks(out, rules, gg_size_of(y));
    gg_put(out, y > 0 ? " north and " : " south and ");
    gg_put_hundredths(out, hundredths_of(gg_size_of(x)));
    gg_put(out, x > 0 ? " east" : " west");
}

bool gg_is_same_course(const gg_ruleset *rules, gg_point from, gg_point to, gg_point other)
{
    enum { HUNDREDTH = 10 }; /* ticks: the words of what differs by one are not the same */
    char words[2][GG_SAY_MAX];
    gg_text one = gg_text_over(words[0], sizeof words[0]),
            more = gg_text_over(words[1], sizeof words[1]);
    if (gg_size_of(to.x - other.x) >= HUNDREDTH || gg_size_of(to.y - other.y) >= HUNDREDTH)
        return false;
    gg_put_exact_course(&one, rules, from, to);
    gg_put_exact_course(&more, rules, from, other);
    return strcmp(words[0], words[1]) == 0;
}

void gg_put_spot(gg_text *out, const gg_ruleset *rules, gg_point at)
{
    gg_put_ticks(out, rules, at.x);
    gg_put(out, " from the west edge and ");
    gg_put_hundredths(out, hundredths_of(at.y));
    gg_put(out, " from the south edge");
}

gg_answer gg_no_answer(void) { return (gg_answer){.ticks = GG_NEVER, .unit = GG_NO_UNIT}; }

/* ---- Questions as they are typed. ---- */

static const struct question_row {
    const char *name;
    const char *form;
    int things;
} question_rows[] = {
    [GG_ASK_REACH] = {"reach", "reach UNIT", 1},         [GG_ASK_SIGHT] = {"sight", "sight A B", 2},
    [GG_ASK_MEASURE] = {"measure", "measure A B", 2},    [GG_ASK_ARCS] = {"arcs", "arcs UNIT", 1},
    [GG_ASK_CONTACT] = {"contact", "contact UNIT B", 2},
};
enum { QUESTION_ROWS = sizeof question_rows / sizeof question_rows[0] };

const char *gg_question_form(gg_question_kind kind) { return question_rows[kind].form; }

/* A number with at most three decimals, as thousandths. */
static bool scan_thousandths(gg_scan *scan, int32_t *out)
{
    const bool negative = gg_scan_char(scan, '-');
    int64_t whole;
    const char next = scan->text[scan->at];
    if (next < '0' || next > '9' || !gg_scan_int(scan, 0, 1000, &whole)) return false;
    int32_t ticks = (int32_t)whole * 1000;
    if (gg_scan_char(scan, '.'))
        for (int32_t unit = 100; scan->text[scan->at] >= '0' && scan->text[scan->at] <= '9';
             scan->at++, unit /= 10)
            ticks += (scan->text[scan->at] - '0') * unit;
    *out = negative ? -ticks : ticks;
    return true;
}

static bool read_table_place(const char *text, gg_point *out)
{
    gg_scan scan = gg_scan_over(text);
    return scan_thousandths(&scan, &out->x) && gg_scan_char(&scan, ':')
           && scan_thousandths(&scan, &out->y) && text[scan.at] == '\0';
}

/* The place of a board that is written so. */
static bool read_board_place(const gg_ruleset *rules, const char *text, gg_point *out)
{
    enum { BOARD_MAX = 64 };
    for (int32_t y = 0; y < BOARD_MAX; y++)
        for (int32_t x = 0; x < BOARD_MAX; x++) {
            char name[2 * GG_NAME_MAX];
            gg_text written = gg_text_over(name, sizeof name);
            rules->write_place((gg_point){x, y}, &written);
            if (strcmp(name, text) != 0) continue;
            *out = (gg_point){x, y};
            return true;
        }
    return false;
}

static bool read_thing(const gg_ruleset *rules, const gg_state *state, gg_side side,
                       const char *text, gg_unit *unit, gg_point *place)
{
    *unit = gg_find_unit(rules, state, side, text);
    if (*unit != GG_NO_UNIT) return true;
    if (rules->measure[0] != '\0') return read_table_place(text, place);
    return read_board_place(rules, text, place);
}

/* The next word, up to a blank or a comma; false at the end, or when it is too long. */
static bool next_thing(gg_scan *scan, char *word, uint32_t limit)
{
    while (gg_scan_spaces(scan) || gg_scan_char(scan, ',')) continue;
    const uint32_t from = scan->at;
    while (scan->text[scan->at] != '\0' && strchr(" \t,\n", scan->text[scan->at]) == NULL)
        scan->at++;
    const uint32_t count = scan->at - from;
    if (count == 0 || count >= limit) return false;
    memcpy(word, scan->text + from, count);
    word[count] = '\0';
    return true;
}

gg_error gg_read_question(const gg_ruleset *rules, const gg_state *state, gg_side side,
                          const char *text, gg_question *out)
{
    gg_scan scan = gg_scan_over(text);
    char word[2 * GG_NAME_MAX];
    gg_question question = {.who = GG_NO_UNIT, .whom = GG_NO_UNIT};
    int kind = 0;
    if (!next_thing(&scan, word, sizeof word)) word[0] = '\0';
    while (kind < QUESTION_ROWS && strcmp(question_rows[kind].name, word) != 0) kind++;
    if (kind == QUESTION_ROWS)
        return (gg_error){"expected reach, sight, measure, arcs or contact", 0};
    question.kind = (uint8_t)kind;
    const int wanted = question_rows[kind].things;
    for (int i = 0; i < wanted; i++) {
        const gg_scan before = scan;
        if (!next_thing(&scan, word, sizeof word))
            return gg_scan_error(&scan,
                                 wanted == 1 ? "expected a unit" : "expected two units or places");
        if (!read_thing(rules, state, side, word, i == 0 ? &question.who : &question.whom,
                        i == 0 ? &question.from : &question.to))
            return gg_scan_error(&before,
                                 rules->names->has_labels
                                     ? "there is no such unit or place, or each side has one"
                                     : "there is no such unit or place");
    }
    if (next_thing(&scan, word, sizeof word))
        return gg_scan_error(&scan, "that is one thing too many");
    *out = question;
    return gg_fine;
}

/* ---- The ruler. ---- */

static int64_t square_between(gg_point one, gg_point other)
{
    const int64_t x = other.x - one.x, y = other.y - one.y;
    return x * x + y * y;
}

/* The point of the segment nearest to p, to the tick. */
static gg_point foot_on(gg_point p, gg_point a, gg_point b)
{
    const int64_t x = b.x - a.x, y = b.y - a.y, length = x * x + y * y;
    const int64_t along = (p.x - a.x) * x + (p.y - a.y) * y;
    if (length == 0 || along <= 0) return a;
    if (along >= length) return b;
    return gg_part_of_way(a, b, (gg_part){along, length});
}

/* From the corners of one to the edges of the other, if that is shorter than `best`. */
static void corners_to_edges(const gg_convex *one, const gg_convex *other, bool turned,
                             gg_ruler *best, int64_t *square)
{
    for (int i = 0; i < one->count; i++)
        for (int j = 0; j < other->count; j++) {
            const gg_point p = one->at[i];
            const gg_point q = foot_on(p, other->at[j], other->at[(j + 1) % other->count]);
            const int64_t found = square_between(p, q);
            if (found >= *square) continue;
            *square = found;
            *best = turned ? (gg_ruler){q, p} : (gg_ruler){p, q};
        }
}

/* A corner of one that the other holds. */
static bool shared_corner(const gg_convex *one, const gg_convex *other, gg_point *out)
{
    for (int i = 0; i < one->count; i++)
        if (other->count > 2 && gg_holds(other, one->at[i])) {
            *out = one->at[i];
            return true;
        }
    return false;
}

/* Two that touch without a corner in each other cross along their edges. */
static bool shared_edge(const gg_convex *one, const gg_convex *other, gg_point *out)
{
    gg_part enter, leave;
    for (int i = 0; other->count > 2 && i < one->count; i++) {
        const gg_point a = one->at[i], b = one->at[(i + 1) % one->count];
        if (!gg_clip(a, b, other, &enter, &leave)) continue;
        *out = gg_part_of_way(a, b, enter);
        return true;
    }
    return false;
}

gg_ruler gg_nearest(const gg_convex *one, const gg_convex *other)
{
    gg_point shared;
    if (gg_touches(one, other)
        && (shared_corner(one, other, &shared) || shared_corner(other, one, &shared)
            || shared_edge(one, other, &shared) || shared_edge(other, one, &shared)))
        return (gg_ruler){shared, shared};
    gg_ruler best = {one->at[0], other->at[0]};
    int64_t square = square_between(best.from, best.to);
    corners_to_edges(one, other, false, &best, &square);
    corners_to_edges(other, one, true, &best, &square);
    return best;
}

/* ---- Laying marks down. ---- */

void gg_lay_line(gg_scene *scene, gg_role role, gg_point from, gg_point to)
{
    if (scene == NULL) return;
    gg_mark *mark = gg_scene_add(scene, GG_PATH, role);
    if (mark == NULL) return;
    mark->at = from;
    mark->to = to;
    if (gg_scene_corner(scene, from)) gg_scene_corner(scene, to);
}

void gg_lay_arrow(gg_scene *scene, gg_role role, gg_side side, gg_point from, gg_point to)
{
    if (scene == NULL) return;
    gg_mark *mark = gg_scene_add(scene, GG_ARROW, role);
    if (mark == NULL) return;
    mark->side = side;
    mark->at = from;
    mark->to = to;
}

void gg_lay_words(gg_scene *scene, gg_role role, gg_point at, const char *words)
{
    if (scene == NULL) return;
    gg_mark *mark = gg_scene_add(scene, GG_LABEL, role);
    if (mark == NULL) return;
    mark->at = at;
    gg_text label = gg_text_over(mark->label, sizeof mark->label);
    gg_put(&label, words);
}

void gg_lay_ruler(gg_scene *scene, const gg_ruleset *rules, gg_ruler ruler, int32_t ticks)
{
    char words[GG_NAME_MAX];
    gg_text out = gg_text_over(words, sizeof words);
    gg_put_ticks(&out, rules, ticks);
    gg_lay_line(scene, GG_ROLE_ruler, ruler.from, ruler.to);
    gg_lay_words(scene, GG_ROLE_ruler,
                 (gg_point){(ruler.from.x + ruler.to.x) / 2, (ruler.from.y + ruler.to.y) / 2},
                 words);
}

void gg_lay_sight(gg_scene *scene, gg_point from, gg_point cut, gg_point to)
{
    gg_lay_line(scene, GG_ROLE_sight, from, cut);
    if (cut.x != to.x || cut.y != to.y) gg_lay_line(scene, GG_ROLE_sight_cut, cut, to);
}

/* ---- Cutting at the edge. ---- */

enum { AREA_POINTS = 256 };

typedef struct outline {
    int count;
    gg_point at[AREA_POINTS];
} outline;

static void add_point(outline *to, gg_point at)
{
    const gg_point last = to->count > 0 ? to->at[to->count - 1] : (gg_point){INT32_MIN, 0};
    if (last.x == at.x && last.y == at.y) return;
    if (to->count < AREA_POINTS) to->at[to->count++] = at;
}

/* How far inside one of the four edges: west, south, east, north. */
static int32_t depth_inside(gg_bounds table, int edge, gg_point at)
{
    return edge == 0   ? at.x - table.low.x
           : edge == 1 ? at.y - table.low.y
           : edge == 2 ? table.high.x - at.x
                       : table.high.y - at.y;
}

static void cut_at_edge(const outline *from, gg_bounds table, int edge, outline *to)
{
    to->count = 0;
    for (int i = 0; i < from->count; i++) {
        const gg_point a = from->at[i], b = from->at[(i + 1) % from->count];
        const int64_t own = depth_inside(table, edge, a), next = depth_inside(table, edge, b);
        if (own >= 0) add_point(to, a);
        if ((own < 0) == (next < 0)) continue;
        const gg_part part = own < 0 ? (gg_part){-own, next - own} : (gg_part){own, own - next};
        add_point(to, gg_part_of_way(a, b, part));
    }
}

void gg_lay_area(gg_scene *scene, gg_role role, gg_bounds table, const gg_point *at, int count)
{
    if (scene == NULL) return;
    outline one = {.count = 0}, other;
    for (int i = 0; i < count; i++) add_point(&one, at[i]);
    cut_at_edge(&one, table, 0, &other);
    cut_at_edge(&other, table, 1, &one);
    cut_at_edge(&one, table, 2, &other);
    cut_at_edge(&other, table, 3, &one);
    if (one.count < 3 || scene->point_count + (uint32_t)one.count > scene->point_limit) return;
    gg_mark *mark = gg_scene_add(scene, GG_AREA, role);
    if (mark == NULL) return;
    mark->at = one.at[0];
    for (int i = 0; i < one.count; i++) gg_scene_corner(scene, one.at[i]);
}

/* ---- Zones and ranges. ---- */

void gg_lay_zone(gg_scene *scene, gg_bounds table, gg_pose pose, gg_box box, gg_zone zone,
                 int32_t reach)
{
    static const uint8_t roles[] = {
        [GG_ZONE_FRONT] = GG_ROLE_arc_front,
        [GG_ZONE_REAR] = GG_ROLE_arc_rear,
        [GG_ZONE_LEFT] = GG_ROLE_arc_side,
        [GG_ZONE_RIGHT] = GG_ROLE_arc_side,
    };
    const int32_t near[4][2] = {
        {-box.half, box.front}, {box.half, box.front}, {box.half, box.rear}, {-box.half, box.rear}};
    /* the two corners it lies between, clockwise */
    static const uint8_t first[] = {
        [GG_ZONE_FRONT] = 0, [GG_ZONE_RIGHT] = 1, [GG_ZONE_REAR] = 2, [GG_ZONE_LEFT] = 3};
    gg_point corners[4];
    for (int i = 0; i < 2; i++) {
        const int32_t *local = near[(first[zone] + i) % 4];
        const int32_t x = local[0] + (local[0] < 0 ? -reach : reach);
        const int32_t y = local[1] + (local[1] == box.front ? reach : -reach);
        corners[i == 0 ? 0 : 3] = gg_to_world(pose, (gg_point){local[0], local[1]});
        corners[i == 0 ? 1 : 2] = gg_to_world(pose, (gg_point){x, y});
    }
    gg_lay_area(scene, (gg_role)roles[zone], table, corners, 4);
}

static void add_arc(outline *to, gg_pose pose, gg_point local, int32_t from, int32_t until,
                    int32_t radius)
{
    enum { STEP = 50 }; /* tenths of a degree */
    const gg_point about = gg_to_world(pose, local);
    for (int32_t turn = from; turn <= until; turn += STEP)
        add_point(to, gg_along(about, gg_facing(pose.facing + turn), radius));
}

void gg_lay_range(gg_scene *scene, gg_role role, gg_bounds table, gg_pose pose, gg_box box,
                  bool all_round, int32_t range)
{
    enum { EIGHTH = GG_QUARTER / 2 };
    const gg_point left = {-box.half, box.front}, right = {box.half, box.front};
    outline around = {.count = 0};
    if (all_round) {
        add_arc(&around, pose, left, -GG_QUARTER, 0, range);
        add_arc(&around, pose, right, 0, GG_QUARTER, range);
        add_arc(&around, pose, (gg_point){box.half, box.rear}, GG_QUARTER, GG_HALF_TURN, range);
        add_arc(&around, pose, (gg_point){-box.half, box.rear}, GG_HALF_TURN,
                GG_HALF_TURN + GG_QUARTER, range);
    } else {
        add_point(&around, gg_to_world(pose, left));
        add_arc(&around, pose, left, -EIGHTH, 0, range);
        add_arc(&around, pose, right, 0, EIGHTH, range);
        add_point(&around, gg_to_world(pose, right));
    }
    gg_lay_area(scene, role, table, around.at, around.count);
}
