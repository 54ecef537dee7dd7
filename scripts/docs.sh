#!/usr/bin/env bash
# Builds the examples in examples/docs with their builders of documentation, beside a copy of the release folder, and opens
# them in headless Chromium. Each is built with one page more, which has what Share gives for it (from_share.mjs):
#   scripts/docs.sh                   all of them
#   scripts/docs.sh sphinx mdbook     only these
# Builders go into the user's cache, so that a second run only builds.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/tools.sh"
source "$project/scripts/debian.sh"
cd "$project"
say() { printf 'docs: %s\n' "$*"; }

names=("$@")
[ "$#" -gt 0 ] || names=(mdbook mkdocs sphinx docusaurus reveal)
dist="${RINGSCOPE_DIST:-$project/dist}"
[ -f "$dist/index.html" ] || { say "there is no release folder; 'make build' makes it" >&2; exit 1; }
sites="$project/target/docs-sites"
examples="$project/examples/docs"
copies="$project/target/docs-source"

# Python's packages for one builder, in an environment of its own that is named after what is in it.
python_tools() {
  local name="$1" wanted="$examples/$1/requirements.txt" folder
  folder="$cache/docs-$name-$(cksum <"$wanted" | cut -d ' ' -f 1)"
  if [ ! -f "$folder/ready" ]; then
    say "$name (about 20 s) …" >&2
    if ! python3 -m venv --clear "$folder" >&2; then
      can_apt || { say "python3 with its module venv is missing" >&2; return 1; }
      apt_install python3-venv >&2
      python3 -m venv --clear "$folder" >&2
    fi
    "$folder/bin/pip" install --quiet --disable-pip-version-check -r "$wanted" >&2
    touch "$folder/ready"
  fi
  printf '%s/bin' "$folder"
}

build_mdbook() {
  local root="$cache/mdbook-$MDBOOK_VERSION"
  if [ ! -x "$root/bin/mdbook" ]; then
    say "mdBook $MDBOOK_VERSION (2 to 4 min) …"
    env -u RUSTUP_TOOLCHAIN -u RUSTFLAGS -u CARGO_TARGET_DIR -u CARGO_BUILD_TARGET \
      CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=256 \
      CARGO_PROFILE_RELEASE_DEBUG=0 cargo install --quiet mdbook --version "$MDBOOK_VERSION" --locked \
      --no-default-features --root "$root"
  fi
  "$root/bin/mdbook" build "$copies/mdbook" --dest-dir "$sites/mdbook"
}
build_mkdocs() {
  local bin
  bin="$(python_tools mkdocs)"
  "$bin/mkdocs" build --quiet --strict -f "$copies/mkdocs/mkdocs.yml" -d "$sites/mkdocs"
}
build_sphinx() {
  local bin
  bin="$(python_tools sphinx)"
  "$bin/sphinx-build" -q -W -b html -d "$sites/.sphinx" "$copies/sphinx" "$sites/sphinx"
}
# The packages of npm for one builder, beside its example, for its copy to use.
node_tools() {
  local name="$1" usual="$2" folder="$examples/$1"
  if [ ! -e "$folder/node_modules/.package-lock.json" ] || [ "$folder/package-lock.json" -nt "$folder/node_modules/.package-lock.json" ]; then
    say "$name from npm ($usual) …"
    (cd "$folder" && npm ci --no-progress --silent)
    touch "$folder/node_modules/.package-lock.json"
  fi
  ln -sfn "$folder/node_modules" "$copies/$name/node_modules"
}
build_docusaurus() {
  node_tools docusaurus "about 1 min"
  # What it kept of a build in another folder has other paths in it, and breaks this one.
  rm -rf "$examples/docusaurus/node_modules/.cache"
  (cd "$copies/docusaurus" && DOCUSAURUS_NO_TELEMETRY=1 npx docusaurus build --out-dir "$sites/docusaurus")
}
# Slides need no builder: the folder with reveal.js beside them.
build_reveal() {
  node_tools reveal "a few seconds"
  mkdir -p "$sites/reveal"
  cp "$copies/reveal"/*.html "$sites/reveal"
  cp -R "$copies/reveal/node_modules/reveal.js/dist" "$sites/reveal/reveal"
}

for name in "${names[@]}"; do
  case "$name" in mdbook | mkdocs | sphinx | docusaurus | reveal) ;;
    *) echo "docs: there is no site '$name' (mdbook mkdocs sphinx docusaurus reveal)" >&2; exit 2 ;;
  esac
done
find_browser || { say "Chromium or chromedriver is missing; scripts/setup.sh test installs them" >&2; exit 1; }
rm -rf "$sites"
mkdir -p "$sites"
cp -R "$dist" "$sites/ringscope"
start=$SECONDS
node "$examples/from_share.mjs" "${names[@]}"
say "Share has given its texts ($((SECONDS - start)) s)"
for name in "${names[@]}"; do
  start=$SECONDS
  "build_$name"
  say "$name is built ($((SECONDS - start)) s)"
done
DOCS_SITES="${names[*]}" node --test --test-reporter=spec examples/docs/sites.test.mjs
