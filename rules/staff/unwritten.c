/*
 * unwritten.c - what is not written yet: it refuses, or asserts, and never pretends.
 */
#include "staff.h"

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
