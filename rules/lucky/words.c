/*
 * words.c - actions in plain words, for people who do not read the notation: "forward 4 inches,
 * wheel right 30 degrees, forward 2, form line", "give ad1 2 orders", "charge b3".
 */
#include "core/question.h"
#include "lucky.h"

/* ---- The parts of a move. ---- */

/* A sentence of parts with commas between them; the measure is named once. */
typedef struct sentence {
    gg_text *out;
    bool has_part, has_measure;
} sentence;

static void put_part(sentence *it, const char *words)
{
    if (it->has_part) gg_put(it->out, ", ");
    it->has_part = true;
    gg_put(it->out, words);
}

static void put_length(sentence *it, const char *before, int32_t hundredths)
{
    put_part(it, before);
    if (it->has_measure) gg_put_hundredths(it->out, hundredths);
    else gg_put_length(it->out, &lucky_rules, hundredths);
    it->has_measure = true;
}

static void put_turn(sentence *it, int32_t degrees)
{
    if (degrees == 0) return;
    put_part(it, degrees > 0 ? "wheel right " : "wheel left ");
    gg_put_count(it->out, degrees > 0 ? degrees : -degrees, "degree");
}

static void put_form(sentence *it, int form)
{
    if (form == 0) return;
    put_part(it, "form ");
    gg_put(it->out, lg_formation_words[form - 1]);
}

static void say_path(const gg_action *action, const char *before, gg_text *out)
{
    lg_path path = lg_path_of(action);
    sentence it = {.out = out};
    gg_put(out, before);
    put_form(&it, path.form_start);
    for (int i = 0; i < path.legs; i++) {
        put_turn(&it, path.turn[i]);
        if (path.ahead[i] != 0) put_length(&it, "forward ", path.ahead[i]);
        if (path.shift[i] > 0) put_length(&it, "shift right ", path.shift[i]);
        if (path.shift[i] < 0) put_length(&it, "shift left ", -path.shift[i]);
    }
    put_turn(&it, path.turn_end);
    put_form(&it, path.form_end);
    if (path.unlimber) put_part(&it, "unlimber");
    if (!it.has_part) put_part(&it, "stay where it is");
}

/* ---- Other actions of units and commanders. ---- */

static void say_whom(const gg_state *s, const char *before, gg_unit whom, gg_text *out)
{
    gg_put(out, before);
    lg_write_unit(s, whom, out);
}

/* Straight at the target goes without saying. */
static void say_charge(const gg_state *s, const gg_action *action, gg_text *out)
{
    say_whom(s, action->kind == ACTION_BREAK ? "break through to charge " : "charge ", action->whom,
             out);
    if (action->item == lg_direction(s->units[action->who].at, s->units[action->whom].at)) return;
    gg_put(out, ", facing ");
    gg_put_count(out, action->item, "degree");
    gg_put(out, " (");
    gg_put(out, gg_wind_name(action->item * 10));
    gg_put_char(out, ')');
}

static void say_fire(const gg_state *s, const gg_action *action, gg_text *out)
{
    uint64_t helpers = lg_fire_helpers(action), rest = helpers;
    int count = 0, told = 0;
    say_whom(s, "fire at ", action->whom, out);
    while (lg_next(&rest) != GG_NEVER) count++;
    if (count > 0) gg_put(out, " with ");
    for (int u = lg_next(&helpers); u != GG_NEVER; u = lg_next(&helpers)) {
        gg_put_joint(out, told++, count);
        lg_write_unit(s, (gg_unit)u, out);
    }
}

static void say_ride(const gg_state *s, const gg_action *action, gg_text *out)
{
    gg_put(out, "ride ");
    gg_put_course(out, &lucky_rules, s->commanders[action->who - UNITS_MAX].at, action->at);
    gg_put(out, ", to ");
    gt_write_place(action->at, out);
    if (action->whom != GG_NO_UNIT) say_whom(s, "; join ", action->whom, out);
    if (action->item != GG_NO_UNIT) say_whom(s, "; rally ", action->item, out);
}

static void say_form(const gg_action *action, gg_text *out)
{
    sentence it = {.out = out};
    put_form(&it, action->item < FORMATIONS ? action->item + 1 : 0);
    put_turn(&it, action->at.x);
}

static void say_give(const gg_state *s, const gg_action *action, gg_text *out)
{
    say_whom(s, "give ", action->whom, out);
    gg_put_char(out, ' ');
    gg_put_count(out, action->item, "order");
}

/* ---- Ends. ---- */

/* What is over; and what comes next is asked of the rules, on a copy: an end takes no dice. */
static void say_end(const gg_state *s, gg_side side, const gg_action *action, gg_text *out)
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
    gg_put(out, words[s->phase] != NULL ? words[s->phase] : "end this step");
    if (lg_judge(s, side, action).reason != R_LEGAL) return;
    gg_state after = *s;
    lucky_rules.apply(&after, side, action, NULL, NULL);
    if (after.phase == PHASE_OVER) {
        gg_put(out, "; the battle is over");
    } else if (after.active != s->active) {
        gg_put(out, "; ");
        gg_put(out, gg_side_name(after.active));
        gg_put(out, "'s turn is next");
    } else {
        gg_put(out, "; next: ");
        gg_put(out, lucky_rules.phases[after.phase].name);
    }
}

static const char *rally_words(int row)
{
    static const char *const words[RALLIES] = {"rally from disorder", "rally off a shaken marker",
                                               "rally from rout"};
    return row < RALLIES ? words[row] : "rally";
}

void lg_say_action(const gg_state *s, gg_side side, const gg_action *action, gg_text *out)
{
    gg_assert(action->kind < ACTIONS);
    switch ((lg_action)action->kind) {
    case ACTION_ORDERS: gg_put(out, "roll for the commander in chief's orders"); break;
    case ACTION_CORPS: gg_put(out, "roll for the corps commanders' orders"); break;
    case ACTION_FIGHT: gg_put(out, "roll the combat"); break;
    case ACTION_REACT: gg_put(out, "roll for the winner's reaction"); break;
    case ACTION_GIVE: say_give(s, action, out); break;
    case ACTION_ASSIGN:
        gg_put(out, "give it ");
        gg_put_count(out, action->item, "order");
        break;
    case ACTION_MOVE: say_path(action, "", out); break;
    case ACTION_RESERVE: say_path(action, "reserve move: ", out); break;
    case ACTION_ADVANCE: say_path(action, "advance: ", out); break;
    case ACTION_BACK: put_length(&(sentence){.out = out}, "step back ", action->args[0]); break;
    case ACTION_RETIRE: put_length(&(sentence){.out = out}, "retire ", action->args[0]); break;
    case ACTION_FORM: say_form(action, out); break;
    case ACTION_CHARGE:
    case ACTION_BREAK: say_charge(s, action, out); break;
    case ACTION_LIMBER: gg_put(out, "limber up"); break;
    case ACTION_UNLIMBER: gg_put(out, "unlimber"); break;
    case ACTION_RALLY: gg_put(out, rally_words(action->item)); break;
    case ACTION_RIDE: say_ride(s, action, out); break;
    case ACTION_SQUARE:
        gg_put(out, action->flags ? "form square with an order in reserve" : "form square");
        break;
    case ACTION_EVADE: gg_put(out, "evade the charge"); break;
    case ACTION_COUNTER: say_whom(s, "counter-charge ", action->whom, out); break;
    case ACTION_FIRE: say_fire(s, action, out); break;
    case ACTION_ABORT: gg_put(out, "call the charge off"); break;
    case ACTION_OCCUPY: gg_put(out, "occupy the ground won"); break;
    case ACTION_STAY: gg_put(out, "stay where it is"); break;
    case ACTION_END: say_end(s, side, action, out); break;
    case ACTION_RESIGN: gg_put_resignation(out, side); break;
    case ACTIONS: break;
    }
}

/* ---- Words that need one. ---- */

const gg_term lg_glossary[] = {
#define TERM(said, cites) {said, cites},
#include "glossary.def"
#undef TERM
    {NULL, 0},
};
