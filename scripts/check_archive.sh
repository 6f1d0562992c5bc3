#!/bin/sh
# Unpacks the archive that `make dist` made into an empty root with nothing but /proc mounted, runs the
# program there, and holds what it prints against the program that the tests ran. Exits 77 where roots
# cannot be made.
set -eu
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

set -- dist/modlint-*-linux-*.tar.gz
archive=$1
cp "$archive" "$scratch/first.tar.gz"
scripts/archive.sh >/dev/null
cmp "$archive" "$scratch/first.tar.gz"

tar -xzf "$archive" -C "$scratch"
root=$scratch/$(basename "$archive" .tar.gz)
(cd "$root" && sha256sum --quiet --check share/doc/modlint/SHA256SUMS)

# Without root, a namespace of users stands in for it where the system allows one.
as_root=
[ "$(id -u)" -eq 0 ] || as_root="--user --map-root-user"
# in_root ARGUMENT...: runs modlint in the bare root.
in_root() {
  # shellcheck disable=SC2086,SC2016
  unshare $as_root --mount --pid --fork sh -c \
    'mount -t proc proc "$1/proc" || exit 77; root=$1; shift; exec chroot "$root" /bin/modlint "$@"' \
    sh "$root" "$@"
}
mkdir "$root/proc"
cp -R examples/broken "$root/workspace"
in_root --version >/dev/null || {
  echo "cannot mount /proc and change the root here" >&2
  exit 77
}

modlint=$(swift build --show-bin-path)/modlint
for command in lint "graph --format svg" "stats --json" "list --externals"; do
  # shellcheck disable=SC2086
  "$modlint" $command examples/broken >"$scratch/expected" 2>&1 || echo "exit $?" >>"$scratch/expected"
  # shellcheck disable=SC2086
  in_root $command /workspace >"$scratch/printed" 2>&1 || echo "exit $?" >>"$scratch/printed"
  diff "$scratch/expected" "$scratch/printed"
done
