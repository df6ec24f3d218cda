/*
 * bench.c - speed figures, game by game and scenario by scenario, on one core.
 *
 * Rates are the best of three slices of processor time: what the program can do, not what else
 * the machine was doing.  Counts (steps, instructions, hash) come from a fixed batch and are the
 * same every time, so that a change shows through the noise.
 */
#include "cli/cli.h"
#include "core/numbers.h"
#include "core/odds.h"
#include "core/position.h"
#include "core/seat.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef __linux__
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

enum { SLICES = 3, FIXED_GAMES = 100, FIGHTS = 64, RECORDS = 16, TIMED_GAMES = 64 };
enum { REACHES = 60, REACH_GAMES = 20, REACH_EVERY = 16 };
enum { MS_STANDARD = 600, MS_MAX = 60000 };

/* ---- What a run works on. ---- */

typedef struct fight {
    gg_state *state;
    gg_side side;
    gg_action action;
} fight;

typedef struct bench {
    const gg_ruleset *rules;
    uint32_t scenario;
    gg_state *start, *state, *scratch;
    gg_action *offers;
    gg_match *match;
    void *match_memory;
    fight fights[FIGHTS];
    uint32_t fight_count;
    char *records[RECORDS];
    uint32_t record_entries; /* of all records together */
    uint32_t record_next;
    gg_dice dice; /* both for rolls and for choices */
    uint64_t decisions, own_steps, offered, games, odds, odds_runs, replays;
} bench;

typedef struct figures {
    double steps, own_steps, games, odds, replays; /* a second */
    double steps_per_game, offers_per_step, runs_per_odds, actions_per_replay;
    double early_ns, late_ns, match_early_ns, match_late_ns; /* a step */
    double reach_us, reach_us_worst;                         /* 0: nothing has a reach */
    uint64_t fixed_steps, fixed_hash;
    int64_t instructions; /* -1: cannot be counted here */
} figures;

/* False: these house rules do not go with the scenario, and that was said. */
static bool prepare(bench *b, const gg_ruleset *rules, uint32_t scenario, const int16_t *house)
{
    *b = (bench){.rules = rules, .scenario = scenario};
    b->start = cli_memory(rules->state_bytes);
    b->state = cli_memory(rules->state_bytes);
    b->scratch = cli_memory(rules->state_bytes);
    b->offers = cli_memory(rules->actions_max * sizeof *b->offers);
    b->match = cli_memory(sizeof *b->match);
    b->match_memory = cli_memory(gg_match_bytes(rules));
    b->dice = gg_dice_random(1805);
    const gg_error error = gg_setup(rules, b->start, scenario, NULL, house);
    if (error.text != NULL) cli_misuse("%s: %s.", rules->scenarios[scenario].name, error.text);
    return error.text == NULL;
}

static void release(bench *b)
{
    for (uint32_t i = 0; i < b->fight_count; i++) free(b->fights[i].state);
    for (int i = 0; i < RECORDS; i++) free(b->records[i]);
    free(b->match_memory);
    free(b->match);
    free(b->offers);
    free(b->scratch);
    free(b->state);
    free(b->start);
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

/* False when the game was over before. */
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

/* ---- Through a match, with a record. ---- */

static void begin_match(bench *b, uint64_t seed)
{
    b->dice = gg_dice_random(~seed);
    gg_match_begin_at(b->match, b->rules, b->match_memory, b->start, gg_dice_random(seed));
}

/* One action of a side and whatever the match takes after it; false when the game is over. */
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
    return true;
}

static void write_records(bench *b)
{
    for (uint64_t seed = 0; seed < RECORDS; seed++) {
        begin_match(b, seed);
        while (match_step(b)) {}
        b->records[seed] = cli_record_text(b->match, GG_SEES_ALL);
        b->record_entries += b->match->entry_count;
    }
}

static void replay_one(bench *b)
{
    const char *text = b->records[b->record_next++ % RECORDS];
    const gg_record_trouble trouble =
        gg_record_replay(b->match, b->rules, b->match_memory, text, UINT32_MAX);
    gg_assert(trouble.text == NULL);
    b->replays++;
}

/* ---- Exact odds: of fights met in random games. ---- */

static void keep_fight(bench *b, gg_side side, const gg_action *action)
{
    fight *one = &b->fights[b->fight_count];
    const gg_odds_ask ask = {.scratch = b->scratch, .runs_max = GG_RUNS_MAX};
    if (!gg_odds_of(b->rules, b->state, side, action, &ask).exact) return;
    *one = (fight){.state = cli_memory(b->rules->state_bytes), .side = side, .action = *action};
    memcpy(one->state, b->state, b->rules->state_bytes);
    b->fight_count++;
}

/* At most one of a position, so that they come from many. */
static void find_fights(bench *b)
{
    max_align_t query[GG_QUERY_BYTES_MAX / sizeof(max_align_t) + 1];
    for (int games = 0; games < 1000 && b->fight_count < FIGHTS; games++) {
        begin_game(b);
        do {
            const gg_turn turn = b->rules->turn(b->state);
            if (turn.over || turn.deciding == GG_SIDES_NONE) continue;
            const gg_side side = side_to_act(turn);
            const gg_action action = choose(b, b->state, side);
            if (b->rules->preview(b->state, side, &action, query) != NULL)
                keep_fight(b, side, &action);
        } while (b->fight_count < FIGHTS && step(b));
    }
}

static void ask_odds(bench *b)
{
    const fight *one = &b->fights[b->odds++ % b->fight_count];
    const gg_odds_ask ask = {.scratch = b->scratch, .runs_max = GG_RUNS_MAX};
    b->odds_runs += gg_odds_of(b->rules, one->state, one->side, &one->action, &ask).runs;
}

/* ---- Time. ---- */

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Times the work in slices; `counted` points at its tally.  The best slice, a second. */
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

/* ---- Where may this unit go?  As a person asks it, with the outline for the picture. ---- */

/* How long it took, in microseconds, of whoever a random offer is about; 0: it has no reach now. */
static double ask_reach(bench *b, gg_side side, gg_unit who, gg_scene_room *room)
{
    const gg_question question = {.kind = GG_ASK_REACH, .who = who, .whom = GG_NO_UNIT};
    const gg_seat seat = gg_seat_at(b->rules, b->state, side, b->scratch);
    gg_answer answer;
    gg_scene scene = gg_scene_in(room);
    const double from = seconds_now();
    gg_seat_ask(&seat, &question, &answer, &scene);
    return answer.yes ? (seconds_now() - from) * 1e6 : 0;
}

/* Now and then in random games, until so many had one or the time is over. */
static void time_reaches(bench *b, double seconds, figures *f)
{
    gg_scene_room *room = cli_memory(sizeof *room);
    double sum = 0;
    int count = 0;
    b->dice = gg_dice_random(1809);
    for (int games = 0; games < REACH_GAMES && count < REACHES && sum < seconds * 1e6; games++) {
        begin_game(b);
        do {
            const gg_turn turn = b->rules->turn(b->state);
            if (turn.over || turn.deciding == GG_SIDES_NONE) continue;
            if (gg_dice_pick(&b->dice, REACH_EVERY) != 0) continue;
            const gg_side side = side_to_act(turn);
            const gg_action action = choose(b, b->state, side);
            const double took =
                action.who < b->rules->unit_count ? ask_reach(b, side, action.who, room) : 0;
            count += took > 0;
            sum += took;
            if (took > f->reach_us_worst) f->reach_us_worst = took;
        } while (count < REACHES && sum < seconds * 1e6 && step(b));
    }
    if (count > 0) f->reach_us = sum / count;
    free(room);
}

/* ---- Early against late: does a step grow dearer as a game goes on? ---- */

typedef struct stretch {
    double seconds;
    uint64_t steps;
} stretch;

static void time_steps(bench *b, bool (*one)(bench *), uint64_t steps, stretch *into)
{
    const double from = seconds_now();
    for (uint64_t i = 0; i < steps; i++) one(b);
    into->seconds += seconds_now() - from;
    into->steps += steps;
}

/* Each game is played twice: once to learn how long it is, once with its first and its last
 * quarter timed (of what comes after the first round: setting up is another kind of work). */
static void early_and_late(bench *b, void (*begin)(bench *, uint64_t), bool (*one)(bench *),
                           const gg_state *(*where)(const bench *), double *early, double *late)
{
    stretch first = {0}, last = {0};
    for (uint64_t seed = 0; seed < TIMED_GAMES; seed++) {
        uint64_t opening = 0, length = 0;
        begin(b, seed);
        do {
            if (b->rules->turn(where(b)).round < 2) opening = length;
            length++;
        } while (one(b));
        const uint64_t quarter = (length - 1 - opening) / 4;
        begin(b, seed);
        for (uint64_t i = 0; i < opening; i++) one(b);
        time_steps(b, one, quarter, &first);
        for (uint64_t i = opening + quarter; i + 1 < length - quarter; i++) one(b);
        time_steps(b, one, quarter, &last);
    }
    *early = first.steps == 0 ? 0 : first.seconds * 1e9 / (double)first.steps;
    *late = last.steps == 0 ? 0 : last.seconds * 1e9 / (double)last.steps;
}

static void begin_seeded(bench *b, uint64_t seed)
{
    b->dice = gg_dice_random(seed);
    begin_game(b);
}

static const gg_state *bare_state(const bench *b) { return b->state; }
static const gg_state *match_state(const bench *b) { return b->match->state; }

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
    b->decisions = b->own_steps = b->games = b->offered = 0;
    f.steps = rate_of(b, play_game, &b->decisions, seconds);
    f.steps_per_game = (double)b->decisions / (double)b->games;
    f.own_steps = f.steps * (double)b->own_steps / (double)b->decisions;
    f.games = f.steps / f.steps_per_game;
    f.offers_per_step = (double)(b->offered - b->own_steps) / (double)b->decisions;
    find_fights(b);
    if (b->fight_count > 0) {
        f.odds = rate_of(b, ask_odds, &b->odds, seconds);
        f.runs_per_odds = (double)b->odds_runs / (double)b->odds;
    }
    time_reaches(b, seconds, &f);
    write_records(b);
    f.actions_per_replay = (double)b->record_entries / RECORDS;
    f.replays = rate_of(b, replay_one, &b->replays, seconds);
    early_and_late(b, begin_seeded, step, bare_state, &f.early_ns, &f.late_ns);
    early_and_late(b, begin_match, match_step, match_state, &f.match_early_ns, &f.match_late_ns);
    return f;
}

/* ---- Telling. ---- */

static void print_figures(const bench *b, const figures *f)
{
    printf("%s %s, %u bytes of state\n", b->rules->name, b->rules->scenarios[b->scenario].name,
           b->rules->state_bytes);
    printf("  random steps      %12.0f a second, %.1f offers each; the game's own besides: %.0f\n",
           f->steps, f->offers_per_step, f->own_steps);
    printf("  random games      %12.0f a second, %.0f steps each\n", f->games, f->steps_per_game);
    if (f->odds > 0)
        printf("  exact odds        %12.0f a second, %.1f outcomes each\n", f->odds,
               f->runs_per_odds);
    if (f->reach_us > 0)
        printf("  where it may go   %12.0f microseconds, at worst %.0f\n", f->reach_us,
               f->reach_us_worst);
    printf("  replays verified  %12.0f a second, %.0f actions each\n", f->replays,
           f->actions_per_replay);
    printf("  a step            %12.0f ns early, %.0f ns late; with match and record %.0f, %.0f\n",
           f->early_ns, f->late_ns, f->match_early_ns, f->match_late_ns);
    printf("  fixed batch       %12llu steps, hash %016llx, ", (unsigned long long)f->fixed_steps,
           (unsigned long long)f->fixed_hash);
    if (f->instructions >= 0)
        printf("%lld instructions (%.0f a step)\n", (long long)f->instructions,
               (double)f->instructions / (double)f->fixed_steps);
    else puts("instructions are not counted on this machine (bench/instructions.sh can)");
}

typedef struct told {
    const bench *bench;
    const figures *figures;
} told;

static void write_tenths(gg_json *json, const char *key, double number)
{
    gg_json_decimal(json, key, (uint64_t)(number * 10 + 0.5), 1);
}

static void write_rounded(gg_json *json, const char *key, double number)
{
    gg_json_int(json, key, (int64_t)(number + 0.5));
}

static void write_figures(gg_json *json, const void *of)
{
    const bench *b = ((const told *)of)->bench;
    const figures *f = ((const told *)of)->figures;
    char hash[17];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)f->fixed_hash);
    gg_json_object(json, NULL);
    gg_json_string(json, "game", b->rules->name);
    gg_json_string(json, "scenario", b->rules->scenarios[b->scenario].name);
    gg_json_int(json, "state_bytes", b->rules->state_bytes);
    write_rounded(json, "steps_per_second", f->steps);
    write_rounded(json, "own_steps_per_second", f->own_steps);
    write_rounded(json, "games_per_second", f->games);
    write_rounded(json, "odds_per_second", f->odds);
    write_rounded(json, "replays_per_second", f->replays);
    write_rounded(json, "reach_us", f->reach_us);
    write_rounded(json, "reach_us_worst", f->reach_us_worst);
    write_tenths(json, "offers_per_step", f->offers_per_step);
    write_tenths(json, "steps_per_game", f->steps_per_game);
    write_tenths(json, "outcomes_per_odds", f->runs_per_odds);
    write_tenths(json, "actions_per_replay", f->actions_per_replay);
    write_rounded(json, "step_ns_early", f->early_ns);
    write_rounded(json, "step_ns_late", f->late_ns);
    write_rounded(json, "match_step_ns_early", f->match_early_ns);
    write_rounded(json, "match_step_ns_late", f->match_late_ns);
    gg_json_int(json, "fixed_steps", (int64_t)f->fixed_steps);
    gg_json_string(json, "fixed_hash", hash);
    if (f->instructions >= 0) gg_json_int(json, "fixed_instructions", f->instructions);
    gg_json_end(json);
}

typedef struct bench_wishes {
    double seconds;
    bool fixed, json;
    const int16_t *house; /* NULL: standard rules */
} bench_wishes;

/* What the fixed batch came to. */
typedef struct batch {
    const bench *bench;
    uint64_t steps, hash;
} batch;

static void write_batch(gg_json *json, const void *of)
{
    const batch *it = of;
    char hash[20];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)it->hash);
    gg_json_object(json, NULL);
    gg_json_string(json, "game", it->bench->rules->name);
    gg_json_string(json, "scenario", it->bench->rules->scenarios[it->bench->scenario].name);
    gg_json_int(json, "fixed_steps", (int64_t)it->steps);
    gg_json_string(json, "fixed_hash", hash);
    gg_json_end(json);
}

static void bench_fixed(bench *b, bool json)
{
    batch it = {.bench = b};
    fixed_batch(b, &it.steps, &it.hash);
    if (json) cli_print_json(write_batch, &it);
    else
        printf("%s %s %llu steps %016llx\n", b->rules->name, b->rules->scenarios[b->scenario].name,
               (unsigned long long)it.steps, (unsigned long long)it.hash);
}

static bool bench_scenario(const gg_ruleset *rules, uint32_t scenario, const bench_wishes *wish)
{
    bench *b = cli_memory(sizeof *b);
    if (!prepare(b, rules, scenario, wish->house)) {
        release(b);
        free(b);
        return false;
    }
    if (wish->fixed) {
        bench_fixed(b, wish->json);
    } else {
        const figures f = measure(b, wish->seconds);
        if (wish->json) cli_print_json(write_figures, &(told){.bench = b, .figures = &f});
        else print_figures(b, &f);
    }
    fflush(stdout);
    release(b);
    free(b);
    return true;
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
        .text = "Speed figures on one core: random steps and games, exact odds, replays.",
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
