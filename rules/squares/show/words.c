/*
 * words.c - actions in plain words, for people who do not read the notation.
 *
 * What counts for a reader is where the piece ends and whom it fights, so the tokens are walked
 * and their end is told: "move to f4, facing east, and shoot at B2".  A facing that stays as it is
 * is not mentioned.
 * SPDX-License-Identifier: MIT
 */
#include "rules/squares/law/act.h"

enum { QUARTER = 900 };

static const char *wind(unsigned way) { return gg_wind_name((int32_t)way * QUARTER); }

static void put_squares(gg_text *out, unsigned square1, unsigned square2)
{
    squares_write_place(sq_point_of((uint8_t)square1), out);
    if (square2 == NO_SQUARE) return;
    gg_put(out, " and ");
    squares_write_place(sq_point_of((uint8_t)square2), out);
}

/* ---- An activation. ---- */

static bool is_same_ground(const pose *a, const pose *b)
{
    return (a->square1 == b->square1 && a->square2 == b->square2)
           || (a->square1 == b->square2 && a->square2 == b->square1);
}

/* What the tokens make of the formation; "" if it changes by a turn, or not at all. */
static const char *forming_words(const pose *from, const pose *to, const gg_action *action)
{
    static const char *const words[FORMS] = {[FORM_BLOCK] = "close up",
                                             [FORM_LINE] = "form line",
                                             [FORM_COLUMN] = "form column",
                                             [FORM_SQUARE] = "form square"};
    bool forms = false;
    for (int i = 0; i < action->item; i++) forms = forms || token_at(action, i) >= TOKEN_XL;
    if (!forms || sq_form_of_pose(from) == sq_form_of_pose(to)) return "";
    return from->in_square ? "reform as a block" : words[sq_form_of_pose(to)];
}

static bool has_step(const gg_action *action)
{
    for (int i = 0; i < action->item; i++)
        if (token_at(action, i) == TOKEN_F) return true;
    return false;
}

/* SAID_LONG: with a facing or two squares, so that a comma comes before what follows. */
typedef enum said { SAID_NOTHING, SAID_WAY, SAID_LONG } said;

/* The way and the pose at its end; nothing, if the piece stays as it is. */
static said put_way(const pose *from, const pose *to, const gg_action *action, gg_text *out)
{
    const char *forming = forming_words(from, to, action);
    bool moves = !is_same_ground(from, to), turns = from->facing != to->facing;
    gg_put(out, forming);
    if (forming[0] != '\0' && !has_step(action)) {
        gg_put(out, " on ");
        put_squares(out, to->square1, to->square2);
    } else if (moves) {
        gg_put(out, forming[0] != '\0' ? " and move to " : "move to ");
        put_squares(out, to->square1, to->square2);
    } else if (turns) {
        gg_put_words(out, "turn to face %s", wind(to->facing));
        return SAID_WAY;
    } else if (action->item > 0) {
        gg_put(out, "turn aside and back"); /* who has moved attacks otherwise (SQ-10.4) */
        return SAID_WAY;
    } else {
        return SAID_NOTHING;
    }
    if (to->in_square || (!turns && !from->in_square))
        return to->square2 == NO_SQUARE ? SAID_WAY : SAID_LONG;
    gg_put_words(out, ", facing %s", wind(to->facing));
    return SAID_LONG;
}

/* "attack B2 and B3", "shoot north at B2"; of a fight that cannot be, only its kind. */
static void put_fight(const mover *m, const pose *end, const gg_action *action, gg_text *out)
{
    targets found = {.count = 0};
    pose walked;
    if (sq_walk(m, action, &walked).reason == R_LEGAL
        && sq_find_targets(m, end, action, &found).reason != R_LEGAL)
        found.count = 0;
    gg_put(out, action->flags == FIGHT_ATTACK ? "attack" : "shoot");
    if (action->flags >= FIGHT_SHOOT_N)
        gg_put_words(out, " %s", wind(sq_way_of(end, (fight)action->flags)));
    if (found.count > 0) gg_put(out, action->flags == FIGHT_ATTACK ? " " : " at ");
    for (int i = 0; i < found.count; i++) {
        gg_put_joint(out, i, found.count);
        squares_write_unit(m->state, found.list[i].whom, out);
    }
}

static void say_act(const gg_telling *it)
{
    const gg_state *state = it->view;
    const gg_action *action = it->action;
    gg_text *out = it->out;
    if (action->who >= PIECES || state->pieces[action->who].status != STATUS_ON_BOARD
        || action->item > TOKENS_MAX || action->flags >= FIGHTS) {
        gg_put(out, "act, though it is not on the board");
        return;
    }
    mover m = mover_of(state, action->who);
    pose end = sq_led_to(&m, action);
    said way = put_way(&m.start, &end, action, out);
    if (action->flags == FIGHT_NONE) {
        if (way == SAID_NOTHING) gg_put(out, "stay where it is");
        return;
    }
    if (way != SAID_NOTHING) gg_put(out, way == SAID_LONG ? ", and " : " and ");
    put_fight(&m, &end, action, out);
}

/* ---- Setting up. ---- */

static void say_designated(const gg_telling *it)
{
    static const char *const names[] = {"Guards", "heavy cavalry", "skirmishers"};
    enum { CHOICES = 3 };
    int count = 0, told = 0;
    for (int i = 0; i < CHOICES; i++) count += it->action->flags >> i & 1;
    if (count == 0) gg_put(it->out, "nobody: plain troops only");
    for (int i = 0; i < CHOICES; i++) {
        if ((it->action->flags >> i & 1) == 0) continue;
        gg_put_joint(it->out, told++, count);
        gg_put(it->out, names[i]);
    }
}

static void say_placed(const gg_telling *it)
{
    static const char *const forms[FORMS] = {[FORM_BLOCK] = "as a block on ",
                                             [FORM_LINE] = "in line on ",
                                             [FORM_COLUMN] = "in column on ",
                                             [FORM_SQUARE] = "in square on "};
    const gg_action *action = it->action;
    gg_text *out = it->out;
    form shape = action->item < FORMS ? (form)action->item : FORM_BLOCK;
    facing way = (facing)(action->flags % FACINGS);
    uint8_t square = sq_square_at(action->at);
    gg_put(out, forms[shape]);
    put_squares(out, square, sq_other_square(shape, square, way));
    if (way == (side_of(action->who) == GG_BLUE ? NORTH : SOUTH)) return;
    gg_put_words(out, ", facing %s", wind(way));
}

/* ---- Ends. ---- */

/* What comes after it is asked of the rules, on a copy: it takes no dice. */
static void say_next(const gg_telling *it)
{
    if (it->view->phase != PHASE_ACT) return;
    gg_state after = *it->view;
    sq_end_turn(&after, NULL);
    if (after.phase == PHASE_OVER) {
        gg_put(it->out, " and the battle");
        return;
    }
    gg_put_words(it->out, "%s%s is next",
                 after.round == it->view->round ? "; " : " and the round; ",
                 gg_side_name(after.side));
}

#include "core/sentences.def"

/* ---- Names. ---- */

/* Behind its number, where dice have raised the army and no scenario names it. */
bool squares_name_unit(const gg_state *state, gg_unit who, gg_text *out)
{
    static const char *const words[KINDS] = {
        [KIND_INF] = "Foot",     [KIND_GUARD] = "Guards", [KIND_CONSC] = "Conscripts",
        [KIND_SKIRM] = "Rifles", [KIND_CAV] = "Dragoons", [KIND_HEAVY] = "Cuirassiers",
        [KIND_ART] = "Battery"};
    if (who >= PIECES || state->pieces[who].status == STATUS_NONE) return false;
    gg_put(out, words[state->pieces[who].kind]);
    return true;
}
