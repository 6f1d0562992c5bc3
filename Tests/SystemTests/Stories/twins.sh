# Two projects of one name with a target of one name each.
layers app core
twin() {
  mkdir -p "$1"
  {
    printf 'name: Twin\ntargets:\n  Kit:\n    type: framework\n    platform: %s\n' "$2"
    [ -z "${3-}" ] || printf '    dependencies:\n      - framework: %s.framework\n        implicit: true\n' "$3"
  } >"$1/project.yml"
}
spec core/Base
twin core/one iOS Base
twin core/two macOS
commit "start"

say "nothing has changed"
run modlint diff HEAD
run modlint lint --since HEAD
run sh -c 'modlint graph --since HEAD | grep -c "#2e7d32\|#c62828" || true'

say "one of them has"
twin core/two macOS Base
run modlint diff HEAD
commit "two"
rm core/one/project.yml
run modlint diff HEAD

say "one becomes two"
commit "one"
twin core/one iOS Base
run modlint diff HEAD
run modlint diff HEAD --format json
