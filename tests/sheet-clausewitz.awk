# sheet-clausewitz.awk - works the rolls of a log of `clausewitz` out again from the printed sheet
# (tests/sheet-clausewitz.sh).  The first file is the sheet, the others are logs.  Prints what does not
# agree and how much was checked; exits 1 if anything does not, or if some kind of roll never came.

function trim(text) { sub(/^ +/, "", text); sub(/ +$/, "", text); return text }
function wrong(why) { if (bad++ < 20) printf "%s:%d: %s\n    %s\n", FILENAME, FNR, why, $0 }
function done(kind) { checked[kind]++ }

# ---- The sheet: columns are two blanks apart. ----
FNR == NR && /^[^ ]/ {
    section = $0
    if (match($0, /^Roll: [a-z]+ \(/)) roll = substr($0, 7, RLENGTH - 8)
    next
}
FNR == NR && NF == 0 { next }
FNR == NR {
    cells = split(trim($0), cell, /  +/)
    clause = cell[cells]
    if (section ~ /^Roll: / && cell[1] ~ /^[-+][0-9]/) amount[roll, clause, cell[2]] = cell[1]
    else if (section == "Results" && cell[1] ~ /^(-?[0-9]+|less)$/) {
        bands[roll]++
        least[roll, bands[roll]] = cell[1] == "less" ? -99 : cell[1]
        band[roll, bands[roll]] = cell[2]
    }
    else if (section ~ /^T4 / && cells == 9 && cell[1] != "Code") {
        need["steady", cell[5]] = need["melee", cell[7]] = need["melee", cell[8]] = 1
    }
    else if (/ Fire! die needs at effective range/) need["fire", cell[2]] = 1
    else if (section == "Options" && cell[1] == "long_fire") need["fire", cell[2]] = 1
    else if (/ saving throw in a village/) need["save", cell[2]] = 1
    else if (section == "Options" && cell[1] == "woods_save") need["save", cell[2]] = 1
    else if (/ a damage die of this or more removes/) need["damage", cell[2]] = 1
    else if (/ whose command roll succeeds/) all = cell[2]
    next
}

# The modifiers at the start of this text, as the sheet has them; sets sum, and rest to what follows.
function add_up(kind, text,    number, label, cited, printed) {
    sum = 0
    while (match(text, /^ ?[-+][0-9]+ /)) {
        number = substr(text, 1, RLENGTH) + 0
        text = substr(text, RLENGTH + 1)
        if (!match(text, / \(CW-[RT]?[0-9.]+\)/)) { wrong("a modifier without its clause"); break }
        label = substr(text, 1, RSTART - 1)
        cited = substr(text, RSTART + 2, RLENGTH - 3)
        text = substr(text, RSTART + RLENGTH)
        sum += number
        printed = amount[kind, cited, label]
        if (printed == "") wrong("the sheet has no such row of " kind ": " label " (" cited ")")
        else if (printed ~ /each/ ? number / printed < 1 : number != printed + 0)
            wrong("the sheet has " printed)
        else done("modifier")
    }
    rest = text
}

/^[0-9]+\. / { split("", steady); split("", hits); split("", suffered); fired = "" }

# Two dice, added up: what they come to, and what the sheet says of it.
/^  (command|morale|risk) [A-Z0-9>]+: [0-9] [0-9]/ {
    kind = $1
    text = $0
    sub(/^  [a-z]+ [^:]*: /, "", text)
    first = substr(text, 1, 1)
    second = substr(text, 3, 1)
    add_up(kind, substr(text, 4))
    match(rest, /^ = -?[0-9]+/)
    total = substr(rest, 4, RLENGTH - 3) + 0
    if (total != first + second + sum) wrong("that makes " first + second + sum)
    for (row = 1; row < bands[kind] && total < least[kind, row]; row++) ;
    if (index(rest, ": " band[kind, row] " (") == 0) wrong("the sheet says " band[kind, row])
    worth = all + (total < 0 ? total : 0)
    if (worth < 0) worth = 0
    done(kind)
    next
}
# Distance takes actions away, which a log does not tell; nothing adds any.
/^  [A-Z0-9]+ gets [0-9] actions?/ {
    if ($3 > worth) wrong("the roll gives " worth)
    done("actions")
}
/^  [A-Z0-9]+ gets all its actions/ { if (first + second != 12) wrong("it takes two sixes") }

# Dice that each succeed or not.
/^  (steady|fire|save|damage|melee) [A-Z0-9>]+: [0-9]+ (die|dice) at / {
    kind = $1
    names = $2
    sub(/:$/, "", names)
    whom = names
    sub(/.*>/, "", whom)
    text = $0
    sub(/^  [a-z]+ [^:]*: /, "", text)
    count = text + 0
    match(text, / at [0-9]\+/)
    least_face = substr(text, RSTART + 4, 1)
    text = substr(text, RSTART + RLENGTH)
    sub(/^,/, "", text)
    add_up(kind, text)
    if (!((kind, least_face) in need)) wrong("nothing on the sheet has " least_face "+")
    sub(/^: /, "", rest)
    good = 0
    for (i = 0; rest ~ /^[1-6] /; i++) {
        face = substr(rest, 1, 1)
        rest = substr(rest, 3)
        if (face + sum >= least_face && (kind != "melee" || face != 1)) good++
    }
    if (i != count) wrong("there are " i " dice")
    if (rest !~ "^= " good " ") wrong("that makes " good)
    if (kind == "steady") {
        if (fired == names) steady[names] = 0 # the next unit of the Brigade
        fired = ""
        steady[names] += good
    }
    else if (kind == "fire") {
        if (fired != names && count > steady[names]) wrong("there were " steady[names] " shots")
        if (fired == names && count > steady[names] - landed) wrong("too many dice again")
        landed = fired == names ? landed + good : good
        fired = names
        hits[whom] += good
    }
    else if (kind == "save") { hits[names] -= good }
    else if (kind == "damage") {
        if (count > suffered[names]) wrong("it suffered " suffered[names] " hits")
        suffered[names] -= count
    }
    done(kind)
    next
}

/^  a D3 adds [0-9] hits? to [A-Z0-9]+: / {
    face = $0
    sub(/.* to [A-Z0-9]+: /, "", face)
    if ($4 != int((substr(face, 1, 1) + 1) / 2)) wrong("that is half of the die, rounded up")
    done("by the die")
}
/^  [A-Z0-9]+ takes [0-9]+ hits?/ { suffered[$1] += $3; done("hits") }

END {
    count = split("command morale steady fire damage melee modifier actions hits,by the die", parts, ",")
    last = split(parts[1], kinds, " ")
    kinds[++last] = parts[2]
    for (i = 1; i <= last; i++) {
        printf "%s %d%s", kinds[i], checked[kinds[i]], i < last ? ", " : "\n"
        if (!checked[kinds[i]]) bad++
    }
    if (bad) printf "%d do not agree\n", bad
    exit bad > 0
}
