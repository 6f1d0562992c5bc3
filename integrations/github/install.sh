#!/usr/bin/env bash
# Puts the modlint of a release on the PATH, and sets the output 'version'. Where the release has none for this
# machine, sets 'build' to the folder where the next steps are to put one that they build, and 'key' to what
# it is built from.
#
# Reads VERSION and DOWNLOADS, which may be empty, and ACTION_REPOSITORY and ACTION_REF, which name the action.
set -euo pipefail

fail() {
  echo "::error title=modlint::$*"
  exit 1
}

# Leaves the rest to the next steps.
build() {
  key=$(cd "$GITHUB_ACTION_PATH" && find Sources Package.swift Package.resolved -type f -print0 |
    LC_ALL=C sort -z | xargs -0 cksum | cksum | tr ' ' -)
  printf 'build=%s\nkey=%s\n' "$RUNNER_TEMP/modlint" "$key" >>"$GITHUB_OUTPUT"
  exit
}

# GitHub gives a composite action its repository and ref only sometimes, its path always.
repository=${ACTION_REPOSITORY-}
ref=${ACTION_REF-}
if [[ $GITHUB_ACTION_PATH =~ /_actions/([^/]+/[^/]+)/([^/]+)(/|$) ]]; then
  repository=${BASH_REMATCH[1]}
  ref=${BASH_REMATCH[2]}
fi

version=${VERSION#v}
if [ -z "$version" ]; then
  if [[ $ref =~ ^v[0-9]+\.[0-9]+\.[0-9]+$ ]]; then
    version=${ref#v}
  else
    # Of a branch or a commit: the release that its sources were made for.
    version=$(sed -n 's/^ *static let version = "\(.*\)"$/\1/p' "$GITHUB_ACTION_PATH/Sources/modlint/About.swift")
  fi
  # An action that lies in the repository that uses it has no releases.
  [ -n "$repository$DOWNLOADS" ] || version=source
fi
[[ $version =~ ^(source|[0-9]+\.[0-9]+\.[0-9]+)$ ]] || fail "version: 'source' or a release such as 0.1.0 is expected"

[ "$version" != source ] || build

case $RUNNER_OS-$RUNNER_ARCH in
  Linux-X64) name=modlint-$version-linux-x86_64 ;;
  Linux-ARM64) name=modlint-$version-linux-aarch64 ;;
  macOS-*) name=modlint-$version-macos-universal ;;
  *) name= ;;
esac
# What is there stays on a machine of your own; GitHub's are new for each job.
tools=${RUNNER_TOOL_CACHE:-$RUNNER_TEMP}/modlint/$version
if [ -n "$name" ] && [ ! -f "$tools/$name.complete" ]; then
  address=${DOWNLOADS:-${GITHUB_SERVER_URL:-https://github.com}/$repository/releases/download}/v$version
  work=$(mktemp -d "$RUNNER_TEMP/modlint.XXXXXX")
  get() {
    curl --fail --silent --show-error --location --retry 3 --output "$work/$1" "$address/$1"
  }
  # Older macOS has no sha256sum.
  sums() {
    if command -v sha256sum >/dev/null; then sha256sum "$@"; else shasum --algorithm 256 "$@"; fi
  }
  command -v curl >/dev/null || fail "the runner has no curl to download modlint with"
  get SHA256SUMS || fail "$address has no SHA256SUMS: name a release by 'version', its address by 'downloads', or build with 'version: source'"
  if sum=$(grep -x "[0-9a-f]\{64\}  $name\.tar\.gz" "$work/SHA256SUMS"); then
    get "$name.tar.gz" || fail "$address/$name.tar.gz cannot be downloaded"
    (cd "$work" && echo "$sum" | sums --check --quiet) || fail "$name.tar.gz is not what SHA256SUMS says"
    mkdir -p "$tools"
    rm -rf "${tools:?}/$name"
    tar -xzf "$work/$name.tar.gz" -C "$tools"
    touch "$tools/$name.complete"
  else
    name=
  fi
  rm -rf "$work"
fi

[ -n "$name" ] || {
  echo "::notice title=modlint::Release $version has no binary for $RUNNER_OS $RUNNER_ARCH: the action's own revision is built, which takes minutes the first time"
  build
}
echo "$tools/$name/bin" >>"$GITHUB_PATH"
echo "version=$version" >>"$GITHUB_OUTPUT"
