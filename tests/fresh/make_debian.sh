#!/usr/bin/env bash
# usage: make_debian.sh FOLDER
# Installs a minimal Debian 12 with git in FOLDER, clones HEAD of this checkout into it and runs
# in_debian.sh there. Called by fresh.sh as root, in temporary namespaces.
set -euo pipefail
debian=$1
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/tools/steps.sh
source tests/fresh/host_settings.sh

install_debian() {
  local sources mirror packages=git proxy
  sources=$(bookworm_sources)
  mirror=$(sed -n 's/^deb \(.*\) bookworm main$/\1/p' <<<"$sources" | head -n 1)
  if [[ $sources == *https://* ]]; then packages+=,ca-certificates; fi
  proxy=$(apt_proxy)
  step "debootstrap Debian 12 with git from $mirror"
  http_proxy=${http_proxy:-$proxy} debootstrap --variant=minbase --include="$packages" \
    bookworm "$debian" "$mirror" | show_new_kinds
  echo "$sources" >"$debian/etc/apt/sources.list"
}

# Reduces debootstrap's hundreds of lines to the first informational line of each kind and all lines
# that are not informational.
show_new_kinds() {
  local mark kind rest
  local -A seen=()
  while read -r mark kind rest; do
    if [[ $mark != I: || -z ${seen[$kind]:-} ]]; then printf '    %s\n' "$mark $kind $rest"; fi
    seen[$kind]=1
  done
}

# Copies apt's download settings, the files that they refer to, and its credentials into the new
# system.
copy_apt_settings() {
  local file
  apt_fetch_settings >"$debian/etc/apt/apt.conf.d/99host"
  while read -r file; do
    if [[ -f $file ]]; then install -D -- "$file" "$debian$file"; fi
  done < <(sed -n 's/.*"\(\/.*\)";$/\1/p' "$debian/etc/apt/apt.conf.d/99host")
  for file in /etc/apt/auth.conf /etc/apt/auth.conf.d /usr/local/share/ca-certificates; do
    if [[ -e $file ]]; then cp -a --parents -- "$file" "$debian"; fi
  done
  if [[ -x $debian/usr/sbin/update-ca-certificates ]]; then
    chroot "$debian" update-ca-certificates >/dev/null
  fi
  cp -L /etc/resolv.conf /etc/hosts "$debian/etc/"
}

# Prints the environment for the new system, which is clean except for proxies and registries.
clean_environment() {
  local setting
  echo HOME=/root
  echo PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
  echo TERM="${TERM:-dumb}"
  while read -r setting; do
    if [[ $setting == npm_config_cafile=* && -f ${setting#*=} ]]; then
      install -D -- "${setting#*=}" "$debian/etc/npm-ca.crt"
      setting=npm_config_cafile=/etc/npm-ca.crt
      echo NODE_EXTRA_CA_CERTS=/etc/npm-ca.crt
    fi
    echo "$setting"
  done < <(network_environment)
}

# Clones through a bare copy because git refuses to clone a checkout that root does not own.
clone_head() {
  if [[ -n $(git -c safe.directory='*' status --porcelain) ]]; then
    step "note: uncommitted changes are not tested"
  fi
  printf '[safe]\n\tdirectory = *\n' >"$debian/root/.gitconfig"
  GIT_CONFIG_GLOBAL=$debian/root/.gitconfig \
    git clone --quiet --bare --no-hardlinks "$PWD" "$debian/srv/arbiter.git"
  rm "$debian/root/.gitconfig"
  "${in_debian[@]}" git clone --quiet /srv/arbiter.git /root/arbiter
}

started=$SECONDS
install_debian
copy_apt_settings
mapfile -t environment < <(clean_environment)
in_debian=(env -i "${environment[@]}" chroot "$debian")

mount -t proc proc "$debian/proc"
mount --rbind /sys "$debian/sys"
mount --rbind /dev "$debian/dev"
step "clone HEAD of $PWD"
clone_head
step "a minimal Debian 12 with git and the clone is ready after $((SECONDS - started)) s"
"${in_debian[@]}" /root/arbiter/tests/fresh/in_debian.sh
