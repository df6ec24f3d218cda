#!/bin/sh
# SPDX-License-Identifier: MIT
# Battles between computer players beside those of The Battle for Wesnoth, which has hexes, terrain and
# dice like these games: seconds of the processor for one battle, start-up taken off.
#   bench/wesnoth.sh GROGNARD [BATTLES]       needs Debian's wesnoth-1.16-core
grognard=$1
battles=${2:-3}
wesnoth=$(command -v wesnoth-1.16 || echo /usr/games/wesnoth-1.16)
if [ ! -x "$wesnoth" ]; then
    echo "There is no wesnoth-1.16 here: apt-get install --no-install-recommends wesnoth-1.16-core"
    exit 1
fi
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT INT TERM

seconds() { # seconds COMMAND...: of the processor
    ( "$@" >/dev/null 2>&1 </dev/null; times ) |
        awk 'END { split($1, part, /[ms]/); print part[1] * 60 + part[2] }'
}

battle() { # battle TURNS
    HOME=$work "$wesnoth" --nogui --nosound --multiplayer --scenario=multiplayer_The_Freelands \
        --controller=1:ai --controller=2:ai --turns="$1" --exit-at-end
}

many() { # many TURNS
    i=0
    while [ $i -lt "$battles" ]; do
        battle "$1"
        i=$((i + 1))
    done
}

battle 1 >/dev/null 2>&1 # makes its cache
start=$(seconds many 1)
whole=$(seconds many 24)
own=$(seconds "$grognard" lab run squares sq-large --games $((battles * 20)) --threads 1)
awk -v start="$start" -v whole="$whole" -v own="$own" -v n="$battles" 'BEGIN {
    theirs = (whole - start) / n
    ours = own / (n * 20)
    printf "Wesnoth, The Freelands, 24 turns at most, its AI on both sides: %.2f s a battle\n", theirs
    printf "grognard, squares sq-large, greedy on both sides: %.3f s a battle\n", ours
    printf "%.0f of ours in the time of one of theirs\n", theirs / ours
}'
