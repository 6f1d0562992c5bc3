#!/usr/bin/env python3
"""Holds the reader of Xcode projects against the package 'pbxproj': check_projects.py MODLINT FOLDER...

Reads each project below the folders with both, alone and with an empty file for each one that it names, and
compares its targets, what each links, embeds and waits for, and the files that touch it. A project that
either cannot read is counted and passed over.
"""

import collections
import json
import os
import pathlib
import posixpath
import subprocess
import sys
import tempfile

from pbxproj import XcodeProject

COMPILED = ("PBXSourcesBuildPhase", "PBXHeadersBuildPhase", "PBXResourcesBuildPhase")
STATIC = "com.apple.product-type.library.static"


class Unreadable(Exception):
    """One of the two cannot read a project."""


class Reading:
    """A project as 'pbxproj' reads it, with the few paths and names that are compared."""

    def __init__(self, path):
        try:
            project = XcodeProject.load(str(path))
            sections = project.objects.get_sections()
        except Exception as problem:
            raise Unreadable(str(problem)) from problem
        found = project.objects.get_objects_in_section(*sections)
        self.objects = {item.get_id(): item for item in found}
        self.parents = {
            child: item.get_id() for item in self.objects.values() for child in self.ids(item, "children")
        }
        if "rootObject" not in project or project.rootObject not in self.objects:
            raise Unreadable("there is no root object")
        root = self.objects[project.rootObject]
        self.base = posixpath.normpath(self.text(root, "projectDirPath") or ".")
        self.targets = {}
        for target in self.all(root, "targets"):
            # Other objects are damage, and no targets.
            if not self.text(target, "isa").endswith("Target"):
                continue
            self.targets.setdefault(self.text(target, "name"), target)

    @staticmethod
    def text(item, key):
        return str(item[key]) if key in item and isinstance(item[key], str) else ""

    @staticmethod
    def ids(item, key):
        value = item[key] if key in item else None
        return [str(id) for id in value] if isinstance(value, list) else []

    def all(self, item, key):
        return [self.objects[id] for id in self.ids(item, key) if id in self.objects]

    def one(self, item, key):
        return self.objects.get(self.text(item, key))

    def path(self, item):
        """The path of a file, from the folder of the project; None where it is not below that."""
        parts = []
        for _ in range(64):
            parts.append(self.text(item, "path"))
            tree = self.text(item, "sourceTree") or "<group>"
            parent = self.objects.get(self.parents.get(item.get_id()))
            if tree == "SOURCE_ROOT" or tree == "<group>" and not parent:
                joined = posixpath.normpath(posixpath.join(self.base, *filter(None, reversed(parts))))
                return None if joined.startswith(("..", "/")) or joined == "." else joined
            if tree != "<group>":
                return None
            item = parent
        return None

    def phases(self, target, *kinds):
        return [phase for phase in self.all(target, "buildPhases") if phase.isa in kinds]

    def built(self, phases):
        """The names of the targets of the project whose products are among the files of some phases."""
        products = ((self.text(target, "productReference"), name) for name, target in self.targets.items())
        makers = {product: name for product, name in products if product}
        files = (file for phase in phases for file in self.all(phase, "files"))
        return {makers[ref] for file in files if (ref := self.text(file, "fileRef")) in makers}

    def dependencies(self, target):
        """For each target that another one depends on whether it is linked and embedded."""
        links = self.built(self.phases(target, "PBXFrameworksBuildPhase"))
        if self.text(target, "productType") == STATIC:
            linked = set()
        else:
            linked = links
        copies = [
            phase
            for phase in self.phases(target, "PBXCopyFilesBuildPhase")
            if self.text(phase, "dstSubfolderSpec") != "0"
        ]
        embedded = self.built(copies + self.phases(target, "PBXResourcesBuildPhase"))
        names = {other.get_id(): name for name, other in self.targets.items()}
        waited = {
            names[id] for item in self.all(target, "dependencies") if (id := self.text(item, "target")) in names
        }
        own = self.text(target, "name")
        return {
            name: (name in linked, name in embedded) for name in (links | embedded | waited) - {own}
        }

    def files(self, target):
        """The files of its phases, and one in each folder whose files it has."""
        found = set()
        for phase in self.phases(target, *COMPILED):
            for file in self.all(phase, "files"):
                reference = self.one(file, "fileRef")
                if reference is None:
                    continue
                children = self.all(reference, "children") if reference.isa == "PBXVariantGroup" else []
                found |= {self.path(item) for item in children or [reference]}
        for group in self.all(target, "fileSystemSynchronizedGroups"):
            folder = self.path(group)
            found.add(folder and f"{folder}/probe.swift")
        return found - {None}


def run(*command, cwd, status=(0,)):
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True)
    if done.returncode not in status:
        raise Unreadable(f"{command[1]} exits {done.returncode}: {done.stderr.strip()[:200]}")
    return done.stdout


def write(root, paths, text):
    """Writes files, but those whose path another one takes for a folder."""
    for path in sorted(paths, reverse=True):
        try:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        except OSError:
            pass


def differences(modlint, path):
    """What the two readers of a project do not agree about, and the number of its targets."""
    second = Reading(path)
    files = {name: second.files(target) for name, target in second.targets.items()}
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "P.xcodeproj").mkdir()
        (root / "P.xcodeproj/project.pbxproj").write_bytes(path.read_bytes())
        write(root, set().union(*files.values()), "")
        git = ("git", "-c", "user.name=n", "-c", "user.email=n@example.com")
        for words in (("init", "-q"), ("add", "-A", "-f"), ("commit", "-qm", "all")):
            run(*git, *words, cwd=root)
        write(root, set().union(*files.values()), "// changed")
        graph = json.loads(run(modlint, "graph", "--tests", "--format", "json", cwd=root))
        rows = json.loads(run(modlint, "affected", "--since", "HEAD", "--json", cwd=root))
        there = {str(item.relative_to(root)) for item in root.rglob("*") if item.is_file()}
    own = {module["id"]: module["name"] for module in graph["modules"] if not module["external"]}
    links = collections.defaultdict(dict)
    for link in graph["links"]:
        if link["from"] in own and link["to"] in own and link["kind"] != "import":
            links[own[link["from"]]][own[link["to"]]] = (link["linked"], link["embedded"])
    touching = {row["name"]: set(row["changed"]) for row in rows["modules"]}
    if set(own.values()) != set(second.targets):
        yield f"targets: {sorted(set(own.values()) ^ set(second.targets))}"
    for name, target in second.targets.items():
        expected = second.dependencies(target)
        if links[name] != expected:
            yield f"{name} depends on {links[name]}, not on {expected}"
        # A name that differs only in case from another's is one file on some disks, and a folder is no file.
        missing = (files[name] & there) ^ touching.get(name, set())
        if missing:
            yield f"{name}: {sorted(missing)[:8]}"


def main(modlint, *folders):
    modlint = os.path.abspath(modlint)
    counts = collections.Counter()
    for folder in folders:
        for path in sorted(pathlib.Path(folder).rglob("*.xcodeproj/project.pbxproj")):
            try:
                found = list(differences(modlint, path))
                counts["projects"] += 1
            except Unreadable as problem:
                counts["unread"] += 1
                print(f"unread {path}: {problem}")
                continue
            counts["different"] += bool(found)
            for text in found:
                print(f"FAIL   {path}: {text}")
    print(", ".join(f"{number} {word}" for word, number in counts.items()))
    # Without a single project nothing was checked.
    return 1 if counts["different"] or not counts["projects"] else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
