/*
 * words.c - actions in plain words, for a button or a spoken line.
 */
#include "core/question.h"
#include "drill.h"

/* The course first, because that is what a hand does; the place makes it exact. */
static void say_march(const gg_state *view, const gg_action *action, gg_text *out)
{
    gg_put(out, "march ");
    gg_put_course(out, &drill_rules, view->companies[action->who].at, action->at);
    gg_put(out, ", to ");
    drill_write_place(action->at, out);
}

static void say_at(const char *what, const gg_state *view, const gg_action *action, gg_text *out)
{
    gg_put(out, what);
    drill_write_unit(view, action->whom, out);
}

/* DR-7: who has the initiative acts first, and then the other. */
static void say_end(const gg_state *view, gg_text *out)
{
    const gg_side next = drill_enemy_of(view->side);
    gg_put(out, "end the turn");
    if (view->phase != PHASE_ACT) return;
    gg_put(out, view->side == view->initiative ? "; " : " and the round");
    if (view->side != view->initiative) return;
    gg_put(out, gg_side_name(next));
    gg_put(out, " is next");
}

void drill_say_action(const gg_state *view, gg_side side, const gg_action *action, gg_text *out)
{
    gg_assert(action->kind < ACTION_KINDS);
    switch ((drill_action_kind)action->kind) {
    case ACTION_INITIATIVE: gg_put(out, "roll for the initiative"); break;
    case ACTION_ORDER:
        gg_assert(action->item < ORDERS);
        gg_put(out, "order it to ");
        gg_put(out, drill_order_words[action->item]);
        break;
    case ACTION_READY: gg_put(out, "end writing orders; they are shown"); break;
    case ACTION_MARCH: say_march(view, action, out); break;
    case ACTION_CHARGE: say_at("charge ", view, action, out); break;
    case ACTION_SHOOT: say_at("shoot at ", view, action, out); break;
    case ACTION_END: say_end(view, out); break;
    case ACTION_FIRE: say_at("fire at ", view, action, out); break;
    case ACTION_STAND: gg_put(out, "fire no more; the move goes on"); break;
    case ACTION_RESIGN: gg_put_resignation(out, side); break;
    case ACTION_KINDS: break;
    }
}
