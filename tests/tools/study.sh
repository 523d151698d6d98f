#!/usr/bin/env bash
# usage: study.sh VARIANT [--limit N]
# Counts what the search does on the positions of tests/tools/study, or on the first N of them, and compares the moves
# that it finds with those of searches of 4,000,000 nodes. docs/engine.md has the results.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/tools/steps.sh

variant=${1:?name a variant: chak or makruk}
shift
positions=tests/tools/study/$variant.txt
study=build/release/bin/arbiter_study
# The values of moves that a comparison finds are kept.
mkdir -p build/study
cp "$positions" "build/study/$variant.txt"

step "count what the search does"
for megabytes in 16 64 256; do
  "$study" measure --variant "$variant" --file "$positions" --nodes 1000000 --hash $megabytes "$@"
done
step "compare its moves with those of 4,000,000 nodes"
for nodes in 10000 40000 160000; do
  "$study" compare --variant "$variant" --file "build/study/$variant.txt" --nodes $nodes --threads "$(nproc)" "$@"
done
