#!/usr/bin/env bash
# usage: run.sh BUILD_FOLDER ARBITERD
# Installs the C++ client into an empty folder, builds the example of its README against it, with CMake
# as C++17 and with pkg-config as C++20, and runs both programs against ARBITERD.
set -euo pipefail
build=$1 arbiterd=$2
source_folder=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../../.." && pwd)
example=$source_folder/clients/cpp/example.cc
work=$(mktemp -d)
server=
end() {
  if [[ -n $server ]]; then kill "$server" 2>/dev/null || true; fi
  rm -rf -- "$work"
}
trap end EXIT

fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# usage: install_as NAME [FLAG...]
# Installs into `$work/NAME` and prints the paths of the installed files.
install_as() {
  DESTDIR=$work/$1 cmake --install "$build" --prefix /client "${@:2}" >"$work/$1.log"
  (cd "$work/$1" && find . -type f | LC_ALL=C sort)
}

start_server() {
  : >"$work/server.log"
  "$arbiterd" --listen 127.0.0.1:0 --metrics-listen 127.0.0.1:0 >"$work/server.log" 2>&1 &
  server=$!
  for ((tries = 0; tries < 2400; ++tries)); do
    address=$(sed -n 's/.*"msg":"serving".*"listen":"\([^"]*\)".*/\1/p' "$work/server.log")
    if [[ -n $address ]]; then return; fi
    sleep 0.05
  done
  fail "the server did not start: $(cat "$work/server.log")"
}

expect_output_of() {
  "$1" "$address" >"$work/out" || fail "$1 failed"
  grep -qF 'actions[2]: a3a5' "$work/out" || fail "$1 showed no refusal: $(cat "$work/out")"
  grep -q '^best: .' "$work/out" || fail "$1 showed no move: $(cat "$work/out")"
}

all=$(install_as all)
if grep -E '/client/(include|lib)/' <<<"$all"; then
  fail "the installation of the service has files of the client"
fi
files=$(install_as client --component client)
for file in include/arbiter/client/client.h include/arbiter/v1/game.pb.h \
  include/google/rpc/status.pb.h lib/cmake/Arbiter/ArbiterConfig.cmake \
  lib/pkgconfig/arbiter-client.pc; do
  grep -qxF "./client/$file" <<<"$files" ||
    fail "$file is not installed; the installed files are: $files"
done
if grep -E 'config/v1|/bin/|/etc/' <<<"$files"; then fail "the client has files of the service"; fi
prefix=$work/client/client

cmake -S "$(dirname -- "${BASH_SOURCE[0]}")" -B "$work/cmake" -DCMAKE_PREFIX_PATH="$prefix" \
  -DCMAKE_CXX_FLAGS="-O0 -Wall -Wextra -Werror" -DEXAMPLE="$example" >"$work/configure.log" ||
  fail "$(cat "$work/configure.log")"
cmake --build "$work/cmake" >"$work/build.log" || fail "$(cat "$work/build.log")"

export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
read -ra flags < <(pkg-config --cflags --libs arbiter-client)
"${CXX:-c++}" -std=c++20 -O0 "$example" -o "$work/with_pkg_config" "${flags[@]}"

start_server
expect_output_of "$work/cmake/example"
expect_output_of "$work/with_pkg_config"
