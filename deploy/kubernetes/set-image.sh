#!/usr/bin/env bash
# usage: set-image.sh OVERLAY IMAGE@sha256:DIGEST [NAME]
# Sets an image of an overlay, which is a folder with a kustomization.yaml; its NAME there is arbiter by
# default. To find the digest of an image in a registry:
#   skopeo inspect --format '{{.Digest}}' docker://IMAGE:TAG
set -euo pipefail

if (($# < 2 || $# > 3)); then
  echo "usage: set-image.sh OVERLAY IMAGE@sha256:DIGEST [NAME]" >&2
  exit 2
fi
if [[ ! $2 =~ ^([a-z0-9./:_-]+)@(sha256:[0-9a-f]{64})$ ]]; then
  echo "set-image.sh: '$2' does not name an image by its digest; expected IMAGE@sha256:DIGEST" >&2
  exit 2
fi
image=${BASH_REMATCH[1]} digest=${BASH_REMATCH[2]} file=$1/kustomization.yaml name=${3:-arbiter}
if ! grep -qxF "  - name: $name" "$file"; then
  echo "set-image.sh: $file has no image named '$name'" >&2
  exit 2
fi
# Replaces the previous name, tag and digest of the entry.
awk -v name="$name" -v image="$image" -v digest="$digest" '
  $0 == "  - name: " name { print; print "    newName: " image; print "    digest: " digest; own = 1; next }
  own && /^    (newName|newTag|digest):/ { next }
  { own = 0; print }
' "$file" >"$file.new"
mv -- "$file.new" "$file"
