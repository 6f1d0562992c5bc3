#!/bin/sh
# Checks for what every build needs, Swift and the headers of libyaml, and installs the latter. Scripts
# that read this file get the functions alone.

say() {
  printf '%s\n' "$*" >&2
}

have() {
  command -v "$1" >/dev/null 2>&1
}

# Runs a command as root, after printing it.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    say "+ $*"
    "$@"
  elif have sudo; then
    say "+ sudo $*"
    sudo "$@"
  else
    say "root is needed for: $*"
    return 1
  fi
}

# install_package APT_NAME BREW_NAME
install_package() {
  if have apt-get; then
    # The package lists of a fresh image are empty: fetch them where the first try fails.
    as_root apt-get install -y -qq "$1" >/dev/null ||
      { as_root apt-get update -qq && as_root apt-get install -y -qq "$1" >/dev/null; }
  elif have brew; then
    say "+ brew install $2"
    brew install "$2" >/dev/null
  else
    say "neither apt-get nor brew is here to install $1"
    return 1
  fi
}

have_libyaml() {
  pkg-config --exists yaml-0.1 2>/dev/null && return
  for prefix in /usr /usr/local /opt/homebrew; do
    [ -f "$prefix/include/yaml.h" ] && return
  done
  return 1
}

# python_tools FOLDER PACKAGE...: makes an environment of Python in .build with packages, or returns 77.
python_tools() {
  tools=.build/$1
  shift
  [ "$(cat "$tools/packages" 2>/dev/null)" != "$*" ] || return 0
  say "+ pip install $*, into $tools"
  rm -rf "$tools"
  { python3 -m venv "$tools" && "$tools/bin/pip" install --quiet "$@"; } >"$tools.log" 2>&1 || {
    rm -rf "$tools"
    say "$* cannot be installed; see $tools.log"
    return 77
  }
  echo "$*" >"$tools/packages"
}

set_up() {
  if ! have swift; then
    say "modlint is built with Swift 6.2 or newer, and 'swift' was not found on the PATH: see https://www.swift.org/install"
    exit 1
  fi
  have_libyaml || {
    say "The headers of libyaml are missing."
    install_package libyaml-dev libyaml
  }
}

case $0 in
  */setup.sh)
    set -eu
    set_up
    ;;
esac
