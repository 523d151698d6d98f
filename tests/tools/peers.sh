# shellcheck shell=bash
# Sourced by the shell scripts: engines of others, which run in processes of their own.

fairy_stockfish=/usr/games/fairy-stockfish
# Debian's has no Chak, and no way to define it.
wasm_package=fairy-stockfish-nnue.wasm@1.1.12
ffish_package=ffish@0.7.10

# Installs a peer and prints its command line; answers 1 for a name that is none.
ensure_peer() {
  case $1 in
    fairy-stockfish)
      ensure_packages fairy-stockfish >&2
      printf '%s' "$fairy_stockfish"
      ;;
    fairy-stockfish.wasm)
      ensure_npm_package "$wasm_package" || return
      printf '%s' "node tests/match/wasm_uci.mjs build/peers tests/match/chak.ini"
      ;;
    *) return 1 ;;
  esac
}

# Installs ffish, a library, and prints the folder whose node_modules it is in.
ensure_ffish() {
  ensure_npm_package "$ffish_package" || return
  printf 'build/peers'
}

# Installs a package of npm in build/peers.
ensure_npm_package() {
  command -v npm >/dev/null || ensure_packages nodejs npm >&2
  if [[ ! -d build/peers/node_modules/${1%@*} ]]; then
    step "install $1" >&2
    npm install --silent --no-fund --no-audit --prefix build/peers "$1" >&2 ||
      die "can't install $1"
  fi
}
