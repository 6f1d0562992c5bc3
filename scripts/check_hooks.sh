#!/bin/sh
# usage: scripts/check_hooks.sh [HOOK...]
#
# Takes hooks into new repositories and commits there: a violation must be refused, a clean tree pass. A hook
# is one of .pre-commit-hooks.yaml; `wheel`, the hook of a repository that names the wheel by its path; or
# `plain`, the one without pre-commit in docs/integrations/git-hooks.md. By default those are tried that take no build:
# modlint-system and plain. modlint and wheel need what `make wheel` builds; pre-commit builds modlint-source
# from HEAD, which takes minutes. Exits 77 if pre-commit cannot be had.
set -eu
cd "$(dirname "$0")/.."
. scripts/setup.sh
root=$PWD
[ $# -gt 0 ] || set -- modlint-system plain

python_tools pre-commit pre-commit || exit
venv=.build/pre-commit
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# SwiftPM waits while something else is built.
PATH=$root/$venv/bin:$(dirname "${MODLINT:-$(swift build --show-bin-path)/modlint}"):$PATH
export PATH PRE_COMMIT_HOME="$scratch/cache" GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL="$scratch/gitconfig"
git config --global user.name "modlint"
git config --global user.email "modlint@modlint.example"
git config --global init.defaultBranch main

fail() {
  echo "$*" >&2
  cat "$scratch/log" >&2
  exit 1
}

commit() {
  git add --all && git commit --quiet --message "$1" >"$scratch/log" 2>&1
}

# A new repository with the clean example, and the current folder in it.
start() {
  mkdir "$scratch/$1"
  cp -R examples/iss/. rules.yml "$scratch/$1"
  cd "$scratch/$1"
  git init --quiet
  git add --all
  git commit --quiet --message "Describe the modules"
}

# Commits a violation, which must be refused, and then fixes it, which must pass.
try_commits() {
  spec=service/CosmonautService/project.yml
  echo "A space station" >README.md
  commit "Say what this is" || fail "$1: a commit without any spec is refused"
  cp "$spec" "$scratch/spec"
  sed 's/ISSSpacesuitServiceCore\.framework/ISSSpacesuitService.framework/' "$scratch/spec" >"$spec"
  ! cmp -s "$spec" "$scratch/spec" || fail "$1: the example has no such link"
  ! commit "Break the rules" || fail "$1: a commit with a violation passes"
  grep -q "'ISSCosmonautService' links 'ISSSpacesuitService' of its own layer" "$scratch/log" ||
    fail "$1: the finding is not shown"
  [ "$(git log -1 --format=%s)" = "Say what this is" ] || fail "$1: the violation is committed"
  cp "$scratch/spec" "$spec"
  echo "# The interface is enough." >>"$spec"
  commit "Keep the rules" || fail "$1: a clean commit is refused"
  # What others link is gone: no file of the commit is left for a pattern of names.
  git rm --quiet -r core/Network
  ! commit "Delete a spec" || fail "$1: a commit passes that deletes what others link"
  grep -q "unknown-module" "$scratch/log" || fail "$1: the missing module is not told"
  git reset --quiet --hard
  # A lock file alone: no spec changes with it.
  echo "rules: { package-version-mismatch: error }" >>rules.yml
  mkdir Station.xcworkspace
  printf '<Workspace version = "1.0">%s%s</Workspace>\n' \
    '<FileRef location = "group:app/Cosmonaut/Cosmonaut.xcodeproj"></FileRef>' \
    '<FileRef location = "group:core/Network/ISSNetwork.xcodeproj"></FileRef>' \
    >Station.xcworkspace/contents.xcworkspacedata
  for folder in app/Cosmonaut core/Network; do
    printf 'PODS:\n  - Rope (1.0.0)\n' >"$folder/Podfile.lock"
  done
  commit "Lock one version" || fail "$1: a commit of lock files that agree is refused"
  printf 'PODS:\n  - Rope (2.0.0)\n' >core/Network/Podfile.lock
  ! commit "Lock two versions" || fail "$1: a commit passes that locks two versions"
  grep -q "package-version-mismatch" "$scratch/log" || fail "$1: the versions are not told"
  git reset --quiet --hard
  cd "$root"
}

# The hooks are tried as the files say, committed or not.
offer=$scratch/offer
git clone --quiet "$root" "$offer"
cp -R .pre-commit-hooks.yaml pyproject.toml python "$offer"
rm -rf "$offer/python/__pycache__"
git -C "$offer" add --all
git -C "$offer" commit --quiet --allow-empty --message "Offer the hooks as they are"

# The configuration of a repository that takes a hook.
configuration() {
  if [ "$1" = wheel ]; then
    page=$root/docs/integrations/git-hooks.md
    sed -n '/^  - repo: local$/,/^```$/p' "$page" | sed '$d' | sed "1i repos:
      s|additional_dependencies: .*|additional_dependencies: ['$MODLINT_WHEEL']|"
  else
    printf 'repos:\n  - repo: %s\n    rev: %s\n    hooks:\n      - id: %s\n' \
      "$offer" "$(git -C "$offer" rev-parse HEAD)" "$1"
  fi
}

for hook; do
  start "$hook"
  case $hook in
    plain)
      sed -n '/^#!\/bin\/sh$/,/^```$/p' "$root/docs/integrations/git-hooks.md" | sed '$d' >.git/hooks/pre-commit
      [ "$(wc -l <.git/hooks/pre-commit)" -eq 3 ] || fail "the manual has no hook of three lines"
      chmod +x .git/hooks/pre-commit
      ;;
    *)
      case $hook in
        modlint | wheel)
          MODLINT_WHEEL=$(ls "$root"/dist/modlint-*.whl) || fail "there is no wheel: run 'make wheel'"
          export MODLINT_WHEEL
          # What is on the PATH must not be what runs.
          mkdir -p "$scratch/bin"
          printf '#!/bin/sh\nexit 3\n' >"$scratch/bin/modlint"
          chmod +x "$scratch/bin/modlint"
          PATH=$scratch/bin:$PATH
          ;;
      esac
      configuration "$hook" >.pre-commit-config.yaml
      pre-commit install >"$scratch/log"
      commit "Check each commit" || fail "$hook: the first commit is refused"
      ;;
  esac
  try_commits "$hook"
  unset MODLINT_WHEEL
done
