/*
 * clauses.c - runs the clause tests: text files in which a wargamer can read what the rules say.
 *
 * The ruleset of a file is the folder it lies in (rules/NAME/tests/...) or what its line
 * `ruleset NAME` says.  The commands of a test are listed in `commands` below; docs/clause-tests
 * describes them.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/action.h"
#include "clauses.h"
#include "core/numbers.h"
#include "core/picture.h"
#include "core/position.h"
#include "core/question.h"
#include "core/seat.h"
#include "core/sheet.h"
#include "support.h"

enum { LINES_MAX = 20000, FACES_MAX = 512, EVENTS_MAX = 512, TOKENS_MAX = 64, TOKEN_BYTES = 64 };

typedef struct line {
    char *text; /* without the blanks around it */
    int indent, number;
} line;

typedef struct words {
    char word[TOKENS_MAX][TOKEN_BYTES];
    int count;
} words;

/* What one test works on.  `state` is where the game stands, `before` where it stood before the
 * last do or step: events name units as they were then. */
typedef struct test {
    const char *file, *name;
    const gg_ruleset *rules;
    gg_state *state, *before, *other;
    bool has_state;
    const words *told_rows; /* words that `then` must say of a piece that has them; NULL: none */
    bool closes_alone;      /* the file says `close alone` */
    const char *number;     /* "id=value", a house rule laid under every position; NULL: none */
    gg_turn closed;         /* the secret step that was last looked at for it */
    int assertions;
    gg_event events[EVENTS_MAX];
    gg_log log;
    char position_before[TEXT_MAX], position[TEXT_MAX], extra[TEXT_MAX];
    char expected_failure[MESSAGE_MAX];
    char message[4 * MESSAGE_MAX];
} test;

static line lines[LINES_MAX];
static int line_count;

/* ---- Failing. ---- */

static bool fail(test *t, const line *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool fail(test *t, const line *at, const char *format, ...)
{
    int used =
        snprintf(t->message, sizeof t->message, "%s:%d: %s\n", t->file, at->number, at->text);
    if (used < 0 || used >= (int)sizeof t->message) return false;
    va_list args;
    va_start(args, format);
    vsnprintf(t->message + used, sizeof t->message - (size_t)used, format, args);
    va_end(args);
    return false;
}

static bool fail_refused(test *t, const line *at, gg_verdict verdict)
{
    char sentence[MESSAGE_MAX];
    gg_text out = gg_text_over(sentence, sizeof sentence);
    gg_put_verdict(&out, t->rules, verdict);
    return fail(t, at, "expected: legal\nfound: refused, %s %d %d: %s",
                t->rules->reasons[verdict.reason].id, verdict.had, verdict.needed, sentence);
}

/* ---- Words of a line. ---- */

static words words_of(const char *text)
{
    words w = {.count = 0};
    while (w.count < TOKENS_MAX) {
        text += strspn(text, " \t");
        size_t bytes = strcspn(text, " \t\n");
        if (bytes == 0) break;
        snprintf(w.word[w.count++], TOKEN_BYTES, "%.*s", (int)bytes, text);
        text += bytes;
    }
    return w;
}

/* Cuts the first word off the text and gives it. */
static char *next_word(char **text)
{
    char *word = *text + strspn(*text, " \t");
    char *end = word + strcspn(word, " \t");
    if (*end != '\0') *end++ = '\0';
    *text = end + strspn(end, " \t");
    return word;
}

static char *trimmed(char *text)
{
    text += strspn(text, " \t");
    size_t bytes = strlen(text);
    while (bytes > 0 && isspace((unsigned char)text[bytes - 1])) text[--bytes] = '\0';
    return text;
}

/* Parts a text at " : ": what comes after it, or NULL when there is none.  `shoot:E` is no such
 * colon. */
static char *part_at_colon(char *text)
{
    for (char *at = strchr(text, ':'); at != NULL; at = strchr(at + 1, ':')) {
        bool before = at == text || at[-1] == ' ';
        bool after = at[1] == '\0' || at[1] == ' ';
        if (!before || !after) continue;
        *at = '\0';
        trimmed(text);
        return trimmed(at + 1);
    }
    return NULL;
}

static bool side_of_word(const char *word, gg_side *side)
{
    for (gg_side s = GG_BLUE; s <= GG_NOBODY; s++) {
        if (strcmp(word, gg_side_name(s)) == 0) {
            *side = s;
            return true;
        }
    }
    return false;
}

static const char *one_line(const char *text)
{
    static char flat[MESSAGE_MAX];
    size_t used = 0;
    for (; *text != '\0' && used + 2 < sizeof flat; text++)
        flat[used++] = *text == '\n' ? ' ' : *text;
    flat[used] = '\0';
    return flat;
}

/* ---- Positions as text. ---- */

static void write_position(test *t, const gg_state *state, char *bytes)
{
    gg_text out = gg_text_over(bytes, TEXT_MAX);
    gg_write_position(t->rules, state, &out);
}

/* After everything that changes the state: the invariants hold, and it can be written and read. */
static bool is_sound(test *t, const line *at)
{
    const char *broken = gg_audit(t->rules, t->state);
    if (broken != NULL)
        return fail(t, at, "expected: a sound position\nfound: audit says %s", broken);
    write_position(t, t->state, t->position);
    gg_error error = gg_read_position(t->rules, t->position, t->other);
    if (error.text != NULL)
        return fail(t, at, "expected: the written position can be read\nfound: %s at %.40s",
                    error.text, one_line(t->position + error.at));
    if (!same_state(t->rules, t->state, t->other))
        return fail(t, at,
                    "expected: the written position reads back as it was\n"
                    "found: other bytes, from\n%s",
                    t->position);
    return true;
}

/* ---- Closing alone: who can only close its part of a secret step when it comes does so. ---- */

static bool is_same_step(gg_turn one, gg_turn other)
{
    return one.secret && other.secret && one.phase == other.phase && one.round == other.round;
}

static void close_alone(test *t)
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

static bool read_position(test *t, const line *at, const char *text)
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

static bool is_unit_name(test *t, const gg_state *state, const char *word, gg_unit *unit)
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

static bool has_word(const words *whole, const char *word)
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
static const char *line_within(const char *position, const char *wanted)
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
static words line_of_piece(const char *position, const char *name)
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
static bool line_stands(test *t, const gg_state *state, const char *position, const char *wanted)
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
static bool read_decision(test *t, const line *at, char *text, gg_side *side, gg_action *action)
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

static bool run_legal(test *t, const line *at, char *rest)
{
    gg_side side;
    gg_action action;
    if (!read_decision(t, at, rest, &side, &action)) return false;
    gg_verdict verdict = t->rules->legal(t->state, side, &action);
    return verdict.reason == 0 || fail_refused(t, at, verdict);
}

static bool run_refuse(test *t, const line *at, char *rest)
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

static bool run_do(test *t, const line *at, char *rest)
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
static bool run_step(test *t, const line *at, char *rest)
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

static bool run_roll(test *t, const line *at, char *rest)
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

static bool run_say(test *t, const line *at, char *rest)
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
static int read_block(const line *at, int count, char *rest, char *out, size_t limit)
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

static bool check_then(test *t, const line *at, char *block)
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

static bool run_change(test *t, const line *at, char *rest)
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

static bool run_offered(test *t, const line *at, char *rest)
{
    gg_side side;
    gg_action action;
    return read_decision(t, at, rest, &side, &action)
           && (is_offered(t, side, &action)
               || fail(t, at, "expected: offered\nfound: not offered"));
}

static bool run_not(test *t, const line *at, char *rest)
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

static bool run_odds(test *t, const line *at, char *rest)
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
static bool run_comes(test *t, const line *at, char *rest)
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

static bool run_on(test *t, const line *at, char *rest)
{
    (void)rest;
    if (!t->has_state) return fail(t, at, "expected: given or start before this");
    gg_turn turn = t->rules->turn(t->state);
    return !turn.over
           || fail(t, at, "expected: the game goes on\nfound: it is over, winner %s",
                   gg_side_name(turn.winner));
}

/* `over blue twice`: the winner (or draw), then clauses or words of the written position's end. */
static bool run_over(test *t, const line *at, char *rest)
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

static bool run_start(test *t, const line *at, char *rest)
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

static bool run_draws(test *t, const line *at, char *rest)
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
static bool run_asks(test *t, const line *at, char *rest)
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

static bool run_sheet(test *t, const line *at, char *rest)
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
static bool check_bad(test *t, const line *at, char *rest, char *block)
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

/* ---- The commands. ---- */

static const struct {
    const char *word;
    bool (*run)(test *, const line *, char *rest);
    bool asserts;
} commands[] = {
    {"legal", run_legal, true},    {"refuse", run_refuse, true},   {"do", run_do, false},
    {"step", run_step, false},     {"roll", run_roll, true},       {"say", run_say, true},
    {"change", run_change, false}, {"offered", run_offered, true}, {"not", run_not, true},
    {"odds", run_odds, true},      {"over", run_over, true},       {"on", run_on, true},
    {"start", run_start, false},   {"draws", run_draws, true},     {"sheet", run_sheet, true},
    {"asks", run_asks, true},      {"comes", run_comes, true},
};

static bool run_clauses(test *t, const line *at, char *rest)
{
    words w = words_of(rest);
    for (int i = 0; i < w.count; i++) {
        bool found = false;
        for (int c = 1; c < t->rules->clause_count && !found; c++)
            found = strcmp(t->rules->clauses[c].number, w.word[i]) == 0;
        if (!found)
            return fail(t, at, "expected: a clause of %s\nfound: %s", t->rules->name, w.word[i]);
    }
    return w.count > 0 || fail(t, at, "expected: the clauses this test is for");
}

/* Runs the line; `taken` is how many lines below belong to it. */
static bool run_line(test *t, const line *at, int count, int *taken)
{
    static char block[TEXT_MAX];
    char *copy = room(strlen(at->text) + 1);
    char *rest = strcpy(copy, at->text);
    char *word = next_word(&rest);
    bool good = false, known = true;
    *taken = 0;
    if (strcmp(word, "given") == 0 || strcmp(word, "then") == 0) {
        *taken = read_block(at, count, rest, block, sizeof block);
        good = word[0] == 'g' ? read_position(t, at, block) : check_then(t, at, block);
        t->assertions += word[0] == 't';
    } else if (strcmp(word, "bad") == 0) {
        *taken = read_block(at, count, "", block, sizeof block);
        good = check_bad(t, at, rest, block);
        t->assertions++;
    } else if (strcmp(word, "clauses") == 0) {
        good = run_clauses(t, at, rest);
    } else if (strcmp(word, "fails") == 0) {
        snprintf(t->expected_failure, sizeof t->expected_failure, "%s", rest);
        good = true;
    } else {
        known = false;
    }
    for (size_t i = 0; !known && i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(word, commands[i].word) != 0) continue;
        known = true;
        t->assertions += commands[i].asserts;
        good = commands[i].run(t, at, rest);
    }
    if (!known) fail(t, at, "expected: a command\nfound: %s", word);
    free(copy);
    return good;
}

/* ---- Files and tests. ---- */

static bool run_test(test *t, const line *head, int count)
{
    if (setjmp(*broken_catch()) != 0)
        return fail(t, head, "expected: no broken assertion\nfound: %s", broken_text());
    for (int i = 1; i <= count;) {
        int taken;
        if (!run_line(t, &head[i], count - i, &taken)) {
            for (i++; i <= count; i++) /* what a must-fail test expects stands last */
                if (strncmp(head[i].text, "fails ", 6) == 0) run_line(t, &head[i], 0, &taken);
            broken_release();
            return false;
        }
        i += 1 + taken;
    }
    broken_release();
    return t->assertions > 0 || fail(t, head, "expected: something to be checked\nfound: nothing");
}

static void report(test *t, bool good, bool must_fail)
{
    if (!must_fail && good) {
        tap_ok("%s", t->name);
    } else if (!must_fail) {
        tap_not_ok("%s", t->name);
        tap_note("%s", t->message);
    } else if (good) {
        tap_not_ok("%s", t->name);
        tap_note("expected: this test fails\nfound: it passed");
    } else if (t->expected_failure[0] == '\0' || strstr(t->message, t->expected_failure) == NULL) {
        tap_not_ok("%s", t->name);
        tap_note("expected: it fails with the words `%s`\nfound: %s", t->expected_failure,
                 t->message);
    } else {
        tap_ok("%s", t->name);
    }
}

static void split_lines(char *text)
{
    line_count = 0;
    int number = 0;
    for (char *at = text; at != NULL && line_count < LINES_MAX;) {
        char *end = strchr(at, '\n');
        if (end != NULL) *end++ = '\0';
        number++;
        int indent = (int)strspn(at, " \t");
        char *body = trimmed(at);
        bool is_text = strncmp(body, "draws ", 6) == 0 || strncmp(body, "sheet ", 6) == 0;
        char *comment = is_text ? NULL : strstr(body, " #");
        if (comment != NULL) *comment = '\0';
        body = trimmed(body);
        if (*body != '\0' && *body != '#')
            lines[line_count++] = (line){.text = body, .indent = indent, .number = number};
        at = end;
    }
}

/* rules/NAME/tests/file.txt, or the line `ruleset NAME`. */
static const gg_ruleset *ruleset_of(const char *path)
{
    if (line_count > 0 && strncmp(lines[0].text, "ruleset ", 8) == 0)
        return ruleset_named(trimmed(lines[0].text + 8));
    for (const gg_ruleset *const *r = gg_rulesets; *r != NULL; r++) {
        char part[64];
        snprintf(part, sizeof part, "rules/%s/", (*r)->name);
        if (strstr(path, part) != NULL) return *r;
    }
    return NULL;
}

/* rules/squares/tests/fight.txt, wherever the tree lies. */
static const char *path_in_tree(const char *path)
{
    static const char *const roots[] = {"/rules/", "/tests/"};
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        const char *found = strstr(path, roots[i]);
        if (found != NULL) return found + 1;
    }
    return path;
}

/* Does its line `clauses` name this one? */
static bool names_clause(const line *head, int count, const char *clause)
{
    for (int i = 1; i <= count; i++) {
        if (strncmp(head[i].text, "clauses ", 8) != 0) continue;
        words named = words_of(head[i].text + 8);
        if (has_word(&named, clause)) return true;
    }
    return false;
}

static bool run_one(test *t, const line *head, int count)
{
    t->state = room_for_state(t->rules);
    t->before = room_for_state(t->rules);
    t->other = room_for_state(t->rules);
    t->log = (gg_log){.events = t->events, .limit = EVENTS_MAX};
    bool good = run_test(t, head, count);
    free(t->state);
    free(t->before);
    free(t->other);
    return good;
}

/* What the lines before the first test say of them all: `t` is what every test begins as. */
static int read_file_head(test *t, words *told)
{
    int first = strncmp(lines[0].text, "ruleset ", 8) == 0 ? 1 : 0;
    const bool tells = first < line_count && strncmp(lines[first].text, "rows tell ", 10) == 0;
    const bool whole = first < line_count && strcmp(lines[first].text, "rows whole") == 0;
    if (tells) *told = words_of(lines[first].text + 10);
    first += tells || whole;
    t->told_rows = tells || whole ? told : NULL;
    t->closes_alone = first < line_count && strcmp(lines[first].text, "close alone") == 0;
    return first + t->closes_alone;
}

/* False: with a number changed, a test failed; the rest of the file is left. */
static bool run_tests(const char *path, const gg_ruleset *rules, clause_run *how)
{
    static test begun, one;
    words told = {.count = 0};
    begun = (test){.file = path_in_tree(path), .rules = rules, .number = how->number};
    const int first = read_file_head(&begun, &told);
    int tests = 0;
    if (first < line_count && strncmp(lines[first].text, "test ", 5) != 0)
        tap_not_ok("%s:%d: expected a test, found %s", path, lines[first].number,
                   lines[first].text);
    for (int i = first; i < line_count; i++) {
        if (strncmp(lines[i].text, "test ", 5) != 0) continue;
        int count = 0;
        while (i + count + 1 < line_count && strncmp(lines[i + count + 1].text, "test ", 5) != 0)
            count++;
        tests++;
        if (how->naming != NULL && !names_clause(&lines[i], count, how->naming)) continue;
        one = begun;
        one.name = lines[i].text + 5;
        const bool good = run_one(&one, &lines[i], count);
        if (how->number == NULL) report(&one, good, how->must_fail);
        if (how->number == NULL || good) continue;
        snprintf(how->noticed, sizeof how->noticed, "%s", one.name);
        how->is_broken = strstr(one.message, "broken assertion") != NULL
                         || strstr(one.message, "audit says") != NULL;
        snprintf(how->message, sizeof how->message, "%s", one.message);
        return false;
    }
    if (tests == 0) tap_not_ok("%s: holds no test", path);
    return true;
}

bool run_clause_file(const char *path, clause_run *how)
{
    char *text = read_whole(path, NULL);
    if (text == NULL) {
        tap_not_ok("%s can be read", path);
        return true;
    }
    split_lines(text);
    const gg_ruleset *rules = ruleset_of(path);
    bool good = true;
    if (rules == NULL || line_count == LINES_MAX)
        tap_not_ok("%s: %s", path, rules == NULL ? "no such ruleset" : "too many lines");
    else good = run_tests(path, rules, how);
    free(text);
    return good;
}
