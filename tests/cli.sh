#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests of the command line: every call, its exit code, its JSON, and input that nobody would wish
# for.   tests/cli.sh GROGNARD JSON_LINES        (TAP)
absolute() {
    case $1 in
    /*) echo "$1" ;;
    *) echo "$PWD/$1" ;;
    esac
}
grognard=$(absolute "$1")
json_lines=$(absolute "$2")
readme=$(absolute "$(dirname "$0")/../README.md")
old_record=$(absolute "$(dirname "$0")/releases/earlier/lucky-2-differs.grog")
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT INT TERM
export XDG_STATE_HOME="$work/state.txt" # people's games keep themselves there
cd "$work" || exit 2
count=0
failed=0

ok() { # ok NAME
    count=$((count + 1))
    echo "ok $count - $1"
}

not_ok() { # not_ok NAME DETAIL
    count=$((count + 1))
    failed=$((failed + 1))
    echo "not ok $count - $1"
    printf '%s\n' "$2" | sed 's/^/#   /'
}

check() { # check NAME COMMAND...: the command must succeed
    name=$1
    shift
    if detail=$("$@" 2>&1); then ok "$name"; else not_ok "$name" "$* $detail"; fi
}

run() { # run ARGUMENTS...: stdout in out, stderr in err, exit code in $code
    "$grognard" "$@" >out 2>err </dev/null
    code=$?
}

expect() { # expect CODE NAME ARGUMENTS...
    want=$1
    name=$2
    shift 2
    run "$@"
    if [ $code -eq "$want" ]; then
        ok "$name"
    else
        not_ok "$name" "expected exit code $want, found $code: $(head -c 300 err)"
    fi
}

says() { # says TEXT: the last run printed it on stdout
    check "   says $1" grep -qF -- "$1" out
}

says_not() { # says_not TEXT: it did not
    check "   does not say $1" not grep -qF -- "$1" out
}
not() { ! "$@"; }

# Bad input: this code, one plain line on stderr that holds the phrase, and nothing on stdout.
refuses() { # refuses CODE PHRASE NAME ARGUMENTS...
    want=$1
    phrase=$2
    name=$3
    shift 3
    run "$@"
    lines=$(wc -l <err)
    if [ $code -eq "$want" ] && [ "$lines" -eq 1 ] && grep -qF -- "$phrase" err && [ ! -s out ] &&
        [ "$(wc -c <err)" -lt 600 ]; then
        ok "$name"
    else
        not_ok "$name" "expected $want and one line with '$phrase', found $code, $lines lines: $(head -c 300 err) $(head -c 200 out)"
    fi
}

is_json() { # is_json NAME KEY...: what the last run printed
    name=$1
    shift
    check "   $name is JSON with $*" sh -c "'$json_lines' $* <out"
}

# ---- Positions and records to work with. ----

cat >rear.pos <<X
position squares 1
practice
A1 inf:4 d3 N; B1 inf:4 d5 N
X
"$grognard" new squares sq-tiny >tiny.pos
"$grognard" play squares sq-tiny --blue random --red random --seed 4 --record game.grog >game.txt 2>&1

# Looked back upon: half a file, one side's part, a game that is not over, one of three actions.
head -20 game.grog >half.grog
"$grognard" play commanders skirmish --blue greedy --red greedy --seed 4 --record whole.grog >/dev/null 2>&1
awk '/^[0-9]+ / && $1 > 9 { exit } { print } END { print "end 9" }' whole.grog >unfinished.grog
"$grognard" replay unfinished.grog --part blue >blue-part.grog 2>/dev/null
printf 'resign\n' | "$grognard" play squares sq-tiny --blue me --red random --seed 4 --record short.grog >/dev/null 2>&1

# ---- Every call. ----

expect 0 "grognard --help" --help
says "Usage: grognard"
for call in games scenarios sheet clauses new show legal do odds hint review play replay players bench; do
    expect 0 "$call --help" $call --help
    says "Usage: grognard $call"
    "$grognard" --help | grep -q "^ *$call " || not_ok "$call stands in the help" "it does not"
done
expect 0 "help CALL" help odds
says "Usage: grognard odds"
refuses 2 "frobnicate" "an unknown call" frobnicate
refuses 2 "usage: grognard play" "a call that lacks a word" play
refuses 2 "nowhere.grog cannot be opened" "a saved game that is not there" play nowhere.grog
refuses 2 "--frobnicate" "an unknown flag" games --frobnicate

expect 0 "games" games
says "squares"
expect 0 "games --json" games --json
is_json "games" id title version clauses scenarios options
expect 0 "scenarios" scenarios squares
for scenario in sq-random sq-tiny sq-villages sq-bridges sq-large sq-vimeiro; do says $scenario; done
expect 0 "scenarios --json" scenarios squares --json
is_json "scenarios" name title
refuses 2 "chess" "scenarios of an unknown game" scenarios chess
expect 0 "sheet" sheet squares
says "SQ-8.15"
expect 0 "sheet about something" sheet squares options
says "max_rounds"
check "   and nothing else" sh -c "! grep -q 'Die faces' out"
refuses 1 "elephants" "a sheet about nothing" sheet squares elephants
expect 0 "sheet --html" sheet squares --html
says "</html>"
expect 0 "clauses of a game with corrections" clauses lucky
says "since version 3: A breakthrough leaves"
expect 0 "games --json, with corrections" games --json
says '"id":"waiting_charges","version":3,"clause":"LG-R144"'
expect 0 "replay of a record that a corrected rule plays otherwise" replay "$old_record"
says "14 [react] : 6"
says "Played by version 2; verified up to action 13; from there on shown as recorded."
says "(LG-R144)"
expect 0 "clauses" clauses squares
says "SQ-R67"
says "rules/squares/"
expect 0 "clauses --json" clauses squares --json
is_json "clauses" id gist code tests
expect 0 "players" players
says "greedy"
expect 0 "players --json" players --json
is_json "players" name text
expect 0 "bench" bench drill --json --ms 5
is_json "bench"
expect 0 "bench --fixed" bench drill --fixed --json
is_json "bench"

for game in squares drill; do
    for scenario in $("$grognard" games --json | sed -n "s/.*\"id\":\"$game\".*\"scenarios\":\[\([^]]*\)\].*/\1/p" | tr -d '"' | tr , ' '); do
        expect 0 "new $game $scenario" new $game "$scenario"
        cp out fresh.pos
        for form in --text --svg --json; do
            expect 0 "   show $form" show fresh.pos $form
        done
    done
done
expect 0 "new with an option" new squares sq-tiny --option max_rounds=7
says "option max_rounds=7"
refuses 2 "max_rounds" "an option out of range" new squares sq-tiny --option max_rounds=0
refuses 2 "elephants" "an unknown option" new squares sq-tiny --option elephants=1
refuses 2 "sq-waterloo" "an unknown scenario" new squares sq-waterloo
expect 0 "new --seed" new squares sq-random --seed 5
cp out one.pos
run new squares sq-random --seed 5
check "   the same seed gives the same position" cmp -s out one.pos
run new squares sq-random --seed 6
check "   another seed gives another" sh -c '! cmp -s out one.pos'

expect 0 "show a position" show rear.pos
says "A1"
expect 0 "show --svg" show rear.pos --svg
says "</svg>"
expect 0 "show --svg --out" show rear.pos --svg --out picture.svg
check "   the picture is in the file" grep -q '</svg>' picture.svg
expect 0 "show --json" show rear.pos --json
is_json "show" game phase deciding marks
for side in blue red all; do expect 0 "show --side $side" show rear.pos --side $side; done
expect 0 "show a record" show game.grog
expect 0 "show --at" show game.grog --at 3
expect 0 "show --at 0" show game.grog --at 0
refuses 2 "" "show --at beyond the end" show game.grog --at 100000

# Questions over the picture: the exit code is the answer.
cat >table.pos <<X
position lucky 1
practice
turn 1 blue m1
ac0 able 24,4; ad1 good 24,8
a1 inf column 24,14 0 orders 1; a2 inf column 27,14 0; a4 foot unl 14,14 0
b1 inf column 24,20 180; b2 inf column 30,24 180
area wood 18,18 24,18 24,22 18,22
X
sed 's/m1/f2/; s/ orders 1//' table.pos >shots.pos
cat > order.pos <<'EOF'
position staff 1
phase command; acting ac1; ac1 rating 8 36,4 aggressive
a1 36,12 0; b51 36,24 180
EOF
expect 0 "odds of an order" odds order.pos order a1 charge b51
says "2 dice against rating 8 -1 a unit in proximity of an enemy (ST-T2.2) +1 an aggressive"
says "11/36       1 move"
says "1/36        a blunder"
says "a1 may make 1 move"
says "the order to a1 fails"
says_not " 0 inches"
cat > follow.pos <<'EOF'
position staff 1
option followme_mode=0; number cmd_step=6000
phase command; acting ac1; ac1 rating 8 36,0.5
a1 36,12 0; b51 36,40 180
EOF
expect 0 "odds of a commander who joins first" odds follow.pos followme a1 advance
says_not "each 12 inches"
says "5/18        3 moves"
expect 0 "odds of an opposed roll" odds shots.pos --side blue fire a1 b1
says "First roll, fire: 1 die"
check "   one side's die has no results of its own" sh -c "! grep -q '1/1' out"
expect 0 "show --reach" show table.pos --reach a1
says "a1 may go 3 inches straight ahead. Beyond: The move comes within 0.99 inches of an enemy"
says "(LG-R16)"
expect 1 "   of one without orders" show table.pos --reach a2
says "That unit has no order. (LG-1.11)"
says "with an order"
expect 0 "   as a picture" show table.pos --reach a1 --svg --out reach.svg
check "      with the outline in it" grep -q 'lies area reach' reach.svg
expect 0 "   as data" show table.pos --reach a1 --json
is_json "      the answer" yes clause verdict distance from to words picture
says '"role":"reach"'
expect 0 "show --sight" show table.pos --sight a1,b1
expect 1 "   blocked" show table.pos --sight a4,b2
says "a4 cannot see b2: a wood is in the way at 19.333,18 (LG-R14)."
expect 1 "   blocked, as data" show table.pos --sight a4,b2 --json
is_json "      the answer" yes words
expect 0 "show --measure" show table.pos --measure a1,b1
says "it is 4 inches (LG-R5)"
expect 0 "   from a place" show table.pos --measure a1,30:20.5
says "From a1 to 30,20.5"
expect 0 "show --arcs" show table.pos --arcs a4
says "24 inches (LG-5.4)"
expect 0 "show --contact" show table.pos --contact a1,b1
expect 1 "   with nothing" show table.pos --contact a2,27:20
says "meets nothing"
refuses 2 "no such unit or place" "a question about nobody" show table.pos --reach z9
refuses 2 "two units or places" "half a question" show table.pos --sight a1
refuses 2 "one thing too many" "a question about three" show table.pos --measure a1,b1,b2
refuses 2 "one question" "two questions at once" show table.pos --reach a1 --arcs a1
printf 'reach a1\nsight a1 b1\nmeasure a1 24:20\narcs a4\ncontact a1 b1\nsight a1\nquit\n' |
    "$grognard" play table.pos --blue me --red me >out 2>err
says "a1 may go 3 inches"
says "a1 sees b1"
says "From a1 to 24,20"
says "it fires to 24 inches"
says "comes on b1 after 4 inches"
says 'Say `sight A B`: expected two units or places.'
# What a side asks is answered from what it may know: red does not see what blue has chosen.
plans='order 2I b1 b2\nready\norder 1I b3 b2\nready\ngo 2I b1 b2\nready\n'
printf "${plans}odds ready\nquit\n" |
    "$grognard" play commanders skirmish --blue me --red me --seed 7 >out 2>err
says "What is hidden from you is guessed."
says "Outcomes until"
says_not "bI3" # who marches by blue's plan
printf "${plans}save planned.grog\nquit\n" |
    "$grognard" play commanders skirmish --blue me --red me --seed 7 >/dev/null 2>&1
expect 0 "a side is shown the turn as it sees it" show planned.grog --side red --json
says '"deciding":["blue","red"]'
printf 'position lucky 1\npractice\nturn 1 blue m1\na1 inf column 24,14 0 orders 1\nb1 inf 24,40 180\n' >idle.pos
expect 0 "do leaves to a side what it may still choose" do idle.pos move a1 ahead 3
says "turn 1 blue m1"
expect 0 "a reserve move has its own outline" show idle.pos --reach a1 --svg --out reach.svg
check "   under the troops" awk '/layer underlay/ {u = NR} !r && /lies area reserve/ {r = NR} /layer troops/ {t = NR} END {exit !(u < r && r < t)}' reach.svg
check "   and in the legend" grep -q '>reserve move<' reach.svg
run do table.pos --side blue move a1 ahead 6.5 --seed 1
check "a refusal tells inches" grep -qF "6.5 inches; a unit on difficult ground has 3. (LG-3.12)" err

"$grognard" show - <rear.pos >out 2>err && ok "show from standard input" || not_ok "show from standard input" "$(cat err)"

expect 0 "legal" legal rear.pos --side blue
says "act A1 F attack"
expect 0 "legal --words" legal rear.pos --side blue --words
says "act A1 F attack              # move to d4 and attack B1"
expect 0 "legal --json" legal rear.pos --side blue --json
is_json "legal" side action words
expect 0 "legal for the side that waits" legal rear.pos --side red
check "   offers nothing" test ! -s out

expect 0 "do" do rear.pos --side blue act A1 F attack --dice 1,6,6,6,6,6
says "+1 from behind (SQ-8.15)"
says "B1 inf:3 d6 S"
expect 0 "do with the action as one word" do rear.pos --side blue "act A1 F attack" --dice 1,6,6,6,6,6
{ cat rear.pos; echo '#name A1 3rd Foot'; echo '#name B1 Hussars'; } >named.pos
expect 0 "do with the name of a unit" do named.pos --side blue act 3rd foot F attack --dice 1,6,6,6,6,6
says "1. blue act A1 F attack"
says "B1 inf:3 d6 S"
expect 0 "odds with the name of a unit" odds named.pos --side blue act 3rd Foot F attack
expect 0 "a question with names" show named.pos --measure "3rd Foot,Hussars"
sed 's/Hussars/3rd Foot/' named.pos >alike.pos
refuses 2 "is the name of 2 units; type the code of one of them: A1 and B1" "a name of two units" \
    do alike.pos --side blue act 3rd Foot F attack
expect 0 "   with the code it is no question" do alike.pos --side blue act A1 3rd Foot F none --seed 1
expect 0 "do --json" do rear.pos --side blue act A1 F attack --dice 1,6,6,6,6,6 --json
is_json "do" event
says '"check":"attack"'
says '"dice":[1,6,6,6,6]'
expect 0 "do --out" do rear.pos --side blue act A1 F attack --dice 1,6,6,6,6,6 --out after.pos
check "   the position is in the file" grep -q 'B1 inf:3 d6 S' after.pos
expect 0 "   and can be read" show after.pos
expect 0 "do --seed" do rear.pos --side blue act A1 F attack --seed 9
cp out one.txt
run do rear.pos --side blue act A1 F attack --seed 9
check "   the same seed gives the same outcome" cmp -s out one.txt
refuses 1 "(SQ-7.1)" "a refused action cites its clause" do rear.pos --side blue act A1 F-F-F none
expect 1 "a refused action with --json" do rear.pos --side blue act A1 F-F-F none --json
is_json "the refusal" event reason clause text
refuses 1 "" "an action of the side that waits" do rear.pos --side red act B1 F none
refuses 2 "attack A1>B1" "a die is missing: it says for which roll" do rear.pos --side blue act A1 F attack --dice 1,6
refuses 2 "used 6 of 7" "one die is left over" do rear.pos --side blue act A1 F attack --dice 1,6,6,6,6,6,1
refuses 2 "dice" "dice are left over" do rear.pos --side blue act A1 F none --dice 1,1,1,1,1,1,1,1,1,1,1
refuses 2 "a die of 6 sides" "a face that the die does not have" do rear.pos --side blue act A1 F attack --dice 1,7,6,6,6,6
refuses 2 "is no die" "dice that are no numbers" do rear.pos --side blue act A1 F attack --dice one,two
if localedef -i tr_TR -f UTF-8 ./tr_TR.UTF-8 2>err; then # where i is not the small letter of I
    LOCPATH=$PWD LC_ALL=tr_TR.UTF-8 expect 0 "letters of dice in Turkish" do rear.pos --side blue act A1 F none --dice i,i,a,c,x,-
    rm -r tr_TR.UTF-8
fi
refuses 2 "commas" "dice without commas" do rear.pos --side blue act A1 F attack --dice 166666
expect 0 "the dice of the step that follows" do rear.pos --side blue act A1 F none --dice I,I,A,C,X,-
says "red may activate 2 infantry, 1 cavalry, 1 artillery"
expect 0 "a step nobody decides" do tiny.pos first --seed 1
expect 0 "do --out -" do rear.pos --side blue act A1 F none --dice '' --out -
check "   the position on standard output, the log beside it" sh -c "head -1 out | grep -q '^position squares' && grep -q 'A1 moves from d3 to d4' err"
expect 2 "do --out - --json" do rear.pos --side blue act A1 F none --out - --json
is_json "the failure" error
"$grognard" do - --side blue act A1 F none --seed 1 --out - <rear.pos 2>err | "$grognard" show - >out 2>>err
check "do and show in a pipe" grep -q '\^A1' out

expect 0 "odds" odds rear.pos --side blue act A1 F attack
says "5/16"
expect 0 "odds --json" odds rear.pos --side blue act A1 F attack --json
is_json "odds" exact outcomes
says '"exact":true'
says '"chance":"5/16"'
expect 0 "odds without --side, where only one can act" odds rear.pos act A1 F attack
run new squares sq-random
cp out deal.pos
expect 0 "odds of too much to count" odds deal.pos --side blue deal --json
says '"exact":false,"samples":'
says '"error":'
refuses 1 "(SQ-7.1)" "odds of a refused action" odds rear.pos --side blue act A1 F-F-F none

expect 0 "hint" hint game.grog --at 2 --level line --playouts 60
says "Sergeant Lemaire would do this"
says "Chance to win"
cp out hint.txt
expect 0 "   the same again" hint game.grog --at 2 --level line --playouts 60
check "   word for word" cmp out hint.txt
expect 0 "hint --json" hint game.grog --at 2 --level line --playouts 60 --json
is_json "hint" event side player best
says '"chance":'
says '"worse_error":'
says '"why":'
expect 0 "hint --why" hint game.grog --why 3 --level line --playouts 60
says "to win"
refuses 1 "there was no choice" "why of a step that nobody decided" hint game.grog --why 1
refuses 1 "nobody decides here" "a hint for the game itself" hint tiny.pos
refuses 1 "the game is over" "a hint when it is over" hint game.grog
refuses 2 "does not think ahead" "a hint of greedy" hint game.grog --at 2 --level greedy
refuses 2 "no player" "a hint of nobody" hint game.grog --at 2 --level napoleon
refuses 2 "--playouts wants a number" "a hint without an effort" hint game.grog --at 2 --playouts 0
refuses 2 "has only" "a hint beyond the end" hint game.grog --at 9999
printf 'hint line\nreasons 1\nhint napoleon\nquit\n' |
    "$grognard" play squares sq-tiny --blue me --red random --seed 4 --playouts 60 >out 2>err
check "hint at the table" grep -q "Sergeant Lemaire would do this as blue" out
check "   nobody decided the first step" grep -q "Nobody decided that" out
check "   who is asked must be there" grep -q "who is asked: line" out

expect 0 "marshal on one thread" play squares sq-tiny --blue marshal --red random --seed 4 \
    --playouts 600 --option max_rounds=3 --threads 1 --style bold
mv out thread1
expect 0 "   and on three" play squares sq-tiny --blue marshal --red random --seed 4 \
    --playouts 600 --option max_rounds=3 --threads 3 --style bold
check "   plays the same" cmp thread1 out
rm -f thread1
refuses 2 "--threads wants a number" "no threads" play squares sq-tiny --blue marshal --threads 0
refuses 2 "--style is bold" "a style nobody knows" play squares sq-tiny --blue marshal --style rash
expect 0 "review" review game.grog --playouts 16
says "chance at the start"
says "luck of its own dice"
says "The chances are those of Sergeant Lemaire"
cp out review.txt
expect 0 "   the same again, and all of it in a folder" review game.grog --playouts 16 --out looked
check "   word for word" cmp out review.txt
check "   a picture" grep -q '<svg .*class="curve"' looked/curve.svg
check "   a page" grep -q '</html>' looked/report.html
rm -r looked
expect 0 "review --json" review game.grog --playouts 16 --json
is_json "review" event game player start end play sides turning units actions
expect 0 "review --html -" review game.grog --playouts 16 --html -
says "<!doctype html>"
says_not "chance at the start  "
refuses 2 "cannot be opened" "a review of no file" review nowhere.grog
refuses 2 "is a position, not a record" "a review of a position" review rear.pos
refuses 2 "breaks off before its end" "a review of half a record" review half.grog
refuses 2 "does not think ahead" "a review by greedy" review game.grog --level greedy
refuses 1 "is the part of blue" "a review of one side's part" review blue-part.grog
expect 0 "a review of a game that is not over" review unfinished.grog --playouts 16
says "The game is not over"
expect 0 "a review of a game of three actions" review short.grog --playouts 16
says "after 3 actions"

expect 0 "play" play squares sq-tiny --blue greedy --red random --seed 3
expect 0 "play --json" play squares sq-tiny --blue greedy --red random --seed 3 --json
is_json "play" event
expect 0 "play drill" play drill --blue greedy --red greedy --seed 3
expect 0 "play --record" play squares sq-villages --blue random --red random --seed 12 --record village.grog
expect 0 "   and replay it" replay village.grog
refuses 2 "napoleon" "an unknown player" play squares sq-tiny --blue napoleon --red random
expect 0 "replay" replay game.grog
says "The dice are proved: each is the one that seed 4 gives."
sed 's/^blue \(.\)/blue \1\1/' game.grog >renamed.grog
expect 1 "a changed name is found" replay renamed.grog
sed '/^seed/d; s/^\(end [0-9]*\) .*/\1/' game.grog >seedless.grog # and without the hash of all lines
expect 0 "replay without a seed" replay seedless.grog
says "The dice fit the actions, no more"
expect 0 "replay --quiet" replay game.grog --quiet
check "   is quiet" test ! -s out
expect 0 "replay --json" replay game.grog --json
is_json "replay" event
expect 0 "replay --positions" replay game.grog --positions
check "   tells the position after every action" test \
    "$(grep -c '^position ' out)" = "$(($(sed -n 's/^end \([0-9]*\).*/\1/p' game.grog) + 1))"
expect 0 "replay --positions --json" replay game.grog --positions --json
is_json "replay --positions" event
"$grognard" replay - <game.grog >out 2>err && ok "replay from standard input" || not_ok "replay from standard input" "$(cat err)"

# ---- A person at the terminal, here a pipe: one order, then they go away. ----

printf 'resign\n' | "$grognard" play squares sq-tiny --blue me --red greedy --seed 2 >out 2>err
code=$?
check "play: a person resigns" test $code -eq 0
for game in squares commanders lucky staff clausewitz drill; do
    printf 'resign\n' | "$grognard" play $game --blue me --red greedy --seed 2 >out 2>err
    check "play: who gives up in $game is told so" grep -q "^Red wins in round 1: blue has given up\.$" out
    [ $game = drill ] || check "   and so in the log" grep -qiE "blue (gives up|resigns)[;:] red (has won|wins)" out
done
: | "$grognard" play squares sq-tiny --blue me --red greedy --seed 2 >out 2>err
code=$?
check "play: the input ends" test $code -le 2
printf '?\nundo\nwhy\nodds nonsense\nnonsense\n\0\377\nresign\n' | "$grognard" play squares sq-tiny --blue me --red greedy --seed 2 >out 2>err
code=$?
check "play: nonsense is typed, then a person resigns" test $code -eq 0

session() { # session NAME ARGUMENTS...: orders come on standard input
    name=$1
    shift
    "$grognard" "$@" >out 2>err
    code=$?
    check "$name" test $code -eq 0
}

session "play: a whole evening" play squares sq-tiny --blue me --red greedy --seed 2 <<X
?
list
list A1
list F
board
units
odds act A1 F none
why
clause SQ-8.15
clause SQ-99
log all
sheet
svg seen.svg
save saved.grog
act A1 F none
undo
A1
1
why
auto
auto phase
log 3
resign
X
says "You decide for blue"
says "undo"
says "A1 moves from e4 to e5 (SQ-7.1)"
says "SQ-8.15"
says "ed wins"
check "   the picture was drawn" grep -q '</svg>' seen.svg
expect 0 "   the saved game is a true record" replay saved.grog
expect 0 "   and can be played on" play saved.grog --blue random --red greedy
session "play: an end that throws moves away" play squares sq-tiny --blue me --red greedy --seed 2 <<X
end
resign
X
says "This leaves something undone. Still possible: act (A1"
session "play: and one that throws nothing away" play commanders skirmish --blue me --red greedy --seed 2 <<X
order 1I b1 b2
ready
resign
X
check "   says nothing of it" sh -c "! grep -q 'leaves something undone' out"
"$grognard" play commanders marengo --blue random --red random --seed 2 --record country.grog >/dev/null 2>&1
expect 0 "show: the country of a plan" show country.grog --at 1
says "b2 Marengo"
says "c2 Ceriolo   vw"
says "w wood, v village, ~ river, : road"
session "play: two people set up and leave" play squares sq-random --blue me --red me --seed 3 <<X
list
designate 0 0 1
undo
auto phase
auto phase
board
units
auto
quit
X
says "deploy"
session "play: secret orders" play drill --blue me --red greedy --seed 1 <<X
list
order A1 march
undo
order A1 march
auto phase
list
odds 1
auto
why
quit
X
says "initiative"

session "play: on the same seats" play saved.grog <<X
quit
X
says "Blue is me, red is greedy."

session "play: save, then leave" play squares sq-tiny --blue me --red greedy --seed 2 <<X
save kept.grog
quit
X
says "play kept.grog"
{
    echo 'position staff 1'
    echo 'phase shoot'
    echo 'a1 line_inf line 36,12 0 casualties 2'
    echo 'b51 line_inf line 36,40'
    echo 'b52 line_inf line 20,40'
} >casualties.pos
session "play: casualties are not told as shaken" play casualties.pos --blue me --red greedy <<X
units
quit
X
says "casualties 2"
session "play: the army is listed before it is placed" play squares sq-random --blue me --red me --seed 3 <<X
?
units
sheet moves
sheet elephants
auto
units
quit
X
says "designate GUARDS HEAVY LIGHT"
says "not placed yet"
says "one square ahead"
says "nothing about that"

# ---- Names that do not exist: a sentence, the nearest one, exit code 2. ----

refuses 2 'did you mean squares?' "a game, misspelt" play sqares
refuses 2 'did you mean squares?' "a game, misspelt, its sheet" sheet squaers
refuses 2 'there are: squares' "a game that nothing is like" play nosuch
refuses 2 'did you mean sq-tiny?' "a scenario, misspelt" new squares sq-tny
refuses 2 'did you mean max_rounds?' "an option, misspelt" new squares sq-tiny --option max_round=3
refuses 2 'did you mean greedy?' "a player, misspelt" play squares sq-tiny --blue gredy
refuses 2 'did you mean --record?' "a flag, misspelt" play squares sq-tiny --recrod x
refuses 2 'did you mean replay?' "a command, misspelt" repaly x.grog
refuses 2 'did you mean a1?' "a unit, misspelt" show table.pos --reach a11
refuses 2 'there is no such unit or place.' "a unit that is none, ?11" show table.pos --reach '?1x'
refuses 2 'did you mean b1?' "the second unit, misspelt" show table.pos --measure a1,bb1
refuses 2 'no such unit or place' "a unit that nothing is like" show table.pos --reach NOSUCH
echo 'tables drill 1; marsh=70' >club.txt
refuses 2 'did you mean march?' "a number of house rules, misspelt" new drill --tables club.txt
refuses 2 'is empty' "a file without a name" show ''
refuses 2 'is empty' "a file without a name to write to" do rear.pos --side blue act A1 F none --out ''
refuses 2 'blue, red or watcher' "a part of nobody" replay game.grog --part green
expect 2 "a part as JSON" replay game.grog --part blue --json
expect 2 "a part with positions" replay game.grog --part blue --positions
check "   says why" grep -q 'leave out --json' err
refuses 2 'leave out --side' "why an action was done, for a side" hint game.grog --why 3 --side red

# What was typed is quoted, and the sentence stays one line of letters.
plain() { # plain NAME ARGUMENTS...: misuse, told in one line of plain letters
    name=$1
    shift
    run "$@"
    check "$name" test $code -eq 2 -a "$(LC_ALL=C tr -d ' -~' <err | wc -c)" -eq 1
}
control=$(printf 'a\nb\033[2Jc\302\233d\177')
plain "control characters in a command" "$control"
plain "control characters in a flag" games --"$control"
plain "control characters in a game" play "$control"
plain "control characters in a file's name" show "$control"
plain "control characters in an option" new squares --option "$control=1"
refuses 2 '"١" is no die' "a letter of two bytes among the dice" do rear.pos --side blue act A1 F attack --dice ١
refuses 2 '18446744073709551616' "a die of too many digits" do rear.pos --side blue act A1 F attack --dice 18446744073709551616
refuses 2 'xxxx?"' "a letter of two bytes cut in two" play xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxé
echo 'position clausewitz 1; AC 30,6 actions 5; A1 LI(4) 30,12; B1 LI(4) 30,90; bag blue 3 red 3; chit blue' >chit.pos
expect 0 "whose chit is in play" show chit.pos
says "Blue's chit is in play."
for game in squares commanders lucky staff clausewitz drill; do
    "$grognard" new $game >fresh.pos
    for ask in reach sight measure arcs contact; do
        refuses 2 "$ask" "$ask of nobody in $game" show fresh.pos --$ask NOSUCH,XYZ
    done
done

printf 'a1\nquit\n' | "$grognard" play staff two-battalions --blue me --red greedy --seed 3 >out 2>err
check "an order to several is listed with each that it names" grep -q 'order a1 a2 advance' out
check "   and an order to it alone" grep -q 'order a1 advance advance' out
check "   and none to others" not grep -q 'order a2 ' out

cat > card.pos <<'EOF'
position staff 1
turn 2 blue
a1 mcol 36,12 0; a2 square 50,12 square_moved ordered; a3 foot_art 60,12 handled; a4 20,12 hold_until 4; b51 36,24 180
ac1 rating 8 36,4
EOF
printf 'card a1\ncard a2\ncard a3\ncard a4\nquit\n' | "$grognard" play card.pos --blue me --red greedy --seed 3 >out 2>err
check "a card tells the dice it fights with" grep -q "1 in combat, 0 shooting, saves on 4" out
check "   and how far commanders measure" grep -q "rating 8, 2 inches away" out
check "   and what it did" grep -q "was ordered, went in square" out
check "   by hand, too" grep -q "guns manhandled" out
check "   and until when it waits" grep -q "until turn 4" out

# ---- Nothing is overwritten unasked, and a game that is played on is kept. ----

echo precious >precious.grog
refuses 2 "precious.grog is there already" "--record does not overwrite" play squares sq-tiny --blue random --red random --record precious.grog
check "   it is as it was" grep -q precious precious.grog
expect 0 "   with --force it does" play squares sq-tiny --blue random --red random --seed 1 --record precious.grog --force
expect 0 "   and is a record" replay precious.grog --quiet
echo precious >precious.txt
printf 'save precious.txt\nsvg precious.txt\nquit\n' |
    "$grognard" play squares sq-tiny --blue me --red greedy --seed 2 >out 2>err
check "save does not overwrite: exit code 2" test $? -eq 2
check "   with a sentence for each" test "$(grep -c 'precious.txt is there already' err)" -eq 2
check "   it is as it was" grep -q precious precious.txt
printf 'save --force precious.txt\nsave naïve.grog\nquit\n' |
    "$grognard" play squares sq-tiny --blue me --red greedy --seed 2 >out 2>err
check "save --force does" test $? -eq 0
check "   and it is a record" "$grognard" replay precious.txt --quiet
check "a name with letters outside ASCII" test -f naïve.grog
cp naïve.grog played.grog && chmod 640 played.grog
printf 'quit\n' | "$grognard" play played.grog >out 2>err
check "play FILE, and leave at once: the file is as it was" cmp -s played.grog naïve.grog
printf 'act A1 F none\nquit\n' | "$grognard" play played.grog >out 2>err
says "It is kept in played.grog as you play."
says "play played.grog"
check "play FILE keeps what follows" grep -q 'blue act A1 F none' played.grog
check "   in a true record" "$grognard" replay played.grog --quiet
check "   with the mode it had" test "$(stat -c %a played.grog)" = 640
cp naïve.grog played.grog
expect 0 "play FILE with computers" play played.grog --blue random --red random
check "   only reads it" cmp -s played.grog naïve.grog
check "nothing is kept of what a pipe plays" test ! -e "$XDG_STATE_HOME"

expect 0 "piped, and nobody is named" play drill --seed 1
check "   both sides are computers, and it says so" grep -q 'both sides are computers; --blue me' err
expect 0 "piped, and both are named" play drill --seed 1 --blue greedy --red greedy
check "   there is nothing to say" test ! -s err
refuses 2 "no unfinished game" "--resume where there is none" play --resume

# auto phase is for one side, one phase, one round.
printf 'auto phase\nquit\n' | "$grognard" play squares sq-tiny --blue me --red me --seed 2 >out 2>err
check "auto phase: red's turn is red's" sh -c "grep -q 'blue end\|blue.s turn ends' out && ! grep -q '^[0-9]*\. red ' out"
printf 'auto phase\nquit\n' | "$grognard" play drill --blue me --red me --seed 2 >out 2>err
check "auto phase: red's plan is red's" sh -c "! grep -q 'red ready\|red order' out"
printf 'auto phase\nsave sealed.grog\nquit\n' | "$grognard" play commanders skirmish --blue me --red me --seed 7 >out 2>err
check "auto phase: blue's plan is sealed, red's is not begun" sh -c "grep -q 'blue ready' sealed.grog && ! grep -q '^[0-9]* red ' sealed.grog"

# Help has lines that fit, broken between words.
for call in games scenarios sheet clauses new show legal do odds play replay players bench; do
    "$grognard" $call --help
done >out
check "no line of help is longer than 79 columns" awk 'length > 79 { print; bad = 1 } END { exit bad }' out

# ---- What the README shows works as it stands there. ----

readme_block() { # readme_block HEADING: the lines of its example
    awk -v heading="## $1" '$0 == heading { on = 1 } on && /^```/ { inside = !inside; if (!inside) exit; next } inside' "$readme"
}
mkdir -p readme/build && ln -s "$grognard" readme/build/grognard && cd readme || exit 2
play=$(readme_block "A first game" | sed -n '1s/^\$ //p')
readme_block "A first game" | sed -n 's/^blue> //p' | sed 's/   .*//' >orders.txt
sh -c "$play" <orders.txt >out 2>err
check "README: a first game" test $? -eq 0
check "   ten orders, none refused" sh -c "test \$(wc -l <orders.txt) -eq 10 && ! grep -E '^[A-Z][^:]*\. \(SQ-|\^ ' out"
says "B3 is destroyed"
says "artillery at one square (SQ-8.19: "
says "Saved in evening.grog."
readme_block "A first game" | sed -n '2,$s/^\$ //p' | sed 's/   .*//' >calls.txt
readme_block "For scripts" | sed -n 's/^\$ //p' >>calls.txt
while IFS= read -r call; do
    check "README: $call" sh -c "{ $call; } >/dev/null"
done <calls.txt
cd .. && rm -r readme

# A skirmish is won by four points: the end does not tell the book's ten.
expect 0 "play: a skirmish" play commanders skirmish --blue greedy --red greedy --seed 3
says "4 points to blue's 1: 4 were needed"
says "wins in round 2 (CMD-12.5 Victory)."
check "   and no other number of points" sh -c '! grep -q "10 or more" out'

# At a real terminal there are colours, and everything else is the same.
if command -v script >/dev/null 2>&1; then
    printf 'board\nact A1 F none\nresign\nyes\n' |
        TERM=xterm LINES=200 timeout 300 script -qec "'$grognard' play squares sq-tiny --blue me --red greedy --seed 2" /dev/null >out 2>err
    check "play: at a terminal" grep -q 'Red wins' out
    check "   in colour" grep -q "$(printf '\033')\[" out
    printf 'units\n2C c1 c2 c3\nready\n\nquit\n' |
        TERM=xterm timeout 300 script -qec "stty rows 90 cols 100; '$grognard' play commanders marengo --blue me --red me --seed 2" /dev/null >out 2>err
    check "play: a plan of sectors at a terminal" grep -q 'infantry  *b1' out
    check "   a curtain between two people" grep -q "The screen is red's now" out
fi

# ---- One side's part of a running game. ----

"$grognard" play commanders marengo --option order_distance=1 --blue greedy --red greedy --seed 4 \
    --record plans.grog >plans.txt 2>&1
upto() { # upto N: the record as it was after N actions
    awk -v n="$1" '/^[0-9]+ / && $1 > n { exit } /^result|^end/ { exit } { print } END { print "end " n }' plans.grog
}
round=$(awk '/\[score\]/ { print $1; exit }' plans.grog)
couriers=$(awk -v n="$round" '/\[couriers\]/ && $1 > n { print $1; exit }' plans.grog)
upto "$couriers" >running.grog
expect 0 "a running game is a record" replay running.grog --quiet
expect 0 "replay --part blue" replay running.grog --part blue
cp out blue.grog
check "   it hides from where red may have chosen" sh -c "grep -qx hidden blue.grog && grep -qx 'view blue' blue.grog"
check "   it tells blue's plan and not red's" sh -c \
    "sed '1,/^hidden/d' blue.grog | grep -q '^[0-9]* blue order' && ! sed '1,/^hidden/d' blue.grog | grep -q 'red order\|plan red'"
check "   nor how many couriers rode" grep -qx "[0-9]* \[couriers\] : ? #" blue.grog
check "   the first round lies open" sh -c "sed '/^hidden/q' blue.grog | grep -q 'red order'"
expect 0 "replay a part" replay blue.grog
says "From here on choices are sealed; this is what is known to blue:"
says "Verified: $round actions"
says "the part of blue in a running game"
expect 0 "replay a part --json" replay blue.grog --json
check "   each line is JSON" sh -c "'$json_lines' event <out"
check "   with what is known and what is proved" grep -q '"actions":'"$round"',.*"part":"blue","told":[0-9]*}' out
expect 0 "show a part" show blue.grog
cp out seen.txt
"$grognard" show running.grog --side blue >expected.txt
check "   it is what blue sees" cmp -s seen.txt expected.txt
expect 0 "show a part at a place that lies open" show blue.grog --at "$round"
refuses 2 "not open yet" "show a part at a place that does not" show blue.grog --at $((round + 1))
refuses 2 "already the part of blue" "a part of a part" replay blue.grog --part red
refuses 2 "green" "nobody's part" replay running.grog --part green
expect 0 "the part of a finished game is all of it" replay plans.grog --part watcher
check "   byte for byte" cmp -s out plans.grog
sed 's/^\([0-9]* blue ready : # \)./\1x/' blue.grog >bent.grog
refuses 2 "bent.grog" "a part that was changed" replay bent.grog

# ---- Input that nobody would wish for. ----

refuses 2 "Z9" "an unknown unit" do rear.pos --side blue act Z9 F none
printf 'position squares 1\nA1 inf:4 z99 N\n' >off.pos
refuses 2 "off.pos:2" "a square off the board: file and line" show off.pos
refuses 2 "column" "an unreadable action: its column" do rear.pos --side blue act A1 F-W none
refuses 2 "green" "no such side" legal rear.pos --side green
refuses 2 "nowhere.pos" "a file that is not there" show nowhere.pos
refuses 2 "" "a folder in place of a file" show .
: >empty.pos
refuses 2 "empty.pos" "an empty file" show empty.pos
head -c 300 game.grog >half.grog
refuses 2 "half.grog" "half a record" replay half.grog
sed '$d' game.grog >short.grog
refuses 2 "short.grog" "a record without its last line" replay short.grog
awk '/^[0-9]+ .* : [1-6]/ && !done { sub(/ : [1-6]/, $0 ~ / : 6/ ? " : 5" : " : 6"); done = 1 } { print }' game.grog >die.grog
refuses 1 "die.grog:" "a record with another die" replay die.grog
sed 's/# 0/# 1/; t; s/# [1-9a-f]/# 0/' game.grog >hash.grog
refuses 1 "hash" "a record with another hash" replay hash.grog
sed 's/^\(3 [a-z]*\) .*\( :.*\)/\1 end\2/' game.grog >other.grog
refuses 1 "other.grog:" "a record with another action" replay other.grog
sed 's/^result .*/result blue SQ-12.1/' game.grog >result.grog
refuses 1 "result.grog:" "a record with another result" replay result.grog
sed 's/^ruleset .*/ruleset squares 99/' game.grog >version.grog
refuses 2 "version" "a record of another version" replay version.grog
printf 'tables drill 1\nmarch=70\n' >ours.txt
expect 0 "a game by house rules" play drill --tables ours.txt --blue random --red random --seed 1 --record ours.grog
says "march 70, not 60: how far a company marches (DR-8)"
expect 0 "its record, replayed" replay ours.grog
says "House rules:"
echo 'sector_room=5' >small.txt
refuses 2 "a sector holds no more" "house rules that a scenario does not go with" bench commanders marengo --fixed --tables small.txt
head -c 10000000 /dev/zero | tr '\0' 'a' >long.pos
refuses 2 "long.pos" "a line of 10 MB" show long.pos
refuses 2 "long.pos" "a line of 10 MB as a record" replay long.pos
{ printf 'position squares 1\nA1 '; head -c 1000000 /dev/zero | tr '\0' 'x'; echo; } >word.pos
refuses 2 "word.pos" "a word of 1 MB" show word.pos
{ printf 'grognard 1\nruleset squares 1\nscenario sq-tiny\n1 '; head -c 1000000 /dev/zero | tr '\0' 'x'; echo; } >entry.grog
refuses 2 "entry.grog" "an action of 1 MB" replay entry.grog
head -c 200000 "$grognard" >noise.pos
refuses 2 "noise.pos" "binary noise" show noise.pos
refuses 2 "noise.pos" "binary noise as a record" replay noise.pos
printf '\357\273\277position squares 1\nA1 inf:4 d3 N\n' >mark.pos
refuses 2 "byte order mark" "a byte order mark is named" show mark.pos
printf 'position squares 1\nA1 inf:4 d3 N\0B1 inf:4 d5 N\n' >zero.pos
refuses 2 "zero.pos" "a zero byte in the text" show zero.pos
refuses 2 "" "an action of 100 KB" do rear.pos --side blue "$(head -c 100000 /dev/zero | tr '\0' 'F')"
refuses 2 "" "an empty action" do rear.pos --side blue ""
refuses 2 "--seed" "a seed that is no number" new squares sq-random --seed tomorrow

# ---- Nothing is ever half-written. ----

cp after.pos kept.pos
refuses 1 "" "a refused action does not touch --out" do rear.pos --side blue act A1 F-F-F none --out after.pos
check "   it is as it was" cmp -s after.pos kept.pos
refuses 2 "/nowhere/" "--out into no folder" do rear.pos --side blue act A1 F none --out /nowhere/x.pos
if [ -w /dev/full ]; then
    run do rear.pos --side blue act A1 F none --out /dev/full
    check "--out onto a full disk" test $code -eq 2
    "$grognard" sheet squares >/dev/full 2>err
    code=$?
    check "standard output onto a full disk is an error" test $code -eq 2
fi
mkdir shut && cp kept.pos shut/after.pos && chmod 500 shut
if [ "$(id -u)" -ne 0 ]; then
    refuses 2 "shut/after.pos" "--out into a folder that is shut" do rear.pos --side blue act A1 F none --out shut/after.pos
    check "   it is as it was" cmp -s shut/after.pos kept.pos
fi
chmod 700 shut
rm -rf shut
left=$(ls -A | grep -vE '^(out|err|.*\.(pos|grog|txt|svg))$')
if [ -z "$left" ]; then ok "no file is left behind"; else not_ok "no file is left behind" "$left"; fi

echo "1..$count"
[ $failed -eq 0 ]
