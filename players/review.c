/*
 * review.c - the figures of a review.  See review.h.
 * SPDX-License-Identifier: MIT
 */
#include "players/review.h"

#include "core/odds.h"

#include <string.h>

enum {
    MOMENTS = 12, /* of the game, from which the judge plays games on */
    GAMES_MIN = 24,
    GAMES_MAX = 480,
    GAMES_SHARE = 2,     /* two for each playout */
    RUNS_MAX = 400,      /* outcomes that are enumerated, */
    SAMPLES = 200,       /* else so many are drawn */
    LOOKED_MAX = 48,     /* decisions that are looked at */
    SPREAD = 16,         /* of them, spread over the game */
    WORTH_TELLING = 100, /* a hundredth */
    TURNS = 800,         /* what turns a battle: eight points, and one action in a round */
};

typedef struct work {
    const gg_review_ask *ask;
    gg_review *review;
    const gg_ruleset *rules;
    gg_judge judge;
    gg_decision decision;
    gg_search_memory memory;
    gg_dice dice;
    gg_state *state, *scratch, *view;
    void *search_room, *hint_room;
    uint32_t done, all;
    gg_progress inner;
    gg_scene_room scene;
    uint32_t unit_rows[GG_HINT_UNITS]; /* + 1; 0: not seen yet */
} work;

static size_t rounded(size_t bytes) { return (bytes + 63) / 64 * 64; }

size_t gg_review_bytes(const gg_match *match, const gg_player *player)
{
    const size_t plies = match->entry_count;
    return rounded(sizeof(work)) + rounded((plies + 1) * sizeof(int32_t))
           + rounded(plies * sizeof(uint16_t)) + rounded(plies * sizeof(gg_review_ply))
           + rounded(GG_HINT_UNITS * sizeof(gg_review_unit)) + 3 * rounded(GG_STATE_BYTES_MAX)
           + rounded(player->room_bytes) + gg_hint_bytes(player);
}

static void *part_of(unsigned char **at, size_t bytes)
{
    void *part = *at;
    memset(part, 0, bytes);
    *at += rounded(bytes);
    return part;
}

/* ---- Progress and time. ---- */

static void hear_hint(void *to, uint32_t done, uint32_t all) { (void)to, (void)done, (void)all; }

static bool is_enough(void *to) { return gg_is_enough(((work *)to)->ask->progress); }

static bool step(work *w, uint32_t steps)
{
    const gg_progress *outer = w->ask->progress;
    w->done += steps;
    if (outer != NULL) outer->told(outer->to, w->done < w->all ? w->done : w->all, w->all);
    return !gg_is_enough(outer);
}

static int64_t now_ms(const work *w)
{
    const gg_progress *outer = w->ask->progress;
    return outer == NULL || outer->now_ms == NULL ? 0 : outer->now_ms(outer->to);
}

static bool is_late(const work *w, int64_t since, int64_t most)
{
    return w->ask->playouts == 0 && now_ms(w) - since > most;
}

static work *open_work(const gg_review_ask *ask, void *room, gg_review *review)
{
    const gg_match *match = ask->match;
    const uint32_t plies = match->entry_count;
    unsigned char *at = room;
    work *w = part_of(&at, sizeof *w);
    memset(review, 0, sizeof *review);
    review->ask = ask;
    review->plies = plies;
    review->chances = part_of(&at, (plies + 1) * sizeof *review->chances);
    review->rounds = part_of(&at, plies * sizeof *review->rounds);
    review->each = part_of(&at, plies * sizeof *review->each);
    review->units = part_of(&at, GG_HINT_UNITS * sizeof *review->units);
    w->ask = ask;
    w->review = review;
    w->rules = match->rules;
    w->state = part_of(&at, GG_STATE_BYTES_MAX);
    w->scratch = part_of(&at, GG_STATE_BYTES_MAX);
    w->view = part_of(&at, GG_STATE_BYTES_MAX);
    w->search_room = at;
    at += rounded(ask->player->room_bytes);
    w->hint_room = at;
    w->dice = gg_dice_random(1);
    w->inner = (gg_progress){.told = hear_hint, .enough = is_enough, .to = w};
    w->decision = (gg_decision){.rules = w->rules,
                                .view = match->state,
                                .side = GG_BLUE,
                                .dice = &w->dice,
                                .memory = &w->memory,
                                .room = w->search_room};
    return w;
}

/* ---- The judge learns. ---- */

/* How many games begin before a moment: the beginning itself has as many as three others, because
 * nothing that came before it tells of it. */
static uint32_t share(uint32_t games, uint32_t moment, uint32_t moments)
{
    return moment == 0 ? 0 : games * (moment + 2) / (moments + 2);
}

static bool teach(work *w)
{
    gg_review *review = w->review;
    const gg_match *match = w->ask->match;
    const uint32_t playouts = review->playouts;
    const uint32_t wanted = playouts * GAMES_SHARE < GAMES_MIN   ? GAMES_MIN
                            : playouts * GAMES_SHARE > GAMES_MAX ? GAMES_MAX
                                                                 : playouts * GAMES_SHARE;
    const uint32_t moments = review->plies < MOMENTS ? review->plies : MOMENTS;
    const int64_t begun = now_ms(w);
    gg_judge_begin(&w->judge, w->rules, w->ask->player,
                   gg_search_open(w->ask->player, &w->decision));
    gg_teller teller = gg_teller_of(match, w->state);
    for (uint32_t moment = 0; moment < moments; moment++) {
        gg_teller_move(&teller, moment * review->plies / moments);
        const uint32_t first = share(wanted, moment, moments);
        const uint32_t until = share(wanted, moment + 1, moments);
        for (uint32_t game = first; game < until; game++) {
            /* each moment has at least one, and its share of the time */
            if (game > first
                && is_late(w, begun, GG_REVIEW_GAMES_MS * (int64_t)(moment + 1) / moments)) {
                w->done += until - game;
                break;
            }
            gg_judge_play(&w->judge, w->state, 15485863u * (game + 1), &w->inner);
            if (!step(w, 1)) return false;
        }
    }
    gg_judge_learn(&w->judge);
    review->games = w->judge.games;
    review->square = gg_judge_square(&w->judge, w->judge.samples, w->judge.sample_count);
    return true;
}

/* ---- Luck. ---- */

typedef struct weighing {
    work *w;
    int64_t sum, parts;             /* of chances times judgement, in 2^30ths */
    int64_t values, squares, count; /* of the judgements themselves */
} weighing;

static void weigh_outcome(void *to, const gg_state *after, gg_fraction chance, const gg_log *log)
{
    weighing *it = to;
    (void)log;
    if (after == NULL) {
        *it = (weighing){.w = it->w};
        return;
    }
    const int64_t blue = gg_judge_blue(&it->w->judge, after), parts = gg_chance_parts(chance);
    it->sum += parts * blue;
    it->parts += parts;
    it->values += blue, it->squares += blue * blue, it->count++;
}

/* What the action is worth on average, and how sure that is. */
static int32_t expected(work *w, const gg_entry *entry, uint32_t ply, int32_t *error)
{
    weighing it = {.w = w};
    gg_dice dice = gg_dice_random(32452843u + ply);
    const gg_odds_ask ask = {.scratch = w->scratch,
                             .runs_max = RUNS_MAX,
                             .samples = SAMPLES,
                             .random = &dice,
                             .each = weigh_outcome,
                             .to = &it};
    const gg_odds odds = gg_odds_of(w->rules, w->state, entry->side, &entry->action, &ask);
    *error = 0;
    if (!odds.exact && it.count > 1) {
        const int64_t mean = it.values / it.count, spread = it.squares / it.count - mean * mean;
        *error = (int32_t)(2 * gg_root_of(spread > 0 ? (uint64_t)(spread / (it.count - 1)) : 0));
    }
    gg_assert(it.parts > 0);
    return (int32_t)((it.sum + it.parts / 2) / it.parts);
}

static void muster(work *w)
{
    gg_review *review = w->review;
    gg_scene scene = gg_scene_in(&w->scene);
    w->rules->draw(w->state, GG_NOBODY, &scene);
    for (uint32_t i = 0; i < review->unit_count; i++) review->units[i].has = 0;
    for (uint32_t i = 0; i < scene.count; i++) {
        const gg_mark *mark = &scene.marks[i];
        if (mark->unit >= w->rules->unit_count || (mark->flags & GG_FLAG_GHOST) != 0
            || mark->side > GG_RED
            || (mark->shape != GG_BLOCK && mark->shape != GG_DISC && mark->shape != GG_RESERVE))
            continue;
        uint32_t *row = &w->unit_rows[mark->unit];
        if (*row == 0) *row = ++review->unit_count;
        gg_review_unit *unit = &review->units[*row - 1];
        gg_text name = gg_text_over(unit->name, sizeof unit->name);
        unit->unit = mark->unit, unit->side = mark->side, unit->role = mark->role;
        unit->has = mark->strength > 0 ? mark->strength : 1;
        if (unit->has > unit->had) unit->had = unit->has;
        w->rules->write_unit(w->state, mark->unit, &name);
    }
}

/* There was something to choose from. */
static bool is_decision(const work *w, const gg_entry *entry)
{
    if (entry->side > GG_RED || entry->forced
        || gg_is_resignation(w->rules, w->state, &entry->action))
        return false;
    w->rules->view(w->state, entry->side, w->view);
    return w->rules->offer(w->view, entry->side, w->judge.search->offers, w->rules->actions_max)
           > 1;
}

/* From the first action to the last: chances, luck, choices. */
static bool follow(work *w)
{
    gg_review *review = w->review;
    const gg_match *match = w->ask->match;
    gg_teller teller = gg_teller_of(match, w->state);
    review->chances[0] = gg_judge_blue(&w->judge, w->state);
    muster(w);
    for (uint32_t ply = 0; ply < review->plies; ply++) {
        gg_review_ply *it = &review->each[ply];
        const gg_entry *entry = &match->entries[ply];
        const int32_t before = review->chances[ply];
        int32_t worth = 0;
        it->rolled = entry->face_count > 0;
        it->decided = is_decision(w, entry);
        review->rounds[ply] = w->rules->turn(w->state).round;
        if (it->rolled) worth = expected(w, entry, ply, &it->luck_error);
        gg_tell_next(&teller, NULL, NULL);
        const int32_t after = gg_judge_blue(&w->judge, w->state);
        if (!it->rolled) worth = after;
        it->choice = worth - before;
        it->luck = after - worth;
        review->chances[ply + 1] = after;
        muster(w);
        if (!step(w, 1)) return false;
    }
    review->end = w->rules->turn(w->state);
    review->over = review->end.over;
    return true;
}

/* ---- Mistakes. ---- */

static int32_t own_choice(const work *w, uint32_t ply)
{
    const int32_t choice = w->review->each[ply].choice;
    return w->ask->match->entries[ply].side == GG_RED ? -choice : choice;
}

/* Which are looked at, in the order of the game: `looked` is set, and cleared again for those that
 * turn out to be no choice or for which there is no time. */
static uint32_t choose_decisions(work *w, uint32_t *list, uint32_t limit)
{
    gg_review *review = w->review;
    uint32_t decisions = 0, nth = 0, count = 0;
    for (uint32_t ply = 0; ply < review->plies; ply++) decisions += review->each[ply].decided;
    for (uint32_t ply = 0; ply < review->plies && decisions > 0; ply++) {
        if (!review->each[ply].decided) continue;
        const bool all = decisions <= limit;
        if (all || nth * SPREAD / decisions != (nth + 1) * SPREAD / decisions)
            review->each[ply].looked = 1, count++;
        nth++;
    }
    while (count < limit && count < decisions) {
        uint32_t worst = UINT32_MAX;
        for (uint32_t ply = 0; ply < review->plies; ply++)
            if (review->each[ply].decided && !review->each[ply].looked
                && (worst == UINT32_MAX || own_choice(w, ply) < own_choice(w, worst)))
                worst = ply;
        review->each[worst].looked = 1, count++;
    }
    count = 0;
    for (uint32_t ply = 0; ply < review->plies; ply++)
        if (review->each[ply].looked) list[count++] = ply;
    return count;
}

/* The player thinks about one decision, with what its side knew. */
static bool look_at(work *w, uint32_t ply)
{
    gg_review_ply *it = &w->review->each[ply];
    const gg_entry *entry = &w->ask->match->entries[ply];
    gg_hint hint;
    w->rules->view(w->state, entry->side, w->view);
    const gg_hint_ask ask = {.rules = w->rules,
                             .view = w->view,
                             .side = entry->side,
                             .player = w->ask->player,
                             .playouts = w->review->playouts,
                             .seed = 49979687u + ply,
                             .also = &entry->action,
                             .judge = &w->judge,
                             .progress = &w->inner};
    if (!gg_hint_find(&ask, w->hint_room, &hint)) return false;
    it->looked = !hint.is_only;
    it->better = hint.choice;
    it->loss = hint.asked_worse;
    it->loss_error = hint.asked_error;
    it->is_mistake = it->loss >= WORTH_TELLING && 2 * it->loss > 3 * it->loss_error;
    return true;
}

static bool look_for_mistakes(work *w)
{
    gg_review *review = w->review;
    uint32_t list[LOOKED_MAX];
    const uint32_t count = choose_decisions(w, list, LOOKED_MAX);
    const int64_t begun = now_ms(w);
    const uint32_t steps = (w->all - w->done) / (count + 1);
    gg_teller teller = gg_teller_of(w->ask->match, w->state);
    for (uint32_t i = 0; i < count; i++) {
        if (is_late(w, begun, GG_REVIEW_LOOK_MS * (int64_t)(i + 1) / count)) {
            review->each[list[i]].looked = 0;
            continue;
        }
        gg_teller_move(&teller, list[i]);
        if (!look_at(w, list[i]) || !step(w, steps)) return false;
    }
    return true;
}

/* ---- Adding up. ---- */

static void add_up(gg_review *review)
{
    uint64_t squares[3] = {0};
    const gg_match *match = review->ask->match;
    for (uint32_t ply = 0; ply < review->plies; ply++) {
        const gg_review_ply *it = &review->each[ply];
        const gg_side side = match->entries[ply].side;
        gg_review_side *whose = &review->sides[side];
        const int32_t sign = side == GG_RED ? -1 : 1;
        whose->luck += sign * it->luck;
        whose->choice += sign * it->choice;
        squares[side] += (uint64_t)it->luck_error * (uint64_t)it->luck_error;
        whose->rolls += it->rolled;
        whose->decisions += it->decided;
        whose->looked += it->looked;
        whose->mistakes += it->is_mistake;
        if (it->is_mistake) whose->loss += it->loss;
    }
    review->play = review->sides[GG_BLUE].choice - review->sides[GG_RED].choice
                   + review->sides[GG_NOBODY].choice;
    for (int side = 0; side < 3; side++)
        review->sides[side].luck_error = (int32_t)gg_root_of(squares[side]);
}

static int32_t weight_of(const gg_review *review, uint32_t ply)
{
    const gg_review_ply *it = &review->each[ply];
    const int32_t luck = it->luck < 0 ? -it->luck : it->luck;
    return it->is_mistake && it->loss > luck ? it->loss : luck;
}

static bool is_told(const gg_review *review, uint32_t round)
{
    for (uint32_t i = 0; i < review->turning_count; i++)
        if (review->rounds[review->turning[i]] == round) return true;
    return false;
}

/* The largest strokes of luck and mistakes, one of a round. */
static void find_turning(gg_review *review)
{
    while (review->turning_count < GG_REVIEW_TURNING) {
        uint32_t most = UINT32_MAX;
        for (uint32_t ply = 0; ply < review->plies; ply++)
            if (weight_of(review, ply) >= TURNS && !is_told(review, review->rounds[ply])
                && (most == UINT32_MAX || weight_of(review, ply) > weight_of(review, most)))
                most = ply;
        if (most == UINT32_MAX) break;
        uint32_t at = review->turning_count++;
        for (; at > 0 && review->turning[at - 1] > most; at--)
            review->turning[at] = review->turning[at - 1];
        review->turning[at] = most;
    }
}

/* Where the dice turned a decision, was there a better one? */
static bool look_at_turning(work *w)
{
    gg_review *review = w->review;
    gg_teller teller = gg_teller_of(w->ask->match, w->state);
    for (uint32_t i = 0; i < review->turning_count; i++) {
        const uint32_t ply = review->turning[i];
        if (!review->each[ply].decided || review->each[ply].looked) continue;
        gg_teller_move(&teller, ply);
        if (!look_at(w, ply)) return false;
    }
    return true;
}

bool gg_review_find(const gg_review_ask *ask, void *room, gg_review *review)
{
    gg_assert(ask->match->entry_count > 0 && ask->player->level != NULL);
    work *w = open_work(ask, room, review);
    review->playouts = ask->playouts > 0 ? ask->playouts : GG_REVIEW_PLAYOUTS;
    const uint32_t games = review->playouts * GAMES_SHARE;
    w->all = (games < GAMES_MIN   ? GAMES_MIN
              : games > GAMES_MAX ? GAMES_MAX
                                  : games)
             + review->plies;
    w->all *= 2; /* looking for mistakes takes as long again */
    if (!teach(w) || !follow(w) || !look_for_mistakes(w)) return false;
    find_turning(review);
    if (!look_at_turning(w)) return false;
    add_up(review);
    return true;
}
