# shellcheck shell=bash
# Sourced by the shell scripts: engines of others, which run in processes of their own.

fairy_stockfish=/usr/games/fairy-stockfish
# Debian's has no Chak, and no way to define it.
wasm_package=fairy-stockfish-nnue.wasm@1.1.12

# Installs a peer and prints its command line; answers 1 for a name that is none.
ensure_peer() {
  case $1 in
    fairy-stockfish)
      ensure_packages fairy-stockfish >&2
      printf '%s' "$fairy_stockfish"
      ;;
    fairy-stockfish.wasm)
      command -v npm >/dev/null || ensure_packages nodejs npm >&2
      if [[ ! -d build/peers/node_modules/${wasm_package%@*} ]]; then
        step "install $wasm_package" >&2
        npm install --silent --no-fund --no-audit --prefix build/peers "$wasm_package" >&2
      fi
      printf '%s' "node tests/match/wasm_uci.mjs build/peers tests/match/chak.ini"
      ;;
    *) return 1 ;;
  esac
}
