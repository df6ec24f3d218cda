#!/bin/sh
# SPDX-License-Identifier: MIT
# What a game shows to the rest of the program: one symbol, <name>_rules.
#   symbols.sh LIBRARY GAME...
# No other game, and nothing in the list of games, uses another symbol that a game defines.  (The
# other rooms cannot: a header of a game may not be included there, and tidy sees to that.)
library=$1
shift
scratch=$(mktemp)
trap 'rm -f "$scratch"' EXIT
# file, kind, symbol: capital letters are defined for all, U is used
nm -A "$library" | sed -E 's/^.*[:/]([^:/]*\.o):[0-9a-f]* *([A-Za-z]) (.*)$/\1 \2 \3/' >"$scratch"
count=0
failed=0
for game in "$@"; do
    count=$((count + 1))
    found=$(awk -v of="rules_${game}_" -v shown="${game}_rules" '
        index($1, of) > 0 && $2 ~ /[TDRBC]/ { mine[$3] = 1 }
        index($1, of) == 0 && $2 == "U" { used[$3] = $1 }
        END {
            if (!(shown in mine)) print shown " is not there"
            for (one in mine) if (one in used && one != shown) print one " is used in " used[one]
        }' "$scratch" | sort | head -n 8)
    if [ -z "$found" ]; then
        echo "ok $count - $game shows only ${game}_rules to the other rooms"
    else
        failed=1
        echo "not ok $count - $game shows only ${game}_rules to the other rooms"
        echo "$found" | sed 's/^/#   /'
    fi
done
echo "1..$count"
exit $failed
