"""Holds .github and action.yml against the schemas of GitHub, zizmor, and the rules of this repository: each shell
step of a workflow is one of scripts/workflow.sh, each action is pinned by its commit, and no job may write more than
it needs to. What the steps do on either system is in scripts/workflow.txt.

usage: check_workflows.py TOOLS [--record], in the root of the repository; TOOLS is the folder of check-jsonschema
and zizmor
"""

import difflib
import os
import pathlib
import re
import subprocess
import sys

from ruamel.yaml import YAML

WORKFLOWS = sorted(pathlib.Path(".github/workflows").glob("*.yml"))
ACTION = pathlib.Path("action.yml")
FORMS = [path for path in sorted(pathlib.Path(".github/ISSUE_TEMPLATE").glob("*.yml")) if path.stem != "config"]
RECORD = pathlib.Path("scripts/workflow.txt")
# What jobs may write.
WRITES = {"publish": {"contents", "id-token", "attestations"}, "pypi": {"id-token"}}
failed = False


def expect(holds, what):
    global failed
    if not holds:
        failed = True
        print(what, file=sys.stderr)


def check_schemas(tools):
    for schema, files in (
        ("github-workflows", WORKFLOWS),
        ("github-issue-forms", FORMS),
        ("github-issue-config", [".github/ISSUE_TEMPLATE/config.yml"]),
    ):
        command = [f"{tools}/check-jsonschema", "--builtin-schema", f"vendor.{schema}", *files]
        run = subprocess.run(command, capture_output=True, text=True)
        expect(run.returncode == 0, run.stdout + run.stderr)
    command = [f"{tools}/zizmor", "--offline", "--quiet", "--no-progress", "--min-severity", "medium"]
    run = subprocess.run([*command, *WORKFLOWS, ACTION], capture_output=True, text=True)
    expect(run.returncode == 0, run.stdout + run.stderr)


def check_rules():
    steps = set(re.findall(r"^#   (\w+)  ", pathlib.Path("scripts/workflow.sh").read_text(), re.M))
    used = set()
    for path in WORKFLOWS:
        workflow = YAML(typ="safe").load(path)
        expect("permissions" in workflow, f"{path}: every token may do all that the repository allows")
        for name, job in workflow["jobs"].items():
            expect("timeout-minutes" in job, f"{path}: {name} may run for hours")
            permissions = workflow["permissions"] | job.get("permissions", {})
            writes = {scope for scope, access in permissions.items() if access == "write"}
            expect(writes <= WRITES.get(name, set()), f"{path}: {name} may write {writes}")
            for step in job["steps"]:
                if "run" in step:
                    match = re.fullmatch(r"scripts/workflow\.sh (\w+)", step["run"])
                    expect(match and match[1] in steps, f"{path}: '{step['run']}' is no step of scripts/workflow.sh")
                    used.add(match and match[1])
    expect(used == steps, f"no workflow has the steps {steps - used}")


def check_pins():
    for path in [*WORKFLOWS, ACTION]:
        for action, comment in re.findall(r"uses: (\S+)(.*)", path.read_text()):
            is_pinned = re.fullmatch(r"[\w.-]+/[\w./-]+@[0-9a-f]{40}", action) and re.fullmatch(r" # v[\d.]+", comment)
            expect(action == "./" or is_pinned, f"{path}: {action} is not pinned by its commit, with the version behind it")


def commands():
    """What the steps run on either system."""
    parts = []
    for system in ("Linux", "Darwin"):
        variables = {"SYSTEM": system, "GITHUB_REF_NAME": "v1.2.3", "OUTCOME": "failure", "GITHUB_WORKSPACE": "CLONE"}
        environment = {"PATH": os.environ["PATH"]} | variables
        lines = [f"scripts/workflow.sh --dry-run {step}" for step in ("prepare", "test", "refused", "build")]
        universal = " --universal" if system == "Darwin" else ""
        lines.append(f"scripts/dist.sh{universal} --dry-run")
        if system == "Linux":
            lines += [f"scripts/workflow.sh --dry-run {step}" for step in ("pack", "publish")]
        for line in lines:
            run = subprocess.run(line.split(), env=environment, capture_output=True, text=True)
            expect(run.returncode == 0, f"{line}: {run.stderr}")
            parts.append(f"{system}$ {line}\n{run.stdout}\n")
    return "".join(parts)


def main(tools, *options):
    check_schemas(tools)
    check_rules()
    check_pins()
    now = commands()
    recorded = RECORD.read_text() if RECORD.exists() else ""
    if options == ("--record",):
        RECORD.write_text(now)
    elif now != recorded:
        difference = difflib.unified_diff(recorded.splitlines(True), now.splitlines(True), str(RECORD), "now")
        expect(False, "".join(difference) + "run scripts/check_workflows.py TOOLS --record")
    return failed


sys.exit(main(*sys.argv[1:]))
