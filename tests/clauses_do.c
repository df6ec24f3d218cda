/*
 * clauses_do.c - clause tests: actions and their dice, and what a roll was made of.
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

/* ---- Closing alone: who can only close its part of a secret step when it comes does so. ---- */

static bool is_same_step(gg_turn one, gg_turn other)
{
    return one.secret && other.secret && one.phase == other.phase && one.round == other.round;
}

void close_alone(test *t)
{
    for (;;) {
        gg_turn turn = t->rules->turn(t->state);
        bool is_new = !is_same_step(turn, t->closed);
        t->closed = turn;
        if (!t->closes_alone || turn.over || !turn.secret || !is_new) return;
        for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
            gg_action two[2];
            gg_dice none = gg_dice_scripted(NULL, 0);
            if ((turn.deciding >> side & 1) == 0) continue;
            if (t->rules->offer(t->state, side, two, 2) == 1)
                t->rules->apply(t->state, side, &two[0], &none, &t->log);
        }
    }
}

/* Lines may stand in any order, and later ones override: the house rule comes first. */
static gg_error read_state(test *t, const char *text)
{
    static char with_number[TEXT_MAX + 128];
    if (t->number == NULL) return gg_read_position(t->rules, text, t->state);
    snprintf(with_number, sizeof with_number, "number %s\n%s", t->number, text);
    return gg_read_position(t->rules, with_number, t->state);
}

bool read_position(test *t, const line *at, const char *text)
{
    gg_error error = read_state(t, text);
    if (error.text != NULL) {
        uint32_t row, column;
        gg_text_place(text, error.at, &row, &column);
        return fail(t, at, "expected: a position\nfound: line %u, column %u: %s", row, column,
                    error.text);
    }
    t->has_state = true;
    t->log.count = 0;
    t->closed.secret = 0;
    close_alone(t);
    t->log.count = 0;
    return is_sound(t, at);
}

bool is_unit_name(test *t, const gg_state *state, const char *word, gg_unit *unit)
{
    for (gg_unit u = 0; u < t->rules->unit_count; u++) {
        char name[GG_NAME_MAX];
        gg_text out = gg_text_over(name, sizeof name);
        t->rules->write_unit(state, u, &out);
        if (strcmp(name, word) == 0) {
            if (unit != NULL) *unit = u;
            return true;
        }
    }
    return false;
}

bool has_word(const words *whole, const char *word)
{
    for (int i = 0; i < whole->count; i++)
        if (strcmp(whole->word[i], word) == 0) return true;
    return false;
}

static bool is_number(const char *word)
{
    return word[0] != '\0' && word[strspn(word, "0123456789")] == '\0';
}

/* All words of the short one, in order, are in the long one; the first words are equal.  A word
 * with `!` before it must not be there: without that nothing could say that a unit is unhurt.
 * A number right behind a word is that word's number: `shaken 1` is not in `shaken 2 orders 1`. */
static bool is_within(const words *part, const words *whole)
{
    if (part->count == 0 || whole->count == 0 || strcmp(part->word[0], whole->word[0]) != 0)
        return false;
    int found = 0;
    for (int at = 0; at < part->count; at++) {
        const char *word = part->word[at];
        if (word[0] == '!' && has_word(whole, word + 1)) return false;
        if (word[0] == '!') continue;
        bool its = at > 0 && found > 0 && found < whole->count && is_number(word)
                   && is_number(whole->word[found]) && !is_number(whole->word[found - 1]);
        if (its && strcmp(word, whole->word[found]) != 0) return false;
        while (found < whole->count && strcmp(word, whole->word[found]) != 0) found++;
        if (found++ >= whole->count) return false;
    }
    return true;
}

/* The written line that holds this line's words, or NULL; the lines are parted by '\n'. */
const char *line_within(const char *position, const char *wanted)
{
    words part = words_of(wanted);
    for (const char *at = position; at != NULL; at = strchr(at, '\n')) {
        at += *at == '\n';
        words whole = words_of(at);
        if (is_within(&part, &whole)) return at;
        if (*at == '\0') break;
    }
    return NULL;
}

/* The written line that begins with this word. */
words line_of_piece(const char *position, const char *name)
{
    for (const char *at = position; at != NULL; at = strchr(at, '\n')) {
        at += *at == '\n';
        words w = words_of(at);
        if (w.count > 0 && strcmp(w.word[0], name) == 0) return w;
    }
    return (words){.count = 0};
}

/* A line stands in a position when it is written there, or when adding it changes nothing.  A line
 * of as many words that says something else stands against it, though a game may read over it: a
 * phase that cannot be while a unit is active. */
bool line_stands(test *t, const gg_state *state, const char *position, const char *wanted)
{
    if (line_within(position, wanted) != NULL) return true;
    const words part = words_of(wanted), there = line_of_piece(position, part.word[0]);
    const bool is_option = part.count > 1 && strchr(part.word[1], '=') != NULL; /* one of many */
    if (part.count > 0 && there.count == part.count && !is_option) return false;
    if (snprintf(t->extra, sizeof t->extra, "%s\n%s\n", position, wanted) >= (int)sizeof t->extra)
        return false;
    if (gg_read_position(t->rules, t->extra, t->other).text != NULL) return false;
    return same_state(t->rules, state, t->other);
}

/* ---- Actions. ---- */

/* Reads `SIDE ACTION`. */
bool read_decision(test *t, const line *at, char *text, gg_side *side, gg_action *action)
{
    if (!t->has_state) return fail(t, at, "expected: given or start before this");
    char *word = next_word(&text);
    if (!side_of_word(word, side))
        return fail(t, at, "expected: blue, red or nobody\nfound: %s", word);
    memset(action, 0, sizeof *action);
    gg_error error = gg_read_action(t->rules, t->state, text, action);
    if (error.text != NULL)
        return fail(t, at, "expected: an action\nfound: column %u of `%s`: %s", error.at + 1, text,
                    error.text);
    return true;
}

bool run_legal(test *t, const line *at, char *rest)
{
    gg_side side;
    gg_action action;
    if (!read_decision(t, at, rest, &side, &action)) return false;
    gg_verdict verdict = t->rules->legal(t->state, side, &action);
    return verdict.reason == 0 || fail_refused(t, at, verdict);
}

bool run_refuse(test *t, const line *at, char *rest)
{
    char *wanted = part_at_colon(rest);
    gg_side side;
    gg_action action;
    if (wanted == NULL || *wanted == '\0')
        return fail(t, at, "expected: a colon and the reason it is refused for");
    if (!read_decision(t, at, rest, &side, &action)) return false;
    gg_verdict verdict = t->rules->legal(t->state, side, &action);
    words w = words_of(wanted);
    if (verdict.reason == 0) return fail(t, at, "expected: refused, %s\nfound: legal", wanted);
    if (strcmp(t->rules->reasons[verdict.reason].id, w.word[0]) != 0
        || (w.count > 1 && atol(w.word[1]) != verdict.had)
        || (w.count > 2 && atol(w.word[2]) != verdict.needed))
        return fail(t, at, "expected: refused, %s\nfound: refused, %s %d %d", wanted,
                    t->rules->reasons[verdict.reason].id, verdict.had, verdict.needed);
    return true;
}

/* ---- Dice of a line: `attack A1>B1 I - - ; test B1 -`. ---- */

typedef struct rolled { /* one group between semicolons */
    char check[TOKEN_BYTES];
    char units[TOKEN_BYTES];
    uint32_t first, count;
} rolled;

typedef struct throws {
    uint8_t faces[FACES_MAX];
    uint32_t count;
    rolled groups[TOKENS_MAX];
    int group_count;
} throws;

/* The face a letter stands for: the first one that a check of the ruleset writes so. */
static int face_of_word(const gg_ruleset *rules, const char *word)
{
    if (isdigit((unsigned char)word[0])) {
        long number = strtol(word, NULL, 10);
        return word[strspn(word, "0123456789")] == '\0' && number >= 1 && number <= GG_DIE_SIDES_MAX
                   ? (int)number
                   : 0;
    }
    for (int i = 0; i < rules->check_count && word[1] == '\0'; i++) {
        const char *letters = rules->checks[i]->letters;
        const char *found = letters == NULL ? NULL : strchr(letters, word[0]);
        if (found != NULL && word[0] != '\0') return (int)(found - letters) + 1;
    }
    return 0;
}

/* A unit, or two with an arrow between them. */
static bool is_units_word(test *t, const char *word)
{
    char copy[TOKEN_BYTES];
    snprintf(copy, sizeof copy, "%s", word);
    char *arrow = strchr(copy, '>');
    if (arrow != NULL) {
        *arrow = '\0';
        return is_unit_name(t, t->state, copy, NULL) && is_unit_name(t, t->state, arrow + 1, NULL);
    }
    return is_unit_name(t, t->state, copy, NULL);
}

static bool read_group(test *t, const line *at, char *text, throws *out)
{
    rolled *group = &out->groups[out->group_count];
    *group = (rolled){.first = out->count};
    for (char *word = next_word(&text); *word != '\0'; word = next_word(&text)) {
        int face = face_of_word(t->rules, word);
        if (face != 0) {
            if (out->count == FACES_MAX) return fail(t, at, "expected: at most %d dice", FACES_MAX);
            out->faces[out->count++] = (uint8_t)face;
            group->count++;
        } else if (group->count > 0) {
            return fail(t, at, "expected: a face or a semicolon\nfound: %s", word);
        } else if (is_units_word(t, word)) {
            snprintf(group->units, sizeof group->units, "%s", word);
        } else {
            size_t used = strlen(group->check);
            snprintf(group->check + used, sizeof group->check - used, "%s%s", used ? " " : "",
                     word);
        }
    }
    out->group_count += group->count > 0 || group->check[0] != '\0';
    return true;
}

static bool read_throws(test *t, const line *at, char *text, throws *out)
{
    out->count = 0;
    out->group_count = 0;
    while (text != NULL && *text != '\0') {
        char *semicolon = strchr(text, ';');
        if (semicolon != NULL) *semicolon++ = '\0';
        if (out->group_count == TOKENS_MAX)
            return fail(t, at, "expected: at most %d rolls", TOKENS_MAX);
        if (!read_group(t, at, text, out)) return false;
        text = semicolon;
    }
    return true;
}

/* ---- Roll events. ---- */

static const char *roll_name(test *t, const gg_event *event)
{
    if (event->check < t->rules->check_count) return t->rules->checks[event->check]->name;
    return t->rules->sayings[event->saying].id;
}

static const char *units_of_event(test *t, const gg_event *event, bool both)
{
    static char text[2 * GG_NAME_MAX + 2];
    gg_text out = gg_text_over(text, sizeof text);
    if (event->who != GG_NO_UNIT) t->rules->write_unit(t->before, event->who, &out);
    if (both && event->whom != GG_NO_UNIT) {
        gg_put_char(&out, '>');
        t->rules->write_unit(t->before, event->whom, &out);
    }
    return text;
}

static bool is_between(test *t, const gg_event *event, const char *units)
{
    return units[0] == '\0' || strcmp(units, units_of_event(t, event, true)) == 0
           || strcmp(units, units_of_event(t, event, false)) == 0;
}

/* A check that says it had no dice of its own tells what dice thrown before came to. */
static bool is_thrown(const gg_event *event)
{
    return event->kind == GG_ROLL && event->face_count > 0
           && (event->check == GG_NO_CHECK || event->base > 0);
}

/* Every named group is the next thrown roll of the log, with that name, units and faces. */
static bool check_groups(test *t, const line *at, const throws *dice)
{
    uint32_t next = 0;
    bool all_named = dice->group_count > 0;
    for (int i = 0; i < dice->group_count; i++) {
        const rolled *group = &dice->groups[i];
        if (group->check[0] == '\0') {
            all_named = false;
            continue;
        }
        while (next < t->log.count
               && (!is_thrown(&t->events[next])
                   || (!all_named && strcmp(roll_name(t, &t->events[next]), group->check) != 0)))
            next++;
        if (next == t->log.count)
            return fail(t, at, "expected: roll %d is %s %s\nfound: no such roll", i + 1,
                        group->check, group->units);
        const gg_event *event = &t->events[next++];
        if (strcmp(roll_name(t, event), group->check) != 0 || !is_between(t, event, group->units)
            || event->face_count != group->count
            || memcmp(event->faces, dice->faces + group->first, group->count) != 0)
            return fail(t, at, "expected: roll %d is %s %s with %u dice\nfound: %s %s with %u dice",
                        i + 1, group->check, group->units, group->count, roll_name(t, event),
                        units_of_event(t, event, true), event->face_count);
    }
    while (all_named && next < t->log.count)
        if (is_thrown(&t->events[next++]))
            return fail(t, at, "expected: %d rolls\nfound: one more, %s", dice->group_count,
                        roll_name(t, &t->events[next - 1]));
    return true;
}

/* ---- Doing. ---- */

static bool apply_action(test *t, const line *at, gg_side side, const gg_action *action,
                         const throws *thrown)
{
    gg_dice dice = gg_dice_scripted(thrown->faces, thrown->count);
    memcpy(t->before, t->state, t->rules->state_bytes);
    memcpy(t->position_before, t->position, sizeof t->position);
    t->log = (gg_log){.events = t->events, .limit = EVENTS_MAX};
    t->rules->apply(t->state, side, action, &dice, &t->log);
    char units[2 * GG_NAME_MAX + 2] = "";
    if (dice.trouble != GG_DICE_FINE) {
        gg_event shown = {.who = dice.who, .whom = dice.whom};
        snprintf(units, sizeof units, "%s", units_of_event(t, &shown, true));
    }
    if (dice.trouble == GG_DICE_DRY)
        return fail(t, at, "expected: %u dice\nfound: one more with %d sides is asked for, %s %s",
                    thrown->count, dice.asked_sides, dice.purpose, units);
    if (dice.trouble == GG_DICE_BAD_FACE)
        return fail(t, at, "expected: a face of a die with %d sides, for %s %s\nfound: %u",
                    dice.asked_sides, dice.purpose, units, thrown->faces[dice.face_next]);
    if (dice.face_next != thrown->count)
        return fail(t, at, "expected: %u dice\nfound: only %u were rolled", thrown->count,
                    dice.face_next);
    close_alone(t);
    for (uint32_t i = 0; i < t->log.count; i++)
        if (t->events[i].clause == 0 || t->events[i].clause >= t->rules->clause_count)
            return fail(t, at, "expected: every event cites a clause\nfound: event %u cites none",
                        i);
    return check_groups(t, at, thrown) && is_sound(t, at);
}

bool run_do(test *t, const line *at, char *rest)
{
    char *faces = part_at_colon(rest);
    gg_side side;
    gg_action action;
    throws dice;
    if (!read_decision(t, at, rest, &side, &action) || !read_throws(t, at, faces, &dice))
        return false;
    gg_verdict verdict = t->rules->legal(t->state, side, &action);
    if (verdict.reason != 0) return fail_refused(t, at, verdict);
    return apply_action(t, at, side, &action, &dice);
}

/* `step : dice` or `step roll : dice`: the game's own step, by name if one is given. */
bool run_step(test *t, const line *at, char *rest)
{
    char *faces = part_at_colon(rest);
    gg_action action;
    throws dice;
    if (!t->has_state) return fail(t, at, "expected: given or start before this");
    gg_turn turn = t->rules->turn(t->state);
    if (turn.deciding != 0 || turn.over)
        return fail(t, at, "expected: a step nobody decides\nfound: phase %s",
                    t->rules->phases[turn.phase].name);
    if (t->rules->offer(t->state, GG_NOBODY, &action, 1) != 1)
        return fail(t, at, "expected: a step offered to nobody\nfound: none");
    const char *name = action_words(t->rules, t->state, &action);
    if (*trimmed(rest) != '\0' && strcmp(trimmed(rest), name) != 0)
        return fail(t, at, "expected: the step %s\nfound: %s", rest, name);
    return read_throws(t, at, faces, &dice) && apply_action(t, at, GG_NOBODY, &action, &dice);
}

/* ---- What a roll was made of. ---- */

typedef struct roll_wish {
    char check[TOKEN_BYTES], units[TOKEN_BYTES], result[TOKEN_BYTES];
    char mods[GG_LINES_MAX][TOKEN_BYTES];
    int amounts[GG_LINES_MAX], mod_count;
    long dice, total; /* -1: not said; total: INT32_MIN */
} roll_wish;

/* The longest check name the text begins with. */
static const char *check_name_at(const gg_ruleset *rules, const char *text)
{
    const char *best = NULL;
    for (int i = 0; i < rules->check_count; i++) {
        const char *name = rules->checks[i]->name;
        size_t bytes = strlen(name);
        if (strncmp(text, name, bytes) == 0 && (text[bytes] == ' ' || text[bytes] == '\0')
            && (best == NULL || bytes > strlen(best)))
            best = name;
    }
    return best;
}

static bool read_wish_item(test *t, const line *at, char *item, roll_wish *wish)
{
    words w = words_of(item);
    if (w.count == 0) return true;
    if (strcmp(w.word[0], "result") == 0) {
        snprintf(wish->result, sizeof wish->result, "%s",
                 trimmed(trimmed(item) + strlen("result")));
        return true;
    }
    if (w.count != 2)
        return fail(t, at,
                    "expected: a modifier with its amount, dice N, hits N, total N or "
                    "result WORDS\nfound: %s",
                    item);
    long amount = strtol(w.word[1], NULL, 10);
    if (strcmp(w.word[0], "dice") == 0) {
        wish->dice = amount;
    } else if (strcmp(w.word[0], "hits") == 0 || strcmp(w.word[0], "total") == 0) {
        wish->total = amount;
    } else {
        if (wish->mod_count == GG_LINES_MAX)
            return fail(t, at, "expected: at most %d modifiers", GG_LINES_MAX);
        snprintf(wish->mods[wish->mod_count], TOKEN_BYTES, "%s", w.word[0]);
        wish->amounts[wish->mod_count++] = (int)amount;
    }
    return true;
}

static bool read_wish(test *t, const line *at, char *rest, roll_wish *wish)
{
    *wish = (roll_wish){.dice = -1, .total = INT32_MIN};
    const char *name = check_name_at(t->rules, rest);
    if (name == NULL) return fail(t, at, "expected: the name of a check\nfound: %s", rest);
    snprintf(wish->check, sizeof wish->check, "%s", name);
    rest = trimmed(rest + strlen(name));
    words w = words_of(rest);
    if (w.count > 0 && is_units_word(t, w.word[0]))
        snprintf(wish->units, sizeof wish->units, "%s", next_word(&rest));
    while (rest != NULL) {
        char *comma = strchr(rest, ',');
        if (comma != NULL) *comma++ = '\0';
        if (!read_wish_item(t, at, rest, wish)) return false;
        rest = comma;
    }
    return true;
}

static bool same_mods(test *t, const line *at, const roll_wish *wish, const gg_event *event)
{
    const gg_check *check = t->rules->checks[event->check];
    char found[MESSAGE_MAX] = "";
    int matched = 0;
    for (int i = 0; i < event->line_count; i++) {
        const gg_line *mod = &event->lines[i];
        size_t used = strlen(found);
        snprintf(found + used, sizeof found - used, " %s %+d", check->mods[mod->mod].id,
                 mod->amount);
        for (int j = 0; j < wish->mod_count; j++)
            matched += strcmp(check->mods[mod->mod].id, wish->mods[j]) == 0
                       && wish->amounts[j] == mod->amount;
    }
    if (matched == wish->mod_count && matched == event->line_count) return true;
    return fail(t, at, "expected: %d modifiers as listed\nfound:%s", wish->mod_count,
                event->line_count == 0 ? " none" : found);
}

bool run_roll(test *t, const line *at, char *rest)
{
    roll_wish wish;
    if (!read_wish(t, at, rest, &wish)) return false;
    const gg_event *event = NULL;
    for (uint32_t i = 0; i < t->log.count && event == NULL; i++)
        if (t->events[i].kind == GG_ROLL && strcmp(roll_name(t, &t->events[i]), wish.check) == 0
            && is_between(t, &t->events[i], wish.units))
            event = &t->events[i];
    if (event == NULL)
        return fail(t, at, "expected: a roll %s %s\nfound: none", wish.check, wish.units);
    if (!same_mods(t, at, &wish, event)) return false;
    if (wish.dice >= 0 && wish.dice != event->face_count)
        return fail(t, at, "expected: %ld dice\nfound: %u", wish.dice, event->face_count);
    if (wish.total != INT32_MIN && wish.total != event->total)
        return fail(t, at, "expected: %ld\nfound: %d", wish.total, event->total);
    char result[MESSAGE_MAX];
    gg_text out = gg_text_over(result, sizeof result);
    gg_put_result(&out, t->rules, t->state, t->rules->checks[event->check], event);
    if (wish.result[0] != '\0' && strcmp(wish.result, result) != 0)
        return fail(t, at, "expected: result %s\nfound: %s", wish.result, result);
    return true;
}

bool run_say(test *t, const line *at, char *rest)
{
    words w = words_of(rest);
    char found[MESSAGE_MAX] = "";
    if (w.count == 0) return fail(t, at, "expected: the id of a saying");
    for (uint32_t i = 0; i < t->log.count; i++) {
        const gg_event *event = &t->events[i];
        const char *id = t->rules->sayings[event->saying].id;
        const char *clause = gg_clause_number(t->rules, event->clause);
        if (event->saying != 0 && strcmp(id, w.word[0]) == 0
            && (w.count < 2 || strcmp(clause, w.word[1]) == 0))
            return true;
        size_t used = strlen(found);
        if (event->saying != 0) snprintf(found + used, sizeof found - used, " %s %s,", id, clause);
    }
    return fail(t, at, "expected: it is said that %s\nfound:%s", rest, found);
}
