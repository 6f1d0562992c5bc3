# shellcheck shell=sh
# Functions to install what the system lacks. Read by the other scripts.

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

# Whether packages can be installed without anyone at the keyboard.
can_install() {
  have brew || [ "$(id -u)" -eq 0 ] || { have sudo && sudo -n true 2>/dev/null; }
}

# python_tools FOLDER PACKAGE...: sees that an environment of Python in .build has packages, and says so
# with status 77 where they cannot be had.
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
