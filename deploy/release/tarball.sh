#!/usr/bin/env bash
# usage: tarball.sh BUILD FILE [EMULATOR]
# Packs the programs of the build folder BUILD into FILE for every Linux with glibc: with the libraries that
# they load, which they find beside themselves, and the notices of these libraries. EMULATOR runs programs
# that are not for this machine.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/tools/steps.sh
source deploy/release/names.sh
source deploy/release/libraries.sh
build=$1
file=$2
emulator=("${@:3}")

stage=$build/tarball
root=$stage/$(basename -- "$file" .tar.gz)
rm -rf -- "$stage"
cmake --install "$build" --component portable --strip --prefix "$PWD/$root" >/dev/null
install --mode 644 LICENSE "$root"
notices=$root/licenses
install -D --mode 644 deploy/debian/copyright "$notices/arbiter/copyright"

declare -A packages=()
mkdir "$root/lib"
for program in "$root"/bin/*; do
  found=$(libraries "$program" "${emulator[@]}")
  while read -r library; do
    package=$(package_of "$library") || die "no package contains $library"
    # Every system has a C library of its own, and a program can only use that one.
    [[ $package != libc6 ]] || continue
    packages[$package]=1
    install --mode 644 "$library" "$root/lib"
  done <<<"$found"
done
patchelf --set-rpath "\$ORIGIN/../lib" "$root"/bin/*
patchelf --set-rpath "\$ORIGIN" "$root"/lib/*
copy_notices "$notices" "${!packages[@]}"
pack "$root" "$file"
