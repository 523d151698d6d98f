#!/usr/bin/env bash
# Run by check_in_roots.sh in a new Debian: pip installs the client from either file, and a program uses it.
set -euo pipefail
cd /srv/arbiter
source tests/tools/steps.sh
source tests/release/in_root/install.sh

install_packages python3-venv python3-wheel python3-grpcio python3-protobuf
for file in "arbiter_client-$VERSION-py3-none-any.whl" "arbiter_client-$VERSION.tar.gz"; do
  python3 -m venv --clear --system-site-packages /opt/venv
  /opt/venv/bin/pip install --quiet --no-index --no-build-isolation "/srv/dist/$file"
  expect_client /opt/venv/bin/python3 tests/release/client.py
done
