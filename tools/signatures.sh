#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the signature of play, and a million random questions to each primitive of the geometry
# kernel, with each compiler at each level, and compares the results; the kernel also as the page runs
# it:
#   tools/signatures.sh [--multilib]
# The rules decide with integers only, so all must be equal.
set -eu
cd "$(dirname "$0")/.."
failed=0

compare() { # compare NAME: the signature of build-signature-NAME
    ninja -C "build-signature-$1" --quiet tests/signature tests/space-hash
    if "build-signature-$1/tests/signature" | cmp -s - tests/signature.txt; then
        echo "$1: as tests/signature.txt"
    else
        echo "$1: differs from tests/signature.txt"
        failed=1
    fi
    if "build-signature-$1/tests/space-hash" 1000000 tests/space_hash.txt | grep '^not ok'; then
        failed=1
    else
        echo "$1: the kernel as tests/space_hash.txt"
    fi
}

for compiler in gcc clang; do
    for level in 0 3; do
        build=build-signature-$compiler-O$level
        [ -f "$build/build.ninja" ] || CC=$compiler meson setup "$build" -Doptimization="$level" >/dev/null
        compare "$compiler-O$level"
    done
done
if [ "${1:-}" = --multilib ]; then
    build=build-signature-gcc-32
    [ -f "$build/build.ninja" ] ||
        CC=gcc CFLAGS=-m32 LDFLAGS=-m32 meson setup "$build" -Dsignature_only=true >/dev/null
    compare gcc-32
fi
tests/space_wasm.sh 1000000 | tee build-signature-wasm.txt
if grep -q '^not ok' build-signature-wasm.txt; then failed=1; fi
rm -f build-signature-wasm.txt
exit $failed
