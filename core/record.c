/*
 * record.c - the .grog record: written, read, and proved.
 *
 *   grognard 2                          the format of the record
 *   ruleset squares 1                   the game and the version of its rules
 *   scenario sq-tiny                    or: position, and the text of one, each line after a |
 *   option max_rounds=10                what differs from the scenario
 *   number march=75                     house rules: every number that is not the standard one,
 *   house 5c1e77a00b93d2f4              and the hash of them
 *   seed xoshiro 000000000000070d       absent when the dice came from elsewhere
 *   blue me                             who sat where
 *   red greedy
 *   start 0b93d2f45c1e77a0              of a scenario: the hash of the position it began with, and
 *   | ...                               its text; a later version may have another scenario
 *   1 [first] : 3 4 # 5c1e77a00b93d2f4  number, action, faces, hash of faces and state
 *   stands                              after the last action of a round, and of all: the position;
 *   stands 37                           the position after an earlier one, for the actions after
 *                                       that no longer count
 *   | ...                               as text, for who cannot play the record again
 *   2 blue act A1 F attack : 1 5 # ...  brackets: the match took it (what was offered then may be
 *                                       less than today: brackets are told and not proved)
 *   rules 2 SQ-R14                      from the position above the game went on by this version,
 *                                       which has corrected these clauses; a seed may follow
 *   result blue SQ-12.1                 only when the game is over
 *   end 2 41d7e3b2a9c05f68              so that half a file is known for what it is; a hash of all
 *                                       lines above, which older records do not have
 *
 * One side's part of a running game is the same as far as everything lies open, and goes on with
 *
 *   view blue                           in the heading, in place of the seed: whose part it is
 *   hidden                              from here on others' sealed choices are left out
 *   3 blue bid 2 : #                    what this side knows of it: no hash, ? for dice not seen
 *   present                             what it sees now, as the text of a position, after bars
 * SPDX-License-Identifier: MIT
 */
#include "core/action.h"
#include "core/record.h"

#include "core/dice.h"
#include "core/maker.h"
#include "core/numbers.h"
#include "core/position.h"
#include "core/state_hash.h"

#include <string.h>

enum { FACES_PER_LINE_MAX = 1024, POSITION_MAX = 65536 };

/* ---- The hash of the text. ---- */

/* Of its lines up to here.  What a server adds has its own seal, written later, and the end of a
 * line may be another one elsewhere. */
uint64_t gg_record_hash(const char *text, uint32_t end)
{
    uint64_t hash = gg_hash(NULL, 0);
    for (uint32_t at = 0; at < end;) {
        uint32_t length = (uint32_t)strcspn(text + at, "\n"), shown = length;
        while (shown > 0 && text[at + shown - 1] == '\r') shown--;
        if (strncmp(text + at, "server ", 7) != 0)
            hash = gg_hash_on(gg_hash_on(hash, text + at, shown), "\n", 1);
        at += length + 1;
    }
    return hash;
}

/* ---- Reading. ---- */

bool gg_record_is(const char *text)
{
    gg_scan scan = gg_scan_over(text);
    return gg_scan_next_line(&scan) && gg_scan_is(&scan, "grognard");
}

static const gg_ruleset *ruleset_named(const char *name)
{
    for (uint32_t i = 0; gg_rulesets[i] != NULL; i++)
        if (strcmp(gg_rulesets[i]->name, name) == 0) return gg_rulesets[i];
    return NULL;
}

const gg_ruleset *gg_record_ruleset(const char *text, gg_error *error)
{
    gg_scan scan = gg_scan_over(text);
    char name[32];
    bool headed = gg_scan_next_line(&scan);
    if (headed && gg_scan_is(&scan, "grognard")) {
        int64_t format;
        gg_scan_spaces(&scan);
        if (!gg_scan_int(&scan, 1, GG_RECORD_FORMAT, &format)) {
            *error = gg_scan_error(&scan, "this program does not know that format of record");
            return NULL;
        }
        headed = gg_scan_next_line(&scan) && gg_scan_is(&scan, "ruleset");
    } else {
        headed = headed && gg_scan_is(&scan, "position");
    }
    gg_scan_spaces(&scan);
    if (!headed) {
        *error = gg_scan_error(&scan, "expected a record (grognard 1, ruleset NAME) or a position"
                                      " (position NAME)");
        return NULL;
    }
    uint32_t at = scan.at;
    const gg_ruleset *rules = gg_scan_word(&scan, name, sizeof name) ? ruleset_named(name) : NULL;
    *error = rules == NULL ? (gg_error){"expected the name of a game", at} : gg_fine;
    return rules;
}

typedef struct reader {
    gg_scan scan;
    gg_match *match;
    const gg_ruleset *rules;
    void *memory;
    gg_record_trouble trouble;
    bool has_seed, has_scenario, began;
    uint32_t headed;           /* a bit for each kind of line that the heading had */
    uint32_t set_at, house_at; /* the first line that belongs to a scenario, the hash; 0: none */
    bool numbered[GG_NUMBERS_MAX];
    uint32_t scenario, scenario_at; /* UINT32_MAX: one that is not known any more, and where */
    uint64_t seed;
    int32_t options[GG_OPTIONS_MAX];
    int16_t house[GG_NUMBERS_MAX];
    uint32_t version; /* of the rules by which the lines were played */
    uint32_t format;
    uint32_t told;       /* actions so far, in the match and in its past */
    uint32_t stands_at;  /* where the position after the last of them stands; 0: nowhere */
    bool differs;        /* the trouble is what an action does, and not how it is written */
    uint32_t start_at;   /* where the position stands that its scenario began with; 0: nowhere */
    uint64_t start_hash; /* and its hash */
    uint64_t hash;       /* of the match's state, from the second format on */
    char seats[2][GG_PLAYER_NAME_MAX];
    gg_hasher hasher; /* the last member: see replay_to() */
} reader;

static bool unreadable(reader *in, const char *text)
{
    in->trouble.text = text;
    in->trouble.at = in->scan.at;
    in->trouble.unreadable = true;
    return false;
}

static bool untrue(reader *in, const char *text)
{
    in->trouble.text = text;
    in->trouble.at = in->scan.at;
    return false;
}

/* Past the end of this line. */
static bool end_line(reader *in)
{
    gg_scan_spaces(&in->scan);
    char c = in->scan.text[in->scan.at];
    if (c == '\0') return unreadable(in, "the record breaks off in the middle of a line");
    if (c != '\n') return unreadable(in, "expected the end of the line");
    in->scan.at++;
    return true;
}

static bool read_rest(reader *in, char *out, uint32_t limit)
{
    gg_scan_spaces(&in->scan);
    uint32_t length = 0;
    const char *here = in->scan.text + in->scan.at;
    while (here[length] != '\0' && here[length] != '\n' && here[length] != '\r') length++;
    if (length == 0 || length >= limit) return unreadable(in, "expected a name");
    memcpy(out, here, length);
    out[length] = '\0';
    in->scan.at += length;
    return true;
}

static bool read_hex(gg_scan *scan, uint64_t *out)
{
    uint64_t number = 0;
    int digits = 0;
    for (; digits < 16; digits++) {
        const char *all = "0123456789abcdef";
        char c = scan->text[scan->at];
        const char *digit = c == '\0' ? NULL : strchr(all, c);
        if (digit == NULL) break;
        number = number << 4 | (uint64_t)(digit - all);
        scan->at++;
    }
    *out = number;
    return digits > 0;
}

/* The line stands for a scenario, of which a position knows nothing. */
static void note_set(reader *in)
{
    if (in->set_at == 0) in->set_at = in->scan.at;
}

static bool read_scenario(reader *in)
{
    char name[64];
    note_set(in);
    gg_scan_spaces(&in->scan);
    uint32_t at = in->scan.at;
    if (!gg_scan_word(&in->scan, name, sizeof name)) return unreadable(in, "expected a scenario");
    in->has_scenario = true;
    for (in->scenario = 0; in->scenario < in->rules->scenario_count; in->scenario++) {
        if (strcmp(in->rules->scenarios[in->scenario].name, name) == 0) { return end_line(in); }
    }
    in->scenario = UINT32_MAX; /* the record may say itself what it began with */
    in->scenario_at = at;
    return end_line(in);
}

/* Past the lines after bars that follow, without a look at them. */
static bool pass_position(reader *in)
{
    if (!end_line(in)) return false;
    while (in->scan.text[in->scan.at] == '|') {
        in->scan.at += (uint32_t)strcspn(in->scan.text + in->scan.at, "\n");
        if (!end_line(in)) return false;
    }
    return true;
}

/* "start HASH" and the position. */
static bool read_start(reader *in)
{
    gg_scan_spaces(&in->scan);
    if (!read_hex(&in->scan, &in->start_hash))
        return unreadable(in, "expected the hash of the position it began with");
    in->start_at = in->scan.at;
    return pass_position(in);
}

static bool read_option(reader *in)
{
    uint32_t row;
    int32_t value;
    note_set(in);
    gg_scan_spaces(&in->scan);
    gg_error error = gg_scan_option(&in->scan, in->rules, &row, &value);
    if (error.text != NULL) {
        in->scan.at = error.at;
        return unreadable(in, error.text);
    }
    if (in->options[row] != GG_OPTION_UNSET) return unreadable(in, "this option is set twice");
    in->options[row] = value;
    return end_line(in);
}

static bool read_number(reader *in)
{
    char id[48];
    note_set(in);
    gg_scan_spaces(&in->scan);
    if (in->rules->number_count == 0)
        return unreadable(in, "the numbers of this game cannot be changed");
    gg_scan ahead = in->scan;
    const int32_t row = gg_scan_word(&ahead, id, sizeof id) ? gg_find_number(in->rules, id) : -1;
    const gg_error error = gg_scan_number(&in->scan, in->rules, in->house);
    if (error.text != NULL) {
        in->scan.at = error.at;
        return unreadable(in, error.text);
    }
    if (in->numbered[row]) return unreadable(in, "this number is set twice");
    in->numbered[row] = true;
    return end_line(in);
}

/* The hash is of all numbers, wherever they stand, so that it is compared when all are read. */
static bool read_house(reader *in)
{
    char hash[20];
    note_set(in);
    gg_scan_spaces(&in->scan);
    in->house_at = in->scan.at;
    if (!gg_scan_word(&in->scan, hash, sizeof hash)) return unreadable(in, "expected a hash");
    return end_line(in);
}

static bool read_seed(reader *in)
{
    gg_scan_spaces(&in->scan);
    if (!gg_scan_is(&in->scan, "xoshiro"))
        return unreadable(in, "expected the generator xoshiro and its seed");
    gg_scan_spaces(&in->scan);
    if (!read_hex(&in->scan, &in->seed)) return unreadable(in, "expected a seed in hexadecimal");
    in->has_seed = true;
    return end_line(in);
}

/* The text of the position that follows, without its bars. */
static bool take_position(reader *in, gg_text *out)
{
    if (!end_line(in)) return false;
    while (in->scan.text[in->scan.at] == '|') {
        const char *line = in->scan.text + in->scan.at + 1;
        const uint32_t count = (uint32_t)strcspn(line, "\n");
        gg_put_bytes(out, line + (*line == ' '), count - (*line == ' '));
        gg_put_char(out, '\n');
        in->scan.at += count + 1;
        if (!end_line(in)) return false;
    }
    return true;
}

/* From before the lines of a position to where this place of its text stands behind their bars. */
static void go_to(reader *in, const char *position, uint32_t place)
{
    const char *all = in->scan.text;
    uint32_t at = in->scan.at + (uint32_t)strcspn(all + in->scan.at, "\n") + 1, begins = 0;
    for (uint32_t i = 0; i < place; i++) {
        if (position[i] != '\n') continue;
        at += (uint32_t)strcspn(all + at, "\n") + 1;
        begins = i + 1;
    }
    in->scan.at = at + 1 + (all[at + 1] == ' ') + place - begins;
}

/* Into a state that is there for it. */
static bool read_position(reader *in, gg_state *out)
{
    char room[POSITION_MAX];
    gg_text text = gg_text_over(room, sizeof room);
    const uint32_t begins = in->scan.at;
    if (!take_position(in, &text)) return false;
    const gg_error error = text.cut ? (gg_error){"the position is too long", 0}
                                    : gg_read_position(in->rules, text.bytes, out);
    if (error.text == NULL) return true;
    const uint32_t at = text.cut ? 0 : gg_place_of_fault(in->rules, text.bytes, error, out);
    in->scan.at = begins;
    go_to(in, text.bytes, at);
    return unreadable(in, error.text);
}

/* Is the position that follows the match's own?  It mostly says so in the same words. */
static bool holds_position(reader *in)
{
    _Alignas(max_align_t) char state[GG_STATE_BYTES_MAX];
    char written[POSITION_MAX], room[POSITION_MAX];
    gg_text out = gg_text_over(written, sizeof written), text = gg_text_over(room, sizeof room);
    const gg_scan before = in->scan;
    gg_write_position(in->rules, in->match->state, &out);
    if (!take_position(in, &text)) return false;
    if (strcmp(written, room) == 0) return true;
    in->scan = before;
    if (!read_position(in, (gg_state *)state)) return false;
    if (gg_state_hash(in->rules, (gg_state *)state) == gg_match_hash(in->match)) return true;
    in->scan.at = before.at;
    return untrue(in, "this is not the position that the game has come to");
}

static bool begin_at_position(reader *in)
{
    gg_match_begin_empty(in->match, in->rules, in->memory, gg_dice_random(in->seed));
    if (!read_position(in, in->match->state)) return false;
    gg_match_begin_filled(in->match);
    in->began = true;
    return true;
}

/* Does a start have the options and numbers that the heading sets? */
static bool has_settings(const reader *in, const gg_state *start)
{
    const int16_t *house = gg_house_of(in->rules, start);
    for (uint32_t row = 0; row < in->rules->option_count; row++)
        if (in->options[row] != GG_OPTION_UNSET
            && in->options[row] != gg_option_of(in->rules, start, row))
            return false;
    return house == NULL || memcmp(house, in->house, in->rules->number_count * sizeof *house) == 0;
}

/* The scenario has become another one: the game begins as it did then. */
static bool begin_as_then(reader *in)
{
    gg_match *match = in->match;
    gg_match_begin_empty(match, in->rules, in->memory, gg_dice_random(in->seed));
    if (!read_position(in, match->state)) return false;
    if (gg_match_hash(match) != in->start_hash) {
        in->scan.at = in->start_at;
        return untrue(in, "this is not the position that its hash stands for");
    }
    if (!has_settings(in, match->state)) {
        in->scan.at = in->start_at;
        return untrue(in, "the position has not the options and numbers that stand beside it");
    }
    match->scenario = in->scenario;
    memcpy(match->options, in->options, in->rules->option_count * sizeof *in->options);
    gg_match_begin_filled(match);
    in->trouble.part.has_own_start = true;
    return true;
}

static bool begin_scenario(reader *in)
{
    const gg_scan after = in->scan;
    if (in->scenario == UINT32_MAX && in->start_at == 0) {
        in->scan.at = in->scenario_at;
        return unreadable(in, "this game has no scenario of that name");
    }
    if (in->scenario != UINT32_MAX) {
        const gg_error error = gg_match_begin(in->match, in->rules, in->memory, in->scenario,
                                              in->options, in->house, gg_dice_random(in->seed));
        if (error.text != NULL) in->scan.at = in->set_at;
        if (error.text != NULL) return unreadable(in, error.text);
    }
    if (in->start_at == 0) return true;
    in->scan.at = in->start_at;
    const bool is_same = in->scenario != UINT32_MAX && gg_match_hash(in->match) == in->start_hash;
    const bool good = is_same ? holds_position(in) : begin_as_then(in);
    if (good) in->scan = after;
    return good;
}

static bool read_view(reader *in)
{
    gg_scan_spaces(&in->scan);
    if (gg_scan_is(&in->scan, "blue")) in->trouble.part.side = GG_BLUE;
    else if (gg_scan_is(&in->scan, "red")) in->trouble.part.side = GG_RED;
    else if (gg_scan_is(&in->scan, "watcher")) in->trouble.part.side = GG_NOBODY;
    else return unreadable(in, "expected blue, red or watcher");
    in->trouble.part.is_part = true;
    return end_line(in);
}

static bool read_seat(reader *in, gg_side side)
{
    return read_rest(in, in->seats[side], GG_PLAYER_NAME_MAX) && end_line(in);
}

static bool read_blue(reader *in) { return read_seat(in, GG_BLUE); }
static bool read_red(reader *in) { return read_seat(in, GG_RED); }

/* What a server adds: `grognard verify` reads it. */
static bool pass_server(reader *in)
{
    char told[GG_ACTION_TEXT_MAX];
    return read_rest(in, told, sizeof told) && end_line(in);
}

/* The lines of the heading, in any order. */
static const struct heading_line {
    const char *word;
    bool (*read)(reader *in);
    bool is_many;
} heading_lines[] = {
    {.word = "scenario", .read = read_scenario},
    {.word = "option", .read = read_option, .is_many = true},
    {.word = "number", .read = read_number, .is_many = true},
    {.word = "house", .read = read_house},
    {.word = "seed", .read = read_seed},
    {.word = "position", .read = begin_at_position},
    {.word = "blue", .read = read_blue},
    {.word = "red", .read = read_red},
    {.word = "server", .read = pass_server, .is_many = true},
    {.word = "view", .read = read_view},
    {.word = "start", .read = read_start},
};

static bool read_heading_line(reader *in)
{
    const uint32_t at = in->scan.at;
    for (uint32_t i = 0; i < sizeof heading_lines / sizeof *heading_lines; i++) {
        const struct heading_line *line = &heading_lines[i];
        if (!gg_scan_is(&in->scan, line->word)) continue;
        if (line->is_many || (in->headed >> i & 1) == 0) {
            in->headed |= 1u << i;
            return line->read(in);
        }
        in->scan.at = at;
        return unreadable(in, "the heading has such a line already");
    }
    return unreadable(in, "expected a line of the heading or an action");
}

/* "grognard 1" and "ruleset NAME VERSION". */
static bool read_names(reader *in)
{
    gg_scan *scan = &in->scan;
    int64_t number;
    gg_scan_next_line(scan);
    gg_scan_is(scan, "grognard");
    gg_scan_spaces(scan);
    if (!gg_scan_int(scan, 1, GG_RECORD_FORMAT, &number))
        return unreadable(in, "this program does not know that format of record");
    in->format = in->trouble.part.format = (uint32_t)number;
    if (!end_line(in)) return false;
    if (!gg_scan_is(scan, "ruleset")) return unreadable(in, "expected ruleset NAME VERSION");
    gg_scan_spaces(scan);
    if (!gg_scan_is(scan, in->rules->name)) return unreadable(in, "expected the name of a game");
    gg_scan_spaces(scan);
    if (!gg_scan_int(scan, 1, UINT32_MAX, &number)) return unreadable(in, "expected a version");
    if (number > in->rules->version)
        return unreadable(in, "this program has an older version of these rules");
    in->version = (uint32_t)number;
    return end_line(in);
}

static bool starts_action(const reader *in)
{
    char c = in->scan.text[in->scan.at];
    return c >= '0' && c <= '9';
}

/* Is this the word at the beginning of the line? */
static bool line_is(const reader *in, const char *word)
{
    gg_scan ahead = in->scan;
    return gg_scan_is(&ahead, word);
}

/* Are the numbers those that the hash stands for, if there is one? */
static bool holds_house(reader *in)
{
    if (in->house_at == 0) return true;
    gg_scan there = in->scan;
    there.at = in->house_at;
    const gg_error error = gg_scan_house(&there, in->rules, in->house);
    if (error.text == NULL) return true;
    in->scan.at = error.at;
    return unreadable(in, error.text);
}

static bool read_heading(reader *in)
{
    if (!read_names(in)) return false;
    while (!starts_action(in) && !line_is(in, "hidden") && !line_is(in, "end")
           && !line_is(in, "result")) {
        if (in->scan.text[in->scan.at] == '\0')
            return unreadable(in, "the record breaks off before its end line");
        if (!read_heading_line(in)) return false;
    }
    if (!in->began && !in->has_scenario) return unreadable(in, "expected a scenario or a position");
    if (in->began && in->set_at != 0) {
        in->scan.at = in->set_at;
        return unreadable(in, "a position says all about the start: no scenario, option or number"
                              " stands beside it");
    }
    if (!holds_house(in)) return false;
    if (!in->began && !begin_scenario(in)) return false;
    if (in->format > 1) {
        in->hash = gg_match_hash(in->match);
        gg_begin_hashes(in->rules, &in->hasher);
    }
    in->match->dice = gg_dice_random(in->seed); /* its line may stand behind the position */
    in->match->seed = in->seed;
    in->match->has_seed = in->has_seed;
    memcpy(in->match->seats, in->seats, sizeof in->seats);
    return true;
}

/* ---- One action. ---- */

typedef struct told { /* what a line says, and where */
    uint32_t action_at, dice_at, hash_at;
    bool forced;
    gg_side side;
    char action[GG_ACTION_TEXT_MAX];
    uint8_t faces[FACES_PER_LINE_MAX];
    uint32_t face_count;
    bool unseen; /* there is a ? for the dice */
    uint64_t hash;
} told;

static bool read_action_text(reader *in, told *line)
{
    gg_scan *scan = &in->scan;
    line->forced = gg_scan_char(scan, '[');
    line->side = GG_NOBODY;
    if (gg_scan_is(scan, "blue")) line->side = GG_BLUE;
    else if (gg_scan_is(scan, "red")) line->side = GG_RED;
    gg_scan_spaces(scan);
    const char *here = scan->text + scan->at;
    line->action_at = scan->at;
    size_t length = strcspn(here, line->forced ? "]\n" : "\n");
    for (size_t i = 0; !line->forced && i + 1 < length; i++)
        if (here[i] == ' ' && here[i + 1] == ':') length = i;
    if (length == 0 || length >= sizeof line->action) return unreadable(in, "expected an action");
    memcpy(line->action, here, length);
    line->action[length] = '\0';
    scan->at += (uint32_t)length;
    if (line->forced && !gg_scan_char(scan, ']')) return unreadable(in, "expected ]");
    return true;
}

/* As far as the # before the hash. */
static bool read_line(reader *in, told *line, uint32_t number)
{
    gg_scan *scan = &in->scan;
    int64_t value;
    if (!gg_scan_int(scan, number, number, &value))
        return unreadable(in, "expected the number of the next action");
    gg_scan_spaces(scan);
    if (!read_action_text(in, line)) return false;
    gg_scan_spaces(scan);
    if (!gg_scan_char(scan, ':')) return unreadable(in, "expected : and the dice");
    gg_scan dice = *scan;
    gg_scan_spaces(&dice);
    line->dice_at = dice.at;
    line->face_count = 0;
    while (gg_scan_spaces(scan) && gg_scan_int(scan, 1, GG_DIE_SIDES_MAX, &value)) {
        if (line->face_count == FACES_PER_LINE_MAX) return unreadable(in, "too many dice");
        line->faces[line->face_count++] = (uint8_t)value;
    }
    line->unseen = line->face_count == 0 && gg_scan_char(scan, '?');
    gg_scan_spaces(scan);
    return gg_scan_char(scan, '#') || unreadable(in, "expected a die or # and the hash");
}

static bool read_hash(reader *in, told *line)
{
    gg_scan *scan = &in->scan;
    gg_scan_spaces(scan);
    line->hash_at = scan->at;
    if (!read_hex(scan, &line->hash) || scan->at != line->hash_at + GG_HASH_DIGITS)
        return unreadable(in, "expected a hash of sixteen hexadecimal digits");
    return end_line(in);
}

static void tell_faces(char *out, const uint8_t *faces, uint32_t count)
{
    gg_text text = gg_text_over(out, GG_ACTION_TEXT_MAX);
    gg_put(&text, "dice");
    for (uint32_t i = 0; i < count; i++) {
        gg_put_char(&text, ' ');
        gg_put_int(&text, faces[i]);
    }
    if (count == 0) gg_put(&text, " none");
}

/* Is the hash that of the position after the action, and of its faces? */
static bool agrees(reader *in, const told *line, const uint8_t *faces)
{
    const gg_match *match = in->match;
    in->hash = gg_state_hash_after(&in->hasher, match->scratch, in->hash, match->state);
    const uint64_t hash = gg_entry_hash(in->hash, faces, line->face_count);
    if (hash == line->hash) return true;
    gg_text expected = gg_text_over(in->trouble.expected, GG_ACTION_TEXT_MAX);
    gg_text found = gg_text_over(in->trouble.found, GG_ACTION_TEXT_MAX);
    gg_put(&expected, "hash ");
    gg_put_hex(&expected, hash, GG_HASH_DIGITS);
    gg_put(&found, "hash ");
    gg_put_hex(&found, line->hash, GG_HASH_DIGITS);
    in->scan.at = line->hash_at;
    return untrue(in, "the hash does not fit the position after this action");
}

/* With a seed the dice must be those it gives; without, those of the line must do exactly. */
static bool play_line(reader *in, const told *line, const gg_action *action)
{
    gg_match *match = in->match;
    if (!in->has_seed) match->dice = gg_dice_scripted(line->faces, line->face_count);
    gg_match_clear_log(match); /* nobody is told, and a full log is slow */
    gg_match_answer answer = gg_match_do(match, line->side, action, &in->trouble.verdict);
    switch (answer) {
    case GG_MATCH_DONE: break;
    case GG_MATCH_REFUSED: return untrue(in, "the rules refuse this action");
    case GG_MATCH_NOT_NOW: return untrue(in, "it is not this side's decision");
    case GG_MATCH_FULL: return untrue(in, "the game goes on for longer than its rules allow");
    case GG_MATCH_DICE:
        in->scan.at = line->dice_at;
        return untrue(in, "the dice of this line do not do for its action");
    }
    gg_entry *entry = &match->entries[match->entry_count - 1];
    entry->forced = line->forced;
    const uint8_t *faces = match->faces + entry->face_first;
    if (entry->face_count != line->face_count
        || memcmp(faces, line->faces, line->face_count) != 0) {
        tell_faces(in->trouble.expected, faces, entry->face_count);
        tell_faces(in->trouble.found, line->faces, line->face_count);
        in->scan.at = line->dice_at;
        return untrue(in, in->has_seed ? "the seed gives other dice" : "dice are left over");
    }
    return in->format == 1 || agrees(in, line, faces);
}

/* Past the position after an action, which is for who cannot play it again; the hash of all lines
 * vouches for it. */
static bool pass_stands(reader *in)
{
    gg_record_part *part = &in->trouble.part;
    int64_t after;
    in->stands_at = 0;
    while (line_is(in, "stands")) { /* again where a game went on and no action was passed over */
        gg_scan_is(&in->scan, "stands");
        gg_scan_spaces(&in->scan);
        if (gg_scan_int(&in->scan, 0, in->told - 1, &after)) {
            part->undone = in->told - (uint32_t)after;
            part->undone_last = in->told;
        }
        in->stands_at = in->scan.at;
        if (!pass_position(in)) return false;
    }
    return true;
}

static bool read_and_play(reader *in)
{
    told line;
    gg_action action;
    in->differs = false;
    if (!read_line(in, &line, in->told + 1) || !read_hash(in, &line)) return false;
    uint32_t next = in->scan.at;
    in->scan.at = line.dice_at;
    if (line.unseen) return unreadable(in, "dice may be left out only after a line hidden");
    in->differs = true;
    memset(&action, 0, sizeof action);
    gg_error error = gg_read_action(in->rules, in->match->state, line.action, &action);
    in->scan.at = line.action_at + error.at; /* trouble from here on belongs to the action */
    if (error.text != NULL) return unreadable(in, error.text);
    if (!play_line(in, &line, &action)) return false;
    in->scan.at = next;
    in->told++;
    return pass_stands(in);
}

/* ---- Rules that were corrected. ---- */

/* The match begins anew at the position that stands there; what led to it is its past.  False, and
 * nothing has changed: this program cannot read it. */
static bool begin_again(reader *in, uint32_t at)
{
    _Alignas(max_align_t) char room[GG_STATE_BYTES_MAX];
    const gg_record_trouble before = in->trouble;
    const gg_scan after = in->scan;
    gg_match *match = in->match;
    in->scan.at = at;
    if (!read_position(in, (gg_state *)room)) {
        in->trouble = before;
        in->scan = after;
        return false;
    }
    gg_match_begin_at(match, in->rules, in->memory, (gg_state *)room, gg_dice_random(0));
    if (in->has_scenario && in->scenario < in->rules->scenario_count)
        match->names = in->rules->scenarios[in->scenario].position;
    memcpy(match->seats, in->seats, sizeof in->seats);
    match->past = in->scan.text;
    match->past_bytes = in->scan.at;
    match->past_count = in->told;
    match->past_version = in->version;
    in->hash = gg_match_hash(match);
    in->has_seed = false; /* nobody knows how many dice led here */
    in->trouble.part.behind = 0;
    return true;
}

/* The actions that were played from its start on end here. */
static void end_first_stretch(reader *in, uint32_t at)
{
    gg_record_part *part = &in->trouble.part;
    if (part->shown_at != 0) return;
    part->verified = in->told;
    part->shown_at = at;
}

/* An action comes out otherwise than it stands there.  If rules were corrected since it was played,
 * it is passed over with all that follow it, as far as the next position. */
static bool pass_corrected(reader *in, uint32_t line_at, uint32_t plies)
{
    gg_record_part *part = &in->trouble.part;
    gg_match *match = in->match;
    told line;
    if (!in->differs || gg_corrections_since(in->rules, in->version)->id == NULL) return false;
    in->trouble = (gg_record_trouble){.part = *part};
    end_first_stretch(in, line_at);
    if (!part->is_corrected) part->version = in->version;
    part->is_corrected = true;
    part->behind_at = line_at;
    if (match->past_count + match->entry_count > in->told) gg_match_forget_last(match);
    in->scan.at = line_at;
    while (starts_action(in) && in->told < plies) {
        if (!read_line(in, &line, in->told + 1) || !read_hash(in, &line)) return false;
        in->told++;
        part->behind++;
        if (!pass_stands(in)) return false;
        if (in->stands_at != 0 && begin_again(in, in->stands_at)) return true;
    }
    return true;
}

/* From the position above the game went on by another version. */
static bool read_rules_line(reader *in)
{
    int64_t version;
    const gg_scan begins = in->scan;
    gg_scan_is(&in->scan, "rules");
    gg_scan_spaces(&in->scan);
    const uint32_t at = in->scan.at;
    if (!gg_scan_int(&in->scan, in->version + 1, in->rules->version, &version)) {
        in->scan.at = at;
        return unreadable(in, "expected a later version of the rules that this program has");
    }
    in->scan = begins;
    if (in->stands_at == 0 || !begin_again(in, in->stands_at))
        return unreadable(in, "expected the position from which the game went on");
    end_first_stretch(in, begins.at);
    in->version = (uint32_t)version;
    in->scan.at += (uint32_t)strcspn(in->scan.text + in->scan.at, "\n");
    if (!end_line(in)) return false;
    if (!gg_scan_is(&in->scan, "seed")) return true;
    if (!read_seed(in)) return false;
    in->match->dice = gg_dice_random(in->seed);
    in->match->seed = in->seed;
    return in->match->has_seed = true;
}

/* All actions that lie open, as far as that many. */
static bool read_actions(reader *in, uint32_t plies)
{
    for (;;) {
        const uint32_t at = in->scan.at;
        if (in->told >= plies) return true;
        if (line_is(in, "rules")) {
            if (!read_rules_line(in)) return false;
        } else if (!starts_action(in)) {
            return true;
        } else if (!read_and_play(in) && !pass_corrected(in, at, plies)) {
            return false;
        }
    }
}

const gg_correction *gg_corrections_since(const gg_ruleset *rules, uint32_t version)
{
    const gg_correction *row = rules->corrections;
    while (row->id != NULL && row->version <= version) row++;
    return row;
}

void gg_put_played_by(gg_text *out, const gg_record_part *part)
{
    gg_put_words(out, "Played by version %d; ", part->version);
    if (part->verified == 0) gg_put(out, "shown as recorded.");
    else
        gg_put_words(out, "verified up to action %d; from there on shown as recorded.",
                     part->verified);
    if (part->undone == 1) gg_put_words(out, " Action %d no longer counts.", part->undone_last);
    if (part->undone > 1)
        gg_put_words(out, " Actions %d to %d no longer count.",
                     part->undone_last - part->undone + 1, part->undone_last);
}

/* ---- What one side knows of what is not opened yet. ---- */

/* Nothing here can be proved: the actions do not stand on a position that this side knows. */
static bool read_known_lines(reader *in)
{
    gg_record_part *known = &in->trouble.part;
    told line;
    while (starts_action(in)) {
        if (!read_line(in, &line, known->told + 1)) return false;
        if (!end_line(in)) return false; /* there is no hash */
        known->told++;
    }
    return true;
}

/* The match then begins at what the side sees now. */
static bool read_hidden(reader *in, uint32_t plies)
{
    gg_record_part *known = &in->trouble.part;
    if (!known->is_part)
        return unreadable(in, "expected an action: only one side's part hides any");
    const uint32_t at = in->scan.at;
    gg_scan_is(&in->scan, "hidden");
    if (!end_line(in)) return false;
    known->hides = true;
    known->lines_at = in->scan.at;
    if (!read_known_lines(in)) return false;
    if (plies != UINT32_MAX && plies < known->told) {
        in->scan.at = at;
        return unreadable(in, "what lies between here and the present position is not open yet");
    }
    if (!gg_scan_is(&in->scan, "present")) return unreadable(in, "expected present");
    if (!begin_at_position(in)) return false;
    if (in->has_scenario) /* its names are known to everybody */
        in->match->names = in->rules->scenarios[in->scenario].position;
    memcpy(in->match->seats, in->seats, sizeof in->seats);
    return true;
}

/* ---- The end. ---- */

static bool read_result(reader *in)
{
    gg_turn turn = gg_match_turn(in->match);
    char result[64];
    gg_text text = gg_text_over(result, sizeof result);
    gg_put_words(&text, "%s %s", turn.winner == GG_NOBODY ? "draw" : gg_side_name(turn.winner),
                 gg_clause_number(in->rules, turn.clause));
    char found[GG_ACTION_TEXT_MAX];
    uint32_t at = in->scan.at;
    if (!read_rest(in, found, sizeof found)) return false;
    if (in->trouble.part.is_corrected || (turn.over && strcmp(result, found) == 0))
        return end_line(in); /* what was played by earlier rules ended by them */
    memcpy(in->trouble.expected, turn.over ? result : "no result yet",
           turn.over ? text.count + 1 : 14);
    memcpy(in->trouble.found, found, sizeof found);
    in->scan.at = at;
    return untrue(in, "the game did not end like this");
}

/* After the number of actions, if it is there. */
static bool read_text_hash(reader *in, uint64_t hash)
{
    uint64_t found;
    gg_scan_spaces(&in->scan);
    if (gg_scan_line_ends(&in->scan)) return true;
    const uint32_t digits = in->scan.at;
    if (!read_hex(&in->scan, &found) || in->scan.at != digits + GG_HASH_DIGITS)
        return unreadable(in, "expected a hash of sixteen hexadecimal digits");
    return found == hash
           || untrue(in, "something above is not as it was written: the hash of all"
                         " lines does not fit");
}

static bool read_end(reader *in)
{
    int64_t count;
    if (gg_scan_is(&in->scan, "result")) {
        if (!read_result(in)) return false;
    } else if (in->trouble.part.behind == 0 && gg_match_turn(in->match).over) {
        return untrue(in, "the game is over here, and the record does not say so");
    }
    const uint64_t hash = gg_record_hash(in->scan.text, in->scan.at);
    if (!gg_scan_is(&in->scan, "end"))
        return unreadable(in, "the record breaks off before its end line");
    gg_scan_spaces(&in->scan);
    const uint32_t all = in->trouble.part.told;
    if (!gg_scan_int(&in->scan, all, all, &count))
        return unreadable(in, "actions are missing: the end line names another number");
    return read_text_hash(in, hash) && end_line(in)
           && (!gg_scan_next_line(&in->scan)
               || unreadable(in, "expected nothing after the end line"));
}

gg_record_trouble gg_record_replay(gg_match *match, const gg_ruleset *rules, void *memory,
                                   const char *text, uint32_t plies)
{
    reader in;
    memset(&in, 0, offsetof(reader, hasher)); /* which is large, and made when it is needed */
    in.scan = gg_scan_over(text);
    in.match = match;
    in.rules = rules;
    in.memory = memory;
    for (int i = 0; i < GG_OPTIONS_MAX; i++) in.options[i] = GG_OPTION_UNSET;
    bool good = read_heading(&in) && read_actions(&in, plies);
    in.trouble.part.open = in.trouble.part.told = good ? in.told : 0;
    if (good) end_first_stretch(&in, in.scan.at);
    good = good && in.told < plies;
    if (good && line_is(&in, "hidden")) good = read_hidden(&in, plies);
    if (good) read_end(&in);
    if (in.trouble.text != NULL)
        gg_text_place(text, in.trouble.at, &in.trouble.line, &in.trouble.column);
    return in.trouble;
}
