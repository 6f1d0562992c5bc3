#!/usr/bin/env python3
"""Lets modlint judge binaries that real tools make: objects and bitcode of clang, archives of llvm-ar,
libraries of ld64.lld, universal files of llvm-lipo, and the bundles that they are put into; whole,
damaged and lying. Exits 77 if a tool is missing.

usage: check_binaries.py MODLINT
"""
import json, os, pathlib, plistlib, random, shutil, struct, subprocess, sys

ROOT = pathlib.Path(".build/binaries")
VENDOR = ROOT / "Vendor"
SECONDS = 60
IOS, SIMULATOR = "arm64-apple-ios14.0", "arm64-apple-ios14.0-simulator"


def tool(name, *others):
    """The first of these commands that is there; clang comes with Swift."""
    beside_swift = os.path.dirname(os.path.realpath(shutil.which("swift") or "/"))
    for candidate in (name, *others):
        found = shutil.which(candidate) or shutil.which(candidate, path=beside_swift)
        if found:
            return found
    print(f"{name} is missing", file=sys.stderr)
    sys.exit(77)


def run(*command):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}")


class Workspace:
    """One app for each platform, which links whatever is vendored."""

    def __init__(self):
        shutil.rmtree(ROOT, ignore_errors=True)
        VENDOR.mkdir(parents=True)
        self.links = {"iOS": [], "macOS": []}

    def add(self, path, platforms=("iOS",)):
        for platform in platforms:
            self.links[platform].append(path.relative_to(ROOT).as_posix())

    def copy(self, source, path, **options):
        """Puts a file into the bundle or place it belongs to."""
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(source, bytes):
            path.write_bytes(source)
        else:
            shutil.copyfile(source, path)

    def judge(self, modlint):
        """What modlint says: by name, the linkage and its sources by platform."""
        targets = ""
        for platform, paths in self.links.items():
            targets += f"  App{platform}:\n    type: application\n    platform: {platform}\n    dependencies:\n"
            targets += "".join(f"      - framework: {path}\n" for path in paths)
        (ROOT / "project.yml").write_text(f"name: App\ntargets:\n{targets}")
        (ROOT / "rules.yml").write_text("version: 1\n")
        command = [os.path.abspath(modlint), "list", "--externals", "--json"]
        done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS)
        if done.returncode != 0:
            sys.exit(f"modlint ended with {done.returncode}: {done.stderr.decode()}")
        facts = {}
        for module in json.loads(done.stdout)["modules"]:
            for fact in module["facts"]:
                for platform in fact["platforms"]:
                    facts[module["name"], platform] = (fact["linkage"], fact["source"], fact.get("reason", ""))
        return facts


def make_files():
    """Real files of every kind: by a name, the file and how it is linked."""
    clang, ar = tool("clang"), tool("llvm-ar-14", "llvm-ar")
    lld, lipo = tool("ld64.lld-14", "ld64.lld"), tool("llvm-lipo-14", "llvm-lipo")
    made = ROOT / "made"
    made.mkdir()
    source = made / "tide.c"
    source.write_text("int tide(void) { return 1; }\n")
    files = {}

    def compile(name, target, *options):
        run(clang, "-target", target, "-c", *options, source, "-o", made / name)
        return made / name

    def link(name, kind, arch, system, *objects):
        run(lld, kind, "-arch", arch, "-platform_version", system, "14.0", "14.0", "-undefined", "dynamic_lookup",
            "-o", made / name, *objects)
        return made / name

    ios, simulator = compile("ios.o", IOS), compile("sim.o", SIMULATOR)
    simulator_intel = compile("sim-intel.o", "x86_64-apple-ios14.0-simulator")
    mac, mac_intel = compile("mac.o", "arm64-apple-macos11"), compile("mac-intel.o", "x86_64-apple-macos11")
    phone32 = compile("phone32.o", "armv7-apple-ios9.0")
    files["object"] = (ios, "static")
    files["object32"] = (phone32, "static")
    files["bitcode"] = (compile("lto.o", IOS, "-flto"), "static")
    for form in ("darwin", "bsd", "gnu"):
        archive = made / f"{form}.a"
        run(ar, f"--format={form}", "rcs", archive, ios, compile("a_member_with_a_long_name.o", IOS))
        files[form] = (archive, "static")
    files["dylib"] = (link("tide.dylib", "-dylib", "arm64", "ios", ios), "dynamic")
    files["plugin"] = (link("plugin.so", "-bundle", "arm64", "ios", ios), "none")
    sim = [link("sim.dylib", "-dylib", "arm64", "ios-simulator", simulator),
           link("sim-intel.dylib", "-dylib", "x86_64", "ios-simulator", simulator_intel)]
    macs = [link("mac.dylib", "-dylib", "arm64", "macos", mac),
            link("mac-intel.dylib", "-dylib", "x86_64", "macos", mac_intel)]
    for name, parts in (("simlibrary", sim), ("maclibrary", macs)):
        run(lipo, "-create", *parts, "-output", made / name)
        files[name] = (made / name, "dynamic")
    intel_archive, archive = made / "intel.a", made / "mac.a"
    run(ar, "--format=darwin", "rcs", intel_archive, mac_intel)
    run(ar, "--format=darwin", "rcs", archive, mac)
    run(lipo, "-create", intel_archive, archive, "-output", made / "universal.a")
    files["universal"] = (made / "universal.a", "static")
    run(lipo, "-create", ios, phone32, "-output", made / "objects")
    files["objects"] = (made / "objects", "static")
    run(lipo, "-create", intel_archive, macs[0], "-output", made / "both")
    files["both"] = (made / "both", "unknown")
    files["executable"] = (pathlib.Path(os.path.realpath(sys.executable)), "unknown")
    thin = VENDOR / "libthin.a"
    run(ar, "--format=gnu", "rcsT", thin, ios)
    return files


def xcframework(workspace, path, libraries):
    """An XCFramework as `xcodebuild -create-xcframework` writes it, of (identifier, system, variant, name, file)."""
    entries = []
    for identifier, system, variant, name, file in libraries:
        inner = pathlib.Path(name) / "Versions/A" / pathlib.Path(name).stem if system == "macos" else \
            pathlib.Path(name) / pathlib.Path(name).stem
        workspace.copy(file, path / identifier / (inner if name.endswith(".framework") else name))
        entry = {"LibraryIdentifier": identifier, "LibraryPath": name, "SupportedArchitectures": ["arm64"],
                 "SupportedPlatform": system}
        entries.append(entry | ({"SupportedPlatformVariant": variant} if variant else {}))
    info = {"AvailableLibraries": entries, "CFBundlePackageType": "XFWK", "XCFrameworkFormatVersion": "1.0"}
    (path / "Info.plist").write_bytes(plistlib.dumps(info))


def add_bundles(workspace, files, expected):
    for name, (file, linkage) in files.items():
        path = VENDOR / f"{name}.framework" / name
        workspace.copy(file, path)
        workspace.add(path.parent)
        expected[name, "iOS"] = linkage
    expected["thin", "iOS"] = "static"
    workspace.add(VENDOR / "libthin.a")
    versions = VENDOR / "Versioned.framework"
    workspace.copy(files["maclibrary"][0], versions / "Versions/A/Versioned")
    (versions / "Versions/Current").symlink_to("A")
    (versions / "Versioned").symlink_to("Versions/Current/Versioned")
    workspace.add(versions, ["macOS"])
    expected["Versioned", "macOS"] = "dynamic"
    path = VENDOR / "Both.xcframework"
    xcframework(workspace, path, [
        ("ios-arm64", "ios", None, "Both.framework", files["darwin"][0]),
        ("ios-arm64_x86_64-simulator", "ios", "simulator", "Both.framework", files["universal"][0]),
        ("macos-arm64_x86_64", "macos", None, "Both.framework", files["maclibrary"][0]),
    ])
    workspace.add(path, ["iOS", "macOS"])
    expected["Both", "iOS"], expected["Both", "macOS"] = "static", "dynamic"


def add_damaged(workspace, files, expected):
    """Files cut short, which are unknown or as the whole ones, and lies, which are unknown."""
    chance = random.Random(1)
    for name, (file, linkage) in files.items():
        whole = file.read_bytes()[:1 << 20]
        for size in sorted({*range(0, 70), len(whole) // 2, len(whole) - 1}):
            add_file(workspace, f"{name}-cut{size}", whole[:size], expected, {linkage, "unknown"})
        for number in range(20):
            damaged = bytearray(whole)
            for _ in range(chance.randint(1, 8)):
                damaged[chance.randrange(min(len(damaged), 100))] = chance.choice([0, 1, 127, 128, 255])
            add_file(workspace, f"{name}-damaged{number}", bytes(damaged), expected, None)
    whole = files["maclibrary"][0].read_bytes()
    for lie, (place, value) in {"offset": (16, 1 << 31), "start": (16, 0), "size": (20, 3), "count": (4, 30),
                                "no-part": (4, 0), "java": (4, 52)}.items():
        lying = whole[:place] + struct.pack(">I", value) + whole[place + 4:]
        add_file(workspace, f"lying-{lie}", lying, expected, {"unknown"})
    os.mkfifo(VENDOR / "pipe.a")
    workspace.add(VENDOR / "pipe.a")
    expected["pipe", "iOS"] = "unknown"
    # An archive of 4 GiB without its content: it must not be read to the end.
    with open(VENDOR / "huge.a", "wb") as huge:
        huge.write(b"!<arch>\n")
        huge.truncate(1 << 32)
    workspace.add(VENDOR / "huge.a")
    expected["huge", "iOS"] = "static"


def add_file(workspace, name, content, expected, linkages):
    path = VENDOR / f"{name}.a"
    path.write_bytes(content)
    workspace.add(path)
    expected[name, "iOS"] = linkages


def main():
    workspace, expected = Workspace(), {}
    files = make_files()
    add_bundles(workspace, files, expected)
    add_damaged(workspace, files, expected)
    facts = workspace.judge(sys.argv[1])
    wrong = []
    for key, want in expected.items():
        linkage, source, reason = facts.get(key, ("not listed", "", ""))
        if want is not None and linkage not in ({want} if isinstance(want, str) else want):
            wrong.append(f"{' on '.join(key)} is {linkage} ({reason or source}), not {want}")
        if (linkage == "unknown") != (source == "none") or (linkage == "unknown") != bool(reason):
            wrong.append(f"{' on '.join(key)}: {linkage} by {source}, {reason!r}")
    print(f"{len(expected)} binaries, {len(wrong)} read wrong")
    for line in wrong[:20]:
        print("  " + line)
    sys.exit(1 if wrong else 0)


main()
