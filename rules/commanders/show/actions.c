/*
 * actions.c - actions as rows: one line, words separated by blanks, as a player says them.  Zones,
 * spaces and divisions are fields of our own.
 * SPDX-License-Identifier: MIT
 */
#include "rules/commanders/law/board.h"
#include "rules/commanders/law/sequence.h"
#include "rules/commanders/show/show.h"
#include "core/fields.h"

#include <string.h>

static const char expected_place[] = "expected a sector (a1 to c3) or a reserve (rb, rr)";
static const char expected_space[] = "expected a space, 1 to 5";

/* ---- Zones and spaces. ---- */

static void put_zone(gg_text *out, int id)
{
    gg_put_char(out, ' ');
    if (id >= 0 && id < ZONE_IDS) commanders_put_zone(out, id);
    else gg_put_char(out, '?');
}

static const char *read_zone(gg_scan *scan, const gg_state *state, void *base)
{
    gg_action *action = base;
    int id;
    (void)state;
    if (!commanders_scan_zone(scan, &id)) return commanders_expected_zone;
    action->item = (gg_unit)id;
    return NULL;
}

static void write_zone(const gg_state *state, const void *base, gg_text *out)
{
    const gg_action *action = base;
    (void)state;
    put_zone(out, action->item);
}

/* at b1|b2: the zone of the target. */
static const char *read_other_zone(gg_scan *scan, const gg_state *state, void *base)
{
    gg_action *action = base;
    int id;
    (void)state;
    if (!gg_scan_is(scan, "at")) return "expected at";
    gg_scan_spaces(scan);
    if (!commanders_scan_zone(scan, &id)) return commanders_expected_zone;
    action->at.x = id;
    return NULL;
}

static void write_other_zone(const gg_state *state, const void *base, gg_text *out)
{
    const gg_action *action = base;
    (void)state;
    gg_put(out, " at");
    put_zone(out, action->at.x);
}

static const char *read_spaces(gg_scan *scan, const gg_state *state, void *base)
{
    gg_action *action = base;
    (void)state;
    do {
        int64_t space;
        gg_scan_spaces(scan);
        if (!gg_scan_int(scan, 1, SPACES, &space)) return expected_space;
        action->flags |= (uint8_t)(1u << (space - 1));
        gg_scan_spaces(scan);
    } while (!gg_scan_line_ends(scan));
    return NULL;
}

static void write_spaces(const gg_state *state, const void *base, gg_text *out)
{
    const gg_action *action = base;
    (void)state;
    for (int space = 0; space < SPACES; space++) {
        if ((action->flags >> space & 1) == 0) continue;
        gg_put_char(out, ' ');
        gg_put_int(out, space + 1);
    }
}

/* ---- Batteries, or the building. ---- */

static const char *read_batteries(gg_scan *scan, const gg_state *state, void *base)
{
    gg_action *action = base;
    int64_t count = 1;
    (void)state;
    if (gg_scan_line_ends(scan)) {
        action->flags = 1;
    } else if (gg_scan_is(scan, "building")) {
        action->flags = 1;
        action->item = 1;
    } else {
        if (!gg_scan_int(scan, 1, UNITS, &count))
            return "expected a number of batteries or building";
        action->flags = (uint8_t)count;
    }
    return NULL;
}

static void write_batteries(const gg_state *state, const void *base, gg_text *out)
{
    const gg_action *action = base;
    (void)state;
    if (action->item != 0) {
        gg_put(out, " building");
    } else if (action->flags != 1) {
        gg_put_char(out, ' ');
        gg_put_int(out, action->flags);
    }
}

/* ---- Rally: I or C in the box, I or A in a sector. ---- */

static const char *read_patients(gg_scan *scan, const gg_state *state, void *base)
{
    gg_action *action = base;
    int of, place;
    (void)state;
    if (!commanders_scan_type(scan, &of)) return "expected I, C or A";
    action->item = (gg_unit)of;
    action->at.x = NO_SECTOR;
    gg_scan_spaces(scan);
    if (of == TYPE_C || (of == TYPE_I && gg_scan_line_ends(scan))) return NULL;
    if (!commanders_scan_place(scan, &place, GROUNDS)) return expected_place;
    action->at.x = place;
    return NULL;
}

static void write_patients(const gg_state *state, const void *base, gg_text *out)
{
    const gg_action *action = base;
    (void)state;
    gg_put_char(out, ' ');
    gg_put_char(out, action->item < TYPES ? commanders_letter((type)action->item) : '?');
    if (action->at.x == NO_SECTOR) return;
    gg_put_char(out, ' ');
    gg_put(out,
           action->at.x >= 0 && action->at.x < PLACES ? commanders_place_names[action->at.x] : "?");
}

/* ---- divide, written: 2I+1I(s). ---- */

/* The status by which `divide` tells like units apart. */
static void put_letters(gg_text *out, const unit *u)
{
    static const struct {
        uint8_t bit;
        char letter;
    } letters[] = {{SQUARE, 'q'}, {SPENT, 's'}, {ROUTED, 'r'}};
    bool is_open = false;
    for (int i = 0; i < 3; i++) {
        if ((u->status & letters[i].bit) == 0) continue;
        gg_put_char(out, is_open ? ',' : '(');
        gg_put_char(out, letters[i].letter);
        is_open = true;
    }
    if (u->from != 0) {
        gg_put_char(out, is_open ? ',' : '(');
        gg_put_char(out, 'm');
        is_open = true;
    }
    if (is_open) gg_put_char(out, ')');
}

static bool is_like(const unit *one, const unit *other)
{
    return one->type == other->type && one->status == other->status
           && (one->from != 0) == (other->from != 0);
}

int commanders_alike(const gg_state *state, const division *d, uint32_t zones, int rank, int i)
{
    int count = 0;
    if ((int)(zones >> (3 * i) & 7) - 1 != rank) return 0;
    for (int j = 0; j < d->count; j++) {
        if ((int)(zones >> (3 * j) & 7) - 1 != rank
            || !is_like(&state->units[d->units[i]], &state->units[d->units[j]]))
            continue;
        if (j < i) return 0;
        count++;
    }
    return count;
}

/* 2I+1I(s): the units of one zone, like ones together. */
static void put_list(const gg_state *state, const division *d, uint32_t zones, int rank,
                     gg_text *out)
{
    bool has_any = false;
    gg_put_char(out, ' ');
    for (int i = 0; i < d->count; i++) {
        const unit *u = &state->units[d->units[i]];
        int count = commanders_alike(state, d, zones, rank, i);
        if (count == 0) continue;
        if (has_any) gg_put_char(out, '+');
        has_any = true;
        gg_put_int(out, count);
        gg_put_char(out, commanders_letter((type)u->type));
        put_letters(out, u);
    }
    if (!has_any) gg_put_char(out, '0');
}

static void write_division(const gg_state *state, const void *base, gg_text *out)
{
    const gg_action *action = base;
    division d = {.count = 0};
    if (action->at.x < 0 || action->at.x >= SECTORS) return;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        if (!commanders_division(state, side, action->at.x, &d)) continue;
        if (commanders_divide_legal(state, side, action).reason != R_LEGAL) continue;
        for (int rank = 0; rank < d.zone_count; rank++) {
            put_zone(out, state->zones[d.zones[rank]].id);
            put_list(state, &d, (uint32_t)action->args[0], rank, out);
        }
        return;
    }
}

/* ---- divide: lists of units become the zone of each. ---- */

typedef struct pick { /* part of a list: 2I, 1I(s) or 1I(r,m), and the zone that gets them */
    int count, of, rank;
    uint8_t status;
    bool moved, has_letters;
} pick;
enum { PICKS_MAX = GG_ACTION_TEXT_MAX / 2 };

typedef struct dividing {
    const gg_state *state;
    const division *d;
    pick picks[PICKS_MAX];
    int pick_count;
    uint8_t ranks[2 * ROOM_MAX]; /* zone of each unit (+1) */
    bool is_wrong;               /* names what is not there: for the judge, not for the reader */
} dividing;

static const char *read_status(gg_scan *scan, pick *p)
{
    if (!gg_scan_char(scan, '(')) return NULL;
    p->has_letters = true;
    do {
        if (gg_scan_char(scan, 's')) p->status |= SPENT;
        else if (gg_scan_char(scan, 'r')) p->status |= ROUTED;
        else if (gg_scan_char(scan, 'q')) p->status |= SQUARE;
        else if (gg_scan_char(scan, 'm')) p->moved = true;
        else return "expected s, r, q or m";
    } while (gg_scan_char(scan, ','));
    return gg_scan_char(scan, ')') ? NULL : "expected )";
}

static const char *read_list(gg_scan *scan, dividing *w, int rank)
{
    gg_scan_spaces(scan);
    if (gg_scan_is(scan, "0")) return gg_scan_spaces(scan), NULL;
    do {
        int64_t count;
        pick p = {.rank = rank};
        if (!gg_scan_int(scan, 1, UNITS, &count) || !commanders_scan_type(scan, &p.of))
            return "expected units such as 2I or 2I+1C, or 0";
        const char *trouble = read_status(scan, &p);
        if (trouble != NULL) return trouble;
        p.count = (int)count;
        if (w->pick_count < PICKS_MAX) w->picks[w->pick_count++] = p;
        else w->is_wrong = true;
    } while (gg_scan_char(scan, '+'));
    gg_scan_spaces(scan);
    return NULL;
}

static const char *read_lists(gg_scan *scan, dividing *w)
{
    uint32_t seen = 0;
    do {
        int id, rank = 0;
        if (!commanders_scan_zone(scan, &id)) return commanders_expected_zone;
        while (rank < w->d->zone_count && w->state->zones[w->d->zones[rank]].id != id) rank++;
        if (rank == w->d->zone_count || (seen >> rank & 1) != 0) w->is_wrong = true;
        seen |= 1u << rank;
        const char *trouble = read_list(scan, w, rank);
        if (trouble != NULL) return trouble;
    } while (!gg_scan_line_ends(scan));
    return NULL;
}

/* A letter picks units of that status.  Those of which the letters say all are served first, then
 * those of which there is more to say, as a routed unit may be spent too; what has no letters
 * gets whom CMD-R35 names of the rest. */
typedef enum serving { BY_ALL_LETTERS, BY_LETTERS, BY_RANK, SERVINGS } serving;

static bool is_served(const unit *u, const pick *p, serving now)
{
    bool has_moved = u->from != 0;
    if (u->type != p->of || p->has_letters != (now != BY_RANK)) return false;
    if (now == BY_ALL_LETTERS) return u->status == p->status && has_moved == p->moved;
    return (u->status & p->status) == p->status && (has_moved || !p->moved);
}

static void serve(dividing *w, pick *p, serving now)
{
    for (int i = 0; i < w->d->count && p->count > 0; i++) {
        if (w->ranks[i] != 0 || !is_served(&w->state->units[w->d->units[i]], p, now)) continue;
        w->ranks[i] = (uint8_t)(p->rank + 1);
        p->count--;
    }
}

/* Like units cannot be told apart: the first of them goes to the first zone, in whatever order the
 * line names the zones. */
static void sort_alike(dividing *w)
{
    for (int i = 0; i < w->d->count; i++)
        for (int j = i + 1; j < w->d->count; j++) {
            uint8_t rank = w->ranks[i];
            if (w->ranks[j] >= rank
                || !is_like(&w->state->units[w->d->units[i]], &w->state->units[w->d->units[j]]))
                continue;
            w->ranks[i] = w->ranks[j];
            w->ranks[j] = rank;
        }
}

static void serve_all(dividing *w)
{
    for (serving now = BY_ALL_LETTERS; now < SERVINGS; now++)
        for (int i = 0; i < w->pick_count; i++) serve(w, &w->picks[i], now);
    for (int i = 0; i < w->pick_count; i++) w->is_wrong |= w->picks[i].count > 0;
    sort_alike(w);
}

/* Whose division is meant: the side that has units to divide there (never both). */
static bool find_division(const gg_state *state, int sector, division *d)
{
    for (gg_side side = GG_BLUE; side <= GG_RED && sector < SECTORS; side++)
        if (step_of(state) == STEP_DIVIDE && commanders_division(state, side, sector, d))
            return true;
    memset(d, 0, sizeof *d);
    return false;
}

static const char *read_division(gg_scan *scan, const gg_state *state, void *base)
{
    gg_action *action = base;
    division d;
    dividing w = {.state = state, .d = &d};
    w.is_wrong = !find_division(state, action->at.x, &d);
    const char *trouble = read_lists(scan, &w);
    if (trouble != NULL) return trouble;
    serve_all(&w);
    uint32_t zones = 0;
    for (int i = 0; i < d.count; i++) zones |= (uint32_t)w.ranks[i] << (3 * i);
    action->args[0] = w.is_wrong ? 0 : (int32_t)zones;
    action->flags = w.is_wrong;
    return NULL;
}

/* ---- The rows. ---- */

static const char *const type_words[] = {
#define TYPE(id, ...) #id,
#include "rules/commanders/law/units.def"
#undef TYPE
    NULL,
};
static const char *const cavalry_word[] = {"C", NULL};

#define COUNT                                                                                      \
    {                                                                                              \
        .name = "count", .lead = "", .expected = commanders_expected_units,                        \
        .kind = GG_FIELD_NUMBER, .low = 1, .high = UNITS, GG_AT(gg_action, flags)                  \
    }
#define TYPE_OF                                                                                    \
    {                                                                                              \
        .name = "type", .lead = "", .expected = commanders_expected_units, .kind = GG_FIELD_WORD,  \
        .flags = GG_FIELD_JOINED, .words = type_words, GG_AT(gg_action, item)                      \
    }
#define PLACE(title, member)                                                                       \
    {                                                                                              \
        .name = title, .lead = "", .expected = expected_place, .kind = GG_FIELD_WORD,              \
        .words = commanders_ground_names, GG_AT(gg_action, member)                                 \
    }
#define ZONE                                                                                       \
    {                                                                                              \
        .name = "zone", .lead = "", .kind = GG_FIELD_OWN, .read = read_zone, .write = write_zone   \
    }
#define SPACE(member)                                                                              \
    {                                                                                              \
        .name = "space", .lead = "", .expected = expected_space, .kind = GG_FIELD_NUMBER,          \
        .low = 1, .high = SPACES, GG_AT(gg_action, member)                                         \
    }

static const gg_field deploy_fields[] = {COUNT, TYPE_OF, PLACE("sector", at.x)};
static const gg_field troops_fields[] = {COUNT, TYPE_OF, PLACE("from", at.x), PLACE("to", at.y)};
static const gg_field order_fields[] = {
    COUNT,
    TYPE_OF,
    PLACE("from", at.x),
    PLACE("step", at.y),
    GG_WORD_FIELD("step", "", expected_place, commanders_ground_names, .flags = GG_FIELD_OPTIONAL,
                  .shift = 1, GG_AT(gg_action, args[0])),
};
static const gg_field side_fields[] = {PLACE("from", at.x), PLACE("to", at.y)};
static const gg_field retreat_fields[] = {
    COUNT,
    GG_WORD_FIELD("cavalry", "", "only cavalry retreats: expected such as 2C", cavalry_word,
                  .flags = GG_FIELD_JOINED, GG_AT(gg_action, item)),
    PLACE("sector", at.x),
};
static const gg_field divide_fields[] = {
    PLACE("sector", at.x),
    GG_OWN_FIELD("zone units ...", NULL, read_division, write_division, 0),
};
static const gg_field spaces_fields[] = {
    ZONE,
    GG_OWN_FIELD("space ...", NULL, read_spaces, write_spaces, 0),
};
static const gg_field target_fields[] = {
    ZONE,
    SPACE(flags),
    GG_OWN_FIELD("at zone", NULL, read_other_zone, write_other_zone, 0),
    SPACE(at.y),
};
static const gg_field reroll_fields[] = {
    ZONE,
    GG_SIDE_FIELD("side", "", "expected blue or red: whose die it is", GG_RED,
                  GG_AT(gg_action, flags)),
    SPACE(at.x),
    GG_NUMBER_FIELD("die", "", "expected 1 or 2: which of its dice", 1, 2,
                    .flags = GG_FIELD_OPTIONAL, GG_AT(gg_action, at.y)),
};
static const gg_field sector_fields[] = {PLACE("sector", at.x)};
static const gg_field bombard_fields[] = {
    PLACE("from", at.x),
    PLACE("to", at.y),
    GG_OWN_FIELD("batteries or building", NULL, read_batteries, write_batteries, GG_FIELD_OPTIONAL),
};
static const gg_field rally_fields[] = {
    GG_OWN_FIELD("type and sector", NULL, read_patients, write_patients, 0),
};

#define FIELDS(rows) .fields = rows, .field_count = sizeof rows / sizeof *rows
#define FIELDS_WORD .field_count = 0
#define FIELDS_ORDER FIELDS(order_fields)
#define FIELDS_TROOPS FIELDS(troops_fields)
#define FIELDS_SIDE FIELDS(side_fields)
#define FIELDS_RETREAT FIELDS(retreat_fields)
#define FIELDS_DIVIDE FIELDS(divide_fields)
#define FIELDS_SPACES FIELDS(spaces_fields)
#define FIELDS_TARGET FIELDS(target_fields)
#define FIELDS_REROLL FIELDS(reroll_fields)
#define FIELDS_SECTOR FIELDS(sector_fields)
#define FIELDS_BOMBARD FIELDS(bombard_fields)
#define FIELDS_RALLY FIELDS(rally_fields)
#define FIELDS_DEPLOY FIELDS(deploy_fields)

const gg_action_def commanders_actions[ACTIONS] = {
#define ACTION(id, typed, form, in_stages, judge, doing, name, does, cites)                        \
    {.word = #typed,                                                                               \
     .called = name,                                                                               \
     .help = does,                                                                                 \
     .clause = cites,                                                                              \
     .phases = in_stages,                                                                          \
     .legal = judge,                                                                               \
     .apply = doing,                                                                               \
     .is_bare = ACTION_##id == ACTION_ORDER,                                                       \
     .ends = ACTION_##id == ACTION_READY,                                                          \
     FIELDS_##form},
#include "rules/commanders/law/actions.def"
#undef ACTION
};
