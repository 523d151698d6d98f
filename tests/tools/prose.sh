#!/usr/bin/env bash
# usage: prose.sh
# Looks for misspelt words, with codespell, and for the wording listed in prose.txt in everything
# that people read: sources, messages, scripts and pages. Prints what it finds. The exit status is 1
# if it finds anything.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/tools/steps.sh

# Prints the files that are written by hand, each ended by a NUL.
list_prose() {
  find README.md CHANGELOG.md CMakeLists.txt dev core service clients proto deploy docs tests \
    '(' -name node_modules -o -name dist -o -name gen -o -name data -o -name corpus \
    -o -path proto/google -o -path proto/grpc ')' -prune -o -type f '(' -name '*.h' -o -name '*.cc' \
    -o -name '*.in' -o -name '*.def' -o -name '*.proto' -o -name '*.md' -o -name '*.ts' -o -name '*.tsx' \
    -o -name '*.mjs' -o -name '*.go' -o -name '*.java' -o -name '*.rb' -o -name '*.py' \
    -o -name '*.sh' -o -name '*.cmake' -o -name CMakeLists.txt \
    -o -name README.Debian -o -name '*.[18]' -o -name dev ')' -print0
}

mapfile -d '' files < <(list_prose)
status=0
# spelling.txt holds words that are names here, or are misspelt in tests on purpose.
codespell --ignore-words-list "$(tr '\n' , <tests/tools/spelling.txt)" "${files[@]}" || status=1
while IFS=$'\t' read -r pattern instead; do
  [[ -z $pattern || $pattern == '#'* ]] && continue
  if grep -nP -- "$pattern" "${files[@]}"; then
    printf '    write instead: %s\n' "$instead" >&2
    status=1
  fi
done <tests/tools/prose.txt
exit "$status"
