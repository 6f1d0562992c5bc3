"""Writes the manual page of modlint from what the program says of itself.

usage: MODLINT --experimental-dump-help | manual.py VERSION >modlint.1

The page is in the man macros of troff (man(7)); it carries no date, so that equal input gives equal bytes.
"""

import json
import sys

EXIT_STATUS = [
    ("0", "Clean, or warnings only; for other commands than lint: done."),
    ("1", "Findings of severity error, or of warnings with --strict; for baseline diff and fix --diff: a difference."),
    ("2", "Could not check: no rules.yml, no spec, an unreadable tree; or a report could not be written."),
    ("64", "Wrong usage."),
    ("70", "Internal error: a bug in modlint. Output that was begun is incomplete."),
]

ENVIRONMENT = [
    ("NO_COLOR", "If not empty, no colours, unless --color always is given."),
    ("CLICOLOR, CLICOLOR_FORCE", "0: no colours on a terminal; anything but 0: colours also elsewhere."),
    ("COLUMNS", "The width of lines on a terminal, instead of that of the terminal."),
    ("TERM", "Nothing is coloured where it is unset or dumb."),
    ("GITHUB_ACTIONS", "If true, text comes with annotations, and what is printed starts no workflow command."),
    ("GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_SHA, CI_PROJECT_URL, CI_COMMIT_SHA",
     "Where Markdown finds the files of this commit."),
    ("CI", "If set, and neither 0 nor false, no baseline is written."),
    ("PATH", "Where git and, with --packages, swift are looked for."),
    ("NAME", "Any variable that a spec names as ${NAME}, as for XcodeGen."),
]

FILES = [
    ("rules.yml", "The layers and rules of a workspace, looked up from the linted path upwards to the root of "
     "the repository. Its folder is the root of the workspace."),
    ("modlint-baseline.yml", "Known findings, beside rules.yml."),
    ("project.yml", "A spec of XcodeGen; rules.yml may name others by 'specs'."),
    ("Package.swift", "A Swift package, read without a compiler."),
    ("*.xcodeproj", "A committed Xcode project; rules.yml may narrow which are read by 'projects'."),
    ("CODEOWNERS", "Who is named in findings: in .github, the root of the repository, docs or .gitlab."),
    ("Podfile.lock, Cartfile.resolved", "Versions of what comes from elsewhere."),
    ("~/.cache/modlint", "Answers of swift about packages, for --packages; may be deleted at any time."),
]


EXAMPLES = [
    ("modlint init --baseline", "Write rules.yml, and record what breaks it today."),
    ("modlint", "Check the workspace."),
    ("modlint lint --since origin/main --format github", "Fail a pull request for what it adds."),
    ("modlint lint --staged", "Check what the next commit has, in a git hook."),
    ("modlint why App Network", "Show how App comes to depend on Network."),
    ("modlint fix --diff", "Show what needs no decision."),
    ("modlint allow Cart Search --rule same-layer --reason \"split in May\" --until 2027-05-31",
     "Accept a finding for a while."),
    ("modlint graph --reduce --open", "Look at the layers, without links that others imply."),
    ("modlint affected --since origin/main --tests", "List the tests to run."),
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


def listed(arguments):
    page = []
    for argument in arguments:
        page += [".TP", named(argument), text(argument.get("abstract", ""))]
        if argument.get("allValues"):
            page.append(text(f"One of {', '.join(argument['allValues'])}."))
    return page


def command_page(command, path, shared):
    """The section of one command, and those of the commands below it.

    Adds the options with a section of their own to `shared`, which has them by section and name."""
    page = [f".SS {text(' '.join(path))}", text(command.get("abstract", ""))]
    if command.get("discussion"):
        page += [".PP", paragraphs(command["discussion"])]
    arguments = shown(command.get("arguments", []))
    page += listed(one for one in arguments if not one.get("sectionTitle"))
    for title in dict.fromkeys(one["sectionTitle"] for one in arguments if one.get("sectionTitle")):
        page += [".PP", text(f"See also {title.upper()}.")]
    for one in arguments:
        if one.get("sectionTitle"):
            shared.setdefault(one["sectionTitle"], {}).setdefault(one["valueName"], one)
    for below in command.get("subcommands", []):
        if below["commandName"] != "help":
            page += command_page(below, [*path, below["commandName"]], shared)
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
    shared = {}
    for command in program["subcommands"]:
        if command["commandName"] != "help":
            page += command_page(command, ["modlint", command["commandName"]], shared)
    for title, options in shared.items():
        page += [f".SH {text(title.upper())}", *listed(options.values())]
    sections = [
        ("EXAMPLES", EXAMPLES), ("EXIT STATUS", EXIT_STATUS), ("ENVIRONMENT", ENVIRONMENT), ("FILES", FILES),
    ]
    for title, entries in sections:
        page.append(f".SH {title}")
        for name, meaning in entries:
            page += [".TP", f"\\fB{text(name)}\\fR", text(meaning)]
    print("\n".join(page))


main(sys.argv[1])
