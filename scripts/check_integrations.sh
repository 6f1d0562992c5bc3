#!/bin/sh
# Runs what is offered to build machines on the release of scripts/release.sh; see check_action.py and
# check_integrations.py. Exits 77 if its tools cannot be had.
set -eu
cd "$(dirname "$0")/.."
. scripts/packages.sh

venv=.build/check-jsonschema
for tool in curl bash python3 ruby; do
  command -v "$tool" >/dev/null || {
    echo "$tool is missing" >&2
    exit 77
  }
done
python_tools check-jsonschema check-jsonschema || exit
scripts/release.sh >/dev/null 2>&1
"$venv/bin/python" scripts/check_action.py
"$venv/bin/python" scripts/check_integrations.py "$venv/bin/check-jsonschema"
