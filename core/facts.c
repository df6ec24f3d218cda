/*
 * facts.c - rows for people: cards of units, terms of victory.  See grognard.h.
 * SPDX-License-Identifier: MIT
 */
#include "core/text.h"

static gg_fact *next_row(gg_facts *facts)
{
    gg_assert(facts->count < GG_FACTS_MAX);
    return &facts->rows[facts->count++];
}

static gg_text words_of(gg_fact *fact, const char *words, va_list *things)
{
    gg_text text = gg_text_over(fact->words, sizeof fact->words);
    gg_put_things(&text, words, (uint32_t)strlen(words), things);
    return text;
}

gg_text gg_facts_add(gg_facts *facts, const char *label, gg_clause clause, const char *words, ...)
{
    gg_fact *fact = next_row(facts);
    va_list things;
    *fact = (gg_fact){.label = label, .clause = clause, .side = GG_NOBODY};
    va_start(things, words);
    const gg_text text = words_of(fact, words, &things);
    va_end(things);
    return text;
}

gg_text gg_facts_term(gg_facts *facts, gg_side side, gg_clause clause, int32_t had, int32_t needed,
                      const char *words, ...)
{
    gg_fact *fact = next_row(facts);
    va_list things;
    *fact = (gg_fact){.label = "", .clause = clause, .side = side, .had = had, .needed = needed};
    va_start(things, words);
    const gg_text text = words_of(fact, words, &things);
    va_end(things);
    return text;
}
