#!/bin/sh
# SPDX-License-Identifier: MIT
# A run on several ranks of one machine: the same bytes, and what a rank's death costs.
#   tests/lab_mpi.sh GROGNARD       (TAP)
case $1 in
/*) grognard=$1 ;;
*) grognard=$PWD/$1 ;;
esac
. "$(dirname "$0")/report.sh"
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work" || exit 2
# Tests may run as root, in a container, on fewer processors than ranks.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# Open MPI gives some of its memory back to nobody; a sanitizer would call it ours.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl_base_warn_component_unused=0
if ! command -v mpirun >/dev/null 2>&1; then
    echo "1..0 # SKIP there is no mpirun"
    exit 0
fi

ranks() { # ranks HOW... -n N PROGRAM...: out and err hold what it said
    timeout 600 mpirun "$@" >out 2>err </dev/null
}

is_alive() { # is_alive PROCESS: and not only waiting to be asked how it ended
    case $(sed 's/.*) //' "/proc/$1/stat" 2>/dev/null) in '' | Z*) return 1 ;; esac
}

# Its children that have not ended.
count_ranks() { # count_ranks MPIRUN
    cat /proc/[0-9]*/stat 2>/dev/null |
        awk -v mpirun="$1" '{ sub(/.*\) /, "") } $2 == mpirun && $1 != "Z" { n++ } END { print n + 0 }'
}

# Until mpirun ends.  With a rank that dies it waits for ever now and then, in its libpmix: when the
# run is written and no rank is left it has ten seconds to see that.
wait_for_ranks() { # wait_for_ranks MPIRUN DIR: 1 if they are still there after ten minutes
    tries=0
    alone=0
    while is_alive "$1" && [ $tries -lt 6000 ] && [ $alone -lt 100 ]; do
        sleep 0.1
        tries=$((tries + 1))
        alone=$((alone + 1))
        [ -f "$2/summary.txt" ] && [ "$(count_ranks "$1")" -eq 0 ] || alone=0
    done
    kill -9 "$1" 2>/dev/null
    wait "$1" 2>/dev/null
    [ $tries -lt 6000 ]
}

same_run() { # same_run NAME DIR DIR
    said=$(diff -rq "$2" "$3" 2>&1)
    report $? "$1" "$said $(tail -n 5 err)"
}

game="squares sq-tiny --games 40 --seed 7"

# A rank that dies before the ranks have met: the others wait there for ever, and go on without.  It
# takes its time, so it goes on beside what follows.
cat >early.sh <<'EOF'
#!/bin/sh
[ "$OMPI_COMM_WORLD_RANK" = 2 ] && kill -9 $$
exec "$@"
EOF
chmod +x early.sh
# shellcheck disable=SC2086 # several words, here and below
mpirun --enable-recovery -n 3 ./early.sh "$grognard" lab run $game --threads 1 \
    --out early >early.out 2>early.err </dev/null &
early=$!
# shellcheck disable=SC2086
"$grognard" lab run $game --threads 1 --out one >/dev/null 2>&1
report $? "a run without ranks"
ranks -n 3 "$grognard" lab run $game --threads 1 --out three
report $? "the same on three ranks" "$(cat err)"
same_run "   is the same, byte for byte" one three
test "$(grep -c '^40 games$' out)" -eq 1
report $? "   and one of them speaks" "$(cat out)"
ranks -n 2 "$grognard" lab run $game --threads 2 --shard 1/2 --out half
report $? "half of it on two ranks of two threads" "$(cat err)"
"$grognard" lab run $game --shard 2/2 --out other >/dev/null 2>&1
"$grognard" lab merge half other --out joined >/dev/null 2>&1
same_run "   and the other half without: the same" one joined
ranks -n 3 "$grognard" lab run squares sq-tiny --games 40 --seed 8 --out three
test $? -ne 0 -a "$(grep -c '^grognard:' err)" -eq 1
report $? "a folder with another run is one sentence" "$(cat err)"
same_run "   and left as it was" one three
ranks -n 2 "$grognard" lab vary squares sq-tiny --row attack_rear=+1
test $? -ne 0 -a "$(grep -c '^grognard: of the laboratory only lab run' err)" -eq 1
report $? "other questions are not for ranks" "$(cat err)"

# A rank that is killed as soon as some games are written.
cat >killed.sh <<'EOF'
#!/bin/sh
folder=$1
shift
if [ "$OMPI_COMM_WORLD_RANK" = 2 ]; then
    ( tries=0
      until [ "$(cat "$folder/games.jsonl" 2>/dev/null | wc -l)" -ge 3 ] || [ $tries -ge 3000 ]; do
          sleep 0.1
          tries=$((tries + 1))
      done
      kill -9 $$ ) >/dev/null 2>&1 &
fi
exec "$@"
EOF
chmod +x killed.sh
game="squares sq-villages --games 60 --seed 7"
"$grognard" lab run $game --out long >/dev/null 2>&1
mpirun --enable-recovery -n 3 ./killed.sh alive "$grognard" lab run $game --threads 1 \
    --out alive >out 2>err </dev/null &
wait_for_ranks $! alive
report $? "one of three ranks dies, and the others end" "$(cat err)"
# Now and then mpirun does not survive that itself, in its libpmix: then the same command goes on.
if grep -q 'libpmix' err; then
    # shellcheck disable=SC2086
    ranks -n 3 "$grognard" lab run $game --threads 1 --out alive
fi
same_run "   after the others have gone on to the same end" long alive
# On a machine that does many other things it may have ended before that is seen: then once more.
for attempt in 1 2 3 4 5; do
    rm -rf dead
    ranks -n 3 ./killed.sh dead "$grognard" lab run $game --threads 1 --out dead
    code=$?
    kept=$(grep -c '^{"game":.*}$' dead/games.jsonl)
    [ "$kept" -lt 60 ] && break
done
test $code -ne 0
report $? "mpirun that ends all of them with it" "attempt $attempt: $(cat err)"
test "$kept" -ge 3 -a "$kept" -lt 60
report $? "   leaves what was finished" "$kept games"
ranks -n 2 "$grognard" lab run $game --threads 1 --out dead
same_run "   and the same command goes on to the same end" long dead

wait_for_ranks $early early
report $? "a rank dies before they have met, and the others end" "$(cat early.err)"
same_run "   after rank 0 has come to the same end alone" one early

end_report
