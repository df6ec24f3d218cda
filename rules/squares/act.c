/*
 * act.c - one activation (SQ-6.5, SQ-R56): what is offered, what is legal, what happens.
 *
 * legal() accepts every series of tokens the rules allow.  offer() gives each different place and
 * facing that steps and turns can reach, once, by its shortest series; formations may change by the
 * first token and then step on; and every fight open at each of these ends.
 */
#include "act.h"

#include <string.h>

/* ---- Who may act. ---- */

static bool may_act(const gg_state *state, const piece *p)
{
    if (p->status != STATUS_ON_BOARD || p->acted) return false;
    return p->activated || state->pool[arm_of((kind)p->kind)] > 0;
}

/* SQ-R61: a piece can always turn and a square can always reform, so one that may act can act. */
bool may_any_piece_act(const gg_state *state, gg_side side)
{
    const piece *first = &state->pieces[side * UNITS], *end = first + state->piece_count[side];
    for (const piece *p = first; p < end; p++)
        if (may_act(state, p)) return true;
    return false;
}

/* ---- Judging: the one way to the end of an action. ---- */

/* An action worked out: where the piece ends, and whom it deals with there. */
typedef struct act_plan { mover mover; pose end; targets targets; } act_plan;

static reason piece_verdict(const gg_state *state, gg_side side, gg_unit who)
{
    if (who >= PIECES || side_of(who) != side) return R_NOT_YOUR_PIECE;
    const piece *p = &state->pieces[who];
    if (p->status != STATUS_ON_BOARD) return R_NOT_ON_BOARD;
    if (p->acted) return R_HAS_ACTED;
    if (may_act(state, p)) return R_LEGAL;
    static const reason no_die[ARMS] = {
        [ARM_I] = R_NO_DIE_I, [ARM_C] = R_NO_DIE_C, [ARM_A] = R_NO_DIE_A};
    return no_die[arm_of((kind)p->kind)];
}

static gg_verdict judge(const gg_state *state, gg_side side, const gg_action *action, act_plan *out)
{
    reason why = piece_verdict(state, side, action->who);
    if (why != R_LEGAL) return refuse(why);
    if (action->flags >= FIGHTS) return refuse(R_NOT_NOW);
    if (action->item == 0 && action->flags == FIGHT_NONE) return refuse(R_NOTHING_DONE);
    out->mover = mover_of(state, action->who);
    out->targets.count = 0;
    gg_verdict verdict = walk(&out->mover, action, &out->end);
    if (verdict.reason != R_LEGAL || action->flags == FIGHT_NONE) return verdict;
    return find_targets(&out->mover, &out->end, action, &out->targets);
}

gg_verdict act_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    act_plan p;
    return judge(state, side, action, &p);
}

/* ---- Doing it. ---- */

/* SQ-R16: one die activates all detachments of a skirmish battalion. */
static void activate(gg_state *state, gg_unit who, gg_log *log)
{
    piece *p = &state->pieces[who];
    if (p->activated) return;
    uint8_t *dice = &state->pool[arm_of((kind)p->kind)];
    (*dice)--;
    p->activated = 1;
    gg_event *event = say(log, GG_NOTE, S_ACTIVATED, who);
    if (event != NULL) event->amount = *dice;
    if (p->detachment == 0 || state->options[OPT_skirmish_units] == DETACHMENTS) return;
    gg_side side = side_of(who);
    piece *first = &state->pieces[side * UNITS], *end = first + state->piece_count[side];
    for (piece *other = first; other < end; other++)
        if (other->number == p->number && other->status == STATUS_ON_BOARD) other->activated = 1;
}

static void say_form(gg_log *log, gg_unit who, const piece *p, bool reformed)
{
  static const saying sayings[FORMS] = {[FORM_BLOCK] = S_FORMS_BLOCK,
                                        [FORM_LINE] = S_FORMS_LINE,
                                        [FORM_COLUMN] = S_FORMS_COLUMN,
                                        [FORM_SQUARE] = S_FORMS_SQUARE};
  gg_event *event =
      say(log, GG_MOVE, reformed ? S_REFORMS : sayings[form_of(p)], who);
  if (event != NULL)
    event->to = point_of(p->square1);
}

static void say_move(gg_log *log, gg_unit who, const piece *before, const piece *after)
{
    static const gg_clause clauses[ARMS] = {[ARM_I] = SQ_7_1, [ARM_C] = SQ_7_2, [ARM_A] = SQ_7_3};
    bool reshaped = form_of(before) != form_of(after);
    if (before->square1 != after->square1 && !after->in_square) {
        gg_event *event = say(log, GG_MOVE, S_MOVES, who);
        if (event != NULL) {
            event->clause = clauses[arm_of((kind)after->kind)];
            event->at = point_of(before->square1);
            event->to = point_of(after->square1);
        }
    }
    if (reshaped) say_form(log, who, after, before->in_square);
    if (!after->in_square && (before->facing != after->facing || before->in_square))
        say_facing(log, who, (facing)after->facing);
}

static void move_piece(gg_state *state, gg_unit who, const pose *to, gg_log *log)
{
    piece *p = &state->pieces[who];
    piece before = *p;
    p->in_square = to->in_square;
    piece_put(state, who, to->square1, to->square2, (facing)to->facing);
    if (log != NULL) say_move(log, who, &before, p);
}

/* SQ-8.10: it moves, then it fights; and with that its part is over, whatever became of the enemy
 * (SQ-R54). */
void act_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    act_plan plan;
    gg_assert(judge(state, side, action, &plan).reason == R_LEGAL);
    gg_unit who = action->who;
    const pose *from = &plan.mover.start, *to = &plan.end;
    state->last_who = who;
    state->last_from = from->square1;
    state->last_to = to->square1;
    state->last_fight = action->flags;
    state->last_target = plan.targets.count > 0 ? plan.targets.list[0].square : NO_SQUARE;
    activate(state, who, log);
    if (action->item > 0) move_piece(state, who, to, log);
    state->pieces[who].acted = 1;
    if (action->flags != FIGHT_NONE) resolve_fight(state, who, action, &plan.targets, dice, log);
}

/* The first roll: the first target's first fire, or the attack or shot itself. */
const gg_check *act_preview(const gg_state *state, gg_side side, const gg_action *action,
                            void *query)
{
    act_plan plan;
    if (judge(state, side, action, &plan).reason != R_LEGAL) return NULL;
    if (action->flags == FIGHT_NONE) return NULL;
    const target *t = &plan.targets.list[0];
    roll_query *q = query;
    if (action->flags != FIGHT_ATTACK) {
        *q = shot_query(state, action->who, &plan.end, t, (fight)action->flags, plan.targets.range);
        return &squares_shot;
    }
    if (first_fire_query(state, action->who, &plan.end, t, q)) return &squares_first_fire;
    *q = attack_query(state, action->who, &plan.end, t, action->item > 0);
    return &squares_attack;
}

/* ---- Offering. ---- */

/* Room is made sure of before each piece, so that the offers themselves need not look. */
enum { OFFERS_PER_PIECE_MAX = 64 };

typedef struct offering {
    const gg_state *state;
    mover           mover;
    gg_side         side;
    uint8_t         points;
    uint8_t         fight; /* what may follow a move */
    /* after steps and one first turn; after anything (SQ-7.5) */
    bool            fights, fights_late;
    gg_action       bare;  /* an act of this piece, without tokens and fight */
} offering;

static inline gg_action *put(const offering *o, gg_action *out, uint32_t tokens, int count, fight f)
{
    *out = o->bare;
    out->flags = (uint8_t)f;
    out->item = (uint16_t)count;
    out->args[0] = (int32_t)tokens;
    return out + 1;
}

/* The pose by value: one whose address is not taken can stay in registers. */
static gg_action *offer_fight(const offering *o, gg_action *out, pose end, uint32_t tokens,
                              int count, fight f)
{
    targets found;
    gg_action *next = put(o, out, tokens, count, f);
    return find_targets(&o->mover, &end, out, &found).reason == R_LEGAL ? next : out;
}

/* Only the squares next to the front matter, but for guns. */
static inline bool is_anyone_ahead(const offering *o, const pose *p)
{
    facing way = (facing)p->facing;
    if (enemy_ahead(o->state, p->square1, way, o->side)) return true;
    if (p->square2 != NO_SQUARE) return enemy_ahead(o->state, p->square2, way, o->side);
    return o->mover.holder == HOLDS_GUNS;
}

static inline uint32_t then(uint32_t tokens, int count, token t)
{
    return tokens | (uint32_t)t << (4 * count);
}

/* SQ-R28, SQ-R12: a first token into wood, village or river is also the last. */
static inline bool is_stopped(const offering *o, const pose *p)
{
    return is_held(o->state, p) || is_in_river(o->state, p);
}

/* An end of the movement: stop there, or stop there and fight. */
static inline gg_action *offer_end(const offering *o, gg_action *out, pose p, uint32_t tokens,
                                   int count, bool fights)
{
    out = put(o, out, tokens, count, FIGHT_NONE);
    if (fights && is_anyone_ahead(o, &p))
        out = offer_fight(o, out, p, tokens, count, (fight)o->fight);
    return out;
}

/* Turns after `count` tokens, and with a point left a step after the turn; but F-B-F is B. */
static inline gg_action *offer_turns(const offering *o, gg_action *out, pose from, uint32_t tokens,
                                     int count)
{
    for (token t = TOKEN_L; t <= TOKEN_B; t++) {
        pose p = from;
        uint32_t taken = then(tokens, count, t);
        turn_to(&p, facing_after((facing)from.facing, t));
        out = offer_end(o, out, p, taken, count + 1, o->fights_late);
        if (count + 2 > o->points || t == TOKEN_B) continue;
        if (step_ahead(&o->mover, &p, false, false).reason == R_LEGAL)
            out = offer_end(o, out, p, taken, count + 2, o->fights_late);
    }
    return out;
}

/*
 * Every place and facing that steps and turns reach, once: straight on or after a first turn, and
 * from each square on the way another turn.  Two turns in a row are one or none.  An F is all zero
 * bits, so a step only adds to the count of the tokens.
 */
static gg_action *offer_steps(const offering *o, gg_action *out)
{
    for (token t = TOKEN_F; t <= TOKEN_B; t++) { /* F: no turn */
        pose p = o->mover.start;
        int count = 0;
        if (t != TOKEN_F) {
            turn_to(&p, facing_after((facing)p.facing, t));
            out = offer_end(o, out, p, (uint32_t)t, ++count, o->fights);
        }
        while (count < o->points) {
            bool first = count == 0;
            if (step_ahead(&o->mover, &p, first, false).reason != R_LEGAL) break;
            out = offer_end(o, out, p, (uint32_t)t, ++count, o->fights);
            if (count == o->points || (first && is_stopped(o, &p))) break;
            out = offer_turns(o, out, p, (uint32_t)t, count);
        }
    }
    return out;
}

/* A change of formation by the first token, and the steps after it. */
static gg_action *offer_forming(const offering *o, gg_action *out, token t, bool then_steps)
{
    pose p = o->mover.start;
    gg_verdict verdict = t >= TOKEN_K1 ? close_up(&o->mover, &p, t, true, false)
                                       : extend(&o->mover, &p, t, true, false);
    if (verdict.reason != R_LEGAL) return out;
    out = offer_end(o, out, p, (uint32_t)t, 1, o->fights_late);
    if (!then_steps || is_stopped(o, &p)) return out;
    for (int count = 2; count <= o->points; count++) {
        if (step_ahead(&o->mover, &p, false, false).reason != R_LEGAL) break;
        out = offer_end(o, out, p, (uint32_t)t, count, o->fights_late);
    }
    return out;
}

static gg_action *offer_square(const offering *o, gg_action *out, token t)
{
    pose p = o->mover.start;
    if (form_square(&o->mover, &p, t).reason != R_LEGAL) return out;
    return put(o, out, (uint32_t)t, 1, FIGHT_NONE);
}

static gg_action *offer_formations(const offering *o, gg_action *out)
{
    const mover *m = &o->mover;
    bool horse = m->holder == HOLDS_HORSE;
    if (!horse && m->holder != HOLDS_CLOSE_ORDER) return out;
    if (m->start.square2 != NO_SQUARE) {
        out = offer_forming(o, out, TOKEN_K1, true);
        out = offer_forming(o, out, TOKEN_K2, is_line(&m->start)); /* in a column K2-F is K1 */
        if (!horse) out = offer_square(o, out, TOKEN_Q2);
    } else if (m->bases > 1) {
        for (token t = TOKEN_XL; t <= TOKEN_XB; t++)
            out = offer_forming(o, out, t, t != TOKEN_XB); /* XB-F is XF */
    }
    return horse ? out : offer_square(o, out, TOKEN_Q1);
}

/* SQ-R25: further on for a column that only marches. */
static gg_action *offer_march(const offering *o, gg_action *out)
{
    pose p = o->mover.start;
    uint32_t tokens = 0;
    int march = march_points_of(&o->mover);
    if (march == o->points) return out;
    for (int count = 0; count < march; count++) {
        if (step_ahead(&o->mover, &p, count == 0, false).reason != R_LEGAL) return out;
        if (count == 0 && is_stopped(o, &p)) return out;
        tokens = then(tokens, count, TOKEN_F);
        if (count >= o->points) out = put(o, out, tokens, count + 1, FIGHT_NONE);
    }
    return out;
}

/* Fights from where it stands. */
static gg_action *offer_standing(const offering *o, gg_action *out)
{
    const mover *m = &o->mover;
    if (m->holder != HOLDS_GUNS && m->touched[0] == 0 && m->touched[1] == 0) return out;
    if (m->holder != HOLDS_HORSE) out = offer_fight(o, out, m->start, 0, 0, FIGHT_SHOOT);
    if (o->fight != FIGHT_ATTACK) return out;
    out = offer_fight(o, out, m->start, 0, 0, FIGHT_ATTACK);
    /* With inf_renewed_attack a piece that turns away and back attacks with X (SQ-R31). */
    if (m->holder == HOLDS_CLOSE_ORDER && o->points >= 2)
        out = offer_fight(o, out, m->start, then(TOKEN_L, 1, TOKEN_R), 2, FIGHT_ATTACK);
    return out;
}

static gg_action *offer_from_square(const offering *o, gg_action *out)
{
    for (int f = NORTH; f < FACINGS; f++) {
        out = put(o, out, (uint32_t)(TOKEN_ZN + f), 1, FIGHT_NONE);
        if (enemy_ahead(o->state, o->mover.start.square1, (facing)f, o->side))
            out = offer_fight(o, out, o->mover.start, 0, 0, (fight)(FIGHT_SHOOT_N + f));
    }
    return out;
}

static fight fight_after_move(const mover *m)
{
    switch ((holder)m->holder) {
    case HOLDS_CLOSE_ORDER:
    case HOLDS_HORSE: return FIGHT_ATTACK;
    case HOLDS_SKIRMISHERS: return FIGHT_SHOOT;
    case HOLDS_GUNS: return m->state->options[OPT_art_move_fire] ? FIGHT_SHOOT : FIGHT_NONE;
    case HOLDERS: break;
    }
    return FIGHT_NONE;
}

static gg_action *offer_piece(const gg_state *state, gg_unit who, gg_action *out)
{
    offering o = {.state = state, .mover = mover_of(state, who), .side = side_of(who),
                  .bare = {.kind = ACTION_ACT, .who = who}};
    if (o.mover.start.in_square) return offer_from_square(&o, out);
    o.points = (uint8_t)points_of(&o.mover);
    o.fight = (uint8_t)fight_after_move(&o.mover);
    o.fights = o.fight != FIGHT_NONE;
    o.fights_late = o.fights && o.mover.holder != HOLDS_HORSE;
    out = offer_standing(&o, out);
    out = offer_steps(&o, out);
    out = offer_formations(&o, out);
    return state->options[OPT_march_bonus] == 0 ? out : offer_march(&o, out);
}

/* Where little room is left: as many as fit. */
static gg_action *offer_some(const gg_state *state, gg_unit who, gg_action *out, size_t limit)
{
    gg_action all[OFFERS_PER_PIECE_MAX];
    size_t count = (size_t)(offer_piece(state, who, all) - all);
    if (count > limit) count = limit;
    memcpy(out, all, count * sizeof *out);
    return out + count;
}

uint32_t act_offer(const gg_state *state, gg_side side, gg_action *out, uint32_t limit)
{
    gg_action *next = out, *end = out + limit;
    gg_unit first = (gg_unit)(side * UNITS), after = (gg_unit)(first + state->piece_count[side]);
    for (gg_unit who = first; who < after; who++) {
        if (!may_act(state, &state->pieces[who])) continue;
        size_t room = (size_t)(end - next);
        next = room >= OFFERS_PER_PIECE_MAX ? offer_piece(state, who, next)
                                            : offer_some(state, who, next, room);
    }
    if (next < end) *next++ = (gg_action){.kind = ACTION_END};
    return (uint32_t)(next - out);
}
