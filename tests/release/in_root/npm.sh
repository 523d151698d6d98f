#!/usr/bin/env bash
# Run by check_in_roots.sh in a new Debian: npm installs the client, and a program uses it.
set -euo pipefail
cd /srv/arbiter
source tests/tools/steps.sh
source tests/release/in_root/install.sh

install_packages nodejs npm
mkdir /opt/site
cd /opt/site
npm install --silent --no-fund --no-audit "/srv/dist/arbiter-chess-client-$VERSION.tgz"
cp /srv/arbiter/tests/release/client.mjs .
expect_client node client.mjs
answer=$(npx --no-install arbiter-verify /srv/arbiter/docs/examples/game.json)
[[ $answer == 'ok '*' result=WHITE_WINS '* ]] || die "arbiter-verify prints $answer"
