#!/bin/sh
# Installs the wheel of `make wheel` as its users would, without a network, and holds what is installed
# against dist. Exits 77 if the tools that judge wheels cannot be had.
set -eu
cd "$(dirname "$0")/.."
. scripts/setup.sh
root=$PWD
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
  say "$*"
  [ ! -f "$scratch/log" ] || cat "$scratch/log" >&2
  exit 1
}

# quietly COMMAND...: what it says is shown if it fails.
quietly() {
  "$@" >"$scratch/log" 2>&1 || fail "failed: $*"
}

# Equal bytes, whatever the umask, the date and the dates of files are.
quietly python3 scripts/pack.py wheel
wheel=$(ls dist/modlint-*.whl)
cp "$wheel" "$scratch/first.whl"
touch dist/modlint python/modlint/*.py
(umask 077 && TZ=Asia/Tokyo quietly python3 scripts/pack.py wheel)
cmp "$wheel" "$scratch/first.whl"
wheel=$root/$wheel

# What pip, uv and pipx install prints what dist prints, and leaves nothing when it goes.
# same EXPECTED COMMAND...: a command that prints what dist/modlint does, and ends as it.
same() {
  for arguments in --version "lint examples/broken" "lint --format json examples/iss" "lint /nowhere" "lint --wrong"; do
    # shellcheck disable=SC2086
    dist/modlint $arguments >"$scratch/expected" 2>&1 || echo "exit $?" >>"$scratch/expected"
    # shellcheck disable=SC2086
    "$@" $arguments >"$scratch/printed" 2>&1 || echo "exit $?" >>"$scratch/printed"
    diff "$scratch/expected" "$scratch/printed" || fail "$* $arguments prints something else"
  done
}

venv=$scratch/venv
quietly python3 -m venv "$venv"
(cd "$venv" && find . -type f -o -type l | LC_ALL=C sort) >"$scratch/before"
quietly "$venv/bin/pip" install --no-index "$wheel"
quietly "$venv/bin/pip" check
same "$venv/bin/modlint"
same "$venv/bin/python" -m modlint
for pair in modlint:bin/modlint modlint.1:share/man/man1/modlint.1 \
  modlint.bash:share/bash-completion/completions/modlint _modlint:share/zsh/site-functions/_modlint \
  modlint.fish:share/fish/vendor_completions.d/modlint.fish; do
  cmp "dist/${pair%%:*}" "$venv/${pair#*:}"
done
# The program takes the place of Python: a reader that goes away and a signal reach it.
# shellcheck disable=SC2016
statuses='{ "$@" 2>&1; echo $? >"$0"; } | head -n 1 >/dev/null; cat "$0"'
[ "$(sh -c "$statuses" "$scratch/status" "$venv/bin/python" -m modlint list examples/iss)" = \
  "$(sh -c "$statuses" "$scratch/status" dist/modlint list examples/iss)" ] || fail "a closed pipe is an error"
ignored=$("$venv/bin/python" - "$venv" <<'END'
import os, runpy, signal, sys
os.execv = lambda path, arguments: print(signal.getsignal(signal.SIGPIPE) is signal.SIG_DFL, path)
runpy.run_module("modlint", run_name="__main__")
END
)
[ "$ignored" = "True $venv/bin/modlint" ] || fail "the program would start with signals ignored: $ignored"
quietly "$venv/bin/pip" uninstall --yes modlint
(cd "$venv" && find . -type f -o -type l | grep -v __pycache__ | LC_ALL=C sort) >"$scratch/after"
grep -v __pycache__ "$scratch/before" | diff - "$scratch/after" || fail "an uninstalled wheel leaves files"

quietly "$venv/bin/pip" install --no-index --target "$scratch/target" "$wheel"
same env PYTHONPATH="$scratch/target" "$venv/bin/python" -m modlint
quietly "$venv/bin/pip" install --no-index --prefix "$scratch/prefix" "$wheel"
same "$scratch/prefix/bin/modlint"
# Systems with musl and the oldest with glibc are offered it, other machines are not.
for platform in manylinux_2_17 manylinux2014 musllinux_1_1; do
  tag=${platform}_$(uname -m)
  quietly "$venv/bin/pip" download --no-index --find-links dist --only-binary :all: \
    --platform "$tag" --dest "$scratch/download" modlint
done
! "$venv/bin/pip" download --no-index --find-links dist --only-binary :all: --platform macosx_14_0_arm64 \
  --dest "$scratch/download" modlint >/dev/null 2>&1 || fail "macOS is offered a program of Linux"

# What is built for one machine alone has the tag that an installer on it looks for.
python3 -c 'import sys; sys.path.insert(0, "python"); import wheels
named = ("macosx-14.2-arm64", "macosx-15-arm64", "macosx-10.9-universal2", "linux-x86_64")
tags = ["macosx_14_0_arm64", "macosx_15_0_arm64", "macosx_10_9_universal2", "linux_x86_64"]
sys.exit([wheels.local_tag(name) for name in named] != tags)' || fail "a wrong tag for one machine"

# A clone is installed from the wheel that a variable names, or from the release.
release=$scratch/releases/v$(dist/modlint --version)
mkdir -p "$release"
cp "$wheel" "$release"
(cd "$release" && sha256sum -- *.whl >SHA256SUMS)
clone=$scratch/clone
git clone --quiet "$root" "$clone"
cp -R pyproject.toml python "$clone"
# What a machine without Swift has; Swift would build the wheel.
mkdir "$scratch/bin"
ln -s "$(command -v git)" "$scratch/bin/git"
# install_clone NAME=VALUE
install_clone() {
  rm -rf "$scratch/fresh"
  python3 -m venv "$scratch/fresh"
  (cd / && env PATH="$scratch/bin" "$@" "$scratch/fresh/bin/pip" install --no-index "$clone") \
    >"$scratch/log" 2>&1
}
install_clone MODLINT_WHEEL="$wheel" || fail "a clone does not take the wheel of MODLINT_WHEEL"
same "$scratch/fresh/bin/modlint"
install_clone MODLINT_DOWNLOADS="file://$scratch/releases" || fail "a clone does not take the wheel of the release"
same "$scratch/fresh/bin/modlint"
! install_clone MODLINT_WHEEL=/nowhere.whl || fail "a wheel that is not there is taken"
grep -q "modlint: MODLINT_WHEEL names '/nowhere.whl', which is not a file" "$scratch/log" || fail "no reason is given"
! install_clone A=B || fail "a clone without release and Swift is installed"
grep -q "modlint: no release has a wheel for this machine" "$scratch/log" || fail "no reason is given"
echo >>"$release/$(basename "$wheel")"
! install_clone MODLINT_DOWNLOADS="file://$scratch/releases" || fail "a changed wheel is taken"
grep -q "is not what SHA256SUMS says" "$scratch/log" || fail "no reason is given"

# What judges wheels, and the other installers.
python_tools wheel-tools check-wheel-contents pipx trove-classifiers twine uv wheel || exit
tools=$root/.build/wheel-tools/bin
quietly "$tools/twine" check --strict "$wheel"
quietly "$tools/check-wheel-contents" "$wheel"
quietly "$tools/wheel" unpack --dest "$scratch" "$wheel"
"$tools/python" -c 'import sys, trove_classifiers as known; sys.path.insert(0, "python")
import wheels; sys.exit([name for name in wheels.CLASSIFIERS if name not in known.classifiers] or None)'
export PIPX_HOME="$scratch/pipx" PIPX_BIN_DIR="$scratch/pipx-bin" PIPX_MAN_DIR="$scratch/pipx-man" PIP_NO_INDEX=1
export UV_CACHE_DIR="$scratch/uv" UV_OFFLINE=1
quietly "$tools/pipx" install "$wheel"
same "$PIPX_BIN_DIR/modlint"
cmp dist/modlint.1 "$PIPX_MAN_DIR/man1/modlint.1"
quietly "$tools/uvx" --from "$wheel" modlint --version
same "$tools/uvx" --quiet --from "$wheel" modlint
