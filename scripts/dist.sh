#!/bin/sh
# Builds the release binary, dist/modlint; on Linux it needs no library at run time.
set -eu
cd "$(dirname "$0")/.."
scripts/setup.sh

set -- -c release
if [ "$(uname)" = Linux ]; then
  set -- "$@" --static-swift-stdlib -Xswiftc -static-executable -Xlinker -s
fi
# shellcheck disable=SC2086
swift build --product modlint ${SWIFT_FLAGS-} "$@"
mkdir -p dist
cp "$(swift build "$@" --show-bin-path)/modlint" dist/modlint
