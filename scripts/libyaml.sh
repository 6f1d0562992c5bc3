#!/bin/sh
# Builds libyaml as a static library for both kinds of Macs into FOLDER. There is one of each machine alone
# in Homebrew, and a program that is linked with it would need it at run time.
#
# usage: scripts/libyaml.sh FOLDER
set -eu

version=0.2.5
sum=c642ae9b75fee120b2d96c712538bd2cf283228d2337df2cf2988e3c02678ef4
address=https://github.com/yaml/libyaml/releases/download/$version/yaml-$version.tar.gz

folder=$(mkdir -p "$1" && cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
curl --fail --silent --show-error --location --retry 3 --output "$work/yaml.tar.gz" "$address"
echo "$sum  $work/yaml.tar.gz" | shasum --algorithm 256 --check --status || {
  echo "$address is not what it was" >&2
  exit 1
}
tar -xzf "$work/yaml.tar.gz" -C "$work"
cd "$work/yaml-$version"
CFLAGS="-O2 -arch arm64 -arch x86_64 -mmacosx-version-min=14.0" \
  ./configure --prefix "$folder" --enable-static --disable-shared --disable-dependency-tracking >"$work/log"
make -j 4 install >>"$work/log"
