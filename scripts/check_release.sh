#!/bin/sh
# usage: scripts/check_release.sh archive|bundle|image|twice|machines
#
# Uses what a release has as its users do, from what scripts/dist.sh built:
#
#   archive  unpacked into an empty root with nothing but /proc mounted
#   bundle   `swift package modlint` in a new package that names the bundle by its path
#   image    Containerfile, built with buildah, which needs no daemon; read-only and with a user of its own
#   twice    two releases, made under another umask, time zone and date of files, are equal
#   machines a release of the parts of several machines, with a stand-in for the program for Macs
#
# Exit status: 77 where that cannot be tried.
set -eu
cd "$(dirname "$0")/.."
. scripts/setup.sh
root=$PWD
scratch=$(mktemp -d)

# buildah_in ARGUMENT...: buildah, with all that it keeps in the scratch folder.
buildah_in() {
  buildah --root "$scratch/root" --runroot "$scratch/run" "$@"
}

clean_up() {
  [ ! -d "$scratch/root" ] || buildah_in rm --all >/dev/null 2>&1 || true
  rm -rf "$scratch"
}
trap clean_up EXIT

fail() {
  say "$*"
  [ ! -f "$scratch/printed" ] || cat "$scratch/printed" >&2
  exit 1
}

# pack ARGUMENT...
pack() {
  python3 scripts/pack.py "$@" >"$scratch/printed" 2>&1 || fail "pack.py $* fails"
}

check_archive() {
  pack archive
  archive=$(ls dist/modlint-*-linux-*.tar.gz)
  tar -xzf "$archive" -C "$scratch"
  bare=$scratch/$(basename "$archive" .tar.gz)
  (cd "$bare" && sha256sum --quiet --check share/doc/modlint/SHA256SUMS)

  # Without root, a namespace of users replaces it where the system allows one.
  as_root=
  [ "$(id -u)" -eq 0 ] || as_root="--user --map-root-user"
  # in_root ARGUMENT...: runs modlint in the bare root.
  in_root() {
    # shellcheck disable=SC2086,SC2016
    unshare $as_root --mount --pid --fork sh -c \
      'mount -t proc proc "$1/proc" || exit 77; root=$1; shift; exec chroot "$root" /bin/modlint "$@"' \
      sh "$bare" "$@"
  }
  mkdir "$bare/proc"
  cp -R examples/broken "$bare/workspace"
  in_root --version >/dev/null || {
    say "cannot mount /proc and change the root here"
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
}

# run_plugin STATUS ARGUMENT...: SwiftPM itself exits with 1, and prints the status of the plug-in last.
run_plugin() {
  expected=$1
  shift
  status=0
  (cd "$scratch/workspace" && swift package --package-path Tools modlint "$@") >"$scratch/printed" 2>&1 || status=$?
  [ "$expected" -eq 0 ] || {
    [ "$status" -ne 0 ] || fail "swift package modlint $* passes"
    grep -q "Plugin ended with exit code $expected\$" "$scratch/printed" || fail "not exit status $expected: $*"
    return
  }
  [ "$status" -eq 0 ] || fail "swift package modlint $* fails"
}

check_bundle() {
  pack bundle
  bundle=$(ls dist/modlint-*.artifactbundle.zip)
  cp -R examples/broken "$scratch/workspace"
  tools=$scratch/workspace/Tools
  cp -R integrations/swiftpm "$tools"
  python3 -m zipfile -e "$bundle" "$tools"
  # Python's unzip forgets modes, SwiftPM's does not.
  chmod +x "$tools"/modlint.artifactbundle/*/bin/modlint
  run_plugin 0 --version
  grep -qx "$(dist/modlint --version)" "$scratch/printed" || fail "another version runs"
  run_plugin 1 service/CosmonautService
  grep -q "'ISSCosmonautService' links 'ISSSpacesuitService'" "$scratch/printed" || fail "there is no finding"
  run_plugin 0 list
  run_plugin 2 lint --config no-such.yml
  run_plugin 64 --no-such-option

  # The manifest for a bundle at an address, which SwiftPM would download over https only.
  sum=$(swift package --package-path "$tools" compute-checksum "$bundle")
  [ "$sum" = "$(sha256sum "$bundle" | cut -d ' ' -f 1)" ] || fail "SwiftPM's checksum is not that of SHA256SUMS"
  mkdir "$scratch/remote"
  sed -n '/^\/\/ swift-tools-version/,/^```$/p' docs/install.md | sed '$d' >"$scratch/remote/Package.swift"
  mkdir -p "$scratch/remote/Plugins"
  cp -R "$root/integrations/swiftpm/Plugins/." "$scratch/remote/Plugins"
  swift package --package-path "$scratch/remote" dump-package >"$scratch/printed" 2>&1 || fail "SwiftPM refuses the manual's manifest"
  grep -q "modlint-$(dist/modlint --version).artifactbundle.zip" "$scratch/printed" || fail "the manual names another bundle"
}

# in_image OPTIONS ARGUMENT...: what modlint prints in the image, and its status. buildah does not start the
# entry point by itself, as podman and docker do.
in_image() {
  options=$1
  shift
  status=0
  # shellcheck disable=SC2086
  buildah_in run $options "$container" -- "$entry" "$@" >"$scratch/printed" 2>&1 || status=$?
  # buildah's own lines about the exit status.
  sed -i '/^\(subprocess exited with\|Error: exit status\)/d' "$scratch/printed"
}

check_image() {
  export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
  buildah_in bud --quiet --file Containerfile --tag modlint dist >"$scratch/printed" 2>&1 || {
    cat "$scratch/printed" >&2
    exit 77
  }
  container=$(buildah_in from --pull-never modlint)
  cp -R examples/broken "$scratch/workspace"
  chmod -R a+rX "$scratch/workspace"
  git -C "$scratch/workspace" init --quiet
  entry=$(buildah_in inspect --format '{{index .OCIv1.Config.Entrypoint 0}}' modlint)

  read_only="--volume $scratch/workspace:/workspace:ro"
  for user in "" "--user 0:0" "--user 12345:12345"; do
    in_image "$read_only $user" --version
    [ "$status" -eq 0 ] && [ "$(cat "$scratch/printed")" = "$(dist/modlint --version)" ] || fail "no version ($user)"
    for command in lint "graph --format svg" "stats --json" "list --externals"; do
      expected=0
      # shellcheck disable=SC2086
      (cd "$scratch/workspace" && "$root/dist/modlint" $command) >"$scratch/expected" 2>&1 || expected=$?
      # shellcheck disable=SC2086
      in_image "$read_only $user" $command
      diff "$scratch/expected" "$scratch/printed" || fail "modlint $command prints something else ($user)"
      [ "$status" -eq "$expected" ] || fail "modlint $command: exit status $status ($user)"
    done
    in_image "$read_only $user" --since HEAD
    [ "$status" -eq 2 ] && grep -qx "modlint: git: 'git' was not found on the PATH" "$scratch/printed" || fail "no word of git"
    in_image "$read_only $user" --output sarif=modlint.sarif
    [ "$status" -eq 2 ] && grep -qx "modlint: modlint.sarif: read-only file system" "$scratch/printed" ||
      fail "no word of what cannot be written ($user)"
  done
  in_image "--volume $scratch/workspace:/workspace --user $(id -u):$(id -g)" --output sarif=modlint.sarif
  [ "$status" -eq 1 ] && [ -s "$scratch/workspace/modlint.sarif" ] || fail "no report in a workspace that can be written"
}

check_twice() {
  pack release "$scratch/first"
  touch dist/modlint dist/modlint.1 README.md LICENSE integrations/modlint.gitlab-ci.yml
  (umask 077 && export TZ=Asia/Tokyo && pack release "$scratch/second")
  diff -r "$scratch/first" "$scratch/second"
  cmp "$scratch/first.md" "$scratch/second.md"
  [ "$(cd "$scratch/first" && stat -c '%a' -- *)" = "$(cd "$scratch/second" && stat -c '%a' -- *)" ] ||
    fail "modes are those of the umask"

  cd "$scratch/first"
  sha256sum --quiet --check SHA256SUMS
  [ "$(cut -c 67- SHA256SUMS | LC_ALL=C sort)" = "$(find . -type f ! -name SHA256SUMS | cut -c 3- | LC_ALL=C sort)" ] ||
    fail "SHA256SUMS does not name each file"
  for file in modlint-*.tar.gz modlint-*.whl modlint-*.artifactbundle.zip modlint.gitlab-ci.yml modlint.rb rules.schema.json \
    baseline.schema.json; do
    [ -s "$file" ] || fail "there is no $file"
  done
  grep -q "revision: \"$(git -C "$root" rev-parse HEAD)\"" modlint.rb || fail "the formula names another commit"
  "$root/dist/modlint" schema rules | cmp rules.schema.json -
  for file in *.schema.json; do
    python3 -m json.tool "$file" >/dev/null || fail "$file is not JSON"
  done
  # The three hold one program.
  mkdir archive wheel bundle
  tar -xzf modlint-*-linux-*.tar.gz -C archive
  python3 -m zipfile -e modlint-*.whl wheel
  python3 -m zipfile -e modlint-*.artifactbundle.zip bundle
  for program in archive/*/bin/modlint wheel/*.data/scripts/modlint bundle/*/*/bin/modlint; do
    cmp "$program" "$root/dist/modlint"
  done
  [ "$(wc -l <"$scratch/first.md")" -gt 3 ] && ! grep -q '^## ' "$scratch/first.md" || fail "the notes are not one section"
}

check_machines() {
  pack parts
  cp -R dist/parts "$scratch/parts"
  # The first bytes tell what a program is for.
  mv dist/modlint "$scratch/modlint"
  printf '\312\376\272\276stand-in' >dist/modlint
  status=0
  python3 scripts/pack.py parts >"$scratch/printed" 2>&1 || status=$?
  mv "$scratch/modlint" dist/modlint
  [ "$status" -eq 0 ] || fail "pack.py parts fails for macOS"
  cp dist/parts/* "$scratch/parts"
  rm -rf dist/parts dist/modlint-*-macos-*
  pack release "$scratch/release" "$scratch/parts"

  cd "$scratch/release"
  sha256sum --quiet --check SHA256SUMS
  version=$("$root/dist/modlint" --version)
  for file in "modlint-$version-macos-universal.tar.gz" "modlint-$version-py3-none-macosx_14_0_universal2.whl" \
    "modlint-$version.arm64_sonoma.bottle.tar.gz" "modlint-$version.sonoma.bottle.tar.gz"; do
    [ -s "$file" ] || fail "there is no $file"
  done
  python3 -m zipfile -e modlint-*.artifactbundle.zip bundle
  for triple in "$(uname -m)-unknown-linux-gnu" arm64-apple-macosx x86_64-apple-macosx; do
    grep -q "\"$triple\"" bundle/modlint.artifactbundle/info.json || fail "the bundle has nothing for $triple"
  done
  for bottle in *.bottle.tar.gz; do
    system=${bottle#"modlint-$version."}
    sum=$(sha256sum "$bottle" | cut -d ' ' -f 1)
    grep -q ", ${system%.bottle.tar.gz}: \"$sum\"" modlint.rb || fail "the formula does not name $bottle"
    tar -tzf "$bottle" | grep -qx "modlint/$version/bin/modlint" || fail "$bottle has no program"
  done
}

case ${1-} in
  archive | bundle | image | twice | machines) "check_$1" ;;
  *)
    say "usage: scripts/check_release.sh archive|bundle|image|twice|machines"
    exit 64
    ;;
esac
