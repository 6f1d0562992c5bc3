#!/bin/sh
# usage: scripts/release.sh [FOLDER]
#
# Puts everything that a release has into FOLDER, by default dist/release, with checksums and notes, from
# what scripts/dist.sh built; docs/releasing.md says what is done with it. The same files give the same bytes.
set -eu
cd "$(dirname "$0")/.."
. scripts/packages.sh

[ "$(uname)" = Linux ] || {
  say "releases are made on Linux, where the binary needs no library of the machine"
  exit 77
}
folder=${1-dist/release}
version=$(dist/modlint --version)
constant=$(scripts/version.sh)
[ "$version" = "$constant" ] || {
  say "dist/modlint is $version and the sources are $constant: run 'make dist'"
  exit 1
}

scripts/archive.sh
scripts/wheel.sh
scripts/bundle.sh
rm -rf "$folder"
mkdir -p "$folder"
cp dist/modlint-"$version"-linux-*.tar.gz dist/modlint-"$version"-*.whl \
  dist/modlint-"$version".artifactbundle.zip integrations/modlint.gitlab-ci.yml "$folder"
dist/modlint --experimental-dump-help | python3 -c '
import json, sys
commands = json.load(sys.stdin)["command"]["subcommands"]
(schema,) = [command for command in commands if command["commandName"] == "schema"]
print(*[value for argument in schema["arguments"] for value in argument.get("allValues", [])], sep="\n")
' | while read -r subject; do
  dist/modlint schema "$subject" >"$folder/$subject.schema.json"
done
(cd "$folder" && LC_ALL=C sha256sum -- * >SHA256SUMS)

# Notes: what CHANGELOG.md says of this version, else what it says is to come.
section=$version
grep -q "^## \[$version\]" CHANGELOG.md || {
  section=Unreleased
  say "CHANGELOG.md has no section [$version]: the notes are those of [Unreleased]"
}
awk -v head="## [$section]" '
  /^## \[/ { inside = index($0, head) == 1; next }
  inside && /^\[[^]]*\]: / { next }
  inside { text = text $0 "\n" }
  END { gsub(/^\n+|\n+$/, "", text); print text }' CHANGELOG.md >"$folder.md"
chmod -R u=rwX,go=rX "$folder" "$folder.md"
say "$folder has the files of version $version, $folder.md its notes"
