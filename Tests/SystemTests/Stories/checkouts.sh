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
head=$(sed -n 1p ../history.csv)
# The cells of a row from the modules to the share rebuilt, as a checkout has them.
measured() {
  { modlint stats --json; modlint lint --format json || :; } | awk -v head="$head" '
    function number(key, text) {
      text = $0
      sub(".*\"" key "\": \"?", "", text)
      sub("[\",}].*", "", text)
      return text
    }
    /^    "(modules|links|depth)": / {
      key = $1
      gsub("[\":]", "", key)
      summary[key] = number(key)
    }
    /^    [{]"from": / { cell[number("from") " -> " number("to")] = number("links") }
    /^    [{]"id": / {
      into = number("fanIn")
      out = number("fanOut")
      needs += number("needs")
      if (into + out > 0) { sum += out / (into + out); count++ }
    }
    /^      "rule": / { cell[number("rule")]++; cell["violations"]++ }
    END {
      cell["modules"] = summary["modules"]
      cell["links"] = summary["links"]
      cell["depth"] = summary["depth"]
      if (count > 0) cell["instability"] = sprintf("%.3f", sum / count)
      cell["rebuilds"] = sprintf("%.3f", needs / summary["modules"] ^ 2)
      last = split(head, names, ",")
      for (i = 3; i <= last - 2; i++) {
        value = cell[names[i]]
        if (value == "" && names[i] != "instability") value = 0
        line = line (i > 3 ? "," : "") value
      }
      print line
    }'
}
cp rules.yml ../rules.yml
same=0
while IFS=, read -r commit _ row; do
  git checkout --quiet "$commit"
  cp ../rules.yml rules.yml
  here=$(measured)
  case $row in
    "$here",*) same=$((same + 1)) ;;
    *) echo "$commit: '$row' is not '$here'" ;;
  esac
done <<ROWS
$(sed 1d ../history.csv)
ROWS
echo "$same revisions are the same in every figure"
git checkout --quiet main

say "the merges alone"
run modlint history
