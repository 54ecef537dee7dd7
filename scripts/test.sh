#!/usr/bin/env bash
# Everything that must hold before a change goes in; `make test` and CI run all of it.
#   scripts/test.sh              all steps, in order; stops at the first that fails
#   scripts/test.sh e2e sizes    only these
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/tools.sh"
cd "$project"
with_wasm=("$project/scripts/with-wasm")

step_lock() { cargo metadata --locked --format-version 1 >/dev/null; }
step_fmt() { cargo fmt --all --check; }
step_clippy() {
  cargo clippy --workspace --all-targets -- -D warnings
  # As a release is built: parted. In one piece it is the host's.
  (
    use_wasm_toolchain
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="$CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS --cfg split"
    cargo clippy -p ringscope -p configuration-module --all-targets --target "$WASM_TARGET" -- -D warnings
  )
}
step_host() { cargo test --workspace; }
need_browser() { find_browser || { echo "Chromium or chromedriver is missing; scripts/setup.sh test installs them" >&2; return 1; }; }
step_wasm() {
  need_browser
  # chromedriver looks for Chromium in the usual places only; the one that was asked for is written in.
  mkdir -p target
  node -e '
    const fs = require("node:fs");
    const options = JSON.parse(fs.readFileSync("webdriver.json", "utf8"));
    options["goog:chromeOptions"].binary = process.env.CHROMIUM;
    fs.writeFileSync("target/webdriver.json", JSON.stringify(options));'
  WASM_BINDGEN_TEST_WEBDRIVER_JSON="$project/target/webdriver.json" \
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER=wasm-bindgen-test-runner \
    "${with_wasm[@]}" cargo test -p ringscope --target "$WASM_TARGET" --test '*'
}
step_build() { scripts/build.sh; }
step_sizes() { node scripts/sizes.mjs; }
step_e2e() {
  need_browser
  node --test --test-concurrency=2 --test-reporter=spec e2e/*.test.mjs
}

# One of the builders of documentation; `make test-docs` takes all of them.
step_docs() { scripts/docs.sh sphinx; }

title() {
  case "$1" in
    lock) echo "Cargo.lock fits Cargo.toml" ;;
    fmt) echo "formatting" ;;
    clippy) echo "lints, host and wasm" ;;
    host) echo "tests on the host" ;;
    wasm) echo "tests of the page's parts in headless Chromium" ;;
    build) echo "release build" ;;
    sizes) echo "sizes of the release build" ;;
    e2e) echo "journeys through the release build in headless Chromium" ;;
    docs) echo "figures in a documentation site" ;;
    *) return 1 ;;
  esac
}

steps=("$@")
[ "$#" -gt 0 ] || steps=(lock fmt clippy host wasm build sizes e2e docs)
for name in "${steps[@]}"; do
  title "$name" >/dev/null || { echo "test: there is no step '$name' (lock fmt clippy host wasm build sizes e2e docs)" >&2; exit 2; }
done

summary=()
for name in "${steps[@]}"; do
  printf '\n=== %s: %s\n' "$name" "$(title "$name")"
  start=$SECONDS
  # A subshell of its own, started outside any condition: there `set -e` would not hold.
  set +e
  (set -e; "step_$name")
  status=$?
  set -e
  if [ "$status" != 0 ]; then
    printf '\n=== failed: %s, %s (%s s). Again, alone: scripts/test.sh %s\n' "$name" "$(title "$name")" "$((SECONDS - start))" "$name" >&2
    exit "$status"
  fi
  summary+=("$(printf '%5s s  %s' "$((SECONDS - start))" "$(title "$name")")")
done
printf '\n=== all passed\n'
printf '%s\n' "${summary[@]}"
