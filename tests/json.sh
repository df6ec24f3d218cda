#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every call with --json prints what docs/wire.md promises, line by line, when it succeeds and when it
# fails; jq reads it, and the fields are read from the page itself.
#   tests/json.sh GROGNARD ROOT        (TAP)
set -u
grognard=$(realpath "$1")
page=$(realpath "$2")/docs/wire.md
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
export XDG_STATE_HOME=$work/state
count=0
failed=0

verdict() { # verdict CODE NAME [DETAIL]
    count=$((count + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $count - $2"
    else
        failed=$((failed + 1))
        echo "not ok $count - $2"
        printf '%s\n' "${3:-}" | head -c 600 | sed 's/^/#   /'
    fi
}

# ---- What is promised. ----

# The words in backticks that no question mark makes optional.
words() { grep -oE '`[a-z_]+`\??' | grep -v '?$' | tr -d '`' | tr '\n' ' '; }
fields_of_call() { # "legal": the second column of its row
    awk -F' \\| ' -v call="\`$1\`" '/^## The command line/ { on = 1 } on && $1 == "| " call { print $2 }' "$page" |
        sed 's/([^)]*)//g; s/:.*//; s/ *|$//' | words
}
fields_of_event() { # "action"
    awk -F' \\| ' -v event="| \`$1\`" '$1 == event { print $2 }' "$page" | words
}
fields_of_object() { # "position": its paragraph, without what is said in brackets
    awk -v name="**$1**" 'index($0, name) == 1 { on = 1 } on && NF == 0 { exit } on' "$page" |
        tr '\n' ' ' | sed -E 's/\([^()]*\)//g; s/^[^:]*://; s/(\.|:) .*//' | words
}

# The lines in `out` are objects, each with these fields, and with those of its event.
events=$(for event in game action position asked offer said refused error known verified; do
    [ -n "$(fields_of_event $event)" ] || echo "no row for $event" >&2
    jq -n -c --arg e $event --arg f "$(fields_of_event $event)" '{($e): $f | split(" ") | map(select(. != ""))}'
done | jq -s -c add)
holds() { # holds NAME FIELD...
    local name=$1 missing
    shift
    missing=$(jq -r -n -R --argjson events "$events" --arg fields "$*" '
        [inputs | try fromjson catch "no JSON"] as $lines
        | if ($lines | length) == 0 then "there is no line" else
        [$lines[] | if type != "object" then "a line is no object" else
            . as $line | ($fields | split(" ")) + ($events[.event // ""] // [])
            | .[] | select(. as $f | $line | has($f) | not) end] | unique | join(" ") end' <out)
    [ -z "$missing" ]
    verdict $? "$name has its fields: $*" "missing: $missing in $(head -c 400 out)"
}

prints() { # prints CODE NAME "FIELDS" ARGUMENTS...
    local want=$1 name=$2 fields=$3 code
    shift 3
    "$grognard" "$@" --json >out 2>err </dev/null
    code=$?
    [ $code -eq "$want" ]
    verdict $? "$name: exit code $want" "found $code: $(head -c 300 err)"
    # shellcheck disable=SC2086
    holds "$name" $fields
}

# ---- Every call. ----

cat >rear.pos <<X
position squares 1
practice
A1 inf:4 d3 N; B1 inf:4 d5 N
X
"$grognard" play squares sq-tiny --blue random --red random --seed 4 --record game.grog >/dev/null 2>&1
"$grognard" play commanders marengo --blue greedy --red greedy --seed 4 --record plans.grog >/dev/null 2>&1
awk '/^[0-9]+ / && $1 > 40 { exit } /^result|^end/ { exit } { print } END { print "end 40" }' plans.grog >running.grog
"$grognard" replay running.grog --part blue >part.grog 2>/dev/null

position=$(fields_of_object position)
scene=$(fields_of_object scene)
turn="phase round deciding over"
declare -A done_calls
call() { # call NAME ...: notes that it was tried
    done_calls[$1]=1
    fields=$(fields_of_call "$1")
}
call games && prints 0 games "$fields" games
for game in $("$grognard" games --json | jq -r .id); do
    call scenarios && prints 0 "scenarios of $game" "$fields" scenarios "$game"
    call clauses && prints 0 "clauses of $game" "$fields" clauses "$game"
    [ "$game" = drill ] && call tables && prints 0 "tables of $game" "$fields" tables "$game"
    call sheet && prints 0 "sheet of $game" "$fields" sheet "$game"
    jq -e '.parts | length > 2 and all(.[]; has("text") or (has("title") and has("columns") and (.columns | length) as $n | all(.rows[]; length == $n)))' out >/dev/null
    verdict $? "   each part a text or a table with whole rows"
    call new && prints 0 "new $game" "$position $turn" new "$game" --seed 2
    jq -r .position out >"$game.pos"
    call show && prints 0 "show a position of $game" "$scene $turn" show "$game.pos"
    call legal && prints 0 "legal in $game" "event side $(fields_of_object offer)" legal "$game.pos" --side "$(jq -r '.deciding[0]' out)"
    action=$(jq -r '.action' out | head -1)
    side=$(jq -r '.side' out | head -1)
    call do && prints 0 "do in $game" "event" do "$game.pos" --side "$side" "$action" --seed 1
    [ "$(jq -r '.event' out | tail -1)" = position ]
    verdict $? "   it ends in a position"
    call odds && prints 0 "odds in $game" "side action words exact common outcomes" odds "$game.pos" --side "$side" "$action"
    [ "$game" = drill ] && call hint && prints 0 "hint in $game" "$(fields_of_object hint)" hint "$game.pos" --side "$side" --level line --playouts 24
    [ "$game" = drill ] && call review && prints 0 "review" "$(fields_of_object review)" review game.grog --playouts 8
    call play && prints 0 "play $game" event play "$game" --blue random --red random --seed 3
    jq -e -s '.[0].event == "game" and .[0].seed == "3" and .[-1].event == "position"' out >/dev/null
    verdict $? "   with game and seed first and the position last"
done
call players && prints 0 players "$fields" players
call bench && prints 0 bench "$fields" bench drill --ms 2
prints 0 "bench --fixed" "game scenario fixed_steps fixed_hash" bench drill --fixed
prints 0 "show a record" "$scene $turn" show game.grog
prints 0 "show --reach" "$(fields_of_object answer) picture" show rear.pos --reach A1
prints 1 "show --sight, and the answer is no" "$(fields_of_object answer) picture" show rear.pos --sight A1,B1
call replay && prints 0 replay event replay game.grog
[ "$(jq -r 'select(.event == "verified").proof' out)" = seed ]
verdict $? "   which proves the dice by their seed"
jq -e -s '[.[] | select(.event == "action") | .ply] == [range(1; 1 + ([.[] | select(.event == "action")] | length))]' out >/dev/null
verdict $? "   and numbers its actions by ply, from 1"
sed '/^seed/d; s/^\(end [0-9]*\) .*/\1/' game.grog >seedless.grog # and without the hash of all lines
prints 0 "replay without a seed" event replay seedless.grog
[ "$(jq -r 'select(.event == "verified").proof' out)" = consistent ]
verdict $? "   which is only consistent"
prints 0 "replay of a part" event replay part.grog

# A person who is a program: nothing but objects.
printf 'list\nodds act A1 F none\nreach A1\nsight A1 B1\nboard\n?\nunits\nwhy\nlog\nsheet\nfrobnicate\nact A1 F-F-F-F none\nact A1 F none\nundo\nauto\nsave program.grog\nquit\n' |
    "$grognard" play squares sq-tiny --blue me --red greedy --seed 2 --json >out 2>err
verdict $? "a program plays for me" "$(cat err)"
holds "what it is told"
for event in game asked offer said refused action; do
    jq -e -s --arg e "$event" 'any(.[]; .event == $e)' out >/dev/null
    verdict $? "   it is told of: $event"
done

# ---- Failures: an object on stdout, a sentence on stderr, the same exit code. ----

fails() { # fails CODE NAME ARGUMENTS...
    local want=$1 name=$2
    shift 2
    prints "$want" "$name" error "$@"
    jq -e -s --argjson c "$want" '.[-1].error | .code == $c and (.text | length > 5)' out >/dev/null
    verdict $? "   with sentence and code" "$(head -c 300 out)"
    [ "$(wc -l <err)" -eq 1 ]
    verdict $? "   and one line on stderr" "$(cat err)"
}
sed 's/# 0/# 1/; t; s/# [1-9a-f]/# 0/' game.grog >hash.grog
head -c 300 game.grog >half.grog
head -c 3000 /dev/urandom | tr -d '\n' >noise.pos
printf 'position squares 1\nA1 inf:4 z99 N\n' >off.pos
fails 1 "a record that is not true" replay hash.grog
jq -e -s '.[-1].error.line > 1' out >/dev/null
verdict $? "   with its line"
fails 2 "half a record" replay half.grog
fails 2 "noise" show noise.pos
fails 2 "a square off the board" legal off.pos --side blue
jq -e '.error.line == 2 and .error.column > 1' out >/dev/null
verdict $? "   with line and column"
fails 2 "a file that is not there" replay nowhere.grog
fails 2 "a position in place of a record" replay rear.pos
fails 1 "a refused action" do rear.pos --side blue act A1 F-F-F none
jq -e '.event == "refused" and .reason != null and .clause == "SQ-7.1"' out >/dev/null
verdict $? "   with reason and clause"
fails 1 "odds of a refused action" odds rear.pos --side blue act A1 F-F-F none
fails 2 "an action that cannot be read" do rear.pos --side blue act Z9 F none
fails 2 "an unknown game" scenarios sqares
fails 2 "an unknown game, its sheet" sheet chess
fails 2 "an unknown scenario" new squares sq-tny
fails 2 "an unknown option" new squares --option elephants=1
fails 2 "an unknown player" play squares --blue napoleon --red random
fails 2 "an unknown flag" games --frobnicate
fails 2 "an unknown command" frobnicate
fails 2 "an unknown unit" show rear.pos --reach Z9
fails 2 "no side" legal rear.pos --side green
"$grognard" verify --help >/dev/null 2>&1 && {
    call verify
    fails 2 "verify: not of a server" verify game.grog
}
"$grognard" backup --help >/dev/null 2>&1 && {
    python3 -c 'import sqlite3; c = sqlite3.connect("store.db"); c.execute("CREATE TABLE t (x)")'
    call backup && prints 0 backup "$fields" backup store.db --to copies
    fails 1 "backup of nothing" backup none.db --to copies
}

# ---- Nothing is forgotten. ----

for name in $("$grognard" --help | awk '/^  [a-z]+ / { print $1 }'); do
    "$grognard" "$name" --help | grep -q -e '--json' || continue
    [ -n "${done_calls[$name]:-}" ] && [ -n "$(grep "^| \`$name\`" "$page")" ]
    verdict $? "$name --json is on the page and was tried"
done
echo "1..$count"
[ $failed -eq 0 ]
