#!/usr/bin/env bash
# Builds the release folder dist/: a static site that any web server or static host can serve.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# Trunk warns that its minifier cannot parse wasm-bindgen's JavaScript; scripts/finish-build.mjs minifies it.
exec scripts/with-wasm trunk --log 'error,trunk=info,trunk::processing::minify=error' build --release
