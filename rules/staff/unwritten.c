/*
 * unwritten.c - what is not written yet: it refuses, or asserts, and never pretends.
 */
#include "core/action.h"
#include "staff.h"

#define UNWRITTEN(word)                                                                          \
    gg_verdict staff_##word##_legal(const gg_state *s, gg_side side, const gg_action *action)    \
    {                                                                                            \
        (void)s, (void)side, (void)action;                                                       \
        return staff_refuse(R_NOT_WRITTEN, 0, 0);                                                \
    }                                                                                            \
    void staff_##word##_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, \
                              gg_log *log)                                                       \
    {                                                                                            \
        (void)s, (void)side, (void)action, (void)dice, (void)log;                                \
        gg_assert(!"this is not written yet");                                                   \
    }
UNWRITTEN(begin)
UNWRITTEN(go)
UNWRITTEN(turn)
UNWRITTEN(charge)
UNWRITTEN(form)
UNWRITTEN(limber)
UNWRITTEN(unlimber)
UNWRITTEN(handle)
UNWRITTEN(enter)
UNWRITTEN(leave)
UNWRITTEN(done)
UNWRITTEN(command)
UNWRITTEN(order)
UNWRITTEN(followme)
UNWRITTEN(rally)
UNWRITTEN(stop)
UNWRITTEN(reroll)
UNWRITTEN(keep)
UNWRITTEN(blunder)
UNWRITTEN(halt)
UNWRITTEN(respond)
UNWRITTEN(traverse)
UNWRITTEN(nofire)
UNWRITTEN(closing)
UNWRITTEN(cmove)
UNWRITTEN(cjoin)
UNWRITTEN(cstay)

void staff_play_on(gg_state *s, gg_log *log) { (void)s, (void)log; }
uint32_t staff_offer(const gg_state *s, gg_side side, gg_action *out, uint32_t limit)
{
    (void)s, (void)side, (void)out, (void)limit;
    return 0;
}
bool staff_aim(const gg_state *s, gg_side side, gg_unit who, gg_unit whom, gg_point at,
               int32_t facing, gg_action *out)
{
    (void)s, (void)side, (void)who, (void)whom, (void)at, (void)facing, (void)out;
    return false;
}
void staff_ask(const gg_state *s, gg_side side, const gg_question *q, gg_answer *a, gg_scene *scene)
{
    (void)s, (void)side, (void)q, (void)a, (void)scene;
}
void staff_say_action(const gg_state *s, gg_side side, const gg_action *a, gg_text *out)
{
    (void)side;
    gg_write_action(&staff_rules, s, a, out);
}
const char *staff_audit(const gg_state *s) { return (void)s, NULL; }
static int no_dice(const void *query) { return (void)query, 2; }
const gg_check staff_order_check = {.name = "order", .clause = ST_2_9, .kind = GG_SUM, .sides = 6,
                                    .dice = no_dice, .numbers = staff_numbers};
