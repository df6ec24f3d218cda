#!/bin/sh
# network.sh SECONDS OUT: positions of squares and commanders, networks, and what the ladder says of
# them, in so many seconds of this machine: half for the games, a fifth for the training (PyTorch), a
# quarter for the ladder.  The settings of networks that are checked in stand here.  GROGNARD names the
# program.
set -u
seconds=$1 out=$2
GROGNARD=${GROGNARD:-build/grognard} here=$(cd "$(dirname "$0")" && pwd)
processors=$(nproc 2>/dev/null || echo 2) dir=$(mktemp -d)
mkdir -p "$out"
# game, battle, players, openings by chance; each process takes one in turn, with a seed of its own
kinds='squares sq-random greedy 0
commanders marengo greedy 0
squares sq-random greedy 40
commanders marengo greedy,guard@60 0
squares sq-random line@24,greedy 0
commanders dennewitz greedy 0
squares sq-random guard@40 0
commanders marengo line@24 0
squares sq-random line@24 20
squares sq-villages greedy 0
squares sq-random greedy,guard@60 0
commanders marengo guard@60 0
squares sq-bridges line@24 0
squares sq-random greedy 20
squares sq-random guard@80 0
squares sq-random greedy 0'
i=0
while [ $i -lt "$processors" ]; do
  # shellcheck disable=SC2046
  set -- $(printf '%s\n' "$kinds" | sed -n "$((i % 16 + 1))p")
  timeout -k 10 $((seconds / 2)) $GROGNARD lab positions "$1" "$2" --players "$3" --openings "$4" \
    --games 200000 --seed $((1000 * i + 7)) --threads 1 --out "$dir/$1.$i.pos" >"$dir/$i.txt" 2>&1 &
  i=$((i + 1))
done
wait
cat "$dir"/*.txt >"$out/positions.txt"
train() { # GAME NAME SETTINGS
  game=$1 name=$2
  shift 2
  python3 "$here/network.py" --passes 24 --seconds $((seconds / 5)) --out "$out/$name.net" "$@" \
    "$dir/$game".*.pos >"$out/$name.training.txt" 2>&1
}
train squares squares --first 32 --second 16 --drop .1 --decay .02 &
train squares squares-small --first 16 --second 8 --drop .2 --decay .1 &
train commanders commanders --first 32 --second 16 --drop .1 --decay .02 &
train commanders commanders-small --first 12 --second 8 --drop .2 --decay .1 &
wait
rm -r "$dir"
ladder() { # NUMBER GAME BATTLE NETWORK PLAYERS
  timeout -k 10 $((seconds / 4)) $GROGNARD lab ladder "$2" "$3" --players "$5" --games 20000 \
    --network "$out/$4.net" --threads $((processors / 5 > 0 ? processors / 5 : 1)) \
    >"$out/ladder.$1.txt" 2>&1
}
ladder 1 squares sq-random squares guard@600:net=1,guard@600 &
ladder 2 squares sq-random squares-small guard@600:net=1,guard@600 &
ladder 3 squares sq-random squares guard@600:net=1:trust=10,guard@600 &
ladder 4 commanders marengo commanders guard@600:net=1,guard@600 &
ladder 5 commanders marengo commanders-small guard@600:net=1,guard@600 &
wait
cat "$out"/ladder.?.txt >"$out/ladder.txt"
rm "$out"/ladder.?.txt
