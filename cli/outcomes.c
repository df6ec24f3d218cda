/*
 * outcomes.c - everything that may come of an action, for people at the terminal and for programs.
 * SPDX-License-Identifier: MIT
 */
#include "cli/cli.h"
#include "core/lapse.h"
#include "core/numbers.h"
#include "core/outcomes.h"

#include <stdlib.h>
#include <string.h>

/* Room for every outcome of the largest enumeration; the system gives only what is used of it. */
enum {
    SAMPLES = 20000,
    CLASH_RUNS = 40000,
    CLASH_SAMPLES = 4000,
    SLOTS = 1 << 19,
    SHOWN_MAX = 24,
    TEXT_MAX = 4096,
    WORDS_MAX = 1 << 26,
};

typedef struct chances {
    const gg_seat *seat;
    const gg_action *action;
    gg_outcomes_room room;
    gg_seat_chances found;
    gg_action *offers; /* room for what else can be done */
    gg_clash clash;
} chances;

/* ---- Collecting. ---- */
static gg_clash_room *clash_room(const gg_ruleset *rules)
{
    static gg_event events[GG_MATCH_EVENTS_MAX];
    gg_clash_room *room = cli_memory(sizeof *room);
    for (int i = 0; i < GG_CLASH_DEPTH; i++) room->scratch[i] = cli_memory(rules->state_bytes);
    for (int i = 0; i < GG_CLASH_STOPS; i++) room->stops[i] = cli_memory(rules->state_bytes);
    room->offers = cli_memory(rules->actions_max * sizeof *room->offers);
    room->log = (gg_log){.events = events, .limit = GG_MATCH_EVENTS_MAX};
    room->fight = cli_memory(sizeof *room->fight);
    return room;
}

static void release_clash(gg_clash_room *room)
{
    for (int i = 0; i < GG_CLASH_DEPTH; i++) free(room->scratch[i]);
    for (int i = 0; i < GG_CLASH_STOPS; i++) free(room->stops[i]);
    free(room->offers);
    free(room->fight);
    free(room);
}

static void collect(chances *it)
{
    static gg_event events[GG_MATCH_EVENTS_MAX];
    const uint32_t bytes = it->seat->rules->state_bytes;
    it->room = (gg_outcomes_room){
        .outcomes = cli_memory(GG_RUNS_MAX * sizeof(gg_outcome)),
        .outcome_limit = GG_RUNS_MAX,
        .slots = cli_memory(SLOTS * sizeof(uint32_t)),
        .slot_count = SLOTS,
        .words = cli_text(WORDS_MAX),
        .log = {.events = events, .limit = GG_MATCH_EVENTS_MAX},
        .scratch = cli_memory(bytes),
        .view = cli_memory(bytes),
        .fight = cli_memory(sizeof(gg_fight)),
    };
    gg_state *guess = cli_memory(bytes);
    it->found = gg_seat_odds(it->seat, it->action, GG_RUNS_MAX, SAMPLES, &it->room, guess);
    it->clash = gg_seat_clash(it->seat, it->action, CLASH_RUNS, CLASH_SAMPLES,
                              clash_room(it->seat->rules), guess);
    free(guess);
    it->offers = cli_memory(it->seat->rules->actions_max * sizeof *it->offers);
}

static void release(chances *it)
{
    free(it->room.outcomes);
    free(it->room.slots);
    free(it->room.words.bytes);
    free(it->room.scratch);
    free(it->room.view);
    free(it->room.fight);
    free(it->offers);
    release_clash(it->clash.room);
}

/* ---- For people. ---- */
static double percent(uint64_t share) { return 100.0 * (double)share / (double)GG_SHARE_ONE; }

/* Lines as one sentence: "B1 loses 1 base; B1 holds its ground". */
static void put_lines(gg_text *text, const char *lines, uint32_t length)
{
    if (length == 0) gg_put(text, "nothing changes");
    for (uint32_t i = 0; i < length; i++) {
        if (lines[i] != '\n') gg_put_char(text, lines[i]);
        else if (i + 1 < length) gg_put(text, "; ");
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

static void say_outcome(const chances *it, const gg_outcome *one, FILE *out)
{
    const gg_outcomes *all = &it->found.outcomes;
    char bytes[TEXT_MAX], line[TEXT_MAX + 128], until[GG_WORDS_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes), stop = gg_text_over(until, sizeof until);
    uint32_t length;
    const char *words = gg_outcome_words(all, one, false, &length);
    put_lines(&text, words, length);
    if (!all->stops_alike && gg_put_stop(&stop, it->seat->rules, it->found.turn, one->turn))
        gg_put(&text, "; "), gg_put(&text, until);
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

static void say_first_roll(const gg_seat *seat, const gg_first_roll *roll, FILE *out)
{
    const gg_ruleset *rules = seat->rules;
    char bytes[1024];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_put(&text, "First roll, ");
    gg_put(&text, roll->check->name);
    gg_put(&text, ": ");
    gg_put_int(&text, roll->event.base);
    gg_put(&text, roll->event.base == 1 ? " die" : " dice");
    if (roll->check->kind == GG_EACH)
        gg_put(&text, " at "), gg_put_int(&text, roll->event.needs), gg_put_char(&text, '+');
    if (roll->check->against != NULL) {
        gg_put(&text, " against "), gg_put(&text, roll->check->against);
        gg_put_char(&text, ' '), gg_put_int(&text, roll->event.needs);
    }
    int against = roll->event.needs;
    for (int i = 0; i < roll->event.line_count; i++) {
        const gg_mod *mod = &roll->check->mods[roll->event.lines[i].mod];
        gg_put_char(&text, ' ');
        gg_put_signed(&text, roll->event.lines[i].amount);
        gg_put_char(&text, ' ');
        gg_put_numbered(&text, rules, gg_house_of(rules, seat->view), mod->text);
        gg_put(&text, " (");
        gg_put(&text, gg_clause_number(rules, mod->clause));
        gg_put_char(&text, ')');
        against += roll->event.lines[i].amount;
    }
    if (roll->check->against != NULL && roll->event.line_count > 0)
        gg_put(&text, " = "), gg_put_int(&text, against);
    if (roll->check->kind == GG_HITS && roll->dice != roll->event.base)
        gg_put(&text, " = "), gg_put_int(&text, roll->dice);
    cli_say_line(out, 2, bytes);
    for (int i = 0; i < roll->results; i++) {
        if (roll->odds[i].top == 0) continue;
        text = gg_text_over(bytes, sizeof bytes);
        gg_put_first_result(&text, rules, seat->view, roll, i);
        say_chance(gg_share_of(roll->odds[i]), roll->odds[i], bytes, out);
    }
}

static void say_throw(const gg_seat *seat, const gg_throw *one, FILE *out)
{
    const gg_ruleset *rules = seat->rules;
    const gg_event *event = &one->event;
    const gg_check *check = event->check == GG_NO_CHECK ? NULL : rules->checks[event->check];
    char bytes[1024], line[1200];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_put_throw(&text, rules, seat->view, one);
    if (check != NULL && event->who != GG_NO_UNIT)
        gg_put_char(&text, ' '), rules->write_unit(seat->view, event->who, &text);
    if (check != NULL && event->whom != GG_NO_UNIT)
        gg_put_char(&text, '>'), rules->write_unit(seat->view, event->whom, &text);
    gg_put(&text, ": ");
    if (one->least < one->most) gg_put_int(&text, one->least), gg_put(&text, " to ");
    gg_put_int(&text, one->most);
    gg_put(&text, one->most == 1 ? " die" : " dice");
    if (check != NULL && check->kind != GG_SUM) {
        gg_put(&text, ", ");
        gg_put_counting(&text, check, event->counting);
        gg_put(&text, " counts");
    }
    for (int i = 0; i < event->line_count; i++) {
        const gg_mod *mod = &check->mods[event->lines[i].mod];
        gg_put_char(&text, ' ');
        gg_put_signed(&text, event->lines[i].amount);
        gg_put_char(&text, ' ');
        gg_put_numbered(&text, rules, gg_house_of(rules, seat->view), mod->text);
        gg_put(&text, " (");
        gg_put(&text, gg_clause_number(rules, mod->clause));
        gg_put(&text, one->line_runs[i] < one->runs ? ", sometimes)" : ")");
    }
    snprintf(line, sizeof line, "  %7.3f %%  %s", percent(one->share), bytes);
    cli_say_line(out, 13, line);
}

/* Every roll on the way, if there is more than the first; and the outcomes in short, if there are
 * more of them than endings. */
static void say_fight(const chances *it, FILE *out)
{
    const gg_fight *fight = it->room.fight;
    const uint32_t endings = fight->ending_count + (fight->rest.runs > 0);
    if (fight->throw_count > (it->found.has_roll ? 1u : 0u)) {
        fprintf(out, "Dice:\n");
        for (uint32_t i = 0; i < fight->throw_count; i++)
            say_throw(it->seat, &fight->throws[i], out);
    }
    if (fight->throw_count == 0 || endings < 2 || endings >= it->found.outcomes.count) return;
    fprintf(out, "In short:\n");
    for (uint32_t i = 0; i < endings; i++) {
        const bool is_rest = i == fight->ending_count;
        const gg_ending *one = is_rest ? &fight->rest : &fight->endings[i];
        char bytes[TEXT_MAX];
        gg_text text = gg_text_over(bytes, sizeof bytes);
        if (is_rest) gg_put(&text, "something rarer");
        else gg_put_ending(&text, it->seat->rules, it->seat->view, one);
        say_chance(one->share, it->found.outcomes.exact ? one->chance : (gg_fraction){0, 0}, bytes,
                   out);
    }
}

/* ---- What the enemy may answer. ---- */

static void say_part(const gg_reply *reply, const gg_likelihood *part, const char *what, FILE *out)
{
    char line[TEXT_MAX];
    if (reply->exact) {
        say_chance(part->share, part->chance, what, out);
        return;
    }
    snprintf(line, sizeof line, "  %7.3f %% +-%.3f  %s", percent(part->share),
             (double)gg_share_error(part->runs, reply->runs) / 1e6, what);
    cli_say_line(out, 27, line);
}

static void say_fated(const chances *it, const gg_reply *reply, const gg_fated *one, FILE *out)
{
    const gg_ruleset *rules = it->seat->rules;
    const gg_clash_rules *clash = rules->clash;
    for (uint32_t row = 0; row <= clash->fate_count; row++) {
        char bytes[GG_WORDS_MAX];
        gg_text text = gg_text_over(bytes, sizeof bytes);
        if (one->parts[row].runs == 0) continue;
        rules->write_unit(it->seat->view, one->who, &text);
        gg_put_words(&text, " %s", row < clash->fate_count ? clash->fates[row].text : GG_UNHARMED);
        say_part(reply, &one->parts[row], bytes, out);
    }
}

static void say_reply(const chances *it, const gg_clash *clash, const gg_reply *reply, FILE *out)
{
    char bytes[GG_WORDS_MAX], line[GG_WORDS_MAX + 128];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    if (clash->answering <= GG_RED) {
        gg_put_reply(&text, it->seat->rules, it->seat->view, clash, reply);
        snprintf(line, sizeof line, "If %s%s, which may be done in %.1f %%:", bytes,
                 reply == &clash->room->replies[0] ? " (the best answer)" : "",
                 percent(reply->offered.share));
        cli_say_line(out, 2, line);
    } else {
        fprintf(out, "To the end of it:\n");
    }
    for (uint32_t i = 0; i < reply->throw_count; i++) say_throw(it->seat, &reply->throws[i], out);
    for (uint32_t i = 0; i < reply->fated_count; i++) say_fated(it, reply, &reply->fated[i], out);
}

static void say_clash(const chances *it, FILE *out)
{
    for (uint32_t i = 0; i < it->clash.count; i++)
        say_reply(it, &it->clash, &it->clash.room->replies[i], out);
    if (it->clash.count > 0)
        cli_say_line(out, 0,
                     "Supposing that nobody else does anything until then, and that each "
                     "side decides later what is best for it.");
}

/* What an order that ends a step leaves undone. */
static void say_lapses(const chances *it, FILE *out)
{
    char bytes[GG_LAPSE_WORDS_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    if (gg_put_lapses(&text, it->seat, it->action, it->offers)) cli_say_line(out, 0, bytes);
}

/* How they were found, and where they stop. */
static void say_heading(const chances *it, FILE *out)
{
    const gg_outcomes *all = &it->found.outcomes;
    char bytes[GG_WORDS_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    if (it->found.guessed) fprintf(out, "What is hidden from you is guessed.\n");
    static const char *const passing[] = {NULL, "blue does no more", "red does no more",
                                          "neither side does more"};
    if (it->found.passing != 0)
        fprintf(out, "Supposing %s in this step.\n", passing[it->found.passing & GG_SIDES_BOTH]);
    if (all->content) fprintf(out, "Supposing that no dice are thrown again.\n");
    fprintf(out, "Outcomes");
    if (all->stops_alike && all->count > 0
        && gg_put_stop(&text, it->seat->rules, it->found.turn, all->room->outcomes[0].turn))
        fprintf(out, " %s", bytes);
    if (all->exact) fprintf(out, ", exact:\n");
    else fprintf(out, ", not exact: %u samples, 95 %% error limits:\n", all->runs);
}

void cli_say_odds(const gg_seat *seat, const gg_action *action, FILE *out)
{
    chances it = {.seat = seat, .action = action};
    collect(&it);
    const gg_outcomes *all = &it.found.outcomes;
    say_lapses(&it, out);
    if (it.found.has_roll) say_first_roll(seat, &it.found.roll, out);
    say_common(all, out);
    say_fight(&it, out);
    say_heading(&it, out);
    for (uint32_t i = 0; i < all->count && i < SHOWN_MAX; i++)
        say_outcome(&it, &it.room.outcomes[i], out);
    if (all->count > SHOWN_MAX) {
        uint64_t rest = all->rest.share;
        for (uint32_t i = SHOWN_MAX; i < all->count; i++) rest += it.room.outcomes[i].share;
        fprintf(out, "  %7.3f %%  %u rarer outcomes (--json lists all)\n", percent(rest),
                all->count - SHOWN_MAX);
    }
    say_clash(&it, out);
    release(&it);
}

/* ---- For programs. ---- */
static void write_odds(gg_json *json, const void *of)
{
    const chances *it = of;
    gg_wire_odds(json, NULL,
                 &(gg_wire_odds_of){.seat = it->seat,
                                    .action = it->action,
                                    .chances = &it->found,
                                    .most = UINT32_MAX,
                                    .clash = &it->clash,
                                    .offers = it->offers});
}

void cli_print_odds_json(const gg_seat *seat, const gg_action *action)
{
    chances it = {.seat = seat, .action = action};
    collect(&it);
    cli_print_json(write_odds, &it);
    release(&it);
}
