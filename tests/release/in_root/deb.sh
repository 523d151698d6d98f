#!/usr/bin/env bash
# Run by check_in_roots.sh in a new Debian: apt-get installs the package with what it depends on.
set -euo pipefail
cd /srv/arbiter
source tests/tools/steps.sh
source tests/tools/ports.sh
source tests/deploy/service.sh
source tests/release/in_root/install.sh

install_packages "/srv/dist/arbiter_${VERSION}_amd64.deb"
read -ra command < <(sed -n 's/^ExecStart=//p' /lib/systemd/system/arbiterd.service)
start_server setpriv --reuid arbiter --regid arbiter --clear-groups "${command[@]}"
call_server arbiter
stop_server
# dpkg leaves out manual pages in containers, but knows of them.
files=$(dpkg-query --listfiles arbiter)
for file in man/man1/arbiter.1.gz man/man8/arbiterd.8.gz arbiter/proto/arbiter/v1/rules_service.proto \
  arbiter/proto/google/rpc/status.proto; do
  grep -qxF "/usr/share/$file" <<<"$files" || die "/usr/share/$file is missing"
done
cat /usr/share/doc/arbiter/README.Debian >/dev/null
