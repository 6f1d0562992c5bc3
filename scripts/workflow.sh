#!/bin/sh
# The shell steps of .github/workflows.
#
# usage: scripts/workflow.sh [--dry-run] STEP
#
#   prepare  what the machine lacks: tools on Linux, the newest Xcode on macOS
#   test     the tests and the checks that run on the machine
#   refused  fails unless OUTCOME, that of the action on an example with errors, is `failure`
#   build    dist/parts: the archive and the wheel of the machine
#   pack     dist/release: all that a release has, of the parts of all machines in dist/parts
#   publish  the release of the tag GITHUB_REF_NAME, with all of dist/release
#
# With --dry-run the commands are printed, for the system that SYSTEM names.
set -eu
cd "$(dirname "$0")/.."

system=${SYSTEM:-$(uname)}
dry=
# Commands are printed with their patterns.
[ "${1-}" != --dry-run ] || { dry=1 && shift && set -f; }

# run COMMAND...
run() {
  if [ "$dry" ]; then echo "$*"; else "$@"; fi
}

prepare() {
  if [ "$system" = Darwin ]; then
    # Swift 6.2 is in Xcode 26; the runners have several.
    xcode=$(if [ "$dry" ]; then echo XCODE; else printf "%s\n" /Applications/Xcode_26*.app | grep -v beta | sort -V | tail -n 1; fi)
    run sudo xcode-select --switch "$xcode"
    return
  fi
  # The image of Swift is run as root and has little else.
  run apt-get update -qq
  run apt-get install -y -qq curl git libyaml-dev make pkg-config python3 python3-venv
  # The clone belongs to the user of the machine around.
  run git config --global --add safe.directory "${GITHUB_WORKSPACE-$PWD}"
}

test_here() {
  if [ "$system" = Linux ]; then
    run .ci/run
  else
    run scripts/check.py --install
    run make test
    run make check
  fi
}

# The program that asks itself for schemas is the one for this machine.
unpack_own() {
  archive=$(if [ "$dry" ]; then echo ARCHIVE; else ls dist/parts/modlint-*-linux-"$(uname -m)".tar.gz; fi)
  run tar -xzf "$archive" -C dist --strip-components 2 --wildcards '*/bin/modlint'
}

step=${1-}
case $step in
  prepare) prepare ;;
  test) test_here ;;
  refused)
    run test "${OUTCOME-}" = failure
    ;;
  build)
    if [ "$system" = Darwin ]; then run scripts/dist.sh --universal; else run scripts/dist.sh; fi
    run python3 scripts/pack.py parts
    ;;
  pack)
    unpack_own
    run python3 scripts/pack.py release dist/release dist/parts
    ;;
  publish)
    run gh release create "$GITHUB_REF_NAME" --verify-tag --notes-file dist/release.md dist/release/*
    ;;
  *)
    sed -n '/^# usage/,/^set/p' "$0" | sed '$d' >&2
    exit 64
    ;;
esac
