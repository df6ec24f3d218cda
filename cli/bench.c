/*
 * bench.c - how fast the program is where people feel it, scenario by scenario, on one core.
 *
 * Rates are the best of three slices of processor time; "at worst" is the slowest of at most 200
 * questions.  The fixed batch (steps, instructions, hash) is the same on every machine, so that a
 * change shows through the noise.
 * SPDX-License-Identifier: MIT
 */
#include "cli/cli.h"
#include "core/numbers.h"
#include "core/odds.h"
#include "core/position.h"
#include "core/seat.h"
#include "core/state_hash.h"
#include "players/batch.h"
#include "players/hint.h"
#include "players/search.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef __linux__
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

enum { SLICES = 3, FIXED_GAMES = 100, QUESTIONS = 200, ASK_EVERY = 16, GAMES_MAX = 1000 };
enum { MS_STANDARD = 600, MS_MAX = 60000 };

/* ---- What a run works on. ---- */

typedef struct bench {
    const gg_ruleset *rules;
    uint32_t scenario;
    gg_state *start, *state, *view, *scratch;
    gg_action *offers;
    gg_match *match;
    void *match_memory, *memory[2], *room;
    gg_scene_room *scene;
    const gg_player *player; /* who plays or thinks now */
    gg_dice dice;            /* both for rolls and for choices */
    uint64_t decisions, own_steps, offered, games, playouts, match_steps, seed;
} bench;

/* The slowest of some questions. */
typedef struct slowest {
    uint32_t asked;
    double worst_ms, all_ms;
} slowest;

typedef struct figures {
    double steps, own_steps, offers_per_step, match_ns;
    double greedy_games, line_games, guard_playouts, marshal_playouts; /* a second */
    slowest odds, reach, hint;
    uint64_t fixed_steps, fixed_hash;
    int64_t instructions; /* -1: cannot be counted here */
} figures;

static size_t player_bytes(bool room)
{
    size_t most = 0;
    for (const gg_player *const *player = gg_players; *player != NULL; player++) {
        const size_t its = room ? (*player)->room_bytes : (*player)->memory_bytes;
        if (its > most) most = its;
    }
    return most;
}

/* False: these house rules do not go with the scenario, and that was said. */
static bool prepare(bench *b, const gg_ruleset *rules, uint32_t scenario, const int16_t *house)
{
    *b = (bench){.rules = rules, .scenario = scenario};
    b->start = cli_memory(rules->state_bytes);
    b->state = cli_memory(rules->state_bytes);
    b->view = cli_memory(rules->state_bytes);
    b->scratch = cli_memory(rules->state_bytes);
    b->offers = cli_memory(rules->actions_max * sizeof *b->offers);
    b->match = cli_memory(sizeof *b->match);
    b->match_memory = cli_memory(gg_match_bytes(rules));
    for (int side = GG_BLUE; side <= GG_RED; side++)
        b->memory[side] = cli_memory(player_bytes(false));
    b->room = cli_memory(player_bytes(true));
    b->scene = cli_memory(sizeof *b->scene);
    b->dice = gg_dice_random(1805);
    const gg_error error = gg_setup(rules, b->start, scenario, NULL, house);
    if (error.text != NULL) cli_misuse("%s: %s.", rules->scenarios[scenario].name, error.text);
    return error.text == NULL;
}

static void release(bench *b)
{
    free(b->scene);
    free(b->room);
    for (int side = GG_BLUE; side <= GG_RED; side++) free(b->memory[side]);
    free(b->match_memory);
    free(b->match);
    free(b->offers);
    free(b->scratch);
    free(b->view);
    free(b->state);
    free(b->start);
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Repeats the work for three slices of time; `counted` points at its tally.  Returns the best
 * rate a second. */
static double rate_of(bench *b, void (*work)(bench *), const uint64_t *counted, double seconds)
{
    double best = 0;
    for (int slice = 0; slice < SLICES; slice++) {
        const uint64_t before = *counted;
        const double from = seconds_now();
        double took;
        do work(b);
        while ((took = seconds_now() - from) < seconds / SLICES);
        const double rate = (double)(*counted - before) / took;
        if (rate > best) best = rate;
    }
    return best;
}

/* ---- One random step: offer, choose, judge, apply. ---- */

static gg_side side_to_act(gg_turn turn)
{
    if (turn.deciding == GG_SIDES_NONE) return GG_NOBODY;
    return (turn.deciding & GG_SIDES_BLUE) != 0 ? GG_BLUE : GG_RED;
}

static gg_action choose(bench *b, const gg_state *state, gg_side side)
{
    const uint32_t count = b->rules->offer(state, side, b->offers, b->rules->actions_max);
    gg_assert(count > 0);
    b->offered += count;
    return b->offers[count == 1 ? 0 : gg_dice_pick(&b->dice, count)];
}

/* Returns false when the game was over before. */
static bool step(bench *b)
{
    const gg_turn turn = b->rules->turn(b->state);
    if (turn.over) return false;
    const gg_side side = side_to_act(turn);
    const gg_action action = choose(b, b->state, side);
    gg_assert(b->rules->legal(b->state, side, &action).reason == 0);
    b->rules->apply(b->state, side, &action, &b->dice, NULL);
    if (side == GG_NOBODY) b->own_steps++;
    else b->decisions++;
    return true;
}

static void begin_game(bench *b) { memcpy(b->state, b->start, b->rules->state_bytes); }

static void play_game(bench *b)
{
    begin_game(b);
    while (step(b)) {}
    b->games++;
}

/* ---- Through a match, with a record: what a server or a page does with an action. ---- */

/* Takes one action of a side and whatever the match takes after it; false: the game is over. */
static bool match_step(bench *b)
{
    gg_match_clear_log(b->match);
    gg_match_answer answer = gg_match_run(b->match);
    const gg_turn turn = gg_match_turn(b->match);
    gg_assert(answer == GG_MATCH_DONE);
    if (turn.over) return false;
    const gg_side side = side_to_act(turn);
    const gg_action action = choose(b, b->match->state, side);
    gg_verdict verdict;
    answer = gg_match_do(b->match, side, &action, &verdict);
    gg_assert(answer == GG_MATCH_DONE);
    b->match_steps++;
    return true;
}

static void play_match(bench *b)
{
    gg_match_begin_at(b->match, b->rules, b->match_memory, b->start, gg_dice_random(++b->seed));
    while (match_step(b)) {}
}

/* ---- Computer players. ---- */

static void play_bout(bench *b)
{
    gg_bout bout = {.match = b->match,
                    .players = {b->player, b->player},
                    .memory = {b->memory[GG_BLUE], b->memory[GG_RED]},
                    .room = b->room,
                    .view = b->view};
    for (int side = GG_BLUE; side <= GG_RED; side++)
        memset(b->memory[side], 0, player_bytes(false));
    gg_match_begin_at(b->match, b->rules, b->match_memory, b->start, gg_dice_random(++b->seed));
    gg_bout_begin(&bout, b->seed);
    while (!gg_match_turn(b->match).over) gg_bout_step(&bout);
    b->games++;
}

static double games_of(bench *b, const char *player, double seconds)
{
    b->player = gg_player_named(player);
    b->seed = 0;
    return rate_of(b, play_bout, &b->games, seconds);
}

/* Goes on by random steps to a position where somebody has a choice, in another game if need be. */
static gg_side to_a_choice(bench *b)
{
    for (uint32_t steps = gg_dice_pick(&b->dice, ASK_EVERY);; steps = steps > 0 ? steps - 1 : 0) {
        const gg_turn turn = b->rules->turn(b->state);
        const gg_side side = side_to_act(turn);
        if (steps == 0 && !turn.over && side != GG_NOBODY
            && b->rules->offer(b->state, side, b->offers, b->rules->actions_max) > 1)
            return side;
        if (!step(b)) begin_game(b);
    }
}

/* One decision with a fresh memory; its playouts are counted. */
static void think(bench *b)
{
    const gg_side side = to_a_choice(b);
    gg_search_memory *memory = b->memory[side];
    gg_action action;
    memset(memory, 0, b->player->memory_bytes);
    b->rules->view(b->state, side, b->view);
    const gg_decision decision = {
        .rules = b->rules,
        .view = b->view,
        .offers = b->offers,
        .count = b->rules->offer(b->view, side, b->offers, b->rules->actions_max),
        .side = side,
        .dice = &b->dice,
        .effort = {.playouts = 512},
        .memory = memory,
        .room = b->room};
    b->player->choose(b->player, &decision, &action);
    b->playouts += memory->playouts;
}

static double playouts_of(bench *b, const char *player, double seconds)
{
    b->player = gg_player_named(player);
    b->dice = gg_dice_random(1809);
    begin_game(b);
    return rate_of(b, think, &b->playouts, seconds);
}

/* ---- Questions as a person asks them: the slowest counts. ---- */

/* Asks; false: there is nothing to ask here. */
typedef bool question_fn(bench *b, gg_side side, const gg_action *about);

static bool ask_odds(bench *b, gg_side side, const gg_action *about)
{
    const gg_odds_ask ask = {.scratch = b->scratch, .runs_max = GG_RUNS_MAX};
    gg_odds_of(b->rules, b->view, side, about, &ask);
    return true;
}

static bool ask_reach(bench *b, gg_side side, const gg_action *about)
{
    const gg_question question = {.kind = GG_ASK_REACH, .who = about->who, .whom = GG_NO_UNIT};
    if (about->who >= b->rules->unit_count) return false;
    const gg_seat seat = gg_seat_at(b->rules, b->state, side, b->scratch);
    gg_answer answer;
    gg_scene scene = gg_scene_in(b->scene);
    gg_seat_ask(&seat, &question, &answer, &scene);
    return answer.yes;
}

static int64_t processor_ms(void *to)
{
    (void)to;
    return (int64_t)(seconds_now() * 1000);
}

static void hear_nothing(void *to, uint32_t done, uint32_t all) { (void)to, (void)done, (void)all; }

static bool ask_hint(bench *b, gg_side side, const gg_action *about)
{
    (void)about;
    const gg_player *guard = gg_player_named("guard");
    const gg_progress progress = {.told = hear_nothing, .now_ms = processor_ms};
    const gg_hint_ask ask = {.rules = b->rules,
                             .view = b->view,
                             .side = side,
                             .player = guard,
                             .seed = b->seed,
                             .progress = &progress};
    void *room = cli_memory(gg_hint_bytes(guard));
    gg_hint *hint = cli_memory(sizeof *hint);
    const bool found = gg_hint_find(&ask, room, hint);
    free(hint);
    free(room);
    return found;
}

static slowest time_question(bench *b, question_fn *ask, double seconds)
{
    slowest it = {0};
    b->dice = gg_dice_random(1812);
    begin_game(b);
    for (uint32_t tries = 0; tries < GAMES_MAX && it.asked < QUESTIONS; tries++) {
        if (it.all_ms > seconds * 1000) break;
        const gg_side side = to_a_choice(b);
        const gg_action about = choose(b, b->state, side);
        b->rules->view(b->state, side, b->view);
        const double from = seconds_now();
        if (!ask(b, side, &about)) continue;
        const double took = (seconds_now() - from) * 1000;
        it.asked++;
        it.all_ms += took;
        if (took > it.worst_ms) it.worst_ms = took;
    }
    return it;
}

/* ---- The fixed batch: the same work every time. ---- */

static void fixed_batch(bench *b, uint64_t *steps, uint64_t *hash)
{
    b->dice = gg_dice_random(1815);
    b->decisions = b->own_steps = 0;
    *hash = 0;
    for (int game = 0; game < FIXED_GAMES; game++) {
        play_game(b);
        *hash = *hash * 31 + gg_state_hash(b->rules, b->state);
    }
    *steps = b->decisions + b->own_steps;
}

#ifdef __linux__
static int open_counter(void)
{
    struct perf_event_attr what = {
        .type = PERF_TYPE_HARDWARE,
        .size = sizeof what,
        .config = PERF_COUNT_HW_INSTRUCTIONS,
        .disabled = 1,
        .exclude_kernel = 1,
        .exclude_hv = 1,
    };
    return (int)syscall(SYS_perf_event_open, &what, 0, -1, -1, 0);
}

/* User instructions of the fixed batch, or -1 where the system does not count them. */
static int64_t count_instructions(bench *b, figures *f)
{
    const int counter = open_counter();
    int64_t count = -1;
    if (counter >= 0) ioctl(counter, PERF_EVENT_IOC_ENABLE, 0);
    fixed_batch(b, &f->fixed_steps, &f->fixed_hash);
    if (counter < 0) return -1;
    ioctl(counter, PERF_EVENT_IOC_DISABLE, 0);
    if (read(counter, &count, sizeof count) != (ssize_t)sizeof count) count = -1;
    close(counter);
    return count > 0 ? count : -1;
}
#else
static int64_t count_instructions(bench *b, figures *f)
{
    fixed_batch(b, &f->fixed_steps, &f->fixed_hash);
    return -1;
}
#endif

/* ---- All figures of a scenario. ---- */

static figures measure(bench *b, double seconds)
{
    figures f = {0};
    f.instructions = count_instructions(b, &f);
    b->decisions = b->own_steps = b->offered = 0;
    f.steps = rate_of(b, play_game, &b->decisions, seconds);
    f.own_steps = f.steps * (double)b->own_steps / (double)b->decisions;
    f.offers_per_step = (double)(b->offered - b->own_steps) / (double)b->decisions;
    f.match_ns = 1e9 / rate_of(b, play_match, &b->match_steps, seconds);
    f.greedy_games = games_of(b, "greedy", seconds);
    f.line_games = games_of(b, "line", seconds);
    f.guard_playouts = playouts_of(b, "guard", seconds);
    f.marshal_playouts = playouts_of(b, "marshal", seconds);
    f.odds = time_question(b, ask_odds, seconds);
    f.reach = time_question(b, ask_reach, seconds);
    f.hint = time_question(b, ask_hint, seconds);
    return f;
}

/* ---- Telling. ---- */

static void print_slowest(const char *name, const slowest *it)
{
    if (it->asked > 0)
        printf("  %-18s %10.1f ms at worst, %.1f on average of %u\n", name, it->worst_ms,
               it->all_ms / it->asked, it->asked);
}

static void print_figures(const bench *b, const figures *f)
{
    printf("%s %s, %u bytes of state\n", b->rules->name, b->rules->scenarios[b->scenario].name,
           b->rules->state_bytes);
    printf("  guard              %10.0f playouts a second, marshal %.0f\n", f->guard_playouts,
           f->marshal_playouts);
    printf("  greedy             %10.2f games a second, line %.2f\n", f->greedy_games,
           f->line_games);
    printf("  random steps       %10.0f a second, %.1f offers each; the game's own besides: %.0f\n",
           f->steps, f->offers_per_step, f->own_steps);
    printf("  an action          %10.0f ns with match and record\n", f->match_ns);
    print_slowest("odds", &f->odds);
    print_slowest("where it may go", &f->reach);
    print_slowest("a hint", &f->hint);
    printf("  fixed batch        %10llu steps, hash %016llx, ", (unsigned long long)f->fixed_steps,
           (unsigned long long)f->fixed_hash);
    if (f->instructions >= 0)
        printf("%lld instructions (%.0f a step)\n", (long long)f->instructions,
               (double)f->instructions / (double)f->fixed_steps);
    else puts("instructions are not counted on this machine (bench/instructions.sh can)");
}

static void write_hundredths(gg_json *json, const char *key, double number)
{
    gg_json_decimal(json, key, (uint64_t)(number * 100 + 0.5), 2);
}

static void write_rounded(gg_json *json, const char *key, double number)
{
    gg_json_int(json, key, (int64_t)(number + 0.5));
}

static void write_fixed(gg_json *json, const bench *b, uint64_t steps, uint64_t hash)
{
    char text[17];
    snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
    gg_json_string(json, "game", b->rules->name);
    gg_json_string(json, "scenario", b->rules->scenarios[b->scenario].name);
    gg_json_int(json, "state_bytes", b->rules->state_bytes);
    gg_json_int(json, "fixed_steps", (int64_t)steps);
    gg_json_string(json, "fixed_hash", text);
}

typedef struct told {
    const bench *bench;
    const figures *figures;
} told;

static void write_batch(gg_json *json, const void *of)
{
    const told *it = of;
    gg_json_object(json, NULL);
    write_fixed(json, it->bench, it->figures->fixed_steps, it->figures->fixed_hash);
    gg_json_end(json);
}

static void write_figures(gg_json *json, const void *of)
{
    const told *it = of;
    const figures *f = it->figures;
    gg_json_object(json, NULL);
    write_fixed(json, it->bench, f->fixed_steps, f->fixed_hash);
    if (f->instructions >= 0) gg_json_int(json, "fixed_instructions", f->instructions);
    write_rounded(json, "guard_playouts_per_second", f->guard_playouts);
    write_rounded(json, "marshal_playouts_per_second", f->marshal_playouts);
    write_hundredths(json, "greedy_games_per_second", f->greedy_games);
    write_hundredths(json, "line_games_per_second", f->line_games);
    write_rounded(json, "steps_per_second", f->steps);
    write_rounded(json, "own_steps_per_second", f->own_steps);
    write_hundredths(json, "offers_per_step", f->offers_per_step);
    write_rounded(json, "match_step_ns", f->match_ns);
    write_hundredths(json, "odds_ms_worst", f->odds.worst_ms);
    write_hundredths(json, "reach_ms_worst", f->reach.worst_ms);
    write_hundredths(json, "hint_ms_worst", f->hint.worst_ms);
    gg_json_end(json);
}

typedef struct bench_wishes {
    double seconds;
    bool fixed, json;
    const int16_t *house; /* NULL: standard rules */
} bench_wishes;

static void bench_prepared(bench *b, const bench_wishes *wish)
{
    figures f = {0};
    if (wish->fixed) fixed_batch(b, &f.fixed_steps, &f.fixed_hash);
    else f = measure(b, wish->seconds);
    const told it = {.bench = b, .figures = &f};
    if (wish->json) cli_print_json(wish->fixed ? write_batch : write_figures, &it);
    else if (wish->fixed)
        printf("%s %s %llu steps %016llx\n", b->rules->name, b->rules->scenarios[b->scenario].name,
               (unsigned long long)f.fixed_steps, (unsigned long long)f.fixed_hash);
    else print_figures(b, &f);
    fflush(stdout);
}

static bool bench_scenario(const gg_ruleset *rules, uint32_t scenario, const bench_wishes *wish)
{
    bench *b = cli_memory(sizeof *b);
    const bool fits = prepare(b, rules, scenario, wish->house);
    if (fits) bench_prepared(b, wish);
    release(b);
    free(b);
    return fits;
}

static bool bench_rules(const gg_ruleset *rules, const bench_wishes *wish)
{
    bool good = true;
    for (uint32_t row = 0; row < rules->scenario_count; row++)
        good = bench_scenario(rules, row, wish) && good;
    return good;
}

int cli_bench(int argc, char **argv)
{
    const char *json = NULL, *fixed = NULL, *slice = NULL, *tables = NULL;
    cli_list words = {0};
    const cli_flag flags[] = {
        {.name = "--json", .text = "one JSON object per line", .into = &json},
        {.name = "--fixed",
         .text = "only the fixed batch, untimed: for counting instructions",
         .into = &fixed},
        {.name = "--ms",
         .value = "N",
         .text = "milliseconds for each rate; 600 unless told",
         .into = &slice},
        {.name = "--tables",
         .value = "FILE",
         .text = "by these house rules; needs a GAME",
         .into = &tables},
    };
    const cli_call call = {
        .usage = "bench [GAME [SCENARIO]] [--json] [--fixed] [--ms N] [--tables FILE]",
        .text = "Speed figures on one core: playouts, games, steps, and the slowest answers.",
        .flags = flags,
        .flag_count = sizeof flags / sizeof *flags,
        .words_max = 2,
    };
    const int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    uint64_t ms = MS_STANDARD;
    if ((slice != NULL && !cli_read_number(slice, &ms)) || ms < 1 || ms > MS_MAX)
        return cli_misuse("--ms takes a number from 1 to %d.", MS_MAX);
    bench_wishes wish = {(double)ms / 1000, fixed != NULL, json != NULL, NULL};
    if (words.count == 0 && tables != NULL) return cli_misuse("--tables needs a game.");
    if (words.count == 0) {
        for (int i = 0; gg_rulesets[i] != NULL; i++) bench_rules(gg_rulesets[i], &wish);
        return CLI_YES;
    }
    const gg_ruleset *rules = cli_find_rules(words.items[0]);
    uint32_t scenario = 0;
    int16_t house[GG_NUMBERS_MAX] = {0};
    if (rules == NULL) return CLI_MISUSE;
    if (tables != NULL) {
        const int read = cli_read_tables(rules, tables, house);
        if (read != CLI_GO_ON) return read;
        wish.house = house;
    }
    if (words.count == 1) return bench_rules(rules, &wish) ? CLI_YES : CLI_MISUSE;
    gg_complaint complaint;
    if (!gg_find_scenario(rules, words.items[1], &scenario, &complaint))
        return cli_complain(NULL, &complaint);
    return bench_scenario(rules, scenario, &wish) ? CLI_YES : CLI_MISUSE;
}
