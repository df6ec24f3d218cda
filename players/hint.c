/*
 * hint.c - the best actions, and what moves the chance with each.  See hint.h.
 * SPDX-License-Identifier: MIT
 */
#include "players/hint.h"

#include <string.h>

enum {
    GAMES_MIN = 16,
    GAMES_MAX = 96,  /* of the judge, */
    GAMES_SHARE = 4, /* one for so many playouts */
    EACH_MIN = 16,
    EACH_MAX = 96,  /* playouts of each line, */
    LEAST = 8,      /* of either, however late it is */
    EACH_SHARE = 4, /* one for so many of the search */
};

/* What stands on the board: strengths and objectives. */
typedef struct muster {
    uint8_t strength[GG_HINT_UNITS];
    gg_side holders[GG_HINT_PLACES];
    uint32_t places;
} muster;

typedef struct sums { /* of one line, over its playouts */
    int64_t chances, squares, turns;
    int64_t worse, worse_squares;
    int32_t in_turn[GG_HINT_UNITS], in_answer[GG_HINT_UNITS];
    int32_t taken[GG_HINT_PLACES];
} sums;

typedef struct beginning { /* what the policy does first, and in how many playouts */
    gg_action action;
    uint32_t times;
} beginning;

typedef struct work {
    const gg_hint_ask *ask;
    gg_hint *hint;
    gg_judge judge;
    gg_search *search;
    gg_level turn_only; /* the player's level, looking no further than the turn */
    gg_decision decision;
    gg_search_memory memory;
    gg_dice dice;
    uint32_t done, all; /* for the progress */
    bool by_clock;      /* nobody said how many playouts, and there is a clock */
    gg_progress inner;
    gg_state *after;
    gg_side sides[GG_HINT_UNITS]; /* whose each unit is */
    char names[GG_HINT_PLACES][GG_NAME_MAX];
    muster before, turn, answer;
    sums sum;
    const gg_line_of_play *lines[GG_HINT_LINES];
    gg_line_of_play asked;
    gg_line_of_play habit; /* no plan: the policy goes on as it likes */
    beginning beginnings[EACH_MAX];
    uint32_t beginning_count;
    gg_action begun_with; /* by this side, in the last playout */
    bool has_begun;
    gg_known known[GG_SEARCH_KNOWN]; /* what the policy remembers when a line begins: what it
                                      * learns from one line would make the next another one */
    int32_t firsts[EACH_MAX];        /* the chance of the first line in each playout */
    gg_scene_room scene;
} work;

static size_t rounded(size_t bytes) { return (bytes + 63) / 64 * 64; }

size_t gg_hint_bytes(const gg_player *player)
{
    return rounded(sizeof(work)) + rounded(player->room_bytes) + rounded(GG_STATE_BYTES_MAX)
           + GG_SEARCH_OFFERS * sizeof(gg_action);
}

/* ---- Progress: the search's playouts, the judge's games and the lines' playouts together. ---- */

static void hear_search(void *to, uint32_t done, uint32_t all)
{
    work *w = to;
    const gg_progress *outer = w->ask->progress;
    (void)all;
    if (outer != NULL) outer->told(outer->to, w->done + done, w->all);
}

static bool is_enough(void *to) { return gg_is_enough(((work *)to)->ask->progress); }

static int64_t now_ms(void *to)
{
    const gg_progress *outer = ((work *)to)->ask->progress;
    return outer->now_ms(outer->to);
}

/* Not before a few are played: LEAST of anything. */
static bool is_late(work *w, int64_t since, int64_t most, uint32_t played)
{
    return w->by_clock && played >= LEAST && now_ms(w) - since > most;
}

static bool step(work *w)
{
    const gg_progress *outer = w->ask->progress;
    w->done++;
    if (outer != NULL) outer->told(outer->to, w->done < w->all ? w->done : w->all, w->all);
    return !gg_is_enough(outer);
}

/* ---- Opening. ---- */

static work *open_work(const gg_hint_ask *ask, void *room, gg_hint *hint)
{
    work *w = room;
    memset(w, 0, sizeof *w);
    unsigned char *at = (unsigned char *)room + rounded(sizeof *w);
    w->ask = ask;
    w->hint = hint;
    w->dice = gg_dice_random(ask->seed);
    w->inner = (gg_progress){.told = hear_search, .enough = is_enough, .to = w};
    w->by_clock = ask->playouts == 0 && ask->progress != NULL && ask->progress->now_ms != NULL;
    if (w->by_clock) w->inner.now_ms = now_ms;
    w->decision = (gg_decision){.rules = ask->rules,
                                .view = ask->view,
                                .side = ask->side,
                                .dice = &w->dice,
                                .effort = {.playouts = w->by_clock ? 0 : hint->playouts},
                                .memory = &w->memory,
                                .room = at,
                                .progress = &w->inner};
    at += rounded(ask->player->room_bytes);
    w->after = (gg_state *)(void *)at;
    at += rounded(GG_STATE_BYTES_MAX);
    gg_action *offers = (gg_action *)(void *)at;
    gg_assert(ask->rules->unit_count <= GG_HINT_UNITS);
    gg_assert(ask->rules->actions_max <= GG_SEARCH_OFFERS);
    w->decision.count = ask->rules->offer(ask->view, ask->side, offers, ask->rules->actions_max);
    w->decision.offers = offers;
    gg_assert(w->decision.count > 0);
    return w;
}

static uint32_t within(uint32_t number, uint32_t low, uint32_t high)
{
    return number < low ? low : number > high ? high : number;
}

/* ---- What stands where. ---- */

static void call_muster(work *w, const gg_state *state, muster *out)
{
    gg_scene scene = gg_scene_in(&w->scene);
    memset(out, 0, sizeof *out);
    w->ask->rules->draw(state, GG_NOBODY, &scene);
    for (uint32_t i = 0; i < scene.count; i++) {
        const gg_mark *mark = &scene.marks[i];
        if (mark->role == GG_ROLE_objective && out->places < GG_HINT_PLACES) {
            memcpy(w->names[out->places], mark->label, GG_NAME_MAX);
            out->holders[out->places++] = mark->side;
        }
        if (mark->unit >= w->ask->rules->unit_count || (mark->flags & GG_FLAG_GHOST) != 0) continue;
        if (mark->shape != GG_BLOCK && mark->shape != GG_DISC && mark->shape != GG_RESERVE)
            continue;
        out->strength[mark->unit] = mark->strength > 0 ? mark->strength : 1;
        w->sides[mark->unit] = mark->side;
    }
}

static void note_losses(const work *w, const muster *from, const muster *to, int32_t *lost)
{
    for (uint32_t i = 0; i < w->ask->rules->unit_count; i++)
        if (from->strength[i] > to->strength[i]) lost[i] += from->strength[i] - to->strength[i];
}

static void note_places(const work *w, sums *sum)
{
    const gg_side own = w->ask->side;
    for (uint32_t i = 0; i < w->before.places && w->before.places == w->turn.places; i++) {
        sum->taken[i] += w->before.holders[i] != own && w->turn.holders[i] == own;
        sum->taken[i] -= w->before.holders[i] == own && w->turn.holders[i] != own;
    }
}

/* ---- The lines. ---- */

static bool begins_alike(const gg_line_of_play *one, const gg_line_of_play *two)
{
    return one->first == two->first;
}

/* The best line of each first action, best first. */
static void list_line(work *w, const gg_line_of_play *line)
{
    const gg_search *s = w->search;
    uint32_t at = w->hint->count;
    for (uint32_t i = 0; i < w->hint->count; i++) {
        if (!begins_alike(w->lines[i], line)) continue;
        if (gg_line_worth(s, w->lines[i]) >= gg_line_worth(s, line)) return;
        at = i; /* the better of two that begin alike */
        break;
    }
    if (at == w->hint->count) {
        if (at < GG_HINT_BEST) w->hint->count++;
        else if (gg_line_worth(s, w->lines[--at]) >= gg_line_worth(s, line)) return;
    }
    for (; at > 0 && gg_line_worth(s, w->lines[at - 1]) < gg_line_worth(s, line); at--)
        w->lines[at] = w->lines[at - 1];
    w->lines[at] = line;
}

static int32_t offer_of(const work *w, const gg_action *action)
{
    for (uint32_t i = 0; i < w->decision.count; i++)
        if (memcmp(&w->decision.offers[i], action, sizeof *action) == 0) return (int32_t)i;
    return -1;
}

static bool is_listed(const work *w, const gg_action *action)
{
    for (uint32_t i = 0; i < w->hint->count; i++)
        if (memcmp(&w->decision.offers[w->lines[i]->first], action, sizeof *action) == 0)
            return true;
    return false;
}

/* What was asked about: the best line that begins so, else that action and whatever then comes. */
static void list_asked(work *w)
{
    const gg_action *also = w->ask->also;
    if (also == NULL || is_listed(w, also)) return;
    const int32_t first = offer_of(w, also);
    w->asked = (gg_line_of_play){.first = first, .plan = {.count = 1}};
    w->asked.plan.actions[0] = *also;
    w->asked.plan.phases[0] = w->search->turn.phase;
    const gg_line_of_play *best = &w->asked;
    for (uint32_t i = 0; i < w->search->line_count && first >= 0; i++) {
        const gg_line_of_play *line = &w->search->lines[i];
        if (line->first == first
            && (best == &w->asked
                || gg_line_worth(w->search, line) > gg_line_worth(w->search, best)))
            best = line;
    }
    w->lines[w->hint->count++] = best;
}

static const gg_action *first_of(const work *w, const gg_line_of_play *line)
{
    return line == &w->asked ? &line->plan.actions[0] : &w->decision.offers[line->first];
}

/* A plan may begin with what is not offered any more; the line begins with its first action. */
static void put_plan(const work *w, const gg_line_of_play *line, gg_hint_line *out)
{
    const gg_action *first = first_of(w, line);
    uint32_t from = 0;
    while (from < line->plan.count && memcmp(&line->plan.actions[from], first, sizeof *first) != 0)
        from++;
    out->action = *first;
    for (uint32_t i = from + 1; i < line->plan.count && out->then_count < GG_HINT_PLAN; i++)
        out->then[out->then_count++] = line->plan.actions[i];
    out->is_asked =
        w->ask->also != NULL && memcmp(w->ask->also, &out->action, sizeof out->action) == 0;
}

/* ---- Playing them on. ---- */

static int32_t judged(work *w, const gg_state *state)
{
    return gg_judge_chance(&w->judge, state, w->ask->side);
}

/* The turn, and the answer to it; leaves both musters. */
static int32_t play_line(work *w, const gg_line_of_play *line, uint32_t nth, int32_t *in_turn)
{
    gg_search *s = w->search;
    const uint32_t world = nth % GG_SEARCH_GUESSES;
    const gg_level *level = s->level;
    const gg_playout first = {.world = world,
                              .seed = s->seed + 104729u * (nth + 1),
                              .plan = &line->plan,
                              .bent = &line->bent,
                              .stray = -1,
                              .record = w->ask->side};
    call_muster(w, s->guesses[world], &w->before);
    s->level = &w->turn_only;
    gg_plan_play(s, &first);
    w->has_begun = s->spare.count > 0;
    w->begun_with = s->spare.actions[0];
    memcpy(w->after, s->now, w->ask->rules->state_bytes);
    *in_turn = judged(w, w->after);
    call_muster(w, w->after, &w->turn);
    if (w->ask->rules->turn(w->after).over) {
        w->answer = w->turn;
        s->level = level;
        return *in_turn;
    }
    gg_state *const kept = s->guesses[world];
    s->guesses[world] = w->after;
    const gg_playout then = {
        .world = world, .seed = first.seed + 1, .stray = -1, .record = GG_NOBODY};
    gg_plan_play(s, &then);
    s->guesses[world] = kept;
    s->level = level;
    call_muster(w, s->now, &w->answer);
    return judged(w, s->now);
}

static int32_t error_of(int64_t sum, int64_t squares, uint32_t count)
{
    if (count < 2) return GG_VALUE_ONE;
    const int64_t mean = sum / count, spread = squares / count - mean * mean;
    return (int32_t)(2 * gg_root_of(spread > 0 ? (uint64_t)spread / (count - 1) : 0));
}

static gg_hint_loss most_lost(const work *w, const int32_t *lost, bool own, uint32_t count)
{
    gg_hint_loss most = {.unit = GG_NO_UNIT};
    for (uint32_t i = 0; i < w->ask->rules->unit_count; i++) {
        if (lost[i] == 0 || (w->sides[i] == w->ask->side) != own) continue;
        const int32_t hundredths = lost[i] * 100 / (int32_t)count;
        if (hundredths > most.hundredths)
            most = (gg_hint_loss){.unit = (gg_unit)i, .hundredths = hundredths};
    }
    return most;
}

static void put_place(const work *w, gg_hint_line *out, uint32_t count)
{
    for (uint32_t i = 0; i < w->before.places; i++) {
        const int32_t taken = w->sum.taken[i];
        if (taken * 2 < (int32_t)count && taken * 2 > -(int32_t)count) continue;
        memcpy(out->place, w->names[i], GG_NAME_MAX);
        if (out->place[0] == 0) memcpy(out->place, "an objective", 13);
        out->is_taken = taken > 0;
        return;
    }
}

/* The gain is over nothing yet. */
static void sum_up(const work *w, uint32_t count, gg_hint_line *out)
{
    const sums *sum = &w->sum;
    out->chance = (int32_t)(sum->chances / count);
    out->error = error_of(sum->chances, sum->squares, count);
    out->worse = (int32_t)(sum->worse / count);
    out->worse_error = error_of(sum->worse, sum->worse_squares, count);
    out->gain = (int32_t)(sum->turns / count);
    out->answer = out->chance - out->gain;
    out->hurt = most_lost(w, sum->in_turn, false, count);
    out->risked = most_lost(w, sum->in_answer, true, count);
    for (uint32_t i = 0; i < w->ask->rules->unit_count; i++)
        if (w->sides[i] <= GG_RED)
            out->losses[w->sides[i]] +=
                (sum->in_turn[i] + sum->in_answer[i]) * 100 / (int32_t)count;
    put_place(w, out, count);
}

static void note_beginning(work *w)
{
    uint32_t i = 0;
    if (!w->has_begun) return;
    while (i < w->beginning_count
           && memcmp(&w->beginnings[i].action, &w->begun_with, sizeof w->begun_with) != 0)
        i++;
    if (i == w->beginning_count) w->beginnings[w->beginning_count++].action = w->begun_with;
    w->beginnings[i].times++;
}

static bool weigh_line(work *w, const gg_line_of_play *line, bool is_first, gg_hint_line *out)
{
    uint32_t count = 0;
    memcpy(w->search->known, w->known, sizeof w->known);
    const int64_t begun = w->by_clock ? now_ms(w) : 0;
    memset(&w->sum, 0, sizeof w->sum);
    while (count < w->hint->each) {
        if (is_late(w, begun, GG_HINT_LINE_MS, count)) break;
        int32_t in_turn;
        const int64_t chance = play_line(w, line, count, &in_turn);
        if (is_first) w->firsts[count] = (int32_t)chance;
        const int64_t worse = w->firsts[count] - chance;
        w->sum.chances += chance, w->sum.squares += chance * chance, w->sum.turns += in_turn;
        w->sum.worse += worse, w->sum.worse_squares += worse * worse;
        note_losses(w, &w->before, &w->turn, w->sum.in_turn);
        note_losses(w, &w->turn, &w->answer, w->sum.in_answer);
        note_places(w, &w->sum);
        if (line == &w->habit) note_beginning(w);
        count++;
        if (!step(w)) return false;
    }
    if (is_first) w->hint->each = count; /* the others have as many */
    memset(out, 0, sizeof *out);
    sum_up(w, count, out);
    return true;
}

static void compare_asked(gg_hint *hint)
{
    hint->choice = hint->lines[0].action;
    for (uint32_t i = 1; i < hint->count; i++) {
        if (!hint->lines[i].is_asked) continue;
        hint->asked_worse = hint->lines[i].worse;
        hint->asked_error = hint->lines[i].worse_error;
    }
}

/* Where this action is among the lines, or the place it takes: a free one, or that of the worst. */
static uint32_t place_for(gg_hint *hint, const gg_action *action)
{
    uint32_t worst = GG_HINT_LINES;
    for (uint32_t i = 0; i < hint->count; i++)
        if (memcmp(&hint->lines[i].action, action, sizeof *action) == 0) return i;
    if (hint->count < GG_HINT_BEST) return hint->count;
    for (uint32_t i = 0; i < GG_HINT_BEST; i++)
        if (!hint->lines[i].is_asked
            && (worst == GG_HINT_LINES || hint->lines[i].chance < hint->lines[worst].chance))
            worst = i;
    return worst;
}

/* ---- What it would do without a plan. ---- */

static int32_t best_chance(const gg_hint *hint)
{
    int32_t best = 0;
    for (uint32_t i = 0; i < hint->count; i++)
        if (hint->lines[i].chance > best) best = hint->lines[i].chance;
    return best;
}

static void add_line(work *w, const gg_line_of_play *line, gg_hint_line *weighed)
{
    gg_hint *hint = w->hint;
    put_plan(w, line, weighed);
    const uint32_t at = place_for(hint, &weighed->action);
    if (at == hint->count) hint->lines[hint->count++] = *weighed;
    else if (weighed->chance > hint->lines[at].chance) hint->lines[at] = *weighed;
}

/* The policy's own way has done better than every line: what it begins with is a line too.  If it
 * always begins alike it has been weighed already. */
static bool add_habits(work *w, gg_hint_line *habit)
{
    for (int i = 0; i < GG_HINT_BEST && w->hint->now > best_chance(w->hint); i++) {
        beginning *usual = &w->beginnings[0];
        for (uint32_t nth = 1; nth < w->beginning_count; nth++)
            if (w->beginnings[nth].times > usual->times) usual = &w->beginnings[nth];
        const gg_line_of_play line = {
            .first = offer_of(w, &usual->action),
            .plan = {.count = 1, .actions = {usual->action}, .phases = {w->search->turn.phase}}};
        if (usual->times == 0 || line.first < 0) return true;
        if (w->beginning_count > 1 && !weigh_line(w, &line, false, habit)) return false;
        add_line(w, &line, habit);
        usual->times = 0;
    }
    return true;
}

/* What "now" is: the side goes on as its policy likes, with the same dice in the same worlds and to
 * the same moment as every line.  To judge the board before the turn would be another measure: it
 * takes the turn and the answer to it for average ones. */
static bool weigh_habit(work *w)
{
    gg_hint *hint = w->hint;
    gg_hint_line habit;
    if (!weigh_line(w, &w->habit, false, &habit)) return false;
    hint->now = habit.chance;
    if (!add_habits(w, &habit)) return false;
    for (uint32_t i = 0; i < hint->count; i++) hint->lines[i].gain -= hint->now;
    return true;
}

/* By the judge: the order of the search is his, who likes or fears a risk. */
static void put_in_order(gg_hint *hint)
{
    const uint32_t best = hint->count < GG_HINT_BEST ? hint->count : GG_HINT_BEST;
    for (uint32_t i = 1; i < best; i++)
        for (uint32_t j = i; j > 0 && hint->lines[j].chance > hint->lines[j - 1].chance; j--) {
            const gg_hint_line kept = hint->lines[j];
            hint->lines[j] = hint->lines[j - 1];
            hint->lines[j - 1] = kept;
        }
    const int32_t base = hint->lines[0].worse; /* from here on than the first of this order */
    for (uint32_t i = 0; i < hint->count; i++) hint->lines[i].worse -= base;
}

/* He learns before the search begins: his games would spoil what its policy remembers. */
static bool teach(work *w)
{
    const gg_ruleset *rules = w->ask->rules;
    const gg_judge *learnt = w->ask->judge;
    gg_search *s = gg_search_open(w->ask->player, &w->decision);
    gg_dice dice = gg_dice_random(~w->ask->seed);
    gg_judge_begin(&w->judge, rules, w->ask->player, s);
    for (int i = 0; i < GG_SEARCH_GUESSES; i++)
        if (s->turn.secret) memcpy(s->guesses[i], w->ask->view, rules->state_bytes);
        else rules->guess(w->ask->view, w->ask->side, &dice, s->guesses[i]);
    const int64_t begun = w->by_clock ? now_ms(w) : 0;
    for (uint32_t game = 0; game < w->hint->games; game++) {
        if (is_late(w, begun, GG_HINT_GAMES_MS, game)) break;
        gg_judge_play(&w->judge, s->guesses[game % GG_SEARCH_GUESSES], 7919u * (game + 1),
                      &w->inner);
        if (!step(w)) return false;
    }
    w->hint->games = w->judge.games;
    if (learnt == NULL) {
        gg_judge_learn(&w->judge);
    } else {
        memcpy(w->judge.stages, learnt->stages, sizeof learnt->stages);
        w->judge.stage_count = learnt->stage_count;
    }
    return true;
}

bool gg_hint_find(const gg_hint_ask *ask, void *room, gg_hint *hint)
{
    gg_action chosen;
    memset(hint, 0, sizeof *hint);
    hint->playouts = ask->playouts > 0 ? ask->playouts : GG_HINT_PLAYOUTS;
    hint->games = within(hint->playouts / GAMES_SHARE, GAMES_MIN, GAMES_MAX);
    hint->each = within(hint->playouts / EACH_SHARE, EACH_MIN, EACH_MAX);
    if (ask->judge != NULL) hint->games = 0;
    work *w = open_work(ask, room, hint);
    if (w->decision.count == 1) {
        hint->is_only = true;
        hint->count = 1;
        hint->lines[0].action = w->decision.offers[0];
        return true;
    }
    w->all =
        hint->playouts / 2 + hint->games + (1 + GG_HINT_BEST + (ask->also != NULL)) * hint->each;
    if (!teach(w)) return false;
    ask->player->choose(ask->player, &w->decision, &chosen);
    w->done = hint->games + hint->playouts / 2;
    if (is_enough(w)) return false;
    w->search = w->decision.room;
    w->turn_only = *ask->player->level;
    w->turn_only.ahead = 0;
    for (uint32_t i = 0; i < w->search->line_count; i++)
        if (w->search->lines[i].count > 0) list_line(w, &w->search->lines[i]);
    if (hint->count == 0) { /* no playout came to an end: what he chose is all there is */
        w->asked = (gg_line_of_play){.first = offer_of(w, &chosen), .plan = {.count = 1}};
        w->asked.plan.actions[0] = chosen;
        w->asked.plan.phases[0] = w->search->turn.phase;
        w->lines[hint->count++] = &w->asked;
    } else {
        list_asked(w);
    }
    w->search->luck = 1; /* lines that differ in one place have the same luck elsewhere */
    memcpy(w->known, w->search->known, sizeof w->known);
    for (uint32_t i = 0; i < hint->count; i++) {
        if (!weigh_line(w, w->lines[i], i == 0, &hint->lines[i])) return false;
        put_plan(w, w->lines[i], &hint->lines[i]);
    }
    compare_asked(hint);
    if (!weigh_habit(w)) return false;
    put_in_order(hint);
    return true;
}
