#!/bin/sh
# SPDX-License-Identifier: MIT
# A copy of a large store that is written to meanwhile, and a server that goes on from it:
#   bench/server/backup.sh GROGNARD CLIENT [MEGABYTES]
# Plays some games, repeats them under other names until the store has that size, starts a server on it,
# lets somebody say something five times a second, makes a copy (with WHOLE=yes another, every game of
# which is played again), and starts a server on the copy, which must know all that was acknowledged before the copy was begun.
set -eu
grognard=$1
client=$2
megabytes=${3:-485}
folder=$(mktemp -d "${TMPDIR:-/tmp}/grognard-large-XXXXXX")
mkdir "$folder/pages" "$folder/copies"
server=
writer=
finish() {
    [ -z "$writer" ] || kill "$writer" 2>/dev/null || true
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$folder"
}
trap finish EXIT

seed=1805
start() { # start STORE: another start has other games
    seed=$((seed + 1))
    : >"$folder/ready"
    "$grognard" serve --host 127.0.0.1 --port 0 --store "sqlite:$1" --static "$folder/pages" --rate 0 \
        --creations 0 --per-address 1000 --for-tests --seed "$seed" >"$folder/ready" 2>>"$folder/log" &
    server=$!
    tries=0
    until grep -q localhost: "$folder/ready"; do
        tries=$((tries + 1))
        [ "$tries" -lt 600 ] || { cat "$folder/log" >&2; exit 1; }
        sleep 0.1
    done
    port=$(sed -n 's,.*localhost:\([0-9]*\).*,\1,p' "$folder/ready")
}
stop() {
    kill "$server"
    wait "$server" || true
    server=
}
now() { date +%s.%N; }
past() { echo "$1 $2" | awk '{ printf "%.2f", $2 - $1 }'; }
say() { # say TOKEN GAME: how many lines there were is in $folder/said
    while :; do
        curl -sf -o /dev/null -H 'Content-Type: application/json' -H "Authorization: Bearer $1" \
            "http://127.0.0.1:$port/api/games/$2/chat" -d '{"text":"still here"}' &&
            echo said >>"$folder/said"
        sleep 0.2
    done
}

start "$folder/games.db"
"$client" "$port" 60 16 =4000 0 squares sq-large >/dev/null
stop
python3 - "$folder/games.db" "$megabytes" <<'P'
import os, sqlite3, sys
store, wanted = sys.argv[1], int(sys.argv[2]) << 20
db = sqlite3.connect(store, isolation_level=None)
db.execute("PRAGMA synchronous = OFF")
games = [row[0] for row in db.execute("SELECT id FROM games")]
columns = {table: ", ".join(row[1] for row in db.execute(f"PRAGMA table_info({table})"))
           for table in ("games", "deeds", "tallies")}
number = 0
while os.path.getsize(store) < wanted:
    db.execute("BEGIN")
    for _ in range(20):
        number += 1
        for game in games:
            name = f"{game[:4]}{number:05d}"
            for table, key in (("games", "id"), ("deeds", "game"), ("tallies", "game")):
                rest = columns[table].replace(f"{key}, ", "", 1)
                db.execute(f"INSERT OR IGNORE INTO {table} ({key}, {rest})"
                           f" SELECT ?, {rest} FROM {table} WHERE {key} = ?", (name, game))
    db.execute("COMMIT")
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
P
size=$(($(wc -c <"$folder/games.db") >> 20))
start "$folder/games.db"
made=$(curl -sf -H 'Content-Type: application/json' "http://127.0.0.1:$port/api/games" \
    -d '{"game":"squares","scenario":"sq-tiny","seats":{"red":"random"}}')
game=$(echo "$made" | sed 's/.*"id":"\([a-z0-9]*\)".*/\1/')
invitation=$(echo "$made" | sed 's/.*"blue":{[^}]*"invitation":"\([^"]*\)".*/\1/')
token=large-store-token-of-blue-1805
curl -sf -o /dev/null -H 'Content-Type: application/json' -H "Authorization: Bearer $invitation" \
    "http://127.0.0.1:$port/api/games/$game/sit" -d "{\"name\":\"Blue\",\"token\":\"$token\"}"
: >"$folder/said"
say "$token" "$game" &
writer=$!
sleep 2
for how in --quick whole; do
    [ "$how" = --quick ] || [ "${WHOLE:-no}" = yes ] || continue
    flag=$how
    [ "$how" = --quick ] || flag=
    before=$(wc -l <"$folder/said")
    first=$(now)
    code=0
    # shellcheck disable=SC2086 # it may be nothing
    "$grognard" backup "$folder/games.db" --to "$folder/copies" $flag >"$folder/told" 2>&1 || code=$?
    last=$(now)
    echo "{\"megabytes\":$size,\"how\":\"$how\",\"exit\":$code,\"seconds\":$(past "$first" "$last"),\"written_meanwhile\":$(($(wc -l <"$folder/said") - before)),\"load\":\"$(cut -d' ' -f1-3 /proc/loadavg)\"}"
    cat "$folder/told"
    sleep 1.1 # a copy is named by its second
done
kill "$writer"
writer=
stop
copy=$(find "$folder/copies" -name 'games-*.db' | sort | tail -n 1)
begun=$(now)
start "$copy"
ready=$(now)
kept=$(curl -sf -H "Authorization: Bearer $token" "http://127.0.0.1:$port/api/games/$game/chat" | grep -o 'still here' | wc -l)
board=$(curl -sf -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port/api/games/$game")
stop
[ "$before" -lt 200 ] || before=200 # so many lines are shown
echo "{\"restored\":true,\"open_after_s\":$(past "$begun" "$ready"),\"state\":$board,\"lines\":$kept,\"acknowledged_before\":$before}"
[ "$board" = 200 ] && [ "$kept" -ge "$before" ]
