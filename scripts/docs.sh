#!/bin/sh
# Builds the DocC archives of the libraries in .build/docs; a warning is a failure.
# The toolchain's own tools read the modules that are built anyway: no plugin, no dependency, no second
# build. Exits 77 if the toolchain lacks them.
set -eu
cd "$(dirname "$0")/.."
. scripts/packages.sh

# The tools lie beside the compiler, or where Xcode has them.
tool() {
  command -v "$1" || { have xcrun && xcrun --find "$1"; } || {
    say "$1 is missing"
    exit 77
  }
}
extract=$(tool swift-symbolgraph-extract)
docc=$(tool docc)

# shellcheck disable=SC2086
swift build --quiet ${SWIFT_FLAGS-}
build=$(swift build --show-bin-path)
out=.build/docs
rm -rf "$out"
set --
[ "$(uname)" != Darwin ] || set -- -sdk "$(xcrun --show-sdk-path)"
target=$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)",/\1/p')
status=0
for folder in Sources/*/; do
  module=$(basename "$folder")
  # The modules of C are not ours, and a program has no public API.
  if [ "$module" = modlint ] || [ -z "$(find "$folder" -name '*.swift')" ]; then
    continue
  fi
  mkdir -p "$out/$module"
  "$extract" -module-name "$module" -I "$build/Modules" -I Sources/CLibYAML \
    -Xcc -fmodule-map-file="$build/CPlatform.build/module.modulemap" "$@" -target "$target" -minimum-access-level public -output-dir "$out/$module"
  "$docc" convert --additional-symbol-graph-dir "$out/$module" --fallback-display-name "$module" \
    --fallback-bundle-identifier "example.modlint.$module" --warnings-as-errors \
    --output-path "$out/$module.doccarchive" || status=1
  rm -r "${out:?}/$module"
done
exit "$status"
