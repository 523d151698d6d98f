#!/usr/bin/env bash
# usage: release.sh
# Makes the files of a release from HEAD in build/dist: builds them in two clones in different folders, which
# must give the same bytes, installs each of them in a clean Debian and calls a service with it. Needs root.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/tools/steps.sh
source tests/tools/packages.sh
source tests/tools/buf.sh
source deploy/release/names.sh

((EUID == 0)) || die "only root can install the files of a release in a clean Debian"
changes=$(git status --porcelain)
[[ -z $changes ]] || die "there are uncommitted changes; a release is made from a commit"
ensure_packages debootstrap debian-archive-keyring umoci curl
expect_compatible_protos

commit=$(git rev-parse HEAD)
work=$(mktemp -d -- "$(realpath -- "${TMPDIR:-/var/tmp}")/arbiter-release.XXXXXX")
trap 'rm -rf --one-file-system -- "$work"' EXIT
clones=("$work/a" "$work/a-folder-with/a-longer-name/arbiter")
for clone in "${clones[@]}"; do
  started=$SECONDS
  step "build $commit in $clone"
  git clone --quiet --no-hardlinks --no-checkout "$PWD" "$clone"
  git -C "$clone" checkout --quiet --detach "$commit"
  # ccache is disabled, because its results may have been compiled in another folder.
  (cd "$clone" && CCACHE_DISABLE=1 ./dev release deb tarball image npm python protos source sbom)
  step "built after $((SECONDS - started)) s"
done

step "compare the files of both clones"
diff --brief --recursive "${clones[0]}/$dist" "${clones[1]}/$dist" || die "the build is not reproducible"
tests/release/check.sh "${clones[0]}/$dist"

rm -rf -- "$dist"
mkdir -p "$dist"
mv -- "${clones[0]}/$dist"/* "$dist"
(cd "$dist" && sha256sum -- * >SHA256SUMS && cat SHA256SUMS)
step "the release is in $dist; docs/releasing.md explains how to sign and publish it"
