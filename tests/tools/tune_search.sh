#!/usr/bin/env bash
# usage: tune_search.sh VARIANT [--match-games N] [FLAGS OF arbiter_tune_search]
# Tunes the parameters of a variant's alpha-beta search, and plays the result against the current parameters with two
# limits of nodes, from openings that the tuning has not seen. The state of the tuning is kept in build/tune, so a run
# that was stopped continues. Nothing in the source changes: the parameters that won go into
# core/search/parameters.def, or into the variant's search model if they are meant for it alone.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/tools/steps.sh

variant=${1:?name a variant: chak or makruk}
shift
match_games=400 flags=()
while (($#)); do
  case $1 in
    --match-games) match_games=$2 && shift 2 ;;
    *) flags+=("$1") && shift ;;
  esac
done

((match_games % 2 == 0)) || die "--match-games must be even because each opening is played twice"

folder=build/tune/$variant
mkdir -p "$folder"
step "play pairs of games with changed parameters"
result=$(build/release/bin/arbiter_tune_search --variant "$variant" --state "$folder/search.state" \
  --threads "$(nproc)" "${flags[@]}" | tee >(cat >&2) | tail -n 1)
settings=${result##*: }
[[ -n $settings ]] || die "the tuning has changed nothing"
for nodes in 20000 100000; do
  step "play the tuned parameters against the current ones with $nodes nodes per move"
  build/release/bin/arbiter_match --variant "$variant" --a "tuned:$settings" --b tuned --nodes $nodes \
    --games "$match_games" --seed 1000 --sprt 0 10 --concurrency "$(nproc)" | tail -n 20
done
