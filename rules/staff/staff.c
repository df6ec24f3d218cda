/*
 * staff.c - the sequence of play, in the order of the rulebook, and the exported struct.
 *
 * A player turn: START (elite units recover), initiative moves, then each brigade commander in turn
 * (orders, a roll each, their moves, his own move), the army commander's move, shooting, combat,
 * END.
 * Charges and moves across a front ask the other side (RESPOND, TRAVERSE) before they go on.
 * SPDX-License-Identifier: MIT
 */
#include "rules/staff/play/play.h"
#include "rules/staff/show/show.h"

#include <string.h>

/* ---- Tables, each made from one .def file. ---- */

#include "core/rows.def"

/* ---- Who decides now. ---- */

gg_side staff_decider(const gg_state *s)
{
    unsigned victor;
    switch ((staff_phase)s->phase) {
    case PHASE_INITIATIVE:
    case PHASE_PICK:
    case PHASE_COMMAND:
    case PHASE_ROLLED:
    case PHASE_EXECUTE:
    case PHASE_RIDE:
    case PHASE_ARMY:
    case PHASE_SHOOT:
    case PHASE_COMBAT: return s->active;
    case PHASE_RESPOND: return s->units[s->charge.target - 1].side;
    case PHASE_TRAVERSE: return gg_other(s->active);
    case PHASE_ALLOT: return s->units[staff_allotter(s)].side;
    case PHASE_VICTOR: victor = staff_victor(s); return s->units[victor].side;
    case PHASE_START:
    case PHASE_BLUNDER:
    case PHASE_CLOSING:
    case PHASE_ROUND:
    case PHASE_OVER:
    case PHASES: break;
    }
    return GG_NOBODY;
}

/* Has the active side a unit that may still make its initiative move (ST-R24)? */
static bool has_initiative(const gg_state *s)
{
    for (uint64_t rest = staff_side(s, s->active); rest != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&rest);
        if ((s->units[u].did & DID_INITIATIVE) || s->turn < s->more[u].hold_until) continue;
        if (!staff_is_engaged(s, u) && staff_is_in_proximity(s, u)) return true;
    }
    return false;
}

/* In these phases offers are a choice from many places; elsewhere they are all there is. */
static bool is_whole(const gg_state *s)
{
    switch ((staff_phase)s->phase) {
    case PHASE_INITIATIVE: return !has_initiative(s); /* then `done` is all there is */
    case PHASE_COMMAND:
    case PHASE_EXECUTE:
    case PHASE_RIDE:
    case PHASE_ARMY:
    case PHASE_VICTOR:
    case PHASE_ALLOT:
    case PHASE_SHOOT:
    case PHASE_TRAVERSE: return false;
    case PHASE_START:
    case PHASE_PICK:
    case PHASE_ROLLED:
    case PHASE_BLUNDER:
    case PHASE_RESPOND:
    case PHASE_CLOSING:
    case PHASE_COMBAT:
    case PHASE_ROUND:
    case PHASE_OVER:
    case PHASES: break;
    }
    return true;
}

static gg_sides deciding(const gg_state *s)
{
    const gg_side side = staff_decider(s);
    return (gg_sides)(side == GG_NOBODY ? GG_SIDES_NONE : 1u << side);
}

gg_turn staff_turn(const gg_state *s)
{
    return (gg_turn){
        .deciding = deciding(s),
        .phase = s->phase,
        .over = s->phase == PHASE_OVER,
        .winner = s->winner,
        .round = s->turn,
        .clause = phases[s->phase].clause,
        .whole = is_whole(s),
        .spends = s->phase == PHASE_EXECUTE, /* moves that were granted */
    };
}

/* ---- Judge and apply: the same for all actions, by the table. ---- */

gg_verdict staff_judge(const gg_state *s, gg_side side, const gg_action *action)
{
    static const gg_refusals refusals = {R_GAME_OVER, R_NOT_NOW, R_NOT_YOUR_TURN};
    return gg_judge_action(&staff_rules, &refusals, s, deciding(s), s->phase, side, action);
}

void staff_resign_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                        gg_log *log)
{
    (void)action, (void)dice;
    staff_finish(s, ENDED_RESIGNED, gg_other(side), log);
}

void staff_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    /* The match asked first; a shot is worked out again where it is made, and not judged twice. */
    if (action->kind != ACTION_SHOOT) gg_assert(staff_judge(s, side, action).reason == R_LEGAL);
    else gg_assert(s->phase == PHASE_SHOOT && side == s->active);
    staff_actions[action->kind].apply(s, side, action, dice, log);
    staff_play_on(s, log);
}

/* ---- Going on until somebody, or the dice, must be asked. ---- */

/* PICK: the next commander, the army's last, then shooting. */
static void pick_on(gg_state *s)
{
    const unsigned army = s->active * (unsigned)BRIGADES_MAX;
    for (unsigned row = army + 1; row < army + BRIGADES_MAX; row++)
        if (s->commanders[row].there == THERE && !(s->commanders[row].did & CDID_ACT)) return;
    const staff_commander *his = &s->commanders[army];
    if (his->there != THERE || (his->did & CDID_ACT)) {
        s->phase = PHASE_SHOOT;
        return;
    }
    s->commander = (uint8_t)(army + 1);
    s->phase = s->options[OPT_army_role] == 2 ? PHASE_COMMAND : PHASE_ARMY;
}

void staff_play_on(gg_state *s, gg_log *log)
{
    for (unsigned before = PHASES; before != s->phase;) {
        before = s->phase;
        switch ((staff_phase)s->phase) {
        case PHASE_PICK: pick_on(s); break;
        case PHASE_EXECUTE: staff_go_on_with_order(s); break;
        case PHASE_BLUNDER:
            if (s->order.blunder != 0) staff_go_on_with_blunder(s, log);
            break;
        case PHASE_TRAVERSE: staff_after_crossing(s, log); break;
        case PHASE_COMBAT:
            if (!staff_has_fight(s)) staff_end_turn(s, log);
            break;
        case PHASE_ALLOT:
            if (staff_allotter(s) == NOBODY) s->phase = PHASE_ROUND;
            break;
        case PHASE_VICTOR: staff_settle_victors(s); break;
        case PHASE_START:
        case PHASE_INITIATIVE:
        case PHASE_COMMAND:
        case PHASE_ROLLED:
        case PHASE_RESPOND:
        case PHASE_CLOSING:
        case PHASE_RIDE:
        case PHASE_ARMY:
        case PHASE_SHOOT:
        case PHASE_ROUND:
        case PHASE_OVER:
        case PHASES: break;
        }
    }
}

/* ---- The game as table/ sees it. ---- */

static const gt_ground grounds[] = {
#define GROUND(id, called, says, with, formed, skirmish, horse, guns, looks, cites)                \
    {.name = called, .words = says, .flags = with, .role = GG_ROLE_##looks, .clause = cites},
#include "rules/staff/law/ground.def"
#undef GROUND
};
static const gt_ground line_kinds[] = {
#define LINE(id, called, says, formed, skirmish, horse, guns, looks, cites)                        \
    {.name = called, .words = says, .role = GG_ROLE_##looks, .clause = cites},
#include "rules/staff/law/ground.def"
#undef LINE
};

static gg_box box_of(const gt_table *t, unsigned u, unsigned formation)
{
    const gg_state *s = t->state;
    return formation == s->units[u].formation ? staff_own_box(s, u) : staff_box(s, u, formation);
}

static bool find_commander(const gg_state *s, gg_unit n, gt_spot *out)
{
    if (n < UNITS_MAX || n >= NAMES) return false;
    const unsigned row = n - (unsigned)UNITS_MAX;
    *out = (gt_spot){s->commanders[row].at, (gg_side)(row / BRIGADES_MAX)};
    return s->commanders[row].there == THERE;
}

const gt_game staff_game = {
    .rules = &staff_rules,
    .table = staff_table,
    .marker = find_commander,
    .draw = staff_draw_thing,
    .grain = 10,
    .step = 10,
    .tolerance = TOLERANCE,
    .box = box_of,
    .reach = REACH_MAX,
    .grounds = grounds,
    .ground_count = GROUNDS,
    .lines = line_kinds,
    .line_kinds = LINES,
    .levels = 3,
};

/* ---- The ruleset. ---- */

GG_VIEW_ALL(staff_view)
GG_GUESS_SAME(staff_guess)

const gg_check *staff_preview(const gg_state *view, gg_side side, const gg_action *action,
                              void *query)
{
    (void)side;
    if (action->kind == ACTION_SHOOT || action->kind == ACTION_TRAVERSE)
        return staff_shoot_preview(view, action, query);
    if (action->kind == ACTION_ORDER || action->kind == ACTION_FOLLOWME
        || action->kind == ACTION_RALLY || action->kind == ACTION_REROLL)
        return staff_order_preview(view, action, query);
    if (action->kind == ACTION_RESPOND && action->item == RESPONSE_SQUARE)
        return &staff_square_check;
    return NULL;
}

/* A unit's brigade, then the army; an army may have no commander of its own. */
static gg_unit commander_of(const gg_state *s, gg_unit unit)
{
    unsigned row = COMMANDERS_MAX;
    if (unit < UNITS_MAX && staff_is_here(s, unit)) row = staff_commander_row(&s->units[unit]);
    else if (unit >= UNITS_MAX && unit < NAMES && (unit - UNITS_MAX) % BRIGADES_MAX != 0)
        row = (unit - UNITS_MAX) / BRIGADES_MAX * BRIGADES_MAX;
    return row < COMMANDERS_MAX && s->commanders[row].there == THERE ? (gg_unit)(UNITS_MAX + row)
                                                                     : GG_NO_UNIT;
}

/* Its shooting (ST-7.10), then its charges on initiative (ST-1.2). */
static bool moment(gg_state *s, gg_side side, uint32_t nth)
{
    static const uint8_t moments[] = {PHASE_SHOOT, PHASE_INITIATIVE};
    if (nth >= sizeof moments / sizeof *moments) return false;
    s->active = (uint8_t)side;
    s->phase = moments[nth];
    s->commander = 0;
    memset(&s->order, 0, sizeof s->order);
    for (unsigned u = 0; u < s->unit_count; u++)
        if (s->units[u].side == side) s->units[u].did = 0, s->more[u].moves = 0;
    return true;
}

#define SKETCH staff_sketch
#define AIM staff_aim
#define ASK staff_ask
#define DESCRIBE staff_describe
#define TERMS staff_terms
#define APPRAISE staff_appraise
#define INPUTS staff_inputs
#define COMMANDER commander_of
#define MOMENT moment
#define NUMBERED staff_write_area
#define TRUST 7
#define INPUT_ROWS STAFF_INPUTS
#define INPUTS_ON (UNITS_MAX * GT_INPUTS_EACH)
#define PREVIEW
#include "core/parts.def"

const gg_ruleset staff_rules = {
#include "core/ruleset.def"
    .turn = staff_turn,
    .offer = staff_offer,
    .legal = staff_judge,
    .apply = staff_apply,
    .settle = staff_settle,
    .audit = staff_audit,
    .view = staff_view,
    .guess = staff_guess,
    .score = staff_score,
    .preview = staff_preview,
    .say_action = staff_say_action,
    .write_unit = staff_write_unit,
    .write_place = staff_write_place,
    .draw = staff_draw,
    .sheet = staff_sheet,
    .title = "Staff: brigade command in inches",
    .measure = "inches",
    .version = 1,
    .note_bytes = sizeof(staff_notes),
    .score_note_bytes = SCORE_NOTE_BYTES,
    .actions_max = 1024,
    /* the longest of 40 random games of army-day took 778 in ten turns; 99 turns of 64 units */
    .decisions_max = 60000,
    .unit_count = NAMES,
    .line_count = STAFF_LINES,
};
