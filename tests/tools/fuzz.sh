#!/usr/bin/env bash
# usage: fuzz.sh [SECONDS] [TARGET...]
# Runs each target of build/fuzz/bin, or those named (`fen` or `fen_fuzz`), for 600 seconds or
# as many as said, from tests/fuzz/corpus/NAME and what earlier runs found in
# build/fuzz/corpus/NAME. Inputs that break something land in build/fuzz/findings/NAME, and the
# exit status is 1.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/tools/steps.sh

seconds=600
if [[ ${1:-} =~ ^[0-9]+$ ]]; then
  seconds=$1
  shift
fi
names=("${@%_fuzz}")
if ((!$#)); then
  for program in build/fuzz/bin/*_fuzz; do names+=("$(basename "$program" _fuzz)"); done
fi

# Runs one target, shows what it finds out, keeps all it says in build/fuzz/logs/NAME.log.
fuzz() {
  local name=$1 corpus=build/fuzz/corpus/$1 findings=build/fuzz/findings/$1
  local corpora=("$corpus")
  mkdir -p "$corpus" "$findings" build/fuzz/logs
  if [[ -d tests/fuzz/corpus/$name ]]; then corpora+=("tests/fuzz/corpus/$name"); fi
  "build/fuzz/bin/${name}_fuzz" -max_total_time="$seconds" -timeout=10 -print_final_stats=1 \
    -artifact_prefix="$findings/" "${corpora[@]}" 2>&1 |
    tee "build/fuzz/logs/$name.log" |
    grep --line-buffered -aE 'INITED|pulse|ERROR|runtime error|^SUMMARY|^artifact_prefix'
  return "${PIPESTATUS[0]}"
}

summary=()
failed=0
for name in "${names[@]}"; do
  [[ -x build/fuzz/bin/${name}_fuzz ]] || die "no fuzz target '$name'"
  step "fuzz $name for $seconds seconds"
  result="no finding"
  fuzz "$name" || {
    result="A FINDING, see build/fuzz/findings/$name and build/fuzz/logs/$name.log"
    failed=1
  }
  executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "build/fuzz/logs/$name.log")
  summary+=("$name: ${executions:-few} executions, $result")
done
step "fuzzed"
printf '    %s\n' "${summary[@]}"
exit "$failed"
