#!/usr/bin/env bash
# usage: protos.sh FOLDER
# Writes FOLDER/arbiter-protos-VERSION.tar.gz, from which clients are generated: the protos of the API
# and the messages of google.rpc that they use, with the configuration for Buf. The same files give the
# same archive; $SOURCE_DATE_EPOCH is the time of its files.
set -euo pipefail
(($# == 1)) || {
  sed -n 's/^# usage/usage/p' "$0" >&2
  exit 2
}
mkdir -p -- "$1"
folder=$(cd -- "$1" && pwd)
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../../proto"
version=$(sed -n 's/^project(.* VERSION \([0-9.]*\).*/\1/p' ../CMakeLists.txt)
name=arbiter-protos-$version
export LC_ALL=C
tar --create --owner 0 --group 0 --numeric-owner --mode u=rw,go=r \
  --mtime "@${SOURCE_DATE_EPOCH:-0}" --transform "s,^,$name/," \
  arbiter/v1/*.proto buf.yaml google/rpc/*.proto --directory .. LICENSE |
  gzip --no-name -9 >"$folder/$name.tar.gz"
