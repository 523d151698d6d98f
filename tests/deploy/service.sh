# shellcheck shell=bash
# Sourced by the shell scripts: starts arbiterd and the HAProxy in front of it, calls them and stops
# them. Needs steps.sh, and ports.sh for HAProxy.

server=''
server_log=''
front=''

stop_at_once() {
  local process
  for process in $front $server; do kill -KILL "$process" 2>/dev/null || true; done
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
    ((SECONDS - started < 120)) || die "arbiterd does not serve after two minutes: $(cat "$server_log")"
    sleep 0.05
  done
  address=$(field_of_log listen)
  metrics=$(field_of_log metrics)
}

field_of_log() { sed -n "s/.*\"msg\":\"serving\".*\"$1\":\"\([^\"]*\)\".*/\1/p" "$server_log"; }

# Checks that the command line `$1` prints the same with the server, which it calls at the address `$2`, as
# by itself.
call_server() {
  local answer expected
  answer=$("$1" legal makruk --server "${2:-$address}")
  expected=$("$1" legal makruk)
  [[ -n $expected && $answer == "$expected" ]] || die "wrong answer: $answer"
}

# Checks that the server reports to be ready.
expect_ready() {
  [[ $(curl -fsS "http://$metrics/readyz") == ready ]] || die "/readyz does not report ready"
}

stop_server() {
  kill -TERM "$server"
  wait "$server" || die "arbiterd exited with $?: $(cat "$server_log")"
  server=''
  rm -f -- "$server_log"
}

# Runs the given command of HAProxy on free ports in front of the server, and waits until it forwards
# calls; sets `front_address`.
start_front() {
  local started=$SECONDS
  front_address=127.0.0.1:$(free_port)
  ARBITER_FRONT=$front_address ARBITER_STATS=127.0.0.1:$(free_port) ARBITER_REPLICA_1=$address \
    "$@" 2>/dev/null >&2 &
  front=$!
  until build/release/bin/arbiter legal makruk --server "$front_address" >/dev/null 2>&1; do
    kill -0 "$front" 2>/dev/null || die "HAProxy has exited"
    ((SECONDS - started < 60)) || die "HAProxy does not forward calls after 60 s"
    sleep 0.05
  done
}

# Lets HAProxy finish its calls, as its unit does.
stop_front() {
  kill -USR1 "$front"
  wait "$front" || die "HAProxy exited with $?"
  front=''
}
