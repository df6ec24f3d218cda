/*
 * trial.c - the same battles by several rules.  See trial.h.
 * SPDX-License-Identifier: MIT
 */
#include "lab/trial.h"

#include "core/position.h"
#include "core/state_hash.h"

#include <stdlib.h>
#include <string.h>

enum { NOT_PLAYED = 3 }; /* halves of a win */

void lab_open_variant(lab_variant *variant, const lab_setup *setup, uint64_t games)
{
    *variant = (lab_variant){.setup = *setup};
    variant->halves = cli_memory(games * sizeof *variant->halves);
    memset(variant->halves, NOT_PLAYED, games * sizeof *variant->halves);
    variant->rounds = cli_memory(games * sizeof *variant->rounds);
    variant->finals = cli_memory(games * sizeof *variant->finals);
}

void lab_close_variant(lab_variant *variant)
{
    free(variant->halves);
    free(variant->rounds);
    free(variant->finals);
}

/* ---- Playing. ---- */

typedef struct trial {
    lab_variant *variants;
    int count;
} trial;

typedef struct worker {
    trial *about;
    lab_table *table; /* all variants have the same game and players: one serves them in turn */
    gg_state *end;    /* how a game has ended, by the standard numbers */
} worker;

static void *open_worker(void *about)
{
    worker *w = cli_memory(sizeof *w);
    w->about = about;
    w->table = lab_open_table(&w->about->variants[0].setup, false);
    w->end = cli_memory(w->table->setup->rules->state_bytes);
    return w;
}

static void close_worker(void *of)
{
    worker *w = of;
    lab_close_table(w->table);
    free(w->end);
    free(w);
}

/* Batches count from 0: a game of the trial is a game of the run and a variant. */
static lab_variant *variant_of(trial *t, uint64_t number, uint64_t *game)
{
    *game = number / (uint64_t)t->count;
    return &t->variants[number % (uint64_t)t->count];
}

static bool has_told(const lab_variant *variant) { return variant->is_certain || variant->is_idle; }

static bool is_done(void *about, uint64_t number)
{
    uint64_t game;
    const lab_variant *variant = variant_of(about, number, &game);
    return has_told(variant) || game < variant->played;
}

static bool play(void *of, uint64_t number)
{
    worker *w = of;
    uint64_t game;
    w->table->setup = &variant_of(w->about, number, &game)->setup;
    return lab_play(w->table, game);
}

/* Without numbers and options: two games that differ in them only have gone the same way. */
static uint64_t hash_of_end(const worker *w)
{
    const gg_ruleset *rules = w->table->setup->rules;
    memcpy(w->end, w->table->match.state, rules->state_bytes);
    gg_set_house(rules, w->end, NULL);
    memset((char *)w->end + rules->options_at, 0, rules->option_count * sizeof(int16_t));
    return gg_state_hash(rules, w->end);
}

static bool keep(void *about, void *of, uint64_t number)
{
    const lab_seen *seen = &((const worker *)of)->table->seen;
    uint64_t game;
    lab_variant *variant = variant_of(about, number, &game);
    variant->halves[game] = seen->winner == GG_BLUE ? 2 : seen->winner == GG_RED ? 0 : 1;
    variant->rounds[game] = (uint16_t)seen->round;
    variant->finals[game] = hash_of_end(of);
    return true;
}

/* How many games from the first on every variant has that plays on. */
static uint64_t count_whole(const lab_variant *variants, int count, uint64_t until)
{
    uint64_t whole = until;
    for (int i = 0; i < count; i++) {
        uint64_t has = variants[i].played;
        if (has_told(&variants[i])) continue;
        while (has < whole && variants[i].halves[has] != NOT_PLAYED) has++;
        if (has < whole) whole = has;
    }
    return whole;
}

lab_batch_end lab_play_variants(lab_variant *variants, int count, uint64_t until, int threads)
{
    trial t = {.variants = variants, .count = count};
    const lab_batch batch = {
        .count = until * (uint64_t)count,
        .threads = threads,
        .about = &t,
        .open = open_worker,
        .close = close_worker,
        .is_done = is_done,
        .play = play,
        .keep = keep,
        .thing = "games",
    };
    const lab_batch_end end = lab_play_batch(&batch);
    const uint64_t whole = count_whole(variants, count, until);
    for (int i = 0; i < count; i++)
        if (!has_told(&variants[i]) && variants[i].played < whole) variants[i].played = whole;
    return end;
}

/* ---- Figures. ---- */

/* A number of one game, beside the same game of another variant. */
typedef double number_of(const lab_variant *, const lab_variant *base, uint64_t game);

static double share(const lab_variant *v, const lab_variant *base, uint64_t game)
{
    (void)base;
    return v->halves[game] / 2.0;
}

static double rounds(const lab_variant *v, const lab_variant *base, uint64_t game)
{
    (void)base;
    return v->rounds[game];
}

static double share_change(const lab_variant *v, const lab_variant *base, uint64_t game)
{
    return (v->halves[game] - base->halves[game]) / 2.0;
}

static double rounds_change(const lab_variant *v, const lab_variant *base, uint64_t game)
{
    return (double)v->rounds[game] - base->rounds[game];
}

static double is_turned(const lab_variant *v, const lab_variant *base, uint64_t game)
{
    return v->halves[game] != base->halves[game];
}

static double is_other(const lab_variant *v, const lab_variant *base, uint64_t game)
{
    return v->halves[game] != base->halves[game] || v->rounds[game] != base->rounds[game]
           || v->finals[game] != base->finals[game];
}

static int games_of_battle(const lab_variant *variant) { return variant->setup.swap ? 2 : 1; }

/* By battle: two games on the same dice are one. */
static lab_mean mean_of(const lab_variant *variant, const lab_variant *base, uint64_t games,
                        number_of *number)
{
    const uint64_t size = (uint64_t)games_of_battle(variant);
    lab_mean mean = {0};
    for (uint64_t i = 0; i + size <= games; i += size) {
        double sum = 0;
        for (uint64_t k = 0; k < size; k++) sum += number(variant, base, i + k);
        lab_add(&mean, sum / (double)size);
    }
    return mean;
}

static uint64_t both_have(const lab_variant *variant, const lab_variant *base)
{
    return variant->played < base->played ? variant->played : base->played;
}

lab_mean lab_share_of(const lab_variant *variant, uint64_t games)
{
    return mean_of(variant, NULL, games, share);
}

lab_mean lab_rounds_of(const lab_variant *variant, uint64_t games)
{
    return mean_of(variant, NULL, games, rounds);
}

lab_mean lab_share_change(const lab_variant *variant, const lab_variant *base)
{
    return mean_of(variant, base, both_have(variant, base), share_change);
}

lab_mean lab_rounds_change(const lab_variant *variant, const lab_variant *base)
{
    return mean_of(variant, base, both_have(variant, base), rounds_change);
}

lab_interval lab_turned(const lab_variant *variant, const lab_variant *base, double z)
{
    const lab_mean mean = mean_of(variant, base, both_have(variant, base), is_turned);
    return lab_wilson_of(&mean, games_of_battle(variant), z);
}

lab_interval lab_other(const lab_variant *variant, const lab_variant *base, double z)
{
    const lab_mean mean = mean_of(variant, base, both_have(variant, base), is_other);
    return lab_wilson_of(&mean, games_of_battle(variant), z);
}

/* ---- What is changed. ---- */

/* What an option is when such a game begins: chosen, or the scenario's, or the standard. */
static int32_t option_now(const lab_setup *setup, uint32_t row)
{
    const gg_ruleset *rules = setup->rules;
    gg_state *state = cli_memory(rules->state_bytes);
    int16_t values[GG_OPTIONS_MAX];
    const gg_error error = gg_setup(rules, state, setup->scenario, setup->options, setup->house);
    memcpy(values, (const char *)state + rules->options_at, rules->option_count * sizeof *values);
    free(state);
    return error.text == NULL ? values[row] : setup->rules->options[row].standard;
}

static const char *knob_name(const void *of, int row)
{
    const gg_ruleset *rules = of;
    const int numbers = rules->number_count > 0 ? rules->number_count - 1 : 0;
    if (row < numbers) return rules->numbers[row + 1].id;
    row -= numbers;
    return row < rules->option_count ? rules->options[row].name : NULL;
}

int lab_find_knob(const lab_setup *setup, const char *name, lab_knob *knob)
{
    const gg_ruleset *rules = setup->rules;
    const int32_t row = gg_find_number(rules, name);
    if (row > 0) {
        const gg_number *number = &rules->numbers[row];
        *knob = (lab_knob){.row = (uint32_t)row,
                           .name = number->id,
                           .low = number->low,
                           .high = number->high,
                           .step = 1,
                           .now = gg_number_value(rules->numbers, setup->house, (uint32_t)row),
                           .clause = number->clause};
        return CLI_GO_ON;
    }
    for (uint32_t i = 0; i < rules->option_count; i++) {
        const gg_option *option = &rules->options[i];
        if (strcmp(option->name, name) != 0) continue;
        *knob = (lab_knob){.is_option = true,
                           .row = i,
                           .name = option->name,
                           .low = option->low,
                           .high = option->high,
                           .step = option->step > 0 ? option->step : 1,
                           .now = option_now(setup, i),
                           .clause = option->clause};
        return CLI_GO_ON;
    }
    char near[80];
    return cli_misuse("%s has no number and no option \"%.40s\"%s; `grognard tables %s` lists the "
                      "numbers.",
                      rules->name, name, cli_nearest(name, knob_name, rules, near, sizeof near),
                      rules->name);
}

void lab_turn_knob(lab_setup *setup, const lab_knob *knob, int32_t value)
{
    if (knob->is_option) setup->options[knob->row] = value;
    else setup->house[knob->row] = (int16_t)(value - setup->rules->numbers[knob->row].standard);
}

bool lab_can_begin(const lab_setup *setup)
{
    gg_match match;
    void *memory = cli_memory(gg_match_bytes(setup->rules));
    const gg_error error = gg_match_begin(&match, setup->rules, memory, setup->scenario,
                                          setup->options, setup->house, gg_dice_random(0));
    free(memory);
    return error.text == NULL;
}
