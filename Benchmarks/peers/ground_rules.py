#!/usr/bin/env python3
"""ground_rules.py FOLDER

The four ground rules as one would write them in an afternoon: PyYAML with libyaml's parser and
networkx. It reads names, types and framework dependencies as they are written, which is all that the
generated corpus needs, and knows nothing of templates, includes, settings or platforms.
"""
import fnmatch
import os
import sys

import networkx
import yaml

SKIPPED = {"Pods", "Carthage", "DerivedData", "node_modules"}


def specs(root):
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if name[0] != "." and name not in SKIPPED]
        if "project.yml" in files:
            yield os.path.join(folder, "project.yml")


def read(root):
    with open(os.path.join(root, "rules.yml")) as file:
        rules = yaml.load(file, yaml.CSafeLoader)
    graph = networkx.DiGraph()
    for path in specs(root):
        with open(path) as file:
            spec = yaml.load(file, yaml.CSafeLoader)
        parts = os.path.relpath(path, root).split(os.sep)
        layer = next((n for n, name in enumerate(rules["layers"]) if name in parts), None)
        for name, target in spec["targets"].items():
            graph.add_node(name, layer=layer, type=target["type"])
            for link in target.get("dependencies") or []:
                other = link.get("target") or os.path.splitext(link.get("framework", ""))[0]
                graph.add_edge(name, other, embed=link.get("embed", True))
    return rules, graph


def faults(rules, graph):
    """Upward links, links within a layer, cycles, and statics in several images of an app."""
    interfaces = rules.get("interfaces", [])
    layer, kind = graph.nodes("layer"), graph.nodes("type")
    for tail, head in graph.edges:
        if "test" in (kind[tail] or "") or layer[head] is None:
            continue
        if layer[head] < layer[tail]:
            yield f"upward: {tail} -> {head}"
        elif layer[head] == layer[tail]:
            if not any(fnmatch.fnmatch(head, pattern) for pattern in interfaces):
                yield f"same-layer: {tail} -> {head}"
    for component in networkx.strongly_connected_components(graph):
        if len(component) > 1:
            yield f"cycle: {sorted(component)}"
    statics = {name for name, type in kind if type == "framework.static"}
    absorbing = graph.edge_subgraph([edge for edge in graph.edges if edge[1] in statics])
    for app in [name for name, type in kind if type == "application"]:
        owners = {}
        for image in {app, *networkx.descendants(graph, app)} - statics:
            if image not in absorbing:
                continue
            reached = networkx.dfs_preorder_nodes(
                absorbing.subgraph(statics | {image}), image)
            for static in reached:
                if static != image:
                    owners.setdefault(static, []).append(image)
        for static, images in owners.items():
            if len(images) > 1:
                yield f"duplicate-static: {static} in {images}"


if __name__ == "__main__":
    found = list(faults(*read(sys.argv[1])))
    print("\n".join(found) or "clean")
    sys.exit(bool(found))
