#!/usr/bin/env bash
# usage: python.sh FOLDER
# Builds the wheel and the source distribution of the Python client into FOLDER. Both contain the modules
# generated from proto/, so installing them needs no protoc. The same sources give the same files: all
# times in them are SOURCE_DATE_EPOCH, by default the earliest time that a wheel can contain.
set -euo pipefail
checkout=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
source "$checkout/tests/tools/steps.sh"
source "$checkout/tests/tools/packages.sh"

(($# == 1)) || die "usage: python.sh FOLDER"
ensure_packages protobuf-compiler protobuf-compiler-grpc python3-protobuf python3-setuptools \
  python3-wheel
mkdir -p -- "$1"
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-315532800}
umask 022

step "build the packages of the Python client"
project=$work/project
mkdir "$project"
/usr/bin/python3 -B "$checkout/clients/python/build.py" "$project/src"
cp -- "$checkout/clients/python/"{pyproject.toml,README.md} "$checkout/LICENSE" "$project"
chmod -R u=rwX,go=rX "$project"
(
  cd "$project"
  /usr/bin/python3 -B -c 'from setuptools import build_meta
build_meta.build_sdist("..")
build_meta.build_wheel("..")'
) >"$work/log" 2>&1 || die "setuptools failed: $(cat "$work/log")"

wheel=$(basename "$work"/*.whl)
cp -- "$work/$wheel" "$1"
# The source distribution gets the name that current tools expect, and neither the owner nor the time
# that setuptools has written into it.
sdist=${wheel%-py3-none-any.whl}
mkdir "$work/$sdist"
tar --extract --file "$work"/*.tar.gz --directory "$work/$sdist" --strip-components 1
tar --create --directory "$work" --sort name --format posix --owner 0 --group 0 --numeric-owner \
  --mtime "@$SOURCE_DATE_EPOCH" --pax-option delete=atime,delete=ctime "$sdist" |
  gzip --no-name --best >"$1/$sdist.tar.gz"
step "packages: $1/$wheel and $1/$sdist.tar.gz"
