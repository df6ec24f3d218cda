/*
 * fight.c - chapters 8 to 10: who can be attacked or shot at, with how many dice, and who fires
 * first (SQ-R30 to R46, T7, T8, T9).  What the hits do is in retreat.c.
 * SPDX-License-Identifier: MIT
 */
#include "act.h"
#include "core/roll.h"

/* ---- The rolls: one table each. ---- */

enum { FACES_I = 1 | 2, FACES_A = 4, FACES_C = 8, FACES_X = 16, FACES_ALL = 63 }; /* T1 */

static uint32_t letters_of(uint8_t its_arm)
{
    static const uint8_t letters[ARMS] = {[ARM_I] = FACES_I, [ARM_A] = FACES_A, [ARM_C] = FACES_C};
    return letters[its_arm];
}

static int query_dice(const void *query) { return ((const roll_query *)query)->dice; }
static int query_dice_min(const void *query) { return ((const roll_query *)query)->dice_min; }

/* T10: the target's letter, and X for those who moved to attack. */
static uint32_t hit_faces(const void *query)
{
    const roll_query *q = query;
    return letters_of(q->target_arm) | (q->moved ? FACES_X : 0);
}

/* SQ-11.2: everything but the own letter. */
static uint32_t failure_faces(const void *query)
{
    return FACES_ALL & ~letters_of(((const roll_query *)query)->arm);
}

#define ROLL attack
#define QUERY roll_query
#define ROWS "rules/squares/law/attack.def"
#include "core/modifiers.def"
#define ROLL shot
#define QUERY roll_query
#define ROWS "rules/squares/law/shot.def"
#include "core/modifiers.def"

#define DIE_LETTERS "IIACX-" /* SQ-1.3 */

const gg_check squares_shot_check = {
    .name = "shot",
    .clause = SQ_8_14,
    GG_SIXES(GG_HITS, query_dice, squares_numbers),
    GG_MODS(shot_mods),
    .dice_min = query_dice_min,
    .faces = hit_faces,
    .letters = DIE_LETTERS,
    .what = "hit",
    .rule = "dice by formation (T7); the target's letter hits",
};

const gg_check squares_first_fire_check = {
    .name = "first fire",
    .clause = SQ_R43,
    GG_SIXES(GG_HITS, query_dice, squares_numbers),
    GG_MODS(shot_mods),
    .dice_min = query_dice_min,
    .faces = hit_faces,
    .letters = DIE_LETTERS,
    .what = "hit",
    .rule = "dice by T9; the attacker's letter hits",
};

const gg_check squares_attack_check = {
    .name = "attack",
    .clause = SQ_8_14,
    GG_SIXES(GG_HITS, query_dice, squares_numbers),
    GG_MODS(attack_mods),
    .dice_min = query_dice_min,
    .faces = hit_faces,
    .letters = DIE_LETTERS,
    .what = "hit",
    .rule = "dice by formation (T7); the target's letter hits, and X after a move",
};

const gg_check squares_test_check = {
    .name = "test",
    .clause = SQ_11_1,
    GG_SIXES(GG_HITS, query_dice, squares_numbers),
    .query_bytes = sizeof(roll_query),
    .faces = failure_faces,
    .letters = DIE_LETTERS,
    .what = "failure",
    .rule = "a die for each base just lost; each that does not show the own letter is one square "
            "of retreat",
};

static const gg_check *const checks[CHECKS] = {[CHECK_SHOT] = &squares_shot_check,
                                               [CHECK_FIRST_FIRE] = &squares_first_fire_check,
                                               [CHECK_ATTACK] = &squares_attack_check,
                                               [CHECK_TEST] = &squares_test_check};

int sq_roll_check(const gg_state *state, int check, const roll_query *q, gg_unit who, gg_unit whom,
                  gg_dice *dice, gg_log *log)
{
    gg_roll_for(dice, checks[check]->name, who, whom);
    gg_event *event = gg_log_add(log, GG_ROLL, q->clause != 0 ? q->clause : checks[check]->clause);
    if (event != NULL) {
        event->check = (uint8_t)check;
        event->who = who;
        event->whom = whom;
    }
    return gg_check_roll(checks[check], state->house, q, dice, event);
}

/* ---- Who is ahead. ---- */

facing sq_way_of(const pose *p, fight f)
{
    return f >= FIGHT_SHOOT_N ? (facing)(NORTH + (f - FIGHT_SHOOT_N)) : (facing)p->facing;
}

/* SQ-R35: command square first; an enemy ahead of both squares is one target. */
static targets enemies_ahead(const gg_state *state, gg_side own, const pose *p, facing way)
{
    targets found = {.range = 1};
    front f = front_of(p, way);
    for (int i = 0; i < f.count; i++) {
        uint8_t mark = f.ahead[i] == NO_SQUARE ? 0 : state->at[f.ahead[i]];
        if (!is_enemy_mark(mark, own)) continue;
        gg_unit whom = (gg_unit)(mark - 1);
        if (found.count == 1 && found.list[0].whom == whom) {
            found.list[0].fronts |= 2;
        } else {
            found.list[found.count++] =
                (target){.whom = whom, .fronts = (uint8_t)(1 << i), .square = f.ahead[i]};
        }
    }
    return found;
}

/* The front squares that face this enemy now; none when it is no longer ahead (SQ-R35). */
static target still_ahead(const gg_state *state, gg_unit who, gg_unit whom)
{
    pose p = pose_of(&state->pieces[who]);
    targets found = enemies_ahead(state, side_of(who), &p, (facing)p.facing);
    for (int i = 0; i < found.count; i++)
        if (found.list[i].whom == whom) return found.list[i];
    return (target){.whom = whom};
}

/* ---- Dice (T7) and what the modifiers look at. ---- */

/* What a formation may count of its bases. */
typedef struct counted {
    int all, facing, side, block, column;
} counted;

/* SQ-9.1, SQ-R38: the bases stand two by two, so a side has half of them. */
static int square_side_bases(const gg_state *state, const piece *p)
{
    return state->options[OPT_square_side_one] ? 1 : (p->bases + 1) / 2;
}

static counted count_bases(const gg_state *state, const piece *p, const pose *stand, uint8_t fronts)
{
    int command = stand->square2 == NO_SQUARE ? p->bases : (p->bases + 1) / 2;
    return (counted){
        .all = p->bases,
        .facing = (fronts & 1 ? command : 0) + (fronts & 2 ? p->bases - command : 0),
        .side = square_side_bases(state, p),
        .block = p->bases < number_block_shots(state) ? p->bases : number_block_shots(state),
        .column = number_column_shots(state),
    };
}

form sq_form_of_pose(const pose *p)
{
    if (p->in_square) return FORM_SQUARE;
    if (p->square2 == NO_SQUARE) return FORM_BLOCK;
    return is_line(p) ? FORM_LINE : FORM_COLUMN;
}

#define ROW_OF(holder, form) ((holder)*FORMS + (form))

static int shot_dice(int row, const counted *b)
{
    switch (row) {
#define DICE(who, shape, words, shot, shot_words, attack, attack_words, ...)                       \
    case ROW_OF(HOLDS_##who, FORM_##shape):                                                        \
        return (shot);
#include "dice.def"
#undef DICE
    }
    return 0;
}

static int attack_dice(int row, const counted *b)
{
    switch (row) {
#define DICE(who, shape, words, shot, shot_words, attack, attack_words, ...)                       \
    case ROW_OF(HOLDS_##who, FORM_##shape):                                                        \
        return (attack);
#include "dice.def"
#undef DICE
    }
    return 0;
}

static int row_of_piece(const piece *p, const pose *stand)
{
    return ROW_OF((int)squares_kinds[p->kind].holder, (int)sq_form_of_pose(stand));
}

static roll_query query_between(const gg_state *state, const piece *by, const piece *at)
{
    const kind_row *own = &squares_kinds[by->kind], *its = &squares_kinds[at->kind];
    return (roll_query){
        .dice_min = (uint8_t)state->options[OPT_min_dice],
        .arm = own->arm,
        .heavy = own->heavy,
        .quality = by->quality,
        .target_arm = its->arm,
        .target_heavy = its->heavy,
        .target_facing = at->facing,
        .target_in_square = at->in_square,
        .range = 1,
    };
}

static bool is_cover(const gg_state *state, uint8_t square)
{
    return squares_grounds[state->ground[square]].cover;
}

static int level(const gg_state *state, uint8_t square)
{
    return squares_grounds[state->ground[square]].level;
}

roll_query sq_attack_query(const gg_state *state, gg_unit who, const pose *stand, const target *t,
                           bool moved)
{
    const piece *p = &state->pieces[who];
    roll_query q = query_between(state, p, &state->pieces[t->whom]);
    front f = front_of(stand, (facing)stand->facing);
    counted bases = count_bases(state, p, stand, t->fronts);
    q.dice = (uint8_t)attack_dice(row_of_piece(p, stand), &bases);
    q.facing = stand->facing;
    q.moved = moved;
    for (int i = 0; i < f.count; i++) {
        if (!(t->fronts >> i & 1)) continue;
        if (level(state, f.ahead[i]) > level(state, f.from[i])) q.uphill = 1; /* SQ-R42 */
        if (is_cover(state, f.ahead[i])) q.cover = 1;
    }
    return q;
}

roll_query sq_shot_query(const gg_state *state, gg_unit who, const pose *stand, const target *t,
                         fight kind_of_shot, int range)
{
    const piece *p = &state->pieces[who];
    roll_query q = query_between(state, p, &state->pieces[t->whom]);
    counted bases = count_bases(state, p, stand, t->fronts);
    q.dice = (uint8_t)shot_dice(row_of_piece(p, stand), &bases);
    q.facing = (uint8_t)sq_way_of(stand, kind_of_shot);
    q.range = (uint8_t)range;
    q.cover = is_cover(state, t->square);
    if (t->fronts & 2) {
        front f = front_of(stand, (facing)stand->facing);
        q.cover = q.cover || is_cover(state, f.ahead[1]);
    }
    return q;
}

/* An attack as its target sees it. */
typedef struct charge {
    const piece *target;
    arm attacker;
    facing from;  /* where the attacker stands */
    int attacked; /* bases in the squares under attack */
    int side;     /* bases on a side, of a square */
    bool covered; /* a square under attack is wood or village */
} charge;

static charge charge_of(const gg_state *state, const piece *by, const pose *stand, const target *t,
                        const front *f)
{
    const piece *at = &state->pieces[t->whom];
    charge it = {.target = at,
                 .attacker = arm_of((kind)by->kind),
                 .from = behind((facing)stand->facing),
                 .side = square_side_bases(state, at)};
    for (int i = 0; i < f->count; i++) {
        if (!(t->fronts >> i & 1)) continue;
        it.attacked += f->ahead[i] == at->square1 ? bases_in_command(at) : bases_in_other(at);
        it.covered = it.covered || is_cover(state, f->ahead[i]);
    }
    return it;
}

/* T9, SQ-R43: the first row that fits counts.  Sets the dice, or leaves them at none. */
static void count_first_fire(const charge *c, roll_query *q)
{
#define FIRST_FIRE(its_clause, attacker, target, words, fits, count)                               \
    if (fits) {                                                                                    \
        q->clause = its_clause;                                                                    \
        q->dice = (uint8_t)(count);                                                                \
        return;                                                                                    \
    }
#include "first_fire.def"
#undef FIRST_FIRE
}

bool sq_first_fire_query(const gg_state *state, gg_unit who, const pose *stand, const target *t,
                         roll_query *q)
{
    const piece *by = &state->pieces[who];
    front f = front_of(stand, (facing)stand->facing);
    *q = query_between(state, &state->pieces[t->whom], by);
    q->facing = (uint8_t)behind((facing)stand->facing);
    charge c = charge_of(state, by, stand, t, &f);
    count_first_fire(&c, q);
    for (int i = 0; i < f.count; i++)
        if (t->fronts >> i & 1 && is_cover(state, f.from[i])) q->cover = 1; /* SQ-R47 */
    return q->dice > 0 && gg_check_dice(&squares_first_fire_check, state->house, q) > 0;
}

/* ---- Attacking: who may, and whom. ---- */

/* The dice that modifiers can take from an attack and from a shot, all of them together. */
static int lost(int dice) { return dice < 0 ? -dice : 0; }
#define MOD(id, group, dice, ...) +lost((dice) + state->house[N_attack_##id])
static int attack_dice_at_risk(const gg_state *state)
{
    return 0
#include "attack.def"
        ;
}
#undef MOD
#define MOD(id, group, dice, ...) +lost((dice) + state->house[N_shot_##id])
static int shot_dice_at_risk(const gg_state *state)
{
    return 0
#include "shot.def"
        ;
}
#undef MOD

/* Most fights have more dice than modifiers could take: no need to ask each of them. */
static bool has_attack_dice(const gg_state *state, const roll_query *q)
{
    return q->dice > attack_dice_at_risk(state)
           || gg_check_dice(&squares_attack_check, state->house, q) > 0;
}
static bool has_shot_dice(const gg_state *state, const roll_query *q)
{
    return q->dice > shot_dice_at_risk(state)
           || gg_check_dice(&squares_shot_check, state->house, q) > 0;
}

/* SQ-7.5, SQ-R31, SQ-R32, SQ-R34: what must, and what may not, come before an attack. */
static reason attack_tokens(const mover *m, const gg_action *action)
{
    const int16_t *options = m->state->options;
    bool horse = m->holder == HOLDS_HORSE;
    bool may_stand = horse ? options[OPT_cav_standing_attack] : options[OPT_inf_renewed_attack];
    if (action->item == 0) return may_stand ? R_LEGAL : R_ATTACK_NOT_MOVED;
    if (!horse) return R_LEGAL;
    for (int i = 0; i < action->item; i++)
        if (is_forming(token_at(action, i))) return R_CAVALRY_FORMED;
    for (int i = 1; i < action->item; i++)
        if (is_turn(token_at(action, i))) return R_TURNED_LATE;
    return R_LEGAL;
}

static reason attack_on(const mover *m, const pose *end, const target *t, bool moved)
{
    const int16_t *options = m->state->options;
    bool horse = m->holder == HOLDS_HORSE;
    bool may_renew = horse ? options[OPT_cav_standing_attack] : options[OPT_inf_renewed_attack];
    uint8_t mark = (uint8_t)(t->whom + 1);
    if (!may_renew && touched(m, mark)) return R_WAS_IN_CONTACT;
    roll_query q = sq_attack_query(m->state, m->who, end, t, moved);
    if (horse && q.cover) return R_CAVALRY_COVER; /* SQ-8.13 */
    return has_attack_dice(m->state, &q) ? R_LEGAL : R_NO_DICE;
}

static gg_verdict attack_targets(const mover *m, const pose *end, const gg_action *action,
                                 targets *out)
{
    if (m->holder == HOLDS_SKIRMISHERS) return refuse(R_ATTACK_SKIRMISHERS);
    if (m->holder == HOLDS_GUNS) return refuse(R_ATTACK_ARTILLERY);
    if (m->start.in_square) return refuse(R_ATTACK_IN_SQUARE);
    reason why = attack_tokens(m, action);
    if (why != R_LEGAL) return refuse(why);
    targets ahead = enemies_ahead(m->state, side_of(m->who), end, (facing)end->facing);
    why = R_NOBODY_AHEAD;
    *out = (targets){.range = 1};
    for (int i = 0; i < ahead.count; i++) {
        reason its = attack_on(m, end, &ahead.list[i], action->item > 0);
        if (its == R_LEGAL) out->list[out->count++] = ahead.list[i]; /* SQ-R36 */
        else if (why == R_NOBODY_AHEAD) why = its;
    }
    return refuse(out->count > 0 ? R_LEGAL : why);
}

/* ---- Shooting. ---- */

/* SQ-8.6, SQ-R46: from the front square of a hill guns reach further. */
int sq_gun_range(const gg_state *state, uint8_t square, facing way)
{
    uint8_t ahead = step_from(square, way);
    bool at_the_brow = ahead != NO_SQUARE && level(state, square) > level(state, ahead);
    return at_the_brow ? number_brow_range(state) : number_gun_range(state);
}

uint8_t sq_hiding_square(const gg_state *state, uint8_t from, uint8_t to, facing way, int n)
{
    int low = level(state, from), high = level(state, to);
    uint8_t square = from;
    for (int k = 1; k < n; k++) {
        square = step_from(square, way);
        if (squares_grounds[state->ground[square]].hides) return square;
        if (level(state, square) * n > low * (n - k) + high * k) return square;
    }
    return NO_SQUARE;
}

/* SQ-R45: the first piece along the line, or nothing. */
static gg_verdict gun_target(const mover *m, const pose *end, targets *out)
{
    const gg_state *state = m->state;
    facing way = (facing)end->facing;
    uint8_t square = step_from(end->square1, way);
    int n = 1;
    for (; square != NO_SQUARE; square = step_from(square, way), n++)
        if (state->at[square] != 0 && state->at[square] != m->self) break;
    if (square == NO_SQUARE) return refuse(R_NOBODY_AHEAD);
    uint8_t mark = state->at[square];
    if (!is_enemy_mark(mark, side_of(m->who))) return refuse(R_MASKED_BY_FRIEND);
    int reach = sq_gun_range(state, end->square1, way);
    if (n > reach) return (gg_verdict){.reason = R_OUT_OF_RANGE, .had = n, .needed = reach};
    if (sq_hiding_square(state, end->square1, square, way, n) != NO_SQUARE) return refuse(R_HIDDEN);
    *out = (targets){.count = 1, .range = n, .list = {{(gg_unit)(mark - 1), 1, square}}};
    return refuse(R_LEGAL);
}

/* Whether this kind may shoot now at all (SQ-8.2, SQ-8.3, SQ-8.4, SQ-8.8, SQ-R33, SQ-R38). */
static reason may_shoot(const mover *m, const gg_action *action)
{
    bool moved = action->item > 0, chosen = action->flags != FIGHT_SHOOT;
    switch ((holder)m->holder) {
    case HOLDS_HORSE: return R_CAVALRY_SHOOTS;
    case HOLDS_CLOSE_ORDER:
        if (moved) return R_SHOT_AFTER_MOVE;
        break;
    case HOLDS_GUNS:
        if (moved && !m->state->options[OPT_art_move_fire]) return R_GUNS_MOVED;
        break;
    case HOLDS_SKIRMISHERS:
    case HOLDERS: break;
    }
    if (m->start.in_square && !chosen) return R_SQUARE_DIRECTION;
    if (!m->start.in_square && chosen) return R_STRAIGHT_AHEAD;
    return R_LEGAL;
}

static gg_verdict shot_targets(const mover *m, const pose *end, const gg_action *action,
                               targets *out)
{
    reason why = may_shoot(m, action);
    if (why != R_LEGAL) return refuse(why);
    fight f = (fight)action->flags;
    targets ahead = {.count = 0};
    if (m->holder == HOLDS_GUNS) {
        gg_verdict verdict = gun_target(m, end, &ahead);
        if (verdict.reason != R_LEGAL) return verdict;
    } else {
        ahead = enemies_ahead(m->state, side_of(m->who), end, sq_way_of(end, f));
        if (ahead.count == 0) return refuse(R_NOBODY_AHEAD);
    }
    *out = (targets){.range = ahead.range};
    for (int i = 0; i < ahead.count; i++) {
        roll_query q = sq_shot_query(m->state, m->who, end, &ahead.list[i], f, ahead.range);
        if (has_shot_dice(m->state, &q)) out->list[out->count++] = ahead.list[i];
    }
    return refuse(out->count > 0 ? R_LEGAL : R_NO_DICE);
}

gg_verdict sq_find_targets(const mover *m, const pose *end, const gg_action *action, targets *out)
{
    gg_assert(action->flags != FIGHT_NONE && action->flags < FIGHTS);
    token first = token_at(action, 0);
    if (action->item > 0 && (is_square_token(first) || is_reform_token(first)))
        return refuse(R_SQUARE_NO_FIGHT);
    return action->flags == FIGHT_ATTACK ? attack_targets(m, end, action, out)
                                         : shot_targets(m, end, action, out);
}

int sq_fight_dice(const gg_state *state, const gg_action *action, gg_unit whom)
{
    mover m = mover_of(state, action->who);
    pose end;
    targets found;
    if (action->flags == FIGHT_NONE || sq_walk(&m, action, &end).reason != R_LEGAL) return 0;
    if (sq_find_targets(&m, &end, action, &found).reason != R_LEGAL) return 0;
    for (int i = 0; i < found.count; i++) {
        const target *t = &found.list[i];
        if (t->whom != whom) continue;
        if (action->flags == FIGHT_ATTACK) {
            roll_query q = sq_attack_query(state, action->who, &end, t, action->item > 0);
            return gg_check_dice(&squares_attack_check, state->house, &q);
        }
        roll_query q =
            sq_shot_query(state, action->who, &end, t, (fight)action->flags, found.range);
        return gg_check_dice(&squares_shot_check, state->house, &q);
    }
    return 0;
}

/* ---- Resolving, in the order of "Dice inside one act". ---- */

static bool is_skirmisher(const gg_state *state, gg_unit who)
{
    return state->pieces[who].kind == KIND_SKIRM;
}

static void resolve_shot(gg_state *state, gg_unit who, fight f, const targets *at, gg_dice *dice,
                         gg_log *log)
{
    pose stand = pose_of(&state->pieces[who]);
    for (int i = 0; i < at->count; i++) {
        gg_unit whom = at->list[i].whom;
        roll_query q = sq_shot_query(state, who, &stand, &at->list[i], f, at->range);
        int hits = sq_roll_check(state, CHECK_SHOT, &q, who, whom, dice, log);
        sq_suffer(state, whom, hits, q.cover, (facing)q.facing, is_skirmisher(state, who), dice,
                  log);
    }
}

/* False: the attacker is gone or thrown back, and its activation is over (SQ-R43). */
static bool stands_first_fire(gg_state *state, gg_unit who, const target *t, gg_dice *dice,
                              gg_log *log)
{
    pose stand = pose_of(&state->pieces[who]);
    roll_query q;
    if (!sq_first_fire_query(state, who, &stand, t, &q)) return true;
    int hits = sq_roll_check(state, CHECK_FIRST_FIRE, &q, t->whom, who, dice, log);
    suffered came = sq_suffer(state, who, hits, q.cover, (facing)q.facing,
                              is_skirmisher(state, t->whom), dice, log);
    if (came == RETREATED) squares_say(log, GG_NOTE, S_REPELLED, who, GG_NO_UNIT);
    return came == STAYS;
}

static void resolve_attack(gg_state *state, gg_unit who, bool moved, const targets *at,
                           gg_dice *dice, gg_log *log)
{
    for (int i = 0; i < at->count; i++) {
        target t = still_ahead(state, who, at->list[i].whom);
        if (t.fronts != 0 && !stands_first_fire(state, who, &t, dice, log)) return;
        if (t.fronts != 0) t = still_ahead(state, who, t.whom);
        if (t.fronts == 0) {
            squares_say(log, GG_NOTE, S_NOT_AHEAD, who, t.whom);
            continue;
        }
        pose stand = pose_of(&state->pieces[who]);
        roll_query q = sq_attack_query(state, who, &stand, &t, moved);
        if (!has_attack_dice(state, &q)) { /* SQ-R41: first fire took them */
            squares_say(log, GG_NOTE, S_NO_DICE_LEFT, who, t.whom);
            continue;
        }
        int hits = sq_roll_check(state, CHECK_ATTACK, &q, who, t.whom, dice, log);
        sq_suffer(state, t.whom, hits, q.cover, (facing)stand.facing, false, dice, log);
    }
}

void sq_resolve_fight(gg_state *state, gg_unit who, const gg_action *action, const targets *at,
                      gg_dice *dice, gg_log *log)
{
    fight f = (fight)action->flags;
    if (f == FIGHT_ATTACK) resolve_attack(state, who, action->item > 0, at, dice, log);
    else resolve_shot(state, who, f, at, dice, log);
}
