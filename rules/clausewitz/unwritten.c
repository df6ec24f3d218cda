/*
 * unwritten.c - what is not written yet: it refuses, or says so loudly.
 */
#include "clausewitz.h"

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
