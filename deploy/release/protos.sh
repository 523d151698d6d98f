#!/usr/bin/env bash
# usage: protos.sh FOLDER
# Writes FOLDER/arbiter-protos-VERSION.tar.gz, from which clients are generated: the protos of the API
# and the messages of google.rpc that they use, with the configuration for Buf.
set -euo pipefail
(($# == 1)) || {
  sed -n 's/^# usage/usage/p' "$0" >&2
  exit 2
}
mkdir -p -- "$1"
folder=$(cd -- "$1" && pwd)
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source deploy/release/names.sh

stage=$(mktemp -d)
trap 'rm -rf -- "$stage"' EXIT
archive=$stage/arbiter-protos-$version
mkdir "$archive"
cp -- LICENSE proto/buf.yaml "$archive"
(cd proto && cp --parents -- arbiter/v1/*.proto google/rpc/*.proto "$archive")
pack "$archive" "$folder/$(basename -- "$archive").tar.gz"
