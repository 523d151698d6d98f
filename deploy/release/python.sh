#!/usr/bin/env bash
# usage: python.sh FOLDER
# Builds the wheel and the source distribution of the Python client into FOLDER. Both contain the modules
# generated from proto/, so installing them needs no protoc.
set -euo pipefail
(($# == 1)) || {
  sed -n 's/^# usage/usage/p' "$0" >&2
  exit 2
}
mkdir -p -- "$1"
folder=$(cd -- "$1" && pwd)
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/tools/steps.sh
source tests/tools/packages.sh
source deploy/release/names.sh

ensure_packages protobuf-compiler protobuf-compiler-grpc python3-protobuf python3-setuptools \
  python3-wheel
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
umask 022

step "build the packages of the Python client"
project=$work/project
mkdir "$project"
/usr/bin/python3 -B clients/python/build.py "$project/src"
cp -- clients/python/{pyproject.toml,README.md} LICENSE "$project"
chmod -R u=rwX,go=rX "$project"
(
  cd "$project"
  /usr/bin/python3 -B -c 'from setuptools import build_meta
build_meta.build_sdist("..")
build_meta.build_wheel("..")'
) >"$work/log" 2>&1 || die "setuptools failed: $(cat "$work/log")"

wheel=$(basename "$work"/*.whl)
cp -- "$work/$wheel" "$folder"
# The source distribution gets the name that current tools expect, and neither the owner nor the time
# that setuptools has written into it.
sdist=${wheel%-py3-none-any.whl}
mkdir "$work/$sdist"
tar --extract --file "$work"/*.tar.gz --directory "$work/$sdist" --strip-components 1
pack "$work/$sdist" "$folder/$sdist.tar.gz"
