"""Types at shells that have loaded modlint's completions, and looks at what they then run.

usage: check_completions.py MODLINT SHELL..., in the root of the repository; a SHELL is bash, zsh or fish
"""

import os
import pathlib
import pty
import shutil
import subprocess
import sys
import tempfile
import threading
import time

# What is typed, and what is to be run of it.
LINES = {
    "modlint lin\t--fo\tjun\t": "lint --format junit",
    "modlint graph --format me\t": "graph --format mermaid",
    "modlint lint dom\tSpac\t": "lint domain/Spacesuit",
    "modlint lint --config ru\t": "lint --config rules.yml",
    "modlint lint --since tru\t": "lint --since trunk",
    "modlint diff tru\t": "diff trunk",
    "modlint explain duplicate-st\t": "explain duplicate-static",
    "modlint graph --collapse la\t": "graph --collapse layer",
    "modlint baseline pru\t": "baseline prune",
    "modlint schema gra\t": "schema graph",
    "modlint list --lay\tservice": "list --layer service",
    "modlint stats --lim\t3": "stats --limit 3",
}

# How each shell starts without the settings of anyone, and loads FILE.
SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "PS1=; source FILE"),
    "zsh": (
        ["zsh", "-f", "-i"],
        "PS1=; unsetopt beep; fpath=(FOLDER $fpath); autoload -U compinit; compinit -D -u",
    ),
    "fish": (["fish", "--no-config", "-i"], "source FILE"),
}
FILES = {"bash": "modlint.bash", "zsh": "_modlint", "fish": "modlint.fish"}
SECONDS = 20

# Notes what it is run with, but answers for completions.
STAND_IN = """#!/bin/sh
case $1 in ---completion) exec MODLINT "$@" ;; esac
printf '%s\\n' "$*" >>RAN
"""


def drain(screen):
    """A shell whose screen nobody reads stops."""
    try:
        while os.read(screen, 1 << 16):
            pass
    except OSError:
        pass


def typed(shell, folder, workspace, environment):
    """What each line came to."""
    command, load = SHELLS[shell]
    load = load.replace("FILE", str(folder / FILES[shell])).replace("FOLDER", str(folder))
    ran = folder / "ran"
    ran.write_text("")
    process, screen = pty.fork()
    if process == 0:
        os.chdir(workspace)
        os.execvpe(command[0], command, environment)
    threading.Thread(target=drain, args=(screen,), daemon=True).start()
    outcomes = {}
    lines = ["modlint ready", *LINES]
    os.write(screen, f"{load}\n".encode())
    for count, line in enumerate(lines, 1):
        # Fish and zsh take what comes before they are done with a tabulator for something else.
        for piece in line.replace("\t", "\t\0").split("\0"):
            os.write(screen, piece.encode())
            time.sleep(0.3 if piece.endswith("\t") else 0.1)
        os.write(screen, b"\n")
        deadline = time.monotonic() + SECONDS
        while (found := ran.read_text().splitlines()) and len(found) < count or not found:
            if time.monotonic() > deadline:
                return outcomes | {line: None}
            time.sleep(0.02)
        # zsh takes the slash after a folder away again.
        outcomes[line] = found[count - 1].removesuffix("/")
    os.write(screen, b"exit\n")
    os.waitpid(process, 0)
    return outcomes


def check(modlint, shell, scratch):
    folder = scratch / shell
    folder.mkdir()
    script = subprocess.run(
        [modlint, "--generate-completion-script", shell], check=True, stdout=subprocess.PIPE)
    (folder / FILES[shell]).write_bytes(script.stdout)
    stand_in = folder / "modlint"
    stand_in.write_text(
        STAND_IN.replace("MODLINT", str(modlint)).replace("RAN", str(folder / "ran")))
    stand_in.chmod(0o755)
    environment = {
        "PATH": f"{folder}:{os.environ['PATH']}", "HOME": str(folder), "TERM": "xterm",
        "LC_ALL": "C.UTF-8", "INPUTRC": "/dev/null", "XDG_CONFIG_HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
    }
    outcomes = typed(shell, folder, scratch / "workspace", environment)
    wrong = [line for line, run in LINES.items() if outcomes.get(line) != run]
    for line in wrong:
        print(f"{shell}: {line!r} ran {outcomes.get(line)!r}", file=sys.stderr)
    return not wrong


def main(modlint, *shells):
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        workspace = scratch / "workspace"
        shutil.copytree("examples/iss", workspace)
        (workspace / "rules.yml").write_text("version: 1\nlayers: [app, domain, service, core]\n")
        git = ["git", "-C", workspace, "-c", "user.name=you", "-c", "user.email=you@modlint.example"]
        subprocess.run([*git, "init", "--quiet", "--initial-branch", "trunk"], check=True)
        subprocess.run([*git, "commit", "--quiet", "--allow-empty", "--message", "Start"], check=True)
        return all([check(pathlib.Path(modlint).resolve(), shell, scratch) for shell in shells])


sys.exit(not main(*sys.argv[1:]))
