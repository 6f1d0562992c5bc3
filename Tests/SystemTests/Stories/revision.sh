# shellcheck shell=sh
spec core/Base
spec app/Feed Base
commit "modules"
git tag v1
layers app core
spec core/Net Base
spec core/Base Net
printf '// 2\n// 3\n' >>core/Base/Sources/main.swift
commit "rules, and a cycle"
git tag v2
git rm --quiet -r app
spec core/Base
commit "less"

say "a revision without rules, by those of now"
run modlint list --rev v1
run modlint lint --rev v1

say "a revision with rules"
run modlint list --rev v2
run modlint lint --rev v2 --concise
run modlint lint --rev v2 --concise core/Net
run modlint stats --rev v2
run modlint graph --rev v2 --format mermaid

say "a picture says what it shows"
run sh -c 'modlint graph --rev v1 core | grep labelloc'
run sh -c 'modlint graph --since v1 | grep labelloc'
echo "# later" >>core/Base/project.yml
run sh -c 'modlint graph --format svg | grep -o "<g class=.heading.*"'
git checkout --quiet core

say "the working tree"
run modlint lint
run modlint stats

say "what is no revision, or asks for two"
run modlint lint --rev v3
run modlint lint --rev=-x
run modlint lint --rev v1 --since v1
run modlint lint --rev v1 --staged
run modlint graph --rev v1 --since v1

say "a revision whose rules were looser is not compared with HEAD"
printf 'version: 1\n' >rules.yml
commit "no layers"
layers app core
commit "layers"
run modlint lint --rev HEAD~1
