/*
 * words.c - actions in plain words, for people who do not read the notation: "go 8 inches north,
 * facing
 * 45 degrees", "charge b51, 2 inches along its front", "order advance, advance, charge b51 to a1,
 * a2".
 */
#include "core/question.h"
#include "staff.h"

static const char *const order_words[ORDERS] = {
    "nothing",
#define ORDER(id, name, words, clause) words,
#include "units.def"
#undef ORDER
};

static void say_unit(const gg_state *s, const char *before, gg_unit who, gg_text *out)
{
    gg_put(out, before);
    staff_write_unit(s, who, out);
}

static void say_facing(int32_t facing, gg_text *out)
{
    gg_put_words(out, "facing %d (%s)", facing, gg_wind_name(gg_facing(facing % 360 * 10)));
}

static void say_pose(const gg_state *s, const char *before, const gg_action *action, gg_text *out)
{
    const gg_point from = action->who < UNITS_MAX ? s->units[action->who].at : action->at;
    gg_put(out, before);
    gg_put_course(out, &staff_rules, from, action->at);
    gg_put(out, " to ");
    gt_write_place(action->at, out);
    gg_put(out, ", ");
    say_facing(action->args[0], out);
}

/* By its name, if it has one. */
static void say_house(const gg_state *s, unsigned nth, gg_text *out)
{
    const unsigned area = staff_building(s, nth);
    gg_put(out, "enter ");
    if (area != NOBODY) {
        staff_write_area(s, area + 1, out);
        return;
    }
    gg_put(out, "building ");
    gg_put_int(out, nth);
}

static void say_statement(const gg_state *s, const gg_action *action, gg_text *out)
{
    const staff_statement said = staff_statement_of(action);
    for (int i = 0; i < said.count; i++) {
        if (i > 0) gg_put(out, ", ");
        if (said.kinds[i] == ORDER_FORM && said.items[i] < FORMATIONS) {
            gg_put(out, "form ");
            gg_put(out, staff_formation_words[said.items[i]]);
            continue;
        }
        if (said.kinds[i] == ORDER_ENTER) {
            say_house(s, said.items[i], out);
            continue;
        }
        gg_put(out, said.kinds[i] < ORDERS ? order_words[said.kinds[i]] : "?");
        for (int n = 0; n < GROUP_MAX && said.kinds[i] == ORDER_CHARGE && said.targets[n]; n++)
            say_unit(s, " ", (gg_unit)(said.targets[n] - 1), out);
    }
}

static void say_order(const gg_state *s, const gg_action *action, gg_text *out)
{
    uint64_t units = staff_units_of(action);
    gg_put(out, "order");
    const char *before = " ";
    for (int u = staff_next(&units); u != GG_NEVER; u = staff_next(&units), before = ", ")
        say_unit(s, before, (gg_unit)u, out);
    gg_put(out, ": ");
    say_statement(s, action, out);
}

static void say_charge(const gg_state *s, const gg_action *action, gg_text *out)
{
    say_unit(s, "charge ", action->whom, out);
    if (action->args[0] == 0) return;
    gg_put(out, ", ");
    gt_write_ticks(action->args[0] < 0 ? -action->args[0] : action->args[0], out);
    gg_put(out, action->args[0] < 0 ? " inches to the left of its face"
                                    : " inches to the right of its face");
}

static void say_form(const gg_action *action, gg_text *out)
{
    gg_put(out, "form ");
    gg_put(out, action->item < FORMATIONS ? staff_formation_words[action->item] : "?");
    if (action->args[0] == GT_KEEP_LEFT) gg_put(out, ", keeping its left");
    if (action->args[0] == GT_KEEP_RIGHT) gg_put(out, ", keeping its right");
}

static void say_leave(const gg_state *s, const gg_action *action, gg_text *out)
{
    say_pose(s, "leave the building, ", action, out);
    gg_put(out, ", in ");
    gg_put(out, action->item < FORMATIONS ? staff_formation_words[action->item] : "?");
}

static void say_figure(const gg_state *s, const gg_action *action, gg_text *out)
{
    if (action->who >= UNITS_MAX || s->units[action->who].formation != FORM_SKIRM) return;
    if (action->args[0] == 0) return; /* ST-7.3: the first one, if it says nothing */
    gg_put(out, ", measured from its figure ");
    gg_put_int(out, action->args[0]);
}

static void say_split(const gg_action *action, gg_text *out)
{
    gg_put(out, "split the dice");
    for (int i = 0, count = staff_shares(action); i < count; i++) {
        gg_put(out, i == 0 ? " " : " and ");
        gg_put_int(out, staff_share(action, i));
    }
}

static void say_response(const gg_action *action, gg_text *out)
{
    static const char *const words[RESPONSES] = {"do nothing",
                                                 "stand",
                                                 "hold fire until they are close",
                                                 "evade",
                                                 "counter-charge",
                                                 "turn to face them",
                                                 "try to form square"};
    gg_put(out, action->item < RESPONSES ? words[action->item] : "?");
}

static void say_ride(const gg_state *s, const gg_action *action, gg_text *out)
{
    gg_put(out, "ride ");
    if (action->who >= UNITS_MAX && action->who < NAMES)
        gg_put_course(out, &staff_rules, s->commanders[action->who - UNITS_MAX].at, action->at);
    gg_put(out, " to ");
    gt_write_place(action->at, out);
}

static void say_command(const gg_state *s, const gg_action *action, gg_text *out)
{
    gg_put(out, "give orders now");
    if (action->who < UNITS_MAX || action->who >= NAMES) return;
    gg_put(out, ", with a rating of ");
    gg_put_int(out, s->commanders[action->who - UNITS_MAX].rating);
}

/* The steps of a unit; false: it is another action. */
static bool say_step(const gg_state *s, const gg_action *action, gg_text *out)
{
    switch ((staff_action)action->kind) {
    case ACTION_GO: say_pose(s, "go ", action, out); break;
    case ACTION_HANDLE: say_pose(s, "manhandle the guns ", action, out); break;
    case ACTION_TURN: gg_put(out, "turn, "), say_facing(action->args[0], out); break;
    case ACTION_LIMBER: gg_put(out, "limber, "), say_facing(action->args[0], out); break;
    case ACTION_UNLIMBER: gg_put(out, "unlimber, "), say_facing(action->args[0], out); break;
    case ACTION_CHARGE: say_charge(s, action, out); break;
    case ACTION_FORM: say_form(action, out); break;
    case ACTION_ENTER: say_house(s, action->item, out); break;
    case ACTION_LEAVE: say_leave(s, action, out); break;
    case ACTION_HALT: gg_put(out, "halt"); break;
    case ACTION_STAY: gg_put(out, "stay where it is"); break;
    case ACTION_OCCUPY: gg_put(out, "take the building"); break;
    case ACTION_TRAVERSE:
        gg_put(out, "fire at who crosses its front"), say_figure(s, action, out);
        break;
    case ACTION_NOFIRE: gg_put(out, "hold its fire"); break;
    case ACTION_SHOOT:
        say_unit(s, "shoot at ", action->whom, out), say_figure(s, action, out);
        break;
    case ACTION_FIGHT: gg_put(out, "fight out its engagement"); break;
    case ACTION_ALLOT: say_split(action, out); break;
    default: return false;
    }
    return true;
}

void staff_say_action(const gg_state *s, gg_side side, const gg_action *action, gg_text *out)
{
    gg_assert(action->kind < ACTION_KINDS);
    if (say_step(s, action, out)) return;
    switch ((staff_action)action->kind) {
    case ACTION_BEGIN: gg_put(out, "begin the player turn"); break;
    case ACTION_DONE: gg_put(out, "end initiative; commanders give orders"); break;
    case ACTION_COMMAND: say_command(s, action, out); break;
    case ACTION_ORDER: say_order(s, action, out); break;
    case ACTION_FOLLOWME:
        gg_put(out, "follow me: ");
        say_statement(s, action, out);
        break;
    case ACTION_RALLY: gg_put(out, "rally it"); break;
    case ACTION_STOP: gg_put(out, "no more orders; the commander may ride"); break;
    case ACTION_REROLL: gg_put(out, "roll again, with the army commander's help"); break;
    case ACTION_KEEP: gg_put(out, "let the failure stand"); break;
    case ACTION_BLUNDER: gg_put(out, "roll for the blunder"); break;
    case ACTION_RESPOND: say_response(action, out); break;
    case ACTION_CLOSING: gg_put(out, "roll the closing fire"); break;
    case ACTION_CMOVE: say_ride(s, action, out); break;
    case ACTION_CJOIN: say_unit(s, "join ", action->whom, out); break;
    case ACTION_CSTAY: gg_put(out, "stay where he is"); break;
    case ACTION_SHOOTDONE: gg_put(out, "end shooting"); break;
    case ACTION_ROUND: gg_put(out, "roll the round of combat"); break;
    case ACTION_RESIGN: gg_put_resignation(out, side); break;
    default: break; /* the steps above */
    }
}

bool staff_name_unit(const gg_state *s, gg_unit who, gg_text *out)
{
    const bool commands = who >= UNITS_MAX && who < NAMES;
    if (!commands && who >= s->unit_count) return false;
    const char *name = commands ? s->commanders[who - UNITS_MAX].name : s->more[who].name;
    gg_put(out, name);
    return name[0] != '\0';
}

/* ---- Moves in the log. ---- */

void staff_write_area(const gg_state *s, int64_t number, gg_text *out)
{
    static const char *const kinds[] = {
#define GROUND(id, name, words, flags, formed, skirmish, horse, guns, role, clause) "the " name,
#include "ground.def"
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
    if (event->at.x == event->to.x && event->at.y == event->to.y)
        return saying == S_GOES ? S_TURNS : saying;
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
    gg_event *event = staff_tell(log, GG_MOVE, saying, (gg_unit)u, GG_NO_UNIT, s->units[u].facing);
    if (event == NULL) return;
    event->at = from->pose.at;
    event->to = s->units[u].at;
    const unsigned house = s->more[u].inside != 0 ? s->more[u].inside : from->inside;
    if (saying == S_FORMS_LINE) event->saying = (uint16_t)forming(s->units[u].formation);
    else if (house != 0) event->had = (int16_t)(staff_building(s, house) + 1);
    else event->saying = (uint16_t)over_ground(s, saying, from, event);
}

/* ---- Words that need one. ---- */

const gg_term staff_glossary[] = {
#define TERM(said, cites) {said, cites},
#include "glossary.def"
#undef TERM
    {NULL, 0},
};
