/*
 * ladder.c - `grognard lab ladder`: players against each other, in pairs of games with the same
 * dice and the sides changed.
 *
 * Games are counted in the order of their numbers, whichever thread is done first: so what is told,
 * and where the sequential test stops, is the same whatever the threads.
 * SPDX-License-Identifier: MIT
 */
#include "lab/batch.h"
#include "lab/game.h"
#include "lab/lab.h"
#include "lab/seats.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES_STANDARD = 100, GAMES_MAX = 1000000 };

typedef struct outcome {
    bool is_there;
    gg_side winner;
    gg_clause clause; /* that ended it */
    uint32_t round;
    uint64_t final;
} outcome;

typedef struct ladder {
    lab_setup setup; /* of the two who play now */
    uint64_t games;
    int threads;
    lab_seats seats;
    lab_tally tallies[LAB_PLAYERS_MAX][LAB_PLAYERS_MAX];
    uint64_t known[LAB_PLAYERS_MAX][LAB_PLAYERS_MAX]; /* games that are counted */
    uint32_t *ended;                                  /* how many games each clause has ended */
    bool by_sprt, is_settled, json;
    double low, high;
    FILE *kept;
    uint32_t one, two; /* who plays now */
    outcome *outcomes; /* of their games */
} ladder;

/* ---- Reading the call. ---- */

static int read_sprt(ladder *l, const char *text)
{
    char *end;
    if (text == NULL) return CLI_GO_ON;
    l->low = strtod(text, &end);
    if (end != text && *end == ',') {
        const char *second = end + 1;
        l->high = strtod(second, &end);
        l->by_sprt = end != second && *end == '\0' && l->high > l->low;
    }
    if (!l->by_sprt) return cli_misuse("--sprt wants two numbers of Elo, the smaller first: 0,20.");
    return CLI_GO_ON;
}

/* ---- The file of games that were played already. ---- */

static void write_heading(const ladder *l, char *out, size_t limit)
{
    const gg_ruleset *rules = l->setup.rules;
    snprintf(out, limit, "ladder 1 %s %u %s seed %llu\n", rules->name, rules->version,
             rules->scenarios[l->setup.scenario].name, (unsigned long long)l->setup.seed);
}

static bool has_player(const ladder *l, const char *name, uint32_t *out)
{
    for (*out = 0; *out < l->seats.count; ++*out)
        if (strcmp(l->seats.names[*out], name) == 0) return true;
    return false;
}

/* Points of the first one of a pair: the even games have it in blue. */
static int half_points(uint64_t number, gg_side winner)
{
    const gg_side own = number % 2 == 0 ? GG_BLUE : GG_RED;
    return winner == GG_NOBODY ? 1 : winner == own ? 2 : 0;
}

/* Behind the hash stands the clause that ended it, in files of today. */
static void read_ending(ladder *l, const char *hash)
{
    const gg_ruleset *rules = l->setup.rules;
    char clause[32];
    if (sscanf(hash, "#%*16[0-9a-f] %31s", clause) != 1) return;
    for (uint32_t i = 0; i < rules->clause_count; i++)
        if (rules->clauses[i].number != NULL && strcmp(rules->clauses[i].number, clause) == 0) {
            l->ended[i]++;
            return;
        }
}

/* A line that a broken run left unfinished, or games of others, are passed over. */
static void read_game(ladder *l, const char *line)
{
    char first[LAB_SEAT_NAME_MAX], second[LAB_SEAT_NAME_MAX];
    uint32_t one, two;
    unsigned number, winner;
    if (sscanf(line, "%47s %47s %u %u", first, second, &number, &winner) != 4 || winner > GG_NOBODY
        || strchr(line, '#') == NULL)
        return;
    if (!has_player(l, first, &one) || !has_player(l, second, &two) || one >= two) return;
    if (number != l->known[one][two]) return;
    l->known[one][two]++;
    if (number >= l->games) return;
    lab_count(&l->tallies[one][two], half_points(number, (gg_side)winner));
    read_ending(l, strchr(line, '#'));
}

static int open_kept(ladder *l, const char *file)
{
    char heading[256], line[256];
    if (file == NULL) return CLI_GO_ON;
    write_heading(l, heading, sizeof heading);
    l->kept = fopen(file, "a+");
    if (l->kept == NULL) return cli_misuse("%s cannot be opened.", file);
    rewind(l->kept);
    if (fgets(line, sizeof line, l->kept) == NULL) {
        fputs(heading, l->kept);
        fflush(l->kept);
        return CLI_GO_ON;
    }
    if (strcmp(line, heading) != 0)
        return cli_misuse("%s holds games of another ladder (other game, scenario or seed).", file);
    while (fgets(line, sizeof line, l->kept) != NULL) read_game(l, line);
    fseek(l->kept, 0, SEEK_END);
    return CLI_GO_ON;
}

/* ---- Playing. ---- */

static void *open_worker(void *about) { return lab_open_table(&((ladder *)about)->setup, false); }

static void close_worker(void *worker) { lab_close_table(worker); }

static bool play(void *worker, uint64_t game) { return lab_play(worker, game); }

static bool is_settled(const ladder *l, const lab_tally *t)
{
    if (!l->by_sprt || (t->wins + t->draws + t->losses) % 2 == 1) return false;
    const double llr = lab_sprt(t, l->low, l->high);
    return llr >= lab_sprt_bound || llr <= -lab_sprt_bound;
}

static void count_game(ladder *l, uint64_t number, const outcome *it)
{
    lab_tally *tally = &l->tallies[l->one][l->two];
    lab_count(tally, half_points(number, it->winner));
    l->known[l->one][l->two]++;
    l->ended[it->clause]++;
    l->is_settled = is_settled(l, tally);
    if (l->kept == NULL) return;
    fprintf(l->kept, "%s %s %llu %u %u #%016llx %s\n", l->seats.names[l->one],
            l->seats.names[l->two], (unsigned long long)number, (unsigned)it->winner, it->round,
            (unsigned long long)it->final, gg_clause_number(l->setup.rules, it->clause));
    fflush(l->kept);
}

/* Those that are next by their numbers are counted; others wait for them. */
static bool keep(void *about, void *worker, uint64_t game)
{
    ladder *l = about;
    const lab_seen *seen = &((lab_table *)worker)->seen;
    l->outcomes[game] = (outcome){.is_there = true,
                                  .winner = seen->winner,
                                  .clause = seen->clause,
                                  .round = seen->round,
                                  .final = seen->final};
    for (uint64_t next; (next = l->known[l->one][l->two]) < l->games && !l->is_settled;) {
        if (!l->outcomes[next].is_there) break;
        count_game(l, next, &l->outcomes[next]);
    }
    return !l->is_settled;
}

static int play_pair(ladder *l)
{
    const uint64_t from = l->known[l->one][l->two];
    l->is_settled = is_settled(l, &l->tallies[l->one][l->two]);
    if (l->is_settled || from >= l->games) return CLI_GO_ON;
    for (int i = 0; i < 2; i++) {
        l->setup.players[i] = l->seats.players[i == 0 ? l->one : l->two];
        l->setup.efforts[i] = l->seats.efforts[i == 0 ? l->one : l->two];
    }
    memset(l->outcomes, 0, l->games * sizeof *l->outcomes);
    const lab_batch batch = {.first = from,
                             .count = l->games - from,
                             .threads = l->threads,
                             .about = l,
                             .open = open_worker,
                             .close = close_worker,
                             .play = play,
                             .keep = keep};
    return lab_play_batch(&batch) == LAB_STOPPED ? CLI_NO : CLI_GO_ON;
}

/* ---- Telling. ---- */

static const char *verdict_of(const ladder *l, const lab_tally *t)
{
    const double llr = lab_sprt(t, l->low, l->high);
    return llr >= lab_sprt_bound ? "better" : llr <= -lab_sprt_bound ? "not better" : "open";
}

static void say_pair(const ladder *l, uint32_t one, uint32_t two)
{
    const lab_tally *t = &l->tallies[one][two];
    const lab_estimate points = lab_points(t), elo = lab_elo(t);
    printf("%-14s %-14s %5u %4u %4u %4u  %5.1f %% (%4.1f to %5.1f)  %+5.0f (%+.0f to %+.0f)",
           l->seats.names[one], l->seats.names[two], t->wins + t->draws + t->losses, t->wins,
           t->draws, t->losses, 100 * points.at, 100 * points.low, 100 * points.high, elo.at,
           elo.low, elo.high);
    if (l->by_sprt) printf("  %s, %+.2f", verdict_of(l, t), lab_sprt(t, l->low, l->high));
    printf("\n");
}

static void say_ratings(const ladder *l)
{
    double elo[LAB_PLAYERS_MAX], error[LAB_PLAYERS_MAX];
    if (l->seats.count < 3) return;
    lab_ratings(l->seats.count, l->tallies, elo, error);
    printf("\nElo, and the 95 %% interval of how far it is from %s's, which is 0:\n",
           l->seats.names[0]);
    for (uint32_t i = 0; i < l->seats.count; i++)
        printf("%-14s %+6.0f +- %.0f\n", l->seats.names[i], elo[i], error[i]);
}

static void say_endings(const ladder *l)
{
    const gg_ruleset *rules = l->setup.rules;
    uint32_t all = 0;
    for (uint32_t i = 0; i < rules->clause_count; i++) all += l->ended[i];
    for (uint32_t i = 0, said = 0; i < rules->clause_count; i++) {
        if (l->ended[i] == 0) continue;
        printf("%s%s %s: %u %%", said++ == 0 ? "Ended by " : "; ", rules->clauses[i].number,
               rules->clauses[i].title, (100 * l->ended[i] + all / 2) / all);
    }
    if (all > 0) printf("\n");
}

static void say_all(const ladder *l)
{
    printf("%s %s, seed %llu: pairs of games with the same dice and the sides changed\n",
           l->setup.rules->name, l->setup.rules->scenarios[l->setup.scenario].name,
           (unsigned long long)l->setup.seed);
    printf("%-14s %-14s %5s %4s %4s %4s  %-23s %s\n", "player", "against", "games", "won", "drew",
           "lost", "points (95 %)", "Elo (95 %)");
    for (uint32_t one = 0; one < l->seats.count; one++)
        for (uint32_t two = one + 1; two < l->seats.count; two++) say_pair(l, one, two);
    say_endings(l);
    say_ratings(l);
}

static uint64_t thousandths(double number) { return (uint64_t)(number * 1000 + 0.5); }

static int64_t whole(double number) { return (int64_t)(number < 0 ? number - 0.5 : number + 0.5); }

static void write_pair(gg_json *json, const ladder *l, uint32_t one, uint32_t two)
{
    const lab_tally *t = &l->tallies[one][two];
    const lab_estimate points = lab_points(t), elo = lab_elo(t);
    gg_json_object(json, NULL);
    gg_json_string(json, "player", l->seats.names[one]);
    gg_json_string(json, "against", l->seats.names[two]);
    gg_json_int(json, "games", t->wins + t->draws + t->losses);
    gg_json_int(json, "won", t->wins);
    gg_json_int(json, "drew", t->draws);
    gg_json_int(json, "lost", t->losses);
    gg_json_decimal(json, "points", thousandths(points.at), 3);
    gg_json_decimal(json, "points_low", thousandths(points.low), 3);
    gg_json_decimal(json, "points_high", thousandths(points.high), 3);
    gg_json_int(json, "elo", whole(elo.at));
    gg_json_int(json, "elo_low", whole(elo.low));
    gg_json_int(json, "elo_high", whole(elo.high));
    if (l->by_sprt) gg_json_string(json, "sprt", verdict_of(l, t));
    gg_json_end(json);
}

static void write_ladder(gg_json *json, const void *of)
{
    const ladder *l = of;
    double elo[LAB_PLAYERS_MAX], error[LAB_PLAYERS_MAX];
    gg_json_object(json, NULL);
    gg_json_string(json, "game", l->setup.rules->name);
    gg_json_string(json, "scenario", l->setup.rules->scenarios[l->setup.scenario].name);
    gg_json_decimal(json, "seed", l->setup.seed, 0);
    gg_json_array(json, "pairs");
    for (uint32_t one = 0; one < l->seats.count; one++)
        for (uint32_t two = one + 1; two < l->seats.count; two++) write_pair(json, l, one, two);
    gg_json_end(json);
    lab_ratings(l->seats.count, l->tallies, elo, error);
    gg_json_array(json, "ratings");
    for (uint32_t i = 0; i < l->seats.count; i++) {
        gg_json_object(json, NULL);
        gg_json_string(json, "player", l->seats.names[i]);
        gg_json_int(json, "elo", whole(elo[i]));
        gg_json_int(json, "error", whole(error[i]));
        gg_json_end(json);
    }
    gg_json_end(json);
    gg_json_end(json);
}

static int play_all(ladder *l)
{
    lab_catch_signals();
    l->outcomes = cli_memory(l->games * sizeof *l->outcomes);
    int code = CLI_GO_ON;
    for (l->one = 0; l->one < l->seats.count; l->one++)
        for (l->two = l->one + 1; code == CLI_GO_ON && l->two < l->seats.count; l->two++)
            code = play_pair(l);
    free(l->outcomes);
    if (l->json) cli_print_json(write_ladder, l);
    else say_all(l);
    return code == CLI_GO_ON ? CLI_YES : code;
}

static int read_call(ladder *l, const cli_list *words, const lab_wishes *wish, const char *players,
                     const char *games)
{
    l->games = GAMES_STANDARD;
    int code = lab_read_setup(&l->setup, words, wish);
    l->setup.swap = true;
    if (code == CLI_GO_ON) code = lab_read_seats(&l->seats, players);
    if (code == CLI_GO_ON && l->seats.count < 2)
        code = cli_misuse("--players wants at least two names, with commas between.");
    if (code == CLI_GO_ON && games != NULL)
        code = lab_read_count("--games", games, 1, GAMES_MAX, &l->games);
    if (code == CLI_GO_ON) code = lab_read_threads(wish->threads, &l->threads);
    l->games += l->games % 2;
    return code;
}

int lab_ladder(int argc, char **argv)
{
    const char *players = NULL, *games = NULL, *sprt = NULL, *kept = NULL, *json = NULL;
    const char *network = NULL;
    lab_wishes wish = {0};
    cli_list words = {0};
    const cli_flag flags[] = {
        {"--players", "A,B,...", "who plays; guard@200 thinks 200 playouts a turn", &players, NULL},
        {"--games", "N", "of each two players; 100 unless told", &games, NULL},
        {"--seed", "N", "of all dice; 1 unless told", &wish.seed, NULL},
        {"--option", "K=V", "an option of the game, or a number of its rules; may come again", NULL,
         &wish.options},
        {"--tables", "FILE", "by these house rules", &wish.tables, NULL},
        {"--threads", "N", "games at the same time; the results are the same", &wish.threads, NULL},
        {"--sprt", "LOW,HIGH", "stop when the first is better by HIGH Elo, or only by LOW", &sprt,
         NULL},
        {"--keep", "FILE", "write each game there, and go on from those that are there", &kept,
         NULL},
        {"--network", "FILE", "what guard:net=1 judges by, in place of the game's own", &network,
         NULL},
        {"--json", NULL, "one object", &json, NULL},
    };
    const cli_call call = {
        .usage = "lab ladder GAME [SCENARIO] --players A,B,... [--games N]",
        .text = "Each player against each, in pairs of games with the same dice and the sides "
                "changed: points with draws as half, and Elo, with what 95 % lie between.",
        .flags = flags,
        .flag_count = sizeof flags / sizeof flags[0],
        .words_min = 1,
        .words_max = 2,
    };
    int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    ladder *l = cli_memory(sizeof *l);
    l->json = json != NULL;
    code = read_call(l, &words, &wish, players, games);
    if (code == CLI_GO_ON) l->ended = cli_memory(l->setup.rules->clause_count * sizeof *l->ended);
    if (code == CLI_GO_ON) code = lab_read_network(&l->seats, l->setup.rules, network);
    if (code == CLI_GO_ON) code = read_sprt(l, sprt);
    if (code == CLI_GO_ON) code = open_kept(l, kept);
    if (code == CLI_GO_ON) code = play_all(l);
    if (l->kept != NULL) fclose(l->kept);
    free(l->ended);
    free(l);
    return code;
}
