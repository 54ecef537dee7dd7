#!/usr/bin/env bash
# Asks the real systems where keys go, and holds what they answer against crates/placement:
#   scripts/oracles.sh                        all systems, fleets and keys drawn from the day
#   scripts/oracles.sh --seed "1 2 3"         one run for each seed
#   scripts/oracles.sh nginx redis            only these
#   scripts/oracles.sh --seed "1 2" --write   and the table written into docs/systems.md
# The systems come from Debian's packages. Only what a run starts itself is asked, on loopback, with its configuration in a
# folder for temporary files; whatever ends the run ends it.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/tools.sh"
source "$project/scripts/debian.sh"
cd "$project"

say() { printf 'oracles: %s\n' "$*"; }
die() { printf 'oracles: %s\n' "$*" >&2; exit 1; }
# Servers stand where only an administrator's shell looks.
export PATH="$PATH:/usr/local/sbin:/usr/sbin"

for tool in cargo node; do
  command -v "$tool" >/dev/null || die "'$tool' is missing; scripts/setup.sh build says where to get it."
done

# A package's own service is neither started nor left to start with the machine.
policy=/usr/sbin/policy-rc.d
install_without_services() {
  local own=no name
  if [ ! -e "$policy" ]; then
    own=yes
    trap 'as_root rm -f "$policy"' EXIT
    printf '#!/bin/sh\nexit 101\n' | as_root tee "$policy" >/dev/null
    as_root chmod 755 "$policy"
  fi
  apt_install "$@"
  if [ "$own" = yes ]; then as_root rm -f "$policy"; trap - EXIT; fi
  command -v systemctl >/dev/null || return 0
  for name in "$@"; do as_root systemctl disable --quiet "$name" 2>/dev/null || true; done
  # It comes with varnish.
  case " $* " in *" varnish "*) as_root systemctl disable --quiet varnishncsa 2>/dev/null || true ;; esac
}

# Program and package.
missing=()
for pair in nginx:nginx haproxy:haproxy nutcracker:nutcracker varnishd:varnish redis-server:redis-server; do
  command -v "${pair%%:*}" >/dev/null || missing+=("${pair##*:}")
done
if [ "${#missing[@]}" -gt 0 ]; then
  can_apt || die "these are missing and can be installed on Debian only, by whoever may: ${missing[*]}"
  say "installing from Debian: ${missing[*]} (about 30 s) …"
  log="$(mktemp)"
  # In a subshell outside any condition, so that `set -e` and the trap hold inside.
  set +e
  (set -e; install_without_services "${missing[@]}") >"$log" 2>&1
  status=$?
  set -e
  [ "$status" = 0 ] || { tail -n 20 "$log" >&2; die "they could not be installed (whole output: $log)"; }
  rm -f "$log"
fi

export CARGO_TARGET_DIR="$project/target"
cargo build --quiet --release --locked -p placement --example conformance
exec node scripts/oracles.mjs "$@"
