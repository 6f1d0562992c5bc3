#!/bin/sh
# usage: scripts/unpack_cases.sh FOLDER
#
# Lays the golden cases out as folders, for tools that know no pages: FOLDER/<subject>/<case>/input
# holds the workspace, expected.txt beside it what the run prints.
set -eu
cd "$(dirname "$0")/.."
folder=$1
cases=Tests/GoldenTests/Cases

rm -rf "$folder"
mkdir -p "$folder"
find "$cases" -name '*.txtar' | LC_ALL=C sort >"$folder/pages"

# unpack WHAT: the folders that the pages need, or the files; awk makes no folders itself.
unpack() {
  while read -r page; do
    name=${page#"$cases"/}
    awk -v target="$folder/${name%.txtar}" -v what="$1" '
      /^-- .+ --$/ {
        if (file != "") close(file)
        path = substr($0, 4, length($0) - 6)
        arrow = index(path, " -> ")
        linked = arrow > 0 ? substr(path, arrow + 4) : ""
        if (arrow > 0) path = substr(path, 1, arrow - 1) ".link"
        sub(/ \(base64\)$/, ".base64", path)
        file = target "/" (path == "expected" ? "expected.txt" : "input/" path)
        if (what == "folders") { sub("/[^/]*$", "", file); print file; print target "/input" }
        else printf "%s", linked >file
        next
      }
      file != "" && what == "files" { print >file }' "$page"
  done <"$folder/pages"
}

unpack folders | LC_ALL=C sort -u | tr '\n' '\0' | xargs -0 mkdir -p
unpack files
rm "$folder/pages"
# Links and files that are not text.
find "$folder" -name '*.link' -exec sh -c 'ln -s "$(cat "$1")" "${1%.link}" && rm "$1"' sh {} \;
find "$folder" -name '*.base64' -exec sh -c 'base64 -d "$1" >"${1%.base64}" && rm "$1"' sh {} \;
