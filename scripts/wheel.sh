#!/bin/sh
# Packs what scripts/dist.sh built as a wheel for pip, dist/modlint-VERSION-py3-none-PLATFORM.whl; see
# python/wheels.py.
set -eu
cd "$(dirname "$0")/.."
. scripts/packages.sh

have python3 || {
  say "python3 is missing, which writes the wheel"
  exit 77
}
rm -f dist/modlint-*.whl
python3 python/wheels.py dist
