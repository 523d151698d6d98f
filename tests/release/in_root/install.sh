# shellcheck shell=bash
# Sourced by the scripts of this folder: installs packages, and checks what programs print.

install_packages() {
  step "apt-get install $*"
  apt-get -qq update
  DEBIAN_FRONTEND=noninteractive apt-get -qq -y install --no-install-recommends "$@" \
    >/tmp/apt.log 2>&1 || die "$(cat /tmp/apt.log)"
}

# expect TEXT COMMAND...: runs a command that has to print this.
expect() {
  local found
  found=$("${@:2}") || die "${*:2} failed"
  [[ $found == "$1" ]] || die "${*:2} prints '$found' instead of '$1'"
}

# Runs client.mjs or client.py, which print the answer to a call, a refusal, and the end of a stream.
expect_client() {
  expect "23 moves
ILLEGAL_ACTION actions[0]
best: Ra8#" "$@" "$ADDRESS"
}
