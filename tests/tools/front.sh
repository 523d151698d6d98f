# shellcheck shell=bash
# Sourced by ./dev: starts arbiterd, by itself or behind HAProxy. Needs steps.sh and packages.sh.

arbiterd=build/release/bin/arbiterd

# setting NAME FLAGS...: prints a setting of arbiterd, which comes from flags, the environment or a file.
# Prints nothing if a setting is wrong.
setting() {
  local config
  config=$("$arbiterd" "${@:2}" --print-config 2>/dev/null) || return 0
  sed -n "s/^$1 = \"\(.*\)\"$/\1/p" <<<"$config"
}

# announce PROGRAM ADDRESS HTTP FLAGS...: shows how to call the service at these addresses for gRPC and for
# plain HTTP, of which the latter may be empty.
announce() {
  local http=$3
  step "$1 listens on $2; try in another terminal:"
  printf '    %s\n' "build/release/bin/arbiter legal makruk --server $2" \
    "build/release/bin/arbiter render chak --server $2"
  if [[ -n $http ]]; then
    printf '    %s\n' "curl -H 'content-type: application/json' -d '{\"position\":{\"variant\":\"chak\"}}' \
http://$http/arbiter.v1.RulesService/LegalMoves"
  fi
  printf '    %s\n' "curl http://$(setting metrics-listen "${@:4}")/metrics"
}

# Becomes arbiterd with these flags.
serve() {
  local address
  address=$(setting listen "$@")
  if [[ -n $address ]]; then
    announce arbiterd "$address" "$(setting http-listen "$@")" "$@"
  fi
  exec "$arbiterd" "$@"
}

# Runs arbiterd with these flags and HAProxy in front of it, until one of them ends or a signal arrives.
# Then it ends arbiterd before HAProxy, which forwards the answers to running calls.
serve_behind_front() {
  local http server front stopped='' status=0 ended=0
  ensure_packages haproxy
  export ARBITER_PROXY_PROTOCOL_FROM=${ARBITER_PROXY_PROTOCOL_FROM:-127.0.0.1/32}
  ARBITER_REPLICA_1=$(setting listen "$@")
  export ARBITER_REPLICA_1
  http=$(setting http-listen "$@")
  if [[ -n $http ]]; then export ARBITER_HTTP_REPLICA_1=$http; fi
  # arbiterd reports what is wrong.
  [[ -n $ARBITER_REPLICA_1 ]] || exec "$arbiterd" "$@"
  front=${ARBITER_FRONT:-127.0.0.1:50050}
  announce HAProxy "$front" "${http:+$front}" "$@"
  # They have process groups of their own, so that Ctrl-C reaches only this shell, and end if this shell
  # is killed.
  set -m
  setpriv --pdeathsig TERM "$arbiterd" "$@" &
  server=$!
  setpriv --pdeathsig TERM /usr/sbin/haproxy -db -f deploy/haproxy/haproxy.cfg &
  front=$!
  set +m
  trap 'stopped=yes; kill -TERM "$server" 2>/dev/null || true' INT TERM
  wait -n "$server" "$front" || status=$?
  if [[ -n $stopped ]]; then status=0; else kill -TERM "$server" 2>/dev/null || true; fi
  # A second signal, after which arbiterd exits at once, interrupts `wait`.
  while
    wait "$server" && ended=0 || ended=$?
    kill -0 "$server" 2>/dev/null
  do :; done
  kill -TERM "$front" 2>/dev/null || true
  wait "$front" || true
  return "$((ended ? ended : status))"
}
