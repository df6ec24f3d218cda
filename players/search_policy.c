/*
 * search_policy.c - the fast policy: a few offers are tried on a copy, the one that gains most is
 * taken.
 *
 * Which few?  What an action gained wherever it was tried in this search is remembered by the
 * action alone, whatever the state: so the offers can be put in an order without trying any, and a
 * step costs a handful of copies however much is offered.  A bent changes the order: that is how
 * the same policy plays different plans.
 * SPDX-License-Identifier: MIT
 */
#include "players/search.h"

#include <string.h>

enum {
    TRIES_MAX = 32,
    FIELDS = 13,
    GAIN_MAX = 1 << 20,
    COUNT_MAX = 12,    /* after so many an average forgets */
    UNKNOWN = 1 << 21, /* comes first in the order */
};

typedef struct
try {
    uint32_t offer;
    int64_t order, value;
    bool hands_on;
}
try;

/* ---- What is known. ---- */

uint64_t gg_stirred(uint64_t hash, uint64_t with)
{
    hash = (hash ^ with) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

/* From the fields and not from the bytes: the same on every machine. */
static uint64_t key_of(gg_side side, const gg_action *a)
{
    const uint64_t what = (uint64_t)a->kind << 8 | (uint64_t)a->flags << 16 | (uint64_t)side;
    uint64_t key =
        gg_stirred(gg_stirred(what, (uint64_t)a->who | (uint64_t)a->whom << 16), a->item);
    key = gg_stirred(key, (uint64_t)(uint32_t)a->at.x | (uint64_t)(uint32_t)a->at.y << 32);
    for (int i = 0; i + 1 < GG_ARGS; i += 2)
        key = gg_stirred(key, (uint64_t)(uint32_t)a->args[i] << 32 | (uint32_t)a->args[i + 1]);
    return key == 0 ? 1 : key;
}

static gg_known *known_at(gg_search *s, uint64_t key)
{
    return &s->known[(key >> 20) % GG_SEARCH_KNOWN];
}

static void learn(gg_search *s, uint64_t key, int32_t gain, bool hands_on)
{
    gg_known *it = known_at(s, key);
    if (it->key != key) *it = (gg_known){.key = key, .hands_on = hands_on};
    if (it->count < COUNT_MAX) it->count++;
    it->gain += (gain - it->gain) / it->count;
    it->hands_on = it->hands_on && hands_on;
}

/* ---- Bents. ---- */

static int32_t field_of(const gg_action *a, int field)
{
    switch (field) {
    case 1: return a->kind;
    case 2: return a->flags;
    case 3: return a->who;
    case 4: return a->whom;
    case 5: return a->item;
    case 6: return a->at.x;
    case 7: return a->at.y;
    }
    return a->args[field - 8];
}

static int32_t liking(const gg_bent *bent, const gg_action *a)
{
    int32_t sum = 0;
    for (int i = 0; bent != NULL && i < GG_BIASES && bent->biases[i].field != 0; i++)
        if (field_of(a, bent->biases[i].field) == bent->biases[i].value)
            sum += bent->biases[i].strength;
    return sum;
}

/* A field in which this offer differs from another one: what all have in common bends nothing. */
static int telling_field(gg_search *s, const gg_action *one, const gg_action *other)
{
    int telling[FIELDS], count = 0;
    for (int field = 1; field <= FIELDS; field++)
        if (field_of(one, field) != field_of(other, field)) telling[count++] = field;
    return count == 0 ? 0 : telling[gg_dice_pick(&s->dice, (uint32_t)count)];
}

gg_bent gg_policy_bend(gg_search *s, const gg_action *offers, uint32_t count)
{
    gg_bent bent = {.patience = 0};
    const int64_t usual = s->gains > 0 ? s->gain_spread / s->gains + 1 : 1;
    const uint32_t biases = 1 + gg_dice_pick(&s->dice, GG_BIASES);
    for (uint32_t i = 0, made = 0; i < biases; i++) {
        const gg_action *like = &offers[gg_dice_pick(&s->dice, count)];
        const int field = telling_field(s, like, &offers[gg_dice_pick(&s->dice, count)]);
        if (field == 0) continue;
        const int64_t strength = usual * (1 << gg_dice_pick(&s->dice, 4)) / 2;
        const bool shuns = gg_dice_pick(&s->dice, 5) < 2;
        bent.biases[made++] = (gg_bias){.field = (uint8_t)field,
                                        .value = field_of(like, field),
                                        .strength = (int32_t)(shuns ? -strength : strength)};
    }
    if (gg_dice_pick(&s->dice, 3) == 0)
        bent.patience = (int32_t)(gg_dice_pick(&s->dice, 2) == 0 ? usual : -usual);
    return bent;
}

/* A unit is forgotten for the whole turn, a target as well: that is how people overlook things. */
bool gg_policy_overlooks(const gg_search *s, const gg_action *a)
{
    if (s->level->overlooks == 0) return false;
    if (a->who == GG_NO_UNIT && a->whom == GG_NO_UNIT) return false;
    const uint64_t who = gg_stirred(s->memory->blind, a->who) >> 20;
    const uint64_t whom = gg_stirred(~s->memory->blind, a->whom) >> 20;
    return who % 1000 < s->level->overlooks
           || (a->whom != GG_NO_UNIT && whom % 1000 < s->level->overlooks);
}

/* ---- Trying. ---- */

int32_t gg_search_score(gg_search *s, const gg_state *state, gg_side side)
{
    s->rules->view(state, side, s->seen);
    return (int32_t)gg_leaning_score(&s->leaning, s->rules, s->seen, side, s->notes);
}

static void try_one(gg_search *s, const gg_state *state, gg_side side, int32_t present,
                    const gg_action *action, try *it)
{
    const gg_turn before = s->rules->turn(state);
    memcpy(s->trial, state, s->rules->state_bytes);
    s->rules->apply(s->trial, side, action, &s->dice, NULL);
    int64_t gain = (int64_t)gg_search_score(s, s->trial, side) - present;
    gain = gain > GAIN_MAX ? GAIN_MAX : gain < -GAIN_MAX ? -GAIN_MAX : gain;
    const gg_turn after = s->rules->turn(s->trial);
    it->hands_on = after.over || (after.deciding >> side & 1) == 0 || after.phase != before.phase;
    const uint64_t key = key_of(side, action);
    learn(s, key, (int32_t)gain, it->hands_on);
    it->hands_on = known_at(s, key)->hands_on;
    const int64_t calm = s->level->calm;
    it->value = ((4 - calm) * gain + calm * known_at(s, key)->gain) / 4;
    if (gain != GAIN_MAX && gain != -GAIN_MAX && s->gains < 1 << 20)
        s->gain_spread += gain < 0 ? -gain : gain, s->gains++;
}

/* Into the list of the best, which is kept in order. */
static void list_try(try *list, uint32_t *count, uint32_t limit, try it)
{
    uint32_t at = *count;
    if (at == limit) {
        if (limit == 0 || list[at - 1].order >= it.order) return;
        at--;
    } else {
        ++*count;
    }
    for (; at > 0 && list[at - 1].order < it.order; at--) list[at] = list[at - 1];
    list[at] = it;
}

/* The offers worth a try: by what is known of them, the best that hands on, some others. */
static uint32_t list_tries(gg_search *s, gg_side side, uint32_t count, const gg_bent *bent,
                           try list[TRIES_MAX])
{
    const uint32_t tries = s->level->tries < TRIES_MAX ? s->level->tries : TRIES_MAX;
    const uint32_t best = tries > 3 ? tries - 2 : tries;
    const bool blind = side == s->side && s->level->overlooks > 0;
    uint32_t listed = 0;
    try closing = {.order = INT64_MIN};
    for (uint32_t i = 0; i < count; i++) {
        const gg_action *action = &s->offers[i];
        if (blind && gg_policy_overlooks(s, action)) continue;
        const uint64_t key = key_of(side, action);
        const gg_known *known = known_at(s, key);
        const bool is_known = known->key == key;
        int64_t order = (is_known ? known->gain : 0) + liking(bent, action);
        if (!is_known && count <= best + 2) order = UNKNOWN;
        const try it = {.offer = i, .order = order};
        list_try(list, &listed, best, it);
        const bool closes = is_known ? known->hands_on : i + 1 == count;
        if (closes && order > closing.order) closing = it;
    }
    if (closing.order != INT64_MIN && listed < TRIES_MAX) list[listed++] = closing;
    for (uint32_t i = best; i < tries && listed < TRIES_MAX && count > best; i++) {
        const uint32_t offer = gg_dice_pick(&s->dice, count);
        if (!blind || !gg_policy_overlooks(s, &s->offers[offer]))
            list[listed++] = (try){.offer = offer};
    }
    return listed;
}

/* After this action, may the side still do that other one? */
static bool is_left_open(gg_search *s, const gg_state *state, gg_side side, const gg_action *action,
                         const gg_action *other)
{
    memcpy(s->trial, state, s->rules->state_bytes);
    s->rules->apply(s->trial, side, action, &s->dice, NULL);
    return s->rules->legal(s->trial, side, other).reason == 0;
}

/* As greedy does: what keeps the decision must gain something, unless the phase ends by itself
 * because each action spends something, and more than what hands it on unless that can be done
 * afterwards as well. */
static gg_action best_of(gg_search *s, const gg_state *state, gg_side side, const try *list,
                         uint32_t count, const gg_bent *bent)
{
    const try *goes_on = NULL, *hands_on = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const try **best = list[i].hands_on ? &hands_on : &goes_on;
        if (*best == NULL || list[i].value > (*best)->value) *best = &list[i];
    }
    if (goes_on == NULL || hands_on == NULL)
        return s->offers[goes_on != NULL ? goes_on->offer : hands_on->offer];
    const int64_t patience = bent == NULL ? 0 : bent->patience;
    const gg_action go = s->offers[goes_on->offer], end = s->offers[hands_on->offer];
    const bool rises = goes_on->value > patience;
    if (!rises && !s->rules->turn(state).spends) return end;
    if (goes_on->value <= hands_on->value + patience
        && (!rises || !is_left_open(s, state, side, &go, &end)))
        return end;
    return go;
}

gg_action gg_policy_choose(gg_search *s, const gg_state *state, gg_side side, const gg_bent *bent)
{
    try list[TRIES_MAX];
    const uint32_t count = s->rules->offer(state, side, s->offers, s->rules->actions_max);
    gg_assert(count > 0);
    if (count == 1) return s->offers[0];
    const uint32_t listed = list_tries(s, side, count, bent, list);
    if (listed == 0) return s->offers[gg_dice_pick(&s->dice, count)];
    if (listed == 1) return s->offers[list[0].offer];
    const int32_t present = gg_search_score(s, state, side);
    for (uint32_t i = 0; i < listed; i++) {
        const gg_action *action = &s->offers[list[i].offer];
        try_one(s, state, side, present, action, &list[i]);
        list[i].value += liking(bent, action);
    }
    return best_of(s, state, side, list, listed, bent);
}

void gg_policy_weigh(gg_search *s)
{
    const gg_decision *d = s->decision;
    int32_t present[GG_SEARCH_GUESSES];
    for (uint32_t i = 0; i < d->count && !s->stopped; i++) {
        const uint32_t world = i % GG_SEARCH_GUESSES;
        const gg_state *state = s->guesses[world];
        try it;
        if (i == world) present[world] = gg_search_score(s, state, s->side);
        try_one(s, state, s->side, present[world], &d->offers[i], &it);
        if (i % 64 == 63) s->stopped = gg_search_is_hurried(s);
    }
}
