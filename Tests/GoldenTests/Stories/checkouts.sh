# shellcheck shell=sh
# Sixty commits with merges, violations that come and go, and a renamed folder; what the history says of each
# is compared with what 'stats' and 'lint' say of a checkout.
layers app core
spec core/Base
commit "start"
number=1
while [ "$number" -lt 60 ]; do
  case $((number % 10)) in
    3) git checkout --quiet -b "topic$number" ;;
    6)
      git checkout --quiet main
      git merge --quiet --no-ff --message="merge topic$((number - 3))" "topic$((number - 3))"
      number=$((number + 1))
      continue
      ;;
  esac
  case $((number % 6)) in
    0) spec "core/Kit$number" Base ;;
    1) spec "app/Screen$number" Base ;;
    2) spec "core/Base" ;;
    3) spec "core/Base" "Kit$((number - number % 6))" ;;
    4) spec "app/Screen$number" "Screen$((number - 3))" Base ;;
    5) printf '// %s\n' "$number" >>core/Base/Sources/main.swift ;;
  esac
  if [ "$number" -eq 42 ]; then git mv app/Screen1 app/Front; fi
  echo "$number" >>log.txt
  commit "commit $number"
  number=$((number + 1))
done

say "every commit of the line"
modlint history --every 1 --format csv >../history.csv
run git rev-list --first-parent --count HEAD
sed 1d ../history.csv | wc -l | tr -d ' '
run sed -n 1p ../history.csv

say "as checkouts have it"
same=0
cp rules.yml ../rules.yml
while IFS=, read -r commit row; do
  git checkout --quiet "$commit"
  cp ../rules.yml rules.yml
  numbers=$(modlint stats | sed -n '1s/^\([0-9]*\) modules*, \([0-9]*\) links*.*/\1 \2/p')
  findings=$(modlint lint --concise | tail -n 1 |
    sed 's/.*: \([0-9]*\) errors*, \([0-9]*\) warnings*.*/\1 \2/' | { read -r a b; echo $((a + b)); })
  known=$(printf '%s\n' "$row" | awk -F, -v head="$(sed -n 1p ../history.csv)" '{
    split(head, names, ",")
    for (i in names) column[names[i]] = i - 1
    print $column["modules"], $column["links"], $column["violations"]
  }')
  if [ "$known" = "$numbers $findings" ]; then
    same=$((same + 1))
  else
    echo "$commit: '$known' is not '$numbers $findings'"
  fi
done <<ROWS
$(sed 1d ../history.csv)
ROWS
echo "$same revisions are the same"
git checkout --quiet main

say "the merges alone"
run modlint history
