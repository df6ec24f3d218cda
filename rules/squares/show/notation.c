/*
 * notation.c - names, places and actions as text; core reads and writes them by their rows.
 *
 * docs/notation.md describes it for people.  Positions are in notation_lines.c and
 * notation_ground.c.
 * SPDX-License-Identifier: MIT
 */
#include "rules/squares/show/notation.h"

#include "core/fields.h"

/* ---- Words. ---- */

static const char *const token_words[TOKENS] = {
#define TOKEN(id, meaning, who, clause) #id,
#include "rules/squares/law/tokens.def"
#undef TOKEN
};

const char *const sq_fight_words[FIGHTS + 1] = {
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

const char *const sq_facing_words[FACINGS + 1] = {
    [NORTH] = "N",
    [EAST] = "E",
    [SOUTH] = "S",
    [WEST] = "W",
};

const char sq_expected_square[] = "expected a square, a1 to l12";

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

void sq_put_square(gg_text *out, uint8_t square)
{
    gg_point at = {-1, -1};
    if (square < BOARD) at = (gg_point){column_of(square), row_of(square)};
    squares_write_place(at, out);
}

/* ---- Names and places, read; each moves past what it read, or does not move. ---- */

bool sq_ends_word(const gg_scan *scan)
{
    const char next = scan->text[scan->at];
    return !((next >= '0' && next <= '9') || (next >= 'a' && next <= 'z')
             || (next >= 'A' && next <= 'Z'));
}

/* A square, with no letter or digit after it. */
bool sq_scan_square(gg_scan *scan, uint8_t *out)
{
    gg_scan here = *scan;
    int64_t row;
    const char column = here.text[here.at];
    if (column < 'a' || column >= 'a' + SIDE || here.text[here.at + 1] < '1'
        || here.text[here.at + 1] > '9')
        return false;
    here.at++;
    if (!gg_scan_int(&here, 1, SIDE, &row) || !sq_ends_word(&here)) return false;
    *out = (uint8_t)(column - 'a' + SIDE * (row - 1));
    *scan = here;
    return true;
}

const char *sq_read_square(gg_scan *scan, uint8_t *out)
{
    gg_scan_spaces(scan);
    return sq_scan_square(scan, out) ? NULL : sq_expected_square;
}

/* A1, B12, A5c */
bool sq_scan_name(gg_scan *scan, sq_name *out)
{
    gg_scan here = *scan;
    int64_t number;
    const bool is_blue = gg_scan_char(&here, 'A');
    if (!is_blue && !gg_scan_char(&here, 'B')) return false;
    if (here.text[here.at] < '1' || here.text[here.at] > '9'
        || !gg_scan_int(&here, 1, UNITS, &number))
        return false;
    *out = (sq_name){.side = is_blue ? GG_BLUE : GG_RED, .number = (uint8_t)number};
    const char letter = here.text[here.at];
    if (letter >= 'a' && letter < 'a' + DETACHMENTS) {
        out->detachment = (uint8_t)(letter - 'a' + 1);
        here.at++;
    }
    if (!sq_ends_word(&here)) return false;
    *scan = here;
    return true;
}

gg_unit sq_find_piece(const gg_state *state, const sq_name *it)
{
    for (int i = 0; i < state->piece_count[it->side]; i++) {
        const piece *that = &state->pieces[it->side * UNITS + i];
        if (that->number == it->number && that->detachment == it->detachment)
            return (gg_unit)(it->side * UNITS + i);
    }
    return GG_NO_UNIT;
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
    if (!sq_scan_square(scan, &square)) return sq_expected_square;
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
    GG_WORD_FIELD("facing", "", "expected a facing N, E, S or W", sq_facing_words,
                  GG_AT(gg_action, flags)),
};
static const gg_field act[] = {
    PIECE,
    GG_OWN_FIELD("moves", NULL, read_tokens, write_tokens, 0),
    GG_WORD_FIELD("fight", "", "expected none, attack or shoot (shoot:N, E, S or W from a square)",
                  sq_fight_words, .flags = GG_FIELD_GUESSED, GG_AT(gg_action, flags)),
};

#include "core/actions.def"
