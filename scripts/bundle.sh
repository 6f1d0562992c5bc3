#!/bin/sh
# Packs what scripts/dist.sh built as an artifact bundle for SwiftPM,
# dist/modlint-VERSION.artifactbundle.zip, with the triples that exist: that of this machine. The same
# files give the same bytes. SwiftPM's proposals 0305 and 0325 have the format.
set -eu
cd "$(dirname "$0")/.."
. scripts/packages.sh

[ "$(uname)" = Linux ] || {
  say "a binary of macOS needs the libyaml of its machine and is not bundled"
  exit 77
}
rm -f dist/modlint-*.artifactbundle.zip
python3 - "$(dist/modlint --version)" "$(uname -m)" <<'END'
import json, pathlib, sys, zipfile

version, machine = sys.argv[1:]
folder = f"modlint-{version}-linux-{machine}"
variant = {"path": f"{folder}/bin/modlint", "supportedTriples": [f"{machine}-unknown-linux-gnu"]}
artifact = {"version": version, "type": "executable", "variants": [variant]}
index = {"schemaVersion": "1.0", "artifacts": {"modlint": artifact}}
files = [("info.json", (json.dumps(index, indent=2) + "\n").encode(), 0o644)]
files += [(f"{folder}/bin/modlint", pathlib.Path("dist/modlint").read_bytes(), 0o755)]
files += [(f"{folder}/{name}", pathlib.Path(name).read_bytes(), 0o644) for name in ("LICENSE", "THIRD-PARTY.md")]
path = f"dist/modlint-{version}.artifactbundle.zip"
with zipfile.ZipFile(path, "w") as bundle:
    for name, content, mode in files:
        entry = zipfile.ZipInfo(f"modlint.artifactbundle/{name}", (2000, 1, 1, 0, 0, 0))
        entry.external_attr = (0o100000 | mode) << 16
        entry.create_system = 3
        bundle.writestr(entry, content, zipfile.ZIP_DEFLATED, 9)
print(path)
END
