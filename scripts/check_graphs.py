"""Draws many workspaces and holds what comes out against Graphviz and Mermaid's parser.

usage: check_graphs.py MODLINT PARSER_BUNDLE, in the root of the repository. Both readers must accept
every graph and find in it the modules and links that the JSON format has; Mermaid must find their names
as well. Exits 1 after naming each graph that differs.
"""

import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

# What is drawn of every workspace, and what of the hostile ones and the examples besides.
EVERYTHING = ["--tests", "--externals"]
PARTS = [["--collapse", "project", "--tests"], ["--only", "violations"]]

PIECES = [
    '"', "\\", "\\N", "\\G", "\\l", "&", "&amp;", "&lt;", "&#65;", "<", ">", "<b>", "<br/>", "</script>",
    "{", "}", "[", "]", "(", ")", "([", "])", "|", "end", "subgraph", "graph", "digraph", "%%", "%%{init: {}}%%",
    "#", "#quot;", "#35;", ";", ":", ":::", ",", "`", "`x`", "**x**", "'", "$", "$$x$$", "@", "@{", "=", "->",
    "-->", "---", "~~~", " ", "  ", "\t", "\n", "\r", "\x1b[31m", "\x7f", "\x9b", "\u202e", "\u2028", "\u2066",
    "\ufeff", "é", "e\u0301", "日本", "👩\u200d🚀", "Kit", "Core", "x" * 300, "0", "-", "_", "~", "*", "?", "!",
]

READ_MERMAID = r"""
// Reads a JSON list of Mermaid charts from standard input and writes what Mermaid's parser finds in each:
// the labels of its modules, the number of links between them, or the error.
const { readFileSync } = require("node:fs");

require(process.argv[1]); // defines parse_mermaid

// The parser keeps entities in a form of its own until it draws.
const decoded = (text) =>
  text.replace(/ﬂ°°(\d+)¶ß/g, (_, number) => String.fromCodePoint(Number(number)));

const isModule = (name) => /^n\d+$/.test(name);

async function read(text) {
  try {
    const { graph_data: chart } = JSON.parse(await globalThis.parse_mermaid(text));
    return {
      labels: Object.values(chart.vertices).filter((node) => isModule(node.id)).map((node) => decoded(node.text)),
      // Invisible ones keep the layers in order.
      edges: chart.edges.filter(
        (edge) => isModule(edge.start) && isModule(edge.end) && edge.stroke !== "invisible"
      ).length,
    };
  } catch (error) {
    return { error: String(error.message ?? error) };
  }
}

(async () => {
  const answers = [];
  for (const text of JSON.parse(readFileSync(0, "utf8"))) answers.push(await read(text));
  process.stdout.write(JSON.stringify(answers));
})();
"""


def run(command, **options):
    return subprocess.run(command, capture_output=True, **options)


def hostile_workspace(folder, seed, count):
    """A spec of `count` targets in a chain, their names put together from PIECES."""
    pick = random.Random(seed)
    names = {"".join(pick.choices(PIECES, k=pick.randint(1, 6))) for _ in range(count)}
    names = sorted(name for name in names if name.strip() and "${" not in name)
    targets = {}
    for place, name in enumerate(names):
        targets[name] = {
            "type": pick.choice(["framework", "framework.static", "bundle.unit-test", "application"]),
            "platform": "iOS",
            "dependencies": [{"target": other} for other in names[place + 1 : place + 2]],
        }
    folder.mkdir(parents=True)
    spec = {"name": names[0], "targets": targets}
    (folder / "project.yml").write_text(json.dumps(spec), encoding="utf-8")


def shown(name):
    """How a name looks in a picture: what could break the text is visible."""
    hostile = "[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\u200e\u200f\u061c\ufeff]"
    return re.sub(hostile, lambda match: "\\u{%02X}" % ord(match[0]), name)


def label(module):
    """What stands on the node of a module: long names are cut, groups have their number of modules."""
    name = module["name"] if len(module["name"]) <= 80 else module["name"][:79] + "…"
    if module.get("members", 1) > 1:
        name += f" · {module['members']} modules"
    # Mermaid cuts off what JavaScript takes for space at both ends.
    return shown(name).strip(" \ufeff")


def graphviz_problem(text, modules, links):
    """Why Graphviz refuses `text`, or what differs from the lists of the JSON format."""
    drawn = run(["dot", "-Tsvg", "-o", "/dev/null", "-Tdot_json"], input=text)
    if drawn.returncode != 0 or drawn.stderr:
        return drawn.stderr.decode(errors="replace").strip() or f"exit {drawn.returncode}"
    read = json.loads(drawn.stdout)
    names = [item["name"] for item in read.get("objects", []) if re.fullmatch(r"n\d+", item["name"])]
    if len(names) != len(modules):
        return f"{len(names)} nodes for {len(modules)} modules"
    numbers = {item["_gvid"] for item in read.get("objects", []) if item["name"] in names}
    edges = [edge for edge in read.get("edges", []) if {edge["tail"], edge["head"]} <= numbers]
    if len(edges) != len(links):
        return f"{len(edges)} edges for {len(links)} links"
    return None


def mermaid_problem(read, modules, links):
    if "error" in read:
        return read["error"]
    # Links of a node to itself stand on the node.
    loop = r" · (links itself|\d+ links? inside)(: |, at least one )[a-z ]+$"
    labels = sorted(re.sub(loop, "", text.strip()) for text in read["labels"])
    if labels != (wanted := sorted(map(label, modules))):
        return f"the names {labels} instead of {wanted}"
    edges = read["edges"] + sum(bool(re.search(loop, text)) for text in read["labels"])
    if edges != len(links):
        return f"{edges} edges for {len(links)} links"
    return None


def main(modlint, bundle):
    scratch = tempfile.TemporaryDirectory()
    workspaces = sorted(path for path in pathlib.Path(".build/golden-cases").rglob("input") if path.is_dir())
    workspaces += sorted(path for path in pathlib.Path("examples").iterdir() if path.is_dir())
    for seed in range(40):
        folder = pathlib.Path(scratch.name) / f"hostile-{seed}"
        hostile_workspace(folder, seed, 5 if seed < 30 else 60)
        workspaces.append(folder)

    problems, charts, seen = [], [], set()
    for workspace in workspaces:
        is_golden = "golden-cases" in workspace.parts
        for options in [EVERYTHING] if is_golden else [EVERYTHING, *PARTS]:
            command = [modlint, "graph", str(workspace), *options]
            written = run([*command, "--format", "json"])
            if written.returncode == 2:
                continue  # nothing there to draw
            graph = json.loads(written.stdout)
            if written.stdout in seen:
                continue
            seen.add(written.stdout)
            title = f"{workspace} {' '.join(options)}"
            problem = graphviz_problem(run([*command, "--dot"]).stdout, graph["modules"], graph["links"])
            if problem:
                problems.append(f"{title}: Graphviz: {problem}")
            text = run([*command, "--format", "mermaid"]).stdout.decode()
            charts.append({"title": title, "text": text, "graph": graph})

    texts = json.dumps([chart["text"] for chart in charts])
    read = run(["node", "-e", READ_MERMAID, str(pathlib.Path(bundle).resolve())], input=texts.encode())
    if read.returncode != 0:
        sys.exit(read.stderr.decode())
    for chart, answer in zip(charts, json.loads(read.stdout), strict=True):
        problem = mermaid_problem(answer, chart["graph"]["modules"], chart["graph"]["links"])
        if problem:
            problems.append(f"{chart['title']}: Mermaid: {problem}")

    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{len(charts)} graphs of {len(workspaces)} workspaces")
    sys.exit(1 if problems else 0)


main(*sys.argv[1:])
