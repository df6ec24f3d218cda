/*
 * risk.c - Generals at risk (chapter 9, T9): who lost a melee he took part in, whose men would not
 * be rallied (CW-2.5), who was wounded before; and, as an option, those who are captured (chapter
 * 24).
 * SPDX-License-Identifier: MIT
 */
#include "core/roll.h"
#include "fight.h"

enum { RISK_ESCAPES, RISK_WOUNDED, RISK_REMOVED, RISK_DEAD }; /* the bands of the roll */

static int roll_risk(gg_state *s, unsigned general, gg_dice *dice, gg_log *log)
{
    const cw_risk_query query = {0};
    return gg_roll_check(&cw_risk_check, CHECK_RISK, s->house, &query, (gg_unit)general, GG_NO_UNIT,
                         dice, log);
}

void cw_risk(gg_state *s, unsigned general, gg_dice *dice, gg_log *log)
{
    static const cw_saying said[] = {S_GENERAL_ESCAPES, S_GENERAL_WOUNDED, S_GENERAL_REMOVED,
                                     S_GENERAL_DEAD};
    static const cw_health becomes[] = {HEALTH_WELL, HEALTH_WOUNDED, HEALTH_REMOVED, HEALTH_DEAD};
    cw_general *his = cw_general_of(s, general);
    const bool was_wounded = his->health == HEALTH_WOUNDED;
    const int result = roll_risk(s, general, dice, log);
    const bool recovers = was_wounded && result == RISK_ESCAPES; /* CW-R79 */
    cw_say(log, result >= RISK_REMOVED ? GG_LOSS : GG_STATUS,
           recovers ? S_GENERAL_WELL : said[result], (gg_unit)general, GG_NO_UNIT);
    his->health = (uint8_t)becomes[result];
    if (result >= RISK_REMOVED) his->actions = 0;
    if (result == RISK_ESCAPES) cw_push(s, FRAME_ESCAPE, general - FIRST_GENERAL, NOBODY);
}

/* ---- The owner moves him. ---- */

cw_next cw_run_escape(gg_state *s, cw_frame *frame, gg_dice *dice, gg_log *log)
{
    (void)frame, (void)dice, (void)log;
    s->phase = PHASE_ESCAPE;
    return ASK;
}

gg_verdict cw_escape_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const unsigned asked = FIRST_GENERAL + s->frames[s->frame_count - 1].who;
    if (action->who != asked) return cw_refuse(R_NOT_ASKED);
    const gg_point from = cw_general_at(s, asked)->at;
    if (gg_is_same_place(action->at, from)) return cw_legal; /* CW-R86 */
    return cw_general_may_end(s, side, from, action->at, cw_number(s, N_general_move));
}

void cw_escape_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    cw_general *his = cw_general_of(s, action->who);
    (void)side, (void)dice;
    cw_say_move(log, S_ESCAPES_TO, action->who, GG_NO_UNIT, his->at, action->at);
    his->at = action->at;
    cw_pop(s);
}

/* ---- Captured (CW-R92). ---- */

/* An enemy base lies over the point of a General on its way. */
void cw_capture_generals(gg_state *s, unsigned b, const gt_shapes *shapes, gg_log *log)
{
    for (unsigned g = FIRST_GENERAL; g < FIRST_MARKER; g++) {
        cw_general *his = cw_general_of(s, g);
        if (!cw_is_in_play(his) || cw_general_side(g) == s->bodies[b].side) continue;
        bool under = false;
        for (int i = 0; i < shapes->count; i++) under |= gg_holds(&shapes->at[i], his->at);
        if (!under) continue;
        his->health = HEALTH_CAPTIVE;
        his->captor = (uint8_t)(b + 1);
        his->actions = 0;
        cw_say(log, GG_LOSS, S_CAPTURED, (gg_unit)g, (gg_unit)b);
    }
}

/* CW-R114: after every action, whoever or whatever has moved, recovered or been freed. */
void cw_capture_found(gg_state *s, gg_log *log)
{
    const gt_table t = cw_table(s);
    bool may_be = false;
    for (unsigned g = FIRST_GENERAL; g < FIRST_MARKER && s->options[OPT_capture_generals]; g++)
        may_be |= cw_is_in_play(cw_general_at(s, g));
    for (unsigned b = 0; b < s->body_count && may_be; b++) {
        if (!cw_stands(s, b)) continue;
        const gt_shapes shapes = gt_shapes_of(&t, b);
        cw_capture_generals(s, b, &shapes, log);
    }
    if (may_be) cw_carry_captives(s);
}

void cw_carry_captives(gg_state *s)
{
    for (unsigned g = FIRST_GENERAL; g < FIRST_MARKER; g++) {
        cw_general *his = cw_general_of(s, g);
        if (his->health == HEALTH_CAPTIVE && cw_is_here(s, his->captor - 1u))
            his->at = s->bodies[his->captor - 1].at;
    }
}

void cw_free(gg_state *s, unsigned general, gg_point at, gg_log *log)
{
    cw_general *his = cw_general_of(s, general);
    his->health = HEALTH_WELL;
    his->captor = 0;
    his->at = at;
    cw_say(log, GG_STATUS, S_FREED, (gg_unit)general, GG_NO_UNIT);
}
