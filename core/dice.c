/*
 * dice.c - the sources of chance.  See dice.h for who makes them and grognard.h for who rolls.
 *
 * The random kind is xoshiro256** seeded by splitmix64, with dice drawn without bias; the
 * same faces come out on every platform, and tests/core pins them.
 * SPDX-License-Identifier: MIT
 */
#include "core/dice.h"

#include <string.h>

/* ---- The generator. ---- */

static uint64_t rotate(uint64_t word, int by) { return (word << by) | (word >> (64 - by)); }

static void seed_generator(uint64_t random[4], uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        seed += 0x9e3779b97f4a7c15u;
        uint64_t word = seed;
        word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9u;
        word = (word ^ (word >> 27)) * 0x94d049bb133111ebu;
        random[i] = word ^ (word >> 31);
    }
}

static uint64_t next_bits(uint64_t random[4])
{
    uint64_t result = rotate(random[1] * 5, 7) * 9;
    uint64_t kept = random[1] << 17;
    random[2] ^= random[0];
    random[3] ^= random[1];
    random[1] ^= random[2];
    random[0] ^= random[3];
    random[2] ^= kept;
    random[3] = rotate(random[3], 45);
    return result;
}

/* 0..count-1 without bias: a product of 32 bits, with the few uneven ones thrown away. */
static uint32_t pick(uint64_t random[4], uint32_t count)
{
    uint64_t product = (next_bits(random) >> 32) * count;
    if ((uint32_t)product < count) {
        uint32_t uneven = (0u - count) % count;
        while ((uint32_t)product < uneven) product = (next_bits(random) >> 32) * count;
    }
    return (uint32_t)(product >> 32);
}

uint64_t gg_dice_bits(gg_dice *dice) { return next_bits(dice->random); }

uint32_t gg_dice_pick(gg_dice *dice, uint32_t count)
{
    gg_assert(count > 0);
    return pick(dice->random, count);
}

/* ---- Making dice. ---- */

/* Field by field: dice are made for each action a player tries, and their arrays are long. */
static void make(gg_dice *dice, gg_dice_kind kind, uint64_t seed)
{
    dice->kind = (uint8_t)kind;
    dice->trouble = GG_DICE_FINE;
    dice->who = dice->whom = GG_NO_UNIT;
    dice->purpose = "roll";
    dice->asked_sides = dice->asked_count = 0;
    seed_generator(dice->random, seed);
    dice->faces = NULL;
    dice->face_count = dice->face_next = 0;
    dice->draw = NULL;
    dice->from = NULL;
    dice->first_query = NULL;
    dice->first_check = NULL;
    dice->trace = NULL;
    dice->trace_count = dice->trace_limit = 0;
    dice->requests = dice->runs = dice->depth = dice->deepest = 0;
    dice->weight = (gg_fraction){1, 1};
}

gg_dice gg_dice_random(uint64_t seed)
{
    gg_dice dice;
    make(&dice, GG_DICE_RANDOM, seed);
    return dice;
}

gg_dice gg_dice_scripted(const uint8_t *faces, uint32_t count)
{
    gg_dice dice;
    make(&dice, GG_DICE_SCRIPTED, 0);
    dice.faces = faces;
    dice.face_count = count;
    return dice;
}

gg_dice gg_dice_enumerate(void)
{
    gg_dice dice;
    make(&dice, GG_DICE_ENUMERATE, 0);
    return dice;
}

gg_dice gg_dice_drawn(int (*draw)(void *from, int sides), void *from)
{
    gg_dice dice;
    make(&dice, GG_DICE_DRAWN, 0);
    dice.draw = draw;
    dice.from = from;
    return dice;
}

gg_dice gg_dice_asking(void *query)
{
    gg_dice dice = gg_dice_random(0);
    dice.first_query = query;
    return dice;
}

/* ---- Enumeration: an odometer over the choices of each request. ---- */

bool gg_dice_next(gg_dice *dice)
{
    gg_assert(dice->kind == GG_DICE_ENUMERATE);
    if (dice->trouble != GG_DICE_FINE) return false;
    if (dice->runs > 0) {
        uint32_t depth = dice->depth;
        while (depth > 0 && dice->choice[depth - 1] + 1 >= dice->choices[depth - 1]) depth--;
        if (depth == 0) return false;
        dice->choice[depth - 1]++;
        dice->deepest = depth;
    }
    if (dice->runs == GG_RUNS_MAX) {
        dice->trouble = GG_DICE_TOO_MANY;
        return false;
    }
    dice->runs++;
    dice->depth = 0;
    dice->weight = (gg_fraction){1, 1};
    return true;
}

/* Which of `choices` outcomes this run takes at this request. */
static uint32_t choose(gg_dice *dice, uint32_t choices)
{
    gg_assert(choices > 0);
    if (dice->depth == GG_REQUESTS_MAX) {
        dice->trouble = GG_DICE_TOO_MANY;
        return 0;
    }
    uint32_t at = dice->depth++;
    if (at >= dice->deepest) {
        dice->choice[at] = 0;
        dice->deepest = at + 1;
    }
    dice->choices[at] = choices;
    return dice->choice[at];
}

static void weigh(gg_dice *dice, gg_fraction by)
{
    if (!gg_fraction_times(&dice->weight, by)) dice->trouble = GG_DICE_TOO_MANY;
}

static uint64_t choose_of(uint32_t from, uint32_t take)
{
    uint64_t ways = 1;
    for (uint32_t i = 1; i <= take; i++) ways = ways * (from - take + i) / i;
    return ways;
}

/*
 * The outcome number `index` of sharing `count` dice among `kinds` kinds: the first kind gets
 * the most in the first outcomes.  Returns how many outcomes there are.
 */
static uint32_t share_out(uint32_t index, int count, int kinds, int shares[GG_KINDS_MAX])
{
    uint64_t outcomes = choose_of((uint32_t)(count + kinds - 1), (uint32_t)(kinds - 1));
    uint64_t rest = index;
    int left = count;
    for (int kind = 0; kind < kinds - 1; kind++) {
        int take = left;
        for (;; take--) {
            uint64_t below =
                choose_of((uint32_t)(left - take + kinds - kind - 2), (uint32_t)(kinds - kind - 2));
            if (rest < below) break;
            rest -= below;
        }
        shares[kind] = take;
        left -= take;
    }
    shares[kinds - 1] = left;
    return (uint32_t)outcomes;
}

/* Ways to roll these shares, out of sides ^ count. */
static gg_fraction chance_of(const int *shares, const int *widths, int kinds, int sides)
{
    gg_fraction chance = {1, 1};
    int rolled = 0;
    for (int kind = 0; kind < kinds; kind++) {
        for (int i = 1; i <= shares[kind]; i++) {
            rolled++;
            gg_fraction die = {(uint64_t)rolled * (uint64_t)widths[kind],
                               (uint64_t)i * (uint64_t)sides};
            if (!gg_fraction_times(&chance, gg_fraction_reduce(die))) return (gg_fraction){0, 0};
        }
    }
    return gg_fraction_reduce(chance);
}

static void enumerate_kinds(gg_dice *dice, int count, int sides, const uint8_t *kind_of, int kinds,
                            int counts[GG_KINDS_MAX], uint8_t *shown)
{
    int widths[GG_KINDS_MAX] = {0}, name[GG_KINDS_MAX], shares[GG_KINDS_MAX] = {0};
    uint8_t face_of[GG_KINDS_MAX] = {0};
    for (int face = sides; face >= 1; face--) {
        widths[kind_of[face - 1]]++;
        face_of[kind_of[face - 1]] = (uint8_t)face;
    }
    int present = 0; /* a kind that no face has cannot come up */
    for (int kind = 0; kind < kinds; kind++) {
        if (widths[kind] == 0) continue;
        widths[present] = widths[kind];
        name[present++] = kind;
    }
    uint32_t outcomes = share_out(0, count, present, shares);
    share_out(choose(dice, outcomes), count, present, shares);
    gg_fraction chance = chance_of(shares, widths, present, sides);
    if (chance.bottom == 0) dice->trouble = GG_DICE_TOO_MANY;
    else weigh(dice, chance);
    for (int kind = 0; kind < kinds; kind++) counts[kind] = 0;
    for (int i = 0; i < present; i++) {
        counts[name[i]] = shares[i];
        for (int j = 0; shown != NULL && j < shares[i]; j++) *shown++ = face_of[name[i]];
    }
}

/* ---- Rolling. ---- */

void gg_roll_for(gg_dice *dice, const char *purpose, gg_unit who, gg_unit whom)
{
    if (dice->trouble != GG_DICE_FINE) return; /* the roll that lacked a die stays named */
    dice->purpose = purpose;
    dice->who = who;
    dice->whom = whom;
}

static int scripted_face(gg_dice *dice, int sides)
{
    if (dice->trouble == GG_DICE_FINE) {
        if (dice->face_next < dice->face_count) {
            int face = dice->faces[dice->face_next];
            if (face >= 1 && face <= sides) {
                dice->face_next++;
                return face;
            }
        }
        dice->trouble = dice->face_next < dice->face_count ? GG_DICE_BAD_FACE : GG_DICE_DRY;
        dice->asked_sides = sides;
    }
    return 1 + (int)pick(dice->random, (uint32_t)sides);
}

static int one_face(gg_dice *dice, int sides)
{
    int face = 1;
    switch ((gg_dice_kind)dice->kind) {
    case GG_DICE_RANDOM: face = 1 + (int)pick(dice->random, (uint32_t)sides); break;
    case GG_DICE_SCRIPTED: face = scripted_face(dice, sides); break;
    case GG_DICE_ENUMERATE:
        if (dice->trouble != GG_DICE_FINE) return 1 + (int)pick(dice->random, (uint32_t)sides);
        face = 1 + (int)choose(dice, (uint32_t)sides);
        weigh(dice, (gg_fraction){1, (uint64_t)sides});
        break;
    case GG_DICE_DRAWN:
        face = dice->draw(dice->from, sides);
        gg_assert(face >= 1 && face <= sides);
        break;
    }
    if (dice->trace_count < dice->trace_limit) dice->trace[dice->trace_count++] = (uint8_t)face;
    return face;
}

/* In a roll that goes on to need so many dice; the one that runs into trouble stays counted. */
static int next_face(gg_dice *dice, int sides, int count)
{
    int face = one_face(dice, sides);
    if (dice->trouble != GG_DICE_FINE && dice->asked_count == 0) dice->asked_count = count;
    return face;
}

int gg_roll(gg_dice *dice, int sides)
{
    gg_assert(sides >= 1 && sides <= GG_DIE_SIDES_MAX);
    dice->requests++;
    return next_face(dice, sides, 1);
}

void gg_roll_kinds(gg_dice *dice, int count, int sides, const uint8_t *kind_of, int kinds,
                   int counts[GG_KINDS_MAX], uint8_t *shown)
{
    gg_assert(sides >= 1 && sides <= GG_DIE_SIDES_MAX);
    gg_assert(count >= 0 && count <= GG_FACES_MAX);
    gg_assert(kinds >= 1 && kinds <= GG_KINDS_MAX);
    for (int kind = 0; kind < kinds; kind++) counts[kind] = 0;
    if (count == 0) return;
    dice->requests++;
    if (dice->kind == GG_DICE_ENUMERATE && dice->trouble == GG_DICE_FINE) {
        enumerate_kinds(dice, count, sides, kind_of, kinds, counts, shown);
        return;
    }
    for (int i = 0; i < count; i++) {
        int face = next_face(dice, sides, count - i);
        counts[kind_of[face - 1]]++;
        if (shown != NULL) shown[i] = (uint8_t)face;
    }
}

int gg_roll_hits(gg_dice *dice, int count, int sides, uint32_t faces, uint8_t *shown)
{
    if (dice->kind == GG_DICE_RANDOM && count > 0) { /* what millions of games ask for */
        int hits = 0;
        dice->requests++;
        for (int i = 0; i < count; i++) {
            int face = one_face(dice, sides);
            hits += (int)(faces >> (face - 1)) & 1;
            if (shown != NULL) shown[i] = (uint8_t)face;
        }
        return hits;
    }
    uint8_t kind_of[GG_DIE_SIDES_MAX];
    int counts[GG_KINDS_MAX];
    gg_assert(sides >= 1 && sides <= 32);
    for (int face = 1; face <= sides; face++)
        kind_of[face - 1] = (uint8_t)(faces >> (face - 1) & 1);
    gg_roll_kinds(dice, count, sides, kind_of, 2, counts, shown);
    return counts[1];
}

/* ---- Exact chances. ---- */

static uint64_t common_divisor(uint64_t one, uint64_t other)
{
    while (other != 0) {
        uint64_t rest = one % other;
        one = other;
        other = rest;
    }
    return one;
}

gg_fraction gg_fraction_reduce(gg_fraction it)
{
    if (it.top == 0) return (gg_fraction){0, 1};
    uint64_t divisor = common_divisor(it.top, it.bottom);
    return (gg_fraction){it.top / divisor, it.bottom / divisor};
}

static bool fits(uint64_t one, uint64_t other) { return other == 0 || one <= UINT64_MAX / other; }

bool gg_fraction_times(gg_fraction *it, gg_fraction by)
{
    if (!fits(it->top, by.top) || !fits(it->bottom, by.bottom)) {
        uint64_t down = common_divisor(it->top, by.bottom);
        uint64_t up = common_divisor(by.top, it->bottom);
        gg_fraction one = gg_fraction_reduce((gg_fraction){it->top / down, it->bottom / up});
        gg_fraction two = gg_fraction_reduce((gg_fraction){by.top / up, by.bottom / down});
        if (!fits(one.top, two.top) || !fits(one.bottom, two.bottom)) return false;
        *it = one;
        by = two;
    }
    it->top *= by.top;
    it->bottom *= by.bottom;
    return true;
}

bool gg_fraction_plus(gg_fraction *it, gg_fraction by)
{
    gg_fraction one = *it, two = by;
    for (int reduced = 0; reduced < 2; reduced++) {
        uint64_t divisor =
            one.bottom == two.bottom ? one.bottom : common_divisor(one.bottom, two.bottom);
        uint64_t widen_one = two.bottom / divisor, widen_two = one.bottom / divisor;
        if (fits(one.top, widen_one) && fits(two.top, widen_two) && fits(one.bottom, widen_one)
            && one.top * widen_one <= UINT64_MAX - two.top * widen_two) {
            it->top = one.top * widen_one + two.top * widen_two;
            it->bottom = one.bottom * widen_one;
            return true;
        }
        one = gg_fraction_reduce(one);
        two = gg_fraction_reduce(two);
    }
    return false;
}

/* ---- Hash. ---- */

static uint64_t word_at(const uint8_t *bytes)
{
    uint64_t word = 0;
    for (int i = 7; i >= 0; i--) word = word << 8 | bytes[i];
    return word;
}

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9fb21c651e98df25u;
    return hash ^ (hash >> 29);
}

uint64_t gg_hash(const void *bytes, size_t count)
{
    return gg_hash_on(0x243f6a8885a308d3u, bytes, count);
}

uint64_t gg_hash_on(uint64_t hash, const void *bytes, size_t count)
{
    const uint8_t *at = bytes;
    hash ^= (uint64_t)count;
    for (; count >= 8; count -= 8, at += 8) hash = mix(hash, word_at(at));
    uint8_t tail[8] = {0};
    if (count > 0) memcpy(tail, at, count); /* nothing may lie nowhere */
    hash = mix(hash, word_at(tail));
    hash = (hash ^ (hash >> 32)) * 0xd6e8feb86659fd93u;
    return hash ^ (hash >> 32);
}
