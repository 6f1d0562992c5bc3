# A file that cannot be read is not compared: what it may hold neither came nor went.
layers app core
write() {
  mkdir -p "$(dirname "$1")"
  cat >"$1"
}
spec core/C
write app/A/project.yml <<'END'
name: A
packages: { Kit: { path: ../../kit } }
targets:
  A:
    type: framework
    platform: iOS
    dependencies:
      - framework: B.framework
        implicit: true
      - framework: B2.framework
        implicit: true
      - package: Kit
END
write core/B/project.yml <<'END'
name: B
include: [../../more/targets.yml]
targets:
  B:
    type: framework
    platform: iOS
    dependencies:
      - framework: C.framework
        implicit: true
  B2:
    type: framework
    platform: iOS
END
printf 'targets:\n  M:\n    type: framework\n    platform: iOS\n' | write more/targets.yml
printf '%s\n' '// swift-tools-version:5.9' 'import PackageDescription' \
  'let package = Package(name: "Kit", products: [.library(name: "Kit", targets: ["K"])],' \
  '  targets: [.target(name: "K")])' | write kit/Package.swift
echo | write kit/Sources/K/K.swift
commit "start"
break_spec() { sed 's/^targets:/targets: [/' "$1" >../broken && cp ../broken "$1"; }

say "a spec"
break_spec core/B/project.yml
run modlint diff HEAD
run modlint diff HEAD --format markdown
run modlint diff HEAD --format json
commit "broken"

say "what did not change is not told"
run modlint diff HEAD

say "one that could not be read then"
git checkout --quiet HEAD~1 -- core/B
run modlint diff HEAD
git reset --quiet --hard HEAD~1

say "one that was moved as well"
git mv core/B core/Z
break_spec core/Z/project.yml
run modlint diff HEAD
git reset --quiet --hard

say "one of two targets; what another fault leaves is gone indeed"
sed 's/^  B2:/  B2: 5\n  B3:/' core/B/project.yml >../broken && cp ../broken core/B/project.yml
run modlint diff HEAD
git checkout --quiet HEAD -- core/B
sed '/^  B2:/,$d' core/B/project.yml >../broken && cp ../broken core/B/project.yml
echo '    supportedDestinations: []' >>core/B/project.yml
run modlint diff HEAD
git reset --quiet --hard

say "an included file"
echo 'targets: [' >more/targets.yml
run modlint diff HEAD
git reset --quiet --hard

say "a manifest"
printf 'import PackageDescription\nlet package = f()\n' >kit/Package.swift
run modlint diff HEAD
git reset --quiet --hard

say "what is gone is gone"
rm -r core/B
run modlint diff HEAD
