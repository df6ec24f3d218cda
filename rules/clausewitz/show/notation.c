/*
 * notation.c - actions and positions as rows; core reads and writes them.  docs/notation.md
 * describes them for people.
 * SPDX-License-Identifier: MIT
 */
#include "core/fields.h"
#include "rules/clausewitz/show/show.h"
#include "table/notation.h"

#include <string.h>

enum { FAR = 1000 * CM, NOWHERE = INT32_MIN };

static const char expected_brigade[] = "expected a Brigade such as A1";
static const char expected_general[] = "expected a General: AC, AG1, BC ...";
static const char expected_place[] = "expected a place in centimetres: east,north";
static const char expected_via[] =
    "expected a place in centimetres: east,north; not 0,0, which stands for none";
static const char expected_facing[] = "expected a facing in degrees: 0 to 359.9";

/* ---- Names: A1; AC the CinC, AG1 a General of Division; AM1 a scouting marker. ---- */

static gg_side side_of_name(const gg_state *s, gg_unit unit)
{
    if (unit < BRIGADES_MAX) return s->bodies[unit].side;
    if (unit < FIRST_MARKER) return cw_general_side(unit);
    return (gg_side)((unit - FIRST_MARKER) / MARKERS_MAX);
}

void cw_write_unit(const gg_state *s, gg_unit unit, gg_text *out)
{
    gg_assert(unit < NAMES);
    if (unit < BRIGADES_MAX && s->bodies[unit].number == 0) { /* there is no such Brigade */
        gg_put_char(out, '?');
        gg_put_int(out, unit);
        return;
    }
    gg_put_char(out, side_of_name(s, unit) == GG_BLUE ? 'A' : 'B');
    if (unit < BRIGADES_MAX) {
        gg_put_int(out, s->bodies[unit].number);
    } else if (unit < FIRST_MARKER) {
        const int nth = (unit - FIRST_GENERAL) % GENERALS_MAX;
        gg_put_char(out, nth == 0 ? 'C' : 'G');
        if (nth > 0) gg_put_int(out, nth);
    } else {
        gg_put_char(out, 'M');
        gg_put_int(out, (unit - FIRST_MARKER) % MARKERS_MAX + 1);
    }
}

void cw_write_place(gg_point at, gg_text *out) { gg_put_table_place(out, at); }

/* ---- What people call them. ---- */

/* Skirmishers and detachments that were given no name of their own have that of their Brigade. */
static bool name_brigade(const gg_state *s, unsigned b, gg_text *out)
{
    const char *own = s->names.brigades[b];
    gg_put(out, own);
    if (own[0] != '\0' || s->brigades[b].parent == 0 || s->units[b][0].type == TYPE_HIDDEN)
        return own[0] != '\0';
    const char *parent = s->names.brigades[s->brigades[b].parent - 1];
    if (parent[0] == '\0') return false;
    gg_put(out, parent);
    gg_put(out, s->bodies[b].flags & FLAG_SKIRMISH ? ", skirmishers" : ", detached");
    return true;
}

bool cw_name_unit(const gg_state *s, gg_unit unit, gg_text *out)
{
    if (unit < BRIGADES_MAX) return name_brigade(s, unit, out);
    if (unit >= FIRST_MARKER) { /* what lies under it, nobody is told */
        const int nth = unit - FIRST_MARKER;
        if (nth >= 2 * MARKERS_MAX) return false;
        gg_put_words(out, "%s's scouting marker %d", gg_side_name((gg_side)(nth / MARKERS_MAX)),
                     nth % MARKERS_MAX + 1);
        return true;
    }
    if (!cw_is_general(unit)) return false;
    const char *name = s->names.generals[unit - FIRST_GENERAL];
    gg_put(out, name);
    return name[0] != '\0';
}

void cw_write_objective(const gg_state *s, int64_t number, gg_text *out)
{
    gg_put(out, "objective ");
    gg_put_int(out, number);
    if (number < 1 || number > OBJECTIVES_MAX || s->names.objectives[number - 1][0] == '\0') return;
    gg_put_words(out, " (%s)", s->names.objectives[number - 1]);
}

/* ---- Parts of actions that are the game's own. ---- */

static const char *const leg_words[] = {"", "ahead", "left", "right", "toward", "away", NULL};

/* ahead 2 left 9.5 ahead 0.5: lengths in centimetres, wheels in degrees. */
static const char *read_legs(gg_scan *scan, const gg_state *state, void *base)
{
    gg_action *action = base;
    (void)state;
    for (int leg = 0; leg < LEGS_MAX; leg++) {
        int row;
        int32_t amount;
        gg_scan here = *scan;
        gg_scan_spaces(&here);
        if (!gg_scan_row(&here, leg_words, LEGS, &row)) break;
        gg_scan_spaces(&here);
        const bool is_wheel = row == LEG_LEFT || row == LEG_RIGHT;
        *scan = here;
        if (!gg_scan_decimal(scan, is_wheel ? 10 : CM, 0, is_wheel ? 3600 : FAR, &amount))
            return is_wheel ? "expected degrees to one decimal"
                            : "expected a length in centimetres";
        action->args[2 * leg] = row;
        action->args[2 * leg + 1] = amount;
    }
    return NULL;
}

static void write_legs(const gg_state *state, const void *base, gg_text *out)
{
    const gg_action *action = base;
    (void)state;
    for (int leg = 0; leg < LEGS_MAX; leg++) {
        const int32_t row = action->args[2 * leg], amount = action->args[2 * leg + 1];
        if (row <= LEG_NONE || row >= LEGS) break;
        gg_put_words(out, " %s ", leg_words[row]);
        gg_put_decimal(out, amount, row == LEG_LEFT || row == LEG_RIGHT ? 10 : CM);
    }
}

static int form_of_letter(char letter)
{
    for (int form = 0; form < FORMS; form++)
        if (cw_form_defs[form].letter == letter) return form;
    return -1;
}

/* LLC: a letter for each slot. */
static const char *read_letters(gg_scan *scan, int32_t *packed)
{
    int slot = 0;
    *packed = 0;
    gg_scan_spaces(scan);
    for (; slot < SLOTS; slot++, scan->at++) {
        const int form = form_of_letter(scan->text[scan->at]);
        if (form < 0) break;
        *packed |= (form + 1) << (3 * slot);
    }
    return slot > 0 ? NULL : "expected a letter for each unit: L, C, S, U, M or -";
}

static void write_letters(const char *before, int32_t packed, gg_text *out)
{
    gg_put(out, before);
    for (int slot = 0; slot < SLOTS; slot++) {
        const int form = cw_packed_form(packed, slot);
        if (form < 0 || form >= FORMS) break;
        gg_put_char(out, cw_form_defs[form].letter);
    }
}

static const char *read_forms(gg_scan *scan, const gg_state *state, void *at)
{
    (void)state;
    gg_scan here = *scan;
    int32_t packed;
    if (read_letters(&here, &packed) != NULL) return expected_brigade; /* it does not stand here */
    *(int32_t *)at = packed;
    *scan = here;
    return NULL;
}

static void write_forms(const gg_state *state, const void *at, gg_text *out)
{
    (void)state;
    write_letters(" ", *(const int32_t *)at, out);
}

/* form LLC, of DEPLOY */
static const char *read_forms_led(gg_scan *scan, const gg_state *state, void *at)
{
    (void)state;
    return gg_scan_is(scan, "form") ? read_letters(scan, at) : NULL;
}

static void write_forms_led(const gg_state *state, const void *at, gg_text *out)
{
    (void)state;
    if (*(const int32_t *)at != 0) write_letters(" form ", *(const int32_t *)at, out);
}

/* order 1,0,2: which slot stands where. */
static const char *read_slots(gg_scan *scan, const gg_state *state, void *at)
{
    (void)state;
    int32_t *packed = at;
    if (!gg_scan_is(scan, "order")) return NULL;
    gg_scan_spaces(scan);
    *packed = 0;
    for (int slot = 0; slot < SLOTS; slot++) {
        int64_t from;
        if (slot > 0 && !gg_scan_char(scan, ',')) break;
        if (!gg_scan_int(scan, 0, SLOTS - 1, &from)) return "expected slots such as 1,0,2";
        *packed |= ((int32_t)from ^ slot) << (3 * slot);
    }
    return NULL;
}

/* As many as it takes: those behind stand as they are. */
static void write_slots(const gg_state *state, const void *at, gg_text *out)
{
    (void)state;
    const int32_t packed = *(const int32_t *)at;
    if ((packed & ((1 << (3 * SLOTS)) - 1)) == 0) return;
    int last = SLOTS - 1;
    while ((packed >> (3 * last) & 7) == 0) last--;
    gg_put(out, " order ");
    for (int slot = 0; slot <= last; slot++) {
        if (slot > 0) gg_put_char(out, ',');
        gg_put_int(out, cw_packed_slot(packed, slot));
    }
}

/* ---- Actions. ---- */

#define WHO                                                                                        \
    GG_UNIT_FIELD("Brigade", "", expected_brigade, 0, BRIGADES_MAX - 1, GG_AT(gg_action, who))
#define GENERAL                                                                                    \
    GG_UNIT_FIELD("General", "", expected_general, FIRST_GENERAL, FIRST_MARKER - 1,                \
                  GG_AT(gg_action, who))
#define MARKER                                                                                     \
    GG_UNIT_FIELD("marker", "", "expected a marker such as AM1", FIRST_MARKER, NAMES - 1,          \
                  GG_AT(gg_action, who))
#define PLACE GG_PLACE_FIELD("x,y", "", expected_place, FAR, GG_AT(gg_action, at))
#define ARG(n) GG_AT(gg_action, args[n])
#define FACING(how, n) GG_DECIMAL_FIELD("facing", how, expected_facing, 1, 0, GG_TURN - 1, ARG(n))
#define SLOT_ORDER(n)                                                                              \
    GG_OWN_MEMBER("order", "expected slots such as 1,0,2", read_slots, write_slots,                \
                  GG_FIELD_OPTIONAL, ARG(n))
#define TARGET(low_unit, high_unit, may)                                                           \
    GG_UNIT_FIELD("target", ">", "expected > and a name, as in A1>B2", low_unit, high_unit,        \
                  .flags = GG_FIELD_JOINED | (may), .standard = GG_NO_UNIT,                        \
                  GG_AT(gg_action, whom))

static const gg_field at_fields[] = {PLACE};
static const gg_field who_fields[] = {WHO};
static const gg_field marker_fields[] = {MARKER};
static const gg_field scout_fields[] = {MARKER, PLACE};
static const gg_field general_fields[] = {GENERAL};
static const gg_field general_at_fields[] = {GENERAL, PLACE};
static const gg_field who_whom_fields[] = {WHO, TARGET(0, BRIGADES_MAX - 1, 0)};
static const gg_field fire_fields[] = {WHO, TARGET(0, BRIGADES_MAX - 1, GG_FIELD_OPTIONAL)};
static const gg_field general_brigade_fields[] = {GENERAL, TARGET(0, BRIGADES_MAX - 1, 0)};
static const gg_field aide_fields[] = {
    GENERAL,
    TARGET(0, FIRST_MARKER - 1, 0),
    GG_NUMBER_FIELD("objective", "objective", "expected objective and its number", 1,
                    OBJECTIVES_MAX, ARG(0)),
    GG_PLACE_FIELD("via", "via", expected_via, FAR, .flags = GG_FIELD_OPTIONAL, .standard = 0,
                   GG_AT(gg_action, at)),
};
static const gg_field march_fields[] = {
    WHO,
    GG_OWN_FIELD("ahead|left|right|toward|away N ...",
                 "expected ahead, left, right, toward or away", read_legs, write_legs, 0),
};
static const gg_field form_fields[] = {
    WHO,
    GG_OWN_MEMBER("formations",
                  "expected a letter for each unit: L line, C column, S square, - mounted, U or M "
                  "guns",
                  read_forms, write_forms, 0, ARG(0)),
};
static const gg_field width_fields[] = {
    WHO,
    GG_NUMBER_FIELD("wide", "", "expected 3, 2 or 1", 1, 3, ARG(0)),
    SLOT_ORDER(1),
};
static const gg_field face_fields[] = {WHO, FACING("", 0)};
static const gg_field detach_fields[] = {
    WHO,
    GG_NUMBER_FIELD("slot", "slot", "expected slot and its number, 0 to 4", 0, SLOTS - 1, ARG(1)),
    PLACE,
    FACING("facing", 0),
};
static const gg_field pose_fields[] = {WHO, PLACE, FACING("facing", 0)};
static const gg_field slot_fields[] = {
    WHO,
    GG_NUMBER_FIELD("slot", "", "expected a slot: 0 to 4", 0, SLOTS - 1, ARG(0)),
};
static const gg_field deploy_fields[] = {
    WHO,
    PLACE,
    FACING("facing", 0),
    GG_NUMBER_FIELD("wide", "wide", "expected wide and 3, 2 or 1", 1, 3, ARG(1)),
    SLOT_ORDER(2),
    GG_OWN_MEMBER("form", "expected a letter for each unit", read_forms_led, write_forms_led,
                  GG_FIELD_OPTIONAL, ARG(3)),
};

#include "core/actions.def"
