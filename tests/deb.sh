#!/bin/sh
# SPDX-License-Identifier: MIT
# The Debian packages on a fresh system:   deb.sh FOLDER
# FOLDER holds what `make deb` made.  They are installed into a new Debian 12 of its own, where a
# game is played and replayed, the page is served and the manual is read.  Needs root.
folder=$(readlink -f "$1")
. "$(dirname "$0")/report.sh"
fresh=$(mktemp -d)
trap 'umount "$fresh/proc" 2>/dev/null; rm -rf --one-file-system "$fresh"' EXIT
said=$fresh.log

lintian --allow-root --fail-on error,warning "$folder"/*.deb >"$said" 2>&1
report $? "lintian has neither errors nor warnings" "$(cat "$said")"

mmdebstrap --variant=apt --include=curl,man-db bookworm "$fresh" >"$said" 2>&1
report $? "a fresh Debian 12" "$(tail -n 5 "$said")"
# The program asks proc where it lies itself, and the library of its sockets asks for chance.
mount -t proc proc "$fresh/proc"
for device in null:3 zero:5 random:8 urandom:9; do
    [ -c "$fresh/dev/${device%:*}" ] || mknod -m 666 "$fresh/dev/${device%:*}" c 1 "${device#*:}"
done
inside() { chroot "$fresh" /usr/bin/env PATH=/usr/local/bin:/usr/bin:/bin:/usr/games:/usr/sbin:/sbin \
    HOME=/tmp DEBIAN_FRONTEND=noninteractive "$@"; }
cp "$folder"/grognard_*.deb "$folder"/grognard-server_*.deb "$fresh/tmp/"
inside sh -c 'apt-get update -q && apt-get install -y -q --no-install-recommends /tmp/grognard*.deb' >"$said" 2>&1
report $? "apt installs both packages" "$(tail -n 5 "$said")"
inside grognard --version >"$said" 2>&1 && grep -q 'commit' "$said"
report $? "the program runs, and tells its commit" "$(cat "$said")"
inside sh -c 'grognard play squares sq-tiny --blue greedy --red line --playouts 20 --seed 3 --record /tmp/game.grog >/dev/null &&
    grognard replay /tmp/game.grog --quiet' >"$said" 2>&1
report $? "a game is played and replayed" "$(cat "$said")"
inside sh -c 'grognard serve --port 1811 --store sqlite:/tmp/games.db >/tmp/serve.log 2>&1 & server=$!
    for i in 1 2 3 4 5 6 7 8 9 10; do
        curl -s http://localhost:1811/ >/tmp/page && break; sleep 1; done
    curl -s http://localhost:1811/licences.html >/tmp/licences; kill $server
    grep -q "<title>" /tmp/page && grep -q preact /tmp/licences' >"$said" 2>&1
report $? "the page is served, with the licences of its parts" "$(cat "$said" "$fresh/tmp/serve.log")"
inside sh -c 'man grognard-replay | cat' >"$said" 2>&1 && grep -q 'verifies dice' "$said"
report $? "man knows a command" "$(cat "$said")"
[ -f "$fresh/lib/systemd/system/grognard.service" ] && inside id grognard >"$said" 2>&1
report $? "the server has its unit and its user" "$(cat "$said")"
inside sh -c 'apt-get purge -y -q grognard grognard-server' >"$said" 2>&1 && [ ! -e "$fresh/usr/share/grognard" ]
report $? "apt takes all of it away" "$(tail -n 5 "$said")"
rm -f "$said"
end_report
