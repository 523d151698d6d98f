#!/usr/bin/env bash
# usage: fuzz.sh [SECONDS] [TARGET...]
# Runs each target of build/fuzz/bin, or only the given ones (`fen` or `fen_fuzz`), for 600 seconds or
# the given time. Runs start from tests/fuzz/corpus/NAME.txt, which the build unpacks to
# build/fuzz/seeds/NAME, and from the inputs of earlier runs in build/fuzz/corpus/NAME. Inputs that
# reach new code are added to tests/fuzz/corpus/NAME.txt. Inputs that violate a property are written to
# build/fuzz/findings/NAME, and the exit status is 1.
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

# Runs one target, shows its progress and findings, and logs all its output to
# build/fuzz/logs/NAME.log.
fuzz() {
  local name=$1 corpus=build/fuzz/corpus/$1 findings=build/fuzz/findings/$1
  mkdir -p "$corpus" "$findings" build/fuzz/logs
  "build/fuzz/bin/${name}_fuzz" -max_total_time="$seconds" -timeout=10 -print_final_stats=1 \
    -artifact_prefix="$findings/" "$corpus" "build/fuzz/seeds/$name" 2>&1 |
    tee "build/fuzz/logs/$name.log" |
    grep --line-buffered -aE 'INITED|pulse|ERROR|runtime error|^SUMMARY|^artifact_prefix'
  return "${PIPESTATUS[0]}"
}

# Adds the smallest inputs that reach new code to the corpus. How often code is executed is ignored,
# because the corpus would otherwise become several times as large.
keep() {
  local name=$1 seeds=build/fuzz/seeds/$1
  "build/fuzz/bin/${name}_fuzz" -merge=1 -use_counters=0 -timeout=10 \
    -artifact_prefix="build/fuzz/findings/$name/" "$seeds" "build/fuzz/corpus/$name" \
    >>"build/fuzz/logs/$name.log" 2>&1 || die "cannot merge: see build/fuzz/logs/$name.log"
  build/fuzz/bin/arbiter_corpus add "tests/fuzz/corpus/$name.txt" "$seeds"
}

summary=()
failed=0
for name in "${names[@]}"; do
  [[ -x build/fuzz/bin/${name}_fuzz ]] || die "unknown fuzz target '$name'"
  step "fuzz $name for $seconds seconds"
  if fuzz "$name"; then
    kept=$(keep "$name")
    result="no finding; $kept"
  else
    result="A FINDING, see build/fuzz/findings/$name and build/fuzz/logs/$name.log"
    failed=1
  fi
  executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "build/fuzz/logs/$name.log")
  summary+=("$name: ${executions:-an unknown number of} executions, $result")
done
step "results"
printf '    %s\n' "${summary[@]}"
exit "$failed"
