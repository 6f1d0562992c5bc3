"""Builds the site of the manual with MkDocs and checks it: every page and every rule, no broken link, and no
file that a browser would fetch from elsewhere.

usage: site.py FOLDER, in the root of the repository, with a Python that has mkdocs
"""

import html.parser
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

import yaml

ROOT = pathlib.Path.cwd()
sys.path.insert(0, str(ROOT / "python"))
PAGES = ("CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")
# A longer manual is not read.
MOST_WORDS = 15_000
# What a heading of the navigation without pages stands for.
FOLDERS = {"Integrations": "integrations", "Rules": "rules", "Formats": "formats", "Decisions": "decisions"}


def place_of(path):
    """Where the site has a file of the repository, or nothing."""
    if path == pathlib.PurePath("README.md"):
        return pathlib.PurePath("index.md")
    if str(path) in PAGES:
        return path
    return path.relative_to("docs") if path.is_relative_to("docs") else None


def relative(target, page):
    """The link from a page to another one."""
    steps = len(page.parent.parts)
    return "../" * steps + target.as_posix()


def normal(path):
    parts = []
    for part in path.parts:
        if part == ".." and parts:
            parts.pop()
        elif part != ".":
            parts.append(part)
    return pathlib.PurePath(*parts)


def rewritten(text, source, page, home):
    """The text of a file for the site: links to other files lead to the repository, or nowhere without a home."""

    def link(match):
        mark, words, target = match.groups()
        if re.match(r"[a-z]+:|#", target):
            return match[0]
        name, _, anchor = target.partition("#")
        path = normal(source.parent / name)
        place = place_of(path)
        if place and (ROOT / path).is_file():
            if re.fullmatch(r"[\w/-]+\.md", words):
                words = (ROOT / path).read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
            return f"{mark}[{words}]({relative(place, page)}{'#' + anchor if anchor else ''})"
        if home:
            return f"{mark}[{words}]({home}/tree/HEAD/{path.as_posix()})"
        return words

    pieces = re.split(r"(^ *```.*?^ *```$)", text, flags=re.S | re.M)
    for index in range(0, len(pieces), 2):
        # Python-Markdown indents what belongs to an entry of a list by four.
        pieces[index] = re.sub(r"^   (?=\S)", "    ", pieces[index], flags=re.M)
        pieces[index] = re.sub(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)", link, pieces[index])
    return re.sub(r"^ *<!-- (in|not run:) [^>]*-->\n", "", "".join(pieces), flags=re.M)


def write_sources(folder, home):
    for path in [*ROOT.glob("docs/**/*"), ROOT / "README.md", *(ROOT / name for name in PAGES)]:
        source = pathlib.PurePath(path.relative_to(ROOT))
        place = place_of(source)
        if path.is_dir():
            continue
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md":
            text = rewritten(path.read_text(encoding="utf-8"), source, place, home)
            (folder / place).write_text(text, encoding="utf-8")
        else:
            shutil.copyfile(path, folder / place)


def filled(entries):
    """The navigation with the pages of folders."""
    result = []
    for entry in entries:
        if isinstance(entry, dict):
            ((title, pages),) = entry.items()
            folder = FOLDERS.get(title)
            names = sorted(f"{folder}/{page.name}" for page in ROOT.glob(f"docs/{folder}/*.md"))
            entry = {title: names if folder else filled(pages)}
        result.append(entry)
    return result


def configuration(sources, home):
    settings = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    settings |= {"docs_dir": str(sources), "nav": filled(settings["nav"])}
    settings["theme"]["custom_dir"] = str(ROOT / settings["theme"]["custom_dir"])
    if home:
        settings |= {"repo_url": home}
    return settings


def words():
    """The words of the manual without rules, decisions and code; bars of tables are none."""
    count = 0
    for path in ROOT.glob("docs/**/*.md"):
        if path.parent.name not in ("rules", "decisions"):
            text = re.sub(r"^ *```.*?^ *```$|<!--.*?-->", "", path.read_text(encoding="utf-8"), flags=re.S | re.M)
            count += sum(bool(re.search(r"\w", word)) for word in text.split())
    return count


class Page(html.parser.HTMLParser):
    """The links, anchors and fetched files of a page."""

    def __init__(self, path):
        super().__init__()
        self.links, self.anchors, self.fetched = [], set(), []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.anchors.update(values[name] for name in ("id", "name") if values.get(name))
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        if tag == "link" and values.get("href"):
            self.fetched.append(values["href"])
        if values.get("src"):
            self.fetched.append(values["src"])


def problems(site, home):
    pages = {path: Page(path) for path in site.rglob("*.html")}
    for path, page in sorted(pages.items()):
        name = path.relative_to(site)
        for target in page.fetched:
            if urllib.parse.urlsplit(target).netloc:
                yield f"{name} fetches {target}"
        if name.name == "404.html":
            continue
        for target in page.links + page.fetched:
            parts = urllib.parse.urlsplit(target)
            if parts.netloc or parts.scheme or target in ("#", "."):
                continue
            file = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            file = file / "index.html" if file.is_dir() else file
            if not file.exists():
                yield f"{name} links {target}, which is not there"
            elif parts.fragment and file in pages and parts.fragment not in pages[file].anchors:
                yield f"{name} links {target}, which has no such heading"
    for path in ROOT.glob("docs/**/*.md"):
        if not (site / path.relative_to(ROOT / "docs")).with_suffix(".html").exists():
            yield f"{path.relative_to(ROOT)} has no page"
    for path in site.rglob("*"):
        if path.suffix in (".html", ".json") and "without a home" in path.read_text(encoding="utf-8") and home:
            yield f"{path.relative_to(site)} has the words for no home"
    if words() > MOST_WORDS:
        yield f"the manual has {words()} words, more than {MOST_WORDS}"
    if not (site / "search/search_index.json").exists():
        yield "there is no search"


def main(folder):
    import wheels

    home = wheels.constant("home")
    work = pathlib.Path(folder).absolute()
    shutil.rmtree(work, ignore_errors=True)
    sources, site = work / "pages", work / "site"
    write_sources(sources, home)
    file = work / "mkdocs.yml"
    settings = configuration(sources, home) | {"site_dir": str(site), "use_directory_urls": False}
    file.write_text(yaml.safe_dump(settings, sort_keys=False), encoding="utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--config-file", file]
    if subprocess.run(command).returncode != 0:
        return 1
    found = list(problems(site, home))
    print(*found, sep="\n", end="\n" if found else "", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
