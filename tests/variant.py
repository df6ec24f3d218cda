#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The games as a later release may have them, for tests of what must outlive it.

    variant.py --list ROOT           the sources of the games, one a line
    variant.py ROOT OUT FILE ...     copies ROOT/rules into OUT, changed, and writes a FILE for each
                                     source, in that order, which includes it

Five games get one more option, number, member in the middle of the state and line of a position; drill
gets a corrected rule and another version."""
import pathlib
import re
import sys

MEMBER = "    uint8_t variant_of_a_test[16];\n"
FIELDS = '''static const gg_field variant_fields[] = {
    GG_NUMBER_FIELD("variant", "", "expected a number", 0, 9,
                    GG_AT(gg_state, variant_of_a_test[0]), .flags = GG_FIELD_OPTIONAL),
};
'''
LINE = '    {.word = "variant", .fields = variant_fields, .field_count = 1},\n'
GAMES = {  # the clause of each that cites nothing, and how many rows keep its state without padding
    "squares": ("SQ_NONE", 1),
    "commanders": ("CMD_NONE", 1),
    "staff": ("ST_NONE", 4),
    "lucky": ("LG_NONE", 1),
    "clausewitz": ("CW_NONE", 1),
}


def change(file, pattern, replacement):
    text = file.read_text()
    changed, count = re.subn(pattern, replacement, text, count=1, flags=re.M | re.S)
    if count != 1:
        sys.exit(f"variant.py: {file} has no {pattern}")
    file.write_text(changed)


def holding(folder, pattern):
    for file in sorted(folder.rglob("*.[ch]")):
        if re.search(pattern, file.read_text(), re.M):
            return file
    sys.exit(f"variant.py: {folder} has no {pattern}")


def add_rows(folder, none, rows):
    law = folder / "law"
    for row in range(rows):
        name = "variant" + "_too" * row
        change(law / "options.def", r"^OPTION\(",
               f'OPTION({name}, 0, 0, 9, 1, {none}, "an option of a test")\nOPTION(')
        change(law / "numbers.def", r"^(NUMBER|LENGTH|CALLED)\(",
               rf'NUMBER({name}, 1, 0, 9, "", {none}, "a number of a test")\n\1(')
    change(holding(folder, r"^struct gg_state \{"), r"^(struct gg_state \{\n.*?;.*?\n)", r"\1" + MEMBER)
    change(holding(folder, r"^const gg_line_def \w+_lines\[\] = \{"),
           r"^(const gg_line_def \w+_lines\[\] = \{\n)", FIELDS + r"\1" + LINE)
    lines = rf"\b((?:POSITION|{folder.name.upper()})_LINES = )(\d+)"
    change(holding(folder, lines), lines, lambda found: found[1] + str(int(found[2]) + 1))


def correct(folder):
    change(folder / "law/numbers.def", r"NUMBER\(march,(\s+)60", r"NUMBER(march,\g<1>40")
    (folder / "law/corrections.def").write_text(
        'CORRECTION(march, 2, DR_8, "A company marches 4 inches, and no longer 6.")\n')
    change(folder / "drill.c", r"\.version = 1,", ".version = 2, .position_version = 1,")


def sources(root):
    return sorted((root / "rules").rglob("*.c"))


def main():
    if sys.argv[1] == "--list":
        for file in sources(pathlib.Path(sys.argv[2])):
            print("__".join(file.relative_to(sys.argv[2]).parts))
        return
    root, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    for file in (root / "rules").rglob("*"):
        if file.suffix in (".c", ".h", ".def"):
            to = out / file.relative_to(root)
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_bytes(file.read_bytes())
    for game, row in GAMES.items():
        add_rows(out / "rules" / game, *row)
    correct(out / "rules/drill")
    for file in sys.argv[3:]:
        path = pathlib.Path(file)
        path.write_text('#include "' + path.name.replace("__", "/") + '"\n')


main()
