# SPDX-License-Identifier: MIT
# Every roll of the games in $games worked out again by $rolls (an awk program) from the printed sheet; then
# `falsify` for logs in which something is wrong, which must be found out.  Read by the sheet*.sh tests.

count=0 failed=0
verdict() { # code name
    count=$((count + 1))
    if [ "$1" -ne 0 ]; then
        failed=1
        echo -n "not "
    fi
    echo "ok $count - $2"
}
check() { awk -f "$rolls" "$games/sheet" "$@"; }

code=0
cat "$games"/*-*-* >"$games/all"
check "$games/all" >"$games/found" || code=$?
sed 's/^/# /' "$games/found"
verdict "$code" "every roll of the games agrees with the sheet"

falsify() { # name, sed script
    sed -E "$2" "$games/all" >"$games/false"
    code=0
    if cmp -s "$games/all" "$games/false" || check "$games/false" >/dev/null; then code=1; fi
    verdict "$code" "found out: $1"
}
