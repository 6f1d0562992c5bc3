# What somebody keeps in a clone and never added is not read, unless something names it.
manifest() {
  mkdir -p "$1/Sources/$2"
  echo "let one = 1" >"$1/Sources/$2/one.swift"
  printf '// swift-tools-version: 5.9\nimport PackageDescription\nlet package = Package(\n  name: "%s", products: [.library(name: "%s", targets: ["%s"])],\n  targets: [.target(name: "%s")])\n' \
    "$2" "$2" "$2" "$2" >"$1/Package.swift"
}
echo 'version: 1' >rules.yml
manifest . Shed
say "a clone of which nothing is added yet"
run modlint list
commit "start"

manifest Scratch Scratch
manifest Vendor/Named Named
mkdir -p old/Old.xcodeproj app
echo '<<<<<<< HEAD' >old/Old.xcodeproj/project.pbxproj
cat >app/project.yml <<'SPEC'
name: App
packages: { Named: { path: ../Vendor/Named } }
targets:
  App: { type: tool, platform: macOS, dependencies: [{ package: Named }] }
SPEC
say "a spec that is new, with what it names"
run modlint list
run modlint lint --staged

say "what is added"
git add Scratch
run modlint list
run modlint lint --staged

say "what rules.yml names, also where git ignores it"
echo /old >.gitignore
echo '{ objects = { P = { isa = PBXProject; targets = (A); }; A = { isa = PBXNativeTarget; name = Old; productType = "com.apple.product-type.application"; }; }; rootObject = P; }' \
  >old/Old.xcodeproj/project.pbxproj
run modlint list
printf 'version: 1\nprojects: ["*.xcodeproj"]\npackages: ["Vendor/*"]\n' >rules.yml
run modlint list
