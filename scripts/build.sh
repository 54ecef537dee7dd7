#!/usr/bin/env bash
# Builds the release folder dist/: a static site that any web server or static host can serve.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/tools.sh"
cd "$project"
use_wasm_toolchain
# What is seldom opened is parted from the module (scripts/split.mjs): that takes the linker's relocations.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="$CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS --cfg split -C link-arg=--emit-relocs"
WASM_BINDGEN="$(command -v wasm-bindgen)"
export WASM_BINDGEN RINGSCOPE_PARTS="$project/target/parts" PATH="$project/scripts/split:$PATH"
# Trunk warns that its minifier cannot parse wasm-bindgen's JavaScript; scripts/finish-build.mjs minifies it.
exec trunk --log 'error,trunk=info,trunk::processing::minify=error' build --release
