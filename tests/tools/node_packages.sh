# shellcheck shell=bash
# Sourced by the shell scripts: installs the npm packages of clients/ and builds its packages.

# Requires Node 18 or later.
ensure_node() {
  command -v node >/dev/null || ensure_packages nodejs
  command -v npm >/dev/null || ensure_packages npm
}

# Installs the packages of clients/package-lock.json if it has changed.
ensure_node_packages() {
  ensure_node
  if [[ ! clients/node_modules/.package-lock.json -nt clients/package-lock.json ]]; then
    step "install npm packages"
    (cd clients && npm ci)
  fi
}

# Installs the packages and builds ours.
build_node_clients() {
  ensure_node_packages
  step "build the packages for Node"
  (cd clients && npm run --workspaces --if-present build)
}
