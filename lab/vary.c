/*
 * vary.c - `grognard lab vary`: what does it do to the game if one number is another?
 *
 * Every variant plays the same battles on the same dice as the game it is compared with, and what
 * counts is the difference, battle by battle.  They are looked at after 32, 64, 128 ... battles; a
 * variant whose effect on the share is certain then plays no more.  So that many looks at many
 * variants do not find by luck what is not there, "certain" is one chance of being wrong in twenty
 * for all looks at all variants together (Bonferroni); the intervals shown are for all looks at
 * one.
 *
 * Most numbers of a large rule book do not come up in one scenario.  A variant whose first games
 * have all gone the same way to the last unit plays no more, and says so: that is no proof that
 * it never does anything, and its interval stays as wide as so few games make it.
 * SPDX-License-Identifier: MIT
 */
#include "lab/chart.h"
#include "lab/lab.h"
#include "lab/summary.h"
#include "lab/trial.h"
#include "lab/weigh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { IDLE_LOOK = 16, FIRST_LOOK = 32, GAMES_STANDARD = 512, RANGE_MAX = 64, BAR = 16 };

typedef struct vary {
    lab_variant *variants; /* the first is the game as it is */
    int count;
    uint64_t games, idle; /* idle: after so many without a trace a change plays no more */
    lab_setup setup;
    lab_knob knobs[LAB_VARIANTS_MAX]; /* which knob a variant turns, and where to: for pairs */
    int32_t values[LAB_VARIANTS_MAX];
    int skipped;
} vary;

/* ---- Which variants. ---- */

static int add_variant(vary *v, const lab_setup *setup, const char *name)
{
    if (v->count >= LAB_VARIANTS_MAX)
        return cli_misuse("that is more than %d variants; ask for fewer.", LAB_VARIANTS_MAX - 1);
    lab_variant *one = &v->variants[v->count++];
    lab_open_variant(one, setup, v->games);
    snprintf(one->name, sizeof one->name, "%s", name);
    return CLI_GO_ON;
}

static void name_variant(const lab_knob *knob, int32_t value, char *bytes, size_t limit)
{
    if (knob->is_option) snprintf(bytes, limit, "%s=%d", knob->name, (int)value);
    else snprintf(bytes, limit, "%s=%d (%+d)", knob->name, (int)value, (int)(value - knob->now));
}

/* With `must` a value that no game can begin with is a complaint, else it is left out. */
static int add_value(vary *v, const lab_knob *knob, int32_t value, bool must)
{
    char name[LAB_VARIANT_NAME_MAX];
    lab_setup setup = v->setup;
    lab_turn_knob(&setup, knob, value);
    if (!lab_can_begin(&setup)) {
        v->skipped++;
        return must ? lab_try_setup(&setup) : CLI_GO_ON;
    }
    name_variant(knob, value, name, sizeof name);
    const int code = add_variant(v, &setup, name);
    if (code != CLI_GO_ON) return code;
    v->knobs[v->count - 1] = *knob;
    v->values[v->count - 1] = value;
    return CLI_GO_ON;
}

/* A tenth of what it is, at least a step, both ways as far as it may be. */
static int add_both_ways(vary *v, const lab_knob *knob, bool must)
{
    const int32_t steps = abs(knob->now) / 10 / knob->step;
    const int32_t by = (steps > 1 ? steps : 1) * knob->step;
    const int32_t ways[2] = {knob->now - by < knob->low ? knob->low : knob->now - by,
                             knob->now + by > knob->high ? knob->high : knob->now + by};
    for (int i = 0; i < 2; i++) {
        const int code = ways[i] == knob->now ? CLI_GO_ON : add_value(v, knob, ways[i], must);
        if (code != CLI_GO_ON) return code;
    }
    return CLI_GO_ON;
}

/* "-1..+2" or "+1". */
static bool read_range(const char *text, long *low, long *high)
{
    char *end = NULL;
    *low = *high = strtol(text, &end, 10);
    if (end == text) return false;
    if (*end == 0) return true;
    if (strncmp(end, "..", 2) != 0) return false;
    const char *rest = end + 2;
    *high = strtol(rest, &end, 10);
    return end != rest && *end == 0 && *low <= *high;
}

static int add_range(vary *v, const char *flag, const char *text, const lab_knob *knob,
                     const char *range)
{
    long low, high;
    if (!read_range(range, &low, &high))
        return cli_misuse("%s takes a name and a range, such as %s=%s, and not \"%.60s\".", flag,
                          knob->name, knob->is_option ? "1..3" : "-1..+2", text);
    const int32_t from = knob->is_option ? 0 : knob->now;
    if (from + low < knob->low || from + high > knob->high)
        return cli_misuse("%s may be %d to %d: %.40s would make it %ld to %ld.", knob->name,
                          (int)knob->low, (int)knob->high, range, from + low, from + high);
    if (high - low > RANGE_MAX) return cli_misuse("%.60s are too many values.", text);
    for (long value = from + low; value <= from + high; value++) {
        if ((value - knob->low) % knob->step != 0 || value == knob->now) continue;
        const int code = add_value(v, knob, (int32_t)value, true);
        if (code != CLI_GO_ON) return code;
    }
    return CLI_GO_ON;
}

/* NAME, or NAME=RANGE; of a number the differences, of an option the values. */
static int add_knob(vary *v, const char *flag, const char *text, bool is_option)
{
    char name[80];
    const char *sign = strchr(text, '=');
    const size_t length = sign == NULL ? strlen(text) : (size_t)(sign - text);
    snprintf(name, sizeof name, "%.*s", (int)(length < 79 ? length : 79), text);
    lab_knob knob;
    const int code = lab_find_knob(&v->setup, name, &knob);
    if (code != CLI_GO_ON) return code;
    if (knob.is_option != is_option)
        return cli_misuse("%s is %s: %s varies it.", name,
                          knob.is_option ? "an option" : "a number of the rules",
                          knob.is_option ? "--option K=A..B" : "--row");
    return sign == NULL ? add_both_ways(v, &knob, true) : add_range(v, flag, text, &knob, sign + 1);
}

static int add_all_rows(vary *v)
{
    for (uint32_t row = 1; row < v->setup.rules->number_count; row++) {
        lab_knob knob;
        int code = lab_find_knob(&v->setup, v->setup.rules->numbers[row].id, &knob);
        if (code == CLI_GO_ON) code = add_both_ways(v, &knob, false);
        if (code != CLI_GO_ON) return code;
    }
    return CLI_GO_ON;
}

static int add_all_options(vary *v)
{
    for (uint32_t row = 0; row < v->setup.rules->option_count; row++) {
        lab_knob knob;
        int code = lab_find_knob(&v->setup, v->setup.rules->options[row].name, &knob);
        if (code == CLI_GO_ON) code = add_both_ways(v, &knob, false);
        if (code != CLI_GO_ON) return code;
    }
    return CLI_GO_ON;
}

/* Two changes at once, of each two that are of different knobs. */
static int add_pairs(vary *v)
{
    const int singles = v->count;
    for (int a = 1; a < singles; a++)
        for (int b = a + 1; b < singles; b++) {
            char name[LAB_VARIANT_NAME_MAX * 2 + 8];
            if (strcmp(v->knobs[a].name, v->knobs[b].name) == 0) continue;
            lab_setup setup = v->variants[a].setup;
            lab_turn_knob(&setup, &v->knobs[b], v->values[b]);
            if (!lab_can_begin(&setup)) {
                v->skipped++;
                continue;
            }
            snprintf(name, sizeof name, "%.60s & %.60s", v->variants[a].name, v->variants[b].name);
            const int code = add_variant(v, &setup, name);
            if (code != CLI_GO_ON) return code;
        }
    return CLI_GO_ON;
}

/* ---- Playing. ---- */

static int looks_of(uint64_t games)
{
    int looks = 1;
    for (uint64_t at = FIRST_LOOK; at < games; at *= 2) looks++;
    return looks;
}

static lab_batch_end find_idle(vary *v, int threads)
{
    if (v->games <= v->idle) return LAB_ALL_PLAYED; /* nothing would be saved */
    const lab_batch_end end = lab_play_variants(v->variants, v->count, v->idle, threads);
    for (int i = 1; end == LAB_ALL_PLAYED && i < v->count; i++)
        v->variants[i].is_idle = lab_other(&v->variants[i], &v->variants[0], 1).value <= 0;
    return end;
}

static lab_batch_end play_all(vary *v, int threads)
{
    const lab_batch_end found = find_idle(v, threads);
    if (found != LAB_ALL_PLAYED) return found;
    const int looks = looks_of(v->games);
    const double z = lab_z_of(0.05 / looks / (v->count > 1 ? v->count - 1 : 1));
    for (uint64_t until = FIRST_LOOK;; until *= 2) {
        if (until > v->games) until = v->games;
        const lab_batch_end end = lab_play_variants(v->variants, v->count, until, threads);
        if (end != LAB_ALL_PLAYED) return end;
        bool all = true;
        for (int i = 1; i < v->count; i++) {
            lab_variant *one = &v->variants[i];
            const lab_mean change = lab_share_change(one, &v->variants[0]);
            const lab_interval it = lab_paired_interval(&change, z);
            if (it.low > 0 || it.high < 0) one->is_certain = true;
            all = all && (one->is_certain || one->is_idle);
        }
        if (all || until == v->games) return LAB_ALL_PLAYED;
    }
}

/* ---- Telling. ---- */

static lab_effect effect_of(const vary *v, int row)
{
    const lab_variant *one = &v->variants[row], *base = &v->variants[0];
    const double z = lab_z_of(0.05 / looks_of(v->games));
    const lab_mean share = lab_share_change(one, base), rounds = lab_rounds_change(one, base);
    return (lab_effect){.name = one->name,
                        .knob = v->knobs[row].name,
                        .games = one->played,
                        .is_certain = one->is_certain,
                        .share = lab_paired_interval(&share, z),
                        .rounds = lab_mean_interval(&rounds, z),
                        .turned = lab_turned(one, base, z),
                        .other = lab_other(one, base, z),
                        .clause = v->knobs[row].clause};
}

/* What is certain first, the largest effects before the others; then what turns most games: where
 * both sides are alike a number may matter and favour nobody. */
static int by_size(const void *one, const void *other)
{
    const lab_effect *a = one, *b = other;
    if (a->is_certain != b->is_certain) return a->is_certain ? -1 : 1;
    if (!a->is_certain && a->turned.value != b->turned.value)
        return a->turned.value < b->turned.value ? 1 : -1;
    if (!a->is_certain && a->other.value != b->other.value)
        return a->other.value < b->other.value ? 1 : -1;
    const double first = fabs(a->share.value), second = fabs(b->share.value);
    if (first != second) return first < second ? 1 : -1;
    const double longer = fabs(a->rounds.value), shorter = fabs(b->rounds.value);
    if (longer != shorter) return longer < shorter ? 1 : -1;
    return strcmp(a->name, b->name);
}

static lab_effect *find_effects(const vary *v)
{
    lab_effect *effects = cli_memory(sizeof *effects * (size_t)v->count);
    for (int i = 1; i < v->count; i++) effects[i - 1] = effect_of(v, i);
    qsort(effects, (size_t)v->count - 1, sizeof *effects, by_size);
    return effects;
}

/* A bar from the middle, to the left for red and to the right for blue. */
static void put_bar(double value, double most)
{
    const int size = most > 0 ? (int)(fabs(value) / most * BAR + 0.5) : 0;
    for (int i = 0; i < BAR; i++) putchar(value < 0 && i >= BAR - size ? '#' : ' ');
    putchar('|');
    for (int i = 0; i < BAR; i++) putchar(value > 0 && i < size ? '#' : ' ');
}

/* What changed no result at all: one name each, however it was changed. */
static void say_still(const vary *v, const lab_effect *effects)
{
    int still = 0;
    for (int i = 0; i < v->count - 1; i++)
        still += effects[i].turned.value == 0 && effects[i].rounds.value == 0;
    if (still > 0)
        printf("%d of %d changes change neither winner nor length of any game here.\n", still,
               v->count - 1);
    int idle = 0;
    for (int i = 1; i < v->count; i++) idle += v->variants[i].is_idle;
    if (idle > 0)
        printf("%d of them have left the first %llu games as they were, to the last unit, and have "
               "played no more.\n",
               idle, (unsigned long long)v->idle);
}

static void say_effects(const vary *v, const lab_effect *effects)
{
    char words[300];
    const lab_variant *base = &v->variants[0];
    const lab_mean share = lab_share_of(base, base->played);
    const lab_mean rounds = lab_rounds_of(base, base->played);
    int wide = 4;
    for (int i = 0; i < v->count - 1; i++) {
        const int length = (int)strlen(effects[i].name);
        if (length > wide) wide = length;
    }
    printf("%s: blue's share %.1f %% (a draw counts half), %.1f rounds, in %llu games.\n"
           "What changes, on the same dice: blue's share in points of 100, and rounds, each with "
           "its 95 %% interval,\nand how many games have another winner (turned) or go another way "
           "in anything (other);\n* is certain, one chance of error in 20 for the whole table.\n\n",
           lab_say_run(&v->setup, words, sizeof words), share.mean * 100, rounds.mean,
           (unsigned long long)base->played);
    double most = 0;
    for (int i = 0; i < v->count - 1; i++) most = fmax(most, fabs(effects[i].share.value));
    for (int i = 0; i < v->count - 1; i++) {
        const lab_effect *e = &effects[i];
        printf("%-*s %c ", wide, e->name, e->is_certain ? '*' : ' ');
        put_bar(e->share.value, most);
        printf(" %+6.1f (%+.1f to %+.1f)  rounds %+5.2f (%+.2f to %+.2f)  turned %.0f %%  "
               "other %.0f %%  %llu games\n",
               e->share.value * 100, e->share.low * 100, e->share.high * 100, e->rounds.value,
               e->rounds.low, e->rounds.high, e->turned.value * 100, e->other.value * 100,
               (unsigned long long)e->games);
    }
    say_still(v, effects);
    if (v->skipped > 0) printf("%d changes left out: no game can begin so.\n", v->skipped);
}

static json_t *interval_json(const lab_interval *it)
{
    return json_pack("{s:f, s:f, s:f}", "value", it->value, "low", it->low, "high", it->high);
}

static json_t *effects_json(const vary *v, const lab_effect *effects)
{
    const lab_variant *base = &v->variants[0];
    const lab_mean share = lab_share_of(base, base->played);
    const lab_mean rounds = lab_rounds_of(base, base->played);
    json_t *list = json_array();
    for (int i = 0; i < v->count - 1; i++) {
        const lab_effect *e = &effects[i];
        json_array_append_new(
            list,
            json_pack("{s:s, s:s, s:I, s:b, s:o, s:o, s:o, s:o, s:s*}", "change", e->name, "clause",
                      gg_clause_number(v->setup.rules, e->clause), "games", (json_int_t)e->games,
                      "certain", (int)e->is_certain, "share", interval_json(&e->share), "rounds",
                      interval_json(&e->rounds), "turned", interval_json(&e->turned), "other",
                      interval_json(&e->other), "knob", e->knob));
    }
    return json_pack("{s:o, s:I, s:f, s:f, s:o}", "run", lab_run_json(&v->setup), "games",
                     (json_int_t)base->played, "share", share.mean, "rounds", rounds.mean,
                     "effects", list);
}

static int draw_effects(const vary *v, const lab_effect *effects, const char *file)
{
    char *text = NULL, words[300];
    size_t count = 0;
    FILE *out = open_memstream(&text, &count);
    gg_assert(out != NULL);
    lab_chart_tornado(out, lab_say_run(&v->setup, words, sizeof words), effects, v->count - 1);
    fclose(out);
    const int code = cli_write_file(file, text, count);
    free(text);
    return code;
}

typedef struct vary_wishes {
    lab_wishes game;
    const char *games, *idle, *svg, *json, *all_rows, *all_options, *pairs;
    cli_list rows, values;
} vary_wishes;

static int find_variants(vary *v, const vary_wishes *wish)
{
    int code = add_variant(v, &v->setup, "");
    for (int i = 0; code == CLI_GO_ON && i < wish->rows.count; i++)
        code = add_knob(v, "--row", wish->rows.items[i], false);
    for (int i = 0; code == CLI_GO_ON && i < wish->values.count; i++)
        code = add_knob(v, "--option", wish->values.items[i], true);
    if (code == CLI_GO_ON && wish->all_rows != NULL) code = add_all_rows(v);
    if (code == CLI_GO_ON && wish->all_options != NULL) code = add_all_options(v);
    if (code == CLI_GO_ON && wish->pairs != NULL) code = add_pairs(v);
    if (code == CLI_GO_ON && v->count < 2)
        code = cli_misuse("nothing is to be changed; --row ID, --option K=A..B, --all-rows or "
                          "--all-options says what.");
    return code;
}

static int answer(vary *v, const vary_wishes *wish, int threads)
{
    int code = find_variants(v, wish);
    if (code != CLI_GO_ON) return code;
    lab_catch_signals();
    const lab_batch_end end = play_all(v, threads);
    if (end != LAB_ALL_PLAYED && v->variants[0].played == 0)
        return cli_no("stopped before anything could be told.");
    lab_effect *effects = find_effects(v);
    if (wish->json != NULL) {
        json_t *all = effects_json(v, effects);
        lab_print_json(all);
        json_decref(all);
    } else say_effects(v, effects);
    if (wish->svg != NULL) code = draw_effects(v, effects, wish->svg);
    free(effects);
    if (code != CLI_GO_ON) return code;
    return end == LAB_ALL_PLAYED ? CLI_YES : cli_no("stopped: more games would have told more.");
}

json_t *lab_weigh_all(const lab_setup *setup, uint64_t games, int threads)
{
    json_t *all = NULL;
    vary *v = cli_memory(sizeof *v);
    v->games = v->idle = games;
    v->setup = *setup;
    v->variants = cli_memory(LAB_VARIANTS_MAX * sizeof *v->variants);
    int code = add_variant(v, setup, "");
    if (code == CLI_GO_ON) code = add_all_rows(v);
    if (code == CLI_GO_ON) code = add_all_options(v);
    if (code == CLI_GO_ON
        && lab_play_variants(v->variants, v->count, games, threads) != LAB_ALL_PLAYED
        && v->variants[0].played == 0)
        code = cli_no("stopped before anything could be told.");
    if (code == CLI_GO_ON) {
        lab_effect *effects = find_effects(v);
        all = effects_json(v, effects);
        free(effects);
    }
    for (int i = 0; i < v->count; i++) lab_close_variant(&v->variants[i]);
    free(v->variants);
    free(v);
    return all;
}

/* An option with a range is varied, one with a value is set. */
static void part_options(vary_wishes *wish)
{
    cli_list *set = &wish->game.options;
    int kept = 0;
    wish->values.items = cli_memory(sizeof(char *) * (size_t)(set->count + 1));
    for (int i = 0; i < set->count; i++) {
        const char *text = set->items[i];
        if (strstr(text, "..") != NULL) wish->values.items[wish->values.count++] = text;
        else set->items[kept++] = text;
    }
    set->count = kept;
}

int lab_vary(int argc, char **argv)
{
    vary_wishes wish = {0};
    cli_list words = {0};
    cli_flag flags[LAB_WISH_FLAGS + 8] = {
        {"--row", "ID=-1..+2", "a number of the rules, by so much less or more; may come again",
         NULL, &wish.rows},
        {"--all-rows", NULL, "every number of the rules, a tenth less and more", &wish.all_rows,
         NULL},
        {"--all-options", NULL, "every option, to the next values", &wish.all_options, NULL},
        {"--pairs", NULL, "each two of them together as well", &wish.pairs, NULL},
        {"--games", "N", "at most so many for each change; 512 unless told", &wish.games, NULL},
        {"--idle", "N", "after so many games without a trace no more; 16 unless told", &wish.idle,
         NULL},
        {"--svg", "FILE", "the chart as a picture", &wish.svg, NULL},
        {"--json", NULL, "as one object", &wish.json, NULL},
    };
    lab_wish_flags(&wish.game, flags + 8);
    const cli_call call = {
        .usage = "lab vary GAME [SCENARIO] --row ID[=-1..+2] | --option K=A..B | --all-rows | "
                 "--all-options [--pairs] [--games N] [--idle N] [--svg FILE] [--json] ...",
        .text = "Plays the same battles on the same dice with one number changed, and says what it "
                "does to blue's share of the wins and to the length, with intervals.",
        .flags = flags,
        .flag_count = LAB_WISH_FLAGS + 8,
        .words_min = 1,
        .words_max = 2,
    };
    vary *v = cli_memory(sizeof *v);
    int threads = 1;
    int code = cli_read_args(&call, argc, argv, &words);
    v->games = GAMES_STANDARD;
    v->idle = IDLE_LOOK;
    part_options(&wish);
    if (code == CLI_GO_ON && wish.games != NULL)
        code = lab_read_count("--games", wish.games, 8, LAB_TRIAL_GAMES_MAX, &v->games);
    if (code == CLI_GO_ON && wish.idle != NULL)
        code = lab_read_count("--idle", wish.idle, 1, LAB_TRIAL_GAMES_MAX, &v->idle);
    if (code == CLI_GO_ON) code = lab_read_threads(wish.game.threads, &threads);
    if (code == CLI_GO_ON) code = lab_read_setup(&v->setup, &words, &wish.game);
    v->variants = cli_memory(LAB_VARIANTS_MAX * sizeof *v->variants);
    if (code == CLI_GO_ON) code = answer(v, &wish, threads);
    for (int i = 0; i < v->count; i++) lab_close_variant(&v->variants[i]);
    free(wish.values.items);
    free(v->variants);
    free(v);
    return code;
}
