# shellcheck shell=bash
# Sourced by the shell scripts: installs Debian packages.

# Prints those of the given packages that are not installed.
missing_packages() {
  local installed
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null |
    sed -n 's/^installed //p') || true
  printf '%s\n' "$@" | grep -vxF -- "$installed" || true
}

# Installs those of the given packages that are missing, as root or through sudo.
ensure_packages() {
  command -v dpkg-query >/dev/null || die "this is not Debian; install the equivalents of these packages yourself: $*"
  local missing by_hand as_root=()
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0

  by_hand="apt-get update && apt-get install --no-install-recommends ${missing[*]}"
  if ((EUID != 0)); then
    command -v sudo >/dev/null || die "not root, and sudo is not installed; run this as root: $by_hand"
    sudo -n true 2>/dev/null || [[ -t 0 ]] || die "sudo requires a password; run this yourself: $by_hand"
    as_root=(sudo)
  fi
  step "install ${missing[*]}"
  install_packages "${missing[@]}" || {
    step "try again"
    install_packages "${missing[@]}" || die "apt-get failed; to see why, run: $by_hand"
  }
}

# Runs apt-get through `as_root`. A failed update is ignored because it may be due to an unrelated
# source. Tests start the programs that they need, so the services of the packages are not started, now
# or at the next boot.
install_packages() (
  policy=/usr/sbin/policy-rc.d
  if [[ ! -e $policy ]]; then
    trap '"${as_root[@]}" rm -f -- "$policy"' EXIT
    printf '#!/bin/sh\nexit 101\n' | "${as_root[@]}" tee "$policy" >/dev/null
    "${as_root[@]}" chmod 755 "$policy"
  fi
  run_apt update || true
  run_apt install -y --no-install-recommends "$@" || exit
  command -v systemctl >/dev/null || exit 0
  for package in "$@"; do
    [[ ! -e /lib/systemd/system/$package.service ]] ||
      "${as_root[@]}" systemctl disable --quiet "$package.service" || true
  done
)

# apt-get closes its status descriptor in the scripts of packages, so it must not be their standard
# output. The inner shell opens it because sudo does not pass it on.
run_apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive sh -c 'exec apt-get "$@" 3>&1' apt-get \
    -q -o APT::Status-Fd=3 -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 \
    "$@" </dev/null 2>&1 | show_apt_progress
}

# Reads the output of apt-get, and shows the progress in steps of 10 % and the lines before an error.
show_apt_progress() {
  local line phase='' tenth=-1 recent=()
  while IFS= read -r line; do
    if [[ $line =~ ^(dl|pm)status:.*:([0-9]+)(\.[0-9]+)?:(.*)$ ]]; then
      [[ ${BASH_REMATCH[1]} == "$phase" && $((BASH_REMATCH[2] / 10)) == "$tenth" ]] && continue
      phase=${BASH_REMATCH[1]} tenth=$((BASH_REMATCH[2] / 10))
      show_progress "[${BASH_REMATCH[2]}%] ${BASH_REMATCH[4]}"
      continue
    fi
    recent+=("$line")
    if [[ $line == E:* ]]; then
      end_progress
      printf '    %s\n' "${recent[@]}" | tail -n 15
      recent=()
    fi
  done
  end_progress
}
