#!/usr/bin/env bash
# Comments on the pull request with what it changes in the module graph of the current folder; comment.py
# finds the comment of the last run again. Reads TOKEN and FOLDER, the folder's name in the comment.
set -euo pipefail

command -v python3 >/dev/null || {
  echo "::error title=modlint::The runner has no python3, which writes the comment"
  exit 1
}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
base=$(python3 "$here/comment.py" base)
[ -n "$base" ] || exit 0

body=$(mktemp "$RUNNER_TEMP/modlint.XXXXXX")
status=0
modlint diff "$base" --format markdown >"$body" 2>"$body.log" || status=$?
cat "$body.log" >&2
# 1 says that findings are gained, which is for 'modlint lint' to judge.
if [ "$status" -gt 1 ]; then
  if grep -q 'this clone is shallow\|in this shallow clone' "$body.log"; then
    echo "::error title=modlint::The clone lacks the commit that the pull request starts from: give actions/checkout 'fetch-depth: 0'"
  else
    echo "::error title=modlint::There is no comment, because 'modlint diff' could not compare"
  fi
  exit "$status"
fi
python3 "$here/comment.py" write "$body"
