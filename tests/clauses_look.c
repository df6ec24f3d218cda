/*
 * clauses_look.c - clause tests: where things stand, what is offered and may come of it, pictures.
 * SPDX-License-Identifier: MIT
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/action.h"
#include "core/numbers.h"
#include "core/picture.h"
#include "core/position.h"
#include "core/question.h"
#include "core/seat.h"
#include "core/sheet.h"
#include "clauses_lines.h"
#include "support.h"

/* ---- Where things stand afterwards. ---- */

static bool is_prefix(const words *part, const words *whole)
{
    for (int i = 0; i < part->count; i++)
        if (i >= whole->count || strcmp(part->word[i], whole->word[i]) != 0) return false;
    return true;
}

/* Pieces that `then` does not name are where and what they were; only words such as `acted`
 * at the end of their line may have come or gone. */
static bool others_unchanged(test *t, const line *at, const char *named)
{
    for (const char *p = t->position_before; p != NULL; p = strchr(p, '\n')) {
        p += *p == '\n';
        words was = words_of(p);
        char tag[TOKEN_BYTES + 6];
        if (was.count == 0 || !is_unit_name(t, t->before, was.word[0], NULL)) continue;
        snprintf(tag, sizeof tag, "\n%.*s ", TOKEN_BYTES - 1, was.word[0]);
        if (strstr(named, tag) != NULL) continue;
        snprintf(tag, sizeof tag, "\nno %.*s\n", TOKEN_BYTES - 1, was.word[0]);
        if (strstr(named, tag) != NULL) continue;
        words is = line_of_piece(t->position, was.word[0]);
        if (is.count == 0 || !(is_prefix(&was, &is) || is_prefix(&is, &was)))
            return fail(t, at, "expected: %s unchanged\nfound: %s", was.word[0],
                        line_of_piece(t->position, was.word[0]).count == 0 ? "it is gone"
                                                                           : "another line");
    }
    return true;
}

/* The text of the line's block: the deeper indented lines below it, or the rest of the line. */
int read_block(const line *at, int count, char *rest, char *out, size_t limit)
{
    int taken = 0;
    size_t used = (size_t)snprintf(out, limit, "\n%s\n", rest);
    while (taken < count && at[1 + taken].indent > at->indent && used < limit) {
        used += (size_t)snprintf(out + used, limit - used, "%s\n", at[1 + taken].text);
        taken++;
    }
    return taken;
}

/* `A1 b2 ...` says only some of it, whatever the file says. */
static bool ends_open(char *wanted)
{
    size_t length = strlen(wanted);
    if (length < 4 || strcmp(wanted + length - 4, " ...") != 0) return false;
    wanted[length - 4] = '\0';
    return true;
}

/* Does the line of this piece hold a word such as `routed` that `wish` does not have?  Words such
 * as `tried:b3` keep books for the rest of the round. */
static bool says_too_little(test *t, const words *wish)
{
    if (t->told_rows == NULL || !is_unit_name(t, t->state, wish->word[0], NULL)) return false;
    const words whole = line_of_piece(t->position, wish->word[0]);
    for (int i = 1; i < whole.count; i++) {
        const bool told = t->told_rows->count == 0 ? strchr(whole.word[i], ':') == NULL
                                                   : has_word(t->told_rows, whole.word[i]);
        if (told && !has_word(wish, whole.word[i])) return true;
    }
    return false;
}

bool check_then(test *t, const line *at, char *block)
{
    static char named[TEXT_MAX];
    if (!t->has_state) return fail(t, at, "expected: given or start before this");
    for (char *p = block; *p != '\0'; p++)
        if (*p == ';') *p = '\n';
    snprintf(named, sizeof named, "%s", block);
    for (char *p = named; *p != '\0'; p++) /* so that "\nA1 " finds indented ones too */
        while (*p == '\n' && p[1] == ' ') memmove(p + 1, p + 2, strlen(p + 2) + 1);
    int wishes = 0;
    for (char *wanted = strtok(block, "\n"); wanted != NULL; wanted = strtok(NULL, "\n")) {
        wanted = trimmed(wanted);
        if (*wanted == '\0' || *wanted == '#') continue;
        wishes++;
        bool open = ends_open(wanted);
        words wish = words_of(wanted);
        bool absent = strcmp(wish.word[0], "no") == 0; /* `no B5`: no line begins so */
        if (absent && line_of_piece(t->position, wish.word[1]).count == 0) continue;
        if (!absent && line_stands(t, t->state, t->position, wanted)
            && (open || !says_too_little(t, &wish)))
            continue;
        words w = line_of_piece(t->position, wish.word[absent]);
        char found[MESSAGE_MAX] = "";
        for (int i = 0; i < w.count; i++) {
            size_t used = strlen(found);
            snprintf(found + used, sizeof found - used, "%s ", w.word[i]);
        }
        return fail(t, at, "expected: %s\nfound: %s", wanted,
                    w.count > 0 ? found : "nothing like it in the position");
    }
    if (wishes == 0 && t->log.count == 0)
        return fail(t, at, "expected: something that must now stand");
    return t->log.count == 0 || others_unchanged(t, at, named);
}

bool run_change(test *t, const line *at, char *rest)
{
    if (!t->has_state) return fail(t, at, "expected: given or start before this");
    snprintf(t->extra, sizeof t->extra, "%.*s\n%s\n", (int)sizeof t->extra / 2, t->position, rest);
    return read_position(t, at, t->extra);
}

/* ---- Offers, odds, endings. ---- */

static bool is_offered(test *t, gg_side side, const gg_action *action)
{
    gg_action *offers = room(t->rules->actions_max * sizeof *offers);
    uint32_t count = t->rules->offer(t->state, side, offers, t->rules->actions_max);
    bool found = false;
    for (uint32_t i = 0; i < count && !found; i++)
        found = memcmp(&offers[i], action, sizeof *action) == 0;
    free(offers);
    return found;
}

bool run_offered(test *t, const line *at, char *rest)
{
    gg_side side;
    gg_action action;
    return read_decision(t, at, rest, &side, &action)
           && (is_offered(t, side, &action)
               || fail(t, at, "expected: offered\nfound: not offered"));
}

bool run_not(test *t, const line *at, char *rest)
{
    gg_side side;
    gg_action action;
    char *word = next_word(&rest);
    if (strcmp(word, "offered") != 0)
        return fail(t, at, "expected: not offered SIDE ACTION\nfound: not %s", word);
    return read_decision(t, at, rest, &side, &action)
           && (!is_offered(t, side, &action)
               || fail(t, at, "expected: not offered\nfound: offered"));
}

static bool read_fraction(const char *word, gg_fraction *out)
{
    char *end;
    out->top = strtoull(word, &end, 10);
    out->bottom = 1;
    if (end == word) return false;
    if (*end == '/') out->bottom = strtoull(end + 1, &end, 10);
    *out = gg_fraction_reduce(*out);
    return *end == '\0' && out->bottom != 0;
}

bool run_odds(test *t, const line *at, char *rest)
{
    char *wish = part_at_colon(rest);
    gg_side side;
    gg_action action;
    gg_fraction wanted, chance = {0, 1};
    if (wish == NULL || !read_fraction(next_word(&wish), &wanted) || *wish == '\0')
        return fail(t, at, "expected: a colon, a fraction and a line of position");
    if (!read_decision(t, at, rest, &side, &action)) return false;
    gg_verdict verdict = t->rules->legal(t->state, side, &action);
    if (verdict.reason != 0) return fail_refused(t, at, verdict);
    gg_state *after = room_for_state(t->rules);
    gg_dice dice = gg_dice_enumerate();
    while (gg_dice_next(&dice)) {
        memcpy(after, t->state, t->rules->state_bytes);
        t->rules->apply(after, side, &action, &dice, NULL);
        write_position(t, after, t->position_before);
        if (line_stands(t, after, t->position_before, wish)
            && !gg_fraction_plus(&chance, dice.weight))
            dice.trouble = GG_DICE_TOO_MANY;
    }
    free(after);
    if (dice.trouble != GG_DICE_FINE)
        return fail(t, at, "expected: exact odds\nfound: too many outcomes");
    chance = gg_fraction_reduce(chance);
    if (chance.top != wanted.top || chance.bottom != wanted.bottom)
        return fail(t, at, "expected: %llu/%llu\nfound: %llu/%llu", (unsigned long long)wanted.top,
                    (unsigned long long)wanted.bottom, (unsigned long long)chance.top,
                    (unsigned long long)chance.bottom);
    return true;
}

/* ---- What it comes to, as the side that asks is told: to the next decision. ---- */

enum { RUNS_MAX = 1 << 16, OUTCOMES_MAX = 4096, WORDS_MAX = 1 << 20 };

static gg_outcomes_room outcomes_room(test *t)
{
    return (gg_outcomes_room){.outcomes = room(OUTCOMES_MAX * sizeof(gg_outcome)),
                              .outcome_limit = OUTCOMES_MAX,
                              .slots = room(2 * OUTCOMES_MAX * sizeof(uint32_t)),
                              .slot_count = 2 * OUTCOMES_MAX,
                              .words = gg_text_over(room(WORDS_MAX), WORDS_MAX),
                              .log = {.events = t->events, .limit = EVENTS_MAX},
                              .scratch = room_for_state(t->rules),
                              .view = room_for_state(t->rules)};
}

static void free_outcomes(gg_outcomes_room *r)
{
    void *all[] = {r->outcomes, r->slots, r->words.bytes, r->scratch, r->view};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
}

/* The sentences of an outcome, and where it stops. */
static void put_outcome(test *t, const gg_seat_chances *found, const gg_outcome *one, gg_text *out)
{
    uint32_t length;
    const char *said = gg_outcome_words(&found->outcomes, one, true, &length);
    for (uint32_t i = 0; i < length; i++) gg_put_char(out, said[i] == '\n' ? ';' : said[i]);
    gg_put_char(out, ' ');
    gg_put_stop(out, t->rules, found->turn, one->turn);
    gg_put_char(out, '\n');
}

/* The chance that the words of an outcome hold the phrase; `told` gets them all. */
static gg_fraction chance_of(test *t, const gg_seat_chances *found, const char *phrase,
                             gg_text *told)
{
    gg_fraction chance = {0, 1};
    for (uint32_t i = 0; i < found->outcomes.count; i++) {
        const gg_outcome *one = &found->outcomes.room->outcomes[i];
        const uint32_t first = told->count;
        put_outcome(t, found, one, told);
        if (strstr(told->bytes + first, phrase) != NULL && one->chance.bottom != 0)
            gg_fraction_plus(&chance, one->chance);
    }
    return gg_fraction_reduce(chance);
}

/* `comes SIDE ACTION : FRACTION PHRASE` */
bool run_comes(test *t, const line *at, char *rest)
{
    char *wish = part_at_colon(rest);
    gg_side side;
    gg_action action;
    gg_fraction wanted;
    if (wish == NULL || !read_fraction(next_word(&wish), &wanted) || *wish == '\0')
        return fail(t, at, "expected: a colon, a fraction and words of what it comes to");
    if (!read_decision(t, at, rest, &side, &action)) return false;
    gg_outcomes_room memory = outcomes_room(t);
    gg_state *view = room_for_state(t->rules), *guess = room_for_state(t->rules);
    const gg_seat seat = gg_seat_at(t->rules, t->state, side, view);
    const gg_verdict verdict = gg_seat_judge(&seat, &action);
    bool good = verdict.reason == 0 || fail_refused(t, at, verdict);
    if (good) {
        const gg_seat_chances found = gg_seat_odds(&seat, &action, RUNS_MAX, 0, &memory, guess);
        gg_text told = gg_text_over(t->extra, sizeof t->extra);
        const gg_fraction chance = chance_of(t, &found, wish, &told);
        good =
            (found.outcomes.exact && chance.top == wanted.top && chance.bottom == wanted.bottom)
            || fail(t, at, "expected: %llu/%llu\nfound: %llu/%llu in\n%.3000s",
                    (unsigned long long)wanted.top, (unsigned long long)wanted.bottom,
                    (unsigned long long)chance.top, (unsigned long long)chance.bottom, told.bytes);
    }
    t->log.count = 0;
    free(view);
    free(guess);
    free_outcomes(&memory);
    return good;
}

bool run_on(test *t, const line *at, char *rest)
{
    (void)rest;
    if (!t->has_state) return fail(t, at, "expected: given or start before this");
    gg_turn turn = t->rules->turn(t->state);
    return !turn.over
           || fail(t, at, "expected: the game goes on\nfound: it is over, winner %s",
                   gg_side_name(turn.winner));
}

/* `over blue twice`: the winner (or draw), then clauses or words of the written position's end. */
bool run_over(test *t, const line *at, char *rest)
{
    if (!t->has_state) return fail(t, at, "expected: given or start before this");
    gg_turn turn = t->rules->turn(t->state);
    if (!turn.over) return fail(t, at, "expected: the game is over\nfound: it goes on");
    words w = words_of(rest);
    const char *winner = turn.winner == GG_NOBODY ? "draw" : gg_side_name(turn.winner);
    if (w.count > 0 && strcmp(w.word[0], winner) != 0)
        return fail(t, at, "expected: winner %s\nfound: %s", w.word[0], winner);
    const char *ending = line_within(t->position, "over");
    if (ending == NULL) ending = line_within(t->position, "result");
    words said = words_of(ending == NULL ? "" : ending);
    for (int i = 1; i < w.count; i++) {
        bool found = strcmp(w.word[i], gg_clause_number(t->rules, turn.clause)) == 0;
        for (int j = 0; j < said.count; j++) found = found || strcmp(said.word[j], w.word[i]) == 0;
        if (!found)
            return fail(t, at, "expected: over by %s\nfound: %s by %s", w.word[i],
                        gg_clause_number(t->rules, turn.clause),
                        ending == NULL ? "" : one_line(ending));
    }
    return true;
}

/* ---- Starting. ---- */

bool run_start(test *t, const line *at, char *rest)
{
    int32_t options[GG_OPTIONS_MAX];
    char *name = next_word(&rest);
    for (int i = 0; i < GG_OPTIONS_MAX; i++) options[i] = GG_OPTION_UNSET;
    uint32_t scenario = scenario_named(t->rules, name);
    if (scenario == UINT32_MAX) return fail(t, at, "expected: a scenario\nfound: %s", name);
    gg_scan scan = gg_scan_over(rest);
    for (gg_scan_spaces(&scan); !gg_scan_line_ends(&scan); gg_scan_spaces(&scan)) {
        uint32_t row;
        int32_t value;
        gg_error error = gg_scan_option(&scan, t->rules, &row, &value);
        if (error.text != NULL) return fail(t, at, "expected: option=value\nfound: %s", error.text);
        options[row] = value;
    }
    int16_t house[GG_NUMBERS_MAX] = {0};
    gg_scan number = gg_scan_over(t->number == NULL ? "" : t->number);
    if (t->number != NULL && gg_scan_number(&number, t->rules, house).text != NULL)
        return fail(t, at, "expected: a number of the rules\nfound: %s", t->number);
    gg_error error = gg_setup(t->rules, t->state, scenario, options, house);
    if (error.text != NULL) return fail(t, at, "expected: a game can begin\nfound: %s", error.text);
    t->has_state = true;
    t->closed.secret = 0;
    close_alone(t);
    t->log.count = 0;
    return is_sound(t, at);
}

/* ---- Pictures, sheets, bad input. ---- */

/* The text with every run of blanks as one blank. */
static void squeeze(char *text)
{
    char *to = text;
    for (char *from = text; *from != '\0'; from++)
        if (*from != ' ' || to == text || to[-1] != ' ') *to++ = *from;
    *to = '\0';
}

static bool contains(char *text, const char *wanted)
{
    if (strstr(text, wanted) != NULL) return true;
    char *copy = room(strlen(wanted) + 1);
    strcpy(copy, wanted);
    squeeze(copy);
    squeeze(text);
    bool found = strstr(text, copy) != NULL;
    free(copy);
    return found;
}

bool run_draws(test *t, const line *at, char *rest)
{
    static gg_scene_room memory;
    if (!t->has_state) return fail(t, at, "expected: given or start before this");
    gg_scene scene = gg_scene_in(&memory);
    t->rules->draw(t->state, GG_NOBODY, &scene);
    gg_text out = gg_text_over(t->extra, sizeof t->extra);
    gg_picture_text(&scene, false, &out);
    if (contains(t->extra, rest)) return true;
    out = gg_text_over(t->extra, sizeof t->extra);
    gg_picture_svg(&scene, &out);
    if (contains(t->extra, rest)) return true;
    out = gg_text_over(t->extra, sizeof t->extra);
    gg_picture_text(&scene, false, &out);
    return fail(t, at, "expected: the picture shows %s\nfound:\n%.4000s", rest, t->extra);
}

/* asks QUESTION : yes|no PHRASE */
bool run_asks(test *t, const line *at, char *rest)
{
    static gg_scene_room memory;
    char *wanted = part_at_colon(rest);
    gg_question question;
    gg_answer answer;
    if (!t->has_state) return fail(t, at, "expected: given or start before this");
    if (wanted == NULL) return fail(t, at, "expected: a colon, yes or no, and words of the answer");
    const char *yes = next_word(&wanted);
    if (strcmp(yes, "yes") != 0 && strcmp(yes, "no") != 0)
        return fail(t, at, "expected: yes or no behind the colon\nfound: %s", yes);
    gg_error error = gg_read_question(t->rules, t->state, GG_NOBODY, rest, &question);
    if (error.text != NULL) return fail(t, at, "expected: a question\nfound: %s", error.text);
    gg_scene scene = gg_scene_in(&memory);
    t->rules->hand->ask(t->state, GG_NOBODY, &question, &answer, &scene);
    if (answer.yes == (yes[0] == 'y') && contains(answer.words, wanted)) return true;
    return fail(t, at, "expected: %s, %s\nfound: %s, %s", yes, wanted, answer.yes ? "yes" : "no",
                answer.words);
}

bool run_sheet(test *t, const line *at, char *rest)
{
    static gg_sheet sheet;
    gg_text out = gg_text_over(t->extra, sizeof t->extra);
    gg_sheet_write(&sheet, t->rules, NULL, false, &out);
    return contains(t->extra, rest)
           || fail(t, at, "expected: the sheet says %s\nfound: no such words", rest);
}

static bool judge_bad(test *t, const line *at, gg_error error, const char *wanted)
{
    if (error.text == NULL)
        return fail(t, at, "expected: unreadable, %s\nfound: it was read", wanted);
    return strstr(error.text, wanted) != NULL
           || fail(t, at, "expected: %s\nfound: %s", wanted, error.text);
}

/* `bad action SIDE ACTION : phrase`, or `bad position TEXT : phrase` (also with the text below). */
bool check_bad(test *t, const line *at, char *rest, char *block)
{
    char *wanted = part_at_colon(rest);
    if (wanted == NULL || *wanted == '\0')
        return fail(t, at, "expected: a colon and a phrase of the error");
    words w = words_of(rest);
    if (strcmp(w.word[0], "action") == 0) {
        gg_action action;
        if (!t->has_state) return fail(t, at, "expected: given or start before this");
        next_word(&rest);
        next_word(&rest);
        return judge_bad(t, at, gg_read_action(t->rules, t->state, rest, &action), wanted);
    }
    if (strcmp(w.word[0], "position") == 0 && strcmp(w.word[1], t->rules->name) != 0)
        next_word(&rest);
    snprintf(t->extra, sizeof t->extra, "%s%s", rest, block);
    memset(t->other, 0x5a, t->rules->state_bytes);
    memcpy(t->before, t->other, t->rules->state_bytes);
    gg_error error = gg_read_position(t->rules, t->extra, t->other);
    if (error.text != NULL && !same_state(t->rules, t->before, t->other))
        return fail(t, at, "expected: on error the output is untouched\nfound: it was changed");
    return judge_bad(t, at, error, wanted);
}
