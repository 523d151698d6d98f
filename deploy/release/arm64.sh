#!/usr/bin/env bash
# usage: arm64.sh
# Compiles the working copy for arm64 in a clean Debian, whose packages for arm64 leave those of this machine
# alone, checks the programs there with an emulator, and packs them into build/dist. Needs root.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/tools/steps.sh
source tests/tools/packages.sh
source tests/tools/changes.sh
source tests/fresh/namespaces.sh
source deploy/release/names.sh

((EUID == 0)) || die "only root can install a clean Debian"
ensure_packages debootstrap debian-archive-keyring
make_work arm64

export_tree "$work/source"
run_inside deploy/release/arm64_in_namespaces.sh "$work"
mkdir -p "$dist"
cp -- "$work"/debian/srv/dist/* "$dist"
