#!/usr/bin/env bash
# usage: syscalls.sh
# Runs arbiterd under strace through start, calls, analyses and shutdown, then HAProxy in front of it, and
# checks that their systemd units allow all system calls that they made.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/tools/steps.sh
source tests/tools/ports.sh
source tests/deploy/service.sh

trace=$(mktemp)
trap 'stop_at_once; rm -f -- "$trace"' EXIT

# Prints the system calls of one of systemd's sets, including those of nested sets.
calls_of_set() {
  local name
  systemd-analyze syscall-filter "$1" | sed -n 's/^    \([^#]\)/\1/p' | while read -r name; do
    if [[ $name == @* ]]; then calls_of_set "$name"; else echo "$name"; fi
  done | sort -u
}

# check_calls PROGRAM CALL...: checks that the unit of a program allows the system calls in the trace,
# which must include the given ones.
check_calls() {
  local unit=deploy/systemd/$1.service used call allowed refused
  used=$(sed -nE 's/^[0-9]+ +([a-z0-9_]+)\(.*/\1/p' "$trace" | sort -u)
  for call in "${@:2}"; do
    grep -qx "$call" <<<"$used" || die "strace did not record $call: $used"
  done
  # The filter has one line that allows a set, and one that refuses another.
  allowed=$(comm -23 <(calls_of_set "$(sed -n 's/^SystemCallFilter=@/@/p' "$unit")") \
    <(calls_of_set "$(sed -n 's/^SystemCallFilter=~@/@/p' "$unit")"))
  refused=$(comm -13 <(echo "$allowed") <(echo "$used"))
  [[ -z $refused ]] || die "$unit does not allow these system calls: $refused"
  # What MemoryDenyWriteExecute refuses.
  if grep -E '(mprotect|mmap)\(.*PROT_WRITE\|PROT_EXEC|mprotect\(.*PROT_EXEC' "$trace" >&2; then
    die "$unit does not allow memory that is writable and executable"
  fi
  step "$unit allows all $(wc -l <<<"$used") system calls"
}

# With -D, the program is the child of this shell, and strace is a grandchild.
traced=(strace -D -f -qq -o "$trace")

step "system calls of arbiterd"
# Nothing listens on the port of Redis, but the server resolves the name and tries to connect.
start_server "${traced[@]}" build/release/bin/arbiterd --analysis-cache redis://localhost:1
call_server build/release/bin/arbiter
build/release/bin/arbiter perft makruk --depth 4 --server "$address" >/dev/null
build/release/bin/arbiter analyze chak --movetime 300 --server "$address" >/dev/null
build/release/bin/arbiter analyze chak --depth 4 --server "$address" >/dev/null
grep -q 'sin_port=htons(1)' "$trace" || die "arbiterd did not try to connect to Redis"
stop_server
check_calls arbiterd accept4 sched_setscheduler

step "system calls of HAProxy"
start_server build/release/bin/arbiterd --proxy-protocol-from 127.0.0.1/32
start_front "${traced[@]}" /usr/sbin/haproxy -Ws -f deploy/haproxy/haproxy.cfg
stop_front
stop_server
check_calls arbiter-front accept4 epoll_wait
