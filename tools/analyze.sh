#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs gcc's static analyzer over the rooms that must not have a bug: core, table, rules, players.
#   tools/analyze.sh [FILE]...
# Prints every warning that analyze.txt does not explain; the exit code is 1 if there are any.
cd "$(dirname "$0")/.." || exit 2
# shellcheck disable=SC2046 # one word for each file
[ $# -gt 0 ] || set -- $(git ls-files 'core/*.c' 'table/*.c' 'rules/*.c' 'players/*.c')
found=$(mktemp) || exit 2
trap 'rm -f "$found"' EXIT
export LC_ALL=C # the quotes that analyze.txt has
printf '%s\n' "$@" | xargs -P "$(nproc)" -n 1 sh -c \
    'gcc -std=c11 -O1 -fanalyzer -I. -Iinclude -c "$1" -o /dev/null 2>&1' sh >"$found"
explained=$(grep -v '^#' tools/analyze.txt | paste -sd '|' -)
! grep -E 'warning:.*\[-Wanalyzer|error:' "$found" | sed 's/:[0-9]*:[0-9]*: /: /' | sort -u |
    grep -vE "$explained"
