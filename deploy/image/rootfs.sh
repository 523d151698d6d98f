#!/usr/bin/env bash
# usage: rootfs.sh PROGRAM FOLDER
# Fills FOLDER with the files of arbiterd's image: the program, the libraries that it loads, including the
# one that --jobs needs, the certificate authorities that TLS trusts, the notices of all of them, and the user that
# it runs as. There is no shell and no package manager.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source deploy/release/libraries.sh
program=$1
root=$2

umask 022
mkdir -p "$root"/{etc/ssl/certs,etc/arbiter,usr/bin,tmp}
# As in Debian, libraries are found with and without /usr.
for folder in bin lib lib64; do
  mkdir -p "$root/usr/$folder"
  ln -sfn "usr/$folder" "$root/$folder"
done

strip -o "$root/usr/bin/arbiterd" "$program"
chmod 755 "$root/usr/bin/arbiterd"

declare -A packages=([ca-certificates]=1)
found=$(libraries "$program")
# arbiterd opens this library at run time. Only the loader can list what a library needs.
libpq=$(pkg-config --variable=libdir libpq)/libpq.so.5
loader=$(grep -m 1 '/ld-linux' <<<"$found")
found=$(printf '%s\n' "$found" "$libpq" "$(libraries "$libpq" "$loader")" | LC_ALL=C sort -u)
while read -r library; do
  package=$(package_of "$library")
  packages[$package]=1
  target=$library
  # ldd may print a path without /usr.
  [[ $target == /usr/* ]] || target=/usr$target
  mkdir -p "$root$(dirname "$target")"
  cp -L "$library" "$root$target"
  chmod 755 "$root$target"
done <<<"$found"

install -D --mode 644 deploy/debian/copyright "$root/usr/share/doc/arbiter/copyright"
copy_notices "$root/usr/share/doc" "${!packages[@]}"

# Only Debian's authorities, without any that this machine trusts in addition.
cat /usr/share/ca-certificates/mozilla/*.crt >"$root/etc/ssl/certs/ca-certificates.crt"
cat >"$root/etc/passwd" <<'END'
root:x:0:0:root:/:/usr/sbin/nologin
arbiter:x:65532:65532:arbiter:/:/usr/sbin/nologin
END
cat >"$root/etc/group" <<'END'
root:x:0:
arbiter:x:65532:
END
chmod 644 "$root"/etc/{passwd,group,ssl/certs/ca-certificates.crt}
chmod 1777 "$root/tmp"
# Equal timestamps, so that the same files give the same image.
find "$root" -exec touch --no-dereference --date "@${SOURCE_DATE_EPOCH:-0}" {} +
