/*
 * search.c - one decision of the player that searches.  See search.h.
 * SPDX-License-Identifier: MIT
 */
#include "core/judgement.h"
#include "players/search.h"

#include <string.h>

enum {
    FIRST_SHARE = 2,  /* a half of what a turn has left goes to its first decision, */
    LATER_SHARE = 5,  /* at most a fifth of what is left then to each later one: */
    EVEN_SHARE = 8,   /* an eighth to each where no plan is made for the whole turn, */
    NEED = 2,         /* twice its part of what the turn still needs, as the last turn went, */
    LEAST = 6,        /* but at least so many playouts, */
    LEAST_SHARE = 32, /* and so small a part of the turn's */
    MIX_SHARE = 3,    /* of a secret choice, a third of the playouts mixes the best plans */
};

/* ---- Memory. ---- */

static size_t rounded(size_t bytes) { return (bytes + 63) / 64 * 64; }

/* Everything lies in the room, one after the other. */
gg_search *gg_search_open_in(void *room, const gg_player *self, const gg_decision *d)
{
    const gg_ruleset *rules = d->rules;
    gg_assert(rules->actions_max <= GG_SEARCH_OFFERS && rules->state_bytes <= GG_STATE_BYTES_MAX);
    gg_assert(rules->score_note_bytes <= GG_SEARCH_NOTES);
    gg_search *s = room;
    unsigned char *at = (unsigned char *)room + rounded(sizeof *s);
    memset(s, 0, sizeof *s);
    s->player = self;
    s->rules = rules;
    s->decision = d;
    s->level = d->effort.row != NULL ? d->effort.row : self->level;
    s->memory = d->memory;
    s->side = d->side;
    s->style = d->effort.style != GG_STYLE_OWN ? d->effort.style : s->level->style;
    for (int i = 0; i < GG_SEARCH_GUESSES + 3; i++, at += rounded(rules->state_bytes)) {
        gg_state **state = i < GG_SEARCH_GUESSES        ? &s->guesses[i]
                           : i == GG_SEARCH_GUESSES     ? &s->now
                           : i == GG_SEARCH_GUESSES + 1 ? &s->trial
                                                        : &s->seen;
        *state = (gg_state *)(void *)at;
    }
    s->offers = (gg_action *)(void *)at;
    at += rounded(rules->actions_max * sizeof(gg_action));
    s->notes = memset(at, 0, rules->score_note_bytes);
    at += rounded(rules->score_note_bytes);
    gg_assert(at <= (unsigned char *)room + self->room_bytes);
    s->turn = rules->turn(d->view);
    s->scale = 1;
    s->heads = 1;
    if (s->level->lean > 0) s->leaning = gg_leaning_of("search", rules);
    s->trust = !gg_has_judgement(rules)          ? 0
               : s->level->trust == GG_TRUST_OWN ? (int32_t)rules->judgement->trust
                                                 : s->level->trust;
    const gg_manner *manner = &rules->judgement->manner;
    s->luck = s->level->luck == GG_MANNER_OWN ? manner->luck : s->level->luck;
    s->each = s->level->base == 0               ? 0
              : s->level->each == GG_MANNER_OWN ? manner->each
                                                : s->level->each;
    s->network = s->level->net == GG_NET_OWN ? rules->judgement->network
                 : s->level->net == 1        ? s->level->network
                                             : &gg_no_network;
    return s;
}

gg_search *gg_search_open(const gg_player *self, const gg_decision *d)
{
    return gg_search_open_in(d->room, self, d);
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
    m->usual = m->decisions;
    m->decisions = 0;
    m->blind = gg_dice_bits(s->decision->dice);
}

int64_t gg_search_clock(const gg_search *s)
{
    const gg_progress *progress = s->decision->progress;
    return progress != NULL && progress->now_ms != NULL ? progress->now_ms(progress->to) : 0;
}

/* The part of what is left of the turn: one nth.  A turn of many decisions shares it out among as
 * many as the last one had. */
static uint32_t share_of(const gg_search *s, bool is_first)
{
    const gg_search_memory *m = s->memory;
    const uint32_t left = m->usual > m->decisions ? m->usual - m->decisions : 0;
    if (s->each > 0) return EVEN_SHARE;
    if (is_first) return FIRST_SHARE;
    return left / NEED > LATER_SHARE ? left / NEED : LATER_SHARE;
}

/* An effort in playouts is that and no more.  One in milliseconds has as many playouts as fit in.
 * As the row says: so many playouts, but no longer than the row's time. */
static void take_share(gg_search *s, bool is_first)
{
    const gg_effort *effort = &s->decision->effort;
    const gg_progress *progress = s->decision->progress;
    const uint32_t share = share_of(s, is_first);
    const bool has_clock = progress != NULL && progress->now_ms != NULL;
    const uint32_t turn_ms = effort->turn_ms > 0     ? effort->turn_ms
                             : effort->playouts == 0 ? s->player->thinks_ms
                                                     : 0;
    const bool by_clock = turn_ms > 0 && has_clock;
    uint32_t all = effort->playouts > 0 ? effort->playouts : s->level->playouts;
    if (by_clock && effort->turn_ms > 0 && effort->playouts == 0) all = UINT32_MAX / 2;
    const uint32_t left = all > s->memory->playouts ? all - s->memory->playouts : 0;
    const uint32_t least =
        effort->turn_ms > 0 || all / LEAST_SHARE < LEAST ? LEAST : all / LEAST_SHARE;
    s->playouts_all = s->playouts_max = left / share < least ? least : left / share;
    s->begun_ms = s->begun_all = gg_search_clock(s);
    if (!by_clock) return;
    const int64_t ms = (int64_t)turn_ms - s->memory->ms;
    s->ms_all = s->ms_max = ms / share < 1 ? 1 : ms / share;
}

static void note_spent(gg_search *s)
{
    s->memory->decisions++;
    s->memory->playouts += s->playouts_before + s->playouts;
    s->memory->ms += gg_search_clock(s) - s->begun_all;
    if (!s->hurried) return;
    s->memory->playouts = UINT32_MAX / 2; /* for the rest of the turn as well */
    s->memory->ms = INT32_MAX;
}

/* By playouts or by the clock, whichever is nearer to its end. */
void gg_search_tell(const gg_search *s)
{
    const gg_progress *progress = s->decision->progress;
    if (progress == NULL || s->is_quiet) return;
    const uint64_t done = s->playouts_before + s->playouts, all = s->playouts_all;
    const int64_t ms = s->ms_all > 0 ? gg_search_clock(s) - s->begun_all : 0;
    if (s->ms_all > 0 && (uint64_t)ms * all > done * (uint64_t)s->ms_all)
        progress->told(progress->to, (uint32_t)(ms < s->ms_all ? ms : s->ms_all),
                       (uint32_t)s->ms_all);
    else progress->told(progress->to, (uint32_t)(done < all ? done : all), (uint32_t)all);
}

bool gg_search_pauses(const gg_search *s)
{
    const gg_progress *progress = s->decision->progress;
    return !s->stopped && progress != NULL && progress->pause != NULL
           && progress->pause(progress->to);
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

/* What is left of a plan after this action. */
static void keep_plan(gg_kept *kept, const gg_plan *plan, const gg_bent *bent,
                      const gg_action *chosen)
{
    uint32_t from = 0;
    while (from < plan->count && memcmp(&plan->actions[from], chosen, sizeof *chosen) != 0) from++;
    from = from < plan->count ? from + 1 : 0;
    const uint32_t count = plan->count - from;
    memmove(kept->plan.actions, plan->actions + from, count * sizeof kept->plan.actions[0]);
    memmove(kept->plan.phases, plan->phases + from, count);
    kept->plan.count = count;
    kept->bent = *bent;
}

/* The chosen line, and the best of the others that begin as it does: what lies beyond this action
 * was thought about already. */
static void keep_lines(gg_search *s, const gg_line_of_play *chosen, const gg_action *action)
{
    gg_search_memory *m = s->memory;
    bool is_kept[GG_SEARCH_PLANS] = {false};
    keep_plan(&m->kept[0], &chosen->plan, &chosen->bent, action);
    is_kept[chosen - s->lines] = true;
    for (m->kept_count = 1; m->kept_count < GG_SEARCH_KEPT; m->kept_count++) {
        const gg_line_of_play *best = NULL;
        for (uint32_t i = 0; i < s->line_count; i++) {
            const gg_line_of_play *it = &s->lines[i];
            if (is_kept[i] || it->first != chosen->first || it->count == 0) continue;
            if (best == NULL || gg_line_worth(s, it) > gg_line_worth(s, best)) best = it;
        }
        if (best == NULL) return;
        is_kept[best - s->lines] = true;
        keep_plan(&m->kept[m->kept_count], &best->plan, &best->bent, action);
    }
}

/* A secret plan is carried out as it was made: nothing was seen meanwhile. */
static bool is_carried_out(gg_search *s, bool is_first, gg_action *out)
{
    gg_search_memory *m = s->memory;
    if (is_first || !s->turn.secret || m->kept_count == 0) return false;
    const int32_t next = gg_plan_first(s, &m->kept[0].plan);
    if (next < 0) return false;
    *out = s->decision->offers[next];
    keep_plan(&m->kept[0], &m->kept[0].plan, &m->kept[0].bent, out);
    m->kept_count = 1;
    return true;
}

gg_search *gg_search_begin(const gg_player *self, const gg_decision *d, gg_action *out)
{
    gg_assert(d->count > 0 && d->memory != NULL && d->room != NULL);
    *out = d->offers[0];
    if (d->count == 1) return NULL;
    gg_search *s = gg_search_open(self, d);
    gg_search_memory *m = s->memory;
    const bool went_on = m->began && m->round == s->turn.round && m->phase == s->turn.phase;
    begin_turn(s);
    if (is_carried_out(s, !went_on, out)) return NULL;
    s->seed_all = gg_dice_bits(d->dice);
    take_share(s, m->playouts == 0 || (s->turn.secret && !went_on));
    s->mixes = s->turn.secret && s->level->temperature == 0;
    if (s->mixes) s->playouts_max -= s->playouts_all / MIX_SHARE;
    s->playouts_race = s->playouts_max;
    s->heads = gg_heads_of(s);
    return s;
}

/* The stage that comes after this one. */
static void next_stage(gg_search *s)
{
    if (s->line_count == 0) {
        s->stage = GG_THOUGHT_DONE;
        return;
    }
    if (s->stage == GG_THOUGHT_RACE && s->heads > 1) {
        s->stage = GG_THOUGHT_PLAY_OFF;
        return;
    }
    const bool was_mixed = s->stage == GG_THOUGHT_MIX;
    if (was_mixed) s->best = gg_mix_take(s);
    else s->best = gg_best_line(s);
    s->stage = GG_THOUGHT_DONE;
    if (was_mixed || !s->mixes) return;
    s->playouts_max =
        s->playouts_all > s->playouts_before ? s->playouts_all - s->playouts_before : 0;
    s->ms_max = s->ms_all;
    s->begun_ms = s->begun_all;
    s->stopped = s->hurried;
    if (gg_mix_open(s)) s->stage = GG_THOUGHT_MIX;
}

bool gg_search_go_on(gg_search *s)
{
    while (s->stage != GG_THOUGHT_DONE) {
        const bool is_over = s->stage == GG_THOUGHT_RACE       ? gg_heads_run(s)
                             : s->stage == GG_THOUGHT_PLAY_OFF ? gg_play_off_on(s)
                                                               : gg_mix_on(s);
        if (!is_over) return false;
        next_stage(s);
    }
    return true;
}

void gg_search_take(gg_search *s, gg_action *out)
{
    if (s->best == NULL) {
        *out = gg_policy_choose(s, s->guesses[0], s->side, NULL);
        s->memory->kept_count = 0;
    } else {
        const gg_line_of_play *chosen = s->mixes ? s->best : by_temperature(s, s->best);
        *out = s->decision->offers[chosen->first];
        keep_lines(s, chosen, out);
    }
    note_spent(s);
}

void gg_search_choose(const gg_player *self, const gg_decision *d, gg_action *out)
{
    gg_search *s = gg_search_begin(self, d, out);
    if (s == NULL) return;
    while (!gg_search_go_on(s)) {} /* nobody waits for a pause here */
    gg_search_take(s, out);
}
