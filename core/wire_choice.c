/*
 * wire_choice.c - what can be done, why not, and what would come of it, as JSON.
 * SPDX-License-Identifier: MIT
 */
#include "core/action.h"
#include "core/lapse.h"
#include "core/numbers.h"
#include "core/wire_parts.h"

#include <string.h>

void gg_wire_verdict_fields(gg_json *json, const gg_ruleset *rules, gg_verdict verdict)
{
    const gg_reason_def *reason = &rules->reasons[verdict.reason];
    uint32_t mark;
    gg_json_string(json, "event", "refused");
    gg_json_string(json, "reason", reason->id);
    wire_clause(json, rules, reason->clause);
    if (strstr(reason->text, "{had") != NULL) gg_json_int(json, "had", verdict.had);
    if (strstr(reason->text, "{needed") != NULL) gg_json_int(json, "needed", verdict.needed);
    gg_json_open_text(json, "text", &mark);
    gg_put_verdict(json->out, rules, verdict);
    gg_json_close_text(json, mark);
}

void gg_wire_verdict(gg_json *json, const char *key, const gg_ruleset *rules, gg_verdict verdict)
{
    gg_json_object(json, key);
    gg_wire_verdict_fields(json, rules, verdict);
    gg_json_end(json);
}

void gg_wire_refusal(gg_json *json, const char *key, const gg_seat *seat, gg_verdict verdict,
                     gg_action *offers)
{
    char due[GG_LAPSE_WORDS_MAX];
    gg_text words = gg_text_over(due, sizeof due);
    gg_json_object(json, key);
    gg_wire_verdict_fields(json, seat->rules, verdict);
    if (gg_put_due(&words, seat, verdict, offers)) gg_wire_said(json, "due", seat->view, due);
    gg_json_end(json);
}

void gg_wire_complaint(gg_json *json, const char *key, const gg_ruleset *rules,
                       const gg_complaint *complaint)
{
    gg_json_object(json, key);
    gg_json_bool(json, "ok", false);
    gg_json_string(json, "error", complaint->sentence);
    if (complaint->line != 0) gg_json_int(json, "line", complaint->line);
    if (complaint->column != 0) gg_json_int(json, "column", complaint->column);
    if (rules != NULL && complaint->verdict.reason != 0)
        gg_wire_verdict(json, "verdict", rules, complaint->verdict);
    gg_json_end(json);
}

/* ---- Offers. ---- */

static bool is_ghost(const gg_mark *mark)
{
    return mark->shape == GG_BLOCK && (mark->flags & GG_FLAG_GHOST) != 0
           && mark->unit != GG_NO_UNIT;
}

static bool is_aim(const gg_mark *mark)
{
    return mark->shape == GG_ARROW && mark->unit != GG_NO_UNIT
           && (mark->role == GG_ROLE_plan_shot || mark->role == GG_ROLE_plan_charge);
}

void gg_wire_sketch(gg_json *json, const gg_ruleset *rules, const gg_state *view,
                    const gg_scene *sketch)
{
    gg_json_array(json, "ends");
    for (uint32_t i = 0; i < sketch->count; i++) {
        const gg_mark *mark = &sketch->marks[i];
        if (!is_ghost(mark)) continue;
        gg_json_object(json, NULL);
        wire_unit(json, "unit", rules, view, mark->unit);
        gg_json_int(json, "x", mark->at.x);
        gg_json_int(json, "y", mark->at.y);
        gg_json_int(json, "facing", mark->facing);
        gg_json_end(json);
    }
    gg_json_end(json);
    gg_json_array(json, "targets");
    for (uint32_t i = 0; i < sketch->count; i++)
        if (is_aim(&sketch->marks[i])) wire_unit(json, NULL, rules, view, sketch->marks[i].unit);
    gg_json_end(json);
    for (uint32_t i = 0; i < sketch->count; i++) {
        if (!is_aim(&sketch->marks[i]) || sketch->marks[i].role != GG_ROLE_plan_shot) continue;
        gg_json_bool(json, "shoots", true);
        return;
    }
}

/* A unit of the action, if its notation speaks of it: an action that needs no unit may hold any. */
static void wire_named(gg_json *json, const char *key, const gg_ruleset *rules,
                       const gg_state *view, gg_unit unit, const char *action)
{
    if (unit >= rules->unit_count) return;
    char name[GG_NAME_MAX];
    gg_text text = gg_text_over(name, sizeof name);
    rules->write_unit(view, unit, &text);
    gg_assert(text.count > 0);
    if (gg_action_names(action, name)) gg_json_string(json, key, name);
}

void gg_wire_action(gg_json *json, const gg_ruleset *rules, const gg_state *view, gg_side side,
                    const gg_action *action)
{
    uint32_t mark;
    gg_json_open_text(json, "action", &mark);
    gg_write_action(rules, view, action, json->out);
    gg_json_close_text(json, mark);
    char bytes[GG_ACTION_TEXT_MAX];
    gg_text words = gg_text_over(bytes, sizeof bytes);
    rules->say_action(view, side, action, &words);
    gg_wire_said(json, "words", view, bytes);
}

void gg_wire_offer_fields(gg_json *json, const gg_ruleset *rules, const gg_state *view,
                          gg_side side, const gg_action *action, const gg_scene *sketch)
{
    char bytes[GG_ACTION_TEXT_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_write_action(rules, view, action, &text);
    gg_wire_action(json, rules, view, side, action);
    gg_json_bytes(json, "word", bytes, (uint32_t)strcspn(bytes, " "));
    wire_named(json, "who", rules, view, action->who, bytes);
    wire_named(json, "whom", rules, view, action->whom, bytes);
    gg_wire_sketch(json, rules, view, sketch);
}

void gg_wire_offer(gg_json *json, const char *key, const gg_ruleset *rules, const gg_state *view,
                   gg_side side, const gg_action *action, const gg_scene *sketch)
{
    gg_json_object(json, key);
    gg_wire_offer_fields(json, rules, view, side, action, sketch);
    gg_json_end(json);
}

/* ---- Odds. ---- */

static void wire_fraction(gg_json *json, gg_fraction chance)
{
    char bytes[48];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_put_int(&text, (int64_t)chance.top);
    gg_put_char(&text, '/');
    gg_put_int(&text, (int64_t)chance.bottom);
    gg_json_string(json, "chance", bytes);
}

static bool is_tellable(gg_fraction chance)
{
    return chance.bottom != 0 && chance.bottom <= INT64_MAX;
}

static void wire_first_roll(gg_json *json, const gg_ruleset *rules, const gg_state *state,
                            const gg_first_roll *roll)
{
    gg_json_object(json, "roll");
    gg_json_string(json, "check", roll->check->name);
    wire_clause(json, rules, roll->check->clause);
    gg_json_int(json, "base", roll->event.base);
    gg_json_int(json, "dice", roll->dice);
    if (roll->check->needs != NULL) gg_json_int(json, "needs", roll->event.needs);
    if (roll->check->against != NULL) gg_json_string(json, "against", roll->check->against);
    if (roll->event.line_count > 0)
        gg_wire_mods(json, "mods", rules, state, roll->check, &roll->event);
    gg_json_array(json, "results");
    for (int i = 0; i < roll->results; i++) {
        char bytes[128];
        gg_text text = gg_text_over(bytes, sizeof bytes);
        gg_put_first_result(&text, rules, state, roll, i);
        gg_json_object(json, NULL);
        gg_json_string(json, "result", bytes);
        wire_fraction(json, roll->odds[i]);
        gg_json_decimal(json, "percent", gg_share_percent(gg_share_of(roll->odds[i])),
                        GG_PERCENT_DECIMALS);
        gg_json_end(json);
    }
    gg_json_end(json);
    gg_json_end(json);
}

/* Modifiers of a throw: those that apply in some of its ways only say so. */
static void wire_throw_mods(gg_json *json, const gg_seat *seat, const gg_throw *one)
{
    const gg_ruleset *rules = seat->rules;
    const gg_check *check = rules->checks[one->event.check];
    uint32_t mark;
    gg_json_array(json, "mods");
    for (int i = 0; i < one->event.line_count; i++) {
        const gg_mod *mod = &check->mods[one->event.lines[i].mod];
        gg_json_object(json, NULL);
        gg_json_string(json, "id", mod->id);
        wire_clause(json, rules, mod->clause);
        gg_json_int(json, "amount", one->event.lines[i].amount);
        gg_json_open_text(json, "text", &mark);
        gg_put_numbered(json->out, rules, gg_house_of(rules, seat->view), mod->text);
        gg_json_close_text(json, mark);
        if (one->line_runs[i] < one->runs) gg_json_bool(json, "sometimes", true);
        gg_json_end(json);
    }
    gg_json_end(json);
}

static void wire_throw_results(gg_json *json, const gg_seat *seat, const gg_throw *one)
{
    uint32_t mark;
    gg_json_array(json, "results");
    for (int i = 0; i < one->result_count; i++) {
        /* of those in which it is thrown */
        const gg_fraction part = {one->results[i].share, one->share};
        gg_json_object(json, NULL);
        gg_json_open_text(json, "result", &mark);
        gg_put_throw_result(json->out, seat->rules, seat->view, one, i);
        gg_json_close_text(json, mark);
        gg_json_decimal(json, "percent", gg_share_percent(gg_share_of(part)), GG_PERCENT_DECIMALS);
        gg_json_end(json);
    }
    gg_json_end(json);
}

static void wire_throw_check(gg_json *json, const gg_seat *seat, const gg_throw *one)
{
    const gg_check *check = seat->rules->checks[one->event.check];
    uint32_t mark;
    gg_json_int(json, "sides", check->sides);
    if (check->kind == GG_HITS) gg_json_int(json, "base", one->event.base);
    if (check->kind == GG_EACH || check->against != NULL)
        gg_json_int(json, "needs", one->event.needs);
    if (check->against != NULL) gg_json_string(json, "against", check->against);
    if (check->kind != GG_SUM) {
        gg_json_open_text(json, "counting", &mark);
        gg_put_counting(json->out, check, one->event.counting);
        gg_json_close_text(json, mark);
        gg_json_string(json, "what", check->what == NULL ? "" : check->what);
    }
    wire_throw_mods(json, seat, one);
    wire_throw_results(json, seat, one);
}

static void wire_throw(gg_json *json, const gg_seat *seat, const gg_fight *fight,
                       const gg_throw *one)
{
    const gg_ruleset *rules = seat->rules;
    const gg_event *event = &one->event;
    const bool is_check = event->check != GG_NO_CHECK;
    uint32_t mark;
    gg_json_object(json, NULL);
    gg_json_open_text(json, "check", &mark);
    gg_put_throw(json->out, rules, seat->view, one);
    gg_json_close_text(json, mark);
    wire_clause(json, rules, event->clause);
    wire_unit(json, "who", rules, seat->view, event->who);
    wire_unit(json, "whom", rules, seat->view, event->whom);
    if (event->who < GG_FIGHT_UNITS && fight->sides[event->who] <= GG_RED)
        gg_json_string(json, "side", gg_side_name(fight->sides[event->who]));
    gg_json_decimal(json, "percent", gg_share_percent(one->share), GG_PERCENT_DECIMALS);
    gg_json_int(json, "least", one->least);
    gg_json_int(json, "dice", one->most);
    if (is_check) wire_throw_check(json, seat, one);
    gg_json_end(json);
}

static void wire_throws(gg_json *json, const gg_seat *seat, const gg_fight *fight,
                        const gg_throw *throws, uint32_t count)
{
    gg_json_array(json, "throws");
    for (uint32_t i = 0; i < count; i++) wire_throw(json, seat, fight, &throws[i]);
    gg_json_end(json);
}

/* Lines, each a string of the list. */
static void wire_lines(gg_json *json, const char *key, const gg_state *state, const char *words,
                       uint32_t length)
{
    gg_json_array(json, key);
    for (uint32_t at = 0; at < length;) {
        const char *end = memchr(words + at, '\n', length - at);
        const uint32_t count = end != NULL ? (uint32_t)(end - words) - at : length - at;
        char bytes[WIRE_SENTENCE_MAX];
        gg_text line = gg_text_over(bytes, sizeof bytes);
        gg_put_bytes(&line, words + at, count);
        gg_wire_said(json, NULL, state, bytes);
        at += count + 1;
    }
    gg_json_end(json);
}

/* Lines as one sentence. */
static void wire_joined(gg_json *json, const char *key, const gg_state *state, const char *words,
                        uint32_t length)
{
    char bytes[WIRE_SENTENCE_MAX];
    gg_text joined = gg_text_over(bytes, sizeof bytes);
    if (length == 0) gg_put(&joined, "nothing changes");
    for (uint32_t i = 0; i < length; i++) {
        if (words[i] != '\n') gg_put_char(&joined, words[i]);
        else if (i + 1 < length) gg_put(&joined, "; ");
    }
    gg_wire_said(json, key, state, bytes);
}

static void wire_chance(gg_json *json, const gg_outcomes *all, const gg_outcome *one)
{
    if (all->exact && is_tellable(one->chance)) wire_fraction(json, one->chance);
    gg_json_decimal(json, "percent", gg_share_percent(one->share), GG_PERCENT_DECIMALS);
    if (!all->exact)
        gg_json_decimal(json, "error", gg_share_error(one->runs, all->runs), GG_ERROR_DECIMALS);
}

enum { ENDING_BYTES = 4096 };

static void wire_ending(gg_json *json, const gg_wire_odds_of *odds, const gg_ending *one)
{
    const gg_outcomes *all = &odds->chances->outcomes;
    char bytes[ENDING_BYTES];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_json_object(json, NULL);
    wire_chance(json, all,
                &(gg_outcome){.chance = one->chance, .share = one->share, .runs = one->runs});
    if (one == &all->room->fight->rest) gg_put(&text, "something rarer");
    else gg_put_ending(&text, odds->seat->rules, odds->seat->view, one);
    gg_wire_said(json, "text", odds->seat->view, bytes);
    gg_json_end(json);
}

static void wire_fight(gg_json *json, const gg_wire_odds_of *odds)
{
    const gg_fight *fight = odds->chances->outcomes.room->fight;
    if (fight == NULL) return;
    wire_throws(json, odds->seat, fight, fight->throws, fight->throw_count);
    gg_json_array(json, "endings");
    for (uint32_t i = 0; fight->throw_count > 0 && i < fight->ending_count; i++)
        wire_ending(json, odds, &fight->endings[i]);
    if (fight->throw_count > 0 && fight->rest.runs > 0) wire_ending(json, odds, &fight->rest);
    gg_json_end(json);
}

/* ---- What the enemy may answer, and what comes of it. ---- */

static void wire_likelihood(gg_json *json, const gg_reply *reply, const gg_likelihood *one)
{
    if (reply->exact && is_tellable(one->chance)) wire_fraction(json, one->chance);
    gg_json_decimal(json, "percent", gg_share_percent(one->share), GG_PERCENT_DECIMALS);
    if (!reply->exact)
        gg_json_decimal(json, "error", gg_share_error(one->runs, reply->runs), GG_ERROR_DECIMALS);
}

static void wire_fated(gg_json *json, const gg_seat *seat, const gg_fight *fight,
                       const gg_reply *reply, const gg_fated *one)
{
    static const char *const kinds[] = {[GG_FATE_WEAKER] = "weaker",
                                        [GG_FATE_YIELDS] = "yields",
                                        [GG_FATE_BREAKS] = "breaks",
                                        [GG_FATE_LOST] = "lost"};
    const gg_clash_rules *clash = seat->rules->clash;
    gg_json_object(json, NULL);
    wire_unit(json, "unit", seat->rules, seat->view, one->who);
    if (one->who < GG_FIGHT_UNITS && fight->sides[one->who] <= GG_RED)
        gg_json_string(json, "side", gg_side_name(fight->sides[one->who]));
    gg_json_array(json, "fates");
    for (uint32_t row = 0; row <= clash->fate_count; row++) {
        if (one->parts[row].runs == 0) continue;
        const gg_fate *fate = row < clash->fate_count ? &clash->fates[row] : NULL;
        gg_json_object(json, NULL);
        gg_json_string(json, "text", fate == NULL ? GG_UNHARMED : fate->text);
        gg_json_string(json, "kind", fate == NULL ? "none" : kinds[fate->kind]);
        wire_likelihood(json, reply, &one->parts[row]);
        gg_json_end(json);
    }
    gg_json_end(json);
    gg_json_end(json);
}

static void wire_side_yields(gg_json *json, const char *key, const gg_reply *reply,
                             const gg_likelihood *one)
{
    gg_json_object(json, key);
    wire_likelihood(json, reply, one);
    gg_json_end(json);
}

static void wire_reply(gg_json *json, const gg_seat *seat, const gg_clash *clash,
                       const gg_reply *reply)
{
    const gg_fight *fight = clash->room->fight;
    gg_json_object(json, NULL);
    if (clash->answering <= GG_RED) {
        char bytes[GG_WORDS_MAX];
        gg_text words = gg_text_over(bytes, sizeof bytes);
        gg_put_reply(&words, seat->rules, seat->view, clash, reply);
        gg_wire_said(json, "words", seat->view, bytes);
        gg_json_decimal(json, "percent", gg_share_percent(reply->offered.share),
                        GG_PERCENT_DECIMALS);
    }
    gg_json_bool(json, "exact", reply->exact);
    gg_json_int(json, reply->exact ? "runs" : "samples", reply->runs);
    if (reply->followed) gg_json_bool(json, "followed", true);
    wire_side_yields(json, "they", reply, &reply->they);
    wire_side_yields(json, "we", reply, &reply->we);
    gg_json_array(json, "units");
    for (uint32_t i = 0; i < reply->fated_count; i++)
        wire_fated(json, seat, fight, reply, &reply->fated[i]);
    gg_json_end(json);
    wire_throws(json, seat, fight, reply->throws, reply->throw_count);
    gg_json_end(json);
}

static void wire_clash(gg_json *json, const gg_seat *seat, const gg_clash *clash)
{
    if (clash == NULL || clash->count == 0) return;
    gg_json_object(json, "clash");
    if (clash->answering <= GG_RED) gg_json_string(json, "answers", gg_side_name(clash->answering));
    if (clash->left_out > 0) gg_json_int(json, "left_out", clash->left_out);
    gg_json_array(json, "replies");
    for (uint32_t i = 0; i < clash->count; i++)
        wire_reply(json, seat, clash, &clash->room->replies[i]);
    gg_json_end(json);
    gg_json_end(json);
}

/* ---- All outcomes. ---- */

/* Where it ends, if that is worth a word. */
static void wire_stop(gg_json *json, const gg_wire_odds_of *odds, const gg_outcome *one)
{
    char bytes[GG_WORDS_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    if (gg_put_stop(&text, odds->seat->rules, odds->chances->turn, one->turn))
        gg_json_string(json, "until", bytes);
}

static void wire_outcome(gg_json *json, const gg_wire_odds_of *odds, const gg_outcome *one)
{
    const gg_outcomes *all = &odds->chances->outcomes;
    uint32_t length;
    const char *words = gg_outcome_words(all, one, true, &length);
    gg_json_object(json, NULL);
    wire_chance(json, all, one);
    wire_joined(json, "text", odds->seat->view, words, length);
    wire_lines(json, "events", odds->seat->view, words, length);
    if (!all->stops_alike) wire_stop(json, odds, one);
    wire_hash(json, one->hash);
    gg_json_end(json);
}

/* Those that are not told one by one, together. */
static void wire_rest(gg_json *json, const gg_outcomes *all, uint32_t first)
{
    gg_outcome rest = all->rest;
    if (first >= all->count && rest.runs == 0) return;
    for (uint32_t i = first; i < all->count; i++) {
        const gg_outcome *one = &all->room->outcomes[i];
        rest.share += one->share;
        rest.runs += one->runs;
        if (!is_tellable(rest.chance) || !is_tellable(one->chance)
            || !gg_fraction_plus(&rest.chance, one->chance))
            rest.chance = (gg_fraction){0, 0};
    }
    if (is_tellable(rest.chance)) rest.chance = gg_fraction_reduce(rest.chance);
    gg_json_object(json, "rest");
    gg_json_int(json, "count", all->count - first + (all->rest.runs > 0));
    wire_chance(json, all, &rest);
    gg_json_end(json);
}

static uint64_t largest_error(const gg_outcomes *all)
{
    uint64_t largest = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        const uint64_t error = gg_share_error(all->room->outcomes[i].runs, all->runs);
        if (error > largest) largest = error;
    }
    return largest;
}

void gg_wire_lapses(gg_json *json, const gg_seat *seat, const gg_action *action, gg_action *offers)
{
    char bytes[GG_LAPSE_WORDS_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    if (gg_put_lapses(&text, seat, action, offers)) gg_wire_said(json, "lapses", seat->view, bytes);
}

void gg_wire_odds(gg_json *json, const char *key, const gg_wire_odds_of *odds)
{
    const gg_seat *seat = odds->seat;
    const gg_outcomes *all = &odds->chances->outcomes;
    const uint32_t told = all->count < odds->most ? all->count : odds->most;
    uint32_t length = 0;
    const char *common = NULL;
    gg_json_object(json, key);
    gg_json_string(json, "side", gg_side_name(seat->side));
    gg_wire_action(json, seat->rules, seat->view, seat->side, odds->action);
    gg_json_bool(json, "exact", all->exact);
    gg_json_int(json, all->exact ? "runs" : "samples", all->runs);
    if (!all->exact) gg_json_decimal(json, "error", largest_error(all), GG_ERROR_DECIMALS);
    if (odds->chances->guessed) gg_json_bool(json, "guessed", true);
    if (odds->chances->passing != 0) {
        gg_json_array(json, "passing");
        for (gg_side side = GG_BLUE; side <= GG_RED; side++)
            if ((odds->chances->passing >> side & 1) != 0)
                gg_json_string(json, NULL, gg_side_name(side));
        gg_json_end(json);
    }
    if (all->content) gg_json_bool(json, "content", true);
    if (odds->offers != NULL) gg_wire_lapses(json, seat, odds->action, odds->offers);
    if (odds->chances->has_roll)
        wire_first_roll(json, seat->rules, seat->view, &odds->chances->roll);
    wire_fight(json, odds);
    if (all->count > 0) common = gg_outcome_words(all, &all->room->outcomes[0], true, &length);
    wire_lines(json, "common", seat->view, common, all->common);
    if (all->stops_alike && all->count > 0) wire_stop(json, odds, &all->room->outcomes[0]);
    gg_json_array(json, "outcomes");
    for (uint32_t i = 0; i < told; i++) wire_outcome(json, odds, &all->room->outcomes[i]);
    gg_json_end(json);
    wire_rest(json, all, told);
    wire_clash(json, seat, odds->clash);
    gg_json_end(json);
}

/* ---- Answers. ---- */

void gg_wire_answer(gg_json *json, const char *key, const gg_ruleset *rules, const gg_state *view,
                    const gg_answer *answer)
{
    gg_json_object(json, key);
    gg_json_bool(json, "yes", answer->yes);
    wire_clause(json, rules, answer->clause);
    if (answer->verdict.reason != 0) gg_wire_verdict(json, "verdict", rules, answer->verdict);
    if (answer->ticks >= 0) gg_json_int(json, "distance", answer->ticks);
    if (answer->unit < rules->unit_count) wire_unit(json, "unit", rules, view, answer->unit);
    gg_wire_point(json, "from", answer->from);
    gg_wire_point(json, "to", answer->to);
    gg_wire_said(json, "words", view, answer->words);
}
