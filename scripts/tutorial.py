"""Runs the commands of docs/tutorial.md in a bare Debian with the archive that `make dist` made, and
compares what they print with the page.

usage: tutorial.py, in the root of the repository; needs root, Linux, debootstrap and, the first time, minutes
"""

import difflib
import glob
import os
import pathlib
import re
import shutil
import subprocess
import sys

PAGE = pathlib.Path("docs/tutorial.md")
SEPARATOR = "\x1e"
# Mounts /proc, which the static binary needs, and leaves it to the namespace to take it away again.
ENTER = 'mount -t proc proc "$1/proc" && exec chroot "$1" /bin/sh -c "$2"'
ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
    "HOME": "/home/you",
    "LC_ALL": "C.UTF-8",
    "GIT_AUTHOR_NAME": "you",
    "GIT_AUTHOR_EMAIL": "you@modlint.example",
    "GIT_COMMITTER_NAME": "you",
    "GIT_COMMITTER_EMAIL": "you@modlint.example",
}


def start(root):
    """A machine on which nothing was installed yet, and the repository."""
    for folder in ("home/you", "usr/local"):
        shutil.rmtree(root / folder, ignore_errors=True)
    (root / "usr/local").mkdir()
    for example in re.findall(r"^<!-- in examples/(\S+) -->$", PAGE.read_text(), re.M):
        shutil.copytree(f"examples/{example}", root / "home/you" / example)
    for archive in glob.glob("dist/modlint-*.tar.gz"):
        shutil.copy(archive, root / "home/you/iss")


def session(root, example, commands):
    script = f"cd /home/you/{example}\n" + "".join(
        f"{command}\nstatus=$?; printf '\\036'; (exit $status)\n" for command in commands
    )
    run = subprocess.run(
        ["unshare", "--mount", "--pid", "--fork", "sh", "-c", ENTER, "sh", str(root), script],
        env=ENVIRONMENT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    outputs = run.stdout.split(SEPARATOR)
    return "".join(f"$ {command}\n{output}" for command, output in zip(commands, outputs))


def main(root):
    start(root)
    failed = False
    example = "iss"
    block_of_page = r"^(?:<!-- in examples/(\S+) -->\n)?```(console|diff)\n(.*?)^```"
    for other, language, block in re.findall(block_of_page, PAGE.read_text(), re.S | re.M):
        example = other or example
        if language == "diff":
            session(root, example, [f"git apply -p0 --unidiff-zero - <<'END_OF_EDIT'\n{block}END_OF_EDIT"])
            continue
        commands = [line[2:] for line in block.splitlines() if line.startswith("$ ")]
        printed = session(root, example, commands)
        if "--strip-components" in block:
            # The archive is no part of the repository.
            for archive in (root / "home/you/iss").glob("*.tar.gz"):
                archive.unlink()
        print(printed, end="")
        if printed != block:
            failed = True
            sys.stderr.writelines(
                difflib.unified_diff(block.splitlines(True), printed.splitlines(True), "docs/tutorial.md", "printed")
            )
    return failed


def bare_debian():
    """A root with Debian's minimum and git, made once."""
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        print("the tutorial makes a root of its own: it needs root and debootstrap", file=sys.stderr)
        sys.exit(77)
    root = pathlib.Path(".build/tutorial-root")
    if not (root / "usr/bin/git").exists():
        shutil.rmtree(root, ignore_errors=True)
        root.mkdir(parents=True)
        command = ["debootstrap", "--variant=minbase", "--include=git", "bookworm", root]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return root


sys.exit(main(bare_debian()))
