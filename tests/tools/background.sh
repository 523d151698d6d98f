# shellcheck shell=bash
# Sourced by ./dev: runs steps beside others.

# The process groups of the steps, which end with the script.
declare -A background=()
end_background() {
  local name
  for name in "${!background[@]}"; do
    kill -TERM -- "-${background[$name]}" 2>/dev/null || true
  done
}
trap end_background EXIT

# begin NAME COMMAND...: starts a command, which writes to build/NAME.log.
begin() {
  local name=$1
  shift
  mkdir -p build
  # Job control gives the command a process group of its own.
  set -m
  (set -e; "$@") >"build/$name.log" 2>&1 </dev/null &
  background[$name]=$!
  set +m
}

# finish NAME: shows what the command writes until it ends, and fails if it fails.
finish() {
  local pid=${background[$1]}
  tail --lines=+1 --follow --pid="$pid" "build/$1.log"
  unset "background[$1]"
  wait "$pid" || die "failed; the output above is also in build/$1.log"
}
