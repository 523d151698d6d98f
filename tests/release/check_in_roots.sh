#!/usr/bin/env bash
# usage: check_in_roots.sh WORK DIST
# Runs each script of in_root in a new Debian in WORK, beside the release files in DIST and the service in
# WORK/service. Called by check.sh as root, in temporary namespaces.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/tools/steps.sh
source tests/tools/ports.sh
source tests/deploy/service.sh
source tests/fresh/host_settings.sh
source tests/fresh/debian.sh
source deploy/release/names.sh
work=$1
dist=$2
trap stop_at_once EXIT

# check NAME BASE: runs in_root/NAME.sh in a copy of the Debian BASE.
check() {
  local started=$SECONDS root=$work/$1-on-$2
  step "check $1 in a clean Debian $2"
  cp -a -- "$work/$2" "$root"
  mkdir "$root/srv/dist" "$root/srv/arbiter"
  cp -- "$dist"/* "$root/srv/dist"
  cp -a --parents tests/release tests/tools tests/deploy/service.sh docs/examples "$root/srv/arbiter"
  enter_debian "$root"
  "${in_debian[@]}" env VERSION="$version" ADDRESS="$address" "/srv/arbiter/tests/release/in_root/$1.sh"
  umount --recursive --lazy "$root/proc" "$root/sys" "$root/dev"
  rm -rf --one-file-system -- "$root"
  step "check $1 in a clean Debian $2: passed after $((SECONDS - started)) s"
}

start_server "$work/service/bin/arbiterd"
for suite in bookworm trixie; do
  started=$SECONDS
  install_debian "$work/$suite" "$suite"
  step "a minimal Debian $suite is ready after $((SECONDS - started)) s"
done
check tarball bookworm
check tarball trixie
for name in deb protos python npm; do check "$name" bookworm; done
stop_server
