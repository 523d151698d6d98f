#!/usr/bin/env bash
# usage: make_debian.sh FOLDER
# Installs a minimal Debian 12 with git in FOLDER, clones HEAD of this checkout into it and runs
# in_debian.sh there. Called by fresh.sh as root, in temporary namespaces.
set -euo pipefail
debian=$1
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/tools/steps.sh
source tests/fresh/host_settings.sh
source tests/fresh/debian.sh

# Clones through a bare copy because git refuses to clone a checkout that root does not own.
clone_head() {
  if [[ -n $(git -c safe.directory='*' status --porcelain) ]]; then
    step "note: uncommitted changes are not tested"
  fi
  printf '[safe]\n\tdirectory = *\n' >"$debian/root/.gitconfig"
  GIT_CONFIG_GLOBAL=$debian/root/.gitconfig \
    git clone --quiet --bare --no-hardlinks "$PWD" "$debian/srv/arbiter.git"
  rm "$debian/root/.gitconfig"
  "${in_debian[@]}" git clone --quiet /srv/arbiter.git /root/arbiter
}

started=$SECONDS
install_debian "$debian" bookworm git
enter_debian "$debian"
step "clone HEAD of $PWD"
clone_head
step "a minimal Debian 12 with git and the clone is ready after $((SECONDS - started)) s"
"${in_debian[@]}" /root/arbiter/tests/fresh/in_debian.sh
