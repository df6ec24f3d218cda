/*
 * ready.c - parts and functions of the contract for games that have nothing to say there: no
 * function of a ruleset is ever missing, so nobody who calls one asks whether it is there.
 * SPDX-License-Identifier: MIT
 */
#include "core/text.h"
#include "grognard.h"

/* ---- Nothing was learnt from games. ---- */

static int32_t appraise_nothing(const gg_state *view, int32_t values[2][GG_FEATURES_MAX])
{
    (void)view, (void)values;
    return 0;
}

uint32_t gg_no_inputs(const gg_state *view, gg_side side, gg_input *out, uint32_t limit)
{
    (void)view, (void)side, (void)out, (void)limit;
    return 0;
}

static const gg_feature no_features[1];
const gg_network gg_no_network = {.bytes = NULL, .count = 0};
const gg_leaning_def gg_no_leanings[] = {{.player = NULL}};
const gg_judgement_rules gg_no_judgement = {.appraise = appraise_nothing,
                                            .inputs = gg_no_inputs,
                                            .features = no_features,
                                            .network = &gg_no_network,
                                            .leanings = gg_no_leanings};

/* ---- Before deciding. ---- */

bool gg_no_way_points(const gg_state *view, gg_side side, const gg_action *begun, gg_point at,
                      int32_t facing, gg_action *out)
{
    (void)view, (void)side, (void)begun, (void)at, (void)facing, (void)out;
    return false;
}

bool gg_never_content(const gg_state *view, gg_side side)
{
    (void)view, (void)side;
    return false;
}

/* ---- Danger. ---- */

bool gg_no_moment(gg_state *state, gg_side side, uint32_t nth)
{
    (void)state, (void)side, (void)nth;
    return false;
}

bool gg_no_threats(const gg_state *view, gg_side side, gg_unit unit, gg_point place, gg_threat *out,
                   uint32_t *count)
{
    (void)view, (void)side, (void)unit, (void)place, (void)out;
    *count = 0;
    return false;
}

uint64_t gg_no_harm_known(const gg_state *state, gg_side side, const gg_action *action,
                          gg_unit whom)
{
    (void)state, (void)side, (void)action, (void)whom;
    return GG_NO_HARM_KNOWN;
}

const gg_danger_rules gg_no_danger = {.moment = gg_no_moment,
                                      .threats = gg_no_threats,
                                      .harm = gg_no_harm_known,
                                      .kind = GG_DANGER_UNKNOWN};

/* ---- Clashes. ---- */

bool gg_always_over(const gg_state *now, const gg_action *begun)
{
    (void)now, (void)begun;
    return true;
}

bool gg_concerns_all(const gg_state *now, const gg_action *begun, const gg_action *offer)
{
    (void)now, (void)begun, (void)offer;
    return true;
}

static bool begins_nothing(const gg_state *view, const gg_action *action)
{
    (void)view, (void)action;
    return false;
}

static const gg_fate no_fates[1];
const gg_clash_rules gg_no_clash = {.begins = begins_nothing,
                                    .is_over = gg_always_over,
                                    .concerns = gg_concerns_all,
                                    .fates = no_fates};

/* ---- Names. ---- */

gg_unit gg_no_label(const gg_state *view, gg_side side, const char *text)
{
    (void)view, (void)side, (void)text;
    return GG_NO_UNIT;
}

bool gg_no_name(const gg_state *state, gg_unit unit, gg_text *out)
{
    (void)state, (void)unit, (void)out;
    return false;
}

void gg_plain_number(const gg_state *state, int64_t number, gg_text *out)
{
    (void)state;
    gg_put_int(out, number);
}

const gg_name_rules gg_no_names = {
    .find_unit = gg_no_label, .name_unit = gg_no_name, .write_number = gg_plain_number};
const gg_term gg_no_glossary[] = {{.word = NULL}};
const gg_balance gg_no_balances[] = {{.scenario = NULL}};
const gg_correction gg_no_corrections[] = {{NULL, 0, 0, NULL}};

/* ---- Armies. ---- */

static void describe_nothing(const gg_state *view, gg_unit unit, gg_facts *out)
{
    (void)view, (void)unit, (void)out;
}

gg_unit gg_nobody_commands(const gg_state *view, gg_unit unit)
{
    (void)view, (void)unit;
    return GG_NO_UNIT;
}

int32_t gg_no_points(const gg_state *state, gg_unit unit)
{
    (void)state, (void)unit;
    return 0;
}

static void no_terms(const gg_state *view, gg_facts *out) { (void)view, (void)out; }

const gg_army_rules gg_plain_army = {.describe = describe_nothing,
                                     .commander = gg_nobody_commands,
                                     .worth = gg_no_points,
                                     .terms = no_terms};
