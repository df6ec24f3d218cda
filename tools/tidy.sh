#!/bin/sh
# SPDX-License-Identifier: MIT
# Style and layering as a test (TAP):   tools/tidy.sh [ROOT]
# Checks rules that hold everywhere in the tree; tests/alarms.sh proves that the alarms ring.
root=${1:-.}
cd "$root" || exit 2
scratch=${TMPDIR:-/tmp}/tidy.$$
trap 'rm -f "$scratch".*' EXIT

claim() { # claim NAME: what is wrong comes on standard input; nothing is right
    wrong=$(head -n 60)
    if [ -z "$wrong" ]; then
        echo "ok - $1"
    else
        echo "not ok - $1"
        printf '%s\n' "$wrong" | sed 's/^/#   /'
    fi
}

tree() { # tree PATTERN...: files of the tree, without what was built
    for pattern in "$@"; do
        find . \( -name .git -o -name build -o -name 'build-*' -o -name golden -o -name corpus -o -name node_modules \) -prune -o \
            -type f -name "$pattern" -print
    done | sed 's,^\./,,' | grep -vE "$unlisted" | sort
}

# A folder of rules/ that the list of rulesets does not name is not part of the program.
unlisted='^$'
for folder in rules/*/; do
    game=$(basename "$folder")
    grep -q "^RULESET($game)" rules/rulesets.def || unlisted="$unlisted|^rules/$game/"
done

code=$(tree '*.c' '*.h')
inner=$(printf '%s\n' "$code" | grep -E '^(core|table|rules|players|include)/')
inner_all="$inner $(tree '*.def' | grep -E '^(core|table|rules|players)/')"
words=$(tree '*.c' '*.h' '*.def' '*.md' '*.sh' '*.txt' '*.grog' '*.build' 'Makefile' 'run-all' 'run')

{
# ---- Lines. ----

long_lines() { # characters, not bytes
    LC_ALL=C.UTF-8 awk 'length($0) > 100 { print FILENAME ":" FNR ": " length($0) " columns" }' $code
}
long_lines | claim "no line of code is longer than 100 columns"
grep -n "$(printf '\t')" $code $(tree '*.def') /dev/null | cut -c1-80 | claim "no tabs in code"
grep -nE '[ 	]+$' $words /dev/null | cut -d: -f1,2 | claim "no blanks at the end of a line"
for file in $words; do
    [ -s "$file" ] && [ -n "$(tail -c 1 "$file")" ] && echo "$file"
done | claim "every file ends in a newline"

# Another version lays out some lines otherwise, so only the one that the set-up installs is asked.
layout() {
    if clang-format --version | grep -q 'version 14\.'; then
        clang-format --dry-run $code 2>&1 | grep warning | cut -d: -f1,2
    else
        echo "clang-format 14 is not here: tools/setup.sh test installs it"
    fi
}
layout | claim "code is laid out as .clang-format says"

# ---- The page. ----

script=$(tree '*.ts' '*.tsx' '*.mjs' | grep '^web/')
# A sentence of the catalogues stands in one line: its type knows its places.
lines=$(printf '%s\n' "$script" | grep -v '^web/src/words/')
LC_ALL=C.UTF-8 awk 'length($0) > 100 { print FILENAME ":" FNR ": " length($0) " columns" }' $lines /dev/null |
    claim "no line of the page's code is longer than 100 columns"
for file in $script; do
    head -n 1 "$file" | grep -qE "^// $(basename "$file") - |^/\*" || echo "$file"
done | claim "every file of the page opens with a comment that says its role"
# Comments and strings are taken out: they may speak of anything.
for file in $(printf '%s\n' $script | grep -E '\.tsx?$'); do
    sed -e 's,//.*,,' -e 's,"[^"]*","",g' -e 's,`[^`]*`,``,g' "$file" |
        grep -nE '(: *|<|as |\| *)any([^A-Za-z_]|$)|@ts-' | sed "s,^,$file:,"
done | claim "no any in the page, and nothing hidden from the compiler"

# ---- The licence. ----

for file in $code $script $(tree '*.def' '*.css' '*.py' '*.sh' 'meson.build' 'Makefile'); do
    head -n 60 "$file" | grep -q 'SPDX-License-Identifier: MIT' || echo "$file"
done | claim "every source file names its licence"

# ---- Size. ----

wc -l $code /dev/null | awk '$1 > 1000 && $2 != "total" { print $2 ": " $1 " lines" }' |
    claim "no file is longer than 1,000 lines"
# A function begins at a line that starts a definition and ends at a } in the first column.
awk '
    FNR == 1 { begun = 0 }
    /^{/ { begun = FNR - 1; head = before; next }
    /^[a-z_].*\) *\{$/ { begun = FNR; head = $0; next }
    /^}/ && begun { if (FNR - begun + 1 > 70 && head !~ /=/) print FILENAME ":" begun ": " FNR - begun + 1 " lines"; begun = 0 }
    { before = $0 }' $code /dev/null | claim "no function is longer than 70 lines"

# ---- Layers: includes point one way. ----

includes() { # includes FOLDER ALLOWED_PATTERN: other includes of the files there
    printf '%s\n' "$code" | grep -E "^$1" | while read -r file; do
        grep -nE '^ *# *include' "$file" | grep -vE "$2" | sed "s,^,$file:,"
    done
}
free='<(stdbool|stddef|stdint|stdalign|string|limits|stdarg)\.h>'
includes core/ "\"(core/|grognard\.h)|\"[a-z_]*\.def\"|$free" | claim "core/ includes only core/, the contract and free headers"
includes table/ "\"(core/|table/|grognard\.h)|$free" | claim "table/ includes only core/, itself, the contract and free headers"
includes include/ "\"(\.\./)*core/(roles|coats)\.def\"|\"grognard/[a-z]*\.h\"|$free" | claim "the contract includes only free headers"
includes players/ "\"(core/|players/|grognard\.h)|\"[a-z_]*\.def\"|$free" | claim "players/ includes only core/ and the contract"
includes wasm/ "\"(core/|players/|wasm/|grognard\.h)|$free" | claim "wasm/ includes only core/, players/, the contract and free headers"
includes 'server/' "\"(core/|players/|server/|grognard\.h)|<" | claim "server/ includes only core/, players/, the contract and itself"
includes 'lab/' "\"(core/|players/|cli/|lab/|grognard\.h)|<" | claim "lab/ includes only core/, players/, cli/, the contract and itself"
only() { # only FILE HEADER: of server/, no other file may know this library
    grep -nE "^ *# *include <$2" $(printf '%s\n' "$code" | grep '^server/') /dev/null | grep -v "^server/$1:"
}
{ only 'net_lws[a-z_]*\.[ch]' libwebsockets; only 'store_sqlite[a-z_]*\.[ch]' sqlite3; } | claim "server/ keeps each library behind its own wall"
for game in $(ls rules); do
    [ -d "rules/$game" ] || continue
    includes "rules/$game/" "\"(core/|table/|grognard\.h|$game\.h|rules/$game/)|\"[a-z_]*\.(def|h)\"|$free"
done | claim "a ruleset includes only core/, table/, the contract and its own folder"
# The law knows neither how a game is played nor how it is shown.
grep -nE "^ *# *include +\"rules/[a-z]+/(play|show)/" $(printf '%s\n' "$code" | grep -E '^rules/[a-z]+/law/') /dev/null |
    claim "the law of a game includes nothing of play/ and show/"
includes 'rules/[a-z]*\.c' "\"grognard\.h\"|\"rulesets\.def\"|$free" | claim "the list of rulesets includes only itself"

# The names of games, and what only one of them has, stay out of the room that all share.
grep -niE '(^|[^a-z])(lucky|staff|clausewitz|squares|commanders|drill)([^a-z]|$)|(^|[^a-z])(lg|st|cw)_[a-z]' \
    $(printf '%s\n' "$code" | grep '^table/') /dev/null | cut -c1-100 | claim "table/ knows no game"

# ---- What core/, table/, rules/ and players/ must not use. ----

# Comments and strings are taken out first: they may speak of anything.
bare() {
    for file in $inner_all; do
        sed -e 's,"\([^"\\]\|\\.\)*","",g' -e "s,'[^']*',0,g" "$file" |
            awk -v file="$file" '{
                line = $0; out = ""
                while (line != "") {
                    if (inside) {
                        at = index(line, "*/")
                        if (at == 0) { line = "" } else { line = substr(line, at + 2); inside = 0 }
                    } else {
                        at = index(line, "/*")
                        if (at == 0) { out = out line; line = "" }
                        else { out = out substr(line, 1, at - 1); line = substr(line, at + 2); inside = 1 }
                    }
                }
                print file ":" FNR ":" out
            }'
    done
}
bare >"$scratch.bare"
never() { # never NAME PATTERN
    grep -E ":.*(^|[^A-Za-z0-9_])($2)" "$scratch.bare" | cut -c1-100 | claim "$1"
}
never "no floating point in core/, table/, rules/, players/" '(float|double)([^A-Za-z0-9_]|$)'
never "no heap in core/, table/, rules/, players/" '(malloc|calloc|realloc|free|alloca) *\('
never "no output in core/, table/, rules/, players/" '(printf|fprintf|sprintf|snprintf|puts|putchar|fopen|fputs) *\('
never "no clock and no other chance in core/, table/, rules/, players/" '(time|clock|rand|srand|random|getenv|abort|exit) *\('
never "no compiler extensions in core/, table/, rules/, players/" '__attribute__|__builtin_|__int128|(typeof|asm)([^A-Za-z0-9_]|$)'
grep -E ':static [^(=]*(\[[^]]*\])?( *=|;)' "$scratch.bare" | grep -vE 'static (const|inline|_Noreturn|[a-z_]+_fn) |\* *const' |
    claim "no mutable globals in core/, table/, rules/, players/"

# ---- Callers. ----

python3 tools/callers.py . | claim "every exported function and member of the contract has a caller in the program"

# ---- Words. ----

for file in $code; do
    head -n 1 "$file" | grep -q '^/\*' || echo "$file"
done | claim "every file opens with a comment that says its role"
grep -nE "(^|[^A-Za-z])(TO""DO|FIX""ME|X""XX)([^A-Za-z]|$)" $words /dev/null | cut -c1-100 | claim "nothing is left for later"
grep -nE '(^|[^A-Za-z0-9_.])/(home|root|work|Users)/' $words /dev/null | cut -c1-100 | claim "no paths of one machine"

for table in rules/*/law/clauses.def; do
    game=$(echo "$table" | cut -d/ -f2)
    sed -nE 's/^CLAUSE\([^,]*, *"([^"]+)".*/\1/p' "$table" | sort >"$scratch.clauses"
    grep -oE '<a id="[^"]+"' "docs/rules/$game.md" | sed 's/.*"\(.*\)"/\1/' | sort -u >"$scratch.anchors"
    comm -23 "$scratch.clauses" "$scratch.anchors" | sed "s,^,docs/rules/$game.md has no anchor ,"
done | claim "every clause has its anchor in docs/rules"

# ---- Books: the contract and its guide, the build and its files. ----

members() { # members STRUCT
    sed -n "/struct $1 {/,/^}/{/^}/!{/struct $1 {/!p}}" include/grognard.h include/grognard/*.h | tr '\n' ' ' |
        sed -E 's,/\*([^*]|\*[^/])*\*/,,g' | tr ';' '\n' | grep '[a-z]' |
        sed -E 's/.*\(\*([a-z_]+)\).*/\1/; t; s/^ *(const )?[a-z0-9_]+( \*const)? *//; s/[*; ]//g' | tr ',' '\n'
}
members gg_ruleset >"$scratch.members"
sed -n '/^## The members/,$s/^### //p' docs/writing-a-ruleset.md >"$scratch.sections"
diff "$scratch.members" "$scratch.sections" | sed -n 's/^</no section for/p; s/^>/no member/p' |
    claim "docs/writing-a-ruleset.md has a section for each member of gg_ruleset, in order"
for part in hand army name danger clash judgement; do members "gg_${part}_rules"; done >"$scratch.members"
sed -n 's/^#### //p' docs/writing-a-ruleset.md >"$scratch.sections"
diff "$scratch.members" "$scratch.sections" | sed -n 's/^</no section for/p; s/^>/no member/p' |
    claim "and one for each member of its parts"
for file in $(printf '%s\n' "$code" | grep '\.c$') $(tree '*.txt' | grep '^rules/.*/tests/') $(tree '*.grog' | grep '^rules/'); do
    case $file in
    tests/* | fuzz/*) name=${file#*/} folder=${file%%/*}/meson.build ;;
    rules/*/*) name=${file#rules/*/} folder=rules/$(echo "$file" | cut -d/ -f2)/meson.build ;;
    *) name=$file folder=meson.build ;;
    esac
    grep -qF -- "'$name'" "$folder" || grep -qF -- "'$(basename "$name" .c)'" "$folder" || echo "$file is not named in $folder"
done | claim "every file is named in the build"

} | awk '
    /^ok - /     { sub(/^ok/, "ok " ++count) }
    /^not ok - / { sub(/^not ok/, "not ok " ++count); failed = 1 }
    { print }
    END { print "1.." count; exit failed }'
