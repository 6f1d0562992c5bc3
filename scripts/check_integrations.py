"""Runs the GitLab job and the build phase of the manual as their services would, on a clean and on a broken
workspace, and holds them, the action and the workflows of the manual against the services' schemas.

usage: check_integrations.py CHECK_JSONSCHEMA, in the root of the repository, after scripts/release.sh
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from ruamel.yaml import YAML

ROOT = pathlib.Path.cwd()
CHECKER = sys.argv[1]
failed = False


def expect(holds, what):
    global failed
    if not holds:
        failed = True
        print(what, file=sys.stderr)


def load(path):
    return YAML(typ="safe").load(pathlib.Path(path))


def releases(folder):
    """A mirror with the release in it; its address."""
    version = subprocess.run(["scripts/version.sh"], capture_output=True, text=True, check=True).stdout.strip()
    shutil.copytree("dist/release", folder / f"v{version}")
    return folder.as_uri()


def gitlab(scratch, example, downloads):
    """Runs the GitLab job in a copy of an example; exit status, log and folder."""
    job = load("integrations/modlint.gitlab-ci.yml")["modlint"]
    folder = scratch / f"gitlab-{example}"
    shutil.copytree(ROOT / "examples" / example, folder)
    variables = job["variables"] | {"MODLINT_DOWNLOADS": downloads}
    run = subprocess.run(
        ["bash", "-eo", "pipefail", "-c", "\n".join(job["before_script"] + job["script"])],
        cwd=folder,
        env={"PATH": "/usr/bin:/bin", "GITLAB_CI": "true", "CI": "true", **variables},
        capture_output=True,
        text=True,
    )
    return run.returncode, run.stdout + run.stderr, folder


def check_runs(scratch):
    downloads = releases(scratch / "releases")
    for example, status in (("feature-modules", 0), ("broken", 1)):
        code, log, folder = gitlab(scratch, example, downloads)
        expect(code == status, f"job on {example}: exit status {code}\n{log}")
        report = json.loads((folder / "gl-code-quality-report.json").read_text())
        expect(bool(report) == (status == 1), f"job on {example}: wrong code quality report")
        expect((folder / "modlint.xml").exists(), f"job on {example}: no JUnit report")
    for archive in (scratch / "releases").rglob("*.tar.gz"):
        archive.write_bytes(archive.read_bytes() + b"x")
    code, log, _ = gitlab(scratch, "packages", downloads)
    expect(code != 0 and "modules" not in log, "the job takes an archive that is not its checksum's")


def check_build_phase():
    """Runs the build phase of the manual; each line it prints must lead to the dependency it names."""
    page = (ROOT / "docs/formats/xcode.md").read_text()
    block = re.search(r"```yaml\n(.*?)```", page, re.S)[1]
    phase = YAML(typ="safe").load(block)["targets"]["ISS"]["postBuildScripts"][0]
    run = subprocess.run(
        ["/bin/sh", "-c", phase["script"]],
        cwd="/",
        env={"PATH": f"{ROOT}/dist:/usr/bin:/bin", "SRCROOT": str(ROOT / "examples/broken")},
        capture_output=True,
        text=True,
    )
    expect(run.returncode == 1, f"build phase: exit status {run.returncode}\n{run.stderr}")
    places = re.findall(r"^(/[^:]+):(\d+):(\d+): (?:error|warning): '\w+'(?: of layer '\w+')? links '(\w+)'", run.stdout, re.M)
    expect(len(places) >= 3, f"build phase: too few findings\n{run.stdout}")
    for file, line, column, name in places:
        text = pathlib.Path(file).read_text().splitlines()[int(line) - 1][int(column) - 1 :]
        expect(name in text, f"build phase: {file}:{line} is {text!r} and not {name}")


def check_schemas(scratch):
    workflows, jobs = [], ["integrations/modlint.gitlab-ci.yml"]
    for page in sorted(ROOT.glob("docs/**/*.md")):
        for number, block in enumerate(re.findall(r"^```yaml\n(.*?)^```", page.read_text(), re.S | re.M)):
            file = scratch / f"{page.stem}-{number}.yml"
            if "\njobs:" in "\n" + block:
                # The pages of formats show the jobs alone.
                head = "" if "\non:" in "\n" + block else "on: push\n"
                file.write_text(head + block)
                workflows.append(str(file))
            elif re.match(r"- (run|uses):", block):
                steps = "".join("      " + line for line in block.splitlines(keepends=True))
                file.write_text("on: push\njobs:\n  x:\n    runs-on: ubuntu-latest\n    steps:\n" + steps)
                workflows.append(str(file))
            elif block.startswith("# .gitlab-ci.yml\n"):
                file.write_text(block)
                jobs.append(str(file))
    expect(len(workflows) > 4 and len(jobs) > 3, "the manual has fewer workflows and jobs than expected")
    for schema, files in (
        ("vendor.github-actions", ["action.yml"]),
        ("vendor.github-workflows", workflows),
        ("vendor.gitlab-ci", jobs),
    ):
        options = ["--data-transform", "gitlab-ci"] if schema == "vendor.gitlab-ci" else []
        run = subprocess.run([CHECKER, "--builtin-schema", schema, *options, *files], capture_output=True, text=True)
        expect(run.returncode == 0, f"{schema}:\n{run.stdout}{run.stderr}")


with tempfile.TemporaryDirectory() as name:
    check_runs(pathlib.Path(name))
    check_build_phase()
    check_schemas(pathlib.Path(name))
sys.exit(failed)
