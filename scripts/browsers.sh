#!/usr/bin/env bash
# Tests that not every run needs, with browsers' packages of their own:
#   scripts/browsers.sh firefox      Debian's firefox-esr (or FIREFOX), first paint, edit, save, frames
#   scripts/browsers.sh lighthouse   Lighthouse's four scores of the release
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/tools.sh"
source "$project/scripts/debian.sh"
cd "$project"

say() { printf 'browsers: %s\n' "$*"; }
die() { printf 'browsers: %s\n' "$*" >&2; exit 1; }

# Their packages are large and nothing else needs them.
packages() {
  [ -e scripts/browsers/node_modules/.package-lock.json ] \
    && cmp -s scripts/browsers/package-lock.json scripts/browsers/node_modules/.installed && return
  say "npm packages (about 30 s) …"
  npm ci --prefix scripts/browsers --no-progress
  cp scripts/browsers/package-lock.json scripts/browsers/node_modules/.installed
}

case "${1:-}" in
  firefox)
    packages
    FIREFOX="${FIREFOX:-$(first_of firefox-esr firefox)}" || {
      can_apt || die "Firefox is missing; set FIREFOX to your own."
      say "firefox-esr from Debian (about 30 s) …"
      apt_install firefox-esr
      FIREFOX="$(first_of firefox-esr)"
    }
    export FIREFOX
    exec node --test --test-reporter=spec scripts/browsers/firefox.test.mjs
    ;;
  lighthouse)
    packages
    find_browser || die "Chromium is missing; scripts/setup.sh test installs it."
    exec node scripts/browsers/lighthouse.mjs
    ;;
  *) die "neither 'firefox' nor 'lighthouse'" ;;
esac
