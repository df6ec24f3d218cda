/*
 * weigh.c - `grognard lab weigh`: what has each number and option of the rules changed in a run?
 *
 * A log tells which clauses, modifiers and numbers came up, but not what would have been without
 * them, and a number that only bounds a distance is not in it at all.  So the first games of the
 * run are played again on the same dice, with each number and each option a little less and a
 * little more: in how many of them is anything otherwise at the end, and in how many the winner?
 * A clause that has neither a number nor an option cannot be weighed so, and is counted as that.
 * SPDX-License-Identifier: MIT
 */
#include "lab/weigh.h"

#include "lab/chart.h"
#include "lab/lab.h"
#include "lab/trial.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES_STANDARD = 8, GAMES_MAX = 10000, CHART_ROWS = 24 };
#define WEIGHTS "weights.json"

/* What one number or option does: the larger of less and more. */
typedef struct weight {
    const char *knob, *clause;
    double other,
        turned; /* games that end otherwise in anything, with another winner: in percent */
} weight;

typedef struct weights {
    weight *rows;
    int count, others, turners;      /* rows; of them those that change a game, and a winner */
    uint32_t clauses, named, silent; /* all; those of a row; those of none that have come up */
} weights;

static double percent(const json_t *effect, const char *key)
{
    return 100 * json_number_value(json_object_get(json_object_get(effect, key), "value"));
}

static weight *row_of(weights *w, const char *knob, const char *clause)
{
    for (int i = 0; i < w->count; i++)
        if (strcmp(w->rows[i].knob, knob) == 0) return &w->rows[i];
    w->rows[w->count] = (weight){.knob = knob, .clause = clause};
    return &w->rows[w->count++];
}

static bool names_clause(const weights *w, const char *number)
{
    for (int i = 0; i < w->count; i++)
        if (strcmp(w->rows[i].clause, number) == 0) return true;
    return false;
}

/* The names in it are those of `json`. */
static weights read_weights(const json_t *json, const lab_summary *sum)
{
    const json_t *effects = json_object_get(json, "effects");
    const gg_ruleset *rules = sum->rules;
    weights w = {.rows = cli_memory(sizeof *w.rows * (json_array_size(effects) + 1)),
                 .clauses = rules->clause_count - 1u};
    for (size_t i = 0; i < json_array_size(effects); i++) {
        const json_t *effect = json_array_get(effects, i);
        const char *knob = json_string_value(json_object_get(effect, "knob"));
        const char *clause = json_string_value(json_object_get(effect, "clause"));
        if (knob == NULL || clause == NULL) continue;
        weight *row = row_of(&w, knob, clause);
        if (percent(effect, "other") > row->other) row->other = percent(effect, "other");
        if (percent(effect, "turned") > row->turned) row->turned = percent(effect, "turned");
    }
    for (int i = 0; i < w.count; i++) {
        w.others += w.rows[i].other > 0;
        w.turners += w.rows[i].turned > 0;
    }
    for (uint32_t i = 1; i < rules->clause_count; i++) {
        const bool is_named = names_clause(&w, rules->clauses[i].number);
        w.named += is_named;
        w.silent += !is_named && json_object_get(sum->clauses, rules->clauses[i].number) != NULL;
    }
    return w;
}

/* How often a row came up in the log of a game; below 0: it leaves no trace there. */
static double times_of(const lab_summary *sum, const char *knob)
{
    const json_t *list = json_object_get(sum->numbers, knob);
    if (list == NULL) return -1;
    return (double)json_integer_value(json_array_get(list, 0)) / (double)sum->games;
}

static void say_whole(FILE *out, const weights *w)
{
    fprintf(out,
            "%d of %d numbers and options change something in these games, %d of them a winner.\n"
            "%u of %u clauses have a number or an option that could be weighed; %u others came up "
            "in the log, and what\nwould have been without them nobody can tell: they have nothing "
            "that could be another.\n",
            w->others, w->count, w->turners, w->named, w->clauses, w->silent);
}

static void say_weights(const lab_folder *folder, const json_t *json, const lab_summary *sum)
{
    char words[300];
    const weights w = read_weights(json, sum);
    printf("%s: each number and option a tenth (at least a step) less and more in the\nfirst %lld "
           "games, on the same dice; the larger of both ways.\n\n  %-34s %-10s %14s %12s %12s\n",
           lab_say_run(&folder->setup, words, sizeof words),
           (long long)json_integer_value(json_object_get(json, "games")), "number or option",
           "clause", "in the log", "game differs", "other winner");
    for (int i = 0; i < w.count; i++) {
        const double times = times_of(sum, w.rows[i].knob);
        printf("  %-34s %-10s ", w.rows[i].knob, w.rows[i].clause);
        if (times < 0) printf("%14s", "-");
        else printf("%7.2f a game", times);
        printf(" %10.0f %% %10.0f %%\n", w.rows[i].other, w.rows[i].turned);
    }
    putchar('\n');
    say_whole(stdout, &w);
    free(w.rows);
}

/* ---- In the report. ---- */

static lab_interval read_interval(const json_t *effect, const char *key)
{
    const json_t *it = json_object_get(effect, key);
    return (lab_interval){json_number_value(json_object_get(it, "value")),
                          json_number_value(json_object_get(it, "low")),
                          json_number_value(json_object_get(it, "high"))};
}

static void put_tornado(FILE *out, const json_t *json)
{
    lab_effect effects[CHART_ROWS];
    const json_t *list = json_object_get(json, "effects");
    int count = 0;
    for (size_t i = 0; i < json_array_size(list) && count < CHART_ROWS; i++) {
        const json_t *effect = json_array_get(list, i);
        const char *name = json_string_value(json_object_get(effect, "change"));
        if (name == NULL || percent(effect, "other") <= 0) continue;
        effects[count++] =
            (lab_effect){.name = name,
                         .games = (uint64_t)json_integer_value(json_object_get(effect, "games")),
                         .is_certain = json_is_true(json_object_get(effect, "certain")),
                         .share = read_interval(effect, "share"),
                         .rounds = read_interval(effect, "rounds"),
                         .turned = read_interval(effect, "turned"),
                         .other = read_interval(effect, "other")};
    }
    fputs("<figure>\n", out);
    if (count > 0)
        lab_chart_tornado(out, "what the largest of these changes do to blue's share and to length",
                          effects, count);
    fputs("</figure>\n", out);
}

static void put_table(FILE *out, const weights *w, const lab_summary *sum)
{
    fputs("<details><summary>Every number and option</summary>\n<table><tr><th></th><th>clause</th>"
          "<th>in the log of a game</th><th>games that differ</th><th>with another winner</th></tr>"
          "\n",
          out);
    for (int i = 0; i < w->count; i++) {
        const double times = times_of(sum, w->rows[i].knob);
        fputs("<tr><td>", out);
        lab_put_xml(out, w->rows[i].knob);
        fputs("</td><td>", out);
        lab_put_xml(out, w->rows[i].clause);
        if (times < 0) fputs("</td><td>no trace", out);
        else fprintf(out, "</td><td>%.2f", times);
        fprintf(out, "</td><td>%.0f %%</td><td>%.0f %%</td></tr>\n", w->rows[i].other,
                w->rows[i].turned);
    }
    fputs("</table></details>\n", out);
}

/* What was weighed of this run; NULL: nothing was, or of another. */
static json_t *load_weights(const lab_folder *folder)
{
    char *file = lab_path_in(folder, WEIGHTS);
    json_t *json = json_load_file(file, 0, NULL), *run = lab_run_json(&folder->setup);
    free(file);
    if (!json_equal(json_object_get(json, "run"), run)) {
        json_decref(json);
        json = NULL;
    }
    json_decref(run);
    return json;
}

int lab_put_weights(FILE *out, const lab_folder *folder, const lab_summary *sum)
{
    json_t *json = load_weights(folder);
    fputs("<h2>What the numbers of the rules do</h2>\n", out);
    if (json == NULL) {
        fputs("<p><code>grognard lab weigh DIR</code> plays some of these games again with each "
              "number another, and a report after it tells what that changes.</p>\n",
              out);
        return CLI_GO_ON;
    }
    const weights w = read_weights(json, sum);
    fprintf(out,
            "<p>The first %lld games once more on the same dice, with each number and option a "
            "tenth (at least a step) less and more. ",
            (long long)json_integer_value(json_object_get(json, "games")));
    say_whole(out, &w);
    fputs("</p>\n", out);
    put_tornado(out, json);
    put_table(out, &w, sum);
    free(w.rows);
    json_decref(json);
    return CLI_GO_ON;
}

/* ---- The command. ---- */

static int keep(const lab_folder *folder, const json_t *json)
{
    char *file = lab_path_in(folder, WEIGHTS);
    char *text = json_dumps(json, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
    gg_assert(text != NULL);
    const int code = cli_write_file(file, text, strlen(text));
    free(text);
    free(file);
    return code;
}

static int weigh(const lab_folder *folder, uint64_t games, int threads, bool as_json)
{
    lab_summary sum;
    lab_catch_signals();
    int code =
        folder->count > 0 ? lab_sum_up(folder, &sum) : cli_no("%s has no game yet.", folder->path);
    if (code != CLI_GO_ON) return code;
    json_t *json = lab_weigh_all(&folder->setup, games, threads);
    code = json == NULL ? CLI_NO : keep(folder, json);
    if (code == CLI_GO_ON && as_json) lab_print_json(json);
    else if (code == CLI_GO_ON) say_weights(folder, json, &sum);
    if (code == CLI_GO_ON)
        code = lab_is_stopped() ? cli_no("stopped: more games would have told more.") : CLI_YES;
    json_decref(json);
    lab_drop_summary(&sum);
    return code;
}

int lab_weigh(int argc, char **argv)
{
    const char *games = NULL, *threads = NULL, *json = NULL;
    cli_list words = {0};
    const cli_flag flags[] = {
        {"--games", "N", "of the run, the first ones; 8 unless told", &games, NULL},
        {"--threads", "N", "games at the same time", &threads, NULL},
        {"--json", NULL, "as one object", &json, NULL},
    };
    const cli_call call = {
        .usage = "lab weigh DIR [--games N] [--threads N] [--json]",
        .text = "Plays games of a run again on the same dice with each number and option of the "
                "rules a little less and more, and says what that changes; the report shows it.",
        .flags = flags,
        .flag_count = 3,
        .words_min = 1,
        .words_max = 1,
    };
    lab_folder folder;
    uint64_t count = GAMES_STANDARD;
    int workers = 1;
    int code = cli_read_args(&call, argc, argv, &words);
    if (code == CLI_GO_ON && games != NULL)
        code = lab_read_count("--games", games, 1, GAMES_MAX, &count);
    if (code == CLI_GO_ON) code = lab_read_threads(threads, &workers);
    if (code != CLI_GO_ON) return code;
    code = lab_read_folder(&folder, words.items[0]);
    if (code == CLI_GO_ON)
        code = weigh(&folder, count < folder.games ? count : folder.games, workers, json != NULL);
    lab_close_folder(&folder);
    return code;
}
