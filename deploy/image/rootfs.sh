#!/usr/bin/env bash
# usage: rootfs.sh PROGRAM FOLDER
# Puts into FOLDER all that the image of arbiterd has: the program, the libraries that it loads, the
# authorities that TLS trusts, and the user that it runs as. No shell, no package manager.
set -euo pipefail
program=$1
root=$2

mkdir -p "$root"/{etc/ssl/certs,etc/arbiter,usr/bin,tmp}
# As Debian has it: libraries are found by either path.
for folder in bin lib lib64; do
  mkdir -p "$root/usr/$folder"
  ln -sfn "usr/$folder" "$root/$folder"
done

strip -o "$root/usr/bin/arbiterd" "$program"
chmod 755 "$root/usr/bin/arbiterd"

# Prints the libraries that a program loads, the loader among them.
libraries() {
  local found
  found=$(ldd "$1")
  if grep -F 'not found' <<<"$found" >&2; then exit 1; fi
  sed -nE 's/.* => (\/[^ ]+) .*/\1/p; s/^\s*(\/[^ ]+) .*/\1/p' <<<"$found" | sort -u
}

found=$(libraries "$program")
while read -r library; do
  target=$library
  # Where the loader looks; some machines name it without /usr.
  [[ $target == /usr/* ]] || target=/usr$target
  mkdir -p "$root$(dirname "$target")"
  cp -L "$library" "$root$target"
  chmod 755 "$root$target"
done <<<"$found"

# Debian's alone, whatever this machine trusts besides.
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
# The same files make the same image.
find "$root" -exec touch --no-dereference --date "@${SOURCE_DATE_EPOCH:-0}" {} +
