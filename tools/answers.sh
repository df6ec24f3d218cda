#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints a table of who is favoured, scenario by scenario:   tools/answers.sh GROGNARD GAMES GAME...
# Each row is `lab run GAME SCENARIO --games GAMES --seed 1815`, greedy against greedy.
grognard=$1
games=$2
shift 2
echo "| game | scenario | blue wins | red wins | drawn | rounds | most games end by |"
echo "|---|---|---|---|---|---|---|"
for game in "$@"; do
    "$grognard" scenarios "$game" --json | jq -r .name | while read -r scenario; do
        "$grognard" lab run "$game" "$scenario" --games "$games" --seed 1815 --json </dev/null | jq -r '
            def share: "\(.share * 1000 | round / 10) % (\(.low * 1000 | round / 10) to \(.high * 1000 | round / 10))";
            "| \(.run.game) | \(.run.scenario) | \(.blue | share) | \(.red | share) | \(.drawn | share) | \(.rounds.mean * 10 | round / 10) | \(.ends | max_by(.count) | "\(.clause) (\(.share * 100 | round) %)") |"'
    done
done
