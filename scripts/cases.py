"""Writes the golden cases as folders, for tools that do not read pages, and as inputs for fuzzing.

usage: cases.py unpack FOLDER
       cases.py corpus FOLDER

`unpack` writes each workspace to FOLDER/<subject>/<case>/input, or to <case>/<workspace>/input if the
page has several, and what the page's runs print to <case>/expected.txt. `corpus` writes the files of the
cases and the examples to FOLDER/<target>, the inputs that fuzzing starts from. A whole workspace becomes
one input: `=== path` before each of its files.
"""

import base64
import hashlib
import os
import pathlib
import random
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CASES = ROOT / "Tests/GoldenTests/Cases"

# The files that each fuzz target reads, by name.
SEEDS = {
    "yaml": ["*.yml", "*.yaml", "Podfile.lock"],
    "edits": ["*.yml", "*.json"],
    "readers": ["*.yml", "*.yaml", "Podfile.lock"],
    "json": ["*.json"],
    "spec": ["project.yml", "project.yaml", "base.yml", "shared.yml"],
    "rules": ["rules.yml"],
    "baseline": ["modlint-baseline.yml"],
    "podfile": ["Podfile.lock"],
    "cartfile": ["Cartfile.resolved"],
    "owners": ["CODEOWNERS"],
    "binary": ["*.a", "*.tbd", "*.dylib", "Tide", "Both", "Compost", "Bytes"],
    "plist": ["Info.plist"],
    "manifest": ["Package.swift"],
    "project": ["project.pbxproj"],
    "xcproj": ["project.xcproj"],
    "xcworkspace": ["contents.xcworkspacedata"],
    "source": ["*.swift", "*.m", "*.h"],
}


def files_of(page):
    """The files of a txtar page, as pairs of the text between `-- ` and ` --` and the content."""
    parts = re.split(r"^-- (.+) --\n", page.read_bytes().decode("utf-8"), flags=re.M)
    return zip(parts[1::2], parts[2::2])


def workspaces_of(page):
    """The folders of the workspaces of a page with several; none if the page is one workspace."""
    names = [name for name, _ in files_of(page) if name != "expected"]
    folders = {name.split("/")[0] for name in names}
    return folders if all(folder + "/rules.yml" in names for folder in folders) else set()


def unpack(folder):
    """Writes every page of the golden cases as a folder."""
    shutil.rmtree(folder, ignore_errors=True)
    for page in sorted(CASES.rglob("*.txtar")):
        case = folder / page.relative_to(CASES).with_suffix("")
        folders = workspaces_of(page)
        case.mkdir(parents=True)
        if not folders:
            (case / "input").mkdir()
        for name, text in files_of(page):
            path, _, target = name.partition(" -> ")
            path, encoded, _ = path.partition(" (base64)")
            first, _, rest = path.partition("/")
            inner = case / first / "input" / rest if first in folders else case / "input" / path
            file = case / "expected.txt" if path == "expected" else inner
            file.parent.mkdir(parents=True, exist_ok=True)
            if target:
                file.symlink_to(target)
            else:
                file.write_bytes(base64.b64decode(text) if encoded else text.encode())


def place(folder, content):
    """Writes an input under a name that its content gives, so that each content is there once."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / hashlib.sha256(content).hexdigest()[:16]).write_bytes(content)


def regular_files(folder, pattern, limit):
    """The files below a folder that are no links and smaller than `limit` bytes, in order."""
    found = (path for path in folder.rglob(pattern) if path.is_file() and not path.is_symlink())
    return sorted(path for path in found if path.stat().st_size < limit)


def corpus(folder):
    """Writes the inputs that fuzzing starts from."""
    cases = ROOT / ".build/golden-cases"
    unpack(cases)
    for target, patterns in SEEDS.items():
        for pattern in patterns:
            for root in (cases, ROOT / "examples"):
                for file in regular_files(root, pattern, 32 * 1024):
                    place(folder / target, file.read_bytes())
    # The sources and tests of the scanner contain every form of a literal.
    for root in ("Sources/Imports", "Tests/ImportsTests", "Sources/Text"):
        for file in regular_files(ROOT / root, "*.swift", 16 * 1024):
            place(folder / "source", file.read_bytes())
    # What the stand-ins for `swift` in the golden cases print.
    for script in regular_files(cases, "swift", 1 << 20):
        for dump in re.findall(r"^ *cat <<.*\n((?:.*\n)*?)JSON", script.read_text(), re.M):
            place(folder / "package", b"=== dump\n" + dump.encode())
    for workspace in [*sorted(cases.rglob("input")), *(ROOT / "examples").iterdir()]:
        files = [
            path
            for path in regular_files(workspace, "*", 8 * 1024)
            if not path.name.startswith(".")
        ]
        text = b"".join(
            b"=== " + os.fsencode(file.relative_to(workspace)) + b"\n" + file.read_bytes()
            for file in files
        )
        place(folder / "workspace", text)
    # These targets read their input as choices, so that any bytes make an input.
    for seed in range(8):
        choices = random.Random(seed).randbytes(400)
        for target in ("linking", "advice", "project-structure"):
            place(folder / target, choices)


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in ("unpack", "corpus"):
        sys.exit(__doc__)
    {"unpack": unpack, "corpus": corpus}[sys.argv[1]](pathlib.Path(sys.argv[2]).absolute())
