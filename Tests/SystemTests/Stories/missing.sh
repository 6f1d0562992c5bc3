git config uploadpack.allowFilter true
layers app core
for name in A B C; do spec "core/$name"; done
spec core/D A
commit "start"
for name in A B C; do echo '# more' >>"core/$name/project.yml"; done
echo more >>core/D/Sources/main.swift
commit "more"

say "a partial clone has not got what was, and modlint fetches nothing"
git clone --quiet --filter=blob:none "file://$PWD" ../partial
git clone --quiet --filter=tree:0 "file://$PWD" ../treeless
cd ../partial
for command in "lint --since HEAD~1" "lint --staged --since HEAD~1" "diff HEAD~1" "graph --since HEAD~1"; do
  # shellcheck disable=SC2086 # words
  run modlint $command
done
run modlint affected --since HEAD~1
find .git/objects -name '*.promisor' | wc -l
cd ../treeless
run modlint diff HEAD~1

say "the command that it names fetches all at once"
cd ../partial
git diff --shortstat "$(git rev-parse HEAD~1)"
find .git/objects -name '*.promisor' | wc -l
run modlint diff HEAD~1

say "content that the repository has lost"
cd ../repository
lose() {
  object=$(git rev-parse "$1")
  rm -f ".git/objects/$(echo "$object" | cut -c 1-2)/$(echo "$object" | cut -c 3-)"
}
lose HEAD~1:core/A/project.yml
run modlint lint --since HEAD~1
lose HEAD~1:core/C/project.yml
run modlint diff HEAD~1
git update-index --cacheinfo "100644,$(git rev-parse HEAD~1:core/C/project.yml),core/C/project.yml"
run modlint lint --staged
git read-tree HEAD
layers app core shared
git add rules.yml
git commit --quiet --message=rules
lose HEAD~1:rules.yml
run modlint lint --since HEAD~1

say "a git that is ended, that fails, or that is not there"
mkdir ../tools
real=$(command -v git)
fake() {
  printf '#!/bin/sh\nfor word; do case $word in\n%s) %s;;\nesac; done\nexec "%s" "$@"\n' \
    "$1" "$2" "$real" >../tools/git
  chmod +x ../tools/git
}
PATH="$PWD/../tools:$PATH"
fake cat-file "kill -9 \$\$"
run modlint lint --since HEAD
fake merge-base "kill -9 \$\$"
run modlint diff HEAD
fake rev-parse "echo 'fatal: first
advice: second' >&2; exit 128"
run modlint lint --staged
rm ../tools/git
PATH=$(dirname "$(command -v modlint)")
run modlint lint --staged
