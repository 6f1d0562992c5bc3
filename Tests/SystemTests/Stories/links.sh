# Links in the workspace that lead out of it, to files of the machine.
layers app core
spec core/Base
mkdir ../machine
printf 'targets:\n  Base:\n    type: hunter1\n    hunter2: 1\n    dependencies:\n      - hunter3: hunter4\n' \
  >../machine/secret.yml
commit "start"

say "an include"
ln -s ../../../machine/secret.yml core/Base/local.yml
sed -i.old '1i\
include: [local.yml]' core/Base/project.yml
rm core/Base/project.yml.old
run modlint
run modlint lint --format json
run modlint why Base
git add --all
run modlint --staged
git reset --quiet --hard

say "a link that stays in the workspace is as good as a file"
ln -s ../../shared.yml core/Base/local.yml
printf 'options: { bundleIdPrefix: a.example, hunter5: 1 }\n' >shared.yml
sed -i.old '1i\
include: [local.yml]' core/Base/project.yml
rm core/Base/project.yml.old
run modlint
git reset --quiet --hard
git clean --quiet -d --force

say "rules.yml"
cp rules.yml ../machine/rules.yml
printf 'hunter6: 1\n' >>../machine/rules.yml
ln -sf ../machine/rules.yml rules.yml
run modlint
run modlint list
git add rules.yml
run modlint --staged
git commit --quiet --message=link
git rm --quiet --cached rules.yml
rm rules.yml
layers app core
run modlint lint --since HEAD
run modlint lint --config ../machine/rules.yml
git reset --quiet --hard HEAD~1

say "the baseline"
printf 'version: 1\nfindings:\n  hunter7:\n    - [hunter8, hunter9]\n  same-layer:\n    - [A/A, B/B]\n' \
  >../machine/baseline.yml
cp ../machine/baseline.yml ../machine/as-it-was.yml
ln -s ../machine/baseline.yml modlint-baseline.yml
run modlint
run modlint baseline prune
run modlint baseline diff
run cmp ../machine/baseline.yml ../machine/as-it-was.yml

say "a workspace in a folder of its repository, with files that all of these share"
rm modlint-baseline.yml
mkdir ios
git mv rules.yml core ios
git mv ios/rules.yml rules.yml
printf 'version: 1\nfindings:\n  same-layer:\n    - [A/A, B/B]\n' >modlint-baseline.yml
ln -s ../rules.yml ios/rules.yml
ln -s ../modlint-baseline.yml ios/modlint-baseline.yml
run modlint ios
run modlint baseline prune ios
cat modlint-baseline.yml
