#!/usr/bin/env bash
# usage: build.sh
# Builds the image of the Dockerfile from build/release/bin/arbiterd with umoci, without a daemon or a
# registry, as an OCI archive: build/image/arbiter.tar. As root, it then starts arbiterd from the image,
# with the image's user and only its files, read-only, and calls it.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/tools/steps.sh
source tests/tools/ports.sh
source tests/deploy/service.sh

dockerfile=deploy/image/Dockerfile
folder=build/image
layout=$folder/oci
version=$(build/release/bin/arbiterd --version | sed 's/^arbiterd //')
trap stop_at_once EXIT

# Prints an instruction's value in the last stage of the Dockerfile, without the brackets and quotes of
# a list.
setting() { sed -n "s/^$1 //p" "$dockerfile" | tail -n 1 | sed 's/[]["]//g'; }

# Builds an image of one layer that belongs to root, whoever runs this script. The same files give the
# same image.
make_image() {
  local image=$layout:$version options port ports created
  created=$(date --utc --date "@${SOURCE_DATE_EPOCH:-0}" +%Y-%m-%dT%H:%M:%SZ)
  local archive=(tar --create --sort name --owner 0 --group 0 --numeric-owner --mtime "$created")
  rm -rf -- "$folder"
  mkdir -p "$folder"
  deploy/image/rootfs.sh build/release/bin/arbiterd "$folder/rootfs"
  "${archive[@]}" --directory "$folder/rootfs" --file "$folder/layer.tar" .
  umoci init --layout "$layout"
  umoci new --image "$image"
  umoci raw add-layer --image "$image" --history.created "$created" \
    --history.created_by deploy/image/rootfs.sh "$folder/layer.tar"
  options=(--created "$created" --history.created "$created"
    --history.created_by deploy/image/build.sh
    --config.user "$(setting USER)" --config.stopsignal "$(setting STOPSIGNAL)"
    --config.entrypoint "$(setting ENTRYPOINT)"
    --config.label org.opencontainers.image.title=arbiter
    --config.label "org.opencontainers.image.version=$version")
  read -ra ports <<<"$(setting EXPOSE)"
  for port in "${ports[@]}"; do options+=(--config.exposedports "$port/tcp"); done
  umoci config --image "$image" "${options[@]}"
  umoci gc --layout "$layout"
  chmod 644 "$layout/index.json"
  "${archive[@]}" --directory "$layout" --file "$folder/arbiter.tar" .
  rm -rf -- "$folder/rootfs" "$folder/layer.tar"
}

# Unpacks the image, starts arbiterd from there, and calls it.
check_image() {
  local bundle=$folder/bundle user status
  umoci unpack --image "$layout:$version" "$bundle"
  user=$(setting USER)
  # shellcheck disable=SC2016 # for the inner shell
  start_server unshare --mount sh -c 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" &&
    exec chroot --userspec="$2" --groups= "$1" "$3"' sh "$PWD/$bundle/rootfs" "$user" \
    "$(setting ENTRYPOINT)"
  status=$(cat "/proc/$server/status")
  grep -qP "^Uid:\t${user%:*}\t" <<<"$status" || die "arbiterd does not run as $user"
  grep -qP '^CapEff:\t0+$' <<<"$status" || die "arbiterd has capabilities"
  [[ ! -e /proc/$server/root/bin/sh ]] || die "the image contains a shell"
  if touch "/proc/$server/root/tmp/file" 2>/dev/null; then die "the root file system is writable"; fi
  call_server build/release/bin/arbiter
  stop_server
  rm -rf --one-file-system -- "$bundle"
}

step "build $folder/arbiter.tar"
make_image
if ((EUID != 0)); then
  step "not root: the image was built, but not started"
elif ! unshare --mount true 2>/dev/null; then
  die "the image was built, but not started: mount namespaces are not permitted here"
else
  step "start arbiterd from the image, and call it"
  check_image
fi
step "image: $(du -h "$folder/arbiter.tar" | cut -f 1) in $folder/arbiter.tar"
