/*
 * movement.c - who goes where: the choices and free moves of the fast movement and combined arms
 * phases (CMD-P2 to CMD-P4), and the non-combat phase (chapter 4).
 *
 * A unit goes one sector a phase (CMD-4.3).  Nobody has to go: an order may wait for a later phase
 * (CMD-4.7, CMD-4.16), but what its phase has passed by is gone (CMD-2.12).
 */
#include "commanders.h"

#include <string.h>

/* ---- Both phases judge a line by counting how many units are left after each row of T4. ---- */

typedef struct muster {
    int there, unrouted, unacted, able, unshut, ordered;
} muster;

/* CMD-4.15: two moves, in two different phases, for cavalry alone by the standard numbers. */
static bool has_action_left(const gg_state *state, const unit *u)
{
    return u->actions < moves_of(state, u->type);
}

/* By road neither spent units nor used actions matter (CMD-R50). */
static bool has_strength(const gg_state *state, const unit *u, bool by_road)
{
    if (u->goal != 0) return false; /* already named in this step */
    return by_road || (!is_spent(u) && has_action_left(state, u));
}

/* CMD-R55: enemies that came in since planning keep a garrison from acting on its order. */
static bool is_able(const gg_state *state, const unit *u, bool by_road)
{
    return has_strength(state, u, by_road) && !commanders_is_shut_in(state, u);
}

static bool is_ordered(const gg_state *state, const unit *u, int to, bool by_road)
{
    return by_road ? u->order != 0 : commanders_next_step(state, u) == to;
}

static muster muster_of(const gg_state *state, gg_side side, const gg_action *action, bool by_road)
{
    muster m = {0};
    for (uint64_t left = state->notes.in[side][action->at.x]; left != 0;) {
        const unit *u = commanders_take(state, side, &left);
        if (u->type != action->item) continue;
        m.there++;
        if (is_routed(u)) continue;
        m.unrouted++;
        if (u->type == TYPE_A && !has_action_left(state, u)) continue;
        m.unacted++;
        if (!has_strength(state, u, by_road)) continue;
        m.able++;
        if (commanders_is_shut_in(state, u)) continue;
        m.unshut++;
        m.ordered += is_ordered(state, u, action->at.y, by_road);
    }
    return m;
}

/* The rows that ask for the units: how many, whether the step exists, whether they can. */
static gg_verdict judge_units(const gg_state *state, gg_side side, const gg_action *action,
                              const muster *m, bool by_road)
{
    int count = action->flags, from = action->at.x, to = action->at.y;
    if (m->there < count) return refuse_count(R_TOO_FEW_THERE, m->there, count);
    if (from == to) { /* CMD-R56 */
        const unit *garrison = commanders_garrison(state, from);
        bool at_building = garrison != NULL && side_of(index_of(state, garrison)) != side
                           && action->item == TYPE_I && action->kind == ACTION_GO;
        if (!at_building) return refuse(R_NOT_ADJACENT);
    } else if (!commanders_is_adjacent(from, to)) {
        return refuse(R_NOT_ADJACENT);
    }
    if (to == reserve_of(enemy_of(side))) return refuse(R_ENEMY_RESERVE);
    if (m->unrouted < count) return refuse_count(R_ROUTED, m->unrouted, count);
    if (m->unacted < count) return refuse_count(R_GUNS_ACTED, m->unacted, count);
    if (m->able < count) return refuse_count(R_SPENT, m->able, count);
    if (m->unshut < count) return refuse(R_SHUT_IN);
    if (m->ordered < count && !by_road) return refuse_count(R_NO_ORDER, m->ordered, count);
    return refuse(R_LEGAL);
}

/* CMD-1.6, CMD-1.11, CMD-R51, CMD-R64: guns that only attack take a space in the zone, but do not
 * enter. */
static gg_verdict judge_border(const gg_state *state, gg_side side, const gg_action *action)
{
    int from = action->at.x, to = action->at.y, crossing = 0, all = 0;
    for (uint64_t left = state->notes.in[side][from]; left != 0;) {
        const unit *u = commanders_take(state, side, &left);
        if (u->goal != to + 1) continue;
        all++;
        crossing += u->type != TYPE_A || action->kind != ACTION_GO; /* CMD-R51 */
    }
    bool guns_attack = action->item == TYPE_A && action->kind == ACTION_GO;
    int limit = commanders_border_limit(state, from, to);
    if (all + action->flags > number_border_units(state))
        return refuse_count(R_BORDER_FULL, all + action->flags, number_border_units(state));
    if (!guns_attack && crossing + action->flags > limit)
        return refuse_count(commanders_narrow_reason(state, from, to), crossing + action->flags,
                            limit);
    return refuse(R_LEGAL);
}

/* CMD-R5: those there at the start of the phase, those about to leave too, and those going in. */
static gg_verdict judge_room(const gg_state *state, gg_side side, const gg_action *action)
{
    int to = action->at.y, count = action->flags;
    if (to >= SECTORS) return refuse(R_LEGAL);
    for (int i = first_of(side); i < first_of(side) + UNITS; i++) {
        const unit *u = &state->units[i];
        count += (u->place == to || u->goal == to + 1) && u->number != 0;
    }
    int room = number_sector_room(state);
    return count > room ? refuse_count(R_NO_ROOM, count, room) : refuse(R_LEGAL);
}

/* The lowest numbers that fit (CMD-R35) get the goal. */
static void name_units(gg_state *state, gg_side side, const gg_action *action, int named,
                       bool by_road)
{
    int left = action->flags;
    for (uint64_t there = state->notes.in[side][action->at.x]; there != 0 && left > 0;) {
        unit *u = &state->units[first_of(side) + gg_next_bit(&there)];
        if (u->type != action->item || is_routed(u) || !is_able(state, u, by_road)) continue;
        if (!is_ordered(state, u, action->at.y, by_road)) continue;
        u = commanders_stand_in(state, u);
        u->goal = (uint8_t)(action->at.y + 1);
        u->named = (uint8_t)named;
        left--;
    }
    gg_assert(left == 0);
}

/* ---- Who goes (CMD-P2). ---- */

void commanders_go_open(gg_state *state, gg_log *log)
{
    commanders_note_status(state);
    commanders_tell(log, GG_PHASE, is_fast(state) ? S_PHASE_FAST : S_PHASE_ARMS, GG_NO_UNIT, 0, 0,
                    0);
}

gg_verdict commanders_go_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    int from = action->at.x, to = action->at.y;
    muster m = muster_of(state, side, action, false);
    gg_verdict verdict = judge_units(state, side, action, &m, false);
    if (verdict.reason != R_LEGAL) return verdict;
    bool is_friendly = from != to && commanders_is_friendly(state, side, to);
    if (is_fast(state) && action->item != TYPE_C) return refuse(R_NOT_FAST);
    if (action->item == TYPE_A && is_friendly) return refuse(R_GUNS_STAY);
    if (is_fast(state)
        && (commanders_has(state, from, FOREST) || commanders_has(state, to, FOREST)))
        return refuse(R_FAST_IN_FOREST);
    if (from >= SECTORS && !is_friendly && state->held[to] == enemy_of(side))
        return refuse(R_FROM_RESERVE);
    verdict = judge_border(state, side, action);
    if (verdict.reason != R_LEGAL || !is_friendly) return verdict;
    return judge_room(state, side, action);
}

void commanders_go_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                         gg_log *log)
{
    (void)dice, (void)log;
    name_units(state, side, action, 0, false);
}

/* ---- Offers of both phases: all that can go together, and one alone. ---- */

typedef struct group {
    uint8_t type, from, to, count;
} group;
enum { GROUPS_MAX = UNITS };

static int add_to_groups(group *groups, int count, const unit *u, int to)
{
    for (int i = 0; i < count; i++) {
        if (groups[i].type != u->type || groups[i].from != u->place || groups[i].to != to) continue;
        groups[i].count++;
        return count;
    }
    groups[count] = (group){.type = u->type, .from = u->place, .to = (uint8_t)to, .count = 1};
    return count + 1;
}

/* Whom this side has told to go so far. */
typedef struct ledger {
    const unit *goers[UNITS];
    int count, by_road;
} ledger;

/* One look at all units: who has been told to go, and who could be, in groups.  Fast movement is
 * for cavalry alone: what the others are ordered is not even looked at. */
static int gather_groups(const gg_state *state, gg_side side, group *groups, ledger *l)
{
    int count = 0;
    const bool is_for_cavalry = is_fast(state);
    const unit *first = &state->units[first_of(side)];
    const order *plan = state->plan[side];
    const int moves[TYPES] = {moves_of(state, TYPE_I), moves_of(state, TYPE_C),
                              moves_of(state, TYPE_A)};
    l->count = l->by_road = 0;
    for (const unit *u = first; u < first + UNITS; u++) {
        if ((u->goal | u->order) == 0 || !is_on_board(u)) continue;
        if (u->goal != 0) { /* so it is not asked again */
            l->goers[l->count++] = u;
            l->by_road += u->named == NAMED_ROAD;
            continue;
        }
        if ((is_for_cavalry && u->type != TYPE_C) || u->actions >= moves[u->type]) continue;
        if ((u->status & (ROUTED | SPENT)) != 0 || commanders_is_shut_in(state, u)) continue;
        int to = commanders_step_by(&plan[u->order - 1], u);
        if (to != NO_SECTOR) count = add_to_groups(groups, count, u, to);
    }
    return count;
}

/* How many of a group may go over its border and find room, as judge_border and judge_room say. */
static int most_over(const gg_state *state, gg_side side, const ledger *l, const group *g,
                     bool guns_attack, bool by_room)
{
    int all = 0, guns = 0, going = 0;
    for (int i = 0; i < l->count; i++) {
        const unit *u = l->goers[i];
        if (u->goal != g->to + 1) continue;
        const bool is_beside = u->place == g->from;
        all += is_beside;
        guns += is_beside && u->type == TYPE_A;
        going += u->goal != u->place + 1;
    }
    int most = least(g->count, number_border_units(state) - all);
    if (!guns_attack || g->type != TYPE_A)
        most = least(most, commanders_border_limit(state, g->from, g->to)
                               - (guns_attack ? all - guns : all));
    if (by_room && g->to < SECTORS && most > 0)
        most = least(most,
                     number_sector_room(state) - commanders_units_in(state, side, g->to) - going);
    return most < 0 ? 0 : most;
}

static bool is_into_own(const gg_state *state, gg_side side, const group *g)
{
    return g->from != g->to && commanders_is_friendly(state, side, g->to);
}

/* Would commanders_go_legal let such units go there, if they have the order and find room? */
static bool may_go(const gg_state *state, gg_side side, const group *g)
{
    bool is_friendly = is_into_own(state, side, g);
    if (is_fast(state)) {
        if (g->type != TYPE_C) return false;
        if (commanders_has(state, g->from, FOREST) || commanders_has(state, g->to, FOREST))
            return false;
    }
    if (g->type == TYPE_A && is_friendly) return false;
    if (g->from >= SECTORS && !is_friendly
        && (g->to >= SECTORS || state->held[g->to] == enemy_of(side)))
        return false;
    if (g->from != g->to) return true;
    const unit *garrison = commanders_garrison(state, g->from); /* CMD-R56 */
    return garrison != NULL && side_of(index_of(state, garrison)) != side && g->type == TYPE_I;
}

/* The most of the group that commanders_go_legal allows. */
static int most_go(const gg_state *state, gg_side side, const ledger *l, const group *g)
{
    if (!may_go(state, side, g)) return 0;
    return most_over(state, side, l, g, true, is_into_own(state, side, g));
}

static uint32_t offer_group(action_kind kind, const group *g, int most, gg_action *out,
                            uint32_t count, uint32_t limit)
{
    if (most > 0)
        count = put_offer(out, count, limit, make_troops(kind, most, g->type, g->from, g->to));
    if (most > 1)
        count = put_offer(out, count, limit, make_troops(kind, 1, g->type, g->from, g->to));
    return count;
}

uint32_t commanders_go_offer(const gg_state *state, gg_side side, gg_action *out, uint32_t limit)
{
    group groups[GROUPS_MAX];
    ledger l;
    int group_count = gather_groups(state, side, groups, &l);
    uint32_t count = put_offer(out, 0, limit, make_action(ACTION_READY));
    for (int i = 0; i < group_count && count < limit; i++)
        count = offer_group(ACTION_GO, &groups[i], most_go(state, side, &l, &groups[i]), out, count,
                            limit);
    return count;
}

/* ---- Who is asked (CMD-R63): whether somebody might act, by what both sides know.  Asked when the
 * step begins, and nobody has chosen anything. ---- */

typedef bool step_test(const gg_state *, gg_side, const group *);

static bool has_room_for_one(const gg_state *state, gg_side side, int to)
{
    return to >= SECTORS || commanders_units_in(state, side, to) < number_sector_room(state);
}

/* Is there a step that an order for this unit could name?  A step that was tried and not achieved
 * is tried again (CMD-R3); by road any order does (CMD-R50). */
static bool might_step(const gg_state *state, gg_side side, const unit *u, step_test *may,
                       bool by_road)
{
    group g = {.type = u->type, .from = u->place, .to = u->place, .count = 1};
    if (u->actions > 0 && u->done == 0 && !by_road) {
        g.to = (uint8_t)(u->tried[0] - 1);
        return may(state, side, &g);
    }
    for (const uint8_t *near = commanders_near[u->place]; *near != NO_SECTOR; near++) {
        g.to = *near;
        if (*near != reserve_of(enemy_of(side)) && may(state, side, &g)) return true;
    }
    g.to = u->place;
    return may(state, side, &g);
}

static bool might_any(const gg_state *state, gg_side side, step_test *may, bool by_road)
{
    const bool is_for_cavalry = is_fast(state); /* what may_go would say of each of the others */
    bool has_more = commanders_may_have_more_orders(state, side);
    for (int i = first_of(side); i < first_of(side) + UNITS; i++) {
        const unit *u = &state->units[i];
        if (is_for_cavalry && u->type != TYPE_C) continue;
        if (!is_on_board(u) || is_routed(u) || (u->actions == 0 && !has_more)) continue;
        if (is_able(state, u, by_road) && might_step(state, side, u, may, by_road)) return true;
    }
    return false;
}

static bool might_go(const gg_state *state, gg_side side, const group *g)
{
    return may_go(state, side, g)
           && (!is_into_own(state, side, g) || has_room_for_one(state, side, g->to));
}

bool commanders_go_asks(const gg_state *state, gg_side side)
{
    (void)side;
    return might_any(state, GG_BLUE, might_go, false) || might_any(state, GG_RED, might_go, false);
}

/* ---- The choices are shown. ---- */

typedef struct crowd {
    uint8_t goers[2][GROUNDS]; /* on their way into a place, by side */
    uint16_t holders[2];       /* places where somebody belongs, by bit (CMD-R6) */
    uint8_t all;               /* that go */
    uint8_t units[ALL_UNITS];  /* who they are */
} crowd;

static void count_side(const gg_state *state, gg_side side, crowd *c)
{
    const unit *first = &state->units[first_of(side)];
    unsigned holders = 0;
    for (const unit *u = first; u < first + UNITS; u++) {
        const bool holds = u->number != 0 && (u->status & (ROUTED | INSIDE)) == 0;
        holders |= (unsigned)holds << u->place;
        if (u->goal == 0 || !is_on_board(u) || is_routed(u)) continue;
        c->units[c->all++] = (uint8_t)index_of(state, u);
        c->goers[side][u->goal - 1] += u->goal != u->place + 1;
    }
    c->holders[side] = (uint16_t)holders;
}

static crowd crowd_of(const gg_state *state)
{
    crowd c;
    memset(c.goers, 0, sizeof c.goers);
    c.all = 0;
    count_side(state, GG_BLUE, &c);
    count_side(state, GG_RED, &c);
    return c;
}

static bool is_held(const crowd *c, gg_side side, int place)
{
    return (c->holders[side] >> place & 1) != 0;
}

static uint8_t walk_in(gg_state *, crowd, bool is_chosen, gg_log *);

static uint8_t end_without_combat(gg_state *state, gg_log *log)
{
    commanders_settle_fight(state, log);
    return commanders_phase_ends(state, log);
}

uint8_t commanders_go_close(gg_state *state, gg_log *log)
{
    crowd c = crowd_of(state);
    state->pass = 0;
    if (c.all == 0) return end_without_combat(state, log);
    commanders_reveal(log, ACTION_GO);
    bool is_changed = false;
    for (int n = 0; n < c.all; n++) {
        const gg_unit i = c.units[n];
        unit *u = &state->units[i];
        int goal = u->goal - 1;
        is_changed |= is_inside(u);
        u->status &= (uint8_t)~INSIDE; /* CMD-R55: a garrison that acts has left its building */
        commanders_tell(log, GG_MOVE, S_GOES, i, u->place, goal, 0);
        if (u->place < SECTORS || state->held[goal] != GG_NOBODY) continue;
        if (c.goers[enemy_of(side_of(i))][goal] == 0) continue;
        u->goal = 0; /* CMD-R54 */
        is_changed = true;
        commanders_tell(log, GG_NOTE, S_LAPSES, i, u->place, goal, 0);
    }
    return walk_in(state, is_changed ? crowd_of(state) : c, false, log);
}

/* ---- Free moves and walk-ins (CMD-P3, CMD-P4). ---- */

static bool walks(const gg_state *state, const crowd *c, const unit *u)
{
    if (u->goal == 0 || u->goal == u->place + 1 || u->type == TYPE_A) return false;
    gg_side side = side_of(index_of(state, u)), enemy = enemy_of(side);
    int goal = u->goal - 1;
    if (commanders_is_friendly(state, side, goal))
        return state->pass == 0; /* CMD-4.8, CMD-R32: before any combat */
    if (state->held[goal] == GG_NOBODY)
        return state->pass == 0 && c->goers[enemy][goal] == 0; /* CMD-4.9 */
    return state->pass > 0 && !is_held(c, enemy, goal);
}

/* Who walks into a sector that is not the side's own. */
static entry walkers_into(const gg_state *state, const crowd *c, gg_side side, int goal)
{
    entry e = {.room = goal >= SECTORS || state->held[goal] == side
                           ? UNITS
                           : number_sector_room(state) - commanders_units_in(state, side, goal)};
    for (int n = 0; n < c->all; n++) {
        const gg_unit i = c->units[n];
        if (state->units[i].goal == goal + 1 && side_of(i) == side
            && walks(state, c, &state->units[i]))
            e.units[e.count++] = (uint8_t)i;
    }
    commanders_sort(state, e.units, e.count);
    return e;
}

static bool is_room_short(const gg_state *state, const crowd *c, gg_side side)
{
    for (int goal = 0; goal < SECTORS; goal++) {
        if (c->goers[side][goal] < 2 || state->held[goal] == side)
            continue; /* one alone has no choice */
        entry e = walkers_into(state, c, side, goal);
        if (e.room > 0 && e.count > e.room) return true;
    }
    return false;
}

bool commanders_room_asks(const gg_state *state, gg_side side)
{
    crowd c = crowd_of(state);
    return is_room_short(state, &c, side);
}

/* What `enter` may still name: units of this goal, not yet named, while there is room. */
gg_verdict commanders_judge_entry(const gg_state *state, const entry *e, const gg_action *action)
{
    int fitting = 0, named = 0;
    for (int i = 0; i < e->count; i++) {
        const unit *u = &state->units[e->units[i]];
        named += u->named != 0;
        fitting += u->named == 0 && u->type == action->item && u->place == action->at.x;
    }
    if (fitting < action->flags) return refuse_count(R_MAY_NOT_ENTER, fitting, action->flags);
    if (named + action->flags > e->room)
        return refuse_count(R_TOO_MANY_ENTER, named + action->flags, e->room);
    return refuse(R_LEGAL);
}

gg_verdict commanders_room_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    if (action->kind == ACTION_STAY) return refuse(R_MUST_ENTER);
    crowd c = crowd_of(state);
    int goal = action->at.y;
    if (goal >= SECTORS) return refuse_count(R_MAY_NOT_ENTER, 0, action->flags);
    entry e = walkers_into(state, &c, side, goal);
    if (e.count <= e.room) return refuse_count(R_MAY_NOT_ENTER, 0, action->flags);
    return commanders_judge_entry(state, &e, action);
}

void commanders_room_apply(gg_state *state, gg_side side, const gg_action *action)
{
    crowd c = crowd_of(state);
    entry e = walkers_into(state, &c, side, action->at.y);
    int left = action->flags;
    for (int i = 0; i < e.count && left > 0; i++) {
        unit *u = &state->units[e.units[i]];
        if (u->named != 0 || u->type != action->item || u->place != action->at.x) continue;
        u->named = 1;
        left--;
    }
}

uint32_t commanders_room_offer(const gg_state *state, gg_side side, gg_action *out, uint32_t limit)
{
    crowd c = crowd_of(state);
    uint32_t count = put_offer(out, 0, limit, make_action(ACTION_READY));
    for (int goal = 0; goal < SECTORS; goal++) {
        entry e = walkers_into(state, &c, side, goal);
        if (e.count <= e.room) continue;
        group groups[GROUPS_MAX];
        int group_count = 0, named = 0;
        for (int i = 0; i < e.count; i++) {
            const unit *u = &state->units[e.units[i]];
            if (u->named == 0) group_count = add_to_groups(groups, group_count, u, goal);
            else named++;
        }
        for (int i = 0; i < group_count; i++)
            count = offer_group(ACTION_ENTER, &groups[i], least(groups[i].count, e.room - named),
                                out, count, limit);
    }
    return count;
}

/* A unit goes into a sector by its order: that is an action, and a step of its path. */
void commanders_step_into(gg_state *state, unit *u, int goal, gg_log *log, saying words)
{
    commanders_tell(log, GG_MOVE, words, index_of(state, u), u->place, goal, 0);
    u->from = (uint8_t)(u->place + 1);
    commanders_put(state, u, goal);
    u->goal = 0;
    u->status &= (uint8_t)~INSIDE;
}

void commanders_use_action(unit *u, int goal)
{
    gg_assert(u->actions < MOVES_MAX);
    u->tried[u->actions++] = (uint8_t)(goal + 1);
    u->deeds |= ACTED;
}

/* Off the field: nothing of what it was there goes with it but its name, and a battery's token
 * leaves with it (CMD-R66). */
void commanders_take_off(gg_state *state, unit *u, int place)
{
    commanders_put(state, u, place);
    u->status = 0;
    u->goal = u->zone = u->named = 0;
    if (place != PLACE_BOX) u->token = 0;
}

/* CMD-9.4, CMD-R20: what lies there still; who has fled is out of reach. */
void commanders_capture_routed(gg_state *state, gg_side by, int sector, gg_log *log)
{
    const gg_side enemy = enemy_of(by);
    for (uint64_t there = state->notes.in[enemy][sector]; there != 0;) {
        const gg_unit i = (gg_unit)(first_of(enemy) + gg_next_bit(&there));
        unit *u = &state->units[i];
        if (!is_routed(u) || is_inside(u)) continue;
        commanders_tell(log, GG_LOSS, S_CAPTURED, i, sector, 0, 0);
        commanders_take_off(state, u, PLACE_TAKEN);
    }
}

/* The same in all sectors that a side has entered, by bit. */
void commanders_capture_in(gg_state *state, const uint16_t entered[2], gg_log *log)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        for (uint64_t sectors = entered[side]; sectors != 0;)
            commanders_capture_routed(state, side, gg_next_bit(&sectors), log);
}

/* Those named first, then the others in unit order, as far as there is room (CMD-4.12). */
static int walk_into(gg_state *state, const entry *e, int goal, gg_log *log)
{
    int room = e->room, moved = 0;
    bool goes_in[UNITS] = {false};
    for (int pass = 1; pass >= 0; pass--) {
        for (int i = 0; i < e->count && room > 0; i++) {
            if (goes_in[i] || (state->units[e->units[i]].named != 0) != (pass == 1)) continue;
            goes_in[i] = true;
            room--;
        }
    }
    for (int i = 0; i < e->count; i++) {
        unit *u = &state->units[e->units[i]];
        u->named = 0;
        if (goes_in[i]) {
            commanders_use_action(u, goal);
            u->done++;
            commanders_step_into(state, u, goal, log, state->pass == 0 ? S_MOVES : S_WALKS_IN);
            moved++;
        } else {
            commanders_tell(log, GG_NOTE, S_NO_ROOM, e->units[i], u->place, goal, 0);
            u->goal = 0; /* it keeps its action */
        }
    }
    return moved;
}

/* Does this unit's going lead to a fight?  Asked when nobody walks in any more (CMD-P5). */
static bool fights(const gg_state *state, const crowd *c, const unit *u)
{
    int goal = u->goal - 1;
    if (goal == u->place) return commanders_garrison(state, goal) != NULL;
    gg_side enemy = enemy_of(side_of(index_of(state, u)));
    if (state->held[goal] == GG_NOBODY) return c->goers[enemy][goal] > 0;
    return state->held[goal] == enemy && is_held(c, enemy, goal);
}

static int count_fights(gg_state *state, const crowd *c, gg_log *log)
{
    int count = 0;
    for (int n = 0; n < c->all; n++) {
        const gg_unit i = c->units[n];
        unit *u = &state->units[i];
        if (u->goal == 0) continue;
        if (fights(state, c, u)) {
            count++;
            continue;
        }
        commanders_tell(log, GG_NOTE, S_NO_FIGHT, i, u->place, 0, 0);
        u->goal = 0; /* CMD-R53 */
    }
    return count;
}

/* Everybody who walks in, does; returns how many. */
static int walk_all(gg_state *state, const crowd *c, gg_log *log)
{
    int moved = 0;
    uint16_t entered[2] = {0, 0};
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        for (int goal = 0; goal < GROUNDS; goal++) {
            if (c->goers[side][goal] == 0) continue;
            entry e = walkers_into(state, c, side, goal);
            int count = walk_into(state, &e, goal, log);
            if (count > 0 && goal < SECTORS) entered[side] |= (uint16_t)(1u << goal);
            moved += count;
        }
    }
    commanders_capture_in(state, entered, log);
    return moved;
}

/* Pass after pass until nobody walks in any more, or somebody has to choose who does (`is_chosen`:
 * that has been done for the present pass). */
static uint8_t walk_in(gg_state *state, crowd c, bool is_chosen, gg_log *log)
{
    for (;; is_chosen = false) {
        if (!is_chosen && (is_room_short(state, &c, GG_BLUE) || is_room_short(state, &c, GG_RED)))
            return stage_at(state, STEP_ROOM);
        int moved = c.all > 0 ? walk_all(state, &c, log) : 0;
        if (moved > 0) c = crowd_of(state);
        if (state->pass == 0) state->pass = 1;
        else if (moved == 0) break;
    }
    if (count_fights(state, &c, log) == 0) return end_without_combat(state, log);
    return stage_at(state, state->pass == 1 ? STEP_RETREAT : STEP_DIVIDE);
}

uint8_t commanders_make_room(gg_state *state, gg_log *log)
{
    return walk_in(state, crowd_of(state), false, log);
}

uint8_t commanders_room_close(gg_state *state, gg_log *log)
{
    bool is_said = false;
    for (int i = 0; i < ALL_UNITS; i++) is_said |= state->units[i].named != 0;
    if (is_said) commanders_reveal(log, ACTION_ENTER);
    return walk_in(state, crowd_of(state), true, log);
}

/* ---- The non-combat phase (CMD-4.6, CMD-R47, CMD-R50). ---- */

void commanders_move_open(gg_state *state, gg_log *log)
{
    commanders_note_status(state);
    commanders_tell(log, GG_PHASE, S_PHASE_MOVE, GG_NO_UNIT, 0, 0, 0);
}

/* CMD-R48: what only a marker holds may be moved into. */
static bool is_enemy_ground(const gg_state *state, gg_side side, int to)
{
    gg_side enemy = enemy_of(side);
    return to < SECTORS && state->held[to] == enemy && commanders_units_in(state, enemy, to) > 0;
}

static gg_verdict judge_road(const gg_state *state, gg_side side, const gg_action *action,
                             const muster *m)
{
    int by_road = action->flags;
    if (!commanders_border_has(state, action->at.x, action->at.y, ROAD)) return refuse(R_NO_ROAD);
    if (action->item == TYPE_A) return refuse(R_ROAD_GUNS);
    if (m->ordered < action->flags) return refuse_count(R_ROAD_NO_ORDER, m->ordered, action->flags);
    for (int i = first_of(side); i < first_of(side) + UNITS; i++)
        by_road += state->units[i].named == NAMED_ROAD;
    int most = number_road_units(state);
    return by_road > most ? refuse_count(R_ROAD_FULL, by_road, most) : refuse(R_LEGAL);
}

gg_verdict commanders_move_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    int from = action->at.x, to = action->at.y;
    bool by_road = action->kind == ACTION_ROAD;
    muster m = muster_of(state, side, action, by_road);
    gg_verdict verdict = judge_units(state, side, action, &m, by_road);
    if (verdict.reason != R_LEGAL) return verdict;
    if (action->item == TYPE_A && !by_road) {
        reason stopped = commanders_guns_stopped(state, from, to);
        if (stopped != R_LEGAL) return refuse(stopped);
    }
    verdict = judge_border(state, side, action);
    if (verdict.reason != R_LEGAL) return verdict;
    bool is_enemy = is_enemy_ground(state, side, to);
    if (!is_enemy) verdict = judge_room(state, side, action);
    if (verdict.reason != R_LEGAL) return verdict;
    if (is_enemy) return refuse(R_ENEMY_SECTOR);
    return by_road ? judge_road(state, side, action, &m) : verdict;
}

void commanders_move_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                           gg_log *log)
{
    (void)dice, (void)log;
    bool by_road = action->kind == ACTION_ROAD;
    name_units(state, side, action, by_road ? NAMED_ROAD : NAMED_MOVE, by_road);
}

static int gather_by_road(const gg_state *state, gg_side side, group *groups)
{
    int count = 0;
    unsigned sectors = 0; /* with a road out of them, by bit */
    for (int border = 0; border < BORDERS; border++)
        if ((state->borders[border] & ROAD) != 0)
            sectors |=
                1u << commanders_border_ends[border][0] | 1u << commanders_border_ends[border][1];
    for (int i = first_of(side); i < first_of(side) + UNITS; i++) {
        const unit *u = &state->units[i];
        if (u->order == 0 || u->type == TYPE_A || (sectors >> u->place & 1) == 0) continue;
        if (is_routed(u) || !is_able(state, u, true)) continue;
        for (const uint8_t *to = commanders_near[u->place]; *to != NO_SECTOR; to++)
            if (count < GROUPS_MAX && commanders_border_has(state, u->place, *to, ROAD))
                count = add_to_groups(groups, count, u, *to);
    }
    return count;
}

/* Would commanders_move_legal let such units move there, if they have the order and find room? */
static bool may_move(const gg_state *state, gg_side side, const group *g)
{
    if (is_enemy_ground(state, side, g->to) || g->from == g->to) return false;
    return g->type != TYPE_A || commanders_guns_stopped(state, g->from, g->to) == R_LEGAL;
}

static bool might_move(const gg_state *state, gg_side side, const group *g)
{
    return may_move(state, side, g) && has_room_for_one(state, side, g->to);
}

static bool might_take_road(const gg_state *state, gg_side side, const group *g)
{
    return g->type != TYPE_A && commanders_border_has(state, g->from, g->to, ROAD)
           && might_move(state, side, g);
}

/* CMD-R63 */
bool commanders_move_asks(const gg_state *state, gg_side nobody)
{
    (void)nobody;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        if (might_any(state, side, might_move, false)) return true;
        if (state->options[OPT_terrain] && might_any(state, side, might_take_road, true))
            return true;
    }
    return false;
}

/* The most of the group that commanders_move_legal allows. */
static int most_move(const gg_state *state, gg_side side, const ledger *l, const group *g,
                     bool by_road)
{
    if (!may_move(state, side, g)) return 0;
    int most = most_over(state, side, l, g, false, true);
    return by_road ? least(most, number_road_units(state) - l->by_road) : most;
}

uint32_t commanders_move_offer(const gg_state *state, gg_side side, gg_action *out, uint32_t limit)
{
    group groups[GROUPS_MAX];
    ledger l;
    int group_count = gather_groups(state, side, groups, &l);
    uint32_t count = put_offer(out, 0, limit, make_action(ACTION_READY));
    for (int i = 0; i < group_count; i++)
        count = offer_group(ACTION_MOVE, &groups[i], most_move(state, side, &l, &groups[i], false),
                            out, count, limit);
    if (!state->options[OPT_terrain]) return count;
    group_count = gather_by_road(state, side, groups);
    for (int i = 0; i < group_count; i++)
        count = offer_group(ACTION_ROAD, &groups[i], most_move(state, side, &l, &groups[i], true),
                            out, count, limit);
    return count;
}

/* CMD-4.6: two sides into one neutral sector: neither moves.  CMD-R48: an owner goes first. */
static bool is_let_in(const gg_state *state, const crowd *c, const unit *u)
{
    gg_side side = side_of(index_of(state, u));
    int goal = u->goal - 1;
    return commanders_is_friendly(state, side, goal) || c->goers[enemy_of(side)][goal] == 0;
}

uint8_t commanders_move_close(gg_state *state, gg_log *log)
{
    crowd c = crowd_of(state);
    uint16_t entered[2] = {0, 0};
    bool by_road = false;
    for (int n = 0; n < c.all; n++) by_road |= state->units[c.units[n]].named == NAMED_ROAD;
    if (c.all > 0) commanders_reveal(log, ACTION_MOVE);
    if (by_road) commanders_reveal(log, ACTION_ROAD);
    for (int n = 0; n < c.all; n++) {
        const gg_unit i = c.units[n];
        unit *u = &state->units[i];
        int goal = u->goal - 1;
        if (is_let_in(state, &c, u)) {
            if (u->named == NAMED_MOVE) {
                commanders_use_action(u, goal);
                u->done++;
            }
            if (goal < SECTORS) entered[side_of(i)] |= (uint16_t)(1u << goal);
            commanders_step_into(state, u, goal, log, S_MOVES);
        } else {
            commanders_tell(log, GG_NOTE, S_BOTH_MOVE, i, u->place, goal, 0);
            u->goal = 0;
        }
        u->named = 0;
    }
    commanders_capture_in(state, entered, log);
    return commanders_phase_ends(state, log);
}
