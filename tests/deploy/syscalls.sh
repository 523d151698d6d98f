#!/usr/bin/env bash
# usage: syscalls.sh
# Runs arbiterd under strace through start, calls, analysis and end, and compares its system calls
# with those that the filter of its unit allows; where it made another, systemd would refuse it.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/tools/steps.sh
source tests/deploy/service.sh

trace=$(mktemp)
trap 'stop_server_at_once; rm -f -- "$trace"' EXIT

# Prints the system calls of a set of systemd's, those of the sets in it too.
calls_of_set() {
  local name
  systemd-analyze syscall-filter "$1" | sed -n 's/^    \([^#]\)/\1/p' | while read -r name; do
    if [[ $name == @* ]]; then calls_of_set "$name"; else echo "$name"; fi
  done | sort -u
}

# Prints the sets of the unit's filter whose lines begin with this.
sets_of_unit() { sed -n "s/^SystemCallFilter=$1\(@.*\)/\1/p" deploy/systemd/arbiterd.service; }

step "system calls of arbiterd"
# With -D, strace is the grandchild and the server the child.
# Nobody listens on the port of Redis, but it is looked up and called.
start_server strace -D -f -qq -o "$trace" build/release/bin/arbiterd \
  --analysis-cache redis://localhost:1
call_server build/release/bin/arbiter
build/release/bin/arbiter perft makruk --depth 4 --server "$address" >/dev/null
build/release/bin/arbiter analyze chak --movetime 300 --server "$address" >/dev/null
build/release/bin/arbiter analyze chak --depth 4 --server "$address" >/dev/null
grep -q 'sin_port=htons(1)' "$trace" || die "Redis was not called"
stop_server
used=$(sed -nE 's/^[0-9]+ +([a-z0-9_]+)\(.*/\1/p' "$trace" | sort -u)
[[ $used == *accept4* && $used == *sched_setscheduler* ]] || die "strace saw too little: $used"
allowed=$(comm -23 <(calls_of_set "$(sets_of_unit '')") <(calls_of_set "$(sets_of_unit '~')"))
refused=$(comm -13 <(echo "$allowed") <(echo "$used"))
[[ -z $refused ]] || die "the unit does not allow: $refused"
step "all $(wc -l <<<"$used") are allowed by the unit"
