#!/usr/bin/env python3
"""Holds the layout of SVG graphs against Graphviz on the same rows: check_layout.py MODLINT.

Makes workspaces of 30 to 300 modules, draws each with `graph --format svg` and with `graph --dot`
and `dot`, and counts how often links cross. Fails where modlint has more than 1.2 times the
crossings, where boxes overlap, or where a link touches a box that is not its own.
"""

import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

LAYERS = ["app", "domain", "service", "core", "shared"]
GRAPHS = [(30, 60), (60, 150), (100, 260), (150, 420), (220, 620), (300, 1000)]
LIMIT = 1.2


def write_workspace(root, modules, links):
    """Modules in five layers, links downwards; near layers and few popular modules are preferred."""
    rng = random.Random(modules)
    layers = [[] for _ in LAYERS]
    for number in range(modules):
        layers[min(len(LAYERS) - 1, number * len(LAYERS) // modules)].append(f"Module{number}")
    wanted = set()
    while len(wanted) < links:
        upper = rng.randrange(len(LAYERS) - 1)
        lower = min(len(LAYERS) - 1, upper + 1 + int(rng.expovariate(1.2)))
        popular = layers[lower][: max(1, len(layers[lower]) // rng.choice([1, 1, 4]))]
        wanted.add((rng.choice(layers[upper]), rng.choice(popular)))
    (root / "rules.yml").write_text("version: 1\nlayers: [%s]\n" % ", ".join(LAYERS))
    for layer, names in zip(LAYERS, layers):
        for name in names:
            folder = root / layer / name
            folder.mkdir(parents=True)
            text = f"name: {name}\ntargets:\n  {name}:\n    type: framework\n    platform: iOS\n"
            heads = sorted(head for tail, head in wanted if tail == name)
            if heads:
                text += "    dependencies:\n"
            for head in heads:
                text += f"      - {{ framework: {head}.framework, implicit: true }}\n"
            (folder / "project.yml").write_text(text)


def bezier(p, steps=12):
    for step in range(steps + 1):
        t, s = step / steps, 1 - step / steps
        weights = (s**3, 3 * s * s * t, 3 * s * t * t, t**3)
        yield tuple(sum(w * q[axis] for w, q in zip(weights, p)) for axis in (0, 1))


def svg_path(data):
    """The points of a path as modlint writes them: M, and relative v and c."""
    points, place = [], (0.0, 0.0)
    for command, text in re.findall(r"([Mvc])([^Mvc]*)", data):
        numbers = [float(n) for n in re.findall(r"-?[\d.]+", text)]
        if command == "M":
            place = (numbers[0], numbers[1])
            points.append(place)
        elif command == "v":
            end = (place[0], place[1] + numbers[0])
            points += list(bezier([place, place, end, end]))
            place = end
        else:
            curve = [place] + [
                (place[0] + numbers[i], place[1] + numbers[i + 1]) for i in (0, 2, 4)
            ]
            points += list(bezier(curve))
            place = curve[3]
    return points


def read_svg(text):
    space = "{http://www.w3.org/2000/svg}"
    root = xml.fromstring(text)
    boxes, links = {}, {}
    for element in root.iter():
        classes = (element.get("class") or "").split()
        if element.tag == space + "g" and "module" in classes and element.find(space + "title") is not None:
            frame = element.find(space + "rect")
            x, y, w, h = (float(frame.get(key)) for key in ("x", "y", "width", "height"))
            label = element.find(space + "text").text
            boxes[label] = (x, y, x + w, y + h)
        elif "link" in classes and element.find(space + "title") is not None:
            ends = element.find(space + "title").text.split("  ")[0].split(" → ")
            links[tuple(ends)] = svg_path(element.get("d"))
    return boxes, links


def read_dot(text):
    drawing = json.loads(text)
    names, boxes, links = {}, {}, {}
    for item in drawing["objects"]:
        if not re.fullmatch(r"n\d+", item["name"]):
            continue
        names[item["_gvid"]] = item["label"]
        x, y = (float(n) for n in item["pos"].split(","))
        w, h = (float(item[key]) * 36 for key in ("width", "height"))
        boxes[item["label"]] = (x - w, -y - h, x + w, -y + h)
    for edge in drawing["edges"]:
        if edge["tail"] not in names or edge["head"] not in names:
            continue
        # The points of the arrowheads, s and e, stand before those of the curves.
        tips, points = {}, []
        for text in edge["pos"].split():
            mark, _, rest = text.partition(",") if text[0] in "se" else ("", "", text)
            x, y = (float(number) for number in rest.split(","))
            if mark:
                tips[mark] = (x, -y)
            else:
                points.append((x, -y))
        line = [tips["s"]] if "s" in tips else []
        for start in range(0, len(points) - 3, 3):
            line += list(bezier(points[start : start + 4]))
        line += [tips["e"]] if "e" in tips else []
        links[(names[edge["tail"]], names[edge["head"]])] = line
    return boxes, links


def crossings(boxes, links):
    """Inversions of the links' order from the lower edge of each row to the upper edge of the next."""
    levels = sorted({round(box[side]) for box in boxes.values() for side in (1, 3)})
    total = 0
    for upper, lower in zip(levels, levels[1:]):
        spans = []
        for ends, line in links.items():
            line = line if line[0][1] <= line[-1][1] else line[::-1]
            if line[0][1] <= upper + 2 and line[-1][1] >= lower - 2:
                spans.append((at(line, upper), at(line, lower), ends))
        spans.sort(key=lambda span: span[:2])
        for place, (x, y, ends) in enumerate(spans):
            for other_x, other_y, other in spans[place + 1 :]:
                if other_y < y - 0.5 and other_x > x + 0.5 and not set(ends) & set(other):
                    total += 1
    return total


def at(line, level):
    """The x of a line that leads down, at one height."""
    before = line[0]
    for point in line:
        if point[1] >= level:
            height = point[1] - before[1]
            share = (level - before[1]) / height if height > 0 else 0
            return before[0] + share * (point[0] - before[0])
        before = point
    return before[0]


def failures(boxes, links):
    frames = sorted(boxes.items(), key=lambda item: item[1])
    for place, (name, a) in enumerate(frames):
        for other, b in frames[place + 1 :]:
            if b[0] < a[2] and a[1] < b[3] and b[1] < a[3]:
                yield f"{name} and {other} overlap"
    for ends, line in links.items():
        for name, box in frames:
            if name in ends:
                continue
            if any(box[0] + 1 < x < box[2] - 1 and box[1] + 1 < y < box[3] - 1 for x, y in line):
                yield f"{' -> '.join(ends)} touches {name}"


def run(*command, text=None):
    return subprocess.run(
        command, input=text, capture_output=True, text=True, check=True, encoding="utf-8"
    ).stdout


def main():
    modlint = str(pathlib.Path(sys.argv[1]).resolve())
    failed = False
    for modules, links in GRAPHS:
        with tempfile.TemporaryDirectory() as folder:
            write_workspace(pathlib.Path(folder), modules, links)
            own = read_svg(run(modlint, "graph", "--format", "svg", folder))
            dot = run(modlint, "graph", "--dot", folder)
        # modlint tells Graphviz to hurry with large graphs; here it may take its time.
        dot = "".join(line for line in dot.splitlines(True) if "mclimit" not in line)
        other = read_dot(run("dot", "-Tjson", text=dot))
        assert own[0].keys() == other[0].keys() and own[1].keys() == other[1].keys()
        counts = crossings(*own), crossings(*other)
        print(f"{modules} modules, {links} links: {counts[0]} crossings, dot {counts[1]}")
        found = list(failures(*own))
        for failure in found[:5]:
            print(f"  {failure}")
        failed = failed or bool(found) or counts[0] > LIMIT * counts[1]
    sys.exit(failed)


main()
