/*
 * setup.c - armies, boards and the secret deployment of a custom game (chapter 13).
 *
 * The named set-ups are the files in scenarios/ (CMD-13.2); each puts the sides into their
 * reserve and home sectors (CMD-1.8).  Board side A has its sectors printed, side B has markers
 * and the maps of our own (CMD-13.4, CMD-R29).
 * SPDX-License-Identifier: MIT
 */
#include "board.h"
#include "scoring.h"
#include "sequence.h"

#include <string.h>

/* ---- Beginning a scenario. ---- */

/* CMD-16.1, CMD-R27: what a side has before any handicap. */
int commanders_points_at_start(const gg_state *state)
{
    if (!state->options[OPT_morale]) return 0;
    return state->options[OPT_victory] * number_morale_start(state) / 10;
}

/* CMD-R60: generals on the home centres, small flags on the wings. */
static void put_usual_markers(gg_state *state)
{
    for (int sector = 0; sector < SECTORS; sector++) {
        if (row_of(sector) == 1) continue;
        state->marker[sector] = column_of(sector) == 1 ? MARKER_GENERAL : MARKER_FLAG;
        state->owner[sector] = row_of(sector) == 0 ? GG_BLUE : GG_RED;
    }
}

/* CMD-R60: forest a2 and c2, hills on the wings, building b2, road b1-b2-b3. */
static void put_usual_terrain(gg_state *state)
{
    for (int sector = 0; sector < SECTORS; sector++) {
        bool is_wing = column_of(sector) != 1, is_middle = row_of(sector) == 1;
        if (is_wing) state->terrain[sector] = is_middle ? FOREST : HILL;
        else if (is_middle) state->terrain[sector] = BUILDING;
    }
    for (int border = 0; border < BORDERS; border++) {
        const uint8_t *ends = commanders_border_ends[border];
        if (column_of(ends[0]) == 1 && column_of(ends[1]) == 1) state->borders[border] = ROAD;
    }
}

static void fit_markers(gg_state *state)
{
    bool has_any = false;
    for (int sector = 0; sector < SECTORS; sector++)
        has_any |= state->marker[sector] != MARKER_NONE;
    if (state->options[OPT_objectives]) {
        if (!has_any) put_usual_markers(state);
        return;
    }
    memset(state->marker, 0, sizeof state->marker);
    memset(state->owner, 0, sizeof state->owner);
}

static void fit_terrain(gg_state *state)
{
    bool has_any = false;
    for (int sector = 0; sector < SECTORS; sector++) has_any |= state->terrain[sector] != 0;
    for (int border = 0; border < BORDERS; border++) has_any |= state->borders[border] != 0;
    if (state->options[OPT_terrain]) {
        if (!has_any) put_usual_terrain(state);
        return;
    }
    memset(state->terrain, 0, sizeof state->terrain);
    memset(state->borders, 0, sizeof state->borders);
}

/* CMD-13.6: thirty units, of the agreed kinds, all in the reserve. */
static const char *raise_army(gg_state *state, gg_side side)
{
    int cavalry = state->options[side == GG_BLUE ? OPT_blue_cavalry : OPT_red_cavalry];
    int artillery = state->options[side == GG_BLUE ? OPT_blue_artillery : OPT_red_artillery];
    int infantry = number_army(state) - cavalry - artillery;
    if (infantry < 0) return "a custom army has thirty units: too much cavalry and artillery";
    memset(&state->units[first_of(side)], 0, UNITS * sizeof state->units[0]);
    for (int i = 0; i < number_army(state); i++) {
        int of = i < infantry ? TYPE_I : i < infantry + cavalry ? TYPE_C : TYPE_A;
        int first = of == TYPE_I ? 0 : of == TYPE_C ? infantry : infantry + cavalry;
        state->units[first_of(side) + i] = (unit){.type = (uint8_t)of,
                                                  .number = (uint8_t)(i - first + 1),
                                                  .place = (uint8_t)reserve_of(side)};
    }
    return NULL;
}

static const char *choose_armies(gg_state *state, const int32_t *options)
{
    static const commanders_option armies[] = {OPT_blue_cavalry, OPT_blue_artillery,
                                               OPT_red_cavalry, OPT_red_artillery};
    bool is_chosen = false;
    for (int i = 0; i < 4; i++) is_chosen |= options[armies[i]] != GG_OPTION_UNSET;
    if (state->stage != PHASE_DEPLOY)
        return is_chosen ? "armies are chosen in the scenario custom only" : NULL;
    const char *trouble = raise_army(state, GG_BLUE);
    return trouble != NULL ? trouble : raise_army(state, GG_RED);
}

const char *commanders_set_up(gg_state *state, const int32_t *options)
{
    const char *trouble = choose_armies(state, options);
    if (trouble != NULL) return trouble;
    fit_markers(state);
    fit_terrain(state);
    if (state->stage != PHASE_DEPLOY) state->stage = PHASE_ORDER_DICE;
    state->ready = 0;
    return NULL;
}

/* ---- Custom deployment (CMD-13.3): in secret, six in each home sector. ---- */

static int units_of(const gg_state *state, gg_side side, int of, int place)
{
    int count = 0;
    for (int i = first_of(side); i < first_of(side) + UNITS; i++) {
        const unit *u = &state->units[i];
        count += u->number != 0 && u->type == of && u->place == place;
    }
    return count;
}

/* A home sector holds no more than any sector (CMD-1.4). */
static int home_room(const gg_state *state)
{
    return least(number_home_units(state), number_sector_room(state));
}

gg_verdict commanders_deploy_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    int place = action->at.x, count = action->flags;
    if (place >= SECTORS || row_of(place) != home_row(side)) return refuse(R_NOT_HOME);
    int left = units_of(state, side, action->item, reserve_of(side));
    if (left < count) return refuse_count(R_NONE_TO_DEPLOY, left, count);
    int there = commanders_units_in(state, side, place) + count, room = home_room(state);
    return there > room ? refuse_count(R_HOME_FULL, there, room) : refuse(R_LEGAL);
}

gg_verdict commanders_deploy_ready(const gg_state *state, gg_side side)
{
    int deployed = 0;
    for (int column = 0; column < 3; column++)
        deployed += commanders_units_in(state, side, column * 3 + home_row(side));
    int wanted = 3 * home_room(state);
    return deployed < wanted ? refuse_count(R_NOT_DEPLOYED, deployed, wanted) : refuse(R_LEGAL);
}

void commanders_deploy_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                             gg_log *log)
{
    (void)dice, (void)log;
    int left = action->flags;
    for (int i = first_of(side); i < first_of(side) + UNITS && left > 0; i++) {
        unit *u = &state->units[i];
        if (u->number == 0 || u->type != action->item || u->place != reserve_of(side)) continue;
        commanders_put(state, u, action->at.x);
        left--;
    }
}

uint32_t commanders_deploy_offer(const gg_state *state, gg_side side, gg_action *out,
                                 uint32_t limit)
{
    if (commanders_deploy_ready(state, side).reason == R_LEGAL)
        return put_offer(out, 0, limit, make_action(ACTION_READY));
    uint32_t count = 0;
    for (int column = 0; column < 3; column++)
        for (int of = 0; of < TYPES; of++) {
            int place = column * 3 + home_row(side);
            int room = home_room(state) - commanders_units_in(state, side, place);
            int left = units_of(state, side, of, reserve_of(side));
            for (int size = left < room ? left : room; size > 0; size /= 2) {
                gg_action action = make_action(ACTION_DEPLOY);
                action.flags = (uint8_t)size;
                action.item = (gg_unit)of;
                action.at.x = place;
                count = put_offer(out, count, limit, action);
            }
        }
    return count;
}

/* At set-up each type is numbered along the home row and then the reserve. */
static void renumber(gg_state *state, gg_side side)
{
    int at[TYPES], first = first_of(side);
    uint8_t places[UNITS];
    for (int of = 0, next = first; of < TYPES; of++) {
        at[of] = next;
        while (next < first + UNITS && state->units[next].number != 0
               && state->units[next].type == of)
            next++;
    }
    memset(places, reserve_of(side), sizeof places);
    for (int column = 0; column < 4; column++) {
        int place = column < 3 ? column * 3 + home_row(side) : reserve_of(side);
        for (int i = 0; i < UNITS; i++) {
            const unit *u = &state->units[first + i];
            if (u->number != 0 && u->place == place) places[at[u->type]++ - first] = (uint8_t)place;
        }
    }
    for (int i = 0; i < UNITS; i++)
        if (state->units[first + i].number != 0)
            commanders_put(state, &state->units[first + i], places[i]);
}

uint8_t commanders_deploy_close(gg_state *state, gg_log *log)
{
    commanders_reveal(log, ACTION_DEPLOY);
    renumber(state, GG_BLUE);
    renumber(state, GG_RED);
    return PHASE_ORDER_DICE;
}
