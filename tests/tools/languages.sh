#!/usr/bin/env bash
# usage: languages.sh ARBITERD [LANGUAGE...]
# Follows docs/languages.md in a temporary folder: for each language, by default for all that the page
# says are tested, installs the packages, generates a client from the archive of the protos, and runs
# the program against ARBITERD. The program must print what the page shows.
set -euo pipefail
arbiterd=$(realpath -- "$1")
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/tools/steps.sh
source tests/tools/packages.sh
source tests/deploy/service.sh

page=docs/languages.md
languages=(Go Java Ruby)

# blocks SECTION LANGUAGE: prints the lines of the fenced blocks in a section of the page.
blocks() { sed -n "/^## $1\$/,/^## /p" "$page" | sed -n "/^\`\`\`$2\$/,/^\`\`\`\$/{/^\`\`\`/d;p}"; }

# commands SECTION: prints the commands in a section of the page, one a line.
commands() { blocks "$1" sh | sed ':join; /\\$/{N; s/ *\\\n */ /; b join}'; }

# packages SECTION: prints the packages that a section of the page installs.
packages() { commands "$1" | sed -n 's/^apt-get install --no-install-recommends //p'; }

# follow LANGUAGE: runs the commands of the page in an empty folder.
follow() {
  local folder=$work/$1 needed
  read -ra needed < <(packages "$1") || die "$page does not show how to use $1"
  ensure_packages "${needed[@]}"
  step "$1"
  mkdir "$folder"
  cp -r docs/examples "$work"/arbiter-protos-*.tar.gz "$folder"
  { commands "The protos" && commands "$1"; } | sed "/^apt-get /d; s/127\.0\.0\.1:50051/$address/" \
    >"$work/$1.sh"
  (cd -- "$folder" && GOCACHE=$work/cache bash -euo pipefail "$work/$1.sh") >"$work/$1.out" ||
    die "the commands failed"
  blocks "The program" text | diff -u --label "$page" --label "the output of the program" - \
    "$work/$1.out" || die "the program printed something else"
}

work=$(mktemp -d)
trap 'stop_at_once; rm -rf -- "$work"' EXIT
shift
if ((!$#)); then set -- "${languages[@]}"; fi
deploy/release/protos.sh "$work"
start_server "$arbiterd"
for language in "$@"; do follow "$language"; done
stop_server
