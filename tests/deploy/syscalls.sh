#!/usr/bin/env bash
# usage: syscalls.sh
# Runs arbiterd under strace through start, calls, analyses and shutdown, and checks that the filter of
# its systemd unit allows all system calls that it made.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/tools/steps.sh
source tests/deploy/service.sh

trace=$(mktemp)
trap 'stop_server_at_once; rm -f -- "$trace"' EXIT

# Prints the system calls of one of systemd's sets, including those of nested sets.
calls_of_set() {
  local name
  systemd-analyze syscall-filter "$1" | sed -n 's/^    \([^#]\)/\1/p' | while read -r name; do
    if [[ $name == @* ]]; then calls_of_set "$name"; else echo "$name"; fi
  done | sort -u
}

# Prints the sets in the lines of the unit's filter that begin with this prefix.
sets_of_unit() { sed -n "s/^SystemCallFilter=$1\(@.*\)/\1/p" deploy/systemd/arbiterd.service; }

step "system calls of arbiterd"
# With -D, the server is the child of this shell, and strace is a grandchild. Nothing listens on the
# port of Redis, but the server resolves the name and tries to connect.
start_server strace -D -f -qq -o "$trace" build/release/bin/arbiterd \
  --analysis-cache redis://localhost:1
call_server build/release/bin/arbiter
build/release/bin/arbiter perft makruk --depth 4 --server "$address" >/dev/null
build/release/bin/arbiter analyze chak --movetime 300 --server "$address" >/dev/null
build/release/bin/arbiter analyze chak --depth 4 --server "$address" >/dev/null
grep -q 'sin_port=htons(1)' "$trace" || die "arbiterd did not try to connect to Redis"
stop_server
used=$(sed -nE 's/^[0-9]+ +([a-z0-9_]+)\(.*/\1/p' "$trace" | sort -u)
[[ $used == *accept4* && $used == *sched_setscheduler* ]] || die "strace recorded too few calls: $used"
allowed=$(comm -23 <(calls_of_set "$(sets_of_unit '')") <(calls_of_set "$(sets_of_unit '~')"))
refused=$(comm -13 <(echo "$allowed") <(echo "$used"))
[[ -z $refused ]] || die "the unit does not allow these system calls: $refused"
step "the unit allows all $(wc -l <<<"$used") system calls"
