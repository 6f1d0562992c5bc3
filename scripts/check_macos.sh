#!/bin/sh
# Checks on Linux what only macOS takes: that Swift's parts for it parse, and that the C code which lists
# folders there, which is plain POSIX, compiles without a warning and lists some.
# Exits 77 if there is no clang.
set -eu
cd "$(dirname "$0")/.."

command -v clang >/dev/null || {
  echo "clang is missing" >&2
  exit 77
}

# A condition that does not hold is parsed all the same, and nothing of Apple's is needed for that.
find Sources -name '*.swift' -exec swiftc -frontend -parse -target arm64-apple-macosx14 {} +

work=.build/check-macos
mkdir -p "$work"
# The one header and constant of macOS that the code names.
echo 'char ***_NSGetEnviron(void);' >"$work/crt_externs.h"
flags="-std=c11 -Wall -Wextra -Werror -Wno-nullability-extension -ISources/CPlatform/include"
for file in Sources/CPlatform/*.c; do
  # shellcheck disable=SC2086
  clang $flags -fsyntax-only -U__linux__ -D__APPLE__ -DPOSIX_SPAWN_CLOEXEC_DEFAULT=0 -I"$work" "$file"
done
# shellcheck disable=SC2086
clang $flags -g -fsanitize=undefined -fno-sanitize-recover=all -U__linux__ \
  Sources/CPlatform/platform.c Tests/CPlatformTests/driver.c -o "$work/driver" -lpthread
"$work/driver" Sources Tests/GoldenTests/Cases
