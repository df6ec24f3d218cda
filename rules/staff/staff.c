/*
 * staff.c - the sequence of play, in the order of the rulebook, and the exported struct.
 *
 * A player turn: START (elite units recover), initiative moves, then each brigade commander in turn
 * (orders, a roll each, their moves, his own move), the army commander's move, shooting, combat,
 * END.
 * Charges and moves across a front ask the other side (RESPOND, TRAVERSE) before they go on.
 */
#include "core/action.h"
#include "staff.h"

#include <string.h>

/* ---- Tables, each made from one .def file. ---- */

#define GAME staff
#define LEGAL "Legal."
#include "table/rows.def"

#define LENGTH "thousandths of an inch"
#define LESS(n, by) ((n) > (by) ? (n) - (by) : 0)
const gg_number staff_numbers[] = {
    {"", 0, 0, 0, 0, "", ""},
#define NUMBER(id, standard, low, high, unit, clause, text)                                        \
    {#id, clause, standard, low, high, unit, text},
#include "numbers.def"
#undef NUMBER
#define RATE(id, words, length, clause)                                                            \
    {"rate_" #id,      clause, length, (length) > 31000 ? (length)-30000 : 1000,                   \
     (length) + 18000, LENGTH, words},
#include "units.def"
#undef RATE
#define TYPE(id, name, words, class, role, combat, shoot, save, stamina, weapon, rules, clause)    \
    {name "_combat", clause, combat, 0, 12, "dice", words ": combat dice"},                        \
        {name "_shoot", clause, shoot, 0, 12, "dice", words ": shooting dice"},                    \
        {name "_save", clause, save, 2, 7, "", words ": the least that saves"},                    \
        {name "_stamina", clause, stamina, 1, 12, "", words ": stamina"},
#include "units.def"
#undef TYPE
#define SIZE(id, name, words, combat, shoot, stamina, clause)                                      \
    {name "_more_combat", clause, combat, -4, 6, "dice", words ": combat dice more (tiny: all)"},  \
        {name "_more_shoot", clause, shoot, -4, 6, "dice", words ": shots more (tiny: all)"},      \
        {name "_more_stamina", clause, stamina, -4, 6, "", words ": stamina more (tiny: all)"},
#include "units.def"
#undef SIZE
#define FORMATION(id, name, words, shoot, combat, charges, flanks, closing, clause)                \
    {name "_cap_shoot", clause, shoot, 0, 99, "dice", words ": the most shooting dice"},           \
        {name "_cap_combat", clause, combat, 0, 99, "dice", words ": the most combat dice"},
#include "units.def"
#undef FORMATION
#define SIDE_OF(id, size, what, length, words, clause)                                             \
    {                                                                                              \
#id "_" size "_" what, clause, length, 0, 16000, LENGTH, words ", " size ": " what         \
    }
#define FOOTPRINT(id, words, w0, d0, w1, d1, w2, d2, w3, d3, clause)                               \
    SIDE_OF(id, "standard", "width", w0, words, clause),                                           \
        SIDE_OF(id, "standard", "depth", d0, words, clause),                                       \
        SIDE_OF(id, "large", "width", w1, words, clause),                                          \
        SIDE_OF(id, "large", "depth", d1, words, clause),                                          \
        SIDE_OF(id, "small", "width", w2, words, clause),                                          \
        SIDE_OF(id, "small", "depth", d2, words, clause),                                          \
        SIDE_OF(id, "tiny", "width", w3, words, clause),                                           \
        SIDE_OF(id, "tiny", "depth", d3, words, clause),
#include "units.def"
#undef FOOTPRINT
#define WEAPON(id, name, words, range, near, half, s, m, l, clause)                                \
    {name "_range", clause, range, LESS(range, 30000), (range) + 30000, LENGTH, words ": range"},  \
        {name "_short_band", clause, near, 0, (near) + 30000, LENGTH, words ": short band"},       \
        {name "_half_range", clause, half, 0, (half) + 30000, LENGTH, words ": half range"},       \
        {name "_dice_short", clause, s, 0, 12, "dice", words ": dice in the short band"},          \
        {name "_dice_medium", clause, m, 0, 12, "dice", words ": dice in the medium band"},        \
        {name "_dice_long", clause, l, 0, 12, "dice", words ": dice in the long band"},
#include "units.def"
#undef WEAPON
#define PACES "0 freely, 1 half pace, 2 barred, 3 at a cost"
#define GROUND(id, name, words, flags, formed, skirmish, horse, guns, role, clause)                \
    {name "_formed", clause, formed, 0, 2, PACES, words ": formed infantry"},                      \
        {name "_skirmish", clause, skirmish, 0, 2, PACES, words ": skirmishing infantry"},         \
        {name "_horse", clause, horse, 0, 2, PACES, words ": cavalry"},                            \
        {name "_guns", clause, guns, 0, 2, PACES, words ": artillery"},
#include "ground.def"
#undef GROUND
#define LINE(id, name, words, formed, skirmish, horse, guns, role, clause)                         \
    {name "_formed", clause, formed, 0, 3, PACES, words ": formed infantry"},                      \
        {name "_skirmish", clause, skirmish, 0, 3, PACES, words ": skirmishing infantry"},         \
        {name "_horse", clause, horse, 0, 3, PACES, words ": cavalry"},                            \
        {name "_guns", clause, guns, 0, 3, PACES, words ": artillery"},
#include "ground.def"
#undef LINE
#define BLUNDER(face, kind, moves, clause)                                                         \
    {"blunder_" #face "_kind",                                                                     \
     clause,                                                                                       \
     kind,                                                                                         \
     0,                                                                                            \
     BLUNDERS - 1,                                                                                 \
     "0 back, 1 left, 2 right, 3 forward, 4 wild charge",                                          \
     "what a blunder of " #face " is"},                                                            \
        {"blunder_" #face "_moves", clause, moves, 0, 3, "moves", "moves of a blunder of " #face},
#include "blunder.def"
#undef BLUNDER
#define MOD_ROW(prefix, id, number, clause, text)                                                  \
    {prefix "_" #id, clause, number, (number)-3, (number) + 3, "", text},
#define MOD(id, group, number, often, clause, text, times)                                         \
    MOD_ROW("rating", id, number, clause, "staff rating: " text)
#include "command.def"
#undef MOD
#define MOD(id, group, number, often, clause, text, times)                                         \
    MOD_ROW("shoot", id, number, clause, "shooting: " text)
#include "shoot.def"
#undef MOD
#define MOD(id, group, number, often, clause, text, times)                                         \
    MOD_ROW("save", id, number, clause, "morale save: " text)
#include "save.def"
#undef MOD
#define MOD(id, group, number, often, clause, text, times)                                         \
    MOD_ROW("break", id, number, clause, "break test: " text)
#include "break.def"
#undef MOD
#define MOD(id, group, number, often, clause, text, times)                                         \
    MOD_ROW("combat", id, number, clause, "combat: " text)
#include "combat.def"
#undef MOD
#define MOD(id, group, number, often, clause, text, times)                                         \
    MOD_ROW("result", id, number, clause, "combat result: " text)
#include "result.def"
#undef MOD
#define BREAK_ONE(id, what, words, result, clause)                                                 \
    {                                                                                              \
        "break_" #id "_" what, clause, result, 0, 2, "0 breaks, 1 retires, 2 holds", words         \
    }
#define BREAK_SIX(id, si, sc, sa, ci, cc, ca, clause)                                              \
    BREAK_ONE(id, "shoot_inf", "infantry under fire, " #id, si, clause),                           \
        BREAK_ONE(id, "shoot_cav", "cavalry under fire, " #id, sc, clause),                        \
        BREAK_ONE(id, "shoot_art", "artillery under fire, " #id, sa, clause),                      \
        BREAK_ONE(id, "combat_inf", "infantry in combat, " #id, ci, clause),                       \
        BREAK_ONE(id, "combat_cav", "cavalry in combat, " #id, cc, clause),                        \
        BREAK_ONE(id, "combat_art", "artillery in combat, " #id, ca, clause)
#define BREAK_ROW(id, words, least, si, sc, sa, ci, cc, ca, clause)                                \
    {"break_" #id "_least", clause, least, -4, 15, "", "the least total that is " words},          \
        BREAK_SIX(id, si, sc, sa, ci, cc, ca, clause),
#define BREAK_REST(id, words, si, sc, sa, ci, cc, ca, clause)                                      \
    BREAK_SIX(id, si, sc, sa, ci, cc, ca, clause),
#include "results.def"
#undef BREAK_ROW
#undef BREAK_REST
};
_Static_assert(sizeof staff_numbers / sizeof *staff_numbers == NUMBERS, "one row for each");

typedef struct action_row {
    uint64_t phases;
    gg_verdict (*legal)(const gg_state *, gg_side, const gg_action *);
    void (*apply)(gg_state *, gg_side, const gg_action *, gg_dice *, gg_log *);
} action_row;
#define PH(id) (UINT64_C(1) << PHASE_##id)
static const action_row action_rows[] = {
#define ACTION(id, word, fields, in_phases, called, help, clause)                                  \
    [ACTION_##id] = {in_phases, staff_##word##_legal, staff_##word##_apply},
#include "actions.def"
#undef ACTION
};

static const gg_check *const checks[] = {
    [CHECK_ORDER] = &staff_order_check,   [CHECK_SQUARE] = &staff_square_check,
    [CHECK_SHOOT] = &staff_shoot_check,   [CHECK_SAVE] = &staff_save_check,
    [CHECK_BREAK] = &staff_break_check,   [CHECK_COMBAT] = &staff_combat_check,
    [CHECK_RESULT] = &staff_result_check,
};

/* ---- Small things that all chapters use. ---- */

gg_action staff_action_of(staff_action kind, gg_unit who, gg_unit whom)
{
    return (gg_action){.kind = (uint8_t)kind, .who = who, .whom = whom};
}

gg_event *staff_tell(gg_log *log, gg_event_kind kind, staff_saying saying, gg_unit who,
                     gg_unit whom, int amount)
{
    gg_event *event = gg_log_add(log, kind, sayings[saying].clause);
    if (event == NULL) return NULL;
    event->saying = (uint16_t)saying;
    event->who = who;
    event->whom = whom;
    event->amount = (int16_t)amount;
    return event;
}

gg_event *staff_say(gg_log *log, gg_event_kind kind, staff_saying saying, gg_unit who, gg_unit whom)
{
    return staff_tell(log, kind, saying, who, whom, 0);
}

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
    case PHASE_TRAVERSE: return staff_other(s->active);
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

static gg_turn staff_turn(const gg_state *s)
{
    const gg_side side = staff_decider(s);
    return (gg_turn){
        .deciding = (gg_sides)(side == GG_NOBODY ? GG_SIDES_NONE : 1u << side),
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
    if (s->phase == PHASE_OVER) return staff_refuse(R_GAME_OVER, 0, 0);
    if (side != staff_decider(s)) return staff_refuse(R_NOT_YOUR_TURN, 0, 0);
    if (action->kind == ACTION_RESIGN && side != GG_NOBODY) return staff_legal;
    if (action->kind >= ACTION_RESIGN || !(action_rows[action->kind].phases >> s->phase & 1))
        return staff_refuse(R_NOT_NOW, 0, 0);
    return action_rows[action->kind].legal(s, side, action);
}

static void staff_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                        gg_log *log)
{
    /* The match asked first; a shot is worked out again where it is made, and not judged twice. */
    if (action->kind != ACTION_SHOOT) gg_assert(staff_judge(s, side, action).reason == R_LEGAL);
    else gg_assert(s->phase == PHASE_SHOOT && side == s->active);
    if (action->kind == ACTION_RESIGN) {
        staff_finish(s, ENDED_RESIGNED, staff_other(side), log);
        return;
    }
    action_rows[action->kind].apply(s, side, action, dice, log);
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

/* ---- The ruleset. ---- */

GG_VIEW_ALL(staff_view)
GG_GUESS_SAME(staff_guess)

static const gg_check *staff_preview(const gg_state *view, gg_side side, const gg_action *action,
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
        if (s->units[u].side == side) s->units[u].did = 0, s->units[u].orders = 0;
    return true;
}

static const gg_hand_rules hand_rules = {
    .sketch = staff_sketch,
    .aim = staff_aim,
    .go_on = gg_no_way_points,
    .ask = staff_ask,
    .is_content = gg_never_content,
};

static const gg_army_rules army_rules = {
    .describe = staff_describe,
    .commander = commander_of,
    .worth = gg_no_points,
    .terms = staff_terms,
};

static const gg_name_rules name_rules = {
    .find_unit = gg_no_label,
    .name_unit = staff_name_unit,
    .write_number = staff_write_area,
    .are_kept = true,
};

static const gg_danger_rules danger_rules = {
    .moment = moment,
    .threats = gg_no_threats,
    .harm = gg_no_harm_known,
    .kind = GG_DANGER_BY_MOMENTS,
};

static const gg_judgement_rules judgement_rules = {
    .appraise = staff_appraise,
    .inputs = staff_inputs,
    .features = features,
    .network = &gg_no_network,
    .feature_count = FEATURES,
    .trust = 7,
    .input_count = STAFF_INPUTS,
    .inputs_max = UNITS_MAX * GT_INPUTS_EACH,
};

static const gg_lot_rules lot_rules = {
    .tell = staff_lots,
    .open = staff_open_lot,
};

const gg_ruleset staff_rules = {
#include "table/ruleset.def"
    .name = "staff",
    .title = "Staff: brigade command in inches",
    .measure = "inches",
    .version = 1,
    .note_bytes = sizeof(staff_notes),
    .kept_bytes = sizeof(staff_drawing),
    .scored_bytes = SCORED_BYTES,
    .actions_max = 1024,
    /* the longest of 40 random games of army-day took 778 in ten turns; 99 turns of 64 units */
    .decisions_max = 60000,
    .unit_count = NAMES,
    .numbers = staff_numbers,
    .scenarios = staff_scenarios,
    .scenario_count = STAFF_SCENARIOS,
    .turn = staff_turn,
    .offer = staff_offer,
    .legal = staff_judge,
    .apply = staff_apply,
    .view = staff_view,
    .guess = staff_guess,
    .score = staff_score,
    .preview = staff_preview,
    .say_action = staff_say_action,
    .actions = staff_actions,
    .action_count = ACTION_KINDS,
    .lines = staff_lines,
    .glossary = staff_glossary,
    .patterns = staff_patterns,
    .line_count = STAFF_LINES,
    .settle = staff_settle,
    .write_unit = staff_write_unit,
    .write_place = staff_write_place,
    .draw = staff_draw,
    .sheet = staff_sheet,
    .audit = staff_audit,
    .hand = &hand_rules,
    .army = &army_rules,
    .names = &name_rules,
    .danger = &danger_rules,
    .judgement = &judgement_rules,
    .lots = &lot_rules,
};
