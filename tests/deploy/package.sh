#!/usr/bin/env bash
# usage: package.sh FOLDER
# Checks the Debian package in FOLDER with lintian, installs it on this machine, starts the services with the
# commands of their units, calls them, and purges it. Without root, it only runs lintian.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/tools/steps.sh
source tests/tools/ports.sh
source tests/deploy/service.sh
source deploy/release/names.sh
package=$1/arbiter_${version}_amd64.deb

unit=/lib/systemd/system/arbiterd.service
front_unit=/lib/systemd/system/arbiter-front.service
links=/etc/systemd/system
config=/etc/arbiter/arbiterd.toml
installed=''
runtime=''

clean_up() {
  stop_at_once
  if [[ -d $runtime ]]; then rm -rf -- "$runtime"; fi
  if [[ -n $installed ]]; then dpkg --purge arbiter >/dev/null; fi
}
trap clean_up EXIT

step "lintian $package"
lintian --fail-on error,warning --allow-root "$package"

if ((EUID != 0)); then
  step "not root: the package was not installed"
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

# setting FILE NAME: prints the values of a setting in a file of systemd.
setting() { sed -n "s/^$2=//p" "$1"; }

# read_command UNIT NAME: sets `command` to the first command of this name, as the user of the unit.
read_command() {
  local user words
  user=$(setting "$1" User)
  read -ra words < <(setting "$1" "$2")
  command=(setpriv --reuid "$user" --regid "$user" --clear-groups --no-new-privs --bounding-set=-all
    "${words[@]}")
}

# Starts arbiterd with the commands of its unit, and the given variables.
start_unit() {
  read_command "$unit" ExecStartPre
  env "$@" "${command[@]}" >/dev/null
  read_command "$unit" ExecStart
  start_server env "$@" "${command[@]}"
  [[ $(stat -c %U "/proc/$server") == arbiter ]] || die "arbiterd does not run as arbiter"
}

# Starts HAProxy with the commands of its unit.
start_front_unit() {
  read_command "$front_unit" ExecStartPre
  "${command[@]}"
  read_command "$front_unit" ExecStart
  start_front "${command[@]}"
  [[ $(stat -c %U "/proc/$front") == haproxy ]] || die "HAProxy does not run as haproxy"
}

# Prints what a command says that has to fail.
refusal() {
  if "$@" 2>&1; then die "$* succeeded" >&2; fi
}

# Calls the server as a user of a group.
call_as_group() {
  setpriv --reuid nobody --regid "$1" --clear-groups arbiter legal makruk --server "$address"
}

# Prints the processes of HAProxy that serve.
workers() { cat "/proc/$front/task/$front/children"; }

step "start the service with the commands of its unit, and call it"
start_unit
call_server /usr/bin/arbiter
expect_ready
stop_server

step "start it with a Unix socket: only the group of the service can call it"
# systemd makes this folder for the service.
runtime=$(mktemp -d)
chown arbiter:arbiter "$runtime"
chmod "$(setting "$unit" RuntimeDirectoryMode)" "$runtime"
umask "$(setting "$unit" UMask)"
start_unit "ARBITER_LISTEN=unix:$runtime/arbiterd.sock"
umask 0022
call_as_group arbiter >/dev/null
[[ $(refusal call_as_group nogroup) == *'Permission denied'* ]] || die "everybody can call the socket"
stop_server
rmdir "$runtime"

step "put HAProxy in front of it, and call it there"
[[ $(refusal env PATH=/usr/bin:/bin /usr/sbin/arbiter-front enable) == *'apt-get install haproxy'* ]] ||
  die "arbiter-front does not say how to install HAProxy"
sed -i 's/^listen = .*/listen = "0.0.0.0:50051"/' "$config"
printf '%s\n' 'tls-cert = "a"' 'tls-key = "b"' >>"$config"
[[ $(refusal arbiter-front enable) == *ARBITER_FRONT_CERTIFICATE* ]] ||
  die "arbiter-front does not say where the certificate belongs"
sed -i '/^tls-/d' "$config"
arbiter-front enable
sed -i 's/^listen = .*/listen = "127.0.0.1:50051"/' "$config"
[[ -L $links/multi-user.target.wants/arbiter-front.service ]] || die "the front is not enabled"
read -ra variables < <(setting "$links/arbiterd.service.d/front.conf" Environment)
start_unit "${variables[@]}" ARBITER_LISTEN=127.0.0.1:0
start_front_unit
call_server /usr/bin/arbiter "$front_address"
if arbiter legal makruk --server "$address" 2>/dev/null; then die "arbiterd serves others"; fi

step "reload HAProxy"
read_command "$front_unit" ExecReload
"${command[@]}"
before=$(workers)
MAINPID=$front bash -c "$(setting "$front_unit" ExecReload | tail -n 1)"
started=$SECONDS
while [[ " $(workers)" == *" $before"* ]]; do
  ((SECONDS - started < 60)) || die "HAProxy does not reload"
  sleep 0.05
done
call_server /usr/bin/arbiter "$front_address"
stop_front
stop_server

step "remove HAProxy again"
arbiter-front disable
for path in arbiterd.service.d multi-user.target.wants/arbiter-front.service; do
  [[ ! -e $links/$path && ! -L $links/$path ]] || die "$links/$path still exists"
done
start_unit
call_server /usr/bin/arbiter
stop_server

step "install the package again: settings are preserved"
echo 'log-level = "error"' >"$config"
dpkg --install --force-confold "$package" >/dev/null
[[ $(arbiterd --config "$config" --print-config) == *'log-level = "error"'* ]] ||
  die "$config was overwritten"

step "purge the package: no files remain"
arbiter-front enable
dpkg --purge arbiter >/dev/null
installed=''
for path in /usr/bin/arbiterd /usr/bin/arbiter /usr/sbin/arbiter-front "$unit" "$front_unit" \
  /etc/arbiter /usr/share/arbiter /usr/share/doc/arbiter \
  /usr/share/bash-completion/completions/arbiter "$links/arbiterd.service.d" \
  "$links"/multi-user.target.wants/{arbiterd,arbiter-front}.service; do
  [[ ! -e $path && ! -L $path ]] || die "$path still exists"
done
if getent passwd arbiter >/dev/null; then die "the user arbiter still exists"; fi
step "package: passed"
