# shellcheck shell=bash
# Sourced by the package and image scripts: starts arbiterd, calls it and stops it. Needs steps.sh.

server=''
server_log=''

stop_server_at_once() {
  if [[ -n $server ]]; then kill -KILL "$server" 2>/dev/null || true; fi
  if [[ -n $server_log ]]; then rm -f -- "$server_log"; fi
}

# Runs the given command on free ports and waits until it serves; sets `address` and `metrics`.
start_server() {
  local started=$SECONDS
  server_log=$(mktemp)
  ARBITER_LISTEN=127.0.0.1:0 ARBITER_METRICS_LISTEN=127.0.0.1:0 "$@" 2>"$server_log" &
  server=$!
  until grep -q '"msg":"serving"' "$server_log"; do
    kill -0 "$server" 2>/dev/null || die "arbiterd has exited: $(cat "$server_log")"
    ((SECONDS - started < 30)) || die "arbiterd does not serve after 30 s: $(cat "$server_log")"
    sleep 0.05
  done
  address=$(field_of_log listen)
  metrics=$(field_of_log metrics)
}

field_of_log() { sed -n "s/.*\"msg\":\"serving\".*\"$1\":\"\([^\"]*\)\".*/\1/p" "$server_log"; }

# Checks that the server is ready, and that the command line `$1` prints the same with the server as
# by itself.
call_server() {
  local answer expected
  answer=$("$1" legal makruk --server "$address")
  expected=$("$1" legal makruk)
  [[ -n $expected && $answer == "$expected" ]] || die "wrong answer: $answer"
  [[ $(curl -fsS "http://$metrics/readyz") == ready ]] || die "/readyz does not report ready"
}

stop_server() {
  kill -TERM "$server"
  wait "$server" || die "arbiterd exited with $?: $(cat "$server_log")"
  server=''
  rm -f -- "$server_log"
}
