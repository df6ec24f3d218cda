/*
 * notation.c - positions and actions as text, read and written.
 *
 *     position drill 1
 *     option rounds=4
 *     phase act            orders initiative act closing over; default act
 *     round 2              default 1
 *     turn blue            whose turn it is; default blue
 *     initiative blue      who had it last; default: in a turn that side, before nobody
 *     ready red            in the phase orders
 *     closing A1>B2        in the phase closing: who moved, and whom it charges (if it does)
 *     over red resign      winner (or nobody) and why: gone, rounds, resign
 *     wood 8,6 2.5         centre and radius in inches
 *     redoubt 12,6 1
 *     A1 files:3 6,2 march acted fired shaken
 *
 * Later lines override earlier ones; `A1 gone` takes a company away.
 */
#include "drill.h"

#include <string.h>

const char *const drill_order_words[] = {
    [ORDER_NONE] = "", [ORDER_HOLD] = "hold", [ORDER_MARCH] = "march", [ORDER_SHOOT] = "shoot"};
const char *const drill_ground_words[] = {
    [GROUND_NONE] = "", [GROUND_WOOD] = "wood", [GROUND_REDOUBT] = "redoubt"};
static const char *const ended_words[] = {
    [ENDED_NOT] = "", [ENDED_GONE] = "gone", [ENDED_ROUNDS] = "rounds", [ENDED_RESIGN] = "resign"};

static const char expected_company[] = "expected a company: A1 to A3, B1 to B3";
static const char expected_place[] = "expected a place: inches east,north";
static const char expected_of_company[] =
    "expected files:N, a place, an order, acted, fired, shaken or gone";

typedef struct action_word { const char *word; drill_parts parts; } action_word;
static const action_word action_words[] = {
#define ACTION(id, word, parts, phase) [ACTION_##id] = {#word, parts},
#include "actions.def"
#undef ACTION
    [ACTION_RESIGN] = {"resign", PARTS_NONE},
};

/* ---- Small things, written and read. ---- */

/* Inches with as many decimals as are needed: 12, 12.5, 0.125. */
static void put_inches(gg_text *out, int32_t ticks)
{
    int64_t rest = ticks;
    if (rest < 0) gg_put_char(out, '-'), rest = -rest;
    gg_put_int(out, rest / INCH);
    rest %= INCH;
    if (rest > 0) gg_put_char(out, '.');
    for (int32_t digit = INCH / 10; rest > 0; digit /= 10) {
        gg_put_char(out, (char)('0' + rest / digit));
        rest %= digit;
    }
}

static bool scan_inches(gg_scan *scan, int32_t *out)
{
    gg_scan here = *scan;
    const bool is_negative = gg_scan_char(&here, '-');
    int64_t whole;
    if (here.text[here.at] == '-' || here.text[here.at] == '+') return false;
    if (!gg_scan_int(&here, 0, MEASURE_MAX / INCH - 1, &whole)) return false;
    int32_t ticks = (int32_t)whole * INCH;
    if (gg_scan_char(&here, '.')) {
        const uint32_t from = here.at;
        int32_t digit = INCH / 10;
        for (; here.text[here.at] >= '0' && here.text[here.at] <= '9' && digit > 0; digit /= 10)
            ticks += digit * (here.text[here.at++] - '0');
        if (here.at == from) return false;
    }
    *out = is_negative ? -ticks : ticks;
    *scan = here;
    return true;
}

void drill_write_place(gg_point at, gg_text *out)
{
    put_inches(out, at.x);
    gg_put_char(out, ',');
    put_inches(out, at.y);
}

static bool scan_place(gg_scan *scan, gg_point *out)
{
    gg_scan here = *scan;
    if (!scan_inches(&here, &out->x) || !gg_scan_char(&here, ',') || !scan_inches(&here, &out->y))
        return false;
    *scan = here;
    return true;
}

void drill_write_unit(const gg_state *state, gg_unit who, gg_text *out)
{
    (void)state;
    gg_assert(who < UNITS);
    gg_put_char(out, drill_side_of(who) == GG_BLUE ? 'A' : 'B');
    gg_put_int(out, who % COMPANIES + 1);
}

static bool scan_unit(gg_scan *scan, gg_unit *out)
{
    const char side = scan->text[scan->at];
    if (side != 'A' && side != 'B') return false;
    const char number = scan->text[scan->at + 1];
    if (number < '1' || number > '0' + COMPANIES) return false;
    *out = (gg_unit)((side == 'A' ? 0 : COMPANIES) + number - '1');
    scan->at += 2;
    return true;
}

/* The row of a table of words that stands here; 0 and no move if none. */
static int scan_row(gg_scan *scan, const char *const *words, int count)
{
    for (int row = 1; row < count; row++)
        if (gg_scan_is(scan, words[row])) return row;
    return 0;
}

static bool scan_side_or_nobody(gg_scan *scan, uint8_t *out)
{
    if (!gg_scan_is(scan, "nobody")) return gg_scan_side(scan, out);
    *out = GG_NOBODY;
    return true;
}

/* ---- Writing a position. ---- */

static void put_word(gg_text *out, const char *word, const char *value)
{
    gg_put(out, word);
    gg_put_char(out, ' ');
    gg_put(out, value);
    gg_put_char(out, '\n');
}

static void write_sequence(const gg_state *state, gg_text *out)
{
    put_word(out, "phase", drill_phases[state->phase].name);
    gg_put(out, "round ");
    gg_put_int(out, state->round);
    gg_put_char(out, '\n');
    put_word(out, "turn", gg_side_name(state->side));
    put_word(out, "initiative", gg_side_name(state->initiative));
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        if ((state->ready >> side & 1) != 0) put_word(out, "ready", gg_side_name(side));
    if (state->mover != 0) {
        gg_put(out, "closing ");
        drill_write_unit(state, (gg_unit)(state->mover - 1), out);
        if (state->charged != 0) {
            gg_put_char(out, '>');
            drill_write_unit(state, (gg_unit)(state->charged - 1), out);
        }
        gg_put_char(out, '\n');
    }
    if (state->ended != ENDED_NOT) {
        gg_put(out, "over ");
        put_word(out, gg_side_name(state->winner), ended_words[state->ended]);
    }
}

static void write_company(const gg_state *state, gg_unit who, gg_text *out)
{
    const company *c = &state->companies[who];
    drill_write_unit(state, who, out);
    gg_put(out, " files:");
    gg_put_int(out, c->files);
    gg_put_char(out, ' ');
    drill_write_place(c->at, out);
    if (c->order != ORDER_NONE) gg_put_char(out, ' '), gg_put(out, drill_order_words[c->order]);
    if (c->has_acted) gg_put(out, " acted");
    if (c->has_fired) gg_put(out, " fired");
    if (c->is_shaken) gg_put(out, " shaken");
    gg_put_char(out, '\n');
}

void drill_write_state(const gg_state *state, gg_text *out)
{
    gg_put(out, "position drill ");
    gg_put_int(out, drill_rules.version);
    gg_put_char(out, '\n');
    for (int row = 0; row < OPTIONS; row++) {
        if (state->options[row] == drill_rules.options[row].standard) continue;
        gg_put(out, "option ");
        gg_put(out, drill_rules.options[row].name);
        gg_put_char(out, '=');
        gg_put_int(out, state->options[row]);
        gg_put_char(out, '\n');
    }
    write_sequence(state, out);
    for (int i = 0; i < CIRCLES; i++) {
        const circle *it = &state->circles[i];
        if (it->ground == GROUND_NONE) continue;
        gg_put(out, drill_ground_words[it->ground]);
        gg_put_char(out, ' ');
        drill_write_place(it->at, out);
        gg_put_char(out, ' ');
        put_inches(out, it->radius);
        gg_put_char(out, '\n');
    }
    for (gg_unit who = 0; who < UNITS; who++)
        if (state->companies[who].files > 0) write_company(state, who, out);
}

/* ---- Reading a position: a table of first words, each with what may follow it. ---- */

static gg_error read_position(gg_scan *scan, gg_state *state)
{
    (void)state;
    int64_t version;
    if (!gg_scan_is(scan, "drill")) return gg_scan_error(scan, "expected the game drill");
    gg_scan_spaces(scan);
    if (!gg_scan_line_ends(scan)
        && !gg_scan_int(scan, drill_rules.version, drill_rules.version, &version))
        return gg_scan_error(scan, "a version of drill that this program does not know");
    return gg_fine;
}

static gg_error read_option(gg_scan *scan, gg_state *state)
{
    uint32_t row;
    int32_t  value;
    const gg_error error = gg_scan_option(scan, &drill_rules, &row, &value);
    if (error.text == NULL) state->options[row] = (int16_t)value;
    return error;
}

static gg_error read_phase(gg_scan *scan, gg_state *state)
{
    for (uint8_t phase = 0; phase < PHASES; phase++) {
        if (!gg_scan_is(scan, drill_phases[phase].name)) continue;
        state->phase = phase;
        return gg_fine;
    }
    return gg_scan_error(scan, "expected a phase: orders, initiative, act, closing or over");
}

static gg_error read_round(gg_scan *scan, gg_state *state)
{
    int64_t round;
    if (!gg_scan_int(scan, 1, ROUNDS_MAX, &round))
        return gg_scan_error(scan, "expected the number of a round");
    state->round = (uint16_t)round;
    return gg_fine;
}

static gg_error read_turn(gg_scan *scan, gg_state *state)
{
    return gg_scan_side(scan, &state->side) ? gg_fine
                                            : gg_scan_error(scan, "expected blue or red");
}

static gg_error read_initiative(gg_scan *scan, gg_state *state)
{
    return scan_side_or_nobody(scan, &state->initiative)
             ? gg_fine
             : gg_scan_error(scan, "expected blue, red or nobody");
}

static gg_error read_ready(gg_scan *scan, gg_state *state)
{
    gg_side side;
    if (!gg_scan_side(scan, &side)) return gg_scan_error(scan, "expected blue or red");
    state->ready |= (gg_sides)(1u << side);
    return gg_fine;
}

static gg_error read_closing(gg_scan *scan, gg_state *state)
{
    gg_unit who, whom;
    if (!scan_unit(scan, &who)) return gg_scan_error(scan, expected_company);
    state->mover = (uint8_t)(who + 1);
    state->charged = 0;
    if (!gg_scan_char(scan, '>')) return gg_fine;
    if (!scan_unit(scan, &whom)) return gg_scan_error(scan, "expected the company that is charged");
    state->charged = (uint8_t)(whom + 1);
    return gg_fine;
}

static gg_error read_over(gg_scan *scan, gg_state *state)
{
    if (!scan_side_or_nobody(scan, &state->winner))
        return gg_scan_error(scan, "expected the winner: blue, red or nobody");
    gg_scan_spaces(scan);
    state->ended = (uint8_t)scan_row(scan, ended_words, ENDED_RESIGN + 1);
    return state->ended != ENDED_NOT ? gg_fine
                                     : gg_scan_error(scan, "expected gone, rounds or resign");
}

static gg_error read_circle(gg_scan *scan, gg_state *state, drill_ground ground)
{
    circle it = {.ground = (int32_t)ground};
    if (!scan_place(scan, &it.at)) return gg_scan_error(scan, expected_place);
    gg_scan_spaces(scan);
    if (!scan_inches(scan, &it.radius)) return gg_scan_error(scan, "expected a radius in inches");
    for (int i = 0; i < CIRCLES; i++) {
        if (state->circles[i].ground != GROUND_NONE) continue;
        state->circles[i] = it;
        return gg_fine;
    }
    return gg_scan_error(scan, "there is room for four circles of ground");
}

static gg_error read_wood(gg_scan *scan, gg_state *state)
{
    return read_circle(scan, state, GROUND_WOOD);
}

static gg_error read_redoubt(gg_scan *scan, gg_state *state)
{
    return read_circle(scan, state, GROUND_REDOUBT);
}

static gg_error read_files(gg_scan *scan, company *c)
{
    int64_t files;
    if (!gg_scan_char(scan, ':') || !gg_scan_int(scan, 1, FILES_MAX, &files))
        return gg_scan_error(scan, "expected : and 1 to 4, as in files:3");
    c->files = (uint8_t)files;
    return gg_fine;
}

static gg_error read_company(gg_scan *scan, company *out)
{
    company c = {.files = FILES_MAX};
    bool has_place = false;
    for (; !gg_scan_line_ends(scan); gg_scan_spaces(scan)) {
        const int order = scan_row(scan, drill_order_words, ORDERS);
        if (order != ORDER_NONE) c.order = (uint8_t)order;
        else if (gg_scan_is(scan, "acted")) c.has_acted = true;
        else if (gg_scan_is(scan, "fired")) c.has_fired = true;
        else if (gg_scan_is(scan, "shaken")) c.is_shaken = true;
        else if (gg_scan_is(scan, "gone")) c.files = 0;
        else if (gg_scan_is(scan, "files")) {
            const gg_error error = read_files(scan, &c);
            if (error.text != NULL) return error;
        } else if (scan_place(scan, &c.at)) has_place = true;
        else return gg_scan_error(scan, expected_of_company);
    }
    if (c.files > 0 && !has_place) return gg_scan_error(scan, expected_place);
    *out = c.files > 0 ? c : (company){.files = 0};
    return gg_fine;
}

typedef struct line_reader {
    const char *word;
    gg_error  (*read)(gg_scan *, gg_state *);
} line_reader;

static const line_reader line_readers[] = {
    {"position", read_position}, {"option", read_option},   {"phase", read_phase},
    {"round", read_round},       {"turn", read_turn},       {"initiative", read_initiative},
    {"ready", read_ready},       {"closing", read_closing}, {"over", read_over},
    {"wood", read_wood},         {"redoubt", read_redoubt},
};

static gg_error read_line(gg_scan *scan, gg_state *state)
{
    gg_unit who;
    if (scan_unit(scan, &who)) {
        gg_scan_spaces(scan);
        return read_company(scan, &state->companies[who]);
    }
    for (size_t i = 0; i < sizeof line_readers / sizeof *line_readers; i++) {
        if (!gg_scan_is(scan, line_readers[i].word)) continue;
        gg_scan_spaces(scan);
        return line_readers[i].read(scan, state);
    }
    return gg_scan_error(scan, "expected a company, or position, option, phase, round, turn, "
                               "initiative, ready, closing, over, wood or redoubt");
}

/* What follows from the rest: a revealed company without an order holds, a turn has a leader. */
static void fill_in(gg_state *state)
{
    const bool in_turn = state->phase == PHASE_ACT || state->phase == PHASE_CLOSING;
    if (in_turn && state->initiative == GG_NOBODY) state->initiative = state->side;
    for (int i = 0; i < UNITS; i++) {
        company *c = &state->companies[i];
        const bool is_revealed = in_turn || state->phase == PHASE_INITIATIVE;
        if (c->files > 0 && c->order == ORDER_NONE && is_revealed) c->order = ORDER_HOLD;
    }
}

gg_error drill_read_state(const char *text, gg_state *out)
{
    gg_state state;
    memset(&state, 0, sizeof state);
    state.phase = PHASE_ACT;
    state.round = 1;
    state.initiative = state.winner = GG_NOBODY;
    for (int row = 0; row < OPTIONS; row++)
        state.options[row] = (int16_t)drill_rules.options[row].standard;
    for (gg_scan scan = gg_scan_over(text); gg_scan_next_line(&scan);) {
        const gg_error error = read_line(&scan, &state);
        if (error.text != NULL) return error;
        gg_scan_spaces(&scan);
        if (!gg_scan_line_ends(&scan)) return gg_scan_error(&scan, "expected the end of the line");
    }
    fill_in(&state);
    const char *broken = drill_audit(&state);
    if (broken != NULL) return (gg_error){.text = broken};
    *out = state;
    return gg_fine;
}

/* ---- Actions: march A1 12.5,3 / charge A1>B2 / order A1 hold / ready. ---- */

void drill_write_action(const gg_state *state, const gg_action *action, gg_text *out)
{
    gg_assert(action->kind < ACTION_KINDS);
    const action_word *row = &action_words[action->kind];
    gg_put(out, row->word);
    if (row->parts == PARTS_NONE) return;
    gg_put_char(out, ' ');
    drill_write_unit(state, action->who, out);
    switch (row->parts) {
    case PARTS_NONE: break;
    case PARTS_WHO_ORDER:
        gg_assert(action->item < ORDERS);
        gg_put_char(out, ' ');
        gg_put(out, drill_order_words[action->item]);
        break;
    case PARTS_WHO_AT:
        gg_put_char(out, ' ');
        drill_write_place(action->at, out);
        break;
    case PARTS_WHO_WHOM:
        gg_put_char(out, '>');
        drill_write_unit(state, action->whom, out);
        break;
    }
}

static gg_error read_parts(gg_scan *scan, drill_parts parts, gg_action *action)
{
    if (parts == PARTS_NONE) return gg_fine;
    gg_scan_spaces(scan);
    if (!scan_unit(scan, &action->who)) return gg_scan_error(scan, expected_company);
    switch (parts) {
    case PARTS_NONE: break;
    case PARTS_WHO_ORDER:
        gg_scan_spaces(scan);
        action->item = (gg_unit)scan_row(scan, drill_order_words, ORDERS);
        if (action->item == ORDER_NONE) return gg_scan_error(scan, "expected hold, march or shoot");
        break;
    case PARTS_WHO_AT:
        gg_scan_spaces(scan);
        if (!scan_place(scan, &action->at)) return gg_scan_error(scan, expected_place);
        break;
    case PARTS_WHO_WHOM:
        if (!gg_scan_char(scan, '>') || !scan_unit(scan, &action->whom))
            return gg_scan_error(scan, "expected > and a target, as in A1>B2");
        break;
    }
    return gg_fine;
}

gg_error drill_read_action(const gg_state *state, const char *text, gg_action *out)
{
    (void)state;
    gg_scan scan = gg_scan_over(text);
    gg_scan_spaces(&scan);
    for (int kind = 0; kind < ACTION_KINDS; kind++) {
        if (!gg_scan_is(&scan, action_words[kind].word)) continue;
        gg_action action = drill_action((drill_action_kind)kind, GG_NO_UNIT, GG_NO_UNIT);
        const gg_error error = read_parts(&scan, action_words[kind].parts, &action);
        if (error.text != NULL) return error;
        gg_scan_spaces(&scan);
        if (!gg_scan_line_ends(&scan))
            return gg_scan_error(&scan, "expected the end of the action");
        *out = action;
        return gg_fine;
    }
    return gg_scan_error(&scan, "expected order, ready, march, charge, shoot, end, fire, stand, "
                                "initiative or resign");
}
