#!/bin/sh
# usage: scripts/sanitize.sh [address] [thread] [undefined]
#
# Runs all tests with the address and the thread sanitizer, and the C code with that for undefined
# behaviour, which Swift has none of. Without arguments all three, each built below .build-<name>.
set -eu
cd "$(dirname "$0")/.."
. scripts/packages.sh
scripts/setup.sh
[ $# -gt 0 ] || set -- address thread undefined

# Else the runtime's own handler of crashes takes the place of the sanitizer's report.
export SWIFT_BACKTRACE=enable=no
failed=0
for name; do
  work=.build-$name
  mkdir -p "$work"
  # XCTest leaks; what it allocates is not ours.
  echo "leak:XCTest" >"$work/suppressions"
  status=0
  case $name in
    address | thread)
      # shellcheck disable=SC2086
      LSAN_OPTIONS="suppressions=$PWD/$work/suppressions" \
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
