#!/bin/sh
# Prints the version of the sources: the one constant that has it.
set -eu
sed -n 's/^ *static let version = "\(.*\)"$/\1/p' "$(dirname "$0")/../Sources/modlint/Modlint.swift"
