#!/bin/sh
# SPDX-License-Identifier: MIT
# What a deed costs at the 50th, 500th and 5,000th, in instructions:
#   bench/server/length.sh SERVER-LENGTH
# 200 deeds each: judged, told to three viewers, compared with what two of them were shown before.  The
# difference of two runs under callgrind; the game is the tests' own, which has no end.
set -eu
program=$1
out=$(mktemp)
trap 'rm -f "$out"' EXIT
count() {
    valgrind --tool=callgrind --callgrind-out-file="$out" "$program" "$1" >/dev/null 2>&1
    sed -n 's/^summary: //p; s/^totals: //p' "$out" | tail -1
}
for from in 52 500 5000; do
    first=$(count "$from")
    second=$(count $((from + 200)))
    echo "{\"deed\":$from,\"instructions\":$(((second - first) / 200))}"
done
