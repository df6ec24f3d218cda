#!/bin/sh
# SPDX-License-Identifier: MIT
# What is installed is complete and true:   install.sh GROGNARD ROOT
# Manual pages and completions come from the program's own help, and the program finds its page
# below any prefix.
program=$1
root=$2
. "$(dirname "$0")/report.sh"
folder=$(mktemp -d)
server=""
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; rm -rf "$folder"' EXIT

prefix=$folder/any/where
mkdir -p "$prefix/bin" "$folder/build/static"
cp "$program" "$folder/build/grognard"
cp "$program" "$prefix/bin/grognard"
echo '<!doctype html><title>a page to find</title>' >"$folder/build/static/index.html"
MESON_SOURCE_ROOT=$root MESON_BUILD_ROOT=$folder/build MESON_INSTALL_DESTDIR_PREFIX=$prefix \
    "$root/tools/install.sh" 1.2.3 /any/where/bin >"$folder/said" 2>&1
report $? "the script of the installation ends well" "$(cat "$folder/said")"
man=$prefix/share/man/man1

commands() { # of `grognard WORDS`, as the help prints them for people
    "$program" "$@" --help | sed -n 's/^  \([a-z]*\)  *[a-z].*/\1/p' | sed 's/^grognard$//' | grep .
}
missing=""
for name in $(commands) $(commands lab | sed 's/^/lab-/'); do
    page=$man/grognard-$name.1
    if [ ! -f "$page" ]; then
        missing="$missing $name"
        continue
    fi
    # shellcheck disable=SC2086 # lab-run is two words
    for flag in $("$program" $(echo "$name" | tr - ' ') --help | sed -n 's/^  \(--[a-z-]*\).*/\1/p'); do
        grep -q "^.fB$(printf %s "$flag" | sed 's/-/.-/g').fR" "$page" || missing="$missing $name:$flag"
    done
done
[ "$(commands | wc -l)" -ge 20 ] && [ -z "$missing" ]
report $? "a manual page for each command names each flag of its help" "$missing"
grep -q 'Replays a record and verifies' "$man/grognard-replay.1" && grep -q 'grognard 1.2.3' "$man/grognard-replay.1"
report $? "a manual page says what the help says, and the version"
if command -v groff >/dev/null 2>&1; then
    groff -man -Tutf8 -ww "$man"/*.1 >/dev/null 2>"$folder/groff"
    [ ! -s "$folder/groff" ]
    report $? "groff has nothing to say about any manual page" "$(cat "$folder/groff")"
fi

complete() { # complete WORD...: what bash offers for the last one
    bash -c '. "$0"; COMP_WORDS=(grognard "$@"); COMP_CWORD=$#; _grognard; echo "${COMPREPLY[@]}"' \
        "$prefix/share/bash-completion/completions/grognard" "$@"
}
is() { # is EXPECTED NAME WORD...
    expected=$1
    name=$2
    shift 2
    found=$(complete "$@")
    [ "$found" = "$expected" ]
    report $? "$name" "$found"
}
is "play players" "bash completes a command" pl
is "--quiet" "bash completes a flag" replay --q
is "--quiet" "bash completes a flag behind a file" replay game.grog --q
is "ladder" "bash completes a command of the laboratory" lab lad
is "--sprt" "bash completes a flag of the laboratory" lab ladder squares --sp
grep -q "'play:play a game" "$prefix/share/zsh/site-functions/_grognard" \
    && grep -q -- '-l quiet' "$prefix/share/fish/vendor_completions.d/grognard.fish"
report $? "zsh and fish have the same rows"

grep -q '^ExecStart=/any/where/bin/grognard serve' "$prefix/lib/systemd/system/grognard.service"
report $? "the unit starts the installed program"

"$prefix/bin/grognard" serve --port 0 --store "sqlite:$folder/games.db" >"$folder/serve" 2>&1 &
server=$!
until_true 100 grep -q http: "$folder/serve"
port=$(sed -n 's,.*localhost:\([0-9]*\)/.*,\1,p' "$folder/serve")
curl -s "http://localhost:$port/" | grep -q 'a page to find'
report $? "the installed program finds its page" "$(cat "$folder/serve")"

"$program" --version >"$folder/version"
grep -q '^grognard [0-9]*\.[0-9]*\.[0-9]*' "$folder/version" \
    && grep -q '^rules: squares [0-9]*, commanders [0-9]*, ' "$folder/version"
report $? "--version says the program's version and that of each game's rules" "$(cat "$folder/version")"
end_report
