# shellcheck shell=bash
# Sourced by the shell scripts: prints their steps, progress and errors.

step() { printf '==> %s\n' "$*"; }

die() {
  printf '==> error: %s\n' "$*" >&2
  exit 1
}

# Shows the progress of a long step: in place on a terminal, otherwise on a new line.
show_progress() {
  if [[ -t 1 ]]; then
    printf '\r\033[K    %.*s' "$((${COLUMNS:-80} - 5))" "$1"
  else
    printf '    %s\n' "$1"
  fi
}

# Clears the line that show_progress has left on a terminal.
end_progress() { if [[ -t 1 ]]; then printf '\r\033[K'; fi; }
