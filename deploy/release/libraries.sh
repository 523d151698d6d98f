# shellcheck shell=bash
# Sourced by the scripts that put Debian's shared libraries into an archive.

# libraries PROGRAM [EMULATOR]: prints the libraries that a program loads, including the loader.
libraries() {
  local found
  # Instead of the program, the loader lists them, as it does for ldd.
  found=$(LD_TRACE_LOADED_OBJECTS=1 "${@:2}" "$1")
  if grep -F 'not found' <<<"$found" >&2; then return 1; fi
  sed -nE 's/.* => (\/[^ ]+) .*/\1/p; s/^\s*(\/[^ ]+) .*/\1/p' <<<"$found" | LC_ALL=C sort -u
}

# Prints the package of a file. dpkg may know its path with or without /usr.
package_of() {
  local path=${1#/usr} owner
  owner=$(dpkg-query --search "$path" "/usr$path" 2>/dev/null) || [[ -n $owner ]] || return
  head -n 1 <<<"${owner%%:*}"
}

# copy_notices FOLDER PACKAGE...: copies the copyright notices of packages to FOLDER/PACKAGE/copyright,
# and the licences to which they refer to FOLDER/common-licenses.
copy_notices() {
  local folder=$1 package licence
  shift
  for package in "$@"; do
    install -D --mode 644 "/usr/share/doc/$package/copyright" "$folder/$package/copyright"
  done
  grep -rhoE '/usr/share/common-licenses/[A-Za-z0-9.-]*[A-Za-z0-9]' "$folder" | sort -u |
    while read -r licence; do
      install -D --mode 644 "$licence" "$folder/common-licenses/${licence##*/}"
    done
}
