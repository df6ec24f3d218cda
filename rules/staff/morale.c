/*
 * morale.c - break tests, disorder, casualties, destruction (T16, T17, ST-R62 to ST-R64).  Not
 * written yet.
 */
#include "staff.h"

static int two_dice(const void *query) { return (void)query, 2; }
const gg_check staff_break_check = {.name = "break test", .clause = ST_R64, .kind = GG_SUM,
                                    .sides = 6, .dice = two_dice, .numbers = staff_numbers};

staff_outcome staff_break_test(gg_state *s, unsigned u, const staff_test *test, gg_dice *dice,
                               gg_log *log)
{
    (void)s, (void)u, (void)test, (void)dice, (void)log;
    gg_assert(!"this is not written yet");
    return OUTCOME_HOLD;
}

void staff_carry_out(gg_state *s, unsigned u, staff_outcome outcome, gg_zone face, gg_log *log)
{
    (void)s, (void)u, (void)outcome, (void)face, (void)log;
    gg_assert(!"this is not written yet");
}

int staff_excess(const gg_state *s, unsigned u)
{
    const int over = s->units[u].shaken - staff_stamina(s, u);
    return over > 0 ? over : 0;
}

void staff_cap_casualties(gg_state *s, unsigned u)
{
    const int most = staff_stamina(s, u);
    if (s->units[u].shaken > most) s->units[u].shaken = (uint8_t)most;
}

void staff_disorder(gg_state *s, unsigned u, gg_log *log)
{
    (void)log;
    s->units[u].status |= STATUS_DISORDERED;
}

void staff_destroy(gg_state *s, unsigned u, gg_log *log)
{
    (void)s, (void)u, (void)log;
    gg_assert(!"this is not written yet");
}
