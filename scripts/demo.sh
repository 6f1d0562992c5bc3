#!/bin/sh
# Lints both examples and draws the graph of the clean one.
set -eu
cd "$(dirname "$0")/.."
. scripts/packages.sh
scripts/setup.sh

# shellcheck disable=SC2086
swift build ${SWIFT_FLAGS-}
modlint=$(swift build --show-bin-path)/modlint

step() {
  printf '\n$ %s\n' "$*"
}

step modlint examples/broken
status=0
"$modlint" examples/broken || status=$?
[ "$status" -eq 1 ] || { say "exit status $status instead of 1"; exit 1; }

step modlint examples/iss
"$modlint" examples/iss

step modlint graph --dot examples/iss
"$modlint" graph --dot examples/iss >.build/iss.dot
if have dot; then
  dot -Tsvg .build/iss.dot >.build/iss.svg
  echo "drawn to .build/iss.svg"
else
  echo "written to .build/iss.dot; with Graphviz: dot -Tsvg .build/iss.dot >.build/iss.svg"
fi
