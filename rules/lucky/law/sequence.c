/*
 * sequence.c - the sequence of play (chapter 1).
 *
 * A turn is two player turns; the table `sequence` is a player turn from top to bottom, with two
 * detours: each combat goes round from K0A to K6, and each breakthrough goes from X1 to X5 and back
 * to K0A.  Phases that need no decision and no die run by themselves as part of the action before
 * them; phases that need only dice are the game's own steps.  No function ever waits: the state
 * holds what is still to be asked.
 * SPDX-License-Identifier: MIT
 */
#include "fight.h"

/* ---- Going on. ---- */

static void lose_pools(gg_state *s, lg_level level, gg_log *log)
{
    for (uint64_t rest = lg_active_at(s, level); rest != 0;) {
        const unsigned c = gt_take(&rest);
        lg_commander *his = &s->commanders[c];
        if (his->pool == 0) continue;
        lg_tell(log, GG_NOTE, S_ORDERS_LOST, UNITS_MAX + c, (lg_told){.amount = his->pool});
        his->pool = 0; /* LG-R33 */
    }
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
    uint64_t own = s->notes.here[s->active];
    for (unsigned u = gt_take(&own); u != NOBODY; u = gt_take(&own))
        if (lg_is_routing(&s->units[u])) lg_rout_home(s, u, log);
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
static void combat_over(gg_state *s, gg_log *log)
{
    (void)log;
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

/* Retires that leave no choice are made at once, until a unit has to be asked. */
static void retire_at_once(gg_state *s, gg_log *log)
{
    for (unsigned u = lg_retire_next(s); u != NOBODY; u = lg_retire_next(s)) {
        int32_t low, high;
        if (!lg_stands(s, u)) {
            s->fight.retiring &= ~gt_bit(u);
            continue;
        }
        lg_retire_range(s, u, &low, &high);
        if (low < high) return;
        lg_retire(s, u, low, log);
    }
}

/* ---- Is there something to decide, or to roll? ---- */

static bool cinc_gives(const gg_state *s) { return lg_has_give(s, LEVEL_CINC); }

static bool corps_give(const gg_state *s) { return lg_has_give(s, LEVEL_CORPS); }

static bool asks_for_rallies(const gg_state *s) { return lg_has_rally(s, lg_decider(s)); }

static bool asks_for_responses(const gg_state *s)
{
    return lg_has_response(s, lg_decider(s)) || asks_for_rallies(s);
}

static bool asks_for_fire(const gg_state *s) { return s->notes.firers != 0 || asks_for_rallies(s); }

static bool is_fought(const gg_state *s) { return lg_has_both_sides(s, s->fight.units); }

static bool asks_a_unit(const gg_state *s) { return lg_asked(s) != NOBODY; }

/* ---- Going on, where there is not. ---- */

/* What closing a step does: the same if nobody was asked in it. */
static void end_step(gg_state *s, gg_log *log)
{
    if (s->phase == PHASE_C2) lose_pools(s, LEVEL_CINC, log);
    if (s->phase == PHASE_C3) lose_pools(s, LEVEL_CORPS, log);
    if (s->phase == PHASE_M1) lg_move_end(s, log);
    s->phase++;
}

static void make_contact(gg_state *s, gg_log *log)
{
    s->fight = (lg_fight){.winner = GG_NOBODY};
    lg_complete(s, log);
    s->phase = PHASE_K5; /* for chargers that ran down routers (LG-R68) */
}

/* On with who has won; nobody has in a draw, or where routers were run down or nothing was hit. */
static void go_on_winning(gg_state *s, gg_log *log)
{
    if (s->fight.winner != GG_NOBODY) s->phase++;
    else combat_over(s, log);
}

/* ---- The sequence of play: who decides in a phase, what it does, and whether it asks.  A decision
 * in which only END would be legal is passed over (LG-R39). ---- */

typedef enum who { NOBODY_DECIDES, ACTIVE, INACTIVE, BASE, ENEMY_OF_BASE, ASKED } who;
typedef struct step {
    who who;
    bool (*asks)(const gg_state *);        /* NULL: never */
    void (*finds)(gg_state *);             /* first: who can act in it; NULL: nothing */
    void (*does)(gg_state *, gg_log *);    /* before it asks; NULL: nothing */
    void (*goes_on)(gg_state *, gg_log *); /* if it does not ask; NULL: end_step() */
    bool stays;                            /* it asks even if nothing is left to do */
} step;

static const step sequence[PHASES] = {
    [PHASE_C1] = {NOBODY_DECIDES, lg_cinc_rolls},
    [PHASE_C2] = {ACTIVE, cinc_gives},
    [PHASE_C3R] = {NOBODY_DECIDES, lg_corps_roll},
    [PHASE_C3] = {ACTIVE, corps_give},
    [PHASE_C4] = {ACTIVE, lg_has_assign},
    [PHASE_M1] = {ACTIVE, .stays = true},
    [PHASE_M2] = {INACTIVE, asks_for_responses},
    [PHASE_M3] = {NOBODY_DECIDES, .does = lg_close_up},
    [PHASE_M4] = {NOBODY_DECIDES, .does = move_routers},
    [PHASE_F1] = {INACTIVE, asks_for_fire, lg_note_fire},
    [PHASE_F2] = {ACTIVE, asks_for_fire, lg_note_fire},
    [PHASE_F3] = {INACTIVE, asks_for_rallies},
    [PHASE_F4A] = {ACTIVE, may_abort},
    [PHASE_F4] = {NOBODY_DECIDES, .goes_on = make_contact},
    [PHASE_K0A] = {BASE, asks_for_rallies},
    [PHASE_K0B] = {ENEMY_OF_BASE, asks_for_rallies},
    [PHASE_K1] = {NOBODY_DECIDES, is_fought, lg_fight_begins, .goes_on = combat_over},
    [PHASE_K3] = {ASKED, asks_a_unit, .does = retire_at_once, .goes_on = go_on_winning},
    [PHASE_K4] = {NOBODY_DECIDES, lg_any_winner, .goes_on = combat_over},
    [PHASE_K5] = {ASKED, asks_a_unit, lg_occupy_next, .goes_on = go_on_winning},
    [PHASE_K6] = {ASKED, asks_a_unit, lg_break_next, .goes_on = combat_over},
    [PHASE_X1] = {ENEMY_OF_BASE, asks_for_responses},
    [PHASE_X2] = {NOBODY_DECIDES, .does = lg_close_up},
    [PHASE_X3] = {ENEMY_OF_BASE, asks_for_fire, lg_note_fire},
    [PHASE_X4] = {BASE, asks_for_rallies},
    [PHASE_X5] = {NOBODY_DECIDES, .goes_on = complete_breakthrough},
    [PHASE_V1] = {NOBODY_DECIDES, .goes_on = lg_review},
    [PHASE_OVER] = {NOBODY_DECIDES, .stays = true},
};

/* True: the game stops here, for somebody to decide or for dice. */
static bool stops(gg_state *s, gg_log *log)
{
    const step *now = &sequence[s->phase];
    if (now->finds != NULL) now->finds(s);
    if (now->does != NULL) now->does(s, log);
    if (now->stays || (now->asks != NULL && now->asks(s))) return true;
    if (now->goes_on != NULL) now->goes_on(s, log);
    else end_step(s, log);
    return false;
}

void lg_play_on(gg_state *s, gg_log *log)
{
    while (!stops(s, log)) {}
}

/* ---- Who decides. ---- */

unsigned lg_asked(const gg_state *s)
{
    if (s->phase == PHASE_K3) return lg_retire_next(s);
    if (s->phase == PHASE_K5) return lg_occupier(s);
    return s->phase == PHASE_K6 ? lg_breaker(s) : NOBODY;
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
                   .clause = lucky_rules.phases[s->phase].clause};
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

gg_verdict lg_allowed(const gg_state *s, const gg_action *action)
{
    (void)s, (void)action;
    return lg_legal;
}

gg_verdict lg_abort_legal(const gg_state *s, const gg_action *action)
{
    unsigned u = action->who;
    if (u >= s->unit_count || s->units[u].side != s->active) return lg_refuse(R_NOT_YOUR_UNIT);
    return s->charges[u].status == CHARGE_CLOSED ? lg_legal : lg_refuse(R_NOT_CHARGING);
}

gg_verdict lg_stay_legal(const gg_state *s, const gg_action *action)
{
    if (action->who != lg_asked(s)) return lg_refuse(R_NOT_ASKED);
    bool must = s->phase == PHASE_K6 && lg_must_break(s, action->who);
    return must ? lg_refuse(R_MUST_BREAK) : lg_legal;
}

void lg_stay_apply(gg_state *s, const gg_action *action, gg_log *log)
{
    uint64_t own = gt_bit(action->who);
    if (action->kind == ACTION_OCCUPY) lg_occupy(s, action->who, log);
    else lg_tell(log, GG_NOTE, S_STAYS, action->who, lg_plain);
    if (s->phase == PHASE_K5) s->fight.occupying &= ~own;
    else s->fight.breaking &= ~own;
}

void lg_end_apply(gg_state *s, const gg_action *action, gg_log *log)
{
    (void)action;
    end_step(s, log);
}

void lg_resign_apply(gg_state *s, const gg_action *action, gg_log *log)
{
    (void)action;
    const gg_side side = lg_decider(s);
    lg_tell(log, GG_END, side == GG_BLUE ? S_BLUE_RESIGNS : S_RED_RESIGNS, NOBODY, lg_plain);
    s->ended = ENDED_RESIGNED;
    s->winner = gg_other(side);
    s->phase = PHASE_OVER;
}

static const struct {
    lg_judging *judge; /* asked in the phases of the action, of the side that decides */
    lg_doing *does;
    lg_rolling *rolls; /* instead */
    int how;
} deeds[ACTIONS] = {
#define DOES(its) .does = its
#define ROLLS(its) .rolls = its
#define ACTION(id, word, fields, phases, called, help, said, more, sketch, cites, judge, done,     \
               how_)                                                                               \
    {judge, done, .how = how_},
#include "rules/lucky/law/actions.def"
#undef ACTION
};

/* Before the judge of the action is asked. */
static gg_verdict may_act(const gg_state *s, gg_side side, const gg_action *action)
{
    if (action->kind >= ACTIONS) return lg_refuse(R_NO_SUCH_ACTION);
    if (s->phase == PHASE_OVER) return lg_refuse(R_GAME_OVER);
    const int how = deeds[action->kind].how;
    const bool now = lg_actions[action->kind].phases >> s->phase & 1;
    if ((how & STEP) && !now) return lg_refuse(R_NOT_NOW);
    if (how & STEP) return side == GG_NOBODY ? lg_legal : lg_refuse(R_NOT_YOUR_TURN);
    const gg_side decider = lg_decider(s);
    if (decider == GG_NOBODY) return lg_refuse(R_NOT_NOW);
    if (side != decider) return lg_refuse(R_NOT_YOUR_TURN);
    if (!now)
        return lg_refuse(action->kind == ACTION_END ? R_MUST_DECIDE : R_NOT_NOW); /* LG-R137 */
    if ((how & BY_UNIT) && !lg_is_on_table(s, action->who)) return lg_refuse(R_NOT_ON_TABLE);
    if ((how & BY_UNIT) && s->units[action->who].side != side) return lg_refuse(R_NOT_YOUR_UNIT);
    return lg_legal;
}

gg_verdict lg_judge(const gg_state *s, gg_side side, const gg_action *action)
{
    const gg_verdict verdict = may_act(s, side, action);
    return verdict.reason == R_LEGAL ? deeds[action->kind].judge(s, action) : verdict;
}

void lg_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    gg_assert(may_act(s, side, action).reason == R_LEGAL);
    const int how = deeds[action->kind].how;
    gg_assert((how & SWEPT) || deeds[action->kind].judge(s, action).reason == R_LEGAL);
    if (deeds[action->kind].rolls != NULL) deeds[action->kind].rolls(s, action, dice, log);
    else deeds[action->kind].does(s, action, log);
    if (how & STEP) s->phase++;
    if (how & (STEP | GOES_ON)) lg_play_on(s, log);
    lg_keep_notes(s);
}
