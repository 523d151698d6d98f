#!/usr/bin/env bash
# usage: instructions.sh [--record]
# Counts instructions with valgrind and compares them with those recorded in
# tests/tools/bench/instructions.txt: those of core operations, and those of a server for one call
# through a socket, also as a multiple of the empty server's. The exit status is 1 if one has changed by
# more than 10 % in either direction; --record records the new numbers.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/tools/steps.sh

programs=build/release/bin
work=$programs/arbiter_count_work
calls=$programs/arbiter_count_calls
recorded=tests/tools/bench/instructions.txt
slack_percent=10

# Prints the instructions of one operation, or of one call.
count() {
  if [[ $1 == call_* ]]; then
    "$calls" "$programs" "$1" || die "$calls failed"
    return
  fi
  local report instructions
  report=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null \
    --toggle-collect='arbiter::bench::Work*' "$work" "$1" 2>&1) ||
    die "valgrind: $report"
  instructions=$(sed -n 's/^==[0-9]*== Collected : \([0-9]*\)$/\1/p' <<<"$report")
  [[ $instructions -gt 0 ]] || die "valgrind counted nothing: $report"
  printf '%s' "$instructions"
}

list=$("$work" && "$calls") || die "a program cannot list its operations"
[[ -n $list ]] || die "there are no operations"
mapfile -t operations <<<"$list"
lines=()
changed=0
empty=0
for operation in "${operations[@]}"; do
  now=$(count "$operation")
  lines+=("$operation $now")
  before=$(sed -n "s/^$operation //p" "$recorded" 2>/dev/null || true)
  if [[ -z $before ]]; then
    verdict="not recorded"
    changed=1
  else
    verdict=$(awk "BEGIN {printf \"%+.1f %%\", ($now / $before - 1) * 100}")
    if ((now * 100 > before * (100 + slack_percent) || now * 100 < before * (100 - slack_percent)))
    then
      verdict+=", more than $slack_percent %"
      changed=1
    fi
  fi
  if [[ $operation == call_*_empty ]]; then
    empty=$now
  elif [[ $operation == call_* ]]; then
    verdict+=$(awk "BEGIN {printf \", %.2f times the empty server\", $now / $empty}")
  fi
  printf '    %-26s %12d  %s\n' "$operation" "$now" "$verdict"
done
while read -r operation _; do
  if ! grep -qx -- "$operation" <<<"$list"; then
    printf '    %-26s recorded, but not an operation\n' "$operation"
    changed=1
  fi
done <"$recorded"
if [[ ${1:-} == --record ]]; then
  printf '%s\n' "${lines[@]}" >"$recorded"
  step "recorded in $recorded"
elif ((changed)); then
  die "the number of instructions has changed; if this is intended, run ./dev bench --record"
fi
