# sheet-staff.awk - works the rolls of a log of `staff` out again from the printed sheet
# (tests/sheet-staff.sh).  The first file is the sheet, the others are logs.  Prints what does not
# agree and how much was checked; exits 1 if anything does not, or if some kind of roll never came.

function trim(text) { sub(/^ +/, "", text); sub(/ +$/, "", text); return text }
function wrong(why) { if (bad++ < 20) printf "%s:%d: %s\n    %s\n", FILENAME, FNR, why, $0 }
function done(kind) { checked[kind]++ }

# ---- The sheet: columns are two blanks apart. ----
FNR == NR && /^[^ ]/ {
    section = $0
    if (match($0, /^Roll: [a-z ]+ \(/)) roll = substr($0, 7, RLENGTH - 8)
    next
}
FNR == NR && NF == 0 { next }
FNR == NR {
    cells = split(trim($0), cell, /  +/)
    clause = cell[cells]
    if (section ~ /^T1 / && cell[2] ~ /^a blunder/) blunder = cell[1]
    else if (section ~ /^T1 / && cell[2] == "2 moves") two = cell[1] + 0
    else if (section ~ /^T1 / && cell[2] == "3 moves") three = cell[1] + 0
    else if (section ~ /^Roll: / && cell[1] ~ /^[-+][0-9]/) {
        amount[roll, clause, cell[2]] = cell[1]
    }
    else if (section ~ /^Roll: / && /^ *Each die that comes to [0-9] hits/) needs[roll] = $6
    else if (section == "Results" && cell[1] ~ /^([0-9]+|less)$/) {
        bands++
        least[bands] = cell[1] == "less" ? -99 : cell[1]
        band[bands] = cell[2]
    }
    else if (section ~ /^T17 / && cells == 8 && cell[1] != "Total") {
        rows++
        for (i = 2; i < 8; i++) outcomes[rows] = outcomes[rows] " " cell[i]
    }
    else if (section ~ /^T10 / && cell[4] + 0) saves[cell[4] + 0] = 1
    next
}

# The modifiers at the start of this text, as the sheet has them; sets sum, and rest to what follows.
function add_up(kind, text,    number, label, cited, printed, at) {
    sum = 0
    while (match(text, /^ ?[-+][0-9]+ /)) {
        number = substr(text, 1, RLENGTH) + 0
        text = substr(text, RLENGTH + 1)
        if (!match(text, / \(ST-[RT][0-9.]+\)/)) { wrong("a modifier without its clause"); break }
        label = substr(text, 1, RSTART - 1)
        cited = substr(text, RSTART + 2, RLENGTH - 3)
        text = substr(text, RSTART + RLENGTH)
        sum += number
        printed = amount[kind, cited, label]
        if (printed == "") wrong("the sheet has no such row of " kind ": " label " (" cited ")")
        else if (printed ~ /each/ ? number % (printed + 0) != 0 || number / printed < 1 : number != printed + 0)
            wrong("the sheet has " printed)
        else done("modifier")
    }
    rest = text
}

/^[0-9]+\. / { shots = ""; split("", owed); split("", failed) }
/^[0-9]+\. (blue|red) (order|followme|rally) / { deed = $3 }

/^  [a-z0-9]+ orders [a-z0-9]+: [0-9] [0-9]/ {
    text = $0
    sub(/^  [^:]*: /, "", text)
    dice = substr(text, 1, 1) + substr(text, 3, 1)
    match(text, / = [0-9]+ against rating [0-9]+/)
    total = substr(text, RSTART + 3) + 0
    printed = substr(text, RSTART, RLENGTH)
    sub(/.* rating /, "", printed)
    printed += 0
    if (total != dice) wrong("the dice are " dice)
    if (printed < 5 || printed > 10) wrong("that is no rating")
    add_up("order", substr(text, RSTART + RLENGTH))
    match(rest, /^ = -?[0-9]+/)
    modified = RLENGTH > 0 ? substr(rest, 4, RLENGTH - 3) + 0 : printed + 0
    if (modified != printed + sum) wrong("that makes " printed + sum)
    given = / blunders?\./ ? "blunder" : / fails?\./ ? "fails" : / may make [0-9] moves?\./ ? "moves" : "works"
    if (total == blunder) wanted = "blunder"
    else {
        wanted = total > modified ? "fails" : deed == "rally" ? "works" : "moves"
    }
    if (given != wanted) wrong("the sheet says: " wanted)
    if (given == "moves") {
        match(rest, /make [0-9] moves?\./)
        moves = substr(rest, RSTART + 5, 1)
        under = modified - total
        worth = deed == "followme" ? 3 : under >= three ? 3 : under >= two ? 2 : 1
        if (moves != worth) wrong("the sheet gives " worth)
    }
    done("order")
    next
}

/^  [a-z0-9]+ (shoots at [a-z0-9]+|fights [a-z0-9]+|saves): [0-9]+ (dice|die) at / {
    kind = $2 == "shoots" ? "shooting" : $2 == "fights" ? "combat" : "saves"
    whom = kind == "saves" ? $1 : kind == "shooting" ? $4 : $3
    sub(/:$/, "", whom)
    text = $0
    sub(/^  [^:]*: /, "", text)
    count = text + 0
    match(text, / at [0-9]\+/)
    least_face = substr(text, RSTART + 4, 1)
    text = substr(text, RSTART + RLENGTH)
    sub(/^,/, "", text)
    add_up(kind, text)
    if (kind == "saves" ? !(least_face in saves) : least_face != needs[kind]) wrong("nothing on the sheet has " least_face "+")
    sub(/^: /, "", rest)
    good = 0
    for (i = 1; rest ~ /^[1-6]( |$)/; i++) {
        face = substr(rest, 1, 1)
        rest = substr(rest, 3)
        if (face != 1 && (face + sum >= least_face || (face == 6 && kind != "saves"))) good++
    }
    if (i - 1 != count) wrong("there are " i - 1 " dice")
    if (rest !~ "^= " good " ") wrong("that makes " good)
    done(kind)
    if (kind == "saves") {
        rolled[whom] += count
        owed[whom] -= count
        failed[whom] += count - good
    } else owed[whom] += good
    next
}
/^  [a-z0-9]+ fails [0-9]+ saves? and now has / {
    if ($3 != failed[$1]) wrong("it failed " failed[$1])
    if (owed[$1] != 0) wrong("its saves and the hits on it differ by " owed[$1])
    done("casualties")
}

/^  [a-z0-9]+ takes a break test: [0-9] [0-9]/ {
    text = $0
    sub(/^  [^:]*: /, "", text)
    dice = substr(text, 1, 1) + substr(text, 3, 1)
    add_up("break test", substr(text, 4))
    match(rest, /^ = -?[0-9]+/)
    total = substr(rest, 4, RLENGTH - 3) + 0
    if (total != dice + sum) wrong("that makes " dice + sum)
    for (row = 1; row <= bands && total < least[row]; row++) ;
    if (rest !~ ": " band[row] ";") wrong("the sheet says " band[row])
    match(rest, / (holds|retires|breaks)\./)
    if (index(outcomes[row], substr(rest, RSTART, RLENGTH - 1)) == 0) wrong("the sheet has" outcomes[row])
    done("break test")
    next
}

/^  combat result [a-z0-9]+:/ {
    side = substr($3, 1, 1)
    text = $0
    sub(/^  combat result [^:]*:/, "", text)
    add_up("combat result", text)
    if (rest !~ "^ = " sum " ") wrong("that makes " sum)
    result[side] = sum
    done("combat result")
}
/ wins the round by [0-9]+ to [0-9]+/ {
    winner = /Blue wins/ ? "a" : "b"
    loser = winner == "a" ? "b" : "a"
    if (result[winner] <= result[loser]) wrong("the results are " result["a"] " and " result["b"])
    if ($0 !~ " by " result[winner] " to " result[loser] "\\.") wrong("the results are others")
    done("round won")
}

END {
    kinds_count = split("order shooting saves combat modifier casualties,break test,combat result,round won", groups, ",")
    first = split(groups[1], kinds, " ")
    for (i = 2; i <= kinds_count; i++) kinds[++first] = groups[i]
    for (i = 1; i <= first; i++) {
        printf "%s %d%s", kinds[i], checked[kinds[i]], i < first ? ", " : "\n"
        if (!checked[kinds[i]]) bad++
    }
    if (bad) printf "%d do not agree\n", bad
    exit bad > 0
}
