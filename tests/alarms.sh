#!/bin/sh
# SPDX-License-Identifier: MIT
# Proves that the alarms of tools/tidy.sh and tools/clauses ring: a copy of the tree with one of each
# mistake in it, and every claim that must then be false.   tests/alarms.sh ROOT CLAUSES_TOOL   (TAP)
root=$(cd "$1" && pwd) || exit 2
clauses_tool=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT INT TERM
count=0
failed=0

rings() { # rings FILE CLAIM: the file holds a `not ok` of this claim
    count=$((count + 1))
    if grep -q "^not ok .*$2" "$1"; then
        echo "ok $count - rings: $2"
    else
        failed=$((failed + 1))
        echo "not ok $count - rings: $2"
        grep "$2" "$1" | sed 's/^/#   /'
    fi
}

cd "$root" || exit 2
mkdir "$work/tree"
tar cf - --exclude=.git --exclude='build*' --exclude=golden --exclude=corpus . | tar xf - -C "$work/tree"
cd "$work/tree" || exit 2

# ---- tidy: one of each mistake. ----

{
    printf '#include <stdio.h>\n#include "players/players.h"\nstatic int counter = 0;\n'
    printf 'int wrong(void);\nint wrong(void)\n{\n\tdouble half = 0.5;   \n'
    printf '    char *memory = malloc(7);\n    printf("%%d", counter++);\n    srand(time(0));\n'
    printf '    __builtin_trap();\n    /* TO%s: /ro%s/somewhere */\n' DO ot
    i=0
    while [ $i -lt 80 ]; do
        printf '    counter++;\n'
        i=$((i + 1))
    done
    printf '    return half > 0 && memory != 0 && %0100d;\n}' 1
} >core/wrong.c
printf 'int gg_lonely(void);\n' >>core/text.h
printf '#include "rules/drill/show/nowhere.h"\n' >>rules/drill/law/act.c
printf '#include "rules/squares/law/squares.h"\n' >>rules/drill/law/drill.h
printf '#include "cli/cli.h"\n' >>players/players.h
printf '#include <stdio.h>\n' >>rules/rulesets.c
sed -i 's/^#include <stdint.h>/#include <stdint.h>\n#include <math.h>/' include/grognard/basics.h
sed -i 's/^struct gg_ruleset {/struct gg_ruleset {\n    int wrong_member;/' include/grognard.h
i=0
while [ $i -lt 1600 ]; do
    echo "/* long */"
    i=$((i + 1))
done >core/long.h
tools/tidy.sh . >"$work/tidy.txt"
rings "$work/tidy.txt" "longer than 100 columns"
rings "$work/tidy.txt" "no tabs in code"
rings "$work/tidy.txt" "no blanks at the end"
rings "$work/tidy.txt" "every file ends in a newline"
rings "$work/tidy.txt" "laid out as .clang-format"
rings "$work/tidy.txt" "no file is longer"
rings "$work/tidy.txt" "names its licence"
rings "$work/tidy.txt" "no function is longer"
rings "$work/tidy.txt" "core/ includes only"
rings "$work/tidy.txt" "the contract includes only"
rings "$work/tidy.txt" "players/ includes only"
rings "$work/tidy.txt" "a ruleset includes only"
rings "$work/tidy.txt" "the list of rulesets includes only"
rings "$work/tidy.txt" "no floating point"
rings "$work/tidy.txt" "no heap"
rings "$work/tidy.txt" "no output"
rings "$work/tidy.txt" "no clock"
rings "$work/tidy.txt" "no compiler extensions"
rings "$work/tidy.txt" "no mutable globals"
rings "$work/tidy.txt" "has a caller in the program"
rings "$work/tidy.txt" "includes nothing of play/ and show/"
rings "$work/tidy.txt" "every file opens with a comment"
rings "$work/tidy.txt" "nothing is left for later"
rings "$work/tidy.txt" "no paths of one machine"
rings "$work/tidy.txt" "a section for each member"
rings "$work/tidy.txt" "every file is named in the build"

# ---- clauses: code without tests, tests without code, a clause that is not there. ----

"$clauses_tool" --check rules/drill/*.c rules/drill/*/*.c rules/drill/*/*.def >"$work/untested.txt"
rings "$work/untested.txt" "drill: every clause has a test"
rings "$work/untested.txt" "drill: every modifier is named by a test"
rings "$work/untested.txt" "drill: every refusal is named by a test"
rings "$work/untested.txt" "drill: every option is set by a test"
printf '/* DR-99 says so. */\n' >rules/drill/cites.c
"$clauses_tool" --check rules/drill/cites.c rules/drill/tests/*.txt >"$work/uncited.txt"
rings "$work/uncited.txt" "drill: every clause is cited by the code"
rings "$work/uncited.txt" "drill: every citation names a clause"

echo "1..$count"
[ $failed -eq 0 ]
