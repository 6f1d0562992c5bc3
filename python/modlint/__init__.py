"""The program modlint, a linter for the module graph of XcodeGen workspaces.

There is nothing to import: `python -m modlint` starts the program that was installed with this package.
"""
