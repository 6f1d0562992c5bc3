#!/bin/sh
# Drives the page of a lint run in headless Chromium. Exits 77 if that cannot be had.
set -eu
cd "$(dirname "$0")/.."

driver=$(command -v chromedriver) || {
  echo "chromedriver is missing" >&2
  exit 77
}
venv=.build/selenium
if ! [ -x "$venv/bin/python" ] || ! "$venv/bin/python" -c 'import selenium, axe_core_python' 2>/dev/null; then
  { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet selenium==4.51.0 axe-core-python==0.1.0; } \
    >.build/selenium.log 2>&1 || {
    rm -rf "$venv"
    echo "selenium and axe-core cannot be installed; see .build/selenium.log" >&2
    exit 77
  }
fi
axe=$("$venv/bin/python" -c 'import axe_core_python as a, pathlib; print(pathlib.Path(a.__path__[0]) / "axe.min.js")')
"$venv/bin/python" scripts/check_page.py "${MODLINT:-$(swift build --show-bin-path)/modlint}" "$driver" "$axe"
