#!/bin/sh
# Runs the tests and prints what part of the lines of each library they run, by the toolchain's llvm-cov.
#
# Exit status: 1 if a test fails or any of them is below COVERAGE_LIMIT (95) percent.
set -eu
cd "$(dirname "$0")/.."
. scripts/setup.sh
set_up

work=.build-coverage
mkdir -p "$work"
# shellcheck disable=SC2086
swift test --quiet --enable-code-coverage --scratch-path "$work" ${SWIFT_FLAGS-} >"$work/log" 2>&1 || {
  tail -n 40 "$work/log"
  exit 1
}

# Another llvm-cov than the toolchain's own may not know its format.
cov=$(dirname "$(swift -print-target-info | sed -n 's/.*"runtimeResourcePath": *"\(.*\)".*/\1/p')")/../bin/llvm-cov
[ -x "$cov" ] || cov="xcrun llvm-cov"
folder=$(swift build --scratch-path "$work" --show-bin-path)
tests=$(find "$folder" -name '*PackageTests.xctest' | head -n 1)
[ -d "$tests" ] && tests=$(find "$tests/Contents/MacOS" -type f | head -n 1)
# The golden tests run the program itself, whose lines count as well.
$cov export -summary-only -instr-profile "$folder/codecov/default.profdata" "$tests" \
  -object "$folder/modlint" >"$work/summary.json"

python3 - "$work/summary.json" "${COVERAGE_LIMIT:-95}" <<'END'
import collections, json, sys

lines = collections.defaultdict(lambda: [0, 0])
files = []
for file in json.load(open(sys.argv[1]))["data"][0]["files"]:
    library, found, rest = file["filename"].rpartition("/Sources/")[2].partition("/")
    if "/Sources/" not in file["filename"] or ".build" in file["filename"] or not library:
        continue
    count = file["summary"]["lines"]
    for row in (lines[library], lines["all"]):
        row[0] += count["covered"]
        row[1] += count["count"]
    files.append((count["count"] - count["covered"], library + "/" + rest))
total = lines.pop("all")
failed = False
for name, (covered, count) in sorted(lines.items()) + [("together", total)]:
    share = 100 * covered / count
    failed = failed or share < float(sys.argv[2])
    print(f"{name:12} {share:6.2f}%  {count - covered:5} of {count} lines not run")
for missing, path in sorted(files, reverse=True)[:10]:
    print(f"{missing:5}  {path}")
sys.exit(failed)
END
