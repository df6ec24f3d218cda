/*
 * report.c - `grognard lab report`: a run as one page that needs nothing else: no script, no file
 * beside it.
 * SPDX-License-Identifier: MIT
 */
#include "lab/chart.h"
#include "lab/heat.h"
#include "lab/lab.h"
#include "lab/summary.h"
#include "lab/weigh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BINS = 24, PICKS = 6, ENDS_MAX = 32 };

/* What is asked of each game here and not in the summary. */
typedef struct brief {
    uint64_t game;
    gg_side winner;
    double round, decisions, offers, lost[2];
    char clause[32];
} brief;

typedef struct report {
    const lab_folder *folder;
    lab_summary sum;
    brief *games;
    FILE *out;
} report;

/* Games whose pictures show no strength lose units alone. */
static bool has_strength(const lab_summary *sum)
{
    return sum->strength_lost[GG_BLUE].most > 0 || sum->strength_lost[GG_RED].most > 0;
}

static void read_games(report *r)
{
    const bool strength = has_strength(&r->sum);
    r->games = cli_memory(sizeof *r->games * (size_t)(r->folder->count + 1));
    for (uint64_t i = 0; i < r->folder->count; i++) {
        lab_row row;
        const lab_line *line = &r->folder->lines[i];
        const bool good = lab_read_row(r->folder->text + line->at, line->count, &row);
        gg_assert(good); /* the summary has read it */
        brief *one = &r->games[i];
        const double decisions = (double)(row.decisions[0] + row.decisions[1]);
        const int64_t *lost = strength ? row.strength_lost : row.units_lost;
        *one = (brief){.game = row.game,
                       .round = (double)row.round,
                       .decisions = decisions,
                       .offers = decisions > 0 ? (double)row.offers / decisions : 0,
                       .lost = {(double)lost[0], (double)lost[1]}};
        one->winner = strcmp(row.winner, "blue") == 0  ? GG_BLUE
                      : strcmp(row.winner, "red") == 0 ? GG_RED
                                                       : GG_NOBODY;
        snprintf(one->clause, sizeof one->clause, "%s", row.over ? row.clause : "unfinished");
        lab_drop_row(&row);
    }
}

/* ---- Charts of the run. ---- */

static double decisions_of(const brief *one) { return one->decisions; }
static double offers_of(const brief *one) { return one->offers; }
static double blue_lost(const brief *one) { return one->lost[GG_BLUE]; }
static double red_lost(const brief *one) { return one->lost[GG_RED]; }

static void put_histogram(const report *r, double (*number)(const brief *), const char *what)
{
    uint64_t counts[BINS] = {0};
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (uint64_t i = 0; i < r->folder->count; i++) {
        least = fmin(least, number(&r->games[i]));
        most = fmax(most, number(&r->games[i]));
    }
    if (most <= least) most = least + 1;
    for (uint64_t i = 0; i < r->folder->count; i++) {
        const int bin = (int)((number(&r->games[i]) - least) / (most - least) * BINS);
        counts[bin < BINS ? bin : BINS - 1]++;
    }
    fputs("<figure>", r->out);
    lab_chart_histogram(r->out, what, counts, BINS, least, most);
    fputs("</figure>\n", r->out);
}

static int last_round(const lab_summary *sum)
{
    int last = 0;
    for (int i = 0; i < LAB_ROUNDS_MAX; i++)
        if (sum->ended[i][0] + sum->ended[i][1] + sum->ended[i][2] > 0) last = i;
    return last + 1;
}

static void put_winners(const report *r)
{
    const lab_summary *sum = &r->sum;
    const lab_bar bars[3] = {
        {"blue", "", lab_share(sum, sum->wins[GG_BLUE], sum->both.wins[GG_BLUE])},
        {"red", "", lab_share(sum, sum->wins[GG_RED], sum->both.wins[GG_RED])},
        {"drawn", "",
         lab_share(sum, sum->draws + sum->unfinished, sum->both.draws + sum->both.unfinished)},
    };
    fputs("<h2>Who wins</h2>\n<p>Shares of all games; the lines are 95 % intervals (Wilson).</p>\n",
          r->out);
    lab_chart_bars(r->out, bars, 3);
    fputs("<h2>When</h2>\n<figure>", r->out);
    lab_chart_won_by(r->out, sum->ended, last_round(sum));
    fputs("</figure>\n<figure>", r->out);
    lab_chart_rounds(r->out, sum->ended, last_round(sum));
    fputs("</figure>\n", r->out);
}

static void put_ends(const report *r)
{
    lab_flow flows[ENDS_MAX] = {0};
    int count = 0;
    for (uint64_t i = 0; i < r->folder->count; i++) {
        const brief *one = &r->games[i];
        int at = 0;
        while (at < count && strcmp(flows[at].name, one->clause) != 0) at++;
        if (at == ENDS_MAX) continue;
        if (at == count)
            flows[count++] = (lab_flow){.name = one->clause,
                                        .words = lab_clause_gist(r->sum.rules, one->clause)};
        flows[at].games[one->winner]++;
    }
    fputs("<h2>How games end</h2>\n<p>From who wins, on the left, to the clause that ends it."
          "</p>\n",
          r->out);
    lab_chart_flow(r->out, flows, count);
    fputs("<dl>\n", r->out);
    for (int i = 0; i < count; i++) {
        fputs("<dt>", r->out);
        lab_put_xml(r->out, flows[i].name);
        fputs("</dt><dd>", r->out);
        lab_put_xml(r->out, flows[i].words);
        fputs("</dd>\n", r->out);
    }
    fputs("</dl>\n", r->out);
}

/* ---- Games to look at. ---- */

typedef struct pick {
    const brief *game;
    const char *why;
} pick;

static bool is_picked(const pick *picks, int count, const brief *one)
{
    for (int i = 0; i < count; i++)
        if (picks[i].game == one) return true;
    return false;
}

/* How far it is from the middle of all, in deviations. */
static double oddness(const report *r, const brief *one)
{
    const lab_summary *sum = &r->sum;
    const lab_mean *lost = has_strength(sum) ? sum->strength_lost : sum->units_lost;
    double odd = 0;
    odd += fabs(one->round - sum->round.mean) / (lab_deviation(&sum->round) + 0.01);
    for (int side = 0; side < 2; side++)
        odd += fabs(one->lost[side] - lost[side].mean) / (lab_deviation(&lost[side]) + 0.01);
    return odd;
}

static double measure(const report *r, const brief *one, int way)
{
    if (way < 3) return -oddness(r, one);
    if (way == 3) return -one->round;
    if (way == 4) return one->round;
    return fabs(one->lost[GG_BLUE] - one->lost[GG_RED]);
}

static int pick_games(const report *r, pick picks[PICKS])
{
    static const char *const whys[PICKS] = {"typical",     "typical",
                                            "typical",     "the shortest",
                                            "the longest", "the most one-sided in losses"};
    int count = 0;
    for (int way = 0; way < PICKS; way++) {
        const brief *best = NULL;
        for (uint64_t i = 0; i < r->folder->count; i++) {
            const brief *one = &r->games[i];
            if (is_picked(picks, count, one)) continue;
            if (best == NULL || measure(r, one, way) > measure(r, best, way)) best = one;
        }
        if (best != NULL) picks[count++] = (pick){.game = best, .why = whys[way]};
    }
    return count;
}

/* As the address of a link: the record travels in the page. */
static void put_data(FILE *out, const char *text)
{
    fputs("data:text/plain;charset=utf-8,", out);
    for (; *text != 0; text++) {
        const unsigned char c = (unsigned char)*text;
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
                           || (c >= '0' && c <= '9') || strchr("-_.~:=,/", c) != NULL;
        if (plain) fputc(c, out);
        else fprintf(out, "%%%02X", c);
    }
}

static int put_picks(const report *r)
{
    pick picks[PICKS];
    const int count = pick_games(r, picks);
    lab_table *table = lab_open_table(&r->folder->setup, false);
    int code = CLI_GO_ON;
    fputs("<h2>Games to look at</h2>\n<p>The records travel in this page: a click saves one, and "
          "<code>grognard replay FILE</code> or the page of the program shows it.</p>\n"
          "<table><tr><th>game</th><th></th><th>won by</th><th>rounds</th><th>blue lost</th>"
          "<th>red lost</th><th>ended by</th></tr>\n",
          r->out);
    for (int i = 0; i < count && code == CLI_GO_ON; i++) {
        const brief *one = picks[i].game;
        code = lab_replay_row(table, r->folder, one->game);
        if (code != CLI_GO_ON) break;
        char *text = cli_record_text(&table->match, GG_SEES_ALL);
        const unsigned long long number = one->game;
        fprintf(r->out, "<tr><td><a download=\"game-%llu.grog\" href=\"", number);
        put_data(r->out, text);
        fprintf(r->out,
                "\">%llu</a></td><td>%s</td><td>%s</td><td>%.0f</td><td>%.0f</td>"
                "<td>%.0f</td><td>",
                number, picks[i].why, gg_side_name(one->winner), one->round, one->lost[GG_BLUE],
                one->lost[GG_RED]);
        lab_put_xml(r->out, one->clause);
        fputs("</td></tr>\n", r->out);
        free(text);
    }
    fputs("</table>\n", r->out);
    lab_close_table(table);
    return code;
}

/* ---- What came up. ---- */

static void put_counts(const report *r, const json_t *sums, const char *title)
{
    const char *id;
    json_t *list;
    fprintf(r->out,
            "<details><summary>%s</summary>\n<table><tr><th></th><th>a game</th>"
            "<th>games</th></tr>\n",
            title);
    json_object_foreach((json_t *)sums, id, list)
    {
        fputs("<tr><td>", r->out);
        lab_put_xml(r->out, id);
        fprintf(r->out, "</td><td>%.2f</td><td>%.1f %%</td></tr>\n",
                (double)json_integer_value(json_array_get(list, 0)) / (double)r->sum.games,
                100 * (double)json_integer_value(json_array_get(list, 1)) / (double)r->sum.games);
    }
    fputs("</table></details>\n", r->out);
}

static void put_losses(const report *r)
{
    fputs("<h2>What is lost</h2>\n<table><tr><th>in a game, on average</th><th>blue: units</th>"
          "<th>strength</th><th>red: units</th><th>strength</th></tr>\n",
          r->out);
    for (int role = 0; role < GG_ROLES; role++) {
        double means[4] = {0};
        bool any = false;
        for (int side = 0; side < 2; side++) {
            const json_t *loss = json_object_get(r->sum.losses[side], gg_roles[role].name);
            any = any || loss != NULL;
            for (size_t k = 0; k < 2; k++)
                means[side * 2 + (int)k] =
                    (double)json_integer_value(json_array_get(loss, k)) / (double)r->sum.games;
        }
        if (any)
            fprintf(r->out,
                    "<tr><td>%s</td><td>%.2f</td><td>%.2f</td><td>%.2f</td><td>%.2f</td>"
                    "</tr>\n",
                    gg_roles[role].words, means[0], means[1], means[2], means[3]);
    }
    fputs("</table>\n", r->out);
    const bool strength = has_strength(&r->sum);
    put_histogram(r, blue_lost,
                  strength ? "strength that blue loses in a game"
                           : "units that blue loses in a game");
    put_histogram(r, red_lost,
                  strength ? "strength that red loses in a game"
                           : "units that red loses in a game");
}

/* ---- The page. ---- */

static const char style[] =
    "body{font-family:sans-serif;max-width:72rem;margin:1rem auto;padding:0 1rem;color:#22221e;"
    "background:#fffef9;line-height:1.4}\n"
    "h1{font-size:1.5rem}h2{margin-top:2rem;border-bottom:1px solid #d9d6cc}\n"
    "figure{display:inline-block;margin:.5rem;vertical-align:top;max-width:100%}\n"
    "figure.heat{width:22rem}figcaption{font-size:.9rem}\n"
    "svg{max-width:100%;height:auto}\n"
    "table{border-collapse:collapse}td,th{padding:.15rem .6rem;text-align:left;"
    "border-bottom:1px solid #e8e5da}\n"
    "pre{background:#f2efe4;padding:.6rem;overflow:auto}dd{margin-bottom:.4rem}\n"
    "@media(max-width:40rem){table{display:block;overflow-x:auto}dd{margin-left:1rem}}\n";

static void put_head(const report *r)
{
    const lab_setup *setup = &r->folder->setup;
    const gg_scenario *scenario = &setup->rules->scenarios[setup->scenario];
    gg_text map = cli_text(1 << 17);
    gg_svg_style(&map);
    gg_assert(!map.cut);
    fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width\">\n<title>",
          r->out);
    lab_put_xml(r->out, scenario->title);
    fprintf(r->out, " in the laboratory</title>\n<style>\n%s%s</style>\n</head>\n<body>\n<h1>",
            style, map.bytes);
    lab_put_xml(r->out, setup->rules->title);
    fputs(": ", r->out);
    lab_put_xml(r->out, scenario->title);
    fprintf(r->out, "</h1>\n<p>%llu game%s", (unsigned long long)r->sum.games,
            r->folder->games == 1 ? "" : "s");
    if (r->sum.games < r->folder->games)
        fprintf(r->out, " of %llu that were asked for", (unsigned long long)r->folder->games);
    fprintf(r->out, ", %s (blue) against %s (red)%s. ", setup->names[GG_BLUE], setup->names[GG_RED],
            setup->swap ? ", who change sides in every second game" : "");
    lab_put_xml(r->out, scenario->text);
    fputs("</p>\n", r->out);
    free(map.bytes);
}

static void put_commands(const report *r)
{
    char bytes[4096];
    gg_text command = gg_text_over(bytes, sizeof bytes);
    lab_put_command(&command, r->folder);
    fputs("<h2>The commands that made it</h2>\n<pre>", r->out);
    lab_put_xml(r->out, bytes);
    fputs(" --out DIR\ngrognard lab report DIR\ngrognard lab game DIR INDEX --record FILE</pre>\n"
          "</body>\n</html>\n",
          r->out);
}

static int write_page(report *r)
{
    put_head(r);
    put_winners(r);
    put_ends(r);
    fputs("<h2>How long, and how wide</h2>\n", r->out);
    put_histogram(r, decisions_of, "decisions in a game, of both sides");
    put_histogram(r, offers_of, "actions offered in a decision, on average of a game");
    put_losses(r);
    int code = lab_put_heat(r->out, r->folder, &r->sum);
    if (code == CLI_GO_ON) code = put_picks(r);
    fputs("<h2>What of the rules came up</h2>\n", r->out);
    put_counts(r, r->sum.clauses, "Clauses in the log");
    put_counts(r, r->sum.mods, "Modifiers of rolls");
    put_counts(r, r->sum.numbers, "Numbers of the rules, where a roll is made of them");
    if (code == CLI_GO_ON) code = lab_put_weights(r->out, r->folder, &r->sum);
    put_commands(r);
    return code;
}

static int make_report(const lab_folder *folder, const char *file)
{
    report r = {.folder = folder};
    char *text = NULL;
    size_t count = 0;
    if (folder->count == 0) return cli_no("%s has no game yet.", folder->path);
    int code = lab_sum_up(folder, &r.sum);
    if (code == CLI_GO_ON) {
        read_games(&r);
        r.out = open_memstream(&text, &count);
        gg_assert(r.out != NULL);
        code = write_page(&r);
        fclose(r.out);
        if (code == CLI_GO_ON) code = cli_write_file(file, text, count);
        free(text);
        free(r.games);
    }
    lab_drop_summary(&r.sum);
    return code;
}

int lab_report(int argc, char **argv)
{
    const char *wanted = NULL;
    cli_list words = {0};
    const cli_flag flags[] = {
        {"--html", "FILE", "where to; report.html in DIR unless told, - is standard output",
         &wanted, NULL},
    };
    const cli_call call = {
        .usage = "lab report DIR [--html FILE]",
        .text = "A run as one page with pictures, which needs no script and no other file.",
        .flags = flags,
        .flag_count = 1,
        .words_min = 1,
        .words_max = 1,
    };
    lab_folder folder;
    int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    code = lab_read_folder(&folder, words.items[0]);
    char *file = wanted != NULL || code != CLI_GO_ON ? NULL : lab_path_in(&folder, "report.html");
    if (code == CLI_GO_ON) code = make_report(&folder, wanted != NULL ? wanted : file);
    if (code == CLI_GO_ON && wanted == NULL) printf("The report is in %s.\n", file);
    free(file);
    lab_close_folder(&folder);
    return code == CLI_GO_ON ? CLI_YES : code;
}
