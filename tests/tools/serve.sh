# shellcheck shell=bash
# Sourced by ./dev: starts arbiterd, by itself or with others, and the playground. Needs steps.sh, packages.sh
# and database.sh.

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
  if [[ -n ${database:-} ]]; then
    printf '    %s\n' "build/release/bin/arbiter jobs submit docs/examples/games.pgn --review --depth 3 --watch \
--server $2"
  fi
  if [[ -n $http ]]; then
    printf '    %s\n' "curl -H 'content-type: application/json' -d '{\"position\":{\"variant\":\"chak\"}}' \
http://$http/arbiter.v1.RulesService/LegalMoves"
  fi
  printf '    %s\n' "curl http://$(setting metrics-listen "${@:4}")/metrics"
}

# announce_listeners FLAGS...: shows how to call the service as soon as the programs that serve_with_others
# has started accept connections. Only arbiterd knows which port it has taken in place of port 0.
announce_listeners() {
  local listener host pid
  for listener in "$address" ${http:+"$http"} ${front:+"$front"}; do
    [[ $listener != *:0 ]] || continue
    host=${listener%:*}
    host=${host#[}
    host=${host%]}
    case $host in '' | 0.0.0.0 | ::) host=127.0.0.1 ;; esac
    until (exec 3<>"/dev/tcp/$host/${listener##*:}") 2>/dev/null; do
      for pid in "$server" "${others[@]}"; do kill -0 "$pid" 2>/dev/null || return 0; done
      sleep 0.05
    done
  done
  if [[ -n $front ]]; then
    announce HAProxy "$front" "${http:+$front}" "$@"
  else
    announce arbiterd "$address" "$http" "$@"
  fi
}

# serve FLAGS...: becomes arbiterd with these flags, whose first ones can be --front, for HAProxy in front of
# it, and --jobs, for a database of jobs. With either, it runs all programs until one of them ends or a
# signal arrives.
serve() {
  local address http behind_front='' with_jobs=''
  while
    case ${1:-} in
      --front) behind_front=yes ;;
      # With an address, this is a flag of arbiterd.
      --jobs) [[ ${2:-} != postgres*:* ]] && with_jobs=yes ;;
      *) false ;;
    esac
  do shift; done
  if [[ -n $behind_front ]]; then
    export ARBITER_PROXY_PROTOCOL_FROM=${ARBITER_PROXY_PROTOCOL_FROM:-127.0.0.1/32}
  fi
  if [[ -n $with_jobs ]]; then set -- --jobs "$(database_url)" --jobs-for-anyone "$@"; fi
  address=$(setting listen "$@")
  http=$(setting http-listen "$@")
  # arbiterd reports what is wrong.
  [[ -n $address ]] || exec "$arbiterd" "$@"
  if [[ -z $behind_front$with_jobs ]]; then
    announce arbiterd "$address" "$http" "$@"
    exec "$arbiterd" "$@"
  fi
  serve_with_others "$arbiterd" "$@"
}

# play_with_database COMMAND...: runs the command of the playground, which gets the flag --jobs, and its
# database, until one of them ends or a signal arrives.
play_with_database() {
  local address='' http='' behind_front='' with_jobs=yes
  serve_with_others "$@" --jobs "$(database_url)"
}

# serve_with_others COMMAND...: runs the command of arbiterd, or of a program that starts it, and the others
# that `behind_front` and `with_jobs` ask for. Ends arbiterd first: HAProxy forwards the answers to running
# calls, and the database takes back the jobs on which arbiterd works.
serve_with_others() {
  local server front='' database='' others=() stopped='' status=0 ended=0
  if [[ -n $behind_front ]]; then ensure_packages haproxy; fi
  if [[ -n $with_jobs ]]; then
    prepare_database
    trap 'stopped=yes' INT TERM
    start_database
    others+=("$database")
  fi
  if [[ -n $behind_front ]]; then
    export ARBITER_REPLICA_1=$address
    if [[ -n $http ]]; then export ARBITER_HTTP_REPLICA_1=$http; fi
    front=${ARBITER_FRONT:-127.0.0.1:50050}
  fi
  # They have process groups of their own, so that Ctrl-C reaches only this shell, and end if this shell
  # is killed.
  set -m
  setpriv --pdeathsig TERM "$@" &
  server=$!
  if [[ -n $behind_front ]]; then
    setpriv --pdeathsig TERM /usr/sbin/haproxy -db -f deploy/haproxy/haproxy.cfg &
    others+=("$!")
  fi
  set +m
  trap 'stopped=yes; kill -TERM "$server" 2>/dev/null || true' INT TERM
  # A signal that came before the trap.
  if [[ -n $stopped ]]; then kill -TERM "$server" 2>/dev/null || true; fi
  # `wait -n` would miss a program that ends while this shell runs others.
  if [[ -n $address ]]; then announce_listeners "${@:2}" & fi
  wait -n "$server" "${others[@]}" || status=$?
  if [[ -n $stopped ]]; then status=0; else kill -TERM "$server" 2>/dev/null || true; fi
  # A second signal, after which arbiterd exits at once, interrupts `wait`.
  while
    wait "$server" && ended=0 || ended=$?
    kill -0 "$server" 2>/dev/null
  do :; done
  # HAProxy ends at once after either signal; PostgreSQL would wait for its clients after SIGTERM.
  kill -INT "${others[@]}" 2>/dev/null || true
  for other in "${others[@]}"; do wait "$other" || true; done
  return "$((ended ? ended : status))"
}
