/*
 * clausewitz.c - the ruleset as the engine sees it: tables made from the .def files, who decides,
 * judging and doing by the rows of actions.def, set-up from scenarios.  The sequence of play is in
 * machine.c.  Ground and deployment of a battle are its scenario's (CW-3.3, CW-3.11, CW-R91).  Of
 * lost text and pictures nothing is assumed (CW-R103).
 * SPDX-License-Identifier: MIT
 */
#include "rules/clausewitz/play/play.h"
#include "rules/clausewitz/show/show.h"

/* ---- Tables, each made from .def files. ---- */

#include "core/rows.def"

/* ---- Who decides now. ---- */

/* The side of a decision that a pending frame asks for. */
static gg_side asked_side(const gg_state *s)
{
    const cw_frame *top = &s->frames[s->frame_count - 1];
    gg_assert(s->frame_count > 0);
    if (s->phase == PHASE_ESCAPE) return cw_general_side(FIRST_GENERAL + top->who);
    if (s->phase == PHASE_JOIN) return cw_general_side(cw_asked_general(s));
    if (s->phase == PHASE_REACT) return gg_other(s->bodies[top->who].side);
    if (s->phase == PHASE_CHARGED) return s->bodies[top->whom].side;
    return s->bodies[top->who].side; /* PHASE_LOSS, PHASE_BRAVE */
}

static gg_sides deciding(const gg_state *s)
{
    switch ((cw_phase)s->phase) {
    case PHASE_SETUP:
    case PHASE_SCOUT:
    case PHASE_DEPLOY: return (gg_sides)(1u << s->side);
    case PHASE_GENERAL:
    case PHASE_ACTIVATE: return (gg_sides)(1u << (s->chit - 1));
    case PHASE_CHARGED:
    case PHASE_JOIN:
    case PHASE_REACT:
    case PHASE_ESCAPE:
    case PHASE_LOSS:
    case PHASE_BRAVE: return (gg_sides)(1u << asked_side(s));
    case PHASE_BEGIN:
    case PHASE_DRAW:
    case PHASE_HOLD:
    case PHASE_OVER:
    case PHASE_DEAL:
    case PHASES: break;
    }
    return GG_SIDES_NONE;
}

gg_turn cw_turn(const gg_state *s)
{
    const bool over = s->phase == PHASE_OVER;
    return (gg_turn){
        .deciding = deciding(s),
        .phase = s->phase,
        .over = over,
        .winner = over ? s->winner : GG_NOBODY,
        .round = s->turn,
        .clause = phases[s->phase].clause,
        .secret = cw_is_secret(s),
        .whole = s->phase == PHASE_JOIN || s->phase == PHASE_LOSS || s->phase == PHASE_BRAVE,
    };
}

/* ---- Judging and doing. ---- */

/* Facings and orders of slots that cannot be written, only made up. */
static bool is_writable(const gg_action *action)
{
    enum { PACKED = 1 << (3 * SLOTS) };
    const bool faces = action->kind == ACTION_FACE || action->kind == ACTION_DETACH
                       || action->kind == ACTION_SKIRMISH || action->kind == ACTION_DEPLOY;
    if (faces && (action->args[0] < 0 || action->args[0] >= GG_TURN)) return false;
    const int32_t order = action->kind == ACTION_WIDTH    ? action->args[1]
                          : action->kind == ACTION_DEPLOY ? action->args[2]
                                                          : 0;
    return order >= 0 && order < PACKED;
}

gg_verdict cw_judge_as(const gg_state *s, gg_side side, const gg_action *action, cw_marcher *m)
{
    const gg_sides who = deciding(s);
    if (s->phase == PHASE_OVER) return cw_refuse(R_GAME_OVER);
    if (action->kind >= ACTIONS || side > GG_NOBODY) return cw_refuse(R_NOT_NOW);
    if (side == GG_NOBODY ? who != GG_SIDES_NONE : (who >> side & 1) == 0)
        return cw_refuse(R_NOT_YOUR_TURN);
    if (action->kind == ACTION_RESIGN && side == GG_NOBODY) return cw_refuse(R_NOT_NOW);
    const gg_action_def *row = &cw_actions[action->kind];
    if ((row->phases >> s->phase & 1) == 0) return cw_refuse(R_NOT_NOW);
    if (!is_writable(action)) return cw_refuse(R_NOT_NOW);
    if (m != NULL && (action->kind == ACTION_MARCH || action->kind == ACTION_QUICK))
        return cw_judge_march(s, side, action, m);
    return row->legal(s, side, action);
}

gg_verdict cw_judge(const gg_state *s, gg_side side, const gg_action *action)
{
    return cw_judge_as(s, side, action, NULL);
}

void cw_resign_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)action, (void)dice;
    cw_finish(s, ENDED_RESIGNED, gg_other(side), log);
}

/* CW-R72: its test stopped this action, which waits for the owner's answer.  Only what can be
 * written of it is kept: positions that read alike are the same. */
static void keep_waiting(gg_state *s, const gg_action *action)
{
    char words[GG_ACTION_TEXT_MAX];
    gg_text text = gg_text_over(words, sizeof words);
    if (s->frame_count == 0 || cw_top(s)->kind != FRAME_BRAVE) return;
    gg_write_action(&clausewitz_rules, s, action, &text);
    const gg_error error = gg_read_action(&clausewitz_rules, s, words, &s->doing);
    gg_assert(error.text == NULL);
}

void cw_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    /* The match asked first; a march is judged where it is done. */
    if (action->kind != ACTION_MARCH && action->kind != ACTION_QUICK)
        gg_assert(cw_is_legal(cw_judge(s, side, action)));
    const uint64_t hidden = cw_hidden_set(s);
    const uint32_t first = log == NULL ? 0 : log->count;
    cw_actions[action->kind].apply(s, side, action, dice, log);
    keep_waiting(s, action);
    if (action->kind != ACTION_RESIGN) cw_run(s, dice, log);
    s->answered = (cw_frame){.kind = FRAME_NONE}; /* was taken, unless somebody wrote nonsense */
    if (s->phase != PHASE_ESCAPE) cw_capture_found(s, log);
    cw_hide_events(s, hidden, log, first);
}

/* ---- The ruleset. ---- */

/* CW-2.1: a Brigade's General of Division, then the Commander-in-Chief. */
static gg_unit commander_of(const gg_state *s, gg_unit unit)
{
    const bool is_brigade = unit < s->body_count;
    if (!is_brigade && !cw_is_general(unit)) return GG_NO_UNIT;
    const gg_side side = is_brigade ? s->bodies[unit].side : cw_general_side(unit);
    const unsigned division = is_brigade ? s->bodies[unit].division : 0;
    if (side > GG_RED || (!is_brigade && cw_general_at(s, unit)->rank == RANK_CINC))
        return GG_NO_UNIT;
    for (unsigned g = 0; g < GENERALS_MAX; g++) {
        const cw_general *his = &s->generals[side][g];
        const bool over = division == 0 ? his->rank == RANK_CINC : his->division == division;
        if (his->health != HEALTH_NONE && over)
            return (gg_unit)(FIRST_GENERAL + side * GENERALS_MAX + g);
    }
    return GG_NO_UNIT;
}

static bool is_known_to(const gg_state *s, unsigned b, gg_side side)
{
    return s->bodies[b].side == gg_other(side) && cw_stands(s, b) && !cw_is_hidden(s, b, side);
}

/* Each Brigade that the other side knows, ordered with all its actions (CW-8.9). */
static bool moment(gg_state *s, gg_side side, uint32_t nth)
{
    if (s->phase < PHASE_BEGIN || s->phase == PHASE_OVER) return false;
    for (unsigned b = 0; b < s->body_count; b++) {
        if (!is_known_to(s, b, gg_other(side)) || nth-- > 0) continue;
        while (s->frame_count > 0) cw_pop(s);
        s->phase = PHASE_ACTIVATE;
        s->chit = (uint8_t)(side + 1);
        s->chit_used = 1;
        s->active = (uint8_t)(b + 1);
        s->active_over = s->impetuous_used = 0;
        s->brigades[b].actions = (uint8_t)cw_number(s, N_brigade_actions);
        s->bodies[b].did &= (uint16_t)~DID_LIMITED;
        return true;
    }
    return false;
}

#define SKETCH cw_sketch
#define AIM cw_aim
#define ASK cw_ask
#define DESCRIBE cw_describe
#define TERMS cw_terms
#define APPRAISE cw_appraise
#define INPUTS cw_inputs
#define GO_ON cw_go_on
#define COMMANDER commander_of
#define WORTH cw_worth
#define MOMENT moment
#define HARM cw_harm
#define NUMBERED cw_write_objective
#define TRUST 5
/* Where men run, whom they carry with them and where they stop is worked out anew for each. */
#define OUTCOMES 160
#define INPUT_ROWS CLAUSEWITZ_INPUTS
#define INPUTS_ON (BRIGADES_MAX * GT_INPUTS_EACH)
#define PREVIEW
#include "core/parts.def"

const gg_ruleset clausewitz_rules = {
#include "core/ruleset.def"
    .turn = cw_turn,
    .offer = cw_offer,
    .legal = cw_judge,
    .apply = cw_apply,
    .settle = cw_settle,
    .audit = cw_audit,
    .view = cw_view,
    .guess = cw_guess,
    .score = cw_score,
    .preview = cw_preview,
    .say_action = cw_say_action,
    .write_unit = cw_write_unit,
    .write_place = cw_write_place,
    .draw = cw_draw,
    .sheet = cw_sheet,
    .title = "Clausewitz",
    .measure = "centimetres",
    /* 2: surrender before a push, ADCs touched by a turn, no reaction of a unit that ran;
     * 3: the deployment area, men lost after ATTACH, friends near the end of a flight, guns near
     * the enemy, Impetuous once, widths, Generals captured after every action */
    .version = 3,
    .position_version = 1,
    .note_bytes = sizeof(cw_names),
    .actions_max = 1024,
    .decisions_max = 300000,
    .unit_count = NAMES,
    .line_count = POSITION_LINES,
};
