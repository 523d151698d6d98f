#!/usr/bin/env bash
# usage: match.sh [FLAGS OF arbiter_match]
# Plays a match. For --a and --b it accepts two more players: fairy-stockfish (from Debian) and
# fairy-stockfish.wasm (from npm, in build/peers, with the rules of Chak from
# tests/tools/match/chak.ini). It installs them if necessary and compares their rules with Arbiter's by
# perft before the match.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/tools/steps.sh
source tests/tools/packages.sh
source tests/tools/peers.sh

arguments=()
for flag in "$@"; do
  if [[ $flag == --*=* ]]; then
    arguments+=("${flag%%=*}" "${flag#*=}")
  else
    arguments+=("$flag")
  fi
done

variant='' flags=() commands=() previous=''
for flag in "${arguments[@]}"; do
  case $previous in
    --variant) variant=$flag ;;
    --a | --b)
      if command=$(ensure_peer "$flag"); then
        commands+=("$command")
        flag=uci:$command
      fi
      ;;
  esac
  flags+=("$flag")
  previous=$flag
done
if [[ -z $variant ]]; then commands=(); fi
for command in "${commands[@]}"; do
  step "compare the rules of $command"
  node tests/tools/match/peer_perft.mjs "$variant" "$command"
done
exec build/release/bin/arbiter_match "${flags[@]}"
