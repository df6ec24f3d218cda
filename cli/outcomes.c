/*
 * outcomes.c - everything that may come of an action, for people at the terminal and for programs.
 */
#include "cli/cli.h"
#include "core/outcomes.h"

#include <stdlib.h>
#include <string.h>

/* Room for every outcome of the largest enumeration; the system gives only what is used of it. */
enum {
    SAMPLES = 20000,
    SLOTS = 1 << 19,
    SHOWN_MAX = 24,
    TEXT_MAX = 4096,
    WORDS_MAX = 1 << 26,
};

typedef struct chances {
    const gg_ruleset *rules;
    const gg_state *state;
    gg_side side;
    const gg_action *action;
    gg_outcomes_room room;
    gg_outcomes all;
    bool has_roll;
    gg_first_roll roll;
} chances;

/* ---- Collecting. ---- */
static void collect(chances *it)
{
    static gg_event events[GG_MATCH_EVENTS_MAX];
    it->room = (gg_outcomes_room){
        .outcomes = cli_memory(GG_RUNS_MAX * sizeof(gg_outcome)),
        .outcome_limit = GG_RUNS_MAX,
        .slots = cli_memory(SLOTS * sizeof(uint32_t)),
        .slot_count = SLOTS,
        .words = cli_text(WORDS_MAX),
        .log = {.events = events, .limit = GG_MATCH_EVENTS_MAX},
        .scratch = cli_memory(it->rules->state_bytes),
    };
    it->rules->view(it->state, it->side, it->room.scratch);
    it->has_roll =
        gg_first_roll_of(it->rules, it->room.scratch, it->side, it->action, &it->roll);
    const gg_outcomes_ask ask = {.viewer = it->side, .runs_max = GG_RUNS_MAX, .samples = SAMPLES};
    it->all = gg_outcomes_of(it->rules, it->state, it->side, it->action, ask, &it->room);
}

static void release(chances *it)
{
    free(it->room.outcomes);
    free(it->room.slots);
    free(it->room.words.bytes);
    free(it->room.scratch);
}

/* ---- For people. ---- */
static double percent(uint64_t share)
{
    return 100.0 * (double)share / (double)GG_SHARE_ONE;
}

/* Lines as one sentence: "B1 loses 1 base; B1 holds its ground". */
static void put_lines(gg_text *text, const char *lines, uint32_t length)
{
    if (length == 0) gg_put(text, "nothing changes");
    for (uint32_t i = 0; i < length; i++) {
        if (lines[i] != '\n')
            gg_put_char(text, lines[i]);
        else if (i + 1 < length)
            gg_put(text, "; ");
    }
}

static void say_chance(uint64_t share, gg_fraction chance, const char *what, FILE *out)
{
    char fraction[64] = "", line[TEXT_MAX + 128];
    if (chance.bottom != 0)
        snprintf(fraction, sizeof fraction, "%llu/%llu", (unsigned long long)chance.top,
                 (unsigned long long)chance.bottom);
    snprintf(line, sizeof line, "  %7.3f %%  %-11s %s", percent(share), fraction, what);
    cli_say_line(out, 27, line);
}

static void say_outcome(const gg_outcomes *all, const gg_outcome *one, FILE *out)
{
    char bytes[TEXT_MAX], line[TEXT_MAX + 128];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    uint32_t length;
    const char *words = gg_outcome_words(all, one, false, &length);
    put_lines(&text, words, length);
    if (all->exact) {
        say_chance(one->share, one->chance, bytes, out);
        return;
    }
    snprintf(line, sizeof line, "  %7.3f %% +-%.3f  %s", percent(one->share),
             (double)gg_share_error(one->runs, all->runs) / 1e6, bytes);
    cli_say_line(out, 27, line);
}

static void say_common(const gg_outcomes *all, FILE *out)
{
    char bytes[TEXT_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    uint32_t length;
    if (all->common == 0) return;
    gg_put(&text, "In any case: ");
    put_lines(&text, gg_outcome_words(all, &all->room->outcomes[0], true, &length), all->common);
    cli_say_line(out, 2, bytes);
}

static void say_first_roll(const gg_ruleset *rules, const gg_first_roll *roll, FILE *out)
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
        gg_put_first_result(&text, roll, i);
        say_chance(gg_share_of(roll->odds[i]), roll->odds[i], bytes, out);
    }
}

void cli_say_odds(const gg_ruleset *rules, const gg_state *state, gg_side side,
                  const gg_action *action, FILE *out)
{
    chances it = {.rules = rules, .state = state, .side = side, .action = action};
    collect(&it);
    const gg_outcomes *all = &it.all;
    if (it.has_roll) say_first_roll(rules, &it.roll, out);
    say_common(all, out);
    if (all->exact)
        fprintf(out, "Outcomes, exact:\n");
    else
        fprintf(out, "Outcomes, not exact: %u samples, 95 %% error limits:\n", all->runs);
    for (uint32_t i = 0; i < all->count && i < SHOWN_MAX; i++)
        say_outcome(all, &it.room.outcomes[i], out);
    if (all->count > SHOWN_MAX) {
        uint64_t rest = all->rest.share;
        for (uint32_t i = SHOWN_MAX; i < all->count; i++)
            rest += it.room.outcomes[i].share;
        fprintf(out, "  %7.3f %%  %u rarer outcomes (--json lists all)\n", percent(rest),
                all->count - SHOWN_MAX);
    }
    release(&it);
}

/* ---- For programs. ---- */
static void write_odds(gg_json *json, const void *of)
{
    const chances *it = of;
    gg_wire_odds(json, NULL,
                 &(gg_wire_odds_of){.rules = it->rules,
                                    .state = it->state,
                                    .side = it->side,
                                    .action = it->action,
                                    .outcomes = &it->all,
                                    .roll = it->has_roll ? &it->roll : NULL,
                                    .most = UINT32_MAX});
}

void cli_print_odds_json(const gg_ruleset *rules, const gg_state *state, gg_side side,
                         const gg_action *action)
{
    chances it = {.rules = rules, .state = state, .side = side, .action = action};
    collect(&it);
    cli_print_json(write_odds, &it);
    release(&it);
}
