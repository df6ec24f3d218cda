/*
 * match.c - the layer between rules and people.  See match.h.
 *
 * An action is tried on a scratch copy and becomes the state only when the dice sufficed, so a
 * match is never half way through anything.
 * SPDX-License-Identifier: MIT
 */
#include "core/action.h"
#include "core/match.h"

#include "core/position.h"
#include "core/state_hash.h"
#include "core/text.h"

#include <string.h>

enum { FACES_PER_ENTRY = 24, EVENTS_PER_ACTION = GG_MATCH_EVENTS_MAX / 2 };

/* ---- Memory: one piece of the caller's, cut up in a fixed order. ---- */

static size_t rounded(size_t bytes) { return (bytes + 15) / 16 * 16; }

static uint32_t entry_limit(const gg_ruleset *rules) { return rules->decisions_max + 1; }

size_t gg_match_bytes(const gg_ruleset *rules)
{
    return 4 * rounded(rules->state_bytes) + rounded(entry_limit(rules) * sizeof(gg_entry))
           + rounded((size_t)entry_limit(rules) * FACES_PER_ENTRY)
           + rounded(rules->actions_max * sizeof(gg_action))
           + rounded(GG_MATCH_EVENTS_MAX * sizeof(gg_event));
}

static void cut_up(gg_match *match, const gg_ruleset *rules, void *memory)
{
    char *at = memory;
    gg_state **states[] = {&match->state, &match->start, &match->barrier, &match->scratch};
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        *states[i] = (gg_state *)(void *)at;
        memset(at, 0, rules->state_bytes);
        at += rounded(rules->state_bytes);
    }
    match->entry_limit = entry_limit(rules);
    match->entries = (gg_entry *)(void *)at;
    at += rounded(match->entry_limit * sizeof(gg_entry));
    match->face_limit = match->entry_limit * FACES_PER_ENTRY;
    match->faces = (uint8_t *)at;
    at += rounded(match->face_limit);
    match->offers = (gg_action *)(void *)at;
    at += rounded(rules->actions_max * sizeof(gg_action));
    match->events = (gg_event *)(void *)at;
}

static void copy_state(const gg_match *match, gg_state *to, const gg_state *from)
{
    memcpy(to, from, match->rules->state_bytes);
}

static void set_barrier(gg_match *match)
{
    match->barrier_at = match->entry_count;
    copy_state(match, match->barrier, match->state);
}

static void begin(gg_match *match, const gg_ruleset *rules, void *memory, gg_dice dice)
{
    gg_assert(rules->option_count <= GG_OPTIONS_MAX);
    match->rules = rules;
    match->dice = dice;
    match->seed = 0;
    match->has_seed = false;
    match->entry_count = match->face_count = match->sealed_from = 0;
    memset(match->seats, 0, sizeof match->seats);
    match->heading = match->names = match->past = match->behind = NULL;
    match->past_bytes = match->past_count = match->past_version = match->past_undone = 0;
    match->behind_bytes = match->behind_count = 0;
    match->witness = NULL;
    for (int i = 0; i < GG_OPTIONS_MAX; i++) match->options[i] = GG_OPTION_UNSET;
    cut_up(match, rules, memory);
    match->log = (gg_log){.events = match->events, .limit = GG_MATCH_EVENTS_MAX};
}

gg_error gg_match_begin(gg_match *match, const gg_ruleset *rules, void *memory, uint32_t scenario,
                        const int32_t *options, const int16_t *house, gg_dice dice)
{
    begin(match, rules, memory, dice);
    gg_assert(scenario < rules->scenario_count);
    match->scenario = scenario;
    for (uint32_t i = 0; options != NULL && i < rules->option_count; i++)
        match->options[i] = options[i];
    gg_error error = gg_setup(rules, match->state, scenario, match->options, house);
    if (error.text == NULL) gg_match_begin_filled(match);
    return error;
}

void gg_match_begin_empty(gg_match *match, const gg_ruleset *rules, void *memory, gg_dice dice)
{
    begin(match, rules, memory, dice);
    match->scenario = UINT32_MAX;
}

void gg_match_begin_filled(gg_match *match)
{
    copy_state(match, match->start, match->state);
    set_barrier(match);
}

void gg_match_begin_at(gg_match *match, const gg_ruleset *rules, void *memory,
                       const gg_state *position, gg_dice dice)
{
    gg_match_begin_empty(match, rules, memory, dice);
    copy_state(match, match->state, position);
    gg_match_begin_filled(match);
}

/* ---- Doing. ---- */

gg_turn gg_match_turn(const gg_match *match) { return match->rules->turn(match->state); }

uint64_t gg_match_hash(const gg_match *match) { return gg_state_hash(match->rules, match->state); }

void gg_match_clear_log(gg_match *match) { match->log.count = 0; }

/* A reveal must never be lost in a full log, so the older half makes room. */
static void make_room_in_log(gg_match *match)
{
    if (match->log.count <= EVENTS_PER_ACTION) return;
    uint32_t drop = match->log.count - EVENTS_PER_ACTION;
    memmove(match->events, match->events + drop, EVENTS_PER_ACTION * sizeof *match->events);
    match->log.count = EVENTS_PER_ACTION;
}

/* Opens what the events since `first` reveal, and notes in the last entry what that says about it;
 * true if there was a reveal. */
static bool open_sealed(gg_match *match, uint32_t first)
{
    gg_entry *last = &match->entries[match->entry_count - 1];
    bool revealed = false;
    for (uint32_t i = first; i < match->log.count; i++) {
        const gg_event *event = &match->events[i];
        if (event->kind == GG_ROLL) last->dice_seen_by &= event->seen_by;
        if (event->kind != GG_REVEAL) continue;
        revealed = true;
        last->opens |= event->amount == 0;
        for (uint32_t e = match->sealed_from; e < match->entry_count; e++)
            if (event->amount == 0 || match->entries[e].action.kind == event->amount - 1)
                match->entries[e].sealed = 0;
    }
    if (!revealed) return false;
    /* A game that has lasted long is not walked through again at every reveal. */
    while (match->sealed_from < match->entry_count && !match->entries[match->sealed_from].sealed)
        match->sealed_from++;
    return true;
}

/* Applies a legal action; false, and nothing changed, if the dice did not do. */
static bool apply(gg_match *match, gg_side side, const gg_action *action)
{
    uint32_t events = match->log.count;
    gg_dice before = match->dice;
    match->dice.trace = match->faces + match->face_count;
    match->dice.trace_count = 0;
    match->dice.trace_limit = match->face_limit - match->face_count;
    match->dice.requests = 0;
    copy_state(match, match->scratch, match->state);
    match->rules->apply(match->state, side, action, &match->dice, &match->log);
    if (match->dice.trouble == GG_DICE_FINE) return true;
    copy_state(match, match->state, match->scratch);
    before.trouble = match->dice.trouble; /* what is missing, for whoever asks */
    before.asked_sides = match->dice.asked_sides;
    before.asked_count = match->dice.asked_count;
    before.purpose = match->dice.purpose;
    before.who = match->dice.who;
    before.whom = match->dice.whom;
    match->dice = before;
    match->log.count = events;
    return false;
}

/* More than one side decides, or the rules say that it is sealed all the same. */
bool gg_turn_is_secret(gg_turn turn)
{
    return turn.secret || (turn.deciding & (turn.deciding - 1)) != 0;
}

static gg_match_answer do_action(gg_match *match, gg_side side, const gg_action *action,
                                 bool forced, gg_verdict *verdict)
{
    *verdict = (gg_verdict){0, 0, 0};
    gg_turn turn = gg_match_turn(match);
    bool own_step = turn.deciding == 0 && side == GG_NOBODY;
    if (turn.over || !(own_step || (turn.deciding >> side & 1))) return GG_MATCH_NOT_NOW;
    *verdict = match->rules->legal(match->state, side, action);
    if (verdict->reason != 0) return GG_MATCH_REFUSED;
    if (match->entry_count == match->entry_limit
        || match->face_limit - match->face_count < 2 * GG_FACES_MAX)
        return GG_MATCH_FULL;
    make_room_in_log(match);
    uint32_t first_event = match->log.count;
    if (!apply(match, side, action)) return GG_MATCH_DICE;

    gg_entry *entry = &match->entries[match->entry_count++];
    const bool secret = gg_turn_is_secret(turn);
    *entry = (gg_entry){.action = *action,
                        .side = side,
                        .forced = forced,
                        .sealed = secret,
                        .secret = secret,
                        .dice_seen_by = GG_SIDES_ALL,
                        .face_first = match->face_count,
                        .face_count = match->dice.trace_count};
    match->face_count += match->dice.trace_count;
    bool revealed = open_sealed(match, first_event);
    if (revealed || match->dice.requests > 0) {
        entry->barrier = 1;
        set_barrier(match);
    }
    if (match->witness != NULL) match->witness(match->witness_to, match, first_event);
    return GG_MATCH_DONE;
}

gg_match_answer gg_match_do(gg_match *match, gg_side side, const gg_action *action,
                            gg_verdict *verdict)
{
    return do_action(match, side, action, false, verdict);
}

/* The only offer, of the game itself or of a side; `any`: also where it is not all there is. */
static bool find_single(const gg_ruleset *rules, const gg_state *state, gg_action *offers, bool any,
                        gg_side *side, gg_action *action)
{
    gg_turn turn = rules->turn(state);
    /* Where both choose in secret, taking a side's only choice would tell the other what it was. */
    if (turn.over || gg_turn_is_secret(turn)) return false;
    for (gg_side s = GG_BLUE; s <= GG_NOBODY; s++) {
        bool decides = s == GG_NOBODY ? turn.deciding == 0 : (turn.deciding >> s & 1) != 0;
        /* One offer is one choice only where the ruleset says that it offers all there is. */
        if (!decides || (s != GG_NOBODY && !turn.whole && !any)) continue;
        /* A second one is all that has to be known of the others. */
        const uint32_t enough = rules->actions_max < 2 ? rules->actions_max : 2;
        uint32_t count = rules->offer(state, s, offers, enough);
        gg_assert(count > 0 || s != GG_NOBODY);
        if (count != 1) continue;
        *side = s;
        *action = offers[0];
        return true;
    }
    return false;
}

bool gg_forced_in(const gg_ruleset *rules, const gg_state *state, gg_action *offers, gg_side *side,
                  gg_action *action)
{
    return find_single(rules, state, offers, false, side, action);
}

bool gg_match_forced(gg_match *match, gg_side *side, gg_action *action)
{
    return gg_forced_in(match->rules, match->state, match->offers, side, action);
}

static gg_match_answer take(gg_match *match, gg_side side, const gg_action *action)
{
    gg_verdict verdict;
    const gg_match_answer answer = do_action(match, side, action, true, &verdict);
    gg_assert(answer != GG_MATCH_REFUSED && answer != GG_MATCH_NOT_NOW);
    return answer;
}

gg_match_answer gg_match_step(gg_match *match)
{
    gg_side side;
    gg_action action;
    return gg_match_forced(match, &side, &action) ? take(match, side, &action) : GG_MATCH_NOT_NOW;
}

gg_match_answer gg_match_take_single(gg_match *match)
{
    gg_side side;
    gg_action action;
    const bool found = find_single(match->rules, match->state, match->offers, true, &side, &action);
    return found ? take(match, side, &action) : GG_MATCH_NOT_NOW;
}

static gg_match_answer run(gg_match *match, uint32_t last_round)
{
    gg_side side;
    gg_action action;
    while (gg_match_forced(match, &side, &action)) {
        if (side != GG_NOBODY && gg_match_turn(match).round > last_round) break;
        const gg_match_answer answer = take(match, side, &action);
        if (answer != GG_MATCH_DONE) return answer;
    }
    return GG_MATCH_DONE;
}

gg_match_answer gg_match_run(gg_match *match) { return run(match, UINT32_MAX); }

gg_match_answer gg_match_run_round(gg_match *match)
{
    return run(match, gg_match_turn(match).round);
}

/* ---- Undo. ---- */

/* The entry that this side may take back: its last own choice since the barrier, with nothing
 * after it but what the match took itself and what others chose in secret at the same time. */
static bool find_undo(const gg_match *match, gg_side side, uint32_t *found)
{
    for (uint32_t i = match->entry_count; i > match->barrier_at; i--) {
        const gg_entry *entry = &match->entries[i - 1];
        if (entry->forced) continue;
        if (entry->side == side) {
            *found = i - 1;
            return true;
        }
        if (!entry->sealed) return false;
    }
    return false;
}

bool gg_match_last_of(const gg_match *match, gg_side side, uint32_t *entry)
{
    const gg_turn turn = gg_match_turn(match);
    /* Who has closed his part of a secret step has sealed it. */
    if (turn.secret && !(turn.deciding >> side & 1)) return false;
    return find_undo(match, side, entry);
}

/* Plays what was done since the barrier onto the scratch copy, but for `skip` and what the match
 * took by itself after it. */
static bool replay_without(gg_match *match, uint32_t skip)
{
    gg_dice none = gg_dice_scripted(NULL, 0); /* nothing was rolled since the barrier */
    copy_state(match, match->scratch, match->barrier);
    for (uint32_t i = match->barrier_at; i < match->entry_count; i++) {
        const gg_entry *entry = &match->entries[i];
        if (i == skip || (i > skip && entry->forced)) continue;
        gg_turn turn = match->rules->turn(match->scratch);
        bool decides = (turn.deciding >> entry->side & 1) != 0
                       || (turn.deciding == 0 && entry->side == GG_NOBODY);
        if (turn.over || !decides) return false;
        if (match->rules->legal(match->scratch, entry->side, &entry->action).reason != 0)
            return false;
        match->rules->apply(match->scratch, entry->side, &entry->action, &none, NULL);
    }
    return none.requests == 0;
}

/* Finds the entry and leaves the position without it in the scratch copy. */
static bool prepare_undo(gg_match *match, gg_side side, uint32_t *skip)
{
    return gg_match_last_of(match, side, skip) && replay_without(match, *skip);
}

bool gg_match_may_undo(gg_match *match, gg_side side)
{
    uint32_t skip;
    return prepare_undo(match, side, &skip);
}

void gg_match_forget_last(gg_match *match)
{
    match->face_count -= match->entries[--match->entry_count].face_count;
    copy_state(match, match->state, match->scratch);
    set_barrier(match);
    gg_match_clear_log(match);
}

bool gg_match_undo(gg_match *match, gg_side side)
{
    uint32_t skip;
    if (!prepare_undo(match, side, &skip)) return false;
    copy_state(match, match->state, match->scratch);
    uint32_t kept = skip;
    for (uint32_t i = skip + 1; i < match->entry_count; i++)
        if (!match->entries[i].forced) match->entries[kept++] = match->entries[i];
    match->entry_count = kept;
    if (match->sealed_from > skip) match->sealed_from = skip; /* what came after it moves up */
    gg_match_clear_log(match);
    return true;
}

bool gg_is_resignation(const gg_ruleset *rules, const gg_state *view, const gg_action *action)
{
    char bytes[GG_ACTION_TEXT_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_write_action(rules, view, action, &text);
    return strcmp(bytes, "resign") == 0;
}

/* ---- Knowing. ---- */

void gg_match_view(const gg_match *match, gg_side side, gg_state *out)
{
    match->rules->view(match->state, side, out);
}

bool gg_event_is_seen(const gg_event *event, gg_side side)
{
    return (event->seen_by >> side & 1) != 0;
}
