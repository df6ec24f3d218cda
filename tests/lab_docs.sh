#!/bin/sh
# SPDX-License-Identifier: MIT
# The questions of docs/lab/questions.md, as they are pasted.   tests/lab_docs.sh GROGNARD   (TAP)
case $1 in
/*) grognard=$1 ;;
*) grognard=$PWD/$1 ;;
esac
here=$(cd "$(dirname "$0")" && pwd)
. "$(dirname "$0")/report.sh"
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work" || exit 2
mkdir bin
ln -s "$grognard" bin/grognard
PATH=$work/bin:$PATH

# Each block becomes a file: 1.sh, 2.sh ... 5.python ...
awk '/^```(sh|python)$/ { n++; name = n "." substr($0, 4); next }
     /^```$/            { name = ""; next }
     name != ""         { print > name }' "$here/../docs/lab/questions.md"
for number in 1 2 3 4 5 6 7; do
    if [ -f $number.sh ]; then
        sh ./$number.sh >said 2>&1
    else
        python3 ./$number.python >said 2>&1
    fi
    report $? "question $number can be asked" "$(head -n 20 said)"
    cp said answer.$number
    test -s said
    report $? "   and has an answer" "$(head -n 20 said)"
done
test "$(find . -name '[0-9].sh' | wc -l)" -eq 4 -a "$(find . -name '[0-9].python' | wc -l)" -eq 3
report $? "there are three in SQL and three in Python" "$(head -n 20 said)"

# Two ways to one answer: the wins of blue.
sqlite3 redoubt/games.sqlite "SELECT count(*) FROM game WHERE winner = 'blue'" >sql
awk '$1 == "blue" { print $2 }' answer.5 >python
cat sql python >said
cmp -s sql python
report $? "SQL and Python count the same wins" "$(head -n 20 said)"
test "$(cut -d, -f5 redoubt/games.csv | grep -c '^blue$')" = "$(cat sql)"
report $? "and so does a look at the CSV file" "$(head -n 20 said)"
awk 'NR > 2 { games += $3 } END { exit games != 60 }' answer.2
report $? "every game is in the first answer" "$(head -n 20 said)"
end_report
