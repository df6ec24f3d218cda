#!/bin/sh
# SPDX-License-Identifier: MIT
# The laboratory from the command line: the same bytes whatever the threads, stops and parts, and
# input that nobody would wish for.   tests/lab.sh GROGNARD       (TAP)
case $1 in
/*) grognard=$1 ;;
*) grognard=$PWD/$1 ;;
esac
. "$(dirname "$0")/report.sh"
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT INT TERM
sources=$(cd "$(dirname "$0")/.." && pwd)
cd "$work" || exit 2

check() { # check NAME COMMAND...: the command must succeed
    name=$1
    shift
    detail=$("$@" 2>&1)
    report $? "$name" "$* $detail"
}

expect() { # expect CODE NAME ARGUMENTS...: out and err hold what it said
    want=$1
    name=$2
    shift 2
    "$grognard" lab "$@" >out 2>err </dev/null
    code=$?
    [ $code -eq "$want" ]
    report $? "$name" "expected exit code $want, found $code: $(head -c 300 err)"
}

says() { check "   says: $1" grep -qF -- "$1" out; }
complains() { # one sentence, and these words are in it
    check "   complains: $1" grep -qF -- "$1" err
    check "   in one sentence" test "$(wc -l <err)" -eq 1
}

same_run() { # same_run NAME DIR DIR: every file of both is the same
    check "$1" diff -r "$2" "$3"
}

# ---- The same bytes. ----

expect 0 "a run" run squares sq-tiny --games 24 --seed 7 --threads 1 --out one
says "24 games"
says "grognard lab run squares sq-tiny --blue greedy --red greedy --games 24 --seed 7"
says "Wins, with 95 % intervals (Wilson)"
check "   has its files" test -s one/games.csv -a -s one/games.jsonl -a -s one/games.sqlite -a -s one/summary.json
check "   has a line for each game" test "$(wc -l <one/games.jsonl)" -eq 24
expect 0 "the same on three threads" run squares sq-tiny --games 24 --seed 7 --threads 3 --out three
same_run "   is the same, byte for byte" one three
cp one/summary.txt before
expect 0 "a finished run once more" run squares sq-tiny --games 24 --seed 7 --out one
check "   changes nothing" cmp before one/summary.txt
same_run "   not a byte" one three
expect 0 "a run that grows" run squares sq-tiny --games 10 --seed 7 --out grown
touch grown/games.jsonl.a1B2c3.part grown/games.jsonl.backup
expect 0 "   and goes on" run squares sq-tiny --games 24 --seed 7 --threads 2 --out grown
check "   without what somebody who was killed had begun" test ! -e grown/games.jsonl.a1B2c3.part
check "   and with what is not its own" rm grown/games.jsonl.backup
same_run "   ends the same" one grown

# A line that was being written when the machine stopped, and games that are missing.
mkdir torn
cp one/run.json torn/
sed -n '9,14p;3p' one/games.jsonl >torn/games.jsonl
sed -n '20p' one/games.jsonl | head -c 100 >>torn/games.jsonl
expect 0 "a run that was torn off" run squares sq-tiny --games 24 --seed 7 --threads 2 --out torn
same_run "   ends the same" one torn

for part in 1 2 3; do
    expect 0 "part $part of three" run squares sq-tiny --games 24 --seed 7 --shard $part/3 --out part$part
done
expect 1 "two of three parts" merge part1 part3 --out joined
complains "16 of 24 games"
expect 0 "all three" merge part3 part1 part2 --out joined
same_run "   are the whole" one joined

# Stopped by a signal: what was finished is there, and it goes on.
"$grognard" lab run squares sq-villages --games 100000 --seed 3 --threads 2 --out stopped >out 2>err </dev/null &
pid=$!
tries=0
until [ "$(cat stopped/games.jsonl 2>/dev/null | wc -l)" -ge 3 ] || [ $tries -ge 3000 ]; do
    sleep 0.1
    tries=$((tries + 1))
done
kill -INT $pid
wait $pid
check "stopped by Ctrl-C: exit code 1" test $? -eq 1
complains "the same command goes on"
says "Wins, with 95 % intervals (Wilson)"
check "   and what was finished is there" test "$(wc -l <stopped/games.jsonl)" -ge 3
check "   whole" test -z "$(grep -v '^{"game":.*}$' stopped/games.jsonl)"

# ---- Games can be looked at. ----

expect 0 "the record of a game" game one 5 --record five.grog
check "   can be replayed" "$grognard" replay five.grog --quiet
seed=$(sed -n 6p one/games.jsonl | sed 's/.*"seed":"\([^"]*\)".*/\1/')
"$grognard" play squares sq-tiny --blue greedy --red greedy --seed "$seed" --record six.grog >/dev/null 2>&1
check "   and is the game that play plays with its seed" cmp five.grog six.grog
expect 2 "a game that is not in it" game one 24
complains "INDEX takes a number from 0 to 23"
for game in "commanders skirmish" "lucky outpost" "staff two-battalions" "drill drill-line"; do
    # shellcheck disable=SC2086 # two words
    expect 0 "a run of $game" run $game --games 4 --seed 2 --threads 2 --json --out "run-${game%% *}"
    check "   is one line of JSON" test "$(wc -l <out)" -eq 1
    says '"games":4,'
    expect 0 "   and its report" report "run-${game%% *}" --html -
    check "   is a whole page" grep -q '^</html>' out
    check "   without script" test -z "$(grep -ciE '<script|javascript:|onload=|src=' out | grep -v '^0$')"
    check "   with five maps" test "$(grep -c 'class="heat"' out)" -eq 5
done
expect 0 "a report" report one
says "The report is in one/report.html."
check "   with the records of six games" test "$(grep -o 'download="game-' one/report.html | wc -l)" -eq 6
number=$(sed -n 's/.*download="game-\([0-9]*\)\.grog".*/\1/p' one/report.html | head -n 1)
sed -n "s/.*download=\"game-$number\.grog\" href=\"data:text\/plain;charset=utf-8,\([^\"]*\)\".*/\1/p" one/report.html |
    python3 -c 'import sys, urllib.parse
sys.stdout.write(urllib.parse.unquote(sys.stdin.read()).rstrip("\n") + "\n")' >linked.grog
check "   that can be replayed" "$grognard" replay linked.grog --quiet
rm one/report.html
mkdir empty
cp one/run.json empty/
expect 1 "a report of no games" report empty
complains "has no game yet"
# Two games told twice are one: as many battles, the same interval.
expect 0 "the same player on both sides, told twice" run drill drill-line --swap --games 40 --json
jq -c '[.blue.share, .blue.low, .blue.high, .ends[0].low]' out >twice.txt
expect 0 "and told once" run drill drill-line --games 20 --json
check "   is as sure" sh -c 'jq -c "[.blue.share, .blue.low, .blue.high, .ends[0].low]" out | cmp - twice.txt'
expect 0 "a change on both sides" vary drill drill-redoubt --row shoot_dice=-1 --games 64 --swap --json
jq -c '[.effects[0].share]' out >twice.txt
expect 0 "and on one" vary drill drill-redoubt --row shoot_dice=-1 --games 32 --json
check "   has the same middle" sh -c 'jq -c "[.effects[0].share.value]" out >one.txt; jq -c "[.[0].value]" twice.txt | cmp - one.txt'
expect 2 "even with --swap" even drill drill-line --swap
complains "two on the same dice are one battle"
expect 0 "players that change sides" run drill drill-line --blue random --red greedy --swap --games 20 --json
says '"first_player":'

# What a modifier changed, from the log of the game: the same dice, read by hand (DR-11: 8 is one hit,
# 10 are two).
expect 0 "a run whose rolls are read again" run drill drill-redoubt --games 8 --out reread
"$grognard" lab game reread 3 --record reread.grog
"$grognard" replay reread.grog --json 2>/dev/null >reread.log
cat >reread.py <<'EOF'
import json
row = json.loads(open("reread/games.jsonl").readlines()[3])
found = {}
def result(total):
    return (total >= 8) + (total >= 10)
for line in open("reread.log"):
    event = json.loads(line)
    if event.get("event") != "roll" or event.get("check") != "shooting":
        continue
    amounts = [mod["amount"] for mod in event.get("mods", [])]
    faces = sum(event["dice"])
    for mod in event.get("mods", []):
        pair = found.setdefault("shooting." + mod["id"], [0, 0])
        pair[0] += 1
        pair[1] += result(faces + sum(amounts)) != result(faces + sum(amounts) - mod["amount"])
assert found and found == row["changed"], (found, row["changed"])
EOF
check "   agrees with the log" python3 reread.py
# Players that think, on one thread and on two.
expect 0 "players that think" run drill drill-line --blue conscript --red line --games 3 --threads 1 --out thinks1
expect 0 "   on two threads" run drill drill-line --blue conscript --red line --games 3 --threads 2 --out thinks2
expect 0 "a level with its effort" run drill drill-line --blue guard@9 --red greedy --games 1 --out effort
says "--blue guard@9 --red greedy"
expect 2 "   is another run with another effort" run drill drill-line --blue guard@8 --red greedy --games 1 --out effort
complains "guard@9 against greedy"
same_run "   play the same" thinks1 thinks2

# ---- What a change does. ----

# Better cover in the redoubt is worse for blue, who storms it; a row of no effect here has none.
expect 0 "a number varied" vary drill drill-redoubt --row shoot_heavy_cover=-1 --row contact=+1 --games 64 --threads 2 --json --svg tornado.svg
check "   cover is certain to hurt blue, at the first look" grep -qE '"change":"shoot_heavy_cover=-3 \(-1\)","clause":"DR-13","games":32,"certain":true,"share":\{"value":-0\.[0-9]+,"low":-0\.[0-9]+,"high":-0\.' out
check "   and the other changes nothing for certain" grep -qE '"change":"contact=11 \(\+1\)","clause":"DR-[0-9]+","games":64,"certain":false,"share":\{"value":0\.0,' out
check "   the chart is a picture" grep -q '^</svg>' tornado.svg
cp out first
expect 0 "   the same on one thread" vary drill drill-redoubt --row shoot_heavy_cover=-1 --row contact=+1 --games 64 --threads 1 --json
check "   is the same, byte for byte" cmp first out
expect 0 "an option varied, and pairs" vary squares sq-tiny --option max_rounds=8..9 --row attack_rear=+1 --pairs --games 8
says "attack_rear=2 (+1) & max_rounds=8"
expect 0 "every row" vary drill drill-line --all-rows --games 8
check "   has a line for each way" test "$(grep -c ' games$' out)" -ge 30
expect 0 "   and more games of each" vary drill drill-line --all-rows --games 24
check "   of what does something" grep -q '^shoot_dice=3 (+1) .* 24 games$' out
check "   and not of what does nothing" grep -q '^strike_shaken=-2 (-1) .* turned 0 %  other 0 %  16 games$' out
says "of them have left the first 16 games as they were, to the last unit, and have played no more."
expect 0 "   or sooner" vary drill drill-line --all-rows --games 8 --idle 2
says "of them have left the first 2 games as they were, to the last unit, and have played no more."
# Stopped before the first look: it tells of the games that every change has.
pause=0.3
for try in 1 2 3 4 5 6 7 8; do
    "$grognard" lab vary commanders marengo --row hit_from=-1..+1 --games 100000 --threads 1 >out 2>err </dev/null &
    pid=$!
    sleep $pause
    kill -INT $pid
    wait $pid
    code=$?
    [ -s out ] && break
    pause=$(awk "BEGIN { print $pause * 2 }")
done
check "a trial that is stopped: exit code 1" test $code -eq 1
complains "stopped: more games would have told more"
check "   tells of the games it has" grep -qE ', in ([1-9]|[12][0-9]|3[01]) games\.$' out
expect 0 "every option" vary commanders skirmish --all-options --games 8 --threads 2
says "changes change neither winner nor length of any game here."
says "turned 0 %"
expect 2 "a row that does not exist" vary squares sq-tiny --row atack_rear=+1
complains "did you mean attack_rear?"
expect 2 "a change out of range" vary squares sq-tiny --row attack_rear=-1..+9
complains "attack_rear may be -2 to 4: -1..+9 would make it 0 to 10"
expect 2 "a range that is none" vary squares sq-tiny --row attack_rear=up
expect 2 "an option as a row" vary squares sq-tiny --row max_rounds=+1
expect 2 "nothing to vary" vary squares sq-tiny
expect 0 "a balance" balance drill drill-redoubt --knob shoot_heavy_cover --games 64 --threads 2 --json
says '"best":-3,'
says '"reached":true'
says '"crosses":{"value":-2.'
expect 1 "a balance that cannot be" balance drill drill-redoubt --knob shoot_heavy_cover --share 0.99 --games 32
says "No value that was tried brings it there"
expect 1 "no value of a long range" balance drill drill-redoubt --knob march --games 256
says "No value that was tried brings it there: blue is favoured at all of them."
expect 0 "a long range whose end gives an even battle that nobody can win" balance drill drill-redoubt --knob one_hit --games 256
says "Best for 50.0 %: one_hit=9, "
expect 1 "a few games that exclude nothing" balance drill drill-redoubt --knob shoot_heavy_cover --share 0.97 --games 16
says "not excluded"
expect 2 "a knob that does not exist" balance drill drill-redoubt --knob cover
expect 2 "no knob" balance drill drill-redoubt
expect 2 "a share that is none" balance drill drill-redoubt --knob march --share 50
complains "--share takes a number between 0 and 1"

expect 0 "how fast it is" bench drill drill-line --games 4 --json
says '"games_per_second_two_threads":'

# ---- Luck and skill. ----

mkdir other
echo hello >other/games.jsonl

expect 0 "games looked back upon" luck reread --games 3 --playouts 8 --threads 1
says "3 games looked back upon by line"
says "decisions that mattered"
mv out luck1
expect 0 "   the same on two threads" luck reread --games 3 --playouts 8 --threads 2
check "   says the same" cmp luck1 out
expect 0 "   as JSON" luck reread --games 2 --playouts 8 --json
says '"won_with_luck":'
expect 2 "luck of no run" luck other

# ---- What each number has changed. ----

expect 0 "a report of what nobody has weighed" report reread --html -
says "<code>grognard lab weigh DIR</code> plays some of these games again"
expect 0 "the numbers of a run weighed" weigh reread --games 4 --threads 1
says "in the"
says "first 4 games, on the same dice"
check "   one that bounds a distance is not in the log, and told" grep -qE '^  march +DR-8 +- +[1-9][0-9]* % ' out
check "   one of a roll is in both" grep -qE '^  shoot_files +DR-14 +[0-9.]+ a game +[1-9][0-9]* % ' out
says "of 17 clauses have a number or an option that could be weighed"
mv out weigh1
cp reread/weights.json weights1
expect 0 "   the same on two threads" weigh reread --games 4 --threads 2
check "   says the same" cmp weigh1 out
check "   and keeps the same" cmp weights1 reread/weights.json
expect 0 "   in the report" report reread --html -
says "The first 4 games once more on the same dice"
says "what the largest of these changes do"
expect 0 "   as JSON" weigh reread --games 1 --json
says '"knob":"march"}'
sed -i 's/"seed": "0x0*1"/"seed": "0x63"/' reread/weights.json
expect 0 "   of another run" report reread --html -
says "<code>grognard lab weigh DIR</code> plays some of these games again"
expect 2 "weights of no run" weigh other
expect 2 "no games to weigh" weigh reread --games 0
complains "--games takes a number from 1"

# ---- Is it even? ----

expect 0 "a row for a start screen" even drill drill-line --games 20 --seed 1815 --threads 2
check "   counts every game" awk -F'[ ,]+' '/^BALANCE\("drill-line", / { all = $2 + $3 + $4 } END { exit all != 20 }' out
expect 0 "   with a variant of two options" even squares sq-tiny --games 4 --variant 'max_rounds=9 quiet_rounds=3'
says '"max_rounds=9 quiet_rounds=3",'
expect 2 "a variant that does not exist" even squares sq-tiny --games 4 --variant no_such=1
expect 2 "a variant of nothing in particular" even squares --variant max_rounds=9
"$grognard" scenarios squares >out
says "Lopsided: between two greedy computer players blue wins 78 of 100 battles, red 22. More even so: who wins at the limit: red; rounds until the game ends: 13 instead of 40. Then "
says "As it is typed: limit_winner=2 max_rounds=13"
check "   and nothing of those that are even" test "$(grep -c 'greedy computer' out)" -eq 1

# ---- What troops are worth. ----

expect 0 "points" points squares --games 600 --seed 1815 --threads 1 --out worth
says "Held out: 120 battles"
mv out points1
expect 0 "   the same on three threads" points squares --games 600 --seed 1815 --threads 3
check "   says the same" cmp points1 out
"$grognard" tables squares --tables worth >worth.all
check "   can be played by" test $? -eq 0
value() { sed -n "s/^points_$1=\\([0-9]*\\).*/\\1/p" worth.all; }
check "   infantry is the measure" test "$(value inf)" -eq 3
check "   guards are worth more than conscripts" awk '$1 == "points_guard" { guard = $3 }
    $1 == "points_consc" { conscripts = $3 } END { exit !(guard > conscripts) }' points1
expect 0 "   and points by these as a beginning" points squares --games 300 --tables worth --json
says '{"row":"points_inf","before":3.0,'
expect 1 "battles that do not tell" points squares --games 50 --blue random --red random
complains "do not tell what troops are worth"
expect 1 "armies of clausewitz" points clausewitz --games 50 --blue random --red random --option turns=1 --threads 2
complains "do not tell"
expect 2 "points of a game without" points drill
complains "the troops of drill have no points"
expect 2 "too few battles" points squares --games 4
expect 2 "points and sides changed" points squares --swap
expect 2 "a measure without worth" points squares --option points_inf=0
complains "is worth nothing"

# ---- What nobody would wish for. ----

mkdir elsewhere
(TMPDIR=$work/elsewhere "$grognard" lab run drill drill-line --games 2000000 --seed 5 >out 2>err </dev/null &
echo $! >pid)
tries=0
until [ -n "$(find elsewhere -name games.jsonl)" ] || [ $tries -ge 3000 ]; do
    sleep 0.1
    tries=$((tries + 1))
done
check "games nobody keeps lie in TMPDIR while they are played" test -n "$(find elsewhere -name games.jsonl)"
kill -INT "$(cat pid)"
tries=0
until [ -z "$(ls elsewhere)" ] || [ $tries -ge 3000 ]; do
    sleep 0.1
    tries=$((tries + 1))
done
check "   and are gone then" test -z "$(ls elsewhere)"
expect_in() { TMPDIR=$1 "$grognard" lab run drill drill-line --games 2 >out 2>err </dev/null; }
expect_in "$work/nowhere"
check "a TMPDIR that is not there: exit code 2" test $? -eq 2
complains "the games cannot be kept in $work/nowhere"

expect 2 "a folder with another run" run squares sq-tiny --games 24 --seed 8 --out one
complains "one holds another run: squares sq-tiny, greedy against greedy, seed 7"
same_run "   is left as it was" one three
expect 2 "another shard" run squares sq-tiny --games 24 --seed 7 --shard 1/2 --out one
complains "holds another run"
expect 2 "fewer games than it has" run squares sq-tiny --games 23 --seed 7 --out one
complains "holds a run of 24 games already"
expect 2 "a folder with games of nobody" run squares sq-tiny --games 4 --out other
complains "does not tell of which run"
mkdir table && echo 'a table of mine' >table/games.csv
expect 2 "a folder with somebody's table" run squares sq-tiny --games 4 --out table
complains "table holds games.csv and does not tell of which run"
check "   which stays" grep -q 'a table of mine' table/games.csv
expect 2 "an option that is out of its range" run squares sq-tiny --games 4 --option max_rounds=0
complains "this option does not take that value: max_rounds is 1 to 200"
expect 2 "a number that is out of its range" run squares sq-tiny --games 4 --option points_inf=99
complains "this number cannot have that value: points_inf is 0 to 6"
expect 2 "widths come in even numbers" run lucky outpost --games 4 --option line_width=301
complains "line_width is 50 to 1200 in steps of 2"
expect 2 "neither an option nor a number" run squares sq-tiny --games 4 --option nosuch=1
complains "squares has no option and no number \"nosuch\""
expect 2 "values of an option the wrong way about" vary squares sq-tiny --option max_rounds=9..5
complains "such as max_rounds=1..3, and not \"max_rounds=9..5\""
expect 0 "one game" run drill drill-line --games 1
check "   is not called games" grep -qx '1 game' out
cp -r one spoiled
sed -i '3s/"game":2,/"game":77,/' spoiled/games.jsonl
expect 2 "a line of another run" run squares sq-tiny --games 24 --seed 7 --out spoiled
complains "line 3 of spoiled/games.jsonl is no game of this run"
cp -r one old
sed -i '1s/"round":/"round":1/' old/games.jsonl
expect 2 "a folder of another build" run squares sq-tiny --games 25 --seed 7 --out old
complains "was begun by another build of the program"
expect 2 "a row's number where the run cannot name it" run drill drill-line --blue guard@9:trust=3
complains "numbers of a level's row"
expect 2 "playouts of one that does not search" run drill drill-line --blue greedy@9
complains "greedy does not search"
expect 2 "an unknown player" run squares sq-tiny --blue napoleon
complains 'no computer player "napoleon"'
expect 2 "an unknown row" run squares sq-tiny --option no_such_row=1
expect 2 "a value out of range" run squares sq-tiny --option attack_rear=99
expect 2 "an unknown scenario" run squares sq-waterloo
expect 2 "an unknown game" run whist
expect 2 "no games" run squares sq-tiny --games 0
expect 2 "no such shard" run squares sq-tiny --shard 4/3 --out x
complains "--shard takes a part"
expect 2 "a shard without a folder" run squares sq-tiny --shard 1/3
expect 2 "too many threads" run squares sq-tiny --threads 1000
expect 2 "a folder in a folder that is not there" run squares sq-tiny --games 2 --out no/such
expect 2 "a folder that is a file" run squares sq-tiny --games 2 --out five.grog
expect 2 "an unknown command" rum
complains "did you mean run?"
expect 2 "parts of two runs" merge one stopped --out mixed
complains "are not parts of the same run"
expect 2 "a folder that holds nothing" game other 1
# A disk that is full: no file may grow past 8 KiB.
(
    ulimit -f 16
    "$grognard" lab run squares sq-tiny --games 24 --seed 7 --out full >out 2>err
    echo $? >full.code
)
check "a full disk: exit code 2" test "$(cat full.code)" -eq 2
complains "those before it are kept"
check "   whole" test -z "$(grep -v '^{"game":.*}$' full/games.jsonl)"
check "   and there are some" test "$(wc -l <full/games.jsonl)" -ge 2
expect 0 "with room again it goes on" run squares sq-tiny --games 24 --seed 7 --out full
same_run "   and ends the same" one full

# The ladder.
who="--players random,greedy,line@8"
expect 0 "a ladder" ladder squares sq-tiny $who --games 6 --threads 1
mv out ladder1
expect 0 "the same ladder on three threads" ladder squares sq-tiny $who --games 6 --threads 3
check "   says the same" cmp ladder1 out
expect 0 "a ladder that is broken off" ladder squares sq-tiny $who --games 2 --keep kept
expect 0 "   goes on" ladder squares sq-tiny $who --games 6 --keep kept
check "   and says the same" cmp ladder1 out
check "   with every game written down once" test "$(sort -u kept | wc -l)" -eq 19
check "   and none twice" test "$(wc -l <kept)" -eq 19
expect 2 "another ladder's games" ladder squares sq-tiny $who --seed 2 --keep kept
expect 0 "it stops when it is clear" ladder squares sq-tiny --players greedy,random --games 400 \
    --sprt 0,50 --json
check "   soon" grep -q '"games":[1-9][0-9]*,.*"sprt":"better"' out
check "   and not after all games" sh -c '! grep -q "\"games\":400" out'
expect 2 "a ladder of one" ladder squares sq-tiny --players greedy
expect 2 "a player nobody knows" ladder squares sq-tiny --players greedy,gard
expect 2 "playouts of one who does not search" ladder squares sq-tiny --players greedy@8,line
expect 2 "no playouts" ladder squares sq-tiny --players greedy,line@0
expect 0 "other numbers in a row" ladder squares sq-tiny --players line@8:ahead=1:trust=0:bold,line@8 \
    --games 2
expect 2 "a number no row has" ladder squares sq-tiny --players greedy,line@8:pluck=3
expect 2 "a manner nobody knows" ladder squares sq-tiny --players greedy,line@8:brave

# The judgement.
expect 0 "weights are fitted" tune squares sq-tiny --games 30 --threads 1 --table table1 --data data1
mv out tune1
expect 0 "the same on three threads" tune squares sq-tiny --games 30 --threads 3 --table table3
check "   says the same" cmp tune1 out
check "   and writes the same" cmp table1 table3
check "   a row for each feature" test "$(grep -c '^FEATURE(' table1)" -gt 10
check "   and every position" test "$(wc -l <data1)" -gt 100
expect 0 "on several battles" tune squares sq-tiny sq-villages --players random --games 10
expect 2 "a battle nobody knows" tune squares sq-tiny sq-nowhere --games 10
expect 2 "too few games to hold some out" tune squares sq-tiny --games 2
expect 2 "a game that has no features" tune drill --games 10
# AUC at half-time and how far chances said lie from what they came to, of the table's own weights on
# games it was not fitted on; tools/deep.sh judgement plays three hundred of a larger battle of squares
for battle in "squares sq-bridges --games 300" "commanders marengo --games 300"; do
    # shellcheck disable=SC2086 # several words
    expect 0 "the judgement of ${battle% --games*}" tune $battle --seed 77
    check "   knows at half-time who wins, and how surely" \
        awk '/^as it is/ && $5 >= 0.75 && $9 <= 0.12 { good = 1 } END { exit !good }' out
done

# The network.
expect 0 "positions are written" positions squares sq-tiny --games 24 --openings 12 --threads 1 \
    --out one.pos
expect 0 "the same on three threads" positions squares sq-tiny --games 24 --openings 12 --threads 3 \
    --out three.pos
check "   byte for byte" cmp one.pos three.pos
check "a network is trained without PyTorch" python3 "$sources/tools/train/network.py" --plain \
    --first 6 --second 4 --passes 4 --rate .02 --most 400 --out tiny.net one.pos
python3 "$sources/tools/train/network.py" --plain --first 6 --second 4 --passes 4 --rate .02 \
    --most 400 --out again.net one.pos >training
check "   the same twice" cmp tiny.net again.net
check "   and learns something" awk '/^judgement/ { before = $NF } /^pass 4/ { now = $4 + 0 }
    END { exit !(now > 0 && now < before) }' training
expect 0 "a player judges by it" ladder squares sq-tiny --players line@8:net=1,line@8 \
    --network tiny.net --games 2
expect 0 "positions of a measured table" positions lucky outpost --games 12 --openings 12 --out table.pos
check "a network of them is trained" python3 "$sources/tools/train/network.py" --plain --first 4 \
    --second 3 --passes 2 --most 100 --out table.net table.pos
expect 0 "and judged by" ladder lucky outpost --players line@4:net=1,line@4 --network table.net --games 2
expect 2 "not in another game" ladder staff farm-rise --players line@4:net=1,line@4 --network table.net
expect 2 "without one" ladder squares sq-tiny --players line@8:net=1,line@8 --games 2
head -c 300 tiny.net >cut.net
expect 2 "with half of one" ladder squares sq-tiny --players line@8:net=1,line@8 --network cut.net
expect 2 "with something else" ladder squares sq-tiny --players line@8:net=1,line@8 --network table1
# Two players who are mixed must come to each other before the time is over.
check "mixed rows of the training reach their second two" awk '
    /^kinds=/ { inside = 1 } /^EOF/ { inside = 0 }
    inside && $3 ~ /,/ { mixed++; if ($5 > 1000) many++ }
    END { exit mixed < 3 || many > 0 }' "$sources/tools/train/network.sh"
expect 2 "positions of a game without inputs" positions drill --out no.pos
expect 2 "positions to nowhere" positions squares sq-tiny --games 2 --out no/where.pos

end_report
