#!/bin/sh
# Checks what the tests do not. A missing tool is installed where that needs no password, else its
# check is skipped; under CI=true a skip is a failure.
set -eu
cd "$(dirname "$0")/.."
. scripts/packages.sh
scripts/setup.sh

failed=0
skipped=0

# check NAME COMMAND...; status 77 means that the command lacks something, which it has named.
check() {
  name=$1
  shift
  status=0
  "$@" || status=$?
  case $status in
    0) echo "ok    $name" ;;
    77)
      echo "skip  $name"
      skipped=$((skipped + 1))
      ;;
    *)
      echo "FAIL  $name"
      failed=$((failed + 1))
      ;;
  esac
}

# install_missing TOOL APT_NAME BREW_NAME
install_missing() {
  if ! have "$1" && can_install; then
    say "$1 is missing."
    install_package "$2" "$3" || true
  fi
}

# check_with TOOL APT_NAME BREW_NAME NAME COMMAND...
check_with() {
  tool=$1
  apt_name=$2
  brew_name=$3
  shift 3
  install_missing "$tool" "$apt_name" "$brew_name"
  if have "$tool"; then
    check "$@"
  else
    echo "skip  $1: $tool is missing"
    skipped=$((skipped + 1))
  fi
}

formatted() {
  swift format lint --strict --recursive --parallel Sources Tests integrations Package.swift
}

no_foundation() {
  ! grep -rnE '^[^/]*\bimport +((struct|class|enum|protocol|func|let|var|typealias) +)?Foundation\b' Sources
}

# The manifest refuses a link against the layers, the build an import that the manifest lacks.
layered() {
  # shellcheck disable=SC2086
  swift build --quiet ${SWIFT_FLAGS-}
}

laid_out() {
  python3 scripts/check_layout.py "$(swift build --show-bin-path)/modlint"
}

binaries_read() {
  python3 scripts/check_binaries.py "$(swift build --show-bin-path)/modlint"
}

# As `make dist` writes it.
manual_page_read() {
  [ -f dist/modlint.1 ] || { echo "there is no dist/modlint.1" >&2; return 77; }
  problems=$(groff -man -Tutf8 -ww -z dist/modlint.1 2>&1) || return
  [ -z "$problems" ] || { echo "$problems" >&2; return 1; }
}

completed() {
  python3 scripts/check_completions.py "$(swift build --show-bin-path)/modlint" "$1"
}

# On workspaces that no test has seen.
commands_agree() {
  python3 scripts/check_commands.py "$(swift build --show-bin-path)/modlint"
}

# On generated manifests, which take the compiler a second each.
manifests_read() {
  # shellcheck disable=SC2086
  MODLINT_MANIFESTS=${MODLINT_MANIFESTS-300} swift test --quiet ${SWIFT_FLAGS-} --filter ManifestDifferenceTests
}

# On generated sources, of which the compiler reads some thirty a second.
imports_found() {
  # shellcheck disable=SC2086
  MODLINT_IMPORTS=${MODLINT_IMPORTS-300} swift test --quiet ${SWIFT_FLAGS-} --filter GeneratedSourceTests
}

formula_read() {
  ruby -c Formula/modlint.rb >/dev/null
}

check "format" formatted
check "no full Foundation in Sources" no_foundation
check "layers" layered
check "documentation of the libraries has no warnings" scripts/docs.sh
check "JSON Schemas and loaders agree" scripts/check_schema.sh
check "reports are what their readers take" scripts/check_reports.sh
check_with swift swift swift "manifests are read as SwiftPM reads them" manifests_read
check_with swift swift swift "imports are found where the compiler finds them" imports_found
check "every command runs on random workspaces, and they agree" commands_agree
check "hooks refuse a violation and pass a clean commit" scripts/check_hooks.sh
for shell in bash zsh fish; do
  check_with "$shell" "$shell" "$shell" "$shell completes what is typed" completed "$shell"
done
check_with ruby ruby ruby "Ruby reads the formula" formula_read
install_missing dot graphviz graphviz
install_missing node nodejs node
check "Graphviz and Mermaid read every graph" scripts/check_graphs.sh
check_with dot graphviz graphviz "pictures cross no more links than Graphviz" laid_out
check_with chromedriver chromium-driver chromedriver "the page works in a browser" scripts/check_page.sh
if [ "$(uname)" = Linux ]; then
  install_missing llvm-lipo-14 llvm-14 llvm
  install_missing ld64.lld-14 lld-14 lld
  check "binaries of other tools are read right" binaries_read
  install_missing valgrind valgrind valgrind
  check "release builds" scripts/dist.sh
  check_with valgrind valgrind valgrind "instructions of a run" \
    Benchmarks/check_instructions.sh dist/modlint
  check_with valgrind valgrind valgrind "cost grows as input and output do" \
    python3 Benchmarks/check_growth.py dist/modlint
  check_with groff groff groff "manual page" manual_page_read
  check "archive runs in a bare root" scripts/check_archive.sh
  check "wheel installs and runs as the binary does" scripts/check_wheel.sh
  check "hooks take the wheel" scripts/check_hooks.sh modlint wheel
  check "SwiftPM runs the artifact bundle" scripts/check_bundle.sh
  check_with buildah buildah buildah "the image runs" scripts/check_container.sh
  check "two releases are equal" scripts/check_release.sh
  check "what macOS takes instead is sound" scripts/check_macos.sh
  check "what is offered to build machines runs" scripts/check_integrations.sh
fi

if [ "${CI-}" = true ]; then
  failed=$((failed + skipped))
fi
[ "$failed" -eq 0 ]
