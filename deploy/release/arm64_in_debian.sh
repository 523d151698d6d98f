#!/usr/bin/env bash
# Run by arm64.sh in a clean Debian: compiles for arm64, checks the programs and packs them into /srv/dist.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/tools/steps.sh
source tests/tools/packages.sh
source tests/tools/ports.sh
source tests/deploy/service.sh
source deploy/release/names.sh
trap stop_at_once EXIT

# What runs while the programs are built, and what they are made of.
tools=(binutils-aarch64-linux-gnu clang cmake lld make ninja-build nodejs patchelf pkg-config protobuf-compiler
  protobuf-compiler-grpc python3 qemu-user-static)
libraries=(libabsl-dev libboost-dev libc6-dev libgmock-dev libgrpc++-dev libgtest-dev libhiredis-dev
  libjemalloc-dev libpq-dev libprotobuf-dev libssl-dev libstdc++-12-dev prometheus-cpp-dev zlib1g-dev)
dpkg --add-architecture arm64
ensure_packages libcli11-dev "${tools[@]}" "${libraries[@]/%/:arm64}"

started=$SECONDS
step "compile for arm64"
cmake --preset arm64
cmake --build --preset arm64
step "compiled after $((SECONDS - started)) s"
mkdir -p /srv/dist
archive=/srv/dist/arbiter-$version-linux-arm64.tar.gz
deploy/release/tarball.sh build/arm64 "$archive" qemu-aarch64-static

step "run the programs of $archive in an emulator"
tar --extract --gzip --directory /opt --file "$archive"
# These commands run the programs of the archive in the emulator.
for program in arbiterd arbiter; do
  printf '#!/bin/sh\nexec qemu-aarch64-static /opt/arbiter-%s-linux-arm64/bin/%s "$@"\n' "$version" "$program" \
    >"/usr/local/bin/$program"
  chmod 755 "/usr/local/bin/$program"
done
[[ $(arbiter --version) == "arbiter $version" ]] || die "arbiter does not print its version"
[[ $(arbiter perft makruk --depth 3) == *12012* ]] || die "arbiter counts other moves"
# With the same rules, networks and rounding, the search visits as many positions as on other machines.
while read -r variant depth nodes; do
  [[ $(arbiter analyze "$variant" --depth "$depth" --json) == *"\"nodes\":\"$nodes\""* ]] ||
    die "the search of $variant visits other positions"
done < <(tr -d "'" <tests/unit/engine_version_test.cc |
  sed -nE 's/^    \{"(\w+)", \{\}, ([0-9]+), ([0-9]+)\},/\1 \2 \3/p')
start_server arbiterd
call_server arbiter
stop_server
step "arm64: passed"
