/*
 * squares.c - the game on 12 x 12 squares: its sequence of play first, the ruleset itself last.
 */
#include "act.h"

#include <string.h>

/* ---- The sequence of play. ---- */

typedef uint32_t offer_fn(const gg_state *, gg_side, gg_action *out, uint32_t limit);
typedef gg_verdict legal_fn(const gg_state *, gg_side, const gg_action *);
typedef void apply_fn(gg_state *, gg_side, const gg_action *, gg_dice *, gg_log *);

static offer_fn offer_step, offer_nothing;
static legal_fn legal_step;
static apply_fn deal, armies, designate, deploy, roll_first, roll_activation, act, do_nothing;

/*
 * In the order of play.  Steps with offer_step are the game's own: nobody decides them.  The
 * others end with how their actions are written.
 *      phase      name         clause   action            offer            legal            apply
 */
#define SEQUENCE                                                                                   \
    PHASE(TERRAIN, "terrain", SQ_2_1, ACTION_DEAL, offer_step, legal_step, deal, NULL, NULL)       \
    PHASE(ARMY, "army", SQ_4_1, ACTION_ARMIES, offer_step, legal_step, armies, NULL, NULL)         \
    PHASE(DESIGNATE, "designate", SQ_R15, ACTION_DESIGNATE, sq_designate_offer,                    \
          sq_designate_legal, designate,                                                           \
          "designate GUARDS HEAVY LIGHT, each 1 for yes or 0 for no",                              \
          "Each side names its special units once; then the pieces are placed.")                   \
    PHASE(DEPLOY, "deploy", SQ_5_1, ACTION_DEPLOY, sq_deploy_offer, sq_deploy_legal, deploy,       \
          "deploy PIECE SQUARE block|line|column N|E|S|W",                                         \
          "It ends when every piece stands; then dice say who begins.")                            \
    PHASE(FIRST, "first", SQ_6_2, ACTION_FIRST, offer_step, legal_step, roll_first, NULL, NULL)    \
    PHASE(ROLL, "roll", SQ_6_4, ACTION_ROLL, offer_step, legal_step, roll_activation, NULL, NULL)  \
    PHASE(ACT, "act", SQ_6_5, ACTION_ACT, sq_act_offer, sq_act_legal, act,                         \
          "act PIECE MOVES none|attack|shoot, with moves such as F-F-L or . for "                  \
          "none; end",                                                                             \
          "It ends with your dice, or when you say end; then the other side rolls and acts.")      \
    PHASE(OVER, "over", SQ_12_1, ACTION_KINDS, offer_nothing, legal_step, do_nothing, NULL, NULL)

static const gg_phase_def phases[PHASES] = {
#define PHASE(id, name, clause, action, offer, legal, apply, orders, until)                        \
    [PHASE_##id] = {name, clause, orders, until},
    SEQUENCE
#undef PHASE
};

static const struct step {
    action_kind action;
    offer_fn *offer;
    legal_fn *legal;
    apply_fn *apply;
} sequence[PHASES] = {
#define PHASE(id, name, clause, action, offer, legal, apply, orders, until)                        \
    [PHASE_##id] = {action, offer, legal, apply},
    SEQUENCE
#undef PHASE
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
        if (state->notes.count > 0) return false;
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
    sq_note_pieces(state);
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
static gg_turn squares_turn(const gg_state *state)
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

static uint32_t squares_offer(const gg_state *state, gg_side side, void *kept, gg_action *out,
                              uint32_t limit)
{
    (void)kept;
    const struct step *now = &sequence[state->phase];
    if (side != state->side && now->offer != offer_step) return 0;
    return now->offer(state, side, out, limit);
}

/* Of the two steps that offer much; kinds of lots are each step's own. */
static uint32_t squares_lots(const gg_state *state, gg_side side, void *kept,
                             gg_lot out[GG_LOTS_MAX])
{
    (void)kept;
    if (side != state->side) return 0;
    if (state->phase == PHASE_DEPLOY) return sq_deploy_lots(state, side, out);
    return state->phase == PHASE_ACT ? sq_act_lots(state, out) : 0;
}

static uint32_t squares_open_lot(const gg_state *state, gg_side side, void *kept, const gg_lot *lot,
                                 uint32_t part, gg_action *out)
{
    (void)side, (void)kept;
    return state->phase == PHASE_DEPLOY ? sq_deploy_open_lot(state, lot, part, out)
                                        : sq_act_open_lot(state, lot, part, out);
}

static gg_verdict squares_legal(const gg_state *state, gg_side side, const gg_action *action)
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

static void squares_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                          gg_log *log)
{
    /* An act is judged again where it is worked out; everything else is judged here. */
    if (action->kind != ACTION_ACT) gg_assert(squares_legal(state, side, action).reason == R_LEGAL);
    else gg_assert(state->phase == PHASE_ACT && side == state->side);
    if (action->kind == ACTION_RESIGN) sq_resign_apply(state, side, log);
    else if (action->kind == ACTION_END) sq_end_turn(state, log);
    else sequence[state->phase].apply(state, side, action, dice, log);
    sq_play_on(state, log);
}

static const gg_check *squares_preview(const gg_state *state, gg_side side, const gg_action *action,
                                       void *query)
{
    if (squares_legal(state, side, action).reason != R_LEGAL) return NULL;
    return action->kind == ACTION_ACT ? sq_act_preview(state, side, action, query) : NULL;
}

/* Everything lies open on the table; a pack given for a test was given by those who look. */
static void squares_view(const gg_state *, gg_side, gg_state *out);
static void squares_guess(const gg_state *, gg_side, gg_dice *, gg_state *out);
GG_VIEW_ALL(squares_view)
GG_GUESS_SAME(squares_guess)

/* ---- The tables and the ruleset. ---- */

static const gg_clause_def clauses[SQ_CLAUSES] = {
#define CLAUSE(id, number, title, gist) [SQ_##id] = {number, title, gist},
#include "clauses.def"
#undef CLAUSE
};

static const gg_reason_def reasons[REASONS] = {
    [R_LEGAL] = {"legal", 0, "legal"},
#define REASON(id, clause, text) [R_##id] = {#id, clause, text},
#include "reasons.def"
#undef REASON
};

static const gg_saying sayings[SAYINGS] = {
#define SAYING(id, clause, text) [S_##id] = {#id, clause, text},
#include "sayings.def"
#undef SAYING
};

static const gg_option options[OPTIONS] = {
#define OPTION(id, standard, low, high, step, clause, text)                                        \
    [OPT_##id] = {#id, standard, low, high, step, clause, text},
#include "options.def"
#undef OPTION
};

static const gg_check *const checks[CHECKS] = {[CHECK_SHOT] = &squares_shot,
                                               [CHECK_FIRST_FIRE] = &squares_first_fire,
                                               [CHECK_ATTACK] = &squares_attack,
                                               [CHECK_TEST] = &squares_test};

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

#define BY_ARM(arm, foot, horse, guns) ((arm) == ARM_I ? (foot) : (arm) == ARM_C ? (horse) : (guns))

/* A modifier, or the points of a kind, may be another by up to three. */
const gg_number squares_numbers[NUMBERS] = {
    {"", 0, 0, 0, 0, "", ""},
#define NUMBER(id, standard, low, high, unit, clause, text)                                        \
    {#id, clause, standard, low, high, unit, text},
#include "numbers.def"
#undef NUMBER
#define KIND(id, name, arm, bases, move, quality, heavy, points, ...)                              \
    {"points_" name, SQ_R60, points, 0, (points) + 3, "points", "strength points of a base: " name},
#include "units.def"
#undef KIND
#define KIND(id, name, arm, bases, move, ...)                                                      \
    {"move_" name,       BY_ARM(arm, SQ_7_1, SQ_7_2, SQ_7_3), move, 1, POINTS_MAX, "points",       \
     "movement of " name},
#include "units.def"
#undef KIND
#define KIND(id, name, arm, bases, ...)                                                            \
    {"bases_" name, BY_ARM(arm, SQ_4_2, SQ_4_3, SQ_4_4), bases, 1, bases,                          \
     "bases",       "bases of a full piece: " name},
#include "units.def"
#undef KIND
#define MOD(id, group, dice, clause, text, when)                                                   \
    {"attack_" #id, clause, dice, (dice)-3, (dice) + 3, "dice", "attack: " text},
#include "attack.def"
#undef MOD
#define MOD(id, group, dice, clause, text, when)                                                   \
    {"shot_" #id, clause, dice, (dice)-3, (dice) + 3, "dice", "shot and first fire: " text},
#include "shot.def"
#undef MOD
};

static const gg_feature features[FEATURES] = {
#define FEATURE(id, early, late, text) {#id, early, late, text},
#include "features.def"
#undef FEATURE
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
    sq_make_notes(state);
    return true;
}

static const gg_hand_rules hand_rules = {
    .sketch = squares_sketch,
    .aim = squares_aim,
    .go_on = gg_no_way_points,
    .ask = squares_ask,
    .is_content = gg_never_content,
};

static const gg_army_rules army_rules = {
    .describe = squares_describe,
    .commander = gg_nobody_commands,
    .worth = squares_worth,
    .terms = squares_terms,
};

static const gg_danger_rules danger_rules = {
    .moment = moment,
    .threats = gg_no_threats,
    .harm = gg_no_harm_known,
    .kind = GG_DANGER_BY_MOMENTS,
};

static const gg_judgement_rules judgement_rules = {
    .appraise = squares_appraise,
    .inputs = squares_inputs,
    .features = features,
    .network = &gg_no_network,
    .feature_count = FEATURES,
    .trust = 5,
    .input_count = SQ_INPUTS,
    .inputs_max = 2 * PIECES,
};

static const gg_lot_rules lot_rules = {
    .tell = squares_lots,
    .open = squares_open_lot,
};

static const gg_name_rules name_rules = {
    .find_unit = gg_no_label,
    .name_unit = squares_name_unit,
    .write_number = gg_plain_number,
};

const gg_ruleset squares_rules = {
    .name = "squares",
    .title = "Squares",
    .measure = "",
    .version = 1,
    .state_bytes = sizeof(gg_state),
    .note_bytes = sizeof(sq_notes),
    .actions_max = DEPLOY_OFFERS_MAX,
    .decisions_max = DECISIONS_MAX,
    .unit_count = PIECES,
    .clause_count = SQ_CLAUSES,
    .reason_count = REASONS,
    .saying_count = SAYINGS,
    .check_count = CHECKS,
    .phase_count = PHASES,
    .option_count = OPTIONS,
    .scenario_count = SCENARIOS,
    .clauses = clauses,
    .reasons = reasons,
    .sayings = sayings,
    .checks = checks,
    .phases = phases,
    .options = options,
    .numbers = squares_numbers,
    .number_count = NUMBERS,
    .house_at = offsetof(gg_state, house),
    .scenarios = squares_scenarios,
    .turn = squares_turn,
    .offer = squares_offer,
    .legal = squares_legal,
    .apply = squares_apply,
    .view = squares_view,
    .guess = squares_guess,
    .score = squares_score,
    .preview = squares_preview,
    .say_action = squares_say_action,
    .actions = squares_actions,
    .action_count = ACTION_KINDS,
    .lines = squares_lines,
    .glossary = squares_glossary,
    .patterns = squares_patterns,
    .line_count = SQUARES_LINES,
    .options_at = offsetof(gg_state, options),
    .settle = squares_settle,
    .write_unit = squares_write_unit,
    .write_place = squares_write_place,
    .draw = squares_draw,
    .sheet = squares_sheet,
    .audit = squares_audit,
    .hand = &hand_rules,
    .army = &army_rules,
    .names = &name_rules,
    .danger = &danger_rules,
    .judgement = &judgement_rules,
    .lots = &lot_rules,
};
