#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints which share of the lines the tests of a coverage build reached, by file and in all:  tools/coverage.sh BUILD
set -eu
cd "$(dirname "$0")/.."
build=$1
find "$build" -name '*.gcda' | while read -r data; do
    gcov -n -o "$data" "$data" 2>/dev/null
done | awk '
    /^File / { file = $2; gsub(/\047/, "", file); sub(/^(\.\.\/)+/, "", file) }
    /^Lines executed:/ && file ~ /^(core|table|rules|players|cli)\/.*\.(c|def)$/ {
        split($0, part, /[:% ]+/)
        lines = part[length(part)]
        hit = part[3] * lines / 100
        if (hit > reached[file]) reached[file] = hit
        all[file] = lines
        file = ""
    }
    END {
        for (f in all) {
            printf "%6.1f%% of %5d  %s\n", 100 * reached[f] / all[f], all[f], f | "sort -k4"
            sum += all[f]; hits += reached[f]
        }
        close("sort -k4")
        if (sum > 0) printf "%6.1f%% of %5d  in all\n", 100 * hits / sum, sum
    }'
