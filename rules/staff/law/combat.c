/*
 * combat.c - engagements, rounds, and what comes after a win (ST-0.4, ST-13.1 to ST-13.11, ST-R71
 * to ST-R83).
 * SPDX-License-Identifier: MIT
 */
#include "core/roll.h"
#include "combat.h"
#include "move.h"
#include "shoot.h"

#include <string.h>

enum { ONE = 1u << 0, SIX = 1u << 5 }; /* faces, as sets */

/* ---- The rolls: 1 misses (ST-13.6), 6 hits (ST-13.7) and disorders nobody (ST-R75); a save for
 * each hit (ST-13.8), a casualty for each that fails (ST-13.9). ---- */

#define ROLL combat
#define QUERY staff_blows
#define ROWS "rules/staff/law/combat.def"
#include "core/modifiers.def"
#define ROLL result
#define QUERY staff_tally
#define ROWS "rules/staff/law/result.def"
#include "core/modifiers.def"

static int blow_dice(const void *query) { return ((const staff_blows *)query)->dice; }
static int blow_needs(const void *query) { return ((const staff_blows *)query)->needs; }
static uint32_t the_six(const void *query) { return (void)query, SIX; }
static uint32_t the_one(const void *query) { return (void)query, ONE; }
static int no_dice(const void *query) { return (void)query, 0; }

const gg_check staff_combat_check = {
    .name = "combat",
    .verb = "fights",
    .clause = ST_13_5,
    GG_SIXES(GG_EACH, blow_dice, staff_numbers),
    .needs = blow_needs,
    .always = the_six,
    .never = the_one,
    GG_MODS(combat_mods),
    .what = "hit",
    .rule = "Each die that comes to {combat_to_hit} hits; a natural 6 always does, a natural 1 "
            "never does.",
};
const gg_check staff_result_check = {
    .name = "combat result",
    .clause = ST_R76,
    GG_SIXES(GG_SUM, no_dice, staff_numbers),
    GG_MODS(result_mods),
    .rule = "No dice but those of heavy cavalry; the higher result wins the round, equal ones draw "
            "it.",
};

/* ---- Who fights whom. ---- */

/* The contacts of a unit that are fought now, by ascending enemy; how many. */
static int contacts_of(const gg_state *s, unsigned u, int out[UNITS_MAX])
{
    int count = 0;
    uint8_t enemies[UNITS_MAX];
    for (int i = 0; i < s->contact_count && count < UNITS_MAX; i++) {
        const staff_contact *it = &s->contacts[i];
        if ((it->flags & (CONTACT_WAITS | CONTACT_FOUGHT)) || (it->a != u + 1 && it->b != u + 1))
            continue;
        const uint8_t enemy = it->a == u + 1 ? it->b : it->a;
        int place = count++;
        for (; place > 0 && enemies[place - 1] > enemy; place--) {
            enemies[place] = enemies[place - 1];
            out[place] = out[place - 1];
        }
        enemies[place] = enemy;
        out[place] = i;
    }
    return count;
}

static unsigned enemy_in(const staff_contact *it, unsigned u)
{
    return (it->a == u + 1 ? it->b : it->a) - 1u;
}

static gg_zone face_in(const staff_contact *it, unsigned u)
{
    return (gg_zone)(it->a == u + 1 ? it->face_a : it->face_b);
}

uint64_t staff_engagement(const gg_state *s, unsigned u)
{
    uint64_t found = 0, fresh = gt_bit(u);
    while (fresh != 0) {
        const unsigned next = gt_take(&fresh);
        found |= gt_bit(next);
        for (int i = 0; i < s->contact_count; i++) {
            const staff_contact *it = &s->contacts[i];
            if (it->flags & (CONTACT_WAITS | CONTACT_FOUGHT)) continue;
            if (it->a != next + 1 && it->b != next + 1) continue;
            fresh |= gt_bit(enemy_in(it, next)) & ~found;
        }
    }
    return found;
}

/* Is there an engagement still to be fought in this phase with this as its lowest unit? */
static bool is_unfought(const gg_state *s, unsigned u)
{
    int rows[UNITS_MAX];
    if (!staff_is_here(s, u) || contacts_of(s, u, rows) == 0) return false;
    return (staff_engagement(s, u) & (gt_bit(u) - 1)) == 0;
}

bool staff_has_fight(const gg_state *s)
{
    for (int i = 0; i < s->contact_count; i++)
        if (!(s->contacts[i].flags & (CONTACT_WAITS | CONTACT_FOUGHT))) return true;
    return false;
}

/* ST-R72: what touches now is fought once; what victors charge waits. */
void staff_begin_combat(gg_state *s, gg_log *log)
{
    s->phase = PHASE_COMBAT;
    for (int i = 0; i < s->contact_count; i++)
        s->contacts[i].flags &= (uint8_t) ~(CONTACT_WAITS | CONTACT_FOUGHT);
    if (staff_has_fight(s)) staff_say(log, GG_PHASE, S_COMBAT, GG_NO_UNIT, GG_NO_UNIT);
}

/* ---- Dice and their split (ST-R73, R74). ---- */

int staff_combat_dice(const gg_state *s, unsigned u)
{
    const int cap = staff_number(s, N_LINE_cap_combat + 2 * s->units[u].formation);
    int dice = staff_stat(s, u, STAT_COMBAT);
    if (dice > cap) dice = cap;
    for (unsigned row = 0; row < COMMANDERS_MAX; row++) {
        if (s->commanders[row].there != THERE || s->commanders[row].joined != u + 1) continue;
        dice += s->options[OPT_commander_dice]; /* ST-R37: one counts */
        break;
    }
    return dice < 1 ? 1 : dice;
}

static void allot(gg_state *s, unsigned u, int contact, int dice)
{
    staff_contact *it = &s->contacts[contact];
    if (it->a == u + 1) it->dice_a = (uint8_t)dice;
    else it->dice_b = (uint8_t)dice;
}

static int allotted(const staff_contact *it, unsigned u)
{
    return it->a == u + 1 ? it->dice_a : it->dice_b;
}

/* Has several enemies and has not said how it splits its dice. */
static bool must_split(const gg_state *s, unsigned u)
{
    int rows[UNITS_MAX], sum = 0;
    const int count = contacts_of(s, u, rows);
    for (int i = 0; i < count; i++) sum += allotted(&s->contacts[rows[i]], u);
    return count > 1 && sum == 0;
}

unsigned staff_allotter(const gg_state *s)
{
    for (int turn = 0; turn < 2; turn++) {
        uint64_t rest = s->fight;
        const gg_side side = turn == 0 ? s->active : gg_other(s->active);
        for (unsigned u = gt_take(&rest); u != NOBODY; u = gt_take(&rest))
            if (s->units[u].side == side && must_split(s, u)) return (unsigned)u;
    }
    return NOBODY;
}

/* Byte i of the action is for the ith enemy. */
enum { SHARES_MAX = 4 * GG_ARGS };
int staff_share(const gg_action *action, int i)
{
    return (int)((uint32_t)action->args[i / 4] >> (8 * (i % 4)) & 255);
}

int staff_shares(const gg_action *action)
{
    int count = SHARES_MAX;
    while (count > 1 && staff_share(action, count - 1) == 0) count--;
    return count;
}

static void split_in(gg_action *action, int i, int dice)
{
    action->args[i / 4] =
        (int32_t)((uint32_t)action->args[i / 4] | (uint32_t)dice << (8 * (i % 4)));
}

/* ST-R73, dice for the ith enemy: the stock split (`most` is -1), or all that can be spared for
 * one of them; where there are too few, one each from that one on. */
static int share_of(int i, int most, int dice, int count)
{
    if (most < 0) return dice / count + (i < dice % count);
    if (dice < count) return (i - most + count) % count < dice;
    return 1 + (i == most ? dice - count : 0);
}

static bool is_same_split(const gg_action *one, const gg_action *other)
{
    return memcmp(one->args, other->args, sizeof one->args) == 0;
}

uint32_t staff_splits(const gg_state *s, unsigned u, gg_action *out, uint32_t limit)
{
    int rows[UNITS_MAX];
    const int count = contacts_of(s, u, rows), dice = staff_combat_dice(s, u);
    uint32_t found = 0;
    for (int most = -1; most < count && found < limit; most++) {
        gg_action *action = &out[found];
        *action = gg_action_on(ACTION_ALLOT, (gg_unit)u, GG_NO_UNIT);
        for (int i = 0; i < count && i < SHARES_MAX; i++)
            split_in(action, i, share_of(i, most, dice, count));
        uint32_t other = 0;
        while (other < found && !is_same_split(&out[other], action)) other++;
        if (other == found) found++;
    }
    return found;
}

gg_verdict staff_allot_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)side;
    if (action->who != staff_allotter(s)) return staff_refuse(R_NOT_HIS_SPLIT);
    int rows[UNITS_MAX], sum = 0;
    const int count = contacts_of(s, action->who, rows), dice = staff_combat_dice(s, action->who);
    for (int i = 0; i < SHARES_MAX; i++) {
        const int given = staff_share(action, i);
        sum += given;
        if (given > 0 && i >= count) return staff_refuse_by(R_TOO_MANY_SHARES, i + 1, count);
        const int least = dice >= count, most = dice >= count ? dice : 1;
        if (i < count && (given < least || given > most)) return staff_refuse(R_STARVED);
    }
    return sum == dice ? staff_legal : staff_refuse_by(R_BAD_SPLIT, sum, dice);
}

static void after_allotting(gg_state *s)
{
    s->phase = staff_allotter(s) == NOBODY ? PHASE_ROUND : PHASE_ALLOT;
}

void staff_allot_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                       gg_log *log)
{
    (void)side, (void)dice, (void)log;
    int rows[UNITS_MAX];
    const int count = contacts_of(s, action->who, rows);
    for (int i = 0; i < count && i < SHARES_MAX; i++)
        allot(s, action->who, rows[i], staff_share(action, i));
    after_allotting(s);
}

gg_verdict staff_fight_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)side;
    return is_unfought(s, action->who) ? staff_legal : staff_refuse(R_NOT_A_FIGHT);
}

void staff_fight_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                       gg_log *log)
{
    (void)side, (void)dice, (void)log;
    s->fight = staff_engagement(s, action->who);
    uint64_t rest = s->fight;
    for (unsigned u = gt_take(&rest); u != NOBODY; u = gt_take(&rest)) {
        int rows[UNITS_MAX];
        const int count = contacts_of(s, u, rows);
        for (int i = 0; i < count; i++) allot(s, u, rows[i], 0);
        if (count == 1) allot(s, u, rows[0], staff_combat_dice(s, u));
    }
    after_allotting(s);
}

/* ---- Supports (ST-R77). ---- */

static bool can_support(const gg_state *s, unsigned v)
{
    const staff_unit *it = &s->units[v];
    if (staff_is_guns(it) || staff_is_disordered(it) || staff_is_shaken(s, v)) return false;
    if (it->formation != FORM_LINE && !(it->formation == FORM_ACOL && staff_is_foot(it)))
        return false;
    return !staff_is_engaged(s, v);
}

uint64_t staff_supports_of(const gg_state *s, unsigned u, int *bits)
{
    const int32_t range = staff_number(s, N_support_range);
    uint64_t found = 0;
    uint64_t near = staff_near(s, s->notes.stands[u].bounds, range) & ~gt_bit(u)
                    & staff_side(s, s->units[u].side) & ~s->notes.engaged;
    *bits = 0;
    for (unsigned v = gt_take(&near); v != NOBODY; v = gt_take(&near)) {
        const staff_unit *it = &s->units[v];
        if (!can_support(s, v)) continue;
        if (gg_turn_between(it->facing * 10, s->units[u].facing * 10)
            > staff_number(s, N_support_turn) * 10)
            continue;
        const gg_zone zone = staff_arc(s, u, staff_centre(s, v));
        if (zone == GG_ZONE_FRONT || !staff_is_within(s, u, v, range)) continue;
        *bits |= zone == GG_ZONE_REAR ? 1 : zone == GG_ZONE_LEFT ? 2 : 4;
        found |= gt_bit(v);
    }
    return found;
}

int staff_supports(const gg_state *s, uint64_t fight, gg_side side, uint64_t *who)
{
    int all = 0;
    *who = 0;
    for (unsigned u = gt_take(&fight); u != NOBODY; u = gt_take(&fight)) {
        int bits;
        if (s->units[u].side != side) continue;
        *who |= staff_supports_of(s, u, &bits);
        all |= bits;
    }
    return all;
}

/* ---- A round: everything that is known before the first unit leaves. ---- */

typedef struct round {
    uint64_t fight, sides[2];
    uint8_t hits_a[CONTACTS_MAX], hits_b[CONTACTS_MAX]; /* made by each on the other */
    uint8_t failed[UNITS_MAX];
    uint8_t faces[UNITS_MAX];  /* it was met on: bit n is gg_zone n */
    uint8_t houses[UNITS_MAX]; /* it held this building */
    uint64_t enemies[UNITS_MAX], supports[UNITS_MAX];
    int inflicted[2], heavy[2];
    gg_side winner;
} round;

static void look_round(const gg_state *s, round *r)
{
    uint64_t rest = r->fight;
    for (unsigned i = gt_take(&rest); i != NOBODY; i = gt_take(&rest)) {
        const unsigned u = (unsigned)i;
        int rows[UNITS_MAX], bits;
        const int count = contacts_of(s, u, rows);
        r->sides[s->units[u].side] |= gt_bit(u);
        r->houses[u] = s->more[u].inside;
        r->supports[u] = staff_supports_of(s, u, &bits);
        for (int c = 0; c < count; c++) {
            r->faces[u] |= (uint8_t)(1u << face_in(&s->contacts[rows[c]], u));
            r->enemies[u] |= gt_bit(enemy_in(&s->contacts[rows[c]], u));
        }
    }
}

static staff_blows blows_of(const gg_state *s, const round *r, unsigned u)
{
    const staff_unit *it = &s->units[u];
    const bool beside = (r->faces[u] & ~(1u << GG_ZONE_FRONT)) != 0;
    return (staff_blows){
        .needs = staff_number(s, N_combat_to_hit),
        .is_charging = (it->status & STATUS_FRESH) != 0,
        .has_won = (it->status & STATUS_WON) != 0,
        .is_weak = staff_is_disordered(it) || staff_is_shaken(s, u),
        .is_skirmisher = it->formation == FORM_SKIRM,
        .is_flanked = beside && staff_drills[it->formation].has_flanks,
    };
}

static int roll_blows(const gg_state *s, unsigned u, unsigned enemy, const staff_blows *blows,
                      staff_saying why, gg_dice *dice, gg_log *log)
{
    gg_event *event = gg_roll_event(&staff_combat_check, CHECK_COMBAT, (gg_unit)u, (gg_unit)enemy,
                                    dice, log, NULL);
    if (event != NULL) event->saying = (uint16_t)why;
    return gg_check_roll(&staff_combat_check, s->house, blows, dice, event);
}

/* Everything one unit does: for each enemy its dice, then what it rolls again (ST-R69). */
static void strike(const gg_state *s, round *r, unsigned u, gg_dice *dice, gg_log *log)
{
    int rows[UNITS_MAX];
    const int count = contacts_of(s, u, rows);
    staff_blows blows = blows_of(s, r, u);
    const bool ferocious = blows.is_charging && staff_has_rule(s, u, RULE_FEROCIOUS);
    bool tough = !ferocious && staff_has_rule(s, u, RULE_TOUGH);
    for (int i = 0; i < count; i++) {
        const staff_contact *it = &s->contacts[rows[i]];
        const unsigned enemy = enemy_in(it, u);
        blows.dice = allotted(it, u);
        if (blows.dice == 0) continue;
        int hits = roll_blows(s, u, enemy, &blows, S_NONE, dice, log);
        const int missed = blows.dice - hits;
        if (missed > 0 && (ferocious || tough)) {
            blows.dice = ferocious ? missed : 1;
            hits += roll_blows(s, u, enemy, &blows, ferocious ? S_FEROCIOUS : S_TOUGH, dice, log);
            tough = false;
        }
        if (it->a == u + 1) r->hits_a[rows[i]] = (uint8_t)hits;
        else r->hits_b[rows[i]] = (uint8_t)hits;
    }
}

/* Its saves, hits by hits of each attacker; the first that failed again if it is stubborn. */
static void save_all(const gg_state *s, round *r, unsigned u, gg_dice *dice, gg_log *log)
{
    int rows[UNITS_MAX], failed = 0;
    const int count = contacts_of(s, u, rows);
    staff_save again = {.dice = 0};
    for (int i = 0; i < count; i++) {
        const staff_contact *it = &s->contacts[rows[i]];
        const unsigned enemy = enemy_in(it, u);
        const int hits = it->a == u + 1 ? r->hits_b[rows[i]] : r->hits_a[rows[i]];
        if (hits == 0) continue;
        staff_save save = staff_save_of(s, u, hits);
        save.cover = it->b == u + 1 ? it->cover : COVER_NONE; /* ST-R61: the charged one's */
        save.is_lanced =
            (s->units[enemy].status & STATUS_FRESH) != 0 && staff_has_rule(s, enemy, RULE_LANCER);
        const int lost = hits - staff_roll_saves(s, u, &save, S_NONE, dice, log);
        if (lost > 0 && again.dice == 0) again = save;
        failed += lost;
    }
    if (failed > 0 && staff_has_rule(s, u, RULE_STUBBORN)) {
        again.dice = 1;
        failed -= staff_roll_saves(s, u, &again, S_STUBBORN, dice, log);
    }
    r->failed[u] = (uint8_t)failed;
}

/* T19.6: a D3 for each. */
static void weigh_heavies(const gg_state *s, round *r, gg_side side, gg_dice *dice, gg_log *log)
{
    uint64_t rest = r->sides[side];
    for (unsigned u = gt_take(&rest); u != NOBODY; u = gt_take(&rest)) {
        if (!(s->units[u].status & STATUS_FRESH) || !staff_has_rule(s, u, RULE_HEAVY_CAV)) continue;
        const int face = gg_roll_die(dice, "weight of the charge", (gg_unit)u, GG_NO_UNIT);
        const int third = (face + 1) / 2; /* ST-R89 */
        r->heavy[side] += third;
        gg_show_dice(staff_say_number(log, GG_ROLL, S_HEAVY, (gg_unit)u, GG_NO_UNIT, third), face,
                     0);
    }
}

static int result_of(const gg_state *s, const round *r, gg_side side, gg_log *log)
{
    staff_tally tally = {.casualties = r->inflicted[side], .heavy = r->heavy[side]};
    uint64_t rest = r->sides[side];
    const unsigned first = gt_take(&(uint64_t){rest});
    for (unsigned u = gt_take(&rest); u != NOBODY; u = gt_take(&rest)) {
        int bits;
        staff_supports_of(s, u, &bits);
        tally.supports |= bits;
        uint64_t enemies = r->enemies[u];
        for (unsigned e = gt_take(&enemies); e != NOBODY; e = gt_take(&enemies))
            if (s->units[u].formation == FORM_SQUARE && staff_is_horse(&s->units[e]))
                tally.has_square = true;
        const unsigned area = staff_building(s, r->houses[u]);
        if (area != NOBODY && s->areas[area].level > tally.building)
            tally.building = s->areas[area].level;
    }
    gg_event *event = gg_log_add(log, GG_ROLL, ST_R76);
    const int total = gg_check_mods(&staff_result_check, s->house, &tally, event);
    if (event != NULL) {
        event->check = CHECK_RESULT;
        event->who = (gg_unit)first;
        event->total = (int16_t)total;
    }
    return total;
}

/* ---- Who tests, and what comes of it (ST-R78 to R80). ---- */

static bool tests(const gg_state *s, const round *r, unsigned u)
{
    if (staff_excess(s, u) > 0) return true; /* ST-13.11 */
    if (r->winner == GG_NOBODY) return s->options[OPT_draw_shaken_tests] && staff_is_shaken(s, u);
    return s->options[OPT_loser_tests] && s->units[u].side != r->winner;
}

static gg_zone threat_of(unsigned faces) /* ST-R79 */
{
    const bool left = faces >> GG_ZONE_LEFT & 1, right = faces >> GG_ZONE_RIGHT & 1;
    if ((faces >> GG_ZONE_FRONT & 1) || (left && right)) return GG_ZONE_FRONT;
    if (faces >> GG_ZONE_REAR & 1) return GG_ZONE_REAR;
    return left ? GG_ZONE_LEFT : GG_ZONE_RIGHT;
}

/* Rolls for everybody first; then all that break leave, then the others fall back. */
static void test_all(gg_state *s, const round *r, gg_dice *dice, gg_log *log)
{
    const gg_side first = r->winner == GG_NOBODY ? s->active : gg_other(r->winner);
    uint8_t order[UNITS_MAX], outcomes[UNITS_MAX];
    int count = 0;
    for (int turn = 0; turn < 2; turn++) {
        uint64_t rest = r->sides[turn == 0 ? first : gg_other(first)];
        for (unsigned u = gt_take(&rest); u != NOBODY; u = gt_take(&rest))
            if (tests(s, r, u)) order[count++] = (uint8_t)u;
    }
    for (int i = 0; i < count; i++) {
        const unsigned u = order[i];
        const staff_test test = {.excess = staff_excess(s, u),
                                 .unit_class = staff_class_of(&s->units[u]),
                                 .is_disordered = staff_is_disordered(&s->units[u]),
                                 .is_combat = true};
        outcomes[i] = (uint8_t)staff_break_test(s, u, &test, dice, log);
        staff_cap_casualties(s, u);
    }
    for (int i = 0; i < count; i++)
        if (outcomes[i] == OUTCOME_BREAK)
            staff_carry_out(s, order[i], OUTCOME_BREAK, GG_ZONE_FRONT, log);
    for (int i = 0; i < count; i++)
        if (outcomes[i] == OUTCOME_RETIRE)
            staff_carry_out(s, order[i], OUTCOME_RETIRE, threat_of(r->faces[order[i]]), log);
}

static void test_supports(gg_state *s, const round *r, gg_dice *dice, gg_log *log)
{
    if (!s->options[OPT_support_tests]) return;
    uint64_t rest = r->fight, testing = 0;
    for (unsigned u = gt_take(&rest); u != NOBODY; u = gt_take(&rest))
        if (!staff_is_here(s, u)) testing |= r->supports[u];
    for (unsigned v = gt_take(&testing); v != NOBODY; v = gt_take(&testing)) {
        if (!staff_is_here(s, v)) continue;
        const staff_test test = {.unit_class = staff_class_of(&s->units[v]),
                                 .is_disordered = staff_is_disordered(&s->units[v])};
        staff_say(log, GG_NOTE, S_SUPPORT_TESTS, (gg_unit)v, GG_NO_UNIT);
        const staff_outcome outcome = staff_break_test(s, v, &test, dice, log);
        staff_carry_out(s, v, outcome, GG_ZONE_FRONT, log);
    }
}

/* ---- After it (ST-R81, R82). ---- */

static void close_round(gg_state *s, const round *r)
{
    for (int i = 0; i < s->contact_count; i++) {
        staff_contact *it = &s->contacts[i];
        if (it->flags & CONTACT_WAITS || !(r->fight & gt_bit(it->a - 1u))) continue;
        it->flags |= CONTACT_FOUGHT;
        it->dice_a = it->dice_b = 0;
    }
    uint64_t rest = r->fight, lost = 0;
    for (unsigned u = gt_take(&rest); u != NOBODY; u = gt_take(&rest)) {
        staff_unit *it = &s->units[u];
        if (!staff_is_here(s, u)) {
            lost |= gt_bit(u);
            continue;
        }
        it->status &= (uint8_t) ~(STATUS_FRESH | STATUS_WON);
        if (it->side == r->winner && staff_is_engaged(s, u)) it->status |= STATUS_WON; /* ST-R92 */
    }
    s->fight = 0;
    s->phase = PHASE_VICTOR;
    s->victors = 0;
    if (r->winner == GG_NOBODY || !s->options[OPT_sweep]) return;
    uint64_t won = r->sides[r->winner];
    for (unsigned u = gt_take(&won); u != NOBODY; u = gt_take(&won)) {
        if (!staff_is_here(s, u)) continue;
        s->victors |= gt_bit(u);
        uint64_t gone = r->enemies[u] & lost;
        for (unsigned e = gt_take(&gone); e != NOBODY; e = gt_take(&gone))
            if (r->houses[e] != 0 && s->more[u].emptied == 0) s->more[u].emptied = r->houses[e];
    }
}

static void suffer_all(gg_state *s, round *r, gg_side side, gg_log *log)
{
    uint64_t rest = r->sides[side];
    for (unsigned u = gt_take(&rest); u != NOBODY; u = gt_take(&rest)) {
        r->inflicted[gg_other(side)] += r->failed[u];
        staff_suffer(s, u, r->failed[u], log);
    }
}

static void risk_all(gg_state *s, const round *r, gg_side side, gg_dice *dice, gg_log *log)
{
    uint64_t rest = r->sides[side];
    for (unsigned u = gt_take(&rest); u != NOBODY; u = gt_take(&rest))
        if (r->failed[u] > 0) staff_risk_commanders(s, u, dice, log);
}

static void fight_it_out(gg_state *s, round *r, gg_dice *dice, gg_log *log)
{
    const gg_side order[2] = {s->active, gg_other(s->active)};
    for (int turn = 0; turn < 2; turn++) {
        uint64_t rest = r->sides[order[turn]];
        for (unsigned u = gt_take(&rest); u != NOBODY; u = gt_take(&rest))
            strike(s, r, u, dice, log);
    }
    for (int turn = 0; turn < 2; turn++) {
        uint64_t rest = r->sides[order[turn]];
        for (unsigned u = gt_take(&rest); u != NOBODY; u = gt_take(&rest))
            save_all(s, r, u, dice, log);
    }
    for (int turn = 0; turn < 2; turn++) suffer_all(s, r, order[turn], log);
    for (int turn = 0; turn < 2; turn++) risk_all(s, r, order[turn], dice, log);
    for (int turn = 0; turn < 2; turn++) weigh_heavies(s, r, order[turn], dice, log);
}

void staff_round_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                       gg_log *log)
{
    (void)side, (void)action;
    round r = {.fight = s->fight, .winner = GG_NOBODY};
    look_round(s, &r);
    fight_it_out(s, &r, dice, log);
    const int blue = result_of(s, &r, GG_BLUE, log), red = result_of(s, &r, GG_RED, log);
    if (blue != red) r.winner = blue > red ? GG_BLUE : GG_RED;
    const staff_saying saying = blue == red  ? S_ROUND_DRAWN
                                : blue > red ? S_BLUE_WINS_ROUND
                                             : S_RED_WINS_ROUND;
    staff_say_numbers(log, GG_NOTE, saying, GG_NO_UNIT, GG_NO_UNIT, blue > red ? blue : red,
                      blue > red ? red : blue);
    test_all(s, &r, dice, log);
    test_supports(s, &r, dice, log);
    close_round(s, &r);
}

/* ---- Victors (ST-R81). ---- */

unsigned staff_victor(const gg_state *s)
{
    uint64_t set = s->victors;
    return gt_take(&set);
}

bool staff_may_follow_up(const gg_state *s, unsigned u)
{
    const staff_unit *it = &s->units[u];
    if (!staff_is_here(s, u) || staff_is_guns(it) || staff_is_disordered(it)) return false;
    if (it->formation != FORM_LINE && it->formation != FORM_ACOL && it->formation != FORM_SKIRM)
        return false;
    return !staff_is_shaken(s, u) && !staff_is_engaged(s, u);
}

void staff_settle_victors(gg_state *s)
{
    for (unsigned u = staff_victor(s); u != NOBODY; u = staff_victor(s)) {
        if (staff_may_follow_up(s, u)) return;
        s->victors &= ~gt_bit(u);
        s->more[u].emptied = 0;
    }
    s->phase = PHASE_COMBAT;
}

static void victor_done(gg_state *s, unsigned u)
{
    s->victors &= ~gt_bit(u);
    s->more[u].emptied = 0;
}

gg_verdict staff_stay_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)side;
    return action->who == staff_victor(s) ? staff_legal : staff_refuse(R_NOT_THE_VICTOR);
}

void staff_stay_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                      gg_log *log)
{
    (void)side, (void)dice, (void)log;
    victor_done(s, action->who);
}

gg_verdict staff_occupy_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)side;
    if (action->who != staff_victor(s)) return staff_refuse(R_NOT_THE_VICTOR);
    const unsigned area = staff_building(s, s->more[action->who].emptied);
    if (area == NOBODY || !staff_is_foot(&s->units[action->who])
        || staff_garrison(s, area) != NOBODY)
        return staff_refuse(R_NO_HOUSE_TAKEN);
    return staff_legal;
}

void staff_occupy_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                        gg_log *log)
{
    (void)side, (void)dice;
    const unsigned u = action->who, nth = s->more[u].emptied;
    const staff_place place = {.pose = staff_building_pose(s, staff_building(s, nth)),
                               .formation = FORM_GARRISON,
                               .inside = (uint8_t)nth};
    const staff_place from = staff_place_now(s, u);
    staff_put(s, u, &place, log);
    staff_say_step(s, u, S_OCCUPIES, &from, log);
    victor_done(s, u);
}
