/*
 * words.c - actions in plain words, for people who do not read the notation: "go 8 inches north,
 * facing
 * 45 degrees", "charge b51, 2 inches along its front", "order advance, advance, charge b51 to a1,
 * a2".
 */
#include "core/fields.h"
#include "core/question.h"
#include "rules/staff/law/staff.h"

static void put_unit(const gg_state *s, const char *before, gg_unit who, gg_text *out)
{
    gg_put(out, before);
    staff_write_unit(s, who, out);
}

static void put_formation(unsigned formation, gg_text *out)
{
    gg_put(out, formation < FORMATIONS ? staff_says.formations[formation] : "?");
}

/* By its name, if it has one. */
static void put_house(const gg_state *s, unsigned nth, gg_text *out)
{
    const unsigned area = staff_building(s, nth);
    if (area != NOBODY) staff_write_area(s, area + 1, out);
    else gg_put_words(out, "building %d", (int)nth);
}

/* ---- Steps. ---- */

static void say_formation(const gg_telling *it) { put_formation(it->action->item, it->out); }

static void say_charge(const gg_telling *it)
{
    const int32_t shift = it->action->args[0];
    if (shift == 0) return;
    const int32_t ticks = gg_size_of(shift);
    gg_put(it->out, ", ");
    gg_put_decimal(it->out, ticks, INCH);
    gg_put_words(it->out, " %s to the %s of its face", ticks == INCH ? "inch" : "inches",
                 shift < 0 ? "left" : "right");
}

static void say_house(const gg_telling *it) { put_house(it->view, it->action->item, it->out); }

/* ---- Orders. ---- */

static void say_statement(const gg_telling *it)
{
    const staff_statement said = staff_statement_of(it->action);
    for (int i = 0; i < said.count; i++) {
        const unsigned kind = said.kinds[i];
        const bool forms = kind == ORDER_FORM && said.items[i] < FORMATIONS;
        if (i > 0) gg_put(it->out, ", ");
        gg_put(it->out, forms                 ? "form "
                        : kind == ORDER_ENTER ? "enter "
                        : kind < ORDERS       ? staff_says.orders[kind]
                                              : "?");
        if (forms) put_formation(said.items[i], it->out);
        if (kind == ORDER_ENTER) put_house(it->view, said.items[i], it->out);
        for (int n = 0; n < GROUP_MAX && kind == ORDER_CHARGE && said.targets[n]; n++)
            put_unit(it->view, " ", (gg_unit)(said.targets[n] - 1), it->out);
    }
}

static void say_order(const gg_telling *it)
{
    uint64_t units = staff_units_of(it->action);
    const char *before = " ";
    for (unsigned u = gt_take(&units); u != NOBODY; u = gt_take(&units), before = ", ")
        put_unit(it->view, before, (gg_unit)u, it->out);
    gg_put(it->out, ": ");
    say_statement(it);
}

static bool is_commander(gg_unit who) { return who >= UNITS_MAX && who < NAMES; }

static void say_command(const gg_telling *it)
{
    const gg_unit who = it->action->who;
    if (!is_commander(who)) return;
    gg_put_words(it->out, ", with a rating of %d", it->view->commanders[who - UNITS_MAX].rating);
}

/* ---- Answers, shots and blows. ---- */

static void say_figure(const gg_telling *it)
{
    const gg_action *action = it->action;
    if (action->who >= UNITS_MAX || it->view->units[action->who].formation != FORM_SKIRM) return;
    if (action->args[0] == 0) return; /* ST-7.3: the first one, if it says nothing */
    gg_put_words(it->out, ", measured from its figure %d", action->args[0]);
}

static void say_split(const gg_telling *it)
{
    for (int i = 0, count = staff_shares(it->action); i < count; i++)
        gg_put_words(it->out, "%s%d", i == 0 ? " " : " and ", staff_share(it->action, i));
}

static gg_point place_of(const gg_state *s, gg_unit who)
{
    return who < UNITS_MAX ? s->units[who].at : s->commanders[who - UNITS_MAX].at;
}

#define PLACED place_of
#include "core/sentences.def"

/* ---- Names. ---- */

bool staff_name_unit(const gg_state *s, gg_unit who, gg_text *out)
{
    if (!is_commander(who) && who >= s->unit_count) return false;
    const char *name = is_commander(who) ? s->commanders[who - UNITS_MAX].name : s->more[who].name;
    gg_put(out, name);
    return name[0] != '\0';
}

/* ---- Moves in the log. ---- */

void staff_write_area(const gg_state *s, int64_t number, gg_text *out)
{
    static const char *const kinds[] = {
#define GROUND(id, name, words, flags, formed, skirmish, horse, guns, role, clause) "the " name,
#include "rules/staff/law/ground.def"
#undef GROUND
    };
    gg_assert(number > 0 && number <= s->area_count);
    const char *name = s->area_names[number - 1];
    gg_put(out, name[0] != '\0' ? name : kinds[s->areas[number - 1].type]);
}

/* The ground under its middle, the last laid there: a hilltop on its hill.  NOBODY: open. */
static unsigned ground_at(const gg_state *s, unsigned u, const staff_place *place)
{
    const gt_table t = staff_table(s);
    const gg_point at = staff_centre_at(place->pose, staff_box(s, u, place->formation));
    for (unsigned i = s->area_count; i-- > 0;)
        if (gt_holds(&t, i, at)) return i;
    return NOBODY;
}

static bool is_hill(const gg_state *s, unsigned area)
{
    return area != NOBODY && s->areas[area].type == GROUND_HILL;
}

static int height(const gg_state *s, unsigned area)
{
    return is_hill(s, area) ? s->areas[area].level : 0;
}

/* A move or a retreat that comes to other ground says so. */
static staff_saying over_ground(const gg_state *s, staff_saying saying, const staff_place *left,
                                gg_event *event)
{
    const staff_place now = staff_place_now(s, event->who);
    const unsigned from = ground_at(s, event->who, left), to = ground_at(s, event->who, &now);
    if (gg_is_same_place(event->at, event->to)) return saying == S_GOES ? S_TURNS : saying;
    if (from == to || (saying != S_GOES && saying != S_FALLS_BACK)) return saying;
    const bool sinks = height(s, to) < height(s, from) || to == NOBODY;
    event->had = (int16_t)(sinks ? from + 1 : to + 1);
    if (saying == S_FALLS_BACK) return sinks ? S_FALLS_BACK_FROM : S_FALLS_BACK_TO;
    if (sinks) return is_hill(s, from) ? S_GOES_DOWN : S_GOES_OUT;
    return is_hill(s, to) ? S_GOES_UP : S_GOES_INTO;
}

static staff_saying forming(unsigned formation)
{
    switch ((staff_formation)formation) {
    case FORM_ACOL: return S_FORMS_ACOL;
    case FORM_MCOL: return S_FORMS_MCOL;
    case FORM_SQUARE: return S_FORMS_SQUARE;
    case FORM_SKIRM: return S_FORMS_SKIRM;
    case FORM_LINE:
    case FORM_DEPLOYED:
    case FORM_LIMBERED:
    case FORM_GARRISON:
    case FORMATIONS: break;
    }
    return S_FORMS_LINE;
}

void staff_say_step(const gg_state *s, unsigned u, staff_saying saying, const staff_place *from,
                    gg_log *log)
{
    gg_event *event =
        staff_say_number(log, GG_MOVE, saying, (gg_unit)u, GG_NO_UNIT, s->units[u].facing);
    if (event == NULL) return;
    event->at = from->pose.at;
    event->to = s->units[u].at;
    const unsigned house = s->more[u].inside != 0 ? s->more[u].inside : from->inside;
    if (saying == S_FORMS_LINE) event->saying = (uint16_t)forming(s->units[u].formation);
    else if (house != 0) event->had = (int16_t)(staff_building(s, house) + 1);
    else event->saying = (uint16_t)over_ground(s, saying, from, event);
}
