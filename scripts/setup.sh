#!/bin/sh
# Sees to what every build needs: Swift, and the headers of libyaml.
set -eu
cd "$(dirname "$0")/.."
. scripts/packages.sh

if ! have swift; then
  say "modlint is built with Swift 6.2 or newer, and 'swift' was not found on the PATH: see https://www.swift.org/install"
  exit 1
fi

have_libyaml() {
  pkg-config --exists yaml-0.1 2>/dev/null && return
  for prefix in /usr /usr/local /opt/homebrew; do
    [ -f "$prefix/include/yaml.h" ] && return
  done
  return 1
}

if ! have_libyaml; then
  say "The headers of libyaml are missing."
  install_package libyaml-dev libyaml
fi
