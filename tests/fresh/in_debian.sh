#!/usr/bin/env bash
# Run by make_debian.sh in the clone: `./dev serve` as the first command, which is called once, and then
# `./dev test --all`.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/tools/steps.sh
source tests/tools/ports.sh

# The network is shared with the host, so the default ports may be in use.
port=$(free_port)
metrics_port=$(free_port)
step "./dev serve in $PWD, on port $port"
started=$SECONDS
./dev serve --listen "127.0.0.1:$port" --metrics-listen "127.0.0.1:$metrics_port" &
server=$!
until listens "$port"; do
  kill -0 "$server" 2>/dev/null || die "./dev serve has exited"
  ((SECONDS - started < 3600)) || die "nothing listens on port $port after an hour"
  sleep 0.1
done
step "arbiterd listens after $((SECONDS - started)) s; call it"
build/release/bin/arbiter legal makruk --server "127.0.0.1:$port"
curl -fsS "http://127.0.0.1:$metrics_port/metrics" | grep -F 'grpc_server_handled_total' |
  grep -F 'grpc_method="LegalMoves"' | grep -F 'grpc_code="OK"'
step "stop arbiterd"
kill -TERM "$server"
wait "$server" || die "arbiterd exited with $?"

step "./dev test --all, in $PWD"
./dev test --all
