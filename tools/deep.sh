#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs all the long checks, two at a time; a failure does not stop the others:
#   tools/deep.sh [STEP]...     (all of them if none is named)
# The output of a step is printed when it has ended and stays in build/deep-STEP.log.  The last lines
# say how each step ended and how long it took.  FUZZ_SECONDS, KILLS, GAMES_lucky ... make it longer
# or shorter.
# shellcheck disable=SC2317 # the steps are called by their names
set -u
cd "$(dirname "$0")/.." || exit 2
cores=$(nproc 2>/dev/null || echo 2)

tap() { # tap NAME PROGRAM...: its failures, and how many tests passed; the whole in build/deep-NAME.txt
    name=$1
    shift
    "$@" >"build/deep-$name.txt" 2>&1
    ended=$?
    grep -A 2 '^not ok' "build/deep-$name.txt"
    echo "$name: $(grep -c '^ok' "build/deep-$name.txt") passed, $(grep -c '^not ok' "build/deep-$name.txt") failed"
    return "$ended"
}

# ---- The steps. ----

step_build() { # the program, its tests and the page as they are shipped
    tools/setup.sh deep --multilib && make --no-print-directory build/with-tests static &&
        ninja -C build --quiet
}

# The sanitizers see bad addresses and undefined behaviour, in the server and its threads too.
step_asan() {
    make --no-print-directory build-asan/build.ninja && ninja -C build-asan --quiet &&
        ASAN_OPTIONS=detect_stack_use_after_return=1 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
            tests/run-all build-asan --timeout-multiplier 10 --suite unit --suite clauses \
            --suite contract --suite golden --suite cli --suite fuzz --suite server
}

# Threads that touch the same thing without asking: the server's tests once more.  The library of
# Debian 12 does not know pthread_clockjoin_np, and takes who was waited for by it for left behind.
step_tsan() {
    make --no-print-directory build-tsan/build.ninja && ninja -C build-tsan --quiet &&
        TSAN_OPTIONS=halt_on_error=0:exitcode=66:report_thread_leaks=0 \
            tests/run-all build-tsan --timeout-multiplier 15 --suite server
}

step_clang() { # another compiler warns of other things
    make --no-print-directory build-clang/build.ninja && ninja -C build-clang --quiet &&
        tests/run-all build-clang --timeout-multiplier 5 --suite unit --suite clauses \
            --suite contract --suite golden --suite cli
}

# What a compiler finds by following every path: core, rules and players.
step_analyzer() {
    tools/analyze.sh
}

step_signatures() { # the same play by each compiler, at each level, with 32 bits, as wasm
    tools/signatures.sh --multilib
}

# Valgrind sees what is read before it was written.  What plays whole games or asks many questions
# would take it hours, and the sanitizers have seen those.
step_valgrind() {
    make --no-print-directory build-debug/build.ninja && ninja -C build-debug --quiet || return 1
    tests=$(meson test -C build-debug --list --suite unit --suite clauses 2>/dev/null |
        sed -n 's/.* \([a-z-]*\)$/\1/p' | grep -v 'numbers-\|unit-\(players\|space\|hand\|search\|review\|hint\|squares-ends\)')
    # shellcheck disable=SC2086 # a list of names
    tests/run-all build-debug --timeout-multiplier 50 \
        --wrap "valgrind --quiet --error-exitcode=99 --leak-check=no" $tests
}

step_fuzz() {
    make --no-print-directory build-fuzz/build.ninja && ninja -C build-fuzz --quiet &&
        printf '%s\n' play action question record position http |
        xargs -P "$cores" -n 1 fuzz/run.sh build-fuzz "${FUZZ_SECONDS:-60}"
}

step_space() { # a million questions to each primitive of the geometry kernel
    GG_DEEP=1 CMOCKA_MESSAGE_OUTPUT=TAP tap space build/tests/unit-space
}

step_hint() { # the best hint is not worse than "now", in 500 positions
    GG_DEEP=1 CMOCKA_MESSAGE_OUTPUT=TAP tap hint build/tests/unit-hint
}

# Every promise at every step of long games.  Asking where a unit may go on a measured table is
# dear, so there are fewer of those.
contract_of() { # contract_of GAME GAMES
    tap "contract-$1" build/tests/contract --first 1000 --games "$2" --thorough "$1"
}
# Every position of many games, and a part of what is offered in them, is written and read back.
texts_of() { # texts_of GAME GAMES_OF_EACH_SCENARIO
    tap "texts-$1" build/tests/contract --texts 16 --first 100000 --games "$2" "$1"
}
step_texts() {
    texts_of lucky "${TEXTS_lucky:-1000}" &
    lucky=$!
    broken_texts=0
    texts_of drill "${TEXTS_drill:-100000}" || broken_texts=1
    texts_of squares "${TEXTS_squares:-6000}" || broken_texts=1
    texts_of commanders "${TEXTS_commanders:-3000}" || broken_texts=1
    texts_of staff "${TEXTS_staff:-800}" || broken_texts=1
    texts_of clausewitz "${TEXTS_clausewitz:-200}" || broken_texts=1
    wait "$lucky" || broken_texts=1
    return "$broken_texts"
}
# Other games than `make test` plays, looked at as it does.
long_of() { # long_of GAME GAMES [OPTION]...
    game=$1
    games=$2
    shift 2
    tap "contract-long-$game" build/tests/contract --games "$games" --first 100 "$@" "$game"
}
step_long() {
    broken_long=0
    long_of lucky 2 &
    lucky=$!
    long_of commanders 2 || broken_long=1
    long_of squares 16 || broken_long=1
    long_of staff 2 || broken_long=1
    long_of clausewitz 1 --option turns=4 || broken_long=1
    long_of drill 24 || broken_long=1
    long_of secret 24 || broken_long=1
    wait "$lucky" || broken_long=1
    return "$broken_long"
}
step_contract() {
    contract_of lucky "${GAMES_lucky:-1}" &
    lucky=$!
    broken=0
    contract_of squares "${GAMES_squares:-30}" || broken=1
    tap squares-ends build/tests/unit-squares-ends "${GAMES_squares_ends:-40}" || broken=1
    contract_of commanders "${GAMES_commanders:-8}" || broken=1
    contract_of drill "${GAMES_drill:-200}" || broken=1
    tap contract-clausewitz build/tests/contract --first 1000 \
        --games "${GAMES_clausewitz:-4}" clausewitz || broken=1
    tap contract-fog build/tests/contract --first 1000 --games "${GAMES_fog:-8}" \
        --option fog=1 --option turns=8 clausewitz || broken=1
    contract_of staff "${GAMES_staff:-1}" || broken=1
    contract_of secret "${GAMES_secret:-200}" || broken=1
    tap plans build/tests/plans --first 1000 --games "${GAMES_plans:-3000}" || broken=1
    for battle in squares,sq-tiny commanders,skirmish lucky,borodino lucky,salamanca staff,army-day clausewitz,maida
    do
        tap "clash-$battle" build/tests/clash "${battle%,*}" "${battle#*,}" "${GAMES_clash:-20}" 1000 || broken=1
    done
    wait "$lucky" || broken=1
    return "$broken"
}

step_games() { # lucky: where the match takes the only choice there is no other; positions read back
    tap lucky-games build/tests/lucky-games --first 1000 --games "${GAMES_lucky_played:-200}"
    played=$?
    tap lucky-read build/tests/lucky-games --first 2000 --games "${GAMES_lucky_read:-2000}" \
        --read-only && [ "$played" = 0 ]
}

# The judgement on games it was not fitted on: it knows at half-time who wins, and how surely.
step_judgement() {
    build/grognard lab tune squares sq-villages --games 300 --seed 77 >build/deep-judgement.txt &&
        awk '/^as it is/ && $5 >= 0.75 && $9 <= 0.12 { good = 1 } { print } END { exit !good }' \
            build/deep-judgement.txt
}

step_fault() { # the server is killed while it is played on, then its power is cut: nothing is lost
    tap fault build/tests/server-fault build/grognard --kills "${KILLS:-200}" &&
        tap power-cut build/tests/server-fault build/grognard --rigged build/tests/server-rigged \
            --kills $((${KILLS:-200} / 5))
}

step_lines() { # streams that break while their game is written down; slow readers
    tap lines build/tests/server-lines build/grognard "${BROKEN:-100000}" 80
}

step_unit() { # the server under the restrictions of its systemd unit
    tap unit tests/server/unit.sh "$PWD/build/grognard" "$PWD" build/tests/server-live \
        build/tests/server-hostile build/tests/server-lines build/tests/server-proxy \
        build/tests/server-session build/tests/server-strangers \
        build/tests/server-backup build/tests/server-restart \
        build/tests/server-post build/tests/server-recover build/tests/server-fault
}

step_played() { # the page as a visitor plays it, games as long as they are; pictures in build/screenshots
    E2E_WHOLE=1 GROGNARD=$PWD/build/grognard \
        tap played sh -c 'cd web && exec node test/e2e/run.mjs ../build/static ../build/screenshots'
}

step_battles() { # large battles in the page, whole, against the computer; pictures in build/battles
    tap battles sh -c 'cd web && exec node test/e2e/battles.mjs ../build/static ../build/battles'
}

step_referee() { # judges written from the rules alone, beside the program on positions of chance
    broken_referee=0
    tap referee tests/referee/check.py build/grognard "${POSITIONS:-1500}" 1000 || broken_referee=1
    for game in commanders lucky squares; do # whole records, and a referee's mistakes that they show
        tap "referee-$game" tests/referee/records.py build/grognard "$game" "${RECORDS:-500}" 1000 ||
            broken_referee=1
        tap "referee-$game-faults" tests/referee/records.py build/grognard "$game" 20 --fault all ||
            broken_referee=1
    done
    return "$broken_referee"
}

step_mutants() { # small changes of lucky's rules: which does no test find?
    tools/mutate.sh "${MUTANTS:-40}"
}

# A release of this commit: its tarball and the program built from it are the same bytes in any
# folder, and its packages are installed and used on a fresh Debian.
step_release() {
    scratch=$(mktemp -d) && tools/setup.sh deb && tools/dist.sh "$scratch/one" &&
        tools/dist.sh "$scratch/two" && cmp "$scratch"/one/*.tar.xz "$scratch"/two/*.tar.xz &&
        for folder in here/a elsewhere/in/another; do
            mkdir -p "$scratch/$folder" && tar -C "$scratch/$folder" --strip-components=1 -xf "$scratch"/one/*.tar.xz &&
                (cd "$scratch/$folder" && meson setup build -Dtests=false >/dev/null && ninja -C build --quiet) || return 1
        done &&
        cmp "$scratch/here/a/build/grognard" "$scratch/elsewhere/in/another/build/grognard" &&
        tools/deb.sh "$scratch/one" build/deb && tap deb tests/deb.sh build/deb
    ended=$?
    rm -rf "$scratch"
    return "$ended"
}

# ---- Two at a time: many wait for their slowest test. ----

if [ "${1:-}" = --one ]; then
    begun=$(date +%s)
    if "step_$2" >"build/deep-$2.log" 2>&1; then how=passed; else how=FAILED; fi
    echo "$2: $how after $(($(date +%s) - begun)) seconds" >"build/deep-$2.end"
    { echo "== $2" && cat "build/deep-$2.log" "build/deep-$2.end"; } >"build/deep-$2.told"
    cat "build/deep-$2.told" # at once, or another step's lines would come between
    exit 0
fi

[ $# -gt 0 ] || set -- asan tsan contract clang analyzer signatures valgrind fuzz battles long mutants \
    played texts fault lines unit referee games judgement space hint release
mkdir -p build
rm -f build/deep-*.end
tools/deep.sh --one build
printf '%s\n' "$@" | xargs -P 2 -n 1 tools/deep.sh --one
echo "== all"
for step in build "$@"; do
    cat "build/deep-$step.end" 2>/dev/null || echo "$step: FAILED, it did not end"
done | tee build/deep.txt
! grep -q FAILED build/deep.txt
