#!/bin/sh
# Runs `swift package modlint` in a new package that names the bundle of `make bundle` by its path, and
# holds the manifest of the manual against SwiftPM.
set -eu
cd "$(dirname "$0")/.."
. scripts/packages.sh
root=$PWD
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
  say "$*"
  cat "$scratch/printed" >&2
  exit 1
}

scripts/bundle.sh >"$scratch/printed" || exit
bundle=$(ls dist/modlint-*.artifactbundle.zip)
cp "$bundle" "$scratch/first.zip"
(umask 077 && TZ=Asia/Tokyo scripts/bundle.sh) >"$scratch/printed"
cmp "$bundle" "$scratch/first.zip"

cp -R examples/broken "$scratch/workspace"
tools=$scratch/workspace/Tools
cp -R integrations/swiftpm "$tools"
python3 -m zipfile -e "$bundle" "$tools"
# Python's unzip forgets modes, SwiftPM's does not.
chmod +x "$tools"/modlint.artifactbundle/*/bin/modlint
# run STATUS ARGUMENT...: as SwiftPM ends with 1 whatever the plug-in ends with, that is told on its last line.
run() {
  expected=$1
  shift
  status=0
  (cd "$scratch/workspace" && swift package --package-path Tools modlint "$@") >"$scratch/printed" 2>&1 || status=$?
  [ "$expected" -eq 0 ] || {
    [ "$status" -ne 0 ] || fail "swift package modlint $* passes"
    grep -q "Plugin ended with exit code $expected\$" "$scratch/printed" || fail "not exit status $expected: $*"
    return
  }
  [ "$status" -eq 0 ] || fail "swift package modlint $* fails"
}
run 0 --version
grep -qx "$(dist/modlint --version)" "$scratch/printed" || fail "another version runs"
run 1 service/CosmonautService
grep -q "'ISSCosmonautService' links 'ISSSpacesuitService'" "$scratch/printed" || fail "there is no finding"
run 0 list
run 2 lint --config no-such.yml
run 64 --no-such-option

# The manifest for a bundle at an address, which SwiftPM would download from https alone.
sum=$(swift package --package-path "$tools" compute-checksum "$bundle")
[ "$sum" = "$(sha256sum "$bundle" | cut -d ' ' -f 1)" ] || fail "SwiftPM's checksum is not that of SHA256SUMS"
mkdir "$scratch/remote"
sed -n '/^\/\/ swift-tools-version/,/^```$/p' docs/install.md | sed '$d' >"$scratch/remote/Package.swift"
mkdir -p "$scratch/remote/Plugins"
cp -R "$root/integrations/swiftpm/Plugins/." "$scratch/remote/Plugins"
swift package --package-path "$scratch/remote" dump-package >"$scratch/printed" 2>&1 || fail "SwiftPM refuses the manual's manifest"
grep -q "modlint-$(dist/modlint --version).artifactbundle.zip" "$scratch/printed" || fail "the manual names another bundle"
