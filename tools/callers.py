#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lists exported functions, and members of the contract, that only tests or benchmarks use.

    tools/callers.py [ROOT]

A function is exported if a header declares it.  It is used if the program names it anywhere besides
its declaration and its definition.  Names that macros paste together count too: where a folder has
`lg_##n`, every word n in that folder, or in TYPED(n) of core/, stands for lg_n.
"""
import collections
import os
import re
import sys

ROOT = sys.argv[1] if len(sys.argv) > 1 else "."
ROOMS = ("include", "core", "table", "rules", "players", "server", "cli", "lab", "wasm")
IDLE = re.compile(r"^(cli/bench\.c|rules/[a-z]+/tests/)")  # these only measure or test
ALLOWED = {
    "log_quiet": "fuzzing would drown in the log",
    "gt_no_marker": "for a game that has only bodies (docs/writing-a-ruleset.md)",
}
WORD = re.compile(r"[A-Za-z_]\w*")
HEAD = r"^(?!static|typedef)[A-Za-z_][\w \*]*?\b([a-z_]\w*)\("


def bare(text):
    """Returns the text without comments and strings."""
    text = re.sub(r"/\*.*?\*/", lambda m: "\n" * m.group(0).count("\n"), text, flags=re.S)
    return re.sub(r'"(?:\\.|[^"\\\n])*"', '""', text)


def read_rooms():
    files = {}
    for room in ROOMS:
        for folder, _, names in os.walk(os.path.join(ROOT, room)):
            for name in names:
                path = os.path.relpath(os.path.join(folder, name), ROOT)
                if path.endswith((".c", ".h", ".def")) and not IDLE.match(path):
                    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
                        files[path] = bare(file.read())
    return files


def heads(files, ending):
    """Maps each function that these files declare or define to its file."""
    found = {}
    for path, text in files.items():
        if path.endswith(ending):
            for match in re.finditer(HEAD, text, re.M):
                found.setdefault(match.group(1), path)
    return found


def used(files):
    """Counts each word of the program, pasted words included."""
    count = collections.Counter()
    prefixes = collections.defaultdict(set)
    typed = set()
    for path, text in files.items():
        count.update(WORD.findall(text))
        prefixes[os.path.dirname(path)].update(re.findall(r"\b([a-z]+_)##", text))
        typed.update(re.findall(r"TYPED\((\w+)\)", text))
    for path, text in files.items():
        for prefix in prefixes[os.path.dirname(path)]:
            for word in set(WORD.findall(text)):
                count[prefix + word] += 1
    for group in prefixes.values():
        for prefix in group:
            for word in typed:
                count[prefix + word] += 1
    return count


def members(files):
    """Yields the functions of the contract: pointers in the structs of include/."""
    for path, text in files.items():
        if path.startswith("include/"):
            for name in re.findall(r"\(\*(\w+)\)\(", text):
                yield name, path


def main():
    files = read_rooms()
    count, bodies = used(files), heads(files, ".c")
    for name, path in sorted(heads(files, ".h").items()):
        if count[name] <= 1 + (name in bodies) and name not in ALLOWED:
            print(f"{path}: only tests or benchmarks call {name}()")
    calls = collections.Counter()
    for text in files.values():
        calls.update(re.findall(r"(?:->|\.)(\w+)\b(?!\s*=[^=])", text))
    for name, path in sorted(members(files)):
        if calls[name] == 0:
            print(f"{path}: only tests or benchmarks call the member {name}")


if __name__ == "__main__":
    main()
