/*
 * load.c - reading what people give, and the sentence when that cannot be done.  See load.h.
 * SPDX-License-Identifier: MIT
 */
#include "core/action.h"
#include "core/load.h"

#include "core/maker.h"
#include "core/numbers.h"
#include "core/nearest.h"
#include "core/position.h"

#include <string.h>

enum { SHOWN_NAME_MAX = 40, SHOWN_OPTION_MAX = 60, SHOWN_ACTION_MAX = 80 };

/* ---- Complaining. ---- */

static gg_text complain(gg_complaint *to)
{
    *to = (gg_complaint){.is_no = false};
    return gg_text_over(to->sentence, sizeof to->sentence);
}

static void put_some(gg_text *out, const char *words, uint32_t most)
{
    const char *end = memchr(words, 0, most);
    gg_put_bytes(out, words, end != NULL ? (uint32_t)(end - words) : most);
}

static uint32_t least_of(size_t one, uint32_t other) { return one < other ? (uint32_t)one : other; }

static void put_quoted(gg_text *out, const char *words, uint32_t most)
{
    gg_put_char(out, '"');
    put_some(out, words, most);
    gg_put_char(out, '"');
}

/* "game.grog:12:3: sentence." */
static bool complain_at(gg_complaint *to, const char *name, const char *text, uint32_t at,
                        const char *sentence)
{
    gg_text out = complain(to);
    gg_text_place(text, at, &to->line, &to->column);
    gg_put_words(&out, "%s:%d:%d: %s.", name, to->line, to->column, sentence);
    return false;
}

/* ": column 3: sentence", without its full stop. */
static void put_column(gg_text *out, gg_error error)
{
    gg_put_words(out, ": column %d: %s", error.at + 1, error.text);
}

static bool complain_column(gg_text *out, gg_error error)
{
    put_column(out, error);
    gg_put_char(out, '.');
    return false;
}

/* ---- Games and their options. ---- */

static const char *game_name(const void *list, int row)
{
    (void)list;
    return gg_rulesets[row] != NULL ? gg_rulesets[row]->name : NULL;
}

static const char *scenario_name(const void *list, int row)
{
    const gg_ruleset *rules = list;
    return row < rules->scenario_count ? rules->scenarios[row].name : NULL;
}

static const char *option_name(const void *list, int row)
{
    const gg_ruleset *rules = list;
    return row < rules->option_count ? rules->options[row].name : NULL;
}

const gg_ruleset *gg_find_rules(const char *name, gg_complaint *to)
{
    for (int i = 0; gg_rulesets[i] != NULL; i++)
        if (strcmp(gg_rulesets[i]->name, name) == 0) return gg_rulesets[i];
    gg_text out = complain(to);
    gg_put(&out, "there is no game ");
    put_quoted(&out, name, SHOWN_NAME_MAX);
    gg_put_nearest(&out, name, game_name, NULL);
    gg_put(&out, "; there are:");
    for (int i = 0; gg_rulesets[i] != NULL; i++)
        gg_put_char(&out, ' '), gg_put(&out, gg_rulesets[i]->name);
    gg_put_char(&out, '.');
    return NULL;
}

bool gg_find_scenario(const gg_ruleset *rules, const char *name, uint32_t *row, gg_complaint *to)
{
    for (*row = 0; *row < rules->scenario_count; ++*row)
        if (strcmp(rules->scenarios[*row].name, name) == 0) return true;
    gg_text out = complain(to);
    gg_put(&out, rules->name);
    gg_put(&out, " has no scenario ");
    put_quoted(&out, name, SHOWN_NAME_MAX);
    gg_put_nearest(&out, name, scenario_name, rules);
    gg_put_words(&out, "; `grognard scenarios %s` lists them.", rules->name);
    return false;
}

/* False, and a complaint, where NAME=VALUE has a name that the game does not know. */
static bool knows_option(const gg_ruleset *rules, const char *text, bool or_number,
                         gg_complaint *to)
{
    char name[SHOWN_NAME_MAX + 1];
    gg_text word = gg_text_over(name, sizeof name);
    put_some(&word, text, least_of(strcspn(text, "="), SHOWN_NAME_MAX));
    if (or_number && gg_find_number(rules, name) > 0) return true;
    if (name[0] == 0 || strcspn(name, " \t") < word.count) return true; /* told otherwise */
    for (int row = 0; option_name(rules, row) != NULL; row++)
        if (strcmp(option_name(rules, row), name) == 0) return true;
    gg_text out = complain(to);
    gg_put(&out, rules->name);
    gg_put(&out, or_number ? " has no option and no number " : " has no option ");
    put_quoted(&out, name, SHOWN_NAME_MAX);
    gg_put_nearest(&out, name, option_name, rules);
    gg_put_words(&out, "; `grognard sheet %s options` lists %s", rules->name,
                 or_number ? "the options, `grognard tables " : "them.");
    if (or_number) gg_put(&out, rules->name), gg_put(&out, "` the numbers.");
    return false;
}

static bool is_number(const gg_ruleset *rules, const char *text)
{
    gg_scan scan = gg_scan_over(text);
    char name[48];
    return gg_scan_word(&scan, name, sizeof name) && gg_find_number(rules, name) > 0;
}

/* ": max_rounds is 1 to 200", of an option or a number of the rules. */
static void put_range(gg_text *out, const gg_ruleset *rules, const char *text, bool of_house)
{
    const size_t length = strcspn(text, "=");
    if (of_house) gg_put_allowed(out, rules, text, 0);
    for (int row = 0; !of_house && option_name(rules, row) != NULL; row++) {
        const gg_option *it = &rules->options[row];
        if (strncmp(it->name, text, length) != 0 || it->name[length] != 0) continue;
        gg_put_words(out, ": %s is %d to %d", it->name, it->low, it->high);
        if (it->step > 1) gg_put_words(out, " in steps of %d", it->step);
    }
}

bool gg_load_option(const gg_ruleset *rules, const char *text, int32_t *values, int16_t *house,
                    gg_complaint *to)
{
    if (!knows_option(rules, text, house != NULL, to)) return false;
    gg_scan scan = gg_scan_over(text);
    uint32_t row = 0;
    int32_t value = 0;
    const bool of_house = house != NULL && is_number(rules, text);
    gg_error error =
        of_house ? gg_scan_number(&scan, rules, house) : gg_scan_option(&scan, rules, &row, &value);
    if (error.text == NULL && text[scan.at] != 0)
        error = gg_scan_error(&scan, "expected nothing after the value");
    if (error.text == NULL) {
        if (!of_house) values[row] = value;
        return true;
    }
    gg_text out = complain(to);
    gg_put(&out, "--option ");
    put_some(&out, text, SHOWN_OPTION_MAX);
    put_column(&out, error);
    put_range(&out, rules, text, of_house);
    gg_put_char(&out, '.');
    return false;
}

void gg_complain_setup(const gg_ruleset *rules, uint32_t scenario, gg_error error, gg_complaint *to)
{
    gg_text out = complain(to);
    gg_put_words(&out, "%s: %s.", rules->scenarios[scenario].name, error.text);
}

/* ---- Texts. ---- */

/* Some editors end lines with a return before the newline. */
static void drop_returns(char *text)
{
    char *to = text;
    for (const char *from = text; *from != 0; from++)
        if (from[0] != '\r' || from[1] != '\n') *to++ = *from;
    *to = 0;
}

/* Text has letters and line ends; anything below a blank is noise. */
bool gg_load_text(const char *name, char *bytes, size_t count, gg_complaint *to)
{
    gg_assert(bytes[count] == 0);
    if (count > GG_FILE_BYTES_MAX) {
        gg_text out = complain(to);
        gg_put(&out, name);
        gg_put(&out, " is larger than 2 MiB, so it is no position and no record.");
        return false;
    }
    if (count >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) {
        gg_text out = complain(to);
        gg_put(&out, name);
        gg_put(&out, " begins with a byte order mark (BOM); keep it as UTF-8 without one.");
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const unsigned char c = (unsigned char)bytes[i];
        if ((c >= ' ' && c != 127) || c == '\n' || c == '\r' || c == '\t') continue;
        uint32_t line, column;
        gg_text_place(bytes, (uint32_t)i, &line, &column);
        gg_text out = complain(to);
        to->line = line;
        to->column = column;
        gg_put_words(&out, "%s:%d:%d: this is not text: byte %d is %d.", name, line, column,
                     (int)i + 1, c);
        return false;
    }
    drop_returns(bytes);
    return true;
}

const gg_ruleset *gg_load_rules(const char *name, const char *text, gg_complaint *to)
{
    gg_error error;
    const gg_ruleset *rules = gg_record_ruleset(text, &error);
    if (rules == NULL) complain_at(to, name, text, error.at, error.text);
    return rules;
}

/* ---- Positions and records. ---- */

static bool load_position(gg_match *match, const gg_ruleset *rules, void *memory, const char *name,
                          const char *text, gg_complaint *to)
{
    gg_match_begin_empty(match, rules, memory, gg_dice_scripted(NULL, 0));
    const gg_error error = gg_read_position(rules, text, match->state);
    if (error.text == NULL) {
        gg_match_begin_filled(match);
        return true;
    }
    const uint32_t at = gg_place_of_fault(rules, text, error, match->state);
    return complain_at(to, name, text, at, error.text);
}

/* The record can be read, and what it tells is not true. */
static bool complain_untrue(const gg_ruleset *rules, const char *name,
                            const gg_record_trouble *trouble, gg_complaint *to)
{
    gg_text out = complain(to);
    to->is_no = true;
    to->line = trouble->line;
    to->column = trouble->column;
    to->verdict = trouble->verdict;
    gg_put_words(&out, "%s:%d:%d: %s", name, trouble->line, trouble->column, trouble->text);
    const bool differs = trouble->expected[0] != 0;
    gg_put(&out, trouble->verdict.reason != 0 || differs ? ": " : ".");
    if (trouble->verdict.reason != 0) gg_put_verdict(&out, rules, trouble->verdict);
    if (differs) gg_put_words(&out, "expected %s, found %s", trouble->expected, trouble->found);
    return false;
}

bool gg_load_match(gg_match *match, const gg_ruleset *rules, void *memory, const char *name,
                   const char *text, uint32_t plies, gg_record_part *part, gg_complaint *to)
{
    if (part != NULL) *part = (gg_record_part){.is_part = false};
    if (!gg_record_is(text)) return load_position(match, rules, memory, name, text, to);
    const gg_record_trouble trouble = gg_record_replay(match, rules, memory, text, plies);
    if (part != NULL) *part = trouble.part;
    if (trouble.text != NULL && trouble.unreadable)
        return complain_at(to, name, text, trouble.at, trouble.text);
    if (trouble.text != NULL) return complain_untrue(rules, name, &trouble, to);
    if (plies == UINT32_MAX || trouble.part.told >= plies) return true;
    gg_text out = complain(to);
    gg_put_words(&out, "%s has only %d actions.", name, trouble.part.told);
    return false;
}

/* ---- Actions. ---- */

void gg_complain_not_now(gg_turn turn, gg_side side, gg_complaint *to)
{
    gg_text out = complain(to);
    to->is_no = true;
    if (turn.over) {
        gg_put(&out, "the game is over.");
        return;
    }
    gg_put(&out, gg_side_name(side));
    gg_put(&out, " has nothing to decide now; it is for ");
    gg_put(&out, turn.deciding == GG_SIDES_BLUE  ? "blue."
                 : turn.deciding == GG_SIDES_RED ? "red."
                                                 : "the game itself.");
}

void gg_complain_refused(const gg_ruleset *rules, gg_verdict verdict, gg_complaint *to)
{
    gg_text out = complain(to);
    to->is_no = true;
    to->verdict = verdict;
    gg_put_verdict(&out, rules, verdict);
}

void gg_complain_full(gg_complaint *to)
{
    gg_text out = complain(to);
    to->is_no = true;
    gg_put(&out, "the record is full.");
}

/* Where a second action begins: a text that has one is refused whole, not done by half. */
static bool has_second(const char *text, uint32_t *at)
{
    gg_scan line = {.text = text};
    if (!gg_scan_next_line(&line)) return false;
    *at = line.at += (uint32_t)strcspn(text + line.at, ";\n#");
    return gg_scan_next_line(&line);
}

bool gg_load_action(const gg_ruleset *rules, const gg_state *state, const char *text,
                    gg_action *action, gg_complaint *to)
{
    uint32_t second;
    gg_error error = {"only one action at a time", 0};
    *action = (gg_action){0};
    if (has_second(text, &second)) error.at = second;
    else error = gg_read_action(rules, state, text, action);
    if (error.text == NULL) return true;
    *action = (gg_action){0};
    gg_text out = complain(to);
    to->column = error.at + 1;
    put_quoted(&out, text, SHOWN_ACTION_MAX);
    return complain_column(&out, error);
}
