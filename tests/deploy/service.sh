# shellcheck shell=bash
# Sourced: starts an arbiterd, however it is packed, calls it and stops it. Needs steps.sh.

server=''
server_log=''

stop_server_at_once() {
  if [[ -n $server ]]; then kill -KILL "$server" 2>/dev/null || true; fi
  if [[ -n $server_log ]]; then rm -f -- "$server_log"; fi
}

# Starts this command on free ports and waits until it serves; sets `address` and `metrics`.
start_server() {
  local started=$SECONDS
  server_log=$(mktemp)
  ARBITER_LISTEN=127.0.0.1:0 ARBITER_METRICS_LISTEN=127.0.0.1:0 "$@" 2>"$server_log" &
  server=$!
  until grep -q '"msg":"serving"' "$server_log"; do
    kill -0 "$server" 2>/dev/null || die "it has ended: $(cat "$server_log")"
    ((SECONDS - started < 30)) || die "it does not serve after 30 s: $(cat "$server_log")"
    sleep 0.05
  done
  address=$(field_of_log listen)
  metrics=$(field_of_log metrics)
}

field_of_log() { sed -n "s/.*\"msg\":\"serving\".*\"$1\":\"\([^\"]*\)\".*/\1/p" "$server_log"; }

# Whether it answers as the command line `$1` answers by itself, and says that it is ready.
call_server() {
  local answered expected
  answered=$("$1" legal makruk --server "$address")
  expected=$("$1" legal makruk)
  [[ -n $expected && $answered == "$expected" ]] || die "it answers: $answered"
  [[ $(curl -fsS "http://$metrics/readyz") == ready ]] || die "/readyz is not ready"
}

stop_server() {
  kill -TERM "$server"
  wait "$server" || die "it exited with $?: $(cat "$server_log")"
  server=''
  rm -f -- "$server_log"
}
