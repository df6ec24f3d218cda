/*
 * lapse.c - what a side leaves undone when it ends a step, from what it is offered besides; and
 * what it has to decide when it wants something else.
 * SPDX-License-Identifier: MIT
 */
#include "core/lapse.h"

#include "core/action.h"
#include "core/text.h"

#include <string.h>

enum { LAPSE_UNITS_MAX = 1024, LAPSE_NAMED = 8 };

typedef struct lapse {
    const gg_seat *seat;
    uint64_t kinds; /* bit n: row n of the actions is still offered */
    uint32_t unit_count;
    gg_unit units[LAPSE_UNITS_MAX]; /* in the order in which they are offered */
} lapse;

/* The unit that an action's notation begins with: "order a1 charge b5", "order BC>B1". */
static gg_unit unit_of(const gg_seat *seat, const gg_action *action)
{
    char bytes[GG_ACTION_TEXT_MAX], name[GG_NAME_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_seat_write(seat, action, &text);
    const char *begin = strchr(bytes, ' ');
    if (begin == NULL) return GG_NO_UNIT;
    const size_t length = strcspn(++begin, " ,>");
    for (gg_unit unit = 0; unit < seat->rules->unit_count; unit++) {
        gg_text said = gg_text_over(name, sizeof name);
        seat->rules->write_unit(seat->view, unit, &said);
        if (said.count == length && memcmp(name, begin, length) == 0) return unit;
    }
    return GG_NO_UNIT;
}

static void add_unit(lapse *all, gg_unit unit)
{
    if (unit == GG_NO_UNIT || all->unit_count == LAPSE_UNITS_MAX) return;
    for (uint32_t i = 0; i < all->unit_count; i++)
        if (all->units[i] == unit) return;
    all->units[all->unit_count++] = unit;
}

static void collect(lapse *all, const gg_action *offers, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (all->seat->rules->actions[offers[i].kind].ends) continue;
        all->kinds |= UINT64_C(1) << offers[i].kind;
        add_unit(all, unit_of(all->seat, &offers[i]));
    }
}

/* "Fall back" as a verb in a sentence; "Fire!" without its mark. */
static void put_verb(gg_text *out, const char *called)
{
    const char first = called[0];
    const bool capital = first >= 'A' && first <= 'Z';
    const size_t length = strcspn(called, "!");
    gg_put_char(out, capital ? (char)(first - 'A' + 'a') : first);
    gg_put_bytes(out, called + 1, (uint32_t)length - 1);
}

static void put_kinds(gg_text *out, const lapse *all)
{
    const gg_ruleset *rules = all->seat->rules;
    bool any = false;
    for (uint8_t kind = 0; kind < rules->action_count; kind++) {
        const uint64_t rest = all->kinds >> kind;
        if ((rest & 1) == 0) continue;
        if (any) gg_put(out, rest == 1 ? " or " : ", ");
        put_verb(out, rules->actions[kind].called);
        any = true;
    }
}

static void put_units(gg_text *out, const lapse *all)
{
    const uint32_t named = all->unit_count <= LAPSE_NAMED ? all->unit_count : LAPSE_NAMED - 1;
    const uint32_t rest = all->unit_count - named;
    gg_put(out, " (");
    for (uint32_t i = 0; i < named; i++) {
        gg_put_joint(out, (int)i, (int)(named + (rest > 0)));
        all->seat->rules->write_unit(all->seat->view, all->units[i], out);
    }
    if (rest > 0) { gg_put_words(out, " and %d more", rest); }
    gg_put_char(out, ')');
}

bool gg_put_lapses(gg_text *out, const gg_seat *seat, const gg_action *action, gg_action *offers)
{
    lapse all = {.seat = seat};
    const gg_ruleset *rules = seat->rules;
    if (!rules->actions[action->kind].ends) return false;
    if (rules->hand->is_content(seat->view, seat->side)) return false;
    collect(&all, offers, gg_seat_offers(seat, offers, rules->actions_max));
    if (all.kinds == 0) return false;
    gg_put(out, "Still possible: ");
    put_kinds(out, &all);
    if (all.unit_count > 0) put_units(out, &all);
    gg_put_char(out, '.');
    return true;
}

bool gg_put_due(gg_text *out, const gg_seat *seat, gg_verdict verdict, gg_action *offers)
{
    lapse all = {.seat = seat};
    const gg_ruleset *rules = seat->rules;
    if (strcmp(rules->reasons[verdict.reason].id, "NOT_NOW") != 0) return false;
    const uint32_t count = gg_seat_offers(seat, offers, rules->actions_max);
    if (count == 0) return false;
    const gg_phase_def *phase = &rules->phases[rules->turn(seat->view).phase];
    collect(&all, offers, count);
    gg_put_words(out, "Now: %s", phase->name);
    if (all.kinds != 0) gg_put(out, ": "), put_kinds(out, &all);
    if (all.unit_count > 0) put_units(out, &all);
    gg_put_words(out, " (%s).", gg_clause_number(rules, phase->clause));
    return true;
}
