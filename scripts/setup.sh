#!/usr/bin/env bash
# Installs what is missing to build (`setup.sh build`) or to build and test (`setup.sh test`) Ringscope.
# Every step looks first whether its result is there, so a second run takes a second.
set -euo pipefail
source "$(dirname "$0")/tools.sh"
goal="${1:-build}"
cd "$project"
mkdir -p "$cache"

say() { printf 'setup: %s\n' "$*"; }
die() { printf 'setup: %s\n' "$*" >&2; exit 1; }
# step "what, and how long it usually takes" command…
step() {
  local what="$1" start=$SECONDS log; shift
  log="$(mktemp)"
  say "$what …"
  if "$@" >"$log" 2>&1; then
    say "  done in $((SECONDS - start)) s"; rm -f "$log"
  else
    tail -n 40 "$log" >&2
    die "failed: $what (whole output: $log)"
  fi
}

for tool in rustup cargo git make node npm; do
  command -v "$tool" >/dev/null || die "'$tool' is missing. Install it first (rustup: https://rustup.rs, node 20 or newer: https://nodejs.org), then run this again."
done

# --- Debian packages, where this is Debian and we may install ------------------------------------
sudo=""
[ "$(id -u)" = 0 ] || sudo="sudo -n"
can_apt() { command -v apt-get >/dev/null && { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }; }
apt_updated=""
apt_install() {
  if [ -z "$apt_updated" ]; then $sudo apt-get update -qq; apt_updated=1; fi
  DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends "$@"
}

if ! command -v cc >/dev/null; then
  can_apt || die "a C linker ('cc') is missing. Install gcc or clang, then run this again."
  step "C linker from Debian (about 30 s)" apt_install gcc libc6-dev
fi

# --- 1. The wasm target: there already, from rustup, or Debian's compiler --------------------------
build_debian_std() {
  # Debian ships the wasm compiler without a usable standard library for this target, but with its source.
  local work="$cache/std-build" lib="/usr/lib/rustlib/$WASM_TARGET/lib"
  rm -rf "$work"; mkdir -p "$work/src"
  printf '[package]\nname = "empty"\nversion = "0.0.0"\nedition = "2021"\n[lib]\ncrate-type = ["cdylib"]\n' >"$work/Cargo.toml"
  : >"$work/src/lib.rs"
  (
    cd "$work"
    unset RUSTUP_TOOLCHAIN CARGO_TARGET_DIR
    RUSTFLAGS="-C embed-bitcode=yes" RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 \
      CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-19 \
      /usr/bin/cargo build --release --target "$WASM_TARGET" \
      -Zbuild-std=std,panic_abort,panic_unwind,proc_macro,test
  )
  $sudo mkdir -p "$lib"
  find "$work/target/$WASM_TARGET/release/deps" -name '*.rlib' ! -name 'libempty*' -exec $sudo cp {} "$lib/" \;
  rm -rf "$work"
  # Anything built against an older standard library no longer fits (E0460).
  rm -rf "$project/target/$WASM_TARGET"
}
# Never let rustup's own attempt hang a machine that has no way to its servers.
rustup_target() { timeout 300 rustup target add "$WASM_TARGET"; }
if has_wasm_std rustc || has_wasm_std /usr/bin/rustc; then
  :
elif say "wasm target from rustup (about 20 s) …" && rustup_target >/dev/null 2>&1 && has_wasm_std rustc; then
  say "  done"
else
  say "  rustup cannot deliver it here; taking Debian's compiler instead"
  can_apt || die "no standard library for $WASM_TARGET. Run 'rustup target add $WASM_TARGET', then this again."
  step "Debian's wasm compiler (about 1 min)" apt_install rustc-web cargo-web rust-web-src rust-web-clippy lld-19
  step "standard library for $WASM_TARGET, built from Debian's source (about 2 min)" build_debian_std
fi
if ! has_wasm_std rustc && ! rustup toolchain list | grep -q '^debian'; then
  step "link Debian's compiler as a rustup toolchain" rustup toolchain link debian /usr
fi

# --- 2. Trunk and wasm-bindgen ---------------------------------------------------------------------
# These are tools: optimising them costs 15 minutes and saves none.
quick_profile=(env -u RUSTUP_TOOLCHAIN CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_LTO=off
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS=256 CARGO_PROFILE_RELEASE_DEBUG=0)
has_version() { command -v "$1" >/dev/null && "$1" --version 2>/dev/null | grep -qF " $2"; }
install_trunk() {
  if command -v cargo-binstall >/dev/null &&
    cargo binstall -y --root "$trunk_root" "trunk@$TRUNK_VERSION"; then return; fi
  "${quick_profile[@]}" cargo install trunk --version "$TRUNK_VERSION" --locked --no-default-features --root "$trunk_root"
}
install_bindgen() {
  if command -v cargo-binstall >/dev/null &&
    cargo binstall -y --root "$bindgen_root" "wasm-bindgen-cli@$WASM_BINDGEN_VERSION"; then return; fi
  local install=("${quick_profile[@]}" cargo install wasm-bindgen-cli --version "$WASM_BINDGEN_VERSION" --root "$bindgen_root")
  # Its lock file names a package that was withdrawn; without the lock the newest fitting ones are taken.
  "${install[@]}" --locked || "${install[@]}"
}
has_version trunk "$TRUNK_VERSION" || step "trunk $TRUNK_VERSION (about 6 min)" install_trunk
has_version wasm-bindgen "$WASM_BINDGEN_VERSION" || step "wasm-bindgen $WASM_BINDGEN_VERSION (about 2 min)" install_bindgen

# --- 3. wasm-opt and the browser test libraries, from npm -------------------------------------------
if [ ! -e node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  step "npm packages (about 10 s)" npm ci --no-progress
  touch node_modules/.package-lock.json
fi

# --- 4. A browser, for the tests only ---------------------------------------------------------------
if [ "$goal" = test ]; then
  if [ -z "${CHROMIUM:-}" ] && ! command -v chromium >/dev/null ||
    [ -z "${CHROMEDRIVER:-}" ] && ! command -v chromedriver >/dev/null; then
    can_apt || die "Chromium or chromedriver is missing. Install both, or name them: CHROMIUM=/path/to/chromium CHROMEDRIVER=/path/to/chromedriver make test"
    step "Chromium and chromedriver from Debian (about 1 min)" apt_install chromium chromium-driver
  fi
fi
say "ready"
