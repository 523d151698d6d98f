# shellcheck shell=bash
# Sourced by the scripts that check the protos with Buf. Needs steps.sh and packages.sh.

buf() {
  command -v npx >/dev/null || ensure_packages nodejs npm
  npx --yes @bufbuild/buf@1.75.0 "$@"
}

# Checks that programs which were built for the last release can still use the protos.
expect_compatible_protos() {
  local released
  if ! released=$(git describe --tags --match 'v*' --abbrev=0 2>/dev/null); then
    step "buf breaking: there is no tag v* to compare the protos with"
    return
  fi
  step "buf breaking, compared with $released"
  buf breaking proto --against "$(git rev-parse --git-common-dir)#tag=$released,subdir=proto"
}
