#!/usr/bin/env bash
# usage: instructions.sh [--record]
# Counts the instructions of five core operations with valgrind and compares them with those recorded in
# tests/bench/instructions.txt. The exit status is 1 if one has changed by more than 10 % in either
# direction; --record records the new numbers.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/tools/steps.sh

program=build/release/bin/arbiter_count_work
recorded=tests/bench/instructions.txt
slack_percent=10

# Prints the instructions of one operation.
count() {
  local report instructions
  report=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null \
    --toggle-collect='arbiter::bench::Work*' "$program" "$1" 2>&1) ||
    die "valgrind: $report"
  instructions=$(sed -n 's/^==[0-9]*== Collected : \([0-9]*\)$/\1/p' <<<"$report")
  [[ $instructions -gt 0 ]] || die "valgrind counted nothing: $report"
  printf '%s' "$instructions"
}

list=$("$program") || die "$program failed"
[[ -n $list ]] || die "$program lists no operations"
mapfile -t operations <<<"$list"
lines=()
changed=0
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
  printf '    %-22s %14d  %s\n' "$operation" "$now" "$verdict"
done
while read -r operation _; do
  if ! grep -qx -- "$operation" <<<"$list"; then
    printf '    %-22s recorded, but not an operation\n' "$operation"
    changed=1
  fi
done <"$recorded"
if [[ ${1:-} == --record ]]; then
  printf '%s\n' "${lines[@]}" >"$recorded"
  step "recorded in $recorded"
elif ((changed)); then
  die "the number of instructions has changed; if this is intended, run ./dev bench --record"
fi
