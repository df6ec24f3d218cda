#!/bin/bash
# SPDX-License-Identifier: MIT
# Which doors a server opens: it listens where it was told to, by what the kernel says, and nowhere
# else; what cannot be opened is refused before it says "listening".  And who may read its files.
#   doors.sh GROGNARD
# Prints TAP.
set -u
grognard=$1
scratch=$(mktemp -d)
count=0 failed=0 pid=
trap '[ -z "$pid" ] || kill "$pid" 2>/dev/null; rm -rf "$scratch"' EXIT
unset GROGNARD_SMTP

claim() { # COMMAND... - DESCRIPTION (the last word)
  local words=("$@") text=${!#}
  count=$((count + 1))
  if "${words[@]:0:$#-1}"; then echo "ok $count - $text"
  else echo "not ok $count - $text"; failed=$((failed + 1)); fi
}
is() { [ "$1" = "$2" ] || { echo "# '$1' is not '$2'"; return 1; }; }

start() { # FLAGS...: the server, until it says where it is
  : >"$scratch/address"
  "$grognard" serve --store "sqlite:$scratch/games.db" "$@" >"$scratch/address" 2>"$scratch/log" &
  pid=$!
  for _ in $(seq 600); do
    grep -q http "$scratch/address" && break
    kill -0 $pid 2>/dev/null || break
    sleep 0.1
  done
  port=$(sed -n 's/.*:\([0-9]*\)\/ .*/\1/p' "$scratch/address")
}
stop() { kill "$pid"; wait "$pid"; pid=; }

# Its listening sockets as the kernel has them (state 0A), "ADDRESS:PORT" in its hexadecimal.
listening() {
  local inodes
  inodes=$(ls -l /proc/"$pid"/fd | sed -n 's/.*socket:\[\([0-9]*\)\]$/\1/p')
  cat /proc/"$pid"/net/tcp /proc/"$pid"/net/tcp6 2>/dev/null \
    | awk -v inodes="$inodes" 'BEGIN { split(inodes, list, "\n"); for (i in list) own[list[i]] }
        $4 == "0A" && ($10 in own) { print $2 }'
}
doors() { listening | sed 's/:.*//' | sort | xargs; }
# At another address the same port may be somebody else's.
ports() { listening | grep -c "$(printf ':%04X' "$port")\$"; }

four=0100007F six=00000000000000000000000001000000
any=00000000 any6=00000000000000000000000000000000
has6=$(grep -c '^00000000000000000000000000000001' /proc/net/if_inet6 2>/dev/null)
[ "${has6:-0}" -gt 0 ] || six= any6=

opens() { # HOST WANTED... - DESCRIPTION
  local host=$1 wanted=$2 text=$3
  if [ "$host" = - ]; then start --port 0; else start --port 0 --host "$host"; fi
  claim is "$(doors)" "$(echo $wanted)" "$text"
  claim is "$(ports)" "$(echo $wanted | wc -w)" "and its port is open there only"
  stop
}
opens - "$six $four" "without --host it is this machine's alone"
opens localhost "$six $four" "localhost: both loopbacks"
opens 127.0.0.1 "$four" "127.0.0.1: that one"
opens 0.0.0.0 "$any" "0.0.0.0: every address of IPv4"
if [ -n "$six" ]; then
  opens ::1 "$six" "::1: that one"
  opens '[::1]' "$six" "[::1]: the same"
  opens :: "$any6" "::: every address of IPv6"
  opens '*' "$any $any6" "*: every address there is"
fi
start --port 0 --host '*'
claim grep -q 'all who can reach this machine' "$scratch/address" "open to all, it says so"
stop

refuses() { # DESCRIPTION PATTERN FLAGS...
  local text=$1 pattern=$2
  shift 2
  timeout 60 "$grognard" serve --store "sqlite:$scratch/other.db" "$@" >"$scratch/address" 2>"$scratch/log"
  claim is $? 2 "$text: exit code 2"
  claim grep -q "$pattern" "$scratch/log" "and a sentence"
  claim is "$(grep -c 'listening\|http:' "$scratch/log" "$scratch/address" | cut -d: -f2 | xargs)" \
    "0 0" "before it says that it listens"
}
refuses "no host" "is no host" --port 0 --host ""
for none in games connections per-address thinkers backup-every; do # nobody could play there
  refuses "no $none" "$none needs a whole number from 1 to" --port 0 --$none 0
done
refuses "half an address" "is no host" --port 0 --host 127.1
refuses "a name that is none" "is not known" --port 0 --host "no..name"
refuses "an address of somebody else" "no such address" --port 0 --host 192.0.2.1
start --port 0 --host 127.0.0.1
refuses "a port that is taken" "another program has this port" --port "$port" --host 127.0.0.1
refuses "a port that is taken, at one of two addresses" "another program has this port" \
  --port "$port" --host localhost

# ---- The files. ----
rights() { (cd "$scratch" && stat -c '%a %n' games.db* | xargs); }
claim is "$(rights)" "600 games.db 600 games.db-shm 600 games.db-wal 600 games.db.lock" \
  "what it writes is its owner's alone"
stop
chmod 644 "$scratch/games.db"
start --port 0
claim is "$(stat -c %a "$scratch/games.db")" 640 "a file that strangers could read is closed to them"
claim grep -q "open to all users" "$scratch/log" "and the log says so"
stop
chmod 640 "$scratch/games.db"
start --port 0
claim is "$(stat -c %a "$scratch/games.db")" 640 "what a group may stays as it is"
stop
echo "1..$count"
[ "$failed" = 0 ]
