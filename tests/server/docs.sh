#!/bin/sh
# The examples of docs/http.md and docs/dice.md do what they say, and `verify` finds every change (TAP):
#   tests/server/docs.sh GROGNARD ROOT
grognard=$(realpath "$1")
root=$(realpath "$2")
scratch=$(mktemp -d)
count=0
failed=0
trap 'kill "$server" 2>/dev/null; wait 2>/dev/null; rm -rf "$scratch"' EXIT

claim() { # claim NAME COMMAND...
    name=$1
    shift
    count=$((count + 1))
    if "$@" >"$scratch/out" 2>&1; then
        echo "ok $count - $name"
    else
        failed=1
        echo "not ok $count - $name"
        head -n 20 "$scratch/out" | sed 's/^/#   /'
    fi
}

block() { # block FILE KIND: the first fenced block of this kind
    awk -v kind="$2" '/^```/ { inside = !inside && $0 == "```" kind && !seen; seen = seen || inside; next } inside' "$root/docs/$1"
}

"$grognard" serve --port 0 --host 127.0.0.1 --store "sqlite:$scratch/games.db" >"$scratch/address" 2>"$scratch/log" &
server=$!
for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    grep -q localhost "$scratch/address" && break
    sleep 0.5
done
port=$(sed -n 's/.*localhost:\([0-9]*\).*/\1/p' "$scratch/address")

# ---- The five minutes of docs/http.md. ----

cd "$scratch" || exit 1
mkdir bin
ln -s "$grognard" bin/grognard
PATH=$scratch/bin:$PATH
block http.md sh | sed "s,^S=.*,S=http://127.0.0.1:$port," >example.sh
claim "the example of docs/http.md runs" sh -e example.sh
cp "$scratch/out" said
claim "... and creates, sits, plays, and is answered" grep -q '"ply":' said
claim "... and hears the tellings" grep -q '^data: {"tell":"play"' said
claim "... and proves its dice" grep -q '^Proved: ' said
claim "no token is in the log" sh -c '! grep -qE "[A-Za-z0-9_-]{22}" "$1"' - "$scratch/log"

# ---- The Python of docs/dice.md. ----

block dice.md python >dice.py
awk '/^It prints/ { found = 1 } found && /^```/ { inside = !inside; if (!inside) exit; next } inside' "$root/docs/dice.md" >expected
claim "the Python of docs/dice.md prints what it says" sh -c 'python3 dice.py | diff - expected'

# ---- Every change is found. ----

changed() { # changed NAME SCRIPT: the record, changed by sed, must not be proved
    sed "$2" game.grog >changed.grog
    claim "verify finds $1" sh -c '! cmp -s game.grog changed.grog && ! grognard verify changed.grog'
}
claim "verify proves the record as it is" grognard verify --quiet game.grog
changed "another secret" '/^server secret/s/[0-9a-f]$/x/; /^server secret/y/0123456789abcdefx/123456789abcdef00/'
changed "another commitment" '/^server commitment/y/0123456789abcdef/123456789abcdef0/'
changed "another contribution of blue" 's/^server contribution blue 7/server contribution blue 8/'
changed "a contribution that was dropped" '/^server contribution red/d'
changed "another game" '/^server game/y/abcdefghjkmnpqrstuvwxyz23456789/bcdefghjkmnpqrstuvwxyz23456789a/'
changed "another die" '/^1 \[/s/: [1-6] /: 7 /'
changed "another action" '/ end : /s/ end : / resign : /'
changed "a missing secret" '/^server secret/d'

# Another secret with the commitment that fits it: only the dice can tell.
cat dice.py >other.py
cat >>other.py <<'END'
import re
text = open("game.grog").read()
secret = bytes(32)
game = re.search("(?m)^server game (.*)$", text).group(1)
text = re.sub("(?m)^server secret .*$", "server secret " + secret.hex(), text)
text = re.sub("(?m)^server commitment .*$", "server commitment " + commitment(secret, game), text)
open("other.grog", "w").write(text)
END
python3 other.py >/dev/null
claim "verify finds dice that the secret does not give, and names the first" sh -c \
    'grognard verify other.grog; [ $? -eq 1 ] && grognard verify other.grog 2>&1 | grep -q "action [0-9]*: die [0-9]* shows"'

echo "1..$count"
exit $failed
