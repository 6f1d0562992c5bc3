#!/usr/bin/env python3
"""check_growth.py BINARY [SHAPE...]           counts, and fails where cost grows too fast
check_growth.py --make SHAPE SIZE FOLDER     makes one workspace and prints its command
check_growth.py --time BINARY [SHAPE=SIZE...] measures seconds and memory at a size, by default large

Each shape is a workspace that some step could take the square of. Its cost is the number of
instructions, as callgrind counts them, so it repeats and says nothing about the neighbours of the
machine. A shape is tried at two sizes; what a run costs beyond an empty one may grow as its input and
output do, and by an eighth more for each doubling, no faster.

Exit status: 0 near-linear, 1 too fast, 64 usage, 77 if valgrind is missing.
"""
import concurrent.futures
import math
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

# How much faster than input and output cost may grow for each doubling of these: logarithms, caches.
SLACK = 1.12
# Pictures of up to 1,000 modules are searched for the best order, in rows that grow with their number.
# Links on the way to an include are resolved from the root, level by level, along ever longer paths.
SLACKS = {"graph-svg": 1.4, "graph-html": 1.4, "include-through-links": 1.2,
          "folders-below-folders": 1.3}
FACTOR = 4
NO_LAYERS = "version: 1\n"
SHAPES = {}


def shape(size, large):
    """Registers a maker with the smaller of its sizes, and the one that --time takes."""

    def add(make):
        SHAPES[make.__name__.replace("_", "-")] = (make, size, large)
        return make

    return add


def write(folder, path, text):
    path = os.path.join(folder, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def target(name, links=(), kind="framework", more=""):
    """A target that links frameworks of other projects by name; `links` may be whole entries."""
    text = f"  {name}:\n    type: {kind}\n    platform: iOS\n{more}"
    entries = [
        link if link.startswith("{") else f"{{framework: {link}.framework, implicit: true}}"
        for link in links]
    if entries:
        text += "    dependencies:\n" + "".join(f"      - {entry}\n" for entry in entries)
    return text


def project(folder, path, name, targets, head=""):
    write(folder, f"{path}/project.yml", f"name: {name}\n{head}targets:\n{''.join(targets)}")


def module(folder, name, links=(), kind="framework", more="", path=None):
    project(folder, path or name, name, [target(name, links, kind, more)])


@shape(60, 400)
def constraint_on_a_chain(folder, n):
    for i in range(n):
        module(folder, f"M{i:05}", [f"M{i + 1:05}"] if i + 1 < n else [])
    write(folder, "rules.yml", NO_LAYERS + 'links: [{id: none, forbid: "M* ->> M*"}]\n')
    return ["lint"]


@shape(40, 1000)
def many_constraints(folder, n):
    for i in range(n):
        module(folder, f"M{i:05}", [f"M{i + 1:05}"] if i + 1 < n else [])
    write(
        folder, "rules.yml", NO_LAYERS + "links:\n"
        + "".join(f'  - {{id: c{i}, forbid: "M{i % n:05} ->> M{(i + 1) % n:05}"}}\n'
                  for i in range(2 * n)))
    return ["lint"]


@shape(40, 5000)
def constraint_through_a_hub(folder, n):
    module(folder, "Hub", [f"Old{i:05}" for i in range(20)])
    for i in range(20):
        module(folder, f"Old{i:05}")
    for i in range(n):
        module(folder, f"A{i:05}", [f"B{i:05}"])
        module(folder, f"B{i:05}", ["Hub"])
    write(folder, "rules.yml", NO_LAYERS + 'links: [{id: none, forbid: "A* ->> Old*"}]\n')
    return ["lint"]


@shape(4, 20)
def include_through_links(folder, n):
    for name in ("a", "A"):
        os.symlink(".", os.path.join(folder, name))
    write(folder, "Base.yml", "options: {}\n")
    project(folder, "p", "P", [target("P")], f"include: ../{'a/' * n}base.yml\n")
    write(folder, "rules.yml", NO_LAYERS)
    return ["lint"]


@shape(30, 4000)
def missing_includes(folder, n):
    for i in range(5 * n):
        write(folder, f"shared/File{i:06}.yml", "")
    project(
        folder, "p", "P", [target("P")],
        "include:\n" + "".join(f"  - {{path: ../shared/Fail{i:06}.yml}}\n" for i in range(60)))
    for i in range(n):
        project(
            folder, f"p{i:05}", f"P{i:05}", [target(f"P{i:05}")],
            f"include: ../shared/Nile{i:06}.yml\n")
    write(folder, "rules.yml", NO_LAYERS)
    return ["lint"]


def one_line(folder, n):
    links = ", ".join(f"{{framework: No{i:06}.framework, implicit: true}}" for i in range(n))
    write(
        folder, "p/project.yml",
        f"name: P\ntargets: {{P: {{type: framework, platform: iOS, dependencies: [{links}]}}}}\n")
    write(folder, "rules.yml", NO_LAYERS)


def add_one_line(format):
    def make(folder, n):
        one_line(folder, n)
        return ["lint", "--format", format]

    SHAPES[f"one-line-{format}"] = (make, 150, 10_000)


for name in ("text", "json", "sarif", "markdown", "junit", "checkstyle", "gitlab", "github"):
    add_one_line(name)


@shape(40, 4000)
def many_findings(folder, n):
    for i in range(n):
        module(folder, f"M{i:05}", [f"No{i}x{j}" for j in range(10)])
    write(folder, "rules.yml", NO_LAYERS)
    return ["lint"]


@shape(300, 200_000)
def equal_dependencies(folder, n):
    module(folder, "A")
    module(folder, "P", ["A"] * n)
    write(folder, "rules.yml", NO_LAYERS)
    return ["lint"]


@shape(300, 900_000)
def duplicate_keys(folder, n):
    project(folder, "p", "P", [target("P")], "attributes:\n" + "  k: 1\n" * n)
    write(folder, "rules.yml", NO_LAYERS)
    return ["lint"]


@shape(300, 400_000)
def different_duplicate_keys(folder, n):
    keys = "".join(f"  key{i}: 1\n" for i in range(n))
    project(folder, "p", "P", [target("P")], "attributes:\n" + keys + keys)
    write(folder, "rules.yml", NO_LAYERS)
    return ["lint"]


@shape(8, 500)
def applications_with_statics(folder, n):
    statics = [f"S{i:05}" for i in range(n)]
    project(folder, "s", "S", [target(name, kind="framework.static") for name in statics])
    project(folder, "k", "K", [target("Kit", statics)])
    links = ["{framework: Kit.framework, implicit: true, embed: true}", *statics]
    for i in range(n):
        module(folder, f"App{i:05}", links, "application")
    write(folder, "rules.yml", NO_LAYERS)
    return ["lint"]


def one_spec(folder, n):
    names = []
    for i in range(n // 2):
        names.append(target(f"M{i:05}", [f"{{target: M{i + 1:05}}}"] if i + 1 < n // 2 else []))
        names.append(target(f"M{i:05}Tests", [f"{{target: M{i:05}}}"], "bundle.unit-test"))
    project(folder, ".", "P", names)


@shape(100, 19_000)
def init_of_one_spec(folder, n):
    one_spec(folder, n)
    return ["init", "--print"]


@shape(50, 10_000)
def init_of_one_folder(folder, n):
    for i in range(n):
        module(folder, f"M{i:05}", [f"M{j:05}" for j in (i + 1, i * 7 + 3) if i < j < n])
    return ["init", "--print"]


@shape(300, 20_000)
def list_of_pods(folder, n):
    pods = "".join(f"  - Pod{i:05} (1.{i}.0)\n" for i in range(n))
    write(folder, "Podfile.lock", f"PODS:\n{pods}")
    module(folder, "P", [f"Pod{i:05}" for i in range(10)])
    write(folder, "rules.yml", NO_LAYERS)
    return ["list", "--externals"]


def layered(folder, n, density=3):
    names = ["app", "domain", "service", "core", "shared"]
    size = n // 5
    for layer, name in enumerate(names):
        for i in range(size):
            links = [
                f"M{lower}x{(i * (7 + k) + k) % size:05}"
                for k in range(density) for lower in [layer + 1 + (i + k) % 2] if lower < 5]
            module(folder, f"M{layer}x{i:05}", links, path=f"{name}/M{layer}x{i:05}")
    write(folder, "rules.yml", f"version: 1\nlayers: [{', '.join(names)}]\n")


# What other commands than lint cost before they do anything, which is less than lint does.
COMMANDS = {}


def add_graph(name, command, size=60, large=20_000):
    COMMANDS[name] = command

    def make(folder, n):
        layered(folder, n)
        return command

    SHAPES[name] = (make, size, large)


for name in ("svg", "html", "dot", "mermaid", "json"):
    add_graph(f"graph-{name}", ["graph", "--format", name])
add_graph("stats", ["stats"])
add_graph("list", ["list"])
add_graph("baseline", ["baseline", "diff"])


@shape(60, 10_000)
def graph_of_a_chain(folder, n):
    for i in range(n):
        module(folder, f"M{i:05}", [f"M{j:05}" for j in (i + 1, i + 2) if j < n])
    return ["graph", "--format", "svg"]


@shape(50, 5000)
def names_in_layers(folder, n):
    for i in range(n):
        module(folder, f"M{i:05}", [f"M{i + 1:05}"] if i + 1 < n else [])
    names = ", ".join(f"M{i:05}" for i in range(n))
    write(folder, "rules.yml", f"version: 1\nlayers: [{{name: all, peers: allow, modules: [{names}]}}]\n")
    return ["lint"]


@shape(50, 5000)
def folders_in_layers(folder, n):
    for i in range(n):
        module(folder, f"M{i:05}", [], path=f"x/F{i:05}/M{i:05}")
    names = ", ".join(f"x/F{i:05}/**" for i in range(n))
    write(folder, "rules.yml", f"version: 1\nlayers: [{{name: all, peers: allow, modules: [{names}]}}]\n")
    return ["lint"]


# Beyond a hundred slips no nearest words are looked for.
@shape(120, 3000)
def unused_patterns(folder, n):
    for i in range(n):
        module(folder, f"Module{i:05}")
    names = ", ".join(f"Modul{i:05}" for i in range(n))
    write(folder, "rules.yml", f"version: 1\ntest-support: [{names}]\n")
    return ["lint"]


@shape(50, 5000)
def exceptions(folder, n):
    write(folder, "rules.yml", "version: 1\nlayers: [a]\nexceptions:\n" + "".join(
        f'  - {{link: "M{i:05} -> M{i + 1:05}", rule: same-layer, reason: old}}\n'
        for i in range(n - 1)))
    for i in range(n):
        module(folder, f"M{i:05}", [f"M{i + 1:05}"] if i + 1 < n else [], path=f"a/M{i:05}")
    return ["lint"]


@shape(30, 3000)
def exceptions_of_a_circle(folder, n):
    write(folder, "rules.yml", "version: 1\nexceptions:\n" + "".join(
        f'  - {{link: "M{i:05} -> N{i:05}", rule: cycle, reason: old}}\n' for i in range(n)))
    for i in range(n):
        module(folder, f"M{i:05}", [f"N{i:05}"])
        module(folder, f"N{i:05}", [f"M{i:05}", f"M{(i + 1) % n:05}"] if i % 10 else [f"M{i:05}"])
    return ["lint"]


@shape(50, 5000)
def code_owners(folder, n):
    os.makedirs(os.path.join(folder, ".git"))
    write(folder, "CODEOWNERS", "".join(f"/M{i:05}/ @t{i}\n" for i in range(n)))
    for i in range(n):
        module(folder, f"M{i:05}", [f"No{i}"])
    write(folder, "rules.yml", NO_LAYERS)
    return ["lint"]


# Beyond a hundred of them no nearest words are looked for.
@shape(120, 5000)
def unknown_targets(folder, n):
    project(folder, "p", "P", [target(f"T{i:05}", [f"{{target: Tx{i:05}}}"]) for i in range(n)])
    write(folder, "rules.yml", NO_LAYERS)
    return ["lint"]


@shape(50, 5000)
def one_circle(folder, n):
    for i in range(n):
        module(folder, f"M{i:05}", [f"M{(i + 1) % n:05}"])
    write(folder, "rules.yml", NO_LAYERS)
    return ["lint"]


@shape(50, 4000)
def paths_on_the_command_line(folder, n):
    for i in range(n):
        module(folder, f"M{i:05}", [f"No{i}"])
    write(folder, "rules.yml", NO_LAYERS)
    return ["lint", *(f"M{i:05}/project.yml" for i in range(n))]


@shape(40, 1000)
def circle_of_statics(folder, n):
    names = [f"S{i:05}" for i in range(n)]
    project(folder, "s", "S", [
        target(name, [names[(i + 1) % n]], "framework.static") for i, name in enumerate(names)])
    module(folder, "KitA", [names[0]])
    module(folder, "KitB", [names[n // 2]])
    embedded = "{{framework: {}.framework, implicit: true, embed: true}}"
    module(folder, "App", [embedded.format("KitA"), embedded.format("KitB")], "application")
    write(folder, "rules.yml", NO_LAYERS)
    return ["lint"]


@shape(60, 1600)
def package_of_many_applications(folder, n):
    write(folder, "Kit/Package.swift", """// swift-tools-version:5.9
import PackageDescription
let package = Package(
  name: "Kit", products: [.library(name: "Kit", targets: ["Kit"])], targets: [.target(name: "Kit")])
""")
    write(folder, "Kit/Sources/Kit/a.swift", "")
    targets = []
    for i in range(n):
        targets.append(target(f"App{i:05}", ["{package: Kit}"], "application"))
        targets.append(target(f"Tests{i:05}", [f"{{target: App{i:05}}}"], "bundle.unit-test"))
    project(folder, ".", "P", targets, "packages:\n  Kit: {path: Kit}\n")
    write(folder, "rules.yml", NO_LAYERS)
    return ["lint"]


@shape(60, 2000)
def one_template(folder, n):
    templates = "targetTemplates:\n" + "".join(
        f"  T{i:05}:\n    platform: iOS\n" for i in range(n))
    targets = [
        f"  M{i:05}:\n    type: framework\n    platform: iOS\n    templates: [T{i:05}]\n" for i in range(n)]
    project(folder, "p", "P", targets, templates)
    write(folder, "rules.yml", NO_LAYERS)
    return ["lint"]


@shape(50, 5000)
def interfaces_of_a_layer(folder, n):
    for i in range(n):
        module(folder, f"M{i:05}Core", path=f"a/M{i:05}Core")
        module(folder, f"M{i:05}", [f"M{j % n:05}" for j in (i + 1, i + 2)], path=f"a/M{i:05}")
    write(folder, "rules.yml", "version: 1\nlayers: [a]\ninterfaces: [\"*Core\"]\n")
    return ["lint"]


@shape(50, 5000)
def wildcards_in_layers(folder, n):
    for i in range(n):
        module(folder, f"M{i:05}Kit")
    names = ", ".join(f'"*{i:05}?it"' for i in range(n))
    write(folder, "rules.yml", f"version: 1\nlayers: [{{name: all, modules: [{names}]}}]\n")
    return ["lint"]


@shape(50, 5000)
def wildcards_of_folders(folder, n):
    for i in range(n):
        module(folder, f"M{i:05}", path=f"x/F{i:05}/M{i:05}")
    names = ", ".join(f'"*/F{i:05}/**"' for i in range(n))
    write(folder, "rules.yml", f"version: 1\nlayers: [{{name: all, modules: [{names}]}}]\n")
    return ["lint"]


@shape(50, 5000)
def wildcards_of_exceptions(folder, n):
    write(folder, "rules.yml", "version: 1\nlayers: [a]\nexceptions:\n" + "".join(
        f'  - {{link: "*{i:05} -> *{i + 1:05}", rule: same-layer, reason: old}}\n'
        for i in range(n - 1)))
    for i in range(n):
        module(folder, f"M{i:05}", [f"M{i + 1:05}"] if i + 1 < n else [], path=f"a/M{i:05}")
    return ["lint"]


@shape(50, 5000)
def wildcards_of_constraints(folder, n):
    for i in range(n):
        module(folder, f"M{i:05}", [f"M{i + 1:05}"] if i + 1 < n else [])
    write(
        folder, "rules.yml", NO_LAYERS + "links:\n"
        + "".join(f'  - {{id: c{i}, forbid: "*{i:05} -> *{(i + 2) % n:05}"}}\n' for i in range(n)))
    return ["lint"]


@shape(50, 5000)
def wildcards_of_code_owners(folder, n):
    os.makedirs(os.path.join(folder, ".git"))
    write(folder, "CODEOWNERS", "".join(f"/*/M{i:05}/ @t{i}\n" for i in range(n)))
    for i in range(n):
        module(folder, f"M{i:05}", [f"No{i}"], path=f"x/M{i:05}")
    write(folder, "rules.yml", NO_LAYERS)
    return ["lint"]


@shape(50, 5000)
def unused_links_of_a_target(folder, n):
    names = [f"M{i:05}" for i in range(n)]
    source = "    sources: {}\n"
    project(folder, ".", "P", [
        target("P", [f"{{target: {name}}}" for name in names], more=source.format("P")),
        *(target(name, more=source.format(name)) for name in names)])
    for name in ["P", *names]:
        write(folder, f"{name}/a.swift", f"public struct {name}Value {{}}\n")
    write(folder, "rules.yml", NO_LAYERS + "rules: {unused-link: warning}\n")
    return ["lint"]


@shape(200, 20_000)
def targets_added_in_a_loop(folder, n):
    names = ", ".join(f'"T{i:05}"' for i in range(n))
    write(folder, "Package.swift", f"""// swift-tools-version:5.9
import PackageDescription
let package = Package(name: "P", targets: [])
for name in [{names}] {{
  package.targets.append(.target(name: name))
}}
""")
    write(folder, "rules.yml", NO_LAYERS)
    return ["lint"]


# Measuring.


def embeds_one_of_many(folder, n):
    module(folder, "App", ["{target: Extra, embed: true}", *(f"M{i:05}" for i in range(n))], "application",
           more="")
    write(folder, "App/project.yml",
          open(os.path.join(folder, "App/project.yml")).read() + target("Extra"))
    for i in range(n):
        module(folder, f"M{i:05}", [f"N{i:05}"])
        module(folder, f"N{i:05}")
    write(folder, "rules.yml", NO_LAYERS)


@shape(60, 2000)
def fix_of_one_file(folder, n):
    embeds_one_of_many(folder, n)
    return ["fix", "--diff"]


def fixed(name, size, large, *command):
    """Registers a maker whose workspace another command than plain lint is tried on."""

    def add(make):
        def run(folder, n):
            make(folder, n)
            return list(command)

        SHAPES[name] = (run, size, large)
        COMMANDS[name] = list(command)
        return make

    return add


@fixed("fix-of-repeated-dependencies", 100, 5000, "fix", "--diff")
@fixed("sarif-of-repeated-dependencies", 100, 999, "lint", "--format", "sarif")
def repeated_dependencies(folder, n):
    names = [f"M{i:05}" for i in range(n)]
    links = [f"{{target: {name}}}" for name in names for _ in range(2)]
    project(folder, "p", "P", [target("P", links), *(target(name) for name in names)])
    write(folder, "rules.yml", NO_LAYERS)


@fixed("fix-of-a-baseline-out-of-order", 100, 5000, "fix", "--diff")
def baseline_out_of_order(folder, n):
    names = [f"M{i * 7919 % n:05}" for i in range(n)]
    project(folder, "p", "P", [
        *(target(name, ["{target: Old}"]) for name in names if int(name[1:]) % 2), target("Old")])
    write(folder, "rules.yml", NO_LAYERS + 'links: [{id: old, forbid: "* -> Old"}]\n')
    write(folder, "modlint-baseline.yml", "version: 2\nfindings:\n  old:\n" + "".join(
        f"    - [P/{name}, P/Old]\n" for name in names))


@fixed("fix-of-embeds-that-are-forbidden", 60, 2000, "fix", "--diff")
@fixed("sarif-of-embeds-that-are-forbidden", 60, 600, "lint", "--format", "sarif")
def forbidden_embeds(folder, n):
    apps = [
        target(f"App{i:05}", ["{target: Kit}"], "application") for i in range(n)]
    project(folder, ".", "P", [*apps, target("Kit", ["{target: Core}"]), target("Core")])
    write(folder, "rules.yml", NO_LAYERS + 'links: [{id: even, forbid: "App*[02468] -> Core"}]\n')


COMMANDS["fix-of-one-file"] = ["fix", "--diff"]


@shape(60, 5000)
def lint_of_one_file(folder, n):
    embeds_one_of_many(folder, n)
    return ["lint"]


def xcode_project(folder, path, objects, targets, settings=""):
    """A committed Xcode project: its objects, the ids of its targets, and settings of the project."""
    write(
        folder, f"{path}.xcodeproj/project.pbxproj",
        "// !$*UTF8*$!\n{objects = {\n"
        f"P = {{isa = PBXProject; targets = ({targets}); buildConfigurationList = L;}};\n"
        "L = {isa = XCConfigurationList; buildConfigurations = (C);};\n"
        f"C = {{isa = XCBuildConfiguration; name = Release; buildSettings = {{{settings}}}; "
        "baseConfigurationReference = X;};\n"
        'X = {isa = PBXFileReference; path = c0.xcconfig; sourceTree = SOURCE_ROOT;};\n'
        f"{objects}}}; rootObject = P;}}\n")
    write(folder, "c0.xcconfig", "")
    write(folder, "rules.yml", NO_LAYERS)
    return ["lint"]


def framework(name, more=""):
    return (f'{name} = {{isa = PBXNativeTarget; name = {name}; '
            f'productType = "com.apple.product-type.framework"; {more}}};\n')


@shape(5, 20)
def settings_included_twice(folder, n):
    arguments = xcode_project(folder, "A", framework("A"), "A")
    project(folder, "p", "P", [target("P", more="    configFiles: {Debug: ../c0.xcconfig}\n")])
    for i in range(n):
        twice = f'#include "c{i + 1}.xcconfig"\n' * 2
        write(folder, f"c{i}.xcconfig", twice if i + 1 < n else "PRODUCT_NAME[sdk=a] = A\n")
    write(folder, "rules.yml", NO_LAYERS + "projects: ['*.xcodeproj']\n")
    return arguments


@shape(100, 10_000)
def settings_file_of_many(folder, n):
    """Each target has a file of its own, and all include a long one."""
    objects = "".join(
        framework(f"T{i}", f"buildConfigurationList = L{i};")
        + f"L{i} = {{isa = XCConfigurationList; buildConfigurations = (C{i});}};\n"
        f"C{i} = {{isa = XCBuildConfiguration; name = Release; baseConfigurationReference = X{i};}};\n"
        f"X{i} = {{isa = PBXFileReference; path = t{i}.xcconfig; sourceTree = SOURCE_ROOT;}};\n"
        for i in range(n))
    arguments = xcode_project(folder, "A", objects, ",".join(f"T{i}" for i in range(n)))
    write(folder, "c0.xcconfig", "".join(f"A{i} = $(A{i + 1})\n" for i in range(10 * n)))
    for i in range(n):
        write(folder, f"t{i}.xcconfig", f'#include "c0.xcconfig"\nPRODUCT_NAME = $(A{i})\n')
    return arguments


@shape(120, 400)
def settings_that_double(folder, n):
    """Each setting refers to the next several times, in all forms of references."""
    values = [f"$(A{i + 1})$A{i + 1}${{A{i + 1}}}$[A{i + 1}]" * 3 for i in range(n)]
    doubled = "".join(f'A{i} = "{value}"; ' for i, value in enumerate(values))
    settings = f'{doubled} A{n} = ""; PRODUCT_NAME = "a$[A0]"; PRODUCT_BUNDLE_IDENTIFIER = "${{A0}}";'
    spec = "".join(f'      A{i}: "{value}"\n' for i, value in enumerate(values))
    project(folder, "p", "P", [target(
        "P", more=f'    settings:\n{spec}      A{n}: ""\n      PRODUCT_BUNDLE_IDENTIFIER: $A0\n')])
    arguments = xcode_project(folder, "A", framework("A"), "A", settings)
    write(folder, "rules.yml", NO_LAYERS + "projects: ['*.xcodeproj']\n")
    return arguments


@shape(200, 20_000)
def settings_of_one_project(folder, n):
    """Many settings of the project, which all its targets refer to."""
    settings = "".join(f"A{i} = $(A{i + 1}); " for i in range(10 * n))
    objects = "".join(
        framework(f"T{i}", f"buildConfigurationList = L{i};")
        + f"L{i} = {{isa = XCConfigurationList; buildConfigurations = (C{i});}};\n"
        f'C{i} = {{isa = XCBuildConfiguration; name = Release; buildSettings = {{PRODUCT_NAME = "$(B{i})";}};}};\n'
        for i in range(n))
    return xcode_project(folder, "A", objects, ",".join(f"T{i}" for i in range(n)), settings)


@shape(400, 3_000)
def one_group_in_all_phases(folder, n):
    """Phases that name one localized group, and exception sets, again and again."""
    children = ",".join(f"F{i}" for i in range(n))
    objects = "".join(
        framework(f"T{i}", f"buildPhases = (R{i}); fileSystemSynchronizedGroups = ({'S,' * 10});")
        + f"R{i} = {{isa = PBXResourcesBuildPhase; files = ({f'B{i},' * 10});}};\n"
        f"B{i} = {{isa = PBXBuildFile; fileRef = V;}};\n"
        f"F{i} = {{isa = PBXFileReference; path = {i}.strings; sourceTree = SOURCE_ROOT;}};\n"
        for i in range(n))
    objects += (
        f"V = {{isa = PBXVariantGroup; children = ({children}); sourceTree = SOURCE_ROOT;}};\n"
        f"S = {{isa = PBXFileSystemSynchronizedRootGroup; path = s; exceptions = ({'E,' * n}); "
        "sourceTree = SOURCE_ROOT;};\n"
        "E = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = T0; "
        f"membershipExceptions = ({','.join(f'{i}.c' for i in range(n))});}};\n")
    return xcode_project(folder, "A", objects, ",".join(f"T{i}" for i in range(n)))


@shape(100, 10_000)
def one_wide_object(folder, n):
    """A file with many keys in many phases."""
    keys = "".join(f"k{i} = 1; " for i in range(10 * n))
    objects = "".join(
        framework(f"T{i}", f"buildPhases = (R{i});")
        + f"R{i} = {{isa = PBXSourcesBuildPhase; files = (B{i});}};\n"
        f"B{i} = {{isa = PBXBuildFile; fileRef = F;}};\n" for i in range(n))
    objects += f"F = {{isa = PBXFileReference; {keys} path = a.c; sourceTree = SOURCE_ROOT;}};\n"
    return xcode_project(folder, "A", objects, ",".join(f"T{i}" for i in range(n)))


@shape(30, 1_000)
def one_folder_in_many_groups(folder, n):
    """Groups of one folder with many others, in which packages are searched."""
    for i in range(n):
        write(folder, f"s/f{i}/a.c", "")
    objects = "".join(
        f"S{i} = {{isa = PBXFileSystemSynchronizedRootGroup; path = s; sourceTree = SOURCE_ROOT;}};\n"
        for i in range(n))
    objects += framework("A", "packageProductDependencies = (Q);")
    objects += "Q = {isa = XCSwiftPackageProductDependency; productName = Q;};\n"
    return xcode_project(folder, "A", objects, "A")


@shape(10, 40)
def folders_below_folders(folder, n):
    write(folder, "s/" + "a/" * n + "f1", "")
    patterns = "".join(f'        - "{pattern}*1"\n' for pattern in ("**/" * 6, "**/a/" * 6))
    project(folder, ".", "P", [target(
        "P", more=f"    sources:\n      - path: s\n        excludes:\n{patterns}")])
    write(folder, "rules.yml", NO_LAYERS + "rules: {unused-link: warning}\n")
    return ["lint"]


# Odd sources, each of which some loop of the lexers could go through again and again.
SWIFT_ODDITIES = {
    "hashes": lambda n: "#" * n,
    "hash-words": lambda n: "##if A\n" * n,
    "escaped-slashes": lambda n: "\\/" * n + ")/",
    "raw-strings": lambda n: 'let a = #"""\n' + '\\#(#"""' * n,
    "hashes-in-raw-string": lambda n: "#" * n + '"' + ('"' + "#" * 100) * (n // 100),
    "back-ticks": lambda n: "`" * n + "` a" * n,
    "placeholders": lambda n: "<#a " * n,
    "attributes": lambda n: "@/**/" * n,
    "comments": lambda n: "/*" * n,
    "quotes": lambda n: '"""\n' * n + '"',
    "interpolations": lambda n: '"\\(' * n,
    "regexes": lambda n: '(/"a/' * n + "(/[" * n + " /a" * n,
    "extended-regexes": lambda n: "#/\n" * n,
    "conditions": lambda n: "#if A\nimport X\n" * n,
    "brackets": lambda n: "#if " + "(" * n,
    "parts": lambda n: "import A" + ".a" * n,
}
C_ODDITIES = {
    "raw-strings": lambda n: 'R"a(' * n,
    "continuations": lambda n: "#if \\\n" * n + "//\\\n" * n,
    "quotes": lambda n: 'xR"' * n + "'" * n,
    "includes": lambda n: "#include <a/\n" * n,
    "arguments": lambda n: "#if " + "a(" * n,
    "conditions": lambda n: "#if A\n#include <X/x.h>\n" * n,
    "guards": lambda n: "#ifndef A\n#define A\n" * n,
    "imports": lambda n: "@import " * n,
}


def add_oddities(language, ending, oddities, last):
    def make(folder, n):
        project(
            folder, "p", "P", [target("P", more="    sources: s\n"), target("X", more="    sources: x\n")])
        write(folder, "p/x/x.swift", "")
        for name, text in oddities.items():
            write(folder, f"p/s/{name}.{ending}", f"{text(n)}\n{last}\n")
        write(folder, "rules.yml", NO_LAYERS + "rules: {undeclared-import: error}\n")
        return ["lint"]

    SHAPES[f"odd-{language}"] = (make, 1000, 100_000)


add_oddities("swift", "swift", SWIFT_ODDITIES, "import X")
add_oddities("c", "m", C_ODDITIES, "#import <X/X.h>")


def command_of(binary, folder, arguments):
    paths = arguments[1:] if arguments[0] == "lint" else []
    arguments = arguments if any(path.endswith(".yml") for path in paths) else [*arguments, "."]
    if arguments[0] in ("lint", "graph", "stats", "list"):
        arguments = [arguments[0], "--jobs", "1", *arguments[1:]]
    return [binary, *arguments]


def input_size(folder):
    return sum(
        os.path.getsize(os.path.join(root, name)) for root, _, names in os.walk(folder)
        for name in names)


def environment():
    return {"SWIFT_DETERMINISTIC_HASHING": "1", "PATH": os.environ["PATH"]}


def counted(binary, make, size):
    """The instructions of a run, and the bytes that it reads and writes."""
    with tempfile.TemporaryDirectory() as folder:
        command = command_of(binary, folder, make(folder, size))
        with tempfile.TemporaryFile() as output, tempfile.NamedTemporaryFile() as log:
            run = subprocess.run(
                ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
                 f"--log-file={log.name}", *command], cwd=folder, env=environment(), stdout=output,
                stderr=subprocess.PIPE)
            text = log.read().decode()
            found = re.search(r"Collected : (\d+)", text)
            if run.returncode not in (0, 1) or not found:
                sys.exit(f"check_growth: {' '.join(command)}: exit {run.returncode}\n"
                         f"{run.stderr.decode()}{text[-2000:]}")
            return int(found[1]), input_size(folder) + output.tell()


def empty(folder, n):
    write(folder, "rules.yml", NO_LAYERS)
    module(folder, "P")
    return ["lint"]


def check(binary, names):
    if not shutil.which("valgrind"):
        print("check_growth: valgrind is missing", file=sys.stderr)
        return 77

    def base_of(command):
        def make(folder, n):
            empty(folder, n)
            return command

        return counted(binary, make, 1)[0]

    commands = {tuple(COMMANDS.get(name, ["lint"])) for name in names}
    bases = {command: base_of(list(command)) for command in commands}
    failed = False

    def counts(name):
        make, size, _ = SHAPES[name]
        return counted(binary, make, size), counted(binary, make, FACTOR * size)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, ((small, small_bytes), (large, large_bytes)) in zip(names, pool.map(counts, names)):
            base = bases[tuple(COMMANDS.get(name, ["lint"]))]
            growth = (large - base) / max(1, small - base)
            # Some shapes grow in depth, of which few bytes tell.
            allowed = max(FACTOR, large_bytes / small_bytes)
            allowed *= SLACKS.get(name, SLACK) ** math.log2(max(2, allowed))
            verdict = "too fast" if growth > allowed else "ok"
            failed |= growth > allowed
            print(f"{verdict:8}  {name:28} {small:13,} → {large:14,}  growth {growth:6.2f}, "
                  f"limit {allowed:6.2f}", flush=True)
    return int(failed)


def timed(binary, wanted):
    for item in wanted:
        name, _, size = item.partition("=")
        make, _, large = SHAPES[name]
        with tempfile.TemporaryDirectory() as folder:
            command = command_of(binary, folder, make(folder, int(size or large)))
            with tempfile.TemporaryFile() as output:
                start = time.monotonic()
                process = subprocess.Popen(
                    command, cwd=folder, env=environment(), stdout=output,
                    stderr=subprocess.DEVNULL, preexec_fn=limit)
                _, status, usage = os.wait4(process.pid, 0)
                seconds = time.monotonic() - start
                size_of_output = os.fstat(output.fileno()).st_size
            code = os.waitstatus_to_exitcode(status)
            cpu = usage.ru_utime + usage.ru_stime
            print(f"{item:34} exit {code:3}  {seconds:7.2f} s  cpu {cpu:7.2f} s  "
                  f"{usage.ru_maxrss / 1024:8.1f} MiB  in {input_size(folder) / 1e6:7.1f} MB  "
                  f"out {size_of_output / 1e6:7.1f} MB", flush=True)
    return 0


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
    resource.setrlimit(resource.RLIMIT_AS, (12 << 30, 12 << 30))


def main():
    arguments = sys.argv[1:]
    if arguments[:1] == ["--make"] and len(arguments) == 4:
        make = SHAPES[arguments[1]][0]
        os.makedirs(arguments[3], exist_ok=True)
        print(*make(arguments[3], int(arguments[2])))
        return 0
    is_timed = arguments[:1] == ["--time"]
    binary, *names = arguments[is_timed:] or [""]
    if not os.access(binary, os.X_OK) or any(name.partition("=")[0] not in SHAPES for name in names):
        print(__doc__, file=sys.stderr)
        return 64
    run = timed if is_timed else check
    return run(os.path.abspath(binary), names or list(SHAPES))


if __name__ == "__main__":
    sys.exit(main())
