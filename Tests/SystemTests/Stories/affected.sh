layers app core
spec core/Base
spec core/Network Base
spec core/Store
spec app/Feed Network
spec app/Shop Store
printf 'A = 1\n' >core/shared.xcconfig
printf '#include "shared.xcconfig"\n' >core/Store.xcconfig
{
  cat core/Store/project.yml
  printf '    configFiles:\n      Debug: ../Store.xcconfig\n'
} >core/Store/new
mv core/Store/new core/Store/project.yml
printf 'options:\n  bundleIdPrefix: a.example\n' >core/common.yml
sed -i.old '1i\
include: [../common.yml]' core/Network/project.yml
rm core/Network/project.yml.old
mkdir docs
echo text >docs/page.md
commit "start"

say "nothing changed, nor anything that a module is made of"
run modlint affected --since HEAD
echo more >>docs/page.md
run modlint affected --since HEAD

say "sources, with those who depend on them"
echo more >>core/Base/Sources/main.swift
run modlint affected --since HEAD
run modlint affected --since HEAD --tests
run modlint affected --since HEAD --json
run modlint affected --since HEAD --format json app
run modlint affected --since HEAD --format xcodebuild
run modlint affected --since HEAD app
run modlint affected --since HEAD --staged
commit "sources"

say "settings that a settings file includes"
echo 'A = 2' >core/shared.xcconfig
run modlint affected --since HEAD
git checkout --quiet .

say "an include"
echo '# more' >>core/common.yml
run modlint affected --since HEAD
git checkout --quiet .

say "files that are removed, renamed or not tracked"
git mv core/Store/Sources/main.swift core/Store/Sources/store.swift
echo new >"core/Base/Sources/ü 🛰.swift"
run modlint affected --since HEAD --json
git add --all
git commit --quiet --message=x
run modlint affected --since HEAD~1 --tests
run modlint affected

say "a target of several platforms, and what Carthage has settled on"
mkdir -p core/Charts/Sources
cat >core/Charts/project.yml <<'SPEC'
name: Charts
targets:
  Charts:
    type: framework
    platform: [iOS, macOS]
    sources: [Sources]
    dependencies:
      - carthage: Rope
SPEC
commit "charts"
echo 'github "bindery/Rope" "1.2.0"' >Cartfile.resolved
run modlint affected --since HEAD --json
rm Cartfile.resolved
echo new >core/Charts/Sources/main.swift
run modlint affected --since HEAD --json

say "specs that are generated from another folder, excludes, and what the build makes"
mkdir -p Apps/Mail/Gen Apps/Mail/Sources Kit/Sources/Kit
cat >Apps/Mail/project.yml <<'SPEC'
name: Mail
include: Apps/base.yml
packages: { Kit: { path: Kit } }
targets:
  Mail:
    type: framework
    platform: iOS
    sources: [{ path: Apps/Mail, excludes: [Gen, "*.yml"] }]
    dependencies: [{ package: Kit }]
    postBuildScripts:
      - { script: upload, inputFiles: ["${DWARF_DSYM_FOLDER_PATH}/Mail.dSYM", $(BUILT_PRODUCTS_DIR)/x] }
  Post:
    type: framework
    platform: iOS
    sources: [Apps/Post]
    info: { path: Apps/Post.plist }
    configFiles: { Debug: Apps/post.xcconfig }
SPEC
mkdir Apps/Post
echo 'options: { bundleIdPrefix: a }' >Apps/base.yml
touch Apps/Mail/Gen/a.swift Apps/Mail/Sources/a.swift Apps/Post/a.swift Apps/Post.plist Apps/post.xcconfig
printf '// swift-tools-version:5.9\nimport PackageDescription\n' >Kit/Package.swift
printf 'let package = Package(name: "Kit", products: [.library(name: "Kit", targets: ["Kit"])],\n' >>Kit/Package.swift
printf '  targets: [.target(name: "Kit")])\n' >>Kit/Package.swift
echo 'let kit = 1' >Kit/Sources/Kit/kit.swift
printf 'specs: [{ pattern: "Apps/*/project.yml", root: "." }, "**/project.yml"]\n' >>rules.yml
commit "apps"
for file in Apps/Mail/Sources/a.swift Apps/Mail/Gen/a.swift Apps/Post/a.swift Apps/Post.plist \
  Apps/post.xcconfig Apps/base.yml Kit/Sources/Kit/kit.swift docs/page.md; do
  echo "# $file"
  echo '// more' >>$file
  run modlint affected --since HEAD
  git add --all
  run modlint affected --since HEAD --staged
  git reset --quiet --hard
done

say "an index that git cannot read"
echo broken >.git/index
run sh -c 'modlint affected --since HEAD 2>&1 | cut -d : -f 1-2'
