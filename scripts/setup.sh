#!/usr/bin/env bash
# Installs what is missing to build (`setup.sh build`) or to build and test (`setup.sh test`) Ringscope.
# Every step looks first whether its result is there, so a second run takes about a second.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/tools.sh"
source "$project/scripts/debian.sh"
goal="${1:-build}"
cd "$project"

say() { printf 'setup: %s\n' "$*"; }
die() { printf 'setup: %s\n' "$*" >&2; exit 1; }
case "$goal" in build | test) ;; *) die "'$goal' is neither 'build' nor 'test'" ;; esac

# step "what, and how long it usually takes" command…
step() {
  local what="$1" start=$SECONDS log status; shift
  log="$(mktemp)"
  say "$what …"
  # In a subshell outside any condition, so that `set -e` holds inside the command.
  # The lock below stays ours: a daemon that a command leaves behind must not inherit it.
  set +e
  (set -e; "$@") >"$log" 2>&1 9>&-
  status=$?
  set -e
  if [ "$status" = 0 ]; then
    say "  done in $((SECONDS - start)) s"; rm -f "$log"
  else
    tail -n 40 "$log" >&2
    die "failed: $what (whole output: $log)"
  fi
}

for tool in cargo git make node npm; do
  command -v "$tool" >/dev/null || die "'$tool' is missing. Install it first (rustup and cargo: https://rustup.rs; node 20 or newer, with npm: https://nodejs.org), then run this again."
done
[ "$(node --print 'process.versions.node.split(".")[0]')" -ge 20 ] || die "node $(node --version) is too old; 20 or newer is needed (https://nodejs.org)."

# One setup at a time on this machine: two would install the same things over each other.
mkdir -p "$cache"
if command -v flock >/dev/null; then
  exec 9>"$cache/setup.lock"
  flock -n 9 || { say "waiting for another setup to end …"; flock 9; }
fi

if ! command -v cc >/dev/null; then
  can_apt || die "a C linker ('cc') is missing. Install gcc or clang, then run this again."
  step "C linker from Debian (about 30 s)" apt_install gcc libc6-dev
fi

# --- 1. The wasm target: there already, from rustup, or Debian's compiler --------------------------
build_debian_std() {
  # Debian ships the wasm compiler without a standard library that fits the target, but with its source.
  local work="$cache/std-build" lib="/usr/lib/rustlib/$WASM_TARGET/lib"
  rm -rf "$work"; mkdir -p "$work/src"
  printf '[package]\nname = "empty"\nversion = "0.0.0"\nedition = "2021"\n[lib]\ncrate-type = ["cdylib"]\n' >"$work/Cargo.toml"
  : >"$work/src/lib.rs"
  (
    cd "$work"
    unset RUSTUP_TOOLCHAIN CARGO_TARGET_DIR CARGO_BUILD_TARGET
    # embed-bitcode: release builds with link-time optimisation need it. proc_macro: proc-macro2 is compiled for the target.
    RUSTFLAGS="-C embed-bitcode=yes" RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 \
      CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-19 \
      /usr/bin/cargo build --release --target "$WASM_TARGET" \
      -Zbuild-std=std,panic_abort,panic_unwind,proc_macro,test
  )
  as_root mkdir -p "$lib"
  # What an older compiler left there would be found beside the new files.
  as_root find "$lib" -name '*.rlib' -delete
  find "$work/target/$WASM_TARGET/release/deps" -name '*.rlib' ! -name 'libempty*' -print0 | as_root xargs -0 -I{} cp {} "$lib/"
  rm -rf "$work"
  # Anything built against an older standard library no longer fits (E0460).
  rm -rf "$project/target/$WASM_TARGET"
}
# After an update of Debian's compiler the library that we built no longer fits: compiling nothing shows it.
debian_std_fits() {
  has_wasm_std /usr/bin/rustc || return 1
  local out fits=0; out="$(mktemp -d)"
  /usr/bin/rustc --target "$WASM_TARGET" --crate-type lib --crate-name nothing --emit metadata --out-dir "$out" - </dev/null >/dev/null 2>&1 || fits=1
  rm -rf "$out"
  return "$fits"
}
# Never let rustup's own attempt hang a machine that has no way to its servers.
in_time() { if command -v timeout >/dev/null; then timeout 300 "$@"; else "$@"; fi; }
rustup_target() {
  command -v rustup >/dev/null || return 1
  say "wasm target from rustup (about 20 s) …"
  local start=$SECONDS
  if in_time rustup target add "$WASM_TARGET" >/dev/null 2>&1 9>&- && has_wasm_std rustc; then
    say "  done in $((SECONDS - start)) s"
  else
    say "  rustup cannot deliver it here (gave up after $((SECONDS - start)) s)"
    return 1
  fi
}
if has_wasm_std rustc || debian_std_fits || rustup_target; then
  :
else
  can_apt || die "no standard library for $WASM_TARGET. Run 'rustup target add $WASM_TARGET', or, on Debian, this as a user who may install packages."
  step "Debian's wasm compiler (about 1 min)" apt_install rustc-web cargo-web rust-web-src rust-web-clippy lld-19
  debian_std_fits ||
    step "standard library for $WASM_TARGET, built from Debian's source (about 2 min)" build_debian_std
fi
if ! has_wasm_std rustc; then
  command -v rustup >/dev/null || die "'rustup' is missing (https://rustup.rs): it is how cargo finds Debian's compiler for wasm."
  rustup toolchain list | grep -q '^debian' ||
    step "link Debian's compiler as a rustup toolchain" rustup toolchain link debian /usr
fi

# --- 2. Trunk, wasm-bindgen and wasm-split ---------------------------------------------------------
# These are tools: optimising them costs 15 minutes and saves none.
quick_install() {
  env -u RUSTUP_TOOLCHAIN -u RUSTFLAGS -u CARGO_TARGET_DIR -u CARGO_BUILD_TARGET \
    CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_LTO=off \
    CARGO_PROFILE_RELEASE_CODEGEN_UNITS=256 CARGO_PROFILE_RELEASE_DEBUG=0 cargo install "$@"
}
has_version() { command -v "$1" >/dev/null && [ "$("$1" --version 2>/dev/null | awk '{ print $2; exit }')" = "$2" ]; }
binstall() { command -v cargo-binstall >/dev/null && cargo binstall --no-confirm --root "$1" "$2"; }
install_trunk() {
  binstall "$trunk_root" "trunk@$TRUNK_VERSION" ||
    quick_install trunk --version "$TRUNK_VERSION" --locked --no-default-features --root "$trunk_root"
}
install_bindgen() {
  local what=(wasm-bindgen-cli --version "$WASM_BINDGEN_VERSION" --root "$bindgen_root")
  # Its lock file names a package that was withdrawn; without the lock the newest fitting ones are taken.
  binstall "$bindgen_root" "wasm-bindgen-cli@$WASM_BINDGEN_VERSION" ||
    quick_install "${what[@]}" --locked || quick_install "${what[@]}"
}
install_split() {
  quick_install wasm_split_cli_support --version "$WASM_SPLIT_VERSION" --locked --features build-binary --root "$split_root"
}
has_version trunk "$TRUNK_VERSION" ||
  step "trunk $TRUNK_VERSION (3 to 6 min)" install_trunk
{ has_version wasm-bindgen "$WASM_BINDGEN_VERSION" && has_version wasm-bindgen-test-runner "$WASM_BINDGEN_VERSION"; } ||
  step "wasm-bindgen $WASM_BINDGEN_VERSION (1 to 2 min)" install_bindgen
# It tells no version; the folder has it in its name.
[ -x "$split_root/bin/wasm-split-cli" ] ||
  step "wasm-split $WASM_SPLIT_VERSION (about 45 s)" install_split

# --- 3. wasm-opt and the browser test libraries, from npm -------------------------------------------
if [ ! -e node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  step "npm packages (about 10 s)" npm ci --no-progress
  touch node_modules/.package-lock.json
fi

# --- 4. What only the tests need: a browser, the formatter, the lints --------------------------------
components() { in_time rustup component add rustfmt clippy; }
if [ "$goal" = test ]; then
  if ! cargo fmt --version >/dev/null 2>&1 || ! cargo clippy --version >/dev/null 2>&1; then
    command -v rustup >/dev/null || die "'cargo fmt' or 'cargo clippy' is missing. Install rustfmt and clippy, then run this again."
    step "rustfmt and clippy from rustup (about 20 s)" components
  fi
  if ! has_wasm_std rustc && ! /usr/bin/cargo clippy --version >/dev/null 2>&1; then
    can_apt || die "Debian's package rust-web-clippy is missing. Install it, then run this again."
    step "clippy for Debian's wasm compiler (about 20 s)" apt_install rust-web-clippy
  fi
  if ! find_browser; then
    can_apt || die "Chromium or chromedriver is missing. Install both, or name them: CHROMIUM=/path/to/chromium CHROMEDRIVER=/path/to/chromedriver make test"
    step "Chromium and chromedriver from Debian (about 1 min)" apt_install chromium chromium-driver
  fi
fi
say "ready"
