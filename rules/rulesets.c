/*
 * rulesets.c - the one list of rulesets, for everybody who wants to know which games there are.
 * SPDX-License-Identifier: MIT
 */
#include "grognard.h"

#define RULESET(name) extern const gg_ruleset name##_rules;
#include "rulesets.def"
#undef RULESET

const gg_ruleset *const gg_rulesets[] = {
#define RULESET(name) &name##_rules,
#include "rulesets.def"
#undef RULESET
    NULL,
};
