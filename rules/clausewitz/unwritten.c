/*
 * unwritten.c - what is not written yet: it refuses, or says so loudly.
 */
#include "clausewitz.h"

void cw_free(gg_state *a0, unsigned general, gg_point at, gg_log *a3)
{
    (void)a0;
    (void)general;
    (void)at;
    (void)a3;
    gg_assert(!"not written yet");
}

void cw_forget_loan(gg_state *a0, unsigned skirmishers)
{
    (void)a0;
    (void)skirmishers;
    gg_assert(!"not written yet");
}

void cw_capture_generals(gg_state *a0, unsigned b, const gt_shapes *a2, gg_log *a3)
{
    (void)a0;
    (void)b;
    (void)a2;
    (void)a3;
    gg_assert(!"not written yet");
}

cw_next cw_run_window(gg_state *a0, cw_frame *a1, gg_dice *a2, gg_log *a3)
{
    (void)a0;
    (void)a1;
    (void)a2;
    (void)a3;
    gg_assert(!"not written yet");
    return (cw_next){0};
}

bool cw_may_react(const gg_state *a0, unsigned b)
{
    (void)a0;
    (void)b;
    gg_assert(!"not written yet");
    return (bool){0};
}

gg_verdict cw_may_act(const gg_state *a0, gg_side a1, unsigned b, cw_action_kind a3)
{
    (void)a0;
    (void)a1;
    (void)b;
    (void)a3;
    gg_assert(!"not written yet");
    return (gg_verdict){0};
}

bool cw_begin_act(gg_state *a0, unsigned b, cw_action_kind a2, bool engages, gg_dice *a4,
                  gg_log *a5)
{
    (void)a0;
    (void)b;
    (void)a2;
    (void)engages;
    (void)a4;
    (void)a5;
    gg_assert(!"not written yet");
    return (bool){0};
}

void cw_pay(gg_state *a0, unsigned b, int cost)
{
    (void)a0;
    (void)b;
    (void)cost;
    gg_assert(!"not written yet");
}

int32_t cw_score(const gg_state *a0, gg_side a1)
{
    (void)a0;
    (void)a1;
    gg_assert(!"not written yet");
    return (int32_t){0};
}

uint32_t cw_offer(const gg_state *a0, gg_side a1, gg_action *a2, uint32_t limit)
{
    (void)a0;
    (void)a1;
    (void)a2;
    (void)limit;
    gg_assert(!"not written yet");
    return (uint32_t){0};
}

const gg_check *cw_preview(const gg_state *a0, gg_side a1, const gg_action *a2, void *query)
{
    (void)a0;
    (void)a1;
    (void)a2;
    (void)query;
    gg_assert(!"not written yet");
    return NULL;
}

void cw_sketch(const gg_state *a0, gg_side a1, const gg_action *a2, gg_scene *a3)
{
    (void)a0;
    (void)a1;
    (void)a2;
    (void)a3;
    gg_assert(!"not written yet");
}

bool cw_aim(const gg_state *a0, gg_side a1, gg_unit who, gg_unit whom, gg_point at, int32_t facing,
            gg_action *a6)
{
    (void)a0;
    (void)a1;
    (void)who;
    (void)whom;
    (void)at;
    (void)facing;
    (void)a6;
    gg_assert(!"not written yet");
    return (bool){0};
}

void cw_ask(const gg_state *a0, gg_side a1, const gg_question *a2, gg_answer *a3, gg_scene *a4)
{
    (void)a0;
    (void)a1;
    (void)a2;
    (void)a3;
    (void)a4;
    gg_assert(!"not written yet");
}

void cw_say_action(const gg_state *a0, gg_side a1, const gg_action *a2, gg_text *a3)
{
    (void)a0;
    (void)a1;
    (void)a2;
    (void)a3;
    gg_assert(!"not written yet");
}

void cw_sheet(gg_sheet *a0)
{
    (void)a0;
    gg_assert(!"not written yet");
}

gg_verdict cw_form_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)s, (void)side, (void)action;
    return cw_refuse(R_NOT_NOW, 0, 0);
}

void cw_form_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)s, (void)side, (void)action, (void)dice, (void)log;
    gg_assert(!"not written yet");
}

gg_verdict cw_width_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)s, (void)side, (void)action;
    return cw_refuse(R_NOT_NOW, 0, 0);
}

void cw_width_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)s, (void)side, (void)action, (void)dice, (void)log;
    gg_assert(!"not written yet");
}

gg_verdict cw_fire_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)s, (void)side, (void)action;
    return cw_refuse(R_NOT_NOW, 0, 0);
}

void cw_fire_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)s, (void)side, (void)action, (void)dice, (void)log;
    gg_assert(!"not written yet");
}

gg_verdict cw_bombard_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)s, (void)side, (void)action;
    return cw_refuse(R_NOT_NOW, 0, 0);
}

void cw_bombard_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                      gg_log *log)
{
    (void)s, (void)side, (void)action, (void)dice, (void)log;
    gg_assert(!"not written yet");
}

gg_verdict cw_face_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)s, (void)side, (void)action;
    return cw_refuse(R_NOT_NOW, 0, 0);
}

void cw_face_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)s, (void)side, (void)action, (void)dice, (void)log;
    gg_assert(!"not written yet");
}

gg_verdict cw_rest_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)s, (void)side, (void)action;
    return cw_refuse(R_NOT_NOW, 0, 0);
}

void cw_rest_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)s, (void)side, (void)action, (void)dice, (void)log;
    gg_assert(!"not written yet");
}

gg_verdict cw_limber_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)s, (void)side, (void)action;
    return cw_refuse(R_NOT_NOW, 0, 0);
}

void cw_limber_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)s, (void)side, (void)action, (void)dice, (void)log;
    gg_assert(!"not written yet");
}

gg_verdict cw_unlimber_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)s, (void)side, (void)action;
    return cw_refuse(R_NOT_NOW, 0, 0);
}

void cw_unlimber_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                       gg_log *log)
{
    (void)s, (void)side, (void)action, (void)dice, (void)log;
    gg_assert(!"not written yet");
}

gg_verdict cw_detach_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)s, (void)side, (void)action;
    return cw_refuse(R_NOT_NOW, 0, 0);
}

void cw_detach_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)s, (void)side, (void)action, (void)dice, (void)log;
    gg_assert(!"not written yet");
}

gg_verdict cw_skirmish_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)s, (void)side, (void)action;
    return cw_refuse(R_NOT_NOW, 0, 0);
}

void cw_skirmish_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                       gg_log *log)
{
    (void)s, (void)side, (void)action, (void)dice, (void)log;
    gg_assert(!"not written yet");
}

gg_verdict cw_attach_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)s, (void)side, (void)action;
    return cw_refuse(R_NOT_NOW, 0, 0);
}

void cw_attach_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)s, (void)side, (void)action, (void)dice, (void)log;
    gg_assert(!"not written yet");
}

gg_verdict cw_hold_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)s, (void)side, (void)action;
    return cw_refuse(R_NOT_NOW, 0, 0);
}

void cw_hold_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)s, (void)side, (void)action, (void)dice, (void)log;
    gg_assert(!"not written yet");
}

gg_verdict cw_withdraw_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)s, (void)side, (void)action;
    return cw_refuse(R_NOT_NOW, 0, 0);
}

void cw_withdraw_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                       gg_log *log)
{
    (void)s, (void)side, (void)action, (void)dice, (void)log;
    gg_assert(!"not written yet");
}

gg_verdict cw_counter_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)s, (void)side, (void)action;
    return cw_refuse(R_NOT_NOW, 0, 0);
}

void cw_counter_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                      gg_log *log)
{
    (void)s, (void)side, (void)action, (void)dice, (void)log;
    gg_assert(!"not written yet");
}

gg_verdict cw_battery_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)s, (void)side, (void)action;
    return cw_refuse(R_NOT_NOW, 0, 0);
}

void cw_battery_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                      gg_log *log)
{
    (void)s, (void)side, (void)action, (void)dice, (void)log;
    gg_assert(!"not written yet");
}

gg_verdict cw_none_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)s, (void)side, (void)action;
    return cw_refuse(R_NOT_NOW, 0, 0);
}

void cw_none_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)s, (void)side, (void)action, (void)dice, (void)log;
    gg_assert(!"not written yet");
}

gg_verdict cw_tests_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)s, (void)side, (void)action;
    return cw_refuse(R_NOT_NOW, 0, 0);
}

void cw_tests_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)s, (void)side, (void)action, (void)dice, (void)log;
    gg_assert(!"not written yet");
}
