/*
 * match.c - tests of the layer between rules and people: forced steps, undo, secrecy, barriers.
 * SPDX-License-Identifier: MIT
 */
#include "core/action.h"
#include "unit.h"

#include <sys/mman.h>
#include <unistd.h>

#include "../secret.h"
#include "core/position.h"
#include "core/record.h"

typedef struct table {
    gg_match match;
    void *memory;
} table; /* what each test plays on */

static const gg_ruleset *const rules = &secret_rules;

static gg_action action_of(const gg_match *match, const char *text)
{
    gg_action action;
    gg_error error = gg_read_action(rules, match->state, text, &action);
    assert_null(error.text);
    return action;
}

static gg_match_answer does(gg_match *match, gg_side side, const char *text)
{
    gg_verdict verdict;
    gg_action action = action_of(match, text);
    return gg_match_do(match, side, &action, &verdict);
}

static int lay(void **state)
{
    table *t = room(sizeof *t);
    t->memory = room(gg_match_bytes(rules));
    gg_error error = gg_match_begin(&t->match, rules, t->memory, 0, NULL, NULL, gg_dice_random(1));
    *state = t;
    return error.text == NULL ? 0 : 1;
}

static int clear(void **state)
{
    table *t = *state;
    free(t->memory);
    free(t);
    return 0;
}

static gg_match *match_of(void **state) { return &((table *)*state)->match; }

/* ---- Doing. ---- */

static void only_who_decides_may_do(void **state)
{
    gg_match *match = match_of(state);
    uint64_t before = gg_match_hash(match);
    assert_int_equal(gg_match_turn(match).deciding, GG_SIDES_BOTH);
    assert_int_equal(does(match, GG_NOBODY, "reveal"), GG_MATCH_NOT_NOW);
    assert_int_equal(does(match, GG_BLUE, "bid 9"), GG_MATCH_REFUSED);
    assert_int_equal(does(match, GG_BLUE, "ready"), GG_MATCH_REFUSED);
    assert_int_equal(gg_match_hash(match), before);
    assert_int_equal(match->entry_count, 0);
    assert_int_equal(does(match, GG_BLUE, "bid 2"), GG_MATCH_DONE);
    assert_int_equal(does(match, GG_BLUE, "ready"), GG_MATCH_DONE);
    assert_int_equal(does(match, GG_BLUE, "bid 1"), GG_MATCH_NOT_NOW);
}

static void a_refusal_gives_its_verdict(void **state)
{
    gg_match *match = match_of(state);
    gg_action action = action_of(match, "bid 9");
    gg_verdict verdict;
    gg_match_do(match, GG_RED, &action, &verdict);
    assert_string_equal(rules->reasons[verdict.reason].id, "NO_SUCH_BID");
    assert_int_equal(verdict.had, 9);
    assert_int_equal(verdict.needed, 3);
}

/* After two bids `ready` is the only choice: the match takes it, but not while both still choose,
 * for that would tell the other side.  The reveal is nobody's and is taken too. */
static void forced_steps_are_taken(void **state)
{
    gg_match *match = match_of(state);
    gg_side side;
    gg_action action;
    assert_false(gg_match_forced(match, &side, &action));
    does(match, GG_BLUE, "bid 1");
    does(match, GG_BLUE, "bid 2");
    assert_false(gg_match_forced(match, &side, &action));
    does(match, GG_BLUE, "ready");
    does(match, GG_RED, "bid 1");
    assert_false(gg_match_forced(match, &side, &action));
    does(match, GG_RED, "bid 3");
    assert_true(gg_match_forced(match, &side, &action));
    assert_int_equal(side, GG_RED);
    assert_int_equal(gg_match_run(match), GG_MATCH_DONE);
    assert_int_equal(match->entry_count, 7);
    assert_int_equal(match->entries[5].forced, 1);
    assert_int_equal(match->entries[4].forced, 0);
    const gg_entry *reveal = &match->entries[match->entry_count - 1];
    assert_int_equal(reveal->side, GG_NOBODY);
    assert_int_equal(reveal->forced, 1);
    assert_int_equal(reveal->face_count, 1);
    assert_int_equal(gg_match_turn(match).round, 2);
    assert_int_equal(gg_match_turn(match).deciding, GG_SIDES_BOTH);
}

static gg_turn offers_some(const gg_state *state)
{
    gg_turn turn = rules->turn(state);
    turn.whole = 0;
    return turn;
}

/* One offer of many legal actions is no reason to take it; nobody's step is taken all the same. */
static void a_single_offer_of_many_is_not_taken(void **state)
{
    table *t = *state;
    gg_match *match = &t->match;
    gg_ruleset sampling = *rules;
    sampling.turn = offers_some;
    gg_side side;
    gg_action action;
    assert_null(gg_match_begin(match, &sampling, t->memory, 0, NULL, NULL, gg_dice_random(1)).text);
    does(match, GG_BLUE, "bid 2");
    does(match, GG_BLUE, "ready");
    does(match, GG_RED, "bid 1");
    does(match, GG_RED, "bid 3");
    assert_int_equal(rules->offer(match->state, GG_RED, match->offers, rules->actions_max), 1);
    assert_false(gg_match_forced(match, &side, &action));
    does(match, GG_RED, "ready");
    assert_true(gg_match_forced(match, &side, &action));
    assert_int_equal(side, GG_NOBODY);
}

static void play_round(gg_match *match, const char *blue, const char *red)
{
    assert_int_equal(does(match, GG_BLUE, blue), GG_MATCH_DONE);
    assert_int_equal(does(match, GG_RED, red), GG_MATCH_DONE);
    assert_int_equal(does(match, GG_RED, "ready"), GG_MATCH_DONE);
    assert_int_equal(does(match, GG_BLUE, "ready"), GG_MATCH_DONE);
    assert_int_equal(gg_match_run(match), GG_MATCH_DONE);
}

static void a_game_comes_to_its_end(void **state)
{
    gg_match *match = match_of(state);
    for (int round = 0; round < 3; round++) play_round(match, "bid 2", "bid 1");
    gg_turn turn = gg_match_turn(match);
    assert_true(turn.over);
    assert_int_equal(turn.winner, GG_BLUE);
    assert_int_equal(does(match, GG_BLUE, "resign"), GG_MATCH_NOT_NOW);
    assert_int_equal(gg_match_run(match), GG_MATCH_DONE);
    assert_false(gg_match_undo(match, GG_BLUE));
}

/* Dice that run dry leave the match as it was; with more dice it goes on. */
static void dry_dice_change_nothing(void **state)
{
    gg_match *match = match_of(state);
    static const uint8_t faces[] = {4};
    match->dice = gg_dice_scripted(NULL, 0);
    does(match, GG_BLUE, "bid 1");
    does(match, GG_BLUE, "ready");
    does(match, GG_RED, "bid 2");
    does(match, GG_RED, "ready");
    uint64_t before = gg_match_hash(match);
    uint32_t entries = match->entry_count, events = match->log.count;
    assert_int_equal(gg_match_run(match), GG_MATCH_DICE);
    assert_int_equal(gg_match_hash(match), before);
    assert_int_equal(match->entry_count, entries);
    assert_int_equal(match->log.count, events);
    assert_int_equal(match->dice.trouble, GG_DICE_DRY);
    assert_string_equal(match->dice.purpose, "prize");
    match->dice = gg_dice_scripted(faces, 1);
    assert_int_equal(gg_match_run(match), GG_MATCH_DONE);
    assert_int_equal(match->faces[match->entries[entries].face_first], 4);
}

static void the_record_has_an_end(void **state)
{
    gg_match *match = match_of(state);
    match->entry_limit = 1;
    assert_int_equal(does(match, GG_BLUE, "bid 1"), GG_MATCH_DONE);
    uint64_t before = gg_match_hash(match);
    assert_int_equal(does(match, GG_BLUE, "bid 2"), GG_MATCH_FULL);
    assert_int_equal(gg_match_hash(match), before);
}

/* ---- Undo. ---- */

static void undo_restores_the_bytes(void **state)
{
    gg_match *match = match_of(state);
    uint64_t start = gg_match_hash(match);
    does(match, GG_BLUE, "bid 1");
    uint64_t one = gg_match_hash(match);
    does(match, GG_BLUE, "bid 3");
    assert_true(gg_match_undo(match, GG_BLUE));
    assert_int_equal(gg_match_hash(match), one);
    assert_int_equal(match->entry_count, 1);
    assert_true(gg_match_undo(match, GG_BLUE));
    assert_int_equal(gg_match_hash(match), start);
    assert_false(gg_match_undo(match, GG_BLUE));
    assert_int_equal(does(match, GG_BLUE, "bid 2"), GG_MATCH_DONE);
}

/* What the match took by itself after a choice goes back with it.  Without dice it stops there. */
static void undo_takes_forced_steps_along(void **state)
{
    gg_match *match = match_of(state);
    match->dice = gg_dice_scripted(NULL, 0);
    does(match, GG_BLUE, "bid 1");
    does(match, GG_BLUE, "ready");
    does(match, GG_RED, "bid 1");
    uint64_t one = gg_match_hash(match);
    does(match, GG_RED, "bid 2");
    assert_int_equal(gg_match_run(match), GG_MATCH_DICE);
    assert_int_equal(match->entry_count, 5);
    assert_int_equal(match->entries[4].forced, 1);
    assert_true(gg_match_undo(match, GG_RED));
    assert_int_equal(match->entry_count, 3);
    assert_int_equal(gg_match_hash(match), one);
}

static void nobody_undoes_across_a_roll(void **state)
{
    gg_match *match = match_of(state);
    play_round(match, "bid 3", "bid 1");
    uint64_t after = gg_match_hash(match);
    assert_false(gg_match_undo(match, GG_BLUE));
    assert_false(gg_match_undo(match, GG_RED));
    assert_int_equal(gg_match_hash(match), after);
    assert_int_equal(match->barrier_at, match->entry_count);
    does(match, GG_RED, "bid 1");
    assert_false(gg_match_undo(match, GG_BLUE));
    assert_true(gg_match_undo(match, GG_RED));
    assert_int_equal(gg_match_hash(match), after);
}

/* Both decide in secret: each takes back its own and leaves the other's as it is, and the
 * hashes of what stays are those of the game as it now was. */
static void each_side_undoes_its_own(void **state)
{
    gg_match *match = match_of(state);
    does(match, GG_RED, "bid 2");
    uint64_t only_red = gg_match_hash(match);
    assert_true(gg_match_undo(match, GG_RED));
    does(match, GG_BLUE, "bid 1");
    does(match, GG_RED, "bid 2");
    assert_true(gg_match_undo(match, GG_BLUE));
    assert_int_equal(match->entry_count, 1);
    assert_int_equal(match->entries[0].side, GG_RED);
    assert_int_equal(gg_match_hash(match), only_red);
    assert_false(gg_match_undo(match, GG_BLUE));
    assert_true(gg_match_undo(match, GG_RED));
    assert_int_equal(match->entry_count, 0);
}

/* A record written after such an undo is still true. */
static void the_record_stays_true_after_undo(void **state)
{
    gg_match *match = match_of(state);
    static char text[8192];
    does(match, GG_BLUE, "bid 1");
    does(match, GG_RED, "bid 2");
    gg_match_undo(match, GG_BLUE);
    does(match, GG_BLUE, "bid 3");
    does(match, GG_BLUE, "ready");
    does(match, GG_RED, "ready");
    gg_match_run(match);
    gg_text out = gg_text_over(text, sizeof text);
    gg_record_write(match, GG_NOBODY, true, &out);
    gg_match *again = room(sizeof *again);
    void *memory = room(gg_match_bytes(rules));
    gg_record_trouble trouble = gg_record_replay(again, rules, memory, text, UINT32_MAX);
    if (trouble.text != NULL) fail_msg("line %u: %s", trouble.line, trouble.text);
    assert_int_equal(gg_match_hash(again), gg_match_hash(match));
    free(memory);
    free(again);
}

/* ---- Secrecy. ---- */

static void write_view(gg_match *match, gg_side side, char *text, uint32_t limit)
{
    gg_text out = gg_text_over(text, limit);
    gg_record_write(match, side, false, &out);
    assert_false(out.cut);
}

/* Two matches that differ only in red's secret choices look the same to blue and to a watcher. */
static void sealed_choices_are_hidden(void **state)
{
    gg_match *match = match_of(state);
    table *other;
    static char mine[8192], yours[8192], text[8192];
    lay((void **)&other);
    does(match, GG_BLUE, "bid 2");
    does(match, GG_RED, "bid 1");
    does(match, GG_RED, "bid 3");
    does(&other->match, GG_BLUE, "bid 2");
    does(&other->match, GG_RED, "bid 2");
    for (gg_side side = GG_BLUE; side <= GG_NOBODY; side++) {
        gg_state *one = room_for_state(rules), *two = room_for_state(rules);
        gg_match_view(match, side, one);
        gg_match_view(&other->match, side, two);
        write_view(match, side, mine, sizeof mine);
        write_view(&other->match, side, yours, sizeof yours);
        if (side == GG_RED) {
            assert_false(same_state(rules, one, two));
            assert_string_not_equal(mine, yours);
        } else {
            assert_true(same_state(rules, one, two));
            assert_string_equal(mine, yours);
        }
        free(one);
        free(two);
    }
    write_view(match, GG_BLUE, text, sizeof text);
    assert_non_null(strstr(text, "blue bid 2"));
    assert_null(strstr(text, "red bid"));
    assert_null(strstr(text, "seed"));
    clear((void **)&other);
}

static void a_reveal_opens_the_seals(void **state)
{
    gg_match *match = match_of(state);
    static char text[8192];
    does(match, GG_BLUE, "bid 2");
    assert_int_equal(match->entries[0].sealed, 1);
    does(match, GG_RED, "bid 3");
    does(match, GG_RED, "ready");
    does(match, GG_BLUE, "ready");
    gg_match_run(match);
    for (uint32_t i = 0; i < match->entry_count; i++) assert_int_equal(match->entries[i].sealed, 0);
    write_view(match, GG_BLUE, text, sizeof text);
    assert_non_null(strstr(text, "red bid 3"));
    does(match, GG_RED, "bid 1");
    write_view(match, GG_BLUE, text, sizeof text);
    assert_null(strstr(text, "red bid 1"));
    assert_non_null(strstr(text, "red bid 3"));
}

/* The side that is left alone to choose chooses in secret all the same, and nothing is taken for
 * it: the time at which the match went on would tell. */
static void the_last_to_choose_is_sealed(void **state)
{
    table *t = *state;
    gg_match *match = &t->match;
    static char text[8192];
    const int32_t options[] = {GG_OPTION_UNSET, 1};
    gg_side side;
    gg_action action;
    assert_null(gg_match_begin(match, rules, t->memory, 0, options, NULL, gg_dice_random(1)).text);
    does(match, GG_BLUE, "bid 1");
    does(match, GG_BLUE, "bid 2");
    assert_false(gg_match_forced(match, &side, &action));
    does(match, GG_BLUE, "ready");
    assert_int_equal(gg_match_turn(match).deciding, GG_SIDES_RED);
    does(match, GG_RED, "bid 3");
    write_view(match, GG_BLUE, text, sizeof text);
    assert_null(strstr(text, "red bid"));
    assert_true(gg_match_undo(match, GG_RED));
    assert_false(gg_match_undo(match, GG_BLUE)); /* ready cannot be taken back */
    does(match, GG_RED, "bid 3");
    does(match, GG_RED, "ready");
    gg_match_run(match);
    write_view(match, GG_BLUE, text, sizeof text);
    assert_non_null(strstr(text, "red bid 3"));
}

/* The dice of the match are its own: nothing in a side's record foretells them. */
static void the_seed_is_for_the_full_record(void **state)
{
    gg_match *match = match_of(state);
    static char text[8192];
    match->seed = 0xfeed;
    match->has_seed = true;
    write_view(match, GG_RED, text, sizeof text);
    assert_null(strstr(text, "feed"));
    gg_text out = gg_text_over(text, sizeof text);
    gg_record_write(match, GG_RED, true, &out);
    assert_non_null(strstr(text, "feed"));
}

static void events_say_who_may_see_them(void **state)
{
    (void)state;
    gg_event event = {.seen_by = GG_SIDES_BLUE};
    assert_true(gg_event_is_seen(&event, GG_BLUE));
    assert_false(gg_event_is_seen(&event, GG_RED));
    assert_false(gg_event_is_seen(&event, GG_NOBODY));
    event.seen_by = GG_SIDES_ALL;
    assert_true(gg_event_is_seen(&event, GG_NOBODY));
}

/* Many rounds without clearing: the log keeps the newest events and never a stale reveal. */
static void the_log_makes_room(void **state)
{
    gg_match *match = match_of(state);
    play_round(match, "bid 3", "bid 1");
    gg_event last = match->events[match->log.count - 1];
    for (uint32_t i = match->log.count; i < GG_MATCH_EVENTS_MAX; i++)
        gg_log_add(&match->log, GG_NOTE, 1);
    play_round(match, "bid 1", "bid 2");
    assert_true(match->log.count < GG_MATCH_EVENTS_MAX);
    const gg_event *newest = &match->events[match->log.count - 1];
    assert_int_equal(newest->saying, last.saying);
    assert_int_equal(newest->amount, 2);
    gg_match_clear_log(match);
    assert_int_equal(match->log.count, 0);
}

static void a_match_begins_from_a_position(void **state)
{
    gg_match *match = match_of(state);
    does(match, GG_BLUE, "bid 2");
    gg_match *other = room(sizeof *other);
    void *memory = room(gg_match_bytes(rules));
    gg_match_begin_at(other, rules, memory, match->state, gg_dice_random(4));
    assert_int_equal(gg_match_hash(other), gg_match_hash(match));
    assert_int_equal(other->entry_count, 0);
    assert_false(gg_match_undo(other, GG_BLUE));
    free(memory);
    free(other);
}

/* ---- Long games. ---- */

/* A game of bids without end: after its last round it begins anew. */
static void apply_for_ever(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                           gg_log *log)
{
    secret_rules.apply(state, side, action, dice, log);
    if (secret_rules.turn(state).over) gg_setup(&secret_rules, state, 0, NULL, NULL);
}

static void play_rounds(gg_match *match, int count)
{
    for (int i = 0; i < count; i++) {
        gg_match_clear_log(match);
        assert_int_equal(does(match, GG_RED, "bid 3"), GG_MATCH_DONE);
        assert_true(gg_match_undo(match, GG_RED));
        play_round(match, i % 2 == 0 ? "bid 3" : "bid 1", "bid 2");
        assert_int_equal(gg_match_run(match), GG_MATCH_DONE);
    }
}

/* An action costs the same however long the game has lasted: what lies far behind is not looked at,
 * or the process dies by it here. */
static void a_long_game_is_not_looked_back_at(void **state)
{
    (void)state;
    gg_ruleset for_ever = secret_rules;
    for_ever.apply = apply_for_ever;
    for_ever.decisions_max = 20000;
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = gg_match_bytes(&for_ever);
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(memory != MAP_FAILED);
    gg_match match;
    const gg_error error =
        gg_match_begin(&match, &for_ever, memory, 0, NULL, NULL, gg_dice_random(1));
    assert_null(error.text);
    play_rounds(&match, 500);
    assert_true(match.entry_count > 2000);
    const uintptr_t first = ((uintptr_t)match.entries + page - 1) / page * page;
    const uintptr_t last = (uintptr_t)&match.entries[match.barrier_at] / page * page;
    assert_true(last > first + 16 * page);
    assert_int_equal(mprotect((void *)first, last - first, PROT_NONE), 0);
    play_rounds(&match, 100);
    assert_int_equal(mprotect((void *)first, last - first, PROT_READ | PROT_WRITE), 0);
    for (uint32_t i = 0; i < match.entry_count; i++) assert_int_equal(match.entries[i].sealed, 0);
    munmap(memory, bytes);
}

#define ON_TABLE(test) cmocka_unit_test_setup_teardown(test, lay, clear)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_TABLE(only_who_decides_may_do),
        ON_TABLE(a_refusal_gives_its_verdict),
        ON_TABLE(forced_steps_are_taken),
        ON_TABLE(a_single_offer_of_many_is_not_taken),
        ON_TABLE(a_game_comes_to_its_end),
        ON_TABLE(dry_dice_change_nothing),
        ON_TABLE(the_record_has_an_end),
        ON_TABLE(undo_restores_the_bytes),
        ON_TABLE(undo_takes_forced_steps_along),
        ON_TABLE(nobody_undoes_across_a_roll),
        ON_TABLE(each_side_undoes_its_own),
        ON_TABLE(the_record_stays_true_after_undo),
        ON_TABLE(sealed_choices_are_hidden),
        ON_TABLE(a_reveal_opens_the_seals),
        ON_TABLE(the_last_to_choose_is_sealed),
        ON_TABLE(the_seed_is_for_the_full_record),
        ON_TABLE(events_say_who_may_see_them),
        ON_TABLE(the_log_makes_room),
        ON_TABLE(a_match_begins_from_a_position),
        cmocka_unit_test(a_long_game_is_not_looked_back_at),
    };
    return run_units(tests);
}
