#!/bin/sh
# SPDX-License-Identifier: MIT
# The examples of docs/http.md and docs/dice.md do what they say, docs/http.md lists every call and error, and
# `verify` finds every change (TAP):
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
        { head -n 4 "$scratch/out"; echo ...; tail -n 12 "$scratch/out"; } | cut -c 1-200 | sed 's/^/#   /'
    fi
}

block() { # block FILE KIND: the first fenced block of this kind
    awk -v kind="$2" '/^```/ { inside = !inside && $0 == "```" kind && !seen; seen = seen || inside; next } inside' "$root/docs/$1"
}

"$grognard" serve --port 0 --host 127.0.0.1 --store "sqlite:$scratch/games.db" >"$scratch/address" 2>"$scratch/log" &
server=$!
for try in $(seq 2400); do
    grep -q localhost "$scratch/address" && break
    kill -0 "$server" 2>/dev/null || break
    sleep 0.1
done
port=$(sed -n 's/.*localhost:\([0-9]*\).*/\1/p' "$scratch/address")

# ---- Every example of docs/http.md. ----
#
# All blocks run in one shell, in their order, as they would if a reader pasted them.  A line with #=> must
# print just that; in every other line a call that is refused fails.

cd "$scratch" || exit 1
mkdir bin
ln -s "$grognard" bin/grognard
PATH=$scratch/bin:$PATH
cat >example.sh <<'END'
set -e -o pipefail
curl() { if [ -n "$checked" ]; then command curl "$@"; else command curl --fail-with-body "$@"; fi; }
prints() { # prints LINE WANTED GOT
    printf '%s\n' "$3"
    [ "$2" = "$3" ] && return
    printf 'line %s of docs/http.md prints this, and not: %s\n' "$1" "$2"
    exit 1
}
END
awk '
    /^```/ { inside = !inside && $0 == "```sh"; if (inside) printf "echo \"== block %d\"\n", ++blocks; next }
    !inside { next }
    /    #=> / {
        at = index($0, "    #=> "); wanted = substr($0, at + 8)
        gsub(/\047/, "\047\\\047\047", wanted)
        printf "checked=1; got=$(%s) || true; checked=\n", substr($0, 1, at - 1)
        printf "prints %d \047%s\047 \"$got\"\n", NR, wanted
        next
    }
    { print }
    END { print "echo \"== the end\"" }
' "$root/docs/http.md" | sed "s,^S=http://localhost:1805$,S=http://127.0.0.1:$port," >>example.sh
blocks=$(grep -c '^```sh$' "$root/docs/http.md")
claim "all $blocks examples of docs/http.md run, in their order, and print what they say" bash example.sh
cp "$scratch/out" said
claim "... every one of them, to the end" sh -c \
    '[ "$(grep -c "^== block " said)" = "$1" ] && tail -n 1 said | grep -q "^== the end$"' - "$blocks"
claim "... they play, and are answered" grep -q '"ply":' said
claim "... and hear the tellings" grep -q '^data: {"tell":"play"' said
claim "... and prove their dice" grep -q '^Proved: ' said
claim "no curl stands in a block that is not run" sh -c \
    '! awk "/^\`\`\`/ { inside = !inside; kind = \$0; next } inside && kind != \"\`\`\`sh\" && /curl/" "$1" | grep .' - "$root/docs/http.md"

# ---- It lists every call and every error, and no other. ----

same() { # same NAME: the files in_server and in_docs
    sort -u in_server >one
    sort -u in_docs >other
    claim "$1 ($(wc -l <one))" sh -c '[ -s one ] && diff one other'
}
{
    grep -ohE '\{"/[a-z/]+", NET_(GET|POST)' "$root"/server/api*.c | sed -E 's,\{"([^"]*)"\, NET_(.*),\2 \1,'
    grep -ohE '\{"[a-z]*", NET_(GET|POST)' "$root"/server/api_game.c |
        sed -E 's,\{"([^"]*)"\, NET_(.*),\2 /api/games/ID/\1,; s,/$,,'
    grep -ohE '"/mail/[a-z]+"' "$root/server/api_me.c" | tr -d '"' | sed 's/.*/GET &\nPOST &/'
    grep -ohE '\{"\.[a-z]+", api_run' "$root/server/api.c" | sed -E 's,.*"(.*)".*,GET /game/ID\1,'
} >in_server
{
    grep '^|' "$root/docs/http.md" | grep -oE '`(GET|POST) /[^`?]*' | tr -d '`'
    grep '^| `/' "$root/docs/http.md" | grep -oE '`/game/ID\.[a-z]+`' | tr -d '`' | sed 's/^/GET /'
} >in_docs
same "docs/http.md lists the calls that the server knows, and no others"

cat "$root"/server/*.c | tr '\n' ' ' | sed 's/  */ /g' |
    grep -oE '[4-5][0-9]{2}, "[a-z-]+"|\.status = [4-5][0-9]+, \.error = "[a-z-]+"' |
    sed -E 's/[^0-9]*([0-9]+)[^"]*"([a-z-]+)"/\1 \2/' >in_server
sed -n 's/^| \([0-9]*\) | `\([a-z-]*\)` |.*/\1 \2/p' "$root/docs/http.md" >in_docs
same "docs/http.md lists the errors that the server answers, and no others"

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

# What is no finished game of a server cannot be proved: one sentence, and exit code 2.
cannot() { # cannot NAME FILE PHRASE
    claim "verify cannot prove $1" sh -c \
        'grognard verify "$1" 2>said; [ $? -eq 2 ] && [ "$(wc -l <said)" -eq 1 ] && grep -q "$2" said' - "$2" "$3"
}
sed '/^server/d' game.grog >home.grog
cannot "a game that no server kept" home.grog "not played on a server"
sed '/^server se/d; /^result/d; /^[0-9]* .* resign/d; s/^end .*//' game.grog |
    awk '/^[0-9]+ / { last = $1 } NF { print } END { print "end " last }' >running.grog
cannot "a game that is not over" running.grog "not published yet"
grognard replay running.grog --part blue >part.grog
cannot "one side's part of a game" part.grog "one side's part of a running game"
grognard new squares sq-tiny >begin.pos
cannot "a position" begin.pos "is a position"
echo "Dear Anna" >letter.txt
cannot "a letter" letter.txt "expected a record"
cannot "what is not there" nothing.grog "cannot be opened"
sed '/^server commitment/s/ [0-9a-f]*$/ abc/' game.grog >damaged.grog
cannot "a record with a damaged line of the server" damaged.grog "are damaged"

echo "1..$count"
exit $failed
