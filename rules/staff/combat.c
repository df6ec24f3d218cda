/*
 * combat.c - engagements, rounds, what comes after a win (ST-13, ST-R71 to ST-R83).  Not written
 * yet.
 */
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
UNWRITTEN(fight)
UNWRITTEN(allot)
UNWRITTEN(round)
UNWRITTEN(stay)
UNWRITTEN(occupy)

static int dice_of(const void *query) { return ((const staff_blows *)query)->dice; }
const gg_check staff_combat_check = {.name = "combat", .clause = ST_13_5, .kind = GG_HITS,
                                     .sides = 6, .dice = dice_of, .numbers = staff_numbers};

uint64_t staff_engagement(const gg_state *s, unsigned u)
{
    (void)s, (void)u;
    gg_assert(!"this is not written yet");
    return 0;
}

bool staff_is_unfought(const gg_state *s, unsigned u)
{
    (void)s, (void)u;
    return false;
}

int staff_combat_dice(const gg_state *s, unsigned u)
{
    (void)s, (void)u;
    gg_assert(!"this is not written yet");
    return 0;
}

unsigned staff_allotter(const gg_state *s)
{
    (void)s;
    gg_assert(!"this is not written yet");
    return NOBODY;
}

int staff_supports(const gg_state *s, uint64_t fight, gg_side side, uint64_t *who)
{
    (void)s, (void)fight, (void)side, (void)who;
    gg_assert(!"this is not written yet");
    return 0;
}

bool staff_may_follow_up(const gg_state *s, unsigned u)
{
    (void)s, (void)u;
    return false;
}

unsigned staff_victor(const gg_state *s)
{
    uint64_t set = s->victors;
    const int first = staff_next(&set);
    return first == GG_NEVER ? NOBODY : (unsigned)first;
}
