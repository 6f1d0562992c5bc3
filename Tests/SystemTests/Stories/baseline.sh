# shellcheck shell=sh
# A repository takes modlint up, breaks a rule, fixes another, moves a folder and renames a layer.
spec app/Shop Cart Login Network Session
spec domain/Cart Login Network
spec domain/Login
spec core/Network Session
spec core/Session
layers app domain core

say "Two violations are there when modlint arrives: known from now on"
run modlint baseline create
cat modlint-baseline.yml
cp modlint-baseline.yml recorded
run modlint

say "A new violation fails, and is the only thing that is printed"
spec core/Session Login
run modlint
run modlint baseline diff

say "Nothing adds to the record"
run modlint baseline prune
run cmp modlint-baseline.yml recorded
spec core/Session

say "A known one is fixed: its entry must go, so that it cannot come back unseen"
spec domain/Cart Network
run modlint
run modlint baseline prune
run diff recorded modlint-baseline.yml
cp modlint-baseline.yml recorded

say "A folder moves and a layer is renamed: the record stays as it is, to the byte"
mkdir -p foundation/transport
mv core/Network foundation/transport
mv core/Session foundation
layers app domain foundation
run modlint
run modlint baseline diff
run cmp modlint-baseline.yml recorded

say "The last one is fixed, and the record has done its work"
spec foundation/transport/Network
run modlint baseline prune
rm modlint-baseline.yml
run modlint --strict
