#!/bin/sh
# usage: scripts/link_order.sh BINARY
#
# Prints the symbols of the functions that linting the example runs, in the order of their first calls. The
# binary must have its symbols; one thread, so that the order is always the same.
set -eu
profile=$(mktemp)
trap 'rm -f "$profile" "$profile.log"' EXIT
binary=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/.."

# Debug information takes valgrind a minute to read, and it may not know its version.
strip --strip-debug -o "$profile" "$binary"
chmod +x "$profile"
env -i SWIFT_DETERMINISTIC_HASHING=1 valgrind --tool=callgrind --demangle=no \
  --callgrind-out-file="$profile.calls" --log-file="$profile.log" "$profile" lint examples/iss >/dev/null
# Each name is written out once, where it comes first, and a recursive function with a number.
sed -n "s/^c\{0,1\}fn=([0-9]*) \([^']*\).*/\1/p" "$profile.calls" | awk '!seen[$0]++'
rm -f "$profile.calls"
