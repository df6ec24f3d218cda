#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the manual pages and the completions of three shells from the program's own help.

    tools/manuals.py PROGRAM FOLDER [VERSION]

`PROGRAM ... --help --json` prints the rows that --help prints, so a command or a flag is described
once.  Under FOLDER come man1/*.1, bash/grognard, zsh/_grognard and fish/grognard.fish.
"""

import json
import os
import subprocess
import sys


def ask(program, *words):
    text = subprocess.run([program, *words, "--help", "--json"], check=True, capture_output=True)
    return json.loads(text.stdout)


class Command:
    """One command: its name as typed, and its rows."""

    def __init__(self, program, words, text, has_list):
        self.words = words
        self.text = text
        rows = ask(program, *words[1:])
        self.commands = rows["commands"] if has_list else []
        self.rows = rows

    @property
    def page(self):
        return "-".join(self.words)


def read_commands(program):
    found = [Command(program, ["grognard"], "", True)]
    found[0].text = found[0].rows["text"]
    for row in found[0].commands:
        words = ["grognard", row["name"]]
        found.append(Command(program, words, row["text"], row["name"] == "lab"))
        for sub in found[-1].commands:
            found.append(Command(program, words + [sub["name"]], sub["text"], False))
    return found


# ---- Manual pages. ----


def escape(text):
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(ga")
    return "\\&" + text if text[:1] in (".", "'") else text


def calls_of(command):
    if command.commands:
        return [f"{' '.join(command.words)} COMMAND ..."]
    lines = command.rows["usage"].split("\n")
    return [line if line.strip().startswith("grognard") else f"grognard {line.strip()}"
            for line in lines]


def parents_and_children(command, commands):
    near = [other for other in commands if other is not command
            and (other.words == command.words[:-1] or other.words[:-1] == command.words)]
    return [f".BR {escape(other.page)} (1)" for other in near]


def write_page(command, commands, version):
    name = command.page
    text = command.rows["text"] if not command.commands else command.text
    lines = [f'.TH {name.upper().replace("-", chr(92) + "-")} 1 "" "grognard {version}" "grognard"',
             ".SH NAME", f"{escape(name)} \\- {escape(command.text.rstrip('.'))}", ".SH SYNOPSIS"]
    for at, call in enumerate(calls_of(command)):
        lines += [".br"] * (at > 0) + [escape(call)]
    lines += [".SH DESCRIPTION"]
    for part in text.split("\n"):
        lines += [escape(part)] if part else [".PP"]
    for row in command.commands:
        lines += [".TP", f".B {escape(row['name'])}", escape(row["text"])]
    flags = command.rows.get("flags", [])
    if flags:
        lines.append(".SH OPTIONS")
    for flag in flags:
        value = f" \\fI{escape(flag['value'])}\\fR" if "value" in flag else ""
        lines += [".TP", f"\\fB{escape(flag['name'])}\\fR{value}", escape(flag["text"])]
    lines += [".SH EXIT STATUS", ".TP", ".B 0", "Yes: it was done.", ".TP", ".B 1",
              "No: an action was refused, or a record does not hold.", ".TP", ".B 2",
              "The call cannot be understood, or its input cannot be read."]
    if "example" in command.rows:
        lines += [".SH EXAMPLE", ".EX", escape(command.rows["example"]), ".EE"]
    near = parents_and_children(command, commands)
    if near:
        lines += [".SH SEE ALSO"]
        lines += [one + "," for one in near[:-1]] + near[-1:]
    return "\n".join(lines) + "\n"


# ---- Completions. ----


def bash(commands):
    cases = []
    for command in reversed(commands):  # the longest name first
        words = [row["name"] for row in command.commands]
        words += [flag["name"] for flag in command.rows.get("flags", [])] + ["--help"]
        name = '"' + " ".join(command.words)
        cases.append(f'    {name}"|{name} "*) words="{" ".join(words)}" ;;')
    return "\n".join([
        "# Completes commands, flags and files of grognard in bash.",
        "_grognard() {",
        "  local typed=grognard words word at",
        "  COMPREPLY=()",
        "  for ((at = 1; at < COMP_CWORD && at < 3; at++)); do",
        "    word=${COMP_WORDS[at]}",
        "    case $word in -*) break ;; *) typed+=\" $word\" ;; esac",
        "  done",
        "  case \"$typed\" in", *cases, "  esac",
        "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"${COMP_WORDS[COMP_CWORD]}\")",
        "}",
        "complete -o default -F _grognard grognard", ""])


def quote(text):
    return "'" + text.replace("'", "'\\''") + "'"


def zsh_flag(flag):
    about = flag["text"].replace("[", "(").replace("]", ")").replace(":", "\\:")
    value = f":{flag['value'].replace(':', ' ')}:_files" if "value" in flag else ""
    return quote(f"*{flag['name']}[{about}]{value}")


def zsh(commands):
    lines = ["#compdef grognard", "# Completes commands, flags and files of grognard in zsh.",
             "_grognard() {", "  local -a rows", "  local typed=\"${words[2]}\"",
             "  [[ $typed == lab && CURRENT -gt 3 ]] && typed=\"lab ${words[3]}\"",
             "  if (( CURRENT == 2 )); then typed=; fi", "  case $typed in"]
    for command in commands:
        typed = " ".join(command.words[1:])
        if command.commands:
            rows = " ".join(quote(row["name"] + ":" + row["text"].replace(":", "\\:"))
                            for row in command.commands)
            lines.append(f"    {quote(typed)}) rows=({rows}); _describe command rows ;;")
        else:
            flags = " ".join(zsh_flag(flag) for flag in command.rows["flags"])
            lines.append(f"    {quote(typed)}) _arguments {flags} '*:file:_files' ;;")
    return "\n".join(lines + ["    *) _files ;;", "  esac", "}", '_grognard "$@"', ""])


def fish(commands):
    lines = ["# Completes commands, flags and files of grognard in fish."]
    for command in commands:
        seen = command.words[1:]
        names = " ".join(row["name"] for row in command.commands)
        at = "__fish_use_subcommand" if not seen else \
            " ; and ".join(f"__fish_seen_subcommand_from {word}" for word in seen)
        if command.commands and seen:
            at += f" ; and not __fish_seen_subcommand_from {names}"
        for row in command.commands:
            lines.append(f"complete -c grognard -f -n {quote(at)} -a {row['name']}"
                         f" -d {quote(row['text'])}")
        for flag in command.rows.get("flags", []):
            need = " -r" if "value" in flag else ""
            lines.append(f"complete -c grognard -n {quote(at)} -l {flag['name'][2:]}{need}"
                         f" -d {quote(flag['text'])}")
    return "\n".join(lines + [""])


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main(program, folder, version=""):
    commands = read_commands(program)
    for command in commands:
        write(folder, f"man1/{command.page}.1", write_page(command, commands, version))
    write(folder, "bash/grognard", bash(commands))
    write(folder, "zsh/_grognard", zsh(commands))
    write(folder, "fish/grognard.fish", fish(commands))


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])
