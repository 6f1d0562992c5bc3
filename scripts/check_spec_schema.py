"""Holds the JSON Schema of project.yml against what modlint says of specs, with two validators.

usage: check_spec_schema.py MODLINT SCHEMA WORKSPACE...

What modlint finds nothing wrong with the schema must accept, and where it finds an unknown key or a
value of a wrong type, the schema must refuse the file. EXEMPT names what a schema cannot know.
"""

import json
import math
import os
import re
import subprocess
import sys
import tempfile

import fastjsonschema
import jsonschema
import yaml

EXEMPT = [
    # Whether something is there to replace, and which names there are, only the whole tells.
    r"' has no effect: there is nothing for it to replace$",
    r"are in one mapping; which of them XcodeGen uses is random$",
    r"^unknown template '",
    # For a schema 12 and 12.0 are one number.
    r"^'\w+' has no effect: a version must be a string or a number with a decimal point$",
]
SPEC_RULES = ["unknown-key", "ignored-value", "invalid-spec", "duplicate-key"]
SPEC_KEYS = {
    "targets", "targetTemplates", "aggregateTargets", "packages", "options", "settings",
    "settingGroups", "schemes", "projectReferences",
}  # fmt: skip
# The validators go through an aliased value at each of its aliases, and a short file can have more of
# those than they end with. An ordinary spec has some hundred values.
VALUE_LIMIT = 20_000


def main(modlint, schema_file, workspaces):
    with open(schema_file) as file:
        schema = json.load(file)
    jsonschema.Draft7Validator.check_schema(schema)
    first = jsonschema.Draft7Validator(schema)
    second = fastjsonschema.compile(schema, use_default=False)
    rules = tempfile.NamedTemporaryFile("w", suffix=".yml")
    rules.write("version: 1\n")
    rules.flush()
    problems = 0
    count = 0
    for workspace in workspaces:
        # No run tells of what lies in nested workspaces.
        if has_nested_workspaces(workspace):
            continue
        results = {}
        for path, spec in specs(workspace):
            results[path] = list(first.iter_errors(spec))
            if accepts(second, spec) == bool(results[path]):
                problems += tell(workspace, path, "the validators disagree")
        count += len(results)
        # Most workspaces are about other things, and a run of each takes its time.
        if any(results.values()) or "/unknown-key/" in workspace or "/ignored-value/" in workspace:
            findings = lint(modlint, rules.name, workspace)
            for path, errors in results.items():
                problems += compare(workspace, path, errors, findings.get(path, []))
    print(f"{count} specs")
    return 1 if problems or not count else 0


def has_nested_workspaces(workspace):
    return any("rules.yml" in names for _, _, names in list(os.walk(workspace))[1:])


def lint(modlint, rules, workspace):
    """The findings about specs, by each file that they name."""
    run = subprocess.run(
        [modlint, "lint", "--format", "json", "--config", rules, workspace],
        capture_output=True, check=False,
    )  # fmt: skip
    try:
        report = json.loads(run.stdout)
    except ValueError:
        return {}
    files = {}
    for finding in report["findings"]:
        if finding["rule"] in SPEC_RULES:
            places = [finding] + finding["notes"]
            for path in {place["file"] for place in places if "file" in place}:
                files.setdefault(path, []).append(finding)
    return files


def specs(workspace):
    """The YAML files that look like specs or parts of them, with what they hold.

    In JSON XcodeGen takes 0 and 1 for booleans, which the schema cannot tell from YAML.
    """
    for folder, _, names in os.walk(workspace):
        for name in sorted(names):
            path = os.path.join(folder, name)
            if not name.endswith((".yml", ".yaml")) or not os.path.isfile(path):
                continue
            if name in ("rules.yml", "modlint-baseline.yml"):
                continue
            try:
                with open(path, encoding="utf-8") as file:
                    spec = yaml.load(file, yaml.SafeLoader)
            except (ValueError, yaml.YAMLError, RecursionError):
                continue
            if not isinstance(spec, dict) or not SPEC_KEYS & set(map(str, spec)):
                continue
            if count_values(spec, {}) <= VALUE_LIMIT:
                yield os.path.relpath(path, workspace), with_text_keys(spec)


def count_values(value, counts):
    """How many values there are below this one, an aliased one counted at each of its aliases.

    `counts` has those of the mappings and lists that were met; a value within itself has no end.
    """
    if not isinstance(value, (dict, list)):
        return 1
    if id(value) not in counts:
        counts[id(value)] = math.inf
        items = value.values() if isinstance(value, dict) else value
        counts[id(value)] = 1 + sum(count_values(item, counts) for item in items)
    return counts[id(value)]


def with_text_keys(value):
    """Keys are always text for XcodeGen."""
    if isinstance(value, dict):
        return {
            key if isinstance(key, str) else str(key): with_text_keys(item)
            for key, item in value.items()
        }
    return [with_text_keys(item) for item in value] if isinstance(value, list) else value


def accepts(validate, spec):
    try:
        validate(spec)
    except fastjsonschema.JsonSchemaException:
        return False
    return True


def compare(workspace, path, errors, findings):
    if errors and not findings:
        place = "/".join(map(str, errors[0].absolute_path))
        return tell(workspace, path, f"only the schema refuses it: {place}: {errors[0].message}")
    own = [
        finding["message"]
        for finding in findings
        if finding.get("file") == path
        and finding["rule"] in ("unknown-key", "ignored-value")
        and not any(re.search(pattern, finding["message"]) for pattern in EXEMPT)
    ]
    if own and not errors:
        return tell(workspace, path, f"the schema accepts it: {own[0]}")
    return 0


def tell(workspace, path, problem):
    print(f"{os.path.join(workspace, path)}: {problem[:400]}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
