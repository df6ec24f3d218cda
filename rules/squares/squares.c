/*
 * squares.c - the game on 12 x 12 squares: its sequence of play first, the ruleset itself last.
 */
#include "rules/squares/law/act.h"

#include <string.h>

/* ---- Tables, each made from one .def file. ---- */

#define LEGAL_ID "legal"
#define LEGAL "legal"
#include "core/rows.def"

/* ---- The sequence of play. ---- */

typedef uint32_t offer_fn(const gg_state *, gg_side, gg_action *out, uint32_t limit);
typedef gg_verdict legal_fn(const gg_state *, gg_side, const gg_action *);
typedef void apply_fn(gg_state *, gg_side, const gg_action *, gg_dice *, gg_log *);

static offer_fn offer_step, offer_nothing;
static legal_fn legal_step;
static apply_fn deal, armies, designate, deploy, roll_first, roll_activation, act, do_nothing;

/* In the order of play.  Steps with offer_step are the game's own: nobody decides them. */
static const struct step {
    action_kind action;
    offer_fn *offer;
    legal_fn *legal;
    apply_fn *apply;
} sequence[PHASES] = {
    [PHASE_TERRAIN] = {ACTION_DEAL, offer_step, legal_step, deal},
    [PHASE_ARMY] = {ACTION_ARMIES, offer_step, legal_step, armies},
    [PHASE_DESIGNATE] = {ACTION_DESIGNATE, sq_designate_offer, sq_designate_legal, designate},
    [PHASE_DEPLOY] = {ACTION_DEPLOY, sq_deploy_offer, sq_deploy_legal, deploy},
    [PHASE_FIRST] = {ACTION_FIRST, offer_step, legal_step, roll_first},
    [PHASE_ROLL] = {ACTION_ROLL, offer_step, legal_step, roll_activation},
    [PHASE_ACT] = {ACTION_ACT, sq_act_offer, sq_act_legal, act},
    [PHASE_OVER] = {ACTIONS, offer_nothing, legal_step, do_nothing},
};

static bool is_own_step(phase now) { return sequence[now].offer == offer_step; }

/* ---- From one phase to the next. ---- */

/* SQ-R15: blue chooses, then red; a side with nothing to choose is passed over. */
static bool leave_designate(gg_state *state)
{
    if (!state->designated[state->side] && sq_has_designations(state, state->side)) return false;
    if (state->side == GG_BLUE) {
        state->side = GG_RED;
        return true;
    }
    memset(state->designated, 0, sizeof state->designated); /* nobody asks again */
    state->phase = PHASE_DEPLOY;
    state->side = GG_BLUE;
    return true;
}

/* SQ-R19: by turns; a side with no piece left is passed over. */
static bool leave_deploy(gg_state *state)
{
    if (sq_has_unplaced(state, state->side)) return false;
    state->side = state->side == GG_BLUE ? GG_RED : GG_BLUE;
    if (sq_has_unplaced(state, state->side)) return false;
    sq_count_start(state);
    state->side = GG_BLUE;
    state->phase = PHASE_FIRST;
    return true;
}

static void begin_battle(gg_state *state, gg_side first, gg_log *log)
{
    state->first = state->side = first;
    state->phase = PHASE_ROLL;
    sq_note_units(state);
    sq_say(log, GG_PHASE, first == GG_BLUE ? S_BLUE_BEGINS : S_RED_BEGINS, GG_NO_UNIT);
}

/* Passes one phase in which nothing has to be done; false: something has. */
static bool pass_phase(gg_state *state, gg_log *log)
{
    switch ((phase)state->phase) {
    case PHASE_TERRAIN:
        if (!state->ground_given) return false;
        state->phase = PHASE_ARMY;
        return true;
    case PHASE_ARMY:
        if (!state->armies_given) return false; /* SQ-4.9: nothing is rolled then */
        state->phase = PHASE_DEPLOY;
        return true;
    case PHASE_DESIGNATE: return leave_designate(state);
    case PHASE_DEPLOY: return leave_deploy(state);
    case PHASE_FIRST: /* SQ-R64: a scenario may name the first player */
        if (state->first_given == 0) return false;
        begin_battle(state, (gg_side)(GG_BLUE + state->first_given - 1), log);
        return true;
    case PHASE_ACT: /* SQ-R61: who may act can, for there is always a way to turn or to reform */
        if (sq_may_anybody_act(state)) return false;
        sq_end_turn(state, log);
        return true;
    case PHASE_ROLL:
    case PHASE_OVER:
    case PHASES: break;
    }
    return false;
}

void sq_play_on(gg_state *state, gg_log *log)
{
    while (pass_phase(state, log)) {}
}

/* ---- The steps. ---- */

static uint32_t offer_step(const gg_state *state, gg_side side, gg_action *out, uint32_t limit)
{
    if (side != GG_NOBODY || limit == 0) return 0;
    out[0] = gg_action_of((uint8_t)sequence[state->phase].action);
    return 1;
}

static uint32_t offer_nothing(const gg_state *state, gg_side side, gg_action *out, uint32_t limit)
{
    (void)state, (void)side, (void)out, (void)limit;
    return 0;
}

static gg_verdict legal_step(const gg_state *state, gg_side side, const gg_action *action)
{
    (void)state, (void)action;
    return refuse(side == GG_NOBODY ? R_LEGAL : R_NOT_NOW);
}

static void do_nothing(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                       gg_log *log)
{
    (void)state, (void)side, (void)action, (void)dice, (void)log;
}

static void deal(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)side, (void)action;
    sq_deal_apply(state, dice, log);
    state->phase = PHASE_ARMY;
}

static void armies(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                   gg_log *log)
{
    (void)side, (void)action;
    sq_armies_apply(state, dice, log);
    state->phase = PHASE_DESIGNATE;
    state->side = GG_BLUE;
}

static void designate(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                      gg_log *log)
{
    (void)dice;
    sq_designate_apply(state, side, action, log);
    state->designated[side] = 1;
}

static void deploy(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                   gg_log *log)
{
    (void)dice;
    sq_deploy_apply(state, side, action, log);
    state->side = side == GG_BLUE ? GG_RED : GG_BLUE;
}

/* SQ-6.2, SQ-6.3, SQ-13.2, SQ-R58: how good a face is for the first turn. */
static int first_rank(const gg_state *state, int face_number)
{
    static const uint8_t by_letter[] = {3, 3, 5, 4, 2, 1}; /* I I A C X blank */
    return state->options[OPT_first_roll] ? face_number : by_letter[face_number - 1];
}

static int roll_for_first(gg_dice *dice, gg_side side)
{
    gg_roll_for(dice, side == GG_BLUE ? "first blue" : "first red", GG_NO_UNIT, GG_NO_UNIT);
    return gg_roll(dice, 6);
}

/* Equal dice are rolled again.  After many ties the step ends undecided and is taken once more, so
 * that dice which cannot but tie cannot hold the game either. */
static void roll_first(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                       gg_log *log)
{
    (void)side, (void)action;
    enum { TIES_MAX = 32 };
    for (int tie = 0; tie < TIES_MAX; tie++) {
        int blue = roll_for_first(dice, GG_BLUE), red = roll_for_first(dice, GG_RED);
        int lead = first_rank(state, blue) - first_rank(state, red);
        gg_event *event =
            gg_log_add(log, GG_ROLL, state->options[OPT_first_roll] ? SQ_6_3 : SQ_6_2);
        if (event != NULL) {
            event->face_count = 2;
            event->faces[0] = (uint8_t)blue;
            event->faces[1] = (uint8_t)red;
            event->saying = S_FIRST_DICE;
        }
        if (lead != 0) {
            begin_battle(state, lead > 0 ? GG_BLUE : GG_RED, log);
            return;
        }
        sq_say(log, GG_NOTE, S_TIE, GG_NO_UNIT);
    }
}

/* SQ-6.4, SQ-6.5: all dice at once; only their counts matter. */
static void roll_activation(gg_state *state, gg_side nobody, const gg_action *action, gg_dice *dice,
                            gg_log *log)
{
    (void)nobody, (void)action;
    enum { OTHER = ARMS, KINDS_OF_FACE };
    static const uint8_t kind_of[6] = {ARM_I, ARM_I, ARM_A, ARM_C, OTHER, OTHER};
    gg_side side = state->side;
    int counts[GG_KINDS_MAX];
    gg_event *event =
        sq_say(log, GG_ROLL, side == GG_BLUE ? S_BLUE_ROLLS : S_RED_ROLLS, GG_NO_UNIT);
    gg_roll_for(dice, side == GG_BLUE ? "activation blue" : "activation red", GG_NO_UNIT,
                GG_NO_UNIT);
    gg_roll_kinds(dice, state->dice_n[side], 6, kind_of, KINDS_OF_FACE, counts,
                  event == NULL ? NULL : event->faces);
    for (int i = 0; i < ARMS; i++) state->pool[i] = (uint8_t)counts[i];
    if (event != NULL) {
        event->face_count = state->dice_n[side];
        event->amount = (int16_t)counts[ARM_I];
        event->had = (int16_t)counts[ARM_C];
        event->total = (int16_t)counts[ARM_A];
    }
    piece *first = &state->pieces[side * UNITS], *end = first + state->piece_count[side];
    for (piece *p = first; p < end; p++) p->acted = p->activated = 0;
    state->phase = PHASE_ACT;
}

static void act(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    sq_act_apply(state, side, action, dice, log);
    sq_test_victory(state, log);
}

/* ---- The questions of the engine. ---- */

static gg_clause turn_clause(const gg_state *state)
{
    switch ((ended)state->result) {
    case ENDED_NOT: break;
    case ENDED_TWICE: return SQ_12_1;
    case ENDED_LIMIT: return SQ_R60;
    case ENDED_RESIGN: return SQ_R65;
    }
    return phases[state->phase].clause;
}

/* SQ-R62: the side that is not on turn decides nothing. */
gg_turn squares_turn(const gg_state *state)
{
    bool over = state->phase == PHASE_OVER;
    bool decides = !over && !is_own_step((phase)state->phase);
    return (gg_turn){
        .deciding = decides ? (gg_sides)(1u << state->side) : GG_SIDES_NONE,
        .phase = state->phase,
        .over = over,
        .winner = over ? state->winner : GG_NOBODY,
        .round = state->round,
        .clause = turn_clause(state),
        .whole = state->phase != PHASE_DEPLOY, /* a piece may face anywhere: one way is offered */
    };
}

uint32_t squares_offer(const gg_state *state, gg_side side, gg_action *out, uint32_t limit)
{
    const struct step *now = &sequence[state->phase];
    if (side != state->side && now->offer != offer_step) return 0;
    return now->offer(state, side, out, limit);
}

gg_verdict squares_judge(const gg_state *state, gg_side side, const gg_action *action)
{
    const struct step *now = &sequence[state->phase];
    if (state->phase == PHASE_OVER) return refuse(R_GAME_OVER);
    if (now->offer != offer_step) {
        if (side != state->side) return refuse(R_NOT_YOUR_TURN);
        if (action->kind == ACTION_RESIGN) return refuse(R_LEGAL); /* SQ-R65 */
        /* SQ-R56 */
        if (action->kind == ACTION_END && state->phase == PHASE_ACT) return refuse(R_LEGAL);
    }
    if (action->kind != now->action) return refuse(R_NOT_NOW);
    return now->legal(state, side, action);
}

void squares_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                   gg_log *log)
{
    /* Of an act what is needed is asked again where it is worked out; all else is judged here. */
    if (action->kind != ACTION_ACT) gg_assert(squares_judge(state, side, action).reason == R_LEGAL);
    else gg_assert(state->phase == PHASE_ACT && side == state->side);
    if (action->kind == ACTION_RESIGN) sq_resign_apply(state, side, log);
    else if (action->kind == ACTION_END) sq_end_turn(state, log);
    else sequence[state->phase].apply(state, side, action, dice, log);
    sq_play_on(state, log);
}

/* Everything lies open on the table; a pack given for a test was given by those who look. */
GG_VIEW_ALL(squares_view)
GG_GUESS_SAME(squares_guess)

/* ---- The ruleset. ---- */

enum {
    /* Deployment: each piece in each square and form, one facing (deploy.c). */
    DEPLOY_OFFERS_MAX = UNITS * BOARD * 3,
    /*
     * Steps of set-up, then at most 200 rounds of two turns; in a turn a roll, and each of 27
     * pieces acts once or the turn is ended before the last one does; and one resignation.
     */
    ROUNDS_MAX = 200,
    SET_UP_MAX = 1 + 1 + 2 + PIECES + 1,
    DECISIONS_MAX = SET_UP_MAX + ROUNDS_MAX * 2 * (1 + UNITS) + 1,
};

/* Its turn, everybody with a die (SQ-6.5). */
static bool moment(gg_state *state, gg_side side, uint32_t nth)
{
    enum { PLENTY = 27 }; /* dice for each arm: more than a side has units */
    if (nth > 0) return false;
    state->phase = PHASE_ACT;
    state->side = (uint8_t)side;
    memset(state->pool, PLENTY, sizeof state->pool);
    for (int i = 0; i < PIECES; i++) state->pieces[i].acted = state->pieces[i].activated = 0;
    sq_note_units(state);
    return true;
}

static const gg_name_rules name_rules = {
    .find_unit = gg_no_label,
    .name_unit = squares_name_unit,
    .write_number = gg_plain_number,
};

#define WORTH squares_worth
#define MOMENT moment
#define NAMES_PART &name_rules
#define TRUST 5
#define INPUT_ROWS SQ_INPUTS
#define INPUTS_ON (2 * PIECES)
#include "core/parts.def"

const gg_ruleset squares_rules = {
#include "core/ruleset.def"
    .title = "Squares",
    .measure = "",
    .version = 1,
    .note_bytes = sizeof(sq_notes),
    .actions_max = DEPLOY_OFFERS_MAX,
    .decisions_max = DECISIONS_MAX,
    .unit_count = PIECES,
    .line_count = SQUARES_LINES,
};
