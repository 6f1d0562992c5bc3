# shellcheck shell=sh
# What all stories start with: an empty git repository that no configuration of the machine reaches,
# and words to tell them with.
set -eu
export LC_ALL=C.UTF-8 HOME="$PWD" GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@a.example GIT_AUTHOR_DATE=2026-01-01T00:00:00Z
export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@a.example GIT_COMMITTER_DATE=2026-01-01T00:00:00Z
mkdir "repository"
cd repository
git init --quiet --initial-branch=main

# say TEXT: a line of the transcript
say() {
  printf '\n# %s\n' "$*"
}

# spec FOLDER DEPENDENCY...: a framework of the folder's name that links others, with sources and tests
spec() {
  folder=$1
  name=${1##*/}
  shift
  mkdir -p "$folder/Sources"
  echo "// $name" >"$folder/Sources/main.swift"
  {
    printf 'name: %s\ntargets:\n  %s:\n    type: framework\n    platform: iOS\n' "$name" "$name"
    printf '    sources: [Sources]\n'
    [ $# -eq 0 ] || printf '    dependencies:\n'
    for other in "$@"; do printf '      - framework: %s.framework\n        implicit: true\n' "$other"; done
    printf '  %sTests:\n    type: bundle.unit-test\n    platform: iOS\n' "$name"
    printf '    dependencies:\n      - target: %s\n' "$name"
  } >"$folder/project.yml"
}

# layers NAME...: a rules.yml
layers() {
  {
    printf 'version: 1\nlayers:\n'
    for layer in "$@"; do printf '  - %s\n' "$layer"; done
  } >rules.yml
}

commit() {
  git add --all
  git commit --quiet --message="$*"
}

# run MODLINT ARGUMENT...: runs a command and shows what it prints and its exit status
run() {
  printf '$ %s\n' "$*"
  status=0
  "$@" 2>&1 || status=$?
  echo "--- exit $status"
}
