#!/bin/sh
# SPDX-License-Identifier: MIT
# Fuzzes each target for some seconds:   fuzz/run.sh BUILD SECONDS [TARGET]...
# What it finds is left as BUILD/found-*: make the smallest one a file of fuzz/corpus.
set -u
build=$1
seconds=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
[ $# -gt 0 ] || set -- play action question record position http
failed=0
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
for name in "$@"; do
    mkdir -p "$build/corpus-$name"
    seeds=$here/corpus/$name
    [ "$name" = record ] && seeds="$seeds $(echo "$here"/../rules/*/tests/golden)"
    longest=32768
    [ "$name" = play ] && longest=1024
    [ "$name" = question ] && longest=512
    [ "$name" = http ] && longest=4096
    echo "fuzz_$name: $seconds seconds"
    # shellcheck disable=SC2086 # a list of folders
    if ! "$build/fuzz/fuzz_$name" -max_total_time="$seconds" -max_len=$longest -timeout=20 -rss_limit_mb=4096 \
        -print_final_stats=1 -verbosity=0 -artifact_prefix="$build/found-$name-" "$build/corpus-$name" $seeds \
        >"$build/fuzz-$name.log" 2>&1; then
        failed=1
        tail -n 30 "$build/fuzz-$name.log"
    fi
    grep -E 'number_of_executed_units' "$build/fuzz-$name.log"
done
exit $failed
