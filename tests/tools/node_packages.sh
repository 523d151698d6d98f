# shellcheck shell=bash
# Sourced by the shell scripts: installs npm packages, and builds those of clients/.

# Requires Node 18 or later.
ensure_node() {
  command -v node >/dev/null || ensure_packages nodejs
  command -v npm >/dev/null || ensure_packages npm
}

# ensure_node_packages FOLDER: installs the packages of FOLDER/package-lock.json if it has changed.
ensure_node_packages() {
  ensure_node
  if [[ ! $1/node_modules/.package-lock.json -nt $1/package-lock.json ]]; then
    step "install the npm packages of $1"
    (cd "$1" && npm ci)
  fi
}

# Installs the packages and builds ours.
build_node_clients() {
  ensure_node_packages clients
  step "build the packages for Node"
  (cd clients && npm run --workspaces --if-present build)
}

# Builds what the tests in JavaScript need.
build_node_tests() {
  build_node_clients
  ensure_node_packages tests/connect
  (cd tests/connect && npm run build)
}
