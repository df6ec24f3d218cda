#!/bin/sh
# SPDX-License-Identifier: MIT
# Records outlive a release: with one more option, number, member of the state and line of a position in
# each game every golden record replays, hash by hash; and where a rule was corrected (drill) no record
# is misjudged.   tests/variant.sh GROGNARD_VARIANT ROOT        (TAP; tests/variant.py makes the variant)
grognard=$1
root=$2
count=0
tell() { # tell NAME CODE
    count=$((count + 1))
    if [ "$2" -eq 0 ]; then echo "ok $count - $1"; else echo "not ok $count - $1"; fi
}

for game in squares commanders staff lucky clausewitz; do
    "$grognard" games --json | grep "\"id\":\"$game\"" | grep -q '"name":"variant"'
    tell "$game has one more option" $?
    for record in "$root/rules/$game/tests/golden/"*.grog; do
        said=$("$grognard" replay --quiet "$record" 2>&1)
        code=$?
        [ -z "$said" ] || echo "# $said"
        [ -z "$said" ] && [ $code -eq 0 ]
        tell "$game/$(basename "$record") replays" $?
    done
done

shown=0
for record in "$root/rules/drill/tests/golden/"*.grog; do
    said=$("$grognard" replay "$record" 2>&1)
    code=$?
    tell "drill/$(basename "$record") is not misjudged" $code
    if printf '%s\n' "$said" | grep -q "^Played by version 1; .*shown as recorded\.$"; then
        shown=$((shown + 1))
        printf '%s\n' "$said" | grep -q "A company marches 4 inches"
        tell "   and what was corrected is said" $?
    fi
done
[ $shown -gt 0 ]
tell "$shown records of drill are shown as recorded" $?
echo "1..$count"
