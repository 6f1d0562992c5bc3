# What a change to Package.swift brings, which no spec shows.
cat >rules.yml <<'RULES'
version: 1
layers:
  - app
  - features
  - core
RULES
mkdir -p app
cat >app/project.yml <<'SPEC'
name: App
packages:
  Cart: { path: ../features/Cart }
targets:
  App:
    type: application
    platform: iOS
    dependencies:
      - package: Cart
SPEC

# package FOLDER DEPENDENCY...: a library of the folder's name that links packages by their paths, with tests
package() {
  folder=$1
  name=${1##*/}
  shift
  mkdir -p "$folder/Sources/$name" "$folder/Tests/${name}Tests"
  echo "// $name" | tee "$folder/Sources/$name/File.swift" >"$folder/Tests/${name}Tests/File.swift"
  {
    printf '// swift-tools-version: 5.9\nimport PackageDescription\n\n'
    printf 'let package = Package(\n  name: "%s",\n' "$name"
    printf '  products: [.library(name: "%s", targets: ["%s"])],\n  dependencies: [\n' "$name" "$name"
    for path in "$@"; do printf '    .package(path: "%s"),\n' "$path"; done
    printf '  ],\n  targets: [\n    .target(\n      name: "%s",\n      dependencies: [\n' "$name"
    for path in "$@"; do printf '        "%s",\n' "${path##*/}"; done
    printf '      ]),\n    .testTarget(name: "%sTests", dependencies: ["%s"]),\n  ]\n)\n' "$name" "$name"
  } >"$folder/Package.swift"
}

package core/Net
package features/Search ../../core/Net
package features/Cart ../../core/Net
commit "start"
run modlint
git checkout --quiet -b work

say "a violation that a change to Package.swift brings"
package features/Cart ../../core/Net ../Search
run modlint lint --since main
run modlint lint --packages --since main --quiet
run modlint diff main
git add --all
run modlint lint --staged --quiet
run modlint lint --staged --since main --format xcode

say "what is known stays known, by its names and not by its lines"
commit "Search from Cart"
sed -i.old 's|^let package|// One more line.\nlet package|' features/Cart/Package.swift
rm features/Cart/Package.swift.old
run modlint lint --since HEAD
git checkout --quiet .

say "not staged, not checked"
package core/Net ../../features/Search
run modlint lint --staged --since HEAD --quiet
run modlint lint --since HEAD --format xcode
run modlint lint --packages --since HEAD --format xcode
git checkout --quiet .

say "who is affected"
echo more >>core/Net/Sources/Net/File.swift
run modlint affected --since HEAD
run modlint affected --since HEAD --tests
run modlint affected --since HEAD --json
git checkout --quiet .
echo more >>core/Net/Tests/NetTests/File.swift
run modlint affected --since HEAD
git checkout --quiet .
echo "// a comment" >>features/Cart/Package.swift
run modlint affected --since HEAD
sed 's|dependencies: \["Cart"\]|&, path: "Tests/CartTests"|' features/Cart/Package.swift >new
mv new features/Cart/Package.swift
run modlint affected --since HEAD
echo "let unknown = 1" >>features/Cart/Package.swift
run modlint affected --since HEAD
git checkout --quiet .

say "what else asks"
run modlint why App Net
run modlint why Search
run modlint list features
run modlint stats
run modlint graph --format mermaid --since main

say "a manifest that turns into a program is one module"
echo 'if FileManager.default.fileExists(atPath: "x") { package.targets = [] }' >>features/Search/Package.swift
run modlint lint --since HEAD
run modlint diff HEAD

say "a package that goes, and one that comes"
git checkout --quiet .
git rm --quiet -r features/Search
package features/Cart ../../core/Net ../Gifts
package features/Gifts
run modlint diff HEAD
run modlint lint --since main
git add features/Cart
run modlint lint --staged --since main --format xcode
