/*
 * secret.c - the bidding game of secret.h.
 * SPDX-License-Identifier: MIT
 */
#include "secret.h"

#include <string.h>

#include "core/board_question.h"
#include "core/action.h"
#include "core/dice.h"
#include "core/fields.h"
#include "core/text.h"

enum { ROUNDS = 3, BIDS_MAX = 2, BID_HIGH = 3, HIDDEN = 255, OFFERS_MAX = 8 };
enum { PHASE_ORDERS, PHASE_REVEAL, PHASE_OVER, PHASES };
enum { ACTION_BID, ACTION_READY, ACTION_REVEAL, ACTION_RESIGN, ACTION_KINDS };
enum { CLAUSE_NONE, CLAUSE_BID, CLAUSE_REVEAL, CLAUSE_END, CLAUSES };
enum { LEGAL, NOT_NOW, NO_SUCH_BID, BID_TWICE, NO_BID, REASONS };
enum {
    SAY_NONE,
    SAY_BLUE_BIDS,
    SAY_RED_BIDS,
    SAY_SHOWN,
    SAY_PRIZE,
    SAY_BLUE_WON,
    SAY_RED_WON,
    SAY_DRAWN,
    SAYINGS
};
enum { OPT_HIGHEST, OPT_SEALED, OPTIONS };

struct gg_state {
    uint8_t phase, round, winner, zero;
    uint8_t bid[2], bids[2], ready[2], resigned[2]; /* bid: 0 none yet, HIDDEN in a view */
    int16_t score[2], options[OPTIONS];
};
_Static_assert(sizeof(gg_state) == 20, "no hidden padding");

static gg_turn secret_turn(const gg_state *state)
{
    gg_turn turn = {.phase = state->phase, .winner = state->winner, .round = state->round};
    turn.clause = state->phase == PHASE_ORDERS   ? CLAUSE_BID
                  : state->phase == PHASE_REVEAL ? CLAUSE_REVEAL
                                                 : CLAUSE_END;
    turn.over = state->phase == PHASE_OVER;
    turn.secret = state->options[OPT_SEALED] && state->phase == PHASE_ORDERS;
    turn.whole = 1;
    for (gg_side side = 0; side < 2 && state->phase == PHASE_ORDERS; side++)
        if (!state->ready[side]) turn.deciding |= (gg_sides)(1u << side);
    return turn;
}

static gg_verdict secret_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    gg_action plain = {.kind = action->kind, .who = GG_NO_UNIT, .whom = GG_NO_UNIT};
    if (action->kind == ACTION_BID) plain.args[0] = action->args[0];
    bool own_step = state->phase == PHASE_REVEAL && side == GG_NOBODY;
    bool orders = state->phase == PHASE_ORDERS && side < 2 && !state->ready[side];
    if (memcmp(&plain, action, sizeof plain) != 0) return (gg_verdict){NOT_NOW, 0, 0};
    if (action->kind == ACTION_REVEAL) return (gg_verdict){own_step ? LEGAL : NOT_NOW, 0, 0};
    if (!orders || action->kind >= ACTION_KINDS) return (gg_verdict){NOT_NOW, 0, 0};
    const int highest = state->options[OPT_HIGHEST];
    if (action->kind == ACTION_BID && (action->args[0] < 1 || action->args[0] > highest))
        return (gg_verdict){NO_SUCH_BID, action->args[0], highest};
    if (action->kind == ACTION_BID && state->bids[side] == BIDS_MAX)
        return (gg_verdict){BID_TWICE, 0, 0};
    if (action->kind == ACTION_READY && state->bids[side] == 0) return (gg_verdict){NO_BID, 0, 0};
    return (gg_verdict){LEGAL, 0, 0};
}

static uint32_t secret_offer(const gg_state *state, gg_side side, gg_action *out, uint32_t limit)
{
    uint32_t count = 0;
    for (int kind = ACTION_BID; kind <= ACTION_REVEAL; kind++) {
        for (int bid = 1; bid <= (kind == ACTION_BID ? state->options[OPT_HIGHEST] : 1); bid++) {
            gg_action action = {.kind = (uint8_t)kind, .who = GG_NO_UNIT, .whom = GG_NO_UNIT};
            if (kind == ACTION_BID) action.args[0] = bid;
            if (secret_legal(state, side, &action).reason == LEGAL && count < limit)
                out[count++] = action;
        }
    }
    return count;
}

static void say(gg_log *log, gg_event_kind kind, gg_clause clause, uint16_t saying, int amount)
{
    gg_event *event = gg_log_add(log, kind, clause);
    if (event == NULL) return;
    event->saying = saying;
    event->amount = (int16_t)amount;
}

static void end(gg_state *state, gg_side winner, gg_log *log)
{
    state->phase = PHASE_OVER;
    state->winner = winner;
    say(log, GG_END, CLAUSE_END,
        winner == GG_BLUE  ? SAY_BLUE_WON
        : winner == GG_RED ? SAY_RED_WON
                           : SAY_DRAWN,
        0);
}

static void reveal(gg_state *state, gg_dice *dice, gg_log *log)
{
    gg_roll_for(dice, "prize", GG_NO_UNIT, GG_NO_UNIT);
    int face = gg_roll(dice, 6);
    say(log, GG_REVEAL, CLAUSE_REVEAL, SAY_SHOWN, 0);
    say(log, GG_NOTE, CLAUSE_REVEAL, SAY_PRIZE, face);
    say(log, GG_NOTE, CLAUSE_REVEAL, SAY_BLUE_BIDS, state->bid[GG_BLUE]);
    say(log, GG_NOTE, CLAUSE_REVEAL, SAY_RED_BIDS, state->bid[GG_RED]);
    if (state->bid[GG_BLUE] != state->bid[GG_RED]) {
        gg_side taker = state->bid[GG_BLUE] > state->bid[GG_RED] ? GG_BLUE : GG_RED;
        state->score[taker] = (int16_t)(state->score[taker] + face - state->bid[taker]);
    }
    memset(state->bid, 0, sizeof state->bid);
    memset(state->bids, 0, sizeof state->bids);
    memset(state->ready, 0, sizeof state->ready);
    state->phase = PHASE_ORDERS;
    if (state->round < ROUNDS) {
        state->round++;
        return;
    }
    int lead = state->score[GG_BLUE] - state->score[GG_RED];
    end(state, lead > 0 ? GG_BLUE : lead < 0 ? GG_RED : GG_NOBODY, log);
}

static void secret_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                         gg_log *log)
{
    gg_assert(secret_legal(state, side, action).reason == LEGAL);
    switch (action->kind) {
    case ACTION_BID:
        state->bid[side] = (uint8_t)action->args[0];
        state->bids[side]++;
        break;
    case ACTION_READY:
        state->ready[side] = 1;
        if (state->ready[!side]) state->phase = PHASE_REVEAL;
        break;
    case ACTION_REVEAL: reveal(state, dice, log); break;
    default:
        state->resigned[side] = 1;
        end(state, (gg_side)!side, log);
        break;
    }
}

/* While orders are given nothing of the other side's may be known, not even whether it is ready;
 * then, until they are shown, that both are. */
static void secret_view(const gg_state *state, gg_side side, gg_state *out)
{
    *out = *state;
    for (gg_side other = 0; other < 2 && state->phase != PHASE_OVER; other++) {
        const uint8_t ready = state->phase == PHASE_REVEAL;
        if (other == side) continue;
        out->bid[other] = HIDDEN;
        out->bids[other] = ready;
        out->ready[other] = ready;
    }
}

static void secret_guess(const gg_state *view, gg_side side, gg_dice *dice, gg_state *out)
{
    *out = *view;
    for (gg_side other = 0; other < 2; other++) {
        if (other == side || view->bid[other] != HIDDEN) continue;
        out->bid[other] = (uint8_t)gg_roll(dice, view->options[OPT_HIGHEST]);
        out->bids[other] = 1;
    }
}

static int32_t secret_score(const gg_state *view, gg_side side, void *notes,
                            int32_t own[GG_FEATURES_MAX])
{
    (void)notes, (void)own;
    return side == GG_NOBODY ? 0 : view->score[side] - view->score[!side];
}

static const gg_check *secret_preview(const gg_state *view, gg_side side, const gg_action *action,
                                      void *query)
{
    (void)view, (void)side, (void)action, (void)query;
    return NULL;
}

/* ---- Before deciding: there is no board, so there is nothing to draw, drag or measure. ---- */

static void secret_sketch(const gg_state *view, gg_side side, const gg_action *action,
                          gg_scene *scene)
{
    (void)view, (void)side, (void)action, (void)scene;
}

static bool secret_aim(const gg_state *, gg_side, gg_unit who, gg_unit whom, gg_point,
                       int32_t facing, gg_action *out);
GG_AIM_BY_OFFER(secret_aim, &secret_rules, OFFERS_MAX)

static void secret_ask(const gg_state *view, gg_side side, const gg_question *question,
                       gg_answer *answer, gg_scene *scene)
{
    (void)view, (void)side, (void)question, (void)scene;
    gg_answer_nothing(answer, "There is nothing to measure.");
    answer->clause = CLAUSE_BID;
}

static void secret_say_action(const gg_state *view, gg_side side, const gg_action *action,
                              gg_text *out)
{
    static const char *const words[ACTION_KINDS] = {"bid ", "end bidding; bids are shown",
                                                    "show the bids"};
    (void)view;
    if (action->kind == ACTION_RESIGN) gg_put_resignation(out, side);
    else gg_put(out, words[action->kind]);
    if (action->kind == ACTION_BID) gg_put_int(out, action->args[0]);
}

static const char *secret_audit(const gg_state *state)
{
    if (state->phase >= PHASES || state->round < 1 || state->round > ROUNDS)
        return "phase and round exist";
    if (state->options[OPT_HIGHEST] < 1) return "there is something to bid";
    for (int side = 0; side < 2; side++)
        if (state->ready[side] && state->bids[side] == 0) return "who is ready has bid";
    return NULL;
}

/* ---- Notation: a line of what is the table's, and one for each side. ---- */

static const char expected_number[] = "expected a number";
#define NUMBER(least, most)                                                                        \
    .lead = "", .expected = expected_number, .kind = GG_FIELD_NUMBER, .low = least, .high = most

static const gg_field table_fields[] = {
    {.name = "phase", NUMBER(0, PHASES - 1), GG_AT(gg_state, phase)},
    {.name = "round", NUMBER(1, ROUNDS), .standard = 1, GG_AT(gg_state, round)},
    {.name = "winner", NUMBER(0, GG_NOBODY), .standard = GG_NOBODY, GG_AT(gg_state, winner)},
};
static const gg_field bid_fields[] = {
    {.name = "bid", NUMBER(0, HIDDEN), .offset = offsetof(gg_state, bid), .size = 1},
    {.name = "bids", NUMBER(0, BIDS_MAX), .offset = offsetof(gg_state, bids), .size = 1},
    {.name = "ready", NUMBER(0, 1), .offset = offsetof(gg_state, ready), .size = 1},
    {.name = "resigned", NUMBER(0, 1), .offset = offsetof(gg_state, resigned), .size = 1},
};
static const gg_field score_fields[] = {
    {.name = "score", NUMBER(-99, 99), .offset = 0, .size = sizeof(int16_t)},
};
static const char *const side_names[] = {"blue", "red", NULL};

#define FIELDS(rows) .fields = rows, .field_count = sizeof rows / sizeof *rows
static const gg_line_def lines[] = {
    {.word = "table", FIELDS(table_fields)},
    /* The bytes of a side lie beside those of the other. */
    {.word = "side",
     FIELDS(bid_fields),
     .names = side_names,
     .expected = "expected blue or red",
     .stride = 1,
     .count = 2},
    {.word = "score",
     FIELDS(score_fields),
     .names = side_names,
     .expected = "expected blue or red",
     GG_THINGS(gg_state, score)},
};
enum { LINES = sizeof lines / sizeof *lines };

static const char *secret_settle(gg_state *state, const int32_t *chosen)
{
    (void)state, (void)chosen;
    return NULL;
}

static const gg_field bid_number[] = {
    {.name = "bid", NUMBER(-9, 9), GG_AT(gg_action, args[0])},
};
static const gg_action_def actions[ACTION_KINDS] = {
    [ACTION_BID] = {.word = "bid", .phases = 1 << PHASE_ORDERS, FIELDS(bid_number)},
    [ACTION_READY] = {.word = "ready", .phases = 1 << PHASE_ORDERS},
    [ACTION_REVEAL] = {.word = "reveal", .phases = 1 << PHASE_REVEAL},
    [ACTION_RESIGN] = {.word = "resign", .phases = 1 << PHASE_ORDERS},
};

static void secret_write_unit(const gg_state *state, gg_unit unit, gg_text *out)
{
    (void)state, (void)unit;
    gg_put(out, "nobody");
}

static void secret_write_place(gg_point place, gg_text *out)
{
    (void)place;
    gg_put(out, "nowhere");
}

static void secret_draw(const gg_state *view, gg_side side, gg_scene *scene)
{
    (void)side;
    gg_text status = gg_text_over(scene->status, sizeof scene->status);
    gg_put_int(&status, view->score[GG_BLUE]);
    gg_put_char(&status, ':');
    gg_put_int(&status, view->score[GG_RED]);
}

static void secret_sheet(gg_sheet *sheet) { gg_sheet_options(sheet); }

static const gg_clause_def clauses[CLAUSES] = {
    [CLAUSE_BID] = {"SE-1", "Bids", "Both bid in secret."},
    [CLAUSE_REVEAL] = {"SE-2", "Reveal", "The bids are shown and a die is rolled."},
    [CLAUSE_END] = {"SE-3", "End", "After three rounds the higher score wins."},
};
static const gg_reason_def reasons[REASONS] = {
    [LEGAL] = {"LEGAL", 0, ""},
    [NOT_NOW] = {"NOT_NOW", CLAUSE_BID, "That is not to be decided now."},
    [NO_SUCH_BID] = {"NO_SUCH_BID", CLAUSE_BID, "A bid of {had} is not between 1 and {needed}."},
    [BID_TWICE] = {"BID_TWICE", CLAUSE_BID, "A bid can be changed once."},
    [NO_BID] = {"NO_BID", CLAUSE_BID, "There is no bid yet."},
};
static const gg_saying sayings[SAYINGS] = {
    [SAY_BLUE_BIDS] = {"BLUE_BIDS", CLAUSE_REVEAL, "blue has bid {amount}"},
    [SAY_RED_BIDS] = {"RED_BIDS", CLAUSE_REVEAL, "red has bid {amount}"},
    [SAY_SHOWN] = {"SHOWN", CLAUSE_REVEAL, "the bids are shown"},
    [SAY_PRIZE] = {"PRIZE", CLAUSE_REVEAL, "the prize is {amount}"},
    [SAY_BLUE_WON] = {"BLUE_WON", CLAUSE_END, "blue has won, by its score or because red gave up"},
    [SAY_RED_WON] = {"RED_WON", CLAUSE_END, "red has won, by its score or because blue gave up"},
    [SAY_DRAWN] = {"DRAWN", CLAUSE_END, "a draw: the scores are equal"},
};
static const gg_phase_def phases[PHASES] = {
    {"orders", CLAUSE_BID}, {"reveal", CLAUSE_REVEAL}, {"over", CLAUSE_END}};
static const gg_option options[OPTIONS] = {
    {"highest", BID_HIGH, 1, BID_HIGH, 1, CLAUSE_BID, "the highest bid"},
    {"sealed", 0, 0, 1, 1, CLAUSE_BID, "who chooses last is as secret as who chooses first"}};
static const gg_scenario scenarios[] = {
    {"plain", "Three bids", "tiny", "short", "Three rounds.", "position secret 1"}};

static const gg_hand_rules hand_rules = {
    .sketch = secret_sketch,
    .aim = secret_aim,
    .go_on = gg_no_way_points,
    .ask = secret_ask,
    .is_content = gg_never_content,
};

const gg_ruleset secret_rules = {
    .name = "secret",
    .title = "Secret bids",
    .measure = "",
    .version = 1,
    .state_bytes = sizeof(gg_state),
    .actions_max = OFFERS_MAX,
    .decisions_max = ROUNDS * 7,
    .clause_count = CLAUSES,
    .reason_count = REASONS,
    .saying_count = SAYINGS,
    .phase_count = PHASES,
    .option_count = OPTIONS,
    .scenario_count = 1,
    .clauses = clauses,
    .corrections = gg_no_corrections,
    .reasons = reasons,
    .sayings = sayings,
    .phases = phases,
    .options = options,
    .scenarios = scenarios,
    .turn = secret_turn,
    .offer = secret_offer,
    .legal = secret_legal,
    .apply = secret_apply,
    .view = secret_view,
    .guess = secret_guess,
    .score = secret_score,
    .preview = secret_preview,
    .say_action = secret_say_action,
    .actions = actions,
    .lines = lines,
    .action_count = ACTION_KINDS,
    .line_count = LINES,
    .options_at = offsetof(gg_state, options),
    .settle = secret_settle,
    .write_unit = secret_write_unit,
    .write_place = secret_write_place,
    .draw = secret_draw,
    .sheet = secret_sheet,
    .audit = secret_audit,
    .glossary = gg_no_glossary,
    .balances = gg_no_balances,
    .hand = &hand_rules,
    .army = &gg_plain_army,
    .names = &gg_no_names,
    .danger = &gg_no_danger,
    .clash = &gg_no_clash,
    .judgement = &gg_no_judgement,
};
