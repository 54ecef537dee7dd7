# Where the tools are and which versions the project needs; sourced by the other scripts.
# Tools live in the user's cache, keyed by version, so that a second clone is ready at once.

project="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

TRUNK_VERSION=0.21.14 # 0.22 needs a newer rustc than the one Debian offers for wasm
# The command-line tool must equal the library to the digit, so the lock file decides.
WASM_BINDGEN_VERSION="$(awk '/^name = "wasm-bindgen"$/ { getline; gsub(/[^0-9.]/, ""); print; exit }' "$project/Cargo.lock")"
# Parts the module of a release (scripts/split.mjs). It reads what wasm_split_helpers marks, which comes with leptos.
WASM_SPLIT_VERSION=0.2.4
MDBOOK_VERSION=0.5.4 # one of the builders of documentation in examples/docs
WASM_TARGET=wasm32-unknown-unknown

cache="${XDG_CACHE_HOME:-$HOME/.cache}/ringscope"
trunk_root="$cache/trunk-$TRUNK_VERSION"
bindgen_root="$cache/wasm-bindgen-cli-$WASM_BINDGEN_VERSION"
split_root="$cache/wasm-split-$WASM_SPLIT_VERSION"

export PATH="$project/node_modules/.bin:$trunk_root/bin:$bindgen_root/bin:$split_root/bin:$PATH"
export TRUNK_SKIP_VERSION_CHECK=true

# The browser of the tests: the one that the caller names, or the first that is found.
first_of() {
  local name
  for name in "$@"; do command -v "$name" && return; done
  return 1
}
find_browser() {
  if [ -z "${CHROMIUM:-}" ]; then
    CHROMIUM="$(first_of chromium chromium-browser google-chrome-stable google-chrome \
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")" || unset CHROMIUM
  fi
  if [ -z "${CHROMEDRIVER:-}" ]; then
    CHROMEDRIVER="$(first_of chromedriver)" || unset CHROMEDRIVER
  fi
  if [ -n "${CHROMIUM:-}" ] && [ -n "${CHROMEDRIVER:-}" ]; then
    export CHROMIUM CHROMEDRIVER
  else
    return 1
  fi
}

# Does this rustc have a standard library for the wasm target?
has_wasm_std() {
  local dir
  dir="$("$1" --print target-libdir --target "$WASM_TARGET" 2>/dev/null)" || return 1
  compgen -G "$dir/libstd-*.rlib" >/dev/null
}

# After setup: point cargo at the toolchain that has the wasm target.
# The linker goes through the environment: on most machines the compiler's own is right.
use_wasm_toolchain() {
  # Vector instructions: every browser has had them since March 2023 (boot.js says so where they are missing).
  # Erased component types compile four times faster and are a little smaller. The paths of this machine have no place
  # in a file that every reader downloads.
  local flags="-C target-feature=+simd128 --cfg erase_components --remap-path-prefix=$project=." registry
  for registry in "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/; do
    flags+=" --remap-path-prefix=${registry%/}=crates"
  done
  export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="${CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS:-$flags}"
  if has_wasm_std rustc; then return; fi
  if has_wasm_std /usr/bin/rustc; then
    export RUSTUP_TOOLCHAIN=debian
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="${CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER:-wasm-ld-19}"
    return
  fi
  echo "no standard library for $WASM_TARGET; scripts/setup.sh installs it" >&2
  return 1
}
