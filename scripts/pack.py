"""Packs what scripts/dist.sh built, in the root of the repository. The same files give the same bytes.

usage: pack.py blank BINARY      blanks what differs between two builds of equal sources
       pack.py archive           dist/modlint-VERSION-SYSTEM-MACHINE.tar.gz, to unpack over /usr/local
       pack.py wheel             dist/modlint-VERSION-py3-none-PLATFORM.whl, for pip
       pack.py bundle            dist/modlint-VERSION.artifactbundle.zip, for SwiftPM
       pack.py parts             dist/parts, the archive and the wheel of this machine
       pack.py release [FOLDER [PARTS]]
                                 all of these, schemas, formula, checksums and notes; see docs/releasing.md. PARTS
                                 is a folder with the archives and wheels of several machines
       pack.py home ADDRESS      writes the address of the repository into the sources, formula, action and pages
"""

import gzip
import hashlib
import io
import json
import pathlib
import platform
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
sys.path.insert(0, str(ROOT / "python"))

ARCHIVE = [
    ("dist/modlint", "bin/modlint"),
    ("dist/modlint.1", "share/man/man1/modlint.1"),
    ("dist/modlint.bash", "share/bash-completion/completions/modlint"),
    ("dist/_modlint", "share/zsh/site-functions/_modlint"),
    ("dist/modlint.fish", "share/fish/vendor_completions.d/modlint.fish"),
    ("LICENSE", "share/doc/modlint/LICENSE"),
    ("THIRD-PARTY.md", "share/doc/modlint/THIRD-PARTY.md"),
    ("README.md", "share/doc/modlint/README.md"),
    ("CHANGELOG.md", "share/doc/modlint/CHANGELOG.md"),
]
# The triples of SwiftPM and the tags of Homebrew for each archive. Newer systems take what older ones run.
TRIPLES = {
    "linux-x86_64": ["x86_64-unknown-linux-gnu"],
    "linux-aarch64": ["aarch64-unknown-linux-gnu"],
    "macos-universal": ["arm64-apple-macosx", "x86_64-apple-macosx"],
}
BOTTLES = {
    "linux-x86_64": ["x86_64_linux"],
    "linux-aarch64": ["arm64_linux"],
    "macos-universal": ["arm64_sonoma", "sonoma"],
}
# Any date will do that is not before tar's own.
DATE = 946684800


def run(*arguments):
    return subprocess.run(arguments, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def version_of_sources():
    import wheels

    return wheels.constant("version")


def platform_of(binary):
    """The system and machine that a program is for, as names of archives have it."""
    import wheels

    if wheels.is_universal(binary):
        return "macos-universal"
    machine = wheels.machine_of_static(binary)
    return f"linux-{machine}" if machine else f"{platform.system().lower()}-{platform.machine()}"


def checksums(files):
    """The lines of SHA256SUMS for pairs of a name and its bytes."""
    return "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files))


def blank(binary):
    """Blanks `.swift_modhash` in an ELF binary.

    Swift writes a hash of each module there. Only the compiler reads it, and only in object files; it
    changes from build to build.
    """
    data = bytearray(binary.read_bytes())
    (table,) = struct.unpack_from("<Q", data, 40)
    size, count, names = struct.unpack_from("<HHH", data, 58)

    def section(row):
        name, _, _, _, offset, length = struct.unpack_from("<IIQQQQ", data, table + size * row)
        return name, slice(offset, offset + length)

    _, texts = section(names)
    for name, content in map(section, range(count)):
        if data[texts][name:].split(b"\0", 1)[0] == b".swift_modhash":
            data[content] = bytes(content.stop - content.start)
    binary.write_bytes(data)


def tar(name, files):
    """A compressed archive of one folder with pairs of a path in it and its bytes."""
    folders = {str(parent) for place, _ in files for parent in pathlib.PurePath(place).parents}
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as file:
        for place in sorted(folders | {place for place, _ in files}):
            data = dict(files).get(place)
            entry = tarfile.TarInfo(name if place == "." else f"{name}/{place}")
            entry.mtime = DATE
            entry.mode = 0o755 if data is None or "bin/" in place else 0o644
            entry.type = tarfile.DIRTYPE if data is None else tarfile.REGTYPE
            entry.size = len(data or b"")
            file.addfile(entry, io.BytesIO(data or b""))
    return gzip.compress(packed.getvalue(), 9, mtime=0)


def archive():
    name = f"modlint-{version_of_sources()}-{platform_of((DIST / 'modlint').read_bytes())}"
    files = [(place, (ROOT / path).read_bytes()) for path, place in ARCHIVE]
    files.append(("share/doc/modlint/SHA256SUMS", checksums(files).encode()))
    for old in DIST.glob("modlint-*.tar.gz"):
        old.unlink()
    file = DIST / f"{name}.tar.gz"
    file.write_bytes(tar(name, files))
    return file


def parts():
    """The files that each machine brings to a release."""
    folder = DIST / "parts"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for file in (archive(), wheel()):
        shutil.copyfile(file, folder / file.name)
    return folder


def archives(folder):
    """The archives in a folder by what they are for, each its files by their paths in it."""
    found = {}
    prefix = f"modlint-{version_of_sources()}-"
    for path in sorted(folder.glob(f"{prefix}*.tar.gz")):
        name = path.name.removesuffix(".tar.gz")
        with tarfile.open(path) as file:
            members = [member for member in file.getmembers() if member.isfile()]
            content = {member.name.removeprefix(name + "/"): file.extractfile(member).read() for member in members}
        found[name.removeprefix(prefix)] = content
    if not set(found) <= set(TRIPLES):
        sys.exit(f"releases are for {', '.join(TRIPLES)}, not for {', '.join(set(found) - set(TRIPLES))}")
    return found


def wheel():
    for old in DIST.glob("modlint-*.whl"):
        old.unlink()
    return DIST / run(sys.executable, "python/wheels.py", "dist").strip().rpartition("/")[2]


def bundle(folder=None):
    """The artifact bundle with the programs of all archives; SwiftPM's proposals 0305 and 0325."""
    folder = folder or archive().parent
    version = version_of_sources()
    variants, files = [], []
    for name, content in archives(folder).items():
        place = f"modlint-{version}-{name}"
        variants.append({"path": f"{place}/bin/modlint", "supportedTriples": TRIPLES[name]})
        files.append((f"{place}/bin/modlint", content["bin/modlint"], 0o755))
        documents = ("LICENSE", "THIRD-PARTY.md")
        files += [(f"{place}/{page}", content[f"share/doc/modlint/{page}"], 0o644) for page in documents]
    artifact = {"version": version, "type": "executable", "variants": variants}
    index = {"schemaVersion": "1.0", "artifacts": {"modlint": artifact}}
    files.insert(0, ("info.json", (json.dumps(index, indent=2) + "\n").encode(), 0o644))
    for old in DIST.glob("modlint-*.artifactbundle.zip"):
        old.unlink()
    file = DIST / f"modlint-{version}.artifactbundle.zip"
    with zipfile.ZipFile(file, "w") as packed:
        for name, content, mode in files:
            entry = zipfile.ZipInfo(f"modlint.artifactbundle/{name}", (2000, 1, 1, 0, 0, 0))
            entry.external_attr = (0o100000 | mode) << 16
            entry.create_system = 3
            packed.writestr(entry, content, zipfile.ZIP_DEFLATED, 9)
    return file


def home(address):
    """Writes the address of the repository that releases come from wherever files of the repository need it."""
    import wheels

    address = address.removesuffix("/").removesuffix(".git")
    if not re.fullmatch(r"https://[\w.-]+(/[\w.-]+)+/[\w.-]+", address):
        sys.exit(f"'{address}' is no address such as https://github.com/OWNER/modlint")
    old = wheels.constant("home") or "https://github.com/YOUR-ORGANISATION/modlint"
    names = ["/".join(place.split("/")[3:]) for place in (old, address)]
    pages = [ROOT / name for name in ("README.md", "Formula/modlint.rb", "Sources/modlint/About.swift")]
    for path in [*pages, *ROOT.glob("docs/**/*.md"), *ROOT.glob("integrations/*.yml")]:
        text = path.read_text(encoding="utf-8")
        new = re.sub(r"\n?<!-- without a home -->\n.*?<!-- end -->\n", "", text, flags=re.S)
        new = new.replace(old, address).replace(*names)
        new = re.sub(r'(static let home = )".*"', rf'\1"{address}"', new)
        if new != text:
            path.write_text(new, encoding="utf-8")


def bottle(version, content):
    """What Homebrew unpacks into its Cellar instead of building the formula."""
    completions = {"share/bash-completion/completions/modlint": "etc/bash_completion.d/modlint"}
    files = [(f"{version}/{completions.get(place, place)}", data) for place, data in sorted(content.items())]
    return tar("modlint", files)


def formula(folder, version, found):
    """The formula with the commit that the tag of the version has to be at, and its bottles."""
    text = (ROOT / "Formula/modlint.rb").read_text(encoding="utf-8")
    revision = run("git", "rev-parse", "HEAD").strip()
    tag = f'tag: "v{version}"'
    text = text.replace(tag, f'{tag}, revision: "{revision}"')
    address = re.search(r'url "(.*)\.git"', text)[1]
    lines = ["  bottle do", f'    root_url "{address}/releases/download/v{version}"']
    for name, content in found.items():
        data = bottle(version, content)
        for system in BOTTLES[name]:
            (folder / f"modlint-{version}.{system}.bottle.tar.gz").write_bytes(data)
            sum = hashlib.sha256(data).hexdigest()
            lines.append(f'    sha256 cellar: :any_skip_relocation, {system}: "{sum}"')
    license = '  license "MIT"\n'
    text = text.replace(license, "\n".join([license, *lines, "  end\n"]))
    (folder / "modlint.rb").write_text(text, encoding="utf-8")


def notes(version):
    """The section of CHANGELOG.md for a version, else the one of what is to come."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## \[(.+?)\].*\n((?:(?!## \[).*\n)*)", text, re.M))
    if version not in sections:
        print(
            f"CHANGELOG.md has no section [{version}]: the notes are those of [Unreleased]",
            file=sys.stderr,
        )
        version = "Unreleased"
    return re.sub(r"^\[[^]]*\]: .*\n", "", sections[version], flags=re.M).strip("\n") + "\n"


def release(folder, of=None):
    version = run("dist/modlint", "--version").strip()
    constant = version_of_sources()
    if version != constant:
        sys.exit(f"dist/modlint is {version} and the sources are {constant}: run 'make dist'")
    of = of or parts()
    files = [*of.glob("modlint-*.tar.gz"), *of.glob("modlint-*.whl"), bundle(of)]
    files.append(ROOT / "integrations/modlint.gitlab-ci.yml")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for file in files:
        shutil.copyfile(file, folder / file.name)
    help_text = json.loads(run("dist/modlint", "--experimental-dump-help"))
    commands = help_text["command"]["subcommands"]
    (schema,) = [one for one in commands if one["commandName"] == "schema"]
    for argument in schema["arguments"]:
        for subject in argument.get("allValues", []):
            path = folder / f"{subject}.schema.json"
            path.write_text(run("dist/modlint", "schema", subject), encoding="utf-8")
    formula(folder, version, archives(of))
    content = [(file.name, file.read_bytes()) for file in folder.iterdir()]
    (folder / "SHA256SUMS").write_text(checksums(content), encoding="utf-8")
    text = folder.with_name(folder.name + ".md")
    text.write_text(notes(version), encoding="utf-8")
    folder.chmod(0o755)
    for file in [*folder.iterdir(), text]:
        file.chmod(0o644)
    return f"{folder} has the files of version {version}, {text} its notes"


def main(part=None, *arguments):
    packers = {"archive": archive, "wheel": wheel, "bundle": bundle, "parts": parts}
    if part == "blank" and len(arguments) == 1:
        blank(pathlib.Path(arguments[0]))
    elif part == "release" and len(arguments) < 3:
        folders = [pathlib.Path(argument).absolute() for argument in arguments]
        print(release(*folders or [DIST / "release"]))
    elif part == "home" and len(arguments) == 1:
        home(*arguments)
    elif part in packers and not arguments:
        print(packers[part]().relative_to(ROOT))
    else:
        sys.exit(__doc__)


main(*sys.argv[1:])
