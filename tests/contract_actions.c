/*
 * contract_actions.c - promises about doing something: dice, undo, odds, secrets, records.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "core/action.h"
#include "contract.h"
#include "core/seat.h"
#include "core/numbers.h"
#include "core/position.h"
#include "core/state_hash.h"
#include "core/record.h"

static const gg_state *here(const contract *c) { return c->match->state; }

/* By the standard options always; by others where they go together. */
void check_setup(contract *c, const int32_t *options)
{
    const gg_error plain = gg_setup(c->rules, c->copy, c->scenario, NULL, NULL);
    contract_expect(c, PROMISE_SETUP, plain.text == NULL, "%s", plain.text);
    memset(c->copy, 0x00, c->rules->state_bytes);
    memset(c->second, 0xff, c->rules->state_bytes);
    gg_error one = gg_setup(c->rules, c->copy, c->scenario, options, NULL);
    gg_error two = gg_setup(c->rules, c->second, c->scenario, options, NULL);
    contract_expect(c, PROMISE_SETUP, (one.text == NULL) == (two.text == NULL), "%s", one.text);
    if (one.text != NULL) return;
    contract_expect(c, PROMISE_SETUP, same_state(c->rules, c->copy, c->second),
                    "bytes are left as they were before");
    const char *broken = gg_audit(c->rules, c->copy);
    contract_expect(c, PROMISE_SETUP, broken == NULL, "%s", broken);
}

/* ---- Equal dice, equal bytes. ---- */

void check_apply(contract *c, gg_side side, const gg_action *action)
{
    const gg_ruleset *rules = c->rules;
    gg_dice one = gg_dice_random(c->seed ^ c->step), two = one, three = one;
    uint8_t faces[1024], more_faces[1024];
    one.trace = faces;
    two.trace = more_faces;
    one.trace_limit = two.trace_limit = sizeof faces;
    gg_log log = {.events = c->events, .limit = CONTRACT_EVENTS};
    gg_log more = {.events = c->more_events, .limit = CONTRACT_EVENTS};
    gg_action as_given = *action;
    memcpy(c->copy, here(c), rules->state_bytes);
    memcpy(c->second, here(c), rules->state_bytes);
    memcpy(c->seen, here(c), rules->state_bytes);
    rules->apply(c->copy, side, action, &one, &log);
    rules->apply(c->second, side, action, &two, &more);
    rules->apply(c->seen, side, action, &three, NULL);
    const char *words = action_words(rules, here(c), action);
    contract_expect(c, PROMISE_APPLY, memcmp(&as_given, action, sizeof as_given) == 0,
                    "`%s` was changed", words);
    contract_expect(c, PROMISE_APPLY, same_state(rules, c->copy, c->second),
                    "`%s` ends differently the second time", words);
    contract_expect(c, PROMISE_APPLY, same_state(rules, c->copy, c->seen),
                    "`%s` ends differently without a log", words);
    contract_expect(c, PROMISE_APPLY,
                    one.trace_count == two.trace_count
                        && memcmp(faces, more_faces, one.trace_count) == 0
                        && one.requests == three.requests,
                    "`%s` rolls other dice", words);
    contract_expect(c, PROMISE_APPLY,
                    log.count == more.count
                        && memcmp(c->events, c->more_events, log.count * sizeof *c->events) == 0,
                    "`%s` is told otherwise the second time", words);
    contract_expect(c, PROMISE_CITES, log.count < CONTRACT_EVENTS, "`%s` fills the log", words);
    check_events(c, c->events, log.count);
    const char *broken = gg_audit(rules, c->copy);
    contract_expect(c, PROMISE_AUDIT, broken == NULL, "after `%s`: %s", words, broken);
}

/* ---- Words for people. ---- */

static bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

/* "30.642,13.974". */
static bool has_coordinates(const char *text)
{
    for (const char *at = strchr(text, ','); at != NULL; at = strchr(at + 1, ','))
        if (at > text && is_digit(at[-1]) && (is_digit(at[1]) || at[1] == '-')) return true;
    return false;
}

/* "1 points": a word of many behind one.  A verb may stand there. */
static bool has_one_of_many(const char *text)
{
    static const char *const verbs[] = {"is", "was", "has", "begins", "adds", "attacks", "shoots"};
    for (const char *at = strchr(text, '1'); at != NULL; at = strchr(at + 1, '1')) {
        if (at[1] != ' ' || (at > text && at[-1] != ' ' && at[-1] != '(')) continue;
        const char *word = at + 2;
        size_t length = strspn(word, "abcdefghijklmnopqrstuvwxyz");
        if (length < 2 || word[length - 1] != 's' || word[length - 2] == 's') continue;
        bool verb = false;
        for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
            verb = verb || (strlen(verbs[i]) == length && memcmp(verbs[i], word, length) == 0);
        if (!verb) return true;
    }
    return false;
}

/* "red resigns: blue wins", not "blue wins" alone. */
static bool says_why(const char *told)
{
    const bool who = strstr(told, " won") != NULL || strstr(told, " wins") != NULL
                     || strstr(told, "draw") != NULL;
    return who && strpbrk(told, ":,") != NULL;
}

bool is_plain(const char *text) { return !has_coordinates(text) && !has_one_of_many(text); }

static bool unit_exists(const contract *c, gg_unit unit)
{
    return unit == GG_NO_UNIT || unit < c->rules->unit_count;
}

void check_events(contract *c, const gg_event *events, uint32_t count)
{
    const gg_ruleset *rules = c->rules;
    for (uint32_t i = 0; i < count; i++) {
        const gg_event *event = &events[i];
        bool is_check = event->kind == GG_ROLL && event->check != GG_NO_CHECK;
        bool in_tables = event->clause > 0 && event->clause < rules->clause_count
                         && event->kind <= GG_END && event->saying < rules->saying_count
                         && (!is_check || event->check < rules->check_count)
                         && unit_exists(c, event->who) && unit_exists(c, event->whom)
                         && event->face_count <= GG_FACES_MAX && event->line_count <= GG_LINES_MAX;
        contract_expect(c, PROMISE_CITES, in_tables,
                        "event %u: kind %u, clause %u, saying %u, check %u", i, event->kind,
                        event->clause, event->saying, event->check);
        if (!in_tables) continue;
        contract_expect(c, PROMISE_CITES, is_check || event->saying != 0 || event->face_count > 0,
                        "event %u says nothing", i);
        contract_expect(c, PROMISE_CITES, event->seen_by != 0, "event %u is for nobody's eyes", i);
        for (int l = 0; is_check && l < event->line_count; l++)
            contract_expect(c, PROMISE_CITES,
                            event->lines[l].mod < rules->checks[event->check]->mod_count,
                            "event %u: modifier %u", i, event->lines[l].mod);
        gg_text out = gg_text_over(c->text, TEXT_MAX);
        gg_put_event(&out, rules, c->copy, event);
        contract_expect(c, PROMISE_CITES,
                        !out.cut && strchr(c->text, '{') == NULL
                            && strstr(c->text, gg_clause_number(rules, event->clause)) != NULL,
                        "event %u is told as `%s`", i, c->text);
        contract_expect(c, PROMISE_PLAIN, is_plain(c->text), "event %u is told as `%s`", i,
                        c->text);
        contract_expect(c, PROMISE_REASON, event->kind != GG_END || says_why(c->text),
                        "the end is told as `%s`", c->text);
    }
}

/* ---- Notation of actions. ---- */

void check_action_text(contract *c, const gg_state *state, gg_side side, const gg_action *action)
{
    const gg_ruleset *rules = c->rules;
    rules->view(state, side, c->view);
    for (int through_view = 0; through_view <= 1; through_view++) {
        const gg_state *where = through_view ? c->view : state;
        char words[2 * GG_ACTION_TEXT_MAX];
        gg_text out = gg_text_over(words, sizeof words);
        gg_action read;
        gg_write_action(rules, where, action, &out);
        memset(&read, 0x5a, sizeof read);
        gg_error error = gg_read_action(rules, where, words, &read);
        contract_expect(c, PROMISE_MOVE_TEXT, out.count > 0 && out.count < GG_ACTION_TEXT_MAX,
                        "`%s` has %u bytes", words, out.count);
        contract_expect(c, PROMISE_MOVE_TEXT,
                        strpbrk(words, "\n;[]") == NULL && strstr(words, " :") == NULL
                            && strstr(words, " #") == NULL,
                        "`%s` would break the record", words);
        contract_expect(c, PROMISE_MOVE_TEXT, error.text == NULL, "`%s`: %s", words, error.text);
        contract_expect(c, PROMISE_MOVE_TEXT,
                        error.text != NULL || memcmp(&read, action, sizeof read) == 0,
                        "`%s` reads back as another action", words);
    }
}

/* ---- Odds. ---- */

enum { RUNS_ENOUGH = 20000 };

static const gg_event *first_roll(const gg_event *events, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (events[i].kind == GG_ROLL && events[i].check != GG_NO_CHECK) return &events[i];
    return NULL;
}

/* Enumerates the action and adds up what its first roll comes to; false if that is too much. */
static bool enumerate_first_roll(contract *c, gg_side side, const gg_action *action,
                                 const gg_check *check, gg_fraction found[GG_OUTCOMES_MAX],
                                 bool *rolls)
{
    gg_dice dice = gg_dice_enumerate();
    *rolls = false;
    for (int i = 0; i < GG_OUTCOMES_MAX; i++) found[i] = (gg_fraction){0, 1};
    while (gg_dice_next(&dice)) {
        gg_log log = {.events = c->events, .limit = CONTRACT_EVENTS};
        memcpy(c->copy, here(c), c->rules->state_bytes);
        c->rules->apply(c->copy, side, action, &dice, &log);
        *rolls = *rolls || dice.depth > 0;
        if (dice.trouble != GG_DICE_FINE || dice.runs > RUNS_ENOUGH) return false;
        const gg_event *roll = first_roll(c->events, log.count);
        if (check == NULL || roll == NULL || c->rules->checks[roll->check] != check) continue;
        int result = check->kind == GG_SUM ? roll->band : roll->total;
        if (result < 0 || result >= GG_OUTCOMES_MAX) continue;
        if (!gg_fraction_plus(&found[result], dice.weight)) return false;
    }
    return true;
}

void check_preview(contract *c, gg_side side, const gg_action *action)
{
    union {
        max_align_t aligned;
        uint8_t bytes[GG_QUERY_BYTES_MAX];
    } query;
    gg_fraction told[GG_OUTCOMES_MAX], found[GG_OUTCOMES_MAX];
    bool rolls;
    c->rules->view(here(c), side, c->view);
    memset(&query, 0, sizeof query);
    const gg_check *check = c->rules->preview(c->view, side, action, query.bytes);
    if (!enumerate_first_roll(c, side, action, check, found, &rolls)) return;
    const char *words = action_words(c->rules, here(c), action);
    if (check == NULL) {
        contract_expect(c, PROMISE_PREVIEW, !rolls || side == GG_NOBODY,
                        "`%s` rolls and has no preview", words);
        return;
    }
    int results = gg_check_odds(check, gg_house_of(c->rules, here(c)), query.bytes, told);
    for (int i = 0; i < results; i++) {
        gg_fraction one = gg_fraction_reduce(told[i]), two = gg_fraction_reduce(found[i]);
        contract_expect(c, PROMISE_PREVIEW, one.top == two.top && one.bottom == two.bottom,
                        "`%s`, %s, result %d: told %llu/%llu, found %llu/%llu", words, check->name,
                        i, (unsigned long long)one.top, (unsigned long long)one.bottom,
                        (unsigned long long)two.top, (unsigned long long)two.bottom);
    }
}

/* ---- Secrets. ---- */

static bool reveals(const gg_log *log)
{
    for (uint32_t i = 0; i < log->count; i++)
        if (log->events[i].kind == GG_REVEAL) return true;
    return false;
}

/* What others may read of a game that now takes this action. */
static bool record_after(contract *c, gg_side side, const gg_action *action, gg_side reader,
                         char *out)
{
    gg_text text = gg_text_over(c->text, TEXT_MAX);
    gg_record_write(c->match, GG_NOBODY, true, &text);
    gg_record_trouble trouble =
        gg_record_replay(c->other, c->rules, c->other_memory, c->text, UINT32_MAX);
    contract_expect(c, PROMISE_RECORD, trouble.text == NULL, "line %u: %s", trouble.line,
                    trouble.text);
    gg_verdict verdict;
    if (trouble.text != NULL || gg_match_do(c->other, side, action, &verdict) != GG_MATCH_DONE)
        return false;
    text = gg_text_over(out, TEXT_MAX);
    gg_record_write(c->other, reader, false, &text);
    return true;
}

/* `text` is what this side reads after a choice of the other: if it could not see that there was
 * one, it cannot read it either. */
static void check_unseen_choice(contract *c, gg_side side, const char *text)
{
    c->rules->view(here(c), side, c->view);
    c->rules->view(c->copy, side, c->seen);
    if (!same_state(c->rules, c->view, c->seen)) return;
    gg_text out = gg_text_over(c->more_text, TEXT_MAX);
    gg_record_write(c->match, side, false, &out);
    contract_expect(c, PROMISE_SECRET, strcmp(text, c->more_text) == 0,
                    "%s reads in the record that something was chosen", gg_side_name(side));
}

static uint32_t next_open(const gg_event *events, uint32_t count, uint32_t at, gg_side side)
{
    while (at < count
           && ((events[at].kind != GG_MOVE && events[at].kind != GG_LOSS)
               || !gg_event_is_seen(&events[at], side)))
        at++;
    return at;
}

/* Dice that this side sees rolled. */
static uint32_t open_rolls(const gg_event *events, uint32_t count, gg_side side)
{
    uint32_t rolls = 0;
    for (uint32_t i = 0; i < count; i++)
        rolls += events[i].kind == GG_ROLL && gg_event_is_seen(&events[i], side);
    return rolls;
}

/* What is done, or rolled, in the open differs. */
bool are_told_apart(const gg_event *one, uint32_t count, const gg_event *other, uint32_t others,
                    gg_side side)
{
    if (open_rolls(one, count, side) != open_rolls(other, others, side)) return true;
    uint32_t i = next_open(one, count, 0, side), k = next_open(other, others, 0, side);
    if (i == count || k == others) return false;
    while (i < count && k < others && memcmp(&one[i], &other[k], sizeof *one) == 0) {
        i = next_open(one, count, i + 1, side);
        k = next_open(other, others, k + 1, side);
    }
    return i < count || k < others;
}

static bool is_sealed_after(const gg_ruleset *rules, const gg_state *state)
{
    const gg_turn turn = rules->turn(state);
    return !turn.over && gg_turn_is_secret(turn);
}

static uint32_t next_roll(const gg_log *log, uint32_t at, gg_side side)
{
    while (at < log->count
           && (log->events[at].kind != GG_ROLL || !gg_event_is_seen(&log->events[at], side)))
        at++;
    return at;
}

/* Whoever may choose in secret may also choose what he cannot hide (clausewitz, CW-R116: an order
 * to a Brigade that is known): then nothing is sealed in the step after it, and whom the dice that
 * this side saw were rolled for says what it was. */
bool are_rolled_apart(const gg_ruleset *rules, const deed *one, const deed *other, gg_side side)
{
    if (is_sealed_after(rules, one->after) || is_sealed_after(rules, other->after)) return false;
    uint32_t i = next_roll(one->log, 0, side), k = next_roll(other->log, 0, side);
    while (i < one->log->count && k < other->log->count) {
        const gg_event *roll = &one->log->events[i], *another = &other->log->events[k];
        if (roll->who != another->who || roll->whom != another->whom) return true;
        i = next_roll(one->log, i + 1, side);
        k = next_roll(other->log, k + 1, side);
    }
    return false;
}

/* `chooser` takes one or another of two equal-looking secret choices: everybody else sees, is
 * offered and reads the same. */
void check_secret(contract *c, gg_side chooser)
{
    const gg_ruleset *rules = c->rules;
    uint32_t count = rules->offer(here(c), chooser, c->offers, rules->actions_max);
    if (count < 2) return;
    gg_action one = c->offers[gg_dice_pick(&c->dice, count)];
    gg_action two = c->offers[gg_dice_pick(&c->dice, count)];
    if (one.kind != two.kind || memcmp(&one, &two, sizeof one) == 0) return;
    gg_dice none = gg_dice_scripted(NULL, 0);
    gg_log log = {.events = c->events, .limit = CONTRACT_EVENTS};
    gg_log more = {.events = c->more_events, .limit = CONTRACT_EVENTS};
    memcpy(c->copy, here(c), rules->state_bytes);
    memcpy(c->second, here(c), rules->state_bytes);
    rules->apply(c->copy, chooser, &one, &none, &log);
    rules->apply(c->second, chooser, &two, &none, &more);
    if (reveals(&log) || reveals(&more)) return;
    for (gg_side side = GG_BLUE; side <= GG_NOBODY; side++) {
        if (side == chooser) continue;
        if (are_told_apart(log.events, log.count, more.events, more.count, side)) continue;
        if (are_rolled_apart(rules, &(deed){c->copy, &log}, &(deed){c->second, &more}, side))
            continue;
        rules->view(c->copy, side, c->view);
        rules->view(c->second, side, c->seen);
        contract_expect(c, PROMISE_SECRET, same_state(rules, c->view, c->seen),
                        "%s can tell `%s` from another choice of %s", gg_side_name(side),
                        action_words(rules, here(c), &one), gg_side_name(chooser));
        uint32_t offered = rules->offer(c->copy, side, c->offers, rules->actions_max);
        uint32_t others = rules->offer(c->second, side, c->more, rules->actions_max);
        contract_expect(c, PROMISE_SECRET,
                        offered == others
                            && memcmp(c->offers, c->more, offered * sizeof *c->more) == 0,
                        "%s is offered other actions", gg_side_name(side));
        check_secret_before(c, side, c->copy, c->second);
        for (uint32_t i = 0; i < log.count; i++)
            contract_expect(
                c, PROMISE_SECRET,
                !gg_event_is_seen(&log.events[i], side)
                    || (i < more.count
                        && memcmp(&log.events[i], &more.events[i], sizeof *log.events) == 0),
                "%s is told event %u of `%s`", gg_side_name(side), i,
                action_words(rules, here(c), &one));
        static char text[TEXT_MAX], other[TEXT_MAX];
        if (!record_after(c, chooser, &one, side, text)) return;
        if (!record_after(c, chooser, &two, side, other)) return;
        contract_expect(c, PROMISE_SECRET, strcmp(text, other) == 0, "%s reads it in the record",
                        gg_side_name(side));
        check_unseen_choice(c, side, text);
    }
}

/* What a side may have of the record at any time: it can be read, it proves what lies open and ends
 * with what the side sees. */
static void check_part(contract *c, gg_side side)
{
    const gg_ruleset *rules = c->rules;
    const size_t limit = 4 * TEXT_MAX;
    char *text = room(limit);
    gg_text out = gg_text_over(text, (uint32_t)limit);
    gg_record_write(c->match, side, false, &out);
    gg_record_trouble trouble =
        gg_record_replay(c->other, rules, c->other_memory, text, UINT32_MAX);
    const gg_record_part part = trouble.part;
    contract_expect(c, PROMISE_PART, trouble.text == NULL, "line %u: %s (expected %s, found %s)",
                    trouble.line, trouble.text, trouble.expected, trouble.found);
    contract_expect(c, PROMISE_PART, part.is_part && part.side == side && part.told >= part.open,
                    "it is not the part of %s", gg_side_name(side));
    rules->view(here(c), side, c->view);
    contract_expect(c, PROMISE_PART,
                    trouble.text != NULL
                        || same_state(rules, part.hides ? c->view : here(c), c->other->state),
                    "it does not end with what %s sees", gg_side_name(side));
    trouble = gg_record_replay(c->other, rules, c->other_memory, text, part.open);
    contract_expect(c, PROMISE_PART, trouble.text == NULL && c->other->entry_count == part.open,
                    "what lies open is not %u actions", part.open);
    /* Where a view blanks also what is not there it cannot be told so. */
    rules->view(c->match->start, side, c->view);
    rules->view(c->other->state, side, c->seen);
    contract_expect(c, PROMISE_SECRET,
                    !same_state(rules, c->view, c->match->start)
                        || same_state(rules, c->seen, c->other->state),
                    "%s reads more in its part of the record than it sees", gg_side_name(side));
    for (uint32_t i = 0; i < c->other->entry_count; i++)
        contract_expect(
            c, PROMISE_PART,
            memcmp(&c->other->entries[i].action, &c->match->entries[i].action, sizeof(gg_action))
                == 0,
            "action %u is another", i + 1);
    free(text);
}

void check_parts(contract *c)
{
    for (gg_side side = GG_BLUE; side <= GG_NOBODY; side++) check_part(c, side);
}

/* ---- Undo and records. ---- */

/* What is looked at after an action is all that has changed. */
void check_hash(contract *c, const gg_state *before, const gg_action *action)
{
    gg_hasher hasher;
    gg_begin_hashes(c->rules, &hasher);
    const uint64_t hash =
        gg_state_hash_after(&hasher, before, gg_state_hash(c->rules, before), here(c));
    contract_expect(c, PROMISE_HASH, hash == gg_state_hash(c->rules, here(c)),
                    "`%s` changes what no row of its lines says",
                    action_words(c->rules, before, action));
}

/* Where nothing is hidden, a side knows beforehand whether it may take its action back. */
static bool said_to_come_back(contract *c, gg_side side, const gg_action *action)
{
    gg_log log = {.events = c->more_events, .limit = CONTRACT_EVENTS};
    const gg_state *state = c->match->state;
    if (gg_position_hides(c->rules, state, c->seen)) return false;
    const gg_seat seat = gg_seat_at(c->rules, state, side, c->seen);
    return gg_seat_takes_back(&seat, action, c->more, &log, c->second);
}

/* Does the action in the match; where undo is allowed, takes it back, and does it again. */
void check_undo(contract *c, gg_side side, const gg_action *action)
{
    gg_match *match = c->match;
    gg_verdict verdict;
    memcpy(c->copy, match->state, c->rules->state_bytes);
    uint32_t entries = match->entry_count, faces = match->face_count;
    const bool said = side <= GG_RED && said_to_come_back(c, side, action);
    gg_match_answer answer = gg_match_do(match, side, action, &verdict);
    contract_expect(c, PROMISE_ENDS, answer != GG_MATCH_FULL, "the record is full after %u actions",
                    match->entry_count);
    contract_expect(c, PROMISE_LEGAL, answer == GG_MATCH_DONE || answer == GG_MATCH_FULL,
                    "the match answers %d to `%s`", (int)answer,
                    action_words(c->rules, c->copy, action));
    if (answer == GG_MATCH_DONE) check_hash(c, c->copy, action);
    if (answer != GG_MATCH_DONE || side == GG_NOBODY) return;
    if (said) {
        const bool kept = gg_match_may_undo(match, side);
        contract_expect(c, PROMISE_TAKES_BACK, kept, "`%s` is said to be undoable",
                        action_words(c->rules, c->copy, action));
    }
    if (match->entries[match->entry_count - 1].barrier) {
        contract_expect(c, PROMISE_UNDO, !gg_match_undo(match, side), "a roll is taken back");
        return;
    }
    gg_turn turn = gg_match_turn(match);
    if (turn.secret && !(turn.deciding >> side & 1)) {
        contract_expect(c, PROMISE_UNDO, !gg_match_undo(match, side),
                        "a secret step that was closed is taken back");
        return;
    }
    uint64_t after = gg_match_hash(match);
    bool undone = gg_match_undo(match, side);
    contract_expect(c, PROMISE_UNDO, undone, "`%s` cannot be taken back",
                    action_words(c->rules, c->copy, action));
    if (!undone) return;
    contract_expect(c, PROMISE_UNDO,
                    same_state(c->rules, c->copy, match->state) && match->entry_count == entries
                        && match->face_count == faces,
                    "undoing `%s` does not restore the bytes",
                    action_words(c->rules, c->copy, action));
    gg_match_do(match, side, action, &verdict);
    contract_expect(c, PROMISE_UNDO, gg_match_hash(match) == after,
                    "done again, `%s` ends elsewhere", action_words(c->rules, c->copy, action));
}

void check_record(contract *c)
{
    size_t limit = 4 * TEXT_MAX;
    char *text = room(limit), *again = room(limit);
    gg_text out = gg_text_over(text, (uint32_t)limit);
    gg_record_write(c->match, GG_NOBODY, true, &out);
    contract_expect(c, PROMISE_RECORD, !out.cut, "longer than %zu bytes", limit);
    gg_record_trouble trouble =
        gg_record_replay(c->other, c->rules, c->other_memory, text, UINT32_MAX);
    contract_expect(c, PROMISE_RECORD, trouble.text == NULL, "line %u: %s (expected %s, found %s)",
                    trouble.line, trouble.text, trouble.expected, trouble.found);
    if (trouble.text == NULL) {
        out = gg_text_over(again, (uint32_t)limit);
        gg_record_write(c->other, GG_NOBODY, true, &out);
        contract_expect(c, PROMISE_RECORD, strcmp(text, again) == 0,
                        "written otherwise the second time");
        contract_expect(c, PROMISE_RECORD, gg_match_hash(c->match) == gg_match_hash(c->other),
                        "hash");
    }
    free(text);
    free(again);
}
