#!/bin/sh
# SPDX-License-Identifier: MIT
# Games a second of the laboratory on one and two threads, what gathering costs, and what is kept of the
# speed of random play.
#   bench/lab.sh GROGNARD     some 55 seconds; four at a time, each on two threads at most: wants eight idle cores
g=${1:-build/grognard}
greedy() { "$g" lab bench "$1" "$2" --games "$3" --seed 5; }
random() {
    "$g" bench "$1" "$2" --ms 200 | grep -E 'bytes of state|random games|random steps|with match'
    "$g" lab bench "$1" "$2" --games "$3" --blue random --red random --seed 5
}
t=$(mktemp -d) || exit 2
trap 'rm -rf "$t"' EXIT INT TERM
greedy clausewitz picket 10 >"$t/b4" & slow=$!
greedy squares sq-random 160 >"$t/a1" & one=$!
greedy commanders marengo 180 >"$t/a2" & two=$!
greedy lucky outpost 200 >"$t/a3"; wait $one $two
greedy staff two-battalions 70 >"$t/a4" & one=$!
greedy squares sq-tiny 1500 >"$t/b1" & two=$!
greedy commanders skirmish 1100 >"$t/b2"; wait $one $two $slow
random squares sq-random 600 >"$t/c1" & random commanders marengo 300 >"$t/c2" &
random lucky outpost 500 >"$t/c3" & greedy drill drill-line 1500 >"$t/b3" & wait
random drill drill-line 4000 >"$t/c4" & random staff farm-rise 40 >"$t/c5" &
random clausewitz division 100 >"$t/c6" & wait
cat "$t"/*
