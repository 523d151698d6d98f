# shellcheck shell=bash
# Sourced by the shell scripts: the npm packages of clients/, and what is built from them.

# Any Node from 18 on will do.
ensure_node() {
  command -v node >/dev/null || ensure_packages nodejs
  command -v npm >/dev/null || ensure_packages npm
}

# Installs what clients/package-lock.json names, where that has changed, and builds the packages.
build_node_clients() {
  ensure_node
  if [[ ! clients/node_modules/.package-lock.json -nt clients/package-lock.json ]]; then
    step "install npm packages"
    (cd clients && npm ci)
  fi
  step "build the packages for Node"
  (cd clients && npm run --workspaces --if-present build)
}
