#!/usr/bin/env bash
# usage: parts.sh PART...
# Makes parts of a release from the working copy, into build/dist:
#   npm, python, protos, source
#   deb, tarball, image, from the programs in build/release
#   sbom, which describes the others
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/tools/steps.sh
source tests/tools/packages.sh
source tests/tools/node_packages.sh
source tests/tools/changes.sh
source deploy/release/names.sh
umask 022

make_deb() {
  local output
  output=$(cd build/release && cpack 2>&1) || die "$output"
  cp "build/release/package/arbiter_${version}_amd64.deb" "$dist"
}

make_tarball() {
  ensure_packages patchelf
  deploy/release/tarball.sh build/release "$dist/arbiter-$version-linux-x86_64.tar.gz"
}

make_image() {
  ensure_packages umoci ca-certificates
  deploy/image/build.sh "$dist/arbiter-$version-image.tar"
}

# Builds a copy, because others may be using clients/node/dist.
make_npm() {
  local copy=$work/npm
  ensure_packages protobuf-compiler
  ensure_node_packages clients
  export_tree "$copy" LICENSE proto deploy/grpc clients/package.json clients/node
  ln -s "$PWD/clients/node_modules" "$copy/clients/node_modules"
  (cd "$copy/clients/node" && npm run --silent build &&
    npm pack --silent --pack-destination "$OLDPWD/$dist") >/dev/null
}

make_python() { deploy/release/python.sh "$dist"; }

make_protos() { deploy/release/protos.sh "$dist"; }

make_source() {
  local copy=$work/source/arbiter-$version
  export_tree "$copy"
  pack "$copy" "$dist/arbiter-$version-source.tar.gz"
}

make_sbom() {
  ensure_node
  node deploy/release/sbom.mjs
}

mkdir -p "$dist"
known='deb tarball image npm python protos source sbom'
for part in "$@"; do
  [[ " $known " == *" $part "* ]] || die "unknown part '$part' (known: $known)"
done
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
for part in "$@"; do
  step "make $part"
  "make_$part"
done
