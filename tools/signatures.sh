#!/bin/sh
# Builds the signature of play by each compiler and at each level, and compares:
#   tools/signatures.sh [--multilib]
# The rules decide with integers only, so all must be equal.
set -eu
cd "$(dirname "$0")/.."
failed=0

compare() { # compare NAME: the signature of build-signature-NAME
    ninja -C "build-signature-$1" --quiet tests/signature
    if "build-signature-$1/tests/signature" | cmp -s - tests/signature.txt; then
        echo "$1: as tests/signature.txt"
    else
        echo "$1: differs from tests/signature.txt"
        failed=1
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
exit $failed
