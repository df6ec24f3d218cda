/*
 * tell.c - what the log says of a step: up which hill, into which wood, in which formation.
 * SPDX-License-Identifier: MIT
 */
#include "move.h"

/* The ground under its middle, the last laid there: a hilltop on its hill.  NOBODY: open. */
static unsigned ground_at(const gg_state *s, unsigned u, const staff_place *place)
{
    const gt_table t = staff_table(s);
    const gg_point at = staff_centre_at(place->pose, staff_box(s, u, place->formation));
    for (unsigned i = s->area_count; i-- > 0;)
        if (gt_holds(&t, i, at)) return i;
    return NOBODY;
}

static bool is_hill(const gg_state *s, unsigned area)
{
    return area != NOBODY && s->areas[area].type == GROUND_HILL;
}

static int height(const gg_state *s, unsigned area)
{
    return is_hill(s, area) ? s->areas[area].level : 0;
}

/* A move or a retreat that comes to other ground says so. */
static staff_saying over_ground(const gg_state *s, staff_saying saying, const staff_place *left,
                                gg_event *event)
{
    const staff_place now = staff_place_now(s, event->who);
    const unsigned from = ground_at(s, event->who, left), to = ground_at(s, event->who, &now);
    if (gg_is_same_place(event->at, event->to)) return saying == S_GOES ? S_TURNS : saying;
    if (from == to || (saying != S_GOES && saying != S_FALLS_BACK)) return saying;
    const bool sinks = height(s, to) < height(s, from) || to == NOBODY;
    event->had = (int16_t)(sinks ? from + 1 : to + 1);
    if (saying == S_FALLS_BACK) return sinks ? S_FALLS_BACK_FROM : S_FALLS_BACK_TO;
    if (sinks) return is_hill(s, from) ? S_GOES_DOWN : S_GOES_OUT;
    return is_hill(s, to) ? S_GOES_UP : S_GOES_INTO;
}

static staff_saying forming(unsigned formation)
{
    switch ((staff_formation)formation) {
    case FORM_ACOL: return S_FORMS_ACOL;
    case FORM_MCOL: return S_FORMS_MCOL;
    case FORM_SQUARE: return S_FORMS_SQUARE;
    case FORM_SKIRM: return S_FORMS_SKIRM;
    case FORM_LINE:
    case FORM_DEPLOYED:
    case FORM_LIMBERED:
    case FORM_GARRISON:
    case FORMATIONS: break;
    }
    return S_FORMS_LINE;
}

void staff_say_step(const gg_state *s, unsigned u, staff_saying saying, const staff_place *from,
                    gg_log *log)
{
    gg_event *event =
        staff_say_number(log, GG_MOVE, saying, (gg_unit)u, GG_NO_UNIT, s->units[u].facing);
    if (event == NULL) return;
    event->at = from->pose.at;
    event->to = s->units[u].at;
    const unsigned house = s->more[u].inside != 0 ? s->more[u].inside : from->inside;
    if (saying == S_FORMS_LINE) event->saying = (uint16_t)forming(s->units[u].formation);
    else if (house != 0) event->had = (int16_t)(staff_building(s, house) + 1);
    else event->saying = (uint16_t)over_ground(s, saying, from, event);
}
