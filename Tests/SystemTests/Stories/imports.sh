cat >rules.yml <<'RULES'
version: 1
layers: [app, core]
rules:
  undeclared-import: error
  unused-link: warning
RULES

# target FOLDER MODULE…: a framework that links the modules.
target() {
  folder=$1
  shift
  mkdir -p "$folder/Sources"
  {
    echo "name: ${folder##*/}"
    echo "targets:"
    echo "  ${folder##*/}:"
    echo "    type: framework"
    echo "    platform: iOS"
    echo "    sources: [Sources]"
    [ $# -eq 0 ] || echo "    dependencies:"
    for module in "$@"; do echo "      - { framework: $module.framework, implicit: true }"; done
  } >"$folder/project.yml"
}

# code FILE MODULE…: a source that imports the modules.
code() {
  file=$1
  shift
  for module in "$@"; do echo "import $module"; done >"$file"
  echo "struct Thing {}" >>"$file"
}

target app/Shop Net
code app/Shop/Sources/A.swift Net Store
code app/Shop/Sources/B.swift Net
target core/Net
code core/Net/Sources/Net.swift
target core/Store
code core/Store/Sources/Store.swift
target core/Log
code core/Log/Sources/Log.swift
commit "start"

say "the index is judged by the targets that the commit changes"
run modlint lint
run modlint lint --staged
code app/Shop/Sources/B.swift Net Log
run modlint lint --staged --format xcode
git add .
run modlint lint --staged --format xcode
run modlint lint --since HEAD --format xcode

say "an import that the target had before is no new one"
code app/Shop/Sources/B.swift Net Log Store
git add .
run modlint lint --staged --since HEAD --format xcode

say "a target whose spec has changed"
git reset --quiet --hard
echo "# more" >>app/Shop/project.yml
git add .
run modlint lint --staged --format xcode
run modlint lint --staged --since HEAD --format xcode

say "a dependency that is dropped, and one that no source needs"
target app/Shop Log
git add .
run modlint lint --staged --since HEAD --format xcode

say "the last file that needs a link is deleted"
git reset --quiet --hard
code app/Shop/Sources/A.swift
commit "one file needs it"
git rm --quiet app/Shop/Sources/B.swift
run modlint lint --staged --since HEAD --format xcode
git reset --quiet --hard

say "an untracked source counts as changed"
code app/Shop/Sources/C.swift Store
run modlint lint --since HEAD --format xcode
run modlint diff HEAD
run modlint affected --since HEAD
rm app/Shop/Sources/C.swift

say "nothing that is not read is called stale"
code app/Shop/Sources/A.swift Store
commit "known"
run modlint baseline create
cat modlint-baseline.yml
commit "baseline"
echo "// more" >>core/Net/Sources/Net.swift
git add .
run modlint lint --staged
run modlint lint
code app/Shop/Sources/A.swift
run modlint lint --since HEAD
run modlint lint --format xcode

say "a module whose name is set, in a spec that others include"
git reset --quiet --hard
cat >core/Log/project.yml <<'SPEC'
name: Log
include: [settings.yml]
targets:
  Log:
    type: framework
    platform: iOS
    sources: [Sources]
    settings: { groups: [names] }
SPEC
echo "settingGroups: { names: { PRODUCT_MODULE_NAME: Diary } }" >core/Log/settings.yml
commit "names"
code app/Shop/Sources/B.swift Net Diary Log
git add .
run modlint lint --staged --format xcode

say "a change of the rules is held against all sources"
git reset --quiet --hard
code app/Shop/Sources/A.swift Net Store
rm modlint-baseline.yml
commit "an import that no target declares"
sed -i.old 's/undeclared-import: error/undeclared-import: off/' rules.yml
rm rules.yml.old
run modlint lint --since HEAD
git add .
run modlint lint --staged
git reset --quiet --hard
sed -i.old 's/undeclared-import: error/undeclared-import: warning/' rules.yml
rm rules.yml.old
run modlint lint --since HEAD
git reset --quiet --hard
run modlint baseline create
run modlint lint --since HEAD
git reset --quiet --hard
rm modlint-baseline.yml

say "sources outside of the folder of the spec, and files that a pattern leaves out"
git reset --quiet --hard
cat >core/Log/project.yml <<'SPEC'
name: Log
targets:
  Log:
    type: framework
    platform: iOS
    sources: [Sources, { path: ../../shared, excludes: ["**/*Tests.swift"] }]
    dependencies: [{ framework: Net.framework, implicit: true }]
SPEC
mkdir -p shared/Deep
code core/Log/Sources/Use.swift Net
code shared/Deep/Values.swift
code shared/Deep/ValueTests.swift
commit "sources of two folders"
code shared/Deep/Values.swift Store
code shared/Deep/ValueTests.swift Shop
git add .
run modlint lint --staged --format xcode

say "a source that is deleted"
code shared/Deep/Values.swift
git add .
run modlint lint --staged --format xcode
git rm --quiet core/Log/Sources/Use.swift
run modlint lint --staged --format xcode

say "what is renamed in its settings file"
git reset --quiet --hard
mkdir -p core/Net/Settings
echo "PRODUCT_MODULE_NAME = Wire" >core/Net/Settings/Net.xcconfig
sed -i.old 's|    sources|    configFiles: { Debug: Settings/Net.xcconfig, Release: Settings/Net.xcconfig }\n    sources|' core/Net/project.yml
rm core/Net/project.yml.old
commit "a settings file"
code shared/Deep/Values.swift Wire
code core/Store/Sources/Store.swift Wire
git add .
run modlint lint --staged --format xcode

git reset --quiet --hard

say "before the first commit all sources are new"
rm -rf .git
git init --quiet
git add --all
run modlint lint --staged --format xcode

say "a hook knows the index of its commit: of some files, of all changed ones, in a worktree"
git -c core.hooksPath=/dev/null commit --quiet --message=start
cat >.git/hooks/pre-commit <<'HOOK'
#!/bin/sh
exec modlint lint --staged --format xcode
HOOK
chmod +x .git/hooks/pre-commit
code core/Log/Sources/Log.swift Wire
code core/Net/Sources/Net.swift Log
run git commit --quiet --message=refused core/Log
run git commit --quiet --message=refused core/Net/Sources
run git commit --quiet --all --message=refused
git worktree add --quiet ../other
cd ../other/core/Log
code Sources/Log.swift Store
git add .
run git commit --quiet --message=refused
cd ../../../repository

say "a merge, and one that is not settled"
git checkout --quiet --force -b theirs
code core/Log/Sources/More.swift Store
git add .
git -c core.hooksPath=/dev/null commit --quiet --message=theirs
git checkout --quiet -
code core/Net/Sources/More.swift Store
git add .
git -c core.hooksPath=/dev/null commit --quiet --message=mine
git -c core.hooksPath=/dev/null merge --quiet --no-commit theirs >/dev/null 2>&1
run modlint lint --staged --format xcode
git reset --quiet --hard
code core/Log/Sources/More.swift Wire
git add .
git -c core.hooksPath=/dev/null commit --quiet --message=same
git -c core.hooksPath=/dev/null merge --quiet theirs >/dev/null || true
run modlint lint --staged --format xcode
