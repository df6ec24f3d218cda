#!/bin/sh
# SPDX-License-Identifier: MIT
# What the pages say works: the example of a clause test passes as it stands there, every link leads
# somewhere, and every page is linked from another.
#   tests/docs.sh CLAUSES ROOT GROGNARD        (TAP)
clauses=$(realpath "$1")
grognard=$(realpath "$3")
cd "$2" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
count=0
failed=0

verdict() { # verdict CODE NAME [DETAIL]
    count=$((count + 1))
    [ "$1" -eq 0 ] && echo "ok $count - $2" && return
    failed=1
    echo "not ok $count - $2"
    printf '%s\n' "$3" | sed 's/^/#   /'
}

mkdir -p "$work/rules/squares/tests"
for heading in "" "rows whole"; do
    { echo "$heading"; awk '/^```/ { inside = !inside; if (!inside) exit; next } inside' docs/clause-tests.md; } \
        >"$work/rules/squares/tests/mine.txt"
    found=$("$clauses" "$work/rules/squares/tests/mine.txt" 2>&1)
    echo "$found" | grep -q '^ok 1 - E50' && ! echo "$found" | grep -q '^not ok'
    verdict $? "the example of clause-tests.md passes${heading:+ where $heading}" "$found"
done

# Every position of notation.md that is called a whole one can be read.
awk -v to="$work/position" '
    /^```/ { inside = 0; next }
    /^position [a-z]+ / { inside = 1; count++ }
    inside { print >(to count) }' docs/notation.md
for file in "$work"/position*; do
    game=$(sed -n 's/^position \([a-z]*\) .*/\1/p' "$file")
    found=$("$grognard" show "$file" 2>&1)
    verdict $? "the position of $game in notation.md can be read" "$found"
done

# The club's own sheet in docs/rules/staff.md: each row of it is taken, and a game is played by it.
awk '/^```/ { inside = 0; next } /^tables staff/ { inside = 1 } inside' docs/rules/staff.md \
    >"$work/ours.txt"
found=$("$grognard" tables staff --tables "$work/ours.txt" 2>&1 &&
    "$grognard" sheet staff --tables "$work/ours.txt" 2>&1 &&
    "$grognard" play staff two-battalions --tables "$work/ours.txt" --blue greedy --red greedy \
        --seed 1 2>&1)
verdict $? "the club's sheet of staff.md is read, printed and played by" "$found"
sed -n 's/^\([a-z_0-9]*=[-0-9]*\) .*/\1/p' "$work/ours.txt" >"$work/rows"
"$grognard" tables staff --tables "$work/ours.txt" >"$work/printed"
missed=$(while read -r row; do grep -q "^$row\b" "$work/printed" || echo "$row"; done <"$work/rows")
[ -z "$missed" ] && [ "$(grep -c . "$work/rows")" -ge 10 ]
verdict $? "every row of the club's sheet counts" "$missed"

pages=$(ls ./*.md docs/*.md docs/*/*.md server/README.md bench/README.md table/README.md \
    tests/server/README.md rules/*/README.md)
for page in $pages; do
    grep -oE '\]\([^)# ]+' "$page" | sed 's/^](//' | grep -v '^[a-z]*:' | while read -r link; do
        [ -e "$(dirname "$page")/$link" ] || echo "$page: $link"
        realpath "$(dirname "$page")/$link" >>"$work/linked"
    done
done >"$work/broken"
verdict "$(grep -c . "$work/broken")" "every link of the pages leads somewhere" "$(cat "$work/broken")"
# Every #place behind a link is the id of something on that page, or one of its headings as GitHub and
# the page name it: small letters, blanks as dashes, no other signs.
awk '
    function path_of(target,    at, parts, n, i, m, whole) {
        at = FILENAME
        sub(/[^\/]*$/, "", at)
        n = split(target == "" ? FILENAME : at target, parts, "/")
        for (i = 1; i <= n; i++) {
            if (parts[i] == ".." && m > 0) m--
            else if (parts[i] != "." && parts[i] != "") stack[++m] = parts[i]
        }
        for (i = 1; i <= m; i++) whole = whole "/" stack[i]
        return whole
    }
    FNR == 1 { inside = 0 }
    /^```/ { inside = !inside }
    !inside && /^#+ / {
        name = tolower($0)
        sub(/^#+ +/, "", name)
        gsub(/<[^>]*>|\]\([^)]*\)/, "", name)
        gsub(/[^a-z0-9_ -]/, "", name)
        gsub(/ /, "-", name)
        twice = heads[FILENAME, name]++
        is_there[path_of("") "#" name (twice > 0 ? "-" twice : "")] = 1
    }
    {
        line = $0
        while (match(line, /id="[^"]+"/)) {
            is_there[path_of("") "#" substr(line, RSTART + 4, RLENGTH - 5)] = 1
            line = substr(line, RSTART + RLENGTH)
        }
        line = $0
        while (match(line, /\]\([^) ]*#[^) ]+\)/)) {
            link = substr(line, RSTART + 2, RLENGTH - 3)
            line = substr(line, RSTART + RLENGTH)
            if (link ~ /^[a-z]+:/) continue
            hash = index(link, "#")
            wanted[FILENAME ": " link] = path_of(substr(link, 1, hash - 1)) substr(link, hash)
        }
    }
    END { for (one in wanted) if (!(wanted[one] in is_there)) print one }
' $pages >"$work/nowhere"
verdict "$(grep -c . "$work/nowhere")" "every link to a place in a page finds it" "$(cat "$work/nowhere")"
for page in docs/*.md docs/*/*.md; do
    grep -qxF "$(realpath "$page")" "$work/linked" || echo "$page"
done >"$work/lonely"
verdict "$(grep -c . "$work/lonely")" "every page is linked from another" "$(cat "$work/lonely")"
echo "1..$count"
exit $failed
