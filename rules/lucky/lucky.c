/*
 * lucky.c - the sequence of play (chapter 1), and the ruleset as the engine sees it.
 *
 * A player turn runs through the phases of phases.def from top to bottom, with two detours: each
 * combat goes round from K0A to K6, and each breakthrough goes from X1 to X5 and back to K0A.
 * Phases that need no decision and no die run by themselves as part of the action before them;
 * those that need only dice are the game's own steps.  No function ever waits: what is still to
 * be asked stands in the state.
 */
#include "lucky.h"

#include <string.h>

/* ---- Tables, each made from one .def file. ---- */

#define LEGAL "That is legal."
#include "core/rows.def"

/* ---- Going on. ---- */

static void lose_pools(gg_state *s, lg_level level, gg_log *log)
{
    for (unsigned c = 0; c < s->commander_count; c++) {
        lg_commander *his = &s->commanders[c];
        if (his->side != s->active || his->level != level || his->pool == 0) continue;
        lg_tell(log, GG_NOTE, S_ORDERS_LOST, UNITS_MAX + c, (lg_told){.amount = his->pool});
        his->pool = 0; /* LG-R33 */
    }
}

bool lg_cinc_rolls(const gg_state *s)
{
    for (unsigned c = 0; c < s->commander_count; c++) {
        const lg_commander *his = &s->commanders[c];
        if (his->side == s->active && his->level == LEVEL_CINC)
            return lg_is_present(his) && !lg_is_muted(s, his);
    }
    return false;
}

bool lg_corps_roll(const gg_state *s)
{
    for (unsigned c = 0; c < s->commander_count; c++) {
        const lg_commander *his = &s->commanders[c];
        if (his->side == s->active && his->level == LEVEL_CORPS && his->given > 0) return true;
    }
    return false;
}

static bool may_abort(const gg_state *s)
{
    if (!s->options[OPT_charge_abort]) return false;
    for (unsigned u = 0; u < s->unit_count; u++)
        if (s->charges[u].status == CHARGE_CLOSED && s->units[u].side == s->active) return true;
    return false;
}

static void move_routers(gg_state *s, gg_log *log)
{
    for (unsigned u = 0; u < s->unit_count; u++)
        if (lg_is_on_table(s, u) && s->units[u].side == s->active && lg_is_routing(&s->units[u]))
            lg_rout_home(s, u, log);
}

/* The next waiting combat, or the Review. */
static void next_combat(gg_state *s)
{
    s->fight = (lg_fight){.winner = GG_NOBODY};
    if (s->combat_count == 0) {
        s->phase = PHASE_V1;
        return;
    }
    s->fight.units = s->combats[0];
    s->fight.base = s->active;
    for (int i = 1; i < s->combat_count; i++) s->combats[i - 1] = s->combats[i];
    s->combats[--s->combat_count] = 0;
    s->phase = PHASE_K0A;
}

/* A combat is done with: back to the K6 that was left for it, or on. */
static void combat_over(gg_state *s)
{
    if (s->frame_count == 0) {
        next_combat(s);
        return;
    }
    lg_frame frame = s->frames[--s->frame_count];
    s->frames[s->frame_count] = (lg_frame){.breaking = 0};
    s->fight =
        (lg_fight){.breaking = frame.breaking, .beaten = frame.beaten, .winner = frame.winner};
    s->fight.lead[frame.winner] = frame.lead;
    s->phase = PHASE_K6;
}

static void complete_breakthrough(gg_state *s, gg_log *log)
{
    int waiting = s->combat_count;
    lg_complete(s, log);
    if (s->combat_count > waiting) { /* it comes before those that wait (LG-R111) */
        s->fight.units = s->combats[waiting];
        s->combats[--s->combat_count] = 0;
        s->phase = PHASE_K0A;
    } else {
        s->phase = PHASE_K5;
    }
}

/* Retires that leave no choice are made at once; true when a unit has to be asked. */
static bool asks_to_retire(gg_state *s, gg_log *log)
{
    for (;;) {
        int u = lg_retire_next(s);
        if (u == GG_NEVER) return false;
        int32_t low, high;
        if (!lg_is_on_table(s, (unsigned)u) || lg_is_routing(&s->units[u])) {
            s->fight.retiring &= ~lg_bit((unsigned)u);
            continue;
        }
        lg_retire_range(s, (unsigned)u, &low, &high);
        if (low < high) return true;
        lg_retire_apply(s, (unsigned)u, low, log);
    }
}

bool lg_any_winner(const gg_state *s)
{
    uint64_t rest = s->fight.units;
    for (int u = lg_next(&rest); u != GG_NEVER; u = lg_next(&rest))
        if (lg_is_on_table(s, (unsigned)u) && s->units[u].side == s->fight.winner
            && !lg_is_routing(&s->units[u]))
            return true;
    return false;
}

/*
 * What each phase does when it is entered.  True: the game stops here, for somebody to decide or
 * for dice.  False: it went on, and the phase says where to.  A decision in which only END would
 * be legal is passed over (LG-R39).
 */
static bool go_on(gg_state *s)
{
    s->phase++;
    return false;
}

static bool enter_gives(gg_state *s, gg_log *log)
{
    if (lg_has_give(s, LEVEL_CINC)) return true;
    lose_pools(s, LEVEL_CINC, log);
    return go_on(s);
}

static bool enter_corps_gives(gg_state *s, gg_log *log)
{
    if (lg_has_give(s, LEVEL_CORPS)) return true;
    lose_pools(s, LEVEL_CORPS, log);
    return go_on(s);
}

static bool enter_closing(gg_state *s, gg_log *log)
{
    lg_close_up(s, log);
    return go_on(s);
}

static bool enter_routers(gg_state *s, gg_log *log)
{
    move_routers(s, log);
    return go_on(s);
}

static bool enter_contact(gg_state *s, gg_log *log)
{
    s->fight = (lg_fight){.winner = GG_NOBODY};
    lg_complete(s, log);
    s->phase = PHASE_K5; /* for chargers that ran down routers (LG-R68) */
    return false;
}

static bool enter_combat(gg_state *s, gg_log *log)
{
    (void)log;
    if (lg_fight_begins(s)) return true;
    combat_over(s);
    return false;
}

static bool enter_retires(gg_state *s, gg_log *log)
{
    if (asks_to_retire(s, log)) return true;
    if (s->fight.winner != GG_NOBODY) return go_on(s);
    combat_over(s);
    return false;
}

static bool enter_reaction(gg_state *s, gg_log *log)
{
    (void)log;
    if (lg_any_winner(s)) return true;
    combat_over(s);
    return false;
}

static bool enter_occupying(gg_state *s, gg_log *log)
{
    (void)log;
    if (lg_occupy_next(s) != GG_NEVER) return true;
    if (s->fight.winner != GG_NOBODY) return go_on(s);
    combat_over(s); /* routers were run down, or nothing was hit */
    return false;
}

static bool enter_breaking(gg_state *s, gg_log *log)
{
    (void)log;
    if (lg_break_next(s) != GG_NEVER) return true;
    combat_over(s);
    return false;
}

static bool enter_breakthrough(gg_state *s, gg_log *log)
{
    complete_breakthrough(s, log);
    return false;
}

static bool enter_review(gg_state *s, gg_log *log)
{
    lg_review(s, log);
    return false;
}

/* ---- Phases that do nothing: is there something to decide, or to roll? ---- */

static bool always(const gg_state *s)
{
    (void)s;
    return true; /* never passed over */
}

static bool asks_for_rallies(const gg_state *s) { return lg_has_rally(s, lg_decider(s)); }

static bool asks_for_responses(const gg_state *s)
{
    return lg_has_response(s, lg_decider(s)) || asks_for_rallies(s);
}

/* Who can fire at whom is found here, and noted. */
static bool enter_fire(gg_state *s, gg_log *log)
{
    (void)log;
    lg_make_notes(s);
    return lg_has_fire(s) || asks_for_rallies(s) || go_on(s);
}

/* ---- The sequence of play: who decides in a phase, and what it asks or does when entered. ---- */

typedef enum who { NOBODY_DECIDES, ACTIVE, INACTIVE, BASE, ENEMY_OF_BASE, ASKED } who;
typedef struct step {
    who who;
    bool (*asks)(const gg_state *);      /* no: the next one comes */
    bool (*enter)(gg_state *, gg_log *); /* instead, where it does something */
} step;

static const step sequence[PHASES] = {
    [PHASE_C1] = {NOBODY_DECIDES, lg_cinc_rolls},
    [PHASE_C2] = {ACTIVE, .enter = enter_gives},
    [PHASE_C3R] = {NOBODY_DECIDES, lg_corps_roll},
    [PHASE_C3] = {ACTIVE, .enter = enter_corps_gives},
    [PHASE_C4] = {ACTIVE, lg_has_assign},
    [PHASE_M1] = {ACTIVE, always},
    [PHASE_M2] = {INACTIVE, asks_for_responses},
    [PHASE_M3] = {NOBODY_DECIDES, .enter = enter_closing},
    [PHASE_M4] = {NOBODY_DECIDES, .enter = enter_routers},
    [PHASE_F1] = {INACTIVE, .enter = enter_fire},
    [PHASE_F2] = {ACTIVE, .enter = enter_fire},
    [PHASE_F3] = {INACTIVE, asks_for_rallies},
    [PHASE_F4A] = {ACTIVE, may_abort},
    [PHASE_F4] = {NOBODY_DECIDES, .enter = enter_contact},
    [PHASE_K0A] = {BASE, asks_for_rallies},
    [PHASE_K0B] = {ENEMY_OF_BASE, asks_for_rallies},
    [PHASE_K1] = {NOBODY_DECIDES, .enter = enter_combat},
    [PHASE_K3] = {ASKED, .enter = enter_retires},
    [PHASE_K4] = {NOBODY_DECIDES, .enter = enter_reaction},
    [PHASE_K5] = {ASKED, .enter = enter_occupying},
    [PHASE_K6] = {ASKED, .enter = enter_breaking},
    [PHASE_X1] = {ENEMY_OF_BASE, asks_for_responses},
    [PHASE_X2] = {NOBODY_DECIDES, .enter = enter_closing},
    [PHASE_X3] = {ENEMY_OF_BASE, .enter = enter_fire},
    [PHASE_X4] = {BASE, asks_for_rallies},
    [PHASE_X5] = {NOBODY_DECIDES, .enter = enter_breakthrough},
    [PHASE_V1] = {NOBODY_DECIDES, .enter = enter_review},
    [PHASE_OVER] = {NOBODY_DECIDES, always},
};

static bool stops(gg_state *s, gg_log *log)
{
    const step *now = &sequence[s->phase];
    return now->enter != NULL ? now->enter(s, log) : now->asks(s) || go_on(s);
}

void lg_play_on(gg_state *s, gg_log *log)
{
    while (!stops(s, log)) {}
}

/* ---- Who decides. ---- */

unsigned lg_asked(const gg_state *s)
{
    int u = GG_NEVER;
    if (s->phase == PHASE_K3) u = lg_retire_next(s);
    if (s->phase == PHASE_K5) u = lg_occupier(s);
    if (s->phase == PHASE_K6) u = lg_breaker(s);
    return u == GG_NEVER ? NOBODY : (unsigned)u;
}

gg_side lg_decider(const gg_state *s)
{
    switch (sequence[s->phase].who) {
    case ACTIVE: return s->active;
    case INACTIVE: return gg_other(s->active);
    case BASE: return s->fight.base;
    case ENEMY_OF_BASE: return gg_other(s->fight.base);
    case ASKED: return s->units[lg_asked(s)].side;
    case NOBODY_DECIDES: break;
    }
    return GG_NOBODY;
}

/* Where one offer is one choice: everywhere but in movement and breaking through, where only some
 * of the ways a unit or a commander may go are offered.  Elsewhere offer.c puts something of every
 * kind of act, unit and target that is legal, so that what stands alone is alone.  Movement is
 * ended by its player even if nothing is left to do in it, as LG-R39 never passes it over. */
static bool offers_all(lg_phase phase) { return phase != PHASE_M1 && phase != PHASE_K6; }

gg_turn lg_turn(const gg_state *s)
{
    /* who gives up has his army broken: the book knows no other way to lose */
    static const gg_clause ends[] = {LG_12_1, LG_12_1, LG_R134, LG_12_1};
    gg_turn now = {.phase = s->phase,
                   .winner = GG_NOBODY,
                   .round = s->turn,
                   .clause = phases[s->phase].clause};
    if (s->phase == PHASE_OVER) {
        now.over = 1;
        now.winner = s->winner;
        now.clause = ends[s->ended];
        return now;
    }
    gg_side side = lg_decider(s);
    now.deciding = (gg_sides)(side == GG_NOBODY ? 0 : 1u << side);
    now.whole = offers_all((lg_phase)s->phase);
    now.spends = s->phase == PHASE_C2 || s->phase == PHASE_C3; /* orders, which else are lost */
    return now;
}

/* ---- What each action needs, and what it does. ---- */

static gg_verdict abort_legal(const gg_state *s, const gg_action *action)
{
    unsigned u = action->who;
    if (u >= s->unit_count || s->units[u].side != s->active) return lg_refuse(R_NOT_YOUR_UNIT);
    return s->charges[u].status == CHARGE_CLOSED ? lg_legal : lg_refuse(R_NOT_CHARGING);
}

static gg_verdict stay_legal(const gg_state *s, const gg_action *action)
{
    if (action->who != lg_asked(s)) return lg_refuse(R_NOT_ASKED);
    bool must = s->phase == PHASE_K6 && lg_must_break(s, action->who);
    return must ? lg_refuse(R_MUST_BREAK) : lg_legal;
}

static void retire_apply(gg_state *s, const gg_action *action, gg_log *log)
{
    lg_retire_apply(s, action->who, action->args[0], log);
}

static void stay_apply(gg_state *s, const gg_action *action, gg_log *log)
{
    uint64_t own = lg_bit(action->who);
    if (action->kind == ACTION_OCCUPY) lg_occupy_apply(s, action->who, log);
    else lg_tell(log, GG_NOTE, S_STAYS, action->who, lg_plain);
    if (s->phase == PHASE_K5) s->fight.occupying &= ~own;
    else s->fight.breaking &= ~own;
}

/* What closing a decision step does beside going on. */
static void end_apply(gg_state *s, const gg_action *action, gg_log *log)
{
    (void)action;
    if (s->phase == PHASE_C2) lose_pools(s, LEVEL_CINC, log);
    if (s->phase == PHASE_C3) lose_pools(s, LEVEL_CORPS, log);
    if (s->phase == PHASE_M1) lg_move_end(s, log);
    s->phase++;
}

static void resign_apply(gg_state *s, const gg_action *action, gg_log *log)
{
    (void)action;
    const gg_side side = lg_decider(s);
    lg_tell(log, GG_END, side == GG_BLUE ? S_BLUE_RESIGNS : S_RED_RESIGNS, NOBODY, lg_plain);
    s->ended = ENDED_RESIGNED;
    s->winner = gg_other(side);
    s->phase = PHASE_OVER;
}

typedef struct deed {
    lg_judging *legal; /* asked in the phases of the action, of the side that decides */
    lg_doing *does;
    lg_rolling *rolls;                             /* the same with dice */
    void (*step)(gg_state *, gg_dice *, gg_log *); /* the game's own: a roll that must be made */
    bool by_unit; /* the one that acts must be on the table, and its side's */
    bool goes_on; /* to the next decision: it was the only one here */
} deed;

static const deed deeds[ACTIONS] = {
    [ACTION_ORDERS] = {.step = lg_orders_apply, .goes_on = true},
    [ACTION_CORPS] = {.step = lg_corps_apply, .goes_on = true},
    [ACTION_FIGHT] = {.step = lg_fight_apply, .goes_on = true},
    [ACTION_REACT] = {.step = lg_react_apply, .goes_on = true},
    [ACTION_GIVE] = {lg_give_legal, lg_give_apply},
    [ACTION_ASSIGN] = {lg_assign_legal, lg_assign_apply, .by_unit = true},
    [ACTION_MOVE] = {lg_move_legal, lg_move_apply, .by_unit = true},
    [ACTION_BACK] = {lg_move_legal, lg_move_apply, .by_unit = true},
    [ACTION_FORM] = {lg_move_legal, lg_form_apply, .by_unit = true},
    [ACTION_CHARGE] = {lg_charge_legal, lg_charge_apply, .by_unit = true},
    [ACTION_RESERVE] = {lg_move_legal, lg_move_apply, .by_unit = true},
    [ACTION_LIMBER] = {lg_guns_legal, lg_guns_apply, .by_unit = true},
    [ACTION_UNLIMBER] = {lg_guns_legal, lg_guns_apply, .by_unit = true},
    [ACTION_RALLY] = {lg_rally_legal, lg_rally_apply, .by_unit = true},
    [ACTION_RIDE] = {lg_ride_legal, lg_ride_apply},
    [ACTION_SQUARE] = {lg_square_legal, .rolls = lg_square_apply, .by_unit = true},
    [ACTION_EVADE] = {lg_evade_legal, .rolls = lg_evade_apply, .by_unit = true},
    [ACTION_COUNTER] = {lg_counter_legal, lg_counter_apply, .by_unit = true},
    [ACTION_FIRE] = {lg_fire_legal, .rolls = lg_fire_apply, .by_unit = true},
    [ACTION_RETIRE] = {lg_retire_legal, retire_apply, .goes_on = true},
    [ACTION_ABORT] = {abort_legal, lg_abort_apply},
    [ACTION_OCCUPY] = {stay_legal, stay_apply, .goes_on = true},
    [ACTION_STAY] = {stay_legal, stay_apply, .goes_on = true},
    [ACTION_BREAK] = {lg_break_legal, lg_break_apply, .goes_on = true},
    [ACTION_ADVANCE] = {lg_advance_legal, lg_advance_apply, .goes_on = true},
    [ACTION_END] = {.does = end_apply, .goes_on = true},
    [ACTION_RESIGN] = {.does = resign_apply, .goes_on = true},
};

gg_verdict lg_judge(const gg_state *s, gg_side side, const gg_action *action)
{
    if (action->kind >= ACTIONS) return lg_refuse(R_NO_SUCH_ACTION);
    if (s->phase == PHASE_OVER) return lg_refuse(R_GAME_OVER);
    const deed *it = &deeds[action->kind];
    const bool now = lg_actions[action->kind].phases >> s->phase & 1;
    if (it->step != NULL && !now) return lg_refuse(R_NOT_NOW);
    if (it->step != NULL) return side == GG_NOBODY ? lg_legal : lg_refuse(R_NOT_YOUR_TURN);
    const gg_side decider = lg_decider(s);
    if (decider == GG_NOBODY) return lg_refuse(R_NOT_NOW);
    if (side != decider) return lg_refuse(R_NOT_YOUR_TURN);
    if (!now)
        return lg_refuse(action->kind == ACTION_END ? R_MUST_DECIDE : R_NOT_NOW); /* LG-R137 */
    if (it->by_unit && !lg_is_on_table(s, action->who)) return lg_refuse(R_NOT_ON_TABLE);
    if (it->by_unit && s->units[action->who].side != side) return lg_refuse(R_NOT_YOUR_UNIT);
    return it->legal == NULL ? lg_legal : it->legal(s, action);
}

void lg_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    gg_assert(lg_judge(s, side, action).reason == R_LEGAL);
    const deed *it = &deeds[action->kind];
    if (it->does != NULL) it->does(s, action, log);
    if (it->rolls != NULL) it->rolls(s, action, dice, log);
    if (it->step != NULL) {
        it->step(s, dice, log);
        s->phase++;
    }
    if (it->goes_on) lg_play_on(s, log);
    lg_keep_notes(s);
}

const gg_check *lg_preview(const gg_state *s, gg_side side, const gg_action *action, void *query)
{
    if (lg_judge(s, side, action).reason != R_LEGAL) return NULL;
    if (action->kind == ACTION_FIRE) return lg_fire_preview(s, action, query);
    if (action->kind == ACTION_SQUARE) return lg_square_preview(s, action, query);
    if (action->kind == ACTION_FIGHT) return lg_fight_preview(s, query);
    if (action->kind == ACTION_REACT) return lg_react_preview(s, query);
    if (action->kind != ACTION_EVADE) return NULL;
    bool rolls =
        !(s->units[action->who].flags & FLAG_COSSACK) || s->options[OPT_cossack_evade_roll];
    return rolls ? &lg_evade_check : NULL;
}

/* ---- The ruleset. ---- */

GG_VIEW_ALL(lg_view)
GG_GUESS_SAME(lg_guess)

/* LG-2.1: a unit's division, its corps, the army. */
static gg_unit commander_of(const gg_state *s, gg_unit unit)
{
    unsigned row = NOBODY;
    if (unit < UNITS_MAX && lg_is_on_table(s, unit)) row = s->units[unit].division;
    else if (unit >= UNITS_MAX && unit - UNITS_MAX < s->commander_count)
        row = s->commanders[unit - UNITS_MAX].superior;
    return row == NOBODY ? GG_NO_UNIT : (gg_unit)(UNITS_MAX + row);
}

/* Its fire (LG-1.19), then its charges, everybody with an order (LG-1.13). */
static bool moment(gg_state *s, gg_side side, uint32_t nth)
{
    static const uint8_t moments[] = {PHASE_F2, PHASE_M1};
    if (nth >= sizeof moments / sizeof *moments) return false;
    s->active = (uint8_t)side;
    s->phase = moments[nth];
    s->open_division = NOBODY;
    s->charge_count = 0;
    memset(s->charges, 0, sizeof s->charges);
    for (unsigned u = 0; u < s->unit_count; u++) {
        if (s->units[u].side != side) continue;
        s->units[u].did = 0;
        if (s->units[u].orders == 0) s->units[u].orders = 1;
    }
    lg_make_notes(s);
    return true;
}

#define GO_ON lg_go_on
#define COMMANDER commander_of
#define MOMENT moment
#define TRUST 3
#define INPUT_ROWS LUCKY_INPUTS
#define INPUTS_ON (UNITS_MAX * GT_INPUTS_EACH)
#include "core/parts.def"

const gg_ruleset lucky_rules = {
#include "core/ruleset.def"
    .title = "Give me lucky generals!",
    .measure = "inches",
    .version = 2,
    .position_version = 1,
    .note_bytes = sizeof(lg_notes),
    .kept_bytes = KEPT_BYTES,
    .scored_bytes = SCORED_BYTES,
    .actions_max = 2048,
    .decisions_max = 20000,
    .unit_count = NAMES,
    .line_count = POSITION_LINES,
};
