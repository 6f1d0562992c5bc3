#!/bin/sh
# usage: Benchmarks/check_cost.sh BINARY
#
# Counts the instructions that `BINARY lint --jobs 1` takes for a clean corpus of 500 modules, and
# compares them with those of `floor`, the least work there is. The ratio repeats exactly, to all the
# digits that are printed (the counts do to one in a million), so one over the limit is never noise.
# Then measures by how many MiB the peak memory for 10,000 modules exceeds that of `--version`: how
# much of the program is in memory depends on the cache of the file system. Time is never checked: on a
# shared build machine it says more about the neighbours.
#
# Exit status: 0 within the limit, 1 over it or not clean, 64 usage, 77 if a tool is missing.
set -eu

LIMIT=1.10
MODULES=500
MEMORY_LIMIT=38.5
MANY_MODULES=10000

say() {
  printf '%s\n' "$*" >&2
}

missing() {
  say "check_cost: $* missing"
  exit 77
}

if [ $# -ne 1 ]; then
  say "usage: $0 BINARY"
  exit 64
fi
if [ ! -f "$1" ] || [ ! -x "$1" ]; then
  say "check_cost: $1 is not a program; 'make dist' builds dist/modlint"
  exit 1
fi
binary=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/.."

# The Swift toolchain brings a C compiler, but not by the name of cc.
cc=
for candidate in ${CC:+"$CC"} cc clang; do
  # shellcheck disable=SC2086
  if command -v ${candidate%% *} >/dev/null 2>&1; then
    cc=$candidate
    break
  fi
done
[ -n "$cc" ] || missing "a C compiler (cc or clang) is"
valgrind=$(command -v valgrind) || missing "valgrind is"
flags=$(pkg-config --cflags --libs yaml-0.1 2>/dev/null) || flags=-lyaml
# shellcheck disable=SC2086
echo '#include <yaml.h>' | $cc -E -x c - $flags >/dev/null 2>&1 || missing "the headers of libyaml are"

bench=.build/bench
mkdir -p "$bench"
# shellcheck disable=SC2086
$cc -std=c11 -O2 -o "$bench/corpus" Benchmarks/corpus.c
# shellcheck disable=SC2086
$cc -std=c11 -O2 -o "$bench/measure" Benchmarks/measure.c
# shellcheck disable=SC2086
$cc -std=c11 -O2 -o "$bench/floor" Benchmarks/floor.c $flags

cd "$bench"
rm -rf "corpus-$MODULES"
./corpus "corpus-$MODULES" "$MODULES"

# count NAME COMMAND... sets `counted`. The environment is empty but for the seed of Swift's hash
# tables, which would be another one in every run.
count() {
  name=$1
  shift
  if ! env -i SWIFT_DETERMINISTIC_HASHING=1 "$valgrind" --tool=callgrind \
    --callgrind-out-file=callgrind.data --log-file=callgrind.log "$@" >callgrind.out 2>&1; then
    say "check_cost: $name fails on a clean corpus:"
    head -n 20 callgrind.out >&2
    tail -n 5 callgrind.log >&2
    exit 1
  fi
  counted=$(sed -n 's/.*Collected : *\([0-9][0-9]*\).*/\1/p' callgrind.log)
  if [ -z "$counted" ]; then
    say "check_cost: callgrind gave no count for $name:"
    tail -n 5 callgrind.log >&2
    exit 1
  fi
}

count floor ./floor "corpus-$MODULES"
floor=$counted
count modlint "$binary" lint --jobs 1 "corpus-$MODULES"

rm -rf "corpus-$MANY_MODULES"
./corpus "corpus-$MANY_MODULES" "$MANY_MODULES"
ln -sf "$binary" modlint
memory=$(./measure 1 "./modlint --version" "./modlint lint --jobs 1 corpus-$MANY_MODULES" |
  awk '{ peak[NR] = $4 } END { print peak[2] - peak[1] }')

awk -v floor="$floor" -v run="$counted" -v limit="$LIMIT" -v memory="$memory" \
  -v most="$MEMORY_LIMIT" 'BEGIN {
  printf "floor    %12d instructions\nmodlint  %12d instructions\n", floor, run
  ratio = run / floor
  printf "ratio    %12.3f, limit %.3f\n", ratio, limit
  printf "memory   %12.1f MiB, limit %.1f\n", memory / 1024, most
  exit ratio > limit || memory > most * 1024
}'
