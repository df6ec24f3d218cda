/*
 * notation_action.c - actions as text.
 *
 *     move b3 ahead 4 wheel right 30 ahead 2 shift left 1 form line
 *     move b3 to 24,18 facing 90         the same kind of action, from where it shall end
 *     charge a2 b1 facing 37, fire a4 b1 with a5, ride ac0 24,18.5 join a1 rally a1
 */
#include "lucky.h"

#include <string.h>

const char *const lg_action_names[ACTIONS] = {
#define ACTION(id, name) name,
#include "actions.def"
#undef ACTION
};
static const char *const rally_names[RALLIES] = {"disorder", "shaken", "rout"};

/* ---- Writing. ---- */

static void put_unit(const gg_state *s, gg_unit u, gg_text *out)
{
    gg_put_char(out, ' ');
    lg_write_unit(s, u, out);
}

static void put_number(gg_text *out, int number)
{
    gg_put_char(out, ' ');
    gg_put_int(out, number);
}

static void put_turn(gg_text *out, int32_t turn)
{
    if (turn == 0) return;
    gt_put_word(out, turn > 0 ? "wheel right " : "wheel left ");
    gg_put_int(out, turn > 0 ? turn : -turn);
}

static void put_length(gg_text *out, const char *word, int32_t hundredths)
{
    if (word[0] != '\0') gt_put_word(out, word);
    gg_put_char(out, ' ');
    lg_write_length(hundredths, out);
}

static void put_form(gg_text *out, int form)
{
    if (form == 0) return;
    gt_put_word(out, "form ");
    gg_put(out, lg_formation_names[form - 1]);
}

static void put_path(const gg_action *action, gg_text *out)
{
    lg_path path = lg_path_of(action);
    put_form(out, path.form_start);
    for (int i = 0; i < path.legs; i++) {
        put_turn(out, path.turn[i]);
        put_length(out, "ahead", path.ahead[i]);
        if (path.shift[i] > 0) put_length(out, "shift right", path.shift[i]);
        if (path.shift[i] < 0) put_length(out, "shift left", -path.shift[i]);
    }
    put_turn(out, path.turn_end);
    put_form(out, path.form_end);
    if (path.unlimber) gt_put_word(out, "unlimber");
}

static void put_ride(const gg_state *s, const gg_action *action, gg_text *out)
{
    gg_put_char(out, ' ');
    gt_write_place(action->at, out);
    if (action->whom != GG_NO_UNIT) {
        gt_put_word(out, "join");
        put_unit(s, action->whom, out);
    }
    if (action->item != GG_NO_UNIT) {
        gt_put_word(out, "rally");
        put_unit(s, action->item, out);
    }
}

static void put_helpers(const gg_state *s, const gg_action *action, gg_text *out)
{
    uint64_t helpers = lg_fire_helpers(action);
    if (helpers != 0) gt_put_word(out, "with");
    for (int u = lg_next(&helpers); u != GG_NEVER; u = lg_next(&helpers))
        put_unit(s, (gg_unit)u, out);
}

/* What comes after the acting unit or commander. */
static void put_rest(const gg_state *s, const gg_action *action, gg_text *out)
{
    switch ((lg_action)action->kind) {
    case ACTION_GIVE:
        put_unit(s, action->whom, out);
        put_number(out, action->item);
        break;
    case ACTION_ASSIGN: put_number(out, action->item); break;
    case ACTION_MOVE:
    case ACTION_RESERVE:
    case ACTION_ADVANCE: put_path(action, out); break;
    case ACTION_BACK:
    case ACTION_RETIRE: put_length(out, "", action->args[0]); break;
    case ACTION_FORM:
        gt_put_word(out, action->item < FORMATIONS ? lg_formation_names[action->item] : "?");
        put_turn(out, action->at.x);
        break;
    case ACTION_CHARGE:
    case ACTION_BREAK:
        put_unit(s, action->whom, out);
        gt_put_word(out, "facing");
        put_number(out, action->item);
        break;
    case ACTION_RALLY:
        gt_put_word(out, action->item < RALLIES ? rally_names[action->item] : "?");
        break;
    case ACTION_RIDE: put_ride(s, action, out); break;
    case ACTION_SQUARE:
        if (action->flags) gt_put_word(out, "order");
        break;
    case ACTION_COUNTER: put_unit(s, action->whom, out); break;
    case ACTION_FIRE:
        put_unit(s, action->whom, out);
        put_helpers(s, action, out);
        break;
    case ACTION_LIMBER:
    case ACTION_UNLIMBER:
    case ACTION_EVADE:
    case ACTION_ABORT:
    case ACTION_OCCUPY:
    case ACTION_STAY:
    case ACTION_ORDERS:
    case ACTION_CORPS:
    case ACTION_FIGHT:
    case ACTION_REACT:
    case ACTION_END:
    case ACTION_RESIGN:
    case ACTIONS: break;
    }
}

static bool stands_alone(lg_action kind)
{
    return kind <= ACTION_REACT || kind == ACTION_END || kind == ACTION_RESIGN;
}

void lg_write_action(const gg_state *s, const gg_action *action, gg_text *out)
{
    gg_assert(action->kind < ACTIONS);
    gg_put(out, lg_action_names[action->kind]);
    if (stands_alone((lg_action)action->kind)) return;
    put_unit(s, action->who, out);
    put_rest(s, action, out);
}

/* ---- Reading. ---- */

typedef struct reader {
    gg_scan scan;
    const gg_state *s;
} reader;

static gg_error wrong(const reader *r, const char *text)
{
    return gg_scan_error(&r->scan, text);
}

static bool is(reader *r, const char *word)
{
    gg_scan_spaces(&r->scan);
    return gg_scan_is(&r->scan, word);
}

static bool ends(reader *r)
{
    gg_scan_spaces(&r->scan);
    return gg_scan_line_ends(&r->scan);
}

static gg_error read_unit(reader *r, gg_unit *out)
{
    unsigned u;
    gg_scan_spaces(&r->scan);
    if (!lg_scan_unit(r->s, &r->scan, &u)) return wrong(r, "no such unit");
    *out = (gg_unit)u;
    return gg_fine;
}

static gg_error read_commander(reader *r, gg_unit *out)
{
    unsigned c;
    gg_scan_spaces(&r->scan);
    if (!lg_scan_commander(r->s, &r->scan, &c)) return wrong(r, "no such commander");
    *out = (gg_unit)(UNITS_MAX + c);
    return gg_fine;
}

static gg_error read_number(reader *r, int low, int high, uint16_t *out)
{
    int64_t number;
    gg_scan_spaces(&r->scan);
    if (!gg_scan_int(&r->scan, low, high, &number))
        return wrong(r, "expected a number that fits here");
    *out = (uint16_t)number;
    return gg_fine;
}

/* Inches with at most two decimals, as hundredths. */
static gg_error read_length(reader *r, int32_t *out)
{
    int32_t ticks;
    gg_scan_spaces(&r->scan);
    if (!gt_scan_ticks(&r->scan, 0, 200 * INCH, &ticks))
        return wrong(r, "expected a length in inches");
    if (ticks % HUNDREDTH != 0) return wrong(r, "lengths are whole hundredths of an inch");
    *out = ticks / HUNDREDTH;
    return gg_fine;
}

static gg_error read_place(reader *r, gg_point *out)
{
    gg_scan_spaces(&r->scan);
    if (!gt_scan_ticks(&r->scan, -200 * INCH, 200 * INCH, &out->x) || !gg_scan_char(&r->scan, ',')
        || !gt_scan_ticks(&r->scan, -200 * INCH, 200 * INCH, &out->y))
        return wrong(r, "expected a place such as 24,18.5");
    if (out->x % HUNDREDTH != 0 || out->y % HUNDREDTH != 0)
        return wrong(r, "places are whole hundredths of an inch");
    return gg_fine;
}

static gg_error read_turn(reader *r, int32_t *out)
{
    uint16_t degrees = 0;
    int32_t sign = 0;
    if (is(r, "right"))
        sign = 1;
    else if (is(r, "left"))
        sign = -1;
    else
        return wrong(r, "expected right or left");
    gg_error error = read_number(r, 0, 180, &degrees);
    if (error.text == NULL) *out = sign * degrees;
    return error;
}

static gg_error read_form(reader *r, int *out)
{
    for (int i = 0; i < FORMATIONS; i++) {
        if (!is(r, lg_formation_names[i])) continue;
        *out = i + 1;
        return gg_fine;
    }
    return wrong(r, "expected line, column, mass or square");
}

/* The path a hand would mean that puts the unit down there. */
static gg_error read_end_pose(reader *r, const gg_action *action, lg_path *path)
{
    gg_point to;
    uint16_t facing = 0;
    gg_error error = read_place(r, &to);
    if (error.text != NULL) return error;
    bool faces = is(r, "facing");
    if (faces) error = read_number(r, 0, 359, &facing);
    lg_mode mode = action->kind == ACTION_RESERVE   ? MODE_RESERVE
                   : action->kind == ACTION_ADVANCE ? MODE_ADVANCE
                                                    : MODE_MOVE;
    if (error.text == NULL) lg_path_to(r->s, action->who, mode, to, faces ? facing * 10 : -1, path);
    return error;
}

/* One leg from what was read: a turn that waits, the way ahead, the side step. */
static gg_error read_leg(reader *r, lg_path *path)
{
    if (path->legs == LEGS_MAX) return wrong(r, "a move has at most three legs");
    int leg = path->legs++;
    path->turn[leg] = path->turn_end;
    path->turn_end = 0;
    gg_error error = read_length(r, &path->ahead[leg]);
    if (error.text != NULL || !is(r, "shift")) return error;
    bool right = is(r, "right");
    if (!right && !is(r, "left")) return wrong(r, "expected right or left");
    int32_t shift = 0;
    error = read_length(r, &shift);
    if (error.text != NULL) return error;
    path->shift[leg] = right ? shift : -shift;
    return gg_fine;
}

static gg_error read_path_word(reader *r, lg_path *path)
{
    int form = 0;
    if (is(r, "ahead")) return read_leg(r, path);
    if (is(r, "wheel")) {
        int32_t turn = 0;
        gg_error error = read_turn(r, &turn);
        if (error.text == NULL) path->turn_end += turn;
        return error;
    }
    if (is(r, "unlimber")) {
        path->unlimber = true;
        return gg_fine;
    }
    if (!is(r, "form")) return wrong(r, "expected ahead, wheel, form or unlimber");
    gg_error error = read_form(r, &form);
    bool first = path->legs == 0 && path->turn_end == 0;
    *(first ? &path->form_start : &path->form_end) = form;
    return error;
}

static gg_error read_path(reader *r, gg_action *action)
{
    lg_path path = {.legs = 0};
    if (ends(r)) return wrong(r, "expected ahead, wheel, form, unlimber, or to and a place");
    if (is(r, "to")) {
        gg_error error = read_end_pose(r, action, &path);
        if (error.text != NULL) return error;
    }
    while (!ends(r)) {
        gg_error error = read_path_word(r, &path);
        if (error.text != NULL) return error;
    }
    if (path.legs == 0) path.legs = 1; /* a turn, or a change of formation, on the spot */
    if (path.turn_end < -180 || path.turn_end > 180)
        return wrong(r, "a turn is at most 180 degrees");
    lg_path_pack(&path, action);
    return gg_fine;
}

static gg_error read_form_action(reader *r, gg_action *action)
{
    int form = 0;
    gg_error error = read_form(r, &form);
    if (error.text != NULL) return error;
    action->item = (uint16_t)(form - 1);
    return is(r, "wheel") ? read_turn(r, &action->at.x) : gg_fine;
}

static gg_error read_charge(reader *r, gg_action *action)
{
    gg_error error = read_unit(r, &action->whom);
    if (error.text != NULL) return error;
    action->item =
        (uint16_t)lg_direction(r->s->units[action->who].at, r->s->units[action->whom].at);
    return is(r, "facing") ? read_number(r, 0, 359, &action->item) : gg_fine;
}

static gg_error read_rally(reader *r, gg_action *action)
{
    for (int i = 0; i < RALLIES; i++) {
        if (!is(r, rally_names[i])) continue;
        action->item = (uint16_t)i;
        return gg_fine;
    }
    return wrong(r, "expected disorder, shaken or rout");
}

static gg_error read_ride(reader *r, gg_action *action)
{
    action->whom = action->item = GG_NO_UNIT;
    gg_error error = read_place(r, &action->at);
    if (error.text == NULL && is(r, "join")) error = read_unit(r, &action->whom);
    if (error.text == NULL && is(r, "rally")) error = read_unit(r, &action->item);
    return error;
}

static gg_error read_fire(reader *r, gg_action *action)
{
    gg_error error = read_unit(r, &action->whom);
    if (error.text != NULL || !is(r, "with")) return error;
    uint64_t helpers = 0;
    while (error.text == NULL && !ends(r)) {
        gg_unit helper = 0;
        error = read_unit(r, &helper);
        if (error.text == NULL) helpers |= lg_bit(helper);
    }
    action->args[0] = (int32_t)(uint32_t)helpers;
    action->args[1] = (int32_t)(uint32_t)(helpers >> 32);
    return error;
}

static gg_error read_give(reader *r, gg_action *action)
{
    gg_error error = read_commander(r, &action->who);
    if (error.text == NULL) error = read_commander(r, &action->whom);
    return error.text == NULL ? read_number(r, 1, 99, &action->item) : error;
}

/* What comes after the acting unit. */
static gg_error read_rest(reader *r, gg_action *action)
{
    switch ((lg_action)action->kind) {
    case ACTION_ASSIGN: return read_number(r, 1, 99, &action->item);
    case ACTION_MOVE:
    case ACTION_RESERVE:
    case ACTION_ADVANCE: return read_path(r, action);
    case ACTION_BACK:
    case ACTION_RETIRE: return read_length(r, &action->args[0]);
    case ACTION_FORM: return read_form_action(r, action);
    case ACTION_CHARGE:
    case ACTION_BREAK: return read_charge(r, action);
    case ACTION_RALLY: return read_rally(r, action);
    case ACTION_RIDE: return read_ride(r, action);
    case ACTION_SQUARE: action->flags = is(r, "order"); return gg_fine;
    case ACTION_COUNTER: return read_unit(r, &action->whom);
    case ACTION_FIRE: return read_fire(r, action);
    case ACTION_LIMBER:
    case ACTION_UNLIMBER:
    case ACTION_EVADE:
    case ACTION_ABORT:
    case ACTION_OCCUPY:
    case ACTION_STAY:
    case ACTION_ORDERS:
    case ACTION_CORPS:
    case ACTION_FIGHT:
    case ACTION_REACT:
    case ACTION_GIVE:
    case ACTION_END:
    case ACTION_RESIGN:
    case ACTIONS: break;
    }
    return gg_fine;
}

gg_error lg_read_action(const gg_state *s, const char *text, gg_action *out)
{
    reader r = {.scan = gg_scan_over(text), .s = s};
    gg_action action;
    memset(&action, 0, sizeof action);
    int kind = 0;
    while (kind < ACTIONS && !is(&r, lg_action_names[kind]))
        kind++;
    if (kind == ACTIONS) return wrong(&r, "expected an action: move, charge, fire, rally, end ...");
    action.kind = (uint8_t)kind;
    gg_error error = gg_fine;
    if (kind == ACTION_GIVE)
        error = read_give(&r, &action);
    else if (kind == ACTION_RIDE)
        error = read_commander(&r, &action.who);
    else if (!stands_alone((lg_action)kind))
        error = read_unit(&r, &action.who);
    if (error.text == NULL) error = read_rest(&r, &action);
    if (error.text != NULL) return error;
    if (!ends(&r)) return wrong(&r, "expected the end of the action");
    *out = action;
    return gg_fine;
}
