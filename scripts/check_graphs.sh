#!/bin/sh
# Holds the graphs that modlint draws of all golden cases, of the examples and of hostile names against
# the programs that read them: Graphviz, and Mermaid's own parser, which runs in node.
# Exits 77 if one of them cannot be had.
set -eu
cd "$(dirname "$0")/.."

mermaid=.build/mermaid-parser
for tool in dot node python3; do
  command -v "$tool" >/dev/null || {
    echo "$tool is missing" >&2
    exit 77
  }
done
if ! [ -d "$mermaid/mermaid_parser" ]; then
  # The package carries the parser as one file of JavaScript; what its own Python code needs is not
  # wanted here.
  python3 -m venv .build/mermaid-venv >.build/mermaid.log 2>&1 &&
    .build/mermaid-venv/bin/pip install --quiet --no-deps --target "$mermaid" \
      mermaid-parser-py==0.0.4 >>.build/mermaid.log 2>&1 || {
    rm -rf "$mermaid" .build/mermaid-venv
    echo "mermaid-parser-py cannot be installed; see .build/mermaid.log" >&2
    exit 77
  }
fi

scripts/unpack_cases.sh .build/golden-cases
python3 scripts/check_graphs.py "${MODLINT:-$(swift build --show-bin-path)/modlint}" \
  "$mermaid/mermaid_parser/js/parser.bundle.js"
