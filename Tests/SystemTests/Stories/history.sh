# shellcheck shell=sh
layers app core
spec core/Base
spec core/Net Base
spec app/Feed Net
commit "start"
git tag start

say "a line without merges is measured commit by commit"
spec core/Base
spec core/Net
commit "mend 'Net'"
spec core/Base Net
commit "=1+1, <b>break</b> it again"
spec app/Shop Feed Base
commit "shop"
run modlint history
run modlint history --since start --format csv
run modlint history --since start --format json
run modlint history --every 2 --format csv
run modlint history --since 2030-01-01
run modlint history --since nowhere
run modlint history --every 0
run modlint history --format svg

say "of a line with merges the merges"
git checkout --quiet -b topic
spec core/Base
commit "on a branch"
spec core/Extra Base
commit "and more"
git checkout --quiet main
git merge --quiet --no-ff --message="merge topic" topic
printf 'text\n' >README.md
commit "nothing of interest"
run modlint history
run modlint history --every 1 --format csv

say "weeks and months"
run modlint history --every week --format csv
run modlint history --every month --format csv

say "a spec that cannot be read, and one that comes back"
printf '\t: [' >core/Extra/project.yml
commit "broken"
printf '\t: {' >core/Extra/project.yml
commit "broken still"
spec core/Extra Base
commit "mended"
run modlint history --since HEAD~3 --format json

say "rules of then, which cannot be read everywhere, and a workspace that was elsewhere"
printf 'version: 1\nlayers: [app, {name: core, peers: allow}]\n' >rules.yml
commit "looser rules"
mkdir ios
git mv app core rules.yml ios
commit "moved"
run modlint history --since start --every 1 --format csv --rules then ios
run modlint history --since start --every 1 --format csv ios
cd ios
printf 'version: [\n' >rules.yml
commit "broken rules"
printf 'version: 1\nlayers: [app, core]\n' >rules.yml
commit "rules again"
run modlint history --since HEAD~3 --every 1 --rules then
cd ..

say "rules in another folder"
mkdir tools
printf 'version: 1\nlayers: [core, app]\n' >tools/other.yml
commit "other rules"
printf 'version: 1\nlayers: [app, core]\n' >tools/other.yml
commit "and better ones"
run modlint history --since HEAD~3 --every 1 --format csv --rules then --config tools/other.yml ios

say "a clone that is shallow, a folder without git"
git clone --quiet --depth 2 "file://$PWD" ../shallow
cd ../shallow
run modlint history --every 1 --format csv ios
mkdir ../plain
cd ../plain
run modlint history
