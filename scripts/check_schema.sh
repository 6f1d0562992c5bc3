#!/bin/sh
# Holds the JSON Schema of rules.yml against the loader, with a validator that knows nothing of
# modlint: what the loader takes without a problem the schema must accept, and the files of
# Cases/schema/bad both must refuse. Exits 77 if the validator cannot be had.
set -eu
cd "$(dirname "$0")/.."

cases=Tests/GoldenTests/Cases
venv=.build/check-jsonschema
schema=.build/rules.schema.json

if ! [ -x "$venv/bin/check-jsonschema" ]; then
  { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet check-jsonschema; } \
    >.build/check-jsonschema.log 2>&1 || {
    rm -rf "$venv"
    echo "check-jsonschema cannot be installed; see .build/check-jsonschema.log" >&2
    exit 77
  }
fi
"${MODLINT:-$(swift build --show-bin-path)/modlint}" schema rules >"$schema"

failed=0
validate() { "$venv/bin/check-jsonschema" --schemafile "$schema" "$@"; }

"$venv/bin/check-jsonschema" --check-metaschema "$schema" >/dev/null || failed=1

# The files of cases that print no invalid-rules; those of schema/good are among them.
set -- rules.yml examples/*/rules.yml "$cases"/schema/good/input/[!p]*.yml
for rules in $(find "$cases" -name rules.yml | LC_ALL=C sort); do
  grep -q invalid-rules "${rules%%/input/*}/expected.txt" || set -- "$@" "$rules"
done
validate "$@" || failed=1

for rules in "$cases"/schema/bad/input/[!p]*.yml; do
  if validate "$rules" >/dev/null 2>&1; then
    echo "$rules: the schema accepts what the loader refuses" >&2
    failed=1
  fi
done
exit "$failed"
