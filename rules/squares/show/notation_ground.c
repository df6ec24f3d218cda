/*
 * notation_ground.c - the ground in positions: the cards of the pack, the map, the river's course.
 * SPDX-License-Identifier: MIT
 */
#include "rules/squares/law/ground.h"
#include "rules/squares/show/notation.h"

#include <string.h>

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

static const char rank_letters[] = "A23456789TJQK", suit_letters[] = "CDHS";
static const char expected_card[] = "expected a card such as JS, TD or *R";

/* ---- Cards. ---- */

static void put_card(gg_text *out, card c)
{
    if (is_joker(c)) {
        gg_put(out, c == PLAIN_CARDS ? "*R" : "*B");
        return;
    }
    gg_put_char(out, rank_letters[rank_of(c)]);
    gg_put_char(out, suit_letters[suit_of(c)]);
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
    if (!sq_ends_word(&here)) return false;
    *out = joker ? (card)(PLAIN_CARDS + (at[1] == 'B'))
                 : (card)((suit - suit_letters) * RANKS + (rank - rank_letters));
    *scan = here;
    return true;
}

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

const char *sq_read_cards(gg_scan *scan, gg_state *state, uint32_t nth)
{
    (void)nth;
    memset(state->deck, 0, sizeof state->deck);
    state->deck_given = comes_a_place(*scan) ? DECK_IN_PART : DECK_WHOLE;
    return state->deck_given == DECK_IN_PART ? read_some_cards(scan, state)
                                             : read_pack(scan, state, 0);
}

void sq_write_cards(const gg_state *state, gg_text *out)
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

const char *sq_settle_cards(gg_state *state, uint32_t nth, bool is_said)
{
    (void)nth, (void)is_said;
    if (state->deck_given == 0) return NULL;
    if (state->phase != PHASE_TERRAIN) return "cards belong to phase terrain";
    if (state->deck_given == DECK_IN_PART) sq_fill_deck(state);
    state->deck_given = DECK_WHOLE;
    return NULL;
}

/* ---- The map. ---- */

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

const char *sq_read_map(gg_scan *scan, gg_state *state, uint32_t nth)
{
    const char *trouble = NULL;
    (void)nth;
    if (!gg_scan_line_ends(scan)) return "the rows of the map come on the next lines";
    for (int row = SIDE; row >= 1 && trouble == NULL; row--)
        trouble = read_map_row(scan, state, row);
    return trouble;
}

void sq_write_map(const gg_state *state, gg_text *out)
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
const char *sq_read_letters(gg_scan *scan, gg_state *state, uint32_t nth)
{
    (void)scan, (void)state, (void)nth;
    return NULL;
}

const char *sq_read_course(gg_scan *scan, gg_state *state, uint32_t nth)
{
    (void)nth;
    memset(state->river, 0, sizeof state->river);
    state->river_count = 0;
    for (; gg_scan_spaces(scan), !gg_scan_line_ends(scan); state->river_count++) {
        if (state->river_count == BOARD) return "there are more squares than the board has";
        const char *trouble = sq_read_square(scan, &state->river[state->river_count]);
        if (trouble != NULL) return trouble;
    }
    return NULL;
}

void sq_write_course(const gg_state *state, gg_text *out)
{
    if (state->river_count == 0) return;
    gg_put(out, "course");
    for (int i = 0; i < state->river_count; i++) {
        gg_put_char(out, ' ');
        sq_put_square(out, state->river[i]);
    }
    gg_put_char(out, '\n');
}

int32_t sq_which_ground(gg_state *state, gg_scan *scan, const char **expected)
{
    gg_scan here = *scan;
    int row;
    (void)state, (void)expected;
    return gg_scan_row(&here, ground_words, GROUNDS, &row) ? 0 : -1;
}

/* hill d5 d6: these squares are so. */
const char *sq_read_ground(gg_scan *scan, gg_state *state, uint32_t nth)
{
    int what = 0;
    (void)nth;
    gg_scan_row(scan, ground_words, GROUNDS, &what);
    do {
        uint8_t square = 0;
        const char *trouble = sq_read_square(scan, &square);
        if (trouble != NULL) return trouble;
        state->ground[square] = (uint8_t)what;
        gg_scan_spaces(scan);
    } while (!gg_scan_line_ends(scan));
    return NULL;
}
