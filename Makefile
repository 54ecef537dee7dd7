# `make` alone shows the commands. The work is in scripts/, so that it can be called without make as well.

PORT ?= 8080
# Set to serve below a path, as documentation sites do: make serve BASE=/ringscope/
BASE ?= /

.DEFAULT_GOAL := help
.PHONY: help serve dev preview build test test-docs check fmt bench oracles test-firefox lighthouse

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

serve: build ## build the release and serve it (PORT=8080, BASE=/)
	@node scripts/serve.mjs --dir dist --port $(PORT) --base $(BASE)

build: ## install what is missing, build the release folder dist/
	@scripts/setup.sh build
	@scripts/build.sh

preview: ## build quickly, a little larger and slower than the release, into target/preview-dist
	@scripts/with-wasm trunk --log error build --cargo-profile preview --dist target/preview-dist

dev: ## serve a debug build that reloads at each change (PORT=8080)
	@scripts/setup.sh build
	@scripts/with-wasm trunk serve --port $(PORT) --dist target/dev-dist

test: ## everything that CI checks: format, lints, tests, sizes, journeys in a browser
	@scripts/setup.sh test
	@scripts/test.sh

test-docs: build ## figures in real documentation: builds and opens sites by mdBook, MkDocs Material, Sphinx and Docusaurus, and slides
	@scripts/setup.sh test
	@scripts/docs.sh

check: ## only format and lints, host and wasm
	@scripts/setup.sh test
	@scripts/test.sh fmt clippy

fmt: ## format the Rust code
	@cargo fmt --all

bench: build ## how long things take: placement beside other crates, and the page (ARGS="--write Rendezvous")
	@scripts/setup.sh test
	@scripts/bench.sh $(ARGS)

oracles: ## ask real nginx, HAProxy, twemproxy, Varnish and Redis where keys go (SEED="1 2 3", ARGS="nginx")
	@scripts/oracles.sh --seed "$(SEED)" $(ARGS)

test-firefox: build ## the first paint, an edit, a picture saved and frames, in Firefox
	@scripts/browsers.sh firefox

lighthouse: build ## Lighthouse's scores of the release; 100 each, or it fails
	@scripts/setup.sh test
	@scripts/browsers.sh lighthouse
