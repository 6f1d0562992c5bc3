#!/bin/sh
# Writes an application that grew without rules, into the current folder: each of its 29 features links all
# that were there before it, which makes 406 links between features.
set -eu

# project FOLDER NAME TYPE DEPENDENCY...
project() {
  folder=$1 name=$2 type=$3
  shift 3
  mkdir -p "$folder/$name"
  {
    printf 'name: %s\ntargets:\n  %s:\n    type: %s\n    platform: iOS\n' "$name" "$name" "$type"
    [ $# -eq 0 ] || echo "    dependencies:"
    for dependency; do
      printf '      - framework: %s.framework\n        implicit: true\n' "$dependency"
    done
  } >"$folder/$name/project.yml"
}

project core Kit framework
features=
for number in $(seq 10 38); do
  # shellcheck disable=SC2086
  project features "Feature$number" framework Kit $features
  features="$features Feature$number"
done
# shellcheck disable=SC2086
project app Store application Kit $features
