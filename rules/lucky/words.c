/*
 * words.c - actions in plain words, for people who do not read the notation: "forward 4 inches,
 * wheel right 30 degrees, forward 2, form line", "give ad1 2 orders", "charge b3".
 */
#include "core/question.h"
#include "lucky.h"

/* A move is told in parts with commas between them, and the measure is named once. */
typedef struct parts {
    gg_text *out;
    bool has_part, has_measure;
} parts;

/* ---- The parts of a move. ---- */

static void put_part(parts *it, const char *words)
{
    if (it->has_part) gg_put(it->out, ", ");
    it->has_part = true;
    gg_put(it->out, words);
}

static void put_length(parts *it, const char *before, int32_t hundredths)
{
    put_part(it, before);
    if (it->has_measure) gg_put_hundredths(it->out, hundredths);
    else gg_put_length(it->out, &lucky_rules, hundredths);
    it->has_measure = true;
}

static void put_turn(parts *it, int32_t degrees)
{
    if (degrees == 0) return;
    put_part(it, degrees > 0 ? "wheel right " : "wheel left ");
    gg_put_count(it->out, degrees > 0 ? degrees : -degrees, "degree");
}

static void put_form(parts *it, int form)
{
    if (form == 0) return;
    put_part(it, "form ");
    gg_put(it->out, lg_formation_words[form - 1]);
}

static void say_path(const gg_telling *it)
{
    lg_path path = lg_path_of(it->action);
    parts told = {.out = it->out};
    put_form(&told, path.form_start);
    for (int i = 0; i < path.legs; i++) {
        put_turn(&told, path.turn[i]);
        if (path.ahead[i] != 0) put_length(&told, "forward ", path.ahead[i]);
        if (path.shift[i] > 0) put_length(&told, "shift right ", path.shift[i]);
        if (path.shift[i] < 0) put_length(&told, "shift left ", -path.shift[i]);
    }
    put_turn(&told, path.turn_end);
    put_form(&told, path.form_end);
    if (path.unlimber) put_part(&told, "unlimber");
    if (!told.has_part) put_part(&told, "stay where it is");
}

static void say_form(const gg_telling *it)
{
    parts told = {.out = it->out};
    put_form(&told, it->action->item < FORMATIONS ? it->action->item + 1 : 0);
    put_turn(&told, it->action->at.x);
}

static void say_length(const gg_telling *it)
{
    gg_put_length(it->out, &lucky_rules, it->action->args[0]);
}

/* ---- Other actions of units and commanders. ---- */

static void say_orders(const gg_telling *it) { gg_put_count(it->out, it->action->item, "order"); }

/* Straight at the target goes without saying. */
static void say_charge(const gg_telling *it)
{
    const int32_t facing = it->action->item;
    const lg_unit *units = it->view->units;
    if (facing == lg_direction(units[it->action->who].at, units[it->action->whom].at)) return;
    gg_put(it->out, ", facing ");
    gg_put_count(it->out, facing, "degree");
    gg_put_words(it->out, " (%s)", gg_wind_name(facing * 10));
}

static void say_fire(const gg_telling *it)
{
    uint64_t helpers = lg_fire_helpers(it->action), rest = helpers;
    int count = 0, told = 0;
    while (lg_next(&rest) != GG_NEVER) count++;
    if (count > 0) gg_put(it->out, " with ");
    for (int u = lg_next(&helpers); u != GG_NEVER; u = lg_next(&helpers)) {
        gg_put_joint(it->out, told++, count);
        lg_write_unit(it->view, (gg_unit)u, it->out);
    }
}

static void say_ride(const gg_telling *it)
{
    const gg_action *action = it->action;
    gg_put_exact_course(it->out, &lucky_rules, lg_place_of(it->view, action->who), action->at);
    if (action->whom != GG_NO_UNIT) {
        gg_put(it->out, "; join ");
        lg_write_unit(it->view, action->whom, it->out);
    }
    if (action->item == GG_NO_UNIT) return;
    gg_put(it->out, "; rally ");
    lg_write_unit(it->view, action->item, it->out);
}

static void say_rally(const gg_telling *it)
{
    static const char *const words[RALLIES] = {" from disorder", " off a shaken marker",
                                               " from rout"};
    if (it->action->item < RALLIES) gg_put(it->out, words[it->action->item]);
}

static void say_square(const gg_telling *it)
{
    if (it->action->flags) gg_put(it->out, " with an order in reserve");
}

/* ---- Ends. ---- */

/* What is over; and what comes next is asked of the rules, on a copy: an end takes no dice. */
static void say_end(const gg_telling *it)
{
    static const char *const words[PHASES] = {
        [PHASE_C2] = "end the commander in chief's orders",
        [PHASE_C3] = "end corps orders",
        [PHASE_C4] = "keep other orders in reserve",
        [PHASE_M1] = "end movement and charges",
        [PHASE_M2] = "end responses",
        [PHASE_F1] = "cease fire",
        [PHASE_F2] = "cease fire",
        [PHASE_F3] = "end rallies",
        [PHASE_F4A] = "call no more charges off",
        [PHASE_K0A] = "end rallies",
        [PHASE_K0B] = "end rallies",
        [PHASE_X1] = "end responses",
        [PHASE_X3] = "cease fire",
        [PHASE_X4] = "end rallies",
    };
    const gg_state *s = it->view;
    gg_put(it->out, words[s->phase] != NULL ? words[s->phase] : "end this step");
    if (lg_judge(s, it->side, it->action).reason != R_LEGAL) return;
    gg_state after = *s;
    lucky_rules.apply(&after, it->side, it->action, NULL, NULL);
    if (after.phase == PHASE_OVER) {
        gg_put(it->out, "; the battle is over");
    } else if (after.active != s->active) {
        gg_put(it->out, after.active == GG_BLUE ? "; blue's" : "; red's");
        gg_put(it->out, " turn is next");
    } else {
        gg_put(it->out, "; next: ");
        gg_put(it->out, lucky_rules.phases[after.phase].name);
    }
}

#include "core/sentences.def"
