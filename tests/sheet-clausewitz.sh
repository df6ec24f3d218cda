#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# sheet-clausewitz.sh - the same for clausewitz as sheet.sh for lucky: a person with the reference sheet
# works the rolls of whole games out again.
#   sheet-clausewitz.sh GROGNARD    its word is TAP
set -euo pipefail
program=$1
here=$(dirname "$0")
games=$(mktemp -d)
trap 'rm -r "$games"' EXIT

"$program" sheet clausewitz >"$games/sheet"
play() { # scenario player seed
    "$program" play clausewitz "$1" --blue "$2" --red "$2" --seed "$3" >"$games/$1-$2-$3"
}
play picket greedy 4
play division greedy 4
play elbruc random 3

rolls=$here/sheet-clausewitz.awk
. "$here/sheet-rolls.sh"
falsify "a die of a command roll" '0,/^  command [^:]*: [1-5] /s/^(  command [^:]*: )[1-5] /\16 /'
falsify "a rating" '0,/ -4 rating of the Brigade/s/ -4 rating of the Brigade/ -3 rating of the Brigade/'
falsify "actions" '0,/gets [0-4] action/s/gets [0-4] actions?/gets 9 actions/'
falsify "a modifier's clause" '0,/CW-5\.14/s/CW-5\.14/CW-5.15/'
falsify "a test" '0,/^(  morale .*): passed/s/^(  morale .*): passed/\1: failed/'
falsify "what a steady die needs" '0,/^(  steady .*) at 5\+/s/^(  steady .*) at 5\+/\1 at 4+/'
falsify "a hit that was none" '0,/^(  fire .*) = 0 hits/s/^(  fire .*) = 0 hits/\1 = 1 hit/'
falsify "a wound" '0,/^(  damage .*) = 0 wounds/s/^(  damage .*) = 0 wounds/\1 = 1 wound/'
falsify "a melee die" '0,/^(  melee [^:]*: [^:]*): [1-6]/s/^(  melee [^:]*: [^:]*): [1-6]/\1:/'
falsify "hits by the die" '0,/adds 1 hit to/s/adds 1 hit to/adds 3 hits to/'
echo "1..$count"
exit "$failed"
