#!/usr/bin/env bash
# usage: fresh.sh [--keep]
# Shows that a minimal Debian 12 with git is enough to build and test Arbiter: installs one in a
# temporary folder, clones HEAD into it, calls `./dev serve` and runs `./dev test --all` there, and removes
# the folder. With --keep, the folder stays for inspection.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/tools/steps.sh
source tests/tools/packages.sh
source tests/fresh/host_settings.sh
source tests/fresh/namespaces.sh

case ${1:-} in
  '' | --keep) keep=${1:-} ;;
  *) die "usage: ./dev fresh [--keep]" ;;
esac

if ((EUID != 0)); then
  command -v sudo >/dev/null ||
    die "./dev fresh needs root, and sudo is not installed; run it as root"
  step "become root through sudo"
  mapfile -t environment < <(network_environment)
  exec sudo env "${environment[@]}" ${TMPDIR:+"TMPDIR=$TMPDIR"} tests/fresh/fresh.sh "$@"
fi
ensure_packages debootstrap debian-archive-keyring

folder=$(mktemp -d -- "$(realpath -- "${TMPDIR:-/var/tmp}")/arbiter-fresh.XXXXXX")
clean_up() {
  end_inside
  if [[ $keep == --keep ]]; then
    step "kept $folder/debian for chroot; to remove it: rm -rf --one-file-system $folder"
  else
    step "remove $folder"
    rm -rf --one-file-system -- "$folder"
  fi
}
trap clean_up EXIT

run_inside tests/fresh/make_debian.sh "$folder/debian" || die "fresh Debian 12: failed"
step "fresh Debian 12: passed"
