"""Runs the steps of action.yml as GitHub would, with a server that stands in for its API and its releases.

usage: check_action.py, in the root of the repository, after pack.py release; ruamel.yaml is needed
"""

import contextlib
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

from ruamel.yaml import YAML

ROOT = pathlib.Path.cwd()
ACTION = YAML(typ="safe").load(pathlib.Path("action.yml"))
VERSION = subprocess.run(["dist/modlint", "--version"], capture_output=True, text=True, check=True).stdout.strip()
OWN, FORK = "station/app", "stranger/app"
MARKER = "<!-- modlint diff -->"
BOT, PERSON = {"login": "github-actions[bot]", "type": "Bot"}, {"login": "ada", "type": "User"}


class Service(http.server.BaseHTTPRequestHandler):
    """Releases below /releases-of/OWNER/REPO, and the comments of pull request 7 below /api."""

    def log_message(self, *_):
        pass

    def answer(self, status, content=b"", headers=()):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def handle_api(self):
        state, token = self.server.state, self.headers["Authorization"].removeprefix("Bearer ")
        length = int(self.headers.get("Content-Length") or 0)
        body = json.loads(self.rfile.read(length))["body"] if length else None
        path, _, query = self.path.removeprefix("/api").partition("?")
        if path == "/user":
            return self.answer(200, json.dumps(PERSON).encode()) if token == "person" else self.answer(403)
        comments = f"/repos/{OWN}/issues/7/comments"
        base = f"http://{self.headers['Host']}/api"
        if path == comments and self.command == "GET":
            page = int((re.search(r"\bpage=(\d+)", query) or [0, 1])[1])
            size = min(int(re.search(r"per_page=(\d+)", query)[1]), 100)
            link = f'<{base}{path}?per_page={size}&page=1>; rel="first", <{base}{path}?per_page={size}&page={page + 1}>; rel="next"'
            some = state["comments"][(page - 1) * size : page * size]
            more = [("Link", link)] if page * size < len(state["comments"]) else []
            entries = [{**one, "url": f"{base}/repos/{OWN}/issues/comments/{one['id']}"} for one in some]
            return self.answer(200, json.dumps(entries).encode(), more)
        state["writes"].append((self.command, path))
        if token == "read-only":
            return self.answer(403)
        if body is not None and len(body) > 65536:
            return self.answer(422)
        if path == comments and self.command == "POST":
            user = PERSON if token == "person" else BOT
            state["comments"].append({"id": 1000 + len(state["comments"]), "body": body, "user": user})
            return self.answer(201, b"{}")
        (comment,) = [one for one in state["comments"] if path == f"/repos/{OWN}/issues/comments/{one['id']}"]
        if self.command == "DELETE":
            state["comments"].remove(comment)
            return self.answer(204)
        comment["body"] = body
        return self.answer(200, b"{}")

    def do_GET(self):
        if self.path.startswith("/api/"):
            return self.handle_api()
        file = self.server.releases / self.path.lstrip("/")
        return self.answer(200, file.read_bytes()) if file.is_file() else self.answer(404)

    do_POST = do_PATCH = do_DELETE = handle_api


def evaluate(text, context):
    """The value of an expression of GitHub's, of those that action.yml has."""

    def value(match):
        if match[0].startswith("'"):
            return repr(match[0][1:-1])
        if match[0] in ("cancelled()", "true", "false"):
            return {"true": "True"}.get(match[0], "False")
        return repr(context.get(match[0], ""))

    python = re.sub(r"'[^']*'|[a-z][\w.-]*(?:\(\))?", value, text)
    python = python.replace("&&", " and ").replace("||", " or ").replace("!=", "<>").replace("!", " not ").replace("<>", "!=")
    return eval(python.strip())


def filled(text, context):
    return re.sub(r"\$\{\{(.*?)\}\}", lambda match: str(evaluate(match[1], context)), str(text))


class Runner:
    """A machine of GitHub's, on which the action runs in a workspace, as often as wanted."""

    def __init__(self, scratch, address, workspace, system="Linux", machine="X64"):
        self.temp = pathlib.Path(tempfile.mkdtemp(dir=scratch))
        self.workspace, self.address = workspace, address
        # As GitHub lays out what `uses: station/modlint@v0.1.0` names.
        self.action = self.temp / "_actions/station/modlint" / f"v{VERSION}"
        self.action.parent.mkdir(parents=True)
        self.action.symlink_to(ROOT)
        self.system, self.machine = system, machine
        self.event = {}

    def run(self, inputs=None, variables=None):
        """Exit status, log, summary, outputs of the action, and what other actions were given."""
        files = {name: self.temp / name for name in ("GITHUB_PATH", "GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        for file in files.values():
            file.write_text("")
        (self.temp / "event.json").write_text(json.dumps(self.event))
        environment = {
            "PATH": "/usr/bin:/bin",
            "HOME": str(self.temp),
            "LC_ALL": "C.UTF-8",
            "GITHUB_ACTIONS": "true",
            "GITHUB_ACTION_PATH": str(self.action),
            "GITHUB_API_URL": f"{self.address}/api",
            "GITHUB_EVENT_PATH": str(self.temp / "event.json"),
            "GITHUB_REPOSITORY": OWN,
            "GITHUB_SERVER_URL": self.address,
            "GITHUB_WORKSPACE": str(self.workspace),
            "RUNNER_ARCH": self.machine,
            "RUNNER_OS": self.system,
            "RUNNER_TEMP": str(self.temp),
            "RUNNER_TOOL_CACHE": str(self.temp / "tools"),
            **{name: str(file) for name, file in files.items()},
            **(variables or {}),
        }
        context = {"github.token": "write", "runner.os": self.system, "runner.arch": self.machine}
        context |= {
            f"inputs.{name}": str((inputs or {}).get(name, filled(one["default"], context)))
            for name, one in ACTION["inputs"].items()
        }
        status, log, others = 0, "", {}
        for step in ACTION["runs"]["steps"]:
            condition = re.sub(r"^\$\{\{(.*)\}\}$", r"\1", step.get("if", "true"))
            if status and "cancelled()" not in condition or not evaluate(condition, context):
                continue
            if "uses" in step:
                others[step["uses"].partition("@")[0]] = {key: filled(value, context) for key, value in step["with"].items()}
                continue
            files["GITHUB_OUTPUT"].write_text("")
            path = ":".join([*reversed(files["GITHUB_PATH"].read_text().split()), environment["PATH"]])
            # As GitHub starts 'shell: bash'.
            run = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", filled(step["run"], context)],
                cwd=self.workspace / filled(step.get("working-directory", "."), context),
                env=environment | {"PATH": path} | {name: filled(value, context) for name, value in step["env"].items()},
                capture_output=True,
                text=True,
            )
            log += run.stdout + run.stderr
            status = status or run.returncode
            for line in files["GITHUB_OUTPUT"].read_text().splitlines():
                name, value = line.split("=", 1)
                context[f"steps.{step.get('id')}.outputs.{name}"] = value
        outputs = {name: filled(one["value"], context) for name, one in ACTION["outputs"].items()}
        return status, log, files["GITHUB_STEP_SUMMARY"].read_text(), outputs, others


failed = False


def expect(holds, what, log=""):
    global failed
    if not holds:
        failed = True
        print(f"{what}\n{log}", file=sys.stderr)


def git(folder, *arguments):
    run = subprocess.run(
        ["git", "-c", "user.name=you", "-c", "user.email=you@modlint.example", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.strip()


@contextlib.contextmanager
def service(scratch):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service)
    server.releases = scratch / "server"
    server.state = {"comments": [], "writes": []}
    release = server.releases / f"station/modlint/releases/download/v{VERSION}"
    shutil.copytree(ROOT / "dist/release", release)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server, f"http://127.0.0.1:{server.server_port}", release
    finally:
        server.shutdown()


def check_lint(scratch, address):
    for example, expected in (("feature-modules", 0), ("broken", 1)):
        runner = Runner(scratch, address, ROOT / "examples" / example)
        status, log, summary, outputs, others = runner.run({"arguments": "--strict\n"})
        expect(status == expected, f"{example}: exit status {status}", log)
        expect(outputs["version"] == VERSION, f"{example}: version {outputs['version']}", log)
        expect("modules" in summary, f"{example}: no summary", log)
        results = json.loads(pathlib.Path(outputs["sarif"]).read_text())["runs"][0]["results"]
        expect(bool(results) == bool(expected), f"{example}: wrong results in SARIF")
        expect(("::error file=" in log) == bool(expected), f"{example}: wrong annotations", log)
        upload = others.get("github/codeql-action/upload-sarif", {})
        expect(upload.get("sarif_file") == outputs["sarif"], f"{example}: another SARIF log is sent: {upload}")
    status, log, _, outputs, others = runner.run({"lint": "false", "upload-sarif": "false"})
    expect(status == 0 and not outputs["sarif"] and not others, "lint: false does more than to install", log)
    expect(outputs["version"] == VERSION, "lint: false does not install", log)
    *_, others = runner.run({"upload-sarif": "false"})
    expect(not others, f"upload-sarif: false sends: {others}")
    status, log, _, outputs, others = runner.run({"arguments": "--no-such-option"})
    expect(status == 64 and not outputs["sarif"] and not others, "wrong usage passes", log)


def check_install(scratch, address, release):
    runner = Runner(scratch, address, ROOT / "examples/feature-modules")
    runner.run()
    moved = release.rename(release.with_name("away"))
    status, log, *_ = runner.run()
    expect(status == 0, "a machine that has modlint downloads it again", log)
    runner = Runner(scratch, address, ROOT / "examples/feature-modules")
    status, log, *_ = runner.run()
    expect(status == 1 and "::error title=modlint::" in log and "has no SHA256SUMS" in log, "no word of a missing release", log)
    status, log, *_ = runner.run({"downloads": (moved.parent).as_uri(), "version": "v9.9.9"})
    expect(status == 1 and "v9.9.9 has no SHA256SUMS" in log, "another version is installed", log)
    moved.rename(release)
    # An action that lies in the workspace itself.
    local = Runner(scratch, address, ROOT / "examples/feature-modules")
    local.action = ROOT
    status, log, _, outputs, _ = local.run({"downloads": f"{address}/station/modlint/releases/download"})
    expect(status == 0 and outputs["version"] == VERSION, "a local action does not take a mirror", log)
    bare = scratch / "bare"
    bare.mkdir()
    for tool in ("bash", "mktemp", "grep", "rm"):
        (bare / tool).symlink_to(shutil.which(tool))
    status, log, *_ = Runner(scratch, address, ROOT / "examples/feature-modules").run({}, {"PATH": str(bare)})
    expect(status == 1 and "has no curl" in log, "no word of a missing curl", log)
    for version in ("latest", "1.0\n::add-mask::x", "../../x"):
        status, log, *_ = runner.run({"version": version})
        expect(status == 1 and "is expected" in log, f"version {version!r} is taken", log)

    archive = next(release.glob("*.tar.gz"))
    content = archive.read_bytes()
    archive.write_bytes(content + b"x")
    status, log, *_ = Runner(scratch, address, ROOT / "examples/feature-modules").run()
    expect(status == 1 and "is not what SHA256SUMS says" in log, "an archive is taken that is not its checksum's", log)
    archive.write_bytes(content)


def check_build(scratch, address):
    """What other machines and revisions build; 'make' stands in for the minutes that takes."""
    tools = scratch / "make"
    tools.mkdir()
    (tools / "make").write_text('#!/bin/sh\necho "made: $*"\n')
    (tools / "make").chmod(0o755)
    for system, machine, version in (("macOS", "ARM64", ""), ("Linux", "ARM64", ""), ("Linux", "X64", "source")):
        runner = Runner(scratch, address, ROOT / "examples/feature-modules", system, machine)
        status, log, _, outputs, others = runner.run({"version": version}, {"PATH": f"{tools}:/usr/bin:/bin"})
        what = f"{system} {machine} {version}"
        expect(status == 0 and f"made: -C {runner.action} dist" in log, f"{what}: nothing is built", log)
        expect(("::notice" in log) == (version == ""), f"{what}: no word of the build", log)
        cache = others.get("actions/cache", {})
        expect(re.fullmatch(rf"modlint-{system}-{machine}-\d+-\d+", cache.get("key", "")), f"{what}: cached as {cache}")
        expect(cache.get("path") == str(runner.temp / "modlint"), f"{what}: cached in {cache}")
        expect(outputs["version"] == VERSION, f"{what}: version {outputs['version']}", log)
        # With what the cache brings back nothing is made.
        status, log, *_ = runner.run({"version": version}, {"PATH": f"{tools}:/usr/bin:/bin"})
        expect(status == 0 and "made:" not in log, f"{what}: the cache is built over", log)


def pull_request(folder):
    """A repository in which a pull request links an implementation, and the event of that."""
    shutil.copytree(ROOT / "examples/iss", folder)
    shutil.copy(ROOT / "rules.yml", folder)
    git(folder, "init", "--quiet", "--initial-branch", "main")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "Start")
    base = git(folder, "rev-parse", "HEAD")
    spec = folder / "service/CosmonautService/project.yml"
    spec.write_text(spec.read_text().replace("ISSSpacesuitServiceCore.framework", "ISSSpacesuitService.framework"))
    git(folder, "commit", "--quiet", "--all", "--message", "Link the suits")
    hostile = "$(touch pwned)`touch pwned`\n::error::pwned"
    return {
        "pull_request": {
            "number": 7,
            "title": hostile,
            "base": {"sha": base, "ref": hostile},
            "head": {"ref": hostile, "repo": {"full_name": OWN}},
        }
    }


def check_comment(scratch, address, state):
    folder = scratch / "pull"
    runner = Runner(scratch, address, folder)
    runner.event = event = pull_request(folder)
    inputs = {"lint": "false", "comment": "true"}
    quotation = {"id": 1, "body": f"{MARKER}\nI copied this", "user": PERSON}
    others = [{"id": number, "body": f"> {MARKER}", "user": BOT} for number in range(2, 251)]
    comments = state["comments"] = [quotation, *others]

    def own(user=BOT, marker=MARKER):
        return [one for one in comments if one["user"] == user and one["body"].startswith(marker)]

    status, log, *_ = runner.run(inputs)
    expect(status == 0 and len(own()) == 1, "no comment", log)
    expect("1 error gained" in own()[0]["body"] and "flowchart TB" in own()[0]["body"], "a wrong comment", own()[0]["body"])
    first = own()[0]["body"]
    git(folder, "revert", "--no-edit", "--no-commit", "HEAD")
    comments += [{"id": number, "body": "More talk", "user": PERSON} for number in range(2000, 2150)]
    spec = folder / "service/CosmonautService/project.yml"
    spec.write_text(spec.read_text().replace("ISSSpacesuitServiceCore.framework", "ISSSpacesuit.framework"))
    status, log, *_ = runner.run(inputs)
    expect(status == 0 and len(own()) == 1 and own()[0]["body"] != first, "the comment is not updated in place", log)
    git(folder, "checkout", "--quiet", "--force", event["pull_request"]["base"]["sha"])
    status, log, *_ = runner.run(inputs)
    expect(status == 0 and not own(), "a comment stays that has nothing to say", log)
    state["writes"].clear()
    status, log, *_ = runner.run(inputs)
    expect(status == 0 and not state["writes"], f"nothing is said, and written: {state['writes']}", log)
    expect(quotation in comments and quotation["body"].endswith("copied this"), "the comment of another is changed")
    git(folder, "checkout", "--quiet", "main")

    # A token of a person's own, and a folder of the repository.
    runner.run({**inputs, "token": "person"})
    expect(quotation["body"].endswith("copied this") is False, "a person's token does not find the person's comment")
    runner.workspace = folder.parent
    marker = "<!-- modlint diff in pull -->"
    status, log, *_ = runner.run({**inputs, "working-directory": "pull"})
    expect(len(own(marker=marker)) == 1 and "### modlint in `pull`:" in own(marker=marker)[0]["body"], "no folder", log)
    runner.workspace = folder

    # A lint that fails does not keep the comment from being written.
    comments.clear()
    status, log, *_ = runner.run({"comment": "true"})
    expect(status == 1 and len(own()) == 1, f"lint and comment: exit status {status}", log)
    comments.clear()
    status, log, *_ = runner.run({**inputs, "token": "read-only"})
    expect(status == 1 and "'pull-requests: write'" in log, "no word of the permission", log)
    runner.event = json.loads(json.dumps(event))
    runner.event["pull_request"]["head"]["repo"]["full_name"] = FORK
    for repository in ({"full_name": FORK}, None):
        runner.event["pull_request"]["head"]["repo"] = repository
        status, log, *_ = runner.run({**inputs, "token": "read-only"})
        expect(status == 0 and "::notice" in log and "::error" not in log, "a fork fails", log)
    runner.event = {"ref": "refs/heads/main"}
    status, log, *_ = runner.run(inputs)
    expect(status == 0 and "There is no pull request" in log and not comments, "a push comments", log)
    runner.event = event

    shallow = scratch / "shallow"
    git(scratch, "clone", "--quiet", "--depth", "1", folder.as_uri(), str(shallow))
    runner.workspace = shallow
    status, log, *_ = runner.run(inputs)
    expect(status == 2 and "fetch-depth: 0" in log, "no word of a shallow clone", log)
    status, log, *_ = runner.run({"arguments": f"--since\n{event['pull_request']['base']['sha']}"})
    expect(status == 2 and "fetch-depth: 0" in log, "no word of a shallow clone when linting", log)
    expect(not list(scratch.rglob("pwned")), "a title or a branch is run")
    expect("pwned" not in log, "a title or a branch is printed", log)
    check_long(runner, comments)


def check_long(runner, comments):
    """A comment that GitHub would refuse, whose diagram is cut."""
    body = runner.temp / "long.md"
    body.write_text(f"{MARKER}\n### modlint: much\n\n```mermaid\n" + "  n0 --> n1\n" * 7000 + "```\n")
    (runner.temp / "event.json").write_text(json.dumps(runner.event))
    comments.clear()
    variables = {
        "GITHUB_API_URL": f"{runner.address}/api",
        "GITHUB_EVENT_PATH": str(runner.temp / "event.json"),
        "GITHUB_REPOSITORY": OWN,
        "TOKEN": "write",
    }
    command = [sys.executable, "integrations/github/comment.py", "write", str(body)]
    run = subprocess.run(command, env=os.environ | variables, capture_output=True, text=True)
    written = comments[0]["body"] if comments else ""
    expect(run.returncode == 0 and "too long for a comment" in written, "a long comment is not written", run.stderr)
    expect(60000 < len(written) <= 65536, f"a comment of {len(written)} characters")
    expect(written.count("```") == 2, "the diagram of a cut comment stays open")


with tempfile.TemporaryDirectory() as name:
    scratch = pathlib.Path(name)
    os.environ["GIT_CONFIG_GLOBAL"] = "/dev/null"
    with service(scratch) as (server, address, release):
        check_lint(scratch, address)
        check_install(scratch, address, release)
        check_comment(scratch, address, server.state)
        # Last: the release of this machine stands in for what is built.
        check_build(scratch, address)
sys.exit(failed)
