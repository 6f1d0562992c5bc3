layers app core
spec core/Network
spec core/Store Network
spec app/Feed Network
commit "start"

say "what was there before is known"
run modlint lint
run modlint lint --since HEAD --quiet

say "a branch that adds a violation, committed, and one that is not even tracked"
git checkout --quiet -b work
spec core/Log Store
commit "Log"
spec core/Cache Network
run modlint lint --since main

say "main goes on: the merge base is what counts"
git checkout --quiet main
spec core/Store
git commit --quiet --all --message=fix
git checkout --quiet work
run modlint lint --since main --format xcode

say "renames and moves change nothing"
mkdir -p "core/with space 🛰"
git mv core/Store "core/with space 🛰/Store"
rm -r core/Cache core/Log
run modlint lint --since main

say "the baseline and the revision add up"
spec core/Cache Network
run modlint baseline create
spec core/Log Network
run modlint lint --since main --format xcode

say "from a folder below, and for a part"
cd core
run modlint lint --since main --format xcode Cache
cd ..

say "a revision with other rules is judged by those, one without by today's"
git rm --quiet --cached rules.yml
git commit --quiet --message="no rules"
rm modlint-baseline.yml
run modlint lint --since HEAD

say "a name with a slip"
git update-ref refs/remotes/origin/main HEAD
run modlint diff mian
run modlint diff HAED
run modlint lint --since orign/main~1
run modlint lint --since main~99
git update-ref -d refs/remotes/origin/main

say "what git cannot tell"
run modlint lint --since nowhere
run modlint lint --since --all
run modlint lint --since ""
run modlint lint --since HEAD:rules.yml
git checkout --quiet --orphan lonely
run modlint lint --since main
commit "lonely"
run modlint lint --since main
PATH=$(dirname "$(command -v modlint)") run modlint lint --since main
