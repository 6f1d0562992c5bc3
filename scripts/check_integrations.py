"""Runs the GitLab job and the build phase of the manual as their services would, on a clean and on a broken
workspace, and holds them, the action and the workflows of the manual against the services' schemas.

usage: check_integrations.py CHECK_JSONSCHEMA, in the root of the repository, after pack.py release
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
    version = subprocess.run(["dist/modlint", "--version"], capture_output=True, text=True, check=True).stdout.strip()
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


def snippet(page, first):
    """The block of a page of the manual that starts with a line."""
    text = (ROOT / page).read_text()
    return re.search(rf"^```\w+\n({re.escape(first)}\n.*?)^```", text, re.S | re.M)[1]


def shell(command, folder, program="/bin/sh", option="-ec", **variables):
    """Runs a command with modlint on the PATH."""
    environment = {"PATH": f"{ROOT}/dist:/usr/bin:/bin", "LC_ALL": "C.UTF-8", **variables}
    return subprocess.run([program, option, command], cwd=folder, env=environment, capture_output=True, text=True)


def check_services(scratch):
    """The commands of services whose machines are not here."""
    page = "docs/integrations/ci.md"
    for example, status in (("feature-modules", 0), ("broken", 1)):
        folder = scratch / f"services-{example}"
        shutil.copytree(ROOT / "examples" / example, folder)
        staging = folder / "staging"
        staging.mkdir()
        steps = YAML(typ="safe").load(snippet(page, "# azure-pipelines.yml"))["steps"]
        (script,) = [step["script"] for step in steps if step.get("script", "").startswith("modlint ")]
        run = shell(script.replace("$(Build.ArtifactStagingDirectory)", str(staging)), folder, "bash", "-c")
        expect(run.returncode == status, f"Azure on {example}: {run.returncode}\n{run.stderr}")
        expect(("##vso[task.logissue type=error" in run.stdout) == (status == 1), f"Azure on {example}: wrong issues")
        expect((staging / "modlint.sarif").exists() and (folder / "modlint.xml").exists(), "Azure: no reports")

        steps = re.findall(r"^ *sh '(.*)'$", snippet(page, "// Jenkinsfile"), re.M)
        expect(len(steps) == 2 and "pip install" in steps[0], "Jenkins: other steps than expected")
        run = shell(steps[1], folder)
        expect(run.returncode == status, f"Jenkins on {example}: {run.returncode}\n{run.stderr}")
        for report in re.findall(r"(?:junit |pattern: )'([^']+)'", snippet(page, "// Jenkinsfile")):
            expect((folder / report).exists(), f"Jenkins reads {report}, which nothing writes")

        steps = YAML(typ="safe").load(snippet(page, "# bitrise.yml"))["workflows"]["primary"]["steps"]
        script = re.sub(r"^pip3 install .*\n", "", steps[0]["script@1"]["inputs"][0]["content"], flags=re.M)
        run = shell(script, folder, "bash", "-c", BITRISE_TEST_RESULT_DIR=str(staging))
        expect(run.returncode == status, f"Bitrise on {example}: {run.returncode}\n{run.stderr}")
        expect((staging / "modlint/modlint.xml").exists(), "Bitrise: no report")
        expect(json.loads((staging / "modlint/test-info.json").read_text())["test-name"] == "modlint", "Bitrise: no name")


def check_tools(scratch):
    """The snippets of docs/integrations/tools.md, with stand-ins for their tools."""
    page = "docs/integrations/tools.md"
    spec = YAML(typ="safe").load(snippet(page, "name: App"))
    folder = scratch / "tools"
    shutil.copytree(ROOT / "examples/broken", folder)
    for command in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "--message", "Start"]):
        subprocess.run(["git", "-c", "user.name=you", "-c", "user.email=you@modlint.example", *command], cwd=folder, check=True)
    # As XcodeGen runs it, in the folder of a spec that is wrong and of one that is not.
    for place, status in (("service/CosmonautService", 1), ("core/Network", 0), (".", 1)):
        expect((folder / place).is_dir(), f"examples/broken has no {place}")
        run = shell(spec["options"]["preGenCommand"], folder / place, "/bin/bash", "-c")
        expect(run.returncode == status, f"XcodeGen in {place}: {run.returncode}\n{run.stdout}")

    (folder / "build").mkdir()
    (folder / "fastlane").mkdir()
    lane = """def desc(_); end
def lane(_); yield; end
def sh(*command)
  system(*command, exception: true)
rescue RuntimeError => error
  abort("Exit status of command: #{error.message}")
end
"""
    run = shell(lane + snippet(page, "# fastlane/Fastfile"), folder / "fastlane", "ruby", "-e")
    expect(run.returncode == 1 and "[same-layer]" in run.stdout, f"fastlane passes\n{run.stdout}{run.stderr}")
    expect((folder / "build/modlint.xml").exists(), "fastlane: no report")

    more = folder / "domain/Cosmonaut/project.yml"
    more.write_text(more.read_text() + "      - framework: ISSNowhere.framework\n")
    danger = """Github = Struct.new(:base_commit)
def github; Github.new(`git rev-parse HEAD`.strip); end
def fail(text, file:, line:); puts "fail #{file}:#{line} #{text}"; end
def warn(text, file:, line:); puts "warn #{file}:#{line} #{text}"; end
def markdown(text); puts text; end
"""
    run = shell(danger + snippet(page, "# Dangerfile"), folder, "ruby", "-e", HOME=str(scratch))
    told = re.findall(r"^(?:fail|warn) .*", run.stdout, re.M)
    expect(len(told) == 1 and "'ISSNowhere', which nothing builds" in told[0], f"Danger tells {told}\n{run.stderr}")
    expect(told and told[0].startswith("fail domain/Cosmonaut/project.yml:"), f"Danger tells {told}")
    expect("<!-- modlint diff -->" in run.stdout, "Danger has no word of the graph")

    command = re.search(r"^modlint --format rdjson \| reviewdog .*", (ROOT / page).read_text(), re.M)[0].split(" | ")[0]
    diagnostics = json.loads(shell(command, folder).stdout)["diagnostics"]
    expect(any(one["severity"] == "ERROR" for one in diagnostics), "reviewdog is told no error")


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
    pipeline = scratch / "azure-pipelines.yml"
    pipeline.write_text(snippet("docs/integrations/ci.md", "# azure-pipelines.yml"))
    expect(len(workflows) > 4 and len(jobs) > 3, "the manual has fewer workflows and jobs than expected")
    for schema, files in (
        ("vendor.github-actions", ["action.yml"]),
        ("vendor.github-workflows", workflows),
        ("vendor.gitlab-ci", jobs),
        ("vendor.azure-pipelines", [str(pipeline)]),
    ):
        transform = schema.removeprefix("vendor.")
        options = ["--data-transform", transform] if transform in ("gitlab-ci", "azure-pipelines") else []
        run = subprocess.run([CHECKER, "--builtin-schema", schema, *options, *files], capture_output=True, text=True)
        expect(run.returncode == 0, f"{schema}:\n{run.stdout}{run.stderr}")


with tempfile.TemporaryDirectory() as name:
    check_runs(pathlib.Path(name))
    check_build_phase()
    check_services(pathlib.Path(name))
    check_tools(pathlib.Path(name))
    check_schemas(pathlib.Path(name))
sys.exit(failed)
