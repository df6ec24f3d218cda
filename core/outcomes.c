/*
 * outcomes.c - the outcomes of an action, gathered for people.  See outcomes.h.
 */
#include "core/outcomes.h"
#include "core/match.h"
#include "core/numbers.h"
#include "core/tell.h"

#include <stdalign.h>
#include <string.h>

enum { SAMPLE_SEED = 1805 }; /* the same question gets the same answer */

typedef struct gathering {
    gg_outcomes      *all;
    const gg_ruleset *rules;
    gg_side           viewer;
} gathering;

/* ---- Shares. ---- */

uint64_t gg_share_of(gg_fraction chance)
{
    uint64_t top = chance.top, bottom = chance.bottom, share = 0;
    if (top >= bottom) return GG_SHARE_ONE;
    while (bottom >> 63 != 0)
        top >>= 1, bottom >>= 1;
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

static void put_sentences(const gathering *to, const gg_state *after, const gg_log *log)
{
    gg_text *words = &to->all->room->words;
    for (uint32_t i = 0; i < log->count; i++) {
        gg_event event;
        if (log->events[i].kind == GG_ROLL || !gg_event_for(to->viewer, &log->events[i], &event))
            continue;
        gg_put_event(words, to->rules, after, &event);
        gg_put_char(words, '\n');
    }
}

static gg_outcome *add_outcome(const gathering *to, uint64_t hash, const gg_state *after,
                               const gg_log *log)
{
    gg_outcomes *all = to->all;
    gg_outcomes_room *room = all->room;
    const uint32_t first = room->words.count;
    if (all->count == room->outcome_limit || room->words.cut) return NULL;
    put_sentences(to, after, log);
    if (room->words.cut) return NULL;
    gg_outcome *fresh = &room->outcomes[all->count++];
    *fresh = (gg_outcome){.hash = hash, .chance = {0, 1}, .first = first,
                          .length = room->words.count - first};
    return fresh;
}

static gg_outcome *outcome_of(const gathering *to, const gg_state *after, const gg_log *log)
{
    const gg_outcomes_room *room = to->all->room;
    const uint64_t hash = gg_state_hash(to->rules, after);
    uint32_t slot = (uint32_t)(hash % room->slot_count);
    for (; room->slots[slot] != 0; slot = (slot + 1) % room->slot_count)
        if (room->outcomes[room->slots[slot] - 1].hash == hash)
            return &room->outcomes[room->slots[slot] - 1];
    gg_outcome *fresh = add_outcome(to, hash, after, log);
    if (fresh == NULL) return &to->all->rest;
    room->slots[slot] = to->all->count;
    return fresh;
}

static void each(void *into, const gg_state *after, gg_fraction chance, const gg_log *log)
{
    const gathering *to = into;
    if (after == NULL) {
        forget(to->all);
        return;
    }
    gg_outcome *one = outcome_of(to, after, log);
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
    for (uint32_t i = count / 2; i > 0; i--)
        sink(outcomes, i - 1, count);
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

gg_outcomes gg_outcomes_of(const gg_ruleset *rules, const gg_state *state, gg_side side,
                           const gg_action *action, gg_outcomes_ask how, gg_outcomes_room *room)
{
    gg_outcomes all = {.room = room};
    gathering to = {.all = &all, .rules = rules, .viewer = how.viewer};
    gg_dice random = gg_dice_random(SAMPLE_SEED);
    const gg_odds_ask ask = {
        .scratch = room->scratch,
        .log = &room->log,
        .runs_max = how.runs_max,
        .samples = how.samples,
        .random = &random,
        .each = each,
        .to = &to,
    };
    gg_assert(room->slot_count > room->outcome_limit);
    forget(&all);
    const gg_odds odds = gg_odds_of(rules, state, side, action, &ask);
    for (uint32_t i = 0; i < all.count; i++)
        if (room->outcomes[i].chance.bottom != 0)
            room->outcomes[i].chance = gg_fraction_reduce(room->outcomes[i].chance);
    all.exact = odds.exact;
    all.runs = odds.runs;
    sort(room->outcomes, all.count);
    all.common = find_common(&all);
    return all;
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
    roll->dice = gg_check_dice(roll->check, house, query);
    /* one side's die of an opposed roll decides nothing by itself: no results */
    const bool opposed = roll->check->kind == GG_SUM && roll->check->band_count == 0;
    roll->results = opposed ? 0 : gg_check_odds(roll->check, house, query, roll->odds);
    for (int i = 0; i < roll->results; i++)
        roll->odds[i] = gg_fraction_reduce(roll->odds[i]);
    return true;
}

void gg_put_first_result(gg_text *text, const gg_first_roll *roll, int result)
{
    const gg_event event = {.total = (int16_t)result, .band = (uint8_t)result};
    gg_put_result(text, roll->check, &event);
}
