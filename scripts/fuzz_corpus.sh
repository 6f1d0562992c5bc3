#!/bin/sh
# usage: scripts/fuzz_corpus.sh FOLDER
#
# Puts what the golden cases and the examples have into FOLDER/<target>, the inputs that fuzzing starts
# from. A whole workspace becomes one input: `=== path` before each of its files.
set -eu
cd "$(dirname "$0")/.."
corpus=$1
cases=.build/golden-cases
scripts/unpack_cases.sh $cases

# seed TARGET FILE-PATTERN...: the files of that name, numbered, each content once.
seed() {
  target=$1
  shift
  mkdir -p "$corpus/$target"
  for pattern; do
    find $cases examples -type f -name "$pattern" -size -32k
  done | LC_ALL=C sort | while read -r file; do
    cp "$file" "$corpus/$target/$(cksum <"$file" | tr ' ' -)"
  done
}

seed yaml '*.yml' '*.yaml' Podfile.lock
seed edits '*.yml' '*.json'
seed readers '*.yml' '*.yaml' Podfile.lock
seed json '*.json'
seed spec project.yml project.yaml base.yml shared.yml
seed rules rules.yml
seed baseline modlint-baseline.yml
seed podfile Podfile.lock
seed cartfile Cartfile.resolved
seed owners CODEOWNERS
seed binary '*.a' '*.tbd' '*.dylib' Tide Both Compost Bytes
seed plist Info.plist
seed manifest Package.swift
seed xcworkspace contents.xcworkspacedata
seed source '*.swift' '*.m' '*.h'

# What modlint itself is made of has every form of a literal.
find Sources/Imports Tests/ImportsTests Sources/Text -type f -name '*.swift' -size -16k | LC_ALL=C sort |
  while read -r file; do
    cp "$file" "$corpus/source/$(cksum <"$file" | tr ' ' -)"
  done

# What the stand-ins for `swift` in the golden cases print, each answer of its own.
mkdir -p "$corpus/package"
find $cases -type f -path '*/bin/swift' | LC_ALL=C sort | while read -r file; do
  awk -v folder="$corpus/package" -v name="$(cksum <"$file" | tr ' ' -)" '
    /^ *cat <</ { inside = 1; count++; print "=== dump" >(folder "/" name "-" count); next }
    /^JSON/ { inside = 0 }
    inside { print >(folder "/" name "-" count) }' "$file"
done

mkdir -p "$corpus/workspace"
for input in "$cases"/*/*/input examples/*/; do
  (
    cd "$input"
    find . -type f ! -name '.*' -size -8k | LC_ALL=C sort | while read -r file; do
      printf '=== %s\n' "${file#./}"
      cat "$file"
    done
  ) >"$corpus/workspace/input"
  mv "$corpus/workspace/input" "$corpus/workspace/$(cksum <"$corpus/workspace/input" | tr ' ' -)"
done

# Choices for a workspace: any bytes will do.
mkdir -p "$corpus/linking" "$corpus/advice"
for number in 1 2 3 4 5 6 7 8; do
  awk -v seed="$number" 'BEGIN { srand(seed); for (i = 0; i < 400; i++) printf "%c", 32 + int(rand() * 95) }' \
    >"$corpus/linking/$number"
  cp "$corpus/linking/$number" "$corpus/advice/$number"
done
