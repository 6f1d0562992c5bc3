#!/bin/sh
# Runs what is offered to build machines; see check_integrations.py. Exits 77 if its tools cannot be had.
set -eu
cd "$(dirname "$0")/.."

venv=.build/check-jsonschema
for tool in curl bash python3; do
  command -v "$tool" >/dev/null || {
    echo "$tool is missing" >&2
    exit 77
  }
done
if ! [ -x "$venv/bin/check-jsonschema" ]; then
  { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet check-jsonschema; } \
    >.build/check-jsonschema.log 2>&1 || {
    rm -rf "$venv"
    echo "check-jsonschema cannot be installed; see .build/check-jsonschema.log" >&2
    exit 77
  }
fi
"$venv/bin/python" scripts/check_integrations.py "$venv/bin/check-jsonschema"
! command -v ruby >/dev/null || ruby -c Formula/modlint.rb >/dev/null
