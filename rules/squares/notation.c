/*
 * notation.c - positions and actions as text, read and written.
 *
 * A position is one thing per line (or between semicolons), `#` begins a comment, and later
 * lines override earlier ones.  What has an obvious value need not be written, so the writer
 * leaves out whatever the reader would work out by itself: both ask defaults_of().
 * docs/notation.md describes it for people.
 */
#include "ground.h"

#include <string.h>

extern const gg_ruleset squares_rules;

/* ---- Words. ---- */

static const char *const phase_words[PHASES] = {
    [PHASE_TERRAIN] = "terrain", [PHASE_ARMY] = "army",   [PHASE_DESIGNATE] = "designate",
    [PHASE_DEPLOY] = "deploy",   [PHASE_FIRST] = "first", [PHASE_ROLL] = "roll",
    [PHASE_ACT] = "act",         [PHASE_OVER] = "over",
};

static const char *const action_words[ACTION_KINDS] = {
    [ACTION_DEAL] = "deal",
    [ACTION_ARMIES] = "armies",
    [ACTION_FIRST] = "first",
    [ACTION_ROLL] = "roll",
    [ACTION_DESIGNATE] = "designate",
    [ACTION_DEPLOY] = "deploy",
    [ACTION_ACT] = "act",
    [ACTION_END] = "end",
    [ACTION_RESIGN] = "resign",
};

static const char *const token_words[TOKENS] = {
#define TOKEN(id, meaning, who, clause) #id,
#include "tokens.def"
#undef TOKEN
};

static const char *const fight_words[FIGHTS] = {
    [FIGHT_NONE] = "none",       [FIGHT_ATTACK] = "attack",   [FIGHT_SHOOT] = "shoot",
    [FIGHT_SHOOT_N] = "shoot:N", [FIGHT_SHOOT_E] = "shoot:E", [FIGHT_SHOOT_S] = "shoot:S",
    [FIGHT_SHOOT_W] = "shoot:W",
};

static const char *const form_words[FORMS] = {
    [FORM_BLOCK] = "block",
    [FORM_LINE] = "line",
    [FORM_COLUMN] = "column",
    [FORM_SQUARE] = "square",
};

static const char *const facing_words[FACINGS] = {
    [NORTH] = "N",
    [EAST] = "E",
    [SOUTH] = "S",
    [WEST] = "W",
};

/* A piece that is not on the board has one of these in place of square and facing. */
static const char *const status_words[] = {
    [STATUS_NONE] = "",           [STATUS_UNPLACED] = "unplaced", [STATUS_ON_BOARD] = "",
    [STATUS_REMOVED] = "removed", [STATUS_LEFT] = "left",
};
enum { STATUSES = sizeof status_words / sizeof status_words[0] };

static const char *const ended_words[] = {
    [ENDED_NOT] = "",
    [ENDED_TWICE] = "twice",
    [ENDED_LIMIT] = "limit",
    [ENDED_RESIGN] = "resign",
};
enum { ENDINGS = sizeof ended_words / sizeof ended_words[0] };

static const char *const ground_words[GROUNDS] = {
    [GROUND_OPEN] = "open",     [GROUND_HILL] = "hill",       [GROUND_HILL2] = "hill2",
    [GROUND_WOOD] = "wood",     [GROUND_VILLAGE] = "village", [GROUND_RIVER] = "river",
    [GROUND_BRIDGE] = "bridge",
};

static const char ground_letters[GROUNDS] = {
#define GROUND(id, letter, close_order, skirmishers, horse, guns, level, cover, slow, hides, role, \
               clause)                                                                             \
    [GROUND_##id] = letter,
#include "ground.def"
#undef GROUND
};

static const char *const kind_words[KINDS] = {
#define KIND(id, name, ...) [KIND_##id] = name,
#include "units.def"
#undef KIND
};

static const char *const option_words[OPTIONS] = {
#define OPTION(id, standard, low, high, step, clause, text) [OPT_##id] = #id,
#include "options.def"
#undef OPTION
};

static const int16_t option_standards[OPTIONS] = {
#define OPTION(id, standard, low, high, step, clause, text) [OPT_##id] = standard,
#include "options.def"
#undef OPTION
};

static const char rank_letters[] = "A23456789TJQK", suit_letters[] = "CDHS";
static const char pool_letters[ARMS] = {[ARM_I] = 'I', [ARM_A] = 'A', [ARM_C] = 'C'};
static const arm pool_order[ARMS] = {ARM_I, ARM_C, ARM_A};

enum { WORD = 32 }; /* room for any one word */

/* The row of a word in a table of words, or -1. */
static int row_of_word(const char *word, const char *const *words, int count)
{
    for (int row = 0; row < count; row++)
        if (words[row][0] != '\0' && strcmp(word, words[row]) == 0) return row;
    return -1;
}

/* ---- Names and places, written. ---- */

void squares_write_unit(const gg_state *state, gg_unit unit, gg_text *out)
{
    if (unit >= PIECES) {
        gg_put(out, "-");
        return;
    }
    const piece *it = &state->pieces[unit];
    gg_put_char(out, side_of(unit) == GG_BLUE ? 'A' : 'B');
    gg_put_int(out, it->number);
    if (it->detachment != 0) gg_put_char(out, (char)('a' + it->detachment - 1));
}

void squares_write_place(gg_point at, gg_text *out)
{
    if (at.x < 0 || at.x >= SIDE || at.y < 0 || at.y >= SIDE) {
        gg_put(out, "-");
        return;
    }
    gg_put_char(out, (char)('a' + at.x));
    gg_put_int(out, at.y + 1);
}

static void put_square(gg_text *out, uint8_t square)
{
    gg_point at = {-1, -1};
    if (square < BOARD) at = (gg_point){column_of(square), row_of(square)};
    squares_write_place(at, out);
}

static void put_card(gg_text *out, card c)
{
    if (is_joker(c)) {
        gg_put(out, c == PLAIN_CARDS ? "*R" : "*B");
        return;
    }
    gg_put_char(out, rank_letters[rank_of(c)]);
    gg_put_char(out, suit_letters[suit_of(c)]);
}

/* ---- What need not be written. ---- */

/* Units of an arm on the board: detachments of one battalion are one (SQ-R16). */
static int units_of_arm(const gg_state *state, gg_side side, arm which)
{
    bool each_counts = state->options[OPT_skirmish_units] == DETACHMENTS;
    uint32_t seen = 0;
    int units = 0;
    for (int i = 0; i < state->piece_count[side]; i++) {
        const piece *it = &state->pieces[side * UNITS + i];
        if (it->status != STATUS_ON_BOARD || arm_of((kind)it->kind) != which) continue;
        uint32_t bit = it->detachment == 0 || each_counts ? 0 : UINT32_C(1) << it->number;
        units += (seen & bit) == 0;
        seen |= bit;
    }
    return units;
}

/* The figures that follow from the rest of the position unless a line says otherwise. */
typedef struct defaults {
    uint8_t first, pool[ARMS], start_units[2];
    int16_t start_points[2];
} defaults;

static defaults defaults_of(const gg_state *state)
{
    defaults out = {.first = GG_BLUE};
    if (state->phase >= PHASE_ROLL)
        out.first = state->turn_in_round == 1 ? state->side : (uint8_t)(1 - state->side);
    for (int which = 0; which < ARMS && state->phase == PHASE_ACT; which++)
        out.pool[which] = (uint8_t)units_of_arm(state, state->side, (arm)which);
    for (int side = 0; side < 2 && state->phase >= PHASE_FIRST; side++) {
        out.start_units[side] = (uint8_t)sq_active_units(state, (gg_side)side);
        out.start_points[side] = (int16_t)sq_strength_points(state, (gg_side)side);
    }
    return out;
}

/* SQ-R57; before the battle there are none. */
static uint8_t default_dice(const gg_state *state, int side)
{
    if (state->phase < PHASE_FIRST) return 0;
    int dice = state->options[OPT_activation_dice];
    return (uint8_t)(dice != 0 ? dice : (state->start_units[side] + 1) / 2);
}

/* ---- Writing a position. ---- */

static void put_line(gg_text *out, const char *word, const char *value)
{
    gg_put(out, word);
    gg_put_char(out, ' ');
    gg_put(out, value);
    gg_put_char(out, '\n');
}

static void put_number_line(gg_text *out, const char *word, int number)
{
    gg_put(out, word);
    gg_put_char(out, ' ');
    gg_put_int(out, number);
    gg_put_char(out, '\n');
}

static void write_options(const gg_state *state, gg_text *out)
{
    for (int row = 0; row < OPTIONS; row++) {
        if (state->options[row] == option_standards[row]) continue;
        gg_put(out, "option ");
        gg_put(out, option_words[row]);
        gg_put_char(out, '=');
        gg_put_int(out, state->options[row]);
        gg_put_char(out, '\n');
    }
}

static void write_pool(const gg_state *state, gg_text *out)
{
    gg_put(out, "pool");
    for (int i = 0; i < ARMS; i++) {
        gg_put_char(out, ' ');
        gg_put_char(out, pool_letters[pool_order[i]]);
        gg_put_int(out, state->pool[pool_order[i]]);
    }
    gg_put_char(out, '\n');
}

static void write_start(const gg_state *state, const defaults *usual, int side, gg_text *out)
{
    if (state->start_units[side] != usual->start_units[side]
        || state->start_points[side] != usual->start_points[side]) {
        gg_put(out, side == GG_BLUE ? "start blue " : "start red ");
        gg_put_int(out, state->start_units[side]);
        gg_put_char(out, ' ');
        gg_put_int(out, state->start_points[side]);
        gg_put_char(out, '\n');
    }
    if (state->dice_n[side] != default_dice(state, side))
        put_number_line(out, side == GG_BLUE ? "dice blue" : "dice red", state->dice_n[side]);
}

static void write_set_up(const gg_state *state, gg_text *out)
{
    if (state->first_given != 0)
        put_line(out, "first_given", gg_side_name((gg_side)(state->first_given - 1)));
    if (state->ground_given) put_line(out, "given", "ground");
    if (state->armies_given) put_line(out, "given", "armies");
    for (int side = 0; side < 2; side++)
        if (state->designated[side]) put_line(out, "designated", gg_side_name((gg_side)side));
}

static void write_turn(const gg_state *state, gg_text *out)
{
    defaults usual = defaults_of(state);
    put_line(out, "phase", phase_words[state->phase]);
    put_line(out, "turn", gg_side_name(state->side));
    if (state->first != usual.first) put_line(out, "first", gg_side_name(state->first));
    write_set_up(state, out);
    if (state->phase >= PHASE_ROLL || state->round != 1 || state->turn_in_round != 1) {
        gg_put(out, "round ");
        gg_put_int(out, state->round);
        put_number_line(out, "", state->turn_in_round);
    }
    if (state->phase == PHASE_ACT || memcmp(state->pool, usual.pool, sizeof usual.pool) != 0)
        write_pool(state, out);
    if (state->quiet != 0) put_number_line(out, "quiet", state->quiet);
    if (state->lost_this_round != 0) put_number_line(out, "lost", state->lost_this_round);
    for (int side = 0; side < 2; side++)
        write_start(state, &usual, side, out);
    if (state->result != ENDED_NOT) {
        gg_put(out, "result ");
        put_line(out, state->winner == GG_NOBODY ? "draw" : gg_side_name(state->winner),
                 ended_words[state->result]);
    }
}

static bool has_last(const gg_state *state)
{
    return state->last_who != GG_NO_UNIT || state->last_from != NO_SQUARE
           || state->last_to != NO_SQUARE || state->last_target != NO_SQUARE
           || state->last_fight != FIGHT_NONE;
}

/* last A1 d3 d4 attack d5: who, from, to, fight, at what square; - where there is none. */
static void write_last(const gg_state *state, gg_text *out)
{
    if (!has_last(state)) return;
    gg_put(out, "last ");
    squares_write_unit(state, state->last_who, out);
    gg_put_char(out, ' ');
    put_square(out, state->last_from);
    gg_put_char(out, ' ');
    put_square(out, state->last_to);
    gg_put_char(out, ' ');
    gg_put(out, fight_words[state->last_fight]);
    gg_put_char(out, ' ');
    put_square(out, state->last_target);
    gg_put_char(out, '\n');
}

static void write_cards(const gg_state *state, gg_text *out)
{
    if (!state->deck_given) return;
    gg_put(out, "cards");
    for (int i = 0; i < CARDS; i++) {
        if (state->deck[i] == 0) break; /* a pack has no gaps */
        gg_put_char(out, ' ');
        put_card(out, (card)(state->deck[i] - 1));
    }
    gg_put_char(out, '\n');
}

static void write_ground(const gg_state *state, gg_text *out)
{
    bool plain = true;
    for (int s = 0; s < BOARD; s++)
        plain = plain && state->ground[s] == GROUND_OPEN;
    if (!plain) gg_put(out, "map\n");
    for (int row = SIDE; row >= 1 && !plain; row--) {
        if (row < 10) gg_put_char(out, ' ');
        gg_put_int(out, row);
        gg_put_char(out, ' ');
        for (int column = 0; column < SIDE; column++)
            gg_put_char(out, ground_letters[state->ground[column + SIDE * (row - 1)]]);
        gg_put_char(out, '\n');
    }
    if (state->river_count == 0) return;
    gg_put(out, "course");
    for (int i = 0; i < state->river_count; i++) {
        gg_put_char(out, ' ');
        put_square(out, state->river[i]);
    }
    gg_put_char(out, '\n');
}

static void write_place_of(const piece *it, gg_text *out)
{
    if (it->status != STATUS_ON_BOARD) {
        gg_put(out, status_words[it->status]);
        return;
    }
    put_square(out, it->square1);
    if (it->square2 != NO_SQUARE) {
        gg_put_char(out, '+');
        put_square(out, it->square2);
    }
    gg_put_char(out, ' ');
    gg_put(out, it->in_square ? "square" : facing_words[it->facing]);
}

static void write_piece(const gg_state *state, gg_unit who, gg_text *out)
{
    const piece *it = &state->pieces[who];
    squares_write_unit(state, who, out);
    gg_put_char(out, ' ');
    gg_put(out, kind_words[it->kind]);
    gg_put_char(out, ':');
    gg_put_int(out, it->bases);
    gg_put_char(out, ' ');
    write_place_of(it, out);
    if (it->quality != squares_kinds[it->kind].quality) {
        gg_put(out, " quality");
        gg_put_signed(out, it->quality);
    }
    if (it->acted) gg_put(out, " acted");
    if (it->activated) gg_put(out, " activated");
    gg_put_char(out, '\n');
}

void squares_write_state(const gg_state *state, gg_text *out)
{
    gg_put(out, "position squares ");
    gg_put_int(out, squares_rules.version);
    gg_put_char(out, '\n');
    write_options(state, out);
    if (state->practice) gg_put(out, "practice\n");
    write_turn(state, out);
    write_last(state, out);
    write_cards(state, out);
    write_ground(state, out);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < state->piece_count[side]; i++)
            write_piece(state, (gg_unit)(side * UNITS + i), out);
}

/* ---- Reading: single things.  Each passes the blanks before it. ---- */

static gg_error read_word(gg_scan *scan, char word[WORD], const char *expected)
{
    gg_scan_spaces(scan);
    if (!gg_scan_word(scan, word, WORD)) return gg_scan_error(scan, expected);
    return gg_fine;
}

static gg_error read_row(gg_scan *scan, const char *const *words, int count, int *row,
                         const char *expected)
{
    char word[WORD];
    gg_scan before = *scan;
    gg_scan_spaces(&before);
    gg_error error = read_word(scan, word, expected);
    if (error.text != NULL) return error;
    *row = row_of_word(word, words, count);
    return *row < 0 ? gg_scan_error(&before, expected) : gg_fine;
}

static gg_error read_number(gg_scan *scan, int low, int high, int *out, const char *expected)
{
    int64_t number;
    gg_scan_spaces(scan);
    if (!gg_scan_int(scan, low, high, &number)) return gg_scan_error(scan, expected);
    *out = (int)number;
    return gg_fine;
}

static gg_error read_side(gg_scan *scan, gg_side *out)
{
    gg_scan_spaces(scan);
    return gg_scan_side(scan, out) ? gg_fine : gg_scan_error(scan, "expected blue or red");
}

/* A square at the start of these letters; returns how many it took, 0 if there is none. */
static int scan_square(const char *text, uint8_t *out)
{
    if (text[0] < 'a' || text[0] > 'l' || text[1] < '1' || text[1] > '9') return 0;
    int row = text[1] - '0', length = 2;
    if (text[2] >= '0' && text[2] <= '9') {
        row = 10 * row + text[2] - '0';
        length = 3;
    }
    if (row > SIDE || (text[length] >= '0' && text[length] <= '9')) return 0;
    *out = (uint8_t)(text[0] - 'a' + SIDE * (row - 1));
    return length;
}

static gg_error read_square(gg_scan *scan, uint8_t *out)
{
    static const char expected[] = "expected a square, a1 to l12";
    char word[WORD];
    gg_scan_spaces(scan);
    gg_scan before = *scan;
    gg_error error = read_word(scan, word, expected);
    if (error.text != NULL) return error;
    int length = scan_square(word, out);
    if (length == 0 || word[length] != '\0') return gg_scan_error(&before, expected);
    return gg_fine;
}

/* A square, or - for none. */
static gg_error read_square_or_none(gg_scan *scan, uint8_t *out)
{
    gg_scan_spaces(scan);
    if (!gg_scan_char(scan, '-')) return read_square(scan, out);
    *out = NO_SQUARE;
    return gg_fine;
}

typedef struct name {
    gg_side side;
    uint8_t number, detachment;
} name;

/* A1, B12, A5c: false if the word is no such name. */
static bool is_name(const char *word, name *out)
{
    if (word[0] != 'A' && word[0] != 'B') return false;
    int number = 0, at = 1;
    for (; word[at] >= '0' && word[at] <= '9' && at < 4; at++)
        number = 10 * number + word[at] - '0';
    if (number < 1 || number > UNITS) return false;
    out->side = word[0] == 'A' ? GG_BLUE : GG_RED;
    out->number = (uint8_t)number;
    out->detachment = 0;
    if (word[at] >= 'a' && word[at] < 'a' + DETACHMENTS)
        out->detachment = (uint8_t)(word[at++] - 'a' + 1);
    return word[at] == '\0' && word[1] != '0';
}

static gg_unit find_piece(const gg_state *state, const name *it)
{
    for (int i = 0; i < state->piece_count[it->side]; i++) {
        const piece *that = &state->pieces[it->side * UNITS + i];
        if (that->number == it->number && that->detachment == it->detachment)
            return (gg_unit)(it->side * UNITS + i);
    }
    return GG_NO_UNIT;
}

static gg_error read_piece_name(gg_scan *scan, const gg_state *state, gg_unit *out)
{
    char word[WORD];
    name called;
    gg_scan_spaces(scan);
    gg_scan before = *scan;
    gg_error error = read_word(scan, word, "expected a piece such as A1");
    if (error.text != NULL) return error;
    if (!is_name(word, &called))
        return gg_scan_error(&before, "expected a piece such as A1 or B5a");
    *out = find_piece(state, &called);
    if (*out == GG_NO_UNIT) return gg_scan_error(&before, "no such piece in this position");
    return gg_fine;
}

/* JS, TD, *R: false if the letters are no card. */
static bool is_card(const char *word, card *out)
{
    if (word[0] == '\0' || word[1] == '\0' || word[2] != '\0') return false;
    if (word[0] == '*' && (word[1] == 'R' || word[1] == 'B')) {
        *out = (card)(PLAIN_CARDS + (word[1] == 'B'));
        return true;
    }
    const char *rank = strchr(rank_letters, word[0]), *suit = strchr(suit_letters, word[1]);
    if (rank == NULL || suit == NULL) return false;
    *out = (card)((suit - suit_letters) * RANKS + (rank - rank_letters));
    return true;
}

static gg_error read_card(gg_scan *scan, card *out)
{
    static const char expected[] = "expected a card such as JS, TD or *R";
    char word[WORD];
    gg_scan_spaces(scan);
    gg_scan before = *scan;
    gg_error error = read_word(scan, word, expected);
    if (error.text != NULL) return error;
    return is_card(word, out) ? gg_fine : gg_scan_error(&before, expected);
}

/* ---- Reading a position, line by line. ---- */

typedef struct reader {
    gg_scan scan;
    gg_state state;
    bool has_first, has_pool, has_start[2], has_dice[2];
    bool fill_deck;            /* the named cards are only some of those dealt */
    uint32_t piece_at[PIECES]; /* where each piece was named, for complaints */
    uint32_t cards_at, phase_at, last_at;
    bool has_last;
    name last; /* who acted last: the pieces come later in the text */
} reader;

static gg_error read_heading(reader *in)
{
    static const char expected[] = "expected the name of this game, squares";
    char word[WORD];
    gg_scan_spaces(&in->scan);
    gg_scan before = in->scan;
    gg_error error = read_word(&in->scan, word, expected);
    if (error.text != NULL) return error;
    if (strcmp(word, squares_rules.name) != 0) return gg_scan_error(&before, expected);
    gg_scan_spaces(&in->scan);
    if (gg_scan_line_ends(&in->scan)) return gg_fine;
    int version = (int)squares_rules.version;
    return read_number(&in->scan, version, version, &version,
                       "this version of the game is not known here");
}

static gg_error read_option(reader *in)
{
    uint32_t row;
    int32_t value;
    gg_scan_spaces(&in->scan);
    gg_error error = gg_scan_option(&in->scan, &squares_rules, &row, &value);
    if (error.text == NULL) in->state.options[row] = (int16_t)value;
    return error;
}

static gg_error read_practice(reader *in)
{
    in->state.practice = 1;
    return gg_fine;
}

static gg_error read_phase(reader *in)
{
    int row = 0;
    in->phase_at = in->scan.at;
    gg_error error =
        read_row(&in->scan, phase_words, PHASES, &row,
                 "expected terrain, army, designate, deploy, first, roll, act or over");
    if (error.text == NULL) in->state.phase = (uint8_t)row;
    return error;
}

static gg_error read_turn(reader *in)
{
    return read_side(&in->scan, &in->state.side);
}

static gg_error read_first(reader *in)
{
    in->has_first = true;
    return read_side(&in->scan, &in->state.first);
}

static gg_error read_first_given(reader *in)
{
    gg_side side = GG_BLUE;
    gg_error error = read_side(&in->scan, &side);
    in->state.first_given = (uint8_t)(side + 1);
    return error;
}

static gg_error read_round(reader *in)
{
    int round = 1, turn = 1;
    gg_error error =
        read_number(&in->scan, 1, UINT16_MAX, &round, "expected the number of the round");
    if (error.text != NULL) return error;
    in->state.round = (uint16_t)round;
    gg_scan_spaces(&in->scan);
    if (!gg_scan_line_ends(&in->scan))
        error = read_number(&in->scan, 1, 2, &turn, "expected the turn in the round, 1 or 2");
    in->state.turn_in_round = (uint8_t)turn;
    return error;
}

static gg_error read_pool(reader *in)
{
    enum { MOST = 99 };
    memset(in->state.pool, 0, sizeof in->state.pool);
    in->has_pool = true;
    for (;;) {
        gg_scan_spaces(&in->scan);
        if (gg_scan_line_ends(&in->scan)) return gg_fine;
        int which = 0, dice = 0;
        while (which < ARMS && !gg_scan_char(&in->scan, pool_letters[which]))
            which++;
        if (which == ARMS) return gg_scan_error(&in->scan, "expected dice such as I2, C1 or A0");
        gg_error error = read_number(&in->scan, 0, MOST, &dice, "expected a number of dice");
        if (error.text != NULL) return error;
        in->state.pool[which] = (uint8_t)dice;
    }
}

static gg_error read_quiet(reader *in)
{
    int rounds = 0;
    gg_error error = read_number(&in->scan, 0, UINT8_MAX, &rounds, "expected a number of rounds");
    in->state.quiet = (uint8_t)rounds;
    return error;
}

static gg_error read_lost(reader *in)
{
    int lost = 0;
    gg_error error = read_number(&in->scan, 0, UINT8_MAX, &lost, "expected a number of losses");
    in->state.lost_this_round = (uint8_t)lost;
    return error;
}

static gg_error read_start(reader *in)
{
    gg_side side = GG_BLUE;
    int units = 0, points = 0;
    gg_error error = read_side(&in->scan, &side);
    if (error.text == NULL)
        error = read_number(&in->scan, 0, UNITS, &units, "expected a number of units");
    if (error.text == NULL)
        error =
            read_number(&in->scan, 0, INT16_MAX, &points, "expected a number of strength points");
    in->state.start_units[side] = (uint8_t)units;
    in->state.start_points[side] = (int16_t)points;
    in->has_start[side] = true;
    return error;
}

static gg_error read_dice(reader *in)
{
    gg_side side = GG_BLUE;
    int dice = 0;
    gg_error error = read_side(&in->scan, &side);
    if (error.text == NULL)
        error = read_number(&in->scan, 0, UNITS, &dice, "expected a number of dice");
    in->state.dice_n[side] = (uint8_t)dice;
    in->has_dice[side] = true;
    return error;
}

static gg_error read_given(reader *in)
{
    static const char *const things[] = {"ground", "armies"};
    int row = 0;
    gg_error error = read_row(&in->scan, things, 2, &row, "expected ground or armies");
    if (error.text != NULL) return error;
    if (row == 0)
        in->state.ground_given = 1;
    else
        in->state.armies_given = 1;
    return gg_fine;
}

static gg_error read_designated(reader *in)
{
    gg_side side = GG_BLUE;
    gg_error error = read_side(&in->scan, &side);
    if (error.text == NULL) in->state.designated[side] = 1;
    return error;
}

static gg_error read_result(reader *in)
{
    gg_side winner = GG_NOBODY;
    int row = 0;
    gg_scan_spaces(&in->scan);
    if (!gg_scan_is(&in->scan, "draw") && !gg_scan_side(&in->scan, &winner))
        return gg_scan_error(&in->scan, "expected blue, red or draw");
    gg_error error =
        read_row(&in->scan, ended_words, ENDINGS, &row, "expected twice, limit or resign");
    in->state.winner = winner;
    in->state.result = (uint8_t)row;
    return error;
}

static gg_error read_last_name(reader *in)
{
    static const char expected[] = "expected a piece such as A1, or -";
    char word[WORD];
    gg_scan_spaces(&in->scan);
    in->last_at = in->scan.at;
    in->has_last = !gg_scan_char(&in->scan, '-');
    if (!in->has_last) return gg_fine;
    gg_error error = read_word(&in->scan, word, expected);
    if (error.text != NULL || is_name(word, &in->last)) return error;
    return (gg_error){expected, in->last_at};
}

static gg_error read_last(reader *in)
{
    int row = 0;
    gg_error error = read_last_name(in);
    if (error.text == NULL) error = read_square_or_none(&in->scan, &in->state.last_from);
    if (error.text == NULL) error = read_square_or_none(&in->scan, &in->state.last_to);
    if (error.text == NULL)
        error = read_row(&in->scan, fight_words, FIGHTS, &row, "expected none, attack or shoot");
    in->state.last_fight = (uint8_t)row;
    if (error.text == NULL) error = read_square_or_none(&in->scan, &in->state.last_target);
    return error;
}

/* cards JS 2C ...: the pack as it lies. */
static gg_error read_pack(reader *in, int next)
{
    for (; gg_scan_spaces(&in->scan), !gg_scan_line_ends(&in->scan); next++) {
        card c;
        if (next == CARDS) return gg_scan_error(&in->scan, "there are more cards than a pack has");
        gg_error error = read_card(&in->scan, &c);
        if (error.text != NULL) return error;
        in->state.deck[next] = (uint8_t)(c + 1);
    }
    return gg_fine;
}

/* cards 1=JS 8=QH then 6C 7H: some of those dealt, then those drawn after them. */
static gg_error read_some_cards(reader *in)
{
    in->fill_deck = true;
    for (;;) {
        card c;
        int place = 0;
        gg_scan_spaces(&in->scan);
        if (gg_scan_line_ends(&in->scan)) return gg_fine;
        if (gg_scan_is(&in->scan, "then")) return read_pack(in, AREAS);
        gg_error error =
            read_number(&in->scan, 1, AREAS, &place, "expected a place 1 to 36, or then");
        if (error.text != NULL) return error;
        if (!gg_scan_char(&in->scan, '=')) return gg_scan_error(&in->scan, "expected = and a card");
        error = read_card(&in->scan, &c);
        if (error.text != NULL) return error;
        in->state.deck[place - 1] = (uint8_t)(c + 1);
    }
}

/* Is the next word a place with its card, as against a card? */
static bool comes_a_place(gg_scan scan)
{
    int64_t number;
    return gg_scan_is(&scan, "then")
           || (gg_scan_int(&scan, 0, AREAS, &number) && gg_scan_char(&scan, '='));
}

static gg_error read_cards(reader *in)
{
    in->cards_at = in->scan.at;
    memset(in->state.deck, 0, sizeof in->state.deck);
    in->state.deck_given = 1;
    in->fill_deck = false;
    gg_scan_spaces(&in->scan);
    return comes_a_place(in->scan) ? read_some_cards(in) : read_pack(in, 0);
}

static gg_error read_map_row(reader *in, int row)
{
    int number = 0;
    if (!gg_scan_next_line(&in->scan))
        return gg_scan_error(&in->scan, "the map ends early: it has rows 12 to 1");
    gg_error error = read_number(&in->scan, row, row, &number,
                                 "expected the next row of the map, from 12 down to 1");
    if (error.text != NULL) return error;
    gg_scan_spaces(&in->scan);
    for (int column = 0; column < SIDE; column++) {
        int kind_of_ground = 0;
        while (kind_of_ground < GROUNDS && !gg_scan_char(&in->scan, ground_letters[kind_of_ground]))
            kind_of_ground++;
        if (kind_of_ground == GROUNDS)
            return gg_scan_error(&in->scan, "expected twelve map letters: . h H w v ~ =");
        in->state.ground[column + SIDE * (row - 1)] = (uint8_t)kind_of_ground;
    }
    gg_scan_spaces(&in->scan);
    return gg_scan_line_ends(&in->scan)
               ? gg_fine
               : gg_scan_error(&in->scan, "a row of the map has twelve letters");
}

static gg_error read_map(reader *in)
{
    gg_error error = gg_fine;
    gg_scan_spaces(&in->scan);
    if (!gg_scan_line_ends(&in->scan))
        return gg_scan_error(&in->scan, "the rows of the map come on the next lines");
    for (int row = SIDE; row >= 1 && error.text == NULL; row--)
        error = read_map_row(in, row);
    return error;
}

/* The letters under a map are there for the eye. */
static gg_error read_letters(reader *in)
{
    (void)in;
    return gg_fine;
}

static gg_error read_course(reader *in)
{
    memset(in->state.river, 0, sizeof in->state.river);
    in->state.river_count = 0;
    for (; gg_scan_spaces(&in->scan), !gg_scan_line_ends(&in->scan); in->state.river_count++) {
        if (in->state.river_count == BOARD)
            return gg_scan_error(&in->scan, "there are more squares than the board has");
        gg_error error = read_square(&in->scan, &in->state.river[in->state.river_count]);
        if (error.text != NULL) return error;
    }
    return gg_fine;
}

/* hill d5 d6: these squares are so. */
static gg_error read_ground(reader *in, ground what)
{
    do {
        uint8_t square = 0;
        gg_error error = read_square(&in->scan, &square);
        if (error.text != NULL) return error;
        in->state.ground[square] = (uint8_t)what;
        gg_scan_spaces(&in->scan);
    } while (!gg_scan_line_ends(&in->scan));
    return gg_fine;
}

/* ---- Reading a piece. ---- */

static gg_error read_kind(reader *in, piece *it)
{
    int row = 0, bases;
    char word[WORD];
    gg_scan_spaces(&in->scan);
    gg_scan before = in->scan;
    static const char expected[] = "expected a kind and its bases such as inf:4, "
                                   "of inf, guard, consc, skirm, cav, heavy or art";
    gg_error error = read_word(&in->scan, word, expected);
    if (error.text != NULL) return error;
    char *colon = strchr(word, ':');
    if (colon != NULL) *colon = '\0';
    row = row_of_word(word, kind_words, KINDS);
    if (row < 0) return gg_scan_error(&before, expected);
    bases = squares_kinds[row].bases;
    if (colon != NULL && (colon[1] < '0' || colon[1] > '0' + bases || colon[2] != '\0'))
        return gg_scan_error(&before, "that is not a number of bases such a piece can have");
    it->kind = (uint8_t)row;
    it->bases = (uint8_t)(colon != NULL ? colon[1] - '0' : bases);
    it->quality = squares_kinds[row].quality;
    return gg_fine;
}

static gg_error read_squares_and_facing(reader *in, const char *word, uint32_t at, piece *it)
{
    int length = scan_square(word, &it->square1), way = 0;
    if (length > 0 && word[length] == '+') {
        int second = scan_square(word + length + 1, &it->square2);
        length = second == 0 ? 0 : length + 1 + second;
    }
    if (length == 0 || word[length] != '\0')
        return (gg_error){"expected a square such as d3 or e4+d4, or unplaced, removed or left",
                          at};
    it->status = STATUS_ON_BOARD;
    gg_scan_spaces(&in->scan);
    if (gg_scan_is(&in->scan, "square")) {
        it->in_square = 1;
        return gg_fine;
    }
    gg_error error = read_row(&in->scan, facing_words, FACINGS, &way,
                              "expected a facing N, E, S or W, or square");
    it->facing = (uint8_t)way;
    return error;
}

static gg_error read_place(reader *in, piece *it)
{
    char word[WORD];
    gg_scan_spaces(&in->scan);
    uint32_t at = in->scan.at;
    gg_error error = read_word(&in->scan, word, "expected a square, or unplaced, removed or left");
    if (error.text != NULL) return error;
    int row = row_of_word(word, status_words, STATUSES);
    if (row < 0) return read_squares_and_facing(in, word, at, it);
    it->status = (uint8_t)row;
    if (row == STATUS_REMOVED) it->bases = 0;
    return gg_fine;
}

static gg_error read_marks(reader *in, piece *it)
{
    static const char *const marks[] = {"acted", "activated", "quality+1", "quality+0",
                                        "quality-1"};
    for (;;) {
        int row = 0;
        gg_scan_spaces(&in->scan);
        if (gg_scan_line_ends(&in->scan)) return gg_fine;
        gg_error error = read_row(&in->scan, marks, 5, &row,
                                  "expected acted, activated, quality+1 or quality-1");
        if (error.text != NULL) return error;
        if (row == 0)
            it->acted = 1;
        else if (row == 1)
            it->activated = 1;
        else
            it->quality = (int8_t)(3 - row);
    }
}

/* Its own place in the list if the name is known, else the next one. */
static gg_unit place_in_list(reader *in, const name *called)
{
    gg_unit who = find_piece(&in->state, called);
    if (who != GG_NO_UNIT) return who;
    if (in->state.piece_count[called->side] == UNITS) return GG_NO_UNIT;
    return (gg_unit)(called->side * UNITS + in->state.piece_count[called->side]++);
}

static gg_error read_piece(reader *in, const name *called, uint32_t at)
{
    piece it = {
        .number = called->number,
        .detachment = called->detachment,
        .square1 = NO_SQUARE,
        .square2 = NO_SQUARE,
    };
    gg_error error = read_kind(in, &it);
    if (error.text == NULL) error = read_place(in, &it);
    if (error.text == NULL) error = read_marks(in, &it);
    if (error.text != NULL) return error;
    gg_unit who = place_in_list(in, called);
    if (who == GG_NO_UNIT) return (gg_error){"a side has at most 27 pieces", at};
    in->state.pieces[who] = it;
    in->piece_at[who] = at;
    return gg_fine;
}

/* ---- Reading a line. ---- */

static const struct {
    const char *word;
    gg_error (*read)(reader *);
} line_readers[] = {
    {"position", read_heading},
    {"option", read_option},
    {"practice", read_practice},
    {"phase", read_phase},
    {"turn", read_turn},
    {"first", read_first},
    {"first_given", read_first_given},
    {"round", read_round},
    {"pool", read_pool},
    {"quiet", read_quiet},
    {"lost", read_lost},
    {"start", read_start},
    {"dice", read_dice},
    {"given", read_given},
    {"designated", read_designated},
    {"result", read_result},
    {"last", read_last},
    {"cards", read_cards},
    {"map", read_map},
    {"abcdefghijkl", read_letters},
    {"course", read_course},
};
enum { LINE_READERS = sizeof line_readers / sizeof line_readers[0] };

static gg_error read_thing(reader *in)
{
    char word[WORD];
    name called;
    gg_scan before = in->scan;
    static const char expected[] =
        "expected a piece such as A1 inf:4 d3 N, or a word of the notation "
        "such as phase, turn, map or hill";
    if (!gg_scan_word(&in->scan, word, sizeof word)) return gg_scan_error(&before, expected);
    for (int i = 0; i < LINE_READERS; i++)
        if (strcmp(word, line_readers[i].word) == 0) return line_readers[i].read(in);
    int row = row_of_word(word, ground_words, GROUNDS);
    if (row >= 0) return read_ground(in, (ground)row);
    if (is_name(word, &called)) return read_piece(in, &called, before.at);
    return gg_scan_error(&before, expected);
}

/* ---- The whole of it: what only makes sense together. ---- */

/* Onto its squares, if they are free; the audit knows how a piece may stand. */
static const char *settle_piece(gg_state *state, gg_unit who)
{
    const piece *it = &state->pieces[who];
    if (it->status == STATUS_ON_BOARD) {
        if (state->phase < PHASE_DEPLOY)
            return "before the deployment no piece stands on the board";
        if (!squares_are_free(state, who, it->square1, it->square2))
            return "another piece stands there already";
        state->at[it->square1] = (uint8_t)(who + 1);
        if (it->square2 != NO_SQUARE) state->at[it->square2] = (uint8_t)(who + 1);
    }
    return squares_audit_piece(state, who);
}

static gg_error settle_pieces(reader *in)
{
    for (gg_unit who = 0; who < PIECES; who++) {
        if (in->state.pieces[who].status == STATUS_NONE) continue;
        const char *trouble = settle_piece(&in->state, who);
        if (trouble != NULL) return (gg_error){trouble, in->piece_at[who]};
    }
    return gg_fine;
}

/* A card that leaves its area open and brings no river. */
static bool is_plain(card c, int pack)
{
    bool red_ace = rank_of(c) == 0 && (suit_of(c) == 1 || suit_of(c) == 2);
    return rank_of(c) < 10 && !(red_ace && pack == PLAIN_CARDS);
}

static bool is_named(const uint8_t deck[CARDS], card c)
{
    for (int i = 0; i < CARDS; i++)
        if (deck[i] == c + 1) return true;
    return false;
}

/* The places of the deal that were not named get plain cards, number cards before aces; a pack
 * has too few for some of the things one may want to try, and then the rest come twice. */
static void fill_deck(gg_state *state)
{
    int pack = state->options[OPT_pack], place = 0;
    for (int pass = 0; pass < 3; pass++) {
        for (card c = 0; c < PLAIN_CARDS; c++) {
            while (place < AREAS && state->deck[place] != 0)
                place++;
            if (place == AREAS) return;
            if (!is_plain(c, pack) || (rank_of(c) == 0) != (pass == 1)) continue;
            if (pass < 2 && is_named(state->deck, c)) continue;
            state->deck[place] = (uint8_t)(c + 1);
        }
    }
}

static gg_error settle_set_up(reader *in)
{
    gg_state *state = &in->state;
    bool over = state->phase == PHASE_OVER;
    if (over && state->result == ENDED_NOT)
        return (gg_error){"a game that is over needs a line such as: result blue twice",
                          in->phase_at};
    if (!over && state->result != ENDED_NOT)
        return (gg_error){"a result belongs to phase over", in->phase_at};
    if (state->deck_given && state->phase != PHASE_TERRAIN)
        return (gg_error){"cards belong to phase terrain", in->cards_at};
    if (in->fill_deck) fill_deck(state);
    if (state->phase <= PHASE_ARMY && state->piece_count[0] + state->piece_count[1] > 0)
        state->armies_given = 1;
    if (!in->has_last) return gg_fine;
    state->last_who = find_piece(state, &in->last);
    if (state->last_who == GG_NO_UNIT)
        return (gg_error){"no such piece in this position", in->last_at};
    return gg_fine;
}

static void settle_figures(reader *in)
{
    gg_state *state = &in->state;
    defaults usual = defaults_of(state);
    if (!in->has_first) state->first = usual.first;
    if (!in->has_pool || state->phase != PHASE_ACT) /* dice lie on the table in a turn only */
        memcpy(state->pool, usual.pool, sizeof usual.pool);
    for (int side = 0; side < 2; side++) {
        if (!in->has_start[side]) {
            state->start_units[side] = usual.start_units[side];
            state->start_points[side] = usual.start_points[side];
        }
        if (!in->has_dice[side]) state->dice_n[side] = default_dice(state, side);
    }
}

static void begin(reader *in, const char *text)
{
    memset(in, 0, sizeof *in);
    in->scan = gg_scan_over(text);
    in->state.phase = PHASE_ACT;
    in->state.winner = GG_NOBODY;
    in->state.round = in->state.turn_in_round = 1;
    in->state.last_who = GG_NO_UNIT;
    in->state.last_from = in->state.last_to = in->state.last_target = NO_SQUARE;
    memcpy(in->state.options, option_standards, sizeof option_standards);
}

gg_error squares_read_state(const char *text, gg_state *out)
{
    reader in;
    begin(&in, text);
    while (gg_scan_next_line(&in.scan)) {
        gg_error error = read_thing(&in);
        if (error.text != NULL) return error;
        gg_scan_spaces(&in.scan);
        if (!gg_scan_line_ends(&in.scan))
            return gg_scan_error(&in.scan, "expected the end of the line, or a semicolon, here");
    }
    gg_error error = settle_pieces(&in);
    if (error.text == NULL) error = settle_set_up(&in);
    if (error.text != NULL) return error;
    settle_figures(&in);
    const char *broken = squares_audit(&in.state);
    if (broken != NULL) return (gg_error){broken, 0};
    *out = in.state;
    return gg_fine;
}

/* ---- Actions, written. ---- */

static void put_tokens(const gg_action *action, gg_text *out)
{
    if (action->item == 0) gg_put_char(out, '.');
    for (int i = 0; i < action->item && i < TOKENS_MAX; i++) {
        if (i > 0) gg_put_char(out, '-');
        gg_put(out, token_words[(uint32_t)action->args[0] >> (4 * i) & 15]);
    }
}

void squares_write_action(const gg_state *state, const gg_action *action, gg_text *out)
{
    if (action->kind >= ACTION_KINDS) {
        gg_put_char(out, '?');
        return;
    }
    gg_put(out, action_words[action->kind]);
    if (action->kind == ACTION_DESIGNATE) {
        for (int bit = 0; bit < 3; bit++)
            gg_put(out, (action->flags >> bit & 1) != 0 ? " 1" : " 0");
    } else if (action->kind == ACTION_DEPLOY) {
        gg_put_char(out, ' ');
        squares_write_unit(state, action->who, out);
        gg_put_char(out, ' ');
        squares_write_place(action->at, out);
        gg_put_char(out, ' ');
        gg_put(out, action->item < FORMS ? form_words[action->item] : "?");
        gg_put_char(out, ' ');
        gg_put(out, facing_words[action->flags % FACINGS]);
    } else if (action->kind == ACTION_ACT) {
        gg_put_char(out, ' ');
        squares_write_unit(state, action->who, out);
        gg_put_char(out, ' ');
        put_tokens(action, out);
        gg_put_char(out, ' ');
        gg_put(out, action->flags < FIGHTS ? fight_words[action->flags] : "?");
    }
}

/* ---- Actions, read. ---- */

static gg_error read_designate(gg_scan *scan, gg_action *out)
{
    for (int bit = 0; bit < 3; bit++) {
        int choice = 0;
        gg_error error =
            read_number(scan, 0, 1, &choice,
                        "expected three choices 0 or 1: Guards, heavy cavalry, light troops");
        if (error.text != NULL) return error;
        out->flags = (uint8_t)(out->flags | choice << bit);
    }
    return gg_fine;
}

static gg_error read_deploy(gg_scan *scan, const gg_state *state, gg_action *out)
{
    uint8_t square = 0;
    int shape = 0, way = 0;
    gg_error error = read_piece_name(scan, state, &out->who);
    if (error.text == NULL) error = read_square(scan, &square);
    if (error.text == NULL)
        error = read_row(scan, form_words, FORMS, &shape, "expected block, line or column");
    if (error.text == NULL)
        error = read_row(scan, facing_words, FACINGS, &way, "expected a facing N, E, S or W");
    out->at = (gg_point){column_of(square), row_of(square)};
    out->item = (uint16_t)shape;
    out->flags = (uint8_t)way;
    return error;
}

/* One token at the start of these letters, or -1. */
static int scan_token(const char *word, size_t length)
{
    for (int row = 0; row < TOKENS; row++)
        if (strlen(token_words[row]) == length && memcmp(word, token_words[row], length) == 0)
            return row;
    return -1;
}

static gg_error read_tokens(gg_scan *scan, gg_action *out)
{
    static const char expected[] = "expected moves such as F-F, XL-F or ., of F L R B XL XR XF XB "
                                   "K1 K2 Q1 Q2 ZN ZE ZS ZW";
    char word[WORD];
    gg_scan_spaces(scan);
    gg_scan before = *scan;
    gg_error error = read_word(scan, word, expected);
    if (error.text != NULL || strcmp(word, ".") == 0) return error;
    uint32_t packed = 0;
    for (const char *at = word;; at++) {
        size_t length = 0;
        while (at[length] != '\0' && at[length] != '-')
            length++;
        int row = scan_token(at, length);
        if (row < 0) return gg_scan_error(&before, expected);
        if (out->item == TOKENS_MAX)
            return gg_scan_error(&before, "nobody can make more than five moves");
        packed |= (uint32_t)row << (4 * out->item++);
        at += length;
        if (*at == '\0') break;
    }
    out->args[0] = (int32_t)packed;
    return gg_fine;
}

static gg_error read_act(gg_scan *scan, const gg_state *state, gg_action *out)
{
    int row = FIGHT_NONE;
    gg_error error = read_piece_name(scan, state, &out->who);
    if (error.text == NULL) error = read_tokens(scan, out);
    if (error.text != NULL) return error;
    gg_scan_spaces(scan);
    if (!gg_scan_line_ends(scan))
        error = read_row(scan, fight_words, FIGHTS, &row,
                         "expected none, attack or shoot (shoot:N, E, S or W from a square)");
    out->flags = (uint8_t)row;
    return error;
}

gg_error squares_read_action(const gg_state *state, const char *text, gg_action *out)
{
    gg_scan scan = gg_scan_over(text);
    gg_action action = {.kind = 0};
    int row = 0;
    gg_error error =
        read_row(&scan, action_words, ACTION_KINDS, &row,
                 "expected act, end, deploy, designate or resign (or deal, armies, first, roll)");
    if (error.text != NULL) return error;
    action.kind = (uint8_t)row;
    if (row == ACTION_DESIGNATE) error = read_designate(&scan, &action);
    if (row == ACTION_DEPLOY) error = read_deploy(&scan, state, &action);
    if (row == ACTION_ACT) error = read_act(&scan, state, &action);
    if (error.text != NULL) return error;
    gg_scan_spaces(&scan);
    if (!gg_scan_line_ends(&scan))
        return gg_scan_error(&scan, "expected the end of the action here");
    *out = action;
    return gg_fine;
}
