#!/bin/sh
# SPDX-License-Identifier: MIT
# Finds numbers of the rules that could be wrong without a clause test noticing.  Adds one to each
# number of a game's tables (a 1, which may mean yes, becomes 0), one at a time, compiles the files that
# read the table, and runs the game's clause tests, except those that only compare the printed sheet or
# a picture:
#   tools/numbers.sh [GAME [FILE]...]
# The default game is lucky; the files are its .def tables.  Strings, comments and names stay as they
# are.  Needs a build with tests in build/.  Prints the numbers that no test noticed and keeps the list
# as build-numbers/unnoticed.txt; the exit code is 1 if there are any.  Skips numbers that decide
# nothing: groups of modifiers in a file with one group only, and the rows of tools/numbers.txt (file,
# how the row begins, which of its numbers, why).
set -u
cd "$(dirname "$0")/.." || exit 2
game=${1:-lucky}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- rules/"$game"/*/*.def
if [ ! -f build/librules.a ] || [ ! -f build/tests/libsupport.a ]; then
    echo "numbers: build with tests first (make check)" >&2
    exit 2
fi

work=build-numbers
rm -rf "$work/tree" "$work/texts"
mkdir -p "$work/tree/rules" "$work/texts/rules/$game/tests"
cp -r "rules/$game" "$work/tree/rules/"
for text in rules/"$game"/tests/*.txt; do
    sed 's/^\(  *\)\(sheet\|draws\) .*/\1sheet e/' "$text" >"$work/texts/$text"
done

# ---- The numbers: file, line, column, length, number. ----

numbers() { # numbers FILE...
    awk '
    function is_name(c) { return c ~ /[A-Za-z0-9_.]/ }
    function decides_nothing(column,    i, row) {
        if (substr($0, 1, column - 1) ~ /^MOD\([a-z_]+, *$/ && !(FILENAME in groups)) return 1
        row = $0
        gsub(/ /, "", row)
        for (i = 1; i <= excuses; i++)
            if (file[i] == FILENAME && which[i] == nth && index(row, start[i] ",") == 1) return 1
        return 0
    }
    FILENAME == "tools/numbers.txt" {
        if (!/^#/) { file[++excuses] = $1; start[excuses] = $2; which[excuses] = $3 }
        next
    }
    /^MOD\([a-z_]+, *[1-9]/ && !second { groups[FILENAME] = 1 }
    !second { next }
    FNR == 1 { comment = 0 }
    /^ *#/ { next }
    {
        string = nth = 0
        for (i = 1; i <= length($0); i++) {
            c = substr($0, i, 1); two = substr($0, i, 2)
            if (comment) { if (two == "*/") { comment = 0; i++ } continue }
            if (string) { if (c == "\\") i++; else if (c == "\"") string = 0; continue }
            if (two == "/*") { comment = 1; i++; continue }
            if (c == "\"") { string = 1; continue }
            if (c !~ /[0-9]/ || (i > 1 && is_name(substr($0, i - 1, 1)))) continue
            n = 0
            while (substr($0, i + n, 1) ~ /[0-9]/) n++
            number = substr($0, i, n)
            if (!is_name(substr($0, i + n, 1))) {
                nth++
                if (!decides_nothing(i)) print FILENAME, FNR, i, n, number
            }
            i += n - 1
        }
    }' tools/numbers.txt "$@" second=1 "$@"
}

# ---- One at a time. ----

readers_of() { # readers_of FILE: what is compiled when it changes
    case $1 in
    *.c) echo "$1" ;;
    *) grep -lE "[\"/]$(basename "$1")\"" rules/"$game"/*.c rules/"$game"/*/*.c ;;
    esac
}

is_noticed() { # is_noticed FILE: the changed one, in the tree
    objects=
    for reader in $(readers_of "$1"); do
        object=$work/$(basename "$reader" .c).o
        # a number that cannot be compiled is noticed
        ${CC:-cc} -std=c11 -O0 -w -Iinclude -I. -c "$work/tree/$reader" -o "$object" 2>/dev/null ||
            return 0
        objects="$objects $object"
    done
    # shellcheck disable=SC2086 # a list of files
    ${CC:-cc} -o "$work/clauses" build/tests/clauses.p/clauses_main.c.o \
        build/tests/libclause-tests.a $objects build/tests/libsupport.a build/librules.a \
        build/libtable.a build/libcore.a 2>"$work/link.txt" || {
        cat "$work/link.txt" >&2
        exit 2
    }
    (cd "$work/texts" && ! timeout 60 ../clauses rules/"$game"/tests/*.txt >/dev/null 2>&1)
}

numbers "$@" >"$work/numbers.txt"
: >"$work/unnoticed.txt"
# As it is, everything passes: else nothing could be told.
is_noticed "$1" && { echo "numbers: the clause tests of $game fail already" >&2 && exit 2; }

while read -r file line column length number; do
    with=$((number + 1))
    [ "$number" = 1 ] && with=0
    awk -v line="$line" -v column="$column" -v length_="$length" -v with="$with" '
        NR == line { $0 = substr($0, 1, column - 1) with substr($0, column + length_) } { print }' \
        "$file" >"$work/tree/$file"
    is_noticed "$file" ||
        sed -n "${line}s|^|$file:$line:$column $number: |p" "$file" >>"$work/unnoticed.txt"
    cp "$file" "$work/tree/$file"
done <"$work/numbers.txt"

cut -c 1-160 "$work/unnoticed.txt"
echo "$(wc -l <"$work/numbers.txt") numbers of $game, $(wc -l <"$work/unnoticed.txt") noticed by no clause test"
[ ! -s "$work/unnoticed.txt" ]
