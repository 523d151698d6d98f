#!/usr/bin/env bash
# Run by check_in_roots.sh in a new Debian: the programs of the tarball run where nothing is installed.
set -euo pipefail
cd /srv/arbiter
source tests/tools/steps.sh
source tests/tools/ports.sh
source tests/deploy/service.sh
source tests/release/in_root/install.sh

tar --extract --gzip --directory /opt --file "/srv/dist/arbiter-$VERSION-linux-x86_64.tar.gz"
programs=/opt/arbiter-$VERSION-linux-x86_64/bin
expect "arbiter $VERSION" "$programs/arbiter" --version
start_server "$programs/arbiterd"
call_server "$programs/arbiter"
stop_server
