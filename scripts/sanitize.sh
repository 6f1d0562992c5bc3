#!/bin/sh
# usage: scripts/sanitize.sh [address] [thread] [undefined]
#
# Runs all tests with the address and the thread sanitizer, and the C code with that for undefined
# behaviour, which Swift has none of. Without arguments all three, each built below .build-<name>.
set -eu
cd "$(dirname "$0")/.."
. scripts/setup.sh
set_up
[ $# -gt 0 ] || set -- address thread undefined

# What is not to be reported is known by the names of functions, for which the sanitizers ask this program;
# some tests start modlint where nothing is on the `PATH`.
resources=$(swift -print-target-info | sed -n 's/.*"runtimeResourcePath": *"\(.*\)".*/\1/p')
symbolizer=external_symbolizer_path=$(dirname "$resources")/../bin/llvm-symbolizer
# Else the runtime's own handler of crashes takes the place of the sanitizer's report.
export SWIFT_BACKTRACE=enable=no
failed=0
for name; do
  work=.build-$name
  mkdir -p "$work"
  # XCTest leaks; what it allocates is not ours. Globals are made by `once_slow` and live to the end,
  # but a pointer in an enumeration has its case in its upper bits, so that the sanitizer does not see it.
  # Foundation's `Process.run` now and then leaks the record that a weak reference to the process needs.
  printf 'leak:XCTest\nleak:once_slow\nleak:10Foundation7ProcessC3run\n' >"$work/suppressions"
  # The program ends while its objects live, since giving them back takes time: there, what C allocates
  # has to be given back, and for objects of Swift the tests beside each module stand.
  printf 'leak:swift_allocObject\n' >"$work/program-suppressions"
  # Foundation's `Process` copies a directory entry with bytes behind it that are not there.
  echo "interceptor_via_fun:findMaximumOpenFromProcSelfFD" >"$work/foreign-failures"
  # The lock of the standard library is not built for the sanitizer, which sees a race in what it guards.
  echo "race:ObjectReader" >"$work/foreign-races"
  status=0
  case $name in
    address | thread)
      # shellcheck disable=SC2086
      ASAN_OPTIONS="$symbolizer:suppressions=$PWD/$work/foreign-failures" \
        TSAN_OPTIONS="$symbolizer:suppressions=$PWD/$work/foreign-races" \
        LSAN_OPTIONS="print_suppressions=0:suppressions=$PWD/$work/suppressions" \
        PROGRAM_LSAN_OPTIONS="print_suppressions=0:suppressions=$PWD/$work/program-suppressions" \
        swift test --sanitize="$name" --scratch-path "$work" ${SWIFT_FLAGS-} \
        >"$work/log" 2>&1 || status=$?
      if grep -qE '(Address|Thread|Leak)Sanitizer' "$work/log"; then status=1; fi
      ;;
    undefined)
      clang -std=c11 -g -fsanitize=undefined -fno-sanitize-recover=all -Wall -Wextra -Werror \
        -Wno-nullability-extension -ISources/CPlatform/include Sources/CPlatform/platform.c \
        Tests/CPlatformTests/driver.c -o "$work/driver" -lpthread >"$work/log" 2>&1 &&
        "$work/driver" Sources Tests/GoldenTests/Cases >>"$work/log" 2>&1 || status=$?
      ;;
    *)
      say "no sanitizer is called '$name'"
      exit 64
      ;;
  esac
  if [ "$status" -eq 0 ]; then
    echo "ok    $name sanitizer"
  else
    echo "FAIL  $name sanitizer; see $work/log"
    failed=1
  fi
done
exit "$failed"
