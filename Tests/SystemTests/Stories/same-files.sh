# The working tree, the index and a revision have the same packages and projects.
manifest() {
  mkdir -p "$1/Sources/$2"
  echo "let one = 1" >"$1/Sources/$2/one.swift"
  printf '// swift-tools-version: 5.9\nimport PackageDescription\nlet package = Package(name: "%s", targets: [.target(name: "%s")])\n' \
    "$2" "$2" >"$1/Package.swift"
}
echo 'version: 1' >rules.yml
manifest Shed Shed
commit "start"
git init --quiet ../other
(
  cd ../other
  manifest . Rope
  manifest Extra Knots
  commit "other"
)

say "a submodule, whose packages nothing names"
git -c protocol.file.allow=always submodule --quiet add ../other Rope
commit "submodule"
run modlint list
run modlint list --rev HEAD
run modlint diff HEAD
git submodule --quiet deinit --force Rope
run modlint list

say "what git ignores and rules.yml names"
printf 'version: 1\nprojects: ["*.xcodeproj"]\npackages: [Shed, "Made/*"]\n' >rules.yml
printf 'Made/\n*.xcodeproj\n' >.gitignore
commit "rules"
manifest Made/Client Client
mkdir App.xcodeproj
echo '{ objects = { P = { isa = PBXProject; targets = (A); }; A = { isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application"; }; }; rootObject = P; }' \
  >App.xcodeproj/project.pbxproj
run modlint list
run modlint list --rev HEAD
run modlint lint --staged
run modlint diff HEAD
