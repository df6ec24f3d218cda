/*
 * clash.c - a charge or a melee played on to its end, through the answers to it.  See clash.h.
 * SPDX-License-Identifier: MIT
 */
#include "core/clash.h"
#include "core/action.h"
#include "core/tell.h"

#include <stddef.h>
#include <string.h>

enum {
    SAMPLE_SEED = 1805, /* the same question gets the same answer */
    REPLIES_SHARE = 4,
};

/* How thoroughly a choice is looked at: at the first decision beneath an answer, and below that. */
static const uint32_t look_runs[GG_CLASH_DEPTH] = {0, 48, 12},
                      look_samples[GG_CLASH_DEPTH] = {0, 24, 6};

typedef struct walker {
    const gg_ruleset *rules;
    const gg_action *begun;
    gg_clash_room *room;
    const gg_reply *reply; /* that is followed; NULL: beneath one, or answers are looked for */
    gg_side asking;
    uint8_t depth;
    bool gathers;      /* answers are looked for: a run ends where they may be given */
    uint32_t answered; /* in this run: 1 */
    bool followed;     /* in any run */
} walker;

/* ---- Who chooses what. ---- */

static gg_side decider(gg_turn turn)
{
    return (turn.deciding & GG_SIDES_BLUE) != 0  ? GG_BLUE
           : (turn.deciding & GG_SIDES_RED) != 0 ? GG_RED
                                                 : GG_NOBODY;
}

static bool passes(const walker *it, const gg_action *offer)
{
    return (it->rules->clash->passes >> offer->kind & 1) != 0;
}

/* What lets a decision pass, found without asking what is offered: it names nobody, or one unit. */
static bool find_pass(const walker *it, const gg_state *now, gg_side side, gg_turn turn,
                      gg_action *out)
{
    const gg_ruleset *rules = it->rules;
    for (uint8_t kind = 0; kind < rules->action_count; kind++) {
        const gg_action_def *row = &rules->actions[kind];
        const gg_field *unit = &row->fields[0];
        if ((rules->clash->passes >> kind & 1) == 0 || (row->phases >> turn.phase & 1) == 0)
            continue;
        *out = (gg_action){.kind = kind, .who = GG_NO_UNIT, .whom = GG_NO_UNIT};
        if (row->field_count == 0 && rules->legal(now, side, out).reason == 0) return true;
        if (row->field_count != 1 || unit->kind != GG_FIELD_UNIT
            || unit->offset != offsetof(gg_action, who))
            continue;
        for (int32_t who = unit->low; who <= unit->high; who++) {
            out->who = (gg_unit)(who + unit->shift);
            if (rules->legal(now, side, out).reason == 0) return true;
        }
    }
    return false;
}

/* What of the offers is a choice of the clash; what passes is the last of them.  None: the first
 * offer is, be it what it may. */
static uint32_t choices_of(const walker *it, const gg_state *now, gg_side side, gg_action *out)
{
    const gg_ruleset *rules = it->rules;
    const gg_clash_rules *clash = rules->clash;
    gg_action *offers = it->room->offers;
    const uint32_t all = rules->offer(now, side, offers, rules->actions_max);
    uint32_t count = 0, alike = 0;
    const gg_action *pass = NULL;
    for (uint32_t i = 0; i < all; i++) {
        if (passes(it, &offers[i])) {
            if (pass == NULL) pass = &offers[i];
            continue;
        }
        if (count == GG_REPLIES_MAX - 1 || !clash->concerns(now, it->begun, &offers[i])) continue;
        alike = count > 0 && out[count - 1].kind == offers[i].kind
                        && out[count - 1].who == offers[i].who
                    ? alike + 1
                    : 0;
        if (alike < GG_REPLIES_OF_KIND) out[count++] = offers[i];
    }
    if (pass != NULL) out[count++] = *pass;
    if (count == 0 && all > 0) out[count++] = offers[0];
    return count;
}

/* ---- Which choice is best. ---- */

typedef struct mean {
    const gg_ruleset *rules;
    gg_side side;
    int64_t sum, shares; /* shares in 2^20ths */
} mean;

static void add_score(void *to, const gg_state *after, gg_fraction chance, const gg_log *log)
{
    mean *of = to;
    (void)log;
    if (after == NULL) {
        of->sum = of->shares = 0;
        return;
    }
    const int64_t share = gg_chance_parts(chance) >> 10;
    of->sum += share * of->rules->score(after, of->side, NULL, NULL);
    of->shares += share;
}

static int64_t mean_of(const mean *of) { return of->shares == 0 ? 0 : of->sum * 256 / of->shares; }

static bool next(void *with, const gg_state *now, gg_side *side, gg_action *step);

static int64_t look_ahead(const walker *it, const gg_state *now, gg_side side,
                          const gg_action *choice)
{
    walker below = {.rules = it->rules,
                    .begun = it->begun,
                    .room = it->room,
                    .asking = it->asking,
                    .depth = (uint8_t)(it->depth + 1)};
    mean of = {.rules = it->rules, .side = side};
    const gg_odds_walk walk = {.next = next, .with = &below, .mind = &below.answered};
    gg_dice random = gg_dice_random(SAMPLE_SEED);
    const gg_odds_ask ask = {.scratch = it->room->scratch[below.depth],
                             .walk = &walk,
                             .runs_max = look_runs[below.depth],
                             .samples = look_samples[below.depth],
                             .random = &random,
                             .each = add_score,
                             .to = &of};
    gg_odds_of(it->rules, now, side, choice, &ask);
    return mean_of(&of);
}

static gg_clash_choice *remembered(const walker *it, const gg_state *now)
{
    const uint32_t bytes = it->rules->state_bytes - it->rules->note_bytes;
    const uint64_t hash = gg_hash(now, bytes) + it->depth;
    gg_clash_choice *one = &it->room->choices[hash % GG_CLASH_CHOICES];
    if (one->hash != hash) *one = (gg_clash_choice){.hash = hash, .action.kind = UINT8_MAX};
    return one;
}

/* The choice that is best for the side; as deep as nothing is looked at any more, what passes. */
static bool choose(walker *it, const gg_state *now, gg_side side, gg_action *step)
{
    gg_action choices[GG_REPLIES_MAX];
    gg_clash_choice *memory = remembered(it, now);
    const uint64_t hash = memory->hash;
    if (memory->action.kind != UINT8_MAX) {
        *step = memory->action;
        return true;
    }
    const uint32_t count = choices_of(it, now, side, choices);
    if (count == 0) return false;
    uint32_t best = count - 1;
    if (count > 1 && it->depth + 1 < GG_CLASH_DEPTH) {
        int64_t most = INT64_MIN;
        for (uint32_t i = 0; i < count; i++) {
            const int64_t worth = look_ahead(it, now, side, &choices[i]);
            if (worth > most) most = worth, best = i;
        }
    }
    *memory = (gg_clash_choice){.hash = hash, .action = choices[best]};
    *step = choices[best];
    return true;
}

/* ---- A run. ---- */

static bool next(void *with, const gg_state *now, gg_side *side, gg_action *step)
{
    walker *it = with;
    const gg_ruleset *rules = it->rules;
    const gg_turn turn = rules->turn(now);
    if (turn.over || rules->clash->is_over(now, it->begun)) return false;
    *side = decider(turn);
    if (*side == GG_NOBODY) return rules->offer(now, GG_NOBODY, step, 1) == 1;
    const uint64_t asked = rules->clash->answers | rules->clash->choices;
    if ((asked >> turn.phase & 1) == 0 && find_pass(it, now, *side, turn, step)) return true;
    const bool answers = *side != it->asking && (rules->clash->answers >> turn.phase & 1) != 0;
    if (it->gathers && answers) return false;
    if (it->reply != NULL && answers && it->answered == 0
        && rules->legal(now, *side, &it->reply->action).reason == 0) {
        it->answered = 1;
        *step = it->reply->action;
        return true;
    }
    if ((asked >> turn.phase & 1) != 0) it->followed = true;
    return choose(it, now, *side, step);
}

/* ---- Which answers there are. ---- */

typedef struct gathering {
    walker *it;
    gg_clash *clash;
} gathering;

static void add_part(gg_likelihood *to, gg_fraction chance)
{
    to->share += gg_share_of(chance);
    to->runs++;
    if (to->chance.bottom != 0 && !gg_fraction_plus(&to->chance, chance))
        to->chance = (gg_fraction){0, 0};
}

static gg_reply *reply_of(gg_clash *clash, const gg_action *action)
{
    gg_clash_room *room = clash->room;
    for (uint32_t i = 0; i < clash->count; i++)
        if (memcmp(&room->replies[i].action, action, sizeof *action) == 0) return &room->replies[i];
    if (clash->count == GG_REPLIES_MAX) {
        clash->left_out++;
        return NULL;
    }
    gg_reply *fresh = &room->replies[clash->count++];
    *fresh = (gg_reply){.action = *action, .offered.chance = {0, 1}};
    return fresh;
}

static void gather(void *to, const gg_state *after, gg_fraction chance, const gg_log *log)
{
    const gathering *all = to;
    const walker *it = all->it;
    gg_action choices[GG_REPLIES_MAX];
    (void)log;
    if (after == NULL) {
        all->clash->count = 0;
        return;
    }
    const gg_turn turn = it->rules->turn(after);
    const gg_side side = decider(turn);
    if (turn.over || side == GG_NOBODY || side == it->asking
        || (it->rules->clash->answers >> turn.phase & 1) == 0
        || it->rules->clash->is_over(after, it->begun))
        return;
    all->clash->answering = side;
    const uint32_t count = choices_of(it, after, side, choices);
    for (uint32_t i = 0; i < count; i++) {
        gg_reply *one = reply_of(all->clash, &choices[i]);
        if (one != NULL) add_part(&one->offered, chance);
    }
}

/* ---- What comes of one. ---- */

typedef struct following {
    const gg_ruleset *rules;
    const gg_action *begun;
    gg_reply *reply;
    gg_fight *fight;
    gg_side asking, answering;
    mean worth;
} following;

static gg_fated *fated_of(gg_reply *reply, gg_unit who, uint32_t rows)
{
    for (uint32_t i = 0; i < reply->fated_count; i++)
        if (reply->fated[i].who == who) return &reply->fated[i];
    if (reply->fated_count == GG_FATED_MAX) return NULL;
    gg_fated *fresh = &reply->fated[reply->fated_count++];
    *fresh = (gg_fated){.who = who};
    for (uint32_t row = 0; row <= rows; row++) fresh->parts[row].chance.bottom = 1;
    return fresh;
}

static uint32_t row_of(const gg_clash_rules *clash, uint16_t saying)
{
    uint32_t row = 0;
    while (row < clash->fate_count && clash->fates[row].saying != saying) row++;
    return row;
}

/* The worst that was told of each unit, in the order of their names. */
typedef struct told {
    gg_unit who;
    uint32_t row;
} told;
enum { TOLD_MAX = 24 };

static uint32_t fates_told(const following *of, const gg_log *log, told all[TOLD_MAX])
{
    const gg_clash_rules *clash = of->rules->clash;
    uint32_t count = 0;
    for (uint32_t i = 0; i < log->count; i++) {
        gg_event event;
        if (!gg_event_for(of->asking, &log->events[i], &event)) continue;
        const uint32_t row = row_of(clash, event.saying);
        if (row == clash->fate_count || event.who == GG_NO_UNIT) continue;
        uint32_t k = 0;
        while (k < count && all[k].who != event.who) k++;
        if (k == TOLD_MAX) continue;
        if (k == count) all[count++] = (told){event.who, row};
        else if (row < all[k].row) all[k].row = row;
    }
    return count;
}

static void add_sides(const following *of, const told *all, uint32_t count, gg_fraction chance)
{
    bool they = false, we = false;
    for (uint32_t i = 0; i < count; i++) {
        if (of->rules->clash->fates[all[i].row].kind < GG_FATE_YIELDS
            || all[i].who >= GG_FIGHT_UNITS)
            continue;
        const gg_side side = of->fight->sides[all[i].who];
        if (side == of->asking) we = true;
        else if (side <= GG_RED) they = true;
    }
    if (they) add_part(&of->reply->they, chance);
    if (we) add_part(&of->reply->we, chance);
}

static void begin_results(const following *of)
{
    gg_reply *reply = of->reply;
    const uint32_t rows = of->rules->clash->fate_count;
    reply->fated_count = 0;
    reply->they = reply->we = (gg_likelihood){.chance = {0, 1}};
    if (of->begun->whom < of->rules->unit_count) fated_of(reply, of->begun->whom, rows);
    if (of->begun->who < of->rules->unit_count) fated_of(reply, of->begun->who, rows);
}

static void follow(void *to, const gg_state *after, gg_fraction chance, const gg_log *log)
{
    following *of = to;
    told all[TOLD_MAX];
    add_score(&of->worth, after, chance, log);
    if (after == NULL) {
        gg_fight_forget(of->fight);
        begin_results(of);
        return;
    }
    gg_fight_throws(of->fight, of->rules, of->asking, chance, log);
    const uint32_t count = fates_told(of, log, all);
    for (uint32_t i = 0; i < count; i++) {
        gg_fated *one = fated_of(of->reply, all[i].who, of->rules->clash->fate_count);
        if (one != NULL) add_part(&one->parts[all[i].row], chance);
    }
    add_sides(of, all, count, chance);
}

/* What is left of each unit's chances is that nothing is told of it. */
static void finish(const following *of)
{
    gg_reply *reply = of->reply;
    const uint32_t rows = of->rules->clash->fate_count;
    for (uint32_t i = 0; i < reply->fated_count; i++) {
        gg_fated *one = &reply->fated[i];
        gg_likelihood *none = &one->parts[rows];
        gg_fraction sum = {0, 1};
        *none = (gg_likelihood){.share = GG_SHARE_ONE, .runs = reply->runs};
        for (uint32_t row = 0; row < rows; row++) {
            gg_likelihood *part = &one->parts[row];
            none->share -= part->share < none->share ? part->share : none->share;
            none->runs -= part->runs;
            if (part->chance.bottom == 0 || !gg_fraction_plus(&sum, part->chance))
                sum = (gg_fraction){0, 0};
            if (part->chance.bottom != 0) part->chance = gg_fraction_reduce(part->chance);
        }
        if (sum.bottom != 0) {
            sum = gg_fraction_reduce(sum);
            none->chance = (gg_fraction){sum.bottom - sum.top, sum.bottom};
            if (none->chance.top == 0) none->share = 0;
        }
    }
    reply->worth = mean_of(&of->worth);
    reply->throw_count = of->fight->throw_count;
    memcpy(reply->throws, of->fight->throws, reply->throw_count * sizeof reply->throws[0]);
}

static void follow_reply(const gg_clash *clash, const walker *from, const gg_state *state,
                         gg_reply *reply, uint32_t runs_max, uint32_t samples)
{
    gg_clash_room *room = clash->room;
    walker it = *from;
    it.gathers = false;
    it.reply = reply;
    following of = {.rules = it.rules,
                    .begun = it.begun,
                    .reply = reply,
                    .fight = room->fight,
                    .asking = it.asking,
                    .answering = clash->answering,
                    .worth = {.rules = it.rules,
                              .side = clash->answering > GG_RED ? it.asking : clash->answering}};
    const gg_odds_walk walk = {.next = next,
                               .with = &it,
                               .mind = &it.answered,
                               .stops = room->stops,
                               .stop_count = GG_CLASH_STOPS};
    gg_dice random = gg_dice_random(SAMPLE_SEED);
    const gg_odds_ask ask = {.scratch = room->scratch[0],
                             .walk = &walk,
                             .log = &room->log,
                             .runs_max = runs_max,
                             .samples = samples,
                             .random = &random,
                             .each = follow,
                             .to = &of};
    follow(&of, NULL, (gg_fraction){0, 1}, NULL);
    const gg_odds odds = gg_odds_of(it.rules, state, it.asking, it.begun, &ask);
    reply->exact = odds.exact;
    reply->runs = odds.runs;
    reply->followed = it.followed;
    finish(&of);
}

static void sort_replies(gg_clash *clash)
{
    gg_reply *replies = clash->room->replies;
    for (uint32_t i = 1; i < clash->count; i++)
        for (uint32_t k = i; k > 0 && replies[k - 1].worth < replies[k].worth; k--) {
            const gg_reply one = replies[k];
            replies[k] = replies[k - 1];
            replies[k - 1] = one;
        }
}

gg_clash gg_clash_of(const gg_ruleset *rules, const gg_state *state, gg_side side,
                     const gg_action *action, uint32_t runs_max, uint32_t samples,
                     gg_clash_room *room)
{
    gg_clash clash = {.room = room, .answering = GG_NOBODY};
    if (!rules->clash->begins(state, action)) return clash;
    walker it = {.rules = rules, .begun = action, .room = room, .asking = side, .gathers = true};
    gathering all = {.it = &it, .clash = &clash};
    const gg_odds_walk walk = {.next = next,
                               .with = &it,
                               .mind = &it.answered,
                               .stops = room->stops,
                               .stop_count = GG_CLASH_STOPS};
    gg_dice random = gg_dice_random(SAMPLE_SEED);
    const gg_odds_ask ask = {.scratch = room->scratch[0],
                             .walk = &walk,
                             .log = NULL,
                             .runs_max = runs_max,
                             .samples = samples,
                             .random = &random,
                             .each = gather,
                             .to = &all};
    memset(room->choices, 0, sizeof room->choices);
    gg_fight_begin(room->fight, rules, state, side);
    gg_odds_of(rules, state, side, action, &ask);
    if (clash.count == 0) {
        clash.answering = GG_NOBODY;
        clash.count = 1;
        room->replies[0] = (gg_reply){.action.kind = UINT8_MAX, .offered.chance = {0, 1}};
    }
    /* of many answers each is looked at less closely */
    const uint32_t share = 1 + clash.count / REPLIES_SHARE;
    for (uint32_t i = 0; i < clash.count; i++)
        follow_reply(&clash, &it, state, &room->replies[i], runs_max / share, samples / share);
    sort_replies(&clash);
    return clash;
}

void gg_put_reply(gg_text *out, const gg_ruleset *rules, const gg_state *view,
                  const gg_clash *clash, const gg_reply *reply)
{
    const gg_action *action = &reply->action;
    char unit[GG_NAME_MAX], said[GG_ACTION_TEXT_MAX];
    gg_text name = gg_text_over(unit, sizeof unit), words = gg_text_over(said, sizeof said);
    if (clash->answering > GG_RED) return;
    if (rules->actions[action->kind].field_count == 0) {
        gg_put_words(out, "%s gives no answer", gg_side_name(clash->answering));
        return;
    }
    gg_write_action(rules, view, action, &words);
    if (action->who < rules->unit_count) rules->write_unit(view, action->who, &name);
    if (name.count > 0 && gg_action_names(said, unit)) gg_put_words(out, "%s: ", unit);
    rules->say_action(view, clash->answering, action, out);
}
