# modlint needs Swift 6.2 or newer, git and libyaml; `make demo` and `make test` install libyaml's
# headers where they are missing.

# Debug and release are the only configurations; every target shares these flags, so that each is
# built once. `.ci/run` adds others.
SWIFT_FLAGS ?= --explicit-target-dependency-import-check error
export SWIFT_FLAGS

.PHONY: help demo build test check check-all bench fuzz sanitize coverage format docs dist wheel bundle release \
  tutorial site clean

help:
	@awk '/^## / { text = substr($$0, 4) } \
	  /^[a-z-]+:/ && text { sub(/:.*/, ""); printf "make %-9s %s\n", $$0, text; text = "" }' Makefile

## lint three examples and draw the graph of one
demo:
	@scripts/demo.sh

## build the program and its tests
build:
	@scripts/setup.sh
	@swift build --build-tests $(SWIFT_FLAGS)

## run all tests
test: build
	@swift test --skip-build $(SWIFT_FLAGS)

## check format, layers, projects, commands, hooks and the cost of a run
check:
	@scripts/check.py

## run all checks of a release as well; takes long and needs more tools
check-all:
	@scripts/check.py --all

## compare with the least work there is and with peers; Linux only, and minutes
bench: dist
	@python3 Benchmarks/bench.py dist/modlint

## fuzz the readers of files for FUZZ_SECONDS each (60)
fuzz:
	@scripts/fuzz.sh

## run the tests with sanitizers of memory, threads and undefined behavior
sanitize:
	@scripts/sanitize.sh

## print the line coverage of the libraries
coverage:
	@scripts/coverage.sh

## format the sources in place
format:
	@swift format --in-place --recursive --parallel Sources Tests integrations Package.swift

## build the release binary, dist/modlint, and on Linux the archive of a release
dist:
	@scripts/dist.sh

## build the wheel that pip, uv and pre-commit install
wheel: dist
	@python3 scripts/pack.py wheel

## build the artifact bundle for SwiftPM
bundle: dist
	@python3 scripts/pack.py bundle

## build everything that a release has, dist/release, for REPOSITORY=https://…; see docs/releasing.md
release:
	@[ -z "$(REPOSITORY)" ] || python3 scripts/pack.py home "$(REPOSITORY)"
	@scripts/dist.sh
	@python3 scripts/pack.py release

## build the documentation of the libraries, .build/docs, which Xcode opens
docs:
	@scripts/check.py docs

## build the site of the manual with its search, .build/site/site
site:
	@scripts/check.py site

## run docs/tutorial.md in a bare Debian; as root, and minutes the first time
tutorial: dist
	@python3 scripts/tutorial.py

## remove everything that was built
clean:
	@rm -rf .build .build-* dist
