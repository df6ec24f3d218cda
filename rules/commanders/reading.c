/*
 * reading.c - positions read from text; notation.c says what they look like.
 *
 * The text is walked twice: first for the units, so that everything else can name them in
 * whatever order the lines stand.
 */
#include "commanders.h"

#include <string.h>

typedef struct draft {
    gg_state state;
    unit named[2][TYPES][UNITS + 1]; /* by number; number 0: none yet */
    bool has_ready, has_points[2], has_pool, has_stage, has_held[SECTORS];
    uint8_t held[SECTORS];
} draft;

typedef struct reader {
    gg_scan scan;
    draft *d;
    const char *trouble; /* the phrase of what is wrong at scan.at */
} reader;

static bool fail(reader *r, const char *trouble)
{
    if (r->trouble == NULL) r->trouble = trouble;
    return false;
}

/* ---- Words. ---- */

bool commanders_scan_place(gg_scan *scan, int *place, int limit)
{
    for (int i = 0; i < limit; i++) {
        if (!gg_scan_is(scan, commanders_place_names[i])) continue;
        *place = i;
        return true;
    }
    return false;
}

bool commanders_scan_type(gg_scan *scan, int *of)
{
    for (int i = 0; i < TYPES; i++) {
        if (!gg_scan_char(scan, commanders_letter((type)i))) continue;
        *of = i;
        return true;
    }
    return false;
}

/* a2|b2, b2#1 or b2@. */
bool commanders_scan_zone(gg_scan *scan, int *id)
{
    gg_scan here = *scan;
    int sector, other;
    int64_t number;
    if (!commanders_scan_place(&here, &sector, SECTORS)) return false;
    if (gg_scan_char(&here, '@')) {
        *id = ZONE_BUILDING + sector;
    } else if (gg_scan_char(&here, '#')) {
        if (!gg_scan_int(&here, 1, CONTESTED_ZONES, &number)) return false;
        *id = ZONE_CONTESTED + sector * CONTESTED_ZONES + (int)number - 1;
    } else {
        if (!gg_scan_char(&here, '|') || !commanders_scan_place(&here, &other, SECTORS))
            return false;
        if (sector >= other || !commanders_is_adjacent(sector, other)) return false;
        *id = commanders_border(sector, other);
    }
    *scan = here;
    return true;
}

static bool scan_name(gg_scan *scan, int *side, int *of, int *number)
{
    gg_scan here = *scan;
    int64_t n;
    bool is_blue = gg_scan_char(&here, 'b');
    if (!is_blue && !gg_scan_char(&here, 'r')) return false;
    if (!commanders_scan_type(&here, of) || !gg_scan_int(&here, 1, UNITS, &n)) return false;
    *side = is_blue ? GG_BLUE : GG_RED;
    *number = (int)n;
    *scan = here;
    return true;
}

static bool word_place(reader *r, int *place, int limit, const char *wanted)
{
    gg_scan_spaces(&r->scan);
    return commanders_scan_place(&r->scan, place, limit) || fail(r, wanted);
}

static bool word_sector(reader *r, int *sector)
{
    return word_place(r, sector, SECTORS, "expected a sector, a1 to c3");
}

static bool word_side(reader *r, gg_side *side)
{
    gg_scan_spaces(&r->scan);
    return gg_scan_side(&r->scan, side) || fail(r, "expected blue or red");
}

static bool word_int(reader *r, int low, int high, int *out, const char *wanted)
{
    int64_t number;
    gg_scan_spaces(&r->scan);
    if (!gg_scan_int(&r->scan, low, high, &number)) return fail(r, wanted);
    *out = (int)number;
    return true;
}

static bool line_ends(reader *r)
{
    gg_scan_spaces(&r->scan);
    return gg_scan_line_ends(&r->scan);
}

/* ---- First walk: units. ---- */

static bool read_letters(reader *r, uint8_t *status)
{
    if (!gg_scan_char(&r->scan, '(')) return true;
    do {
        if (gg_scan_char(&r->scan, 's'))
            *status |= SPENT;
        else if (gg_scan_char(&r->scan, 'r'))
            *status |= ROUTED;
        else if (gg_scan_char(&r->scan, 'q'))
            *status |= SQUARE;
        else if (gg_scan_char(&r->scan, 'i'))
            *status |= INSIDE;
        else
            return fail(r, "expected s, r, q or i");
    } while (gg_scan_char(&r->scan, ','));
    return gg_scan_char(&r->scan, ')') || fail(r, "expected )");
}

/* 4I 2A 1I(s): new units, with the lowest numbers that are free. */
static bool read_counts(reader *r, int place)
{
    gg_side side;
    if (!word_side(r, &side)) return false;
    while (!line_ends(r)) {
        int64_t count;
        int of;
        uint8_t status = 0;
        if (!gg_scan_int(&r->scan, 0, UNITS, &count) || !commanders_scan_type(&r->scan, &of))
            return fail(r, "expected units such as 2I, 1C or 1A");
        if (!read_letters(r, &status)) return false;
        unit *slots = r->d->named[side][of];
        for (int number = 1; count > 0; number++) {
            if (number > UNITS) return fail(r, "a side has at most thirty units");
            if (slots[number].number != 0) continue;
            slots[number] = (unit){.type = (uint8_t)of,
                                   .number = (uint8_t)number,
                                   .place = (uint8_t)place,
                                   .status = status};
            count--;
        }
    }
    return true;
}

static bool read_bit(reader *r, unit *u)
{
    static const struct {
        const char *word;
        uint8_t status, deed;
    } bits[] = {
        {"routed", ROUTED, 0},     {"spent", SPENT, 0},
        {"square", SQUARE, 0},     {"inside", INSIDE, 0},
        {"reacted", 0, REACTED},   {"retreated", 0, RETREATED},
        {"withdrew", 0, WITHDREW}, {"countercharges", 0, COUNTERCHARGES},
        {"fought", 0, FOUGHT},     {"declined", 0, DECLINED},
        {"acted", 0, ACTED},
    };
    for (size_t i = 0; i < sizeof bits / sizeof bits[0]; i++) {
        if (!gg_scan_is(&r->scan, bits[i].word)) continue;
        u->status |= bits[i].status;
        u->deeds |= bits[i].deed;
        return true;
    }
    return false;
}

static bool read_number_key(reader *r, const char *key, int high, uint8_t *out, bool *found)
{
    gg_scan here = r->scan;
    int64_t number;
    if (*found || !gg_scan_is(&here, key) || !gg_scan_char(&here, ':')) return true;
    *found = true;
    r->scan = here;
    if (!gg_scan_int(&r->scan, 1, high, &number))
        return fail(r, "expected a number that fits here");
    *out = (uint8_t)number;
    return true;
}

static bool read_place_key(reader *r, const char *key, uint8_t *out, bool *found)
{
    gg_scan here = r->scan;
    int place;
    if (*found || !gg_scan_is(&here, key) || !gg_scan_char(&here, ':')) return true;
    *found = true;
    r->scan = here;
    if (!commanders_scan_place(&r->scan, &place, GROUNDS))
        return fail(r, "expected a sector or a reserve");
    *out = (uint8_t)(place + 1);
    return true;
}

static bool read_tried(reader *r, unit *u, bool *found)
{
    uint8_t tried = 0;
    bool is_tried = false;
    if (*found || !read_place_key(r, "tried", &tried, &is_tried)) return *found;
    if (!is_tried) return true;
    *found = true;
    if (u->actions == 2) return fail(r, "a unit tries two steps at most");
    u->tried[u->actions++] = tried;
    return true;
}

/* Until zones are known, a unit's zone is stored as its id (+1). */
static bool read_zone_key(reader *r, unit *u, bool *found)
{
    gg_scan here = r->scan;
    int id;
    if (*found || !gg_scan_is(&here, "zone") || !gg_scan_char(&here, ':')) return true;
    *found = true;
    r->scan = here;
    if (!commanders_scan_zone(&r->scan, &id))
        return fail(r, "expected a zone such as b1|b2, b2#1 or b2@");
    u->zone = (uint8_t)(id + 1);
    return true;
}

/* bC2 c1 spent order:2 ... */
static bool read_unit(reader *r, int side, int of, int number)
{
    int place;
    unit u = {.type = (uint8_t)of, .number = (uint8_t)number};
    if (!word_place(r, &place, PLACES, "expected a place: a sector, rb, rr, box, captured or gone"))
        return false;
    u.place = (uint8_t)place;
    while (!line_ends(r)) {
        bool found = read_bit(r, &u);
        bool fine = read_number_key(r, "order", PLAN_MAX, &u.order, &found)
                    && read_number_key(r, "done", 2, &u.done, &found)
                    && read_number_key(r, "hits", 9, &u.hits, &found)
                    && read_number_key(r, "named", ZONES_MAX, &u.named, &found)
                    && read_place_key(r, "token", &u.token, &found)
                    && read_place_key(r, "goal", &u.goal, &found)
                    && read_place_key(r, "from", &u.from, &found) && read_tried(r, &u, &found)
                    && read_zone_key(r, &u, &found);
        if (!fine) return false;
        if (!found)
            return fail(r, "expected a word such as routed, spent, square, inside or order:2");
    }
    r->d->named[side][of][number] = u;
    return true;
}

static void skip_line(gg_scan *scan)
{
    while (scan->text[scan->at] != '\0' && scan->text[scan->at] != '\n'
           && scan->text[scan->at] != ';')
        scan->at++;
}

static bool read_units(reader *r)
{
    while (gg_scan_next_line(&r->scan)) {
        int side, of, number, place;
        if (scan_name(&r->scan, &side, &of, &number)) {
            if (!read_unit(r, side, of, number)) return false;
        } else if (commanders_scan_place(&r->scan, &place, PLACES)) {
            if (!read_counts(r, place)) return false;
        } else {
            skip_line(&r->scan);
        }
    }
    return true;
}

/* Units of a side lie by type and number. */
static bool settle_units(reader *r)
{
    for (int side = 0; side < 2; side++) {
        int count = 0;
        for (int of = 0; of < TYPES; of++)
            for (int number = 1; number <= UNITS; number++) {
                const unit *u = &r->d->named[side][of][number];
                if (u->number == 0) continue;
                if (count == UNITS) return fail(r, "a side has at most thirty units");
                r->d->state.units[side * UNITS + count++] = *u;
            }
    }
    return true;
}

/* ---- Second walk: everything else. ---- */

static int find_unit(const gg_state *state, int side, int of, int number)
{
    for (int i = side * UNITS; i < (side + 1) * UNITS; i++)
        if (state->units[i].number == number && state->units[i].type == of) return i;
    return -1;
}

/* C1, ^C1 or vC1, as the board shows bC1 or rC1.  Sectors are written small, so that a1 is none of
 * them. */
gg_unit commanders_find_unit(const gg_state *state, gg_side side, const char *text)
{
    gg_scan scan = gg_scan_over(text);
    int of, found[2];
    int64_t number;
    bool is_blue = gg_scan_char(&scan, '^'), is_red = !is_blue && gg_scan_char(&scan, 'v');
    if (!commanders_scan_type(&scan, &of) || !gg_scan_int(&scan, 1, UNITS, &number)
        || text[scan.at] != '\0')
        return GG_NO_UNIT;
    found[GG_BLUE] = is_red ? -1 : find_unit(state, GG_BLUE, of, (int)number);
    found[GG_RED] = is_blue ? -1 : find_unit(state, GG_RED, of, (int)number);
    if (side <= GG_RED && found[side] >= 0) return (gg_unit)found[side];
    if ((found[GG_BLUE] >= 0) == (found[GG_RED] >= 0)) return GG_NO_UNIT; /* both, or neither */
    return (gg_unit)(found[GG_BLUE] >= 0 ? found[GG_BLUE] : found[GG_RED]);
}

/* A unit (+1), or 0 for a dash. */
static bool word_unit(reader *r, uint8_t *out)
{
    int side, of, number;
    gg_scan_spaces(&r->scan);
    *out = 0;
    gg_scan before = r->scan;
    if (gg_scan_char(&r->scan, '-')) return true;
    if (!scan_name(&r->scan, &side, &of, &number)) return fail(r, "expected a unit such as bI3");
    int found = find_unit(&r->d->state, side, of, number);
    r->scan = found < 0 ? before : r->scan;
    if (found < 0) return fail(r, "there is no such unit in the position");
    *out = (uint8_t)(found + 1);
    return true;
}

static bool word_zone(reader *r, int *id)
{
    gg_scan_spaces(&r->scan);
    return commanders_scan_zone(&r->scan, id)
           || fail(r, "expected a zone such as b1|b2, b2#1 or b2@");
}

static bool word_known_zone(reader *r, zone **z, int *sector)
{
    int id;
    if (!word_zone(r, &id)) return false;
    int number = commanders_zone_by_id(&r->d->state, id);
    *z = number < 0 ? NULL : &r->d->state.zones[number];
    *sector = id >= ZONE_BUILDING ? id - ZONE_BUILDING : NO_SECTOR;
    return number >= 0 || id >= ZONE_BUILDING || fail(r, "there is no such zone in the position");
}

static bool fits(reader *r, gg_error error)
{
    return error.text == NULL || fail(r, error.text);
}

static bool read_house_number(reader *r)
{
    gg_scan_spaces(&r->scan);
    return fits(r, gg_scan_number(&r->scan, &commanders_rules, r->d->state.house));
}

static bool read_house_hash(reader *r)
{
    gg_scan_spaces(&r->scan);
    return fits(r, gg_scan_house(&r->scan, &commanders_rules, r->d->state.house));
}

static bool read_option(reader *r)
{
    uint32_t row;
    int32_t value;
    gg_scan_spaces(&r->scan);
    gg_error error = gg_scan_option(&r->scan, &commanders_rules, &row, &value);
    if (error.text != NULL) return r->scan.at = error.at, fail(r, error.text);
    r->d->state.options[row] = (int16_t)value;
    return true;
}

static bool read_stage(reader *r)
{
    gg_scan_spaces(&r->scan);
    for (int stage = 0; stage < STAGES; stage++) {
        if (!gg_scan_is(&r->scan, commanders_stages[stage].word)) continue;
        r->d->state.stage = (uint8_t)stage;
        return true;
    }
    return fail(
        r,
        "expected a stage such as planning, fast_go, bombard, combined_go, move, rally or scoring");
}

static bool read_round(reader *r)
{
    int round;
    if (!word_int(r, 1, 12, &round, "expected a round, 1 to 12")) return false;
    r->d->state.round = (uint16_t)round;
    return true;
}

static bool read_points(reader *r)
{
    gg_side side;
    int points;
    if (!word_side(r, &side) || !word_int(r, -99, 99, &points, "expected victory points"))
        return false;
    r->d->state.points[side] = (int16_t)points;
    return r->d->has_points[side] = true;
}

static bool read_pool(reader *r)
{
    int pool;
    if (!word_int(r, 0, 10, &pool, "expected the points left in the pool, 0 to 10")) return false;
    r->d->state.sector_pool = (uint8_t)pool;
    return r->d->has_pool = true;
}

static bool read_tie(reader *r)
{
    gg_side side;
    if (!word_side(r, &side)) return false;
    r->d->state.tie = (uint8_t)(side + 1);
    return true;
}

static bool read_die(reader *r)
{
    gg_side side;
    int face;
    if (!word_side(r, &side) || !word_int(r, 1, 6, &face, "expected a die, 1 to 6")) return false;
    r->d->state.order_die[side] = (uint8_t)face;
    return true;
}

static bool read_terrain(reader *r, int feature)
{
    while (!line_ends(r)) {
        int sector;
        if (!word_sector(r, &sector)) return false;
        r->d->state.terrain[sector] |= (uint8_t)feature;
        r->d->state.options[OPT_terrain] = 1;
    }
    return true;
}

static bool read_forest(reader *r)
{
    return read_terrain(r, FOREST);
}
static bool read_hill(reader *r)
{
    return read_terrain(r, HILL);
}
static bool read_building(reader *r)
{
    return read_terrain(r, BUILDING);
}

static bool read_border(reader *r, int feature)
{
    while (!line_ends(r)) {
        int id;
        if (!word_zone(r, &id)) return false;
        if (id >= BORDERS) return fail(r, "expected a border such as b1|b2");
        r->d->state.borders[id] |= (uint8_t)feature;
        r->d->state.options[OPT_terrain] = 1;
    }
    return true;
}

static bool read_river(reader *r)
{
    return read_border(r, RIVER);
}
static bool read_bridge(reader *r)
{
    return read_border(r, BRIDGE);
}
static bool read_road(reader *r)
{
    return read_border(r, ROAD);
}

static bool word_owner(reader *r, gg_side *owner)
{
    gg_scan_spaces(&r->scan);
    *owner = GG_NOBODY;
    return gg_scan_is(&r->scan, "nobody") || gg_scan_side(&r->scan, owner)
           || fail(r, "expected blue, red or nobody");
}

static bool read_marker(reader *r, marker kind)
{
    gg_side owner;
    int sector;
    if (!word_owner(r, &owner) || !word_sector(r, &sector)) return false;
    r->d->state.marker[sector] = (uint8_t)kind;
    r->d->state.owner[sector] = owner;
    r->d->state.options[OPT_objectives] = 1;
    gg_scan_spaces(&r->scan);
    r->d->state.taken[sector] = gg_scan_is(&r->scan, "taken");
    bool is_rose = kind == MARKER_ROSE || kind == MARKER_BIG_ROSE;
    return is_rose || (owner != GG_NOBODY && !r->d->state.taken[sector])
           || fail(r, "a general or a flag belongs to a side and is never used up");
}

static bool read_general(reader *r)
{
    return read_marker(r, MARKER_GENERAL);
}
static bool read_flag(reader *r)
{
    return read_marker(r, MARKER_FLAG);
}
static bool read_big_flag(reader *r)
{
    return read_marker(r, MARKER_BIG_FLAG);
}
static bool read_rose(reader *r)
{
    return read_marker(r, MARKER_ROSE);
}
static bool read_big_rose(reader *r)
{
    return read_marker(r, MARKER_BIG_ROSE);
}

static bool read_held(reader *r)
{
    gg_side owner;
    if (!word_owner(r, &owner)) return false;
    while (!line_ends(r)) {
        int sector;
        if (!word_sector(r, &sector)) return false;
        r->d->held[sector] = owner;
        r->d->has_held[sector] = true;
    }
    return true;
}

/* 2C c1 c2 c3, as an action carries it. */
static bool read_line(reader *r, gg_side *side, gg_action *action)
{
    int64_t count;
    int of, from, step1, step2;
    if (!word_side(r, side)) return false;
    gg_scan_spaces(&r->scan);
    if (!gg_scan_int(&r->scan, 1, UNITS, &count) || !commanders_scan_type(&r->scan, &of))
        return fail(r, "expected units such as 2I, 1C or 1A");
    if (!word_place(r, &from, GROUNDS, "expected a sector or a reserve")) return false;
    if (!word_place(r, &step1, GROUNDS, "expected a sector or a reserve")) return false;
    *action = make_troops(ACTION_ORDER, (int)count, of, from, step1);
    if (line_ends(r)) return true;
    if (!word_place(r, &step2, GROUNDS, "expected a sector or a reserve")) return false;
    action->args[0] = step2 + 1;
    return true;
}

static bool read_order(reader *r)
{
    gg_side side;
    gg_action action;
    gg_scan before = r->scan;
    if (!read_line(r, &side, &action)) return false;
    gg_state *state = &r->d->state;
    if (!r->d->has_points[side]) state->points[side] = (int16_t)commanders_points_at_start(state);
    reason why = (reason)commanders_order_legal(state, side, &action).reason;
    bool may = (why == R_LEGAL || why == R_ORDERS_USED) && state->plan_count[side] < PLAN_MAX;
    if (!may) return r->scan = before, fail(r, "this order cannot be given here");
    if (why == R_ORDERS_USED)
        return r->scan = before, fail(r, "there are more orders than the side has");
    commanders_order_apply(state, side, &action, NULL, NULL);
    return true;
}

static bool read_plan(reader *r)
{
    gg_side side;
    gg_action action;
    if (!read_line(r, &side, &action)) return false;
    gg_state *state = &r->d->state;
    if (state->plan_count[side] == PLAN_MAX)
        return fail(r, "there are more orders than the side has");
    state->plan[side][state->plan_count[side]++] = (order){.count = action.flags,
                                                           .type = (uint8_t)action.item,
                                                           .from = (uint8_t)action.at.x,
                                                           .step1 = (uint8_t)action.at.y,
                                                           .step2 = (uint8_t)action.args[0]};
    return true;
}

static bool read_zone(reader *r)
{
    int id, blue = 0;
    gg_side attacker;
    if (!word_zone(r, &id)) return false;
    gg_state *state = &r->d->state;
    int number = commanders_zone_by_id(state, id);
    bool in_order = state->zone_count == 0 || state->zones[state->zone_count - 1].id < id;
    if (number < 0 && (state->zone_count == ZONES_MAX || !in_order))
        return fail(r, "zones stand in the order of their names");
    if (number < 0) number = state->zone_count++;
    gg_scan_spaces(&r->scan);
    if (!gg_scan_char(&r->scan, '-') && !word_sector(r, &blue)) return false;
    zone z = {.id = (uint8_t)id, .blue = (uint8_t)blue};
    if (id < BORDERS && commanders_border_ends[id][0] != blue
        && commanders_border_ends[id][1] != blue)
        return fail(r, "expected the sector behind blue's spaces");
    gg_scan_spaces(&r->scan);
    if (gg_scan_is(&r->scan, "both"))
        z.attacks = GG_SIDES_BOTH;
    else if (word_side(r, &attacker))
        z.attacks = (uint8_t)(1u << attacker);
    else
        return false;
    for (int i = 0; i < 2 * SPACES; i++) {
        uint8_t *who = &z.space[i / SPACES][i % SPACES];
        if (!word_unit(r, who)) return false;
        if (*who != 0 && (*who > UNITS) != (i >= SPACES))
            return fail(r, "blue's five spaces come first");
    }
    state->zones[number] = z;
    return true;
}

/* The space of a zone this unit stands in. */
static bool find_space(const zone *z, uint8_t who, int *side, int *space)
{
    for (int i = 0; i < 2 * SPACES && who != 0; i++) {
        if (z->space[i / SPACES][i % SPACES] != who) continue;
        *side = i / SPACES;
        *space = i % SPACES;
        return true;
    }
    return false;
}

static bool read_aim(reader *r)
{
    zone *z;
    int sector, side, space;
    uint8_t who, whom;
    if (!word_known_zone(r, &z, &sector)) return false;
    if (z == NULL) return word_unit(r, &r->d->state.garrison_target[sector]);
    if (!word_unit(r, &who)) return false;
    if (!find_space(z, who, &side, &space)) return fail(r, "that unit does not stand in that zone");
    if (!word_unit(r, &whom)) return false;
    z->target[side][space] = whom;
    gg_scan_spaces(&r->scan);
    if (gg_scan_is(&r->scan, "ignores")) z->ignores[side] |= (uint8_t)(1u << space);
    return true;
}

static bool read_dice(reader *r)
{
    zone *z;
    int sector, side, space, face;
    uint8_t who;
    if (!word_known_zone(r, &z, &sector)) return false;
    if (z == NULL) {
        if (!word_int(r, 1, 6, &face, "expected a die, 1 to 6")) return false;
        r->d->state.garrison_die[sector] = (uint8_t)face;
        return true;
    }
    if (!word_unit(r, &who)) return false;
    if (!find_space(z, who, &side, &space)) return fail(r, "that unit does not stand in that zone");
    for (int which = 0; which < 2; which++) {
        if (which == 1 && line_ends(r)) break;
        if (!word_int(r, 1, 6, &face, "expected a die, 1 to 6")) return false;
        z->dice[side][space][which] = (uint8_t)face;
    }
    return true;
}

static bool read_hit(reader *r)
{
    uint8_t whom, who;
    if (!word_unit(r, &whom)) return false;
    if (whom == 0) return fail(r, "expected a unit such as bI3");
    while (!line_ends(r)) {
        if (!word_unit(r, &who)) return false;
        if (who == 0 || (who > UNITS) == (whom > UNITS)) return fail(r, "expected an enemy unit");
        r->d->state.units[whom - 1].hitters |= 1u << ((who - 1) % UNITS);
    }
    return true;
}

static bool read_rerolls(reader *r)
{
    gg_side side;
    int sector, count;
    if (!word_side(r, &side) || !word_sector(r, &sector)) return false;
    if (!word_int(r, 0, 3, &count, "expected a number of re-rolls, 0 to 3")) return false;
    r->d->state.rerolls[side][sector] = (uint8_t)count;
    return true;
}

static bool read_pass(reader *r)
{
    int pass;
    if (!word_int(r, 0, 2, &pass, "expected 0, 1 or 2")) return false;
    r->d->state.pass = (uint8_t)pass;
    return true;
}

static bool read_combat(reader *r)
{
    gg_side side, passed;
    int sector;
    if (!word_sector(r, &sector) || !word_side(r, &side)) return false;
    r->d->state.reroll_at = (uint8_t)sector;
    r->d->state.reroll_side = side;
    r->d->state.reroll_passes = 0;
    gg_scan_spaces(&r->scan);
    if (!gg_scan_is(&r->scan, "passed")) return true;
    if (!word_side(r, &passed)) return false;
    r->d->state.reroll_passes = (uint8_t)(1u << passed);
    return true;
}

static bool read_set(reader *r, uint16_t *sets)
{
    gg_side side;
    if (!word_side(r, &side)) return false;
    sets[side] = 0;
    while (!line_ends(r)) {
        int sector;
        if (!word_sector(r, &sector)) return false;
        sets[side] |= (uint16_t)(1u << sector);
    }
    return true;
}

static bool read_said(reader *r)
{
    return read_set(r, r->d->state.said);
}
static bool read_settled(reader *r)
{
    return read_set(r, r->d->state.settled);
}

static bool read_rally(reader *r)
{
    gg_side side;
    int count, of;
    if (!word_side(r, &side) || !word_int(r, 0, UNITS / 2, &count, "expected units such as 2I"))
        return false;
    if (!commanders_scan_type(&r->scan, &of) || of == TYPE_A) return fail(r, "expected I or C");
    r->d->state.rally[side][of] = (uint8_t)count;
    return true;
}

static bool read_ready(reader *r)
{
    static const char *const who[] = {"none", "blue", "red"};
    gg_scan_spaces(&r->scan);
    for (uint8_t i = 0; i < 3; i++) {
        if (!gg_scan_is(&r->scan, who[i])) continue;
        r->d->state.ready = i;
        return r->d->has_ready = true;
    }
    return fail(r, "expected none, blue or red");
}

static bool read_result(reader *r)
{
    static const char *const endings[ENDINGS] = {"not",      "points", "rounds",
                                                 "no_units", "morale", "resigned"};
    gg_side winner;
    if (!word_owner(r, &winner)) return false;
    gg_scan_spaces(&r->scan);
    for (int i = 1; i < ENDINGS; i++) {
        if (!gg_scan_is(&r->scan, endings[i])) continue;
        r->d->state.result = (uint8_t)i;
        r->d->state.winner = winner;
        return true;
    }
    return fail(r, "expected points, rounds, no_units, morale or resigned");
}

static bool read_heading(reader *r)
{
    int64_t version;
    gg_scan_spaces(&r->scan);
    if (!gg_scan_is(&r->scan, "commanders")) return fail(r, "expected commanders");
    if (line_ends(r)) return true;
    if (!gg_scan_int(&r->scan, 1, 999, &version)) return fail(r, "expected a version");
    return version <= commanders_rules.version /* positions are the same in all */
           || fail(r, "this is a position of another version of the rules");
}

static const struct {
    const char *word;
    bool (*read)(reader *);
} lines[] = {
    {"position", read_heading},  {"option", read_option},     {"stage", read_stage},
    {"round", read_round},       {"vp", read_points},         {"pool", read_pool},
    {"tie", read_tie},           {"die", read_die},           {"forest", read_forest},
    {"hill", read_hill},         {"building", read_building}, {"river", read_river},
    {"bridge", read_bridge},     {"road", read_road},         {"general", read_general},
    {"flag", read_flag},         {"big_flag", read_big_flag}, {"rose", read_rose},
    {"big_rose", read_big_rose}, {"held", read_held},         {"order", read_order},
    {"plan", read_plan},         {"zone", read_zone},         {"aim", read_aim},
    {"dice", read_dice},         {"hit", read_hit},           {"rerolls", read_rerolls},
    {"pass", read_pass},         {"combat", read_combat},     {"said", read_said},
    {"settled", read_settled},   {"rally", read_rally},       {"ready", read_ready},
    {"result", read_result},     {"number", read_house_number}, {"house", read_house_hash},
};

static bool read_thing(reader *r)
{
    int side, of, number, place;
    if (scan_name(&r->scan, &side, &of, &number)
        || commanders_scan_place(&r->scan, &place, PLACES)) {
        skip_line(&r->scan); /* read in the first walk */
        return true;
    }
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if (!gg_scan_is(&r->scan, lines[i].word)) continue;
        if (!lines[i].read(r)) return false;
        return line_ends(r) || fail(r, "expected the end of the line");
    }
    return fail(r,
                "expected a unit, a sector, or a word such as option, stage, round, vp or order");
}

/* ---- What was not said. ---- */

/* Stages at which a phase begins: a position written by hand may stand there. */
static bool is_phase_start(int stage)
{
    return stage == STAGE_DEPLOY || stage == STAGE_PLAN || stage == STAGE_FAST_GO
           || stage == STAGE_BOMBARD || stage == STAGE_COMBINED_GO || stage == STAGE_MOVE
           || stage == STAGE_RALLY;
}

static bool settle_zones(draft *d)
{
    for (int i = 0; i < ALL_UNITS; i++) {
        unit *u = &d->state.units[i];
        if (u->zone == 0) continue;
        int number = commanders_zone_by_id(&d->state, u->zone - 1);
        if (number < 0) return false;
        u->zone = (uint8_t)(number + 1);
    }
    return true;
}

static void fill_in(draft *d)
{
    gg_state *state = &d->state;
    for (int side = 0; side < 2; side++)
        if (!d->has_points[side]) state->points[side] = (int16_t)commanders_points_at_start(state);
    int pool = state->options[OPT_rounds] - state->round + 1;
    if (!d->has_pool) state->sector_pool = (uint8_t)(pool < 0 ? 0 : pool);
    commanders_note_status(state);
    for (int sector = 0; sector < SECTORS; sector++)
        if (d->has_held[sector]) state->held[sector] = d->held[sector];
}

/* A position that does not say who is ready stands where a phase begins, and goes on from there. */
static void begin_here(draft *d)
{
    gg_state *state = &d->state;
    bool is_secret = commanders_stages[state->stage].kind == SECRET;
    if (state->stage != STAGE_ORDER_DICE && (!is_secret || d->has_ready)) return;
    if (is_secret && is_phase_start(state->stage)) {
        commanders_clear_phase(state);
        commanders_arrive(state, state->stage, NULL);
    } else if (is_secret)
        commanders_pass_over(state);
    commanders_play_on(state, NULL);
}

static gg_error read_all(reader *r, gg_state *out)
{
    draft *d = r->d;
    gg_state *state = &d->state;
    state->stage = STAGE_PLAN;
    state->round = 1;
    state->winner = GG_NOBODY;
    for (int i = 0; i < OPTIONS; i++)
        state->options[i] = (int16_t)commanders_rules.options[i].standard;
    gg_scan start = r->scan;
    if (!read_units(r) || !settle_units(r)) return gg_scan_error(&r->scan, r->trouble);
    r->scan = start;
    while (gg_scan_next_line(&r->scan))
        if (!read_thing(r)) return gg_scan_error(&r->scan, r->trouble);
    if (!settle_zones(d))
        return gg_scan_error(&r->scan, "a unit stands in a zone that is not listed");
    fill_in(d);
    const char *broken = commanders_audit(state);
    if (broken != NULL) return gg_scan_error(&r->scan, broken);
    begin_here(d);
    *out = *state;
    return gg_fine;
}

gg_error commanders_read_state(const char *text, gg_state *out)
{
    return commanders_read_with(text, NULL, out);
}

gg_error commanders_read_with(const char *text, const int16_t *house, gg_state *out)
{
    draft d;
    memset(&d, 0, sizeof d);
    gg_set_house(&commanders_rules, &d.state, house);
    reader r = {.scan = gg_scan_over(text), .d = &d};
    return read_all(&r, out);
}
