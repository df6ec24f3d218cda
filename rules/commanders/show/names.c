/*
 * names.c - the names of places, zones and units: written, read and looked for.
 * SPDX-License-Identifier: MIT
 */
#include "rules/commanders/law/board.h"
#include "rules/commanders/show/show.h"

/* CMD-1.2 for the sectors. */
const char *const commanders_place_names[PLACES + 1] = {
    "a1", "a2", "a3", "b1",  "b2",       "b3",  "c1",   "c2",
    "c3", "rb", "rr", "box", "captured", "out", "gone", NULL,
};
const char *const commanders_ground_names[GROUNDS + 1] = {
    "a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3", "rb", "rr", NULL,
};

const char *const commanders_type_words[TYPES] = {
#define TYPE(id, letter, name, movement, at_range, in_melee, dice, points, role, clause) name,
#include "rules/commanders/law/units.def"
#undef TYPE
};

/* ---- What readers expect. ---- */

const char commanders_expected_side[] = "expected blue or red";
const char commanders_expected_sector[] = "expected a sector, a1 to c3";
const char commanders_expected_ground[] = "expected a sector or a reserve";
const char commanders_expected_zone[] = "expected a zone such as b1|b2, b2#1 or b2@";
const char commanders_expected_units[] = "expected units such as 2I, 1C or 1A";

/* ---- Writing. ---- */

void commanders_put_zone(gg_text *out, int id)
{
    if (id < ZONE_CONTESTED) {
        gg_put_words(out, "%s|%s", commanders_place_names[commanders_border_ends[id][0]],
                     commanders_place_names[commanders_border_ends[id][1]]);
    } else if (id < ZONE_BUILDING) {
        gg_put_words(out, "%s#%d", commanders_place_names[(id - ZONE_CONTESTED) / CONTESTED_ZONES],
                     (id - ZONE_CONTESTED) % CONTESTED_ZONES + 1);
    } else {
        gg_put(out, commanders_place_names[id - ZONE_BUILDING]);
        gg_put_char(out, '@');
    }
}

void commanders_write_unit(const gg_state *state, gg_unit who, gg_text *out)
{
    const unit *u = &state->units[who];
    gg_put_char(out, side_of(who) == GG_BLUE ? 'b' : 'r');
    if (u->number == 0) { /* nobody is called so in this game */
        gg_put_char(out, '-');
        gg_put_int(out, who - first_of(side_of(who)) + 1);
        return;
    }
    gg_put_char(out, commanders_letter((type)u->type));
    gg_put_int(out, u->number);
}

/* Who looks for a name tries points that are no place of ours: they have none. */
static const char *place_name(int32_t place)
{
    return place >= 0 && place < PLACES ? commanders_place_names[place] : "";
}

void commanders_write_place(gg_point place, gg_text *out)
{
    if (place.y == 1 && place.x >= 0 && place.x < ZONE_IDS) commanders_put_zone(out, place.x);
    if (place.y == 0 || place.y >= PLACE_PAIR) gg_put(out, place_name(place.x));
    if (place.y < PLACE_PAIR) return;
    gg_put_char(out, ' ');
    gg_put(out, place_name(place.y - PLACE_PAIR));
}

/* ---- Readers of names; each moves past what it read, or does not move. ---- */

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

/* bI3 */
bool commanders_scan_label(gg_scan *scan, int *side, int *of, int *number)
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

int commanders_unit_of(const gg_state *state, int side, int of, int number)
{
    for (int i = side * UNITS; i < (side + 1) * UNITS; i++)
        if (state->units[i].number == number && state->units[i].type == of) return i;
    return -1;
}

bool commanders_scan_name(gg_scan *scan, const gg_state *state, gg_unit *who)
{
    int side, of, number;
    if (!commanders_scan_label(scan, &side, &of, &number)) return false;
    const int found = commanders_unit_of(state, side, of, number);
    *who = found < 0 ? GG_NO_UNIT : (gg_unit)found;
    return true;
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
    found[GG_BLUE] = is_red ? -1 : commanders_unit_of(state, GG_BLUE, of, (int)number);
    found[GG_RED] = is_blue ? -1 : commanders_unit_of(state, GG_RED, of, (int)number);
    if (side <= GG_RED && found[side] >= 0) return (gg_unit)found[side];
    if ((found[GG_BLUE] >= 0) == (found[GG_RED] >= 0)) return GG_NO_UNIT; /* both, or neither */
    return (gg_unit)(found[GG_BLUE] >= 0 ? found[GG_BLUE] : found[GG_RED]);
}
