#!/usr/bin/env bash
# usage: build.sh FILE
# Builds the image of the Dockerfile from build/release/bin/arbiterd with umoci, without a daemon or a
# registry, as the archive FILE. It is an OCI archive that old versions of Docker can load, too. The same
# files give the same archive.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source deploy/release/names.sh
file=$1

folder=build/image
layout=$folder/oci
image=$layout:$version
created=$(date --utc --date "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)

# Prints the file of a blob that is named in a manifest of the layout.
blob() { sed -nE "s/.*\"$1\":(\[)?\{[^}]*\"digest\":\"sha256:([0-9a-f]+)\".*/blobs\/sha256\/\2/p" "$2"; }

# Names the image arbiter, and describes it as `docker save` does, for Docker before version 25.
write_names() {
  local manifest annotation=org.opencontainers.image.ref.name name=arbiter:$version
  local names="\"$annotation\":\"$name\",\"io.containerd.image.name\":\"docker.io/library/$name\""
  sed -i "s|\"$annotation\":\"$version\"|$names|" "$layout/index.json"
  manifest=$layout/$(blob manifests "$layout/index.json")
  printf '[{"Config":"%s","RepoTags":["%s"],"Layers":["%s"]}]\n' \
    "$(blob config "$manifest")" "$name" "$(blob layers "$manifest")" >"$layout/manifest.json"
}

rm -rf -- "$folder"
mkdir -p "$folder"
deploy/image/rootfs.sh build/release/bin/arbiterd "$folder/rootfs"
# The image has one layer, which belongs to root, whoever runs this script.
"${tar_same[@]}" --directory "$folder/rootfs" --file "$folder/layer.tar" .
umoci init --layout "$layout"
umoci new --image "$image"
umoci raw add-layer --image "$image" --history.created "$created" \
  --history.created_by deploy/image/rootfs.sh "$folder/layer.tar"
options=(--created "$created" --history.created "$created"
  --history.created_by deploy/image/build.sh
  --config.user "$(image_setting USER)" --config.stopsignal "$(image_setting STOPSIGNAL)"
  --config.entrypoint "$(image_setting ENTRYPOINT)"
  --config.label org.opencontainers.image.title=arbiter
  --config.label "org.opencontainers.image.version=$version")
read -ra ports <<<"$(image_setting EXPOSE)"
for port in "${ports[@]}"; do options+=(--config.exposedports "$port/tcp"); done
umoci config --image "$image" "${options[@]}"
umoci gc --layout "$layout"
write_names
"${tar_same[@]}" --mode go-w,a+rX --directory "$layout" --file "$file" .
rm -rf -- "$folder"
