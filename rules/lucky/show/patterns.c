/*
 * patterns.c - what somebody who makes a battle of lucky can put on the table.
 * SPDX-License-Identifier: MIT
 */
#include "rules/lucky/show/show.h"

const gg_pattern lg_patterns[] = {
    {"", "the first turn", "turn 1 blue c1"},
    {"", "who commands", "ac0 able 24,4"},
    {"", "who commands", "bc0 able 24,44"},
    {"", "who commands", "ad1 able 24,7 under ac0"},
    {"", "who commands", "bd1 able 24,41 under bc0"},
#define TYPE(id, name, words, role, clause) {"troops", words, "{a|b}{1..} " name " {at} {facing}"},
#include "rules/lucky/law/units.def"
#undef TYPE
    {"troops", "guard infantry brigade", "{a|b}{1..} inf elite guard {at} {facing}"},
    {"troops", "veteran infantry brigade", "{a|b}{1..} inf vet {at} {facing}"},
    {"troops", "light infantry brigade", "{a|b}{1..} inf light skirm {at} {facing}"},
    {"troops", "landwehr or raw brigade", "{a|b}{1..} inf poor {at} {facing}"},
    {"troops", "impact cavalry brigade", "{a|b}{1..} cav vet impact {at} {facing}"},
    {"commanders", "commander in chief", "{ac|bc}0 able {at}"},
    {"commanders", "corps commander", "{ak|bk}{1..} able {at} under {ac|bc}0"},
    {"commanders", "division commander", "{ad|bd}{1..} able {at} under {ac|bc}0"},
    {"ground", "hill", "area hill level 1 {corners}"},
    {"ground", "high hill", "area hill level 2 {corners}"},
    {"ground", "wood", "area wood {corners}"},
    {"ground", "rough ground", "area rough {corners}"},
    {"ground", "marsh", "area marsh {corners}"},
    {"ground", "river", "area river {corners}"},
    {"ground", "village", "area bua {corners}"},
    {"ground", "fort", "area fort {corners}"},
    {"ground", "deep water", "area deep {corners}"},
    {"objectives", "village to hold, 3 points", "area bua value 3 {corners}"},
    {"objectives", "fort to hold, 3 points", "area fort value 3 {corners}"},
    {NULL, NULL, NULL},
};
