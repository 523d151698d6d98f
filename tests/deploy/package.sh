#!/usr/bin/env bash
# usage: package.sh
# Builds the Debian package of build/release, checks it with lintian, installs it on this machine,
# starts the service with the command of its unit, calls it, and purges it. Without root, it only
# builds and checks the package.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/tools/steps.sh
source tests/deploy/service.sh

unit=/lib/systemd/system/arbiterd.service
config=/etc/arbiter/arbiterd.toml
installed=''

clean_up() {
  stop_server_at_once
  if [[ -n $installed ]]; then dpkg --purge arbiter >/dev/null; fi
}
trap clean_up EXIT

step "build the package"
rm -f build/release/package/*.deb
output=$(cd build/release && cpack 2>&1) || die "$output"
package=$(echo build/release/package/*.deb)

[[ $(dpkg-parsechangelog -l deploy/debian/changelog -S Version) == \
  $(dpkg-deb --field "$package" Version) ]] || die "deploy/debian/changelog has a different version"

step "lintian $package"
lintian --fail-on error,warning --allow-root "$package"

if ((EUID != 0)); then
  step "not root: the package was built and checked, but not installed"
  exit 0
fi
if dpkg-query -W arbiter >/dev/null 2>&1; then die "arbiter is already installed; purge it first"; fi

step "install the package"
installed=yes
dpkg --install "$package" >/dev/null
getent passwd arbiter >/dev/null || die "the user arbiter does not exist"

step "complete a command line in bash"
[[ $(bash -c 'source /usr/share/bash-completion/completions/arbiter
  COMP_WORDS=(arbiter rend) COMP_CWORD=1; _arbiter; echo "${COMPREPLY[@]}"') == render ]] ||
  die "bash does not complete arbiter"
for completion in /usr/share/zsh/vendor-completions/_arbiter \
  /usr/share/fish/vendor_completions.d/arbiter.fish; do
  [[ -f $completion ]] || die "$completion is missing"
done

step "start the service with the command of its unit, and call it"
command=$(sed -n 's/^ExecStart=//p' "$unit")
check=$(sed -n 's/^ExecStartPre=//p' "$unit")
user=$(sed -n 's/^User=//p' "$unit")
read -ra command <<<"$command"
read -ra check <<<"$check"
as_user=(setpriv --reuid "$user" --regid "$user" --clear-groups --no-new-privs --bounding-set=-all)
"${as_user[@]}" "${check[@]}" >/dev/null
start_server "${as_user[@]}" "${command[@]}"
[[ $(stat -c %U "/proc/$server") == "$user" ]] || die "the service does not run as $user"
call_server /usr/bin/arbiter
stop_server

step "install the package again: settings are preserved"
echo 'log-level = "error"' >"$config"
dpkg --install --force-confold "$package" >/dev/null
[[ $(arbiterd --config "$config" --print-config) == *'log-level = "error"'* ]] ||
  die "$config was overwritten"

step "purge the package: no files remain"
dpkg --purge arbiter >/dev/null
installed=''
for path in /usr/bin/arbiterd /usr/bin/arbiter "$unit" /etc/arbiter /usr/share/doc/arbiter \
  /usr/share/bash-completion/completions/arbiter \
  /etc/systemd/system/multi-user.target.wants/arbiterd.service; do
  [[ ! -e $path && ! -L $path ]] || die "$path still exists"
done
if getent passwd arbiter >/dev/null; then die "the user arbiter still exists"; fi
step "package: passed"
