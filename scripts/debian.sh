# Debian packages, where this is Debian and we may install; sourced by the scripts that install, which define `say`.

sudo=()
[ "$(id -u)" = 0 ] || sudo=(sudo)
can_apt() {
  command -v apt-get >/dev/null || return 1
  if [ "$(id -u)" = 0 ]; then return; fi
  command -v sudo >/dev/null || return 1
  # Without a terminal there is nobody to type a password.
  sudo -n true 2>/dev/null || { [ -t 0 ] && say "installing Debian packages needs your password" && sudo -v; }
}
as_root() { ${sudo[@]+"${sudo[@]}"} "$@"; }
apt_install() {
  as_root apt-get update -qq
  # `env`, because sudo drops the environment.
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
}
