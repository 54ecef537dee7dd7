# Where the tools are and which versions the project needs; sourced by the other scripts.
# Tools live in the user's cache, keyed by version, so that a second clone is ready at once.

TRUNK_VERSION=0.21.14          # 0.22 needs a newer rustc than the one Debian offers for wasm
WASM_BINDGEN_VERSION=0.2.130   # must equal the version in Cargo.lock to the digit
WASM_TARGET=wasm32-unknown-unknown

cache="${XDG_CACHE_HOME:-$HOME/.cache}/ringscope"
trunk_root="$cache/trunk-$TRUNK_VERSION"
bindgen_root="$cache/wasm-bindgen-cli-$WASM_BINDGEN_VERSION"
project="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

export PATH="$project/node_modules/.bin:$trunk_root/bin:$bindgen_root/bin:$PATH"
export TRUNK_SKIP_VERSION_CHECK=true

# Does this rustc have a standard library for the wasm target?
has_wasm_std() {
  local dir
  dir="$("$@" --print target-libdir --target "$WASM_TARGET" 2>/dev/null)" || return 1
  compgen -G "$dir/libstd-*.rlib" >/dev/null
}

# After setup: point cargo at the toolchain that has the wasm target.
use_wasm_toolchain() {
  if has_wasm_std rustc; then return; fi
  if has_wasm_std /usr/bin/rustc; then
    export RUSTUP_TOOLCHAIN=debian
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-19
  fi
}
