/*
 * words.c - actions in plain words, for a button or a spoken line: "march wheel left 9.5 degrees,
 * ahead 1 cm".
 */
#include "clausewitz.h"
#include "core/fields.h"
#include "core/question.h"

static void put_cm(gg_text *out, int32_t ticks)
{
    gg_put_decimal(out, ticks, CM);
    gg_put(out, " cm");
}

static void say_whom(const gg_state *s, const char *before, gg_unit whom, gg_text *out)
{
    gg_put(out, before);
    if (whom < NAMES) cw_write_unit(s, whom, out);
}

static void say_at(const char *before, gg_point at, gg_text *out)
{
    gg_put(out, before);
    cw_write_place(at, out);
}

static void say_legs(const gg_action *action, gg_text *out)
{
    for (int i = 0; i < LEGS_MAX; i++) {
        const int32_t kind = action->args[2 * i], amount = action->args[2 * i + 1];
        if (kind <= LEG_NONE || kind >= LEGS) break;
        gg_put(out, i > 0 ? ", " : " ");
        if (kind == LEG_LEFT || kind == LEG_RIGHT) {
            gg_put(out, kind == LEG_LEFT ? "wheel left " : "wheel right ");
            gg_put_decimal(out, amount, 10);
            gg_put(out, " degrees");
            continue;
        }
        gg_put(out, kind == LEG_AHEAD    ? "ahead "
                    : kind == LEG_TOWARD ? "toward the enemy "
                                         : "away from the enemy ");
        put_cm(out, amount);
    }
}

static void say_forms(const gg_state *s, const gg_action *action, gg_text *out)
{
    gg_put(out, "form ");
    bool alike = true;
    int first = -1;
    for (int slot = 0; slot < SLOTS; slot++) {
        const int form = cw_packed_form(action->args[0], slot);
        if (form < FORM_LINE || form > FORM_SQUARE) continue;
        if (action->who < s->body_count && s->units[action->who][slot].type == TYPE_SK) continue;
        if (first < 0) first = form;
        alike = alike && form == first;
    }
    if (alike && first >= 0) {
        gg_put(out, cw_form_defs[first].words);
        return;
    }
    for (int slot = 0; slot < SLOTS; slot++) {
        const int form = cw_packed_form(action->args[0], slot);
        if (form < 0 || form >= FORMS) break;
        if (slot > 0) gg_put(out, ", ");
        gg_put(out, cw_form_defs[form].words);
    }
}

static void put_degrees(gg_text *out, int32_t tenths)
{
    gg_put_decimal(out, tenths, 10);
    gg_put_words(out, " degrees (%s)", gg_wind_name(gg_facing(tenths)));
}

static void say_facing(const gg_action *action, gg_text *out)
{
    gg_put(out, "face ");
    put_degrees(out, action->args[0]);
}

static void say_aide(const gg_state *s, const gg_action *action, gg_text *out)
{
    say_whom(s, "send an ADC to ", action->whom, out);
    gg_put(out, ": ");
    cw_write_objective(s, action->args[0], out);
    if (action->at.x != 0 || action->at.y != 0) say_at(", by way of ", action->at, out);
}

static void say_deploy(const gg_action *action, gg_text *out)
{
    say_at("set up at ", action->at, out);
    gg_put_words(out, ", %d wide, facing ", action->args[1]);
    put_degrees(out, action->args[0]);
    for (int slot = 0; slot < SLOTS && action->args[3] != 0; slot++) {
        const int form = cw_packed_form(action->args[3], slot);
        if (form < 0 || form >= FORMS) break;
        gg_put(out, ", ");
        gg_put(out, cw_form_defs[form].words);
    }
}

static void say_detach(const gg_action *action, const char *what, gg_text *out)
{
    gg_put(out, what);
    say_at(" at ", action->at, out);
    gg_put(out, ", facing ");
    put_degrees(out, action->args[0]);
}

static void say_setup(const gg_state *s, const gg_action *action, gg_text *out)
{
    (void)s;
    switch ((cw_action_kind)action->kind) {
    case ACTION_OBJECTIVE: say_at("place an objective at ", action->at, out); break;
    case ACTION_SCOUT: say_at("scout to ", action->at, out); break;
    case ACTION_LOCK: gg_put(out, "lock it where it is"); break;
    case ACTION_DEPLOY: say_deploy(action, out); break;
    case ACTION_PLACE: say_at("set him up at ", action->at, out); break;
    case ACTION_SKIP: gg_put(out, "leave it out of the battle"); break;
    case ACTION_BEGIN: gg_put(out, "begin the turn"); break;
    case ACTION_DRAW: gg_put(out, "draw a chit"); break;
    case ACTION_TESTS: gg_put(out, "see who keeps its fire"); break;
    case ACTION_JOIN: gg_put(out, "join the melee: one die more, and at risk"); break;
    case ACTION_DECLINE: gg_put(out, "stay out of the melee"); break;
    case ACTION_ESCAPE: say_at("escape to ", action->at, out); break;
    case ACTION_LOSE:
        gg_put_words(out, "the unit in slot %d loses the die", action->args[0]);
        break;
    default: gg_put(out, cw_actions[action->kind].word); break;
    }
}

void cw_say_action(const gg_state *s, gg_side side, const gg_action *action, gg_text *out)
{
    gg_assert(action->kind < ACTIONS);
    switch ((cw_action_kind)action->kind) {
    case ACTION_RIDE: say_at("ride to ", action->at, out); break;
    case ACTION_AIDE: say_aide(s, action, out); break;
    case ACTION_ORDER: say_whom(s, "order ", action->whom, out); break;
    case ACTION_RALLY: say_whom(s, "rally ", action->whom, out); break;
    case ACTION_PASS: gg_put(out, "pass: the chit is spent"); break;
    case ACTION_MARCH: gg_put(out, "march"), say_legs(action, out); break;
    case ACTION_QUICK: gg_put(out, "quick march"), say_legs(action, out); break;
    case ACTION_FORM: say_forms(s, action, out); break;
    case ACTION_WIDTH:
        gg_put_words(out, "stand %d%s", action->args[0],
                     action->args[1] == 0 ? " wide" : " wide, units in another order");
        break;
    case ACTION_FIRE:
        if (action->whom == GG_NO_UNIT) gg_put(out, "fire at the nearest ahead");
        else say_whom(s, "fire, at ", action->whom, out), gg_put(out, " where it can");
        break;
    case ACTION_BOMBARD: say_whom(s, "bombard ", action->whom, out); break;
    case ACTION_FACE: say_facing(action, out); break;
    case ACTION_REST: gg_put(out, "rest: recover a morale point"); break;
    case ACTION_LIMBER: gg_put(out, "limber the guns"); break;
    case ACTION_UNLIMBER: gg_put(out, "unlimber the guns"); break;
    case ACTION_DETACH: {
        gg_put(out, "slot ");
        gg_put_int(out, action->args[1]);
        say_detach(action, " leaves the Brigade", out);
        break;
    }
    case ACTION_SKIRMISH: say_detach(action, "send out skirmishers", out); break;
    case ACTION_ATTACH: say_whom(s, "join with ", action->whom, out); break;
    case ACTION_CHARGE: say_whom(s, "charge ", action->whom, out); break;
    case ACTION_HOLD: gg_put(out, "hold: keep what is left for reactions"); break;
    case ACTION_WITHDRAW: gg_put(out, "withdraw one march"); break;
    case ACTION_COUNTER: say_whom(s, "counter charge ", action->whom, out); break;
    case ACTION_BATTERY: say_whom(s, "answer the guns of ", action->whom, out); break;
    case ACTION_NONE: gg_put(out, "no reaction"); break;
    case ACTION_RESIGN: gg_put_resignation(out, side); break;
    default: say_setup(s, action, out); break;
    }
}

/* ---- Words that need one. ---- */

const gg_term cw_glossary[] = {
#define TERM(said, cites) {said, cites},
#include "glossary.def"
#undef TERM
    {NULL, 0},
};
