#!/usr/bin/env python3
"""bench.py BINARY [--quick]

Compares modlint with the least work there is and with its peers, and prints one table of ratios with
their limits. All programs of a row run in turns, as whole processes; a ratio is the median of the
ratios of neighbouring runs. Rows that name processor time compare user and system time, which other
work on the machine disturbs less than wall time.

Exit status: 0 within all limits, 1 beyond one, 64 usage. What cannot be measured here is named.
"""
import datetime
import os
import platform
import shutil
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
WORK = os.path.join(HERE, "..", ".build", "bench")
SIZES = [13, 1_000, 10_000, 100_000]
FAULTS = 600
# So that 7,250 projects have some 100,000 links.
DENSITY = 3
DROP_CACHES = "/proc/sys/vm/drop_caches"


class Run:
    """One measured run of a command."""

    def __init__(self, line):
        number, wall, cpu, memory, status = map(int, line.split())
        self.command, self.wall, self.cpu, self.memory, self.status = (
            number, wall, cpu, memory, status)


def measure(commands, rounds):
    """The runs of each command, the commands taking turns."""
    output = subprocess.run(
        ["./measure", str(rounds), *commands], stdout=subprocess.PIPE, check=True, text=True).stdout
    runs = [Run(line) for line in output.splitlines()]
    return [[run for run in runs if run.command == number] for number in range(len(commands))]


def median(runs, what):
    return statistics.median(getattr(run, what) for run in runs)


def ratio(runs, base, what):
    return statistics.median(getattr(a, what) / getattr(b, what) for a, b in zip(runs, base))


class Table:
    def __init__(self):
        self.rows, self.notes, self.failed = [], [], False

    def add(self, what, against, value, limit=None, unit="", least=False):
        beyond = limit is not None and (value < limit if least else value > limit)
        self.failed |= beyond
        word = "" if limit is None else f"{'at least' if least else 'at most'} {limit:g}{unit}"
        verdict = "" if limit is None else "**beyond**" if beyond else "met"
        self.rows.append((what, against, f"{value:.3g}{unit}", word, verdict))

    def note(self, text):
        self.notes.append(text)
        print(f"bench: {text}", file=sys.stderr, flush=True)

    def text(self):
        head = [("measured", "against", "value", "limit", "")]
        widths = [max(len(row[column]) for row in head + self.rows) for column in range(5)]
        line = lambda row: "| " + " | ".join(c.ljust(w) for c, w in zip(row, widths)) + " |"
        rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
        return "\n".join([line(head[0]), rule, *map(line, self.rows)])


# What the programs work on.


def compile_programs():
    cc = next(c for c in (os.environ.get("CC"), "cc", "clang") if c and shutil.which(c))
    for name in ("copy", "corpus", "floor", "measure"):
        source = os.path.join(HERE, name + ".c")
        subprocess.run(
            [cc, "-std=c11", "-O2", "-o", name, source, "-lyaml"], check=True)


def corpus(size, faults=0, density=1):
    folder = f"corpus-{size}" + (f"-{faults}" if faults or density > 1 else "")
    if density > 1:
        folder += f"-{density}"
    if not os.path.isdir(folder):
        arguments = [str(size), str(faults), str(density)]
        partial = folder + ".partial"
        shutil.rmtree(partial, ignore_errors=True)
        subprocess.run(
            ["./corpus", partial, *arguments], check=True, stdout=subprocess.DEVNULL)
        os.rename(partial, folder)
    return folder


def write_large_spec():
    """A spec of 20 KB: the targets of several modules in one file."""
    text, folder = "name: Large\ntargets:\n", os.path.join(corpus(1_000), "service")
    for name in sorted(os.listdir(folder)):
        if len(text) > 20_000:
            break
        with open(os.path.join(folder, name, "project.yml")) as file:
            text += file.read().split("\ntargets:\n", 1)[1]
    with open("large.yml", "w") as file:
        file.write(text)


def without_rules(folder):
    """The same tree with a rules.yml that turns all rules off."""
    names = subprocess.run(
        [BINARY, "rules"], check=True, stdout=subprocess.PIPE, text=True).stdout.split("\n")
    off = [name.split()[0] for name in names if name[:1].islower()]
    with open(os.path.join(folder, "rules.yml")) as file:
        text = file.read()
    with open("no-rules.yml", "w") as file:
        file.write(text + "rules:\n" + "".join(f"  {name}: off\n" for name in off))
    return "no-rules.yml"


MANIFEST = """// swift-tools-version: 5.9
import PackageDescription

let name = "{name}"
let interface = name + "Interface"
let settings: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny")]

extension Target.Dependency {{
  static let collections: Self = .product(name: "Collections", package: "swift-collections")
}}

let package = Package(
  name: name,
  defaultLocalization: "en",
  platforms: [.iOS(.v16), .macOS(.v13)],
  products: [
    .library(name: name, targets: [name]),
    .library(name: interface, targets: [interface]),
  ],
  dependencies: [
{packages}    .package(url: "https://github.com/apple/swift-collections", from: "1.1.0"),
  ],
  targets: [
    // What other packages know.
    .target(name: interface),
    .target(
      name: name,
      dependencies: [
        .byName(name: interface),
{products}        .collections,
      ],
      resources: [.process("Resources")]),
    .testTarget(name: "\\(name)Tests", dependencies: [.byName(name: name)]),
  ]
)

#if compiler(>=6.2)
package.dependencies.append(.package(url: "https://github.com/apple/swift-testing", from: "6.2.0"))
#endif

for target in package.targets where target.type != .plugin {{
  target.swiftSettings = (target.swiftSettings ?? []) + settings
}}
"""


def packages_folder(count):
    """An application over that many local packages of about 1.6 KB each, and the same without a look into them."""
    folder = f"packages-{count}"
    if not os.path.isdir(folder):
        partial = folder + ".partial"
        shutil.rmtree(partial, ignore_errors=True)
        names = [f"Module{number}" for number in range(count)]
        for number, name in enumerate(names):
            others = names[number + 1:number + 4]
            path = os.path.join(partial, "modules", name)
            os.makedirs(path)
            with open(os.path.join(path, "Package.swift"), "w") as file:
                file.write(MANIFEST.format(
                    name=name,
                    packages="".join(f'    .package(path: "../{other}"),\n' for other in others),
                    products="".join(
                        f'        .product(name: "{other}Interface", package: "{other}"),\n'
                        for other in others)))
        os.makedirs(os.path.join(partial, "app"))
        with open(os.path.join(partial, "app", "project.yml"), "w") as file:
            file.write("name: App\npackages:\n")
            file.writelines(f"  {name}: {{ path: ../modules/{name} }}\n" for name in names)
            file.write("targets:\n  App:\n    type: application\n    platform: iOS\n    dependencies:\n")
            file.writelines(f"      - package: {name}\n" for name in names)
        rules = """version: 1
layers:
  - app
  - name: modules
    peers: { within: "modules/*" }
interfaces: ["*Interface"]
"""
        with open(os.path.join(partial, "rules.yml"), "w") as file:
            file.write(rules)
        with open(os.path.join(partial, "opaque.yml"), "w") as file:
            file.write(rules + "packages: opaque\n")
        os.rename(partial, folder)
    return folder


SOURCE = """
/// The state of {name} in a station.
///
/// Keeps values in order and computes nothing twice. Request several values together if you need them at
/// the same time.
public final class {name}Part{number} {{
  private let title: String
  private var entries: [String: Int] = [:]

  public init(title: String) {{
    self.title = title  // "as it is"
  }}

  /// Adds values, and returns whether there are many.
  public func update(_ values: [Int], for key: String) -> Bool {{
    guard !values.isEmpty else {{ return false }}
    let sum = values.reduce(0, +)
    entries[key, default: 0] += sum
    log("updated \\(key) to \\(entries[key] ?? 0) of \\(title)")
    return sum > 10 && values.count / 2 < sum
  }}
}}
"""


def sources_folder(count):
    """That many Swift sources of some 4.7 KB in frameworks of ten, of which each links and imports three others."""
    folder = f"sources-{count}"
    if not os.path.isdir(folder):
        partial = folder + ".partial"
        shutil.rmtree(partial, ignore_errors=True)
        names = [f"Module{number}" for number in range(count // 10)]
        for number, name in enumerate(names):
            others = names[number + 1:number + 4]
            path = os.path.join(partial, "modules", name)
            os.makedirs(os.path.join(path, "Sources", "Views"))
            with open(os.path.join(path, "project.yml"), "w") as file:
                file.write(f"name: {name}\ntargets:\n  {name}:\n    type: framework\n"
                           "    platform: iOS\n    sources: Sources\n")
                if others:
                    file.write("    dependencies:\n")
                file.writelines(f"      - {{ framework: {other}.framework, implicit: true }}\n"
                                for other in others)
            head = "// Written for a benchmark.\n\n" + "".join(
                f"import {other}\n" for other in ["Foundation", "UIKit", *others])
            for part in range(10):
                place = os.path.join(path, "Sources", "Views" if part % 2 else "", f"Part{part}.swift")
                with open(place, "w") as file:
                    file.write(head)
                    file.writelines(SOURCE.format(name=name, number=f"{part}{letter}")
                                    for letter in "abcdef")
        with open(os.path.join(partial, "rules.yml"), "w") as file:
            file.write("version: 1\n")
        with open(os.path.join(partial, "imports.yml"), "w") as file:
            file.write("version: 1\nrules:\n  undeclared-import: error\n  unused-link: warning\n")
        os.rename(partial, folder)
    return folder


# The rows.


def against_floor(table, rounds):
    """Runs of growing size against the floor; the medians of one thread by size."""
    growth = {}
    for size in SIZES:
        folder = corpus(size)
        turns = max(5, min(60, rounds * 10_000 // size)) if size <= 10_000 else 3
        floor, one, two, default = measure(
            [f"./floor {folder}", f"{BINARY} lint --jobs 1 {folder}",
             f"{BINARY} lint --jobs 2 {folder}", f"{BINARY} lint {folder}"], turns)
        growth[size] = median(one, "cpu")
        is_main = size == 10_000
        name = f"{size:,} modules"
        if size == 13:
            table.add(f"{name}, as a hook", "floor", ratio(default, floor, "wall"), 3.6)
            continue
        table.add(f"{name}, 1 thread", "floor", ratio(one, floor, "wall"), 1.25 if is_main else None)
        table.add(f"{name}, 1 thread, processor time", "floor", ratio(one, floor, "cpu"))
        table.add(f"{name}, 2 threads", "floor, 1 thread", ratio(two, floor, "wall"),
                  0.85 if is_main else None)
        table.add(f"{name}, default threads", "floor, 1 thread", ratio(default, floor, "wall"),
                  1.3 if is_main else None)
        if is_main:
            table.add(f"{name}, peak memory", "", median(default, "memory") / 1024, 48, " MiB")
        table.add(f"{name}, wall time", "", median(default, "wall") / 1000, None, " ms")
    small = (growth[10_000] - growth[1_000]) / 9_000
    large = (growth[100_000] - growth[10_000]) / 90_000
    table.add("100,000 modules, 1 thread, processor time", "100 times 1,000 modules",
              growth[100_000] / growth[1_000] / 100, 1.1)
    table.add("a module from 10,000 to 100,000", "one from 1,000 to 10,000", large / small)


def faulty(table, rounds):
    clean, broken = corpus(10_000), corpus(10_000, FAULTS)
    runs = measure([f"{BINARY} lint {broken}", f"{BINARY} lint {clean}"], rounds)
    table.add(f"10,000 modules, {FAULTS} faults", "clean", ratio(*runs, "wall"))


FORMATS = [
    "text", "json", "sarif", "github", "gitlab", "azure", "teamcity", "rdjson", "junit",
    "checkstyle", "markdown", "xcode", "html",
]


def upside_down(folder):
    """A rules.yml for which nearly every link of a tree is a finding: its layers in reverse."""
    with open(os.path.join(folder, "rules.yml")) as file:
        lines = file.read().splitlines()
    layers = [line for line in lines if line.startswith("  - ")]
    others = [line for line in lines if line not in layers]
    place = others.index("layers:") + 1
    with open("upside-down.yml", "w") as file:
        file.write("\n".join([*others[:place], *reversed(layers), *others[place:]]) + "\n")
    return "upside-down.yml"


def reports(table, rounds):
    """What a report of many findings costs in each format beside finding them, against writing its bytes."""
    folder = corpus(10_000)
    lint = f"{BINARY} lint --jobs 1 --config {upside_down(folder)} {folder}"
    files = {}
    for name in FORMATS:
        files[name] = f"report.{name}"
        with open(files[name], "wb") as file:
            subprocess.run([*lint.split(), "--format", name], stdout=file)
    count = subprocess.run(
        [*lint.split(), "--concise"], stdout=subprocess.PIPE).stdout.count(b"\n") - 1
    found = []
    for name in FORMATS:
        size = os.path.getsize(files[name])
        commands = [f"{lint} --format {name}", f"{lint} --concise", f"./copy {files[name]}"]
        runs = measure(commands, max(5, rounds // 4))
        # The least of each: a difference of medians would be that of what else the machine did.
        report, concise, copy = (min(run.cpu for run in each) for each in runs)
        found.append(concise)
        table.add(
            f"{count:,} findings, --format {name}, {size / 1e6:.0f} MB, processor time beyond --concise",
            "copying its bytes", (report - concise) / copy)
    table.add(f"{count:,} findings, --concise, a finding", "", min(found) / count, None, " µs")


def cold(table):
    try:
        with open(DROP_CACHES, "w") as file:
            file.write("3")
    except OSError:
        return table.note("cold runs are left out: the page cache cannot be dropped here")
    folder, times = corpus(10_000), {}
    commands = [f"./floor {folder}", f"{BINARY} lint --jobs 1 {folder}", f"{BINARY} lint {folder}"]
    for command in commands * 3:
        os.sync()
        with open(DROP_CACHES, "w") as file:
            file.write("3")
        # The unmeasured run would warm the cache, so time is taken here.
        start = datetime.datetime.now()
        subprocess.run(command.split(), stdout=subprocess.DEVNULL, check=True)
        times.setdefault(command, []).append((datetime.datetime.now() - start).total_seconds())
    floor, one, default = (statistics.median(times[command]) for command in commands)
    table.add("10,000 modules, cold, 1 thread", "floor, cold", one / floor)
    table.add("10,000 modules, cold, default threads", "floor, cold", default / floor)


def summary(folder):
    """How many modules and links modlint counts in a tree."""
    run = subprocess.run([BINARY, folder], check=True, stdout=subprocess.PIPE, text=True)
    modules, links = run.stdout.split(", ")[:2]
    return ", ".join(f"{int(text.split()[0]):,} {text.split()[1]}" for text in (modules, links))


def rules(table, rounds):
    folder = corpus(7_250, density=DENSITY)
    size = summary(folder)
    on, off = measure(
        [f"{BINARY} lint --jobs 1 {folder}",
         f"{BINARY} lint --jobs 1 --config {without_rules(folder)} {folder}"], rounds)
    spent = statistics.median((a.cpu - b.cpu) / 1000 for a, b in zip(on, off))
    table.add(f"all rules, {size}", "no rule", spent, 12, " ms")


def packages(table, rounds):
    """What reading the manifests of local packages, and judging their targets, costs."""
    folder = packages_folder(200)
    size = summary(folder)
    read, opaque = measure(
        [f"{BINARY} lint --jobs 1 {folder}",
         f"{BINARY} lint --jobs 1 --config {folder}/opaque.yml {folder}"], rounds * 2)
    spent = statistics.median((a.cpu - b.cpu) / 1000 for a, b in zip(read, opaque))
    table.add(f"200 manifests, {size}", "`packages: opaque`", spent, 20, " ms")


def imports(table, rounds):
    """What the rules on imports cost beside reading the same sources and nothing else."""
    folder = sources_folder(10_000)
    floor, off, one, default = measure(
        [f"./floor {folder} .swift", f"{BINARY} lint --jobs 1 {folder}",
         f"{BINARY} lint --jobs 1 --config {folder}/imports.yml {folder}",
         f"{BINARY} lint --config {folder}/imports.yml {folder}"], rounds * 2)
    megabytes = sum(
        os.path.getsize(os.path.join(place, name))
        for place, _, names in os.walk(folder) for name in names if name.endswith(".swift")) / 1e6
    name = f"imports of 10,000 sources, {megabytes:.0f} MB"
    spent = statistics.median((a.cpu - b.cpu) / c.cpu for a, b, c in zip(one, off, floor))
    table.add(f"{name}, 1 thread, without the specs, processor time", "reading the sources", spent)
    table.add(f"{name}, default threads, wall time", "", median(default, "wall") / 1000, None, " ms")
    table.add(f"{name}, peak memory", "", median(default, "memory") / 1024, None, " MiB")


def dump(table, rounds):
    write_large_spec()
    long, short = measure([f"{BINARY} dump large.yml", f"{BINARY} --version"], rounds * 4)
    table.add("dump of a spec of 20 KB", "--version", ratio(long, short, "wall"), 1.5)


def repository(folder, source, changed, line, is_committed):
    """A copy of a tree as a git repository, in which a line was added to some files: committed or only staged."""
    if not os.path.isdir(folder):
        partial = folder + ".partial"
        shutil.rmtree(partial, ignore_errors=True)
        shutil.copytree(source, partial)
        git = ["git", "-C", partial, "-c", "user.name=bench", "-c", "user.email=bench@localhost",
               "-c", "gc.auto=0"]
        subprocess.run([*git, "init", "--quiet"], check=True)
        subprocess.run([*git, "add", "--all"], check=True)
        subprocess.run([*git, "commit", "--quiet", "--message", "start"], check=True)
        for path in changed:
            with open(os.path.join(partial, path), "a") as file:
                file.write(line)
        subprocess.run([*git, "add", "--all"], check=True)
        if is_committed:
            subprocess.run([*git, "commit", "--quiet", "--message", "change"], check=True)
        # As in a clone, most objects are in a pack.
        subprocess.run([*git, "gc", "--quiet"], check=True)
        os.rename(partial, folder)
    return folder


def since(table, rounds):
    """What a comparison with a revision, which had other rules, costs beside git's own reading of it."""
    folder = repository("repository-1000", corpus(1_000), ["rules.yml"], "# changed\n", True)
    files = subprocess.run(
        ["git", "-C", folder, "ls-tree", "-r", "HEAD~1"], check=True, stdout=subprocess.PIPE,
        text=True).stdout
    with open("objects.txt", "w") as file:
        file.writelines(
            line.split()[2] + "\n" for line in files.splitlines() if line.endswith(".yml"))
    with open("reads.sh", "w") as file:
        file.write(f"""cd {folder} && git merge-base HEAD HEAD~1 && git ls-tree -r -z HEAD~1 &&
git cat-file --batch < ../objects.txt
""")
    lint, newer, git = measure(
        [f"{BINARY} {folder}", f"{BINARY} lint --since HEAD~1 {folder}", "sh reads.sh"], rounds)
    value = statistics.median((b.wall - c.wall) / a.wall for a, b, c in zip(lint, newer, git))
    table.add("1,000 modules, lint --since HEAD~1 without git's reading", "lint", value, 2.5)
    table.add("1,000 modules, lint --since HEAD~1", "lint", ratio(newer, lint, "wall"))


def staged(table, rounds):
    """What the rules on imports add to a hook, where a commit changes five sources."""
    changed = [f"modules/Module{number}/Sources/Part0.swift" for number in (7, 101, 202, 303, 404)]
    folder = repository("staged-5000", sources_folder(5_000), changed, "// changed\n", False)
    for name, jobs in (("1 thread", "--jobs 1 "), ("default threads", "")):
        off, on = measure(
            [f"{BINARY} lint --staged {jobs}{folder}",
             f"{BINARY} lint --staged {jobs}--config {folder}/imports.yml {folder}"], rounds * 2)
        spent = statistics.median((a.wall - b.wall) / 1000 for a, b in zip(on, off))
        table.add(f"5 of 5,000 sources staged, 500 modules, rules on imports, {name}",
                  "without these rules", spent, 8, " ms")
        table.add(f"the same without these rules, {name}, wall time", "", median(off, "wall") / 1000,
                  None, " ms")


def instructions(table):
    """The ratio that repeats exactly; its own script has the limit that CI holds."""
    run = subprocess.run(
        [os.path.join(HERE, "check_cost.sh"), BINARY], stdout=subprocess.PIPE, text=True)
    if run.returncode == 77:
        return table.note("instructions are left out: a tool is missing")
    value = next(line.split()[1] for line in run.stdout.splitlines() if line.startswith("ratio"))
    table.add("500 modules, instructions", "floor", float(value.rstrip(",")), 1.10)
    table.failed |= run.returncode != 0


# The peers.


def python_peers():
    """A virtual environment with what the peers need, or `None` where there is no way to it."""
    folder = os.path.abspath("venv")
    python = os.path.join(folder, "bin", "python")
    if not os.path.exists(os.path.join(folder, "complete")):
        try:
            subprocess.run([sys.executable, "-m", "venv", folder], check=True)
            subprocess.run(
                [python, "-m", "pip", "install", "--quiet", "pyyaml", "networkx", "import-linter",
                 "tach"], check=True)
        except (OSError, subprocess.CalledProcessError):
            return None
        open(os.path.join(folder, "complete"), "w").close()
    return folder


def yams():
    package = os.path.join(HERE, "peers", "yams-load")
    scratch = os.path.abspath("yams")
    try:
        subprocess.run(
            ["swift", "build", "--quiet", "-c", "release", "--package-path", package,
             "--scratch-path", scratch], check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return os.path.join(scratch, "release", "yams-load")


def peers(table, rounds):
    folder = corpus(10_000)
    lint = f"{BINARY} lint --jobs 1 {folder}"
    others = []
    tools = python_peers()
    if tools:
        script = os.path.join(HERE, "peers", "ground_rules.py")
        others.append(("PyYAML (C) and networkx, four rules",
                       f"{tools}/bin/python {script} {folder}", 8))
    else:
        table.note("Python peers are left out: pip cannot install them here")
    program = yams()
    if program:
        others.append(("Yams, load alone", f"{program} {folder}", 12))
    else:
        table.note("Yams is left out: it cannot be built here")
    for name, command, limit in others:
        base, peer = measure([lint, command], max(2, rounds // 5))
        table.add(f"{name}, 10,000 files", "modlint, 1 thread", ratio(peer, base, "wall"), limit,
                  "", least=True)
    if tools:
        python_linters(table, tools, rounds)


def python_linters(table, tools, rounds):
    """Linters of Python imports, on a package whose modules import as those of the corpus link."""
    script = os.path.join(HERE, "peers", "python_package.py")
    size, folder = 1_000, "python-1000"
    if not os.path.isdir(folder):
        subprocess.run([f"{tools}/bin/python", script, corpus(size), folder], check=True)
    base = f"{BINARY} lint --jobs 1 {corpus(size)}"
    where = os.path.abspath(folder)
    for name, command in [
        ("import-linter", f"{tools}/bin/lint-imports --no-cache --config {where}/.importlinter"),
        ("tach", f"{tools}/bin/tach check"),
    ]:
        env = f"env -C {where} PYTHONPATH={where} {command}"
        lint, peer = measure([base, env], max(2, rounds // 5))
        if any(run.status for run in peer):
            table.note(f"{name} is left out: it does not run here")
            continue
        table.add(f"{name}, 1,000 Python modules", "modlint, 1,000 specs", ratio(peer, lint, "wall"))


def machine():
    model = "unknown processor"
    try:
        with open("/proc/cpuinfo") as file:
            model = next(line.split(":")[1].strip() for line in file if "model name" in line)
    except (OSError, StopIteration):
        pass
    return f"{datetime.date.today()}, {model}, {os.cpu_count()} processors, {platform.system()}"


def main():
    global BINARY
    arguments = [argument for argument in sys.argv[1:] if argument != "--quick"]
    if len(arguments) != 1 or not os.access(arguments[0], os.X_OK):
        print(__doc__, file=sys.stderr)
        return 64
    BINARY = os.path.abspath(arguments[0])
    rounds = 5 if "--quick" in sys.argv else 20
    os.makedirs(WORK, exist_ok=True)
    os.chdir(WORK)
    compile_programs()
    table = Table()
    for part in (instructions, cold):
        part(table)
    for part in (dump, packages, imports, staged, since, against_floor, faulty, reports, rules, peers):
        print(f"bench: {part.__name__}", file=sys.stderr, flush=True)
        part(table, rounds)
    print(f"{machine()}; {rounds} rounds\n")
    print(table.text())
    for note in table.notes:
        print(f"\n{note[0].upper()}{note[1:]}.")
    return int(table.failed)


if __name__ == "__main__":
    sys.exit(main())
