/*
 * clauses.c - runs the clause tests: text files in which a wargamer can read what the rules say.
 *
 * The ruleset of a file is the folder it lies in (rules/NAME/tests/...) or what its line
 * `ruleset NAME` says.  The commands of a test are listed in `commands` below; docs/clause-tests
 * describes them.
 * SPDX-License-Identifier: MIT
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
#include "clauses_lines.h"
#include "support.h"

static line lines[LINES_MAX];
static int line_count;

/* ---- Failing. ---- */

bool fail(test *t, const line *at, const char *format, ...)
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

bool fail_refused(test *t, const line *at, gg_verdict verdict)
{
    char sentence[MESSAGE_MAX];
    gg_text out = gg_text_over(sentence, sizeof sentence);
    gg_put_verdict(&out, t->rules, verdict);
    return fail(t, at, "expected: legal\nfound: refused, %s %d %d: %s",
                t->rules->reasons[verdict.reason].id, verdict.had, verdict.needed, sentence);
}

/* ---- Words of a line. ---- */

words words_of(const char *text)
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
char *next_word(char **text)
{
    char *word = *text + strspn(*text, " \t");
    char *end = word + strcspn(word, " \t");
    if (*end != '\0') *end++ = '\0';
    *text = end + strspn(end, " \t");
    return word;
}

char *trimmed(char *text)
{
    text += strspn(text, " \t");
    size_t bytes = strlen(text);
    while (bytes > 0 && isspace((unsigned char)text[bytes - 1])) text[--bytes] = '\0';
    return text;
}

/* Parts a text at " : ": what comes after it, or NULL when there is none.  `shoot:E` is no such
 * colon. */
char *part_at_colon(char *text)
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

bool side_of_word(const char *word, gg_side *side)
{
    for (gg_side s = GG_BLUE; s <= GG_NOBODY; s++) {
        if (strcmp(word, gg_side_name(s)) == 0) {
            *side = s;
            return true;
        }
    }
    return false;
}

const char *one_line(const char *text)
{
    static char flat[MESSAGE_MAX];
    size_t used = 0;
    for (; *text != '\0' && used + 2 < sizeof flat; text++)
        flat[used++] = *text == '\n' ? ' ' : *text;
    flat[used] = '\0';
    return flat;
}

/* ---- Positions as text. ---- */

void write_position(test *t, const gg_state *state, char *bytes)
{
    gg_text out = gg_text_over(bytes, TEXT_MAX);
    gg_write_position(t->rules, state, &out);
}

/* After everything that changes the state: the invariants hold, and it can be written and read. */
bool is_sound(test *t, const line *at)
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
