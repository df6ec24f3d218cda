/*
 * network.c - from what stands where to a chance.  See network.h.
 * SPDX-License-Identifier: MIT
 */
#include "core/network.h"

#include "core/judgement.h"

#include <string.h>

enum {
    HEAD_BYTES = 12,
    UNITS_MAX = 64,
    ONE = 127,          /* a unit is 0 .. 127, */
    FEATURE_PART = 256, /* what features add to it is in 256ths, */
    SECOND_PART = 64,   /* and what the first layer adds to the second in 64ths */
    OUT_PART = 256,
};

typedef struct shape {
    uint32_t inputs, features, first, second;
    const uint8_t *rows, *dense, *starts, *second_rows, *second_starts, *out, *weights, *end;
} shape;

static int32_t word_at(const uint8_t *bytes, size_t nth)
{
    const int32_t word = bytes[2 * nth] | bytes[2 * nth + 1] << 8;
    return word < 32768 ? word : word - 65536;
}

static int32_t byte_at(const uint8_t *bytes, size_t nth)
{
    return bytes[nth] < 128 ? bytes[nth] : bytes[nth] - 256;
}

static int64_t long_at(const uint8_t *bytes, size_t nth)
{
    const uint32_t low = (uint32_t)(word_at(bytes, 2 * nth) & 0xffff);
    return (int64_t)word_at(bytes, 2 * nth + 1) * 65536 + low;
}

static bool has_weights(const gg_network *network) { return network->bytes[2] == '2'; }

static shape shape_of(const gg_network *network)
{
    const uint8_t *at = network->bytes;
    shape s = {.inputs = (uint32_t)(at[4] | at[5] << 8),
               .features = at[6],
               .first = at[7],
               .second = at[8]};
    s.rows = at + HEAD_BYTES;
    s.dense = s.rows + (size_t)s.inputs * s.first;
    s.starts = s.dense + (size_t)2 * (2 * s.features + 1) * s.first;
    s.second_rows = s.starts + (size_t)2 * s.first;
    s.second_starts = s.second_rows + (size_t)2 * s.first * s.second;
    s.out = s.second_starts + (size_t)2 * s.second;
    s.weights = s.out + (size_t)2 * s.second;
    s.end = s.weights + (has_weights(network) ? (size_t)8 * s.features : 0);
    return s;
}

const char *gg_network_check(const gg_ruleset *rules, const gg_network *network)
{
    if (rules->judgement->input_count == 0) return "this game has no inputs";
    if (network->count < HEAD_BYTES
        || (memcmp(network->bytes, "GN1", 4) != 0 && memcmp(network->bytes, "GN2", 4) != 0))
        return "it is no network";
    const shape s = shape_of(network);
    if (s.inputs != rules->judgement->input_count || s.features != rules->judgement->feature_count)
        return "it has other inputs than the game";
    if (s.first == 0 || s.first > UNITS_MAX || s.second == 0 || s.second > UNITS_MAX)
        return "its layers are too small or too large";
    if ((size_t)(s.end - network->bytes) != network->count)
        return "it has too few bytes, or too many";
    return NULL;
}

/* The first layer, from this side's edge. */
static void add_up(const shape *s, const gg_ruleset *rules, const gg_state *view, gg_side side,
                   const int32_t values[2][GG_FEATURES_MAX], int32_t progress, uint8_t *units)
{
    gg_input inputs[GG_INPUTS_MAX];
    int32_t sums[UNITS_MAX];
    int64_t parts[UNITS_MAX] = {0};
    const int32_t *own = values[side], *other = values[side == GG_BLUE ? GG_RED : GG_BLUE];
    for (uint32_t unit = 0; unit < s->first; unit++) sums[unit] = word_at(s->starts, unit);
    const uint32_t count = rules->judgement->inputs(view, side, inputs, GG_INPUTS_MAX);
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *row = s->rows + (size_t)inputs[i].row * s->first;
        gg_assert(inputs[i].row < s->inputs);
        for (uint32_t unit = 0; unit < s->first; unit++)
            sums[unit] += inputs[i].count * byte_at(row, unit);
    }
    for (uint32_t i = 0; i <= 2 * s->features; i++) {
        const int64_t value = i == 2 * s->features ? progress
                              : i < s->features    ? own[i]
                                                   : other[i - s->features];
        if (value == 0) continue;
        for (uint32_t unit = 0; unit < s->first; unit++)
            parts[unit] += value * word_at(s->dense, (size_t)i * s->first + unit);
    }
    for (uint32_t unit = 0; unit < s->first; unit++) {
        const int64_t sum = sums[unit] + parts[unit] / FEATURE_PART;
        units[unit] = (uint8_t)(sum < 0 ? 0 : sum > ONE ? ONE : sum);
    }
}

/* The second layer and what comes of it, for who looks from `own`. */
static int64_t look(const shape *s, const uint8_t *own, const uint8_t *other)
{
    int64_t out = 0;
    for (uint32_t unit = 0; unit < s->second; unit++) {
        const uint8_t *row = s->second_rows + (size_t)unit * 2 * s->first;
        int32_t sum = word_at(s->second_starts, unit);
        for (uint32_t i = 0; i < s->first; i++)
            sum += own[i] * byte_at(row, i) + other[i] * byte_at(row, s->first + i);
        sum /= SECOND_PART;
        out += (int64_t)(sum < 0 ? 0 : sum > ONE ? ONE : sum) * word_at(s->out, unit);
    }
    return out;
}

/* What other weights make of the features, for blue. */
static int64_t weigh(const shape *s, const int32_t values[2][GG_FEATURES_MAX], int32_t progress)
{
    const int64_t late = progress, early = GG_PROGRESS_OVER - late;
    int64_t odds = 0;
    for (uint32_t i = 0; i < s->features; i++) {
        const int64_t more = (int64_t)values[GG_BLUE][i] - values[GG_RED][i];
        odds += more * (long_at(s->weights, 2 * i) * early + long_at(s->weights, 2 * i + 1) * late);
    }
    return odds / GG_PROGRESS_OVER;
}

int32_t gg_network_odds(const gg_ruleset *rules, const gg_network *network, const gg_state *view,
                        gg_side side)
{
    const shape s = shape_of(network);
    int32_t values[2][GG_FEATURES_MAX];
    uint8_t units[2][UNITS_MAX];
    const int32_t progress = rules->judgement->appraise(view, values);
    add_up(&s, rules, view, GG_BLUE, (const int32_t(*)[GG_FEATURES_MAX])values, progress,
           units[GG_BLUE]);
    add_up(&s, rules, view, GG_RED, (const int32_t(*)[GG_FEATURES_MAX])values, progress,
           units[GG_RED]);
    const int64_t lead =
        look(&s, units[GG_BLUE], units[GG_RED]) - look(&s, units[GG_RED], units[GG_BLUE]);
    int64_t odds = gg_odds_of_features(rules, (const int32_t(*)[GG_FEATURES_MAX])values, progress);
    odds += lead * (GG_ODDS_ONE / OUT_PART) / ONE;
    if (has_weights(network))
        odds += weigh(&s, (const int32_t(*)[GG_FEATURES_MAX])values, progress);
    odds = odds > INT32_MAX ? INT32_MAX : odds < -INT32_MAX ? -INT32_MAX : odds;
    return (int32_t)(side == GG_BLUE ? odds : -odds);
}
