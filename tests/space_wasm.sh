#!/bin/sh
# SPDX-License-Identifier: MIT
# The geometry kernel compiled for the page gives the same bits as here, as TAP:
#   tests/space_wasm.sh [COUNT]
set -eu
cd "$(dirname "$0")/.."
count=${1:-20000}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

if ! command -v node >/dev/null ||
    ! echo 'int one;' | clang --target=wasm32-wasi -c -x c -o "$folder/one.o" - 2>/dev/null; then
    echo "1..0 # SKIP no node, or no clang that compiles for wasm (tools/setup.sh installs both)"
    exit 0
fi
clang --target=wasm32-wasi -Iinclude -I. -O2 -nostartfiles -Wl,--no-entry \
    -Wl,--export=space_primitives -Wl,--export=space_primitive -Wl,--export=space_hash \
    -o "$folder/kernel.wasm" tests/space_hash.c core/space.c core/space_course.c \
    core/space_meet.c table/body.c table/brigade.c table/near.c
node tests/space_hash.mjs "$folder/kernel.wasm" "$count" >"$folder/found"
grep "^$count " tests/space_hash.txt >"$folder/wanted"
if cmp -s "$folder/found" "$folder/wanted"; then
    echo "ok 1 - the kernel under node: the same bits as tests/space_hash.txt"
else
    echo "not ok 1 - the kernel under node: the same bits as tests/space_hash.txt"
    diff "$folder/wanted" "$folder/found" | sed 's/^/# /'
fi
echo "1..1"
