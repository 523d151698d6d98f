#!/usr/bin/env bash
# usage: train.sh VARIANT [--games N] [--nodes N] [--seed N] [--handmade] [--match-games N] [--match-nodes N]
#                 [--epochs N] [--rate R] [--result-percent N] [--neurons N] [--start FILE]
# Makes games of self-play with the current network, trains a new network on them and on all earlier games in
# build/train/VARIANT, and plays the new network against the current one. If it scores more than half of the points,
# it takes the place of the current one in core/variants/VARIANT. What was made is kept, so a run that was stopped
# continues. The flags of the second line are those of train.py.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/tools/steps.sh

variant=${1:?name a variant: chak, chpok or makruk}
shift
games=50000 nodes=500 seed=1 teacher=() match_games=400 match_nodes=40000 training=()
while (($#)); do
  case $1 in
    --games) games=$2 && shift 2 ;;
    --nodes) nodes=$2 && shift 2 ;;
    --seed) seed=$2 && shift 2 ;;
    --match-games) match_games=$2 && shift 2 ;;
    --match-nodes) match_nodes=$2 && shift 2 ;;
    --epochs | --rate | --result-percent | --neurons | --start) training+=("$1" "$2") && shift 2 ;;
    --handmade) teacher=(--handmade) && shift ;;
    *) die "unknown flag $1" ;;
  esac
done

current=core/variants/$variant/$variant.nnue
folder=build/train/$variant
mkdir -p "$folder"
if ((${#teacher[@]})); then name=handmade; else name=$(sha256sum "$current" | cut -c1-12); fi
games_per_file=50

step "play $games games of $variant with the evaluation $name"
build/release/bin/arbiter_generate --variant "$variant" --folder "$folder/games/$name" \
  --shards $((games / games_per_file)) --games $games_per_file --nodes "$nodes" \
  --seed "$seed" --threads "$(nproc)" "${teacher[@]}"

new=$folder/from-$name-$seed.nnue
step "train a network"
/usr/bin/python3 tests/tools/train/train.py "$variant" "$folder"/games/* --out "$new" --seed "$seed" \
  "${training[@]}"
echo "the loss by epoch: ${new%.nnue}.svg"

step "play the new network against the current one"
# The players are two programs, because a program contains its network.
cp build/release/bin/arbiter "$folder/arbiter-before"
cp "$current" "$folder/before.nnue"
# Unless it wins, the current network stays, even if the match is interrupted or fails.
trap 'cp "$folder/before.nnue" "$current"' EXIT
cp "$new" "$current"
cmake --build --preset release --target arbiter arbiter_match >"$folder/build.log"
result=$(build/release/bin/arbiter_match --variant "$variant" --a engine \
  --b "uci:$folder/arbiter-before uci --variant $variant" --nodes "$match_nodes" --games "$match_games" \
  --sprt 0 10 --concurrency "$(nproc)" --json | tee >(cat >&2) | tail -n 1)
[[ $result =~ \"score\":([0-9.]+) ]] || die "the match has no result"
if awk "BEGIN {exit !(${BASH_REMATCH[1]} > 0.5)}"; then
  trap - EXIT
  echo "the new network wins and replaces $current"
else
  echo "the new network does not win; the current one stays"
fi
