/*
 * summary.c - what a run says.  See summary.h.
 * SPDX-License-Identifier: MIT
 */
#include "lab/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Adding up. ---- */

static void add_to(json_t *sums, const char *id, size_t at, json_int_t number)
{
    json_t *list = json_object_get(sums, id);
    if (list == NULL) json_object_set_new(sums, id, list = json_pack("[i,i]", 0, 0));
    json_t *sum = json_array_get(list, at);
    json_integer_set(sum, json_integer_value(sum) + number);
}

static void add_counts(json_t *sums, const lab_row *row, const char *key)
{
    const char *id;
    json_t *times;
    json_object_foreach(json_object_get(row->whole, key), id, times)
    {
        add_to(sums, id, 0, json_integer_value(times));
        add_to(sums, id, 1, 1);
    }
}

static void add_changed(json_t *sums, const lab_row *row)
{
    const char *id;
    json_t *pair;
    json_object_foreach(json_object_get(row->whole, "changed"), id, pair) for (size_t i = 0; i < 2;
                                                                               i++)
        add_to(sums, id, i, json_integer_value(json_array_get(pair, i)));
}

static void add_losses(lab_summary *sum, const lab_row *row)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        const char *arm;
        json_t *loss;
        const json_t *losses = json_object_get(row->whole, "losses");
        json_object_foreach(json_object_get(losses, gg_side_name(side)), arm, loss)
        {
            add_to(sum->losses[side], arm, 0, json_integer_value(json_array_get(loss, 0)));
            add_to(sum->losses[side], arm, 1, json_integer_value(json_array_get(loss, 1)));
        }
        lab_add(&sum->units_lost[side], (double)row->units_lost[side]);
        lab_add(&sum->strength_lost[side], (double)row->strength_lost[side]);
    }
}

static void add_map(json_t *sums, const json_t *pairs)
{
    for (size_t i = 0; i + 1 < json_array_size(pairs); i += 2) {
        const size_t cell = (size_t)json_integer_value(json_array_get(pairs, i));
        if (cell >= LAB_GRID_MAX * LAB_GRID_MAX) continue;
        while (json_array_size(sums) <= cell) json_array_append_new(sums, json_integer(0));
        json_t *sum = json_array_get(sums, cell);
        json_integer_set(sum, json_integer_value(sum)
                                  + json_integer_value(json_array_get(pairs, i + 1)));
    }
}

static void add_places(lab_summary *sum, const lab_row *row)
{
    const char *key;
    json_t *pairs, *places = json_object_get(row->whole, "places");
    sum->columns = (int)json_integer_value(json_object_get(places, "columns"));
    sum->rows = (int)json_integer_value(json_object_get(places, "rows"));
    json_object_foreach(places, key, pairs)
    {
        if (!json_is_array(pairs)) continue;
        json_t *sums = json_object_get(sum->places, key);
        if (sums == NULL) json_object_set_new(sum->places, key, sums = json_array());
        add_map(sums, pairs);
    }
}

static void count_one_more(json_t *counts, const char *key)
{
    json_object_set_new(counts, key,
                        json_integer(json_integer_value(json_object_get(counts, key)) + 1));
}

enum { WON_DRAWN = GG_NOBODY, WON_UNFINISHED = GG_NOBODY + 1 };

/* What this game and the one before, on the same dice, have in common. */
static void add_pair(lab_summary *sum, int64_t game, int won, bool first, bool second,
                     const char *end)
{
    if (game % 2 == 1 && sum->before.game == game - 1) {
        if (won == sum->before.won) {
            if (won < GG_NOBODY) sum->both.wins[won]++;
            else if (won == WON_DRAWN) sum->both.draws++;
            else sum->both.unfinished++;
        }
        sum->both.first += first && sum->before.first;
        sum->both.second += second && sum->before.second;
        if (strcmp(end, sum->before.end) == 0) count_one_more(sum->both.ends, end);
    }
    sum->before.game = game;
    sum->before.won = won;
    sum->before.first = first;
    sum->before.second = second;
    snprintf(sum->before.end, sizeof sum->before.end, "%s", end);
}

lab_interval lab_share(const lab_summary *sum, uint64_t of, uint64_t both)
{
    const lab_mean pairs = lab_pairs(of, both, (sum->games + 1) / 2);
    return sum->has_pairs ? lab_wilson_of(&pairs, 2, LAB_Z95) : lab_wilson(of, sum->games, LAB_Z95);
}

static void add_row(lab_summary *sum, const lab_setup *setup, const lab_row *row)
{
    const gg_side winner = strcmp(row->winner, "blue") == 0  ? GG_BLUE
                           : strcmp(row->winner, "red") == 0 ? GG_RED
                                                             : GG_NOBODY;
    const int64_t decisions = row->decisions[0] + row->decisions[1];
    const size_t round = row->round < LAB_ROUNDS_MAX ? (size_t)row->round : LAB_ROUNDS_MAX - 1;
    sum->games++;
    if (winner < GG_NOBODY) sum->wins[winner]++;
    else if (row->over) sum->draws++;
    else sum->unfinished++;
    const bool first = winner == (setup->swap && row->game % 2 == 1 ? GG_RED : GG_BLUE);
    sum->pairs_first += first;
    sum->ended[round][winner]++;
    lab_add(&sum->round, (double)row->round);
    lab_add(&sum->decisions, (double)decisions);
    lab_add(&sum->steps, (double)row->steps);
    if (decisions > 0) lab_add(&sum->offers, (double)row->offers / (double)decisions);
    const char *end = row->over ? row->clause : "unfinished";
    count_one_more(sum->ends, end);
    const int won = winner == GG_NOBODY && !row->over ? WON_UNFINISHED : (int)winner;
    add_pair(sum, (int64_t)row->game, won, first, winner < GG_NOBODY && !first, end);
    add_losses(sum, row);
    add_counts(sum->clauses, row, "clauses");
    add_counts(sum->mods, row, "mods");
    add_counts(sum->numbers, row, "numbers");
    add_changed(sum->changed, row);
    add_places(sum, row);
}

int lab_sum_up(const lab_folder *folder, lab_summary *sum)
{
    *sum = (lab_summary){.rules = folder->setup.rules,
                         .ends = json_object(),
                         .has_pairs = folder->setup.swap,
                         .both = {.ends = json_object()},
                         .before = {.game = -1},
                         .clauses = json_object(),
                         .mods = json_object(),
                         .numbers = json_object(),
                         .changed = json_object(),
                         .places = json_object()};
    for (int side = 0; side < 2; side++) sum->losses[side] = json_object();
    for (uint64_t i = 0; i < folder->count; i++) {
        lab_row row;
        const lab_line *line = &folder->lines[i];
        if (!lab_read_row(folder->text + line->at, line->count, &row))
            return cli_misuse("game %llu of %s is damaged: its line is no JSON of a game.",
                              (unsigned long long)line->game, folder->path);
        add_row(sum, &folder->setup, &row);
        lab_drop_row(&row);
    }
    return CLI_GO_ON;
}

void lab_drop_summary(lab_summary *sum)
{
    json_decref(sum->ends);
    json_decref(sum->both.ends);
    json_decref(sum->clauses);
    json_decref(sum->mods);
    json_decref(sum->numbers);
    json_decref(sum->changed);
    json_decref(sum->places);
    json_decref(sum->losses[0]);
    json_decref(sum->losses[1]);
}

/* ---- In words. ---- */

const char *lab_clause_gist(const gg_ruleset *rules, const char *number)
{
    for (uint32_t i = 1; i < rules->clause_count; i++)
        if (strcmp(rules->clauses[i].number, number) == 0) return rules->clauses[i].gist;
    return "the record was full before the game was over";
}

static void say_share(FILE *out, const lab_summary *sum, const char *what, uint64_t of,
                      uint64_t both)
{
    const lab_interval it = lab_share(sum, of, both);
    fprintf(out, "  %-12s %8llu  %5.1f %%  (%.1f to %.1f)\n", what, (unsigned long long)of,
            it.value * 100, it.low * 100, it.high * 100);
}

static void say_mean(FILE *out, const char *what, const lab_mean *mean)
{
    fprintf(out, "  %-26s %8.1f  (%.0f to %.0f, deviation %.1f)\n", what, mean->mean, mean->least,
            mean->most, lab_deviation(mean));
}

static void say_winners(FILE *out, const lab_setup *setup, const lab_summary *sum)
{
    fputs(setup->swap ? "Wins, with 95 % intervals (Wilson; two games on the same dice are one "
                        "battle)\n"
                      : "Wins, with 95 % intervals (Wilson)\n",
          out);
    say_share(out, sum, "blue", sum->wins[GG_BLUE], sum->both.wins[GG_BLUE]);
    say_share(out, sum, "red", sum->wins[GG_RED], sum->both.wins[GG_RED]);
    say_share(out, sum, "drawn", sum->draws, sum->both.draws);
    if (sum->unfinished > 0)
        say_share(out, sum, "unfinished", sum->unfinished, sum->both.unfinished);
    if (setup->swap) {
        const uint64_t second = sum->wins[GG_BLUE] + sum->wins[GG_RED] - sum->pairs_first;
        fputs("Wins by player, sides changed in every pair\n", out);
        say_share(out, sum, setup->names[GG_BLUE], sum->pairs_first, sum->both.first);
        say_share(out, sum, setup->names[GG_RED], second, sum->both.second);
    }
}

static uint64_t both_end(const lab_summary *sum, const char *clause)
{
    return (uint64_t)json_integer_value(json_object_get(sum->both.ends, clause));
}

static void say_ends(FILE *out, const lab_summary *sum)
{
    const char *clause;
    json_t *count;
    fputs("How games end\n", out);
    json_object_foreach(sum->ends, clause, count)
    {
        say_share(out, sum, clause, (uint64_t)json_integer_value(count), both_end(sum, clause));
        fprintf(out, "      %s\n", lab_clause_gist(sum->rules, clause));
    }
}

static void say_losses(FILE *out, const lab_summary *sum)
{
    fputs("Lost in a game, on average: units (and points of strength)\n", out);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        fprintf(out, "  %-12s %6.2f (%.2f)", gg_side_name(side), sum->units_lost[side].mean,
                sum->strength_lost[side].mean);
        for (int role = 0; role < GG_ROLES; role++) {
            const json_t *loss = json_object_get(sum->losses[side], gg_roles[role].name);
            if (loss == NULL) continue;
            fprintf(out, "; %s %.2f (%.2f)", gg_roles[role].words,
                    (double)json_integer_value(json_array_get(loss, 0)) / (double)sum->games,
                    (double)json_integer_value(json_array_get(loss, 1)) / (double)sum->games);
        }
        fputc('\n', out);
    }
}

static void say_count(FILE *out, const lab_summary *sum, const json_t *sums, const char *id,
                      const char *text)
{
    const json_t *list = json_object_get(sums, id);
    if (list == NULL) return;
    fprintf(out, "  %-34s %10.2f a game, in %5.1f %% of games  %s\n", id,
            (double)json_integer_value(json_array_get(list, 0)) / (double)sum->games,
            100 * (double)json_integer_value(json_array_get(list, 1)) / (double)sum->games, text);
}

static void say_came_up(FILE *out, const lab_summary *sum)
{
    const gg_ruleset *rules = sum->rules;
    const char *id;
    json_t *list;
    fprintf(out, "Clauses that came up in the log: %zu of %u\n", json_object_size(sum->clauses),
            rules->clause_count - 1u);
    for (uint32_t i = 1; i < rules->clause_count; i++)
        say_count(out, sum, sum->clauses, rules->clauses[i].number, rules->clauses[i].title);
    fprintf(out, "Modifiers of rolls: %zu of %u\n", json_object_size(sum->mods),
            lab_mods_before(rules, rules->check_count));
    json_object_foreach(sum->mods, id, list)
    {
        const json_t *pair = json_object_get(sum->changed, id);
        const double rolls = (double)json_integer_value(json_array_get(pair, 0));
        const double other = (double)json_integer_value(json_array_get(pair, 1));
        char words[80] = "";
        if (rolls > 0)
            snprintf(words, sizeof words, "changed %.1f %% of its rolls", 100 * other / rolls);
        say_count(out, sum, sum->mods, id, words);
    }
    fprintf(out, "Numbers of the rules, where a roll is made of them: %zu of %u\n",
            json_object_size(sum->numbers), rules->number_count > 0 ? rules->number_count - 1u : 0);
    for (uint32_t i = 1; i < rules->number_count; i++)
        say_count(out, sum, sum->numbers, rules->numbers[i].id, rules->numbers[i].text);
    fputs("  What each number and option changes on the same dice, those that leave no trace in a "
          "log too: `grognard lab weigh DIR`\n",
          out);
}

void lab_say_summary(const lab_folder *folder, const lab_summary *sum, FILE *out)
{
    char bytes[4096];
    gg_text command = gg_text_over(bytes, sizeof bytes);
    lab_put_command(&command, folder);
    fprintf(out, "%s\n%llu game%s", bytes, (unsigned long long)sum->games,
            folder->games == 1 ? "" : "s");
    if (sum->games < folder->games) fprintf(out, " of %llu", (unsigned long long)folder->games);
    fputs("\n\n", out);
    if (sum->games == 0) return;
    say_winners(out, &folder->setup, sum);
    fputs("Length\n", out);
    say_mean(out, "rounds", &sum->round);
    say_mean(out, "decisions", &sum->decisions);
    say_mean(out, "steps without a decision", &sum->steps);
    say_mean(out, "offers in a decision", &sum->offers);
    say_ends(out, sum);
    say_losses(out, sum);
    say_came_up(out, sum);
}

/* ---- For programs. ---- */

static json_t *share_json(const lab_summary *sum, uint64_t of, uint64_t both)
{
    const lab_interval it = lab_share(sum, of, both);
    return json_pack("{s:I, s:f, s:f, s:f}", "count", (json_int_t)of, "share", it.value, "low",
                     it.low, "high", it.high);
}

/* Two games on the same dice may be as good as one: their interval is that of half as many. */
static json_t *mean_json(const lab_summary *sum, const lab_mean *mean)
{
    const lab_interval it = lab_mean_interval(mean, sum->has_pairs ? LAB_Z95 * sqrt(2) : LAB_Z95);
    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:f}", "mean", it.value, "low", it.low, "high",
                     it.high, "deviation", lab_deviation(mean), "least", mean->least, "most",
                     mean->most);
}

static json_t *ends_json(const lab_summary *sum)
{
    json_t *list = json_array(), *count;
    const char *clause;
    json_object_foreach(sum->ends, clause, count)
    {
        json_t *one = share_json(sum, (uint64_t)json_integer_value(count), both_end(sum, clause));
        json_object_set_new(one, "clause", json_string(clause));
        json_object_set_new(one, "gist", json_string(lab_clause_gist(sum->rules, clause)));
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *losses_json(const lab_summary *sum, gg_side side)
{
    json_t *arms = json_object(), *loss;
    const char *arm;
    json_object_foreach(sum->losses[side], arm, loss)
    {
        const double games = (double)sum->games;
        json_object_set_new(arms, arm,
                            json_pack("{s:f, s:f}", "units",
                                      (double)json_integer_value(json_array_get(loss, 0)) / games,
                                      "strength",
                                      (double)json_integer_value(json_array_get(loss, 1)) / games));
    }
    return arms;
}

static json_t *counts_json(const json_t *sums)
{
    json_t *all = json_object(), *list;
    const char *id;
    json_object_foreach((json_t *)sums, id, list)
        json_object_set_new(all, id,
                            json_pack("{s:O, s:O}", "times", json_array_get(list, 0), "games",
                                      json_array_get(list, 1)));
    return all;
}

static json_t *rounds_json(const lab_summary *sum)
{
    json_t *list = json_array();
    for (int round = 0; round < LAB_ROUNDS_MAX; round++) {
        const uint64_t *ended = sum->ended[round];
        if (ended[0] + ended[1] + ended[2] > 0)
            json_array_append_new(list, json_pack("{s:i, s:I, s:I, s:I}", "round", round, "blue",
                                                  (json_int_t)ended[0], "red", (json_int_t)ended[1],
                                                  "drawn", (json_int_t)ended[2]));
    }
    return list;
}

json_t *lab_summary_json(const lab_folder *folder, const lab_summary *sum)
{
    json_t *all =
        json_pack("{s:o, s:I, s:I, s:o, s:o, s:o, s:o}", "run", lab_run_json(&folder->setup),
                  "games", (json_int_t)sum->games, "of", (json_int_t)folder->games, "blue",
                  share_json(sum, sum->wins[GG_BLUE], sum->both.wins[GG_BLUE]), "red",
                  share_json(sum, sum->wins[GG_RED], sum->both.wins[GG_RED]), "drawn",
                  share_json(sum, sum->draws, sum->both.draws), "unfinished",
                  share_json(sum, sum->unfinished, sum->both.unfinished));
    if (folder->setup.swap)
        json_object_set_new(all, "first_player",
                            share_json(sum, sum->pairs_first, sum->both.first));
    json_object_set_new(all, "rounds", mean_json(sum, &sum->round));
    json_object_set_new(all, "decisions", mean_json(sum, &sum->decisions));
    json_object_set_new(all, "steps", mean_json(sum, &sum->steps));
    json_object_set_new(all, "branching", mean_json(sum, &sum->offers));
    json_object_set_new(all, "ends", ends_json(sum));
    json_object_set_new(all, "ended_in_round", rounds_json(sum));
    json_object_set_new(all, "losses",
                        json_pack("{s:o, s:o}", "blue", losses_json(sum, GG_BLUE), "red",
                                  losses_json(sum, GG_RED)));
    json_object_set_new(all, "clauses", counts_json(sum->clauses));
    json_object_set_new(all, "modifiers", counts_json(sum->mods));
    json_object_set_new(all, "changed", json_deep_copy(sum->changed));
    json_object_set_new(all, "numbers", counts_json(sum->numbers));
    return all;
}

void lab_print_json(const json_t *json)
{
    char *text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(6));
    gg_assert(text != NULL);
    puts(text);
    free(text);
}

int lab_write_summary(const lab_folder *folder)
{
    lab_summary sum;
    int code = lab_sum_up(folder, &sum);
    if (code == CLI_GO_ON) {
        char *words = NULL, *file = lab_path_in(folder, "summary.txt");
        char *other = lab_path_in(folder, "summary.json");
        size_t count = 0;
        FILE *out = open_memstream(&words, &count);
        gg_assert(out != NULL);
        lab_say_summary(folder, &sum, out);
        fclose(out);
        json_t *json = lab_summary_json(folder, &sum);
        char *text = json_dumps(json, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
        gg_assert(text != NULL);
        code = cli_write_file(file, words, count);
        if (code == CLI_GO_ON) code = cli_write_file(other, text, strlen(text));
        json_decref(json);
        free(text);
        free(words);
        free(file);
        free(other);
    }
    lab_drop_summary(&sum);
    return code;
}
