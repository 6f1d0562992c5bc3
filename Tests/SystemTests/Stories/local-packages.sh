printf 'version: 1\n' >rules.yml
printf 'Made/\n' >.gitignore
mkdir -p app packages/Kit packages/Bare
touch packages/Bare/README.md
manifest() { echo "import PackageDescription" >"$1/Package.swift"; }
manifest packages/Kit
git init --quiet ../other
(
  cd ../other
  mkdir Inner
  manifest .
  manifest Inner
  commit "other"
)
git -c protocol.file.allow=always submodule --quiet add ../other packages/Other
packages() {
  echo "name: App"
  echo "packages:"
  for path in "$@"; do echo "  ${path##*/}: { path: ../$path }"; done
}
packages packages/Kit packages/Other packages/Other/Inner Made/Client >app/project.yml
commit "start"
git checkout --quiet -b work

say "what git ignores is not there, and a submodule is"
run modlint
run modlint --staged
run modlint --since main

say "a submodule that is not checked out"
git submodule --quiet deinit --force packages/Other
run modlint
git -c protocol.file.allow=always submodule --quiet update --init 2>/dev/null

say "a folder that is there, but not in the index"
mkdir packages/New
manifest packages/New
packages packages/Kit packages/Bare packages/New >app/project.yml
git add app
run modlint --format xcode
run modlint --staged --format xcode
git add packages/New
run modlint --staged --format xcode

say "what the base has is known"
commit "new"
git branch --force main
rm -r packages/Kit
run modlint --since main --format xcode
run modlint diff main
