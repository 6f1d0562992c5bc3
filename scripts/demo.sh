#!/bin/sh
# Lints three of the examples and draws the graph of one.
set -eu
cd "$(dirname "$0")/.."
. scripts/setup.sh
set_up

# shellcheck disable=SC2086
swift build --product modlint ${SWIFT_FLAGS-}
# shellcheck disable=SC2086
modlint=$(swift build ${SWIFT_FLAGS-} --show-bin-path)/modlint

step() {
  printf '\n$ %s\n' "$*"
}

step modlint examples/broken
status=0
"$modlint" examples/broken || status=$?
[ "$status" -eq 1 ] || { say "exit status $status instead of 1"; exit 1; }

step modlint examples/iss
"$modlint" examples/iss

step modlint examples/packages
"$modlint" examples/packages

step modlint graph --format svg examples/iss
"$modlint" graph --format svg examples/iss >.build/iss.svg
echo "drawn to .build/iss.svg"
