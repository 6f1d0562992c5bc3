# shellcheck shell=sh
# What git does not have in its trees, submodules and ignored files: lint says the same of a clean tree, of the
# index and of HEAD, whether it is there or not, and a baseline fits where it is not.

# agree: lint, and whatever another way to read the same files says otherwise
agree() {
  modlint lint --format xcode >../said 2>&1 || :
  cat ../said
  for way in --staged "--rev HEAD"; do
    # shellcheck disable=SC2086 # words
    modlint lint $way --format xcode >../also 2>&1 || :
    diff ../said ../also || echo "differs with $way"
  done
  modlint lint --since HEAD --quiet || echo "new since HEAD"
  modlint diff HEAD
}

submodule() { git -c protocol.file.allow=always submodule --quiet "$@" 2>/dev/null; }

for name in deep other; do
  git init --quiet --initial-branch=main "../$name"
done
(cd ../deep && spec Deep && spec Deeper Deep && commit "deep")
(cd ../other && submodule add ../deep nested && spec Kit && spec Tool Kit && commit "other")
layers core vendor
spec core/Base
# Says nothing about the submodule's own folder of that name.
echo Tool/ >.gitignore
submodule add ../other vendor/other
submodule update --init --recursive
commit "start"

say "a submodule and the one in it"
agree
say "the one in it is not checked out"
(cd vendor/other && submodule deinit --force nested)
agree
say "none is checked out"
submodule deinit --force --all
agree
say "without its folder"
rmdir vendor/other
run modlint lint --staged --since HEAD --quiet
git checkout --quiet .
say "its files are there, but no repository"
git -C ../other archive HEAD | tar -x -C vendor/other
agree
rm -r vendor/other
mkdir vendor/other
say "what git ignores and is there"
cd ..
git init --quiet --initial-branch=main ignored
cd ignored
printf 'Local.xcconfig\n/Made/\n*.yaml\n' >.gitignore
echo /tmp/ >.git/info/exclude
layers app Made tmp
mkdir -p app Made/Kit/Sources/Kit
printf '// swift-tools-version: 5.9\nimport PackageDescription\nlet package = Package(\n  name: "Kit", ' >Made/Kit/Package.swift
printf 'products: [.library(name: "Kit", targets: ["Kit"])],\n  targets: [.target(name: "Kit")])\n' >>Made/Kit/Package.swift
echo 'IPHONEOS_DEPLOYMENT_TARGET = 12.0' >app/Local.xcconfig
cat >app/project.yml <<'SPEC'
name: App
include: [more.yaml]
packages:
  Kit: { path: ../Made/Kit }
configFiles: { Debug: Local.xcconfig, Release: Local.xcconfig }
targets:
  App:
    type: application
    platform: iOS
    dependencies:
      - package: Kit
      - target: Core
  Core:
    type: framework
    platform: iOS
    deploymentTarget: "17.0"
SPEC
printf 'targets:\n  App:\n    dependencies:\n      - target: None\n' >app/more.yaml
spec tmp/Scratch
spec app/Feature Core Other
spec app/Other
commit "start"
agree
say "a spec that git ignores is read if git tracks it all the same"
git add --force tmp/Scratch
commit "scratch"
agree
git rm --quiet --cached -r tmp
commit "no scratch"

say "a baseline fits where these files are not, and forgets nothing"
run modlint baseline create
commit "baseline"
git clone --quiet . ../clone
cd ../clone
run modlint
run modlint baseline prune
say "but an entry that does not depend on them is stale"
spec app/Feature Core
run modlint lint --format xcode

say "a large file is read once, by however many paths"
cd ..
git init --quiet --initial-branch=main large
cd large
layers core
for name in A B C D; do
  mkdir -p "core/$name"
  { printf 'name: Large #' && head -c 17000000 /dev/zero | tr '\0' x; } >"core/$name/project.yml"
done
commit "large"
mkdir ../tools
cat >../tools/git <<'GIT'
#!/bin/sh
for word; do
  if [ "$word" = cat-file ]; then exec tee -a ../asked | "$REAL" "$@"; fi
done
exec "$REAL" "$@"
GIT
chmod +x ../tools/git
REAL=$(command -v git)
export REAL
PATH="$PWD/../tools:$PATH" run modlint lint --staged --quiet --format xcode
grep -c "$(git rev-parse HEAD:core/A/project.yml)" ../asked

say "what the file info/exclude of a repository ignores, in a linked worktree"
cd ..
git init --quiet --initial-branch=main shared
cd shared
layers app
mkdir app
cat >app/project.yml <<'SPEC'
name: App
include: [more.yaml]
targets:
  App: { type: application, platform: iOS }
SPEC
git add .
git commit --quiet --message=app
echo more.yaml >.git/info/exclude
git worktree add --quiet ../linked
cd ../linked
run modlint

say "a hook of a linked worktree, in a folder of it"
layers app core
spec core/Base
mkdir ios
mv app core rules.yml ios
git add .
cat >../shared/.git/hooks/pre-commit <<'HOOK'
#!/bin/sh
cd ios
exec modlint lint --staged --format xcode
HOOK
chmod +x ../shared/.git/hooks/pre-commit
run git commit --quiet --message=ios
spec ios/core/Kit Base
git add .
run git commit --quiet --message=kit
run git commit --quiet --message=kit ios/core/Kit

say "a folder below a rules.yml, outside of a repository"
mkdir -p ../plain/App
cd ../plain
layers app
cd App
run modlint
