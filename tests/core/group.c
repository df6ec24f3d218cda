/*
 * group.c - tests of orders to several units at once: who goes first, who cannot and why, one order
 * for all, everybody's best target, and the steps of a long way.
 * SPDX-License-Identifier: MIT
 */
#include "unit.h"

#include "core/action.h"
#include "core/danger.h"
#include "core/group.h"
#include "core/load.h"
#include "core/position.h"

static const gg_ruleset *rules;
static gg_state *state;
static gg_seat seat;
static gg_group_plan plan;
static gg_group_room *memory;

enum { TAKEN_MAX = 16 };
static void *taken[TAKEN_MAX]; /* by the position that lies there, and given back with it */
static uint32_t taken_count;

static void *take(size_t bytes)
{
    assert_true(taken_count < TAKEN_MAX);
    return taken[taken_count++] = room(bytes);
}

static void clear_away(void)
{
    while (taken_count > 0) free(taken[--taken_count]);
}

/* The position, as this side sees it. */
static void lay(const char *text, gg_side side)
{
    clear_away();
    rules = gg_load_rules("test", text, &(gg_complaint){0});
    assert_non_null(rules);
    state = take(rules->state_bytes);
    assert_null(gg_read_position(rules, text, state).text);
    seat = gg_seat_at(rules, state, side, take(rules->state_bytes));
    gg_group_room *fresh = take(sizeof *fresh);
    *fresh = (gg_group_room){.work = take(rules->state_bytes),
                             .scratch = take(rules->state_bytes),
                             .seen = take(rules->state_bytes),
                             .offers = take(rules->actions_max * sizeof(gg_action)),
                             .scene = take(sizeof(gg_scene_room)),
                             .log = {.events = take(GG_MATCH_EVENTS_MAX * sizeof(gg_event)),
                                     .limit = GG_MATCH_EVENTS_MAX}};
    memory = fresh;
}

static gg_unit unit(const char *name) { return gg_find_unit(rules, seat.view, seat.side, name); }

/* What was planned, a line for each: "a1 move a1 ahead 4", "a3 NO_ORDER". */
static const char *planned(void)
{
    static char bytes[2048];
    gg_text out = gg_text_over(bytes, sizeof bytes);
    for (uint32_t i = 0; i < plan.count; i++) {
        const gg_group_part *part = &plan.parts[i];
        rules->write_unit(seat.view, part->who, &out);
        gg_put(&out, " ");
        if (part->fate == GG_GROUP_DOES) gg_seat_write(&seat, &part->action, &out);
        else if (part->fate == GG_GROUP_IDLE) gg_put(&out, "-");
        else gg_put(&out, rules->reasons[part->verdict.reason].id);
        gg_put(&out, "\n");
    }
    return bytes;
}

static const char column[] = "position lucky 1\n"
                             "table 48 48\nturn 1 blue m1\nhome blue south\nhome red north\n"
                             "ac0 able 30,5\nad1 good 24,6 under ac0\n"
                             "a1 inf French 24,10 0 ad1 orders 1\n"
                             "a2 inf French 24,12.5 0 ad1 orders 1\n"
                             "a3 inf French 30,10 0 ad1\n"
                             "bc0 able 24,46\nbd1 good 24,44 under bc0\n"
                             "b1 inf Russian 24,40 180 bd1\n";

static void whoever_is_ahead_goes_first(void **unused)
{
    (void)unused;
    lay(column, GG_BLUE);
    gg_group group = {.kind = GG_GROUP_GO, .by = {0, 4000}};
    group.count = gg_group_under(&seat, unit("ad1"), group.units);
    assert_int_equal(group.count, 3);
    gg_group_find(&seat, &group, memory, &plan);
    assert_string_equal(planned(), "a2 move a2 ahead 4\na1 move a1 ahead 4\na3 NO_ORDER\n");
    assert_int_equal(plan.does, 2);
    /* nothing was done */
    assert_true(same_state(rules, seat.view, state));
}

static void the_army_is_under_its_commander(void **unused)
{
    (void)unused;
    gg_unit units[GG_GROUP_MAX];
    lay(column, GG_BLUE);
    assert_int_equal(gg_group_under(&seat, unit("ac0"), units), 4); /* a division, three units */
    assert_int_equal(gg_group_under(&seat, unit("a1"), units), 0);
    assert_int_equal(rules->army->commander(seat.view, unit("b1")), unit("bd1"));
    lay("position squares 1\nA1 inf:4 e4 N\nB1 inf:4 e9 S\n", GG_BLUE);
    assert_int_equal(gg_group_under(&seat, unit("A1"), units), 0);
}

static void everybody_does_alike(void **unused)
{
    (void)unused;
    lay(column, GG_BLUE);
    gg_group group = {
        .kind = GG_GROUP_LIKE, .count = 3, .units = {unit("a1"), unit("a3"), unit("a2")}};
    assert_true(gg_seat_read(&seat, "form a1 line", &group.like, &(gg_complaint){0}));
    gg_group_find(&seat, &group, memory, &plan);
    assert_string_equal(planned(), "a1 form a1 line\na2 form a2 line\na3 NO_ORDER\n");
}

static void an_enemy_decides_nothing(void **unused)
{
    (void)unused;
    lay(column, GG_RED);
    const gg_group group = {
        .kind = GG_GROUP_GO, .count = 1, .units = {unit("b1")}, .by = {0, -4000}};
    gg_group_find(&seat, &group, memory, &plan);
    assert_int_equal(plan.count, 0);
}

static void everybody_fires_at_the_best(void **unused)
{
    (void)unused;
    lay("position lucky 1\ntable 48 48\nturn 1 blue f2\nhome blue south\nhome red north\n"
        "ac0 able 30,5\nad1 good 24,6 under ac0\n"
        "a1 inf French line 20,20 0 ad1\na2 inf French line 30,20 0 ad1\na3 inf French 5,5 0 ad1\n"
        "bc0 able 24,46\nbd1 good 24,44 under bc0\n"
        "b1 inf Russian 20,23.5 180 bd1\nb2 inf Russian 30,23.5 180 bd1\n",
        GG_BLUE);
    const gg_group group = {
        .kind = GG_GROUP_FIRE, .count = 3, .units = {unit("a1"), unit("a2"), unit("a3")}};
    gg_group_find(&seat, &group, memory, &plan);
    assert_int_equal(plan.does, 2);
    assert_int_equal(plan.count, 3);
    assert_int_equal(plan.parts[2].fate, GG_GROUP_IDLE);
    for (uint32_t i = 0; i < plan.does; i++) {
        const gg_group_part *part = &plan.parts[i];
        const gg_unit before = part->who == unit("a1") ? unit("b1") : unit("b2");
        assert_int_equal(part->whom, before);
        /* the odds of `grognard odds`: nothing in 15 of 36 at most, all of it below one */
        assert_true(part->harm > GG_SHARE_ONE / 4 && part->harm < GG_SHARE_ONE);
        assert_int_equal(part->harm,
                         gg_harm_of(rules, seat.view, GG_BLUE, &part->action, part->whom, memory));
    }
}

/* staff gives one order to several. */
static void one_order_for_all(void **unused)
{
    (void)unused;
    const gg_ruleset *staff = ruleset_named("staff");
    const uint32_t row = scenario_named(staff, "farm-rise");
    lay(staff->scenarios[row].position, GG_BLUE);
    gg_dice dice = gg_dice_random(1);
    static const char *const words[] = {"begin", "done", "command ac1"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        gg_action action;
        assert_null(gg_read_action(rules, state, words[i], &action).text);
        rules->apply(state, i == 0 ? GG_NOBODY : GG_BLUE, &action, &dice, NULL);
    }
    seat = gg_seat_at(rules, state, GG_BLUE, take(rules->state_bytes));
    gg_group group = {.kind = GG_GROUP_GO,
                      .count = 3,
                      .by = {0, 8000},
                      .units = {unit("a1"), unit("a6"), unit("a2")}};
    gg_group_find(&seat, &group, memory, &plan);
    assert_int_equal(plan.does, 2); /* a6 is of another brigade */
    assert_memory_equal(&plan.parts[0].action, &plan.parts[1].action, sizeof(gg_action));
    assert_non_null(strstr(planned(), "a2 order a1 a2 advance"));
    /* their commander among them never makes an order, and a roll, for each of them */
    group.units[1] = unit("ac1");
    gg_group_find(&seat, &group, memory, &plan);
    assert_int_equal(plan.does, 2);
    assert_memory_equal(&plan.parts[0].action, &plan.parts[1].action, sizeof(gg_action));
    assert_int_equal(plan.parts[2].who, unit("ac1"));
    assert_int_equal(plan.parts[2].fate, GG_GROUP_IDLE);
}

static void a_long_way_is_gone_step_by_step(void **unused)
{
    (void)unused;
    gg_action step;
    bool arrives = false;
    lay(column, GG_BLUE);
    assert_true(
        gg_group_towards(&seat, unit("a2"), (gg_point){24000, 15000}, memory, &step, &arrives));
    assert_true(arrives);
    assert_true(
        gg_group_towards(&seat, unit("a2"), (gg_point){24000, 30000}, memory, &step, &arrives));
    assert_false(arrives);
    assert_int_equal(rules->legal(seat.view, GG_BLUE, &step).reason, 0);
    assert_false(
        gg_group_towards(&seat, unit("a3"), (gg_point){24000, 30000}, memory, &step, &arrives));
}

/* Two battalions that could fire at each other, in the phase of fire or of movement. */
static const char *facing_each_other(const char *turn, const char *orders)
{
    static char text[512];
    gg_text out = gg_text_over(text, sizeof text);
    gg_put(&out, "position lucky 1\ntable 48 48\nhome blue south\nhome red north\nturn 1 ");
    gg_put(&out, turn);
    gg_put(&out, "\nac0 able 30,5\nad1 good 24,6 under ac0\n"
                 "a1 inf French 24,20 0 ad1");
    gg_put(&out, orders);
    gg_put(&out, "\nbc0 able 24,46\nbd1 good 24,44 under bc0\n"
                 "b1 inf Russian line 24,23.5 180 bd1\n");
    return text;
}

static void danger_is_the_odds_of_the_enemys_fire(void **unused)
{
    (void)unused;
    gg_danger here, row[GG_DANGER_SIDE];
    gg_action fire;
    lay(facing_each_other("red f2", ""), GG_RED);
    assert_true(gg_seat_read(&seat, "fire b1 a1", &fire, &(gg_complaint){0}));
    assert_int_equal(rules->legal(seat.view, GG_RED, &fire).reason, 0);
    const uint64_t harm = gg_harm_of(rules, seat.view, GG_RED, &fire, unit("a1"), memory);
    assert_true(harm > 0);
    lay(facing_each_other("blue m1", " orders 1"), GG_BLUE);
    assert_true(gg_danger_now(&seat, unit("a1"), memory, &here));
    assert_int_equal(here.shooters, 1);
    assert_int_equal(here.foes[0], unit("b1"));
    assert_true(harm - here.fire < GG_SHARE_ONE >> 28 || here.fire - harm < GG_SHARE_ONE >> 28);
    /* the row behind it is safer, and the enemy's units have no danger for this seat */
    const uint32_t places = gg_danger_row(&seat, unit("a1"), 4, memory, row);
    assert_true(places > 0);
    for (uint32_t i = 0; i < places; i++)
        assert_true(row[i].fire <= here.fire && row[i].at.y == here.at.y - GG_DANGER_STEP);
    assert_false(gg_danger_now(&seat, unit("b1"), memory, &here));
}

/* A sector's, by the place it is written with; NULL: it is not among them. */
static const gg_danger *danger_at(const char *place, const gg_danger *of, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        char bytes[GG_NAME_MAX];
        gg_text text = gg_text_over(bytes, sizeof bytes);
        rules->write_place(of[i].place, &text);
        if (strcmp(bytes, place) == 0) return &of[i];
    }
    return NULL;
}

static void assert_share(uint64_t share, uint64_t top, uint64_t bottom)
{
    const uint64_t exact = gg_share_of((gg_fraction){top, bottom});
    assert_true(share < exact ? exact - share < GG_SHARE_ONE >> 28
                              : share - exact < GG_SHARE_ONE >> 28);
}

/* Beyond those who could come the list holds anything. */
static void assert_same_danger(const gg_danger *one, const gg_danger *other)
{
    assert_memory_equal(&one->at, &other->at, sizeof one->at);
    assert_memory_equal(&one->size, &other->size, sizeof one->size);
    assert_memory_equal(&one->place, &other->place, sizeof one->place);
    assert_true(one->fire == other->fire);
    assert_int_equal(one->shooters, other->shooters);
    assert_int_equal(one->chargers, other->chargers);
    assert_int_equal(one->foe_count, other->foe_count);
    assert_memory_equal(one->foes, other->foes, one->foe_count * sizeof *one->foes);
}

static uint32_t sectors_of(const char *name, gg_danger out[GG_DANGER_SIDE])
{
    uint32_t count = 0;
    for (uint32_t row = 0; row < GG_DANGER_SIDE; row++)
        count += gg_danger_row(&seat, unit(name), row, memory, &out[count]);
    return count;
}

#define PLAN                                                                                       \
    "position commanders 2\nstage planning\nb1 blue 2I\nc1 blue 1C\nb3 red 2A\nc2 red 1I 1C\n"

/* Two batteries over one sector at -2, over none at -1; two that could come across the border. */
static void danger_in_sectors(void **unused)
{
    (void)unused;
    gg_danger found[GG_DANGER_SIDE], ordered[GG_DANGER_SIDE], own;
    lay(PLAN, GG_BLUE);
    uint32_t count = sectors_of("bI1", found);
    assert_int_equal(count, 5); /* b1 itself, a1, b2, c1, rb */
    const gg_danger *home = danger_at("b1", found, count), *ahead = danger_at("b2", found, count);
    const gg_danger *reserve = danger_at("rb", found, count);
    assert_true(home != NULL && ahead != NULL && reserve != NULL);
    assert_share(home->fire, 11, 36);
    assert_int_equal(home->shooters, 2);
    assert_int_equal(home->chargers, 0);
    assert_share(ahead->fire, 5, 9);
    assert_int_equal(ahead->chargers, 2);
    assert_int_equal(ahead->foe_count, 4);
    assert_true(ahead->size.x > 0 && ahead->size.y > 0);
    assert_int_equal(reserve->shooters + reserve->chargers, 0);
    assert_true(gg_danger_now(&seat, unit("bI1"), memory, &own));
    assert_same_danger(&own, home);
    /* whoever stands first in the sector is fired at first (CMD-R44) */
    count = sectors_of("bI2", found);
    assert_share(danger_at("b1", found, count)->fire, 11, 36);
    /* a sector of the enemy is entered by a fight, and nobody stands there before it */
    assert_null(danger_at("c2", found, sectors_of("bC1", found)));
    /* and what red has ordered changes nothing */
    count = sectors_of("bI1", found);
    lay(PLAN "order red 2A b3 a3\norder red 1C c2 b2\n", GG_BLUE);
    assert_int_equal(sectors_of("bI1", ordered), count);
    for (uint32_t i = 0; i < count; i++) assert_same_danger(&ordered[i], &found[i]);
}

/* Both dice of one battery bring a building down, each at -2 (CMD-R58); who stands outside it
 * could attack. */
static void danger_in_a_building(void **unused)
{
    (void)unused;
    gg_danger own;
    lay("position commanders 2\noption terrain=1\nbuilding b2\nstage planning\n"
        "b2 blue 1I(i)\nb2 red 2I\nb3 red 1A\na1 blue 1I\n",
        GG_BLUE);
    assert_true(gg_danger_now(&seat, unit("bI1"), memory, &own));
    assert_share(own.fire, 1, 36);
    assert_int_equal(own.shooters, 1);
    assert_int_equal(own.chargers, 2);
}

/* ---- clausewitz: volleys, and what is face down. ---- */

/* Two Brigades 1.5 cm apart, red to shoot. */
static const char *volley(const char *more, const char *shooter, const char *target)
{
    static char text[640];
    gg_text out = gg_text_over(text, sizeof text);
    gg_put(&out, "position clausewitz 1\ntable 60 60\nbag blue 2 red 2\nAC 30,6 actions 5\n"
                 "BC 30,54 actions 5\nA1 ");
    gg_put(&out, target);
    gg_put(&out, "\nB1 ");
    gg_put(&out, shooter);
    gg_put(&out, " ap 5\n");
    gg_put(&out, more);
    gg_put(&out, "chit red\nactive B1\n");
    return text;
}

/* The chance that the game tells is what comes of all throws of the dice. */
static void the_harm_of_a_volley_is_that_of_its_dice(void **unused)
{
    (void)unused;
    static const char wood[] = "area wood 20,10 40,10 40,20.5 20,20.5\n";
    static const struct {
        const char *more, *shooter, *target;
    } shots[] = {
        {"", "LI(3) wide 1 30,21.5", "LI(4) wide 1 30,20"},
        {"", "LI(3) wide 1 30,23", "LI(4) wide 1 30,20"},
        {"", "LI(2):brave wide 1 30,21.5", "LI(4) wide 1 30,20 hits 9"},
        {"", "LI(1):brave wide 1 30,21.5 hits 4", "LI(4) wide 1 30,20"},
        {"", "LT(3):marksmen wide 1 30,21.5", "LI(4) wide 1 30,20"},
        {wood, "LT(2):marksmen wide 1 30,21.5", "LI(4) wide 1 30,20"},
        {wood, "LI(3) wide 1 30,21.5", "LI(4) wide 1 30,20"},
        {"", "LI(2) wide 1 30,21.5", "LI(4):column wide 1 30,20"},
        {"", "LI(2) wide 1 30,21.5", "LI(4):square wide 1 30,20"},
        {"", "LI(2) wide 1 30,25 facing 180", "LI(4) wide 1 30,20 facing 90"},
        {"", "LI(2):jaeger,marksmen wide 1 30,23", "LI(4) wide 1 30,20"},
        {"", "FA6(3) wide 1 30,26", "LI(4) wide 1 30,20"},
    };
    for (size_t i = 0; i < sizeof shots / sizeof *shots; i++) {
        lay(volley(shots[i].more, shots[i].shooter, shots[i].target), GG_RED);
        gg_ruleset plain = *rules;
        gg_action fire;
        gg_danger_rules silent = *rules->danger;
        silent.harm = gg_no_harm_known;
        plain.danger = &silent;
        const bool guns = strncmp(shots[i].shooter, "FA", 2) == 0;
        assert_true(
            gg_seat_read(&seat, guns ? "bombard B1>A1" : "fire B1", &fire, &(gg_complaint){0}));
        assert_int_equal(rules->legal(seat.view, GG_RED, &fire).reason, 0);
        const uint64_t told = gg_harm_of(rules, seat.view, GG_RED, &fire, unit("A1"), memory);
        const uint64_t thrown = gg_harm_of(&plain, seat.view, GG_RED, &fire, unit("A1"), memory);
        const uint64_t apart = told > thrown ? told - thrown : thrown - told;
        assert_true(apart <= GG_SHARE_ONE >> 22);
        assert_true(told > GG_SHARE_ONE / 100 && told < GG_SHARE_ONE);
    }
}

/* Blue's Brigade has its actions, the enemy stands 10 cm from it: so it is, or face down. */
static void lay_march(const char *option, const char *enemy)
{
    static char text[512];
    gg_text out = gg_text_over(text, sizeof text);
    gg_put(&out, "position clausewitz 1\n");
    gg_put(&out, option);
    gg_put(&out, "table 90 90\nbag blue 2 red 2\nAC 30,6 actions 5\nBC 30,84 actions 5\n"
                 "A1 LI(4) wide 1 30,40 facing 0 ap 5 revealed\nB1 ");
    gg_put(&out, enemy);
    gg_put(&out, "\nchit blue\nactive A1\n");
    lay(text, GG_BLUE);
}

static uint32_t danger_everywhere(gg_danger places[GG_DANGER_SIDE * GG_DANGER_SIDE])
{
    uint32_t count = 0;
    for (uint32_t row = 0; row < GG_DANGER_SIDE; row++)
        count += gg_danger_row(&seat, unit("A1"), row, memory, places + count);
    return count;
}

/* The nearer it goes, order by order, the more the enemy's muskets can do to it. */
static void danger_grows_on_a_way_of_several_orders(void **unused)
{
    (void)unused;
    gg_danger places[GG_DANGER_SIDE * GG_DANGER_SIDE], here;
    lay_march("", "LI(4) wide 1 30,50.5 facing 180");
    const uint32_t count = danger_everywhere(places);
    assert_true(gg_danger_now(&seat, unit("A1"), memory, &here));
    assert_int_equal(here.shooters, 0);
    uint32_t ahead = 0;
    uint64_t before = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (places[i].at.x != here.at.x || places[i].at.y <= here.at.y) continue;
        assert_true(places[i].fire >= before);
        assert_int_equal(places[i].fire > 0, places[i].shooters == 1);
        before = places[i].fire;
        ahead++;
    }
    assert_true(ahead >= 4 && before > GG_SHARE_ONE / 8);
}

/* Horse that has it straight ahead is told as well; a Square it cannot charge (CW-13.19). */
static void who_could_charge_is_told(void **unused)
{
    (void)unused;
    gg_danger here;
    lay_march("", "2xHC(4) wide 2 30,60 facing 180");
    assert_true(gg_danger_now(&seat, unit("A1"), memory, &here));
    assert_true(here.chargers == 1 && here.shooters == 0 && here.foes[0] == unit("B1"));
    lay_march("", "2xHC(4) wide 2 30,60 facing 90");
    assert_true(gg_danger_now(&seat, unit("A1"), memory, &here));
    assert_int_equal(here.chargers, 0);
}

/* CW-R96: of who is face down nothing is told, also where going on would turn it up. */
static void what_is_face_down_is_no_danger(void **unused)
{
    (void)unused;
    gg_danger of_guns[GG_DANGER_SIDE * GG_DANGER_SIDE], of_foot[GG_DANGER_SIDE * GG_DANGER_SIDE];
    lay_march("option fog=1\n", "FAh(6) wide 1 30,73 facing 180");
    const uint32_t count = danger_everywhere(of_guns);
    lay_march("option fog=1\n", "HC(4) wide 1 30,73 facing 180");
    assert_int_equal(danger_everywhere(of_foot), count);
    for (uint32_t i = 0; i < count; i++) assert_same_danger(&of_guns[i], &of_foot[i]);
    assert_true(count > 4);
    for (uint32_t i = 0; i < count; i++)
        assert_true(of_guns[i].fire == 0 && of_guns[i].foe_count == 0);
    lay_march("option fog=1\n", "FAh(6) wide 1 30,65 facing 180 revealed");
    danger_everywhere(of_guns);
    assert_true(of_guns[0].shooters == 1 && of_guns[0].fire > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whoever_is_ahead_goes_first),
        cmocka_unit_test(the_army_is_under_its_commander),
        cmocka_unit_test(everybody_does_alike),
        cmocka_unit_test(an_enemy_decides_nothing),
        cmocka_unit_test(everybody_fires_at_the_best),
        cmocka_unit_test(one_order_for_all),
        cmocka_unit_test(a_long_way_is_gone_step_by_step),
        cmocka_unit_test(danger_is_the_odds_of_the_enemys_fire),
        cmocka_unit_test(danger_in_sectors),
        cmocka_unit_test(danger_in_a_building),
        cmocka_unit_test(the_harm_of_a_volley_is_that_of_its_dice),
        cmocka_unit_test(danger_grows_on_a_way_of_several_orders),
        cmocka_unit_test(who_could_charge_is_told),
        cmocka_unit_test(what_is_face_down_is_no_danger),
    };
    const int failed = run_units(tests);
    clear_away();
    return failed;
}
