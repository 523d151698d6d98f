#!/usr/bin/env bash
# usage: image.sh FOLDER ARBITER
# Starts arbiterd from the image in FOLDER, with the image's user and only its files, read-only, and calls it
# with the command line ARBITER. Without root, it does nothing.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/tools/steps.sh
source tests/tools/ports.sh
source tests/deploy/service.sh
source deploy/release/names.sh
archive=$1/arbiter-$version-image.tar
arbiter=$2

if ((EUID != 0)); then
  step "not root: the image was not started"
  exit 0
fi
unshare --mount true 2>/dev/null || die "cannot start the image: mount namespaces are not permitted here"
work=$(mktemp -d)
clean_up() {
  stop_at_once
  rm -rf --one-file-system -- "$work"
}
trap clean_up EXIT

step "start arbiterd from $archive, and call it"
# A database that cannot be reached is no error, but a missing library for it is.
export ARBITER_JOBS=postgresql://arbiter@127.0.0.1:1/arbiter
mkdir "$work/oci"
tar --extract --directory "$work/oci" --file "$archive"
umoci unpack --image "$work/oci:arbiter:$version" "$work/bundle"
user=$(image_setting USER)
# shellcheck disable=SC2016 # for the inner shell
start_server unshare --mount sh -c 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" &&
  exec chroot --userspec="$2" --groups= "$1" "$3"' sh "$work/bundle/rootfs" "$user" \
  "$(image_setting ENTRYPOINT)"
status=$(cat "/proc/$server/status")
grep -qP "^Uid:\t${user%:*}\t" <<<"$status" || die "arbiterd does not run as $user"
grep -qP '^CapEff:\t0+$' <<<"$status" || die "arbiterd has capabilities"
[[ ! -e /proc/$server/root/bin/sh ]] || die "the image contains a shell"
if touch "/proc/$server/root/tmp/file" 2>/dev/null; then die "the root file system is writable"; fi
call_server "$arbiter"
expect_ready
stop_server
step "image: passed, $(du -h "$archive" | cut -f 1)"
