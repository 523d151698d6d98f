#!/usr/bin/env bash
# usage: check.sh FOLDER
# Installs each release file in FOLDER in a clean Debian, and calls a service with it. Needs root and the
# packages debootstrap, debian-archive-keyring, umoci and curl.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/tools/steps.sh
source tests/fresh/namespaces.sh
source deploy/release/names.sh
dist=$(realpath -- "$1")

((EUID == 0)) || die "only root can install release files in a clean Debian"
make_work check

step "check source: the files of the working copy"
source_of() {
  tar --list --gzip --file "$dist/arbiter-$version-source.tar.gz" |
    sed -n "s|^arbiter-$version/\(.*[^/]\)$|\1|p"
}
diff <(source_of | LC_ALL=C sort) <(git ls-files --cached --others --exclude-standard | LC_ALL=C sort) ||
  die "the source archive has other files than git"

mkdir "$work/service"
tar --extract --gzip --directory "$work/service" --strip-components 1 \
  --file "$dist/arbiter-$version-linux-x86_64.tar.gz"
started=$SECONDS
tests/deploy/image.sh "$dist" "$work/service/bin/arbiter"
step "check image: passed after $((SECONDS - started)) s"
run_inside tests/release/check_in_roots.sh "$work" "$dist"
step "check: passed"
