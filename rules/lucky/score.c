/*
 * score.c - how well a side stands, for computer players: strength and steadiness, units lost,
 * ground held, charges that promise much; and, for the own side only, how near fresh troops are to
 * the enemy or to ground worth having, and orders where they will be used.  Were nearness counted
 * for both sides, it would cancel out and nobody would ever advance.
 */
#include "lucky.h"

/* Inches, roughly: good enough for a taste. */
static int32_t inches_between(gg_point one, gg_point other)
{
    int32_t x = one.x - other.x, y = one.y - other.y;
    x = x < 0 ? -x : x, y = y < 0 ? -y : y;
    return (x > y ? x + y / 2 : y + x / 2) / INCH;
}

static int32_t nearest_enemy(const gg_state *s, unsigned u)
{
    int32_t nearest = 60;
    for (unsigned other = 0; other < s->unit_count; other++) {
        const lg_unit *its = &s->units[other];
        if (!lg_is_on_table(s, other) || its->side == s->units[u].side || lg_is_routing(its))
            continue;
        int32_t distance = inches_between(its->at, s->units[u].at);
        if (distance < nearest) nearest = distance;
    }
    return nearest;
}

/* To the nearest objective of the other side or of nobody; 0 when there is none. */
static int32_t nearest_goal(const gg_state *s, unsigned u)
{
    int32_t nearest = 1000;
    for (int i = 0; i < s->area_count; i++) {
        const lg_area *area = &s->areas[i];
        if (area->value == 0 || area->burning || area->owner == s->units[u].side + 1) continue;
        gg_point middle = {(area->low_x + area->high_x) * (HUNDREDTH / 2),
                           (area->low_y + area->high_y) * (HUNDREDTH / 2)};
        int32_t distance = inches_between(middle, s->units[u].at);
        if (distance < nearest) nearest = distance;
    }
    return nearest == 1000 ? 0 : nearest;
}

/* What a live charge promises: numbers, quality, flank, the target's state and ground. */
static int32_t charge_worth(const gg_state *s, unsigned u)
{
    const lg_charge *charge = &s->charges[u];
    const lg_unit *unit = &s->units[u], *its = &s->units[charge->target];
    if (!lg_is_charging(s, u) || !lg_is_on_table(s, charge->target)) return 0;
    lg_here there = lg_ground_at(s, its->at);
    bool square = its->formation == FORM_SQUARE;
    int edge = unit->quality - its->quality + its->shaken - unit->shaken + 2 * charge->flank;
    edge += (unit->strength > its->strength) + 2 * (2 * unit->strength >= 3 * its->strength);
    edge += (its->status & STATUS_DISORDERED) != 0;
    edge -= (unit->status & STATUS_DISORDERED) != 0;
    if (lg_is_horse(unit) && !lg_is_horse(its)) edge += square || !lg_is_open(there) ? -3 : 2;
    if (lg_is_foot(unit) && !lg_is_horse(its)) edge += square ? 3 : lg_is_open(there) ? 1 : 0;
    if (its->status & STATUS_PREPARED) edge -= 2;
    if (lg_is_routing(its)) edge += 6;
    return 40 * edge - 10;
}

static int32_t unit_worth(const gg_state *s, unsigned u)
{
    const lg_unit *unit = &s->units[u];
    if (unit->removed != REMOVED_NOT) return -300;
    int32_t worth = 100 * unit->strength - 60 * unit->shaken;
    if (unit->status & STATUS_DISORDERED) worth -= 50;
    if (lg_is_routing(unit)) return worth - 350;
    if (lg_counts_as_lost(unit)) worth -= 250;
    return worth + charge_worth(s, u);
}

/* Where one's own unit stands. */
static int32_t place_worth(const gg_state *s, unsigned u, int32_t near)
{
    const lg_unit *unit = &s->units[u];
    if (unit->shaken > 0 || lg_is_fatigued(unit)) return near < 14 ? 3 * near : 42;
    if (lg_is_guns(unit)) {
        int32_t worth = near > 22 ? -3 * near : near < 8 ? -66 + 3 * near : -2 * near;
        return worth + (unit->formation == FORM_UNL ? 10 : near > 22 ? 4 : 0);
    }
    int32_t worth = -4 * near - nearest_goal(s, u);
    if (near < 20 && lg_cover_of(lg_ground_at(s, unit->at)) != COVER_NONE) worth += 15;
    if (unit->formation == FORM_LINE && near > 10) worth -= 15;
    if (unit->formation == FORM_SQUARE) worth -= 25;
    return worth;
}

/* What the unit's first order will do for it; a second one serves only to limber and move. */
static int32_t orders_worth(const gg_state *s, unsigned u, int32_t near)
{
    const lg_unit *unit = &s->units[u];
    if (unit->orders == 0 || s->phase != PHASE_C4) return 0;
    if (lg_is_routing(unit)) return 22;
    if (lg_is_guns(unit) && near <= 22) return 1;
    if (lg_is_guns(unit)) return 8 + (unit->formation == FORM_UNL && unit->orders > 1 ? 12 : 0);
    if (unit->shaken > 0) return 12;
    return 14 + (near < 26 ? (26 - near) / 2 : 0);
}

/* Orders given to a corps, as far as its divisions can hold what he will probably hand on. */
static int32_t given_worth(const gg_state *s, unsigned c)
{
    const lg_commander *his = &s->commanders[c];
    if (his->given == 0) return 0;
    int32_t room = 0;
    for (unsigned d = 0; d < s->commander_count; d++)
        if (s->commanders[d].superior == c && lg_is_present(&s->commanders[d]))
            room += lg_holding_limit(&s->commanders[d]) - s->commanders[d].held;
    int32_t wanted = room - (his->quality + 4) / 2 + 1; /* beside a middling roll */
    if (wanted < 1) wanted = 1;
    return 12 + 8 * (his->given < wanted ? his->given : wanted);
}

static int32_t commander_worth(const gg_state *s, unsigned c, bool own)
{
    const lg_commander *his = &s->commanders[c];
    if (!lg_is_present(his)) return -60 * his->quality;
    int32_t worth =
        20 * his->quality + (his->held > 0 ? 14 : 0) + 5 * (his->held > 1 ? his->held - 1 : 0);
    worth += given_worth(s, c);
    if (his->attached != NOBODY) worth -= 5;
    for (unsigned u = 0; own && his->level == LEVEL_DIVISION && u < s->unit_count; u++)
        if (s->units[u].division == c && lg_is_on_table(s, u)
            && inches_between(s->units[u].at, his->at) > 11)
            worth -= 6;
    return worth;
}

int32_t lg_score(const gg_state *s, gg_side side)
{
    if (s->phase == PHASE_OVER)
        return s->winner == GG_NOBODY ? 0 : s->winner == side ? 1000000 : -1000000;
    int32_t score = 0;
    for (unsigned u = 0; u < s->unit_count; u++) {
        if (s->units[u].side != side) {
            score -= unit_worth(s, u);
            continue;
        }
        score += unit_worth(s, u);
        if (!lg_is_on_table(s, u) || lg_is_routing(&s->units[u])) continue;
        int32_t near = nearest_enemy(s, u);
        score += place_worth(s, u, near) + orders_worth(s, u, near);
    }
    for (unsigned c = 0; c < s->commander_count; c++) {
        bool own = s->commanders[c].side == side;
        score += own ? commander_worth(s, c, own) : -commander_worth(s, c, own);
    }
    for (int i = 0; i < s->area_count; i++)
        if (s->areas[i].owner != 0)
            score += (s->areas[i].owner == side + 1 ? 80 : -80) * s->areas[i].value;
    return score;
}
