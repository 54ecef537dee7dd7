#!/usr/bin/env bash
# Builds the benchmarks natively and for the browser, and runs them:
#   scripts/bench.sh                     all tables, printed
#   scripts/bench.sh --write             and written into docs/performance.md
#   scripts/bench.sh Rendezvous "drag"   only those with one of the words in their title
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/tools.sh"
cd "$project"
find_browser || { echo "Chromium is missing; scripts/setup.sh test installs it" >&2; exit 1; }
export CARGO_TARGET_DIR="$project/target/bench"
folder="$CARGO_TARGET_DIR/page"

if [ ! -e bench/node_modules/.package-lock.json ] || [ bench/package-lock.json -nt bench/node_modules/.package-lock.json ]; then
  npm ci --prefix bench --no-progress
  touch bench/node_modules/.package-lock.json
fi

# The toolchain for wasm may be another than that for the host, so each has a shell of its own.
cargo build --release --locked --manifest-path bench/Cargo.toml
(
  use_wasm_toolchain
  # As the page is built; vectors of 128 bits are what every browser of today has.
  case "$CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS" in
    *simd128*) ;;
    *) CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS+=" -C target-feature=+simd128" ;;
  esac
  cargo build --release --locked --lib --manifest-path bench/Cargo.toml --target "$WASM_TARGET"
)
mkdir -p "$folder"
cp bench/page/*.js bench/page/index.html "$folder/"
node bench/page/bundle.mjs "$folder/npm.js"
wasm-bindgen --target web --no-typescript --out-dir "$folder" "$CARGO_TARGET_DIR/$WASM_TARGET/release/bench.wasm"
# With the flags of the page (index.html), and vectors.
wasm-opt -Oz --enable-simd --enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext \
  --enable-mutable-globals --enable-reference-types --enable-multivalue \
  "$folder/bench_bg.wasm" -o "$folder/bench_bg.wasm"

exec node scripts/bench.mjs "$@"
