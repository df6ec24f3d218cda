# sheet.awk - works the rolls of a log of `lucky` out again from the printed sheet (tests/sheet.sh).
# The first file is the sheet, the others are logs.  Prints what does not agree and how much was
# checked; exits 1 if anything does not, or if some kind of roll never came.

function trim(text) { sub(/^ +/, "", text); sub(/ +$/, "", text); return text }
function wrong(why) { if (bad++ < 20) printf "%s:%d: %s\n    %s\n", FILENAME, FNR, why, $0 }
function done(kind) { checked[kind]++ }

# ---- The sheet: columns are two blanks apart. ----
FNR == NR && /^[^ ]/ {
    section = $0
    if (match($0, /^Roll: [a-z]+/)) roll = substr($0, 7, RLENGTH - 6)
    next
}
FNR == NR && NF == 0 { next }
FNR == NR {
    cells = split(trim($0), cell, /  +/)
    clause = cell[cells]
    if (section ~ /^T1 /) quality_name[cell[2]] = cell[1]
    else if (section ~ /^T2 / && cell[1] == "d6") { for (i = 2; i < cells; i++) column[i] = cell[i] }
    else if (section ~ /^T2 /) { for (i = 2; i < cells; i++) corps[cell[1], column[i]] = cell[i] }
    else if (section ~ /^Roll: / && cell[1] ~ /^[-+][0-9]/) {
        amount[roll, clause] = cell[1]
        words[roll, clause] = cell[2]
    }
    else if (section == "Results" && cell[1] ~ /^([0-9]+|less)$/) {
        bands[roll]++
        least[roll, bands[roll]] = cell[1] == "less" ? -99 : cell[1]
        band[roll, bands[roll]] = cell[2]
        band_clause[roll, bands[roll]] = clause
    }
    else if (section ~ /^T14 Risk/) danger[clause] = cell[2] + 0
    else if (section == "T14 Effect" && cell[1] != "Die") { # 1 or less, to 2, ..., more
        match(cell[1], /[0-9]+/)
        befalls[++effects] = cell[1] == "more" ? 99 : substr(cell[1], RSTART, RLENGTH) + 0
        effect[effects] = clause
    }
    next
}

# ---- The log: what the last roll demands of the lines that follow. ----
function settle() {
    if (demand == "") return
    if (!met) wrong("the roll before asked for: " demand)
    demand = ""
}
function ask(what) { demand = what; met = 0 }

# One modifier as the sheet prints it: +1, -1 each, "-1, French 0".
function may_be(printed, given) {
    if (printed ~ / each$/) { sub(/ each$/, "", printed); return given % printed == 0 && given / printed > 0 }
    if (printed ~ /, /) { split(printed, either, /, [A-Za-z]+ /); return given == either[1] || given == either[2] }
    return given + 0 == printed + 0
}

# Die and modifiers; sets die, total and result.
function work_out(kind, text,    sum, one, number, label, cited) {
    die = text + 0
    sub(/^[0-9]+/, "", text)
    sum = die
    while (match(text, /^ [-+][0-9]+ [^=]*\(LG-[0-9]+\.[0-9]+\)/)) {
        match(text, /\(LG-[0-9]+\.[0-9]+\)/) # the first that closes a modifier
        while (substr(text, RSTART + RLENGTH, 2) !~ /^ [-+=]/) {
            one = RSTART + RLENGTH
            if (!match(substr(text, one), /\(LG-[0-9]+\.[0-9]+\)/)) return wrong("cannot be read")
            RSTART += one - 1
        }
        cited = substr(text, RSTART + 1, RLENGTH - 2)
        label = substr(text, 2, RSTART - 3)
        text = substr(text, RSTART + RLENGTH)
        number = label + 0
        sub(/^[-+][0-9]+ /, "", label)
        sum += number
        if (words[kind, cited] != label) wrong("the sheet has for " kind " " cited ": " words[kind, cited])
        else if (!may_be(amount[kind, cited], number)) wrong("the sheet has " amount[kind, cited])
        else done("modifier")
    }
    if (!match(text, /^ = -?[0-9]+/)) return wrong("no total")
    total = substr(text, 4, RLENGTH - 3) + 0
    result = substr(text, RLENGTH + 1)
    if (die < 1 || die > 6 || total != sum) wrong("that makes " sum)
    sub(/ \(LG-[^()]*\)$/, "", result)
    sub(/^: /, "", result)
    done(kind)
}

# The row of the results for this total.
function row_of(kind, value,    i) {
    for (i = 1; i <= bands[kind]; i++) if (value >= least[kind, i]) return i
    return 0
}

/^[0-9]+\. / { settle(); next }
/^  (fire|target|combat|reaction|square|evade) [a-z0-9>]+: [0-9]/ {
    kind = $1
    names = $2
    sub(/:$/, "", names)
    text = $0
    sub(/^  [a-z]+ [^:]*: /, "", text)
    if (kind != "target" && !(kind == "combat" && first_of_two)) settle()
    work_out(kind, text)
    if (bands[kind]) {
        row = row_of(kind, total)
        if (result != band[kind, row]) wrong("the sheet says: " band[kind, row])
        done("result")
    }
    if (kind == "fire") { fired = total; fired_die = die }
    if (kind == "target") {
        difference = fired - total
        ask(difference <= 0 ? "no effect" : difference == 1 ? "LG-5.30" : "LG-5.31")
    }
    if (kind == "combat") {
        split(names, pair, ">")
        if (!first_of_two) { attack = total; attacker = pair[1]; first_of_two = 1; next }
        first_of_two = 0
        difference = attack - total
        if (difference == 0) ask("a draw")
        else ask((difference > 0 ? pair[1] : attacker) (" by " (difference < 0 ? -difference : difference)))
        if (difference < 0) difference = -difference
    }
    next
}
/ has no effect \(LG-5\.29\)$/ { met = demand == "no effect"; if (!met) wrong("not by " difference); done("fire outcome"); settle() }
/^  [a-z0-9]+'s fire hits / { if (demand !~ /^LG-5/) wrong("it should not"); next }
demand ~ /^LG-5\.3/ && / is shaken and has [0-9]/ { met = index($0, demand) > 0; if (demand == "LG-5.30") { done("fire outcome"); settle() } next }
demand ~ /^LG-5\.3/ && / already has [0-9]+ marker/ { met = 1; if (demand == "LG-5.30") { done("fire outcome"); settle() } next }
demand == "LG-5.31" && / loses [0-9]+ strength/ { met = met && / loses 1 strength/; done("fire outcome"); settle(); next }
/ rolls a 6 and runs short / { if (fired_die != 6) wrong("the die was " fired_die); done("six") }
/ draw the combat / { met = demand == "a draw"; done("combat outcome"); settle() }
/ is (beaten|routed) by / {
    match($0, / by [0-9]+/)
    by = substr($0, RSTART + 4, RLENGTH - 4) + 0
    met = demand == $1 " by " by
    if (/routed/ && by < 4) wrong("a rout takes 4")
    if (/LG-7\.6/ && by > 3) wrong("only artillery is beaten so and does not rout")
    done("combat outcome")
    settle()
}
/^  [a-z0-9]+ has quality [0-9]+ and adds a die: [0-9]/ {
    quality = $4 + 0
    match($0, /a die: [0-9]+/)
    if (!(quality in quality_name)) wrong("no such quality")
    owed = $1 " " quality + substr($0, RSTART + 7, RLENGTH - 7)
    owes = "orders"
}
/ has quality [0-9]+ and adds a die: half / {
    quality = $4 + 0
    match($0, /one of the [0-9]+/)
    given = substr($0, RSTART + 11, RLENGTH - 11)
    match($0, /received: [0-9]+/)
    die = substr($0, RSTART + 10, RLENGTH - 10)
    owed = $1 " " corps[die, quality_name[quality]] + given - 1
    owes = "corps"
}
/^  [a-z0-9]+ has [0-9]+ orders? \(/ {
    if (owed != $1 " " $3) wrong("die and sheet give " owed)
    done(owes)
}
/ needs more than [0-9] and is / {
    match($0, /than [0-9]/)
    limit = substr($0, RSTART + 5, 1)
    match($0, /: [0-9] \(/)
    die = substr($0, RSTART + 2, 1)
    cited = $NF
    gsub(/[()]/, "", cited)
    if (danger[cited] != limit) wrong("the sheet has " danger[cited])
    if ((die <= limit) != ($0 ~ / is in danger: /)) wrong("the die says otherwise")
    done("risk")
}
/^  the fate of / {
    match($0, /: [0-9] \(/)
    die = substr($0, RSTART + 2, 1) + 0
    for (row = 1; befalls[row] < die; row++) {}
    ask("(" effect[row] ")")
    next
}
demand ~ /^\(LG-9/ { met = index($0, demand) > 0; done("effect"); settle() }

END {
    settle()
    count = split("fire target combat reaction square evade modifier result six orders corps risk effect", kinds, " ")
    for (i = 1; i <= count; i++) {
        printf "%s %d%s", kinds[i], checked[kinds[i]], i < count ? ", " : "\n"
        if (!checked[kinds[i]]) bad++
    }
    printf "fire outcome %d, combat outcome %d\n", checked["fire outcome"], checked["combat outcome"]
    if (bad) printf "%d do not agree\n", bad
    exit bad > 0
}
