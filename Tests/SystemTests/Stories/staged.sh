layers app core
spec core/Network
spec core/Store
commit "start"

say "the index is judged, and not what lies about"
spec core/Store Network
run modlint lint --staged
git add core/Store
spec core/Store
run modlint lint
run modlint lint --staged

say "a part of a file is staged: the lines are those of the index"
{
  cat core/Store/project.yml
  echo "# more"
} >core/Store/project.yml.new
{
  echo "# not staged"
  cat core/Store/project.yml.new
} >core/Store/project.yml
rm core/Store/project.yml.new
run modlint lint --staged

say "new against the last commit"
run modlint lint --staged --since HEAD --format xcode
run modlint diff HEAD --staged

say "what is only intended to be added is not committed"
git reset --quiet --hard
spec core/Cache Network
git add --intent-to-add core/Cache
run modlint lint --staged
run modlint lint --format xcode

say "a hook, with git commit --all and with a path"
cat >.git/hooks/pre-commit <<'HOOK'
#!/bin/sh
exec modlint lint --staged --format xcode
HOOK
chmod +x .git/hooks/pre-commit
git add core/Cache
run git commit --quiet --message=refused
echo "// more" >>core/Network/Sources/main.swift
run git commit --quiet --message="only what is clean" core/Network
git reset --quiet
spec core/Store Network
run git commit --quiet --all --message=refused
run git commit --quiet --message=refused core/Store
git checkout --quiet core/Store

say "the same hook in a worktree, from a folder below"
rm -r core/Cache
git worktree add --quiet ../other
cd ../other/core
cp -r Store/. Copy
sed -e 's/Store/Copy/' -e '/^  CopyTests/i\    dependencies: [{framework: Network.framework, implicit: true}]' Copy/project.yml >Copy/new
mv Copy/new Copy/project.yml
git add .
run git commit --quiet --message=refused
cd ../../repository

say "before the first commit"
rm -rf .git
git init --quiet
git add --all
run modlint lint --staged
run modlint lint --staged --since HEAD

say "rules that are not in the index, and a merge that is not settled"
git rm --quiet --cached rules.yml
run modlint lint --staged
git add --all
git -c core.hooksPath=/dev/null commit --quiet --message=start
git checkout --quiet -b other
spec core/Store Network
git commit --quiet --no-verify --all --message=other
git checkout --quiet -
spec core/Store Other
git commit --quiet --no-verify --all --message=mine
git merge --quiet other >/dev/null || true
run modlint lint --staged
