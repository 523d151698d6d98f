# shellcheck shell=bash
# Sourced by the shell scripts: installs Debian packages.

# Prints those of the packages given that are not installed.
missing_packages() {
  local installed
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null |
    sed -n 's/^installed //p') || true
  printf '%s\n' "$@" | grep -vxF -- "$installed" || true
}

# Installs those of the packages given that are missing, as root or through sudo.
ensure_packages() {
  command -v dpkg-query >/dev/null || die "this needs Debian 12, or by hand what these hold: $*"
  local missing by_hand as_root=()
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0

  by_hand="apt-get update && apt-get install --no-install-recommends ${missing[*]}"
  if ((EUID != 0)); then
    command -v sudo >/dev/null || die "no root and no sudo here; please run as root: $by_hand"
    sudo -n true 2>/dev/null || [[ -t 0 ]] || die "sudo wants a password; please run: $by_hand"
    as_root=(sudo)
  fi
  step "install ${missing[*]}"
  install_packages "${missing[@]}" || {
    step "once more"
    install_packages "${missing[@]}" || die "apt-get failed; to see why: $by_hand"
  }
}

# Both steps go through `as_root`. An update fails too when some other source of
# the machine is out of reach, so only the installation decides. Tests start what they need by
# themselves, so of the services in the packages none runs afterwards, now or at the next boot.
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

# apt-get closes its status descriptor to the packages' scripts, so it may not be their output;
# the inner shell opens it because sudo would not hand it on.
run_apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive sh -c 'exec apt-get "$@" 3>&1' apt-get \
    -q -o APT::Status-Fd=3 -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 \
    "$@" </dev/null 2>&1 | show_apt_progress
}

# Reads what apt-get prints: shows every tenth percent, and what comes before an error.
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
