# shellcheck shell=sh
spec core/Base
spec core/Net Base
spec core/Store Base
cat >>core/Net/project.yml <<'SPEC'
schemes:
  Net:
    build: {targets: {Net: all}}
    test:
      targets: [NetTests, {name: BaseTests, skipped: true}]
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
run modlint affected --since HEAD --tests
run modlint affected --since HEAD --scheme Net
run modlint affected --since HEAD --scheme Plans --format xcodebuild
run modlint affected --since HEAD --scheme All --format json
run modlint affected --since HEAD --test-plan core/Net/Net.xctestplan
run modlint affected --since HEAD --scheme Nett
run modlint affected --since HEAD --test-plan rules.yml
run modlint affected --since HEAD --test-plan core/Net/project.yml
run modlint affected --since HEAD --scheme Net --test-plan x
rm core/Net/Net.xctestplan
run modlint affected --since HEAD --scheme Plans

say "pins of remote packages"
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
pins() {
  printf '{"version": 2, "pins": ['
  printf '{"location": "https://packages.example/RemoteNet.git", "state": {"version": "%s"}},' "$1"
  printf '{"location": "https://packages.example/RemoteStore", "state": {"version": "%s"}},' "$2"
  printf '{"location": "https://packages.example/Hidden", "state": {"version": "%s"}}]}\n' "$3"
}
pins 1.0.0 1.0.0 1.0.0 >Package.resolved
commit "packages"
pins 1.0.0 1.1.0 1.0.0 >Package.resolved
run modlint affected --since HEAD --json
pins 1.0.0 1.0.0 1.1.0 >Package.resolved
run modlint affected --since HEAD
echo '[' >Package.resolved
run modlint affected --since HEAD
