"""Writes the comment of a pull request, or updates the one of an earlier run in place.

usage: comment.py base          prints the commit that the pull request starts from, nothing if there is none
       comment.py write FILE    comments with the Markdown in FILE

Reads what GitHub gives each step: GITHUB_EVENT_PATH, GITHUB_API_URL, GITHUB_REPOSITORY; and TOKEN and FOLDER.
A comment is known by its first line and by who wrote it, and removed when nothing is left to say.
"""

import json
import os
import pathlib
import re
import sys
import urllib.error
import urllib.request

# GitHub refuses longer ones.
LIMIT = 65536


def annotate(kind, text):
    # What `base` prints on standard output is its answer.
    print(f"::{kind} title=modlint::{text}", file=sys.stderr)


def pull_request():
    event = json.loads(pathlib.Path(os.environ["GITHUB_EVENT_PATH"]).read_text(encoding="utf-8"))
    return event.get("pull_request")


def request(method, address, content=None):
    """The answer of the API, decoded, and the address of the next page, if there is one."""
    question = urllib.request.Request(address, method=method)
    question.add_header("Accept", "application/vnd.github+json")
    question.add_header("Authorization", f"Bearer {os.environ['TOKEN']}")
    question.add_header("X-GitHub-Api-Version", "2022-11-28")
    data = None if content is None else json.dumps(content).encode()
    with urllib.request.urlopen(question, data, timeout=60) as answer:
        body = answer.read()
        following = re.search(r'<([^>]*)>; rel="next"', answer.headers.get("Link", ""))
    return json.loads(body) if body else None, following and following[1]


def writer():
    """Whether a user is who the token belongs to, as far as GitHub tells."""
    try:
        login = request("GET", f"{os.environ['GITHUB_API_URL']}/user")[0]["login"]
        return lambda user: user["login"] == login
    except urllib.error.HTTPError:
        # A workflow's own token and those of apps are of nobody; their comments are of a bot.
        return lambda user: user["type"] == "Bot"


def find(comments, marker):
    """The address of the comment of an earlier run, or None."""
    is_writer = None
    page = f"{comments}?per_page=100"
    while page:
        entries, page = request("GET", page)
        for entry in entries:
            # A quotation of it begins otherwise, and others may write the same line.
            if (entry.get("body") or "").startswith(marker) and entry.get("user"):
                is_writer = is_writer or writer()
                if is_writer(entry["user"]):
                    return entry["url"]
    return None


def fitted(text):
    """The text, cut at a line if it is too long for a comment."""
    if len(text) <= LIMIT:
        return text
    note = "\n\nThe rest is too long for a comment: run `modlint diff`.\n"
    lines = text[: LIMIT - len(note) - 8].splitlines()[:-1]
    # What is cut may be inside a block of code.
    fence = "\n```" if sum(line.startswith("```") for line in lines) % 2 else ""
    return "\n".join(lines) + fence + note


def marked(text):
    """The text below a line that is invisible and names the folder, and that line."""
    marker, rest = text.split("\n", 1)
    folder = os.path.normpath(os.environ.get("FOLDER") or ".")
    if folder != ".":
        marker = f"<!-- modlint diff in {re.sub('[^A-Za-z0-9_./ -]|-(?=-)', '_', folder)} -->"
        rest = re.sub(r"^### modlint:", lambda _: f"### modlint in `{folder.replace('`', '')}`:", rest)
    return marker, f"{marker}\n{rest}"


def write(text):
    number = pull_request()["number"]
    comments = f"{os.environ['GITHUB_API_URL']}/repos/{os.environ['GITHUB_REPOSITORY']}/issues/{number}/comments"
    marker, body = marked(text)
    # The marker and a headline that says that nothing changed.
    is_empty = len([line for line in body.splitlines() if line]) < 3
    earlier = find(comments, marker)
    if earlier and is_empty:
        request("DELETE", earlier)
    elif earlier:
        request("PATCH", earlier, {"body": fitted(body)})
    elif not is_empty:
        request("POST", comments, {"body": fitted(body)})


def main(mode, *files):
    found = pull_request()
    if mode == "base":
        if not found:
            annotate("notice", "There is no pull request to comment on")
            return 0
        print(found["base"]["sha"])
        return 0
    text = pathlib.Path(files[0]).read_text(encoding="utf-8")
    try:
        write(text)
    except urllib.error.HTTPError as error:
        head = (found["head"].get("repo") or {}).get("full_name")
        if error.code in (401, 403, 404) and head != os.environ["GITHUB_REPOSITORY"]:
            annotate("notice", "The token of a pull request from a fork may not comment; the summary has the findings")
            return 0
        hint = ": the job needs the permission 'pull-requests: write'" if error.code == 403 else ""
        annotate("error", f"The comment cannot be written, GitHub answers {error.code}{hint}")
        return 1
    except urllib.error.URLError as error:
        annotate("error", f"The comment cannot be written: {error.reason}")
        return 1
    return 0


sys.exit(main(*sys.argv[1:]))
