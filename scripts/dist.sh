#!/bin/sh
# Builds the release binary, dist/modlint, and what belongs beside it. On Linux the binary needs no
# library at run time, and all of it is packed as an archive.
set -eu
cd "$(dirname "$0")/.."
. scripts/packages.sh
scripts/setup.sh

set -- -c release
if [ "$(uname)" = Linux ]; then
  set -- "$@" --static-swift-stdlib -Xswiftc -static-executable -Xswiftc -use-ld=lld \
    -Xswiftc -Xfrontend -Xswiftc -function-sections
fi

# build ARGUMENT...: builds the release binary. SwiftPM would take a cached plan for other flags, too.
build() {
  # shellcheck disable=SC2086
  swift build --product modlint --disable-build-manifest-caching ${SWIFT_FLAGS-} "$@"
}

# What a short run needs lies all over 16 MB of code, each piece in pages that have to be mapped: side by
# side it is a third less memory and a tenth less time for a hook. The names are those that valgrind sees.
order=.build/link-order.txt
if [ "$(uname)" != Linux ]; then
  build "$@"
elif have valgrind; then
  build "$@"
  scripts/link_order.sh "$(swift build "$@" --show-bin-path)/modlint" >"$order"
  build "$@" -Xlinker -s -Xlinker --no-warn-symbol-ordering -Xlinker "--symbol-ordering-file=$order"
else
  say "valgrind is missing: the binary is built without putting the code of a short run side by side."
  build "$@" -Xlinker -s
fi
mkdir -p dist
cp "$(swift build "$@" --show-bin-path)/modlint" dist/modlint

# What belongs beside the binary: completions for three shells, and the manual page.
dist/modlint --generate-completion-script bash >dist/modlint.bash
dist/modlint --generate-completion-script zsh >dist/_modlint
dist/modlint --generate-completion-script fish >dist/modlint.fish
if have python3; then
  dist/modlint --experimental-dump-help |
    python3 scripts/manual.py "$(dist/modlint --version)" >dist/modlint.1
else
  say "python3 is missing: dist has neither manual page nor archive."
  exit
fi
[ "$(uname)" != Linux ] || scripts/archive.sh
