"""Writes the manual page of modlint from what the program says of itself.

usage: MODLINT --experimental-dump-help | manual.py VERSION >modlint.1

The page is in the man macros of troff (man(7)); it carries no date, so that equal input gives equal bytes.
"""

import json
import sys

EXIT_STATUS = [
    ("0", "Clean, or warnings only; for other commands than lint: done."),
    ("1", "Findings of severity error."),
    ("2", "Could not check: no rules.yml, an unreadable tree."),
    ("64", "Wrong usage."),
]

FILES = [
    ("rules.yml", "The layers and rules of a workspace, looked up from the linted path upwards."),
    ("modlint-baseline.yml", "Known findings, beside rules.yml."),
]


def text(words):
    """Words as troff shows them: no escapes, no requests at the start of a line, plain hyphens."""
    lines = words.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").splitlines()
    return "\n".join("\\&" + line if line.startswith(".") else line for line in lines)


def named(argument):
    """How an argument is written: `--depth depth`, `[paths ...]`."""
    value = f"\\fI{text(argument['valueName'])}\\fR"
    if argument["kind"] == "positional":
        return value + (" ..." if argument["isRepeating"] else "")
    names = ", ".join(
        "\\fB" + text(("-" if name["kind"] == "short" else "--") + name["name"]) + "\\fR"
        for name in sorted(argument["names"], key=lambda name: name["kind"] != "short")
    )
    return names if argument["kind"] == "flag" else f"{names} {value}"


def shown(arguments):
    return [one for one in arguments if one["shouldDisplay"] and one.get("valueName") not in ("help", "version")]


def paragraphs(words):
    return "\n.PP\n".join(text(part) for part in words.split("\n\n"))


def command_page(command, path):
    """The section of one command, and those of the commands below it."""
    page = [f".SS {text(' '.join(path))}", text(command.get("abstract", ""))]
    if command.get("discussion"):
        page += [".PP", paragraphs(command["discussion"])]
    for argument in shown(command.get("arguments", [])):
        page += [".TP", named(argument), text(argument.get("abstract", ""))]
        if argument.get("allValues"):
            page.append(text(f"One of {', '.join(argument['allValues'])}."))
    for below in command.get("subcommands", []):
        if below["commandName"] != "help":
            page += command_page(below, [*path, below["commandName"]])
    return page


def main(version):
    program = json.load(sys.stdin)["command"]
    page = [
        f'.TH MODLINT 1 "" "modlint {text(version)}" "User Commands"',
        ".SH NAME",
        "modlint \\- " + text(program["abstract"].rstrip(".")),
        ".SH SYNOPSIS",
        "\\fBmodlint\\fR [\\fIcommand\\fR] [\\fIoptions\\fR] [\\fIpaths\\fR ...]",
        ".SH DESCRIPTION",
        paragraphs(program["discussion"]),
        ".SH COMMANDS",
        text(f"Without a command, {program['defaultSubcommand']} is meant."),
    ]
    for command in program["subcommands"]:
        if command["commandName"] != "help":
            page += command_page(command, ["modlint", command["commandName"]])
    for title, entries in [("EXIT STATUS", EXIT_STATUS), ("FILES", FILES)]:
        page.append(f".SH {title}")
        for name, meaning in entries:
            page += [".TP", f"\\fB{text(name)}\\fR", text(meaning)]
    print("\n".join(page))


main(sys.argv[1])
