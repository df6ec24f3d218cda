#!/bin/sh
# SPDX-License-Identifier: MIT
# Finds changes of the rules that no test would notice: changes one comparison, one connective or one
# number at a time, builds the clause tests with the change and runs them:
#   tools/mutate.sh [MUTANTS [FIRST]] [FILE]...
# It takes MUTANTS (default 60) of all possible changes, evenly spread, beginning with number FIRST (1).
# The default files are those of lucky's movement and fire.  A change that the clause tests do not find
# survives.  If a golden game then does not replay, or the signature of play is different, the change
# affects play and a clause test is missing.  Otherwise it may be no change at all.
# Works on a copy in build-mutants; the list stays there as survivors.txt.
set -u
cd "$(dirname "$0")/.." || exit 2
mutants=60
first=1
case ${1:-} in [0-9]*) mutants=$1 && shift ;; esac
case ${1:-} in [0-9]*) first=$1 && shift ;; esac
[ $# -gt 0 ] || set -- rules/lucky/law/fire*.c rules/lucky/law/move*.c rules/lucky/law/fire.def \
    rules/lucky/law/target.def rules/lucky/law/ground.def rules/lucky/law/units.def

work=build-mutants
tree=$work/tree
mkdir -p "$tree"
# If the last run was broken off, something changed may have been built: then all is built anew.
touched=m
[ -f "$work/whole" ] && touched=
rm -f "$work/whole"
tar cf - --exclude=.git --exclude='./build*' --exclude=node_modules --exclude=./web . |
    tar "x${touched}f" - -C "$tree"
[ -f "$work/build/build.ninja" ] ||
    meson setup "$work/build" "$tree" -Dserver=false -Doptimization=1 >/dev/null || exit 2

# ---- What can be changed: file, line, column, length, replacement. ----

possible() { # possible FILE...
    awk '
    function offer(column, length_, with) { print FILENAME, FNR, column, length_, with }
    function is_name(c) { return c ~ /[A-Za-z0-9_.]/ }
    FNR == 1 { comment = 0; skip = 0 }
    /^ *#/ || /_Static_assert/ || skip { skip = /\\$/; next }
    {
        string = 0
        for (i = 1; i <= length($0); i++) {
            c = substr($0, i, 1); two = substr($0, i, 2)
            if (comment) { if (two == "*/") { comment = 0; i++ } continue }
            if (string) { if (c == "\\") i++; else if (c == "\"") string = 0; continue }
            if (two == "/*") { comment = 1; i++; continue }
            if (c == "\"") { string = 1; continue }
            if (c == "\047") { i += substr($0, i + 1, 1) == "\\" ? 3 : 2; continue }
            if (two == "->" || two == "<<" || two == ">>" || two == "++" || two == "--") { i++; continue }
            if (two == "<=") { offer(i, 2, "<"); i++; continue }
            if (two == ">=") { offer(i, 2, ">"); i++; continue }
            if (two == "==") { offer(i, 2, "!="); i++; continue }
            if (two == "!=") { offer(i, 2, "=="); i++; continue }
            if (two == "&&") { offer(i, 2, "||"); i++; continue }
            if (two == "||") { offer(i, 2, "&&"); i++; continue }
            if (c == "<") { offer(i, 1, "<="); continue }
            if (c == ">") { offer(i, 1, ">="); continue }
            if (c ~ /[0-9]/ && (i == 1 || !is_name(substr($0, i - 1, 1)))) {
                n = 0
                while (substr($0, i + n, 1) ~ /[0-9]/) n++
                # A refusal without numbers has zeros in their place.
                empty = substr($0, i, n) == "0" && /refuse\(/
                if (!empty && !is_name(substr($0, i + n, 1))) offer(i, n, substr($0, i, n) + 1)
                i += n - 1
            }
        }
    }' "$@"
}

possible "$@" >"$work/possible.txt"
count=$(wc -l <"$work/possible.txt")
awk -v want="$mutants" -v first="$first" -v count="$count" '
    BEGIN { every = count / want; if (every < 1) every = 1; next_ = first }
    NR >= next_ && taken < want { print; taken++; next_ += every }' "$work/possible.txt" >"$work/taken.txt"

# ---- One at a time. ----

builds() {
    ninja -C "$work/build" --quiet tests/clauses tests/signature grognard >"$work/ninja.txt" 2>&1
}
passes() { # the clause tests of the game
    timeout 120 "$work/build/tests/clauses" "$game"/tests/*.txt >"$work/tests.txt" 2>&1
}

plays_as_ever() {
    for record in "$game"/tests/golden/*.grog; do
        timeout 60 "$work/build/grognard" replay --quiet "$record" 2>/dev/null || return 1
    done
    timeout 300 "$work/build/tests/signature" --of "$name" | cmp -s - "$work/signature.txt"
}

game=$(dirname "$1")
name=$(basename "$game")
if ! builds || ! passes; then
    echo "the tests do not pass as it is: see $work"
    exit 1
fi
"$work/build/tests/signature" --of "$name" >"$work/signature.txt"

: >"$work/survivors.txt"
found=0 unbuilt=0 silent=0 missing=0
while read -r file line column length with; do
    awk -v line="$line" -v column="$column" -v count="$length" -v with="$with" '
        FNR == line { $0 = substr($0, 1, column - 1) with substr($0, column + count) } { print }
    ' "$file" >"$tree/$file"
    if ! builds; then
        unbuilt=$((unbuilt + 1))
    elif ! passes; then
        found=$((found + 1))
    else
        if plays_as_ever; then
            silent=$((silent + 1)) how="survives"
        else
            missing=$((missing + 1)) how="SURVIVES and changes play"
        fi
        was=$(sed -n "${line}p" "$file" | cut -c "$column-$((column + length - 1))")
        {
            echo "$file:$line:$column: $was -> $with: $how"
            sed -n "${line}p" "$file" | sed 's/^ */    /'
        } | tee -a "$work/survivors.txt"
    fi
    cp "$file" "$tree/$file"
done <"$work/taken.txt"
builds && touch "$work/whole"
echo "$count changes are possible in $*"
echo "$((found + silent + missing)) tried: $found found, $missing survive and change play, $silent survive;" \
    "$unbuilt more do not compile"
