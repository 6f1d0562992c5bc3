#!/usr/bin/env bash
# Lints the current folder with further ARGUMENTS, one a line; sets the output 'sarif' and writes the summary.
set -euo pipefail

arguments=()
while IFS= read -r argument; do
  [ -z "$argument" ] || arguments+=("$argument")
done <<<"$ARGUMENTS"
sarif=$(mktemp -d "$RUNNER_TEMP/modlint.XXXXXX")/modlint.sarif
# bash 3.2, which macOS has, takes an empty array for an unset one.
status=0
modlint lint ${arguments[@]+"${arguments[@]}"} \
  --output "sarif=$sarif" --output "markdown=$GITHUB_STEP_SUMMARY" 2>"$sarif.log" || status=$?
cat "$sarif.log" >&2
if grep -q 'this clone is shallow\|in this shallow clone' "$sarif.log"; then
  echo "::error title=modlint::The clone lacks the history that '--since' needs: give actions/checkout 'fetch-depth: 0'"
fi
[ ! -f "$sarif" ] || echo "sarif=$sarif" >>"$GITHUB_OUTPUT"
exit "$status"
