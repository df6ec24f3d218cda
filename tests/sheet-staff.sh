#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# sheet-staff.sh - the same for staff as sheet.sh for lucky: a person with the reference sheet works
# every roll of whole games out again.
#   sheet-staff.sh GROGNARD    its word is TAP
set -euo pipefail
program=$1
here=$(dirname "$0")
if ! "$program" sheet staff >/dev/null 2>&1; then
    echo "1..0 # SKIP this program does not have staff"
    exit 0
fi
games=$(mktemp -d)
trap 'rm -r "$games"' EXIT

"$program" sheet staff >"$games/sheet"
play() { # scenario player seed
    "$program" play staff "$1" --blue "$2" --red "$2" --seed "$3" >"$games/$1-$2-$3"
}
play maida greedy 3
play farm-rise greedy 3
play two-battalions greedy 1
play walled-farm random 2

rolls=$here/sheet-staff.awk
. "$here/sheet-rolls.sh"
falsify "a die of an order" '0,/^  [a-z0-9]* orders [^:]*: [1-5] /s/^(  [a-z0-9]* orders [^:]*: )[1-5] /\16 /'
falsify "a rating" '0,/ rating 8; [ab][0-9]* may/s/ rating 8; ([ab][0-9]* may)/ rating 5; \1/'
falsify "moves" '0,/ 2 moves\./s/ 2 moves\./ 3 moves./'
falsify "a modifier's number" '0,/\+1 charging/s/\+1 charging/+2 charging/'
falsify "a modifier's clause" '0,/ST-T14\.4/s/ST-T14\.4/ST-T14.5/'
falsify "a hit that was none" '0,/= 1 hit;/s/= 1 hit;/= 2 hits;/'
falsify "a save" '0,/= 1 save /s/= 1 save /= 0 saves /'
falsify "casualties" '0,/fails 1 save and/s/fails 1 save and/fails 2 saves and/'
falsify "a break test" '0,/: unsteady;/s/: unsteady;/: firm;/'
falsify "who won" '0,/Blue wins the round/s/Blue wins the round/Red wins the round/'
echo "1..$count"
exit "$failed"
