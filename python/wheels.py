"""Writes the wheel: a zip file with the program, its manual page and its completions.

usage: wheels.py FOLDER, in the root of the repository after scripts/dist.sh; prints the path of the wheel

The format is https://packaging.python.org/en/latest/specifications/binary-distribution-format. The same
files give the same bytes.
"""

import base64
import hashlib
import os
import pathlib
import re
import struct
import sys
import sysconfig
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUMMARY = "A linter for the module graph of iOS and macOS repositories"
# Of all that is in the binary, as THIRD-PARTY.md says.
LICENSES = "MIT AND Apache-2.0 WITH Swift-exception AND LGPL-2.1-or-later"
CLASSIFIERS = [
    "Development Status :: 4 - Beta",
    "Environment :: Console",
    "Intended Audience :: Developers",
    "Operating System :: MacOS",
    "Operating System :: POSIX :: Linux",
    "Topic :: Software Development :: Build Tools",
    "Topic :: Software Development :: Quality Assurance",
]
MACHINES = {62: "x86_64", 183: "aarch64"}
# A program that needs no library of the system runs with any: glibc, musl or none. The kernel that
# glibc wants, 3.2, is older than the oldest system these tags stand for.
ANY_LINUX = "manylinux_2_17_{0}.manylinux2014_{0}.musllinux_1_1_{0}"
# What `scripts/dist.sh --universal` builds needs no library that is not in macOS.
UNIVERSAL_MAC = "macosx_14_0_universal2"


def constant(name):
    """What the program says of itself: `version`, and `home`, the address of its repository or nothing."""
    text = (ROOT / "Sources/modlint/About.swift").read_text(encoding="utf-8")
    return re.search(rf'static let {name} = "([^"]*)"', text)[1]


def machine_of_static(binary):
    """The machine that an ELF file without a loader runs on, else None."""
    header = binary[:64]
    if header[:6] != b"\x7fELF\x02\x01":
        return None
    (machine,) = struct.unpack_from("<H", header, 18)
    (table,) = struct.unpack_from("<Q", header, 32)
    size, count = struct.unpack_from("<HH", header, 54)
    types = [struct.unpack_from("<I", binary, table + size * row)[0] for row in range(count)]
    loader = 3
    return None if loader in types else MACHINES.get(machine)


def is_universal(binary):
    """Whether a file is a program for several kinds of Macs."""
    return binary[:4] == b"\xca\xfe\xba\xbe"


def platform_tag(binary):
    machine = machine_of_static(binary)
    if machine:
        return ANY_LINUX.format(machine)
    if is_universal(binary):
        return UNIVERSAL_MAC
    # The program needs libraries of this machine, and only an installer on it may take the wheel.
    return local_tag(sysconfig.get_platform())


def local_tag(platform):
    """The tag of what Python calls its platform. Installers know each macOS since 11 as its minor version 0."""
    macos = re.fullmatch(r"macosx-(\d+)(?:\.(\d+))?-(\w+)", platform)
    if not macos:
        return re.sub(r"[-.]", "_", platform)
    major, minor, machine = macos.groups("0")
    return f"macosx_{major}_{minor if int(major) < 11 else 0}_{machine}"


def wheel_name(platform):
    return f"modlint-{constant('version')}-py3-none-{platform}.whl"


def description():
    """README.md, with links that lead somewhere from other places."""
    home = constant("home")
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    if not home:
        return re.sub(r"!?\[([^]]*)\]\((?!https?:|#)[^)]+\)", r"\1", text)
    folder = f"{home}/raw/v{constant('version')}"
    text = re.sub(r"(!\[[^]]*\]\()(?!https?:)", rf"\1{folder}/", text)
    folder = folder.replace("/raw/", "/blob/")
    return re.sub(r"\]\((?!https?:|#)([^)]+)\)", lambda link: f"]({folder}/{link[1]})", text)


def metadata():
    version, home = constant("version"), constant("home")
    places = [("Homepage", ""), ("Changelog", f"/blob/v{version}/CHANGELOG.md")]
    fields = [
        ("Metadata-Version", "2.4"),
        ("Name", "modlint"),
        ("Version", version),
        ("Summary", SUMMARY),
        ("Keywords", "architecture,dependencies,ios,linter,swift,xcode,xcodegen"),
        *[("Classifier", name) for name in CLASSIFIERS],
        *[("Project-URL", f"{name}, {home}{path}") for name, path in places if home],
        ("License-Expression", LICENSES),
        ("License-File", "LICENSE"),
        ("License-File", "THIRD-PARTY.md"),
        ("Requires-Python", ">=3.8"),
        ("Description-Content-Type", "text/markdown; charset=UTF-8; variant=GFM"),
    ]
    return "".join(f"{name}: {value}\n" for name, value in fields) + "\n" + description()


def contents(platform):
    """The files of the wheel, each a path, its bytes and whether it is a program."""
    stem = f"modlint-{constant('version')}"
    data, info = f"{stem}.data", f"{stem}.dist-info"
    tags = "".join(f"Tag: py3-none-{tag}\n" for tag in platform.split("."))
    about = f"Wheel-Version: 1.0\nGenerator: modlint\nRoot-Is-Purelib: false\n{tags}"
    built = [
        ("modlint", f"{data}/scripts/modlint"),
        ("modlint.1", f"{data}/data/share/man/man1/modlint.1"),
        ("modlint.bash", f"{data}/data/share/bash-completion/completions/modlint"),
        ("_modlint", f"{data}/data/share/zsh/site-functions/_modlint"),
        ("modlint.fish", f"{data}/data/share/fish/vendor_completions.d/modlint.fish"),
    ]
    files = [(f"modlint/{name}", ROOT / "python/modlint" / name) for name in ("__init__.py", "__main__.py")]
    files += [(path, ROOT / "dist" / name) for name, path in built]
    files += [(f"{info}/licenses/{name}", ROOT / name) for name in ("LICENSE", "THIRD-PARTY.md")]
    for path, file in files:
        yield path, file.read_bytes(), "/scripts/" in path
    yield f"{info}/METADATA", metadata().encode(), False
    yield f"{info}/WHEEL", about.encode(), False


def digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def write_wheel(folder):
    """Writes the wheel of what scripts/dist.sh built; its name."""
    # Any date does that a zip file can hold; it has none before 1980.
    epoch = max(int(os.environ.get("SOURCE_DATE_EPOCH", "946684800")), 315532800)
    platform = platform_tag((ROOT / "dist/modlint").read_bytes())
    name = wheel_name(platform)
    record = []

    def add(wheel, path, content, is_program):
        entry = zipfile.ZipInfo(path, time.gmtime(epoch)[:6])
        entry.external_attr = (0o100755 if is_program else 0o100644) << 16
        entry.create_system = 3
        wheel.writestr(entry, content, zipfile.ZIP_DEFLATED, 9)

    with zipfile.ZipFile(pathlib.Path(folder) / name, "w") as wheel:
        for path, content, is_program in contents(platform):
            add(wheel, path, content, is_program)
            record.append(f"{path},sha256={digest(content)},{len(content)}\n")
        path = f"modlint-{constant('version')}.dist-info/RECORD"
        add(wheel, path, "".join([*record, f"{path},,\n"]).encode(), False)
    return name


if __name__ == "__main__":
    print(f"{sys.argv[1]}/{write_wheel(sys.argv[1])}")
