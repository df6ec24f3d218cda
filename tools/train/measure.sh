#!/bin/sh
# SPDX-License-Identifier: MIT
# measure.sh LIST SECONDS JOBS OUT: runs the lines of LIST, which are calls of `grognard lab`, JOBS at a
# time until all are done or the time is up.  OUT gets their output, in the order of the list.  A call
# that is stopped prints its results so far.  GROGNARD names the program, THREADS the threads of each
# call that does not set its own, EACH the seconds after which a call is stopped.  Lines that begin with
# # are comments; {dir} stands for the folder of OUT.
set -u
list=$1 seconds=$2 jobs=$3 out=$4
GROGNARD=${GROGNARD:-build/grognard} THREADS=${THREADS:-1} EACH=${EACH:-$2}
end=$(($(date +%s) + seconds)) dir=$(dirname "$out") parts=$(mktemp -d)
export GROGNARD THREADS EACH end dir parts
one() {
  number=$1; shift
  left=$((end - $(date +%s)))
  [ "$left" -lt "$EACH" ] || left=$EACH
  [ "$left" -gt 4 ] || { echo "$* : no time left" >"$parts/$number"; return; }
  begun=$(date +%s)
  {
    echo "\$ grognard lab $*"
    # the last resort is for a call that does not listen
    case " $* " in *" --threads "*) ;; *) set -- "$@" --threads "$THREADS" ;; esac
    timeout --foreground -k 20 "$left" $GROGNARD lab "$@" 2>&1
    echo "($(($(date +%s) - begun)) s)"
  } >"$parts/$number"
}
number=10000
running=""
grep -v '^#' "$list" | grep . | sed "s|{dir}|$dir|g" >"$parts/list"
while read -r line; do
  number=$((number + 1))
  # shellcheck disable=SC2086
  one $number $line </dev/null &
  running="$running $!"
  while :; do
    still=""
    for pid in $running; do
      kill -0 "$pid" 2>/dev/null && still="$still $pid"
    done
    running=$still
    # shellcheck disable=SC2086
    set -- $running
    [ $# -lt "$jobs" ] && break
    sleep 0.2
  done
done <"$parts/list"
wait
rm "$parts/list"
cat "$parts"/* >"$out"
rm -r "$parts"
