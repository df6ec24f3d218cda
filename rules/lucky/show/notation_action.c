/*
 * notation_action.c - actions as rows; core reads and writes them.
 *
 *     move b3 ahead 4 wheel right 30 ahead 2 shift left 1 form line
 *     move b3 to 24,18 facing 90         the same kind of action, from where it shall end
 *     charge a2 b1 facing 37, fire a4 b1 with a5, ride ac0 24,18.5 join a1 rally a1
 * SPDX-License-Identifier: MIT
 */
#include "core/fields.h"
#include "rules/lucky/show/show.h"

static const char *const rally_words[] = {"disorder", "shaken", "rout", NULL};

/* ---- A way: legs, turns, changes of formation. ---- */

static const char expected_number[] = "expected a number that fits here";
static const char expected_length[] = "expected a length in inches, of whole hundredths";
static const char expected_place[] = "expected a place such as 24,18.5, of whole hundredths";
static const char expected_turn[] = "expected right or left";
static const char expected_form[] = "expected line, column, mass or square";

static void put_turn(gg_text *out, int32_t turn)
{
    if (turn == 0) return;
    gt_put_word(out, turn > 0 ? "wheel right " : "wheel left ");
    gg_put_int(out, turn > 0 ? turn : -turn);
}

static void put_length(gg_text *out, const char *word, int32_t hundredths)
{
    gt_put_word(out, word);
    gg_put_char(out, ' ');
    gg_put_decimal(out, hundredths, INCH / HUNDREDTH);
}

static void put_form(gg_text *out, int form)
{
    if (form == 0) return;
    gt_put_word(out, "form ");
    gg_put(out, lg_names.formations[form - 1]);
}

static void write_way(const gg_state *s, const void *base, gg_text *out)
{
    (void)s;
    lg_path path = lg_path_of(base);
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

static bool is(gg_scan *scan, const char *word)
{
    gg_scan_spaces(scan);
    return gg_scan_is(scan, word);
}

static bool ends(gg_scan *scan)
{
    gg_scan_spaces(scan);
    return gg_scan_line_ends(scan);
}

static const char *read_length(gg_scan *scan, int32_t *out)
{
    gg_scan_spaces(scan);
    return gg_scan_decimal(scan, INCH / HUNDREDTH, 0, LENGTH_MAX, out) ? NULL : expected_length;
}

static const char *read_number(gg_scan *scan, int high, int32_t *out)
{
    int64_t number;
    gg_scan_spaces(scan);
    if (!gg_scan_int(scan, 0, high, &number)) return expected_number;
    *out = (int32_t)number;
    return NULL;
}

static const char *read_turn(gg_scan *scan, int32_t *out)
{
    int32_t degrees = 0;
    bool right = is(scan, "right");
    if (!right && !is(scan, "left")) return expected_turn;
    const char *broken = read_number(scan, 180, &degrees);
    *out = right ? degrees : -degrees;
    return broken;
}

/* The path a hand would mean that puts the unit down there. */
static const char *read_end_pose(gg_scan *scan, const gg_state *s, const gg_action *action,
                                 lg_path *path)
{
    gg_point to;
    int32_t facing = 0;
    gg_scan_spaces(scan);
    gg_scan before = *scan;
    if (!gg_scan_table_place(scan, &to) || !lg_may_be_named(to))
        return *scan = before, expected_place;
    bool faces = is(scan, "facing");
    const char *broken = faces ? read_number(scan, 359, &facing) : NULL;
    lg_mode mode = lg_mode_of((lg_action_kind)action->kind);
    if (broken == NULL) lg_path_to(s, action->who, mode, to, faces ? facing * 10 : -1, path);
    return broken;
}

/* One leg from what was read: a turn that waits, the way ahead, the side step. */
static const char *read_leg(gg_scan *scan, lg_path *path)
{
    if (path->legs == LEGS_MAX) return "a move has at most three legs";
    int leg = path->legs++;
    path->turn[leg] = path->turn_end;
    path->turn_end = 0;
    const char *broken = read_length(scan, &path->ahead[leg]);
    if (broken != NULL || !is(scan, "shift")) return broken;
    bool right = is(scan, "right");
    if (!right && !is(scan, "left")) return expected_turn;
    int32_t shift = 0;
    broken = read_length(scan, &shift);
    path->shift[leg] = right ? shift : -shift;
    return broken;
}

static const char *read_way_word(gg_scan *scan, lg_path *path)
{
    int form;
    if (is(scan, "ahead")) return read_leg(scan, path);
    if (is(scan, "wheel")) {
        int32_t turn = 0;
        const char *broken = read_turn(scan, &turn);
        path->turn_end += turn;
        return broken;
    }
    if (is(scan, "unlimber")) return path->unlimber = true, NULL;
    if (!is(scan, "form")) return "expected ahead, wheel, form or unlimber";
    gg_scan_spaces(scan);
    if (!gg_scan_row(scan, lg_names.formations, FORMATIONS, &form)) return expected_form;
    bool first = path->legs == 0 && path->turn_end == 0;
    *(first ? &path->form_start : &path->form_end) = form + 1;
    return NULL;
}

static const char *read_way(gg_scan *scan, const gg_state *s, void *base)
{
    gg_action *action = base;
    lg_path path = {.legs = 0};
    const char *broken = is(scan, "to") ? read_end_pose(scan, s, action, &path) : NULL;
    while (broken == NULL && !ends(scan)) broken = read_way_word(scan, &path);
    if (broken != NULL) return broken;
    if (path.legs == 0) path.legs = 1; /* a turn, or a change of formation, on the spot */
    if (path.turn_end < -180 || path.turn_end > 180) return "a turn is at most 180 degrees";
    lg_path_pack(&path, action);
    return NULL;
}

/* ---- The turn of a change of formation; the facing of a charge, at its target if none is said. */

static const char *read_wheel(gg_scan *scan, const gg_state *s, void *turn)
{
    (void)s;
    return gg_scan_is(scan, "wheel") ? read_turn(scan, turn) : NULL;
}

static void write_wheel(const gg_state *s, const void *turn, gg_text *out)
{
    (void)s;
    put_turn(out, *(const int32_t *)turn);
}

static const char *read_facing(gg_scan *scan, const gg_state *s, void *base)
{
    gg_action *action = base;
    int32_t facing = lg_direction(s->units[action->who].at, s->units[action->whom].at);
    const char *broken = gg_scan_is(scan, "facing") ? read_number(scan, 359, &facing) : NULL;
    action->item = (uint16_t)facing;
    return broken;
}

static void write_facing(const gg_state *s, const void *base, gg_text *out)
{
    (void)s;
    const gg_action *action = base;
    gt_put_number(out, "facing", action->item);
}

/* ---- Rows. ---- */

static const char no_such_unit[] = "no such unit", no_such_commander[] = "no such commander";
#define UNIT GG_UNIT_FIELD("unit", "", no_such_unit, 0, UNITS_MAX - 1, GG_AT(gg_action, who))
#define WHOM(named) GG_UNIT_FIELD(named, "", no_such_unit, 0, UNITS_MAX - 1, GG_AT(gg_action, whom))
#define COMMANDER(named, member)                                                                   \
    GG_UNIT_FIELD(named, "", no_such_commander, UNITS_MAX, NAMES - 1, GG_AT(gg_action, member))
#define COUNT GG_NUMBER_FIELD("n", "", expected_number, 1, 99, GG_AT(gg_action, item))
#define MAYBE(word, member)                                                                        \
    GG_UNIT_FIELD("unit", word, no_such_unit, 0, UNITS_MAX - 1, .flags = GG_FIELD_OPTIONAL,        \
                  .standard = GG_NO_UNIT, GG_AT(gg_action, member))

static const gg_field unit[] = {UNIT};
static const gg_field unit_whom[] = {UNIT, WHOM("charger")};
static const gg_field give[] = {COMMANDER("from", who), COMMANDER("to", whom), COUNT};
static const gg_field assign[] = {UNIT, COUNT};
static const gg_field way[] = {
    UNIT,
    GG_OWN_FIELD("path", "expected ahead, wheel, form, unlimber, or to and a place", read_way,
                 write_way, 0),
};
static const gg_field length[] = {
    UNIT,
    GG_DECIMAL_FIELD("inches", "", expected_length, 2, 0, LENGTH_MAX, GG_AT(gg_action, args[0])),
};
static const gg_field form[] = {
    UNIT,
    GG_WORD_FIELD("formation", "", expected_form, lg_names.formations, GG_AT(gg_action, item)),
    GG_OWN_MEMBER("wheel right|left degrees", expected_turn, read_wheel, write_wheel,
                  GG_FIELD_OPTIONAL, GG_AT(gg_action, at.x)),
};
static const gg_field charge[] = {
    UNIT,
    WHOM("target"),
    GG_OWN_FIELD("facing degrees", expected_number, read_facing, write_facing, GG_FIELD_GUESSED),
};
static const gg_field rally[] = {
    UNIT,
    GG_WORD_FIELD("from", "", "expected disorder, shaken or rout", rally_words,
                  GG_AT(gg_action, item)),
};
static const gg_field ride[] = {
    COMMANDER("commander", who),
    GG_PLACE_FIELD("place", "", expected_place, PLACE_MAX, .decimals = 2, GG_AT(gg_action, at)),
    MAYBE("join", whom),
    MAYBE("rally", item),
};
static const gg_field square[] = {
    UNIT,
    GG_FLAG_FIELD("order", 1, GG_AT(gg_action, flags)),
};
static const gg_field fire[] = {
    UNIT,
    WHOM("target"),
    GG_UNITS_FIELD("units", "with", no_such_unit, UNITS_MAX - 1, .flags = GG_FIELD_OPTIONAL,
                   .offset = offsetof(gg_action, args), .size = UNITS_MAX / 8),
};

#define RALLYING                                                                                   \
    IN(M1) | IN(M2) | IN(F1) | IN(F2) | IN(F3) | IN(K0A) | IN(K0B) | IN(X1) | IN(X3) | IN(X4)
#define ENDING RALLYING | IN(C2) | IN(C3) | IN(C4) | IN(F4A)
const gg_action_def lg_actions[ACTIONS] = {
#define ACTION(id, typed, parts, in, name, does, said, more, sketch, cites, ...)                   \
    {.word = #typed, .called = name, .help = does, .clause = cites, .phases = in, parts},
#include "rules/lucky/law/actions.def"
#undef ACTION
};
