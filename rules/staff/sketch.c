/*
 * sketch.c - what an action means on the table, before any die.  Not written yet.
 */
#include "staff.h"

void staff_sketch(const gg_state *s, gg_side side, const gg_action *action, gg_scene *scene)
{
    (void)s, (void)side, (void)action, (void)scene;
}
