/*
 * hand.c - promises between the questions of a game on a measured table: what is drawn as a reach
 * can be reached by putting the unit down there, nothing else can, and a sketch shows what
 * happens.
 * SPDX-License-Identifier: MIT
 */
#include "core/action.h"
#include "core/unit.h"

#include "core/dice.h"
#include "core/picture.h"
#include "core/position.h"
#include "core/question.h"

static gg_scene_room board_room, over_room;
static const gg_ruleset *rules;
static gg_state *game, *after;

static const gg_mark *body_of(const gg_scene *scene, gg_unit unit)
{
    for (uint32_t i = scene->count; i > 0; i--) {
        const gg_mark *mark = &scene->marks[i - 1];
        const bool body = mark->shape == GG_BLOCK || mark->shape == GG_DISC;
        if (body && mark->unit == unit) return mark;
    }
    return NULL;
}

static bool begins(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0 && text[strlen(word)] == ' ';
}

/* Actions without dice that put a unit or a commander somewhere, or form it differently. */
static bool moves_by_itself(const char *text)
{
    static const char *const words[] = {"move", "reserve", "back",    "form",
                                        "ride", "limber",  "unlimber"};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (begins(text, words[i])) return true;
    return false;
}

/* ---- A sketch shows what happens. ---- */

static void check_sketch(gg_side side, const gg_action *action)
{
    char text[GG_ACTION_TEXT_MAX];
    gg_text out = gg_text_over(text, sizeof text);
    gg_write_action(rules, game, action, &out);
    gg_scene over = gg_scene_in(&over_room);
    rules->hand->sketch(game, side, action, &over);
    for (uint32_t i = 0; i < over.count; i++) assert_false(over.marks[i].flags & GG_FLAG_REFUSED);
    if (!moves_by_itself(text)) return;
    const gg_mark *ghost = body_of(&over, action->who);
    assert_non_null(ghost);
    assert_true(ghost->flags & GG_FLAG_GHOST);
    memcpy(after, game, rules->state_bytes);
    gg_dice dice = gg_dice_random(1);
    rules->apply(after, side, action, &dice, NULL);
    gg_scene board = gg_scene_in(&board_room);
    rules->draw(after, GG_NOBODY, &board);
    const gg_mark *there = body_of(&board, action->who);
    assert_non_null(there);
    if (ghost->at.x != there->at.x || ghost->at.y != there->at.y || ghost->facing != there->facing
        || ghost->size.x != there->size.x || ghost->size.y != there->size.y
        || ghost->form != there->form)
        fail_msg("%s: the sketch shows %d,%d facing %d; it came to %d,%d facing %d", text,
                 ghost->at.x, ghost->at.y, ghost->facing, there->at.x, there->at.y, there->facing);
}

/* ---- What is drawn as a reach can be reached. ---- */

/* The outline of where it may go; false: nowhere. */
static bool asks_reach(gg_side side, gg_unit unit, gg_scene *over)
{
    gg_answer answer;
    const gg_question question = {.kind = GG_ASK_REACH, .who = unit, .whom = GG_NO_UNIT};
    *over = gg_scene_in(&over_room);
    rules->hand->ask(game, side, &question, &answer, over);
    return answer.yes;
}

/* Every corner of the outline passed the rules, and a hand that aims at it finds that way. */
static int check_corners(gg_side side, gg_unit unit)
{
    gg_scene over;
    if (!asks_reach(side, unit, &over)) return 0;
    int checked = 0;
    for (uint32_t i = 0; i < over.count; i++) {
        const gg_mark *mark = &over.marks[i];
        for (uint32_t j = mark->first; mark->shape == GG_AREA && j < mark->first + mark->corners;
             j += 5) {
            gg_action action;
            assert_true(
                rules->hand->aim(game, side, unit, GG_NO_UNIT, over.points[j], -1, &action));
            const gg_verdict verdict = rules->legal(game, side, &action);
            if (verdict.reason != 0)
                fail_msg("unit %d: %d,%d is on the outline and refused: %s", unit, over.points[j].x,
                         over.points[j].y, rules->reasons[verdict.reason].id);
            checked++;
        }
    }
    return checked;
}

/* Aiming anywhere gives an action that can be written, read back, judged and sketched. */
static void check_any_aim(gg_side side, gg_dice *dice)
{
    const gg_unit who = (gg_unit)gg_dice_pick(dice, rules->unit_count);
    const gg_unit whom =
        gg_dice_pick(dice, 3) == 0 ? (gg_unit)gg_dice_pick(dice, rules->unit_count) : GG_NO_UNIT;
    const gg_point at = {(int32_t)gg_dice_pick(dice, 120000) - 10000,
                         (int32_t)gg_dice_pick(dice, 120000) - 10000};
    const int32_t facing = gg_dice_pick(dice, 2) == 0 ? -1 : (int32_t)gg_dice_pick(dice, 3600);
    gg_action action, again;
    if (!rules->hand->aim(game, side, who, whom, at, facing, &action)) return;
    char text[GG_ACTION_TEXT_MAX];
    gg_text out = gg_text_over(text, sizeof text);
    gg_write_action(rules, game, &action, &out);
    assert_false(out.cut);
    const gg_error error = gg_read_action(rules, game, text, &again);
    if (error.text != NULL) fail_msg("%s: %s", text, error.text);
    if (memcmp(&action, &again, sizeof action) != 0) fail_msg("%s reads back differently", text);
    gg_scene over = gg_scene_in(&over_room);
    rules->hand->sketch(game, side, &action, &over);
    const bool refused = rules->legal(game, side, &action).reason != 0;
    for (uint32_t i = 0; i < over.count; i++)
        if (over.marks[i].flags & GG_FLAG_GHOST)
            assert_int_equal((over.marks[i].flags & GG_FLAG_REFUSED) != 0, refused);
}

static void random_play_keeps_the_promises(void **state)
{
    (void)state;
    static gg_action offers[2048];
    gg_dice dice = gg_dice_random(4), choice = gg_dice_random(5);
    int sketches = 0, corners = 0;
    for (uint32_t scenario = 0; scenario < 3; scenario++) {
        assert_null(gg_setup(rules, game, scenario, NULL, NULL).text);
        for (int step = 0; step < 500; step++) {
            const gg_turn turn = rules->turn(game);
            if (turn.over) break;
            const gg_side side = turn.deciding == 0              ? GG_NOBODY
                                 : turn.deciding & GG_SIDES_BLUE ? GG_BLUE
                                                                 : GG_RED;
            const uint32_t count = rules->offer(game, side, offers, 2048);
            assert_true(count > 0);
            const gg_action *chosen = &offers[gg_dice_pick(&choice, count)];
            for (int i = 0; i < 3; i++, sketches++)
                check_sketch(side, &offers[gg_dice_pick(&choice, count)]);
            check_any_aim(side, &choice);
            if (side != GG_NOBODY && step % 8 == 0 && chosen->who < rules->unit_count)
                corners += check_corners(side, chosen->who);
            rules->apply(game, side, chosen, &dice, NULL);
        }
    }
    assert_true(sketches > 3000);
    assert_true(corners > 300); /* else it proved nothing */
}

/* ---- In the open: inside the outline yes, outside no. ---- */

/* The distance of a point from the rim of a polygon. */
static int32_t off_rim(const gg_point *at, int count, gg_point p)
{
    int32_t least = INT32_MAX;
    const gg_convex dot = gg_dot(p);
    for (int i = 0; i < count; i++) {
        const gg_convex edge = gg_segment(at[i], at[(i + 1) % count]);
        const int32_t distance = gg_distance_between(&dot, &edge);
        if (distance < least) least = distance;
    }
    return least;
}

enum { INSIDE, OUTSIDE, BY_THE_RIM };

static int where_is(const gg_scene *over, gg_point p)
{
    int where = OUTSIDE;
    for (uint32_t i = 0; i < over->count; i++) {
        const gg_mark *mark = &over->marks[i];
        const gg_point *at = over->points + mark->first;
        if (mark->corners == 0) continue;
        /* the grid of a reserve move is four times as coarse as that of a march */
        const int32_t margin = mark->shape == GG_PATH ? 600 : 350;
        if (off_rim(at, mark->corners, p) < margin) {
            if (where != INSIDE) where = BY_THE_RIM;
        } else if (mark->shape == GG_AREA && gg_polygon_holds(at, mark->corners, p)) {
            where = INSIDE;
        }
    }
    return where;
}

static void in_the_open_the_outline_is_the_reach(void **state)
{
    (void)state;
    static const char *const kinds[] = {"inf line", "inf column", "cav", "foot limb", "horse unl"};
    gg_dice dice = gg_dice_random(6);
    int found[3] = {0};
    for (int i = 0; i < 40; i++) {
        char text[256];
        const int32_t facing = (int32_t)gg_dice_pick(&dice, 360) * 10;
        snprintf(text, sizeof text,
                 "position lucky 1\npractice\ntable 96 96\nturn 1 blue m1\n"
                 "a1 %s %u,%u %d orders 1\nb1 inf 94,94 180\n",
                 kinds[i % 5], 30 + gg_dice_pick(&dice, 20), 30 + gg_dice_pick(&dice, 20),
                 facing / 10);
        const gg_error error = gg_read_position(rules, text, game);
        if (error.text != NULL) fail_msg("%s: %s", text, error.text);
        const gg_unit unit = gg_find_unit(rules, game, GG_BLUE, "a1");
        gg_answer answer;
        gg_scene over = gg_scene_in(&over_room);
        const gg_question question = {.kind = GG_ASK_REACH, .who = unit, .whom = GG_NO_UNIT};
        rules->hand->ask(game, GG_BLUE, &question, &answer, &over);
        assert_true(answer.yes);
        assert_true(over.count > 0);
        for (int j = 0; j < 200; j++) {
            const int32_t spread = j % 2 ? 16000 : 80000;
            const gg_point at = {
                answer.from.x + (int32_t)gg_dice_pick(&dice, (uint32_t)spread) - spread / 2,
                answer.from.y + (int32_t)gg_dice_pick(&dice, (uint32_t)spread) - spread / 2};
            gg_action action;
            assert_true(rules->hand->aim(game, GG_BLUE, unit, GG_NO_UNIT, at, -1, &action));
            const bool legal = rules->legal(game, GG_BLUE, &action).reason == 0;
            const int where = where_is(&over, at);
            found[where]++;
            if (where != BY_THE_RIM && legal != (where == INSIDE))
                fail_msg("%s\n%d,%d is %s the outline and %s", text, at.x, at.y,
                         where == INSIDE ? "inside" : "outside", legal ? "legal" : "refused");
            if (!legal) continue;
            gg_scene sketch = gg_scene_in(&board_room);
            rules->hand->sketch(game, GG_BLUE, &action, &sketch);
            const gg_mark *ghost = body_of(&sketch, unit);
            assert_non_null(ghost);
            /* a hundredth each way; falling back snaps to the middle line, by a quarter of an
             * inch, or by half an inch where it could not go otherwise */
            const bool back = ghost->facing == facing && gg_distance(ghost->at, at) > 10;
            assert_true(gg_distance(ghost->at, at) <= (!back ? 10 : where == INSIDE ? 260 : 510));
        }
    }
    assert_true(found[INSIDE] > 500 && found[OUTSIDE] > 500);
}

/* Put down ahead and a little to the side, a unit steps aside for free (LG-3.15). */
static void beside_its_way_it_steps_aside(void **state)
{
    (void)state;
    static const struct {
        gg_point at;
        const char *means;
    } rows[] = {
        {{25500, 24000}, "move a1 ahead 4 shift right 1.5"},
        {{22000, 24000}, "move a1 ahead 4 shift left 2"},
        {{24000, 24000}, "move a1 ahead 4"},
    };
    assert_null(
        gg_read_position(rules, "practice; turn 1 blue m1; a1 inf 24,20 0 orders 1", game).text);
    const gg_unit unit = gg_find_unit(rules, game, GG_BLUE, "a1");
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        gg_action action;
        char text[GG_ACTION_TEXT_MAX];
        gg_text out = gg_text_over(text, sizeof text);
        assert_true(rules->hand->aim(game, GG_BLUE, unit, GG_NO_UNIT, rows[i].at, -1, &action));
        assert_int_equal(rules->legal(game, GG_BLUE, &action).reason, 0);
        gg_write_action(rules, game, &action, &out);
        assert_string_equal(text, rows[i].means);
    }
}

/* ---- Among troops and woods. ---- */

static bool may_be_put_down(gg_side side, gg_unit unit, gg_point at)
{
    gg_action action;
    return rules->hand->aim(game, side, unit, GG_NO_UNIT, at, -1, &action)
           && rules->legal(game, side, &action).reason == 0;
}

/* Is it the same all around?  Lanes and holes narrower than the grid need not be drawn. */
static bool is_wide(gg_side side, gg_unit unit, gg_point at, bool legal)
{
    enum { NEAR = 500 };
    for (int i = 0; i < 9; i++)
        if (may_be_put_down(side, unit,
                            (gg_point){at.x + (i % 3 - 1) * NEAR, at.y + (i / 3 - 1) * NEAR})
            != legal)
            return false;
    return true;
}

/* A lattice over the whole table: what is drawn can be reached and what can be reached is drawn. */
static int check_lattice(gg_side side, gg_unit unit)
{
    enum { STEP = 1300, WIDE = 96000, DEEP = 72000 };
    gg_scene over;
    if (!asks_reach(side, unit, &over)) return 0;
    int inside = 0;
    for (int32_t x = STEP / 2; x < WIDE; x += STEP)
        for (int32_t y = STEP / 2; y < DEEP; y += STEP) {
            const gg_point at = {x, y};
            const int where = where_is(&over, at);
            if (where == BY_THE_RIM) continue;
            const bool legal = may_be_put_down(side, unit, at);
            inside += where == INSIDE;
            if (legal != (where == INSIDE) && is_wide(side, unit, at, legal))
                fail_msg("unit %d: %d,%d is %s the outline and %s", unit, x, y,
                         where == INSIDE ? "inside" : "outside", legal ? "legal" : "refused");
        }
    return inside;
}

static void among_troops_the_outline_is_the_reach(void **state)
{
    (void)state;
    enum { SALAMANCA = 3, UNITS = 8 };
    static gg_action offers[2048];
    gg_dice dice = gg_dice_random(7), choice = gg_dice_random(8);
    int units = 0, inside = 0;
    assert_string_equal(rules->scenarios[SALAMANCA].name, "salamanca");
    assert_null(gg_setup(rules, game, SALAMANCA, NULL, NULL).text);
    for (int step = 0; step < 5000 && units < UNITS; step++) {
        const gg_turn turn = rules->turn(game);
        if (turn.over) break;
        const gg_side side = turn.deciding == 0              ? GG_NOBODY
                             : turn.deciding & GG_SIDES_BLUE ? GG_BLUE
                                                             : GG_RED;
        const uint32_t count = rules->offer(game, side, offers, 2048);
        const gg_action *chosen = &offers[gg_dice_pick(&choice, count)];
        char text[GG_ACTION_TEXT_MAX];
        gg_text out = gg_text_over(text, sizeof text);
        gg_write_action(rules, game, chosen, &out);
        if (begins(text, "move") || begins(text, "reserve")) {
            const int found = check_lattice(side, chosen->who);
            inside += found;
            units += found > 0;
        }
        rules->apply(game, side, chosen, &dice, NULL);
    }
    assert_int_equal(units, UNITS); /* else it proved too little */
    assert_true(inside > 500);
}

int main(void)
{
    rules = ruleset_named("lucky");
    game = room_for_state(rules);
    after = room_for_state(rules);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_play_keeps_the_promises),
        cmocka_unit_test(in_the_open_the_outline_is_the_reach),
        cmocka_unit_test(beside_its_way_it_steps_aside),
        cmocka_unit_test(among_troops_the_outline_is_the_reach),
    };
    return run_units(tests);
}
