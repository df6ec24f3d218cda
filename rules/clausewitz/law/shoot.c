/*
 * shoot.c - firing (chapter 16, T5 to T7): who sees whom straight ahead is in ground.c; here units
 * pick their targets and roll Steady! and Fire!, targets save and are hurt.
 * SPDX-License-Identifier: MIT
 */
#include "fight.h"

#define CHANCE_BITS 30
#define ONE (UINT64_C(1) << CHANCE_BITS)

/* What one unit fires with, and at whom.  The last die of a Jaeger Company is a rifle of its own
 * (CW-R72), so dice come in two groups. */
typedef struct shot {
    cw_seen target;
    int slot;
    int dice[2];  /* of the unit's weapon, of the Jaeger's rifle */
    int needs[2]; /* of a Fire! die */
    bool again_steady, again_fire;
} shot;

/* ---- Who fires at what (CW-R49, CW-R50). ---- */

/* Which of `how` this unit shoots with; 0: it does not. */
static int shoots_with(const gg_state *s, unsigned b, int slot, int how)
{
    const cw_unit *u = &s->units[b][slot];
    if (u->dice == 0 || !cw_form_defs[u->formation].fires) return 0;
    if (cw_is_guns(u)) return how & SHOOT_GUNS;
    const bool in_front = slot < s->bodies[b].formation;
    return cw_is_infantry(u) && in_front ? how & SHOOT_FIRE : 0;
}

static bool has_jaeger(const cw_unit *u, int how)
{
    return (u->specials & SPECIAL_JAEGER) != 0 && u->weapon == WEAPON_MUSKET
           && !(how & SHOOT_CHARGER);
}

static int32_t reach_of(const gg_state *s, const cw_unit *u, int how)
{
    if (how & SHOOT_CHARGER) return cw_number(s, N_charge); /* CW-R62 */
    return cw_reach(s, has_jaeger(u, how) ? WEAPON_RIFLE : (cw_weapon)u->weapon, true);
}

/* The nearest base it sees of the Brigade it wants, or, seeing none, its nearest. */
static bool pick_target(const gg_state *s, unsigned b, int slot, int how, unsigned at,
                        unsigned wish, cw_seen *out)
{
    cw_seen seen[SEEN_MAX];
    if (!shoots_with(s, b, slot, how)) return false;
    const int count = cw_sees(s, b, slot, reach_of(s, &s->units[b][slot], how), seen);
    int found = -1;
    for (int i = 0; i < count; i++) {
        if (at != NOBODY && seen[i].brigade != at) continue;
        if (seen[i].brigade == wish) {
            found = i;
            break;
        }
        if (found < 0) found = i;
    }
    if (found >= 0) *out = seen[found];
    return found >= 0;
}

bool cw_can_shoot(const gg_state *s, unsigned b, int how, unsigned at)
{
    cw_seen target;
    for (int slot = 0; slot < cw_count(s, b); slot++)
        if (pick_target(s, b, slot, how, at, at, &target)) return true;
    return false;
}

uint64_t cw_bombards(const gg_state *s, unsigned b)
{
    uint64_t set = 0;
    cw_seen target;
    for (int slot = 0; slot < cw_count(s, b); slot++)
        if (pick_target(s, b, slot, SHOOT_GUNS, NOBODY, NOBODY, &target))
            set |= gt_bit(target.brigade);
    return set;
}

static bool is_in_battery(const cw_unit *u)
{
    return cw_is_guns(u) && u->formation == FORM_UNLIMBERED;
}

gg_verdict cw_may_bombard(const gg_state *s, unsigned b, unsigned whom)
{
    const int32_t zone = cw_number(s, N_zone_of_control);
    if (!cw_any(s, b, is_in_battery)) return cw_refuse(R_NO_GUNS);
    if (whom >= s->body_count || !cw_is_here(s, whom)) return cw_refuse(R_GONE);
    if (s->bodies[whom].side == s->bodies[b].side) return cw_refuse(R_OWN_TARGET);
    if (!cw_can_shoot(s, b, SHOOT_GUNS, whom)) return cw_refuse(R_NOT_TARGET);
    const gt_table t = cw_table(s);
    if (gt_is_within(&t, b, whom, zone)) return cw_legal;
    /* A fleeing enemy has no zone, but he is in ours. */
    uint64_t near = cw_side_set(s, gg_other((gg_side)s->bodies[b].side), false) & ~gt_bit(whom);
    while (near != 0) {
        const unsigned other = (unsigned)gg_next_bit(&near);
        if (gt_is_within(&t, b, other, zone) && cw_can_shoot(s, b, SHOOT_GUNS, other))
            return cw_refuse(R_ZONE_TARGET);
    }
    return cw_legal;
}

/* ---- Aiming. ---- */

/* What a Fire! die of this weapon needs at this range; 0: it does not reach. */
static int needs_at(const gg_state *s, cw_weapon weapon, int32_t range, int how)
{
    if (how & SHOOT_CHARGER) return cw_number(s, N_fire_effective); /* CW-13.21 */
    if (range <= cw_reach(s, weapon, false)) return cw_number(s, N_fire_effective);
    return range <= cw_reach(s, weapon, true) ? s->options[OPT_long_fire] : 0;
}

static int dice_fired(const gg_state *s, const cw_unit *u)
{
    if (!cw_form_defs[u->formation].quarter) return u->dice;
    const int share = cw_number(s, u->formation == FORM_SQUARE ? N_square_share : N_column_share);
    return (u->dice + share - 1) / share;
}

/* CW-6.4, CW-16.7, CW-R25: from the left or right of a Line, for guns as for muskets (CW-R105). */
static bool is_enfiladed(const gg_state *s, unsigned b, int slot, const cw_seen *target)
{
    if (s->units[target->brigade][target->slot].formation != FORM_LINE) return false;
    const gg_zone zone = cw_zone_of(s, target->brigade, b, slot);
    return zone == GG_ZONE_LEFT || zone == GG_ZONE_RIGHT;
}

static shot aim(const gg_state *s, unsigned b, int slot, int how, const cw_seen *target)
{
    const cw_unit *u = &s->units[b][slot];
    const cw_form_def *form = &cw_form_defs[s->units[target->brigade][target->slot].formation];
    shot it = {.target = *target, .slot = slot, .dice = {dice_fired(s, u), 0}};
    it.needs[0] = needs_at(s, (cw_weapon)u->weapon, target->range, how);
    it.again_steady = form->rerolls_steady;
    it.again_fire = form->rerolls_fire || is_enfiladed(s, b, slot, target);
    if (!has_jaeger(u, how)) return it;
    it.dice[1] = 1;
    it.dice[0] = it.needs[0] == 0 ? 0 : it.dice[0] - 1;
    it.needs[1] = needs_at(s, WEAPON_RIFLE, target->range, how);
    return it;
}

/* ---- Rolling (CW-R48): at a Column failed Fire! dice again (CW-6.9), at a Square failed Steady
 * dice too (CW-6.14). ---- */

static int roll(gg_state *s, int check, int dice, int needs, unsigned b, const shot *it,
                gg_dice *source, gg_log *log)
{
    if (dice == 0) return 0;
    return cw_roll_dice(s, check, dice, needs, (gg_unit)b, (gg_unit)it->target.brigade, source,
                        log);
}

/* Hits of one unit, in the order of the dice. */
static int roll_shot(gg_state *s, unsigned b, const shot *it, gg_dice *dice, gg_log *log)
{
    const cw_unit *u = &s->units[b][it->slot];
    int steady[2], hits[2];
    for (int group = 0; group < 2; group++)
        steady[group] = roll(s, CHECK_STEADY, it->dice[group], u->steady, b, it, dice, log);
    for (int group = 0; group < 2 && it->again_steady; group++)
        steady[group] +=
            roll(s, CHECK_STEADY, it->dice[group] - steady[group], u->steady, b, it, dice, log);
    for (int group = 0; group < 2; group++)
        hits[group] = roll(s, CHECK_FIRE, steady[group], it->needs[group], b, it, dice, log);
    for (int group = 0; group < 2 && it->again_fire; group++)
        hits[group] +=
            roll(s, CHECK_FIRE, steady[group] - hits[group], it->needs[group], b, it, dice, log);
    if ((u->specials & SPECIAL_MARKSMEN) && !it->again_fire) {
        const int group = hits[0] < steady[0] ? 0 : 1;
        if (hits[group] < steady[group])
            hits[group] += roll(s, CHECK_FIRE, 1, it->needs[group], b, it, dice, log);
    }
    return hits[0] + hits[1];
}

bool cw_first_shot(const gg_state *s, unsigned b, int how, unsigned at, unsigned wish,
                   cw_dice_query *out)
{
    for (int slot = 0; slot < cw_count(s, b); slot++) {
        cw_seen target;
        if (!pick_target(s, b, slot, how, at, wish, &target)) continue;
        const shot it = aim(s, b, slot, how, &target);
        const int dice = it.dice[0] > 0 ? it.dice[0] : it.dice[1];
        *out = (cw_dice_query){.dice = dice, .needs = s->units[b][slot].steady, .lowest = 1};
        return true;
    }
    return false;
}

/* ---- How likely it is that a volley does anything, in 2^30ths: it has too many dice to throw
 * them all.  Dice are told apart by nothing, so each counts alone. ---- */

static uint64_t both(uint64_t one, uint64_t other) { return one * other >> CHANCE_BITS; }

static uint64_t times(uint64_t chance, int count)
{
    uint64_t all = ONE;
    for (int i = 0; i < count; i++) all = both(all, chance);
    return all;
}

/* That a die succeeds, thrown again if it may be. */
static uint64_t succeeds(int needs, bool again)
{
    const uint64_t fails = ONE * (uint64_t)(needs > 6 ? 6 : needs < 1 ? 0 : needs - 1) / 6;
    return ONE - (again ? both(fails, fails) : fails);
}

/* That no hit of this unit is left after the saves.  Marksmen throw one miss again; `all_saved`:
 * no die missed, so that there was none. */
static uint64_t spares(const gg_state *s, unsigned b, const shot *it)
{
    const cw_unit *u = &s->units[b][it->slot];
    const int save = cw_save_at(s, cw_base_middle(s, it->target.brigade, it->target.slot));
    const uint64_t steady = succeeds(u->steady, it->again_steady);
    const uint64_t saved = save == 0 ? 0 : succeeds(save, false);
    uint64_t none[2], all_saved[2], again[2];
    for (int group = 0; group < 2; group++) {
        const uint64_t hit = it->dice[group] == 0 ? 0 : succeeds(it->needs[group], it->again_fire);
        again[group] = ONE - both(hit, ONE - saved);
        none[group] = times(ONE - both(steady, ONE - again[group]), it->dice[group]);
        all_saved[group] = times(ONE - steady + both(steady, both(hit, saved)), it->dice[group]);
    }
    if (!(u->specials & SPECIAL_MARKSMEN) || it->again_fire) return both(none[0], none[1]);
    const uint64_t second = all_saved[1] + both(none[1] - all_saved[1], again[1]);
    return both(both(none[0] - all_saved[0], again[0]), none[1]) + both(all_saved[0], second);
}

/* That its test lets it shoot. */
static uint64_t may_shoot(const gg_state *s, const gg_action *action)
{
    unsigned charger;
    gg_fraction odds[GG_OUTCOMES_MAX];
    const unsigned b = action->who;
    if (!cw_tests_before(s, b, (cw_action_kind)action->kind, false, &charger)) return ONE;
    const cw_morale_query query = cw_morale_of(s, b, charger, false);
    gg_check_odds(&cw_morale_check, s->house, &query, odds);
    const uint64_t fails = ONE - ONE * odds[0].top / odds[0].bottom;
    return ONE - (cw_may_roll_again(s, b) ? both(fails, fails) : fails);
}

uint64_t cw_harm(const gg_state *s, gg_side side, const gg_action *action, gg_unit whom)
{
    const bool guns = action->kind != ACTION_FIRE;
    const unsigned wish = action->whom == GG_NO_UNIT ? NOBODY : action->whom;
    uint64_t spared = ONE;
    int how;
    unsigned at;
    (void)side;
    if (guns && action->kind != ACTION_BOMBARD && action->kind != ACTION_BATTERY)
        return GG_NO_HARM_KNOWN;
    cw_aims_how(s, action, &how, &at);
    for (int slot = 0; slot < cw_count(s, action->who); slot++) {
        cw_seen target;
        if (!pick_target(s, action->who, slot, how, at, wish, &target) || target.brigade != whom)
            continue;
        const shot it = aim(s, action->who, slot, how, &target);
        spared = both(spared, spares(s, action->who, &it));
    }
    return both(may_shoot(s, action), ONE - spared) << (60 - CHANCE_BITS);
}

/* ---- Hits wait on the stack, those of the lowest Brigade on top. ---- */

enum { GROUP_BITS = 8, SAVE_BITS = 3 }; /* in a frame's set: hits and what they are saved on */

static void note_hits(gg_state *s, cw_frame hits[BRIGADES_MAX], const shot *it, int count)
{
    cw_frame *frame = &hits[it->target.brigade];
    const int save = cw_save_at(s, cw_base_middle(s, it->target.brigade, it->target.slot));
    frame->set |= (uint64_t)(count << SAVE_BITS | save) << (GROUP_BITS * frame->n);
    frame->n++;
}

static void say_shooting(unsigned b, int how, unsigned at, gg_log *log)
{
    const gg_unit whom = at == NOBODY ? GG_NO_UNIT : (gg_unit)at;
    if (how & SHOOT_FIRE) cw_say(log, GG_NOTE, S_FIRES, (gg_unit)b, whom);
    else if (at != NOBODY) cw_say(log, GG_NOTE, S_BOMBARDS, (gg_unit)b, whom);
}

/* Why these dice need what they need, and which are rolled again; not twice in a volley. */
static void explain(const gg_state *s, unsigned b, const shot *it, int how, shot *last, gg_log *log)
{
    const cw_form_def *own = &cw_form_defs[s->units[b][it->slot].formation];
    const int needs = it->needs[0] != 0 ? it->needs[0] : it->needs[1];
    const gg_unit whom = (gg_unit)it->target.brigade;
    const bool far = it->target.range > cw_reach(s, (cw_weapon)s->units[b][it->slot].weapon, false);
    const cw_saying range = how & SHOOT_CHARGER ? S_AT_CHARGE : far ? S_AT_LONG : S_AT_EFFECTIVE;
    if (last->target.brigade == it->target.brigade && last->needs[0] == it->needs[0]
        && last->again_fire == it->again_fire && last->again_steady == it->again_steady)
        return;
    *last = *it;
    cw_say_numbers(log, GG_NOTE, range, (gg_unit)b, whom, it->target.range / 10, needs);
    if (own->quarter) cw_say(log, GG_NOTE, S_FIRES_A_QUARTER, (gg_unit)b, whom);
    if (!it->again_fire && !it->again_steady) return;
    const unsigned form = s->units[it->target.brigade][it->target.slot].formation;
    cw_say(log, GG_NOTE,
           form == FORM_COLUMN   ? S_INTO_COLUMN
           : form == FORM_SQUARE ? S_INTO_SQUARE
                                 : S_INTO_FLANK,
           (gg_unit)b, whom);
}

void cw_shoot(gg_state *s, unsigned b, int how, unsigned at, unsigned wish, gg_dice *dice,
              gg_log *log)
{
    shot last = {.target = {.brigade = NOBODY}};
    cw_frame hits[BRIGADES_MAX] = {{0}};
    static const int kinds[] = {SHOOT_FIRE, SHOOT_GUNS}; /* hold fire: infantry, then guns */
    say_shooting(b, how, at, log);
    cw_reveal(s, b, log); /* CW-27.3 */
    for (int kind = 0; kind < 2; kind++) {
        const int with = how & (kinds[kind] | SHOOT_CHARGER);
        for (int slot = 0; slot < cw_count(s, b); slot++) {
            cw_seen target;
            if (!pick_target(s, b, slot, with, at, wish, &target)) continue;
            const shot it = aim(s, b, slot, with, &target);
            explain(s, b, &it, with, &last, log);
            const int count = roll_shot(s, b, &it, dice, log);
            if (count > 0) note_hits(s, hits, &it, count);
        }
    }
    if (s->options[OPT_test_on_hits] && !(how & SHOOT_CHARGER)) cw_push(s, FRAME_SHAKEN, b, NOBODY);
    for (unsigned other = s->body_count; other-- > 0;)
        if (hits[other].n > 0) cw_push(s, FRAME_HITS, other, b)->set = hits[other].set;
}

/* Saves (against fire alone, CW-R55) in the order of the hits, then the damage dice of what is
 * left. */
cw_next cw_run_hits(gg_state *s, cw_frame *frame, gg_dice *dice, gg_log *log)
{
    const cw_frame this = *frame;
    const uint64_t group = (UINT64_C(1) << GROUP_BITS) - 1, save_bits = (1u << SAVE_BITS) - 1;
    int unsaved = 0;
    cw_pop(s);
    for (uint64_t rest = this.set; rest != 0; rest >>= GROUP_BITS) {
        const int save = (int)(rest & save_bits), hits = (int)((rest & group) >> SAVE_BITS);
        unsaved += hits;
        if (save > 0)
            unsaved -=
                cw_roll_dice(s, CHECK_SAVE, hits, save, (gg_unit)this.who, GG_NO_UNIT, dice, log);
    }
    if (unsaved == 0) return GO_ON;
    for (int i = s->frame_count; i-- > 0 && s->frames[i].kind != FRAME_WINDOW;)
        if (s->frames[i].kind == FRAME_SHAKEN) s->frames[i].set |= gt_bit(this.who);
    cw_damage(s, this.who, unsaved, log);
    return GO_ON;
}

/* CW-R54, an option: who was hurt by the fire tests. */
cw_next cw_run_shaken(gg_state *s, cw_frame *frame, gg_dice *dice, gg_log *log)
{
    if (frame->set == 0) {
        cw_pop(s);
        cw_check_all(s, log);
        return GO_ON;
    }
    uint64_t rest = frame->set;
    const unsigned b = (unsigned)gg_next_bit(&rest);
    int margin = 0;
    if (cw_stands(s, b) && !cw_test(s, b, NOBODY, false, &margin, dice, log)) return GO_ON;
    frame->set = rest;
    if (margin < 0) cw_fail(s, b, NOBODY, -margin, cw_band_of(s, b));
    return GO_ON;
}
