#!/usr/bin/env python3
"""python_package.py CORPUS FOLDER

Writes a Python package in which a module stands for each main target and interface of a corpus and
imports what that links, with the layers of the corpus as contracts for import-linter and tach.
"""
import os
import sys

import yaml

LAYERS = ["app", "domain", "service", "core", "shared"]


def targets(corpus):
    """Name, layer and linked names of each target that is no test and no bundle."""
    for layer in LAYERS:
        for name in sorted(os.listdir(os.path.join(corpus, layer))):
            with open(os.path.join(corpus, layer, name, "project.yml")) as file:
                spec = yaml.load(file, yaml.CSafeLoader)
            for target, content in spec["targets"].items():
                if content["type"].startswith("bundle"):
                    continue
                links = [link.get("target") or link["framework"].removesuffix(".framework")
                         for link in content.get("dependencies") or []]
                yield target, layer, links


def write(folder, *path, text=""):
    path = os.path.join(folder, *path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def main(corpus, folder):
    found = list(targets(corpus))
    layer_of = {name: layer for name, layer, _ in found}
    write(folder, "harbour", "__init__.py")
    for layer in LAYERS:
        write(folder, "harbour", layer, "__init__.py")
    for name, layer, links in found:
        imports = "".join(f"import harbour.{layer_of[other]}.{other}\n" for other in links)
        write(folder, "harbour", layer, name + ".py", text=imports)
    lines = "".join(f"    harbour.{layer}\n" for layer in LAYERS)
    write(folder, ".importlinter", text=(
        "[importlinter]\nroot_package = harbour\n\n"
        f"[importlinter:contract:1]\nname = layers\ntype = layers\nlayers =\n{lines}"))
    modules = "".join(
        f'\n[[modules]]\npath = "harbour.{layer}"\n'
        f"depends_on = {[f'harbour.{lower}' for lower in LAYERS[number + 1:]]}\n"
        for number, layer in enumerate(LAYERS))
    write(folder, "tach.toml", text=f'source_roots = ["."]\n{modules}')


if __name__ == "__main__":
    main(*sys.argv[1:3])
