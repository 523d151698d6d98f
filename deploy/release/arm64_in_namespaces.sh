#!/usr/bin/env bash
# usage: arm64_in_namespaces.sh WORK
# Installs a clean Debian in WORK/debian, and compiles WORK/source there. Called by arm64.sh as root, in
# temporary namespaces.
set -euo pipefail
work=$1
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/tools/steps.sh
source tests/fresh/host_settings.sh
source tests/fresh/debian.sh
source deploy/release/names.sh

install_debian "$work/debian" bookworm
mv "$work/source" "$work/debian/srv/arbiter"
enter_debian "$work/debian"
"${in_debian[@]}" env SOURCE_DATE_EPOCH="$SOURCE_DATE_EPOCH" /srv/arbiter/deploy/release/arm64_in_debian.sh
