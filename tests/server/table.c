/*
 * table.c - one game: what each viewer is told is a function of what he may know.
 *
 * Pairs of tables with the same secret play the same game up to a place where one side chooses in
 * secret; there they choose differently.  Until the rules open it, every byte for the other side
 * and for the watchers must be equal, with every kind of clock, although the one who hides
 * something chooses at other moments.  A planted leak proves that the test can fail.
 * SPDX-License-Identifier: MIT
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/action.h"
#include "server/table.h"
#include "tests/secret.h"

enum { WIRE_BYTES = 8 << 20, PAIRS = 12, STEPS_MAX = 3000 };

typedef struct wire { /* all that goes to one viewer */
    gg_text text;
} wire;

typedef struct seen {
    table *table;
    int64_t now;
    table_ear *ear;
    wire wires[TABLE_VIEWERS];
} seen;

static void hear(void *to, gg_side viewer, uint32_t ply, const char *json, uint32_t count)
{
    seen *s = to;
    assert_int_equal(ply, s->table->ply[viewer]);
    gg_put_bytes(&s->wires[viewer].text, json, count);
    gg_put_char(&s->wires[viewer].text, '\n');
}

#define NOW 1794729600000

static const char *const clocks[] = {"none", "days 3", "bank 86400 30"};
enum { CLOCKS = sizeof clocks / sizeof clocks[0] };

static store_game row_of(const gg_ruleset *rules, uint32_t scenario, const char *clock)
{
    store_game row = {.id = "testgame",
                      .version = rules->version,
                      .seats = {"link", "link"},
                      .created = NOW / 1000};
    snprintf(row.clock, sizeof row.clock, "%s", clock);
    if (rules == &secret_rules) strcpy(row.options, "sealed=1");
    snprintf(row.ruleset, sizeof row.ruleset, "%s", rules->name);
    snprintf(row.scenario, sizeof row.scenario, "%s", rules->scenarios[scenario].name);
    memset(row.secret, 5, sizeof row.secret);
    return row;
}

static table_answer do_deed(seen *s, deed_kind kind, gg_side side, const char *text)
{
    table_refusal why;
    table_deed deed = {.kind = (uint8_t)kind, .side = side, .at = s->now};
    if (side < TABLE_VIEWERS) deed.ply = s->table->ply[side];
    snprintf(deed.text, sizeof deed.text, "%s", text);
    const table_answer answer = table_do(s->table, &deed, s->ear, &why);
    if (answer == TABLE_REFUSED) print_message("# refused: %s: %s\n", text, why.text);
    return answer;
}

static seen sit_down(const gg_ruleset *rules, uint32_t scenario, const char *clock)
{
    table_refusal why;
    seen s = {.now = NOW};
    const store_game row = row_of(rules, scenario, clock);
    s.table = table_new(&row, &why);
    s.ear = table_ear_new();
    assert_non_null(s.table);
    s.ear->hear = hear;
    s.ear->viewers = GG_SIDES_ALL;
    for (int viewer = 0; viewer < TABLE_VIEWERS; viewer++)
        s.wires[viewer].text = gg_text_over(malloc(WIRE_BYTES), WIRE_BYTES);
    return s;
}

static void begin(seen *s)
{
    s->ear->to = s;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        uint8_t token[TABLE_HASH_BYTES];
        char text[TABLE_TEXT_MAX];
        memset(token, side + 1, sizeof token);
        assert_true(table_write_sit(token, "somebody", "a line", text));
        assert_int_equal(do_deed(s, DEED_sit, side, text), TABLE_DONE);
    }
    assert_int_equal(do_deed(s, DEED_begin, GG_NOBODY, ""), TABLE_DONE);
}

static void get_up(seen *s)
{
    for (int viewer = 0; viewer < TABLE_VIEWERS; viewer++) free(s->wires[viewer].text.bytes);
    table_ear_free(s->ear);
    table_free(s->table);
}

/* The state and the record go over the wire too. */
static void look(seen *s, gg_side viewer)
{
    gg_text *text = &s->wires[viewer].text;
    gg_json json = gg_json_into(text);
    const table_who who = {.side = viewer};
    gg_json_object(&json, NULL);
    table_write_state(s->table, &who, &json);
    gg_json_end(&json);
    gg_put_char(text, '\n');
    if (s->table->match != NULL) table_write_record(s->table, viewer, text);
    assert_false(text->cut);
}

/* A choice of the side, as text; `which` of its offers, in a ring. */
static bool choose(const table *t, gg_side side, uint32_t which, char *out)
{
    gg_action *offers = malloc(t->rules->actions_max * sizeof *offers);
    gg_state *view = table_use_room(t)->view;
    gg_match_view(t->match, side, view);
    const uint32_t count = (table_deciding(t) >> side & 1) == 0
                               ? 0
                               : t->rules->offer(view, side, offers, t->rules->actions_max);
    if (count > 0) {
        gg_text text = gg_text_over(out, GG_ACTION_TEXT_MAX);
        gg_write_action(t->rules, view, &offers[which % count], &text);
    }
    free(offers);
    return count > 0;
}

static bool is_secret(const table *t)
{
    const gg_turn turn = gg_match_turn(t->match);
    return !turn.over && (turn.secret || turn.deciding == GG_SIDES_BOTH);
}

static bool same_wires(seen *one, seen *two, gg_side hider)
{
    for (gg_side viewer = GG_BLUE; viewer < TABLE_VIEWERS; viewer++) {
        if (viewer == hider) continue;
        look(one, viewer);
        look(two, viewer);
        const char *a = one->wires[viewer].text.bytes, *b = two->wires[viewer].text.bytes;
        size_t at = 0;
        while (a[at] != '\0' && a[at] == b[at]) at++;
        if (a[at] == b[at]) continue;
        print_message("# viewer %u: %.100s | %.100s\n", viewer, a + (at < 20 ? 0 : at - 20),
                      b + (at < 20 ? 0 : at - 20));
        return false;
    }
    return true;
}

/* Both play alike until the `nth` secret step of the side; true if there was one. */
static bool play_to_secret(seen *one, seen *two, gg_side hider, int nth, gg_dice *dice)
{
    for (int steps = 0; steps < STEPS_MAX && one->table->status == STORE_PLAYING; steps++) {
        if (is_secret(one->table) && (table_deciding(one->table) >> hider & 1) != 0 && nth-- == 0)
            return true;
        for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
            char action[GG_ACTION_TEXT_MAX];
            if (!choose(one->table, side, (uint32_t)gg_dice_bits(dice), action)) continue;
            one->now += 5000;
            two->now += 5000;
            assert_int_equal(do_deed(one, DEED_action, side, action), TABLE_DONE);
            assert_int_equal(do_deed(two, DEED_action, side, action), TABLE_DONE);
            break;
        }
    }
    return false;
}

/* Does something of its own at one table, in its own time, unless it has closed its part; false
 * when that opened it. */
static bool hide(seen *s, gg_side hider, uint32_t which)
{
    char action[GG_ACTION_TEXT_MAX];
    const uint32_t barrier = s->table->match->barrier_at;
    if (!is_secret(s->table) || !choose(s->table, hider, which, action)) return true;
    s->now += 1000 + 7 * (int64_t)which;
    assert_int_equal(do_deed(s, DEED_action, hider, action), TABLE_DONE);
    return s->table->match->barrier_at == barrier && s->table->status == STORE_PLAYING;
}

static int closed_alone; /* how often a part was closed at one table only, and not to be seen */

/* How many secret choices were really different and compared; -1: bytes differed. */
static int compare_pair(const gg_ruleset *rules, uint32_t scenario, const char *clock,
                        gg_side hider, int nth, uint64_t seed)
{
    gg_dice dice = gg_dice_random(seed);
    seen one = sit_down(rules, scenario, clock), two = sit_down(rules, scenario, clock);
    begin(&one);
    begin(&two);
    int compared = 0;
    if (play_to_secret(&one, &two, hider, nth, &dice)) {
        if (nth % 2 == 0) { /* an offer that lapses would tell of what is done in secret */
            do_deed(&one, DEED_draw_offered, 1 - hider, "");
            do_deed(&two, DEED_draw_offered, 1 - hider, "");
        }
        assert_true(same_wires(&one, &two, hider));
        for (uint32_t i = 1; i < 5 && compared >= 0; i++) {
            if (!hide(&one, hider, i) || !hide(&two, hider, i * 7 + 3)) break;
            const gg_sides first = table_deciding(one.table), second = table_deciding(two.table);
            const bool alone = first != second;
            if (strcmp(rules->name, "drill") == 0 && (first & second) != GG_SIDES_BOTH)
                break; /* a part is closed: drill says so aloud (DR-4) */
            const bool differ = gg_match_hash(one.table->match) != gg_match_hash(two.table->match);
            closed_alone += alone;
            if (!same_wires(&one, &two, hider)) compared = -1;
            else compared += differ;
        }
    }
    get_up(&one);
    get_up(&two);
    return compared;
}

static void what_is_hidden_does_not_change_a_byte(void **unused)
{
    (void)unused;
    int compared = 0;
    for (int r = 0; gg_rulesets[r] != NULL; r++) {
        for (int pair = 0; pair < PAIRS; pair++) {
            const uint32_t scenario = (uint32_t)pair % gg_rulesets[r]->scenario_count;
            const int found =
                compare_pair(gg_rulesets[r], scenario, clocks[pair % CLOCKS],
                             pair % 2 ? GG_RED : GG_BLUE, pair, 1805u + (uint64_t)pair);
            if (found < 0) fail_msg("%s: pair %d: the wires differ", gg_rulesets[r]->name, pair);
            compared += found;
        }
    }
    assert_true(compared > 0 && closed_alone > 0); /* else nothing was tested */
}

/* The owner of the choice sees the difference: the comparison would find a leak. */
static void a_leak_would_be_found(void **unused)
{
    (void)unused;
    int found = 0;
    for (int r = 0; gg_rulesets[r] != NULL && found == 0; r++) {
        gg_dice dice = gg_dice_random(3);
        seen one = sit_down(gg_rulesets[r], 0, clocks[r % CLOCKS]);
        seen two = sit_down(gg_rulesets[r], 0, clocks[r % CLOCKS]);
        begin(&one);
        begin(&two);
        if (play_to_secret(&one, &two, GG_RED, 0, &dice)) {
            hide(&one, GG_RED, 0);
            hide(&two, GG_RED, 3);
            if (gg_match_hash(one.table->match) != gg_match_hash(two.table->match))
                found += !same_wires(&one, &two, GG_BLUE);
        }
        get_up(&one);
        get_up(&two);
    }
    assert_true(found > 0);
}

/* ---- Doing again what was stored. ---- */

enum { DEEDS_MAX = 4000 };

typedef struct kept {
    store_deed deed;
    char text[TABLE_TEXT_MAX];
    uint8_t faces[512];
} kept;

static kept *deeds;
static uint32_t deed_count;

static void keep(seen *s, deed_kind kind, gg_side side, const char *text)
{
    table_refusal why;
    table_deed deed = {.kind = (uint8_t)kind, .side = side, .at = 5};
    if (side < TABLE_VIEWERS) deed.ply = s->table->ply[side];
    snprintf(deed.text, sizeof deed.text, "%s", text);
    assert_int_equal(table_do(s->table, &deed, s->ear, &why), TABLE_DONE);
    assert_in_range(deed.face_count, 0, 512);
    kept *k = &deeds[deed_count++];
    k->deed = (store_deed){.number = deed.number,
                           .kind = deed.kind,
                           .side = deed.side,
                           .ply = deed.ply,
                           .hash = deed.hash,
                           .is_hashed = true,
                           .at = deed.at,
                           .face_count = deed.face_count};
    memcpy(k->text, deed.text, sizeof k->text);
    if (deed.face_count > 0) memcpy(k->faces, deed.faces, deed.face_count);
    k->deed.text = k->text;
    k->deed.faces = k->faces;
}

/* As hex digits: of a server that goes on from a copy. */
static const char *other_secret(int number)
{
    static char text[2 * FAIR_SECRET_BYTES + 1];
    memset(text, 'a' + number % 6, sizeof text - 1);
    return text;
}

static void keep_game(seen *s, uint64_t seed, int limit)
{
    gg_dice dice = gg_dice_random(seed);
    char action[GG_ACTION_TEXT_MAX], text[TABLE_TEXT_MAX];
    uint8_t token[TABLE_HASH_BYTES] = {0};
    s->ear->to = s;
    deed_count = 0;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        table_write_sit(token, "somebody", "", text);
        keep(s, DEED_sit, side, text);
    }
    keep(s, DEED_begin, GG_NOBODY, "");
    for (int i = 0; i < limit && s->table->status == STORE_PLAYING; i++) {
        bool freely;
        const gg_side side =
            choose(s->table, GG_BLUE, (uint32_t)gg_dice_bits(&dice), action) ? GG_BLUE : GG_RED;
        if (side == GG_RED)
            assert_true(choose(s->table, GG_RED, (uint32_t)gg_dice_bits(&dice), action));
        keep(s, DEED_action, side, action);
        if (i % 9 == 0 && table_can_take_back(s->table, side, &freely))
            keep(s, DEED_takeback, side, "");
        if (i == 20 || i == 41) keep(s, DEED_restored, GG_NOBODY, other_secret(i));
    }
    if (s->table->status == STORE_PLAYING) keep(s, DEED_resigned, GG_RED, "");
}

static void a_stored_game_is_the_same_game(void **unused)
{
    (void)unused;
    for (int r = 0; gg_rulesets[r] != NULL; r++) {
        const char *trouble;
        seen one = sit_down(gg_rulesets[r], 0, clocks[r % CLOCKS]);
        seen two = sit_down(gg_rulesets[r], 0, clocks[r % CLOCKS]);
        keep_game(&one, 11, 300);
        two.ear->to = &two;
        for (uint32_t i = 0; i < deed_count; i++)
            if (!table_redo(two.table, &deeds[i].deed, two.ear, &trouble))
                fail_msg("%s: deed %u: %s", gg_rulesets[r]->name, i, trouble);
        for (gg_side viewer = GG_BLUE; viewer < TABLE_VIEWERS; viewer++) {
            look(&one, viewer);
            look(&two, viewer);
            assert_string_equal(one.wires[viewer].text.bytes, two.wires[viewer].text.bytes);
        }
        get_up(&one);
        get_up(&two);
    }
}

/* As servers had it once: whatever is offered alone is all there is. */
static const gg_ruleset *now_rules;

static gg_turn turn_of_old(const gg_state *state)
{
    gg_turn turn = now_rules->turn(state);
    turn.whole = 1;
    return turn;
}

static uint32_t not_taken_now(const table *t)
{
    uint32_t count = 0;
    table_find_start(t);
    gg_teller teller = gg_teller_of(t->match, malloc(t->rules->state_bytes));
    for (uint32_t i = 0; i < t->match->entry_count; i++) {
        const gg_entry *entry = &t->match->entries[i];
        count += entry->forced && entry->side <= GG_RED && !now_rules->turn(teller.state).whole;
        gg_tell_next(&teller, NULL, NULL);
    }
    free(teller.state);
    return count;
}

/* Does all of it again.  Of deeds whose hash an older program made only faces and what follows tell
 * what was taken, so at the end something may be left to be taken. */
static void redo_as_before(seen *two, const table *one, bool is_hashed, int seed)
{
    const char *trouble;
    two->ear->to = two;
    for (uint32_t i = 0; i < deed_count; i++) {
        deeds[i].deed.is_hashed = is_hashed;
        if (!table_redo(two->table, &deeds[i].deed, two->ear, &trouble))
            fail_msg("%s, game %d: deed %u: %s", now_rules->name, seed, i, trouble);
    }
    const uint32_t count = two->table->match->entry_count;
    assert_true(is_hashed ? count == one->match->entry_count : count <= one->match->entry_count);
    for (uint32_t i = count; i < one->match->entry_count; i++)
        assert_true(one->match->entries[i].forced);
    assert_memory_equal(two->table->match->entries, one->match->entries, count * sizeof(gg_entry));
}

/* A running game in which an older server took a single offer for a side goes on. */
static void a_single_offer_taken_once_stays_taken(void **unused)
{
    (void)unused;
    uint32_t taken = 0;
    for (int r = 0; gg_rulesets[r] != NULL; r++) {
        now_rules = gg_rulesets[r];
        gg_ruleset old = *now_rules;
        old.turn = turn_of_old;
        const bool some = strcmp(old.name, "drill") == 0 || strcmp(old.name, "squares") == 0;
        for (uint64_t seed = 0; some && seed < 60; seed++) {
            seen one = sit_down(now_rules, 0, "none");
            one.table->rules = &old;
            keep_game(&one, 100 + seed, 60);
            taken += not_taken_now(one.table);
            for (int is_hashed = 0; is_hashed <= 1; is_hashed++) {
                seen two = sit_down(now_rules, 0, "none");
                redo_as_before(&two, one.table, is_hashed, (int)seed);
                get_up(&two);
            }
            get_up(&one);
        }
    }
    assert_true(taken > 0);
}

/* Through a snapshot at every few deeds: nobody is told anything else for it. */
static void a_snapshot_is_the_same_game(void **unused)
{
    (void)unused;
    for (int r = 0; gg_rulesets[r] != NULL; r++) {
        const char *trouble;
        seen one = sit_down(gg_rulesets[r], 0, clocks[r % CLOCKS]);
        seen two = sit_down(gg_rulesets[r], 0, clocks[r % CLOCKS]);
        keep_game(&one, 12, 300);
        two.ear->to = &two;
        for (uint32_t i = 0; i < deed_count; i++) {
            assert_true(table_redo(two.table, &deeds[i].deed, two.ear, &trouble));
            size_t count = 0, again = 0;
            uint8_t *bytes = i % 5 == 0 ? table_write_snapshot(two.table, &count) : NULL;
            if (bytes == NULL) continue;
            store_game row;
            table_write_row(two.table, &row);
            table *read = table_read_snapshot(&row, bytes, count);
            assert_non_null(read);
            uint8_t *other = table_write_snapshot(read, &again);
            assert_int_equal(again, count);
            assert_memory_equal(other, bytes, count);
            bytes[count / 2] ^= 1;
            assert_null(table_read_snapshot(&row, bytes, count));
            assert_null(table_read_snapshot(&row, other, count - 1));
            free(bytes);
            free(other);
            table_free(two.table);
            two.table = read;
        }
        for (gg_side viewer = GG_BLUE; viewer < TABLE_VIEWERS; viewer++) {
            look(&one, viewer);
            look(&two, viewer);
            assert_string_equal(one.wires[viewer].text.bytes, two.wires[viewer].text.bytes);
        }
        get_up(&one);
        get_up(&two);
    }
}

static void a_changed_deed_is_found(void **unused)
{
    (void)unused;
    const char *trouble;
    seen one = sit_down(gg_rulesets[0], 0, "none");
    keep_game(&one, 12, 60);
    for (int change = 0; change < 4; change++) {
        seen two = sit_down(gg_rulesets[0], 0, "none");
        two.ear->to = &two;
        bool fine = true;
        for (uint32_t i = 0; fine && i < deed_count; i++) {
            kept k = deeds[i];
            k.deed.text = k.text;
            k.deed.faces = k.faces;
            if (i == 10 && change == 0) k.deed.hash ^= 1;
            if (i == 10 && change == 1) k.deed.number++;
            if (i == 10 && change == 2) strcpy(k.text, "nonsense");
            if (i == 10 && change == 3) k.faces[k.deed.face_count++] = 1;
            fine = table_redo(two.table, &k.deed, two.ear, &trouble);
            if (!fine) assert_int_equal(i, 10);
        }
        assert_false(fine);
        get_up(&two);
    }
    get_up(&one);
}

static void old_rules_are_refused(void **unused)
{
    (void)unused;
    table_refusal why;
    store_game row = row_of(gg_rulesets[0], 0, "none");
    row.version++;
    assert_null(table_new(&row, &why));
    assert_int_equal(why.status, 410);
    assert_string_equal(why.error, "old-rules");
}

static void tokens_are_told_apart(void **unused)
{
    (void)unused;
    table_who who;
    uint8_t hash[TABLE_HASH_BYTES];
    seen s = sit_down(gg_rulesets[0], 0, "none");
    memset(s.table->seats[0].invitation, 21, TABLE_HASH_BYTES);
    memset(s.table->seats[1].invitation, 22, TABLE_HASH_BYTES);
    memset(hash, 0, sizeof hash); /* the token of an empty seat is no token */
    assert_false(table_find_who(s.table, hash, &who));
    assert_true(table_find_who(s.table, NULL, &who));
    assert_int_equal(who.side, GG_NOBODY);
    memset(hash, 22, sizeof hash);
    assert_true(table_find_who(s.table, hash, &who));
    assert_true(who.invited && who.side == GG_RED);
    begin(&s);
    assert_true(table_find_who(s.table, hash, &who));
    assert_true(!who.invited && who.spent);
    memset(hash, GG_RED + 1, sizeof hash);
    assert_true(table_find_who(s.table, hash, &who));
    assert_true(!who.invited && !who.spent && who.side == GG_RED);
    get_up(&s);
}

/* A game by house rules says so before it begins, in its position and in its record. */
static void house_rules_are_told(void **none)
{
    (void)none;
    table_refusal why;
    const gg_ruleset *rules = gg_rulesets[0];
    for (int i = 0; strcmp(rules->name, "drill") != 0; i++) rules = gg_rulesets[i];
    store_game row = row_of(rules, 0, "none");
    strcpy(row.options, "rounds=3 march=500");
    assert_null(table_new(&row, &why));
    assert_int_equal(why.status, 400);
    seen s = sit_down(rules, 0, "none");
    look(&s, GG_RED);
    assert_null(strstr(s.wires[GG_RED].text.bytes, "\"house\""));
    table_free(s.table);
    strcpy(row.options, "rounds=3 march=70");
    s.table = table_new(&row, &why);
    assert_non_null(s.table);
    look(&s, GG_BLUE); /* it waits */
    assert_non_null(strstr(s.wires[GG_BLUE].text.bytes, "\"house\":{\"hash\":"));
    assert_non_null(strstr(s.wires[GG_BLUE].text.bytes, "\"id\":\"march\",\"value\":70"));
    begin(&s);
    look(&s, GG_NOBODY);
    assert_non_null(strstr(s.wires[GG_NOBODY].text.bytes, "\nnumber march=70\n")); /* the record */
    get_up(&s);
}

static const gg_ruleset *counted;
static uint32_t applied;

static void count_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                        gg_log *log)
{
    applied++;
    counted->apply(state, side, action, dice, log);
}

/* From now on it counts how often an action of this table is done. */
static gg_ruleset count_applies(seen *s)
{
    counted = s->table->rules;
    gg_ruleset rules = *counted;
    rules.apply = count_apply;
    return rules;
}

/* One table tells from what was seen while it was done, the other does everything once more: not a
 * byte differs, and the first does every action once. */
static void what_was_seen_is_not_done_again(void **none)
{
    (void)none;
    uint32_t entries = 0, once = 0, twice = 0;
    for (int i = 0; gg_rulesets[i] != NULL; i++) {
        gg_dice dice = gg_dice_random(31 + (uint64_t)i);
        seen one = sit_down(gg_rulesets[i], 0, "none"), two = sit_down(gg_rulesets[i], 0, "none");
        begin(&one);
        begin(&two);
        const gg_ruleset counting = count_applies(&one);
        one.table->rules = one.table->match->rules = &counting;
        two.table->rules = two.table->match->rules = &counting;
        for (int steps = 0; steps < 60 && one.table->status == STORE_PLAYING; steps++) {
            char action[GG_ACTION_TEXT_MAX];
            const gg_side side = (table_deciding(one.table) & 1) != 0 ? GG_BLUE : GG_RED;
            assert_true(choose(one.table, side, (uint32_t)gg_dice_bits(&dice), action));
            const uint32_t before = one.table->match->entry_count;
            applied = 0;
            assert_int_equal(do_deed(&one, DEED_action, side, action), TABLE_DONE);
            once += applied;
            entries += one.table->match->entry_count - before;
            table_use_room(two.table);
            two.table->match->witness = NULL;
            applied = 0;
            assert_int_equal(do_deed(&two, DEED_action, side, action), TABLE_DONE);
            twice += applied;
        }
        assert_true(same_wires(&one, &two, TABLE_VIEWERS));
        one.table->rules = two.table->rules = counted;
        get_up(&one);
        get_up(&two);
    }
    print_message("# %u entries: %u times done where they were seen, %u where not\n", entries, once,
                  twice);
    assert_true(entries > 200);
    assert_int_equal(twice, 2 * entries);
    assert_in_range(once, entries, entries + entries / 20); /* a long row of forced steps */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(house_rules_are_told),
        cmocka_unit_test(what_was_seen_is_not_done_again),
        cmocka_unit_test(what_is_hidden_does_not_change_a_byte),
        cmocka_unit_test(a_leak_would_be_found),
        cmocka_unit_test(a_stored_game_is_the_same_game),
        cmocka_unit_test(a_single_offer_taken_once_stays_taken),
        cmocka_unit_test(a_snapshot_is_the_same_game),
        cmocka_unit_test(a_changed_deed_is_found),
        cmocka_unit_test(old_rules_are_refused),
        cmocka_unit_test(tokens_are_told_apart),
    };
    if (sodium_init() < 0) return 1;
    deeds = calloc(DEEDS_MAX, sizeof *deeds);
    const int failed = cmocka_run_group_tests_name("table", tests, NULL, NULL);
    free(deeds);
    return failed;
}
