#!/usr/bin/env bash
# usage: fresh.sh [--keep]
# Shows that a minimal Debian 12 with git is enough to build and test Arbiter: installs one in a
# temporary folder, clones HEAD into it, runs `./dev test --all` and a call against `./dev serve` there,
# and removes the folder. With --keep, the folder stays for inspection.
#
# Everything runs in separate mount and process namespaces: nothing is mounted on this machine, and no
# process outlives this script.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/tools/steps.sh
source tests/tools/packages.sh
source tests/fresh/host_settings.sh

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
inside=''
# Killing `unshare` ends every process in its namespaces; its mounts end with the last one.
clean_up() {
  if [[ -n $inside ]]; then
    kill -KILL "$inside" 2>/dev/null || true
    wait "$inside" 2>/dev/null || true
  fi
  if [[ $keep == --keep ]]; then
    step "kept $folder/debian for chroot; to remove it: rm -rf --one-file-system $folder"
  else
    step "remove $folder"
    rm -rf --one-file-system -- "$folder"
  fi
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# Runs in the background, so that signals are handled at once.
unshare --mount --pid --fork --kill-child --mount-proc tests/fresh/make_debian.sh "$folder/debian" &
inside=$!
status=0
wait "$inside" || status=$?
inside=''
((status == 0)) || die "fresh Debian 12: failed"
step "fresh Debian 12: passed"
