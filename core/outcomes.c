/*
 * outcomes.c - the outcomes of an action, gathered for people.  See outcomes.h.
 * SPDX-License-Identifier: MIT
 */
#include "core/outcomes.h"
#include "core/match.h"
#include "core/numbers.h"
#include "core/state_hash.h"
#include "core/tell.h"

#include <stdalign.h>
#include <string.h>

enum { SAMPLE_SEED = 1805 }; /* the same question gets the same answer */

typedef struct gathering {
    gg_outcomes *all;
    const gg_ruleset *rules;
    gg_side viewer;
    gg_state *view; /* room for what the viewer sees of an outcome; NULL: everything */
    bool again;     /* what reads alike is met once more, and gets words that tell */
} gathering;

/* ---- Shares. ---- */

uint64_t gg_share_of(gg_fraction chance)
{
    uint64_t top = chance.top, bottom = chance.bottom, share = 0;
    if (top >= bottom) return GG_SHARE_ONE;
    while (bottom >> 63 != 0) top >>= 1, bottom >>= 1;
    for (int i = 0; i < 60; i++) {
        top <<= 1;
        share <<= 1;
        if (top >= bottom) top -= bottom, share |= 1;
    }
    return share;
}

uint64_t gg_share_percent(uint64_t share)
{
    uint64_t ten_digits = 0;
    for (int i = 0; i < 2 + GG_PERCENT_DECIMALS; i++) {
        share *= 10;
        ten_digits = ten_digits * 10 + share / GG_SHARE_ONE;
        share %= GG_SHARE_ONE;
    }
    return ten_digits + (share >= GG_SHARE_ONE / 2);
}

static uint64_t square_root(uint64_t number)
{
    uint64_t root = 0;
    for (uint64_t bit = UINT64_C(1) << 31; bit > 0; bit >>= 1)
        if ((root | bit) * (root | bit) <= number) root |= bit;
    return root;
}

/* 1.96 times the root of p (1 - p) / n, where p is runs / n. */
uint64_t gg_share_error(uint32_t runs, uint32_t samples)
{
    const uint64_t n = samples, k = runs, million = 1000000;
    gg_assert(k <= n && n > 0 && n <= million);
    return 196 * square_root(k * (n - k) * million / n * million) / n;
}

/* ---- Gathering. ---- */

static void forget(gg_outcomes *all)
{
    gg_outcomes_room *room = all->room;
    all->count = 0;
    all->rest = (gg_outcome){.chance = {0, 1}};
    room->words.count = 0;
    room->words.cut = false;
    memset(room->slots, 0, room->slot_count * sizeof *room->slots);
}

/* What a roll came to, without its faces: many of them come to the same. */
static void put_rolled(gg_text *words, const gg_ruleset *rules, const gg_state *after,
                       const gg_event *event, bool faces)
{
    gg_event plain = *event;
    if (!faces && event->check != GG_NO_CHECK) {
        const gg_check *check = rules->checks[event->check];
        gg_put(words, check->name);
        gg_put(words, ": ");
        gg_put_result(words, rules, after, check, event);
        if (event->saying == 0) return;
        gg_put(words, "; ");
        plain.check = GG_NO_CHECK;
    }
    if (!faces && event->saying != 0) plain.face_count = 0;
    gg_put_event(words, rules, after, &plain);
}

/* What is revealed on the way is no outcome: it was chosen before, or only guessed. */
static void put_sentences(const gathering *to, const gg_state *after, const gg_log *log, int rolls)
{
    gg_text *words = &to->all->room->words;
    for (uint32_t i = 0; i < log->count; i++) {
        gg_event event;
        const bool rolled = log->events[i].kind == GG_ROLL;
        if (log->events[i].kind == GG_REVEAL) continue;
        if ((rolled && rolls == 0) || !gg_event_for(to->viewer, &log->events[i], &event)) continue;
        if (rolled) put_rolled(words, to->rules, after, &event, rolls > 1);
        else gg_put_event(words, to->rules, after, &event);
        gg_put_char(words, '\n');
    }
}

static bool put_words(const gathering *to, gg_outcome *one, const gg_state *after,
                      const gg_log *log)
{
    gg_text *words = &to->all->room->words;
    const uint32_t first = words->count;
    if (words->cut) return false;
    put_sentences(to, after, log, one->rolls);
    if (words->cut) return false;
    one->first = first;
    one->length = words->count - first;
    return true;
}

static gg_outcome *add_outcome(const gathering *to, uint64_t hash, const gg_state *after,
                               const gg_log *log)
{
    gg_outcomes *all = to->all;
    if (all->count == all->room->outcome_limit) return NULL;
    gg_outcome *fresh = &all->room->outcomes[all->count];
    *fresh = (gg_outcome){.hash = hash, .chance = {0, 1}, .turn = to->rules->turn(after)};
    if (!put_words(to, fresh, after, log)) return NULL;
    all->count++;
    return fresh;
}

/* The slot of this outcome, or the empty one where it belongs. */
static uint32_t slot_of(const gg_outcomes_room *room, uint64_t hash)
{
    uint32_t slot = (uint32_t)(hash % room->slot_count);
    while (room->slots[slot] != 0 && room->outcomes[room->slots[slot] - 1].hash != hash)
        slot = (slot + 1) % room->slot_count;
    return slot;
}

static gg_outcome *outcome_of(const gathering *to, const gg_state *after, const gg_log *log)
{
    const gg_outcomes_room *room = to->all->room;
    if (to->view != NULL) {
        to->rules->view(after, to->viewer, to->view);
        after = to->view;
    }
    const uint64_t hash = gg_state_identity(to->rules, after);
    const uint32_t slot = slot_of(room, hash);
    if (room->slots[slot] != 0) return &room->outcomes[room->slots[slot] - 1];
    gg_outcome *fresh = to->again ? NULL : add_outcome(to, hash, after, log);
    if (fresh == NULL) return &to->all->rest;
    room->slots[slot] = to->all->count;
    return fresh;
}

static void each(void *into, const gg_state *after, gg_fraction chance, const gg_log *log)
{
    const gathering *to = into;
    gg_fight *fight = to->again ? NULL : to->all->room->fight;
    if (after == NULL) {
        if (!to->again) forget(to->all);
        if (fight != NULL) gg_fight_forget(fight);
        return;
    }
    if (fight != NULL) gg_fight_run(fight, to->rules, to->viewer, chance, log);
    gg_outcome *one = outcome_of(to, after, log);
    if (to->again) {
        if (one->rolls > 0 && one->length == 0) put_words(to, one, after, log);
        return;
    }
    one->runs++;
    one->share += gg_share_of(chance);
    if (one->chance.bottom != 0 && !gg_fraction_plus(&one->chance, chance))
        one->chance = (gg_fraction){0, 0};
}

/* ---- Order. ---- */

static bool comes_before(const gg_outcome *one, const gg_outcome *other)
{
    return one->share != other->share ? one->share > other->share : one->hash < other->hash;
}

/* The last of its kin sinks from `top` to its place in the heap. */
static void sink(gg_outcome *heap, uint32_t top, uint32_t count)
{
    const gg_outcome one = heap[top];
    for (uint32_t below = 2 * top + 1; below < count; below = 2 * top + 1) {
        if (below + 1 < count && comes_before(&heap[below], &heap[below + 1])) below++;
        if (!comes_before(&one, &heap[below])) break;
        heap[top] = heap[below];
        top = below;
    }
    heap[top] = one;
}

static void sort(gg_outcome *outcomes, uint32_t count)
{
    for (uint32_t i = count / 2; i > 0; i--) sink(outcomes, i - 1, count);
    for (uint32_t left = count; left > 1; left--) {
        const gg_outcome last = outcomes[left - 1];
        outcomes[left - 1] = outcomes[0];
        outcomes[0] = last;
        sink(outcomes, 0, left - 1);
    }
}

/* How many characters of whole lines two texts begin with in common. */
static uint32_t common_lines(const char *one, const char *other, uint32_t limit)
{
    uint32_t common = 0;
    for (uint32_t i = 0; i < limit && one[i] == other[i]; i++)
        if (one[i] == '\n') common = i + 1;
    return common;
}

static uint32_t find_common(const gg_outcomes *all)
{
    const gg_outcome *outcomes = all->room->outcomes;
    const char *words = all->room->words.bytes;
    uint32_t length = all->count > 1 ? outcomes[0].length : 0;
    for (uint32_t i = 1; i < all->count; i++) {
        if (outcomes[i].length < length) length = outcomes[i].length;
        length = common_lines(words + outcomes[0].first, words + outcomes[i].first, length);
    }
    return length;
}

/* ---- Telling apart. ---- */

static bool same_decision(gg_turn one, gg_turn other)
{
    return one.deciding == other.deciding && one.phase == other.phase && one.over == other.over
           && one.winner == other.winner && one.round == other.round;
}

static bool reads_alike(const gg_outcomes *all, const gg_outcome *one, const gg_outcome *other)
{
    const char *words = all->room->words.bytes;
    return one->length == other->length && same_decision(one->turn, other->turn)
           && memcmp(words + one->first, words + other->first, one->length) == 0;
}

/* The outcome so far that reads like this one; NULL, and it is noted.  A part of the slots will do
 * for them. */
static gg_outcome *alike_of(const gg_outcomes *all, uint32_t number, uint32_t slots)
{
    gg_outcomes_room *room = all->room;
    const gg_outcome *one = &room->outcomes[number];
    uint32_t slot = (uint32_t)(gg_hash(room->words.bytes + one->first, one->length) % slots);
    for (; room->slots[slot] != 0; slot = (slot + 1) % slots) {
        gg_outcome *other = &room->outcomes[room->slots[slot] - 1];
        if (reads_alike(all, one, other)) return other;
    }
    room->slots[slot] = number + 1;
    return NULL;
}

/* Outcomes that read like another forget their words and are to tell more of their rolls; true if
 * there are any.  Then the slots are found by hash again. */
static bool find_alike(const gg_outcomes *all, uint8_t rolls)
{
    gg_outcomes_room *room = all->room;
    const uint32_t twice = 2 * all->count,
                   slots = twice < room->slot_count ? twice : room->slot_count;
    bool any = false;
    memset(room->slots, 0, slots * sizeof *room->slots);
    for (uint32_t i = 0; i < all->count; i++) {
        gg_outcome *other = alike_of(all, i, slots);
        if (other == NULL) continue;
        other->rolls = room->outcomes[i].rolls = rolls;
        any = true;
    }
    if (!any) return false;
    memset(room->slots, 0, room->slot_count * sizeof *room->slots);
    for (uint32_t i = 0; i < all->count; i++) {
        room->slots[slot_of(room, room->outcomes[i].hash)] = i + 1;
        if (room->outcomes[i].rolls == rolls) room->outcomes[i].length = 0;
    }
    return true;
}

static void finish(gg_outcomes *all)
{
    gg_outcome *outcomes = all->room->outcomes;
    all->stops_alike = true;
    for (uint32_t i = 0; i < all->count; i++) {
        if (outcomes[i].chance.bottom != 0)
            outcomes[i].chance = gg_fraction_reduce(outcomes[i].chance);
        all->stops_alike = all->stops_alike && same_decision(outcomes[i].turn, outcomes[0].turn);
    }
    sort(outcomes, all->count);
    all->common = find_common(all);
}

gg_outcomes gg_outcomes_of(const gg_ruleset *rules, const gg_state *state, gg_side side,
                           const gg_action *action, gg_outcomes_ask how, gg_outcomes_room *room)
{
    gg_outcomes all = {.room = room};
    gathering to = {.all = &all,
                    .rules = rules,
                    .viewer = how.viewer,
                    .view = how.viewer == GG_SEES_ALL ? NULL : room->view};
    gg_dice random = gg_dice_random(SAMPLE_SEED);
    const gg_odds_ask ask = {
        .scratch = room->scratch,
        .log = &room->log,
        .reach = true,
        .closing = how.closing,
        .content = how.content,
        .runs_max = how.runs_max,
        .samples = how.samples,
        .random = &random,
        .each = each,
        .to = &to,
    };
    gg_assert(room->slot_count > room->outcome_limit);
    forget(&all);
    const gg_odds odds = gg_odds_of(rules, state, side, action, &ask);
    all.exact = odds.exact;
    all.reaches = odds.reaches;
    all.closes = odds.closes;
    all.content = odds.content;
    all.runs = odds.runs;
    to.again = true;
    if (room->fight != NULL) gg_fight_finish(room->fight);
    for (uint8_t rolls = 1; all.count > 1 && rolls <= 2 && find_alike(&all, rolls); rolls++) {
        random = gg_dice_random(SAMPLE_SEED);
        gg_odds_of(rules, state, side, action, &ask);
    }
    finish(&all);
    return all;
}

bool gg_put_stop(gg_text *out, const gg_ruleset *rules, gg_turn begun, gg_turn end)
{
    const bool same = end.deciding == begun.deciding && end.phase == begun.phase;
    if (end.over || (same && end.round == begun.round)) return false;
    /* a new turn begins with dice: that is no part of it */
    if (end.deciding == 0 && !gg_odds_go_on(begun, end)) return false;
    gg_put(out, end.deciding == 0               ? "before more dice ("
                : end.deciding == GG_SIDES_BLUE ? "until blue decides ("
                : end.deciding == GG_SIDES_RED  ? "until red decides ("
                                                : "until both decide (");
    gg_put(out, rules->phases[end.phase].name);
    gg_put_char(out, ')');
    return true;
}

const char *gg_outcome_words(const gg_outcomes *all, const gg_outcome *one, bool with_common,
                             uint32_t *length)
{
    const uint32_t skip = with_common ? 0 : all->common;
    *length = one->length - skip;
    return all->room->words.bytes + one->first + skip;
}

/* ---- The first roll by itself. ---- */

bool gg_first_roll_of(const gg_ruleset *rules, const gg_state *view, gg_side side,
                      const gg_action *action, gg_first_roll *roll)
{
    alignas(max_align_t) unsigned char query[GG_QUERY_BYTES_MAX] = {0};
    *roll = (gg_first_roll){.check = rules->preview(view, side, action, query)};
    if (roll->check == NULL) return false;
    const int16_t *house = gg_house_of(rules, view);
    gg_check_mods(roll->check, house, query, &roll->event);
    roll->event.base = (uint8_t)roll->check->dice(query);
    if (roll->check->needs != NULL) roll->event.needs = (uint8_t)roll->check->needs(query);
    roll->dice = gg_check_dice(roll->check, house, query);
    /* one side's die of an opposed roll decides nothing by itself: no results */
    const bool opposed = roll->check->kind == GG_SUM && roll->check->band_count == 0;
    roll->results = opposed ? 0 : gg_check_odds(roll->check, house, query, roll->odds);
    for (int i = 0; i < roll->results; i++) roll->odds[i] = gg_fraction_reduce(roll->odds[i]);
    return true;
}

void gg_put_first_result(gg_text *text, const gg_ruleset *rules, const gg_state *state,
                         const gg_first_roll *roll, int result)
{
    const gg_event event = {.total = (int16_t)result, .band = (uint8_t)result};
    gg_put_result(text, rules, state, roll->check, &event);
}
