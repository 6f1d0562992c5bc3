#!/bin/sh
# Builds the release binary, dist/modlint, and what belongs beside it. On Linux the binary needs no
# library at run time, and all of it is packed as an archive.
set -eu
cd "$(dirname "$0")/.."
. scripts/setup.sh
set_up

# A folder of its own, so that SwiftPM builds and tests beside it.
set -- -c release --scratch-path .build-release
if [ "$(uname)" = Linux ]; then
  set -- "$@" --static-swift-stdlib -Xswiftc -static-executable -Xswiftc -use-ld=lld -Xlinker -s \
    -Xlinker --build-id=none
fi

# SwiftPM would take a cached plan for other flags, too.
# shellcheck disable=SC2086
swift build --product modlint --disable-build-manifest-caching ${SWIFT_FLAGS-} "$@"
mkdir -p dist
cp "$(swift build "$@" --show-bin-path)/modlint" dist/modlint

# What belongs beside the binary: completions for three shells, and the manual page.
dist/modlint --generate-completion-script bash >dist/modlint.bash
dist/modlint --generate-completion-script zsh >dist/_modlint
dist/modlint --generate-completion-script fish >dist/modlint.fish
if have python3; then
  [ "$(uname)" != Linux ] || python3 scripts/pack.py blank dist/modlint
  dist/modlint --experimental-dump-help |
    python3 scripts/manual.py "$(dist/modlint --version)" >dist/modlint.1
else
  say "python3 is missing: dist has neither manual page nor archive."
  exit
fi
[ "$(uname)" != Linux ] || python3 scripts/pack.py archive
