/*
 * chance.c - everything that may come of an action: outcomes that leave the same position are
 * one outcome, described by what happens on the way to it.
 */
#include "cli/cli.h"
#include "core/odds.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 20000, SLOTS = 1 << 19, SHOWN_MAX = 24, TEXT_MAX = 4096, SAMPLE_SEED = 1805 };

typedef struct outcome {
    uint64_t hash;      /* of the position it leaves */
    gg_fraction chance; /* bottom 0: too fine for 64 bits, only `share` is known */
    double share;
    char *text; /* its sentences, one to a line */
} outcome;

typedef struct tally {
    const gg_ruleset *rules;
    gg_side viewer;
    outcome *outcomes;
    uint32_t count, limit;
    uint32_t *slots; /* outcome + 1, by hash; 0 is free */
    bool exact;
    uint32_t runs;
    char *common; /* the sentences that every outcome begins with */
} tally;

/* ---- Collecting. ---- */
static void forget(tally *all)
{
    for (uint32_t i = 0; i < all->count; i++)
        free(all->outcomes[i].text);
    all->count = 0;
    memset(all->slots, 0, SLOTS * sizeof *all->slots);
}

static char *sentences(const tally *all, const gg_state *after, const gg_log *log)
{
    gg_text text = cli_text(TEXT_MAX);
    for (uint32_t i = 0; i < log->count; i++) {
        gg_event event;
        if (log->events[i].kind == GG_ROLL || !cli_event_for(all->viewer, &log->events[i], &event))
            continue;
        gg_put_event(&text, all->rules, after, &event);
        gg_put_char(&text, '\n');
    }
    char *kept = strdup(text.bytes);
    free(text.bytes);
    if (kept == NULL) abort();
    return kept;
}

static outcome *outcome_of(tally *all, const gg_state *after, const gg_log *log)
{
    const uint64_t hash = gg_hash(after, all->rules->state_bytes);
    uint32_t slot = (uint32_t)(hash % SLOTS);
    for (; all->slots[slot] != 0; slot = (slot + 1) % SLOTS)
        if (all->outcomes[all->slots[slot] - 1].hash == hash)
            return &all->outcomes[all->slots[slot] - 1];
    if (all->count == all->limit) {
        all->limit = all->limit > 0 ? 2 * all->limit : 64;
        all->outcomes = realloc(all->outcomes, all->limit * sizeof *all->outcomes);
        if (all->outcomes == NULL) abort();
    }
    outcome *fresh = &all->outcomes[all->count++];
    *fresh = (outcome){.hash = hash, .chance = {0, 1}, .text = sentences(all, after, log)};
    all->slots[slot] = all->count;
    return fresh;
}

static void each(void *to, const gg_state *after, gg_fraction chance, const gg_log *log)
{
    tally *all = to;
    if (after == NULL) {
        forget(all);
        return;
    }
    outcome *one = outcome_of(all, after, log);
    one->share += (double)chance.top / (double)chance.bottom;
    if (one->chance.bottom != 0 && !gg_fraction_plus(&one->chance, chance))
        one->chance = (gg_fraction){0, 0};
}

static int by_share(const void *one, const void *other)
{
    const outcome *a = one, *b = other;
    if (a->share != b->share) return a->share < b->share ? 1 : -1;
    return a->hash < b->hash ? -1 : a->hash > b->hash;
}

/* How many characters of whole lines two texts begin with in common. */
static size_t common_lines(const char *one, const char *other, size_t limit)
{
    size_t common = 0;
    for (size_t i = 0; i < limit && one[i] == other[i] && one[i] != 0; i++)
        if (one[i] == '\n') common = i + 1;
    return common;
}

static void find_common(tally *all)
{
    if (all->count == 0) return;
    size_t length = all->count > 1 ? strlen(all->outcomes[0].text) : 0;
    for (uint32_t i = 1; i < all->count; i++)
        length = common_lines(all->outcomes[0].text, all->outcomes[i].text, length);
    all->common = strndup(all->outcomes[0].text, length);
}

static void collect(tally *all, const gg_state *state, gg_side side, const gg_action *action)
{
    static gg_event events[GG_MATCH_EVENTS_MAX];
    gg_log log = {.events = events, .limit = GG_MATCH_EVENTS_MAX};
    gg_dice random = gg_dice_random(SAMPLE_SEED);
    all->slots = cli_memory(SLOTS * sizeof *all->slots);
    const gg_odds_ask ask = {
        .scratch = cli_memory(all->rules->state_bytes),
        .log = &log,
        .runs_max = GG_RUNS_MAX,
        .samples = SAMPLES,
        .random = &random,
        .each = each,
        .to = all,
    };
    const gg_odds odds = gg_odds_of(all->rules, state, side, action, &ask);
    for (uint32_t i = 0; i < all->count; i++)
        if (all->outcomes[i].chance.bottom != 0)
            all->outcomes[i].chance = gg_fraction_reduce(all->outcomes[i].chance);
    all->exact = odds.exact;
    all->runs = odds.runs;
    free(ask.scratch);
    if (all->count > 0) qsort(all->outcomes, all->count, sizeof *all->outcomes, by_share);
    find_common(all);
}

static void release(tally *all)
{
    forget(all);
    free(all->outcomes);
    free(all->slots);
    free(all->common);
}

/* ---- The first roll by itself. ---- */
typedef struct first_roll {
    const gg_check *check;
    gg_event event; /* its modifiers */
    int dice, results;
    gg_fraction odds[GG_OUTCOMES_MAX];
} first_roll;

static bool find_first_roll(const gg_ruleset *rules, const gg_state *state, gg_side side,
                            const gg_action *action, first_roll *roll)
{
    _Alignas(16) unsigned char query[GG_QUERY_BYTES_MAX] = {0};
    gg_state *view = cli_memory(rules->state_bytes);
    rules->view(state, side, view);
    *roll = (first_roll){.check = rules->preview(view, side, action, query)};
    free(view);
    if (roll->check == NULL) return false;
    gg_check_mods(roll->check, query, &roll->event);
    roll->event.base = (uint8_t)roll->check->dice(query);
    roll->dice = gg_check_dice(roll->check, query);
    roll->results = gg_check_odds(roll->check, query, roll->odds);
    for (int i = 0; i < roll->results; i++)
        roll->odds[i] = gg_fraction_reduce(roll->odds[i]);
    return true;
}

static void put_result(gg_text *text, const first_roll *roll, int result)
{
    const gg_event event = {.total = (int16_t)result, .band = (uint8_t)result};
    gg_put_result(text, roll->check, &event);
}

static double percent(gg_fraction chance)
{
    return 100.0 * (double)chance.top / (double)chance.bottom;
}

/* ---- For people. ---- */

/* Lines as one sentence: "B1 loses 1 base; B1 holds its ground". */
static void put_lines(gg_text *text, const char *lines)
{
    if (lines[0] == 0) gg_put(text, "nothing changes");
    for (const char *at = lines; *at != 0; at++) {
        if (*at != '\n')
            gg_put_char(text, *at);
        else if (at[1] != 0)
            gg_put(text, "; ");
    }
}

static void say_chance(double share, gg_fraction chance, const char *what, FILE *out)
{
    char fraction[64] = "", line[TEXT_MAX + 128];
    if (chance.bottom != 0)
        snprintf(fraction, sizeof fraction, "%llu/%llu", (unsigned long long)chance.top,
                 (unsigned long long)chance.bottom);
    snprintf(line, sizeof line, "  %7.3f %%  %-11s %s", 100 * share, fraction, what);
    cli_say_line(out, 27, line);
}

/* 95 % limits, in percent. */
static double error_of(const tally *all, const outcome *one)
{
    return 196 * sqrt(one->share * (1 - one->share) / all->runs);
}

static double largest_error(const tally *all)
{
    double largest = 0;
    for (uint32_t i = 0; i < all->count; i++)
        if (error_of(all, &all->outcomes[i]) > largest) largest = error_of(all, &all->outcomes[i]);
    return largest;
}

static void say_outcome(const tally *all, const outcome *one, FILE *out)
{
    gg_text text = cli_text(TEXT_MAX);
    char line[TEXT_MAX + 128];
    put_lines(&text, one->text + strlen(all->common));
    if (all->exact) {
        say_chance(one->share, one->chance, text.bytes, out);
    } else {
        snprintf(line, sizeof line, "  %7.3f %% +-%.3f  %s", 100 * one->share, error_of(all, one),
                 text.bytes);
        cli_say_line(out, 27, line);
    }
    free(text.bytes);
}

static void say_common(const tally *all, FILE *out)
{
    if (all->common[0] == 0) return;
    gg_text text = cli_text(TEXT_MAX);
    gg_put(&text, "In any case: ");
    put_lines(&text, all->common);
    cli_say_line(out, 2, text.bytes);
    free(text.bytes);
}

static void say_first_roll(const gg_ruleset *rules, const first_roll *roll, FILE *out)
{
    char bytes[1024];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_put(&text, "First roll, ");
    gg_put(&text, roll->check->name);
    gg_put(&text, ": ");
    gg_put_int(&text, roll->event.base);
    gg_put(&text, roll->event.base == 1 ? " die" : " dice");
    for (int i = 0; i < roll->event.line_count; i++) {
        const gg_mod *mod = &roll->check->mods[roll->event.lines[i].mod];
        gg_put_char(&text, ' ');
        gg_put_signed(&text, roll->event.lines[i].amount);
        gg_put_char(&text, ' ');
        gg_put(&text, mod->text);
        gg_put(&text, " (");
        gg_put(&text, gg_clause_number(rules, mod->clause));
        gg_put_char(&text, ')');
    }
    if (roll->check->kind == GG_HITS && roll->dice != roll->event.base)
        gg_put(&text, " = "), gg_put_int(&text, roll->dice);
    cli_say_line(out, 2, bytes);
    for (int i = 0; i < roll->results; i++) {
        if (roll->odds[i].top == 0) continue;
        text = gg_text_over(bytes, sizeof bytes);
        put_result(&text, roll, i);
        say_chance(percent(roll->odds[i]) / 100, roll->odds[i], bytes, out);
    }
}

void cli_say_odds(const gg_ruleset *rules, const gg_state *state, gg_side side,
                  const gg_action *action, FILE *out)
{
    tally all = {.rules = rules, .viewer = side};
    first_roll roll;
    if (find_first_roll(rules, state, side, action, &roll)) say_first_roll(rules, &roll, out);
    collect(&all, state, side, action);
    say_common(&all, out);
    if (all.exact)
        fprintf(out, "Outcomes, exact:\n");
    else
        fprintf(out, "Outcomes, not exact: %u samples, 95 %% error limits:\n", all.runs);
    for (uint32_t i = 0; i < all.count && i < SHOWN_MAX; i++)
        say_outcome(&all, &all.outcomes[i], out);
    if (all.count > SHOWN_MAX) {
        double rest = 0;
        for (uint32_t i = SHOWN_MAX; i < all.count; i++)
            rest += all.outcomes[i].share;
        fprintf(out, "  %7.3f %%  %u rarer outcomes (--json lists all)\n", 100 * rest,
                all.count - SHOWN_MAX);
    }
    release(&all);
}

/* ---- For programs. ---- */
static json_t *fraction_json(gg_fraction chance)
{
    char bytes[64];
    snprintf(bytes, sizeof bytes, "%llu/%llu", (unsigned long long)chance.top,
             (unsigned long long)chance.bottom);
    return json_string(bytes);
}

static json_t *first_roll_json(const gg_ruleset *rules, const first_roll *roll)
{
    json_t *object = json_pack("{s:s, s:i, s:i}", "check", roll->check->name, "base",
                               (int)roll->event.base, "dice", roll->dice);
    json_t *results = json_array();
    if (roll->event.line_count > 0)
        json_object_set_new(object, "mods", cli_mods_json(rules, roll->check, &roll->event));
    for (int i = 0; i < roll->results; i++) {
        char bytes[128];
        gg_text text = gg_text_over(bytes, sizeof bytes);
        put_result(&text, roll, i);
        json_array_append_new(results, json_pack("{s:s, s:o, s:f}", "result", bytes, "chance",
                                                 fraction_json(roll->odds[i]), "percent",
                                                 percent(roll->odds[i])));
    }
    json_object_set_new(object, "results", results);
    return object;
}

static json_t *outcome_json(const tally *all, const outcome *one)
{
    json_t *object = json_object(), *events = json_array();
    if (all->exact && one->chance.bottom != 0)
        json_object_set_new(object, "chance", fraction_json(one->chance));
    json_object_set_new(object, "percent", json_real(100 * one->share));
    if (!all->exact) json_object_set_new(object, "error", json_real(error_of(all, one)));
    gg_text joined = cli_text(TEXT_MAX);
    for (const char *at = one->text; *at != 0;) {
        const char *end = strchr(at, '\n');
        if (joined.count > 0) gg_put(&joined, "; ");
        gg_put_bytes(&joined, at, (uint32_t)(end - at));
        json_array_append_new(events, json_stringn(at, (size_t)(end - at)));
        at = end + 1;
    }
    json_object_set_new(object, "text",
                        json_string(joined.count > 0 ? joined.bytes : "nothing changes"));
    json_object_set_new(object, "events", events);
    char hash[17];
    gg_text digits = gg_text_over(hash, sizeof hash);
    gg_put_hex(&digits, one->hash, 16);
    json_object_set_new(object, "hash", json_string(hash));
    free(joined.bytes);
    return object;
}

void cli_print_odds_json(const gg_ruleset *rules, const gg_state *state, gg_side side,
                         const gg_action *action)
{
    tally all = {.rules = rules, .viewer = side};
    first_roll roll;
    char bytes[GG_ACTION_TEXT_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    rules->write_action(state, action, &text);
    collect(&all, state, side, action);
    json_t *object =
        json_pack("{s:s, s:s, s:b, s:i}", "side", gg_side_name(side), "action", bytes, "exact",
                  (int)all.exact, all.exact ? "runs" : "samples", (int)all.runs);
    if (!all.exact) json_object_set_new(object, "error", json_real(largest_error(&all)));
    if (find_first_roll(rules, state, side, action, &roll))
        json_object_set_new(object, "roll", first_roll_json(rules, &roll));
    json_t *outcomes = json_array();
    for (uint32_t i = 0; i < all.count; i++)
        json_array_append_new(outcomes, outcome_json(&all, &all.outcomes[i]));
    json_object_set_new(object, "outcomes", outcomes);
    cli_print_json(object);
    release(&all);
}
