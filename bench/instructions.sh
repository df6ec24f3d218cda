#!/bin/sh
# SPDX-License-Identifier: MIT
# Counts the instructions of the fixed batch (`grognard bench --fixed`), scenario by scenario.
# The count hardly moves from run to run, so that a change of one percent is visible on a busy
# machine.
#
#     bench/instructions.sh [PROGRAM [GAME]]        PROGRAM: build/grognard unless told
#
# Uses callgrind where valgrind is installed, else `perf stat`.  Callgrind counts the batch alone;
# perf counts the start of the program too, some 20 million.  With PROFILE=FILE it keeps the profile
# of the last scenario: `callgrind_annotate FILE` says where the instructions went.
set -eu

program=${1:-build/grognard}
games=${2:-}
profile=${PROFILE:-/dev/null}
errors=$(mktemp)
trap 'rm -f "$errors"' EXIT

if [ ! -x "$program" ]; then
    echo "bench/instructions.sh: $program is not a program; run make build first." >&2
    exit 2
fi

# The instructions of one command, by whatever counts them here.
count() {
    if command -v valgrind >/dev/null; then
        valgrind --tool=callgrind --toggle-collect=fixed_batch --callgrind-out-file="$profile" "$@" \
            >/dev/null 2>"$errors" &&
            sed -n 's/^==[0-9]*== Collected : *\([0-9]*\).*/\1/p' "$errors"
    elif command -v perf >/dev/null; then
        perf stat -x, -e instructions:u "$@" 2>"$errors" >/dev/null &&
            sed -n 's/^\([0-9]*\),.*instructions.*/\1/p' "$errors"
    fi
}

"$program" bench --fixed $games | while read -r game scenario steps word hash; do
    instructions=$(count "$program" bench --fixed "$game" "$scenario") || instructions=
    if [ -z "$instructions" ]; then
        echo "bench/instructions.sh: neither valgrind nor perf counts instructions here." >&2
        exit 1
    fi
    printf '%s %s: %s instructions, %s %s, %s a step, hash %s\n' "$game" "$scenario" \
        "$instructions" "$steps" "$word" "$((instructions / steps))" "$hash"
done
