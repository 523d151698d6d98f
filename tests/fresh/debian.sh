# shellcheck shell=bash disable=SC2034 # in_debian is for the scripts that source this
# Sourced by the scripts that run something in a fresh Debian: installs one in a folder. They run as root,
# in temporary namespaces. Needs steps.sh and host_settings.sh.

# install_debian FOLDER SUITE [PACKAGE...]: installs a minimal Debian with these packages, which uses this
# machine's apt settings.
install_debian() {
  local debian=$1 suite=$2 sources mirror proxy include=()
  local packages=("${@:3}")
  sources=$(debian_sources "$suite")
  mirror=$(sed -n "s/^deb \(.*\) $suite main$/\1/p" <<<"$sources" | head -n 1)
  if [[ $sources == *https://* ]]; then packages+=(ca-certificates); fi
  if ((${#packages[@]})); then include=("--include=$(IFS=, && echo "${packages[*]}")"); fi
  proxy=$(apt_proxy)
  step "debootstrap $suite from $mirror"
  http_proxy=${http_proxy:-$proxy} debootstrap --variant=minbase "${include[@]}" \
    "$suite" "$debian" "$mirror" | show_new_kinds
  echo "$sources" >"$debian/etc/apt/sources.list"
  copy_apt_settings "$debian"
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
  local debian=$1 file
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

# enter_debian FOLDER: mounts what programs expect, and sets `in_debian` to the command that runs another
# one there.
enter_debian() {
  local settings environment
  settings=$(clean_environment "$1")
  mapfile -t environment <<<"$settings"
  in_debian=(env -i "${environment[@]}" chroot "$1")
  mount -t proc proc "$1/proc"
  mount --rbind /sys "$1/sys"
  mount --rbind /dev "$1/dev"
}

# Prints the environment for the new system, which is clean except for proxies and registries.
clean_environment() {
  local debian=$1 setting
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
