#!/bin/sh
# SPDX-License-Identifier: MIT
# network.sh SECONDS OUT [GAME ...]: makes positions of these games (default: squares and commanders),
# trains networks on them and measures these on the ladder, in SECONDS of this machine: half for the
# games, a fifth for the training (PyTorch), a quarter for the ladder, or GAMES_S, TRAINING_S and
# LADDER_S seconds.  The settings of the networks that are checked in are in this file.  GROGNARD names
# the program, POSITIONS a folder that keeps the positions.
set -u
seconds=$1 out=$2
shift 2
games=" ${*:-squares commanders} "
GROGNARD=${GROGNARD:-build/grognard} here=$(cd "$(dirname "$0")" && pwd)
processors=$(env -u OMP_NUM_THREADS nproc 2>/dev/null || echo 2) dir=${POSITIONS:-$(mktemp -d)}
games_s=${GAMES_S:-$((seconds / 2))} training_s=${TRAINING_S:-$((seconds / 5))}
ladder_s=${LADDER_S:-$((seconds / 4))}
mkdir -p "$out" "$dir"
chosen() { # of rows that begin with a game those of the games that were asked for
  while read -r game rest; do
    case $games in *" $game "*) echo "$game $rest" ;; esac
  done
}
# game, battle, players, openings by chance, games at a time (of each two players; then again with
# another seed: few where players are mixed, or the time is over before the second two begin); each
# process takes one in turn, with seeds of its own
kinds=$(chosen <<'EOF'
squares sq-random greedy 0 200000
commanders marengo greedy 0 200000
squares sq-random greedy 40 200000
commanders marengo greedy,guard@60 0 100
squares sq-random line@24,greedy 0 100
commanders dennewitz greedy 0 200000
squares sq-random guard@40 0 200000
commanders marengo line@24 0 200000
squares sq-random line@24 20 200000
squares sq-villages greedy 0 200000
squares sq-random greedy,guard@60 0 100
commanders marengo guard@60 0 200000
squares sq-bridges line@24 0 200000
squares sq-random greedy 20 200000
squares sq-random guard@80 0 200000
squares sq-random greedy 0 200000
staff farm-rise greedy 0 200000
lucky outpost greedy 20 200000
clausewitz division greedy 0 200000
staff farm-rise greedy 30 200000
staff farm-rise greedy,line@16 0 2
clausewitz division greedy,line@24 0 4
lucky outpost greedy,guard@40 0 20
staff farm-rise greedy 30 200000
clausewitz division greedy 20 200000
staff farm-rise greedy 0 200000
lucky outpost line@24 0 200000
clausewitz picket greedy 10 200000
staff farm-rise greedy 60 200000
clausewitz division greedy 40 200000
lucky bridge-village greedy 10 200000
staff two-battalions greedy,line@16 10 10
EOF
)
rows=$(echo "$kinds" | wc -l) end=$(($(date +%s) + games_s))
play() { # PROCESS GAME BATTLE PLAYERS OPENINGS GAMES
  n=0
  while left=$((end - $(date +%s))) && [ $left -gt 0 ]; do
    timeout -k 10 $left $GROGNARD lab positions "$2" "$3" --players "$4" --openings "$5" --games "$6" \
      --seed $((1000 * $1 + 7 + 100000 * n)) --threads 1 --out "$dir/$2.$1.$n.pos" || return
    n=$((n + 1))
  done
}
i=0
while [ $i -lt "$processors" ]; do
  # shellcheck disable=SC2046
  play $i $(echo "$kinds" | sed -n "$((i % rows + 1))p") >"$dir/$i.txt" 2>&1 &
  i=$((i + 1))
done
wait
cat "$dir"/*.txt | awk '{ key = $1 " " $2; positions[key] += $3; games[key] += $6 }
  END { for (key in games) print key " " positions[key] " positions of " games[key] " games" }' |
  sort >"$out/positions.txt"
train() { # GAME NAME SETTINGS
  game=$1 name=$2
  shift 2
  case $games in *" $game "*) ;; *) return ;; esac
  python3 "$here/network.py" --passes 24 --seconds "$training_s" --out "$out/$name.net" "$@" \
    "$dir/$game".*.pos >"$out/$name.training.txt" 2>&1
}
train squares squares --first 32 --second 16 --drop .1 --decay .02 &
train squares squares-small --first 16 --second 8 --drop .2 --decay .1 &
train commanders commanders --first 32 --second 16 --drop .1 --decay .02 &
train commanders commanders-small --first 12 --second 8 --drop .2 --decay .1 &
for table in lucky staff clausewitz; do # few positions where games take long
  batch=512
  [ $table = lucky ] && batch=4096
  train $table $table-weights --weights alone &
  train $table $table-small --weights anew --first 8 --second 4 --drop .3 --decay .3 --batch $batch &
done
wait
[ -n "${POSITIONS:-}" ] || rm -r "$dir"
# game, battle, network, players, sixteenths of the processors
ladders=$(chosen <<'EOF'
squares sq-random squares guard@600:net=1,guard@600 3
squares sq-random squares-small guard@600:net=1,guard@600 3
squares sq-random squares guard@600:net=1:trust=10,guard@600 3
commanders marengo commanders guard@600:net=1,guard@600 3
commanders marengo commanders-small guard@600:net=1,guard@600 3
staff farm-rise staff-weights guard@60:net=1,guard@60 4
staff farm-rise staff-small guard@60:net=1,guard@60 4
clausewitz division clausewitz-weights guard@80:net=1,guard@80 2
clausewitz division clausewitz-small guard@80:net=1,guard@80 2
lucky outpost lucky-weights guard@300:net=1,guard@300 2
lucky outpost lucky-small guard@300:net=1,guard@300 2
EOF
)
ladder() { # NUMBER GAME BATTLE NETWORK PLAYERS SIXTEENTHS
  threads=$((processors * $6 / 16))
  echo "$2 $3 $4" >"$out/ladder.$1.txt"
  timeout -k 10 "$ladder_s" $GROGNARD lab ladder "$2" "$3" --players "$5" --games 20000 \
    --network "$out/$4.net" --threads $((threads > 0 ? threads : 1)) >>"$out/ladder.$1.txt" 2>&1
}
i=1
while [ $i -le "$(echo "$ladders" | wc -l)" ]; do
  # shellcheck disable=SC2046
  ladder $i $(echo "$ladders" | sed -n "${i}p") &
  i=$((i + 1))
done
wait
cat "$out"/ladder.*.txt >"$out/ladder.all"
rm "$out"/ladder.*.txt
mv "$out/ladder.all" "$out/ladder.txt"
