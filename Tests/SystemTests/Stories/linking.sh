# What a static library ends up in, across revisions: a finding is the library and its owners.
printf 'version: 1\n' >rules.yml

# app TARGET...: an application over frameworks that each link Tide, and what else there is
app() {
  mkdir -p app
  {
    printf 'name: Harbour\ntargets:\n  Harbour:\n    type: application\n    platform: iOS\n    dependencies:\n'
    for framework in "$@"; do printf '      - target: %s\n' "$framework"; done
    for framework in "$@"; do
      printf '  %s:\n    type: framework\n    platform: iOS\n    dependencies:\n      - target: Tide\n' "$framework"
    done
    printf '  Tide:\n    type: framework.static\n    platform: iOS\n'
    cat
  } >app/project.yml
}
app Charts Routes </dev/null
commit "start"
run modlint

say "a test bundle that loads the same two is no new finding"
app Charts Routes <<'END'
  HarbourTests:
    type: bundle.unit-test
    platform: iOS
    dependencies:
      - target: Charts
      - target: Routes
END
run modlint lint --since HEAD
run modlint diff HEAD
git add --all
run modlint lint --staged --since HEAD

say "neither is an application that comes before the other by name"
app Charts Routes <<'END'
  Boat:
    type: application
    platform: iOS
    dependencies:
      - target: Charts
      - target: Routes
END
run modlint lint --since HEAD --format xcode
run modlint diff HEAD

say "a third owner is another one"
app Charts Routes Piers </dev/null
run modlint lint --since HEAD
run modlint diff HEAD --format markdown

say "known to a baseline, whatever processes there are"
app Charts Routes </dev/null
run modlint baseline create
app Charts Routes <<'END'
  Boat:
    type: application
    platform: iOS
    dependencies:
      - target: Charts
      - target: Routes
END
run modlint
run modlint baseline diff
