#!/usr/bin/env python3
"""Runs every command on random workspaces: none may fail by itself, and all must agree.

usage: check_commands.py MODLINT [COUNT [SEED]]

A workspace mixes what repositories mix: several specs, packages, included files, layers, tests with hosts,
sources of three languages, resources that name modules, a baseline and names that need care. It is made from
its seed alone, which a failure prints; `check_commands.py MODLINT 1 SEED` makes it again, and its folder is
kept then.
"""

import concurrent.futures
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

PAGES = pathlib.Path(__file__).resolve().parent.parent / "docs/formats"
FORMATS = sorted(page.stem for page in PAGES.iterdir())
KINDS = ["framework"] * 5 + ["framework.static"] * 2 + ["library.static", "application", "app-extension",
                                                       "bundle.unit-test", "bundle", "tool", "library.dynamic"]
NAMES = ["Core", "Network", "Login", "Cart", "Theme Kit", "Über", "Alpha", "Alpha-Kit", "Feed", "Search", "🚀"]
SEVERITIES = ["off", "warning", "error"]
# In CI no baseline is written.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name in ("HOME", "PATH", "TMPDIR")}


def git(folder, *arguments):
    options = ["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *options, *arguments], cwd=folder, check=True, capture_output=True)


class Workspace:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.files = {}
        pick = self.random
        self.names = pick.sample(NAMES, pick.randint(2, 8))
        self.types = {name: pick.choice(KINDS) for name in self.names}
        self.platform = pick.choice(["iOS", "iOS", "macOS", "[iOS, macOS]"])
        self.package = pick.sample(["Kit", "Model", "Util"], pick.randint(0, 3))
        folders = pick.sample(["App", "Mod ules", "Lib/Deep", ""], pick.randint(1, 3))
        self.home = {name: pick.choice(folders) for name in self.names}
        for folder in sorted(set(self.home.values())):
            self.add_spec(folder)
        if self.package:
            self.add_package()
        self.add_rules()
        if self.chance(0.3):
            self.files["CODEOWNERS"] = "* @all\n/App/ @app @more\n"

    def chance(self, probability):
        return self.random.random() < probability

    def add_spec(self, folder):
        own = [name for name in self.names if self.home[name] == folder]
        up = "/".join(".." for part in folder.split("/") if part)
        text = f"name: {folder.replace('/', ' ') or 'Root'}\n"
        if self.chance(0.3):
            self.files["shared.yml"] = "targetTemplates:\n  Shared:\n    settings: {SKIP_INSTALL: YES}\n"
            text += f"include: [{os.path.join(up, 'shared.yml')}]\n"
        if self.package:
            text += f"packages:\n  Pk: {{path: '{os.path.join(up, 'Pk')}'}}\n"
        text += "targets:\n" + "".join(self.target(name, own) for name in own)
        self.files[os.path.join(folder, "project.yml")] = text

    def target(self, name, own):
        kind = self.types[name]
        platform = "iOS" if kind in ("app-extension", "application") else self.platform
        text = f"  {json.dumps(name, ensure_ascii=False)}:\n    type: {kind}\n    platform: {platform}\n"
        text += f"    sources: ['{name}', {{path: 'Resources', optional: true}}]\n"
        if self.chance(0.2):
            text += "    settings: {OTHER_LDFLAGS: '-ObjC -framework Feed', PRODUCT_NAME: 'Feed$(X)'}\n"
        links = [self.link(other, own) for other in self.names if other != name and self.chance(0.3)]
        links += [f"{{package: Pk, product: {one}}}" for one in self.package if self.chance(0.3)]
        if self.chance(0.2):
            links.append(self.random.choice(["{sdk: UIKit.framework}", "{framework: Gone.framework}",
                                             "{target: Nothing}", "{carthage: Box}"]))
        if links:
            text += "    dependencies:\n" + "".join(f"      - {link}\n" for link in links)
        self.add_sources(os.path.join(os.path.dirname(self.spec_of(name)), name))
        return text

    def spec_of(self, name):
        return os.path.join(self.home[name], "project.yml")

    def link(self, other, own):
        flags = self.random.choice(["", "", "", ", link: true", ", link: false", ", embed: false"])
        if other in own:
            suffix = "_iOS" if self.platform.startswith("[") else ""
            return f"{{target: '{other}{suffix}'{flags}}}"
        return f"{{framework: '{other}.framework', implicit: true{flags}}}"

    def add_sources(self, folder):
        modules = [*self.names, *self.package, "UIKit"]
        for number in range(self.random.randint(0, 3)):
            imported = [module for module in modules if self.chance(0.25)]
            spelled = ["".join(c if c.isalnum() else "_" for c in module) for module in imported]
            ending = self.random.choice(["swift", "swift", "swift", "m", "h"])
            path = os.path.join(folder, f"file{number}.{ending}")
            if ending == "swift":
                before = self.random.choice(["", "@testable ", "@_exported ", "#if DEBUG\n#endif\n"])
                self.files[path] = "".join(f"{before}import {module}\n" for module in spelled)
            else:
                self.files[path] = "".join(f"#import <{module}/{module}.h>\n" for module in imported)
        if self.chance(0.2):
            self.files[os.path.join(folder, "Base.lproj/Main.storyboard")] = '<a customModule="Core"/>\n'

    def add_package(self):
        targets = ""
        for name in self.package:
            links = ", ".join(f'"{other}"' for other in self.package if other < name and self.chance(0.5))
            targets += f'    .target(name: "{name}", dependencies: [{links}]),\n'
            self.add_sources(f"Pk/Sources/{name}")
        products = "".join(
            f'    .library(name: "{name}", targets: ["{name}"]),\n' for name in self.package)
        self.files["Pk/Package.swift"] = (
            "// swift-tools-version:5.9\nimport PackageDescription\nlet package = Package(\n  name: \"Pk\",\n"
            f"  products: [\n{products}  ],\n  targets: [\n{targets}  ])\n")

    def add_rules(self):
        severity = lambda: self.random.choice(SEVERITIES)
        text = "version: 1\n"
        if self.chance(0.6):
            half = len(self.names) // 2 + 1
            layers = [self.names[:half], self.names[half:] + self.package]
            text += "layers:\n" + "".join(
                f"  - {{name: layer{number}, modules: {json.dumps(names, ensure_ascii=False)}}}\n"
                for number, names in enumerate(layers) if names)
        text += (
            "rules:\n"
            f"  undeclared-import: {{severity: {severity()}, transitive: {severity()}, tests: {severity()}}}\n"
            f"  unused-link: {{severity: {severity()}, executables: {severity()}, tests: {severity()}}}\n")
        if self.chance(0.3):
            text += f"  {self.random.choice(['duplicate-static', 'missing-embed', 'cycle'])}: {severity()}\n"
        self.files["rules.yml"] = text

    def write(self, folder):
        for path, text in self.files.items():
            path = os.path.join(folder, path)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)


class Check:
    def __init__(self, binary, folder):
        self.binary, self.folder = binary, folder
        self.problems = []

    def run(self, *arguments, folder=None):
        """Standard output and exit status; a problem where a run fails by itself."""
        done = subprocess.run(
            [self.binary, *arguments], cwd=folder or self.folder, env=ENVIRONMENT, capture_output=True,
            encoding="utf-8", timeout=120)
        if done.returncode not in (0, 1):
            self.problem(arguments, f"exit status {done.returncode}: {done.stderr.strip()[:300]}")
        return done.stdout, done.returncode

    def problem(self, arguments, text):
        self.problems.append(f"modlint {' '.join(arguments)}: {text}")

    def tell(self, name):
        """Prints what was wrong, and says whether anything was."""
        for problem in self.problems:
            print(f"{name}: {problem}")
        return bool(self.problems)

    def findings(self, folder=None):
        """Of each finding what stays the same when lines move."""
        text, _ = self.run("lint", "--format", "json", folder=folder)
        found = json.loads(text)["findings"] if text else []
        return [(f["rule"], f.get("from"), f.get("to"), f["severity"]) for f in found]

    def copy(self):
        folder = self.folder + ".copy"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.folder, folder)
        return folder

    def check_reports(self):
        lines, status = self.run("lint", "--concise")
        if (other := self.run("lint", "--concise", "--jobs", "1")) != (lines, status):
            self.problem(["lint", "--jobs", "1"], f"other findings: {other[0][:300]}")
        count = len(self.findings())
        if lines and count != len(lines.splitlines()) - 1:
            self.problem(["lint"], f"{len(lines.splitlines()) - 1} lines for {count} findings")
        for name in FORMATS:
            if self.run("lint", "--format", name)[1] != status:
                self.problem(["lint", "--format", name], f"does not exit with {status}")

    def check_answers(self):
        for name in ("dot", "mermaid", "json", "svg", "html"):
            self.run("graph", "--format", name, "--externals", "--tests")
        self.run("graph", "--only", "violations")
        self.run("graph", "--collapse", "project")
        for arguments in (["list"], ["stats"], ["stats", "--json"], ["rules"]):
            self.run(*arguments)
        modules = json.loads(self.run("list", "--json")[0] or "[]")
        for module in modules["modules"] if isinstance(modules, dict) else modules:
            self.run("why", module["name"])

    def check_fixes(self):
        before = self.findings()
        for arguments in (["--diff"], ["--diff", "--unsafe"], ["--unsafe"], []):
            folder = self.copy()
            self.run("fix", *arguments, folder=folder)
            new = [one for one in self.findings(folder) if one not in before and one[3] == "error"]
            if new:
                self.problem(["fix", *arguments], f"causes {new[:3]}")

    def check_baseline(self):
        folder = self.copy()
        self.run("baseline", "create", folder=folder)
        text, status = self.run("lint", "--concise", folder=folder)
        # What keeps XcodeGen from reading a spec is never recorded.
        if status and not all("[invalid-spec]" in line for line in text.splitlines() if ": error: " in line):
            self.problem(["baseline", "create"], f"leaves {text[:300]}")
        self.run("baseline", "prune", folder=folder)
        self.run("baseline", "diff", folder=folder)

    def check_changes(self, workspace):
        folder = self.copy()
        git(folder, "init", "-q")
        git(folder, "add", ".")
        git(folder, "commit", "-qm", "first")
        for path in sorted(workspace.files):
            if path.endswith((".swift", "project.yml")) and workspace.chance(0.5):
                with open(os.path.join(folder, path), "a", encoding="utf-8") as file:
                    file.write("import Core\n" if path.endswith("swift") else "\n# changed\n")
        git(folder, "add", ".")
        for arguments in (["lint", "--staged"], ["diff", "HEAD", "--staged"], ["affected", "--since", "HEAD", "--staged"],
                          ["lint", "--staged", "--format", "sarif"]):
            self.run(*arguments, folder=folder)
        git(folder, "commit", "--allow-empty", "-qm", "second")
        for arguments in (["lint", "--since", "HEAD~1"], ["diff", "HEAD~1"], ["affected", "--since", "HEAD~1"],
                          ["diff", "HEAD~1", "--format", "markdown"],
                          ["lint", "--since", "HEAD~1", "--format", "html"],
                          ["graph", "--since", "HEAD~1", "--format", "html"]):
            self.run(*arguments, folder=folder)

    def check_long_comment(self):
        """A comment about more than GitHub takes, which has a limit of 65,536 characters."""
        git(self.folder, "init", "-q")
        git(self.folder, "add", "rules.yml")
        git(self.folder, "commit", "-qm", "first")
        with open(os.path.join(self.folder, "project.yml"), "w", encoding="utf-8") as file:
            file.write("name: Long\ntargets:\n")
            for number in range(60):
                file.write(f"  T{number}:\n    name: {'long' * 500}{number}\n")
                file.write("    type: framework\n    platform: iOS\n")
                file.write(f"    dependencies: [{{framework: {'gone' * 500}{number}.framework}}]\n")
        git(self.folder, "add", "project.yml")
        text, _ = self.run("diff", "HEAD", "--staged", "--format", "markdown")
        if not 40_000 < len(text) <= 65_536 or " more\n" not in text:
            self.problem(["diff", "--format", "markdown"], f"{len(text)} characters")

    def check_init(self):
        folder = self.copy()
        os.remove(os.path.join(folder, "rules.yml"))
        if self.run("init", "--baseline", folder=folder)[1] == 0:
            text, status = self.run("lint", "--concise", folder=folder)
            if status and not all("[invalid-spec]" in line for line in text.splitlines() if ": error: " in line):
                self.problem(["init", "--baseline"], f"leaves {text[:300]}")


def check_workspace(binary, seed, is_kept):
    """Returns whether a command fails; prints what the checks have found."""
    top = tempfile.mkdtemp(prefix="modlint-commands.")
    folder = os.path.join(top, "work space")
    workspace = Workspace(seed)
    workspace.write(folder)
    check = Check(binary, folder)
    check.check_reports()
    check.check_answers()
    check.check_fixes()
    check.check_baseline()
    check.check_changes(workspace)
    check.check_init()
    failed = check.tell(f"seed {seed}")
    if check.problems and is_kept:
        print(f"kept: {folder}")
    else:
        shutil.rmtree(top)
    return failed


def main():
    binary = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 40
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    with tempfile.TemporaryDirectory(prefix="modlint-commands.") as folder:
        check = Check(binary, folder)
        with open(os.path.join(folder, "rules.yml"), "w", encoding="utf-8") as file:
            file.write("version: 1\n")
        check.check_long_comment()
        failed = [check.tell("a long comment")]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
        seeds = range(first, first + count)
        failed += threads.map(lambda seed: check_workspace(binary, seed, count == 1), seeds)
    if any(failed):
        sys.exit(1)


main()
