/*
 * commanders.c - the sequence of play, the judge, and the exported ruleset.
 *
 * stages.def is the turn in the order of the rulebook.  Whoever decides or rolls acts on the
 * present stage; when nobody has anything left to do there, play goes on to the next one
 * (commanders_play_on).  A step in which a side has nothing to decide is passed over for it, but
 * where orders are used only if neither side can have anything, by what both know (CMD-R63).
 * Every step is done for the whole board and for both sides before the next begins (CMD-4.2);
 * ranged combat comes before melee, each in its own steps (CMD-5.1).
 * SPDX-License-Identifier: MIT
 */
#include "rules/commanders/play/play.h"
#include "rules/commanders/law/bombardment.h"
#include "rules/commanders/law/planning.h"
#include "rules/commanders/law/scoring.h"
#include "rules/commanders/law/sequence.h"
#include "rules/commanders/show/show.h"

#include <string.h>

/* ---- Tables, each made from one .def file. ---- */

#define LEGAL ""
#include "core/rows.def"

/* ---- Events. ---- */

void commanders_tell_all(gg_log *log, gg_event_kind kind, saying words, gg_unit who, int at, int to,
                         int amount)
{
    gg_event *event = gg_log_add(log, kind, sayings[words].clause);
    if (event == NULL) return;
    event->saying = (uint16_t)words;
    event->who = who;
    event->at = (gg_point){at, 0};
    event->to = (gg_point){to, 0};
    event->amount = (int16_t)amount;
}

/* Choices of this kind lie open now.  The plan is of another kind and stays sealed; there is none
 * yet when armies are deployed, so that then everything lies open. */
void commanders_reveal(gg_log *log, action_kind kind)
{
    saying words = kind == ACTION_READY    ? S_SHOWN_READY
                   : kind == ACTION_DEPLOY ? S_SHOWN_DEPLOY
                                           : S_SHOWN_CHOICE;
    commanders_tell(log, GG_REVEAL, words, GG_NO_UNIT, 0, 0, kind == ACTION_DEPLOY ? 0 : kind + 1);
}

/* ---- Stages that do little. ---- */

void commanders_open_quietly(gg_state *state, gg_log *log) { (void)state, (void)log; }

bool commanders_always(const gg_state *state, gg_side side)
{
    return (void)state, (void)side, true;
}

uint8_t commanders_next_stage(gg_state *state, gg_log *log)
{
    return (void)log, (uint8_t)(state->stage + 1);
}

const stage_row commanders_stages[PHASES] = {
#define STAGE(id, word, name, clause, is, opens, ask, offers, closes, orders, until)               \
    {.kind = is, .open = opens, .asks = ask, .offer = offers, .close = closes},
#define DICE(id, word, name, clause, opens, ask, rolls, closes)                                    \
    {.kind = OWN, .open = opens, .asks = ask, .roll = rolls, .close = closes},
#include "rules/commanders/law/stages.def"
    {.kind = OVER, .open = commanders_open_quietly},
#undef STAGE
#undef DICE
};

/* ---- Going on. ---- */

/* On arriving at a stage: a side with nothing to decide is ready. */
void commanders_arrive(gg_state *state, int next, gg_log *log)
{
    state->stage = (uint8_t)next;
    state->ready = 0;
    commanders_stages[next].open(state, log);
    commanders_pass_over(state);
}

static bool asks_any(const gg_state *state)
{
    const stage_row *row = &commanders_stages[state->stage];
    return row->asks(state, GG_BLUE) || row->asks(state, GG_RED);
}

void commanders_pass_over(gg_state *state)
{
    const stage_row *row = &commanders_stages[state->stage];
    if (row->kind == ORDERED && !asks_any(state)) state->ready = GG_SIDES_BOTH;
    for (gg_side side = GG_BLUE; side <= GG_RED && row->kind == SECRET; side++)
        if (!row->asks(state, side)) state->ready |= (uint8_t)(1u << side);
}

static bool is_waiting(const gg_state *state)
{
    switch ((stage_kind)commanders_stages[state->stage].kind) {
    case SECRET:
    case ORDERED: return state->ready != GG_SIDES_BOTH;
    case OPEN:
    case OWN: return asks_any(state);
    case OVER: break;
    }
    return true;
}

void commanders_play_on(gg_state *state, gg_log *log)
{
    while (!is_waiting(state)) {
        uint8_t next = commanders_stages[state->stage].close(state, log);
        commanders_arrive(state, next, log);
    }
}

static gg_sides deciding(const gg_state *state)
{
    if (is_secret(state)) return (gg_sides)(GG_SIDES_BOTH & ~state->ready);
    return commanders_stages[state->stage].kind == OPEN ? (gg_sides)(1u << state->reroll_side)
                                                        : GG_SIDES_NONE;
}

gg_turn commanders_turn(const gg_state *state)
{
    const uint8_t kind = commanders_stages[state->stage].kind;
    return (gg_turn){
        .deciding = deciding(state),
        .phase = state->stage,
        .over = kind == OVER,
        .winner = state->winner,
        .round = state->round,
        .clause = kind == OVER ? commanders_ending_clause(state) : phases[state->stage].clause,
        .secret = is_secret(state),
        .whole = kind == OPEN, /* each die that may be rolled again is offered */
        .again = kind == OPEN,
    };
}

/* ---- Ready, resign, and the game's own steps. ---- */

void commanders_step_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                           gg_log *log)
{
    (void)side, (void)action;
    uint8_t next = commanders_stages[state->stage].roll(state, dice, log);
    if (next != PHASE_OVER) commanders_arrive(state, next, log);
}

gg_verdict commanders_ready_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    (void)action;
    return state->stage == PHASE_DEPLOY ? commanders_deploy_ready(state, side) : refuse(R_LEGAL);
}

/* When the second side is ready nothing of the step can be taken back any more. */
void commanders_ready_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                            gg_log *log)
{
    (void)action, (void)dice;
    state->ready |= (uint8_t)(1u << side);
    if (state->ready == GG_SIDES_BOTH) commanders_reveal(log, ACTION_READY);
}

void commanders_resign_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                             gg_log *log)
{
    (void)action, (void)dice;
    commanders_end(state, ENDED_RESIGN, enemy_of(side), log);
}

const uint8_t commanders_forms[ACTIONS] = {
#define ACTION(id, word, form, ...) FORM_##form,
#include "rules/commanders/law/actions.def"
#undef ACTION
};

static bool fits(const gg_action_def *row, const gg_state *state)
{
    return (row->phases >> state->stage & 1) != 0;
}

static action_kind own_step(const gg_state *state)
{
    int kind = ACTION_ORDERS;
    while (kind < ACTION_SCORE && !fits(&commanders_actions[kind], state)) kind++;
    return (action_kind)kind;
}

/* ---- The judge. ---- */

static bool is_in(int32_t value, int low, int high) { return value >= low && value <= high; }

static bool is_rally(const gg_action *a)
{
    bool has_place = a->at.x != NO_SECTOR;
    return has_place ? is_in(a->at.x, 0, GROUNDS - 1) && a->item != TYPE_C : a->item != TYPE_A;
}

/* Are the parts that this form uses in bounds, and the others empty? */
static bool is_in_bounds(const gg_action *a)
{
    enum { LAST = GROUNDS - 1, ZONE_LAST = ZONE_IDS - 1 };
    const bool from = is_in(a->at.x, 0, LAST), to = is_in(a->at.y, 0, LAST);
    const bool count = is_in(a->flags, 1, UNITS), of = a->item < TYPES,
               zoned = a->item <= ZONE_LAST;
    const bool bare = (a->flags | a->item) == 0;
    const int32_t more = a->args[0];
    switch ((action_form)commanders_forms[a->kind]) {
    case FORM_WORD: return bare && (a->at.x | a->at.y | more) == 0;
    case FORM_ORDER: return count && of && from && to && is_in(more, 0, GROUNDS);
    case FORM_TROOPS: return count && of && from && to && more == 0;
    case FORM_SIDE: return from && to && bare && more == 0;
    case FORM_RETREAT: return count && from && a->at.y == 0 && a->item == 0 && more == 0;
    case FORM_DIVIDE: return from && a->at.y == 0 && a->item == 0 && a->flags <= 1 && more >= 0;
    case FORM_SPACES:
        return zoned && is_in(a->flags, 1, 31) && a->at.x == 0 && a->at.y == 0 && more == 0;
    case FORM_TARGET:
        return zoned && is_in(a->flags, 1, SPACES) && is_in(a->at.x, 0, ZONE_LAST)
               && is_in(a->at.y, 1, SPACES) && more == 0;
    case FORM_REROLL:
        return zoned && a->flags <= GG_RED && is_in(a->at.x, 1, SPACES) && is_in(a->at.y, 0, 2)
               && more == 0;
    case FORM_SECTOR: return from && a->at.y == 0 && bare && more == 0;
    case FORM_BOMBARD: return count && from && to && a->item <= 1 && more == 0;
    case FORM_RALLY: return of && is_rally(a) && a->at.y == 0 && a->flags == 0 && more == 0;
    case FORM_DEPLOY: return count && of && from && a->at.y == 0 && more == 0;
    case FORMS: break;
    }
    return false;
}

/* No form says more than the first of the numbers. */
static bool is_well_formed(const gg_action *a)
{
    if (a->kind >= ACTIONS || (a->who & a->whom) != GG_NO_UNIT) return false;
    int32_t rest = 0;
    for (int i = 1; i < GG_ARGS; i++) rest |= a->args[i];
    return rest == 0 && is_in_bounds(a);
}

/* Not judged a second time when it is done: orders and moves, because whoever does them unit by
 * unit asserts that all of them were found, and ready, of which there is nothing more to ask. */
static bool is_judged_once(const gg_state *state, uint8_t kind)
{
    if (kind == ACTION_READY) return state->stage != PHASE_DEPLOY;
    return kind == ACTION_ORDER || kind == ACTION_GO || kind == ACTION_MOVE || kind == ACTION_ROAD;
}

static bool is_asked(const gg_state *state, gg_side side, const gg_action *action)
{
    return side <= GG_RED && fits(&commanders_actions[action->kind], state)
           && (state->ready >> side & 1) == 0;
}

gg_verdict commanders_judge(const gg_state *state, gg_side side, const gg_action *action)
{
    if (!is_well_formed(action)) return refuse(R_NOT_NOW);
    const gg_action_def *row = &commanders_actions[action->kind];
    if (!fits(row, state) || (action->kind <= ACTION_SCORE) != (side == GG_NOBODY))
        return refuse(R_NOT_NOW);
    switch ((stage_kind)commanders_stages[state->stage].kind) {
    case SECRET:
    case ORDERED:
        if ((state->ready >> side & 1) != 0) return refuse(R_IS_READY);
        break;
    case OPEN:
        if (state->reroll_side != side) return refuse(R_NOT_NOW);
        break;
    case OWN:
        if (side != GG_NOBODY) return refuse(R_NOT_NOW);
        break;
    case OVER: return refuse(R_NOT_NOW);
    }
    return row->legal(state, side, action);
}

uint32_t commanders_offer(const gg_state *state, gg_side side, gg_action *out, uint32_t limit)
{
    const stage_row *row = &commanders_stages[state->stage];
    if (row->kind == OWN && side == GG_NOBODY)
        return put_offer(out, 0, limit, make_action(own_step(state)));
    const bool decides = side <= GG_RED && (deciding(state) >> side & 1) != 0;
    return decides ? row->offer(state, side, out, limit) : 0;
}

void commanders_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                      gg_log *log)
{
    /* The match asked first. */
    if (is_judged_once(state, action->kind)) gg_assert(is_asked(state, side, action));
    else gg_assert(commanders_judge(state, side, action).reason == R_LEGAL);
    commanders_actions[action->kind].apply(state, side, action, dice, log);
    commanders_play_on(state, log);
}

const gg_check *commanders_preview(const gg_state *view, gg_side side, const gg_action *action,
                                   void *query)
{
    shell shells[SHELLS_MAX];
    if (commanders_judge(view, side, action).reason != R_LEGAL) return NULL;
    if (action->kind == ACTION_REROLL) return &commanders_reroll_check;
    if (action->kind == ACTION_COURIERS)
        return commanders_courier_query(view, query) ? &commanders_courier_check : NULL;
    if (action->kind == ACTION_REACTIONS) return &commanders_reaction_check;
    if (action->kind != ACTION_BOMBARDMENT || commanders_shells(view, shells, SHELLS_MAX) == 0)
        return NULL;
    memcpy(query, &shells[0].query, sizeof shells[0].query);
    return &commanders_bombardment_check;
}

/* ---- The ruleset. ---- */

static const gg_name_rules name_rules = {
    .find_unit = commanders_find_unit,
    .name_unit = gg_no_name,
    .write_number = commanders_write_zone,
    .has_labels = true,
};

#define SKETCH commanders_sketch
#define AIM commanders_aim
#define ASK commanders_ask
#define DESCRIBE commanders_describe
#define TERMS commanders_terms
#define APPRAISE commanders_appraise
#define INPUTS commanders_inputs
#define CONTENT commanders_plan_is_content
#define THREATS commanders_threats
#define NAMES_PART &name_rules
#define NETWORK commanders_network
#define TRUST 10
#define INPUT_ROWS COMMANDERS_INPUTS
#define INPUTS_ON ALL_UNITS
#define PREVIEW
#include "core/parts.def"

const gg_ruleset commanders_rules = {
#include "core/ruleset.def"
    .turn = commanders_turn,
    .offer = commanders_offer,
    .legal = commanders_judge,
    .apply = commanders_apply,
    .settle = commanders_settle,
    .audit = commanders_audit,
    .view = commanders_view,
    .guess = commanders_guess,
    .score = commanders_score,
    .preview = commanders_preview,
    .say_action = commanders_say_action,
    .write_unit = commanders_write_unit,
    .write_place = commanders_write_place,
    .draw = commanders_draw,
    .sheet = commanders_sheet,
    .title = "Commanders",
    .measure = "",
    .version = 2, /* 2: both sides are asked where orders are used (CMD-R63) */
    .actions_max = ACTIONS_MAX,
    /* twelve rounds; only ordered units act, so some 800 decisions in each */
    .decisions_max = 12000,
    .unit_count = ALL_UNITS,
    .note_bytes = sizeof(notes),
    .line_count = COMMANDERS_LINES,
};
