#!/usr/bin/env bash
# Run by check_in_roots.sh in a new Debian: protoc compiles all protos of the archive.
set -euo pipefail
cd /srv/arbiter
source tests/tools/steps.sh
source tests/release/in_root/install.sh

# libprotobuf-dev contains google/protobuf.
install_packages protobuf-compiler libprotobuf-dev
tar --extract --gzip --directory /opt --file "/srv/dist/arbiter-protos-$VERSION.tar.gz"
cd "/opt/arbiter-protos-$VERSION"
find . -name '*.proto' -exec protoc -I . --descriptor_set_out=/dev/null {} +
