"""Compares the JSON Schemas of rules.yml, the baseline and project.yml with the loaders, by validators that
know nothing of modlint.

usage: check_schemas.py MODLINT CASES, in the root of the repository; CASES is what cases.py unpacked

What a loader reads without a problem the schema must accept. The files of CASES/schema/bad, and of
other forms than a baseline's, both must refuse. Where modlint finds an unknown key or a value of a wrong
type in a spec, the schema must refuse the file. EXEMPT names what a schema cannot know.
"""

import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import fastjsonschema
import jsonschema
import ruamel.yaml
import yaml

EXEMPT = [
    # Whether something is there to replace, and which names there are, only the whole tells.
    r"' has no effect: there is nothing for it to replace$",
    r"are in one mapping; which of them XcodeGen uses is random$",
    r"^unknown template '",
    # What another key or the platform decides.
    r"^'copy' has no effect: with 'embed: false' XcodeGen copies nothing$",
    r"has no effect: only a target with a list of platforms takes one version for each$",
    r" matches no file: XcodeGen compares paths as they are spelled$",
    # For a schema 12 and 12.0 are one number.
    r"^'\w+' has no effect: a version must be a string or a number with a decimal point$",
]
# Keys whose values XcodeGen alone judges.
UNJUDGED = {"schemes", "schemeTemplates", "scheme", "breakpoints", "copyFiles"}
SPEC_RULES = ["unknown-key", "ignored-value", "invalid-spec", "duplicate-key"]
SPEC_KEYS = {
    "targets", "targetTemplates", "aggregateTargets", "packages", "options", "settings",
    "settingGroups", "schemes", "projectReferences",
}  # fmt: skip
# The validators go through an aliased value at each of its aliases, and a short file can have more of
# those than they end with. An ordinary spec has some hundred values.
VALUE_LIMIT = 20_000


def main(modlint, cases):
    checks = [check_rules, check_baselines, check_specs]
    return max(check(modlint, pathlib.Path(cases)) for check in checks)


def schema_of(modlint, subject):
    run = subprocess.run([modlint, "schema", subject], capture_output=True, check=True)
    schema = json.loads(run.stdout)
    jsonschema.Draft7Validator.check_schema(schema)
    return schema


def compare_files(schema, valid, invalid):
    """Counts the valid files that a schema refuses and the invalid ones that it accepts."""
    validator = jsonschema.Draft7Validator(schema)
    problems = 0
    for file in valid:
        for error in validator.iter_errors(load(file)):
            problems += tell(".", file, f"the schema refuses it: {error.message}")
    for file in invalid:
        if validator.is_valid(load(file)):
            problems += tell(".", file, "the schema accepts what the loader refuses")
    return 1 if problems or not valid or not invalid else 0


def load(file):
    """Reads YAML 1.2, where `off` is text, and dates as the text that they are for modlint."""
    reader = ruamel.yaml.YAML(typ="safe", pure=True)
    constructors = reader.constructor.yaml_constructors
    constructors["tag:yaml.org,2002:timestamp"] = constructors["tag:yaml.org,2002:str"]
    return reader.load(file)


def check_rules(modlint, cases):
    """The loader finds nothing wrong with the valid files; those of schema/good are among them."""
    valid = [pathlib.Path("rules.yml"), *pathlib.Path("examples").glob("*/rules.yml")]
    valid += cases.glob("schema/good/input/[!p]*.yml")
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "project.yml").write_text("name: One\n")
        for file in sorted(cases.rglob("rules.yml")):
            lint = subprocess.run([modlint, "lint", "--config", file, folder], capture_output=True)
            if b"invalid-rules" not in lint.stdout + lint.stderr and lint.returncode != 2:
                valid.append(file)
    return compare_files(
        schema_of(modlint, "rules"), valid, list(cases.glob("schema/bad/input/[!p]*.yml"))
    )


def printed(cases, file):
    """What the runs on the workspace of a file print, among those of its page."""
    subject, page, workspace = file.relative_to(cases).parts[:3]
    text = (cases / subject / page / "expected.txt").read_text()
    if workspace == "input":
        return text
    runs = re.split(r"(?m)^(?=\$ )", text)
    return "".join(run for run in runs if workspace in run.partition("\n")[0].split())


def check_baselines(modlint, cases):
    valid = [
        file
        for file in sorted(cases.rglob("modlint-baseline.yml"))
        if file.is_file() and not file.is_symlink()
        and "invalid-baseline" not in printed(cases, file)
    ]  # fmt: skip
    names = (
        *("workspaces/empty-file", "entries-of-no-form", "no-mapping"),
        "workspaces/other-version",
    )
    invalid = [cases / "invalid-baseline" / name / "input/modlint-baseline.yml" for name in names]
    return compare_files(schema_of(modlint, "baseline"), valid, invalid)


def check_specs(modlint, cases):
    schema = schema_of(modlint, "spec")
    inputs = sorted(cases.rglob("input"))
    workspaces = [*inputs, *pathlib.Path("examples").iterdir()]
    first = jsonschema.Draft7Validator(schema)
    second = fastjsonschema.compile(schema, use_default=False)
    rules = tempfile.NamedTemporaryFile("w", suffix=".yml")
    rules.write("version: 1\n")
    rules.flush()
    problems = 0
    count = 0
    for workspace in map(str, workspaces):
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
            # Other tools have targets, too, which modlint tells apart by their form.
            if isinstance(spec.get("targets"), str) and not name.startswith("project."):
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
    errors = [error for error in errors if not UNJUDGED & set(map(str, error.absolute_path))]
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
    sys.exit(main(*sys.argv[1:]))
