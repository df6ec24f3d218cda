/*
 * shoot.c - shooting (ST-7 to ST-10, ST-R54 to ST-R70).  Not written yet.
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
UNWRITTEN(shoot)
UNWRITTEN(shootdone)

static int dice_of(const void *query) { return ((const staff_shot *)query)->dice; }
const gg_check staff_shoot_check = {.name = "shooting", .clause = ST_9_3, .kind = GG_HITS,
                                    .sides = 6, .dice = dice_of, .numbers = staff_numbers};
const gg_check staff_save_check = {.name = "saves", .clause = ST_9_7, .kind = GG_HITS, .sides = 6,
                                   .dice = dice_of, .numbers = staff_numbers};

staff_shot staff_shot_at(const gg_state *s, unsigned shooter, int figure, unsigned target,
                         gg_pose pose, staff_fire fire)
{
    (void)s, (void)shooter, (void)figure, (void)target, (void)pose, (void)fire;
    gg_assert(!"this is not written yet");
    return (staff_shot){.range = 0};
}

int staff_shooting_dice(const gg_state *s, unsigned u)
{
    (void)s, (void)u;
    gg_assert(!"this is not written yet");
    return 0;
}

void staff_fire_shot(gg_state *s, const staff_shot *shot, gg_dice *dice, gg_log *log)
{
    (void)s, (void)shot, (void)dice, (void)log;
    gg_assert(!"this is not written yet");
}

const gg_check *staff_shoot_preview(const gg_state *s, const gg_action *action, void *query)
{
    (void)s, (void)action, (void)query;
    return NULL;
}
