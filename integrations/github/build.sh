#!/usr/bin/env bash
# Builds the action's own revision of modlint into FOLDER, unless a cache has put it there already, and puts
# it on the PATH. Needs Swift 6.2, and Homebrew on macOS.
set -euo pipefail

if [ ! -x "$FOLDER/modlint" ]; then
  make -C "$GITHUB_ACTION_PATH" dist
  mkdir -p "$FOLDER"
  cp "$GITHUB_ACTION_PATH/dist/modlint" "$FOLDER"
fi
version=$("$FOLDER/modlint" --version)
echo "$FOLDER" >>"$GITHUB_PATH"
echo "version=$version" >>"$GITHUB_OUTPUT"
