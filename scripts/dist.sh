#!/bin/sh
# Builds the release binary, dist/modlint, and what belongs beside it. On Linux the binary needs no
# library at run time, and all of it is packed as an archive.
#
# usage: scripts/dist.sh [--universal] [--dry-run]
#
#   --universal  on macOS: for both kinds of machines, with a libyaml of its own, and packed as well
#   --dry-run    prints the commands instead, for the system that SYSTEM names
set -eu
cd "$(dirname "$0")/.."
. scripts/setup.sh

system=${SYSTEM:-$(uname)}
dry= universal=
for word; do
  case $word in
    --dry-run) dry=1 ;;
    --universal) universal=1 ;;
    *)
      say "usage: scripts/dist.sh [--universal] [--dry-run]"
      exit 64
      ;;
  esac
done

# run COMMAND...
run() {
  if [ "$dry" ]; then echo "$*"; else "$@"; fi
}

# write FILE COMMAND...: what a command prints becomes a file.
write() {
  file=$1
  shift
  if [ "$dry" ]; then echo "$* >$file"; else "$@" >"$file"; fi
}

# build OPTION...: builds the program with options of SwiftPM into `folder`, beside what SwiftPM builds and tests
# unless SWIFT_FLAGS has another scratch path.
build() {
  # shellcheck disable=SC2086
  set -- -c release --scratch-path .build-release "$@" ${SWIFT_FLAGS-}
  # SwiftPM would take a cached plan for other flags, too.
  run swift build --product modlint --disable-build-manifest-caching "$@"
  if [ "$dry" ]; then folder=BIN; else folder=$(swift build "$@" --show-bin-path); fi
}

# Links what was built into a program that needs no library at run time. SwiftPM passes options for that to the
# compiler as well, so that what tests link could not be used.
link_static() {
  run swiftc -static-executable -use-ld=lld -Xlinker -s -Xlinker --build-id=none -Xlinker --gc-sections \
    -Xlinker --defsym=main=modlint_main "@$folder/modlint.product/Objects.LinkFileList" \
    -lyaml -l_FoundationCShims -l_FoundationCollections -o dist/modlint
}

# Builds both halves on macOS 14 and later, with libyaml as a static library.
build_universal() {
  run scripts/libyaml.sh .build/libyaml
  export PKG_CONFIG_PATH="$PWD/.build/libyaml/lib/pkgconfig"
  for machine in arm64 x86_64; do
    build --triple "$machine-apple-macosx14.0"
    run cp "$folder/modlint" "dist/modlint-$machine"
  done
  run lipo -create dist/modlint-arm64 dist/modlint-x86_64 -output dist/modlint
  run rm dist/modlint-arm64 dist/modlint-x86_64
  run strip -x dist/modlint
  # A program that was changed since it was linked needs another signature, which names nobody.
  run codesign --force --sign - dist/modlint
  run lipo dist/modlint -verify_arch arm64 x86_64
}

[ "$dry" ] || [ "$universal" ] || set_up
run mkdir -p dist
case $system in
  Linux)
    build
    link_static
    ;;
  *)
    if [ "$universal" ]; then
      build_universal
    else
      build
      run cp "$folder/modlint" dist/modlint
    fi
    ;;
esac

# What belongs beside the binary: completions for three shells, and the manual page.
write dist/modlint.bash dist/modlint --generate-completion-script bash
write dist/_modlint dist/modlint --generate-completion-script zsh
write dist/modlint.fish dist/modlint --generate-completion-script fish
have python3 || {
  say "python3 is missing: dist has neither manual page nor archive."
  exit
}
[ "$system" != Linux ] || run python3 scripts/pack.py blank dist/modlint
write dist/modlint.1 sh -c 'dist/modlint --experimental-dump-help | python3 scripts/manual.py "$(dist/modlint --version)"'
[ "$system" != Linux ] && [ ! "$universal" ] || run python3 scripts/pack.py archive
