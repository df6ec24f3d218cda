/*
 * notation.c - positions and actions as rows; core reads and writes them.
 *
 * What has an obvious value need not be written, so the writer leaves out whatever the reader would
 * work out by itself: both ask defaults_of().  Pieces are read before everything else, which can so
 * name them wherever it stands.  docs/notation.md describes it for people.
 */
#include "core/fields.h"
#include "rules/squares/law/ground.h"

#include <string.h>

/* ---- Words. ---- */

static const char *const token_words[TOKENS] = {
#define TOKEN(id, meaning, who, clause) #id,
#include "rules/squares/law/tokens.def"
#undef TOKEN
};

static const char *const fight_words[FIGHTS + 1] = {
    [FIGHT_NONE] = "none",       [FIGHT_ATTACK] = "attack",   [FIGHT_SHOOT] = "shoot",
    [FIGHT_SHOOT_N] = "shoot:N", [FIGHT_SHOOT_E] = "shoot:E", [FIGHT_SHOOT_S] = "shoot:S",
    [FIGHT_SHOOT_W] = "shoot:W",
};

static const char *const form_words[FORMS + 1] = {
    [FORM_BLOCK] = "block",
    [FORM_LINE] = "line",
    [FORM_COLUMN] = "column",
    [FORM_SQUARE] = "square",
};

static const char *const facing_words[FACINGS + 1] = {
    [NORTH] = "N",
    [EAST] = "E",
    [SOUTH] = "S",
    [WEST] = "W",
};

static const char *const side_words[] = {"blue", "red", NULL};

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
#include "rules/squares/law/ground.def"
#undef GROUND
};

static const char *const kind_words[KINDS] = {
#define KIND(id, name, ...) [KIND_##id] = name,
#include "rules/squares/law/units.def"
#undef KIND
};

static const char rank_letters[] = "A23456789TJQK", suit_letters[] = "CDHS";
static const char pool_letters[ARMS] = {[ARM_I] = 'I', [ARM_A] = 'A', [ARM_C] = 'C'};
static const arm pool_order[ARMS] = {ARM_I, ARM_C, ARM_A};

static const char expected_side[] = "expected blue or red";
static const char expected_square[] = "expected a square, a1 to l12";
static const char expected_card[] = "expected a card such as JS, TD or *R";
static const char expected_fight[] =
    "expected none, attack or shoot (shoot:N, E, S or W from a square)";
static const char expected_facing[] = "expected a facing N, E, S or W, or square";

/* ---- Names and places, written. ---- */

void squares_write_unit(const gg_state *state, gg_unit unit, gg_text *out)
{
    if (unit >= PIECES) {
        gg_put(out, "-");
        return;
    }
    const piece *it = &state->pieces[unit];
    if (it->number == 0) { /* nobody is called so in this game */
        gg_put_char(out, '?');
        gg_put_int(out, unit);
        return;
    }
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

/* ---- Names and places, read; each moves past what it read, or does not move. ---- */

static bool ends_word(const gg_scan *scan)
{
    const char next = scan->text[scan->at];
    return !((next >= '0' && next <= '9') || (next >= 'a' && next <= 'z')
             || (next >= 'A' && next <= 'Z'));
}

/* A square, with no letter or digit after it. */
static bool scan_square(gg_scan *scan, uint8_t *out)
{
    gg_scan here = *scan;
    int64_t row;
    const char column = here.text[here.at];
    if (column < 'a' || column >= 'a' + SIDE || here.text[here.at + 1] < '1'
        || here.text[here.at + 1] > '9')
        return false;
    here.at++;
    if (!gg_scan_int(&here, 1, SIDE, &row) || !ends_word(&here)) return false;
    *out = (uint8_t)(column - 'a' + SIDE * (row - 1));
    *scan = here;
    return true;
}

static const char *read_square(gg_scan *scan, uint8_t *out)
{
    gg_scan_spaces(scan);
    return scan_square(scan, out) ? NULL : expected_square;
}

/* A square, or - for none. */
static const char *read_square_or_none(gg_scan *scan, uint8_t *out)
{
    gg_scan_spaces(scan);
    if (!gg_scan_char(scan, '-')) return read_square(scan, out);
    *out = NO_SQUARE;
    return NULL;
}

typedef struct name {
    gg_side side;
    uint8_t number, detachment;
} name;

/* A1, B12, A5c */
static bool scan_name(gg_scan *scan, name *out)
{
    gg_scan here = *scan;
    int64_t number;
    const bool is_blue = gg_scan_char(&here, 'A');
    if (!is_blue && !gg_scan_char(&here, 'B')) return false;
    if (here.text[here.at] < '1' || here.text[here.at] > '9'
        || !gg_scan_int(&here, 1, UNITS, &number))
        return false;
    *out = (name){.side = is_blue ? GG_BLUE : GG_RED, .number = (uint8_t)number};
    const char letter = here.text[here.at];
    if (letter >= 'a' && letter < 'a' + DETACHMENTS) {
        out->detachment = (uint8_t)(letter - 'a' + 1);
        here.at++;
    }
    if (!ends_word(&here)) return false;
    *scan = here;
    return true;
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

/* JS, TD, *R */
static bool scan_card(gg_scan *scan, card *out)
{
    const char *at = scan->text + scan->at;
    if (at[0] == '\0' || at[1] == '\0') return false;
    const char *rank = strchr(rank_letters, at[0]), *suit = strchr(suit_letters, at[1]);
    const bool joker = at[0] == '*' && (at[1] == 'R' || at[1] == 'B');
    if (!joker && (rank == NULL || suit == NULL)) return false;
    gg_scan here = {.text = scan->text, .at = scan->at + 2};
    if (!ends_word(&here)) return false;
    *out = joker ? (card)(PLAIN_CARDS + (at[1] == 'B'))
                 : (card)((suit - suit_letters) * RANKS + (rank - rank_letters));
    *scan = here;
    return true;
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
    uint8_t pool[ARMS], start_units[2];
    int16_t start_points[2];
} defaults;

static uint8_t default_first(const gg_state *state)
{
    if (state->phase < PHASE_ROLL) return GG_BLUE;
    return state->turn_in_round == 1 ? state->side : (uint8_t)(1 - state->side);
}

static defaults defaults_of(const gg_state *state)
{
    defaults out = {0};
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

/* ---- The turn and what has happened in it. ---- */

static void put_line(gg_text *out, const char *word, const char *value)
{
    gg_put_words(out, "%s %s\n", word, value);
}

static const char *read_practice(gg_scan *scan, gg_state *state, uint32_t nth)
{
    (void)scan, (void)nth;
    state->practice = 1;
    return NULL;
}

static void write_practice(const gg_state *state, gg_text *out)
{
    if (state->practice) gg_put(out, "practice\n");
}

static const char *settle_phase(gg_state *state, uint32_t nth, bool is_said)
{
    const bool over = state->phase == PHASE_OVER;
    (void)nth, (void)is_said;
    if (over && state->result == ENDED_NOT)
        return "a game that is over needs a line such as: result blue twice";
    return !over && state->result != ENDED_NOT ? "a result belongs to phase over" : NULL;
}

static bool is_first_told(const gg_state *state, uint32_t nth)
{
    (void)nth;
    return state->first != default_first(state);
}

static const char *settle_first(gg_state *state, uint32_t nth, bool is_said)
{
    (void)nth;
    if (!is_said) state->first = default_first(state);
    return NULL;
}

static bool is_first_given(const gg_state *state, uint32_t nth)
{
    (void)nth;
    return state->first_given != 0;
}

static const char *read_given(gg_scan *scan, gg_state *state, uint32_t nth)
{
    (void)nth;
    if (gg_scan_is(scan, "ground")) state->ground_given = 1;
    else if (gg_scan_is(scan, "armies")) state->armies_given = 1;
    else return "expected ground or armies";
    return NULL;
}

static void write_given(const gg_state *state, gg_text *out)
{
    if (state->ground_given) put_line(out, "given", "ground");
    if (state->armies_given) put_line(out, "given", "armies");
}

static const char *read_designated(gg_scan *scan, gg_state *state, uint32_t nth)
{
    (void)scan;
    state->designated[nth] = 1;
    return NULL;
}

static void write_designated(const gg_state *state, gg_text *out)
{
    for (int side = 0; side < 2; side++)
        if (state->designated[side]) put_line(out, "designated", gg_side_name((gg_side)side));
}

static bool is_round_told(const gg_state *state, uint32_t nth)
{
    (void)nth;
    return state->phase >= PHASE_ROLL || state->round != 1 || state->turn_in_round != 1;
}

/* pool I2 C1 A0 */
static const char *read_pool(gg_scan *scan, gg_state *state, uint32_t nth)
{
    enum { MOST = 99 };
    (void)nth;
    memset(state->pool, 0, sizeof state->pool);
    for (;;) {
        int which = 0;
        int64_t dice;
        gg_scan_spaces(scan);
        if (gg_scan_line_ends(scan)) return NULL;
        while (which < ARMS && !gg_scan_char(scan, pool_letters[which])) which++;
        if (which == ARMS) return "expected dice such as I2, C1 or A0";
        if (!gg_scan_int(scan, 0, MOST, &dice)) return "expected a number of dice";
        state->pool[which] = (uint8_t)dice;
    }
}

static void write_pool(const gg_state *state, gg_text *out)
{
    static const uint8_t none[ARMS] = {0}; /* as it is outside a turn */
    if (state->phase != PHASE_ACT && memcmp(state->pool, none, sizeof none) == 0) return;
    gg_put(out, "pool");
    for (int i = 0; i < ARMS; i++) {
        gg_put_words(out, " %c%d", pool_letters[pool_order[i]], state->pool[pool_order[i]]);
    }
    gg_put_char(out, '\n');
}

/* Dice lie on the table in a turn only. */
static const char *settle_pool(gg_state *state, uint32_t nth, bool is_said)
{
    const defaults usual = defaults_of(state);
    (void)nth;
    if (!is_said || state->phase != PHASE_ACT) memcpy(state->pool, usual.pool, sizeof usual.pool);
    return NULL;
}

/* start blue 12 104: units and strength points. */
static const char *read_start(gg_scan *scan, gg_state *state, uint32_t nth)
{
    int64_t units, points;
    gg_scan_spaces(scan);
    if (!gg_scan_int(scan, 0, UNITS, &units)) return "expected a number of units";
    gg_scan_spaces(scan);
    if (!gg_scan_int(scan, 0, INT16_MAX, &points)) return "expected a number of strength points";
    state->start_units[nth] = (uint8_t)units;
    state->start_points[nth] = (int16_t)points;
    return NULL;
}

static void put_side_numbers(gg_text *out, const char *word, int side, int number, int other)
{
    gg_put_words(out, "%s %s %d", word, gg_side_name((gg_side)side), number);
    if (other >= 0) {
        gg_put_char(out, ' ');
        gg_put_int(out, other);
    }
    gg_put_char(out, '\n');
}

/* With the dice of the side. */
static void write_start(const gg_state *state, gg_text *out)
{
    const defaults usual = defaults_of(state);
    for (int side = 0; side < 2; side++) {
        const int units = state->start_units[side], points = state->start_points[side];
        if (units != usual.start_units[side] || points != usual.start_points[side])
            put_side_numbers(out, "start", side, units, points);
        if (state->dice_n[side] != default_dice(state, side))
            put_side_numbers(out, "dice", side, state->dice_n[side], -1);
    }
}

static const char *settle_start(gg_state *state, uint32_t nth, bool is_said)
{
    if (is_said) return NULL;
    const defaults usual = defaults_of(state);
    state->start_units[nth] = usual.start_units[nth];
    state->start_points[nth] = usual.start_points[nth];
    return NULL;
}

static const char *settle_dice(gg_state *state, uint32_t nth, bool is_said)
{
    if (!is_said) state->dice_n[nth] = default_dice(state, (int)nth);
    return NULL;
}

static const char *read_result(gg_scan *scan, gg_state *state, uint32_t nth)
{
    gg_side winner = GG_NOBODY;
    int row;
    (void)nth;
    if (!gg_scan_is(scan, "draw") && !gg_scan_side(scan, &winner))
        return "expected blue, red or draw";
    gg_scan_spaces(scan);
    if (!gg_scan_row(scan, ended_words, ENDINGS, &row)) return "expected twice, limit or resign";
    state->winner = winner;
    state->result = (uint8_t)row;
    return NULL;
}

static const char *settle_result(gg_state *state, uint32_t nth, bool is_said)
{
    (void)nth;
    if (!is_said) state->winner = GG_NOBODY;
    return NULL;
}

static void write_result(const gg_state *state, gg_text *out)
{
    if (state->result == ENDED_NOT) return;
    gg_put(out, "result ");
    put_line(out, state->winner == GG_NOBODY ? "draw" : gg_side_name(state->winner),
             ended_words[state->result]);
}

static const char *read_last_name(gg_scan *scan, gg_state *state)
{
    name called;
    state->last_who = GG_NO_UNIT;
    if (gg_scan_char(scan, '-')) return NULL;
    const gg_scan before = *scan;
    if (!scan_name(scan, &called)) return "expected a piece such as A1, or -";
    state->last_who = find_piece(state, &called);
    if (state->last_who != GG_NO_UNIT) return NULL;
    *scan = before;
    return "no such piece in this position";
}

static const char *settle_last(gg_state *state, uint32_t nth, bool is_said)
{
    (void)nth;
    if (is_said) return NULL;
    state->last_who = GG_NO_UNIT;
    state->last_from = state->last_to = state->last_target = NO_SQUARE;
    return NULL;
}

/* last A1 d3 d4 attack d5: who, from, to, fight, at what square; - where there is none. */
static const char *read_last(gg_scan *scan, gg_state *state, uint32_t nth)
{
    int row = 0;
    (void)nth;
    const char *trouble = read_last_name(scan, state);
    if (trouble == NULL) trouble = read_square_or_none(scan, &state->last_from);
    if (trouble == NULL) trouble = read_square_or_none(scan, &state->last_to);
    gg_scan_spaces(scan);
    if (trouble == NULL && !gg_scan_row(scan, fight_words, FIGHTS, &row))
        trouble = "expected none, attack or shoot";
    state->last_fight = (uint8_t)row;
    return trouble != NULL ? trouble : read_square_or_none(scan, &state->last_target);
}

static bool has_last(const gg_state *state)
{
    return state->last_who != GG_NO_UNIT || state->last_from != NO_SQUARE
           || state->last_to != NO_SQUARE || state->last_target != NO_SQUARE
           || state->last_fight != FIGHT_NONE;
}

static void write_last(const gg_state *state, gg_text *out)
{
    if (!has_last(state)) return;
    gg_put(out, "last ");
    squares_write_unit(state, state->last_who, out);
    gg_put_char(out, ' ');
    put_square(out, state->last_from);
    gg_put_char(out, ' ');
    put_square(out, state->last_to);
    gg_put_words(out, " %s ", fight_words[state->last_fight]);
    put_square(out, state->last_target);
    gg_put_char(out, '\n');
}

/* ---- The ground. ---- */

/* cards JS 2C ...: the pack as it lies. */
static const char *read_pack(gg_scan *scan, gg_state *state, int next)
{
    for (; gg_scan_spaces(scan), !gg_scan_line_ends(scan); next++) {
        card c;
        if (next == CARDS) return "there are more cards than a pack has";
        if (!scan_card(scan, &c)) return expected_card;
        state->deck[next] = (uint8_t)(c + 1);
    }
    return NULL;
}

/* cards 1=JS 8=QH then 6C 7H: some of those dealt, then those drawn after them. */
static const char *read_some_cards(gg_scan *scan, gg_state *state)
{
    for (;;) {
        card c;
        int64_t place;
        gg_scan_spaces(scan);
        if (gg_scan_line_ends(scan)) return NULL;
        if (gg_scan_is(scan, "then")) return read_pack(scan, state, AREAS);
        if (!gg_scan_int(scan, 1, AREAS, &place)) return "expected a place 1 to 36, or then";
        if (!gg_scan_char(scan, '=')) return "expected = and a card";
        if (!scan_card(scan, &c)) return expected_card;
        state->deck[place - 1] = (uint8_t)(c + 1);
    }
}

/* Is the next word a place with its card, as against a card? */
static bool comes_a_place(gg_scan scan)
{
    int64_t number;
    return gg_scan_is(&scan, "then")
           || (gg_scan_int(&scan, 0, AREAS, &number) && gg_scan_char(&scan, '='));
}

enum { DECK_WHOLE = 1, DECK_IN_PART = 2 }; /* until all is read */

static const char *read_cards(gg_scan *scan, gg_state *state, uint32_t nth)
{
    (void)nth;
    memset(state->deck, 0, sizeof state->deck);
    state->deck_given = comes_a_place(*scan) ? DECK_IN_PART : DECK_WHOLE;
    return state->deck_given == DECK_IN_PART ? read_some_cards(scan, state)
                                             : read_pack(scan, state, 0);
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
            while (place < AREAS && state->deck[place] != 0) place++;
            if (place == AREAS) return;
            if (!is_plain(c, pack) || (rank_of(c) == 0) != (pass == 1)) continue;
            if (pass < 2 && is_named(state->deck, c)) continue;
            state->deck[place] = (uint8_t)(c + 1);
        }
    }
}

static const char *settle_cards(gg_state *state, uint32_t nth, bool is_said)
{
    (void)nth, (void)is_said;
    if (state->deck_given == 0) return NULL;
    if (state->phase != PHASE_TERRAIN) return "cards belong to phase terrain";
    if (state->deck_given == DECK_IN_PART) fill_deck(state);
    state->deck_given = DECK_WHOLE;
    return NULL;
}

static const char *read_map_row(gg_scan *scan, gg_state *state, int row)
{
    int64_t number;
    if (!gg_scan_next_line(scan)) return "the map ends early: it has rows 12 to 1";
    if (!gg_scan_int(scan, row, row, &number))
        return "expected the next row of the map, from 12 down to 1";
    gg_scan_spaces(scan);
    for (int column = 0; column < SIDE; column++) {
        int what = 0;
        while (what < GROUNDS && !gg_scan_char(scan, ground_letters[what])) what++;
        if (what == GROUNDS) return "expected twelve map letters: . h H w v ~ =";
        state->ground[column + SIDE * (row - 1)] = (uint8_t)what;
    }
    gg_scan_spaces(scan);
    return gg_scan_line_ends(scan) ? NULL : "a row of the map has twelve letters";
}

static const char *read_map(gg_scan *scan, gg_state *state, uint32_t nth)
{
    const char *trouble = NULL;
    (void)nth;
    if (!gg_scan_line_ends(scan)) return "the rows of the map come on the next lines";
    for (int row = SIDE; row >= 1 && trouble == NULL; row--)
        trouble = read_map_row(scan, state, row);
    return trouble;
}

static void write_map(const gg_state *state, gg_text *out)
{
    bool plain = true;
    for (int s = 0; s < BOARD; s++) plain = plain && state->ground[s] == GROUND_OPEN;
    if (plain) return;
    gg_put(out, "map\n");
    for (int row = SIDE; row >= 1; row--) {
        if (row < 10) gg_put_char(out, ' ');
        gg_put_int(out, row);
        gg_put_char(out, ' ');
        for (int column = 0; column < SIDE; column++)
            gg_put_char(out, ground_letters[state->ground[column + SIDE * (row - 1)]]);
        gg_put_char(out, '\n');
    }
}

/* The letters under a map are there for the eye. */
static const char *read_letters(gg_scan *scan, gg_state *state, uint32_t nth)
{
    (void)scan, (void)state, (void)nth;
    return NULL;
}

static const char *read_course(gg_scan *scan, gg_state *state, uint32_t nth)
{
    (void)nth;
    memset(state->river, 0, sizeof state->river);
    state->river_count = 0;
    for (; gg_scan_spaces(scan), !gg_scan_line_ends(scan); state->river_count++) {
        if (state->river_count == BOARD) return "there are more squares than the board has";
        const char *trouble = read_square(scan, &state->river[state->river_count]);
        if (trouble != NULL) return trouble;
    }
    return NULL;
}

static void write_course(const gg_state *state, gg_text *out)
{
    if (state->river_count == 0) return;
    gg_put(out, "course");
    for (int i = 0; i < state->river_count; i++) {
        gg_put_char(out, ' ');
        put_square(out, state->river[i]);
    }
    gg_put_char(out, '\n');
}

static int32_t which_ground(gg_state *state, gg_scan *scan, const char **expected)
{
    gg_scan here = *scan;
    int row;
    (void)state, (void)expected;
    return gg_scan_row(&here, ground_words, GROUNDS, &row) ? 0 : -1;
}

/* hill d5 d6: these squares are so. */
static const char *read_ground(gg_scan *scan, gg_state *state, uint32_t nth)
{
    int what = 0;
    (void)nth;
    gg_scan_row(scan, ground_words, GROUNDS, &what);
    do {
        uint8_t square = 0;
        const char *trouble = read_square(scan, &square);
        if (trouble != NULL) return trouble;
        state->ground[square] = (uint8_t)what;
        gg_scan_spaces(scan);
    } while (!gg_scan_line_ends(scan));
    return NULL;
}

/* ---- Pieces. ---- */

static bool has_piece(const gg_state *state, uint32_t nth)
{
    return nth % UNITS < state->piece_count[nth / UNITS];
}

/* Its own place in the list if the name is known, else the next one. */
static int32_t which_piece(gg_state *state, gg_scan *scan, const char **expected)
{
    name called;
    if (!scan_name(scan, &called)) return -1;
    gg_unit who = find_piece(state, &called);
    if (who == GG_NO_UNIT && state->piece_count[called.side] == UNITS) {
        *expected = "a side has at most 27 pieces";
        return -1;
    }
    if (who == GG_NO_UNIT) who = (gg_unit)(called.side * UNITS + state->piece_count[called.side]++);
    state->pieces[who] = (piece){
        .number = called.number,
        .detachment = called.detachment,
        .square1 = NO_SQUARE,
        .square2 = NO_SQUARE,
    };
    return who;
}

/* inf:4 */
static const char *read_kind(gg_scan *scan, const gg_state *state, void *base)
{
    piece *it = base;
    int row;
    int64_t bases;
    const gg_scan before = *scan;
    if (!gg_scan_row(scan, kind_words, KINDS, &row))
        return "expected a kind and its bases such as inf:4, "
               "of inf, guard, consc, skirm, cav, heavy or art";
    const int most = squares_kinds[row].bases;
    bases = full_bases(state, (kind)row);
    if (gg_scan_char(scan, ':') && !gg_scan_int(scan, 0, most, &bases))
        return *scan = before, scan->at++, "that is not a number of bases such a piece can have";
    it->kind = (uint8_t)row;
    it->bases = (uint8_t)bases;
    it->quality = squares_kinds[row].quality;
    return NULL;
}

static void write_kind(const gg_state *state, const void *base, gg_text *out)
{
    const piece *it = base;
    (void)state;
    gg_put_words(out, " %s:%d", kind_words[it->kind], it->bases);
}

/* d3 N, e4+d4 E, d3 square */
static const char *read_squares_and_facing(gg_scan *scan, piece *it)
{
    int way = NORTH;
    gg_scan here = *scan;
    if (!scan_square(&here, &it->square1)
        || (gg_scan_char(&here, '+') && !scan_square(&here, &it->square2)))
        return "expected a square such as d3 or e4+d4, or unplaced, removed or left";
    *scan = here;
    it->status = STATUS_ON_BOARD;
    gg_scan_spaces(scan);
    if (gg_scan_is(scan, "square")) it->in_square = 1;
    else if (!gg_scan_row(scan, facing_words, FACINGS, &way)) return expected_facing;
    it->facing = (uint8_t)way;
    return NULL;
}

static const char *read_place(gg_scan *scan, const gg_state *state, void *at)
{
    piece *it = (piece *)(void *)((char *)at - offsetof(piece, status));
    int row;
    (void)state;
    if (!gg_scan_row(scan, status_words, STATUSES, &row)) return read_squares_and_facing(scan, it);
    it->status = (uint8_t)row;
    if (row == STATUS_REMOVED) it->bases = 0;
    return NULL;
}

static void write_place(const gg_state *state, const void *at, gg_text *out)
{
    const piece *it = (const piece *)(const void *)((const char *)at - offsetof(piece, status));
    (void)state;
    gg_put_char(out, ' ');
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

static const char *read_quality(gg_scan *scan, const gg_state *state, void *base)
{
    static const char *const qualities[] = {"quality-1", "quality+0", "quality+1"};
    piece *it = base;
    int row;
    (void)state;
    if (!gg_scan_row(scan, qualities, 3, &row)) return "expected quality+1 or quality-1";
    it->quality = (int8_t)(row - 1);
    return NULL;
}

static void write_quality(const gg_state *state, const void *base, gg_text *out)
{
    const piece *it = base;
    (void)state;
    if (it->quality == squares_kinds[it->kind].quality) return;
    gg_put(out, " quality");
    gg_put_signed(out, it->quality);
}

static const gg_field piece_fields[] = {
    GG_OWN_MEMBER("kind", NULL, read_kind, write_kind, GG_FIELD_FIRST, GG_SPAN(piece, kind, bases)),
    GG_OWN_MEMBER("place", NULL, read_place, write_place, GG_FIELD_FIRST,
                  GG_SPAN(piece, status, in_square)),
    GG_OWN_MEMBER("quality", NULL, read_quality, write_quality, 0, GG_SPAN(piece, kind, quality)),
    GG_FLAG_FIELD("acted", 1, GG_AT(piece, acted)),
    GG_FLAG_FIELD("activated", 1, GG_AT(piece, activated)),
};

/* Onto its squares, if they are free; the audit knows how a piece may stand. */
static const char *settle_piece(gg_state *state, uint32_t nth, bool is_said)
{
    const gg_unit who = (gg_unit)nth;
    const piece *it = &state->pieces[who];
    if (!is_said) return NULL;
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

/* ---- The lines of a position. ---- */

static const gg_field phase_fields[] = {
    GG_WORD_FIELD("phase", "",
                  "expected terrain, army, designate, deploy, first, roll, act or over",
                  squares_phase_words, .standard = PHASE_ACT, GG_AT(gg_state, phase)),
};
static const gg_field turn_fields[] = {
    GG_SIDE_FIELD("side", "", expected_side, GG_RED, GG_AT(gg_state, side)),
};
static const gg_field first_fields[] = {
    GG_SIDE_FIELD("side", "", expected_side, GG_RED, GG_AT(gg_state, first)),
};
static const gg_field first_given_fields[] = {
    GG_SIDE_FIELD("side", "", expected_side, GG_RED, .shift = 1, GG_AT(gg_state, first_given)),
};
static const gg_field round_fields[] = {
    GG_NUMBER_FIELD("round", "", "expected the number of the round", 1, UINT16_MAX, .standard = 1,
                    GG_AT(gg_state, round)),
    GG_NUMBER_FIELD("turn", "", "expected the turn in the round, 1 or 2", 1, 2,
                    .flags = GG_FIELD_GUESSED, .standard = 1, GG_AT(gg_state, turn_in_round)),
};
static const gg_field quiet_fields[] = {
    GG_NUMBER_FIELD("rounds", "", "expected a number of rounds", 0, UINT8_MAX,
                    .flags = GG_FIELD_OPTIONAL, GG_AT(gg_state, quiet)),
};
static const gg_field lost_fields[] = {
    GG_NUMBER_FIELD("losses", "", "expected a number of losses", 0, UINT8_MAX,
                    .flags = GG_FIELD_OPTIONAL, GG_AT(gg_state, lost_this_round)),
};
/* What lines of our own say, for the hash of a position. */
#define POOL(at)                                                                                   \
    GG_NUMBER_FIELD(#at, "", NULL, 0, 99, .flags = GG_FIELD_OPTIONAL, .size = 1,                   \
                    .offset = offsetof(gg_state, pool) + ARM_##at)
static const gg_field pool_fields[] = {POOL(I), POOL(A), POOL(C)};
static const gg_field start_fields[] = {
    GG_NUMBER_FIELD("units", "", NULL, 0, UNITS, .size = 1),
    GG_NUMBER_FIELD("points", "", NULL, 0, INT16_MAX, GG_BESIDE(gg_state, start_points, )),
};
#define LAST_SQUARE(title, member)                                                                 \
    GG_NUMBER_FIELD(title, "", NULL, 0, NO_SQUARE, .standard = NO_SQUARE, GG_AT(gg_state, member))
static const gg_field last_fields[] = {
    GG_UNIT_FIELD("piece", "", NULL, 0, PIECES - 1, .flags = GG_FIELD_OPTIONAL,
                  .standard = GG_NO_UNIT, GG_AT(gg_state, last_who)),
    LAST_SQUARE("from", last_from),
    LAST_SQUARE("to", last_to),
    GG_WORD_FIELD("fight", "", NULL, fight_words, GG_AT(gg_state, last_fight)),
    LAST_SQUARE("at", last_target),
};
static const gg_field dice_fields[] = {
    GG_NUMBER_FIELD("dice", "", "expected a number of dice", 0, UNITS, .size = sizeof(uint8_t)),
};

/* What lines follow from beside their things. */
#define OF(member) GG_BYTES(gg_state, member)
static const gg_bytes practice_from[] = {OF(practice)},
                      first_from[] = {OF(phase), OF(side), OF(turn_in_round)},
                      given_from[] = {OF(ground_given), OF(armies_given)},
                      designated_from[] = {OF(designated)}, pool_from[] = {OF(phase), OF(pool)},
                      start_from[] = {OF(pieces),  OF(piece_count), OF(start_units),
                                      OF(dice_n),  OF(phase),       OF(side),
                                      OF(options), OF(house),       OF(start_points)},
                      result_from[] = {OF(result), OF(winner)},
                      last_from[] = {OF(last_who),   OF(last_from), OF(last_to),
                                     OF(last_fight), OF(pieces),    OF(last_target)},
                      cards_from[] = {OF(deck), OF(deck_given)}, map_from[] = {OF(ground)},
                      course_from[] = {OF(river), OF(river_count)};

#define FIELDS(rows) .fields = rows, .field_count = sizeof rows / sizeof *rows
#define BY_SIDE .names = side_words, .expected = expected_side
const gg_line_def squares_lines[] = {
    {.word = "practice", .read = read_practice, .write = write_practice, GG_FROM(practice_from)},
    {.word = "phase", FIELDS(phase_fields), .settle = settle_phase},
    {.word = "turn", FIELDS(turn_fields)},
    {.word = "first",
     FIELDS(first_fields),
     .is_there = is_first_told,
     .settle = settle_first,
     GG_FROM(first_from)},
    {.word = "first_given", FIELDS(first_given_fields), .is_there = is_first_given},
    {.word = "given", .read = read_given, .write = write_given, GG_FROM(given_from)},
    {.word = "designated",
     BY_SIDE,
     GG_THINGS(gg_state, designated),
     .read = read_designated,
     .write = write_designated,
     GG_FROM(designated_from)},
    {.word = "round", FIELDS(round_fields), .is_there = is_round_told, GG_FROM(first_from)},
    {.word = "pool",
     FIELDS(pool_fields),
     .read = read_pool,
     .write = write_pool,
     .settle = settle_pool,
     GG_FROM(pool_from)},
    {.word = "quiet", FIELDS(quiet_fields)},
    {.word = "lost", FIELDS(lost_fields)},
    {.word = "start",
     FIELDS(start_fields),
     BY_SIDE,
     GG_THINGS(gg_state, start_units),
     .read = read_start,
     .write = write_start,
     .settle = settle_start,
     GG_FROM(start_from)},
    {.word = "dice",
     FIELDS(dice_fields),
     BY_SIDE,
     GG_THINGS(gg_state, dice_n),
     GG_NEVER_WRITTEN,
     .settle = settle_dice},
    {.word = "result",
     .read = read_result,
     .write = write_result,
     .settle = settle_result,
     GG_FROM(result_from)},
    {.word = "last",
     FIELDS(last_fields),
     .read = read_last,
     .write = write_last,
     .settle = settle_last,
     GG_FROM(last_from)},
    {.word = "cards",
     .read = read_cards,
     .write = write_cards,
     .settle = settle_cards,
     GG_FROM(cards_from)},
    {.word = "map", .read = read_map, .write = write_map, GG_FROM(map_from)},
    {.word = "abcdefghijkl", .read = read_letters, GG_NEVER_WRITTEN},
    {.word = "course", .read = read_course, .write = write_course, GG_FROM(course_from)},
    {.word = "", .which = which_ground, .read = read_ground, GG_NEVER_WRITTEN},
    {.word = "",
     FIELDS(piece_fields),
     GG_THINGS(gg_state, pieces),
     .is_there = has_piece,
     .which = which_piece,
     .settle = settle_piece,
     .is_free = true,
     .is_early = true,
     .expected = "expected acted, activated, quality+1 or quality-1"},
};
_Static_assert(sizeof squares_lines / sizeof *squares_lines == SQUARES_LINES, "one row for each");

const char *squares_settle(gg_state *state, const int32_t *options)
{
    if (state->phase <= PHASE_ARMY && state->piece_count[0] + state->piece_count[1] > 0)
        state->armies_given = 1;
    sq_note_units(state);
    if (options == NULL) return NULL; /* nothing goes on from there */
    const char *broken = squares_audit(state);
    if (broken == NULL) sq_play_on(state, NULL);
    return broken;
}

/* ---- Actions. ---- */

static const char *read_choices(gg_scan *scan, const gg_state *state, void *base)
{
    gg_action *action = base;
    (void)state;
    for (int bit = 0; bit < 3; bit++) {
        int64_t choice;
        gg_scan_spaces(scan);
        if (!gg_scan_int(scan, 0, 1, &choice))
            return "expected three choices 0 or 1: Guards, heavy cavalry, light troops";
        action->flags = (uint8_t)(action->flags | choice << bit);
    }
    return NULL;
}

static void write_choices(const gg_state *state, const void *base, gg_text *out)
{
    const gg_action *action = base;
    (void)state;
    for (int bit = 0; bit < 3; bit++) gg_put(out, (action->flags >> bit & 1) != 0 ? " 1" : " 0");
}

static const char *read_at(gg_scan *scan, const gg_state *state, void *base)
{
    gg_action *action = base;
    uint8_t square;
    (void)state;
    if (!scan_square(scan, &square)) return expected_square;
    action->at = (gg_point){column_of(square), row_of(square)};
    return NULL;
}

static void write_at(const gg_state *state, const void *base, gg_text *out)
{
    const gg_action *action = base;
    (void)state;
    gg_put_char(out, ' ');
    squares_write_place(action->at, out);
}

/* The token that stands here, or -1. */
static int scan_token(gg_scan *scan)
{
    for (int row = 0; row < TOKENS; row++)
        if (gg_scan_is(scan, token_words[row])) return row;
    return -1;
}

/* F-F, XL-F, or . for none. */
static const char *read_tokens(gg_scan *scan, const gg_state *state, void *base)
{
    gg_action *action = base;
    uint32_t packed = 0;
    gg_scan here = *scan;
    (void)state;
    if (gg_scan_char(scan, '.')) return NULL;
    do {
        const int row = scan_token(&here);
        if (row < 0)
            return "expected moves such as F-F, XL-F or ., of F L R B XL XR XF XB K1 K2 Q1 Q2 ZN "
                   "ZE ZS ZW";
        if (action->item == TOKENS_MAX) return "nobody can make more than five moves";
        packed |= (uint32_t)row << (4 * action->item++);
    } while (gg_scan_char(&here, '-'));
    *scan = here;
    action->args[0] = (int32_t)packed;
    return NULL;
}

static void write_tokens(const gg_state *state, const void *base, gg_text *out)
{
    const gg_action *action = base;
    (void)state;
    gg_put_char(out, ' ');
    if (action->item == 0) gg_put_char(out, '.');
    for (int i = 0; i < action->item && i < TOKENS_MAX; i++) {
        if (i > 0) gg_put_char(out, '-');
        gg_put(out, token_words[(uint32_t)action->args[0] >> (4 * i) & 15]);
    }
}

#define PIECE                                                                                      \
    {                                                                                              \
        .name = "piece", .lead = "", .expected = "expected a piece of this position, such as A1",  \
        .kind = GG_FIELD_UNIT, .high = PIECES - 1, GG_AT(gg_action, who)                           \
    }
static const gg_field designate[] = {
    GG_OWN_FIELD("guards heavy light", NULL, read_choices, write_choices, 0),
};
static const gg_field deploy[] = {
    PIECE,
    GG_OWN_FIELD("square", NULL, read_at, write_at, 0),
    GG_WORD_FIELD("form", "", "expected block, line or column", form_words, GG_AT(gg_action, item)),
    GG_WORD_FIELD("facing", "", "expected a facing N, E, S or W", facing_words,
                  GG_AT(gg_action, flags)),
};
static const gg_field act[] = {
    PIECE,
    GG_OWN_FIELD("moves", NULL, read_tokens, write_tokens, 0),
    GG_WORD_FIELD("fight", "", expected_fight, fight_words, .flags = GG_FIELD_GUESSED,
                  GG_AT(gg_action, flags)),
};

#include "core/actions.def"
