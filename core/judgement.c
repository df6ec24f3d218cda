/*
 * judgement.c - from features to a chance.  See judgement.h.
 * SPDX-License-Identifier: MIT
 */
#include "core/judgement.h"

#include <string.h>

bool gg_has_judgement(const gg_ruleset *rules)
{
    for (uint32_t i = 0; i < rules->judgement->feature_count; i++)
        if (rules->judgement->features[i].early != 0 || rules->judgement->features[i].late != 0)
            return true;
    return false;
}

void gg_own_features(const gg_ruleset *rules, const gg_state *view, gg_side side,
                     int32_t own[GG_FEATURES_MAX])
{
    int32_t values[2][GG_FEATURES_MAX];
    rules->judgement->appraise(view, values);
    memcpy(own, values[side], rules->judgement->feature_count * sizeof *own);
}

int32_t gg_chance_of_odds(int64_t odds)
{
    /* every quarter of a logarithm; between the rows it is straight */
    enum { STEP = GG_ODDS_ONE / 4 };
    static const int16_t rows[] = {
        5000, 5622, 6225, 6792, 7311, 7773, 8176, 8520, 8808, 9047, 9241, 9399, 9526, 9627,
        9707, 9770, 9820, 9859, 9890, 9914, 9933, 9948, 9959, 9968, 9975, 9981, 9985, 9988,
        9991, 9993, 9994, 9996, 9997, 9997, 9998, 9998, 9999, 9999, 9999, 9999, 9999,
    };
    enum { ROWS = sizeof rows / sizeof rows[0] };
    const int64_t far = odds < 0 ? -odds : odds, row = far / STEP, part = far % STEP;
    int32_t chance = rows[ROWS - 1];
    if (row + 1 < ROWS) chance = (int32_t)(rows[row] + (rows[row + 1] - rows[row]) * part / STEP);
    return odds < 0 ? GG_CHANCE_SURE - chance : chance;
}

int64_t gg_odds_of_features(const gg_ruleset *rules, const int32_t values[2][GG_FEATURES_MAX],
                            int32_t progress)
{
    const int64_t late = progress, early = GG_PROGRESS_OVER - late;
    int64_t odds = 0;
    for (uint32_t i = 0; i < rules->judgement->feature_count; i++) {
        const gg_feature *feature = &rules->judgement->features[i];
        const int64_t more = (int64_t)values[GG_BLUE][i] - values[GG_RED][i];
        odds += more * (feature->early * early + feature->late * late);
    }
    return odds / GG_PROGRESS_OVER;
}

int32_t gg_odds_to_win(const gg_ruleset *rules, const gg_state *view, gg_side side)
{
    int32_t values[2][GG_FEATURES_MAX];
    gg_assert(side <= GG_RED);
    const int32_t progress = rules->judgement->appraise(view, values);
    int64_t odds = gg_odds_of_features(rules, (const int32_t(*)[GG_FEATURES_MAX])values, progress);
    odds = odds > INT32_MAX ? INT32_MAX : odds < -INT32_MAX ? -INT32_MAX : odds;
    return (int32_t)(side == GG_BLUE ? odds : -odds);
}

int32_t gg_chance_to_win(const gg_ruleset *rules, const gg_state *view, gg_side side)
{
    const gg_turn turn = rules->turn(view);
    if (turn.over && turn.winner == GG_NOBODY) return GG_CHANCE_SURE / 2;
    if (turn.over) return turn.winner == side ? GG_CHANCE_SURE : 0;
    return gg_chance_of_odds(gg_odds_to_win(rules, view, side));
}
