/*
 * text.c - writing into bounded buffers, and the sentences of logs and refusals.
 * SPDX-License-Identifier: MIT
 */
#include "core/text.h"
#include "core/action.h"
#include "core/question.h"
#include "core/numbers.h"

#include <string.h>

/* ---- Plain writing. ---- */

gg_text gg_text_over(char *bytes, uint32_t limit)
{
    gg_assert(limit > 0);
    bytes[0] = '\0';
    return (gg_text){.bytes = bytes, .limit = limit};
}

void gg_put_bytes(gg_text *out, const char *bytes, uint32_t count)
{
    uint32_t room = out->limit - 1 - out->count;
    if (count > room) {
        count = room;
        out->cut = true;
    }
    memcpy(out->bytes + out->count, bytes, count);
    out->count += count;
    out->bytes[out->count] = '\0';
}

void gg_put_spaces(gg_text *out, int count)
{
    for (int i = 0; i < count; i++) gg_put_char(out, ' ');
}

uint32_t gg_character_bytes(const char *text, uint32_t left)
{
    const unsigned char *at = (const unsigned char *)text;
    const uint32_t count = at[0] < 0x80   ? 1
                           : at[0] < 0xc2 ? 0
                           : at[0] < 0xe0 ? 2
                           : at[0] < 0xf0 ? 3
                           : at[0] < 0xf5 ? 4
                                          : 0;
    if (count == 0 || count > left) return 0;
    for (uint32_t i = 1; i < count; i++)
        if ((at[i] & 0xc0) != 0x80) return 0;
    const bool bad = (at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xed && at[1] >= 0xa0)
                     || (at[0] == 0xf0 && at[1] < 0x90) || (at[0] == 0xf4 && at[1] >= 0x90);
    return bad ? 0 : count;
}

void gg_put_int(gg_text *out, int64_t number)
{
    char digits[20];
    uint32_t at = sizeof digits;
    if (number >= 0 && number < 10) { /* most numbers of a game */
        gg_put_char(out, (char)('0' + number));
        return;
    }
    if (number >= 10 && number < 100) { /* and most of the others */
        gg_put_char(out, (char)('0' + number / 10));
        gg_put_char(out, (char)('0' + number % 10));
        return;
    }
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (number < 0) gg_put_char(out, '-');
    gg_put_bytes(out, digits + at, (uint32_t)sizeof digits - at);
}

void gg_put_things(gg_text *out, const char *words, uint32_t count, va_list *things)
{
    int last = 0; /* %p looks at it */
    for (const char *at = words; at < words + count; at++) {
        const char kind = *at == '%' ? at[1] : '\0';
        if (*at == '%') at++;
        gg_assert(*at != '\0' && (kind == '\0' || strchr("sdcypt%", kind) != NULL));
        if (kind == 's') gg_put(out, va_arg(*things, const char *));
        else if (kind == 'd') gg_put_int(out, last = va_arg(*things, int));
        else if (kind == 'c') gg_put_char(out, (char)va_arg(*things, int));
        else if (kind == 'y') gg_put(out, va_arg(*things, int) ? "yes" : "no");
        else if (kind == 't') gg_put_decimal(out, va_arg(*things, int), 1000);
        else if (kind != 'p') gg_put_char(out, *at);
        else if (last != 1) gg_put_char(out, 's');
    }
}

void gg_put_words(gg_text *out, const char *words, ...)
{
    va_list things;
    va_start(things, words);
    gg_put_things(out, words, (uint32_t)strlen(words), &things);
    va_end(things);
}

void gg_put_signed(gg_text *out, int64_t number)
{
    if (number >= 0) gg_put_char(out, '+');
    gg_put_int(out, number);
}

void gg_put_hex(gg_text *out, uint64_t number, int digits)
{
    for (int i = digits - 1; i >= 0; i--)
        gg_put_char(out, "0123456789abcdef"[number >> (4 * i) & 15]);
}

void gg_put_hundredths(gg_text *out, int64_t number)
{
    if (number < 0) {
        gg_put_char(out, '-');
        number = -number;
    }
    gg_put_int(out, number / 100);
    if (number % 100 == 0) return;
    gg_put_char(out, '.');
    gg_put_char(out, (char)('0' + number / 10 % 10));
    if (number % 10 != 0) gg_put_char(out, (char)('0' + number % 10));
}

/* Measures are named in the plural; how much of the word is the singular: inch, centimetre. */
static size_t singular(const char *measure)
{
    const size_t length = strlen(measure);
    const bool hissing = length > 4 && memcmp(measure + length - 4, "ches", 4) == 0;
    return length - (hissing ? 2 : 1);
}

void gg_put_length(gg_text *out, const gg_ruleset *rules, int64_t hundredths)
{
    gg_put_hundredths(out, hundredths);
    const char *measure = rules->measure;
    if (measure == NULL || measure[0] == '\0') return;
    gg_put_char(out, ' ');
    gg_put_bytes(out, measure, (uint32_t)(hundredths == 100 ? singular(measure) : strlen(measure)));
}

void gg_put_count(gg_text *out, int64_t count, const char *thing)
{
    gg_put_int(out, count);
    gg_put_char(out, ' ');
    gg_put(out, thing);
    if (count != 1) gg_put_char(out, 's');
}

const char *gg_dice_word(int64_t count) { return count == 1 ? "die" : "dice"; }

void gg_put_dice(gg_text *out, int64_t count)
{
    gg_put_int(out, count);
    gg_put_char(out, ' ');
    gg_put(out, gg_dice_word(count));
}

void gg_put_joint(gg_text *out, int index, int count)
{
    if (index > 0) gg_put(out, index + 1 == count ? " and " : ", ");
}

void gg_put_more(gg_text *out, bool holds, const char *words)
{
    if (!holds) return;
    if (out->count > 0) gg_put(out, ", ");
    gg_put(out, words);
}

void gg_put_bits(gg_text *out, uint32_t bits, const char *const *words, int count)
{
    for (int i = 0; i < count; i++) gg_put_more(out, (bits >> i & 1) != 0, words[i]);
}

void gg_put_of(gg_text *out, int64_t some, int64_t all)
{
    gg_put_int(out, some);
    gg_put(out, " of ");
    gg_put_int(out, all);
}

void gg_put_resignation(gg_text *out, gg_side side)
{
    gg_put(out, "resign");
    if (side > GG_RED) return;
    gg_put_words(out, ": %s wins", gg_side_name(side == GG_BLUE ? GG_RED : GG_BLUE));
}

/* ---- Names. ---- */

const char *gg_wind_name(int32_t facing)
{
    enum { WINDS = 8, TURN = 3600, WIND = TURN / WINDS };
    static const char *const names[WINDS] = {"north", "north-east", "east", "south-east",
                                             "south", "south-west", "west", "north-west"};
    const int32_t about = (facing % TURN + TURN) % TURN;
    return names[(about + WIND / 2) / WIND % WINDS];
}

const char *gg_clause_number(const gg_ruleset *rules, gg_clause clause)
{
    gg_assert(clause < rules->clause_count);
    return clause == 0 ? "" : rules->clauses[clause].number;
}

const char *gg_side_name(gg_side side)
{
    return side == GG_BLUE ? "blue" : side == GG_RED ? "red" : "nobody";
}

const char *gg_event_name(uint8_t kind)
{
    switch ((gg_event_kind)kind) {
    case GG_NOTE: return "note";
    case GG_ROLL: return "roll";
    case GG_MOVE: return "move";
    case GG_LOSS: return "loss";
    case GG_STATUS: return "status";
    case GG_PHASE: return "phase";
    case GG_REVEAL: return "reveal";
    case GG_END: return "end";
    }
    return "";
}

/* ---- Sentences of tables. ---- */

typedef struct sentence {
    const gg_ruleset *rules;
    const gg_state *state;
    const gg_event *event;     /* or NULL: */
    const gg_telling *telling; /* an action; or NULL: a refusal */
    const gg_sentence *row;    /* of the action */
    gg_verdict verdict;
    int64_t number; /* the last one written: {s} and {dice} look at it */
} sentence;

/* {had} is a whole number; {had:length} is hundredths of the game's measure with its word, and
 * {had:hundredths} the same without it; {had:wind} is degrees told as "north-east"; {had:place} is
 * the place of this number. */
static bool put_number(gg_text *out, sentence *in, int64_t number, const char *as, size_t length)
{
    in->number = number;
    if (length == 0) gg_put_int(out, number);
    else if (length == 6 && memcmp(as, ":place", 6) == 0)
        in->rules->names->write_number(in->state, number, out);
    else if (length == 7 && memcmp(as, ":length", 7) == 0) gg_put_length(out, in->rules, number);
    else if (length == 11 && memcmp(as, ":hundredths", 11) == 0) gg_put_hundredths(out, number);
    else if (length == 5 && memcmp(as, ":wind", 5) == 0)
        gg_put(out, gg_wind_name((int32_t)(number % 360 + 360) % 360 * 10));
    else return false;
    return true;
}

static bool is_field(const char *name, size_t length, const char *wanted)
{
    return length == strlen(wanted) && memcmp(name, wanted, length) == 0;
}

void gg_put_quoted(gg_text *out, const char called[GG_CALLED_BYTES])
{
    if (called[0] == '\0') return;
    gg_put_words(out, " \"%s\"", called);
}

static void put_unit(gg_text *out, const sentence *in, gg_unit unit)
{
    if (unit == GG_NO_UNIT) gg_put(out, "nobody");
    else in->rules->write_unit(in->state, unit, out);
}

/* The same, but nothing where there is nobody. */
static void put_somebody(gg_text *out, const sentence *in, gg_unit unit)
{
    if (unit < in->rules->unit_count) put_unit(out, in, unit);
}

/* The number that an action has under this name. */
static bool action_number(const gg_action *action, const char *name, size_t length, int64_t *out)
{
    const unsigned nth =
        length == 4 && memcmp(name, "arg", 3) == 0 ? (unsigned)(name[3] - '0') : GG_ARGS;
    if (is_field(name, length, "item")) *out = action->item;
    else if (is_field(name, length, "flags")) *out = action->flags;
    else if (nth < GG_ARGS) *out = action->args[nth];
    else return false;
    return true;
}

/* The number under this name of an event, a refusal or an action. */
static bool number_of(const sentence *in, const char *name, size_t length, int64_t *out)
{
    if (in->telling != NULL) return action_number(in->telling->action, name, length, out);
    const gg_event *event = in->event;
    if (is_field(name, length, "had")) *out = event != NULL ? event->had : in->verdict.had;
    else if (event == NULL && is_field(name, length, "needed")) *out = in->verdict.needed;
    else if (event != NULL && is_field(name, length, "amount")) *out = event->amount;
    else if (event != NULL && is_field(name, length, "total")) *out = event->total;
    else return false;
    return true;
}

static bool put_event_field(gg_text *out, sentence *in, const char *name, size_t length)
{
    const gg_event *event = in->event;
    const char *as = memchr(name, ':', length);
    const size_t word = as != NULL ? (size_t)(as - name) : length, rest = length - word;
    int64_t number = 0;
    if (is_field(name, length, "who")) put_unit(out, in, event->who);
    else if (is_field(name, length, "whom")) put_unit(out, in, event->whom);
    else if (is_field(name, length, "at")) in->rules->write_place(event->at, out);
    else if (is_field(name, length, "to")) in->rules->write_place(event->to, out);
    else if (is_field(name, length, "at:spot")) gg_put_spot(out, in->rules, event->at);
    else if (is_field(name, length, "at:place"))
        in->rules->names->write_number(in->state, event->at.x, out);
    else if (is_field(name, length, "to:course"))
        gg_put_course(out, in->rules, event->at, event->to);
    else return number_of(in, name, word, &number) && put_number(out, in, number, as, rest);
    return true;
}

static bool put_verdict_field(gg_text *out, sentence *in, const char *name, size_t length)
{
    const char *as = memchr(name, ':', length);
    const size_t word = as != NULL ? (size_t)(as - name) : length, rest = length - word;
    int64_t number = 0;
    return number_of(in, name, word, &number) && put_number(out, in, number, as, rest);
}

/* {item=none|one|more}: the words of this number, from 0, the last for all beyond, and so the forms
 * of a plural: "{had} {had=casualties|casualty|casualties}"; of a unit the first where there is
 * nobody. */
static bool put_choice(gg_text *out, const sentence *in, const char *name, size_t word,
                       const char *end)
{
    const gg_action *action = in->telling != NULL ? in->telling->action : NULL;
    const char *words = name + word + 1, *bar;
    int64_t number = 0;
    if (action != NULL && is_field(name, word, "whom"))
        number = action->whom < in->rules->unit_count;
    else if (action != NULL && is_field(name, word, "item:unit"))
        number = action->item < in->rules->unit_count;
    else if (!number_of(in, name, word, &number)) return false;
    while ((bar = memchr(words, '|', (size_t)(end - words))) != NULL && number-- > 0)
        words = bar + 1;
    gg_put_bytes(out, words, (uint32_t)((bar != NULL ? bar : end) - words));
    return true;
}

static bool put_action_field(gg_text *out, sentence *in, const char *name, size_t length)
{
    const gg_action *action = in->telling->action;
    const char *as = memchr(name, ':', length);
    const size_t word = as != NULL ? (size_t)(as - name) : length, rest = length - word;
    int64_t number = 0;
    if (is_field(name, length, "more")) in->row->more(in->telling);
    else if (is_field(name, length, "at")) in->rules->write_place(action->at, out);
    else if (is_field(name, length, "at:spot")) gg_put_spot(out, in->rules, action->at);
    else if (is_field(name, length, "at:course"))
        gg_put_exact_course(out, in->rules, in->telling->from, action->at);
    else if (is_field(name, length, "whom")) put_somebody(out, in, action->whom);
    else if (is_field(name, length, "item:unit")) put_somebody(out, in, action->item);
    else return action_number(action, name, word, &number) && put_number(out, in, number, as, rest);
    return true;
}

static bool put_field(gg_text *out, sentence *in, const char *name, size_t length)
{
    const char *choice = memchr(name, '=', length);
    if (choice != NULL) return put_choice(out, in, name, (size_t)(choice - name), name + length);
    return in->event != NULL     ? put_event_field(out, in, name, length)
           : in->telling != NULL ? put_action_field(out, in, name, length)
                                 : put_verdict_field(out, in, name, length);
}

static void put_sentence(gg_text *out, sentence *in, const char *text)
{
    for (;;) {
        const char *open = strchr(text, '{');
        const char *close = open == NULL ? NULL : strchr(open, '}');
        if (close == NULL) {
            gg_put(out, text);
            return;
        }
        gg_put_bytes(out, text, (uint32_t)(open - text));
        text = open;
        size_t length = (size_t)(close - text - 1);
        if (length == 1 && text[1] == 's') {
            if (in->number != 1) gg_put_char(out, 's');
        } else if (is_field(text + 1, length, "dice")) {
            gg_put(out, gg_dice_word(in->number));
        } else {
            const bool known = put_field(out, in, text + 1, length);
            gg_assert(known); /* a table row names a field that does not exist */
        }
        text = close + 1;
    }
}

void gg_put_sentence(gg_text *out, const gg_ruleset *rules, const gg_state *state,
                     const gg_event *event, const char *text)
{
    sentence in = {.rules = rules, .state = state, .event = event};
    put_sentence(out, &in, text);
}

static void put_citation(gg_text *out, const gg_ruleset *rules, gg_clause clause)
{
    if (clause == 0) return;
    gg_put_words(out, " (%s)", gg_clause_number(rules, clause));
}

void gg_put_verdict(gg_text *out, const gg_ruleset *rules, gg_verdict verdict)
{
    gg_assert(verdict.reason < rules->reason_count);
    const gg_reason_def *reason = &rules->reasons[verdict.reason];
    sentence in = {.rules = rules, .verdict = verdict};
    put_sentence(out, &in, reason->text);
    put_citation(out, rules, reason->clause);
}

gg_text gg_answer_words(gg_answer *answer)
{
    return gg_text_over(answer->words, sizeof answer->words);
}

void gg_answer_refused(gg_answer *answer, const gg_ruleset *rules, gg_verdict verdict)
{
    gg_text out = gg_answer_words(answer);
    answer->yes = false;
    answer->verdict = verdict;
    answer->clause = rules->reasons[verdict.reason].clause;
    gg_put_verdict(&out, rules, verdict);
}

void gg_put_cited(gg_text *out, const gg_ruleset *rules, gg_clause clause)
{
    gg_put_words(out, " (%s)", gg_clause_number(rules, clause));
}

void gg_say_action(const gg_ruleset *rules, const gg_sentence *row, const gg_telling *it)
{
    sentence in = {.rules = rules, .state = it->view, .telling = it, .row = row};
    put_sentence(it->out, &in, row->words);
    if (strstr(row->words, "{more}") == NULL) row->more(it);
}

/* ---- One line of the log. ---- */

void gg_put_face(gg_text *out, const gg_check *check, int face)
{
    if (check == NULL || check->letters == NULL) gg_put_int(out, face);
    else gg_put_char(out, check->letters[face - 1]);
}

void gg_put_counting(gg_text *out, const gg_check *check, uint32_t faces)
{
    const int sides = check->sides < 32 ? check->sides : 32;
    int least = sides, count = 0;
    for (int face = sides; face >= 1; face--)
        if ((faces >> (face - 1) & 1) != 0) least = face, count++;
    if (check->letters == NULL && count == sides - least + 1 && count > 1) {
        gg_put_int(out, least);
        gg_put(out, " or more");
        return;
    }
    /* faces that are written alike are one */
    char written[32 + 1] = "";
    for (int face = 1, told = 0; face <= sides; face++) {
        if ((faces >> (face - 1) & 1) == 0) continue;
        if (check->letters != NULL) {
            if (strchr(written, check->letters[face - 1]) != NULL) continue;
            written[told] = check->letters[face - 1];
        }
        if (told++ > 0) gg_put(out, " or ");
        gg_put_face(out, check, face);
    }
}

void gg_put_result(gg_text *out, const gg_ruleset *rules, const gg_state *state,
                   const gg_check *check, const gg_event *event)
{
    if (check->band_count > 0) {
        gg_put_numbered(out, rules, gg_house_of(rules, state), check->bands[event->band].text);
        return;
    }
    gg_put_int(out, event->total);
    if (check->what == NULL) return;
    gg_put_char(out, ' ');
    gg_put(out, check->what);
    if (event->total != 1) gg_put_char(out, 's');
}

static void put_faces(gg_text *out, const gg_check *check, const gg_event *event)
{
    for (int i = 0; i < event->face_count; i++) {
        gg_put_char(out, ' ');
        gg_put_face(out, check, event->faces[i]);
    }
}

static void put_lines(gg_text *out, const gg_ruleset *rules, const gg_state *state,
                      const gg_check *check, const gg_event *event)
{
    for (int i = 0; i < event->line_count; i++) {
        const gg_mod *mod = &check->mods[event->lines[i].mod];
        gg_put_char(out, ' ');
        gg_put_signed(out, event->lines[i].amount);
        gg_put_char(out, ' ');
        gg_put_numbered(out, rules, gg_house_of(rules, state), mod->text);
        put_citation(out, rules, mod->clause);
    }
}

/* "attack A1>B1: 4 dice +1 from behind (SQ-8.15) = 5: I X - - C = 2 hits (SQ-8.14)" */
static void put_hits(gg_text *out, const gg_ruleset *rules, const gg_state *state,
                     const gg_check *check, const gg_event *event)
{
    gg_put_char(out, ' ');
    gg_put_dice(out, event->base);
    put_lines(out, rules, state, check, event);
    if (event->base != event->face_count) {
        gg_put(out, " = ");
        gg_put_int(out, event->face_count);
    }
    gg_put_char(out, ':');
    put_faces(out, check, event);
    gg_put(out, " = ");
    gg_put_result(out, rules, state, check, event);
}

/* "a1 shoots at b51: 3 dice at 4+, +1 close range (ST-T14.1): 2 4 6 = 2 hits (ST-9.3)" */
static void put_each(gg_text *out, const gg_ruleset *rules, const gg_state *state,
                     const gg_check *check, const gg_event *event)
{
    gg_put_char(out, ' ');
    gg_put_dice(out, event->face_count);
    gg_put_words(out, " at %d+", event->needs);
    if (event->line_count > 0) gg_put_char(out, ',');
    put_lines(out, rules, state, check, event);
    gg_put_char(out, ':');
    put_faces(out, check, event);
    gg_put(out, " = ");
    gg_put_result(out, rules, state, check, event);
}

/* "ac1 orders a8: 5 3 = 8 against rating 8 +1 in attack column (ST-T2.3) = 9" */
static void put_against(gg_text *out, const gg_ruleset *rules, const gg_state *state,
                        const gg_check *check, const gg_event *event)
{
    int against = event->needs;
    put_faces(out, check, event);
    gg_put_words(out, " = %d against %s %d", event->total, check->against, against);
    put_lines(out, rules, state, check, event);
    for (int i = 0; i < event->line_count; i++) against += event->lines[i].amount;
    if (event->line_count == 0) return;
    gg_put(out, " = ");
    gg_put_int(out, against);
}

/* "shooting A1>B1: 6 3 -1 beyond half reach (DR-4) = 8: one hit (DR-3)" */
static void put_sum(gg_text *out, const gg_ruleset *rules, const gg_state *state,
                    const gg_check *check, const gg_event *event)
{
    if (check->against != NULL) {
        put_against(out, rules, state, check, event);
        return;
    }
    put_faces(out, check, event);
    put_lines(out, rules, state, check, event);
    gg_put(out, " = ");
    gg_put_int(out, event->total);
    if (check->band_count == 0) return;
    gg_put(out, ": ");
    gg_put_result(out, rules, state, check, event);
}

/* "shooting a1>b51:", or "a1 shoots at b51:" where the roll has a verb. */
static void put_roll_heading(gg_text *out, const gg_ruleset *rules, const gg_state *state,
                             const gg_event *event)
{
    const gg_check *check = rules->checks[event->check];
    const bool is_told = check->verb != NULL && event->who != GG_NO_UNIT;
    if (is_told) rules->write_unit(state, event->who, out), gg_put_char(out, ' ');
    gg_put(out, is_told ? check->verb : check->name);
    if (!is_told && event->who != GG_NO_UNIT) {
        gg_put_char(out, ' ');
        rules->write_unit(state, event->who, out);
    }
    if (event->whom != GG_NO_UNIT) {
        gg_put_char(out, is_told ? ' ' : '>');
        rules->write_unit(state, event->whom, out);
    }
    gg_put_char(out, ':');
}

static void put_roll(gg_text *out, const gg_ruleset *rules, const gg_state *state,
                     const gg_event *event)
{
    gg_assert(event->check < rules->check_count);
    const gg_check *check = rules->checks[event->check];
    put_roll_heading(out, rules, state, event);
    switch ((gg_check_kind)check->kind) {
    case GG_SUM: put_sum(out, rules, state, check, event); break;
    case GG_HITS: put_hits(out, rules, state, check, event); break;
    case GG_EACH: put_each(out, rules, state, check, event); break;
    }
}

void gg_put_event(gg_text *out, const gg_ruleset *rules, const gg_state *state,
                  const gg_event *event)
{
    bool is_check = event->kind == GG_ROLL && event->check != GG_NO_CHECK;
    if (is_check) put_roll(out, rules, state, event);
    if (event->saying != 0) {
        gg_assert(event->saying < rules->saying_count);
        sentence in = {.rules = rules, .state = state, .event = event};
        if (is_check) gg_put(out, "; ");
        put_sentence(out, &in, rules->sayings[event->saying].text);
    }
    /* a roll that only counts: the game's usual letters */
    if (!is_check && event->face_count > 0) {
        gg_put_char(out, ':');
        put_faces(out, rules->check_count > 0 ? rules->checks[0] : NULL, event);
    }
    put_citation(out, rules, event->clause);
}
