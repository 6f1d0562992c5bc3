#!/bin/sh
# Builds the image of Containerfile with buildah, which needs no daemon, and runs it: as the image says,
# as root, with a workspace that cannot be written and one that can. Exits 77 where containers cannot run.
set -eu
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
# buildah_in ARGUMENT...: buildah, with all that it keeps in the scratch folder.
buildah_in() {
  buildah --root "$scratch/root" --runroot "$scratch/run" "$@"
}
trap 'buildah_in rm --all >/dev/null 2>&1; rm -rf "$scratch"' EXIT

fail() {
  echo "$*" >&2
  cat "$scratch/printed" >&2
  exit 1
}

buildah_in bud --quiet --file Containerfile --tag modlint dist >"$scratch/printed" 2>&1 || {
  cat "$scratch/printed" >&2
  exit 77
}
container=$(buildah_in from --pull-never modlint)
cp -R examples/broken "$scratch/workspace"
chmod -R a+rX "$scratch/workspace"
git -C "$scratch/workspace" init --quiet

# in_image OPTIONS COMMAND...: what modlint prints in the image, and what it ends with. buildah does not
# start the entry point by itself, as podman and docker do.
entry=$(buildah_in inspect --format '{{index .OCIv1.Config.Entrypoint 0}}' modlint)
in_image() {
  options=$1
  shift
  status=0
  # shellcheck disable=SC2086
  buildah_in run $options "$container" -- "$entry" "$@" >"$scratch/printed" 2>&1 || status=$?
  # buildah's own words about the exit status.
  sed -i '/^\(subprocess exited with\|Error: exit status\)/d' "$scratch/printed"
}

read_only="--volume $scratch/workspace:/workspace:ro"
for user in "" "--user 0:0" "--user 12345:12345"; do
  in_image "$read_only $user" --version
  [ "$status" -eq 0 ] && [ "$(cat "$scratch/printed")" = "$(dist/modlint --version)" ] || fail "no version ($user)"
  for command in lint "graph --format svg" "stats --json" "list --externals"; do
    expected=0
    # shellcheck disable=SC2086
    (cd "$scratch/workspace" && "$OLDPWD/dist/modlint" $command) >"$scratch/expected" 2>&1 || expected=$?
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
