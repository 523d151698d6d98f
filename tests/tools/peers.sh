# shellcheck shell=bash
# Sourced by the shell scripts: other engines, which run in separate processes.

fairy_stockfish=/usr/games/fairy-stockfish
# Debian's engine does not know Chak, and cannot load its rules from a file.
wasm_package=fairy-stockfish-nnue.wasm@1.1.12
ffish_package=ffish@0.7.10

# Installs a peer and prints its command line; returns 1 if the name is not that of a peer.
ensure_peer() {
  case $1 in
    fairy-stockfish)
      ensure_packages fairy-stockfish >&2
      printf '%s' "$fairy_stockfish"
      ;;
    fairy-stockfish.wasm)
      ensure_npm_package "$wasm_package" || return
      printf '%s' "node tests/tools/match/wasm_uci.mjs build/peers tests/tools/match/chak.ini"
      ;;
    *) return 1 ;;
  esac
}

# Installs the library ffish and prints the folder whose node_modules contains it.
ensure_ffish() {
  ensure_npm_package "$ffish_package" || return
  printf 'build/peers'
}

# Installs an npm package in build/peers.
ensure_npm_package() {
  command -v npm >/dev/null || ensure_packages nodejs npm >&2
  if [[ ! -d build/peers/node_modules/${1%@*} ]]; then
    step "install $1" >&2
    npm install --silent --no-fund --no-audit --prefix build/peers "$1" >&2 ||
      die "cannot install $1"
  fi
}
