# shellcheck shell=sh
# Xcode 27 converts project.pbxproj to project.xcproj: the same graph at other places, so nothing is new, in the
# work tree, the index and a commit, with what a baseline knows.
cat >rules.yml <<'RULES'
version: 1
layers:
  - { name: app, modules: [Ferry] }
  - { name: core, modules: [Deck, Hull], peers: allow }
RULES
mkdir -p Ferry.xcodeproj Ferry Deck
echo 'import Deck' >Ferry/main.swift
echo '// Deck' >Deck/deck.swift
cat >Ferry.xcodeproj/project.pbxproj <<'PROJECT'
// !$*UTF8*$!
{ objects = {
  P = { isa = PBXProject; mainGroup = G; targets = (A, D, H); buildConfigurationList = L; };
  L = { isa = XCConfigurationList; buildConfigurations = (C); };
  C = { isa = XCBuildConfiguration; name = Release; buildSettings = { SDKROOT = iphoneos; }; };
  G = { isa = PBXGroup; children = (FM, FD, AP, DP, HP); sourceTree = "<group>"; };
  FM = { isa = PBXFileReference; path = Ferry/main.swift; sourceTree = "<group>"; };
  FD = { isa = PBXFileReference; path = Deck/deck.swift; sourceTree = "<group>"; };
  AP = { isa = PBXFileReference; path = Ferry.app; sourceTree = BUILT_PRODUCTS_DIR; };
  DP = { isa = PBXFileReference; path = Deck.framework; sourceTree = BUILT_PRODUCTS_DIR; };
  HP = { isa = PBXFileReference; path = Hull.framework; sourceTree = BUILT_PRODUCTS_DIR; };
  A = { isa = PBXNativeTarget; name = Ferry; productReference = AP; productType = "com.apple.product-type.application"; buildPhases = (AS, AF); };
  AS = { isa = PBXSourcesBuildPhase; files = (B1); };
  AF = { isa = PBXFrameworksBuildPhase; files = (B2); };
  D = { isa = PBXNativeTarget; name = Deck; productReference = DP; productType = "com.apple.product-type.framework"; buildPhases = (DS, DF); };
  DS = { isa = PBXSourcesBuildPhase; files = (B3); };
  DF = { isa = PBXFrameworksBuildPhase; files = (B4); };
  H = { isa = PBXNativeTarget; name = Hull; productReference = HP; productType = "com.apple.product-type.framework"; };
  B1 = { isa = PBXBuildFile; fileRef = FM; };
  B2 = { isa = PBXBuildFile; fileRef = DP; };
  B3 = { isa = PBXBuildFile; fileRef = FD; };
  B4 = { isa = PBXBuildFile; fileRef = HP; };
}; rootObject = P; }
PROJECT
commit "start"
run modlint lint --format xcode
modlint baseline create >../baseline
commit "baseline"

modlint graph --format mermaid >../before
cat >Ferry.xcodeproj/project.xcproj <<'PROJECT'
{
  "configurations": [ "Release" ],
  "files": [
    { "path": "Ferry/main.swift", "target-membership": [ "Ferry/compile-sources" ] },
    { "path": "Deck/deck.swift", "target-membership": [ "Deck/compile-sources" ] },
    { "path": "<PRODUCTS>/Ferry.app", "id": "AP" },
    { "path": "<PRODUCTS>/Deck.framework", "id": "DP", "target-membership": [ "Ferry/frameworks" ] },
    { "path": "<PRODUCTS>/Hull.framework", "id": "HP", "target-membership": [ "Deck/frameworks" ] },
  ],
  "targets": [
    { "name": "Ferry", "id": "A", "product": "Ferry.app", "product-type": "application",
      "build-phases": [ "compile-sources", "frameworks" ] },
    { "name": "Deck", "id": "D", "product": "Deck.framework", "product-type": "framework",
      "build-phases": [ "compile-sources", "frameworks" ] },
    { "name": "Hull", "id": "H", "product": "Hull.framework", "product-type": "framework" },
  ],
  "build-settings": { "SDKROOT": "iphoneos" },
}
PROJECT

say "both files, before the old one is deleted"
run modlint lint --since HEAD --quiet
rm Ferry.xcodeproj/project.pbxproj

say "converted, in the work tree and staged"
modlint graph --format mermaid | diff ../before - && echo "the same graph"
git add --all
for way in "" --staged "--staged --since HEAD" "--since HEAD"; do
  # shellcheck disable=SC2086 # words
  run modlint lint $way --format xcode
done
run modlint diff HEAD
run modlint affected --since HEAD

say "a link that comes with the conversion is new, what was there is not"
sed 's|"Ferry/frameworks" \] }|"Ferry/frameworks", "Hull/frameworks" ] }|; s|"product-type": "framework" },|"product-type": "framework", "build-phases": [ "frameworks" ] },|' \
  Ferry.xcodeproj/project.xcproj >../linked
cp Ferry.xcodeproj/project.xcproj ../converted
cp ../linked Ferry.xcodeproj/project.xcproj
git add --all
run modlint lint --staged --since HEAD --format xcode
cp ../converted Ferry.xcodeproj/project.xcproj
commit "convert"
run modlint lint --since HEAD~1 --quiet
run modlint history --since HEAD~2
