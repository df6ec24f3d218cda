#!/bin/sh
# SPDX-License-Identifier: MIT
# How many durable actions a second, and how soon each is answered, beside a server of boardgame.io:
#   bench/server/run.sh GROGNARD CLIENT [SECONDS] [WINDOW]
# One JSON object per line: 100, 1,000 and 5,000 open games on loopback, WINDOW actions under way.
# boardgame.io is installed by npm at the first run; OTHERS=no leaves it out.  THINKING=20 begins so many
# games between computer players that think all the while (greedy, lucky's largest battle).  GAMES="100
# 1000" asks for other numbers of games.
set -eu
grognard=$1
client=$2
seconds=${3:-10}
window=${4:-32}
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d "${TMPDIR:-/tmp}/grognard-bench-XXXXXX")
mkdir "$folder/pages"
server=
finish() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$folder"
}
trap finish EXIT

wait_for() { # wait_for FILE WORD: until the server has said it
    tries=0
    until grep -q "$2" "$1" 2>/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -lt 300 ] || { cat "$1" >&2; exit 1; }
        sleep 0.1
    done
}

stop() {
    kill "$server"
    wait "$server" 2>/dev/null || true
    server=
}

own() { # own GAMES
    rm -f "$folder"/games.db* "$folder/ready"
    "$grognard" serve --host 127.0.0.1 --port 0 --store "sqlite:$folder/games.db" --static "$folder/pages" \
        --rate 0 --creations 0 --per-address 30000 --connections $((2 * $1 + 1000)) --games 20000 \
        >"$folder/ready" 2>"$folder/log" &
    server=$!
    wait_for "$folder/ready" localhost:
    port=$(sed -n 's,.*localhost:\([0-9]*\).*,\1,p' "$folder/ready")
    think
    "$client" "$port" "$1" "$window" "$seconds" "$server"
    stop
}

think() {
    for _ in $(seq "${THINKING:-0}"); do
        curl -sf -o /dev/null -H 'Content-Type: application/json' "http://127.0.0.1:$port/api/games" \
            -d '{"game":"lucky","scenario":"borodino","seats":{"blue":"greedy","red":"greedy"}}'
    done
}

boardgame() { # boardgame GAMES
    : >"$folder/ready"
    (cd "$here/boardgame" && exec node server.js "$BOARDGAME_PORT") >"$folder/ready" 2>&1 &
    server=$!
    wait_for "$folder/ready" listening
    (cd "$here/boardgame" && node client.js "$BOARDGAME_PORT" "$1" "$window" "$seconds")
    stop
}

BOARDGAME_PORT=${BOARDGAME_PORT:-18050}
OTHERS=${OTHERS:-yes}
if [ "$OTHERS" = yes ] && [ ! -d "$here/boardgame/node_modules" ]; then
    (cd "$here/boardgame" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >&2)
fi
for games in ${GAMES:-100 1000 5000}; do
    echo "{\"load\":\"$(cut -d' ' -f1-3 /proc/loadavg)\",\"processors\":$(nproc)}"
    own "$games"
    [ "$OTHERS" = yes ] && boardgame "$games"
done
