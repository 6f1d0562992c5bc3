#!/bin/sh
# Holds the JSON Schemas of rules.yml, modlint-baseline.yml and project.yml against the loaders, with
# validators that know nothing of modlint: what a loader takes without a problem the schema must accept,
# and the files of Cases/schema/bad, or of another form than a baseline's, both must refuse. Of specs
# check_spec_schema.py tells more. Exits 77 if a validator cannot be had.
set -eu
cd "$(dirname "$0")/.."

cases=.build/golden-cases
scripts/unpack_cases.sh $cases
venv=.build/check-jsonschema
modlint=${MODLINT:-$(swift build --show-bin-path)/modlint}

if ! "$venv/bin/python" -c 'import check_jsonschema, yaml, fastjsonschema' 2>/dev/null; then
  { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet \
    check-jsonschema pyyaml fastjsonschema; } \
    >.build/check-jsonschema.log 2>&1 || {
    rm -rf "$venv"
    echo "check-jsonschema cannot be installed; see .build/check-jsonschema.log" >&2
    exit 77
  }
fi

failed=0
# validate SUBJECT FILE...
validate() {
  subject=$1
  shift
  "$venv/bin/check-jsonschema" --schemafile ".build/$subject.schema.json" "$@"
}

# refuse SUBJECT FILE...
refuse() {
  subject=$1
  shift
  for file; do
    if validate "$subject" "$file" >/dev/null 2>&1; then
      echo "$file: the schema accepts what the loader refuses" >&2
      failed=1
    fi
  done
}

for subject in rules baseline; do
  "$modlint" schema "$subject" >".build/$subject.schema.json"
  "$venv/bin/check-jsonschema" --check-metaschema ".build/$subject.schema.json" >/dev/null ||
    failed=1
done

# The files of cases that the loader finds nothing wrong with; those of schema/good are among them.
set -- rules.yml examples/*/rules.yml "$cases"/schema/good/input/[!p]*.yml
mkdir -p .build/one-spec
echo 'name: One' >.build/one-spec/project.yml
for rules in $(find "$cases" -name rules.yml | LC_ALL=C sort); do
  "$modlint" lint --config "$rules" .build/one-spec 2>&1 | grep -q invalid-rules || set -- "$@" "$rules"
done
validate rules "$@" || failed=1
refuse rules "$cases"/schema/bad/input/[!p]*.yml

set --
for baseline in $(find "$cases" -name modlint-baseline.yml -type f | LC_ALL=C sort); do
  grep -q invalid-baseline "${baseline%%/input/*}/expected.txt" || set -- "$@" "$baseline"
done
validate baseline "$@" || failed=1
for case in empty-file entries-of-no-form no-mapping other-version; do
  refuse baseline "$cases/invalid-baseline/$case/input/modlint-baseline.yml"
done

"$modlint" schema spec >.build/spec.schema.json
"$venv/bin/check-jsonschema" --check-metaschema .build/spec.schema.json >/dev/null || failed=1
"$venv/bin/python" scripts/check_spec_schema.py "$modlint" .build/spec.schema.json \
  "$cases"/*/*/input examples/* || failed=1
exit "$failed"
