# shellcheck shell=bash
# Sourced by ./dev: chooses tests by what has changed since all of them passed.

# Contains the git tree of the working copy for which all tests passed.
passed_file=build/passed

# Prints the git tree of the working copy. Files that git ignores are not part of it.
working_tree() {
  mkdir -p build
  local -x GIT_INDEX_FILE=$PWD/build/passed.index
  git add --all . && git write-tree
}

# record_passed TREE: remembers that all tests passed.
record_passed() { printf '%s\n' "$1" >"$passed_file"; }
# Remembers that all tests ran here and may not have passed.
forget_passed() { mkdir -p build && : >"$passed_file"; }

# Prints the tree or commit for which all tests passed last: here or, before all of them have run here,
# in CI, which runs every test before a commit reaches the upstream branch. Prints nothing if they
# failed here, and fails if neither is known.
last_passed() { cat "$passed_file" 2>/dev/null || git merge-base HEAD '@{upstream}' 2>/dev/null; }

# Prints the files that have changed since all tests passed, one a line. Fails if every test has to
# run: if they never passed, if a file was added or removed, or if a file has changed that is not a
# source of the code that unit tests cover.
few_changes() {
  local passed changes status file
  passed=$(last_passed) || return
  changes=$(git diff --name-status --no-renames "$passed" "$(working_tree)" 2>/dev/null) || return
  while read -r status file; do
    [[ -n $status ]] || continue
    [[ $status == M ]] || return
    case $file in
      service/cache/redis_*) return 1 ;;
      core/*.cc | service/access/*.cc | service/cache/*.cc | service/convert/*.cc) ;;
      service/handlers/*.cc | service/render/*.cc | service/seal/*.cc) ;;
      *) return 1 ;;
    esac
    printf '%s\n' "$file"
  done <<<"$changes"
}

# Prints a filter of GoogleTest for the unit tests of the given files: those in their folders or of
# their variants, in tests/unit and, for files on which these depend, in core/game or
# service/handlers. Leaves out those whose parameter is a variant that a change of these files cannot
# affect. Fails if there are none.
unit_tests_for() {
  local folders=(tests/unit) file tests variant unaffected
  for file in "$@"; do
    folders+=("${file%/*}")
    case $file in
      core/variants/*/*)
        variant=${file#core/variants/}
        folders+=("core/variants/${variant%%/*}")
        ;;&
      core/*) folders+=(core/game) ;;
      service/convert/* | service/seal/*) folders+=(service/handlers) ;;
    esac
  done
  # Suites with parameters have a prefix, suites with types a suffix.
  tests=$(find "${folders[@]}" -name '*_test.cc' -exec \
    sed -nE 's/^(TYPED_)?TEST(_[FP])?\(([A-Za-z0-9_]+),.*/\3/p' {} + | sort -u |
    sed 's|.*|&.*:*/&.*:&/*:*/&/*|' | paste -sd:)
  [[ -n $tests ]] || return
  unaffected=$(unaffected_variants "$@" | sed 's|.*|*/&:*/&_*:*/&.*|' | paste -sd:)
  printf '%s\n' "$tests${unaffected:+-$unaffected}"
}

# Prints the variants that a change of the given files cannot affect. A variant depends on all files
# of core that do not belong to another variant, and on the names of all variants, because a PGN file
# names its own.
unaffected_variants() {
  local folder file
  for file in "$@"; do
    [[ $file == core/variants/*/* && $file != */info.cc ]] || return 0
  done
  for folder in core/variants/*/; do
    for file in "$@"; do [[ $file != "$folder"* ]] || continue 2; done
    basename "$folder"
  done
}
