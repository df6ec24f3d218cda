/*
 * search.c - one decision of the player that searches.  See search.h.
 */
#include "core/judgement.h"
#include "players/search.h"

#include <string.h>

enum {
    FIRST_SHARE = 2,  /* a half of what a turn has left goes to its first decision, */
    LATER_SHARE = 5,  /* a fifth of what is left then to each later one, */
    LEAST = 6,        /* but at least so many playouts, */
    LEAST_SHARE = 32, /* and so small a part of the turn's */
    MIX_SHARE = 3,    /* of a secret choice, a third of the playouts mixes the best plans */
};

/* ---- Memory. ---- */

static size_t rounded(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

/* Everything lies in the caller's room, one after the other. */
gg_search *gg_search_open(const gg_player *self, const gg_decision *d)
{
    const gg_ruleset *rules = d->rules;
    gg_assert(rules->actions_max <= GG_SEARCH_OFFERS && rules->state_bytes <= GG_STATE_BYTES_MAX);
    gg_search *s = d->room;
    unsigned char *at = (unsigned char *)d->room + rounded(sizeof *s);
    memset(s, 0, sizeof *s);
    s->rules = rules;
    s->decision = d;
    s->level = d->effort.row != NULL ? d->effort.row : self->level;
    s->memory = d->memory;
    s->side = d->side;
    s->style = d->effort.style != GG_STYLE_OWN ? d->effort.style : s->level->style;
    for (int i = 0; i < GG_SEARCH_GUESSES + 3; i++, at += rounded(rules->state_bytes)) {
        gg_state **state = i < GG_SEARCH_GUESSES ? &s->guesses[i]
                         : i == GG_SEARCH_GUESSES ? &s->now
                         : i == GG_SEARCH_GUESSES + 1 ? &s->trial : &s->seen;
        *state = (gg_state *)(void *)at;
    }
    s->offers = (gg_action *)(void *)at;
    at += rules->actions_max * sizeof(gg_action);
    gg_assert(at <= (unsigned char *)d->room + self->room_bytes);
    s->turn = rules->turn(d->view);
    s->scale = 1;
    s->leaning = gg_leaning_of("search", rules);
    s->trust = !gg_has_judgement(rules) ? 0
               : s->level->trust == GG_TRUST_OWN ? (int32_t)rules->trust : s->level->trust;
    return s;
}

/* ---- The share of this decision. ---- */

static void begin_turn(gg_search *s)
{
    gg_search_memory *m = s->memory;
    const bool same = m->began && m->round == s->turn.round && s->turn.phase >= m->phase;
    m->phase = s->turn.phase;
    m->round = s->turn.round;
    if (same) return;
    m->began = true;
    m->first_phase = s->turn.phase;
    m->playouts = 0;
    m->ms = 0;
    m->blind = gg_dice_bits(s->decision->dice);
}

/* An effort in playouts is that and no more.  One in milliseconds has as many playouts as fit in.
 * As the row says: so many playouts, but no longer than the row's time. */
static void take_share(gg_search *s, const gg_player *self, bool is_first)
{
    const gg_effort *effort = &s->decision->effort;
    const gg_progress *progress = s->decision->progress;
    const uint32_t share = is_first ? FIRST_SHARE : LATER_SHARE;
    const bool has_clock = progress != NULL && progress->now_ms != NULL;
    const uint32_t turn_ms = effort->turn_ms > 0 ? effort->turn_ms
                           : effort->playouts == 0 ? self->thinks_ms : 0;
    const bool by_clock = turn_ms > 0 && has_clock;
    uint32_t all = effort->playouts > 0 ? effort->playouts : s->level->playouts;
    if (by_clock && effort->turn_ms > 0 && effort->playouts == 0) all = UINT32_MAX / 2;
    const uint32_t left = all > s->memory->playouts ? all - s->memory->playouts : 0;
    const uint32_t least = effort->turn_ms > 0 || all / LEAST_SHARE < LEAST ? LEAST
                                                                             : all / LEAST_SHARE;
    s->playouts_max = left / share < least ? least : left / share;
    if (has_clock) s->begun_ms = progress->now_ms(progress->to);
    if (!by_clock) return;
    const int64_t ms = (int64_t)turn_ms - s->memory->ms;
    s->ms_max = ms / share < 1 ? 1 : ms / share;
}

static void note_spent(gg_search *s)
{
    const gg_progress *progress = s->decision->progress;
    s->memory->playouts += s->playouts;
    if (progress != NULL && progress->now_ms != NULL)
        s->memory->ms += progress->now_ms(progress->to) - s->begun_ms;
}

/* ---- Choosing. ---- */

/* Among plans that are nearly as good, by how much worse they are: 2^-(worse / temperature). */
static gg_line_of_play *by_temperature(gg_search *s, gg_line_of_play *best)
{
    const int64_t heat = s->level->temperature, most = gg_line_worth(s, best);
    uint64_t weights[GG_SEARCH_PLANS], all = 0;
    if (heat == 0) return best;
    for (uint32_t i = 0; i < s->line_count; i++) {
        const int64_t worse = most - gg_line_worth(s, &s->lines[i]);
        weights[i] = worse / heat > 15 ? 0 : UINT64_C(65536) >> (worse / heat);
        all += weights[i];
    }
    uint64_t at = gg_dice_bits(&s->dice) % all;
    for (uint32_t i = 0; i < s->line_count; i++) {
        if (at < weights[i]) return &s->lines[i];
        at -= weights[i];
    }
    return best;
}

/* What is left of the plan after this action. */
static void keep_plan(gg_search *s, const gg_plan *plan, const gg_action *chosen)
{
    gg_plan *kept = &s->memory->plan;
    uint32_t from = 0;
    while (from < plan->count && memcmp(&plan->actions[from], chosen, sizeof *chosen) != 0)
        from++;
    from = from < plan->count ? from + 1 : 0;
    const uint32_t count = plan->count - from;
    memmove(kept->actions, plan->actions + from, count * sizeof kept->actions[0]);
    memmove(kept->phases, plan->phases + from, count);
    kept->count = count;
}

/* A secret plan is carried out as it was made: nothing was seen meanwhile. */
static bool is_carried_out(gg_search *s, bool is_first, gg_action *out)
{
    const int32_t next = is_first ? -1 : gg_plan_first(s, &s->memory->plan);
    if (next < 0 || !s->turn.secret) return false;
    *out = s->decision->offers[next];
    keep_plan(s, &s->memory->plan, out);
    return true;
}

/* Where both choose in secret, and nothing is hidden from before, the view is a world by itself:
 * the other side has still everything to choose.  Later it has, and is guessed at; but a guess is
 * not likely to be right, so every other world has the bare view then. */
static bool is_bare(const gg_search *s, int world)
{
    return s->turn.secret
           && (s->memory->first_phase == s->turn.phase || world >= s->level->guesses);
}

static void look_about(gg_search *s)
{
    s->seed = gg_dice_bits(s->decision->dice);
    s->dice = gg_dice_random(~s->seed);
    for (int i = 0; i < GG_SEARCH_GUESSES; i++)
        if (is_bare(s, i)) memcpy(s->guesses[i], s->decision->view, s->rules->state_bytes);
        else s->rules->guess(s->decision->view, s->side, &s->dice, s->guesses[i]);
    gg_policy_weigh(s);
}

void gg_search_choose(const gg_player *self, const gg_decision *d, gg_action *out)
{
    gg_assert(d->count > 0 && d->memory != NULL && d->room != NULL);
    *out = d->offers[0];
    if (d->count == 1) return;
    gg_search *s = gg_search_open(self, d);
    gg_search_memory *m = s->memory;
    const uint16_t round = m->round;
    const uint8_t phase = m->phase;
    const bool went_on = m->began && round == s->turn.round && phase == s->turn.phase;
    begin_turn(s);
    if (is_carried_out(s, !went_on, out)) return;
    look_about(s);
    take_share(s, self, m->playouts == 0 || (s->turn.secret && !went_on));
    const uint32_t all = s->playouts_max;
    const bool mixes = s->turn.secret && s->level->temperature == 0;
    if (mixes) s->playouts_max = all - all / MIX_SHARE;
    gg_line_of_play *best = gg_race(s);
    if (best == NULL) {
        *out = gg_policy_choose(s, s->guesses[0], s->side, NULL);
        m->plan.count = 0;
    } else {
        s->playouts_max = all;
        best = mixes ? gg_mix(s, best) : by_temperature(s, best);
        *out = d->offers[best->first];
        keep_plan(s, &best->plan, out);
    }
    note_spent(s);
}
