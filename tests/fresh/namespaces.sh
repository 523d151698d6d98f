# shellcheck shell=bash
# Sourced by the scripts that use a fresh Debian. What they run in namespaces mounts nothing on this machine
# and leaves no process behind.

inside=''

# make_work NAME: sets `work` to a new folder, which is removed at the end of the script, after what runs in
# the namespaces has ended.
make_work() {
  work=$(mktemp -d -- "$(realpath -- "${TMPDIR:-/var/tmp}")/arbiter-$1.XXXXXX")
  trap 'end_inside; rm -rf --one-file-system -- "$work"' EXIT
}

# Runs a command in mount and process namespaces of its own; returns its exit status.
run_inside() {
  local status=0
  # The command runs in the background, so that signals are handled at once.
  unshare --mount --pid --fork --kill-child --mount-proc "$@" &
  inside=$!
  wait "$inside" || status=$?
  inside=''

# make_work NAME: sets `work` to a new folder, which is removed at the end of the script, after what runs in
# the namespaces has ended.
make_work() {
  work=$(mktemp -d -- "$(realpath -- "${TMPDIR:-/var/tmp}")/arbiter-$1.XXXXXX")
  trap 'end_inside; rm -rf --one-file-system -- "$work"' EXIT
}
  return "$status"
}

# Killing `unshare` ends every process in its namespaces; its mounts end with the last one.
end_inside() {
  if [[ -n $inside ]]; then
    kill -KILL "$inside" 2>/dev/null || true
    wait "$inside" 2>/dev/null || true
  fi
}
trap 'exit 130' INT
trap 'exit 143' TERM HUP
