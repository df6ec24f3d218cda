/*
 * commanders.c - the sequence of play, the judge, and the exported ruleset.
 *
 * stages.def is the turn in the order of the rulebook.  Whoever decides or rolls acts on the
 * present stage; when nobody has anything left to do there, play goes on to the next one
 * (commanders_play_on).  A step in which a side has nothing to decide is passed over for it, but
 * where orders are used only if neither side can have anything, by what both know (CMD-R63).
 * Every step is done for the whole board and for both sides before the next begins (CMD-4.2);
 * ranged combat comes before melee, each in its own steps (CMD-5.1).
 */
#include "commanders.h"

#include <string.h>

/* ---- Events. ---- */

static const gg_saying sayings[SAYINGS] = {
    [S_NONE] = {"NONE", CMD_NONE, ""},
#define SAYING(id, clause, text) [S_##id] = {#id, clause, text},
#include "sayings.def"
#undef SAYING
};

void commanders_say(gg_log *log, gg_event_kind kind, saying words, gg_unit who, int at, int to,
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
    commanders_say(log, GG_REVEAL, words, GG_NO_UNIT, 0, 0, kind == ACTION_DEPLOY ? 0 : kind + 1);
}

/* ---- Stages that do little. ---- */

static void commanders_nothing(gg_state *state, gg_log *log) { (void)state, (void)log; }
static bool commanders_always(const gg_state *state, gg_side side)
{
    return (void)state, (void)side, true;
}
static bool commanders_never(const gg_state *state, gg_side side)
{
    return (void)state, (void)side, false;
}
static uint8_t commanders_stay_there(gg_state *state, gg_log *log)
{
    return (void)log, state->stage;
}
static uint8_t commanders_to_plan(gg_state *state, gg_log *log)
{
    return (void)state, (void)log, STAGE_PLAN;
}
static uint8_t commanders_to_fast(gg_state *state, gg_log *log)
{
    return (void)state, (void)log, STAGE_FAST_GO;
}

static uint8_t commanders_to_ranged(gg_state *state, gg_log *log)
{
    (void)log;
    return stage_at(state, STEP_RANGED_AIM);
}

static uint8_t commanders_to_reroll(gg_state *state, gg_log *log)
{
    (void)log;
    return (uint8_t)(state->stage + 1); /* no dice at all: nothing to re-roll either */
}

static uint8_t commanders_no_roll(gg_state *state, gg_dice *dice, gg_log *log)
{
    (void)dice, (void)log;
    gg_assert(commanders_stages[state->stage].kind == OWN);
    return state->stage;
}

static uint32_t commanders_offer_nothing(const gg_state *state, gg_side side, gg_action *out,
                                         uint32_t limit)
{
    (void)state, (void)side, (void)out, (void)limit;
    return 0;
}

static action_kind own_step(const gg_state *state);

static uint32_t commanders_step_offer(const gg_state *state, gg_side side, gg_action *out,
                                      uint32_t limit)
{
    return side == GG_NOBODY ? put_offer(out, 0, limit, make_action(own_step(state))) : 0;
}

const stage_row commanders_stages[STAGES] = {
#define STAGE(id, word, name, clause, kind, open, asks, offer, close, roll)                        \
    [STAGE_##id] = {word,                                                                          \
                    name,                                                                          \
                    clause,                                                                        \
                    kind,                                                                          \
                    commanders_##open,                                                             \
                    commanders_##asks,                                                             \
                    commanders_##offer,                                                            \
                    commanders_##close,                                                            \
                    commanders_##roll},
#include "stages.def"
#undef STAGE
};

/* How the actions of a stage are written, by the function that offers them. */
#define HINT_deploy_offer "deploy UNITS SECTOR, such as deploy 3I b1; ready"
#define HINT_plan_offer                                                                            \
    "order UNITS FROM STEP [STEP], such as order 2I b1 b2; cancel UNITS FROM STEP [STEP]; "        \
    "leave SECTOR; ready"
#define HINT_go_offer "go UNITS FROM TO, such as go 2C c1 c2; ready"
#define HINT_room_offer "go UNITS FROM TO, such as go 2C c1 c2; ready"
#define HINT_retreat_offer "retreat UNITS SECTOR, such as retreat 2C c2; ready"
#define HINT_divide_offer                                                                          \
    "divide SECTOR ZONE UNITS ZONE UNITS ..., such as divide b2 a2|b2 2I b1|b2 1I+1A; ready"
#define HINT_react_offer                                                                           \
    "square ZONE SPACE ..., such as square c1|c2 1 2; countercharge ZONE SPACE ...; ready"
#define HINT_aim_offer                                                                             \
    "target ZONE SPACE at ZONE SPACE, such as target b1|b2 3 at b1|b2 1; ignore_routed the same; " \
    "ready"
#define HINT_reroll_offer "reroll ZONE SIDE SPACE [1 or 2], such as reroll b1|b2 blue 3; pass"
#define HINT_withdraw_offer                                                                        \
    "withdraw ZONE SPACE ..., such as withdraw b1|b2 2 3; garrison SECTOR; ready"
#define HINT_enter_offer "enter UNITS FROM TO, such as enter 2C c1 c2; stay FROM TO; ready"
#define HINT_bombard_offer "bombard FROM TO [BATTERIES], such as bombard b1 b3 2; ready"
#define HINT_move_offer "move UNITS FROM TO, such as move 3I rb b1; road UNITS FROM TO; ready"
#define HINT_rally_offer "rally I; rally C; rally A SECTOR, such as rally A b1; ready"
#define HINT_step_offer NULL
#define HINT_offer_nothing NULL

/* What ends it, and what comes next. */
#define UNTIL_deploy_offer "When both have placed all; then the first round's orders."
#define UNTIL_plan_offer                                                                           \
    "When both are ready: orders not written are saved to rally; then cavalry moves."
#define UNTIL_go_offer "When both are ready; who meets an enemy fights, step by step."
#define UNTIL_room_offer "When there is room; then attacked cavalry may retreat."
#define UNTIL_retreat_offer "When both are ready; then defenders divide among the attacks."
#define UNTIL_divide_offer "When both have divided; then reactions to the charge."
#define UNTIL_react_offer "When both are ready; then reactions are rolled, and the fire."
#define UNTIL_aim_offer "When both have named their targets; then the dice."
#define UNTIL_reroll_offer "When both pass; then hits take effect."
#define UNTIL_withdraw_offer "When both are ready; then the melee."
#define UNTIL_enter_offer "When both have said who enters; then the next phase."
#define UNTIL_bombard_offer "When both are ready; then the batteries roll, and combined arms move."
#define UNTIL_move_offer "When both are ready; then routed units rally."
#define UNTIL_rally_offer "When both are ready; then the round is scored and the next begins."
#define UNTIL_step_offer NULL
#define UNTIL_offer_nothing NULL

static const gg_phase_def phases[STAGES] = {
#define STAGE(id, word, name, clause, kind, open, asks, offer, close, roll)                        \
    [STAGE_##id] = {name, clause, HINT_##offer, UNTIL_##offer},
#include "stages.def"
#undef STAGE
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

/* CMD-R63: where orders are used one answer is both sides' answer. */
static bool asks_both(const stage_row *row)
{
    return row->asks == commanders_go_asks || row->asks == commanders_bombard_asks
           || row->asks == commanders_move_asks || row->asks == commanders_rally_asks;
}

void commanders_pass_over(gg_state *state)
{
    const stage_row *row = &commanders_stages[state->stage];
    if (row->kind != SECRET) return;
    if (asks_both(row)) {
        if (!row->asks(state, GG_NOBODY)) state->ready = GG_SIDES_BOTH;
        return;
    }
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        if (!row->asks(state, side)) state->ready |= (uint8_t)(1u << side);
}

static bool is_waiting(const gg_state *state)
{
    const stage_row *row = &commanders_stages[state->stage];
    switch ((stage_kind)row->kind) {
    case SECRET: return state->ready != GG_SIDES_BOTH;
    case OPEN: return row->asks(state, GG_BLUE) || row->asks(state, GG_RED);
    case OWN: return row->asks(state, GG_NOBODY);
    case OVER: return true;
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

static gg_turn commanders_turn(const gg_state *state)
{
    const stage_row *row = &commanders_stages[state->stage];
    gg_turn turn = {.phase = state->stage,
                    .over = row->kind == OVER,
                    .winner = state->winner,
                    .round = state->round,
                    .clause = row->kind == OVER ? commanders_ending_clause(state) : row->clause};
    if (row->kind == SECRET) turn.deciding = (gg_sides)(GG_SIDES_BOTH & ~state->ready);
    if (row->kind == SECRET) turn.secret = 1;
    if (row->kind == OPEN) turn.deciding = (gg_sides)(1u << state->reroll_side);
    turn.whole = row->kind == OPEN; /* each die that may be rolled again is offered */
    turn.again = row->kind == OPEN;
    return turn;
}

/* ---- Ready, resign, and the game's own steps. ---- */

static gg_verdict commanders_step_legal(const gg_state *state, gg_side side,
                                        const gg_action *action)
{
    (void)state, (void)side, (void)action;
    return refuse(R_LEGAL);
}

static void commanders_step_apply(gg_state *state, gg_side side, const gg_action *action,
                                  gg_dice *dice, gg_log *log)
{
    (void)side, (void)action;
    uint8_t next = commanders_stages[state->stage].roll(state, dice, log);
    if (next != STAGE_OVER) commanders_arrive(state, next, log);
}

static gg_verdict commanders_ready_legal(const gg_state *state, gg_side side,
                                         const gg_action *action)
{
    (void)action;
    return state->stage == STAGE_DEPLOY ? commanders_deploy_ready(state, side) : refuse(R_LEGAL);
}

/* When the second side is ready nothing of the step can be taken back any more. */
static void commanders_ready_apply(gg_state *state, gg_side side, const gg_action *action,
                                   gg_dice *dice, gg_log *log)
{
    (void)action, (void)dice;
    state->ready |= (uint8_t)(1u << side);
    if (state->ready == GG_SIDES_BOTH) commanders_reveal(log, ACTION_READY);
}

static gg_verdict commanders_resign_legal(const gg_state *state, gg_side side,
                                          const gg_action *action)
{
    (void)state, (void)side, (void)action;
    return refuse(R_LEGAL);
}

static void commanders_resign_apply(gg_state *state, gg_side side, const gg_action *action,
                                    gg_dice *dice, gg_log *log)
{
    (void)action, (void)dice;
    commanders_end(state, ENDED_RESIGN, enemy_of(side), log);
}

const action_row commanders_actions[ACTION_KINDS] = {
#define ACTION(id, word, form, stages, legal, apply, called, help, clause)                         \
    [ACTION_##id] = {FORM_##form, stages, commanders_##legal, commanders_##apply},
#include "actions.def"
#undef ACTION
};

static bool fits(const action_row *row, const gg_state *state)
{
    return (row->stages >> state->stage & 1) != 0;
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

/* Are the parts that this form uses in bounds?  `plain` gets a copy of just those. */
static bool is_in_bounds(const gg_action *a, gg_action *plain)
{
    enum { LAST = GROUNDS - 1, ZONE_LAST = ZONE_IDS - 1 };
    bool from = is_in(a->at.x, 0, LAST), to = is_in(a->at.y, 0, LAST);
    bool count = is_in(a->flags, 1, UNITS), of = a->item < TYPES, zoned = a->item <= ZONE_LAST;
    *plain = make_action((action_kind)a->kind);
    plain->flags = a->flags;
    plain->item = a->item;
    plain->at = a->at;
    plain->args[0] = a->args[0];
    switch ((action_form)commanders_actions[a->kind].form) {
    case FORM_WORD: *plain = make_action((action_kind)a->kind); return true;
    case FORM_ORDER: return count && of && from && to && is_in(a->args[0], 0, GROUNDS);
    case FORM_TROOPS: return count && of && from && to && a->args[0] == 0;
    case FORM_SIDE: return from && to && a->flags == 0 && a->item == 0 && a->args[0] == 0;
    case FORM_RETREAT: return count && from && a->at.y == 0 && a->item == 0 && a->args[0] == 0;
    case FORM_DIVIDE:
        return from && a->at.y == 0 && a->item == 0 && a->flags <= 1 && a->args[0] >= 0;
    case FORM_SPACES:
        return zoned && is_in(a->flags, 1, 31) && a->at.x == 0 && a->at.y == 0 && a->args[0] == 0;
    case FORM_TARGET:
        return zoned && is_in(a->flags, 1, SPACES) && is_in(a->at.x, 0, ZONE_LAST)
               && is_in(a->at.y, 1, SPACES) && a->args[0] == 0;
    case FORM_REROLL:
        return zoned && a->flags <= GG_RED && is_in(a->at.x, 1, SPACES) && is_in(a->at.y, 0, 2)
               && a->args[0] == 0;
    case FORM_SECTOR:
        return from && a->at.y == 0 && a->flags == 0 && a->item == 0 && a->args[0] == 0;
    case FORM_BOMBARD: return count && from && to && a->item <= 1 && a->args[0] == 0;
    case FORM_RALLY: return of && is_rally(a) && a->at.y == 0 && a->flags == 0 && a->args[0] == 0;
    case FORM_DEPLOY: return count && of && from && a->at.y == 0 && a->args[0] == 0;
    case FORMS: break;
    }
    return false;
}

static bool is_well_formed(const gg_action *action)
{
    gg_action plain;
    return action->kind < ACTION_KINDS && is_in_bounds(action, &plain)
           && memcmp(&plain, action, sizeof plain) == 0;
}

/* Done unit by unit: whoever does it asserts that all of them were found, so that it is not judged
 * a second time. */
static bool counts_its_units(uint8_t kind)
{
    return kind == ACTION_ORDER || kind == ACTION_GO || kind == ACTION_MOVE || kind == ACTION_ROAD;
}

static bool is_asked(const gg_state *state, gg_side side, const gg_action *action)
{
    return side <= GG_RED && fits(&commanders_actions[action->kind], state)
           && (state->ready >> side & 1) == 0;
}

static gg_verdict commanders_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    if (!is_well_formed(action)) return refuse(R_NOT_NOW);
    const action_row *row = &commanders_actions[action->kind];
    if (!fits(row, state) || (action->kind <= ACTION_SCORE) != (side == GG_NOBODY))
        return refuse(R_NOT_NOW);
    switch ((stage_kind)commanders_stages[state->stage].kind) {
    case SECRET:
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

static uint32_t commanders_offer(const gg_state *state, gg_side side, void *kept, gg_action *out,
                                 uint32_t limit)
{
    (void)kept;
    const stage_row *row = &commanders_stages[state->stage];
    bool decides = (commanders_turn(state).deciding >> side & 1) != 0;
    if (row->kind == OWN ? side != GG_NOBODY : side == GG_NOBODY || !decides) return 0;
    return row->offer(state, side, out, limit);
}

/* Only planning offers more than is listed at once. */
static uint32_t commanders_lots(const gg_state *state, gg_side side, void *kept,
                                gg_lot out[GG_LOTS_MAX])
{
    (void)kept;
    if (state->stage != STAGE_PLAN || side > GG_RED || (state->ready >> side & 1) != 0) return 0;
    return commanders_plan_lots(state, side, out);
}

static uint32_t commanders_open_lot(const gg_state *state, gg_side side, void *kept,
                                    const gg_lot *lot, uint32_t part, gg_action *out)
{
    (void)kept;
    return commanders_plan_open_lot(state, side, lot, part, out);
}

static void commanders_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                             gg_log *log)
{
    /* The match asked first. */
    if (counts_its_units(action->kind)) gg_assert(is_asked(state, side, action));
    else gg_assert(commanders_legal(state, side, action).reason == R_LEGAL);
    commanders_actions[action->kind].apply(state, side, action, dice, log);
    commanders_play_on(state, log);
}

static const gg_check *commanders_preview(const gg_state *view, gg_side side,
                                          const gg_action *action, void *query)
{
    shell shells[SHELLS_MAX];
    if (commanders_legal(view, side, action).reason != R_LEGAL) return NULL;
    if (action->kind == ACTION_REROLL) return &commanders_reroll;
    if (action->kind == ACTION_COURIERS)
        return commanders_courier_query(view, query) ? &commanders_courier : NULL;
    if (action->kind == ACTION_REACTIONS) return &commanders_reaction;
    if (action->kind != ACTION_BOMBARDMENT || commanders_shells(view, shells, SHELLS_MAX) == 0)
        return NULL;
    memcpy(query, &shells[0].query, sizeof shells[0].query);
    return &commanders_bombardment;
}

/* ---- The ruleset. ---- */

static const gg_clause_def clauses[CMD_CLAUSES] = {
    [CMD_NONE] = {"", "", ""},
#define CLAUSE(id, number, title, gist) [CMD_##id] = {number, title, gist},
#include "clauses.def"
#undef CLAUSE
};

static const gg_reason_def reasons[REASONS] = {
    [R_LEGAL] = {"LEGAL", CMD_NONE, ""},
#define REASON(id, clause, text) [R_##id] = {#id, clause, text},
#include "reasons.def"
#undef REASON
};

/* A modifier may be another by up to three. */
const gg_number commanders_numbers[NUMBERS] = {
    {"", 0, 0, 0, 0, "", ""},
#define NUMBER(id, standard, low, high, unit, clause, text)                                        \
    {#id, clause, standard, low, high, unit, text},
#include "numbers.def"
#undef NUMBER
#define CELL(me, enemy, number, text)                                                              \
    {"ranged_" #me "_at_" #enemy, CMD_R2, number, (number)-3, (number) + 3, "", "ranged: " text},
#define MOD(id, number, clause, text, times)                                                       \
    {"ranged_" #id, clause, number, (number)-3, (number) + 3, "", "ranged: " text},
#include "ranged.def"
#undef CELL
#undef MOD
#define CELL(me, enemy, number, text)                                                              \
    {"melee_" #me "_at_" #enemy, CMD_R2, number, (number)-3, (number) + 3, "", "melee: " text},
#define TABLE(me, enemy, number)                                                                   \
    {"melee_" #me "_at_" #enemy, CMD_R2, number, (number)-3, (number) + 3, "", "melee: in T1 only"},
#define MOD(id, number, clause, text, times)                                                       \
    {"melee_" #id, clause, number, (number)-3, (number) + 3, "", "melee: " text},
#include "melee.def"
#undef CELL
#undef TABLE
#undef MOD
#define AT(id, ...)
#define MOD(id, number, clause, text, times)                                                       \
    {"bombard_" #id, clause, number, (number)-3, (number) + 3, "", "bombardment: " text},
#include "bombardment.def"
#undef AT
#undef MOD
};

static const gg_option options[OPTIONS] = {
#define OPTION(id, standard, low, high, step, clause, text)                                        \
    {#id, standard, low, high, step, clause, text},
#include "options.def"
#undef OPTION
};

static const gg_check *const checks[CHECKS] = {
    [CHECK_REACTION] = &commanders_reaction, [CHECK_RANGED] = &commanders_ranged,
    [CHECK_MELEE] = &commanders_melee,       [CHECK_BOMBARDMENT] = &commanders_bombardment,
    [CHECK_COURIER] = &commanders_courier,   [CHECK_ORDERS] = &commanders_order_die,
    [CHECK_REROLL] = &commanders_reroll,
};

static const gg_feature features[FEATURES] = {
#define FEATURE(id, early, late, text) {#id, early, late, text},
#include "features.def"
#undef FEATURE
};

static const gg_hand_rules hand_rules = {
    .sketch = commanders_sketch,
    .aim = commanders_aim_hand,
    .go_on = gg_no_way_points,
    .ask = commanders_ask,
    .is_content = commanders_plan_is_content,
};

static const gg_army_rules army_rules = {
    .describe = commanders_describe,
    .commander = gg_nobody_commands,
    .worth = gg_no_points,
    .terms = commanders_terms,
};

static const gg_name_rules name_rules = {
    .find_unit = commanders_find_unit,
    .name_unit = gg_no_name,
    .write_number = gg_plain_number,
    .has_labels = true,
};

static const gg_danger_rules danger_rules = {
    .moment = gg_no_moment,
    .threats = commanders_threats,
    .harm = gg_no_harm_known,
    .kind = GG_DANGER_BY_PLACES,
};

static const gg_judgement_rules judgement_rules = {
    .appraise = commanders_appraise,
    .inputs = commanders_inputs,
    .features = features,
    .network = &commanders_network,
    .feature_count = FEATURES,
    .trust = 10,
    .input_count = COMMANDERS_INPUTS,
    .inputs_max = ALL_UNITS,
};

static const gg_lot_rules lot_rules = {
    .tell = commanders_lots,
    .open = commanders_open_lot,
};

const gg_ruleset commanders_rules = {
    .name = "commanders",
    .title = "Commanders",
    .measure = "",
    .version = 2, /* 2: both sides are asked where orders are used (CMD-R63) */
    .state_bytes = sizeof(gg_state),
    .actions_max = ACTIONS_MAX,
    .decisions_max =
        12000, /* twelve rounds; only ordered units act, so some 800 decisions in each */
    .unit_count = ALL_UNITS,
    .clause_count = CMD_CLAUSES,
    .reason_count = REASONS,
    .saying_count = SAYINGS,
    .check_count = CHECKS,
    .phase_count = STAGES,
    .option_count = OPTIONS,
    .number_count = NUMBERS,
    .house_at = offsetof(gg_state, house),
    .scenario_count = COMMANDERS_SCENARIOS,
    .clauses = clauses,
    .reasons = reasons,
    .sayings = sayings,
    .checks = checks,
    .phases = phases,
    .options = options,
    .numbers = commanders_numbers,
    .scenarios = commanders_scenarios,
    .turn = commanders_turn,
    .offer = commanders_offer,
    .legal = commanders_legal,
    .apply = commanders_apply,
    .view = commanders_view,
    .guess = commanders_guess,
    .score = commanders_score,
    .preview = commanders_preview,
    .say_action = commanders_say_action,
    .actions = commanders_action_defs,
    .action_count = ACTION_KINDS,
    .lines = commanders_lines,
    .glossary = commanders_glossary,
    .patterns = commanders_patterns,
    .line_count = COMMANDERS_LINES,
    .options_at = offsetof(gg_state, options),
    .settle = commanders_settle_position,
    .write_unit = commanders_write_unit,
    .write_place = commanders_write_place,
    .draw = commanders_draw,
    .sheet = commanders_sheet,
    .audit = commanders_audit,
    .hand = &hand_rules,
    .army = &army_rules,
    .names = &name_rules,
    .danger = &danger_rules,
    .judgement = &judgement_rules,
    .lots = &lot_rules,
};
