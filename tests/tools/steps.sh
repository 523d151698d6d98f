# shellcheck shell=bash
# Sourced by the shell scripts: how they say what they are doing.

step() { printf '==> %s\n' "$*"; }

die() {
  printf '==> error: %s\n' "$*" >&2
  exit 1
}

# Shows one line of a long step: in place on a terminal, else on a line of its own.
show_progress() {
  if [[ -t 1 ]]; then
    printf '\r\033[K    %.*s' "$((${COLUMNS:-80} - 5))" "$1"
  else
    printf '    %s\n' "$1"
  fi
}

# Ends a line that show_progress left open.
end_progress() { if [[ -t 1 ]]; then printf '\r\033[K'; fi; }
