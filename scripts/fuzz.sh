#!/bin/sh
# usage: scripts/fuzz.sh [TARGET...]
#
# Drives the readers of untrusted files with mutations of the golden cases: libFuzzer, which looks for
# inputs that reach new code. Without arguments all targets are run, FUZZ_SECONDS (60) each and FUZZ_JOBS at
# a time, one on each core. FUZZ_CONFIGURATION=debug builds in half the time and runs slower. The seed is always the same unless FUZZ_SEED says otherwise, FUZZ_RUNS ends a
# target after so many inputs.
#
# `project-structure` makes Xcode projects whose objects refer to each other at random.
#
# The targets `linking` and `advice` hold the rules on linking to a simulation of linking and launching, in
# workspaces that the input draws: what they find, and what is left once their advice has been followed.
#
# What is found stays below .build-fuzzing: `corpus` has the inputs that reached new code, from which the
# next run goes on, `failures` has those that crashed, took more than FUZZ_TIMEOUT (60) seconds or 1 GiB.
#
# Exit status: 0 if nothing was found, 1 if something was, 77 if the toolchain has no libFuzzer.
set -eu
cd "$(dirname "$0")/.."
. scripts/setup.sh
set_up

work=.build-fuzzing
configuration=${FUZZ_CONFIGURATION:-release}
export MODLINT_FUZZING=1
# Else the runtime's own handler of crashes waits for a debugger.
export SWIFT_BACKTRACE=enable=no

mkdir -p "$work"
cat >"$work/probe.swift" <<'END'
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt { 0 }
END
if ! swiftc -parse-as-library -sanitize=fuzzer -o "$work/probe" "$work/probe.swift" \
  >"$work/probe.log" 2>&1; then
  say "this toolchain has no libFuzzer; see $work/probe.log"
  exit 77
fi

# A release build keeps its checks: a trap is a bug that is found.
# shellcheck disable=SC2086
swift build --quiet -c "$configuration" --sanitize fuzzer --product Fuzzing --scratch-path "$work" \
  ${SWIFT_FLAGS-}
python3 scripts/cases.py corpus "$work/seeds"
[ $# -gt 0 ] || set -- yaml readers json edits spec rules baseline podfile cartfile owners binary plist \
  xcworkspace project xcproj project-structure package manifest source workspace linking advice

# fuzz TARGET: runs one, and leaves what to print, and a file for a failure, in $work/<target>.*
fuzz() {
  rm -f "$work/$1.result" "$work/$1.failed"
  mkdir -p "$work/corpus/$1" "$work/failures"
  status=0
  FUZZ_TARGET=$1 "$work/$configuration/Fuzzing" -seed="${FUZZ_SEED:-1}" -runs="${FUZZ_RUNS:--1}" \
    -max_total_time="${FUZZ_SECONDS:-60}" -timeout="${FUZZ_TIMEOUT:-60}" -rss_limit_mb=1024 \
    -artifact_prefix="$work/failures/$1-" -print_final_stats=1 \
    "$work/corpus/$1" "$work/seeds/$1" >"$work/$1.log" 2>&1 || status=$?
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$work/$1.log")
  if [ "$status" -eq 0 ]; then
    echo "ok    fuzz $1: ${runs:-0} inputs" >"$work/$1.result"
  else
    echo "FAIL  fuzz $1 after ${runs:-some} inputs; see $work/$1.log" >"$work/$1.result"
    grep -E 'Fatal error|ERROR: libFuzzer|Test unit written' "$work/$1.log" >>"$work/$1.result" || true
    touch "$work/$1.failed"
  fi
}

# They take the same time, so that each core gets one, and then all get the next.
jobs=${FUZZ_JOBS:-$(getconf _NPROCESSORS_ONLN)}
count=0
for target; do
  fuzz "$target" &
  count=$((count + 1))
  if [ $((count % jobs)) -eq 0 ]; then wait; fi
done
wait

failed=0
for target; do
  cat "$work/$target.result"
  if [ -e "$work/$target.failed" ]; then failed=1; fi
done
exit "$failed"
