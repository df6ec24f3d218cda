/*
 * rulesets_and_secret.c - the list of rulesets with the tests' own `secret` in it, in the place of
 * rules/rulesets.c.
 * SPDX-License-Identifier: MIT
 */
#include "grognard.h"
#include "tests/secret.h"

#define RULESET(name) extern const gg_ruleset name##_rules;
#include "rules/rulesets.def"
#undef RULESET

const gg_ruleset *const gg_rulesets[] = {
#define RULESET(name) &name##_rules,
#include "rules/rulesets.def"
#undef RULESET
    &secret_rules,
    NULL,
};
