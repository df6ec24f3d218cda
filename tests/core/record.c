/*
 * record.c - tests that a record comes back as it was, and that nothing in it can be changed
 * without being found, at the right line.
 * SPDX-License-Identifier: MIT
 */
#include "core/action.h"
#include "unit.h"

#include "../secret.h"
#include "core/numbers.h"
#include "core/record.h"
#include "core/state_hash.h"

enum { RECORD_MAX = 16384 };

static const gg_ruleset *const rules = &secret_rules;
static gg_match match, again;
static void *memory, *memory_again;
static char text[RECORD_MAX], other[RECORD_MAX];

static void does(gg_side side, const char *words)
{
    gg_action action;
    gg_verdict verdict;
    assert_null(gg_read_action(rules, match.state, words, &action).text);
    assert_int_equal(gg_match_do(&match, side, &action, &verdict), GG_MATCH_DONE);
}

static void begin(bool seeded)
{
    int32_t options[2] = {2, GG_OPTION_UNSET};
    assert_null(
        gg_match_begin(&match, rules, memory, 0, options, NULL, gg_dice_random(0x1805)).text);
    match.seed = 0x1805;
    match.has_seed = seeded;
    strcpy(match.seats[GG_BLUE], "me");
    strcpy(match.seats[GG_RED], "greedy");
}

/* Three rounds; the lines of the record are 1 grognard, 2 ruleset, 3 scenario, 4 option, 5 seed,
 * 6 blue, 7 red, then the actions from 8 on. */
static void play(bool seeded)
{
    begin(seeded);
    for (int round = 0; round < 3; round++) {
        does(GG_BLUE, "bid 1");
        does(GG_RED, "bid 1");
        does(GG_BLUE, "bid 2");
        assert_int_equal(gg_match_run(&match), GG_MATCH_DONE); /* blue is ready, by force */
        does(GG_RED, "ready");
        assert_int_equal(gg_match_run(&match), GG_MATCH_DONE);
    }
    assert_true(gg_match_turn(&match).over);
}

static void write_sealed(char *out)
{
    gg_text to = gg_text_over(out, RECORD_MAX);
    gg_record_write(&match, GG_NOBODY, true, &to);
    assert_false(to.cut);
}

/* As it was written before the end line had a hash: what is found then must not lean on that. */
static void drop_seal(char *record)
{
    char *end = strstr(record, "\nend ");
    assert_non_null(end);
    strcpy(strchr(end + 5, ' '), "\n");
}

/* Of the position after so many actions. */
static uint64_t hash_after(const gg_match *of, uint32_t plies)
{
    gg_state *at = room_for_state(rules);
    memcpy(at, of->start, rules->state_bytes);
    for (uint32_t i = 0; i < plies; i++) {
        const gg_entry *entry = &of->entries[i];
        gg_dice faces = gg_dice_scripted(of->faces + entry->face_first, entry->face_count);
        rules->apply(at, entry->side, &entry->action, &faces, NULL);
    }
    const uint64_t hash = gg_state_hash(rules, at);
    free(at);
    return hash;
}

static void write_all(char *out)
{
    write_sealed(out);
    drop_seal(out);
}

static gg_record_trouble replay(const char *record)
{
    return gg_record_replay(&again, rules, memory_again, record, UINT32_MAX);
}

static void assert_true_record(const char *record)
{
    gg_record_trouble trouble = replay(record);
    if (trouble.text != NULL)
        fail_msg("line %u: %s (expected %s, found %s)\n%s", trouble.line, trouble.text,
                 trouble.expected, trouble.found, record);
}

static int make_room(void **state)
{
    (void)state;
    memory = room(gg_match_bytes(rules));
    memory_again = room(gg_match_bytes(rules));
    return 0;
}

static int free_room(void **state)
{
    (void)state;
    free(memory);
    free(memory_again);
    return 0;
}

/* ---- Round trips. ---- */

static void a_record_comes_back_as_it_was(void **unused)
{
    (void)unused;
    for (int seeded = 0; seeded <= 1; seeded++) {
        play(seeded);
        write_sealed(text);
        assert_true_record(text);
        assert_int_equal(gg_match_hash(&again), gg_match_hash(&match));
        assert_int_equal(again.entry_count, match.entry_count);
        assert_string_equal(again.seats[GG_RED], "greedy");
        gg_text out = gg_text_over(other, RECORD_MAX);
        gg_record_write(&again, GG_NOBODY, true, &out);
        assert_string_equal(other, text);
    }
}

static void the_heading_says_what_it_is(void **unused)
{
    (void)unused;
    play(true);
    write_all(text);
    assert_int_equal(strncmp(text,
                             "grognard 2\nruleset secret 1\nscenario plain\noption highest=2\n"
                             "seed xoshiro 0000000000001805\nblue me\nred greedy\nstart ",
                             128 - 18),
                     0);
    assert_true(gg_record_is(text));
    assert_false(gg_record_is("position secret 1\n"));
    assert_false(gg_record_is(""));
    assert_non_null(strstr(text, "[blue ready]"));
    assert_non_null(strstr(text, "[reveal]"));
}

static void a_running_game_is_a_record_too(void **unused)
{
    (void)unused;
    begin(true);
    write_all(text);
    assert_true_record(text);
    does(GG_BLUE, "bid 1");
    write_all(text);
    assert_true_record(text);
    does(GG_RED, "resign");
    write_all(text);
    assert_true_record(text);
    assert_non_null(strstr(text, "\nresult blue SE-3\nend 2\n"));
}

static void a_record_may_begin_from_a_position(void **unused)
{
    (void)unused;
    begin(true);
    does(GG_RED, "bid 2");
    gg_state *position = room_for_state(rules);
    memcpy(position, match.state, rules->state_bytes);
    gg_match_begin_at(&match, rules, memory, position, gg_dice_random(3));
    does(GG_RED, "ready");
    does(GG_BLUE, "bid 1");
    does(GG_BLUE, "ready");
    gg_match_run(&match);
    write_all(text);
    assert_non_null(strstr(text, "\nposition\n| position secret 1\n| "));
    assert_true_record(text);
    assert_int_equal(gg_match_hash(&again), gg_match_hash(&match));
    free(position);
}

static void a_replay_may_stop_early(void **unused)
{
    (void)unused;
    play(true);
    write_all(text);
    for (uint32_t plies = 0; plies <= match.entry_count; plies++) {
        gg_record_trouble trouble = gg_record_replay(&again, rules, memory_again, text, plies);
        assert_null(trouble.text);
        assert_int_equal(again.entry_count, plies);
        assert_int_equal(gg_match_hash(&again), hash_after(&match, plies));
    }
}

/* A replayed match can be played on, with the dice its seed gives next. */
static void a_replayed_game_goes_on_as_it_would_have(void **unused)
{
    (void)unused;
    play(true);
    write_all(text);
    gg_record_trouble trouble = gg_record_replay(&again, rules, memory_again, text, 6);
    assert_null(trouble.text);
    gg_verdict verdict;
    for (uint32_t i = 6; i < match.entry_count; i++) {
        const gg_entry *entry = &match.entries[i];
        assert_int_equal(gg_match_do(&again, entry->side, &entry->action, &verdict), GG_MATCH_DONE);
        assert_int_equal(gg_match_hash(&again), hash_after(&match, i + 1));
    }
}

static void a_small_buffer_is_known_to_be_cut(void **unused)
{
    (void)unused;
    play(true);
    write_all(text);
    uint32_t whole = (uint32_t)strlen(text);
    for (uint32_t limit = 1; limit <= whole; limit += 7) {
        gg_text out = gg_text_over(other, limit);
        gg_record_write(&match, GG_NOBODY, true, &out);
        assert_true(out.cut);
        assert_int_equal(strlen(other), out.count);
    }
}

/* ---- Tampering. ---- */

/* The record with the first `from` at or after this line replaced by `to`. */
static void tamper(int line, const char *from, const char *to)
{
    const char *at = text;
    for (int i = 1; i < line; i++) at = strchr(at, '\n') + 1;
    const char *found = strstr(at, from);
    if (found == NULL) fail_msg("no %s at or after line %d", from, line);
    snprintf(other, sizeof other, "%.*s%s%s", (int)(found - text), text, to, found + strlen(from));
}

static void expect_trouble(uint32_t line, const char *words, bool is_unreadable)
{
    gg_record_trouble trouble = replay(other);
    if (trouble.text == NULL) fail_msg("not found, expected: line %u, %s", line, words);
    if (trouble.line != line || strstr(trouble.text, words) == NULL
        || trouble.unreadable != is_unreadable)
        fail_msg("expected line %u: %s (%d)\nfound line %u: %s (%d)\n%s", line, words,
                 is_unreadable, trouble.line, trouble.text, trouble.unreadable, other);
}

/* ---- The order of lines in the heading. ---- */

enum { HEADING_MAX = 8 };

/* A record in pieces: its two first lines, the lines of its heading, the rest. */
static struct {
    char first[64], lines[HEADING_MAX][1024];
    const char *rest;
    int count;
} pieces;

static const char *take_line(const char *at, char *out)
{
    const char *end = strchr(at, '\n') + 1;
    while (*end == '|') end = strchr(end, '\n') + 1; /* a position with its lines */
    memcpy(out, at, (size_t)(end - at));
    out[end - at] = '\0';
    return end;
}

static void take_apart(const char *record)
{
    char second[32];
    const char *at = take_line(take_line(record, pieces.first), second);
    strcat(pieces.first, second);
    for (pieces.count = 0; (*at < '0' || *at > '9') && strncmp(at, "end", 3) != 0; pieces.count++)
        at = take_line(at, pieces.lines[pieces.count]);
    pieces.rest = at;
}

/* With the lines in that order. */
static void put_together(char *out, const int *order, int count)
{
    strcpy(out, pieces.first);
    for (int i = 0; i < count; i++) strcat(out, pieces.lines[order[i]]);
    strcat(out, pieces.rest);
}

static void swap(int *one, int *two)
{
    const int kept = *one;
    *one = *two;
    *two = kept;
}

/* The next in the order of a dictionary; false: that was the last. */
static bool next_order(int *order, int count)
{
    int i = count - 2, j = count - 1;
    while (i >= 0 && order[i] > order[i + 1]) i--;
    if (i < 0) return false;
    while (order[j] < order[i]) j--;
    swap(order + i, order + j);
    for (int low = i + 1, high = count - 1; low < high; low++, high--)
        swap(order + low, order + high);
    return true;
}

/* Of the record in `text`; all are written back as it was. */
static void expect_any_order(const gg_ruleset *game, int lines, int orders)
{
    static char mixed[RECORD_MAX], written[RECORD_MAX];
    static gg_match read;
    void *mine = room(gg_match_bytes(game));
    int order[HEADING_MAX] = {0, 1, 2, 3, 4, 5, 6, 7}, count = 0;
    take_apart(text);
    assert_int_equal(pieces.count, lines);
    do {
        put_together(mixed, order, lines);
        const gg_record_trouble trouble = gg_record_replay(&read, game, mine, mixed, UINT32_MAX);
        if (trouble.text != NULL) fail_msg("line %u: %s\n%s", trouble.line, trouble.text, mixed);
        gg_text out = gg_text_over(written, sizeof written);
        gg_record_write(&read, GG_NOBODY, true, &out);
        drop_seal(written);
        assert_string_equal(written, text);
        count++;
    } while (next_order(order, lines));
    assert_int_equal(count, orders);
    free(mine);
}

static void the_heading_may_stand_in_any_order(void **unused)
{
    (void)unused;
    play(true);
    write_all(text);
    expect_any_order(rules, 6, 720); /* scenario, option, seed, blue, red, start */
    gg_state *position = room_for_state(rules);
    begin(true);
    memcpy(position, match.state, rules->state_bytes);
    gg_match_begin_at(&match, rules, memory, position, gg_dice_random(0x1805));
    match.seed = 0x1805;
    match.has_seed = true;
    strcpy(match.seats[GG_BLUE], "me");
    strcpy(match.seats[GG_RED], "greedy");
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) does(side, "bid 2"), does(side, "ready");
    gg_match_run(&match); /* it throws dice */
    write_all(text);
    expect_any_order(rules, 4, 24); /* position, seed, blue, red */
    free(position);
}

static void house_rules_may_stand_in_any_order(void **unused)
{
    (void)unused;
    static gg_match drill;
    const gg_ruleset *game = ruleset_named("drill");
    void *mine = room(gg_match_bytes(game));
    int32_t options[GG_OPTIONS_MAX];
    int16_t house[GG_NUMBERS_MAX] = {0};
    for (int i = 0; i < GG_OPTIONS_MAX; i++) options[i] = GG_OPTION_UNSET;
    house[gg_find_number(game, "march")] = 15;
    house[gg_find_number(game, "shoot_files")] = 1;
    assert_null(gg_match_begin(&drill, game, mine, 0, options, house, gg_dice_random(7)).text);
    drill.seed = 7;
    drill.has_seed = true;
    strcpy(drill.seats[GG_BLUE], "me");
    gg_match_run(&drill);
    gg_text out = gg_text_over(text, sizeof text);
    gg_record_write(&drill, GG_NOBODY, true, &out);
    drop_seal(text);
    expect_any_order(game, 7, 5040); /* scenario, two numbers, their hash, seed, blue, start */
    free(mine);
}

/* What could be read in two ways is not read. */
static void a_heading_says_everything_once(void **unused)
{
    (void)unused;
    static char good[RECORD_MAX];
    static const char *const twice[] = {"scenario", "option", "seed", "blue", "red"};
    play(true);
    write_all(good);
    take_apart(good);
    for (int i = 0; i < 5; i++) {
        const int order[] = {0, 1, 2, 3, 4, i};
        assert_int_equal(strncmp(pieces.lines[i], twice[i], strlen(twice[i])), 0);
        put_together(other, order, 6);
        expect_trouble(8, i == 1 ? "set twice" : "such a line already", true);
    }
    gg_state *position = room_for_state(rules);
    memcpy(position, match.start, rules->state_bytes);
    gg_match_begin_at(&match, rules, memory, position, gg_dice_random(7));
    write_all(good);
    take_apart(good);
    assert_int_equal(pieces.count, 1);
    for (int first = 0; first < 2; first++)
        for (int i = 0; i < 2; i++) {
            strcpy(pieces.lines[1], i == 0 ? "option highest=2\n" : "scenario plain\n");
            const int order[] = {first, 1 - first};
            put_together(other, order, 2);
            const gg_record_trouble trouble = replay(other);
            if (trouble.text == NULL) fail_msg("not found:\n%s", other);
            assert_non_null(strstr(trouble.text, "stands beside it"));
        }
    free(position);
}

/* ---- Corrected rules. ---- */

/* Since version 2 whoever bids 2 in the second round has bid 1. */
static void apply_corrected(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                            gg_log *log)
{
    gg_action done = *action;
    if (rules->turn(state).round == 2 && side == GG_BLUE && action->args[0] == 2) done.args[0] = 1;
    rules->apply(state, side, &done, dice, log);
}

static const gg_correction rows[] = {
    {"second_round", 2, 1, "A bid of 2 in the second round counts as 1."}, {NULL, 0, 0, NULL}};

static gg_ruleset corrected_rules(void)
{
    gg_ruleset corrected = *rules;
    corrected.version = 2;
    corrected.corrections = rows;
    corrected.apply = apply_corrected;
    return corrected;
}

/* The record's actions before the one that comes out otherwise, and before the next position. */
enum { AGREE = 8, NEXT = 12, ALL = 18 };

static void a_corrected_rule_misjudges_nobody(void **unused)
{
    (void)unused;
    const gg_ruleset corrected = corrected_rules();
    play(true);
    write_sealed(text);
    gg_record_trouble trouble =
        gg_record_replay(&again, &corrected, memory_again, text, UINT32_MAX);
    if (trouble.text != NULL) fail_msg("line %u: %s", trouble.line, trouble.text);
    assert_true(trouble.part.is_corrected);
    assert_int_equal(trouble.part.version, 1);
    assert_int_equal(trouble.part.verified, AGREE);
    assert_int_equal(trouble.part.told, ALL);
    assert_int_equal(trouble.part.behind, 0);
    assert_true(gg_match_turn(&again).over);
    assert_int_equal(again.past_count, NEXT);
    assert_int_equal(again.entry_count, ALL - NEXT);
    assert_int_equal(gg_match_hash(&again), gg_match_hash(&match));
    char said[GG_WORDS_MAX];
    gg_text words = gg_text_over(said, sizeof said);
    gg_put_played_by(&words, &trouble.part);
    assert_string_equal(
        said, "Played by version 1; verified up to action 8; from there on shown as recorded.");
    for (uint32_t plies = 0; plies <= ALL; plies++) { /* to every place */
        trouble = gg_record_replay(&again, &corrected, memory_again, text, plies);
        assert_null(trouble.text);
        assert_int_equal(trouble.part.told, plies);
        assert_int_equal(again.past_count + again.entry_count + trouble.part.behind, plies);
    }
}

/* A running game goes on from its last position, and its record tells all of it. */
static void a_game_goes_on_by_corrected_rules(void **unused)
{
    (void)unused;
    const gg_ruleset corrected = corrected_rules();
    gg_verdict verdict;
    gg_action action;
    play(true);
    write_sealed(text);
    gg_record_trouble trouble = gg_record_replay(&again, rules, memory_again, text, NEXT - 1);
    assert_null(trouble.text);
    gg_text to = gg_text_over(other, RECORD_MAX);
    gg_record_write(&again, GG_NOBODY, true, &to); /* before the end of the second round */
    trouble = gg_record_replay(&match, &corrected, memory, other, UINT32_MAX);
    if (trouble.text != NULL) fail_msg("line %u: %s", trouble.line, trouble.text);
    assert_int_equal(match.past_count, NEXT - 1);
    assert_int_equal(match.entry_count, 0);
    assert_false(match.has_seed);
    match.dice = gg_dice_random(9);
    match.seed = 9;
    match.has_seed = true;
    assert_int_equal(gg_match_run(&match), GG_MATCH_DONE);
    for (int i = 0; i < 4; i++) {
        const gg_side side = i & 1;
        assert_null(
            gg_read_action(&corrected, match.state, i < 2 ? "bid 1" : "ready", &action).text);
        assert_int_equal(gg_match_do(&match, side, &action, &verdict), GG_MATCH_DONE);
        assert_int_equal(gg_match_run(&match), GG_MATCH_DONE);
    }
    assert_true(gg_match_turn(&match).over);
    const uint64_t end = gg_match_hash(&match);
    write_sealed(text);
    assert_non_null(strstr(text, "\nruleset secret 1\n"));
    assert_non_null(strstr(text, "\nrules 2 SE-1\nseed xoshiro 0000000000000009\n12 "));
    trouble = gg_record_replay(&again, &corrected, memory_again, text, UINT32_MAX);
    if (trouble.text != NULL) fail_msg("line %u: %s\n%s", trouble.line, trouble.text, text);
    assert_int_equal(gg_match_hash(&again), end);
    assert_int_equal(trouble.part.verified, AGREE);
    gg_text once_more = gg_text_over(other, RECORD_MAX);
    gg_record_write(&again, GG_NOBODY, true, &once_more);
    assert_string_equal(other, text);
    /* What was played by today's rules is proved as ever. */
    char *hash = strstr(strstr(text, "\nrules 2"), "# ") + 2;
    *hash = *hash == '0' ? '1' : '0';
    trouble = gg_record_replay(&again, &corrected, memory_again, text, UINT32_MAX);
    assert_non_null(trouble.text);
    assert_non_null(strstr(trouble.text, "the hash does not fit"));
}

/* Without a declared correction, or of a record of today's version, nothing is passed over. */
static void only_a_declared_correction_excuses(void **unused)
{
    (void)unused;
    gg_ruleset corrected = corrected_rules();
    play(true);
    write_sealed(text);
    corrected.corrections = gg_no_corrections;
    assert_non_null(gg_record_replay(&again, &corrected, memory_again, text, UINT32_MAX).text);
    corrected.corrections = rows;
    tamper(1, "ruleset secret 1", "ruleset secret 2");
    assert_non_null(gg_record_replay(&again, &corrected, memory_again, other, UINT32_MAX).text);
    /* and damage is damage */
    tamper(1, "\n14 ", "\n15 ");
    const gg_record_trouble trouble =
        gg_record_replay(&again, &corrected, memory_again, other, UINT32_MAX);
    assert_true(trouble.text != NULL && trouble.unreadable);
}

/* ---- Changes. ---- */

typedef struct change {
    int line;
    const char *from, *to;
    uint32_t found_at;
    const char *words;
    bool unreadable;
} change;

static void every_change_is_found(void **unused)
{
    (void)unused;
    play(true);
    write_all(text);
    static const change changes[] = {
        {1, "grognard 2", "grognard 3", 1, "format of record", true},
        {1, "ruleset secret 1", "ruleset secret 2", 2, "older version", true},
        {1, "ruleset secret 1", "ruleset drill 1", 2, "name of a game", true},
        {1, "ruleset secret 1", "rules secret 1", 2, "expected ruleset", true},
        {1, "scenario plain", "scenery plain", 3, "expected a line of the heading", true},
        {1, "scenario plain\n", "", 15, "expected a scenario or a position", true},
        {1, "highest=2", "highest=9", 4, "does not take that value", true},
        {1, "highest=2", "lowest=2", 4, "no such option", true},
        {1, "option highest=2", "option highest=1", 8, "beside", false},
        {1, "seed xoshiro 0000000000001805", "seed xoshiro 0000000000001806", 21,
         "seed gives other dice", false},
        {1, "seed xoshiro", "seed mersenne", 5, "generator", true},
        {1, "blue me", "blue ", 6, "expected a name", true},
        {1, "blue me", "green me", 6, "expected a line of the heading", true},
        {16, "bid 1", "bid 2", 16, "hash", false},
        {16, "bid 1", "bid 3", 16, "refuse", false},
        {16, "bid 1", "bet 1", 16, "expected the word of an action", true},
        {16, "blue bid", "red bid", 16, "hash", false},
        {16, "blue bid", "reveal", 16, "expected", true},
        {17, "2 red", "3 red", 17, "number of the next action", true},
        {21, "[reveal] :", "[reveal]", 21, "expected : and the dice", true},
        {21, "[reveal] : ", "[reveal] : 6 ", 21, "dice", false},
        {21, "# ", "# 0", 21, "expected the end of the line", true},
        {21, "# ", "", 21, "expected", true},
        {21, "# ", "# x", 21, "hash of sixteen", true},
        {45, "result blue", "result red", 58, "did not end like this", false},
        {45, "result blue", "result draw", 58, "did not end like this", false},
        {45, "SE-3", "SE-2", 58, "did not end like this", false},
        {45, "end 18", "end 17", 59, "actions are missing", true},
        {45, "end 18\n", "end 18\nmore\n", 60, "nothing after the end", true},
        {45, "end 18\n", "", 59, "breaks off", true},
        {45, "result ", "18 red ready : # 0000000000000000\nresult ", 58,
         "number of the next action", true},
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        const change *c = &changes[i];
        tamper(c->line, c->from, c->to);
        expect_trouble(c->found_at, c->words, c->unreadable);
    }
}

/* Every byte counts, those of the players' names too. */
static void no_byte_can_be_flipped(void **unused)
{
    (void)unused;
    for (int seeded = 0; seeded <= 1; seeded++) {
        play(seeded);
        write_sealed(text);
        assert_true_record(text);
        for (size_t i = 0; text[i] != '\0'; i++) {
            strcpy(other, text);
            other[i] ^= 1;
            if (replay(other).text == NULL)
                fail_msg("not found: byte %zu, `%c` for `%c`", i, other[i], text[i]);
        }
    }
    tamper(1, "blue me", "blue mo");
    expect_trouble(59, "not as it was written", false);
    tamper(1, "[blue ready]", "blue ready");
    expect_trouble(59, "not as it was written", false);
    tamper(1, "blue me\n", "blue me\nserver game 7\n"); /* a server has its own seal */
    assert_true_record(other);
    tamper(1, "red greedy\n", "red greedy\r\n"); /* nor does the end of a line matter */
    assert_true_record(other);
}

/* Who makes the only possible choice by hand has not told an untruth. */
static void a_forced_choice_may_be_made_by_hand(void **unused)
{
    (void)unused;
    play(true);
    write_all(text);
    tamper(19, "[blue ready]", "blue ready");
    assert_true_record(other);
}

/* An earlier version may have offered less and taken it by itself: its record stays good. */
static void what_once_was_taken_stays_true(void **unused)
{
    (void)unused;
    play(true);
    write_all(text);
    tamper(18, "blue bid 2", "[blue bid 2]");
    assert_true_record(other);
    tamper(18, "blue bid 2", "[blue bid 3]");
    expect_trouble(18, "refuse", false);
}

/* Swapping two actions, leaving one out, telling one twice. */
static void lines_may_not_wander(void **unused)
{
    (void)unused;
    play(true);
    write_all(text);
    char *third = strstr(text, "\n3 ") + 1, *fourth = strstr(text, "\n4 ") + 1;
    snprintf(other, sizeof other, "%.*s%s", (int)(third - text), text, fourth);
    expect_trouble(18, "number of the next action", true);
    snprintf(other, sizeof other, "%.*s%.*s%s", (int)(third - text), text, (int)(fourth - third),
             third, third);
    expect_trouble(19, "number of the next action", true);
    char *result = strstr(text, "result ");
    snprintf(other, sizeof other, "%.*s%s", (int)(result - text), text, strchr(result, '\n') + 1);
    expect_trouble(58, "the game is over here", false);
}

/* Each single face and each single digit of each hash. */
static void no_die_and_no_hash_can_be_changed(void **unused)
{
    (void)unused;
    for (int seeded = 0; seeded <= 1; seeded++) {
        play(seeded);
        write_all(text);
        uint32_t line = 1;
        const char *actions = strstr(text, "\n1 ");
        const char *line_at = text;
        for (size_t i = 0; text[i] != '\0'; i++) {
            line += text[i] == '\n';
            if (text[i] == '\n') line_at = text + i + 1;
            const char *hash = memchr(text + i, '#', strcspn(text + i, "\n"));
            bool in_hash =
                text + i > actions && hash == NULL && strchr("0123456789", *line_at) != NULL
                && strchr("0123456789abcdef", text[i]) != NULL && strchr(text + i, '#') != NULL;
            if (!in_hash || text[i - 1] == '\n') continue;
            strcpy(other, text);
            other[i] = text[i] == '0' ? '1' : '0';
            expect_trouble(line, "hash", false);
        }
        for (const char *reveal = text; (reveal = strstr(reveal, "[reveal] : ")) != NULL;
             reveal++) {
            uint32_t at = 1;
            for (const char *p = text; p < reveal; p++) at += *p == '\n';
            strcpy(other, text);
            char *face = other + (reveal - text) + strlen("[reveal] : ");
            *face = *face == '6' ? '5' : '6';
            gg_record_trouble trouble = replay(other);
            assert_non_null(trouble.text);
            assert_int_equal(trouble.line, at);
            assert_int_equal(trouble.unreadable, false);
            assert_true(trouble.expected[0] != '\0' && trouble.found[0] != '\0');
            assert_string_not_equal(trouble.expected, trouble.found);
        }
    }
}

/* Equal bids: the die changes nothing on the table, and still it cannot be changed. */
static void a_die_that_does_nothing_cannot_be_changed(void **unused)
{
    (void)unused;
    begin(false);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        does(side, "bid 2");
        does(side, "ready");
    }
    gg_match_run(&match);
    write_all(text);
    assert_true_record(text);
    strcpy(other, text);
    char *face = strstr(other, "[reveal] : ") + strlen("[reveal] : ");
    *face = *face == '6' ? '5' : '6';
    gg_record_trouble trouble = replay(other);
    assert_non_null(trouble.text);
    assert_non_null(strstr(trouble.text, "hash"));
}

/* Half a file, wherever it breaks off, is known for what it is. */
static void half_a_record_is_found(void **unused)
{
    (void)unused;
    play(true);
    write_all(text);
    for (size_t count = 0; count < strlen(text); count++) {
        memcpy(other, text, count);
        other[count] = '\0';
        gg_record_trouble trouble = replay(other);
        assert_non_null(trouble.text);
        assert_true(trouble.at <= count);
    }
}

static void noise_is_a_value(void **unused)
{
    (void)unused;
    gg_dice dice = gg_dice_random(99);
    play(true);
    write_all(text);
    for (int run = 0; run < 3000; run++) {
        strcpy(other, text);
        size_t length = strlen(text);
        for (int i = 0; i < 1 + run % 4; i++)
            other[gg_dice_pick(&dice, (uint32_t)length)] = (char)(1 + gg_dice_pick(&dice, 255));
        if (strcmp(other, text) == 0) continue;
        replay(other); /* any answer will do, but it must answer */
    }
}

/* ---- One side's part of a running game. ---- */

static void write_part(const gg_match *of, gg_side side, char *out)
{
    gg_text to = gg_text_over(out, RECORD_MAX);
    gg_record_write(of, side, false, &to);
    assert_false(to.cut);
}

/* Whatever has been played, for whoever looks: its part is read, proves what lies open and ends
 * with what he sees. */
static void expect_parts(void)
{
    gg_state *view = room_for_state(rules);
    for (gg_side side = GG_BLUE; side <= GG_NOBODY; side++) {
        write_part(&match, side, other);
        gg_record_trouble trouble = replay(other);
        if (trouble.text != NULL) fail_msg("line %u: %s\n%s", trouble.line, trouble.text, other);
        assert_true(trouble.part.is_part);
        assert_int_equal(trouble.part.side, side);
        gg_match_view(&match, side, view);
        assert_true(same_state(rules, trouble.part.hides ? view : match.state, again.state));
        assert_string_equal(again.seats[GG_RED], "greedy");
        trouble = gg_record_replay(&again, rules, memory_again, other, trouble.part.open);
        assert_null(trouble.text);
        assert_int_equal(again.entry_count, trouble.part.open);
        if (again.entry_count > 0)
            assert_int_equal(gg_match_hash(&again), hash_after(&match, again.entry_count));
    }
    free(view);
}

static void a_part_ends_with_what_the_side_sees(void **unused)
{
    (void)unused;
    static const struct {
        gg_side side;
        const char *words;
    } round[] = {
        {GG_BLUE, "bid 1"}, {GG_RED, "bid 1"}, {GG_BLUE, "bid 2"},
        {GG_BLUE, "ready"}, {GG_RED, "ready"},
    };
    begin(true);
    expect_parts();
    for (int number = 0; number < 2; number++) {
        for (size_t i = 0; i < sizeof round / sizeof *round; i++) {
            does(round[i].side, round[i].words);
            expect_parts();
        }
        gg_match_run(&match);
        expect_parts();
    }
}

static void a_part_marks_where_secrets_begin(void **unused)
{
    (void)unused;
    begin(true);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) does(side, "bid 2"), does(side, "ready");
    gg_match_run(&match);
    does(GG_RED, "bid 1");
    does(GG_BLUE, "bid 2");
    write_part(&match, GG_BLUE, text);
    assert_null(strstr(text, "seed"));
    assert_non_null(strstr(text, "\nview blue\n"));
    assert_non_null(strstr(text, "3 red bid 2 : # ")); /* it was opened */
    assert_non_null(strstr(text, "\nhidden\n6 blue bid 2 : #\npresent\n| position secret 1\n"));
    assert_non_null(strstr(text, "\nend 6 "));
    gg_record_trouble trouble = replay(text);
    assert_null(trouble.text);
    assert_int_equal(trouble.part.open, 5);
    assert_int_equal(trouble.part.told, 6);
    assert_int_equal(strncmp(text + trouble.part.lines_at, "6 blue bid 2", 12), 0);
}

/* Not only what was chosen, also how often, and whether anything was. */
static void a_part_does_not_tell_that_something_was_chosen(void **unused)
{
    (void)unused;
    static char before[RECORD_MAX];
    for (gg_side looker = GG_BLUE; looker <= GG_NOBODY; looker += 2) {
        begin(false);
        write_part(&match, looker, before);
        does(GG_RED, "bid 1");
        write_part(&match, looker, text);
        assert_string_equal(text, before);
        does(GG_RED, "bid 2");
        write_part(&match, looker, text);
        assert_string_equal(text, before);
        does(GG_RED, "ready");
        write_part(&match, looker, text);
        assert_string_equal(text, before);
    }
}

/* A position in which red has bid already is shown to blue without the bid, until it is opened. */
static void a_part_may_begin_from_a_position(void **unused)
{
    (void)unused;
    gg_state *positions[2] = {room_for_state(rules), room_for_state(rules)};
    static char parts[2][RECORD_MAX];
    for (int i = 0; i < 2; i++) {
        begin(true);
        does(GG_RED, i == 0 ? "bid 1" : "bid 2");
        memcpy(positions[i], match.state, rules->state_bytes);
        gg_match_begin_at(&match, rules, memory, positions[i], gg_dice_random(3));
        strcpy(match.seats[GG_RED], "greedy");
        does(GG_BLUE, "bid 2");
        expect_parts();
        write_part(&match, GG_BLUE, parts[i]);
    }
    assert_string_equal(parts[0], parts[1]);
    does(GG_RED, "ready");
    does(GG_BLUE, "ready");
    gg_match_run(&match);
    expect_parts();
    write_part(&match, GG_BLUE, text);
    gg_record_trouble trouble = replay(text);
    assert_int_equal(trouble.part.open, match.entry_count);
    free(positions[0]);
    free(positions[1]);
}

static void a_part_can_be_read_at_its_open_places_only(void **unused)
{
    (void)unused;
    begin(true);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) does(side, "bid 2"), does(side, "ready");
    gg_match_run(&match); /* five actions lie open */
    does(GG_BLUE, "bid 2");
    does(GG_BLUE, "bid 1");
    write_part(&match, GG_BLUE, text);
    for (uint32_t plies = 0; plies <= 5; plies++) {
        assert_null(gg_record_replay(&again, rules, memory_again, text, plies).text);
        assert_int_equal(again.entry_count, plies);
    }
    gg_record_trouble trouble = gg_record_replay(&again, rules, memory_again, text, 6);
    assert_non_null(trouble.text);
    assert_non_null(strstr(trouble.text, "not open yet"));
    assert_null(gg_record_replay(&again, rules, memory_again, text, 7).text);
    assert_int_equal(again.entry_count, 0); /* begun at what blue sees */
}

/* The lines are 1 grognard, 2 ruleset, 3 scenario, 4 option, 5 view, 6 blue, 7 red, 8 to 15 start,
 * 16 to 20 what lies open, 21 to 28 where it stands then, 29 hidden, 30 and 31 blue's bids, 32
 * present. */
static void every_change_of_a_part_is_found(void **unused)
{
    (void)unused;
    static const change changes[] = {
        {5, "view blue", "view green", 5, "expected blue, red or watcher", true},
        {5, "view blue\n", "", 28, "only one side's part", true},
        {16, "bid 2", "bid 1", 16, "hash", false},
        {20, "[reveal] : ", "[reveal] : ?", 20, "expected", true},
        {29, "hidden\n", "", 29, "hash of sixteen", true},
        {29, "hidden", "hiding", 29, "breaks off before its end", true},
        {30, "6 blue", "7 blue", 30, "number of the next action", true},
        {30, "bid 2 : #", "bid 2 : # 0123456789abcdef", 30, "end of the line", true},
        {32, "present", "now", 32, "expected present", true},
        {32, "| position", "| poisition", 33, "expected", true},
        {32, "end 7", "end 6", 40, "actions are missing", true},
        {32, "end 7\n", "", 40, "breaks off", true},
    };
    begin(true);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) does(side, "bid 2"), does(side, "ready");
    gg_match_run(&match);
    does(GG_BLUE, "bid 2");
    does(GG_BLUE, "bid 1");
    write_part(&match, GG_BLUE, text);
    drop_seal(text);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        const change *c = &changes[i];
        tamper(c->line, c->from, c->to);
        expect_trouble(c->found_at, c->words, c->unreadable);
    }
    for (size_t count = 0; count < strlen(text); count++) {
        memcpy(other, text, count);
        other[count] = '\0';
        assert_non_null(replay(other).text);
    }
}

static void unknown_headings_are_refused(void **unused)
{
    (void)unused;
    const char *bad[] = {"",
                         "\n\n",
                         "nonsense",
                         "grognard",
                         "grognard 99\nruleset drill 1\n",
                         "grognard 1\nruleset nothing 1\n",
                         "position nothing 1\n",
                         "position"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        gg_error error = gg_fine;
        assert_null(gg_record_ruleset(bad[i], &error));
        assert_non_null(error.text);
        assert_true(error.at <= strlen(bad[i]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_comes_back_as_it_was),
        cmocka_unit_test(the_heading_says_what_it_is),
        cmocka_unit_test(a_running_game_is_a_record_too),
        cmocka_unit_test(a_record_may_begin_from_a_position),
        cmocka_unit_test(the_heading_may_stand_in_any_order),
        cmocka_unit_test(house_rules_may_stand_in_any_order),
        cmocka_unit_test(a_heading_says_everything_once),
        cmocka_unit_test(a_replay_may_stop_early),
        cmocka_unit_test(a_replayed_game_goes_on_as_it_would_have),
        cmocka_unit_test(a_small_buffer_is_known_to_be_cut),
        cmocka_unit_test(a_corrected_rule_misjudges_nobody),
        cmocka_unit_test(a_game_goes_on_by_corrected_rules),
        cmocka_unit_test(only_a_declared_correction_excuses),
        cmocka_unit_test(every_change_is_found),
        cmocka_unit_test(no_byte_can_be_flipped),
        cmocka_unit_test(a_forced_choice_may_be_made_by_hand),
        cmocka_unit_test(what_once_was_taken_stays_true),
        cmocka_unit_test(lines_may_not_wander),
        cmocka_unit_test(no_die_and_no_hash_can_be_changed),
        cmocka_unit_test(a_die_that_does_nothing_cannot_be_changed),
        cmocka_unit_test(half_a_record_is_found),
        cmocka_unit_test(noise_is_a_value),
        cmocka_unit_test(a_part_ends_with_what_the_side_sees),
        cmocka_unit_test(a_part_marks_where_secrets_begin),
        cmocka_unit_test(a_part_does_not_tell_that_something_was_chosen),
        cmocka_unit_test(a_part_may_begin_from_a_position),
        cmocka_unit_test(a_part_can_be_read_at_its_open_places_only),
        cmocka_unit_test(every_change_of_a_part_is_found),
        cmocka_unit_test(unknown_headings_are_refused),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, make_room, free_room) == 0 ? 0 : 1;
}
