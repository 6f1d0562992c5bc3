# shellcheck shell=sh
spec core/Base
spec core/Net Base
spec core/Store Base
cat >>core/Net/project.yml <<'SPEC'
packages: {Kit: {path: ../../kit}}
schemes:
  Net:
    build: {targets: {Net: all}}
    test:
      targets: [NetTests, {name: BaseTests, skipped: true}]
  Kit:
    build: {targets: {Net: all}}
    test: {targets: [NetTests, {package: Kit/KitTests}]}
  Plans:
    build: {targets: {Net: all}}
    test:
      targets: [NetTests]
      testPlans: [{path: Other.xctestplan}, {path: Net.xctestplan, defaultPlan: true}]
SPEC
cat >core/Net/Net.xctestplan <<'PLAN'
{"testTargets": [
  {"target": {"name": "BaseTests"}},
  {"enabled": false, "target": {"name": "NetTests"}}
], "version": 1}
PLAN
mkdir -p kit/Sources/Kit kit/Tests/KitTests
cat >kit/Package.swift <<'MANIFEST'
// swift-tools-version: 5.9
import PackageDescription
let package = Package(
  name: "Kit", targets: [.target(name: "Kit"), .testTarget(name: "KitTests", dependencies: ["Kit"])])
MANIFEST
echo '// Kit' >kit/Sources/Kit/Kit.swift
echo '// Tests' >kit/Tests/KitTests/KitTests.swift
mkdir -p App.xcodeproj/xcshareddata/xcschemes
cat >App.xcodeproj/xcshareddata/xcschemes/All.xcscheme <<'SCHEME'
<?xml version="1.0" encoding="UTF-8"?>
<Scheme>
  <BuildAction><BuildableReference BlueprintName="Base"/></BuildAction>
  <TestAction>
    <Testables>
      <TestableReference skipped="NO"><BuildableReference BlueprintName="StoreTests"/></TestableReference>
      <TestableReference skipped="YES"><BuildableReference BlueprintName="NetTests"/></TestableReference>
    </Testables>
  </TestAction>
</Scheme>
SCHEME
commit "start"
printf '// more\n' >>core/Base/Sources/main.swift
printf '// more\n' >>kit/Sources/Kit/Kit.swift
run modlint affected --since HEAD --tests
run modlint affected --since HEAD --scheme Net
run modlint affected --since HEAD --scheme Kit --format xcodebuild
run modlint affected --since HEAD --scheme Plans --format xcodebuild
run modlint affected --since HEAD --scheme All --format json
run modlint affected --since HEAD --test-plan core/Net/Net.xctestplan
run modlint affected --since HEAD --scheme Nett
run modlint affected --since HEAD --test-plan rules.yml
run modlint affected --since HEAD --test-plan core/Net/project.yml
run modlint affected --since HEAD --scheme Net --test-plan x
rm core/Net/Net.xctestplan
run modlint affected --since HEAD --scheme Plans

say "lock files of remote packages, of pods and of Carthage"
git checkout --quiet .
for name in Net Store; do
  cat >core/$name/project.yml <<SPEC
name: $name
packages:
  Remote$name: {url: "https://packages.example/Remote$name.git", from: 1.0.0}
targets:
  $name:
    type: framework
    platform: iOS
    sources: [Sources]
    dependencies: [{package: Remote$name}]
SPEC
done
cat >core/Base/project.yml <<SPEC
name: Base
targets:
  Base:
    type: framework
    platform: iOS
    dependencies: [{framework: Pod.framework, implicit: true}, {carthage: Rope}]
SPEC
printf 'PODS:\n  - Pod (1.0)\n' >Podfile.lock
commit "dependencies"
echo '{"version": 2, "pins": []}' >Package.resolved
run modlint affected --since HEAD --json
rm Package.resolved
printf 'PODS:\n  - Pod (1.1)\n' >Podfile.lock
run modlint affected --since HEAD --json
git checkout --quiet .
echo 'github "bindery/Rope" "1.2.0"' >Cartfile.resolved
run modlint affected --since HEAD --json
