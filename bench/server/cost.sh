#!/bin/sh
# SPDX-License-Identifier: MIT
# What an action costs the server in instructions, whoever else uses the machine:
#   bench/server/cost.sh GROGNARD CLIENT [GAME SCENARIO [ACTIONS [GAMES]]]
# Two runs under callgrind, of ACTIONS and of twice as many; the difference is what ACTIONS cost, without
# the server's start and the opening of the games.  The kernel's instructions are not in it.
# KEEP=FILE keeps the profile of the longer run (callgrind_annotate FILE).
set -eu
grognard=$1
client=$2
game=${3:-squares}
scenario=${4:-sq-vimeiro}
actions=${5:-2000}
games=${6:-20}
folder=$(mktemp -d "${TMPDIR:-/tmp}/grognard-cost-XXXXXX")
mkdir "$folder/pages"
server=
finish() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$folder"
}
trap finish EXIT

count() { # count ACTIONS: prints the instructions of the whole run
    rm -f "$folder"/games.db* "$folder/ready" "$folder"/out*
    valgrind --tool=callgrind --callgrind-out-file="$folder/out" "$grognard" serve --host 127.0.0.1 \
        --port 0 --store "sqlite:$folder/games.db" --static "$folder/pages" --rate 0 --creations 0 \
        --per-address 30000 --connections 3000 --games 20000 --for-tests --seed 1805 >"$folder/ready" 2>"$folder/log" &
    server=$!
    tries=0
    until grep -q localhost: "$folder/ready"; do
        tries=$((tries + 1))
        [ "$tries" -lt 600 ] || { cat "$folder/log" >&2; exit 1; }
        sleep 0.1
    done
    port=$(sed -n 's,.*localhost:\([0-9]*\).*,\1,p' "$folder/ready")
    "$client" "$port" "$games" 16 "=$1" 0 "$game" "$scenario" >&2
    kill "$server"
    wait "$server" 2>/dev/null || true
    server=
    [ -z "${KEEP:-}" ] || cp "$folder/out" "$KEEP"
    sed -n 's/^summary: //p; s/^totals: //p' "$folder/out" | tail -1
}

first=$(count "$actions")
second=$(count $((2 * actions)))
echo "{\"game\":\"$scenario\",\"actions\":$actions,\"instructions_per_action\":$(((second - first) / actions))}"
