# shellcheck shell=bash
# Sourced by the scripts of this folder. The functions print where this machine's apt and npm get
# packages from.

# Prints the lines of sources.list for the component main of Debian 12 ("bookworm"). Other releases of
# Debian come from the same mirror, without their updates.
debian_sources() {
  local suite=$1 sources
  # shellcheck disable=SC2016 # apt-get's own placeholders
  sources=$(apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' \
    'Created-By: Packages' | grep -E ' bookworm(-updates|-security)? main$' | sort -u) || true
  if ! grep -q ' bookworm main$' <<<"$sources"; then
    sources="deb http://deb.debian.org/debian bookworm main"
  fi
  if [[ $suite != bookworm ]]; then
    sources=$(sed -n "s/ bookworm main$/ $suite main/p" <<<"$sources" | head -n 1)
  fi
  echo "$sources"
}

# Prints apt's settings for downloads: proxies, certificates, retries, dates.
apt_fetch_settings() {
  apt-config dump | grep '^Acquire::' |
    grep -vE '^Acquire::(IndexTargets|CompressionTypes|Changelogs|Languages|cdrom)' || true
}

# Prints apt's HTTP proxy, if there is one.
apt_proxy() {
  local proxy=''
  eval "$(apt-config shell proxy Acquire::http::Proxy)"
  if [[ $proxy != DIRECT ]]; then echo "$proxy"; fi
}

# Prints the proxies and registries of the environment and of npm, as lines NAME=VALUE.
network_environment() {
  local name value
  for name in {http,https,no,all}_proxy {HTTP,HTTPS,NO,ALL}_PROXY; do
    if [[ -n ${!name:-} ]]; then echo "$name=${!name}"; fi
  done
  command -v npm >/dev/null || return 0
  for name in registry proxy https-proxy noproxy cafile; do
    value=$(npm config get "$name" 2>/dev/null) || continue
    if [[ -n $value && $value != null ]]; then echo "npm_config_${name//-/_}=$value"; fi
  done
}
