#!/bin/sh
# Runs the tutorial in a bare Debian; see tutorial.py. Needs root, Linux and a few minutes for the first time.
set -eu
cd "$(dirname "$0")/.."
. scripts/packages.sh

root=.build/tutorial-root
[ "$(id -u)" -eq 0 ] || {
  say "the tutorial makes a root of its own, which only root can do"
  exit 77
}
if ! have debootstrap; then
  say "debootstrap is missing."
  install_package debootstrap debootstrap
fi
if ! [ -f "$root/usr/bin/git" ]; then
  rm -rf "$root"
  mkdir -p "$root"
  debootstrap --variant=minbase --include=git bookworm "$root" >.build/tutorial.log
fi
python3 scripts/tutorial.py "$root"
