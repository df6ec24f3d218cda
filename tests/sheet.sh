#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# sheet.sh - a person with the reference sheet checks the log: every roll of whole games is worked
# out again from what is printed, the sheet's numbers on one side and the log's dice and modifiers
# on the other.  Nothing of the engine is asked but to print both.
#   sheet.sh GROGNARD    its word is TAP
set -euo pipefail
program=$1
here=$(dirname "$0")
games=$(mktemp -d)
trap 'rm -r "$games"' EXIT

"$program" sheet lucky >"$games/sheet"
play() { # scenario player seed
    "$program" play lucky "$1" --blue "$2" --red "$2" --seed "$3" >"$games/$1-$2-$3"
}
play pratzen greedy 3
play salamanca greedy 3
play bridge-village greedy 1
play outpost random 1

# Evades are rare: cossacks that are charged.
cat >"$games/cossacks" <<'END'
position lucky 1
practice
table 48 48
turn 1 blue m1
a2 cav French 24,20 0 orders 1
b4 cav Russian 24,32 180 cossack
END
"$program" do "$games/cossacks" "charge a2 b4" --out "$games/charging" >/dev/null
"$program" do "$games/charging" "end" --seed 1 --out "$games/charged" >/dev/null
for seed in 1 2 3 4 5 6 7 8; do
    "$program" do "$games/charged" "evade b4" --seed "$seed" --out "$games/evaded" \
        >"$games/evade-of-$seed"
done

rolls=$here/sheet.awk
. "$here/sheet-rolls.sh"
falsify "a die" '0,/^  fire [^:]*: [1-5]/s/^(  fire [^:]*: )[1-5]/\16/'
falsify "a modifier's number" '0,/\+1 veteran or elite/s/\+1 (veteran or elite)/+2 \1/'
falsify "a modifier's clause" '0,/LG-5\.21/s/LG-5\.21/LG-5.22/'
falsify "a hit that was none" '0,/has no effect/s/  ([^ ]*) fire on ([^ ]*) has no effect/  \1 fire hits \2/'
falsify "a combat's difference" '0,/ by [0-9]+/s/ by [0-9]+/ by 77/'
falsify "a reaction" '0,/: in good order/s/: in good order/: disordered/'
falsify "a commander's orders" '0,/has [0-9]+ orders \(/s/has [0-9]+ orders \(/has 99 orders (/'
falsify "a corps commander's die" '0,/received: 1/s/received: 1/received: 6/'
falsify "a narrow escape" '0,/ is safe: /s/ is safe: [0-9]/ is safe: 1/'
echo "1..$count"
exit "$failed"
